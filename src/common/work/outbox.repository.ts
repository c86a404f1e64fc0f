// SQL of outbox tables, whose rows are messages to be sent.
import { Injectable } from '@nestjs/common';
import { Clock } from '../primitives/clock.js';
import { Database, type Transaction } from '../database/database.js';
import type { SqlValue } from '../database/dialect.js';

/** What every message has. */
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
  async insertMessage(tx: Transaction, { name, columns }: OutboxTable, values: readonly SqlValue[]): Promise<void> {
    const now = this.clock.nowUs();
    await tx.run(
      `INSERT INTO ${name} (no, tries, due_us, created_us, ${columns.join(', ')}) VALUES (?, 0, ?, ?${', ?'.repeat(columns.length)})`,
      [tx.nextNumber(), now, now, ...values],
    );
  }

  /** What is due now, the longest first. */
  listDue<Row extends OutboxRow>({ name, columns }: OutboxTable, limit: number): Promise<Row[]> {
    return this.database.query.rows<Row>(
      `SELECT no, tries, ${columns.join(', ')} FROM ${name} WHERE due_us <= ? ORDER BY due_us LIMIT ${limit}`,
      [this.clock.nowUs()],
    );
  }

  /** Counts one more attempt and puts the next one off by `delayUs`. @returns false when somebody else did */
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
