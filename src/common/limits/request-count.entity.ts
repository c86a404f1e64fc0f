import { Entity, Index } from 'typeorm';
import { BigIntColumn, TextKey } from '../database/engines/columns.js';

/**
 * The requests that all processes admitted from one owner in one window, as far as they have shared them. The key is a digest of owner and
 * window.
 */
@Entity('request_counts')
@Index('request_counts_by_expiry', ['expiresUs'])
export class RequestCountRow {
  @TextKey(64, { name: 'key_digest' }) keyDigest: string;
  @BigIntColumn() requests: number;
  @BigIntColumn({ name: 'expires_us' }) expiresUs: number;
}
