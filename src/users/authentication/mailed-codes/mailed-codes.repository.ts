// The SQL of mailed codes.
import { Injectable } from '@nestjs/common';
import type { Query, Transaction } from '../../../common/database/transaction.js';

export type CodePurpose =
  | 'verifyEmail'
  | 'resetPassword'
  | 'invitation'
  | 'changeEmail'
  | 'registration'
  | 'secondFactor'
  // The first factor, valid only in the sign-in that asked for it.
  | 'signIn'
  | 'factorLink'
  // Sent to a phone, by the same rules: to prove its number, and as a second factor.
  | 'phone'
  | 'smsFactor';

/** More than the limits of `MailedCodes` allow. */
const MAX_LIVING = 50;

/** A code that can still be used, with its stored digest. */
export interface LivingCode {
  id: string;
  userNo: number | undefined;
  digest: string;
  address: string;
}

export interface StoredCode {
  id: string;
  userNo: number | undefined;
  purpose: CodePurpose;
  digest: string;
  address: string;
  createdUs: number;
  expiresUs: number;
  /** The administrator who issued it. */
  givenBy?: number | undefined;
}

@Injectable()
export class MailedCodesRepository {
  async insertCode(tx: Transaction, { id, userNo, purpose, digest, address, createdUs, expiresUs, givenBy }: StoredCode): Promise<void> {
    await tx.run(
      `INSERT INTO mailed_codes (id, user_no, purpose, code_digest, address, tries, created_us, expires_us, ended_us, given_by)
       VALUES (?, ?, ?, ?, ?, 0, ?, ?, NULL, ?)`,
      [id, userNo ?? null, purpose, digest, address, createdUs, expiresUs, givenBy ?? null],
    );
  }

  /** Counts a try if the code is valid and has one left, and returns the code. */
  async countTry(
    tx: Transaction,
    { id, purpose, maxTries, nowUs }: { id: string; purpose: CodePurpose; maxTries: number; nowUs: number },
  ): Promise<LivingCode | undefined> {
    const counted = await tx.run(
      'UPDATE mailed_codes SET tries = tries + 1 WHERE id = ? AND purpose = ? AND tries < ? AND ended_us IS NULL AND expires_us > ?',
      [id, purpose, maxTries, nowUs],
    );
    const row = await tx.row<{ user_no: number | null; code_digest: string; address: string }>(
      'SELECT user_no, code_digest, address FROM mailed_codes WHERE id = ?',
      [id],
    );
    return counted === 1 && row ? { id, userNo: row.user_no ?? undefined, digest: row.code_digest, address: row.address } : undefined;
  }

  /** The valid codes of a user for a purpose, newest first. */
  async livingOf(query: Query, userNo: number, purpose: CodePurpose, nowUs: number): Promise<LivingCode[]> {
    const rows = await query.rows<{ id: string; user_no: number; code_digest: string; address: string }>(
      `SELECT id, user_no, code_digest, address FROM mailed_codes
        WHERE user_no = ? AND purpose = ? AND ended_us IS NULL AND expires_us > ? ORDER BY created_us DESC, id LIMIT ${MAX_LIVING}`,
      [userNo, purpose, nowUs],
    );
    return rows.map((row) => ({ id: row.id, userNo: row.user_no, digest: row.code_digest, address: row.address }));
  }

  /** A code that has neither ended nor expired, regardless of its tries. */
  async findLiving(query: Query, id: string, purpose: CodePurpose, nowUs: number): Promise<LivingCode | undefined> {
    const row = await query.row<{ user_no: number | null; code_digest: string; address: string }>(
      'SELECT user_no, code_digest, address FROM mailed_codes WHERE id = ? AND purpose = ? AND ended_us IS NULL AND expires_us > ?',
      [id, purpose, nowUs],
    );
    return row && { id, userNo: row.user_no ?? undefined, digest: row.code_digest, address: row.address };
  }

  async findUser(query: Query, id: string, purpose: CodePurpose): Promise<number | undefined> {
    const row = await query.row<{ user_no: number | null }>('SELECT user_no FROM mailed_codes WHERE id = ? AND purpose = ?', [id, purpose]);
    return row?.user_no ?? undefined;
  }

  /** The user of an issued code, and the administrator who issued it. */
  async findGiven(query: Query, id: string): Promise<{ userNo: number; givenBy: number | undefined } | undefined> {
    const row = await query.row<{ user_no: number | null; given_by: number | null }>(
      'SELECT user_no, given_by FROM mailed_codes WHERE id = ?',
      [id],
    );
    return row && row.user_no !== null ? { userNo: row.user_no, givenBy: row.given_by ?? undefined } : undefined;
  }

  /** Does not count the try, because the code was right. */
  async giveTryBack(tx: Transaction, id: string): Promise<void> {
    await tx.run('UPDATE mailed_codes SET tries = tries - 1 WHERE id = ? AND tries > 0', [id]);
  }

  /** @returns whether the code was still valid; then no other unit can end it */
  async endCode(tx: Transaction, id: string, nowUs: number): Promise<boolean> {
    return (
      (await tx.run('UPDATE mailed_codes SET ended_us = ? WHERE id = ? AND ended_us IS NULL AND expires_us > ?', [nowUs, id, nowUs])) === 1
    );
  }

  /** Ends every code of a user for these purposes. @returns whether there were any */
  async endOfUser(tx: Transaction, userNo: number, purposes: readonly CodePurpose[], nowUs: number): Promise<boolean> {
    let ended = 0;
    for (const purpose of purposes)
      ended += await tx.run('UPDATE mailed_codes SET ended_us = ? WHERE user_no = ? AND purpose = ? AND ended_us IS NULL', [
        nowUs,
        userNo,
        purpose,
      ]);
    return ended > 0;
  }
}
