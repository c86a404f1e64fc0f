// The list of people: page by page in every order, by every filter, with a total on request.
// On a server too: each order and each filter has a plan of its own.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { PeopleSearch } from '../../src/users/directory/people/search/people-search.service.js';
import { EXPLAIN } from '../support/database.js';
import { createOrganization, freshName } from '../support/people.js';
import { createServiceUser } from '../support/service-users.js';
import { startService } from '../support/service.js';
import { service, useWorld, world } from '../support/use-world.js';
import { makeWorld } from '../support/world.js';

const PEOPLE = [
  { userName: 'ada', givenName: 'Ada', familyName: 'Lovelace', displayName: 'Countess', email: 'ada@engines.example' },
  { userName: 'Alan', givenName: 'Alan', familyName: 'Turing', displayName: 'Prof', email: 'turing@bletchley.example' },
  { userName: 'barbara', givenName: 'Barbara', familyName: 'Liskov', displayName: 'Adjunct', email: 'zz@mit.example' },
  { userName: 'grace', givenName: 'Grace', familyName: 'Hopper', displayName: 'Admiral', email: 'grace@navy.example' },
  { userName: 'zuse', givenName: 'Konrad', familyName: 'Ada-Zuse', displayName: 'Konrad', email: 'konrad@z3.example' },
];

useWorld(startService);

let base: string;
let ids: Record<string, string>;
beforeAll(async () => {
  base = `/admin/v1/organizations/${world.organization.id}/people`;
  await service.call('DELETE', `${base}/${world.person.id}`);
  ids = {};
  for (const { email, ...person } of PEOPLE) {
    const { body } = await service.call('POST', base, { ...person, emails: [{ value: email }, { value: `second.${email}` }] });
    ids[body.userId] = person.userName;
  }
});

const list = (query: Record<string, string | number> = {}) =>
  service.call('GET', `${base}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`);
const namesOf = (people: Array<{ userId: string }>) => people.map(({ userId }) => ids[userId]);

/** Every name, by pages of two. */
async function walk(query: Record<string, string>) {
  const names: Array<string | undefined> = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { status, body } = await list({ ...query, limit: 2, ...(cursor && { cursor }) });
    if (status !== 200) throw new Error(JSON.stringify(body));
    names.push(...namesOf(body.people));
    cursor = body.nextCursor as string | null;
  }
  return names;
}

const ADDED = PEOPLE.map(({ userName }) => userName);

/** Searches choose another way where there are very many: both must give the same. */
describe.each([
  ['few people', 5_000],
  ['so many people that the order is walked', 0],
  ['more people than can be sorted, of whom each index is read only so far', 1],
])('the list of people, where there are %s', (_, maxCandidates) => {
  beforeAll(() => {
    service.get(PeopleSearch).maxCandidates = maxCandidates;
  });

  it.each([
    [{}, ADDED],
    [{ sort: '-createdAt' }, ADDED.toReversed()],
    [{ sort: 'userName' }, ['ada', 'Alan', 'barbara', 'grace', 'zuse']],
    [{ sort: '-userName' }, ['zuse', 'grace', 'barbara', 'Alan', 'ada']],
    [{ sort: 'name' }, ['zuse', 'grace', 'barbara', 'ada', 'Alan']],
    [{ sort: 'email' }, ['ada', 'grace', 'zuse', 'Alan', 'barbara']],
    [{ sort: 'changedAt' }, ADDED],
    [{ q: 'ad' }, ['ada', 'barbara', 'grace', 'zuse']],
    [{ q: 'AD', sort: '-userName' }, ['zuse', 'grace', 'barbara', 'ada']],
    [{ q: 'second ba' }, ['barbara']],
    [{ q: 'second zu' }, ['zuse']],
    [{ q: 'second gr' }, ['grace']],
    [{ q: 'turing@b' }, ['Alan']],
    [{ q: 'second.zz' }, ['barbara']],
    [{ q: 'nobody' }, []],
    [{ userName: 'ALAN' }, ['Alan']],
    [{ userName: 'ala' }, []],
    [{ email: 'Second.Grace@Navy.example' }, ['grace']],
    [{ state: 'active' }, ADDED],
    [{ state: 'active', q: 'ad' }, ['ada', 'barbara', 'grace', 'zuse']],
    [{ state: 'inactive' }, []],
    [{ locked: 'true' }, []],
    [{ locked: 'false' }, ADDED],
  ] as Array<[Record<string, string>, string[]]>)('%j shows each match once, in order, and its total', async (query, expected) => {
    expect(await walk(query)).toEqual(expected);
    const { body } = await list({ ...query, limit: 1, total: 'true' });
    expect([body.total, namesOf(body.people)]).toEqual([expected.length, expected.slice(0, 1)]);
    if (body.nextCursor)
      expect((await list({ ...query, limit: 1, total: 'true', cursor: body.nextCursor })).body.total).toBe(expected.length);
    expect((await list(query)).body).not.toHaveProperty('total');
  });

  it('finds people by their login name, as far as it is typed', async () => {
    const { primaryDomain } = world.organization;
    expect(await walk({ q: `grace@${primaryDomain.slice(0, 3)}` })).toEqual(['grace']);
    expect(await walk({ q: `gra@${primaryDomain}` })).toEqual([]);
  });

  it('is cut by the times of creation and change', async () => {
    const { people } = (await list()).body;
    const [, second, third] = people;
    expect(await walk({ createdAfter: second.createdAt })).toEqual(ADDED.slice(2));
    expect(await walk({ createdBefore: third.createdAt })).toEqual(ADDED.slice(0, 2));
    expect(await walk({ createdAfter: people[0].createdAt, createdBefore: people[4].createdAt })).toEqual(ADDED.slice(1, 4));
    expect(await walk({ createdAfter: second.createdAt, sort: '-userName' })).toEqual(['zuse', 'grace', 'barbara']);
    await service.call('PATCH', `${base}/${second.userId}`, { title: `Professor ${maxCandidates}` });
    expect(await walk({ changedAfter: people[4].modifiedAt })).toEqual([ids[second.userId]]);
    expect(await walk({ sort: '-changedAt' })).toEqual(['Alan', 'zuse', 'grace', 'barbara', 'ada']);
    // Back to the order of changes that the others expect.
    for (const { userId } of people) await service.call('PATCH', `${base}/${userId}`, { title: `T${maxCandidates}` });
  });

  it('knows who is deactivated and who is locked', async () => {
    const [ada, alan] = Object.keys(ids);
    await service.call('POST', `${base}/${ada}/_deactivate`);
    await service.call('POST', `${base}/${alan}/_lock`);
    expect(await walk({ state: 'inactive' })).toEqual(['ada']);
    expect(await walk({ state: 'active' })).toEqual(ADDED.slice(1));
    expect(await walk({ locked: 'true' })).toEqual(['Alan']);
    expect(await walk({ locked: 'false', state: 'active' })).toEqual(ADDED.slice(2));
    const shown = (await list()).body.people.map(({ state, locked }: { state: string; locked: boolean }) => [state, locked]);
    expect(shown.slice(0, 3)).toEqual([
      ['inactive', false],
      ['active', true],
      ['active', false],
    ]);
    await service.call('POST', `${base}/${ada}/_reactivate`);
    await service.call('POST', `${base}/${alan}/_unlock`);
    for (const userId of Object.keys(ids)) await service.call('PATCH', `${base}/${userId}`, { title: `U${maxCandidates}` });
  });
});

describe.each([
  ['few people', 5_000],
  ['so many people that the order is walked', 0],
  ['more people than can be sorted, of whom each index is read only so far', 1],
])('the words of people, where there are %s', (_, maxCandidates) => {
  let people: string;
  const found = async (q: string) =>
    (await service.call('GET', `${people}?${new URLSearchParams({ q })}`)).body.people.map(
      ({ userName }: { userName: string }) => userName,
    );
  const emails = (value: string) => [{ value }];

  beforeAll(async () => {
    service.get(PeopleSearch).maxCandidates = maxCandidates;
    people = `/admin/v1/organizations/${await createOrganization(service)}/people`;
    for (const body of [
      {
        userName: 'ana',
        givenName: 'Ana María',
        familyName: 'von der Óscar O’Brien',
        displayName: 'A',
        emails: emails('m_quinn+1@v.example'),
      },
      { userName: 'vw.x-4711', givenName: 'Jean-Luc', familyName: 'Martin', emails: emails('jl@v.example') },
      { userName: '100%', formattedName: 'Ms. Grace B Hopper', givenName: 'G', familyName: 'H', emails: emails('a@v.example') },
    ])
      expect((await service.call('POST', people, body)).status).toBe(201);
  });
  afterAll(() => {
    service.get(PeopleSearch).maxCandidates = 5_000;
  });

  it.each([
    ['maría', ['ana']],
    ['der', ['ana']],
    ['ósc', ['ana']],
    ['brien', ['ana']],
    ['quinn', []],
    ['m_q', ['ana']],
    ['4711', ['vw.x-4711']],
    ['711', []],
    ['VW', ['vw.x-4711']],
    ['luc', ['vw.x-4711']],
    ['jean-l', ['vw.x-4711']],
    ['hopper', ['100%']],
    ['  luc   mart ', ['vw.x-4711']],
    ['luc maría', []],
    ['m', ['ana', 'vw.x-4711', '100%']],
    ['an', ['ana']],
    ['scar', []],
    ['example', []],
    ['%', []],
    ['_', []],
    ['100%', ['100%']],
    ['10_%', []],
    ['jl@v.ex', ['vw.x-4711']],
    ["' OR 1=1 --", []],
  ])('“%s” finds %j', async (q, expected) => {
    expect((await found(q)).toSorted()).toEqual(expected.toSorted());
  });

  it('are those of the person now: after a change, a removal and a restore', async () => {
    const { userId } = (
      await service.call('POST', people, {
        userName: `w${maxCandidates}`,
        givenName: 'Old Wórd',
        familyName: 'X',
        emails: emails('w@v.example'),
      })
    ).body;
    const name = [`w${maxCandidates}`];
    expect(await found('wórd')).toEqual(name);
    await service.call('PATCH', `${people}/${userId}`, { givenName: 'New Têxt' });
    expect([await found('wórd'), await found('têxt')]).toEqual([[], name]);
    await service.call('PATCH', people.replace('people', 'policies/removedPeople'), { days: 30 });
    await service.call('DELETE', `${people}/${userId}`);
    expect(await found('têxt')).toEqual([]);
    await service.call('POST', `${people}/${userId}/_restore`);
    expect(await found('têxt')).toEqual(name);
  });

  it('are at most eight', async () => {
    expect(await found('ana maría von der óscar o’brien m_q an')).toEqual(['ana']);
    const refused = await service.call('GET', `${people}?q=a+b+c+d+e+f+g+h+i`);
    expect([refused.status, refused.body.code]).toEqual([400, 'query.invalid']);
  });
});

describe('the list of people', () => {
  it('refuses a cursor of another list, and what it does not know', async () => {
    const { nextCursor } = (await list({ limit: 2 })).body;
    for (const query of [{ cursor: nextCursor, sort: 'userName' }, { cursor: nextCursor, q: 'ad' }, { cursor: 'nonsense' }] as Array<
      Record<string, string>
    >)
      expect((await list(query)).body.code).toBe('page.cursor');
    expect((await list({ sort: 'shoeSize' })).body.code).toBe('query.invalid');
    expect((await list({ state: 'sleeping' })).body.code).toBe('query.invalid');
    expect((await list({ shoeSize: '42' })).body.code).toBe('query.unknown');
  });

  it('shows nobody of another organization', async () => {
    const other = await makeWorld(service);
    const path = `/admin/v1/organizations/${other.organization.id}/people`;
    const { body } = await service.call('GET', `${path}?q=ada&total=true`);
    expect(body).toMatchObject({ people: [], total: 0 });
    expect((await service.call('GET', `${path}?total=true`)).body).toMatchObject({ people: [{ userName: 'bjensen' }], total: 1 });
  });
});

describe('the list of all people', () => {
  const everybody = (query: Record<string, string>) => service.call('GET', `/admin/v1/people?${new URLSearchParams(query)}`);
  async function walkAll(query: Record<string, string>): Promise<Array<{ userName: string; orgId: string; loginName: string }>> {
    const found: Array<{ userName: string; orgId: string; loginName: string }> = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { body } = await everybody({ ...query, limit: '2', ...(cursor && { cursor }) });
      found.push(...body.people);
      cursor = body.nextCursor as string | null;
    }
    return found;
  }

  it('goes through every organization: as they were added, by name, by the beginning of a name, by address', async () => {
    const other = await makeWorld(service);
    const email = { value: 'ADA@engines.example' };
    await other.addPerson({ userName: 'Ada', emails: [email] });
    const all = await walkAll({});
    expect(new Set(all.map(({ orgId }) => orgId)).size).toBeGreaterThan(2);
    const { body } = await everybody({ total: 'true', limit: '0' });
    expect(body).toMatchObject({ people: [], total: all.length });
    const byName = await walkAll({ sort: 'userName' });
    expect(byName.map(({ userName }) => userName)).toEqual(
      byName.map(({ userName }) => userName).toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)),
    );
    expect(byName).toHaveLength(all.length);
    const queries: Array<Record<string, string>> = [
      { q: 'aDa' },
      { userName: 'ADA' },
      { email: 'ada@engines.example' },
      { email: 'ada@engines.example', q: 'a' },
    ];
    for (const query of queries) {
      const found = await walkAll(query);
      expect(found.map(({ loginName }) => loginName)).toEqual([
        `ada@${world.organization.primaryDomain}`,
        `Ada@${other.organization.primaryDomain}`,
      ]);
    }
    expect(await walkAll({ userName: 'ad' })).toEqual([]);
  });

  it('has a person once whose work and home address are the same', async () => {
    const other = await makeWorld(service);
    const value = `${freshName('twice')}@engines.example`;
    await other.addPerson({
      userName: freshName('twice'),
      emails: [
        { value, type: 'work', primary: true },
        { value, type: 'home' },
      ],
    });
    expect((await everybody({ email: value, total: 'true', limit: '1' })).body).toMatchObject({
      people: [{}],
      total: 1,
      nextCursor: null,
    });
  });

  it('is for administrators of the whole service', async () => {
    const { token } = await createServiceUser(service, world.organization.id, 'ORG_OWNER');
    expect((await service.call('GET', '/admin/v1/people', undefined, { token })).status).toBe(403);
  });
});

describe('the statements of the list', () => {
  /** The plans of the statements that read people. */
  async function plansOf(query: Record<string, string>, ask = list): Promise<string[]> {
    const database = service.get(Database);
    const seen: Array<{ sql: string; values: unknown[] }> = [];
    const { rows } = database.search;
    Object.assign(database.search, {
      rows: (sql: string, values: never[], reach: never) => (seen.push({ sql, values }), rows.call(database.search, sql, values, reach)),
    });
    try {
      await ask(query);
    } finally {
      Object.assign(database.search, { rows });
    }
    const lines: string[] = [];
    for (const { sql, values } of seen.filter((one) => one.sql.includes('users u'))) {
      const explained = await database.query.rows<Record<string, string | null>>(`${EXPLAIN} ${sql}`, values as never[]);
      lines.push(...explained.map((row) => Object.values(row).join(' ')));
    }
    return lines;
  }

  it.each([
    [{}, 'users_by_created'],
    [{ sort: '-changedAt' }, 'users_by_modified'],
    [{ sort: 'userName' }, 'users_by_name'],
    [{ sort: 'name' }, 'users_by_family_name'],
    [{ sort: 'email' }, 'users_by_email'],
    [{ createdAfter: '2020-01-01T00:00:00Z' }, 'users_by_created'],
    [{ createdAfter: '2020-01-01T00:00:00Z', createdBefore: '2199-01-01T00:00:00Z' }, 'users_by_created'],
    [{ changedAfter: '2020-01-01T00:00:00Z' }, 'users_by_modified'],
  ] as Array<[Record<string, string>, string]>)('for %j read one index in its order and sort nothing', async (query, index) => {
    service.get(PeopleSearch).maxCandidates = 5_000;
    const plans = await plansOf(query);
    expect(plans).toHaveLength(1);
    expect(plans[0]).toContain(index);
    expect(plans[0]).not.toMatch(/filesort|TEMP B-TREE/i);
  });

  it('for words read the index of each name, and look up only those it finds', async () => {
    service.get(PeopleSearch).maxCandidates = 5_000;
    const plans = (await plansOf({ q: 'ada love' })).join('\n');
    for (const index of ['users_by_name', 'users_by_given_name', 'users_by_family_name', 'users_by_display_name', 'user_values_by_key'])
      expect(plans).toContain(index);
    expect(plans).not.toMatch(/SCAN (u|v|users|user_values)\b|\b[uv] ALL\b/);
  });

  it.each([[{ state: 'active' }], [{ locked: 'false' }], [{ state: 'active', locked: 'false' }]] as Array<[Record<string, string>]>)(
    'for %j, which nearly everybody matches, look at the next ones in the order only',
    async (query) => {
      const database = service.get(Database);
      const seen: string[] = [];
      const { rows } = database.search;
      Object.assign(database.search, {
        rows: (sql: string, values: never[], reach: never) => (seen.push(sql), rows.call(database.search, sql, values, reach)),
      });
      try {
        expect((await list({ ...query, limit: 1 })).body.people).toHaveLength(1);
      } finally {
        Object.assign(database.search, { rows });
      }
      expect(seen).toHaveLength(1);
      expect(seen[0]).toMatch(/users_by_created\b.* LIMIT 4\) d/);
    },
  );

  it.each([
    [{}, /PRIMARY|sqlite_autoindex_users_1/],
    [{ sort: 'userName' }, /u_users_login/],
    [{ q: 'ad' }, /u_users_login/],
    [{ email: 'ada@engines.example' }, /user_values_by_login/],
  ] as Array<[Record<string, string>, RegExp]>)('for %j over all organizations begin at an index', async (query, index) => {
    const everybody = () => service.call('GET', `/admin/v1/people?${new URLSearchParams(query)}`);
    const plans = await plansOf(query, everybody);
    expect(plans.join(' ')).toMatch(index);
    if (!query['email']) expect(plans.join(' ')).not.toMatch(/filesort|TEMP B-TREE/i);
  });
});
