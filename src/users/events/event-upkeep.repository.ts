// Old events, and personal data in events: what the job that looks after them reads and writes.
import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../common/database/database.js';
import { EVENT_TYPES } from './event-types.js';
import type { EventKey } from './event-search.repository.js';
import type { StoredEvent } from './events.repository.js';

/** Somebody's removal. */
export interface Removal {
  aggregateId: string;
  createdUs: number;
}

@Injectable()
export class EventUpkeepRepository {
  constructor(private readonly database: Database) {}

  /**
   * Of the `limit` oldest events after `from` and before `beforeUs`, those that may go. The newest one of what counts its versions by its
   * events stays, so that no version comes twice; users count theirs themselves.
   */
  async old(from: EventKey, beforeUs: number, limit: number): Promise<{ rows: StoredEvent[]; last: EventKey | undefined }> {
    const window = await this.database.query.rows<StoredEvent & { is_newest: number }>(
      `SELECT e.tx_no, e.ord, e.created_us, e.type_no, e.aggregate_type, e.aggregate_id, o.id AS org_id, e.sequence, e.editor, e.payload,
              CASE WHEN e.aggregate_type = 'user' OR EXISTS (SELECT 1 FROM events n WHERE n.aggregate_id = e.aggregate_id AND n.sequence > e.sequence)
                   THEN 0 ELSE 1 END AS is_newest
         FROM (SELECT * FROM events
                WHERE created_us < ? AND created_us >= ? AND (created_us > ? OR tx_no > ? OR (tx_no = ? AND ord > ?))
                ORDER BY created_us, tx_no, ord LIMIT ${limit}) e
         LEFT JOIN organizations o ON o.no = e.org_no ORDER BY e.created_us, e.tx_no, e.ord`,
      [beforeUs, from.createdUs, from.createdUs, from.txNo, from.txNo, from.ord],
    );
    const last = window.at(-1);
    return {
      rows: window.filter((row) => !row.is_newest),
      last: window.length === limit && last ? { createdUs: last.created_us, txNo: last.tx_no, ord: last.ord } : undefined,
    };
  }

  /** Deletes events, and the commit rows of units that have none left. */
  async remove(tx: Transaction, events: ReadonlyArray<Pick<StoredEvent, 'tx_no' | 'ord'>>): Promise<void> {
    for (const { tx_no, ord } of events) await tx.run('DELETE FROM events WHERE tx_no = ? AND ord = ?', [tx_no, ord]);
    for (const no of new Set(events.map(({ tx_no }) => tx_no)))
      if (!(await tx.row('SELECT ord FROM events WHERE tx_no = ? LIMIT 1', [no])))
        await tx.run('DELETE FROM event_commits WHERE tx_no = ?', [no]);
  }

  /** Up to which removal personal data is blanked. */
  async blankedUntil(): Promise<number> {
    const row = await this.database.query.row<{ blanked_us: number }>('SELECT blanked_us FROM event_upkeep WHERE id = 1');
    return row?.blanked_us ?? 0;
  }

  async setBlankedUntil(tx: Transaction, us: number): Promise<void> {
    if ((await tx.run('UPDATE event_upkeep SET blanked_us = ? WHERE id = 1', [us])) === 0)
      await tx.run('INSERT INTO event_upkeep (id, blanked_us) VALUES (1, ?)', [us]);
  }

  /** The oldest removals after one time and before another. */
  async removals(afterUs: number, beforeUs: number, limit: number): Promise<Removal[]> {
    const rows = await this.database.query.rows<{ aggregate_id: string; created_us: number }>(
      `SELECT aggregate_id, created_us FROM events WHERE type_no = ? AND created_us > ? AND created_us < ? ORDER BY created_us LIMIT ${limit}`,
      [EVENT_TYPES['user.removed'].no, afterUs, beforeUs],
    );
    return rows.map(({ aggregate_id, created_us }) => ({ aggregateId: aggregate_id, createdUs: created_us }));
  }

  /** What happened to somebody up to the removal; whoever has the id afterwards is somebody else. */
  before({ aggregateId, createdUs }: Removal): Promise<Array<Pick<StoredEvent, 'tx_no' | 'ord' | 'type_no' | 'payload'>>> {
    return this.database.query.rows('SELECT tx_no, ord, type_no, payload FROM events WHERE aggregate_id = ? AND created_us <= ?', [
      aggregateId,
      createdUs,
    ]);
  }

  async setPayload(tx: Transaction, { tx_no, ord }: Pick<StoredEvent, 'tx_no' | 'ord'>, payload: string): Promise<void> {
    await tx.run('UPDATE events SET payload = ? WHERE tx_no = ? AND ord = ?', [payload, tx_no, ord]);
  }
}
