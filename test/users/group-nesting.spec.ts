// Which groups may be put into which, over rows that are written here.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Query } from '../../src/common/database/transaction.js';
import { insertRows } from '../../src/common/database/multi-row.js';
import { MAX_GROUP_DEPTH, NestingGraph, type Nesting } from '../../src/users/directory/groups/group-nesting.js';
import { GroupMembersRepository } from '../../src/users/directory/groups/group-members.repository.js';
import { openDatabase, type OpenDatabase } from '../support/open-database.js';

const ORG = 1;
/** A group with very many groups in it, of which one has a group itself. */
const [BROAD, WIDTH, BRANCH, TWIG] = [1_000, 2_000, 1_700, 5_000];
let opened: OpenDatabase;
let repository: GroupMembersRepository;
beforeAll(async () => {
  opened = await openDatabase();
  repository = new GroupMembersRepository(opened.database);
  const nestings: Nesting[] = [
    // 10 is in 11 and 12, which are both in 13.
    ...[11, 12].flatMap((no) => [
      { groupNo: no, memberNo: 10 },
      { groupNo: 13, memberNo: no },
    ]),
    // As long a chain as there may be, from 39 down to 30.
    ...Array.from({ length: MAX_GROUP_DEPTH - 1 }, (_, index) => ({ groupNo: 31 + index, memberNo: 30 + index })),
    ...Array.from({ length: WIDTH }, (_, index) => ({ groupNo: BROAD, memberNo: BROAD + 1 + index })),
    { groupNo: BRANCH, memberNo: TWIG },
  ];
  await opened.database.write('nestings', (tx) =>
    insertRows(
      tx,
      'group_members',
      ['group_no', 'kind', 'member_no', 'org_no'],
      nestings.map(({ groupNo, memberNo }) => [groupNo, 'group', memberNo, ORG]),
    ),
  );
});
afterAll(() => opened.close());

const load = (...planned: Nesting[]) => NestingGraph.load(planned, repository.nestingSource(opened.database.query, ORG));
const into = (groupNo: number, memberNo: number): Nesting => ({ groupNo, memberNo });

describe('a group in a group', () => {
  it('closes a circle, whose groups are named from the member down to the group', async () => {
    const graph = await load(into(10, 13), into(10, 10), into(10, 30));
    expect([graph.circleOf(into(10, 13))?.at(0), graph.circleOf(into(10, 13))?.at(-1)]).toEqual([13, 10]);
    expect(graph.circleOf(into(10, 13))).toHaveLength(3);
    expect(graph.circleOf(into(10, 10))).toEqual([10]);
    expect(graph.circleOf(into(10, 30))).toBeUndefined();
  });

  it.each([
    ['at the top of the longest chain', into(99, 39), true],
    ['at its bottom', into(30, 99), true],
    ['as long as the chain may be', into(99, 38), false],
    ['beside the chain', into(39, 99), false],
    ['over two ways, of which the longer counts', into(36, 13), false],
    ['over two ways, one group too deep', into(32, 13), true],
  ])('is judged by its depth %s', async (_, nesting, expected) => {
    expect((await load(nesting)).isTooDeep(nesting)).toBe(expected);
  });

  it('counts for those that come after it', async () => {
    const [first, second] = [into(50, 37), into(51, 50)];
    const graph = await load(first, second);
    expect([graph.isTooDeep(first), graph.isTooDeep(second)]).toEqual([false, false]);
    graph.add(first);
    expect(graph.isTooDeep(second)).toBe(false);
    expect(graph.circleOf(into(37, 50))).toEqual([50, 37]);
    graph.add(second);
    expect(graph.isTooDeep(into(52, 51))).toBe(true);
  });

  it('with very many groups in it is judged without those that have none themselves', async () => {
    let rows = 0;
    const { query } = opened.database;
    const counting: Query = {
      ...query,
      row: (sql, values) => query.row(sql, values),
      rows: async <Row>(sql: string, values?: never) => {
        const found = await query.rows<Row>(sql, values);
        rows += found.length;
        return found;
      },
    };
    const inner = into(34, BROAD);
    const graph = await NestingGraph.load([inner, into(32, BROAD)], repository.nestingSource(counting, ORG));
    expect([graph.isTooDeep(inner), graph.isTooDeep(into(32, BROAD))]).toEqual([false, true]);
    expect(rows).toBeLessThan(20);
  });
});
