// After a restore of an older database: tokens issued since then must not be valid, and no number may be assigned twice.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../common/database/transaction.js';
import { deleteRows } from '../../common/database/multi-row.js';

@Injectable()
export class LostTimeRepository {
  /**
   * Raises the generation of every organization to `least`, or at least by one. This ends everything issued to its users, including personal access
   * tokens.
   */
  async raiseGenerations(tx: Transaction, least: number): Promise<number> {
    return tx.run('UPDATE organizations SET token_gen = CASE WHEN token_gen < ? THEN ? ELSE token_gen + 1 END', [least, least]);
  }

  /** Numbers below `least` are not assigned any more. */
  async skipNumbers(tx: Transaction, least: number): Promise<void> {
    await tx.run('UPDATE sequences SET next_no = CASE WHEN next_no < ? THEN ? ELSE next_no END', [least, least]);
  }

  /** Positions up to `least` are not assigned to commits any more. */
  async skipPositions(tx: Transaction, least: number): Promise<void> {
    await tx.run('UPDATE event_head SET position = CASE WHEN position < ? THEN ? ELSE position END', [least, least]);
  }

  /** A code that was used in the lost time would be valid again. @returns how many were deleted, at most `limit` */
  async deleteMailedCodes(tx: Transaction, limit: number): Promise<number> {
    const rows = await tx.rows<{ id: string }>(`SELECT id FROM mailed_codes LIMIT ${limit}`);
    await deleteRows(
      tx,
      'mailed_codes',
      ['id'],
      rows.map(({ id }) => [id]),
    );
    return rows.length;
  }
}
