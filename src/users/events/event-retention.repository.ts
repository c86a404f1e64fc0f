// SQL of the retention of events: finding and deleting old events, blanking personal data.
import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../common/database/database.js';
import { deleteRows, selectIn } from '../../common/database/multi-row.js';
import { EVENT_TYPES } from './event-types.js';
import type { EventKey } from './event-search.repository.js';
import type { StoredEvent } from './events.repository.js';

/** The removal of a person. */
export interface Removal {
  aggregateId: string;
  createdUs: number;
}

/** Their sequence is always 1: they count no version, so the next event needs none of them. */
const UNCOUNTED = (
  [
    'org.member.added',
    'org.member.removed',
    'instance.member.added',
    'instance.member.removed',
    'instance.feature.set',
    'instance.import.started',
    'instance.import.progressed',
    'instance.import.ended',
  ] as const
).map((type) => EVENT_TYPES[type].no);

/** Finds the event of a place. */
export const EVENT_AT = 'SELECT 1 FROM events WHERE tx_no = ? AND ord = ?';

@Injectable()
export class EventRetentionRepository {
  constructor(private readonly database: Database) {}

  /**
   * Of the `limit` oldest events after `from` and before `beforeUs`, those that may be archived. The newest event of an aggregate that counts
   * its versions by its events stays, so that no version repeats; users and groups have their own counter, and some events count none. Removals from `removedUs` on stay: blanking still needs them.
   */
  async listOldEvents(
    from: EventKey,
    beforeUs: number,
    removedUs: number,
    limit: number,
  ): Promise<{ rows: StoredEvent[]; last: EventKey | undefined }> {
    const window = await this.database.query.rows<StoredEvent & { is_newest: number }>(
      `SELECT e.tx_no, e.ord, e.created_us, e.type_no, e.aggregate_type, e.aggregate_id, o.id AS org_id, e.sequence, e.editor, e.payload, e.subject_id,
              CASE WHEN e.aggregate_type IN ('user', 'group') OR e.type_no IN (${UNCOUNTED.join(', ')})
                     OR EXISTS (SELECT 1 FROM events n WHERE n.aggregate_id = e.aggregate_id AND n.sequence > e.sequence)
                   THEN 0 ELSE 1 END AS is_newest
         FROM (SELECT * FROM events
                WHERE created_us < ? AND created_us >= ? AND (created_us > ? OR tx_no > ? OR (tx_no = ? AND ord > ?))
                ORDER BY created_us, tx_no, ord LIMIT ${limit}) e
         LEFT JOIN organizations o ON o.no = e.org_no ORDER BY e.created_us, e.tx_no, e.ord`,
      [beforeUs, from.createdUs, from.createdUs, from.txNo, from.txNo, from.ord],
    );
    const last = window.at(-1);
    return {
      rows: window.filter((row) => !row.is_newest && !(row.type_no === EVENT_TYPES['user.removed'].no && row.created_us >= removedUs)),
      last: window.length === limit && last ? { createdUs: last.created_us, txNo: last.tx_no, ord: last.ord } : undefined,
    };
  }

  /** Deletes events that have positions, and commit rows without events; followers can tell that they missed them. */
  async deleteEvents(tx: Transaction, events: ReadonlyArray<Pick<StoredEvent, 'tx_no' | 'ord'>>): Promise<void> {
    const units = [...new Set(events.map(({ tx_no }) => tx_no))];
    await this.markArchived(tx, units);
    const keys = events.map(({ tx_no, ord }) => [tx_no, ord]);
    await deleteRows(tx, 'events', ['tx_no', 'ord'], keys);
    const isEmpty = 'NOT EXISTS (SELECT 1 FROM events e WHERE e.tx_no = event_commits.tx_no)';
    await deleteRows(
      tx,
      'event_commits',
      ['tx_no'],
      units.map((no) => [no]),
      isEmpty,
    );
  }

  private async markArchived(tx: Transaction, units: readonly number[]): Promise<void> {
    const found = await selectIn<{ position: number | null }>(
      tx,
      'positions of commits',
      (marks) => `SELECT position FROM event_commits WHERE tx_no IN (${marks})`,
      [],
      units,
    );
    const last = Math.max(0, ...found.map(({ position }) => position ?? 0));
    await this.setRow(tx, 'archived_position', last, 'AND COALESCE(archived_position, 0) < ?');
  }

  /** The last removal whose personal data has been blanked. */
  async blankedUntil(): Promise<number> {
    const row = await this.database.query.row<{ blanked_us: number }>('SELECT blanked_us FROM event_upkeep WHERE id = 1');
    return row?.blanked_us ?? 0;
  }

  setBlankedUntil(tx: Transaction, us: number): Promise<void> {
    return this.setRow(tx, 'blanked_us', us, 'AND blanked_us <> ?');
  }

  private async setRow(tx: Transaction, column: 'blanked_us' | 'archived_position', value: number, unless: string): Promise<void> {
    if (!(await tx.row('SELECT id FROM event_upkeep WHERE id = 1')))
      await tx.run('INSERT INTO event_upkeep (id, blanked_us) VALUES (1, 0)');
    await tx.run(`UPDATE event_upkeep SET ${column} = ? WHERE id = 1 ${unless}`, [value, value]);
  }

  /** The oldest removals after one time and before another, at most `limit`; those of the same moment come together. */
  async listRemovals(afterUs: number, beforeUs: number, limit: number): Promise<Removal[]> {
    const rows = await this.database.query.rows<{ aggregate_id: string; created_us: number }>(
      `SELECT aggregate_id, created_us FROM events WHERE type_no = ? AND created_us > ? AND created_us < ? ORDER BY created_us LIMIT ${limit}`,
      [EVENT_TYPES['user.removed'].no, afterUs, beforeUs],
    );
    const last = rows.length === limit ? rows.at(-1)?.created_us : undefined;
    const whole = rows.filter(({ created_us }) => created_us !== last);
    return (whole.length > 0 ? whole : rows).map(({ aggregate_id, created_us }) => ({ aggregateId: aggregate_id, createdUs: created_us }));
  }

  /** The events of a person up to the removal; whoever has the id afterwards is somebody else. */
  listEventsBefore({ aggregateId, createdUs }: Removal): Promise<Array<Pick<StoredEvent, 'tx_no' | 'ord' | 'type_no' | 'payload'>>> {
    return this.database.query.rows('SELECT tx_no, ord, type_no, payload FROM events WHERE aggregate_id = ? AND created_us <= ?', [
      aggregateId,
      createdUs,
    ]);
  }

  async setPayload(tx: Transaction, { tx_no, ord }: Pick<StoredEvent, 'tx_no' | 'ord'>, payload: string): Promise<void> {
    await tx.run('UPDATE events SET payload = ? WHERE tx_no = ? AND ord = ?', [payload, tx_no, ord]);
  }
}
