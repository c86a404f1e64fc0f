import { Injectable } from '@nestjs/common';
import { Database, DuplicateKeyError } from '../../../common/database/database.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';

/** The proven phone number of a person. Times are microseconds since 1970 UTC. */
export interface StoredPhone {
  userNo: number;
  id: string;
  /** E.164, with `+`. */
  phone: string;
  createdUs: number;
  usedUs: number | undefined;
}

@Injectable()
export class SmsFactorsRepository {
  constructor(private readonly database: Database) {}

  async find(userNo: number, query: Query = this.database.query): Promise<StoredPhone | undefined> {
    const sql = 'SELECT id, phone, created_us, used_us FROM sms_factors WHERE user_no = ?';
    const row = await query.row<{ id: string; phone: string; created_us: number; used_us: number | null }>(sql, [userNo]);
    return row && { userNo, id: row.id, phone: row.phone, createdUs: row.created_us, usedUs: row.used_us ?? undefined };
  }

  /** @returns false if the person has one */
  async insert(tx: Transaction, { userNo, id, phone, createdUs, usedUs }: StoredPhone): Promise<boolean> {
    try {
      const values = [userNo, id, phone, createdUs, usedUs ?? null];
      await tx.run('INSERT INTO sms_factors (user_no, id, phone, created_us, used_us) VALUES (?, ?, ?, ?, ?)', values);
      return true;
    } catch (error) {
      if (error instanceof DuplicateKeyError) return false;
      throw error;
    }
  }

  async noteUse(tx: Transaction, userNo: number, nowUs: number): Promise<void> {
    await tx.run('UPDATE sms_factors SET used_us = ? WHERE user_no = ?', [nowUs, userNo]);
  }

  async remove(tx: Transaction, userNo: number, id: string): Promise<boolean> {
    return (await tx.run('DELETE FROM sms_factors WHERE user_no = ? AND id = ?', [userNo, id])) === 1;
  }
}
