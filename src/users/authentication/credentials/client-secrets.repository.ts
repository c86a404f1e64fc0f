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

interface Row {
  id: string;
  created_us: number;
  expires_us: number | null;
}

const SELECT = 'SELECT id, created_us, expires_us FROM client_secrets';

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
  async listSecretsOf(ownerNo: number, query: Query = this.database.query): Promise<ClientSecret[]> {
    return (await query.rows<Row>(`${SELECT} WHERE owner_no = ? ORDER BY created_us, id`, [ownerNo])).map(toSecret);
  }

  async findSecret(ownerNo: number, id: string): Promise<ClientSecret | undefined> {
    const row = await this.database.query.row<Row>(`${SELECT} WHERE id = ? AND owner_no = ?`, [id, ownerNo]);
    return row && toSecret(row);
  }

  async digestsByOwner(ownerNo: number): Promise<SecretDigest[]> {
    const rows = await this.database.query.rows<{ id: string; digest: string; expires_us: number | null }>(
      'SELECT id, digest, expires_us FROM client_secrets WHERE owner_no = ?',
      [ownerNo],
    );
    return rows.map(({ id, digest, expires_us }) => ({ id, digest, expiresUs: expires_us }));
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

function toSecret({ id, created_us, expires_us }: Row): ClientSecret {
  return { id, createdUs: created_us, expiresUs: expires_us };
}
