// SQL of removals, and of the related rows of removed objects.
import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import type { Transaction } from '../database/transaction.js';
import { deleteRows, insertRows } from '../database/multi-row.js';

/** A removed object: its number, its kind, and who removed it. Times are microseconds since 1970 UTC. */
export interface Removal {
  no: number;
  kind: string;
  editor: string;
  createdUs: number;
}

/**
 * Rows of a table that refer to a removed object in the indexed column `owner`; `key` distinguishes the rows of one owner. All names come
 * from code.
 */
export interface OwnedRows {
  table: string;
  owner: string;
  key: string;
}

@Injectable()
export class RemovalsRepository {
  constructor(private readonly database: Database) {}

  /** Inserts removals that are due at once. */
  async insertRemovals(tx: Transaction, removals: readonly Removal[]): Promise<void> {
    const rows = removals.map(({ no, kind, editor, createdUs }) => [no, kind, editor, createdUs, createdUs]);
    await insertRows(tx, 'removals', ['no', 'kind', 'editor', 'created_us', 'due_us'], rows);
  }

  /** The removal that has been due the longest. */
  async findDue(nowUs: number): Promise<Removal | undefined> {
    const row = await this.database.query.row<{ no: number; kind: string; editor: string; created_us: number }>(
      'SELECT no, kind, editor, created_us FROM removals WHERE due_us <= ? ORDER BY due_us LIMIT 1',
      [nowUs],
    );
    return row && { no: row.no, kind: row.kind, editor: row.editor, createdUs: row.created_us };
  }

  async setDue(tx: Transaction, no: number, dueUs: number): Promise<void> {
    await tx.run('UPDATE removals SET due_us = ? WHERE no = ?', [dueUs, no]);
  }

  async deleteRemoval(tx: Transaction, no: number): Promise<void> {
    await tx.run('DELETE FROM removals WHERE no = ?', [no]);
  }

  /** @returns the number of deleted rows, at most `limit` */
  async deleteRows(tx: Transaction, { table, owner, key }: OwnedRows, ownerNo: number, limit: number): Promise<number> {
    const rows = await tx.rows<{ k: string | number }>(`SELECT ${key} AS k FROM ${table} WHERE ${owner} = ? LIMIT ${limit}`, [ownerNo]);
    const keys = rows.map(({ k }) => [k]);
    await deleteRows(tx, table, [key], keys, `${owner} = ?`, [ownerNo]);
    return rows.length;
  }
}
