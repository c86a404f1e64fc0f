// Pages of users: order, index paging, cursor paging, totals (RFC 7644 section 3.4.2, RFC 9865).
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ProvisioningLogRepository } from '../../src/scim/provisioning/provisioning-log.repository.js';
import { ProvisioningLog } from '../../src/scim/provisioning/provisioning-log.service.js';
import { Cursors } from '../../src/scim/resources/cursors.service.js';
import { Database } from '../../src/common/database/database.js';
import { DATABASE_LIMITS } from '../../src/common/database/errors/limits.js';
import { Clock } from '../../src/common/primitives/clock.js';
import { SearchQueue } from '../../src/common/search/search-queue.js';
import { PeopleSearch } from '../../src/users/directory/people/search/people-search.service.js';
import { SERVER_URL } from '../support/database.js';
import { createServiceUser } from '../support/service-users.js';
import { createOrganization, createPerson, freshName, patchOf, scimUser, usersPath } from '../support/people.js';
import { startService, type TestService } from '../support/service.js';

const SEARCH = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest';
const ORDERS = [
  'id',
  'userName',
  'name.familyName',
  'name.givenName',
  'displayName',
  'emails',
  'emails.value',
  'meta.created',
  'meta.lastModified',
];
const FAMILY = ['Ä', 'b', 'A', 'z', '\uff5e', '😀', 'B', 'a', 'é', 'É', 'ab', 'zz'];

let service: TestService;
let orgId: string;
let users: string;
beforeAll(async () => {
  service = await startService();
  orgId = await createOrganization(service);
  users = usersPath(service, orgId);
  for (const [index, familyName] of FAMILY.entries()) {
    await createPerson(
      service,
      { name: { familyName, givenName: `G${index % 3}` }, ...(index % 4 ? { displayName: `D${(index * 7) % 5}` } : {}) },
      orgId,
    );
  }
  // A service user is no person: it must neither be listed nor counted.
  await createServiceUser(service, orgId, 'ORG_OWNER_VIEWER');
});
afterAll(() => service.close());

const list = async (query: Record<string, string | number>, path = users) =>
  (await service.call('GET', `${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`)).body;
const ids = (page: { Resources: Array<{ id: string }> }) => page.Resources.map(({ id }) => id);

/** All pages of a query, by cursor. */
async function byCursor(query: Record<string, string | number>, count: number): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const page: { Resources: Array<{ id: string }>; nextCursor?: string; totalResults: number } = await list({ ...query, count, cursor });
    expect(page.totalResults).toBe(FAMILY.length);
    found.push(...ids(page));
    cursor = page.nextCursor;
  }
  return found;
}

describe.each([
  ['from candidates', 5_000, 4],
  ['ordered by the engine', 0, 1_000],
  ['along the index', 0, 0],
])('a list %s', (_, maxCandidates, uneven) => {
  beforeAll(() => void Object.assign(service.get(PeopleSearch), { maxCandidates, uneven }));
  afterAll(() => void Object.assign(service.get(PeopleSearch), { maxCandidates: 5_000, uneven: 4 }));

  it('has no startIndex where it is reached by a cursor (RFC 9865 section 2)', async () => {
    const first = await list({ count: 2, cursor: '' });
    expect(first).not.toHaveProperty('startIndex');
    expect(await list({ count: 2, cursor: first.nextCursor })).not.toHaveProperty('startIndex');
    expect(await list({ count: 2 })).toHaveProperty('startIndex', 1);
  });

  it.each(ORDERS)('sorted by %s is the same by index, by cursor and backwards', async (sortBy) => {
    for (const filter of [{}, { filter: 'userName pr' }] as Array<Record<string, string>>) {
      const whole = ids(await list({ sortBy, ...filter }));
      expect(new Set(whole).size).toBe(FAMILY.length);
      expect(ids(await list({ sortBy, sortOrder: 'descending', ...filter }))).toEqual([...whole].reverse());
      const pages = [
        await list({ sortBy, count: 5, ...filter }),
        await list({ sortBy, count: 5, startIndex: 6, ...filter }),
        await list({ sortBy, count: 5, startIndex: 11, ...filter }),
      ];
      expect(pages.flatMap(ids)).toEqual(whole);
      expect(pages.map(({ totalResults, itemsPerPage, startIndex }) => [totalResults, itemsPerPage, startIndex])).toEqual([
        [12, 5, 1],
        [12, 5, 6],
        [12, 2, 11],
      ]);
      expect(await byCursor({ sortBy, ...filter }, 5)).toEqual(whole);
      expect(await byCursor({ sortBy, sortOrder: 'descending', ...filter }, 4)).toEqual([...whole].reverse());
    }
  });

  it('orders text folded and by code point', async () => {
    const { Resources } = await list({ sortBy: 'name.familyName' });
    expect(Resources.map(({ name }: { name: { familyName: string } }) => name.familyName.normalize('NFKC').toLowerCase())).toEqual(
      FAMILY.map((name) => name.normalize('NFKC').toLowerCase()).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
    );
  });

  it('puts missing values last when ascending and first when descending', async () => {
    const shown = (page: { Resources: Array<{ displayName?: string }> }) => page.Resources.map(({ displayName }) => displayName ?? '-');
    expect(shown(await list({ sortBy: 'displayName' })).slice(-3)).toEqual(['-', '-', '-']);
    expect(shown(await list({ sortBy: 'displayName', sortOrder: 'descending' })).slice(0, 3)).toEqual(['-', '-', '-']);
  });
});

describe('what tells the kind of a resource', () => {
  const CORE = 'urn:ietf:params:scim:schemas:core:2.0:User';
  const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
  let organization: string;
  let plain: string;
  let employee: string;
  beforeAll(async () => {
    organization = await createOrganization(service);
    ({ id: plain } = await createPerson(service, {}, organization));
    ({ id: employee } = await createPerson(
      service,
      { [ENTERPRISE]: { employeeNumber: '7' }, phoneNumbers: [{ value: '5' }] },
      organization,
    ));
  });

  it.each<[string, () => string[]]>([
    [`schemas eq "${CORE}"`, () => [plain, employee]],
    [`schemas eq "${ENTERPRISE}"`, () => [employee]],
    [`not (schemas eq "${ENTERPRISE}")`, () => [plain]],
    [`schemas eq "${ENTERPRISE}" or schemas eq "${CORE}"`, () => [plain, employee]],
    [`schemas eq "urn:x"`, () => []],
    ['meta.resourceType eq "User"', () => [plain, employee]],
    ['meta.resourceType eq "Group"', () => []],
    ['meta.resourceType eq "User" and userName pr and schemas co "enterprise"', () => [employee]],
    ['phoneNumbers eq null', () => [plain]],
    ['phoneNumbers ne null', () => [employee]],
  ])('can be asked for: %s', async (filter, found) => {
    const page = await list({ filter, sortBy: 'meta.created' }, usersPath(service, organization));
    expect([page.totalResults, ids(page)]).toEqual([found().length, found()]);
  });

  it('costs nothing where it is true of every resource, or of none', async () => {
    const { search } = service.get(Database);
    const asked: string[] = [];
    const rows = search.rows;
    Object.assign(search, {
      rows: (sql: string, ...rest: never[]) => (asked.push(sql), (rows as (...all: unknown[]) => unknown).call(search, sql, ...rest)),
    });
    try {
      await list({ filter: `schemas eq "${CORE}" and not (meta.resourceType eq "Group")` }, usersPath(service, organization));
      const once = asked.splice(0);
      await list({}, usersPath(service, organization));
      expect(once).toEqual(asked.splice(0));
      for (const path of [usersPath(service, organization), usersPath(service, organization).replace('Users', 'Groups')])
        expect(await list({ filter: 'meta.resourceType eq "Device"' }, path)).toMatchObject({ totalResults: 0 });
      expect(asked).toEqual([]);
    } finally {
      Object.assign(search, { rows });
    }
  });
});

describe('index paging', () => {
  it.each([
    [{ count: 1000 }, 12, 1],
    [{ count: 0 }, 0, 1],
    [{ count: -3 }, 0, 1],
    [{ startIndex: 0, count: 2 }, 2, 1],
    [{ startIndex: -9, count: 2 }, 2, 1],
    [{ startIndex: 12 }, 1, 12],
    [{ startIndex: 13 }, 0, 13],
    [{ startIndex: 900_000 }, 0, 900_000],
  ])('%j gives a page with all five members', async (query, itemsPerPage, startIndex) => {
    for (const filter of [{}, { filter: 'userName co "-"' }, { filter: 'meta.created gt "2000-01-01T00:00:00Z"' }]) {
      const page = await list({ ...query, ...filter } as never);
      expect(page).toMatchObject({ totalResults: 12, itemsPerPage, startIndex });
      expect(page.Resources).toHaveLength(itemsPerPage);
      expect(page).not.toHaveProperty('nextCursor');
    }
  });

  it('counts who comes and goes at once', async () => {
    const own = await createOrganization(service);
    const [one] = [await createPerson(service, {}, own), await createPerson(service, {}, own)];
    expect((await list({ count: 0 }, usersPath(service, own))).totalResults).toBe(2);
    await service.call('DELETE', `${usersPath(service, own)}/${one.id}`);
    expect((await list({ count: 0 }, usersPath(service, own))).totalResults).toBe(1);
    expect((await service.call('POST', usersPath(service, own), scimUser('x', { userName: '' }))).status).toBe(400);
    expect((await list({}, usersPath(service, own))).totalResults).toBe(1);
  });

  it('counts exactly while many are created at once', async () => {
    const own = await createOrganization(service);
    await Promise.all(Array.from({ length: 40 }, () => createPerson(service, {}, own)));
    expect((await list({ count: 0 }, usersPath(service, own))).totalResults).toBe(40);
  });

  it('finds nobody of another organization', async () => {
    const elsewhere = await createPerson(service, { externalId: 'elsewhere' });
    for (const filter of [
      `id eq "${elsewhere.id}"`,
      `userName eq "${elsewhere.userName}"`,
      'externalId eq "elsewhere"',
      `emails.value eq "${elsewhere.emails[0].value}"`,
    ])
      expect(await list({ filter })).toMatchObject({ totalResults: 0, Resources: [] });
  });

  it('sees what was written before, to the microsecond', async () => {
    const person = await createPerson(service, { nickName: freshName() }, orgId);
    const found = (filter: string) => list({ filter }).then(ids);
    expect(await found(`meta.lastModified eq "${person.meta.lastModified}"`)).toEqual([person.id]);
    await service.call('PATCH', `${users}/${person.id}`, patchOf({ op: 'replace', path: 'nickName', value: 'Other-Nick' }));
    expect(await found('nickName eq "other-nick"')).toEqual([person.id]);
    await service.call('DELETE', `${users}/${person.id}`);
    expect(await found('nickName eq "other-nick"')).toEqual([]);
  });
});

describe('a .search request', () => {
  it('takes everything that a query takes', async () => {
    const search = (more: Record<string, unknown>) => service.call('POST', `${users}/.search`, { schemas: [SEARCH], ...more });
    const { status, body } = await search({
      attributes: ['userName'],
      excludedAttributes: ['meta'],
      filter: 'active eq true',
      sortBy: 'userName',
      sortOrder: 'descending',
      startIndex: 2,
      count: 3,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ totalResults: 12, itemsPerPage: 3, startIndex: 2 });
    expect(Object.keys(body.Resources[0]).sort()).toEqual(['id', 'schemas', 'userName']);
    const first = (await search({ sortBy: 'userName', cursor: '', count: 7 })).body;
    const second = (await search({ sortBy: 'userName', cursor: first.nextCursor, count: 7 })).body;
    expect([...ids(first), ...ids(second)]).toEqual(ids(await list({ sortBy: 'userName' })));
    expect(second).not.toHaveProperty('nextCursor');
  });
});

describe('a cursor', () => {
  const refused = async (query: Record<string, string | number>, path = users) => {
    const answer = await service.call(
      'GET',
      `${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
    );
    return [answer.status, answer.body.scimType];
  };

  it('is good for its own type, query, organization and caller only', async () => {
    const { nextCursor: cursor } = await list({ cursor: '', count: 2, sortBy: 'userName' });
    expect(await refused({ cursor, count: 2, sortBy: 'userName' })).toEqual([200, undefined]);
    const others: Array<Record<string, string>> = [
      {},
      { sortBy: 'id' },
      { sortBy: 'userName', sortOrder: 'descending' },
      { sortBy: 'userName', filter: 'active eq true' },
    ];
    for (const other of others) expect(await refused({ cursor, ...other })).toEqual([400, 'invalidCursor']);
    expect(await refused({ cursor, count: 2, sortBy: 'userName' }, usersPath(service))).toEqual([400, 'invalidCursor']);
    const { nextCursor: ofUsers } = await list({ cursor: '', count: 2 });
    expect(await refused({ cursor: ofUsers, count: 2 })).toEqual([200, undefined]);
    expect(await refused({ cursor: ofUsers, count: 2 }, users.replace(/Users$/, 'Groups'))).toEqual([400, 'invalidCursor']);
    const { token } = await createServiceUser(service, orgId, 'ORG_OWNER_VIEWER');
    const foreign = await service.call('GET', `${users}?sortBy=userName&cursor=${cursor}`, undefined, { token });
    expect([foreign.status, foreign.body.scimType]).toEqual([400, 'invalidCursor']);
  });

  it.each(['x', 'null', '0', 'A'.repeat(100), 'A'.repeat(9_000)])('%.10s that we did not give is refused', async (cursor) => {
    expect(await refused({ cursor })).toEqual([400, 'invalidCursor']);
  });

  it('does not show what it is made of', async () => {
    const { nextCursor } = await list({ cursor: '', count: 2, sortBy: 'emails' });
    expect(Buffer.from(nextCursor, 'base64url').toString('latin1')).not.toMatch(/example|user-/);
  });

  it('expires', async () => {
    const { nextCursor: cursor } = await list({ cursor: '', count: 2 });
    const clock = service.get(Clock);
    const now = clock.nowMs();
    const late = Object.assign(Object.create(clock) as Clock, { nowMs: () => now + 3_600_000 });
    const cursors = service.get(Cursors) as unknown as { clock: Clock };
    cursors.clock = late;
    try {
      expect(await refused({ cursor, count: 2 })).toEqual([400, 'expiredCursor']);
    } finally {
      cursors.clock = clock;
    }
  });

  it.each([0, -1, 101])('with count %i is refused', async (count) => {
    expect(await refused({ cursor: '', count })).toEqual([400, 'invalidCount']);
  });

  it('stays where it was while people come and go', async () => {
    const first = await list({ cursor: '', count: 6, sortBy: 'userName' });
    const gone = await createPerson(service, { userName: `!${freshName()}` }, orgId);
    const second = await list({ cursor: first.nextCursor, count: 100, sortBy: 'userName' });
    expect(ids(second)).not.toContain(gone.id);
    expect(new Set([...ids(first), ...ids(second)]).size).toBe(12);
    await service.call('DELETE', `${users}/${gone.id}`);
  });

  it('is announced', async () => {
    const { body } = await service.call('GET', users.replace('Users', 'ServiceProviderConfig'));
    expect(body.documentationUri).toBe(`${service.url}/docs`);
    expect(body.pagination).toEqual({
      cursor: true,
      index: true,
      defaultPaginationMethod: 'index',
      defaultPageSize: 100,
      maxPageSize: 100,
      cursorTimeout: 3600,
    });
  });
});

// MySQL does not count SLEEP() as running: interrupted, it answers.
const DIGITS = Array.from({ length: 16 }, (_, digit) => `SELECT ${digit} AS n`).join(' UNION ALL ');
const TABLES = Array.from({ length: 9 }, (_, place) => `(${DIGITS}) d${place}`).join(' JOIN ');
const ENDLESS = SERVER_URL
  ? `SELECT COUNT(*) AS n FROM ${TABLES} WHERE d0.n + d1.n + d2.n + d3.n + d4.n + d5.n + d6.n + d7.n + d8.n > 200`
  : 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 300000000) SELECT COUNT(*) AS n FROM c';

/** Holds the time limit of searches until the returned function is called. A server counts it itself, and its searches just end. */
function holdLimit(): () => void {
  const held: Array<() => void> = [];
  const real = globalThis.setTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number, ...more: unknown[]) => {
    if (ms !== DATABASE_LIMITS.searchMs) return real(run, ms, ...more);
    held.push(run);
    return real(() => undefined, 0);
  }) as typeof setTimeout);
  return () => {
    for (const run of held) run();
  };
}

describe('a search', () => {
  afterEach(() => vi.restoreAllMocks());

  it('that takes too long is stopped, and disturbs nobody meanwhile', async () => {
    const timeUp = holdLimit();
    let outcome: string | undefined;
    const slow = service
      .get(Database)
      .search.rows(ENDLESS, [], 'all')
      .then(
        () => (outcome = 'answered'),
        (error: { code: string }) => (outcome = error.code),
      );
    expect((await list({ count: 1 })).Resources).toHaveLength(1);
    if (!SERVER_URL) expect(outcome).toBeUndefined();
    timeUp();
    expect(await slow).toBe('search.tooLong');
  });

  it('waits for its turn behind a slow search of the provisioning log, whose time is not its own', async () => {
    const timeUp = holdLimit();
    const entered = vi.spyOn(SearchQueue.prototype, 'enqueueSearch');
    const search = vi.spyOn(service.get(ProvisioningLogRepository), 'searchEntries');
    search.mockImplementationOnce(() => service.get(Database).search.rows(ENDLESS, [], 'all'));
    const outcome = service
      .get(ProvisioningLog)
      .searchEntries({ failedOnly: true, limit: 1 })
      .catch((error: { code: string }) => error.code);
    await vi.waitFor(() => expect(search).toHaveBeenCalled(), { timeout: 30_000 });
    const answer = service.call('GET', `${users}?filter=${encodeURIComponent('nickName pr')}`);
    await vi.waitFor(() => expect(entered).toHaveBeenCalledTimes(2), { timeout: 30_000 });
    timeUp();
    expect([(await answer).status, await outcome]).toEqual([200, 'search.tooLong']);
  });

  it.each([
    ['userName eq', 12],
    ['(userName pr', 13],
    ['userName zz "a"', 10],
    ['nothing eq "a"', 1],
    ['userName pr and nothing pr', 17],
  ])('%s says where it is wrong', async (filter, at) => {
    const { status, body } = await service.call('GET', `${users}?filter=${encodeURIComponent(filter)}`);
    expect([status, body.scimType]).toEqual([400, 'invalidFilter']);
    expect(body.detail).toContain(`character ${at}`);
  });

  it('is bounded in length, leaves and depth', async () => {
    const status = async (filter: string) => (await service.call('POST', `${users}/.search`, { schemas: [SEARCH], filter })).status;
    expect(await status(Array.from({ length: 20 }, () => 'active pr').join(' or '))).toBe(200);
    expect(await status(Array.from({ length: 21 }, () => 'active pr').join(' or '))).toBe(400);
    expect(await status(`userName eq "${'a'.repeat(985)}"`)).toBe(200);
    expect(await status(`userName eq "${'a'.repeat(990)}"`)).toBe(400);
    expect(await status(`${'('.repeat(21)}active pr${')'.repeat(21)}`)).toBe(400);
  });
});
