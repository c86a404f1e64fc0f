// The plans of what a change of a policy reads about the people whom it concerns: their roles, and not those of everybody in the service.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import type { Transaction } from '../../src/common/database/transaction.js';
import type { SqlValue } from '../../src/common/database/engines/sql-value.js';
import { insertRows } from '../../src/common/database/multi-row.js';
import { MembershipsRepository, type RolesPage } from '../../src/users/roles/memberships/memberships.repository.js';
import { Organizations } from '../../src/users/organizations/organizations.service.js';
import { PeopleRepository } from '../../src/users/directory/people/people.repository.js';
import { emptyPerson } from '../../src/users/directory/people/person/person.js';
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
  for (const sql of SERVER_URL ? ['ANALYZE TABLE users, memberships'] : [])
    await database.write('analyze', async (tx) => void (await tx.manager.query(sql)));
});
afterAll(() => service.close());

/** The steps of a plan that read the roles or the people of the whole service. */
async function wideSteps(sql: string, values: SqlValue[]): Promise<string[]> {
  const steps = await database.query.rows<Record<string, string | number | null>>(`${EXPLAIN} ${sql}`, values);
  if (!SERVER_URL)
    return steps
      .map(({ detail }) => String(detail))
      .filter((step) => /^SCAN (m|h|u|users)\b/.test(step) || /^SEARCH [mhu] .*\((?:user_no|rowid|no)>\?\)/.test(step));
  return steps
    .filter(({ table, rows }) => /^(m|h|u|users)$/.test(String(table)) && Number(rows) >= ELSEWHERE / 2)
    .map(({ table, type, key, rows }) => `${table}: ${type} by ${key}, ${rows} rows`);
}

/** A unit of work, and what it reads. */
function noting(tx: Transaction): { tx: Transaction; read: Array<[sql: string, values: SqlValue[]]> } {
  const read: Array<[string, SqlValue[]]> = [];
  const get = (target: Transaction, name: string | symbol) => {
    if (name !== 'rows' && name !== 'row') return Reflect.get(target, name, target) as unknown;
    return (sql: string, values: SqlValue[]) => {
      read.push([sql, values]);
      return target[name](sql, values);
    };
  };
  return { tx: new Proxy(tx, { get }), read };
}

it('the roles of the people of an organization are read without those of everybody else', async () => {
  const { no: orgNo } = world.organization;
  const { roles, read } = await database.write('read roles', async (unit) => {
    const noted = noting(unit);
    return { roles: await service.get(MembershipsRepository).rolesOfFew(noted.tx, orgNo), read: noted.read };
  });
  expect(roles).toEqual([{ userNo: world.person.no, membership: { role: 'IAM_OWNER', orgId: null } }]);
  expect(read).toHaveLength(2);
  for (const [sql, values] of read) expect({ sql, wide: await wideSteps(sql, values) }).toEqual({ sql, wide: [] });
});

describe('those of an organization of thousands', () => {
  const repository = () => service.get(MembershipsRepository);
  const orgOfThousands = async () =>
    (await database.query.row<{ org_no: number }>("SELECT org_no FROM users WHERE id = 'p0'"))?.org_no ?? 0;

  it('are read from the holders of roles, all of them page by page', async () => {
    const orgNo = await orgOfThousands();
    expect(await database.write('read roles', (tx) => repository().rolesOfFew(tx, orgNo))).toBeUndefined();
    const holders: number[] = [];
    let pages = 0;
    for (let after: number | undefined = 0; after !== undefined; pages++) {
      const from: number = after;
      const { roles, next }: RolesPage = await database.write('read roles', (tx) => repository().rolesOfPeople(tx, orgNo, from, 1_000));
      holders.push(...roles.map(({ userNo }) => userNo));
      after = next;
    }
    expect(holders).toEqual([...new Set(holders)].toSorted((a, b) => a - b));
    expect([holders.length, pages]).toEqual([ELSEWHERE, 4]);
  });

  it('are read no further than a page, where none of those holders is one of its people', async () => {
    const { no: orgNo } = world.organization;
    const { page, read } = await database.write('read roles', async (unit) => {
      const noted = noting(unit);
      return { page: await repository().rolesOfPeople(noted.tx, orgNo, world.person.no, 100), read: noted.read };
    });
    const { last } = (await database.query.row<{ last: number }>(
      'SELECT MAX(user_no) AS last FROM (SELECT DISTINCT user_no FROM memberships WHERE user_no > ? ORDER BY user_no LIMIT 100) page',
      [world.person.no],
    )) ?? { last: 0 };
    expect(page).toEqual({ roles: [], next: last });
    const [[sql = '', values = []] = [], more] = [read[1], read[2]];
    expect([more, values.slice(0, 2)]).toEqual([undefined, [world.person.no, last]]);
    expect({ sql, wide: await wideSteps(sql, values) }).toEqual({ sql, wide: [] });
  });
});
