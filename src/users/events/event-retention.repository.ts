// SQL of the retention of events: finds and deletes old events, and blanks personal data.
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import type { Transaction } from '../../common/database/transaction.js';
import { deleteRows, insertRows, selectIn } from '../../common/database/multi-row.js';
import { EVENT_TYPES } from './event-types.js';
import type { EventKey } from './event-search.repository.js';
import type { StoredEvent } from './events.repository.js';

export interface Removal {
  userNo: number;
  id: string;
  removedUs: number;
}

/** A removal whose personal data is due for blanking. */
export interface DueBlanking extends Removal {
  /** A restored person keeps the number, and is no longer deleted. */
  isBack: boolean;
}

/** The sequence of these events is always 1: they count no version, so the next event does not depend on them. */
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

/** Finds an event by its key. */
export const EVENT_AT = 'SELECT 1 FROM events WHERE tx_no = ? AND ord = ?';

@Injectable()
export class EventRetentionRepository {
  constructor(private readonly database: Database) {}

  /**
   * Of the `limit` oldest events after `from` and before `beforeUs`, those that may be archived. An aggregate that counts its versions by its events
   * keeps its newest event, so that no version repeats. Users and groups have their own counter, and some events count no version.
   */
  async listOldEvents(from: EventKey, beforeUs: number, limit: number): Promise<{ rows: StoredEvent[]; last: EventKey | undefined }> {
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
      rows: window.filter((row) => !row.is_newest),
      last: window.length === limit && last ? { createdUs: last.created_us, txNo: last.tx_no, ord: last.ord } : undefined,
    };
  }

  /** Deletes events that have positions, and commit rows without events. Followers can detect that they missed them. */
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

  /** The newest removal whose personal data has been blanked. */
  async blankedUntil(): Promise<number> {
    const row = await this.database.query.row<{ blanked_us: number }>('SELECT blanked_us FROM event_upkeep WHERE id = 1');
    return row?.blanked_us ?? 0;
  }

  setBlankedUntil(tx: Transaction, us: number): Promise<void> {
    return this.setRow(tx, 'blanked_us', us, 'AND blanked_us < ?');
  }

  private async setRow(tx: Transaction, column: 'blanked_us' | 'archived_position', value: number, unless: string): Promise<void> {
    if (!(await tx.row('SELECT id FROM event_upkeep WHERE id = 1')))
      await tx.run('INSERT INTO event_upkeep (id, blanked_us) VALUES (1, 0)');
    await tx.run(`UPDATE event_upkeep SET ${column} = ? WHERE id = 1 ${unless}`, [value, value]);
  }

  /** Users who were removed between two times by a build that recorded no blankings, at most `limit`. */
  async listUnnoted(afterUs: number, beforeUs: number, limit: number): Promise<Removal[]> {
    const rows = await this.database.query.rows<{ no: number; id: string; removed_us: number }>(
      `SELECT t.no, t.id, t.removed_us FROM user_tombstones t LEFT JOIN event_blankings b ON b.user_no = t.no
        WHERE t.removed_us > ? AND t.removed_us < ? AND b.user_no IS NULL ORDER BY t.removed_us LIMIT ${limit}`,
      [afterUs, beforeUs],
    );
    return rows.map(({ no, id, removed_us }) => ({ userNo: no, id, removedUs: removed_us }));
  }

  async noteBlankings(tx: Transaction, removals: readonly Removal[]): Promise<void> {
    const rows = removals.map(({ userNo, id, removedUs }) => [userNo, id, removedUs]);
    await insertRows(tx, 'event_blankings', ['user_no', 'id', 'removed_us'], rows);
  }

  /** The oldest blankings of removals before a time, after the given one, at most `limit`. */
  async listDue(from: Pick<Removal, 'removedUs' | 'userNo'>, beforeUs: number, limit: number): Promise<DueBlanking[]> {
    const rows = await this.database.query.rows<{ user_no: number; id: string; removed_us: number; back_no: number | null }>(
      `SELECT b.user_no, b.id, b.removed_us, u.no AS back_no FROM event_blankings b LEFT JOIN users u ON u.no = b.user_no
        WHERE b.removed_us < ? AND b.removed_us >= ? AND (b.removed_us > ? OR b.user_no > ?)
        ORDER BY b.removed_us, b.user_no LIMIT ${limit}`,
      [beforeUs, from.removedUs, from.removedUs, from.userNo],
    );
    return rows.map(({ user_no, id, removed_us, back_no }) => ({ userNo: user_no, id, removedUs: removed_us, isBack: back_no !== null }));
  }

  /** Deletes completed blankings; one for a later removal of the same user stays. */
  async deleteBlankings(tx: Transaction, done: readonly Removal[]): Promise<void> {
    const keys = done.map(({ userNo, removedUs }) => [userNo, removedUs]);
    await deleteRows(tx, 'event_blankings', ['user_no', 'removed_us'], keys);
  }

  /** The events of a user up to the removal; a later user with this id is another person. */
  listEventsBefore({ id, removedUs }: Removal): Promise<Array<Pick<StoredEvent, 'tx_no' | 'ord' | 'type_no' | 'payload'>>> {
    return this.database.query.rows('SELECT tx_no, ord, type_no, payload FROM events WHERE aggregate_id = ? AND created_us <= ?', [
      id,
      removedUs,
    ]);
  }

  async setPayload(tx: Transaction, { tx_no, ord }: Pick<StoredEvent, 'tx_no' | 'ord'>, payload: string): Promise<void> {
    await tx.run('UPDATE events SET payload = ? WHERE tx_no = ? AND ord = ?', [payload, tx_no, ord]);
  }
}
