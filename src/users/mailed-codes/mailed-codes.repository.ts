import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../common/database/database.js';

export type CodePurpose = 'verifyEmail' | 'resetPassword' | 'invitation' | 'changeEmail' | 'registration';

export interface StoredCode {
  id: string;
  userNo: number | undefined;
  purpose: CodePurpose;
  digest: string;
  address: string;
  createdUs: number;
  expiresUs: number;
}

@Injectable()
export class MailedCodesRepository {
  async insert(tx: Transaction, { id, userNo, purpose, digest, address, createdUs, expiresUs }: StoredCode): Promise<void> {
    await tx.run(
      `INSERT INTO mailed_codes (id, user_no, purpose, code_digest, address, tries, created_us, expires_us, ended_us)
       VALUES (?, ?, ?, ?, ?, 0, ?, ?, NULL)`,
      [id, userNo ?? null, purpose, digest, address, createdUs, expiresUs],
    );
  }

  /** Counts a try if the code is alive and has one left, and reads the code then. */
  async countTry(
    tx: Transaction,
    { id, purpose, maxTries, nowUs }: { id: string; purpose: CodePurpose; maxTries: number; nowUs: number },
  ): Promise<{ userNo: number | undefined; digest: string; address: string } | undefined> {
    const counted = await tx.run(
      'UPDATE mailed_codes SET tries = tries + 1 WHERE id = ? AND purpose = ? AND tries < ? AND ended_us IS NULL AND expires_us > ?',
      [id, purpose, maxTries, nowUs],
    );
    const row = await tx.row<{ user_no: number | null; code_digest: string; address: string }>(
      'SELECT user_no, code_digest, address FROM mailed_codes WHERE id = ?',
      [id],
    );
    return counted === 1 && row ? { userNo: row.user_no ?? undefined, digest: row.code_digest, address: row.address } : undefined;
  }

  /** A right code is no guess. */
  async giveTryBack(tx: Transaction, id: string): Promise<void> {
    await tx.run('UPDATE mailed_codes SET tries = tries - 1 WHERE id = ? AND tries > 0', [id]);
  }

  /** @returns whether the code was still alive; then nobody else can end it */
  async end(tx: Transaction, id: string, nowUs: number): Promise<boolean> {
    return (
      (await tx.run('UPDATE mailed_codes SET ended_us = ? WHERE id = ? AND ended_us IS NULL AND expires_us > ?', [nowUs, id, nowUs])) === 1
    );
  }

  /** Ends every code of a user for these purposes. */
  async endOfUser(tx: Transaction, userNo: number, purposes: readonly CodePurpose[], nowUs: number): Promise<void> {
    for (const purpose of purposes)
      await tx.run('UPDATE mailed_codes SET ended_us = ? WHERE user_no = ? AND purpose = ? AND ended_us IS NULL', [nowUs, userNo, purpose]);
  }
}
