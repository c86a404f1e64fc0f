// SQL of outbox tables, whose rows are messages to be sent.
import { Injectable } from '@nestjs/common';
import { Clock } from '../primitives/clock.js';
import { Database } from '../database/database.js';
import type { Transaction } from '../database/transaction.js';
import type { SqlValue } from '../database/engines/sql-value.js';
import { insertRows } from '../database/multi-row.js';

/** The columns that every message has. */
export interface OutboxRow {
  no: number;
  /** Attempts so far. */
  tries: number;
}

/** A table with `no`, `tries`, `due_us`, `created_us` and these columns; all names come from code. */
export interface OutboxTable {
  name: string;
  columns: readonly string[];
}

@Injectable()
export class OutboxRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Inserts a message that is due at once. */
  async insertMessages(tx: Transaction, { name, columns }: OutboxTable, messages: readonly (readonly SqlValue[])[]): Promise<void> {
    const now = this.clock.nowUs();
    const rows = messages.map((values) => [tx.nextNumber(), 0, now, now, ...values]);
    await insertRows(tx, name, ['no', 'tries', 'due_us', 'created_us', ...columns], rows);
  }

  /** Messages that are due now, the longest overdue first. */
  listDue<Row extends OutboxRow>({ name, columns }: OutboxTable, limit: number): Promise<Row[]> {
    return this.database.query.rows<Row>(
      `SELECT no, tries, ${columns.join(', ')} FROM ${name} WHERE due_us <= ? ORDER BY due_us LIMIT ${limit}`,
      [this.clock.nowUs()],
    );
  }

  /** Counts one more attempt and delays the next one by `delayUs`. @returns false when another process did so first */
  async claimMessage(tx: Transaction, { name }: OutboxTable, { no, tries }: OutboxRow, delayUs: number): Promise<boolean> {
    const claimed = await tx.run(`UPDATE ${name} SET tries = tries + 1, due_us = ? WHERE no = ? AND tries = ?`, [
      this.clock.nowUs() + delayUs,
      no,
      tries,
    ]);
    return claimed === 1;
  }

  async removeMessage(tx: Transaction, { name }: OutboxTable, no: number): Promise<void> {
    await tx.run(`DELETE FROM ${name} WHERE no = ?`, [no]);
  }
}
