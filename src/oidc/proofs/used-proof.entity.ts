import { Entity, Index } from 'typeorm';
import { BigIntColumn, TextKey } from '../../common/database/engines/columns.js';

/** A proof of possession that was used; `id` is a digest of its key and its `jti`. Kept longer than the proof could be accepted. */
@Entity('used_proofs')
@Index('used_proofs_by_expiry', ['expiresUs'])
export class UsedProofRow {
  @TextKey(64) id: string;
  @BigIntColumn({ name: 'expires_us' }) expiresUs: number;
}
