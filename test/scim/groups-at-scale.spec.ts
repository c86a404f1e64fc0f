// Large groups: answers are streamed, and what is not asked for is not read.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { Leases } from '../../src/common/work/leases.service.js';
import { Removals } from '../../src/common/work/removals.service.js';
import { Organizations } from '../../src/users/organizations/organizations.service.js';
import { UserRow } from '../../src/users/directory/people/person/person.entity.js';
import { collectGarbage } from '../support/collect-garbage.js';
import { createOrganization, freshName, patchOf } from '../support/people.js';
import { sentStatements } from '../support/sent-statements.js';
import { startService, type TestService } from '../support/service.js';

const GROUP_URN = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const MEMBERS = process.env['LONG'] ? 1_000_000 : 5_000;
/** Numbers that no sequence has reached. */
const FIRST = 9_000_000_000;

let service: TestService;
let database: Database;
let base: string;
let orgNo: number;
let large: { id: string; no: number; members: string[] };
let small: { id: string };
beforeAll(async () => {
  service = await startService();
  database = service.get(Database);
  const orgId = await createOrganization(service);
  orgNo = (await service.get(Organizations).requireOrganization(orgId)).no;
  base = `/scim/v2/${orgId}`;
  const made = await makeGroup();
  const no = (await database.query.row<{ no: number }>('SELECT no FROM user_groups WHERE id = ?', [made.id]))?.no ?? 0;
  large = { id: made.id, no, members: await fill(no, MEMBERS) };
  // The connection has been idle for long, in which the service may have closed it.
  await service.call('GET', '/healthz').catch(() => undefined);
  small = await makeGroup(large.members[0]);
}, 3_600_000);
afterAll(() => service.close());

const makeGroup = async (...ids: Array<string | undefined>): Promise<{ id: string }> =>
  (
    await service.call('POST', `${base}/Groups`, {
      schemas: [GROUP_URN],
      displayName: freshName('Large'),
      members: ids.map((value) => ({ value })),
    })
  ).body;

const DIGITS = Array.from({ length: 10 }, (_, digit) => `SELECT ${digit}${digit === 0 ? ' AS n' : ''}`).join(' UNION ALL ');
const THOUSAND = 1_000;

/** People who are members of a group, as copies of one row. @returns their ids */
async function fill(groupNo: number, count: number): Promise<string[]> {
  const template = (await makeOutsider()).id;
  const names = Object.keys(UserRow.options.columns);
  const copied: Record<string, string> = { no: 'x.no', id: `CONCAT('m', x.no)`, user_name_key: `CONCAT('m', x.no)` };
  for (let from = 0; from < count; from += THOUSAND)
    await database.write('fill a group', async (tx) => {
      const numbers = `(SELECT ${FIRST + from} + a.n + 10 * b.n + 100 * c.n AS no FROM (${DIGITS}) a, (${DIGITS}) b, (${DIGITS}) c) x`;
      await tx.run(
        `INSERT INTO users (${names.join(', ')}) SELECT ${names.map((name) => copied[name] ?? `u.${name}`).join(', ')} FROM users u, ${numbers} WHERE u.id = ?`,
        [template],
      );
      await tx.run(`INSERT INTO group_members (group_no, kind, member_no, org_no) SELECT ?, 'user', x.no, ? FROM ${numbers}`, [
        groupNo,
        orgNo,
      ]);
    });
  return Array.from({ length: count }, (_, index) => `m${FIRST + index}`);
}

/** The statements about groups that `work` sends. */
const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> =>
  (await sentStatements(work)).filter((sql) => /user_groups|group_members/.test(sql));

describe('a large group', () => {
  it('is answered with every member, once', async () => {
    if (MEMBERS > 100_000) return;
    const answer = await service.call('GET', `${base}/Groups/${large.id}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/scim+json']);
    expect(answer.body).toMatchObject({ id: large.id, schemas: [GROUP_URN], meta: { resourceType: 'Group' } });
    expect(answer.body.members.map(({ value }: { value: string }) => value).sort()).toEqual([...large.members].sort());
    expect(answer.body.members[0]).toMatchObject({ type: 'User', $ref: expect.stringContaining('/Users/'), display: expect.any(String) });
    const narrowed = await service.call('GET', `${base}/Groups/${large.id}?attributes=members.value`);
    expect(Object.keys(narrowed.body.members.at(-1))).toEqual(['value']);
  });

  it('stands whole in a list beside others, and in a search from the root', async () => {
    if (MEMBERS > 100_000) return;
    const { body } = await service.call('GET', `${base}/Groups?sortBy=id`);
    const counts = new Map(body.Resources.map(({ id, members }: { id: string; members: unknown[] }) => [id, members.length]));
    expect([counts.get(large.id), counts.get(small.id), body.totalResults]).toEqual([MEMBERS, 1, 2]);
    const found = await service.call('POST', `${base}/.search`, {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
      filter: `id eq "${large.id}"`,
    });
    expect(found.body.Resources[0].members).toHaveLength(MEMBERS);
  });

  it('is written as it is read, in bounded memory', async () => {
    const response = await fetch(`${service.url}${base}/Groups/${large.id}`, {
      headers: { authorization: `Bearer ${service.credentials.serviceUser.personalAccessToken}` },
    });
    // What is still held after a collection, not what is waiting for one.
    const held = () => {
      collectGarbage();
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    const before = held();
    let [bytes, peak, looked] = [0, 0, 0];
    for await (const chunk of response.body ?? []) {
      bytes += (chunk as Uint8Array).length;
      if (bytes < looked + MEMBERS * 10) continue;
      looked = bytes;
      peak = Math.max(peak, held() - before);
    }
    // eslint-disable-next-line no-console
    if (process.env['LONG']) console.log(`${bytes / 1e6} MB answered, ${peak / 1e6} MB held at most`);
    expect(bytes).toBeGreaterThan(MEMBERS * 100);
    expect(looked).toBeGreaterThan(0);
    expect(peak).toBeLessThan(5e6);
  }, 600_000);

  it('ends with its connection when the database fails on the way, instead of looking complete', async () => {
    const { query } = database;
    const { rows } = query;
    let pages = 0;
    Object.assign(query, {
      rows: (sql: string, values?: never) =>
        /ORDER BY m.member_no/.test(sql) && ++pages > 2 ? Promise.reject(new Error('gone')) : rows.call(query, sql, values),
    });
    try {
      await expect(service.call('GET', `${base}/Groups/${large.id}`)).rejects.toThrow();
    } finally {
      Object.assign(query, { rows });
    }
    expect(pages).toBeGreaterThan(2);
  });

  it.each(['excludedAttributes=members', 'attributes=displayName'])('is read with %s without a look at its members', async (query) => {
    for (const path of [
      `/Groups/${large.id}?${query}`,
      `/Groups?${query}`,
      `/Groups?filter=displayName%20pr&sortBy=displayName&${query}`,
    ]) {
      const statements = await statementsOf(() => service.call('GET', `${base}${path}`));
      expect(statements.length).toBeGreaterThan(0);
      expect(statements.filter((sql) => sql.includes('group_members'))).toEqual([]);
    }
  });

  it('is changed and checked by the statements of a small one', async () => {
    const outsider = (await makeOutsider()).id;
    const sent = (id: string) =>
      statementsOf(async () => {
        for (const operation of [
          { op: 'add', path: 'members', value: [{ value: outsider }] },
          { op: 'remove', path: 'members', value: [{ value: outsider }] },
        ])
          expect((await service.call('PATCH', `${base}/Groups/${id}`, patchOf(operation))).status).toBe(204);
        const filter = encodeURIComponent(`id eq "${id}" and members eq "${large.members[0]}"`);
        expect((await service.call('GET', `${base}/Groups?excludedAttributes=members&filter=${filter}`)).body.totalResults).toBe(1);
      });
    const [few, many] = [await sent(small.id), await sent(large.id)];
    expect(few.length).toBeGreaterThan(0);
    expect(many).toEqual(few);
  });

  it('is removed at once, and the rows of its members afterwards, also by a process that finds them', async () => {
    const rows = async () =>
      Number((await database.query.row<{ n: number }>('SELECT COUNT(*) AS n FROM group_members WHERE group_no = ?', [large.no]))?.n);
    // As if the process died right after the removal: the lease is held, and nothing is deleted.
    const leases = service.get(Leases);
    const lease = await leases.acquireLease('removals', 60_000);
    const start = performance.now();
    expect((await service.call('DELETE', `${base}/Groups/${large.id}`)).status).toBe(204);
    const answered = performance.now() - start;
    await service.get(Removals).deleteRelatedRows();
    expect(await rows()).toBe(MEMBERS - 500);
    expect((await service.call('GET', `${base}/Groups/${large.id}`)).status).toBe(404);
    expect((await service.call('GET', `${base}/Users/${large.members.at(-1)}`)).body.groups ?? []).toEqual([]);
    if (lease) await leases.endRun(lease, { startedUs: 0, endedUs: 0 });
    await service.get(Removals).deleteRelatedRows();
    // eslint-disable-next-line no-console
    if (process.env['LONG']) console.log(`removed in ${answered} ms, its rows after ${performance.now() - start} ms`);
    expect(await rows()).toBe(0);
  }, 600_000);
});

const makeOutsider = async (): Promise<{ id: string }> =>
  (
    await service.call('POST', `${base}/Users`, {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: freshName(),
      name: { givenName: 'Out', familyName: 'Sider' },
      emails: [{ value: `${freshName()}@example.com` }],
    })
  ).body;
