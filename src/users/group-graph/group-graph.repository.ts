// Who belongs to which groups, directly and through other groups. Reads only; `users/groups` writes.
import { Injectable } from '@nestjs/common';
import { Database, type Query } from '../../common/database/database.js';
import type { Clause } from '../../common/database/sql-words.js';

/** Groups of the longest chain of groups in groups, both ends included. */
export const MAX_GROUP_DEPTH = 10;

export interface GroupName {
  no: number;
  id: string;
  displayName: string;
}

/** A group that a member belongs to. */
export interface BelongedGroup extends GroupName {
  memberNo: number;
  /** A member of the group itself, not only of one inside it. */
  direct: boolean;
}

/**
 * A common table expression `belongs (member_no, group_no)`: every group that one of `memberNos` (people, service users or groups) belongs to,
 * directly or through other groups, each once for each member. It goes in front of a SELECT that joins it. A walk ends where it finds nothing new,
 * so it reads each group once and would end in a circle too.
 */
export function belongsClause(orgNo: number, memberNos: readonly number[]): Clause {
  const marks = memberNos.map(() => '?').join(', ');
  return {
    sql: `WITH RECURSIVE belongs (member_no, group_no) AS (
      SELECT m.member_no, m.group_no FROM group_members m WHERE m.member_no IN (${marks}) AND m.org_no = ?
      UNION
      SELECT b.member_no, m.group_no FROM belongs b JOIN group_members m ON m.member_no = b.group_no AND m.org_no = ?)`,
    values: [...memberNos, orgNo, orgNo],
  };
}

@Injectable()
export class GroupGraph {
  constructor(private readonly database: Database) {}

  /** The groups that members belong to, directly and through others, in the order of their names. One query for all of them. */
  async groupsOfMembers(orgNo: number, memberNos: readonly number[], query: Query = this.database.query): Promise<BelongedGroup[]> {
    if (memberNos.length === 0) return [];
    const { sql, values } = belongsClause(orgNo, paddedToSize(memberNos));
    const rows = await query.rows<{ member_no: number; no: number; id: string; display_name: string; direct: number }>(
      `${sql} SELECT b.member_no, g.no, g.id, g.display_name,
          CASE WHEN EXISTS (SELECT 1 FROM group_members d WHERE d.member_no = b.member_no AND d.group_no = b.group_no) THEN 1 ELSE 0 END AS direct
         FROM belongs b JOIN user_groups g ON g.no = b.group_no AND g.org_no = ? ORDER BY g.display_name_key, g.no`,
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
    const { sql, values } = belongsClause(orgNo, groupNos);
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
        SELECT m.member_no FROM inside i JOIN group_members m ON m.group_no = i.group_no AND m.kind = 'group' AND m.org_no = ?)
       SELECT group_no FROM inside`,
      [...groupNos, orgNo, orgNo],
    );
    return [...new Set([...groupNos, ...rows.map(({ group_no }) => group_no)])];
  }

  /** Groups of the longest chain from a group upwards, itself included. */
  depthAbove(orgNo: number, groupNo: number, query: Query = this.database.query): Promise<number> {
    return longestChain(query, orgNo, groupNo, { from: 'm.member_no', to: 'm.group_no' });
  }

  /** Groups of the longest chain from a group downwards, itself included. */
  depthBelow(orgNo: number, groupNo: number, query: Query = this.database.query): Promise<number> {
    return longestChain(query, orgNo, groupNo, { from: 'm.group_no', to: 'm.member_no' });
  }
}

/** One more than the bound at most: a caller that asks whether something still fits needs no more. */
async function longestChain(query: Query, orgNo: number, groupNo: number, { from, to }: { from: string; to: string }): Promise<number> {
  const row = await query.row<{ depth: number | null }>(
    `WITH RECURSIVE chain (no, depth) AS (
      SELECT ${to}, 2 FROM group_members m WHERE ${from} = ? AND m.kind = 'group' AND m.org_no = ?
      UNION
      SELECT ${to}, c.depth + 1 FROM chain c JOIN group_members m ON ${from} = c.no AND m.kind = 'group' AND m.org_no = ?
       WHERE c.depth <= ${MAX_GROUP_DEPTH})
     SELECT MAX(depth) AS depth FROM chain`,
    [groupNo, orgNo, orgNo],
  );
  return row?.depth ?? 1;
}

/** Constant numbers of parameters, so that prepared statements are reused. */
const SIZES = [1, 8, 32, 100] as const;

/** Numbers with as many zeros, which are nobody's, as lead to the next size. */
function paddedToSize(numbers: readonly number[]): number[] {
  const size = SIZES.find((candidate) => candidate >= numbers.length) ?? numbers.length;
  return Array.from({ length: size }, (_, index) => numbers[index] ?? 0);
}
