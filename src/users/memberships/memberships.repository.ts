// The rows of roles: a user, a scope (an organization's number, 0 for the whole service) and a role.
import { Injectable } from '@nestjs/common';
import { Database, type Query, type Transaction } from '../../common/database/database.js';
import { WHOLE_SERVICE } from '../organizations/owners.repository.js';

/** `orgId` is null for a role in the whole service. */
export interface HeldRole {
  role: string;
  scopeNo: number;
  orgId: string | null;
}

@Injectable()
export class MembershipsRepository {
  constructor(private readonly database: Database) {}

  /** A user's roles, without those in an organization that is gone. */
  async listByUser(userNo: number, query: Query = this.database.query): Promise<HeldRole[]> {
    const rows = await query.rows<{ role: string; scope_no: number; org_id: string | null }>(
      'SELECT m.role, m.scope_no, o.id AS org_id FROM memberships m LEFT JOIN organizations o ON o.no = m.scope_no WHERE m.user_no = ?',
      [userNo],
    );
    return rows
      .filter(({ scope_no, org_id }) => scope_no === WHOLE_SERVICE || org_id !== null)
      .map(({ role, scope_no, org_id }) => ({ role, scopeNo: scope_no, orgId: org_id }));
  }

  /** The roles of `limit` users after the one numbered `after`, ordered by user and role. */
  async listByScope(scopeNo: number, after: number, limit: number): Promise<Array<{ userNo: number; userId: string; role: string }>> {
    const rows = await this.database.query.rows<{ user_no: number; id: string; role: string }>(
      `SELECT m.user_no, u.id, m.role FROM memberships m JOIN users u ON u.no = m.user_no
        WHERE m.scope_no = ? AND m.user_no IN (SELECT user_no FROM (
          SELECT DISTINCT user_no FROM memberships WHERE scope_no = ? AND user_no > ? ORDER BY user_no LIMIT ${limit}) page)
        ORDER BY m.user_no, m.role`,
      [scopeNo, scopeNo, after],
    );
    return rows.map(({ user_no, id, role }) => ({ userNo: user_no, userId: id, role }));
  }

  /** The roles in the whole service that users of an organization hold. */
  async serviceRolesIn(orgNo: number): Promise<string[]> {
    const rows = await this.database.query.rows<{ role: string }>(
      'SELECT DISTINCT m.role FROM memberships m JOIN users u ON u.no = m.user_no WHERE m.scope_no = ? AND u.org_no = ?',
      [WHOLE_SERVICE, orgNo],
    );
    return rows.map(({ role }) => role);
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
