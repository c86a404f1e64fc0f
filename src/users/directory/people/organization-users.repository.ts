// SQL that finds the users of a removed organization: people and service users.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../common/database/transaction.js';
import { selectIn } from '../../../common/database/multi-row.js';

export interface OrganizationUser {
  no: number;
  id: string;
  orgNo: number;
}

@Injectable()
export class OrganizationUsersRepository {
  /** At most `limit` users. */
  async listSome(tx: Transaction, orgNo: number, limit: number): Promise<OrganizationUser[]> {
    const rows = await tx.rows<{ no: number; id: string }>(`SELECT no, id FROM users WHERE org_no = ? LIMIT ${limit}`, [orgNo]);
    return rows.map(({ no, id }) => ({ no, id, orgNo }));
  }

  /** The users that have a role of any kind in any organization. */
  async withRoles(tx: Transaction, users: readonly OrganizationUser[]): Promise<OrganizationUser[]> {
    const nos = users.map(({ no }) => no);
    const members = await selectIn<{ no: number }>(
      tx,
      'members among users',
      (marks) => `SELECT user_no AS no FROM memberships WHERE user_no IN (${marks})`,
      [],
      nos,
    );
    const holders = await selectIn<{ no: number }>(
      tx,
      'holders among users',
      (marks) => `SELECT holder_no AS no FROM authorizations WHERE holder_no IN (${marks})`,
      [],
      nos,
    );
    const found = new Set([...members, ...holders].map(({ no }) => no));
    return users.filter(({ no }) => found.has(no));
  }
}
