// The plans of the hot queries about groups, as the engine says it will run them: kept as text, and none of them may become a full scan.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import type { Query } from '../../src/common/database/transaction.js';
import type { SqlValue } from '../../src/common/database/engines/sql-value.js';
import { insertRows } from '../../src/common/database/multi-row.js';
import { toCriteria } from '../../src/scim/protocol/query/criteria.js';
import { parseFilter } from '../../src/scim/protocol/query/filter.js';
import { GROUP } from '../../src/scim/protocol/schema/group.schema.js';
import { resolveFilter } from '../../src/scim/protocol/query/resolve.js';
import { USER } from '../../src/scim/protocol/schema/user.schema.js';
import { GroupGraph } from '../../src/users/roles/group-graph/group-graph.repository.js';
import type { Group } from '../../src/users/directory/groups/group.js';
import { GroupMembersRepository } from '../../src/users/directory/groups/group-members.repository.js';
import { GroupSearch, type GroupSearchRequest } from '../../src/users/directory/groups/group-search.service.js';
import { GroupsRepository } from '../../src/users/directory/groups/groups.repository.js';
import { insertCounts } from '../../src/users/organizations/organization-counts.repository.js';
import { PeopleRepository } from '../../src/users/directory/people/people.repository.js';
import { PeopleSearch } from '../../src/users/directory/people/search/people-search.service.js';
import { emptyPerson, type Person } from '../../src/users/directory/people/person/person.js';
import { ENGINE, EXPLAIN, SERVER_URL } from '../support/database.js';
import { sentReads, type Read } from '../support/sent-statements.js';
import { startService, type TestService } from '../support/service.js';

const GROUPS = 2_000;
const PEOPLE = 1_000;
const GROUPS_OF_EACH = 5;

let service: TestService;
let database: Database;
let orgNo: number;
let groups: Group[];
let people: number[];
beforeAll(async () => {
  service = await startService();
  database = service.get(Database);
  await seed();
  const tables = ['users', 'user_groups', 'group_members', 'group_external_ids'];
  for (const sql of SERVER_URL ? [`ANALYZE TABLE ${tables.join(', ')}`] : [])
    await database.write('analyze', async (tx) => void (await tx.manager.query(sql)));
});
afterAll(() => service.close());

/** People in five groups each, one of them in all; every tenth group is in the next one. */
async function seed(): Promise<void> {
  await database.write('seed', async (tx) => {
    orgNo = tx.nextNumber();
    await insertCounts(tx, orgNo);
    const values = { ...emptyPerson(), orgNo, version: 1, tokenGeneration: 0, createdUs: 1, modifiedUs: 1 };
    const added: Person[] = Array.from({ length: PEOPLE }, (_, index) => {
      const no = tx.nextNumber();
      return { ...values, no, id: `p${index}`, userName: `person-${index}` };
    });
    people = added.map(({ no }) => no);
    await service.get(PeopleRepository).insertAll(tx, added, []);
    groups = Array.from({ length: GROUPS }, (_, index) => {
      const times = { createdUs: 1_000_000 + index, modifiedUs: 2_000_000 - index };
      return { no: tx.nextNumber(), id: `g${index}`, orgNo, displayName: `Group ${index}`, externalId: `e${index}`, version: 1, ...times };
    });
    await service.get(GroupsRepository).insertAll(tx, groups, 0);
    // Otherwise the groups of the organization are the whole table, which MySQL may as well read from end to end.
    const [neighbourNo, neighbours] = [tx.nextNumber(), groups.map((group) => ({ ...group, no: tx.nextNumber(), id: `n${group.id}` }))];
    await insertCounts(tx, neighbourNo);
    await service.get(GroupsRepository).insertAll(
      tx,
      neighbours.map((group) => ({ ...group, orgNo: neighbourNo })),
      0,
    );
    const rows: SqlValue[][] = people.flatMap((no, index) =>
      Array.from({ length: GROUPS_OF_EACH }, (_, at) => [numberOf((index * 7 + at * 13) % (GROUPS - 1)), 'user', no, orgNo]),
    );
    for (const no of people) rows.push([numberOf(GROUPS - 1), 'user', no, orgNo]);
    for (let index = 0; index + 1 < GROUPS; index += 10) rows.push([numberOf(index + 1), 'group', numberOf(index), orgNo]);
    await insertRows(tx, 'group_members', ['group_no', 'kind', 'member_no', 'org_no'], rows);
  });
}

const numberOf = (index: number): number => groups[index]?.no ?? 0;

/** The statements about groups that `work` sends. */
const statementsOf = async (work: (query: Query) => Promise<unknown>): Promise<Read[]> =>
  (await sentReads(service, () => work(database.query), 'row')).filter(({ sql }) =>
    /user_groups|group_members|group_external_ids/.test(sql),
  );

/** One line for each table a statement touches: how, and by which index. */
async function planOf({ sql, values }: Read): Promise<string[]> {
  const { query } = database;
  if (!SERVER_URL) return (await query.rows<{ detail: string }>(`${EXPLAIN} ${sql}`, values)).map(({ detail }) => detail);
  const rows = await query.rows<{ table: string | null; type: string | null; key: string | null; Extra: string | null }>(
    `${EXPLAIN} ${sql}`,
    values,
  );
  return rows.map(
    ({ table, type, key, Extra }) =>
      `${table ?? '-'}: ${type ?? '-'} by ${key ?? '-'}${/Using index(?! condition)/.test(Extra ?? '') ? ', index only' : ''}${Extra?.includes('filesort') ? ', sorted' : ''}`,
  );
}

/** Reading a table from end to end; derived tables and what a walk has found so far are read whole. */
const FULL_SCAN = SERVER_URL ? /^(g|m|e|x|t|u|own): (ALL|index) / : /^SCAN (g|m|e|x|t|u|own)\b(?!.*USING)/;

const matching = (filter: string): GroupSearchRequest => ({
  offset: 0,
  limit: 100,
  criteria: toCriteria(resolveFilter(parseFilter(filter), GROUP)),
});
const searching = (request: GroupSearchRequest) => () => service.get(GroupSearch).search(orgNo, request);
const graph = () => service.get(GroupGraph);
const members = () => service.get(GroupMembersRepository);

const HOT: Array<[string, (query: Query) => Promise<unknown>]> = [
  ...(['createdUs', 'modifiedUs', 'displayName', 'id'] as const).flatMap((field): typeof HOT => [
    [`everything by ${field}`, searching({ offset: 0, limit: 100, order: { field, descending: false } })],
    [
      `everything by ${field}, backwards, behind a cursor`,
      searching({
        offset: 0,
        limit: 100,
        order: { field, descending: true },
        total: GROUPS,
        after: { key: field.endsWith('Us') ? 1_001_000 : 'group 5', no: 5 },
      }),
    ],
  ]),
  ['id eq', searching(matching('id eq "g7"'))],
  ['displayName eq', searching(matching('displayName eq "Group 7"'))],
  ['displayName sw', searching(matching('displayName sw "Group 77"'))],
  ['displayName ew', searching(matching('displayName ew "77"'))],
  ['externalId eq', searching(matching('externalId eq "e7"'))],
  ['id eq and members eq', searching(matching('id eq "g7" and members eq "p1"'))],
  ['members eq', searching(matching('members eq "p1"'))],
  ['members[value eq and type eq]', searching(matching('members[value eq "p1" and type eq "User"]'))],
  ['a group by id', () => service.get(GroupsRepository).findGroup(orgNo, 'g7', 0)],
  [
    'whether people are members',
    (query) =>
      members().presentAmong(
        query,
        numberOf(7),
        people.slice(0, 3).map((no) => ({ no, id: '', kind: 'user' as const })),
      ),
  ],
  ['members by id', () => members().findByIds(orgNo, ['p1', 'p2', 'g7'])],
  ['a page of members', () => members().listPage(orgNo, numberOf(GROUPS - 1), people[500] ?? 0, 100)],
  [
    'members of a page of groups',
    () =>
      members().listAll(
        orgNo,
        groups.slice(0, 8).map(({ no }) => no),
        2_000,
      ),
  ],
  ['groups of a person', () => graph().groupsOfMembers(orgNo, people.slice(0, 1))],
  ['groups of a page of people', () => graph().groupsOfMembers(orgNo, people.slice(0, 100))],
  ['groups above a group', () => graph().withAncestors(orgNo, [numberOf(20)])],
  ['groups inside a group', () => graph().withDescendants(orgNo, [numberOf(21)])],
  ['groups that a group is in', (query) => members().parentsOf(query, orgNo, [numberOf(20)])],
  ['groups in a group', (query) => members().childrenOf(query, orgNo, [numberOf(21)])],
  ['groups in a group that have groups', (query) => members().branchesOf(query, orgNo, [numberOf(21)])],
  [
    'people by groups.value eq',
    () =>
      service.get(PeopleSearch).searchPeople(orgNo, {
        offset: 0,
        limit: 100,
        criteria: toCriteria(resolveFilter(parseFilter('groups.value eq "g21"'), USER)),
      }),
  ],
];

describe('the plans of the hot queries about groups', () => {
  it('are the ones that were measured, and no full scan', async () => {
    const lines: string[] = [];
    for (const [name, work] of HOT) {
      lines.push(`# ${name}`);
      for (const statement of await statementsOf(work)) {
        const steps = await planOf(statement);
        for (const step of steps) expect(FULL_SCAN.test(step), `${name}: ${step}\n${statement.sql}`).toBe(false);
        lines.push(...steps.map((step) => `  ${step}`), '');
      }
    }
    await expect(lines.join('\n')).toMatchFileSnapshot(`plans/groups-${ENGINE}.txt`);
  });
});
