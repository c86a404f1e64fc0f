// The rows of client secrets, which contain only digests.
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';

/** The stored facts of a secret. Times are microseconds since 1970 UTC; null: it does not expire. */
export interface ClientSecret {
  id: string;
  createdUs: number;
  expiresUs: number | null;
}

/** The values that a presented secret is compared with. */
export type SecretDigest = Pick<ClientSecret, 'id' | 'expiresUs'> & { digest: string };

const SELECT = 'SELECT id, created_us AS createdUs, expires_us AS expiresUs FROM client_secrets';

@Injectable()
export class ClientSecretsRepository {
  constructor(private readonly database: Database) {}

  async countByOwner(tx: Transaction, ownerNo: number): Promise<number> {
    return (await tx.row<{ count: number }>('SELECT COUNT(*) AS count FROM client_secrets WHERE owner_no = ?', [ownerNo]))?.count ?? 0;
  }

  async insertSecret(tx: Transaction, ownerNo: number, secret: ClientSecret & { digest: string }): Promise<void> {
    await tx.run('INSERT INTO client_secrets (id, owner_no, digest, created_us, expires_us) VALUES (?, ?, ?, ?, ?)', [
      secret.id,
      ownerNo,
      secret.digest,
      secret.createdUs,
      secret.expiresUs,
    ]);
  }

  /** Oldest first. */
  listSecretsOf(ownerNo: number, query: Query = this.database.query): Promise<ClientSecret[]> {
    return query.rows(`${SELECT} WHERE owner_no = ? ORDER BY created_us, id`, [ownerNo]);
  }

  findSecret(ownerNo: number, id: string): Promise<ClientSecret | undefined> {
    return this.database.query.row(`${SELECT} WHERE id = ? AND owner_no = ?`, [id, ownerNo]);
  }

  digestsByOwner(ownerNo: number): Promise<SecretDigest[]> {
    return this.database.query.rows('SELECT id, digest, expires_us AS expiresUs FROM client_secrets WHERE owner_no = ?', [ownerNo]);
  }

  /** @returns whether the owner has this secret */
  async setSecretExpiry(tx: Transaction, ownerNo: number, id: string, expiresUs: number | null): Promise<boolean> {
    return (await tx.run('UPDATE client_secrets SET expires_us = ? WHERE id = ? AND owner_no = ?', [expiresUs, id, ownerNo])) > 0;
  }

  /** @returns whether the owner had this secret */
  async deleteSecret(tx: Transaction, ownerNo: number, id: string): Promise<boolean> {
    return (await tx.run('DELETE FROM client_secrets WHERE id = ? AND owner_no = ?', [id, ownerNo])) > 0;
  }

  async deleteByOwner(tx: Transaction, ownerNo: number): Promise<void> {
    await tx.run('DELETE FROM client_secrets WHERE owner_no = ?', [ownerNo]);
  }
}
