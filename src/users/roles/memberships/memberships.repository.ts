// The rows of users' own roles: a user, the number of a scope (0 for the whole service) and a role.
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import type { SqlValue } from '../../../common/database/engines/sql-value.js';
import type { Membership, Within } from '../../../common/access/permissions.js';
import { WHOLE_SERVICE } from '../../organizations/owners.repository.js';

/** A role with the number of its scope, as in `memberships.scope_no`, and the organization of its events. */
export interface HeldRole {
  membership: Membership;
  scopeNo: number;
  /** 0 for a role in the whole service. */
  orgNo: number;
  /** For a role in a project or a grant of it. */
  projectId?: string;
}

/** A user's own roles. If groups have roles, also the organization in which the user may have more through them. */
export interface OwnRoles {
  roles: HeldRole[];
  groupsOrgNo?: number;
}

/** A project or a grant that roles are limited to, in the organization where they count. */
export interface ProjectScope {
  no: number;
  orgNo: number;
  orgId: string;
  projectId: string;
  within: Within;
}

/** Roles of people, ordered by person. `next`: the number to continue from; absent at the end. */
export interface RolesPage {
  roles: Array<{ userNo: number; membership: Membership }>;
  next?: number;
}

/** The columns that {@link rolesOfTable} selects. */
export interface RoleRow {
  role: string;
  scope_no: number;
  org_no: number | null;
  org_id: string | null;
  project_id: string | null;
  grant_id: string | null;
}

/** A scope is an organization, a project, or a grant of a project, which counts in the organization that has the grant. */
export const rolesOfTable = (table: 'memberships' | 'group_roles', more = '') =>
  `SELECT m.role, m.scope_no, o.no AS org_no, o.id AS org_id, p.id AS project_id, g.id AS grant_id${more} FROM ${table} m
    LEFT JOIN project_grants g ON g.no = m.scope_no LEFT JOIN projects p ON p.no = COALESCE(g.project_no, m.scope_no)
    LEFT JOIN organizations o ON o.no = COALESCE(g.granted_org_no, p.org_no, m.scope_no)`;

/** Stands for no role: it marks that groups of the user's organization have roles. */
const GROUPS_HOLD_ROLES = '';

const OWN_ROLES = `${rolesOfTable('memberships')} WHERE m.user_no = ?
  UNION ALL SELECT '${GROUPS_HOLD_ROLES}', -1, u.org_no, NULL, NULL, NULL FROM users u
    WHERE u.no = ? AND EXISTS (SELECT 1 FROM group_roles r WHERE r.org_no = u.org_no)`;

/** For an organization with at most this many users, roles are found through its people; for a larger one, through all users with roles. */
const FEW = 2_000;

/** Users with roles that one statement reads. */
const HOLDERS = 5_000;

@Injectable()
export class MembershipsRepository {
  constructor(private readonly database: Database) {}

  /** A user's own roles, without roles in deleted scopes. */
  async ownRoles(userNo: number, query: Query = this.database.query): Promise<OwnRoles> {
    const rows = await query.rows<RoleRow>(OWN_ROLES, [userNo, userNo]);
    const groupsOrgNo = rows.find(({ role }) => role === GROUPS_HOLD_ROLES)?.org_no ?? undefined;
    return { roles: toHeldRoles(rows), ...(groupsOrgNo !== undefined && { groupsOrgNo }) };
  }

  /** The own roles of several users, each with the number of its user. */
  async rolesOfUsers(userNos: readonly number[]): Promise<Array<HeldRole & { userNo: number }>> {
    if (userNos.length === 0) return [];
    const rows = await this.database.query.rows<RoleRow & { user_no: number }>(
      `${rolesOfTable('memberships', ', m.user_no')} WHERE m.user_no IN (${userNos.map(() => '?').join(', ')}) ORDER BY m.scope_no, m.role`,
      [...userNos],
    );
    return rows.flatMap((row) => toHeldRoles([row]).map((role) => ({ ...role, userNo: row.user_no })));
  }

  /** The roles of `limit` users after number `after`, ordered by user and role. @param role only users with this role */
  async listByScope(
    scopeNo: number,
    role: string | undefined,
    after: number,
    limit: number,
  ): Promise<Array<{ userNo: number; userId: string; role: string }>> {
    const { sql, values } = scopeClause(scopeNo, role);
    const rows = await this.database.query.rows<{ user_no: number; id: string; role: string }>(
      `SELECT m.user_no, u.id, m.role FROM memberships m JOIN users u ON u.no = m.user_no
        WHERE m.scope_no = ? AND m.user_no IN (SELECT user_no FROM (
          SELECT DISTINCT user_no FROM memberships WHERE ${sql} AND user_no > ? ORDER BY user_no LIMIT ${limit}) page)
        ORDER BY m.user_no, m.role`,
      [scopeNo, ...values, after],
    );
    return rows.map(({ user_no, id, role }) => ({ userNo: user_no, userId: id, role }));
  }

  /** How many users have a role in the scope, or this role. */
  async countByScope(scopeNo: number, role: string | undefined): Promise<number> {
    const { sql, values } = scopeClause(scopeNo, role);
    const row = await this.database.query.row<{ n: number }>(`SELECT COUNT(DISTINCT user_no) AS n FROM memberships WHERE ${sql}`, values);
    return Number(row?.n ?? 0);
  }

  /** A project of the organization, or a grant that it has, as the scope of roles. */
  async findScope(orgNo: number, { projectId, grantId }: Within, query: Query = this.database.query): Promise<ProjectScope | undefined> {
    const [from, id] =
      grantId === undefined
        ? ["projects p JOIN organizations o ON o.no = p.org_no WHERE p.state <> 'removing' AND p.id = ?", projectId ?? '']
        : [
            "project_grants g JOIN projects p ON p.no = g.project_no JOIN organizations o ON o.no = g.granted_org_no WHERE p.state <> 'removing' AND g.id = ?",
            grantId,
          ];
    const row = await query.row<{ no: number; org_id: string; project_id: string }>(
      `SELECT ${grantId === undefined ? 'p' : 'g'}.no, o.id AS org_id, p.id AS project_id FROM ${from} AND o.no = ?`,
      [id, orgNo],
    );
    if (!row) return undefined;
    return { no: row.no, orgNo, orgId: row.org_id, projectId: row.project_id, within: grantId === undefined ? { projectId } : { grantId } };
  }

  /** All users with a role in the scope. */
  async holdersIn(tx: Transaction, scopeNo: number): Promise<Array<{ userId: string; role: string }>> {
    const rows = await tx.rows<{ id: string; role: string }>(
      'SELECT u.id, m.role FROM memberships m JOIN users u ON u.no = m.user_no WHERE m.scope_no = ?',
      [scopeNo],
    );
    return rows.map(({ id, role }) => ({ userId: id, role }));
  }

  async deleteByScope(tx: Transaction, scopeNo: number): Promise<void> {
    await tx.run('DELETE FROM memberships WHERE scope_no = ?', [scopeNo]);
  }

  /** The roles in the whole service that users of an organization have. */
  async serviceRolesIn(orgNo: number, query: Query = this.database.query): Promise<Array<{ userNo: number; role: string }>> {
    const rows = await query.rows<{ user_no: number; role: string }>(
      'SELECT m.user_no, m.role FROM memberships m JOIN users u ON u.no = m.user_no WHERE m.scope_no = ? AND u.org_no = ?',
      [WHOLE_SERVICE, orgNo],
    );
    return rows.map(({ user_no, role }) => ({ userNo: user_no, role }));
  }

  /** The numbers of all users with a role in the whole service. */
  async serviceRoleHolders(): Promise<Set<number>> {
    const rows = await this.database.query.rows<{ user_no: number }>('SELECT DISTINCT user_no FROM memberships WHERE scope_no = ?', [
      WHOLE_SERVICE,
    ]);
    return new Set(rows.map(({ user_no }) => user_no));
  }

  /**
   * All own roles of the people of a small organization, found through its people, so that no other roles are read. Undefined for an organization
   * with more users than {@link FEW}: there {@link rolesOfPeople} reads less.
   */
  async rolesOfFew(tx: Transaction, orgNo: number): Promise<Array<{ userNo: number; membership: Membership }> | undefined> {
    const there = await tx.rows(`SELECT no FROM users WHERE org_no = ? LIMIT ${FEW + 1}`, [orgNo]);
    if (there.length > FEW) return undefined;
    const { thenJoin } = this.database.search.words;
    const rows = await tx.rows<RoleRow & { user_no: number }>(
      `${rolesOfTable('memberships', ', m.user_no')} WHERE m.user_no IN (SELECT user_no FROM (
        SELECT DISTINCT h.user_no FROM users u ${thenJoin} memberships h ON h.user_no = u.no WHERE u.org_no = ? AND u.kind = 'person') few)`,
      [orgNo],
    );
    return rows.flatMap((row) => toHeldRoles([row]).map(({ membership }) => ({ userNo: row.user_no, membership })));
  }

  /**
   * All own roles of people of an organization (undefined: of all), ordered by person. Reads only the next `limit` users with roles in the service:
   * each statement is bounded, even if few of them belong to the organization.
   */
  async rolesOfPeople(tx: Transaction, orgNo: number | undefined, after: number, limit = HOLDERS): Promise<RolesPage> {
    const { thenJoin } = this.database.search.words;
    const page = await tx.row<{ last: number | null; n: number }>(
      `SELECT MAX(user_no) AS last, COUNT(*) AS n FROM (
        SELECT DISTINCT h.user_no FROM memberships h WHERE h.user_no > ? ORDER BY h.user_no LIMIT ${limit}) page`,
      [after],
    );
    const last = page?.last ?? after;
    const rows = await tx.rows<RoleRow & { user_no: number }>(
      `${rolesOfTable('memberships', ', m.user_no')} WHERE m.user_no IN (SELECT user_no FROM (
        SELECT DISTINCT h.user_no FROM memberships h ${thenJoin} users u ON u.no = h.user_no
          WHERE h.user_no > ? AND h.user_no <= ? AND u.kind = 'person'${orgNo === undefined ? '' : ' AND u.org_no = ?'}) page)
        ORDER BY m.user_no`,
      [after, last, ...(orgNo === undefined ? [] : [orgNo])],
    );
    const roles = rows.flatMap((row) => toHeldRoles([row]).map(({ membership }) => ({ userNo: row.user_no, membership })));
    return { roles, ...(Number(page?.n) === limit && { next: last }) };
  }

  /** Call before a role is given: a removal locks the user as well, and takes the roles that are there then. @returns false when the user is gone */
  async lockUser(tx: Transaction, userNo: number): Promise<boolean> {
    return (await tx.row(`SELECT no FROM users WHERE no = ?${tx.forUpdate}`, [userNo])) !== undefined;
  }

  /** @throws DuplicateKeyError when the user has the role */
  async insert(tx: Transaction, userNo: number, scopeNo: number, role: string): Promise<void> {
    await tx.run('INSERT INTO memberships (user_no, scope_no, role) VALUES (?, ?, ?)', [userNo, scopeNo, role]);
  }

  /** @returns whether the user had the role */
  async delete(tx: Transaction, userNo: number, scopeNo: number, role: string): Promise<boolean> {
    return (await tx.run('DELETE FROM memberships WHERE user_no = ? AND scope_no = ? AND role = ?', [userNo, scopeNo, role])) > 0;
  }

  async deleteByUser(tx: Transaction, userNo: number): Promise<void> {
    await tx.run('DELETE FROM memberships WHERE user_no = ?', [userNo]);
  }
}

function scopeClause(scopeNo: number, role: string | undefined): { sql: string; values: SqlValue[] } {
  if (role === undefined) return { sql: 'scope_no = ?', values: [scopeNo] };
  return { sql: 'scope_no = ? AND role = ?', values: [scopeNo, role] };
}

/** Without roles in a deleted organization, project or grant. */
export function toHeldRoles(rows: readonly RoleRow[]): HeldRole[] {
  return rows
    .filter(({ scope_no, org_id }) => scope_no === WHOLE_SERVICE || org_id !== null)
    .map(({ role, scope_no, org_no, org_id, project_id, grant_id }) => ({
      membership: {
        role,
        orgId: org_id,
        ...(grant_id === null ? project_id !== null && { projectId: project_id } : { grantId: grant_id }),
      },
      scopeNo: scope_no,
      orgNo: org_no ?? WHOLE_SERVICE,
      ...(project_id !== null && { projectId: project_id }),
    }));
}
