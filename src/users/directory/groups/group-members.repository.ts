// The SQL of direct members of groups.
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import { changeIn, insertRows, selectIn } from '../../../common/database/multi-row.js';
import type { GroupMember, MemberKind } from './group.js';
import type { Nesting, NestingSource } from './group-nesting.js';

/** A member as shown in lists. */
export interface ListedMember extends GroupMember {
  display: string;
}

/** The number of a group, and the members to add to it. */
export interface GroupWithMembers {
  no: number;
  members: readonly GroupMember[];
}

const KINDS: readonly MemberKind[] = ['group', 'user'];

/** The table of each kind of member, and its display name there. */
const TABLE_OF = {
  user: { table: 'users', display: 'COALESCE(t.display_name, t.user_name)' },
  group: { table: 'user_groups', display: 't.display_name' },
} as const satisfies Record<MemberKind, object>;

interface MemberRow {
  no: number;
  id: string;
  kind: MemberKind;
  display: string;
}

@Injectable()
export class GroupMembersRepository {
  constructor(private readonly database: Database) {}

  /** Reads people of the organization by id and locks their rows, so that they can't be removed concurrently. */
  async lockPeople(tx: Transaction, orgNo: number, ids: readonly string[]): Promise<Array<{ no: number; id: string }>> {
    return selectIn(
      tx,
      'people to be members',
      (marks) => `SELECT no, id FROM users WHERE org_no = ? AND kind = 'person' AND id IN (${marks})${tx.forUpdate}`,
      [orgNo],
      ids,
    );
  }

  /** The people and groups of the organization with these ids. */
  async findByIds(orgNo: number, ids: readonly string[], query: Query = this.database.query): Promise<GroupMember[]> {
    const people = await selectIn<{ no: number; id: string }>(
      query,
      'people by id',
      (marks) => `SELECT no, id FROM users WHERE org_no = ? AND kind = 'person' AND id IN (${marks})`,
      [orgNo],
      ids,
    );
    const groups = await selectIn<{ no: number; id: string }>(
      query,
      'member groups by id',
      (marks) => `SELECT no, id FROM user_groups WHERE org_no = ? AND id IN (${marks})`,
      [orgNo],
      ids,
    );
    return [...people.map((row) => ({ ...row, kind: 'user' as const })), ...groups.map((row) => ({ ...row, kind: 'group' as const }))];
  }

  /** The direct members of a group among `members`. Reads no others. */
  async presentAmong(query: Query, groupNo: number, members: readonly GroupMember[]): Promise<Set<number>> {
    const found = new Set<number>();
    for (const kind of KINDS) {
      const rows = await selectIn<{ member_no: number }>(
        query,
        'members among',
        (marks) => `SELECT member_no FROM group_members WHERE group_no = ? AND kind = ? AND member_no IN (${marks})`,
        [groupNo, kind],
        numbersOf(members, kind),
      );
      for (const { member_no } of rows) found.add(member_no);
    }
    return found;
  }

  /** The groups of the organization among `groupNos`, and whether a person is a direct member of each. */
  async membershipsOf(
    query: Query,
    orgNo: number,
    personNo: number,
    groupNos: readonly number[],
  ): Promise<Array<{ groupNo: number; isMember: boolean }>> {
    const rows = await selectIn<{ no: number; member_no: number | null }>(
      query,
      'memberships of a person among groups',
      (marks) =>
        `SELECT g.no, m.member_no FROM user_groups g LEFT JOIN group_members m ON m.group_no = g.no AND m.kind = 'user' AND m.member_no = ?
          WHERE g.org_no = ? AND g.no IN (${marks})`,
      [personNo, orgNo],
      groupNos,
    );
    return rows.map(({ no, member_no }) => ({ groupNo: no, isMember: member_no !== null }));
  }

  /** Direct members of a group, at most `limit`, in no particular order. */
  async listNumbers(query: Query, groupNo: number, limit: number): Promise<Array<{ no: number; kind: MemberKind }>> {
    return query.rows(`SELECT member_no AS no, kind FROM group_members WHERE group_no = ? LIMIT ${limit}`, [groupNo]);
  }

  /** The ids of members, by number. */
  async idsOf(query: Query, members: ReadonlyArray<{ no: number; kind: MemberKind }>): Promise<Map<number, string>> {
    const ids = new Map<number, string>();
    for (const kind of KINDS) {
      const rows = await selectIn<{ no: number; id: string }>(
        query,
        `ids of ${kind}`,
        (marks) => `SELECT no, id FROM ${TABLE_OF[kind].table} WHERE no IN (${marks})`,
        [],
        numbersOf(members, kind),
      );
      for (const { no, id } of rows) ids.set(no, id);
    }
    return ids;
  }

  /** Adds members to groups; none of them may be a member already. */
  async insertAll(tx: Transaction, orgNo: number, groups: readonly GroupWithMembers[]): Promise<void> {
    const rows = groups.flatMap(({ no, members }) => members.map((member) => [no, member.kind, member.no, orgNo]));
    await insertRows(tx, 'group_members', ['group_no', 'kind', 'member_no', 'org_no'], rows);
  }

  async deleteAll(tx: Transaction, groupNo: number, members: ReadonlyArray<{ no: number; kind: MemberKind }>): Promise<void> {
    for (const kind of KINDS)
      await changeIn(
        tx,
        'delete members',
        (marks) => `DELETE FROM group_members WHERE group_no = ? AND kind = ? AND member_no IN (${marks})`,
        [groupNo, kind],
        numbersOf(members, kind),
      );
  }

  /** Deletes every direct membership of a user or group. */
  async deleteMemberships(tx: Transaction, orgNo: number, memberNo: number): Promise<void> {
    await tx.run('DELETE FROM group_members WHERE member_no = ? AND org_no = ?', [memberNo, orgNo]);
  }

  /** Deletes up to `size` rows of each kind of a group's members. @returns whether there may be more */
  async deletePortion(tx: Transaction, groupNo: number, size: number): Promise<boolean> {
    for (const kind of KINDS) {
      const end = await tx.row<{ member_no: number }>(
        `SELECT member_no FROM group_members WHERE group_no = ? AND kind = ? ORDER BY member_no LIMIT 1 OFFSET ${size - 1}`,
        [groupNo, kind],
      );
      if (end) {
        await tx.run('DELETE FROM group_members WHERE group_no = ? AND kind = ? AND member_no <= ?', [groupNo, kind, end.member_no]);
        return true;
      }
      await tx.run('DELETE FROM group_members WHERE group_no = ? AND kind = ?', [groupNo, kind]);
    }
    return false;
  }

  /** At most `limit` groups of an organization. */
  async someGroupsOf(tx: Transaction, orgNo: number, limit: number): Promise<number[]> {
    const rows = await tx.rows<{ no: number }>(`SELECT no FROM user_groups WHERE org_no = ? LIMIT ${limit}`, [orgNo]);
    return rows.map(({ no }) => no);
  }

  /** Deletes a group without members of an organization that is being removed; its groups are not counted any more. */
  async deleteGroup(tx: Transaction, groupNo: number): Promise<void> {
    for (const table of ['group_external_ids', 'group_roles']) await tx.run(`DELETE FROM ${table} WHERE group_no = ?`, [groupNo]);
    await tx.run('DELETE FROM user_groups WHERE no = ?', [groupNo]);
  }

  /** The queries for a graph of an organization's groups. Groups without nested groups need no memory, regardless of their number. */
  nestingSource(query: Query, orgNo: number): NestingSource {
    return {
      parentsOf: (groupNos) => this.parentsOf(query, orgNo, groupNos),
      childrenOf: (groupNos) => this.branchesOf(query, orgNo, groupNos),
    };
  }

  /** The groups that each of `groupNos` is a direct member of. */
  parentsOf(query: Query, orgNo: number, groupNos: readonly number[]): Promise<Nesting[]> {
    return selectIn(query, 'parents of groups', (marks) => `${NESTINGS} AND m.member_no IN (${marks})`, [orgNo], groupNos);
  }

  /** The groups directly in each of `groupNos`. */
  childrenOf(query: Query, orgNo: number, groupNos: readonly number[]): Promise<Nesting[]> {
    return selectIn(query, 'groups in groups', (marks) => `${NESTINGS} AND m.group_no IN (${marks})`, [orgNo], groupNos);
  }

  /** Of the groups directly in each of `groupNos`, those that contain groups themselves, and one more. */
  branchesOf(query: Query, orgNo: number, groupNos: readonly number[]): Promise<Nesting[]> {
    return selectIn(
      query,
      'branches of groups',
      (marks) =>
        `${NESTINGS} AND (${firstGroupIn('m.member_no')} IS NOT NULL OR m.member_no = ${firstGroupIn('m.group_no')}) AND m.group_no IN (${marks})`,
      [orgNo],
      groupNos,
    );
  }

  /** Direct members of a group after number `after`, at most `limit`, ordered by number. */
  async listPage(orgNo: number, groupNo: number, after: number, limit: number): Promise<ListedMember[]> {
    const found: ListedMember[] = [];
    for (const kind of KINDS) {
      const { table, display } = TABLE_OF[kind];
      const rows = await this.database.query.rows<MemberRow>(
        `SELECT m.member_no AS no, t.id, m.kind, ${display} AS display
           FROM group_members m JOIN ${table} t ON t.no = m.member_no AND t.org_no = ?
          WHERE m.group_no = ? AND m.kind = ? AND m.member_no > ? ORDER BY m.member_no LIMIT ${limit}`,
        [orgNo, groupNo, kind, after],
      );
      found.push(...rows);
    }
    return found.sort((a, b) => a.no - b.no).slice(0, limit);
  }

  /** How many direct members a group has. */
  async countMembers(groupNo: number): Promise<number> {
    const sql = 'SELECT COUNT(*) AS n FROM group_members WHERE group_no = ?';
    return Number((await this.database.query.row<{ n: number }>(sql, [groupNo]))?.n ?? 0);
  }

  /** A direct member of a group by id. Reads no others. */
  async findMember(orgNo: number, groupNo: number, id: string): Promise<ListedMember | undefined> {
    for (const kind of KINDS) {
      const { table, display } = TABLE_OF[kind];
      const found = await this.database.query.row<MemberRow>(
        `SELECT t.no, t.id, m.kind, ${display} AS display
           FROM ${table} t JOIN group_members m ON m.group_no = ? AND m.kind = ? AND m.member_no = t.no
          WHERE t.id = ? AND t.org_no = ?`,
        [groupNo, kind, id, orgNo],
      );
      if (found) return found;
    }
    return undefined;
  }

  /** Direct members of several groups, by the group's number; undefined if there are more than `limit` in all. One query. */
  async listAll(orgNo: number, groupNos: readonly number[], limit: number): Promise<Map<number, ListedMember[]> | undefined> {
    const members = new Map<number, ListedMember[]>(groupNos.map((no) => [no, []]));
    const marks = groupNos.map(() => '?').join(', ');
    const branches = KINDS.map((kind) => {
      const { table, display } = TABLE_OF[kind];
      return `(SELECT m.group_no, m.member_no AS no, t.id, m.kind, ${display} AS display
         FROM group_members m JOIN ${table} t ON t.no = m.member_no AND t.org_no = ? WHERE m.group_no IN (${marks}) AND m.kind = '${kind}'
         LIMIT ${limit + 1})`;
    });
    const rows = await this.database.query.rows<MemberRow & { group_no: number }>(
      `SELECT * FROM ${branches.map((branch, index) => `${branch} b${index}`).join(' UNION ALL SELECT * FROM ')}`,
      KINDS.flatMap(() => [orgNo, ...groupNos]),
    );
    if (rows.length > limit) return undefined;
    rows.sort((a, b) => a.no - b.no);
    for (const { group_no, ...member } of rows) members.get(group_no)?.push(member);
    return members;
  }
}

function numbersOf(members: ReadonlyArray<{ no: number; kind: MemberKind }>, kind: MemberKind): number[] {
  return members.filter((member) => member.kind === kind).map(({ no }) => no);
}

const NESTINGS = "SELECT m.group_no AS groupNo, m.member_no AS memberNo FROM group_members m WHERE m.org_no = ? AND m.kind = 'group'";

/** Not EXISTS or MIN: for EXISTS, MariaDB would read every membership; for MIN, every nested group. */
function firstGroupIn(groupNo: string): string {
  return `(SELECT f.member_no FROM group_members f WHERE f.group_no = ${groupNo} AND f.kind = 'group' ORDER BY f.member_no LIMIT 1)`;
}
