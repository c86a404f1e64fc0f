// Registry of the tables with rows of users, both people and service users, which are deleted with the user.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../common/database/transaction.js';
import { changeIn, insertRows, selectIn } from '../../../common/database/multi-row.js';
import type { AnyUser } from './user-directory.repository.js';

/** Rows of a table that reference a user in the indexed column `owner`. Both names come from code. */
export interface RowsOfUsers {
  table: string;
  owner: string;
}

@Injectable()
export class UserRows {
  private readonly tables: RowsOfUsers[] = [];

  /** Called at start by the module that owns the tables, for rows that end without their own event. */
  register(...tables: readonly RowsOfUsers[]): void {
    this.tables.push(...tables);
  }

  registered(): readonly RowsOfUsers[] {
    return this.tables;
  }

  /** Deletes users of an organization with all registered rows. Their ids stay recorded as used, and their events are scheduled for blanking. */
  async removeUsers(tx: Transaction, orgNo: number, users: ReadonlyArray<Pick<AnyUser, 'no' | 'id'>>, removedUs: number): Promise<void> {
    const nos = users.map(({ no }) => no);
    await this.deleteRegistered(tx, nos);
    await changeIn(tx, 'delete users', (marks) => `DELETE FROM users WHERE org_no = ? AND no IN (${marks})`, [orgNo], nos);
    const ids = users.map(({ id }) => id);
    // A restored user may already have a row in each.
    await changeIn(tx, 'delete tombstones', (marks) => `DELETE FROM user_tombstones WHERE id IN (${marks})`, [], ids);
    await changeIn(tx, 'delete blankings', (marks) => `DELETE FROM event_blankings WHERE user_no IN (${marks})`, [], nos);
    const tombstones = users.map(({ no, id }) => [id, no, orgNo, removedUs]);
    await insertRows(tx, 'user_tombstones', ['id', 'no', 'org_no', 'removed_us'], tombstones);
    const blankings = users.map(({ no, id }) => [no, id, removedUs]);
    await insertRows(tx, 'event_blankings', ['user_no', 'id', 'removed_us'], blankings);
  }

  /**
   * Deletes all registered rows of users without a row in `users`. A unit of work that began before a removal may write such rows after it, or
   * alongside it if locking reads do not see uncommitted inserts. Call this before a number is given back to its user.
   */
  async deleteRegistered(tx: Transaction, nos: readonly number[]): Promise<void> {
    for (const { table, owner } of await this.tablesOf(tx, nos))
      await changeIn(tx, `delete ${table} of users`, (marks) => `DELETE FROM ${table} WHERE ${owner} IN (${marks})`, [], nos);
  }

  /**
   * The same for users removed long ago, except restored ones. A restore deletes the kept content of the person, so it waits for this unit or comes
   * before it.
   */
  async sweepRemoved(tx: Transaction, nos: readonly number[]): Promise<void> {
    const kept = (marks: string) => `SELECT user_no FROM removed_people WHERE user_no IN (${marks}) ORDER BY user_no${tx.forUpdate}`;
    await selectIn(tx, 'lock kept people', kept, [], nos);
    const back = await selectIn<{ no: number }>(
      tx,
      'users who are back',
      (marks) => `SELECT no FROM users WHERE no IN (${marks})`,
      [],
      nos,
    );
    const present = new Set(back.map(({ no }) => Number(no)));
    const gone = nos.filter((no) => !present.has(no));
    if (gone.length > 0) await this.deleteRegistered(tx, gone);
  }

  /**
   * The tables that have rows of the users. For one user these are few: reading all tables costs less than a DELETE in each, and like a DELETE it
   * waits for rows that are being written.
   */
  private async tablesOf(tx: Transaction, nos: readonly number[]): Promise<readonly RowsOfUsers[]> {
    if (nos.length !== 1) return this.tables;
    const looks = this.tables.map(
      ({ table, owner }, at) => `EXISTS (SELECT 1 FROM ${table} WHERE ${owner} = ?${tx.forUpdate}) AS has_${at}`,
    );
    const found = await tx.row<Record<string, number>>(
      `SELECT ${looks.join(', ')}`,
      looks.map(() => nos[0] as number),
    );
    return this.tables.filter((_, at) => Boolean(found?.[`has_${at}`]));
  }
}
