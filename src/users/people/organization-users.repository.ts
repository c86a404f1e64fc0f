// SQL that deletes the users of an organization that was removed: people and service users alike.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../common/database/database.js';
import { changeIn, insertRows, selectIn } from '../../common/database/multi-row.js';

/** A user of the organization. */
export interface OrganizationUser {
  no: number;
  id: string;
  orgNo: number;
}

/** Tables with rows of users, and the column that names the user. */
const OWNED_ROWS = [
  ['user_values', 'user_no'],
  ['user_metadata', 'user_no'],
  ['external_ids', 'user_no'],
  ['passwords', 'user_no'],
  ['mailed_codes', 'user_no'],
  ['sign_in_attempts', 'user_no'],
  ['consents', 'user_no'],
  ['personal_access_tokens', 'user_no'],
  ['client_secrets', 'owner_no'],
  ['client_keys', 'owner_no'],
  ['provisioning_connections', 'user_no'],
  ['service_users', 'user_no'],
] as const;

@Injectable()
export class OrganizationUsersRepository {
  /** `limit` users at most. */
  async listSome(tx: Transaction, orgNo: number, limit: number): Promise<OrganizationUser[]> {
    const rows = await tx.rows<{ no: number; id: string }>(`SELECT no, id FROM users WHERE org_no = ? LIMIT ${limit}`, [orgNo]);
    return rows.map(({ no, id }) => ({ no, id, orgNo }));
  }

  /** Those who hold a role of any kind somewhere. */
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

  /** Deletes users with everything that is kept of them; their ids stay known as ones that were used. */
  async removeUsers(tx: Transaction, users: readonly OrganizationUser[], removedUs: number): Promise<void> {
    const nos = users.map(({ no }) => no);
    for (const [table, owner] of OWNED_ROWS)
      await changeIn(tx, `delete ${table} of users`, (marks) => `DELETE FROM ${table} WHERE ${owner} IN (${marks})`, [], nos);
    await changeIn(tx, 'delete users', (marks) => `DELETE FROM users WHERE no IN (${marks})`, [], nos);
    const ids = users.map(({ id }) => id);
    await changeIn(tx, 'delete tombstones', (marks) => `DELETE FROM user_tombstones WHERE id IN (${marks})`, [], ids);
    const rows = users.map(({ no, id, orgNo }) => [id, no, orgNo, removedUs]);
    await insertRows(tx, 'user_tombstones', ['id', 'no', 'org_no', 'removed_us'], rows);
  }
}
