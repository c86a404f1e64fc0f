// SQL of the sign-out notices that wait to be sent.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/primitives/clock.js';
import { Database, type Transaction } from '../../common/database/database.js';

/** A notice that waits. Times are microseconds since 1970 UTC. */
export interface LogoutNotice {
  no: number;
  clientNo: number;
  sub: string;
  sid: string;
  tries: number;
}

@Injectable()
export class LogoutNoticesRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async insertNotice(tx: Transaction, { clientNo, sub, sid }: Pick<LogoutNotice, 'clientNo' | 'sub' | 'sid'>): Promise<void> {
    const now = this.clock.nowUs();
    await tx.run('INSERT INTO logout_notices (no, client_no, sub, sid, due_us, tries, created_us) VALUES (?, ?, ?, ?, ?, 0, ?)', [
      tx.nextNumber(),
      clientNo,
      sub,
      sid,
      now,
      now,
    ]);
  }

  /** What is due now, the longest first. */
  async findDue(limit: number): Promise<LogoutNotice[]> {
    const rows = await this.database.query.rows<{ no: number; client_no: number; sub: string; sid: string; tries: number }>(
      `SELECT no, client_no, sub, sid, tries FROM logout_notices WHERE due_us <= ? ORDER BY due_us LIMIT ${limit}`,
      [this.clock.nowUs()],
    );
    return rows.map(({ client_no: clientNo, ...row }) => ({ ...row, clientNo }));
  }

  async removeNotice(tx: Transaction, no: number): Promise<void> {
    await tx.run('DELETE FROM logout_notices WHERE no = ?', [no]);
  }

  /** Tries again in `delayUs`. */
  async postponeNotice(tx: Transaction, no: number, delayUs: number): Promise<void> {
    await tx.run('UPDATE logout_notices SET tries = tries + 1, due_us = ? WHERE no = ?', [this.clock.nowUs() + delayUs, no]);
  }

  /** Lets all other notices to a client wait as well, except those older than `maxAgeUs`, which are given up. */
  async holdBackClient(tx: Transaction, clientNo: number, delayUs: number, maxAgeUs: number): Promise<void> {
    const now = this.clock.nowUs();
    await tx.run('DELETE FROM logout_notices WHERE client_no = ? AND due_us <= ? AND created_us < ?', [clientNo, now, now - maxAgeUs]);
    await tx.run('UPDATE logout_notices SET due_us = ? WHERE client_no = ? AND due_us <= ?', [now + delayUs, clientNo, now]);
  }
}
