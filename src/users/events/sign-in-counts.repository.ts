// The SQL of the sign-ins of each organization and day.
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import type { Transaction } from '../../common/database/transaction.js';

/** Sign-ins on a UTC day, counted in days since 1970. */
export interface SignInDay {
  day: number;
  succeeded: number;
  failed: number;
}

@Injectable()
export class SignInCountsRepository {
  constructor(private readonly database: Database) {}

  /** Adds to the counts of an organization's day. The unit holds the job's lease, so no other process adds. */
  async add(tx: Transaction, orgNo: number, { day, succeeded, failed }: SignInDay, expiresUs: number): Promise<void> {
    const sql = 'UPDATE sign_in_counts SET succeeded = succeeded + ?, failed = failed + ? WHERE org_no = ? AND day = ?';
    if ((await tx.run(sql, [succeeded, failed, orgNo, day])) === 0)
      await tx.run('INSERT INTO sign_in_counts (org_no, day, succeeded, failed, expires_us) VALUES (?, ?, ?, ?, ?)', [
        orgNo,
        day,
        succeeded,
        failed,
        expiresUs,
      ]);
  }

  /** The days from `since` on that have sign-ins, in order. */
  async listDays(orgNo: number, since: number): Promise<SignInDay[]> {
    return this.database.query.rows<SignInDay>(
      'SELECT day, succeeded, failed FROM sign_in_counts WHERE org_no = ? AND day >= ? ORDER BY day',
      [orgNo, since],
    );
  }

  /** The position just before the first event since a time; without one, that of the last commit. */
  async positionBefore(sinceUs: number): Promise<number> {
    const first = await this.database.query.row<{ position: number | null }>(
      `SELECT c.position FROM (SELECT tx_no FROM events WHERE created_us >= ? ORDER BY created_us LIMIT 1) e
         JOIN event_commits c ON c.tx_no = e.tx_no`,
      [sinceUs],
    );
    if (first) return Math.max(0, Number(first.position ?? 1) - 1);
    return Number((await this.database.query.row<{ position: number }>('SELECT position FROM event_head WHERE id = 1'))?.position ?? 0);
  }
}
