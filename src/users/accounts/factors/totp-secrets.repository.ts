import { Injectable } from '@nestjs/common';
import { Database, DuplicateKeyError } from '../../../common/database/database.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import { insertRows, selectIn } from '../../../common/database/multi-row.js';

/** An authenticator app as it is stored; `secret` is sealed. Times are microseconds since 1970 UTC. */
export interface StoredTotp {
  userNo: number;
  id: string;
  secret: string;
  lastStep: number;
  createdUs: number;
  usedUs: number | undefined;
}

@Injectable()
export class TotpSecretsRepository {
  constructor(private readonly database: Database) {}

  async find(userNo: number, query: Query = this.database.query): Promise<StoredTotp | undefined> {
    const row = await query.row<{ id: string; secret: string; last_step: number; created_us: number; used_us: number | null }>(
      'SELECT id, secret, last_step, created_us, used_us FROM totp_secrets WHERE user_no = ?',
      [userNo],
    );
    return (
      row && {
        userNo,
        id: row.id,
        secret: row.secret,
        lastStep: row.last_step,
        createdUs: row.created_us,
        usedUs: row.used_us ?? undefined,
      }
    );
  }

  /** The sealed secrets of these people, without people who have none. */
  async list(userNos: readonly number[]): Promise<Array<Pick<StoredTotp, 'userNo' | 'secret'>>> {
    return selectIn(
      this.database.query,
      'secrets of authenticator apps',
      (marks) => `SELECT user_no AS userNo, secret FROM totp_secrets WHERE user_no IN (${marks})`,
      [],
      userNos,
    );
  }

  /** @returns false if the person has one */
  async insert(tx: Transaction, secret: StoredTotp): Promise<boolean> {
    try {
      await this.insertMany(tx, [secret]);
      return true;
    } catch (error) {
      if (error instanceof DuplicateKeyError) return false;
      throw error;
    }
  }

  /** Inserts secrets of many people without one, in few statements. */
  async insertMany(tx: Transaction, secrets: readonly StoredTotp[]): Promise<void> {
    const rows = secrets.map(({ userNo, id, secret, lastStep, createdUs, usedUs }) => [
      userNo,
      id,
      secret,
      lastStep,
      createdUs,
      usedUs ?? null,
    ]);
    await insertRows(tx, 'totp_secrets', ['user_no', 'id', 'secret', 'last_step', 'created_us', 'used_us'], rows);
  }

  /** Uses a time step up. @returns false when it, or a later one, was used before */
  async useStep(tx: Transaction, userNo: number, id: string, step: number, nowUs: number): Promise<boolean> {
    const sql = 'UPDATE totp_secrets SET last_step = ?, used_us = ? WHERE user_no = ? AND id = ? AND last_step < ?';
    return (await tx.run(sql, [step, nowUs, userNo, id, step])) === 1;
  }

  async remove(tx: Transaction, userNo: number, id: string): Promise<boolean> {
    return (await tx.run('DELETE FROM totp_secrets WHERE user_no = ? AND id = ?', [userNo, id])) === 1;
  }
}
