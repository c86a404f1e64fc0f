// SQL that deletes expired rows from the tables that modules have registered.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../database/transaction.js';
import { deleteRows } from '../database/multi-row.js';

/** A table whose rows expire; all names come from code, never from a caller. */
export interface ExpiringTable {
  name: string;
  /** The columns of its primary key. */
  key: readonly string[];
  /** The indexed column with the time of expiry, in microseconds since 1970 UTC. */
  expiry: string;
}

@Injectable()
export class ExpiredRowsRepository {
  /** @returns the number of rows that had expired before `beforeUs`, at most `limit` */
  async removeExpired(tx: Transaction, { name, key, expiry }: ExpiringTable, beforeUs: number, limit: number): Promise<number> {
    const rows = await tx.rows<Record<string, string | number>>(
      `SELECT ${key.join(', ')} FROM ${name} WHERE ${expiry} < ? ORDER BY ${expiry} LIMIT ${limit}`,
      [beforeUs],
    );
    const keys = rows.map((row) => key.map((column) => row[column] ?? ''));
    // Checked again: a refresh may have extended the authorization since.
    await deleteRows(tx, name, key, keys, `${expiry} < ?`, [beforeUs]);
    return rows.length;
  }
}
