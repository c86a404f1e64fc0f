import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import type { Transaction } from '../../common/database/transaction.js';
import type { SqlValue } from '../../common/database/engines/sql-value.js';
import { insertRows } from '../../common/database/multi-row.js';

/** A row of `events`, as stored. */
export interface StoredEvent {
  tx_no: number;
  ord: number;
  created_us: number;
  type_no: number;
  aggregate_type: string;
  aggregate_id: string;
  org_id: string | null;
  sequence: number;
  editor: string;
  payload: string;
  subject_id: string | null;
}

const COLUMNS = [
  'tx_no',
  'ord',
  'org_no',
  'created_us',
  'type_no',
  'aggregate_type',
  'aggregate_id',
  'sequence',
  'editor',
  'payload',
  'subject_id',
];

/** The highest sequence of an aggregate is among this many newest events: writing that many takes longer than the clocks of processes differ. */
const NEWEST = 100;

@Injectable()
export class EventsRepository {
  constructor(private readonly database: Database) {}

  async insertEvents(tx: Transaction, rows: SqlValue[][]): Promise<void> {
    await insertRows(tx, 'events', COLUMNS, rows);
  }

  /** The columns of a user that events need, with its version. */
  async user(tx: Transaction, userNo: number): Promise<{ id: string; org_no: number; version: number } | undefined> {
    return tx.row('SELECT id, org_no, version FROM users WHERE no = ?', [userNo]);
  }

  /** Reads the newest events by the index: one aggregate may have very many. */
  async lastSequence(tx: Transaction, aggregateId: string): Promise<number> {
    const row = await tx.row<{ last: number | null }>(
      `SELECT MAX(sequence) AS last FROM (SELECT sequence FROM events WHERE aggregate_id = ? ORDER BY created_us DESC LIMIT ${NEWEST}) newest`,
      [aggregateId],
    );
    return row?.last ?? 0;
  }
}
