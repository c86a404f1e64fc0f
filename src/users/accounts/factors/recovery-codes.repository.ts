import { Injectable } from '@nestjs/common';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import { insertRows } from '../../../common/database/multi-row.js';

export interface StoredRecoveryCode {
  digest: string;
  /** In microseconds since 1970 UTC. */
  createdUs: number;
}

@Injectable()
export class RecoveryCodesRepository {
  /** The number of unused codes, and when they were created (microseconds since 1970 UTC). */
  async count(query: Query, userNo: number): Promise<{ left: number; createdUs: number } | undefined> {
    const row = await query.row<{ total: number; created_us: number | null }>(
      'SELECT COUNT(*) AS total, MAX(created_us) AS created_us FROM recovery_codes WHERE user_no = ?',
      [userNo],
    );
    return row && row.created_us !== null ? { left: Number(row.total), createdUs: row.created_us } : undefined;
  }

  list(query: Query, userNo: number): Promise<StoredRecoveryCode[]> {
    const sql = 'SELECT code_digest AS digest, created_us AS createdUs FROM recovery_codes WHERE user_no = ?';
    return query.rows<StoredRecoveryCode>(sql, [userNo]);
  }

  async insertAll(tx: Transaction, userNo: number, codes: readonly StoredRecoveryCode[]): Promise<void> {
    const rows = codes.map(({ digest, createdUs }) => [userNo, digest, createdUs]);
    await insertRows(tx, 'recovery_codes', ['user_no', 'code_digest', 'created_us'], rows);
  }

  /** @returns whether one of these existed; it is deleted now */
  async use(tx: Transaction, userNo: number, digests: readonly string[]): Promise<boolean> {
    for (const digest of digests)
      if ((await tx.run('DELETE FROM recovery_codes WHERE user_no = ? AND code_digest = ?', [userNo, digest])) === 1) return true;
    return false;
  }

  async removeAll(tx: Transaction, userNo: number): Promise<void> {
    await tx.run('DELETE FROM recovery_codes WHERE user_no = ?', [userNo]);
  }
}
