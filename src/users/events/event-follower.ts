// Reading events in the order their units of work were committed, without a gap: docs/adr/0004-events.md.
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { EventsRepository } from './events.repository.js';
import { toEvent, type LoggedEvent } from './events.service.js';

const NUMBERED_AT_ONCE = 2_000;

/** Events after a position, and the position to go on from. */
export interface FollowPage {
  events: LoggedEvent[];
  position: number;
}

@Injectable()
export class EventFollower {
  constructor(
    private readonly database: Database,
    private readonly repository: EventsRepository,
  ) {}

  /**
   * The events of the next `units` units of work after `position` (0: from the start), in commit order.
   * Whoever asks again with the answered position misses nothing and sees nothing twice, also with writers in several processes.
   */
  async follow(position: number, units: number): Promise<FollowPage> {
    await this.number();
    const { rows, last } = await this.repository.afterPosition(position, units);
    return { events: rows.flatMap(toEvent), position: last ?? position };
  }

  /** Gives positions to what was committed since. One at a time over all processes, and only to committed rows: so no gap can be filled later. */
  private async number(): Promise<void> {
    for (let left = true; left;) {
      left = await this.database.write('number commits', async (tx) => {
        // First statement: the snapshot of the next one is then younger than every numbering before.
        const head = await tx.row<{ position: number }>(`SELECT position FROM event_head WHERE id = 1${tx.forUpdate}`);
        const open = await tx.rows<{ tx_no: number }>(
          `SELECT tx_no FROM event_commits WHERE position IS NULL ORDER BY tx_no LIMIT ${NUMBERED_AT_ONCE}`,
        );
        if (!head || open.length === 0) return false;
        let position = head.position;
        for (const { tx_no } of open) {
          await tx.run('UPDATE event_commits SET position = ? WHERE tx_no = ? AND position IS NULL', [++position, tx_no]);
        }
        // Every numbering writes this one row: on a cluster that is what makes two of them collide.
        await tx.run('UPDATE event_head SET position = ? WHERE id = 1', [position]);
        return open.length === NUMBERED_AT_ONCE;
      });
    }
  }
}
