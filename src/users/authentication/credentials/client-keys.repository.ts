// The rows of registered public keys.
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';

import type { PublicJwk } from './public-key.js';

/** A registered key. `id` is the `kid` in assertions, unique within its owner; times are microseconds, `expiresUs` null means never. */
export interface ClientKey {
  id: string;
  thumbprint: string;
  jwk: PublicJwk;
  createdUs: number;
  expiresUs: number | null;
}

/** `keyId` is null if the thumbprint is the key's id. */
type NewRow = Omit<ClientKey, 'id'> & { keyId: string | null };

interface Row {
  id: string;
  key_id: string | null;
  public_jwk: string;
  created_us: number;
  expires_us: number | null;
}

const SELECT = 'SELECT id, key_id, public_jwk, created_us, expires_us FROM client_keys';
/** Finds a key by its id within its owner. */
const BY_ID = 'owner_no = ? AND (key_id = ? OR (key_id IS NULL AND id = ?))';

@Injectable()
export class ClientKeysRepository {
  constructor(private readonly database: Database) {}

  /** @throws DuplicateKeyError when any owner has the key already */
  async insertKey(tx: Transaction, ownerNo: number, { thumbprint, keyId, jwk, createdUs, expiresUs }: NewRow): Promise<void> {
    await tx.run('INSERT INTO client_keys (id, owner_no, key_id, public_jwk, created_us, expires_us) VALUES (?, ?, ?, ?, ?, ?)', [
      thumbprint,
      ownerNo,
      keyId,
      JSON.stringify(jwk),
      createdUs,
      expiresUs,
    ]);
  }

  /** Oldest first. */
  async listKeysOf(ownerNo: number, query: Query = this.database.query): Promise<ClientKey[]> {
    return (await query.rows<Row>(`${SELECT} WHERE owner_no = ? ORDER BY created_us, id`, [ownerNo])).map(toKey);
  }

  async findKey(ownerNo: number, id: string): Promise<ClientKey | undefined> {
    const row = await this.database.query.row<Row>(`${SELECT} WHERE ${BY_ID}`, [ownerNo, id, id]);
    return row && toKey(row);
  }

  /** @returns whether the owner had a key of this id */
  async deleteKey(tx: Transaction, ownerNo: number, id: string): Promise<boolean> {
    return (await tx.run(`DELETE FROM client_keys WHERE ${BY_ID}`, [ownerNo, id, id])) > 0;
  }
}

function toKey({ id, key_id, public_jwk, created_us, expires_us }: Row): ClientKey {
  return { id: key_id ?? id, thumbprint: id, jwk: JSON.parse(public_jwk) as PublicJwk, createdUs: created_us, expiresUs: expires_us };
}
