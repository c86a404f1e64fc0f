// Requests that callers name by a key, so that a repetition gets the answer of the first instead of doing it again.
import { Injectable } from '@nestjs/common';
import { keyedDigests } from '../../common/crypto/keyed-digest.js';
import { Keyring } from '../../common/crypto/keyring.service.js';
import { Database, DuplicateKeyError } from '../../common/database/database.js';
import type { Transaction } from '../../common/database/transaction.js';
import { Clock, DAY_US } from '../../common/primitives/clock.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { IdempotencyKeysRepository, type NamedRequest, type OwnKey } from './idempotency-keys.repository.js';

/** Longer than any request runs: its units of work have 5 s each. */
const RUNNING_US = 60_000_000;

/** An answer as it was given. */
export interface KeptAnswer {
  status: number;
  headers: Record<string, string>;
  /** Undefined for an answer without a body. */
  body?: unknown;
}

@Injectable()
export class IdempotencyKeys {
  constructor(
    private readonly repository: IdempotencyKeysRepository,
    private readonly database: Database,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
  ) {}

  /**
   * Begins a request, durably, before anything is done. @param request all that distinguishes it from others
   * @returns undefined if it is the first of this key, otherwise the answer of the first
   * @throws DomainError `unprocessable` for a key of another request, `conflict` while the first is running and when its outcome is unknown
   */
  async begin(own: OwnKey, request: string): Promise<KeptAnswer | undefined> {
    const digests = keyedDigests(this.keyring, 'idempotency', request);
    const earlier = await this.database.write('begin named request', (tx) => this.beginIn(tx, own, digests[0]));
    if (!earlier) return undefined;
    if (!digests.includes(earlier.requestDigest))
      throw new DomainError('unprocessable', 'idempotency.mismatch', 'This Idempotency-Key was sent with another request. Use a new key.');
    const answer = earlier.sealedAnswer === null ? undefined : await this.keyring.open('answer', earlier.sealedAnswer);
    if (answer) return JSON.parse(answer.toString()) as KeptAnswer;
    throw this.unanswered(earlier);
  }

  /** Keeps the answer for repetitions. */
  async keep({ callerNo, key }: OwnKey, answer: KeptAnswer): Promise<void> {
    const sealed = await this.keyring.seal('answer', Buffer.from(JSON.stringify(answer)));
    await this.database.write('keep answer', (tx) => this.repository.setAnswer(tx, { callerNo, key }, sealed));
  }

  /** The request was refused and changed nothing, so the key is free again. */
  async release(own: OwnKey): Promise<void> {
    await this.database.write('release key', (tx) => this.repository.deleteKey(tx, own));
  }

  /** The request failed, and its effect is unknown. */
  async doubt(own: OwnKey): Promise<void> {
    await this.database.write('doubt request', (tx) => this.repository.setAnswer(tx, own, null));
  }

  /** @returns an earlier request of this key, if there is one */
  private async beginIn(tx: Transaction, own: OwnKey, requestDigest: string): Promise<NamedRequest | undefined> {
    const now = this.clock.nowUs();
    const begun = { requestDigest, sealedAnswer: null, runningUs: now + RUNNING_US, expiresUs: now + DAY_US };
    const earlier = await this.repository.findKey(tx, own);
    if (earlier && earlier.expiresUs > now) return earlier;
    if (earlier) await this.repository.deleteKey(tx, own);
    try {
      await this.repository.insertKey(tx, own, begun);
      return undefined;
    } catch (error) {
      if (!(error instanceof DuplicateKeyError)) throw error;
      return this.repository.findKey(tx, own);
    }
  }

  private unanswered({ runningUs }: NamedRequest): DomainError {
    if (runningUs > this.clock.nowUs())
      return new DomainError(
        'conflict',
        'idempotency.running',
        'The first request with this Idempotency-Key is still running. Try again in a moment.',
      );
    return new DomainError(
      'conflict',
      'idempotency.unknown',
      'The first request with this Idempotency-Key was cut off, and its outcome is unknown. Look whether it took effect; if not, repeat it with a new key.',
    );
  }
}
