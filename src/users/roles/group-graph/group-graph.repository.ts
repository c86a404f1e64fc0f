// Which groups a member belongs to, directly and through other groups. Reads memberships and writes the version of the groups; `users/directory/groups` writes
// the rest.
import { Injectable } from '@nestjs/common';
import { padded } from '../../../common/database/coalescer.js';
import { Database } from '../../../common/database/database.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import type { Clause, SqlWords } from '../../../common/database/engines/sql-words.js';

/** The index that finds the groups of a member. */
const BY_MEMBER = 'group_members_by_member';

/** A number that no member has. */
const NO_USER = 0;

export interface GroupName {
  no: number;
  id: string;
  displayName: string;
}

/** A group that a member belongs to. */
export interface BelongedGroup extends GroupName {
  memberNo: number;
  /** A member of the group itself, not only of a nested group. */
  direct: boolean;
}

/**
 * A common table expression `belongs (member_no, group_no)`: every group that one of `memberNos` (people, service users or groups) belongs to,
 * directly or through other groups, each once for each member. It goes in front of a SELECT that joins it. The recursion stops when it finds no new
 * group, so it reads each group once and would end in a cycle too. The index is forced: otherwise one engine builds an index of all memberships for
 * each query.
 */
export function belongsClause(words: SqlWords, orgNo: number, memberNos: readonly number[]): Clause {
  const marks = memberNos.map(() => '?').join(', ');
  const members = ofMembersClause(words);
  return {
    sql: `WITH RECURSIVE belongs (member_no, group_no) AS (
      SELECT m.member_no, m.group_no FROM ${members} WHERE m.member_no IN (${marks}) AND m.org_no = ?
      UNION
      SELECT b.member_no, m.group_no FROM belongs b ${words.thenJoin} ${members} ON m.member_no = b.group_no AND m.org_no = ?)`,
    values: [...memberNos, orgNo, orgNo],
  };
}

/** The table of memberships as `m`, read by the index on its member. */
export function ofMembersClause(words: SqlWords): string {
  return `group_members m${words.useIndex(BY_MEMBER)}`;
}

/**
 * Raises the version of an organization's groups, which invalidates caches about them. Call it when a group enters or leaves another one, and when
 * roles of projects are assigned to a group or removed from it. Locks: one such unit of work at a time, over all processes.
 */
export async function raiseGroupsVersion(tx: Transaction, orgNo: number): Promise<void> {
  await tx.run('UPDATE group_nesting SET version = version + 1 WHERE org_no = ?', [orgNo]);
}

@Injectable()
export class GroupGraph {
  private readonly words: SqlWords;

  constructor(private readonly database: Database) {
    this.words = database.search.words;
  }

  /** The groups that members belong to, directly and through others, ordered by name. One query for all members. @param limit of rows; absent: all */
  async groupsOfMembers(orgNo: number, memberNos: readonly number[], limit?: number): Promise<BelongedGroup[]> {
    if (memberNos.length === 0) return [];
    const { sql, values } = belongsClause(this.words, orgNo, padded(memberNos, NO_USER));
    const rows = await this.database.query.rows<{ member_no: number; no: number; id: string; display_name: string; direct: number }>(
      `${sql} SELECT b.member_no, g.no, g.id, g.display_name,
          CASE WHEN EXISTS (SELECT 1 FROM group_members own WHERE own.member_no = b.member_no AND own.group_no = b.group_no) THEN 1 ELSE 0 END AS direct
         FROM belongs b ${this.words.thenJoin} user_groups g ON g.no = b.group_no AND g.org_no = ? ORDER BY g.display_name_key, g.no${limit === undefined ? '' : ` LIMIT ${limit}`}`,
      [...values, orgNo],
    );
    return rows.map((row) => ({
      memberNo: row.member_no,
      no: row.no,
      id: row.id,
      displayName: row.display_name,
      direct: Boolean(row.direct),
    }));
  }

  /** The numbers of the groups and of every group above them. */
  async withAncestors(orgNo: number, groupNos: readonly number[], query: Query = this.database.query): Promise<number[]> {
    if (groupNos.length === 0) return [];
    const { sql, values } = belongsClause(this.words, orgNo, groupNos);
    const rows = await query.rows<{ group_no: number }>(`${sql} SELECT DISTINCT b.group_no FROM belongs b`, [...values]);
    return [...new Set([...groupNos, ...rows.map(({ group_no }) => group_no)])];
  }

  /** The numbers of the groups and of every group inside them. */
  async withDescendants(orgNo: number, groupNos: readonly number[], query: Query = this.database.query): Promise<number[]> {
    if (groupNos.length === 0) return [];
    const rows = await query.rows<{ group_no: number }>(
      `WITH RECURSIVE inside (group_no) AS (
        SELECT m.member_no FROM group_members m WHERE m.group_no IN (${groupNos.map(() => '?').join(', ')}) AND m.kind = 'group' AND m.org_no = ?
        UNION
        SELECT m.member_no FROM inside i ${this.words.thenJoin} group_members m${this.words.byPrimaryKey}
          ON m.group_no = i.group_no AND m.kind = 'group' AND m.org_no = ?)
       SELECT group_no FROM inside`,
      [...groupNos, orgNo, orgNo],
    );
    return [...new Set([...groupNos, ...rows.map(({ group_no }) => group_no)])];
  }
}
