// The SQL of passkeys and their owners.
import { Injectable } from '@nestjs/common';
import { secretDigest } from '../../../common/crypto/digest.js';
import { Database } from '../../../common/database/database.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import { insertRows } from '../../../common/database/multi-row.js';

/** A passkey or security key. Times are microseconds since 1970 UTC. */
export interface Passkey {
  id: string;
  userNo: number;
  /** Base64url, as assigned by the authenticator. */
  credentialId: string;
  /** COSE, base64url. */
  publicKey: string;
  counter: number;
  /** The model of the authenticator (WebAuthn section 6.5.1.1). */
  aaguid: string;
  transports: string[];
  /** May be on several devices of the person (backup eligible, WebAuthn section 6.1.3). */
  synced: boolean;
  backedUp: boolean;
  /** Discoverable and with user verification: enough to sign in without a password. */
  passwordless: boolean;
  name: string;
  createdUs: number;
  lastUsedUs: number | undefined;
}

/** The values that a response changes. */
export interface PasskeyUse {
  id: string;
  userNo: number;
  counter: number;
  backedUp: boolean;
  nowUs: number;
}

const COLUMNS = [
  'id',
  'user_no',
  'credential_digest',
  'credential_id',
  'public_key',
  'counter',
  'aaguid',
  'transports',
  'synced',
  'backed_up',
  'passwordless',
  'name',
  'created_us',
  'last_used_us',
];
const SELECT = `SELECT ${COLUMNS.join(', ')} FROM passkeys`;

interface Row {
  id: string;
  user_no: number;
  credential_id: string;
  public_key: string;
  counter: number;
  aaguid: string;
  transports: string;
  synced: number | boolean;
  backed_up: number | boolean;
  passwordless: number | boolean;
  name: string;
  created_us: number;
  last_used_us: number | null;
}

@Injectable()
export class PasskeysRepository {
  constructor(private readonly database: Database) {}

  async findByCredential(credentialId: string): Promise<Passkey | undefined> {
    const row = await this.database.query.row<Row>(`${SELECT} WHERE credential_digest = ?`, [secretDigest(credentialId)]);
    return row && toPasskey(row);
  }

  /** Oldest first. */
  async listOfUser(userNo: number, query: Query = this.database.query): Promise<Passkey[]> {
    return (await query.rows<Row>(`${SELECT} WHERE user_no = ? ORDER BY created_us, id`, [userNo])).map(toPasskey);
  }

  /** @throws DuplicateKeyError for a credential that is registered already */
  async insertPasskeys(tx: Transaction, passkeys: readonly Passkey[]): Promise<void> {
    await insertRows(
      tx,
      'passkeys',
      COLUMNS,
      passkeys.map((one) => [
        one.id,
        one.userNo,
        secretDigest(one.credentialId),
        one.credentialId,
        one.publicKey,
        one.counter,
        one.aaguid,
        one.transports.join(' '),
        one.synced,
        one.backedUp,
        one.passwordless,
        one.name,
        one.createdUs,
        one.lastUsedUs ?? null,
      ]),
    );
  }

  /**
   * Records a response if its counter increased (WebAuthn section 7.2, step 22): of two responses with the same counter, only the first is accepted.
   * @returns false if it did not increase, or the passkey was deleted
   */
  async recordUse(tx: Transaction, { id, userNo, counter, backedUp, nowUs }: PasskeyUse): Promise<boolean> {
    const changed = await tx.run(
      `UPDATE passkeys SET counter = ?, backed_up = ?, last_used_us = ?
        WHERE id = ? AND user_no = ? AND (counter < ? OR (counter = 0 AND ? = 0))`,
      [counter, backedUp, nowUs, id, userNo, counter, counter],
    );
    return changed === 1;
  }

  async rename(tx: Transaction, userNo: number, id: string, name: string): Promise<boolean> {
    return (await tx.run('UPDATE passkeys SET name = ? WHERE id = ? AND user_no = ?', [name, id, userNo])) === 1;
  }

  async remove(tx: Transaction, userNo: number, id: string): Promise<boolean> {
    return (await tx.run('DELETE FROM passkeys WHERE id = ? AND user_no = ?', [id, userNo])) === 1;
  }

  async findHandle(userNo: number, query: Query = this.database.query): Promise<string | undefined> {
    return (await query.row<{ handle: string }>('SELECT handle FROM passkey_holders WHERE user_no = ?', [userNo]))?.handle;
  }

  /** @throws DuplicateKeyError if the person has one */
  async insertHandle(tx: Transaction, userNo: number, handle: string): Promise<void> {
    await insertRows(tx, 'passkey_holders', ['user_no', 'handle', 'offer_declined_us'], [[userNo, handle, null]]);
  }

  async hasDeclinedOffer(userNo: number): Promise<boolean> {
    const sql = 'SELECT user_no FROM passkey_holders WHERE user_no = ? AND offer_declined_us IS NOT NULL';
    return (await this.database.query.row(sql, [userNo])) !== undefined;
  }

  /** For a person with a user handle, which every person has who was offered a passkey. */
  async declineOffer(tx: Transaction, userNo: number, nowUs: number): Promise<void> {
    await tx.run('UPDATE passkey_holders SET offer_declined_us = ? WHERE user_no = ?', [nowUs, userNo]);
  }
}

function toPasskey(row: Row): Passkey {
  return {
    id: row.id,
    userNo: row.user_no,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    counter: row.counter,
    aaguid: row.aaguid,
    transports: row.transports === '' ? [] : row.transports.split(' '),
    synced: Boolean(row.synced),
    backedUp: Boolean(row.backed_up),
    passwordless: Boolean(row.passwordless),
    name: row.name,
    createdUs: row.created_us,
    lastUsedUs: row.last_used_us ?? undefined,
  };
}
