// SQL of pending sign-out notices, beyond what every outbox does.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/primitives/clock.js';
import type { Transaction } from '../../common/database/transaction.js';

@Injectable()
export class LogoutNoticesRepository {
  constructor(private readonly clock: Clock) {}

  /** Delays all due notices to a client, except those older than `maxAgeUs`, which are deleted. */
  async delayClient(tx: Transaction, clientNo: number, delayUs: number, maxAgeUs: number): Promise<void> {
    const now = this.clock.nowUs();
    await tx.run('DELETE FROM logout_notices WHERE client_no = ? AND due_us <= ? AND created_us < ?', [clientNo, now, now - maxAgeUs]);
    await tx.run('UPDATE logout_notices SET due_us = ? WHERE client_no = ? AND due_us <= ?', [now + delayUs, clientNo, now]);
  }
}
