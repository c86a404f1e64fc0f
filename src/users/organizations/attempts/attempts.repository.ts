import { Injectable } from '@nestjs/common';
import type { Query, Transaction } from '../../../common/database/transaction.js';

export interface StoredCounter {
  key: string;
  attempts: number;
  notBeforeUs: number;
  expiresUs: number;
}

@Injectable()
export class AttemptsRepository {
  /** The existing rows of these counters, by key. */
  async findCounter(query: Query, keys: readonly string[], lock = ''): Promise<Map<string, StoredCounter>> {
    const found = new Map<string, StoredCounter>();
    for (const key of keys) {
      const row = await query.row<{ attempts: number; not_before_us: number; expires_us: number }>(
        `SELECT attempts, not_before_us, expires_us FROM sign_in_attempts WHERE key_digest = ?${lock}`,
        [key],
      );
      if (row) found.set(key, { key, attempts: row.attempts, notBeforeUs: row.not_before_us, expiresUs: row.expires_us });
    }
    return found;
  }

  async insert(tx: Transaction, counter: StoredCounter, userNo: number): Promise<void> {
    await tx.run(
      'INSERT INTO sign_in_attempts (key_digest, user_no, attempts, failed, not_before_us, expires_us) VALUES (?, ?, ?, 0, ?, ?)',
      [counter.key, userNo, counter.attempts, counter.notBeforeUs, counter.expiresUs],
    );
  }

  /** Replaces the row that was read. @returns false if it was changed meanwhile */
  async replace(tx: Transaction, before: StoredCounter, after: StoredCounter, userNo: number): Promise<boolean> {
    const changed = await tx.run(
      `UPDATE sign_in_attempts SET user_no = ?, attempts = ?, not_before_us = ?, expires_us = ?
        WHERE key_digest = ? AND attempts = ? AND not_before_us = ? AND expires_us = ?`,
      [userNo, after.attempts, after.notBeforeUs, after.expiresUs, before.key, before.attempts, before.notBeforeUs, before.expiresUs],
    );
    return changed === 1;
  }

  async addFailure(tx: Transaction, key: string): Promise<void> {
    await tx.run('UPDATE sign_in_attempts SET failed = failed + 1 WHERE key_digest = ?', [key]);
  }

  /** Takes back an attempt that does not count. */
  async subtract(tx: Transaction, key: string): Promise<void> {
    await tx.run('UPDATE sign_in_attempts SET attempts = attempts - 1, not_before_us = 0 WHERE key_digest = ? AND attempts > 0', [key]);
  }

  async remove(tx: Transaction, key: string): Promise<void> {
    await tx.run('DELETE FROM sign_in_attempts WHERE key_digest = ?', [key]);
  }

  /** Whether any counter of a user, except one, is closed now. */
  async isClosed(tx: Transaction, userNo: number, but: string, nowUs: number): Promise<boolean> {
    const sql = 'SELECT user_no FROM sign_in_attempts WHERE user_no = ? AND key_digest <> ? AND not_before_us > ? LIMIT 1';
    return (await tx.row(sql, [userNo, but, nowUs])) !== undefined;
  }

  /** The latest time at which a counter of a user is still closed. */
  async closedUntil(query: Query, userNo: number, nowUs: number): Promise<number | undefined> {
    const row = await query.row<{ until_us: number | null }>(
      'SELECT MAX(not_before_us) AS until_us FROM sign_in_attempts WHERE user_no = ? AND not_before_us > ?',
      [userNo, nowUs],
    );
    return row?.until_us ?? undefined;
  }

  async removeOfUser(tx: Transaction, userNo: number, but: string): Promise<void> {
    await tx.run('DELETE FROM sign_in_attempts WHERE user_no = ? AND key_digest <> ?', [userNo, but]);
  }
}
