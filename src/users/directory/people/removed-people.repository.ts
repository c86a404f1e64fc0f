// The rows of soft-deleted people.
import { Injectable } from '@nestjs/common';
import type { Membership } from '../../../common/access/permissions.js';
import { Database } from '../../../common/database/database.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import { listRows, type ListSource } from '../../../common/database/list-rows.js';
import { insertRows } from '../../../common/database/multi-row.js';
import { mapListed, type Listed, type ListQuery } from '../../../common/primitives/list-query.js';
import { SHARED_DOMAIN } from '../../../common/identifiers/external-id.js';
import { foldKey, nameKey } from '../../../common/identifiers/fold.js';
import { FactorSources, type KeptFactors } from '../../authentication/assurance/factor-sources.js';
import { IdentityLinksRepository, type IdentityLink } from '../../authentication/identity-providers/identity-links.repository.js';
import { PasskeysRepository, type Passkey } from '../../authentication/passkeys/passkeys.repository.js';
import { PasswordsRepository, type StoredPassword } from '../../authentication/passwords/passwords.repository.js';
import type { Person } from './person/person.js';
import { readLists, storedLists, type StoredLists } from './person/person.rows.js';
import { UserRows } from '../../roles/user-directory/user-rows.repository.js';

/** A soft-deleted person. Times are microseconds since 1970 UTC. */
export interface RemovedPerson {
  id: string;
  userName: string;
  displayName: string;
  removedUs: number;
  keptUntilUs: number;
}

/** All data that a restore brings back, and the roles that decide who may restore. */
export interface KeptContent {
  person: Person;
  /** Member roles at the time of the removal. */
  roles: readonly Membership[];
  /** Without its mark in content kept before marks existed. */
  password?: Omit<StoredPassword, 'importMark'> & Partial<Pick<StoredPassword, 'importMark'>>;
  /** Absent in content kept before passkeys existed. */
  passkeys?: Passkey[];
  passkeyHandle?: string | undefined;
  /** Absent in content kept before factors were. */
  factors?: KeptFactors;
  /** Absent in content kept before identity providers existed. */
  identityLinks?: IdentityLink[];
  metadata: Array<{ key: string; value: string }>;
  /** External ids except the shared one, which is part of the person. */
  externalIds: Array<{ domainNo: number; value: string }>;
}

export const REMOVED_PEOPLE_LIST = {
  table: 'removed_people r',
  columns: 'r.id, r.user_name, r.display_name, r.removed_us, r.expires_us',
  no: 'r.user_no',
  index: 'removed_people_by_org',
  fold: foldKey,
  sorts: {
    removedAt: { column: 'r.removed_us', index: 'removed_people_by_org' },
    userName: { column: 'r.user_name_key', index: 'removed_people_by_name' },
  },
  defaultSort: 'removedAt',
  filters: {
    userName: { kind: 'startsWith', column: 'r.user_name_key', sort: 'userName' },
    q: {
      kind: 'contains',
      column: 'r.user_name_key',
      further: ['r.display_name_key'],
      description: 'only those whose userName or displayName contains this',
    },
    removedAfter: { kind: 'after', column: 'r.removed_us', sort: 'removedAt' },
    removedBefore: { kind: 'before', column: 'r.removed_us', sort: 'removedAt' },
  },
} as const satisfies ListSource;

interface RemovedColumns {
  id: string;
  user_name: string;
  display_name: string;
  removed_us: number;
  expires_us: number;
}

@Injectable()
export class RemovedPeopleRepository {
  constructor(
    private readonly database: Database,
    private readonly passwords: PasswordsRepository,
    private readonly passkeys: PasskeysRepository,
    private readonly factors: FactorSources,
    private readonly identityLinks: IdentityLinksRepository,
    private readonly userRows: UserRows,
  ) {}

  /** Deletes rows that were written for a person during or after the removal: a restore does not bring them back. */
  deleteLateRows(tx: Transaction, userNo: number): Promise<void> {
    return this.userRows.deleteRegistered(tx, [userNo]);
  }

  async listRemoved(orgNo: number, nowUs: number, query: ListQuery): Promise<Listed<RemovedPerson>> {
    const where = { sql: 'r.org_no = ? AND r.expires_us > ?', values: [orgNo, nowUs] };
    return mapListed(await listRows<RemovedColumns>(this.database.search, REMOVED_PEOPLE_LIST, query, where), (row) => ({
      id: row.id,
      userName: row.user_name,
      displayName: row.display_name,
      removedUs: row.removed_us,
      keptUntilUs: row.expires_us,
    }));
  }

  /** The content of a person to keep. */
  async contentOf(tx: Transaction, person: Person, roles: readonly Membership[]): Promise<KeptContent> {
    const password = await this.passwords.findPassword(tx, person.no);
    const metadata = await tx.rows<{ meta_key: string; value: string }>('SELECT meta_key, value FROM user_metadata WHERE user_no = ?', [
      person.no,
    ]);
    const externalIds = await tx.rows<{ domain_no: number; value: string }>(
      'SELECT domain_no, value FROM external_ids WHERE user_no = ? AND domain_no <> ?',
      [person.no, SHARED_DOMAIN],
    );
    return {
      person,
      roles,
      passkeys: await this.passkeys.listOfUser(person.no, tx),
      passkeyHandle: await this.passkeys.findHandle(person.no, tx),
      factors: await this.factors.keep(tx, person.no),
      identityLinks: await this.identityLinks.keep(tx, person.orgNo, person.no),
      ...(password && { password }),
      metadata: metadata.map(({ meta_key: key, value }) => ({ key, value })),
      externalIds: externalIds.map(({ domain_no: domainNo, value }) => ({ domainNo, value })),
    };
  }

  /** Replaces an earlier kept person with the same id. */
  async replace(tx: Transaction, content: KeptContent, displayName: string, removedUs: number, expiresUs: number): Promise<void> {
    const { no, id, orgNo, userName } = content.person;
    const kept = { ...content, person: { ...content.person, ...storedLists(content.person) } };
    const before = await tx.row<{ user_no: number }>('SELECT user_no FROM removed_people WHERE id = ?', [id]);
    // The person's own names may be left over: earlier builds do not delete them on restore.
    for (const userNo of new Set([no, ...(before ? [Number(before.user_no)] : [])]))
      await tx.run('DELETE FROM removed_names WHERE user_no = ?', [userNo]);
    await tx.run('DELETE FROM removed_people WHERE id = ?', [id]);
    if (content.roles.length > 0)
      await insertRows(
        tx,
        'removed_names',
        ['user_no', 'value_key', 'org_no', 'expires_us'],
        [...new Set([userName, ...content.person.emails.map(({ value }) => value)].map(foldKey))].map((key) => [no, key, orgNo, expiresUs]),
      );
    await insertRows(
      tx,
      'removed_people',
      ['user_no', 'id', 'org_no', 'user_name', 'user_name_key', 'display_name', 'display_name_key', 'removed_us', 'expires_us', 'content'],
      [[no, id, orgNo, userName, nameKey(userName), displayName, nameKey(displayName), removedUs, expiresUs, JSON.stringify(kept)]],
    );
  }

  /** Takes a kept person out, under the row's lock: only one of several callers gets it. */
  async take(tx: Transaction, orgNo: number, id: string, nowUs: number): Promise<KeptContent | undefined> {
    const row = await tx.row<{ user_no: number; content: string }>(
      `SELECT user_no, content FROM removed_people WHERE id = ? AND org_no = ? AND expires_us > ?${tx.forUpdate}`,
      [id, orgNo, nowUs],
    );
    if (!row || (await tx.run('DELETE FROM removed_people WHERE user_no = ?', [row.user_no])) !== 1) return undefined;
    await tx.run('DELETE FROM removed_names WHERE user_no = ?', [row.user_no]);
    const content = JSON.parse(row.content) as KeptContent;
    const { verifiedBy, ...person } = content.person as Person & StoredLists;
    return { ...content, person: { ...person, ...readLists({ ...person, ...(verifiedBy && { verifiedBy }) }) } };
  }

  /** The member roles that a deleted person had. @returns undefined for a person who can't be restored any more */
  async rolesOf(query: Query, userNo: number, nowUs: number): Promise<readonly Membership[] | undefined> {
    const row = await query.row<{ content: string }>('SELECT content FROM removed_people WHERE user_no = ? AND expires_us > ?', [
      userNo,
      nowUs,
    ]);
    return row && (JSON.parse(row.content) as KeptContent).roles;
  }

  /** Inserts the related rows of a restored person. */
  async insertBelongings(
    tx: Transaction,
    { no, id, orgNo, lockedUs }: Person,
    { password, passkeys = [], passkeyHandle, factors, identityLinks = [], metadata, externalIds }: KeptContent,
  ): Promise<void> {
    if (lockedUs !== undefined) await tx.run('UPDATE users SET locked_us = ? WHERE no = ? AND org_no = ?', [lockedUs, no, orgNo]);
    if (password) await this.passwords.insertPasswords(tx, [{ userNo: no, ...password }], password.changedUs);
    if (passkeyHandle !== undefined) await this.passkeys.insertHandle(tx, no, passkeyHandle);
    await this.passkeys.insertPasskeys(tx, passkeys);
    await this.factors.restore(tx, no, factors);
    await this.identityLinks.restore(tx, identityLinks);
    await insertRows(
      tx,
      'user_metadata',
      ['user_no', 'meta_key', 'value'],
      metadata.map(({ key, value }) => [no, key, value]),
    );
    await insertRows(
      tx,
      'external_ids',
      ['user_no', 'domain_no', 'org_no', 'value'],
      externalIds.map(({ domainNo, value }) => [no, domainNo, orgNo, value]),
    );
    await tx.run('DELETE FROM user_tombstones WHERE id = ?', [id]);
  }
}
