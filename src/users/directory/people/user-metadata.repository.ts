// The rows of user metadata, which other systems store.
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import type { MetadataEntry } from '../../organizations/metadata-entry.js';

@Injectable()
export class UserMetadataRepository {
  constructor(private readonly database: Database) {}

  /** Ordered by key. */
  async listByUser(userNo: number, query: Query = this.database.query): Promise<MetadataEntry[]> {
    const rows = await query.rows<{ meta_key: string; value: string }>(
      'SELECT meta_key, value FROM user_metadata WHERE user_no = ? ORDER BY meta_key',
      [userNo],
    );
    return rows.map(({ meta_key, value }) => ({ key: meta_key, value }));
  }

  async listKeys(tx: Transaction, userNo: number): Promise<string[]> {
    return (await tx.rows<{ meta_key: string }>('SELECT meta_key FROM user_metadata WHERE user_no = ?', [userNo])).map(
      ({ meta_key }) => meta_key,
    );
  }

  /** Serializes changes of a user's metadata. @returns whether the user still exists */
  async lockUser(tx: Transaction, userNo: number): Promise<boolean> {
    return (await tx.row(`SELECT no FROM users WHERE no = ?${tx.forUpdate}`, [userNo])) !== undefined;
  }

  /** @returns whether the entry existed */
  async deleteMetadata(tx: Transaction, userNo: number, key: string): Promise<boolean> {
    return (await tx.run('DELETE FROM user_metadata WHERE user_no = ? AND meta_key = ?', [userNo, key])) > 0;
  }

  async replaceMetadata(tx: Transaction, userNo: number, { key, value }: MetadataEntry): Promise<void> {
    await tx.run('DELETE FROM user_metadata WHERE user_no = ? AND meta_key = ?', [userNo, key]);
    await tx.run('INSERT INTO user_metadata (user_no, meta_key, value) VALUES (?, ?, ?)', [userNo, key, value]);
  }
}
