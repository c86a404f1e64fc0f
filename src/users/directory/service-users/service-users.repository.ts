// The rows of service users: the columns shared with people are in `users`, the rest in `service_users`.
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import { mapListed, type Listed, type ListQuery } from '../../../common/primitives/list-query.js';
import { listRows, type ListSource } from '../../../common/database/list-rows.js';
import { foldKey, MISSING, nameKey, reverseKey } from '../../../common/identifiers/fold.js';
import { insertWithIds } from '../../../common/identifiers/ids.repository.js';

export const SERVICE_USER_PROFILES = ['none', 'fapi2'] as const;

/** A user for a program. It signs in with `clientId` and a secret, or with a personal access token. */
export interface ServiceUser {
  no: number;
  id: string;
  orgNo: number;
  userName: string;
  name: string;
  description?: string;
  clientId: string;
  active: boolean;
  tokenGeneration: number;
  accessTokenType: 'opaque' | 'jwt';
  /** An assertion of the JWT profile may be used more than once. */
  assertionReuse: boolean;
  /** With `fapi2` (FAPI 2.0 Security Profile) it authenticates by its keys only, and every token is bound to a key. */
  profile: (typeof SERVICE_USER_PROFILES)[number];
  createdUs: number;
  modifiedUs: number;
}

interface Row {
  no: number;
  id: string;
  org_no: number;
  user_name: string;
  active: number;
  token_gen: number;
  created_us: number;
  modified_us: number;
  name: string;
  description: string | null;
  client_id: string;
  access_token_type: 'opaque' | 'jwt';
  assertion_reuse: number | null;
  profile: ServiceUser['profile'] | null;
}

const COLUMNS =
  'u.no, u.id, u.org_no, u.user_name, u.active, u.token_gen, u.created_us, u.modified_us, s.name, s.description, s.client_id, s.access_token_type, s.assertion_reuse, s.profile';
const SELECT = `SELECT ${COLUMNS} FROM service_users s JOIN users u ON u.no = s.user_no`;

/** The list of an organization's service users: its sort and filter fields, and their indexes. */
export const SERVICE_USER_LIST = {
  table: 'users u',
  joins: 'JOIN service_users s ON s.user_no = u.no',
  columns: COLUMNS,
  no: 'u.no',
  // This index is not ordered by number: the few service users of one organization are sorted.
  index: 'users_by_created',
  fold: foldKey,
  sorts: {
    userName: { column: 'u.user_name_key', index: 'users_by_name' },
    createdAt: { column: 'u.created_us', index: 'users_by_created' },
    changedAt: { column: 'u.modified_us', index: 'users_by_modified' },
  },
  filters: {
    state: { kind: 'is', words: ['active', 'inactive'], column: "CASE WHEN u.active = TRUE THEN 'active' ELSE 'inactive' END" },
    userName: { kind: 'startsWith', column: 'u.user_name_key', sort: 'userName' },
    q: {
      kind: 'contains',
      column: 'u.user_name_key',
      further: ['s.name_key', 's.client_id'],
      description: 'only those whose userName, name or client id contains this',
    },
    createdAfter: { kind: 'after', column: 'u.created_us', sort: 'createdAt' },
    createdBefore: { kind: 'before', column: 'u.created_us', sort: 'createdAt' },
    changedAfter: { kind: 'after', column: 'u.modified_us', sort: 'changedAt' },
  },
} as const satisfies ListSource;

@Injectable()
export class ServiceUsersRepository {
  constructor(private readonly database: Database) {}

  async listServiceUsers(orgNo: number, query: ListQuery): Promise<Listed<ServiceUser>> {
    const ofOrganization = { sql: "u.org_no = ? AND u.kind = 'service'", values: [orgNo] };
    return mapListed(await listRows<Row>(this.database.search, SERVICE_USER_LIST, query, ofOrganization), toServiceUser);
  }

  findServiceUserByClientId(clientId: string): Promise<ServiceUser | undefined> {
    return this.findWhere('s.client_id = ?', [clientId]);
  }

  findServiceUserByNo(no: number): Promise<ServiceUser | undefined> {
    return this.findWhere('u.no = ?', [no]);
  }

  findServiceUserById(orgNo: number, id: string, query?: Query): Promise<ServiceUser | undefined> {
    return this.findWhere('u.id = ? AND u.org_no = ?', [id, orgNo], query);
  }

  /** The same, and locks the row. */
  lockServiceUser(tx: Transaction, orgNo: number, id: string): Promise<ServiceUser | undefined> {
    return this.findWhere('u.id = ? AND u.org_no = ?', [id, orgNo], tx, tx.forUpdate);
  }

  /** Whether the id belonged to a deleted user. */
  async wasUsed(tx: Transaction, id: string): Promise<boolean> {
    return (await tx.row('SELECT no FROM user_tombstones WHERE id = ?', [id])) !== undefined;
  }

  /** @throws DuplicateKeyError for an id or a userName that is taken */
  async insertServiceUser(tx: Transaction, user: ServiceUser): Promise<void> {
    const key = foldKey(user.userName);
    const insert = () =>
      tx.run(
        `INSERT INTO users (no, id, org_no, kind, active, token_gen, version, created_us, modified_us, user_name, user_name_key, user_name_rev,
         family_name_key, given_name_key, display_name_key, email_key, lists) VALUES (?, ?, ?, 'service', ?, 0, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, '{}')`,
        [
          user.no,
          user.id,
          user.orgNo,
          user.active,
          user.createdUs,
          user.createdUs,
          user.userName,
          key,
          reverseKey(key),
          MISSING,
          MISSING,
          MISSING,
          MISSING,
        ],
      );
    await insertWithIds(tx, this.database, 'users', [user.id], insert);
    await tx.run(
      `INSERT INTO service_users (user_no, org_no, client_id, name, name_key, description, access_token_type, assertion_reuse, profile)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        user.no,
        user.orgNo,
        user.clientId,
        user.name,
        nameKey(user.name),
        user.description ?? null,
        user.accessTokenType,
        user.assertionReuse,
        storedProfile(user),
      ],
    );
  }

  async updateServiceUser(tx: Transaction, user: ServiceUser): Promise<void> {
    const { no, name, description, accessTokenType, assertionReuse, modifiedUs } = user;
    await tx.run(
      'UPDATE service_users SET name = ?, name_key = ?, description = ?, access_token_type = ?, assertion_reuse = ?, profile = ? WHERE user_no = ?',
      [name, nameKey(name), description ?? null, accessTokenType, assertionReuse, storedProfile(user), no],
    );
    await tx.run('UPDATE users SET modified_us = ? WHERE no = ?', [modifiedUs, no]);
  }

  /** A deactivation ends tokens for good. */
  async setActive(tx: Transaction, no: number, active: boolean, modifiedUs: number): Promise<void> {
    await tx.run('UPDATE users SET active = ?, token_gen = token_gen + ?, modified_us = ? WHERE no = ?', [
      active,
      active ? 0 : 1,
      modifiedUs,
      no,
    ]);
  }

  /** Ends every token issued so far. */
  async endTokens(tx: Transaction, no: number): Promise<void> {
    await tx.run('UPDATE users SET token_gen = token_gen + 1 WHERE no = ?', [no]);
  }

  /** @returns the new version */
  async raiseVersion(tx: Transaction, no: number): Promise<number> {
    await tx.run('UPDATE users SET version = version + 1 WHERE no = ?', [no]);
    return (await tx.row<{ version: number }>('SELECT version FROM users WHERE no = ?', [no]))?.version ?? 1;
  }

  private async findWhere(
    where: string,
    values: Array<string | number>,
    query: Query = this.database.query,
    suffix = '',
  ): Promise<ServiceUser | undefined> {
    const row = await query.row<Row>(`${SELECT} WHERE ${where}${suffix}`, values);
    return row && toServiceUser(row);
  }
}

function storedProfile({ profile }: ServiceUser): string | null {
  return profile === 'none' ? null : profile;
}

function toServiceUser(row: Row): ServiceUser {
  return {
    no: row.no,
    id: row.id,
    orgNo: row.org_no,
    userName: row.user_name,
    active: Boolean(row.active),
    tokenGeneration: row.token_gen,
    createdUs: row.created_us,
    modifiedUs: row.modified_us,
    name: row.name,
    ...(row.description === null ? {} : { description: row.description }),
    clientId: row.client_id,
    accessTokenType: row.access_token_type,
    assertionReuse: Boolean(row.assertion_reuse),
    profile: row.profile ?? 'none',
  };
}
