// SQL of signing keys; it never opens the sealed private keys.
import { Injectable } from '@nestjs/common';
import type { KeyState } from '../../common/crypto/key-rotation-plan.js';
import { Database } from '../../common/database/database.js';
import type { Query, Transaction } from '../../common/database/transaction.js';
import type { SigningAlgorithm } from './jws.js';

/** Times are microseconds since 1970 UTC. */
export interface StoredSigningKey {
  kid: string;
  alg: SigningAlgorithm;
  state: KeyState;
  publicJwk: string;
  sealedPrivateJwk: string;
  createdUs: number;
  /** When it became active; for a published key, when its activation was requested. */
  activatedUs: number | null;
  retiredUs: number | null;
}

interface SigningKeyColumns {
  kid: string;
  alg: SigningAlgorithm;
  state: KeyState;
  public_jwk: string;
  sealed_private_jwk: string;
  created_us: number;
  activated_us: number | null;
  retired_us: number | null;
}

const COLUMNS = 'kid, alg, state, public_jwk, sealed_private_jwk, created_us, activated_us, retired_us';

@Injectable()
export class SigningKeysRepository {
  constructor(private readonly database: Database) {}

  /** All keys, oldest first. */
  async listKeys(query: Query = this.database.query): Promise<StoredSigningKey[]> {
    return (await query.rows<SigningKeyColumns>(`SELECT ${COLUMNS} FROM signing_keys ORDER BY created_us, kid`)).map(toKey);
  }

  /** Locks the keys: other processes wait until `tx` ends. */
  async lockKeys(tx: Transaction): Promise<void> {
    await tx.row(`SELECT version FROM config_version WHERE id = 1${tx.forUpdate}`);
  }

  async insertKey(tx: Transaction, key: StoredSigningKey): Promise<void> {
    await tx.run(`INSERT INTO signing_keys (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`, [
      key.kid,
      key.alg,
      key.state,
      key.publicJwk,
      key.sealedPrivateJwk,
      key.createdUs,
      key.activatedUs,
      key.retiredUs,
    ]);
  }

  /** Activates a published key and retires the active one. @returns false if either key has changed; roll `tx` back then */
  async handOverSigning(tx: Transaction, from: string, to: string, nowUs: number): Promise<boolean> {
    const retired = await tx.run("UPDATE signing_keys SET state = 'retired', retired_us = ? WHERE kid = ? AND state = 'active'", [
      nowUs,
      from,
    ]);
    const activated = await tx.run("UPDATE signing_keys SET state = 'active', activated_us = ? WHERE kid = ? AND state = 'published'", [
      nowUs,
      to,
    ]);
    return retired === 1 && activated === 1;
  }

  /** Activates a published key if there is no active one. */
  async activateKey(tx: Transaction, kid: string, nowUs: number): Promise<void> {
    await tx.run("UPDATE signing_keys SET state = 'active', activated_us = ? WHERE kid = ? AND state = 'published'", [nowUs, kid]);
  }

  /** Removes a key in any state. */
  async revokeKey(tx: Transaction, kid: string): Promise<void> {
    await tx.run('DELETE FROM signing_keys WHERE kid = ?', [kid]);
  }

  /** Requests that the published keys of these algorithms become active as soon as allowed. */
  async requestRotation(tx: Transaction, algorithms: readonly SigningAlgorithm[], nowUs: number): Promise<void> {
    for (const alg of algorithms) {
      await tx.run("UPDATE signing_keys SET activated_us = ? WHERE alg = ? AND state = 'published' AND activated_us IS NULL", [nowUs, alg]);
    }
  }

  /** Removes a key that was retired before `beforeUs`. */
  async removeKey(tx: Transaction, kid: string, beforeUs: number): Promise<void> {
    await tx.run("DELETE FROM signing_keys WHERE kid = ? AND state = 'retired' AND retired_us < ?", [kid, beforeUs]);
  }
}

function toKey(row: SigningKeyColumns): StoredSigningKey {
  return {
    kid: row.kid,
    alg: row.alg,
    state: row.state,
    publicJwk: row.public_jwk,
    sealedPrivateJwk: row.sealed_private_jwk,
    createdUs: row.created_us,
    activatedUs: row.activated_us,
    retiredUs: row.retired_us,
  };
}
