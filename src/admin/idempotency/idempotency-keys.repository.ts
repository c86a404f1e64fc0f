import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../common/database/transaction.js';

/** A request that was sent with a key before. */
export interface NamedRequest {
  requestDigest: string;
  sealedAnswer: string | null;
  runningUs: number;
  expiresUs: number;
}

interface Row {
  request_digest: string;
  sealed_answer: string | null;
  running_us: number;
  expires_us: number;
}

/** Whose key it is. */
export interface OwnKey {
  callerNo: number;
  key: string;
}

const IS_KEY = 'caller_no = ? AND idempotency_key = ?';

@Injectable()
export class IdempotencyKeysRepository {
  /** @throws DuplicateKeyError */
  async insertKey(
    tx: Transaction,
    { callerNo, key }: OwnKey,
    { requestDigest, sealedAnswer, runningUs, expiresUs }: NamedRequest,
  ): Promise<void> {
    await tx.run(
      'INSERT INTO idempotency_keys (caller_no, idempotency_key, request_digest, sealed_answer, running_us, expires_us) VALUES (?, ?, ?, ?, ?, ?)',
      [callerNo, key, requestDigest, sealedAnswer, runningUs, expiresUs],
    );
  }

  async findKey(tx: Transaction, { callerNo, key }: OwnKey): Promise<NamedRequest | undefined> {
    const row = await tx.row<Row>(
      `SELECT request_digest, sealed_answer, running_us, expires_us FROM idempotency_keys WHERE ${IS_KEY}${tx.forUpdate}`,
      [callerNo, key],
    );
    if (!row) return undefined;
    return {
      requestDigest: row.request_digest,
      sealedAnswer: row.sealed_answer,
      runningUs: Number(row.running_us),
      expiresUs: Number(row.expires_us),
    };
  }

  /** Ends that it is running. @param sealedAnswer null if its outcome is unknown */
  async setAnswer(tx: Transaction, { callerNo, key }: OwnKey, sealedAnswer: string | null): Promise<void> {
    await tx.run(`UPDATE idempotency_keys SET sealed_answer = ?, running_us = 0 WHERE ${IS_KEY}`, [sealedAnswer, callerNo, key]);
  }

  async deleteKey(tx: Transaction, { callerNo, key }: OwnKey): Promise<void> {
    await tx.run(`DELETE FROM idempotency_keys WHERE ${IS_KEY}`, [callerNo, key]);
  }
}
