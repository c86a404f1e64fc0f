// The plans of what a change of a policy reads about the people whom it concerns: their roles, and not those of everybody in the service.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Database, type Transaction } from '../../src/common/database/database.js';
import type { SqlValue } from '../../src/common/database/dialect.js';
import { insertRows } from '../../src/common/database/multi-row.js';
import { MembershipsRepository } from '../../src/users/memberships/memberships.repository.js';
import { Organizations } from '../../src/users/organizations/organizations.service.js';
import { PeopleRepository } from '../../src/users/people/people.repository.js';
import { emptyPerson } from '../../src/users/people/person.js';
import { EXPLAIN, SERVER_URL } from '../support/database.js';
import { createOrganization } from '../support/people.js';
import { startService, type TestService } from '../support/service.js';
import { makeWorld, type World } from '../support/world.js';

const ELSEWHERE = 3_000;

let service: TestService;
let database: Database;
let world: World;
beforeAll(async () => {
  service = await startService();
  database = service.get(Database);
  world = await makeWorld(service);
  expect((await service.call('POST', '/admin/v1/members', { userId: world.person.id, role: 'IAM_OWNER' })).status).toBeLessThan(300);
  const { no: orgNo } = await service.get(Organizations).requireOrganization(await createOrganization(service));
  for (let from = 0; from < ELSEWHERE; from += 500)
    await database.write('seed', async (tx) => {
      const values = { ...emptyPerson(), orgNo, version: 1, tokenGeneration: 0, createdUs: 1, modifiedUs: 1 };
      const people = Array.from({ length: 500 }, (_, at) => {
        return { ...values, no: tx.nextNumber(), id: `p${from + at}`, userName: `person-${from + at}` };
      });
      await service.get(PeopleRepository).insertAll(tx, people, []);
      const roles = people.map(({ no }): SqlValue[] => [no, orgNo, 'ORG_OWNER_VIEWER']);
      await insertRows(tx, 'memberships', ['user_no', 'scope_no', 'role'], roles);
    });
  for (const sql of SERVER_URL ? ['ANALYZE TABLE users, memberships'] : ['ANALYZE'])
    await database.write('analyze', async (tx) => void (await tx.manager.query(sql)));
});
afterAll(() => service.close());

/** The steps of a plan that read the roles or the people of the whole service. */
async function wideSteps(sql: string, values: SqlValue[]): Promise<string[]> {
  const steps = await database.query.rows<Record<string, string | number | null>>(`${EXPLAIN} ${sql}`, values);
  if (!SERVER_URL)
    return steps
      .map(({ detail }) => String(detail))
      .filter((step) => /^SCAN (m|h|u|users)\b/.test(step) || /^SEARCH [mhu] .*\((?:user_no|rowid|no)>\?/.test(step));
  return steps
    .filter(({ table, rows }) => /^(m|h|u|users)$/.test(String(table)) && Number(rows) >= ELSEWHERE / 2)
    .map(({ table, type, key, rows }) => `${table}: ${type} by ${key}, ${rows} rows`);
}

it('the roles of the people of an organization are read without those of everybody else', async () => {
  const { no: orgNo } = world.organization;
  const read: Array<[string, SqlValue[]]> = [];
  const roles = await database.write('read roles', (tx) => {
    const noting = new Proxy(tx, {
      get(target, name) {
        if (name !== 'rows') return Reflect.get(target, name, target) as unknown;
        return (sql: string, values: SqlValue[]) => {
          read.push([sql, values]);
          return target.rows(sql, values);
        };
      },
    }) as Transaction;
    return service.get(MembershipsRepository).rolesOfFew(noting, orgNo);
  });
  expect(roles).toEqual([{ userNo: world.person.no, membership: { role: 'IAM_OWNER', orgId: null } }]);
  expect(read).toHaveLength(2);
  for (const [sql, values] of read) expect({ sql, wide: await wideSteps(sql, values) }).toEqual({ sql, wide: [] });
});

it('those of an organization of thousands are read from the holders of roles', async () => {
  const [{ org_no: orgNo } = { org_no: 0 }] = await database.query.rows<{ org_no: number }>("SELECT org_no FROM users WHERE id = 'p0'");
  const repository = service.get(MembershipsRepository);
  expect(await database.write('read roles', (tx) => repository.rolesOfFew(tx, orgNo))).toBeUndefined();
  expect(await database.write('read roles', (tx) => repository.rolesOfPeople(tx, orgNo, 0, 10))).toHaveLength(10);
});
