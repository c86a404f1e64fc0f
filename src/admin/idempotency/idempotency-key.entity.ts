import { Entity, Index } from 'typeorm';
import { BigIntColumn, BigIntKey, LongTextColumn, TextColumn, TextKey } from '../../common/database/engines/columns.js';

/** A request that a caller named by a key. Without an answer it is running, or its outcome is unknown. */
@Entity('idempotency_keys')
@Index('idempotency_keys_by_expiry', ['expiresUs'])
export class IdempotencyKeyRow {
  @BigIntKey({ name: 'caller_no' }) callerNo: number;
  @TextKey(255, { name: 'idempotency_key' }) key: string;
  /** Keyed: a body may hold a password. */
  @TextColumn(64, { name: 'request_digest' }) requestDigest: string;
  /** Sealed: an answer may hold a secret. */
  @LongTextColumn({ name: 'sealed_answer', nullable: true }) sealedAnswer: string | null;
  /** Until when it may still be running. */
  @BigIntColumn({ name: 'running_us' }) runningUs: number;
  @BigIntColumn({ name: 'expires_us' }) expiresUs: number;
}
