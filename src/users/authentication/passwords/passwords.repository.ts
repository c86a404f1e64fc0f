import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import { insertRows } from '../../../common/database/multi-row.js';
import { NOT_IMPORTED } from './import-mark.js';

/** The first password hash of a user. */
export interface NewPassword {
  userNo: number;
  hash: string;
  changeRequired: boolean;
  /** The mark of the import, from {@link importMarks}, or {@link NOT_IMPORTED}; absent: unknown. */
  importMark?: string | null | undefined;
  /** The number of the caller who set it, if it must be changed. Absent for imports, which need every permission of the service. */
  givenBy?: number | null | undefined;
}

/** The state of a password without its hash. Microseconds since 1970 UTC. */
export interface PasswordState {
  changedUs: number;
  /** Another one must be chosen before the next sign-in completes. */
  changeRequired: boolean;
}

/** All stored values of a password. */
export type StoredPassword = Required<Omit<NewPassword, 'userNo'>> & PasswordState;

interface Giver {
  given_by: number | null;
  change_required: number;
}

/** Older builds do not clear the giver when the person chooses a password, so it counts only while another one must be chosen. */
function giverOf({ given_by: givenBy, change_required: changeRequired }: Giver): number | undefined {
  return changeRequired ? (givenBy ?? undefined) : undefined;
}

@Injectable()
export class PasswordsRepository {
  constructor(private readonly database: Database) {}

  /** The hash to compare with, and the caller who set the password if it is temporary. */
  async findHash(userNo: number): Promise<{ hash: string; givenBy: number | undefined } | undefined> {
    const row = await this.database.query.row<{ hash: string } & Giver>(
      'SELECT hash, given_by, change_required FROM passwords WHERE user_no = ?',
      [userNo],
    );
    return row && { hash: row.hash, givenBy: giverOf(row) };
  }

  /** The caller who set the password of a user; undefined unless it is temporary. */
  async findGiver(query: Query, userNo: number): Promise<number | undefined> {
    const row = await query.row<Giver>('SELECT given_by, change_required FROM passwords WHERE user_no = ?', [userNo]);
    return row && giverOf(row);
  }

  /**
   * Replaces exactly `stored` with `renewed`, a hash of the same password.
   * @param importMark of `stored`, recorded if an import delivered it before marks existed
   * @returns whether `stored` was still there
   */
  async replaceHash(tx: Transaction, userNo: number, stored: string, renewed: string, importMark: string | undefined): Promise<boolean> {
    const changed = await tx.run('UPDATE passwords SET hash = ?, import_mark = COALESCE(import_mark, ?) WHERE user_no = ? AND hash = ?', [
      renewed,
      importMark ?? null,
      userNo,
      stored,
    ]);
    return changed === 1;
  }

  async findPassword(query: Query, userNo: number): Promise<StoredPassword | undefined> {
    const row = await query.row<{
      hash: string;
      changed_us: number;
      change_required: number;
      import_mark: string | null;
      given_by: number | null;
    }>('SELECT hash, changed_us, change_required, import_mark, given_by FROM passwords WHERE user_no = ?', [userNo]);
    if (!row) return undefined;
    const { hash, changed_us: changedUs, import_mark: importMark, given_by: givenBy } = row;
    return { hash, changedUs, changeRequired: Boolean(row.change_required), importMark, givenBy };
  }

  /** Records the mark of a password that an import has just changed. */
  async noteImport(tx: Transaction, userNo: number, importMark: string, changeRequired: boolean): Promise<void> {
    await tx.run('UPDATE passwords SET import_mark = ?, change_required = ? WHERE user_no = ?', [importMark, changeRequired, userNo]);
  }

  /** Records that an import delivered the password that is stored already. */
  async noteMark(tx: Transaction, userNo: number, importMark: string): Promise<void> {
    await tx.run('UPDATE passwords SET import_mark = ? WHERE user_no = ?', [importMark, userNo]);
  }

  async exists(query: Query, userNo: number): Promise<boolean> {
    return (await query.row('SELECT user_no FROM passwords WHERE user_no = ?', [userNo])) !== undefined;
  }

  /** Whether the user must change the password before the next sign-in completes. */
  async isChangeRequired(userNo: number): Promise<boolean> {
    const row = await this.database.query.row<{ change_required: number }>('SELECT change_required FROM passwords WHERE user_no = ?', [
      userNo,
    ]);
    return Boolean(row?.change_required);
  }

  async findState(query: Query, userNo: number): Promise<PasswordState | undefined> {
    const row = await query.row<{ changed_us: number; change_required: number }>(
      'SELECT changed_us, change_required FROM passwords WHERE user_no = ?',
      [userNo],
    );
    return row && { changedUs: row.changed_us, changeRequired: Boolean(row.change_required) };
  }

  /** @param givenBy the caller who has just set the password; absent: the giver stays as it was @returns false for a user without a password */
  async requireChange(tx: Transaction, userNo: number, givenBy?: number): Promise<boolean> {
    if (!(await this.exists(tx, userNo))) return false;
    // The giver first: MariaDB and MySQL assign from left to right.
    await tx.run(
      'UPDATE passwords SET given_by = COALESCE(?, CASE WHEN change_required = ? THEN given_by END), change_required = ? WHERE user_no = ?',
      [givenBy ?? null, true, true, userNo],
    );
    return true;
  }

  /** The mark of the last import stays, so that the same import does not count as a new password. */
  async set(tx: Transaction, userNo: number, hash: string, changedUs: number): Promise<void> {
    const changed = await tx.run(
      'UPDATE passwords SET hash = ?, changed_us = ?, change_required = ?, given_by = NULL, import_mark = COALESCE(import_mark, ?) WHERE user_no = ?',
      [hash, changedUs, false, NOT_IMPORTED, userNo],
    );
    if (changed === 0) await this.insertPassword(tx, userNo, hash, changedUs);
  }

  insertPassword(tx: Transaction, userNo: number, hash: string, changedUs: number): Promise<void> {
    return this.insertPasswords(tx, [{ userNo, hash, changeRequired: false, importMark: NOT_IMPORTED }], changedUs);
  }

  /** Stores the first password hashes of many users, in few statements. */
  async insertPasswords(tx: Transaction, passwords: readonly NewPassword[], changedUs: number): Promise<void> {
    const rows = passwords.map(({ userNo, hash, changeRequired, importMark, givenBy }) => [
      userNo,
      hash,
      changedUs,
      changeRequired,
      importMark ?? null,
      (changeRequired && givenBy) || null,
    ]);
    await insertRows(tx, 'passwords', ['user_no', 'hash', 'changed_us', 'change_required', 'import_mark', 'given_by'], rows);
  }
}
