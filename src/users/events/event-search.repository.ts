// SQL that reads events, by time and by commit order.
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import type { SqlValue } from '../../common/database/engines/sql-value.js';
import type { StoredEvent } from './events.repository.js';

/** The key of an event in chronological order. */
export interface EventKey {
  createdUs: number;
  txNo: number;
  ord: number;
}

/** The condition that an index answers directly. Each of several types is its own range. */
export type EventAccessPath =
  | { by: 'aggregate'; id: string }
  | { by: 'type'; typeNos: readonly number[] }
  | { by: 'org'; id: string }
  | { by: 'time' };

/** A part of the events that an access path finds. Times are exclusive. */
export interface EventWindow {
  driver: EventAccessPath;
  afterUs: number | undefined;
  beforeUs: number | undefined;
  ascending: boolean;
  /** Only events after this one in the requested order. */
  from: EventKey | undefined;
  limit: number;
}

export type EventTimes = Pick<EventWindow, 'afterUs' | 'beforeUs'>;

/**
 * A position in commit order: after event `ord` of the unit of work at `position`. `archived`: the last archived position when the follower started
 * from the beginning; absent: none.
 */
export interface FollowPosition {
  position: number;
  ord: number;
  archived?: number;
}

/** Events that are read to find where a follower starts. */
const MAX_START_EVENTS = 10_000;

const COLUMNS =
  'e.tx_no, e.ord, e.created_us, e.type_no, e.aggregate_type, e.aggregate_id, o.id AS org_id, e.sequence, e.editor, e.payload, e.subject_id';

@Injectable()
export class EventSearchRepository {
  constructor(private readonly database: Database) {}

  /** One branch per type, each with its own limit, so that several types cost no more than separate queries for each. */
  window({ driver, afterUs, beforeUs, ascending, from, limit }: EventWindow): Promise<StoredEvent[]> {
    const [direction, beyond] = ascending ? ['ASC', '>'] : ['DESC', '<'];
    const order = (prefix: string) => `${prefix}created_us ${direction}, ${prefix}tx_no ${direction}, ${prefix}ord ${direction}`;
    const conditions: string[] = [];
    const values: SqlValue[] = [];
    const demand = (condition: string, ...bound: SqlValue[]) => {
      conditions.push(condition);
      values.push(...bound);
    };
    if (afterUs !== undefined) demand('created_us > ?', afterUs);
    if (beforeUs !== undefined) demand('created_us < ?', beforeUs);
    // Written like this, not as a row comparison, so that every engine starts at this key in the index.
    if (from)
      demand(
        `created_us ${beyond}= ? AND (created_us ${beyond} ? OR tx_no ${beyond} ? OR (tx_no = ? AND ord ${beyond} ?))`,
        from.createdUs,
        from.createdUs,
        from.txNo,
        from.txNo,
        from.ord,
      );
    const branches = walks(driver).map(([condition, ...bound]) => ({
      sql: `SELECT * FROM (SELECT * FROM events WHERE ${[condition, ...conditions].join(' AND ')} ORDER BY ${order('')} LIMIT ${limit}) one`,
      values: [...bound, ...values],
    }));
    return this.database.query.rows<StoredEvent>(
      `SELECT ${COLUMNS} FROM (${branches.map(({ sql }) => sql).join(' UNION ALL ')}) e
         LEFT JOIN organizations o ON o.no = e.org_no ORDER BY ${order('e.')} LIMIT ${limit}`,
      branches.flatMap((branch) => branch.values),
    );
  }

  /** The number of events of an organization about an aggregate and its associated objects. */
  async countAbout(orgNo: number, aggregateId: string, { afterUs = -1, beforeUs = Number.MAX_SAFE_INTEGER }: EventTimes): Promise<number> {
    const ranges = walks({ by: 'aggregate', id: aggregateId });
    const inTime = 'org_no = ? AND created_us > ? AND created_us < ?';
    const counts = ranges.map(([condition]) => `SELECT COUNT(*) AS n FROM events WHERE ${condition} AND ${inTime}`).join(' UNION ALL ');
    const values = ranges.flatMap(([, ...bound]) => [...bound, orgNo, afterUs, beforeUs]);
    return Number((await this.database.query.row<{ n: number | string }>(`SELECT SUM(c.n) AS n FROM (${counts}) c`, values))?.n ?? 0);
  }

  /** Whether there are commits without a position. */
  async hasUnnumbered(): Promise<boolean> {
    return (await this.database.query.row('SELECT tx_no FROM event_commits WHERE position IS NULL LIMIT 1')) !== undefined;
  }

  /** At most `limit` events after a position, in commit order, and the position after the last unit of work that was read. */
  async listAfter(
    after: FollowPosition,
    limit: number,
  ): Promise<{ rows: Array<StoredEvent & { position: number; org_no: number }>; position: FollowPosition }> {
    const { position, ord } = after;
    const units = await this.database.query.rows<{ position: number }>(
      `SELECT position FROM event_commits WHERE position > ? ORDER BY position LIMIT ${limit}`,
      [position],
    );
    const last = units.at(-1)?.position ?? position;
    const rows = await this.database.query.rows<StoredEvent & { position: number; org_no: number }>(
      `SELECT c.position, e.org_no, ${COLUMNS}
         FROM event_commits c JOIN events e ON e.tx_no = c.tx_no LEFT JOIN organizations o ON o.no = e.org_no
        WHERE c.position >= ? AND c.position <= ? AND (c.position > ? OR e.ord > ?) ORDER BY c.position, e.ord LIMIT ${limit}`,
      [position, last, position, ord],
    );
    const end = rows.at(-1);
    const isCut = end !== undefined && rows.length === limit;
    return { rows, position: isCut ? { position: end.position, ord: end.ord } : { position: last, ord: Number.MAX_SAFE_INTEGER } };
  }

  /** The last position that a commit has. */
  async headPosition(): Promise<number> {
    return (await this.database.query.row<{ position: number }>('SELECT position FROM event_head WHERE id = 1'))?.position ?? 0;
  }

  /** The lowest position of the events after a time, or the one after `head` if none has one; undefined if they are too many to say. */
  async firstPositionAfter(afterUs: number, head: number): Promise<number | undefined> {
    const row = await this.database.query.row<{ n: number | string; position: number | null }>(
      `SELECT COUNT(*) AS n, MIN(c.position) AS position
         FROM (SELECT tx_no FROM events WHERE created_us > ? ORDER BY created_us LIMIT ${MAX_START_EVENTS}) e
         LEFT JOIN event_commits c ON c.tx_no = e.tx_no`,
      [afterUs],
    );
    return Number(row?.n) === MAX_START_EVENTS ? undefined : (row?.position ?? head + 1);
  }

  /** The last position with archived events. */
  async archivedPosition(): Promise<number> {
    const row = await this.database.query.row<{ archived_position: number | null }>(
      'SELECT archived_position FROM event_upkeep WHERE id = 1',
    );
    return row?.archived_position ?? 0;
  }
}

/** The condition of each index range, and its parameters. */
function walks(driver: EventAccessPath): Array<[condition: string, ...values: SqlValue[]]> {
  switch (driver.by) {
    case 'aggregate':
      return [
        ['aggregate_id = ?', driver.id],
        ['subject_id = ?', driver.id],
      ];
    case 'org':
      return [['org_no = (SELECT no FROM organizations WHERE id = ?)', driver.id]];
    case 'type':
      return driver.typeNos.map((no) => ['type_no = ?', no]);
    case 'time':
      return [['1 = 1']];
  }
}
