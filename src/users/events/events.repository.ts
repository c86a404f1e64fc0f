import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../common/database/database.js';
import type { SqlValue } from '../../common/database/dialect.js';
import { insertRows } from '../../common/database/multi-row.js';

/** A row of `events`, as the database holds it. */
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
}

export interface EventQuery {
  typeNos: readonly number[] | undefined;
  ascending: boolean;
  limit: number;
}

const COLUMNS = ['tx_no', 'ord', 'org_no', 'created_us', 'type_no', 'aggregate_type', 'aggregate_id', 'sequence', 'editor', 'payload'];

@Injectable()
export class EventsRepository {
  constructor(private readonly database: Database) {}

  async insert(tx: Transaction, rows: SqlValue[][]): Promise<void> {
    await insertRows(tx, 'events', COLUMNS, rows);
  }

  /** A user as events name it, with its version. */
  async user(tx: Transaction, userNo: number): Promise<{ id: string; org_no: number; version: number } | undefined> {
    return tx.row('SELECT id, org_no, version FROM users WHERE no = ?', [userNo]);
  }

  async lastSequence(tx: Transaction, aggregateId: string): Promise<number> {
    const row = await tx.row<{ last: number | null }>('SELECT MAX(sequence) AS last FROM events WHERE aggregate_id = ?', [aggregateId]);
    return row?.last ?? 0;
  }

  /** Events in the order of time; ends of the index `events_by_type` (or `events_by_time`) give the first `limit` at once. */
  search({ typeNos, ascending, limit }: EventQuery): Promise<StoredEvent[]> {
    const direction = ascending ? 'ASC' : 'DESC';
    const order = (prefix: string) => `${prefix}created_us ${direction}, ${prefix}tx_no ${direction}, ${prefix}ord ${direction}`;
    // One branch a type, each limited, so that several types cost no more than several single ones.
    const branch = `SELECT * FROM (SELECT * FROM events WHERE type_no = ? ORDER BY ${order('')} LIMIT ${limit}) one`;
    const source =
      typeNos === undefined ? `SELECT * FROM events ORDER BY ${order('')} LIMIT ${limit}` : typeNos.map(() => branch).join(' UNION ALL ');
    return this.database.query.rows<StoredEvent>(
      `SELECT e.tx_no, e.ord, e.created_us, e.type_no, e.aggregate_type, e.aggregate_id, o.id AS org_id, e.sequence, e.editor, e.payload
         FROM (${source}) e LEFT JOIN organizations o ON o.no = e.org_no ORDER BY ${order('e.')} LIMIT ${limit}`,
      [...(typeNos ?? [])],
    );
  }

  /** Events of the `units` units of work after `position`, and the last unit's position. */
  async afterPosition(position: number, units: number): Promise<{ rows: StoredEvent[]; last: number | undefined }> {
    const commits = await this.database.query.rows<{ position: number }>(
      `SELECT position FROM event_commits WHERE position > ? ORDER BY position LIMIT ${units}`,
      [position],
    );
    const last = commits.at(-1)?.position;
    if (last === undefined) return { rows: [], last };
    const rows = await this.database.query.rows<StoredEvent>(
      `SELECT e.tx_no, e.ord, e.created_us, e.type_no, e.aggregate_type, e.aggregate_id, o.id AS org_id, e.sequence, e.editor, e.payload
         FROM event_commits c JOIN events e ON e.tx_no = c.tx_no LEFT JOIN organizations o ON o.no = e.org_no
        WHERE c.position > ? AND c.position <= ? ORDER BY c.position, e.ord`,
      [position, last],
    );
    return { rows, last };
  }
}
