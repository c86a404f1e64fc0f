// The rows of member roles that groups have, and the roles that a user has through groups.
import { Injectable } from '@nestjs/common';
import type { Within } from '../../../common/access/permissions.js';
import { Database } from '../../../common/database/database.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import { padded } from '../../../common/database/coalescer.js';
import { belongsClause, type BelongedGroup } from '../group-graph/group-graph.repository.js';
import { rolesOfTable, toHeldRoles, type HeldRole, type RoleRow } from './memberships.repository.js';

/** Where roles of a project are assigned: in the project's own organization, or through a grant in another one. */
export interface AuthorizationScope extends Within {
  orgId: string;
}

/** The values of a group that its roles and their events need. */
export interface RoleGroup {
  no: number;
  id: string;
  orgNo: number;
  version: number;
}

/** A number that no user has. */
const NO_USER = 0;

@Injectable()
export class GroupRolesRepository {
  constructor(private readonly database: Database) {}

  /** The roles that a user has through groups, directly and through nested groups. */
  async rolesOfMember(orgNo: number, userNo: number, query: Query = this.database.query): Promise<HeldRole[]> {
    const { sql, values } = belongsClause(this.database.search.words, orgNo, [userNo]);
    const rows = await query.rows<RoleRow>(
      `${sql} ${rolesOfTable('group_roles')} WHERE m.org_no = ? AND m.group_no IN (SELECT b.group_no FROM belongs b)`,
      [...values, orgNo],
    );
    return toHeldRoles(rows);
  }

  /** The roles that users have through groups, each with its group, ordered by group name, at most `limit` roles. */
  async rolesByGroup(orgNo: number, userNos: readonly number[], limit: number): Promise<Array<HeldRole & { group: BelongedGroup }>> {
    const { words } = this.database.search;
    const { sql, values } = belongsClause(words, orgNo, padded(userNos, NO_USER));
    const rows = await this.database.query.rows<
      RoleRow & { member_no: number; group_no: number; group_id: string; group_name: string; direct: number }
    >(
      `${sql} ${rolesOfTable(
        'group_roles',
        `, b.member_no, ug.no AS group_no, ug.id AS group_id, ug.display_name AS group_name,
          CASE WHEN EXISTS (SELECT 1 FROM group_members own WHERE own.member_no = b.member_no AND own.group_no = b.group_no) THEN 1 ELSE 0 END AS direct`,
      )} JOIN belongs b ON b.group_no = m.group_no JOIN user_groups ug ON ug.no = m.group_no
        WHERE m.org_no = ? ORDER BY b.member_no, ug.display_name_key, ug.no, m.scope_no, m.role LIMIT ${limit}`,
      [...values, orgNo],
    );
    return rows.flatMap((row) => {
      const group = {
        no: row.group_no,
        id: row.group_id,
        displayName: row.group_name,
        memberNo: row.member_no,
        direct: Boolean(row.direct),
      };
      return toHeldRoles([row]).map((role) => ({ ...role, group }));
    });
  }

  /** The roles assigned to groups themselves. */
  async rolesOfGroups(orgNo: number, groupNos: readonly number[], query: Query = this.database.query): Promise<HeldRole[]> {
    if (groupNos.length === 0) return [];
    const rows = await query.rows<RoleRow>(`${rolesOfTable('group_roles')} WHERE m.org_no = ? AND m.group_no IN (${marks(groupNos)})`, [
      orgNo,
      ...groupNos,
    ]);
    return toHeldRoles(rows);
  }

  /** @param lock of the row, so that the group can't be removed concurrently */
  async findGroup(orgNo: number, id: string, query: Query = this.database.query, lock = ''): Promise<RoleGroup | undefined> {
    const row = await query.row<{ no: number; version: number }>(`SELECT no, version FROM user_groups WHERE id = ? AND org_no = ?${lock}`, [
      id,
      orgNo,
    ]);
    return row && { no: row.no, id, orgNo, version: row.version };
  }

  /** Every group with a role in the scope. */
  async holdersIn(tx: Transaction, scopeNo: number): Promise<Array<{ group: RoleGroup; role: string }>> {
    const rows = await tx.rows<{ no: number; id: string; org_no: number; version: number; role: string }>(
      'SELECT g.no, g.id, g.org_no, g.version, r.role FROM group_roles r JOIN user_groups g ON g.no = r.group_no WHERE r.scope_no = ?',
      [scopeNo],
    );
    return rows.map(({ no, id, org_no, version, role }) => ({ group: { no, id, orgNo: org_no, version }, role }));
  }

  async deleteByScope(tx: Transaction, scopeNo: number): Promise<void> {
    await tx.run('DELETE FROM group_roles WHERE scope_no = ?', [scopeNo]);
  }

  /** Where roles of projects are assigned to groups. */
  async authorizationScopes(groupNos: readonly number[], query: Query): Promise<AuthorizationScope[]> {
    if (groupNos.length === 0) return [];
    const rows = await query.rows<{ org_id: string; project_id: string; grant_id: string | null }>(
      `SELECT DISTINCT o.id AS org_id, p.id AS project_id, g.id AS grant_id FROM authorizations a
        JOIN organizations o ON o.no = a.org_no JOIN projects p ON p.no = a.project_no LEFT JOIN project_grants g ON g.no = a.grant_no
        WHERE a.holder_no IN (${marks(groupNos)})`,
      [...groupNos],
    );
    return rows.map(({ org_id, project_id, grant_id }) => ({
      orgId: org_id,
      ...(grant_id === null ? { projectId: project_id } : { grantId: grant_id }),
    }));
  }

  /** @throws DuplicateKeyError when the group has the role */
  async insertRole(tx: Transaction, group: { no: number; orgNo: number }, scopeNo: number, role: string): Promise<void> {
    await tx.run('INSERT INTO group_roles (group_no, scope_no, role, org_no) VALUES (?, ?, ?, ?)', [group.no, scopeNo, role, group.orgNo]);
  }

  /** @returns whether the group had the role */
  async deleteRole(tx: Transaction, groupNo: number, scopeNo: number, role: string): Promise<boolean> {
    return (await tx.run('DELETE FROM group_roles WHERE group_no = ? AND scope_no = ? AND role = ?', [groupNo, scopeNo, role])) > 0;
  }

  async deleteRoles(tx: Transaction, groupNo: number): Promise<void> {
    await tx.run('DELETE FROM group_roles WHERE group_no = ?', [groupNo]);
  }
}

function marks(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}
