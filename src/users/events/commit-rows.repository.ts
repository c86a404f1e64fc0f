// The rows of commits; their positions are the order for followers of events: docs/adr/0004-events.md.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../common/database/transaction.js';

@Injectable()
export class CommitRowsRepository {
  /** The last assigned position. Must be the first statement of its unit, so that the unit's snapshot is newer than every earlier numbering. */
  async lockHead(tx: Transaction): Promise<number | undefined> {
    return (await tx.row<{ position: number }>(`SELECT position FROM event_head WHERE id = 1${tx.forUpdate}`))?.position;
  }

  /**
   * A commit that depends on another one was recorded after it. The numbers of units do not show this order: each process has its own block of
   * numbers, and takes one before the unit waits. Commits without a time come first, by number, on every engine.
   */
  async listUnnumbered(tx: Transaction, limit: number): Promise<number[]> {
    const rows = await tx.rows<{ tx_no: number }>(
      `SELECT tx_no FROM event_commits WHERE position IS NULL ORDER BY recorded_us, tx_no LIMIT ${limit}`,
    );
    return rows.map(({ tx_no }) => tx_no);
  }

  /** Assigns the positions after `head` to the commits, in order. */
  async setPositions(tx: Transaction, commits: readonly number[], head: number): Promise<void> {
    let position = head;
    for (const no of commits) await tx.run('UPDATE event_commits SET position = ? WHERE tx_no = ? AND position IS NULL', [++position, no]);
    // Every numbering updates this one row: on a cluster, that makes two concurrent numberings collide.
    await tx.run('UPDATE event_head SET position = ? WHERE id = 1', [position]);
  }
}
