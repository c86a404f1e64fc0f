// Who belongs to which groups, over rows that are written here.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GroupGraph } from '../../src/users/roles/group-graph/group-graph.repository.js';
import { openDatabase, type OpenDatabase } from '../support/open-database.js';

const [ORG, OTHER] = [1, 2];
let opened: OpenDatabase;
let graph: GroupGraph;
beforeAll(async () => {
  opened = await openDatabase();
  graph = new GroupGraph(opened.database);
  await opened.database.write('groups', async (tx) => {
    const group = (no: number, name: string, orgNo = ORG) =>
      tx.run(
        `INSERT INTO user_groups (no, id, org_no, display_name, display_name_key, display_name_rev, version, created_us, modified_us)
         VALUES (?, ?, ?, ?, ?, ?, 1, 0, 0)`,
        [no, `g${no}`, orgNo, name, name.toLowerCase(), name],
      );
    const member = (groupNo: number, memberNo: number, kind = 'user', orgNo = ORG) =>
      tx.run('INSERT INTO group_members (group_no, kind, member_no, org_no) VALUES (?, ?, ?, ?)', [groupNo, kind, memberNo, orgNo]);
    for (const [no, name] of [
      [10, 'Delta'],
      [11, 'Charlie'],
      [12, 'Bravo'],
      [13, 'Alpha'],
    ] as const)
      await group(no, name);
    await group(20, 'Elsewhere', OTHER);
    // 100 is in Delta, which is in Charlie and Bravo, which are both in Alpha; 100 is in Alpha itself too.
    await member(10, 100);
    await member(11, 10, 'group');
    await member(12, 10, 'group');
    await member(13, 11, 'group');
    await member(13, 12, 'group');
    await member(13, 100);
    await member(12, 101);
    await member(20, 100, 'user', OTHER);
  });
});
afterAll(() => opened.close());

describe('the groups of members', () => {
  it('are direct and indirect ones, each once, in the order of their names', async () => {
    const found = await graph.groupsOfMembers(ORG, [100, 101, 102]);
    const of = (no: number) => found.filter(({ memberNo }) => memberNo === no).map(({ displayName, direct }) => [displayName, direct]);
    expect(of(100)).toEqual([
      ['Alpha', true],
      ['Bravo', false],
      ['Charlie', false],
      ['Delta', true],
    ]);
    expect(of(101)).toEqual([
      ['Alpha', false],
      ['Bravo', true],
    ]);
    expect(of(102)).toEqual([]);
  });

  it('are those of the organization only', async () => {
    expect((await graph.groupsOfMembers(OTHER, [100])).map(({ id }) => id)).toEqual(['g20']);
  });
});

describe('a group', () => {
  it('has the groups above it, over every way', async () => {
    expect((await graph.withAncestors(ORG, [10])).sort((a, b) => a - b)).toEqual([10, 11, 12, 13]);
    expect(await graph.withAncestors(ORG, [13])).toEqual([13]);
  });
});
