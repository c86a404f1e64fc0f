import { Entity, Index } from 'typeorm';
import { BigIntColumn, TextKey } from '../database/columns.js';

/** What all processes together let in of one owner in one window, as far as they told; the key is a digest of both. */
@Entity('request_counts')
@Index('request_counts_by_expiry', ['expiresUs'])
export class RequestCountRow {
  @TextKey(64, { name: 'key_digest' }) keyDigest: string;
  @BigIntColumn() requests: number;
  @BigIntColumn({ name: 'expires_us' }) expiresUs: number;
}
