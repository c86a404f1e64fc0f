// Users with member roles in an organization or a project, their own or through groups: page by page, ordered by user.
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { SqlValue } from '../../../common/database/engines/sql-value.js';
import type { Clause } from '../../../common/database/engines/sql-words.js';
import type { ListFacts, ListQuery } from '../../../common/primitives/list-query.js';

/** Why a user has a role: it is assigned to the user, to a group of the user, or in a wider scope, from which it is inherited. */
export const ROLE_REASONS = ['direct', 'group', 'inherited'] as const;

export const ROLE_HOLDER_LIST = {
  sorts: {},
  filters: {
    role: { kind: 'is', description: 'only users who have this role' },
    via: {
      kind: 'is',
      words: ROLE_REASONS,
      description: 'only users who have a role of their own here, by a group here, or inherited',
    },
    userId: { kind: 'is', description: 'only this user' },
  },
} satisfies ListFacts;

/** The scopes whose members are listed. */
export interface HolderScopes {
  orgNo: number;
  /** Only roles in this project, and inherited ones. */
  projectNo?: number;
  /** Also roles in its organization, which a project inherits. */
  ofOrganization: boolean;
  /** Also roles in the whole service, which count everywhere. */
  ofService: boolean;
}

/** A page of a search: at most `limit` users after a number; without a limit all of them. */
export interface HolderSearch {
  filters: ListQuery['filters'];
  after: number;
  limit?: number;
}

/** Further users for the same list: common table expressions, of which the last is `further (user_no)`. */
export type FurtherHolders = (search: HolderSearch) => Clause;

/** A user with a role there. */
export interface HolderRow {
  no: number;
  id: string;
  orgNo: number;
  kind: 'person' | 'service';
  userName: string;
}

@Injectable()
export class RoleHoldersRepository {
  constructor(private readonly database: Database) {}

  /** `limit` users after number `after`. @throws DomainError `invalid` (`search.tooLong`) */
  async listHolders(
    scopes: HolderScopes,
    filters: ListQuery['filters'],
    after: number,
    limit: number,
    further?: FurtherHolders,
  ): Promise<HolderRow[]> {
    const { sql, values } = this.all(scopes, { filters, after, limit }, further);
    const rows = await this.database.search.rows<{ no: number; id: string; org_no: number; kind: HolderRow['kind']; user_name: string }>(
      `${sql} SELECT u.no, u.id, u.org_no, u.kind, u.user_name FROM everybody h JOIN users u ON u.no = h.user_no
        WHERE u.no > ?${filters['userId'] === undefined ? '' : ' AND u.id = ?'} ORDER BY u.no LIMIT ${limit}`,
      [...values, after, ...idOf(filters)],
      'many',
    );
    return rows.map(({ no, id, org_no, kind, user_name }) => ({ no, id, orgNo: org_no, kind, userName: user_name }));
  }

  async countHolders(scopes: HolderScopes, filters: ListQuery['filters'], further?: FurtherHolders): Promise<number> {
    const { sql, values } = this.all(scopes, { filters, after: 0 }, further);
    const [row] = await this.database.search.rows<{ n: number }>(
      `${sql} SELECT COUNT(*) AS n FROM everybody h JOIN users u ON u.no = h.user_no${filters['userId'] === undefined ? '' : ' WHERE u.id = ?'}`,
      [...values, ...idOf(filters)],
      'many',
    );
    return Number(row?.n ?? 0);
  }

  /** The common table expression `everybody (user_no)`, each user once. */
  private all(scopes: HolderScopes, search: HolderSearch, further?: FurtherHolders): Clause {
    const members = this.holders(scopes, search.filters);
    if (!further) return { ...members, sql: `${members.sql}, everybody (user_no) AS (SELECT user_no FROM holders)` };
    const more = further(search);
    return {
      sql: `${members.sql}, ${more.sql}, everybody (user_no) AS (SELECT user_no FROM holders UNION SELECT user_no FROM further)`,
      values: [...members.values, ...more.values],
    };
  }

  /** The common table expression `holders (user_no)`: users with their own role, and all members of groups with a role, including nested groups. */
  private holders(scopes: HolderScopes, filters: ListQuery['filters']): Clause {
    const { words } = this.database.search;
    const { orgNo } = scopes;
    const found = scopesClause(scopes);
    const only = (table: string) => (filters['role'] === undefined ? '' : ` AND ${table}.role = ?`);
    const role = filters['role'] === undefined ? [] : [filters['role']];
    const [own, byGroup] = REACH[reasonOf(filters)];
    return {
      sql: `WITH RECURSIVE scopes (no, above) AS (${found.sql}),
        inside (group_no) AS (
          SELECT r.group_no FROM scopes s JOIN group_roles r ON r.scope_no = s.no WHERE r.org_no = ?${byGroup}${only('r')}
          UNION
          SELECT m.member_no FROM inside i ${words.thenJoin} group_members m${words.byPrimaryKey} ON m.group_no = i.group_no AND m.kind = 'group' AND m.org_no = ?),
        holders (user_no) AS (
          SELECT m.user_no FROM scopes s JOIN memberships m ON m.scope_no = s.no WHERE 1 = 1${own}${only('m')}
          UNION
          SELECT m.member_no FROM inside i ${words.thenJoin} group_members m${words.byPrimaryKey} ON m.group_no = i.group_no AND m.kind = 'user' AND m.org_no = ?)`,
      values: [...found.values, orgNo, ...role, orgNo, ...role, orgNo],
    };
  }
}

/** Conditions that restrict the roles of users, and those of groups, to one reason. */
const REACH: Readonly<Record<(typeof ROLE_REASONS)[number] | 'any', readonly [string, string]>> = {
  any: ['', ''],
  direct: [' AND s.above = 0', ' AND 1 = 0'],
  group: [' AND 1 = 0', ' AND s.above = 0'],
  inherited: [' AND s.above = 1', ' AND s.above = 1'],
};

/** A condition that matches no user, if the filters ask for another reason. */
export function inReach(filters: ListQuery['filters'], reason: 'direct' | 'group'): string {
  const wanted = reasonOf(filters);
  return wanted === 'any' || wanted === reason ? '' : ' AND 1 = 0';
}

function reasonOf({ via }: ListQuery['filters']): keyof typeof REACH {
  return ROLE_REASONS.find((reason) => reason === via) ?? 'any';
}

function idOf({ userId }: ListQuery['filters']): SqlValue[] {
  return userId === undefined ? [] : [userId];
}

/** The numbers of scopes, and whether a role is inherited from there. */
function scopesClause({ orgNo, projectNo, ofOrganization, ofService }: HolderScopes): Clause {
  const parts: Clause[] =
    projectNo === undefined
      ? [
          { sql: 'SELECT o.no, 0 FROM organizations o WHERE o.no = ?', values: [orgNo] },
          { sql: "SELECT p.no, 0 FROM projects p WHERE p.org_no = ? AND p.state <> 'removing'", values: [orgNo] },
          { sql: 'SELECT g.no, 0 FROM project_grants g WHERE g.granted_org_no = ?', values: [orgNo] },
        ]
      : [
          { sql: 'SELECT p.no, 0 FROM projects p WHERE p.org_no = ? AND p.no = ?', values: [orgNo, projectNo] },
          ...(ofOrganization ? [{ sql: 'SELECT o.no, 1 FROM organizations o WHERE o.no = ?', values: [orgNo] }] : []),
        ];
  const all = ofService ? [...parts, { sql: 'SELECT 0, 1', values: [] }] : parts;
  return { sql: all.map(({ sql }) => sql).join(' UNION ALL '), values: all.flatMap(({ values }) => [...values]) };
}
