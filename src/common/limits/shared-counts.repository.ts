import { Injectable } from '@nestjs/common';
import type { Transaction } from '../database/transaction.js';

@Injectable()
export class SharedCountsRepository {
  /** Adds to a count. @returns the new total */
  async add(tx: Transaction, key: string, requests: number, expiresUs: number): Promise<number> {
    const changed = await tx.run('UPDATE request_counts SET requests = requests + ? WHERE key_digest = ?', [requests, key]);
    if (changed === 0)
      await tx.run('INSERT INTO request_counts (key_digest, requests, expires_us) VALUES (?, ?, ?)', [key, requests, expiresUs]);
    const row = await tx.row<{ requests: number }>('SELECT requests FROM request_counts WHERE key_digest = ?', [key]);
    return Number(row?.requests ?? requests);
  }
}
