// SQL of signing keys; private halves leave here sealed and come back sealed.
import { Injectable } from '@nestjs/common';
import { Database, type Query, type Transaction } from '../../common/database/database.js';

/** `published` is visible but does not sign yet, `active` signs, `retired` is visible for tokens still alive. */
export type SigningKeyState = 'published' | 'active' | 'retired';

export interface StoredSigningKey {
  kid: string;
  alg: string;
  state: SigningKeyState;
  publicJwk: string;
  sealedPrivateJwk: string;
  createdUs: number;
}

@Injectable()
export class SigningKeysRepository {
  constructor(private readonly database: Database) {}

  /** All keys, oldest first. */
  async all(query: Query = this.database.query): Promise<StoredSigningKey[]> {
    const rows = await query.rows<{
      kid: string;
      alg: string;
      state: SigningKeyState;
      public_jwk: string;
      sealed_private_jwk: string;
      created_us: number;
    }>('SELECT kid, alg, state, public_jwk, sealed_private_jwk, created_us FROM signing_keys ORDER BY created_us, kid');
    return rows.map(({ kid, alg, state, public_jwk, sealed_private_jwk, created_us }) => ({
      kid,
      alg,
      state,
      publicJwk: public_jwk,
      sealedPrivateJwk: sealed_private_jwk,
      createdUs: created_us,
    }));
  }

  /** Makes other processes wait until `tx` ends before they look for keys. */
  async lock(tx: Transaction): Promise<void> {
    await tx.row(`SELECT version FROM config_version WHERE id = 1${tx.forUpdate}`);
  }

  async insert(tx: Transaction, key: StoredSigningKey): Promise<void> {
    await tx.run(
      'INSERT INTO signing_keys (kid, alg, state, public_jwk, sealed_private_jwk, created_us, activated_us, retired_us) VALUES (?, ?, ?, ?, ?, ?, ?, NULL)',
      [key.kid, key.alg, key.state, key.publicJwk, key.sealedPrivateJwk, key.createdUs, key.state === 'active' ? key.createdUs : null],
    );
  }
}
