import { Injectable } from '@nestjs/common';
import { Database, type Query, type Transaction } from '../../common/database/database.js';
import { insertRows } from '../../common/database/multi-row.js';
import { NOT_IMPORTED } from './import-mark.js';

/** Stores the first password hash of a user. */
export interface NewPassword {
  userNo: number;
  hash: string;
  changeRequired: boolean;
  /** Of an import that brought it, from {@link importMarks}, or {@link NOT_IMPORTED}; none: not known. */
  importMark?: string | null | undefined;
}

/** A password, apart from its hash. Microseconds since 1970 UTC. */
export interface PasswordState {
  changedUs: number;
  /** Another one must be chosen before the next sign-in completes. */
  changeRequired: boolean;
}

/** Everything that is stored of a password. */
export type StoredPassword = Required<Omit<NewPassword, 'userNo'>> & PasswordState;

@Injectable()
export class PasswordsRepository {
  constructor(private readonly database: Database) {}

  async findHash(userNo: number, query: Query = this.database.query): Promise<string | undefined> {
    return (await query.row<{ hash: string }>('SELECT hash FROM passwords WHERE user_no = ?', [userNo]))?.hash;
  }

  /**
   * Replaces exactly `stored` with `renewed`, a hash of the same password. @param importMark of `stored`, kept if an import brought it before there
   * were marks @returns whether `stored` was still there
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
    const row = await query.row<{ hash: string; changed_us: number; change_required: number; import_mark: string | null }>(
      'SELECT hash, changed_us, change_required, import_mark FROM passwords WHERE user_no = ?',
      [userNo],
    );
    return row && { hash: row.hash, changedUs: row.changed_us, changeRequired: Boolean(row.change_required), importMark: row.import_mark };
  }

  /** Completes a password that an import has just changed. */
  async noteImport(tx: Transaction, userNo: number, importMark: string, changeRequired: boolean): Promise<void> {
    await tx.run('UPDATE passwords SET import_mark = ?, change_required = ? WHERE user_no = ?', [importMark, changeRequired, userNo]);
  }

  /** An import has brought the very password that is stored. */
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

  /** @returns false for a user without a password */
  async requireChange(tx: Transaction, userNo: number): Promise<boolean> {
    if (!(await this.exists(tx, userNo))) return false;
    await tx.run('UPDATE passwords SET change_required = ? WHERE user_no = ?', [true, userNo]);
    return true;
  }

  /** What an import brought last stays known: it says nothing new when it comes again. */
  async set(tx: Transaction, userNo: number, hash: string, changedUs: number): Promise<void> {
    const changed = await tx.run(
      'UPDATE passwords SET hash = ?, changed_us = ?, change_required = ?, import_mark = COALESCE(import_mark, ?) WHERE user_no = ?',
      [hash, changedUs, false, NOT_IMPORTED, userNo],
    );
    if (changed === 0) await this.insertPassword(tx, userNo, hash, changedUs);
  }

  insertPassword(tx: Transaction, userNo: number, hash: string, changedUs: number): Promise<void> {
    return this.insertPasswords(tx, [{ userNo, hash, changeRequired: false, importMark: NOT_IMPORTED }], changedUs);
  }

  /** Stores the first password hashes of many users, in few statements. */
  async insertPasswords(tx: Transaction, passwords: readonly NewPassword[], changedUs: number): Promise<void> {
    const rows = passwords.map(({ userNo, hash, changeRequired, importMark }) => [
      userNo,
      hash,
      changedUs,
      changeRequired,
      importMark ?? null,
    ]);
    await insertRows(tx, 'passwords', ['user_no', 'hash', 'changed_us', 'change_required', 'import_mark'], rows);
  }
}
