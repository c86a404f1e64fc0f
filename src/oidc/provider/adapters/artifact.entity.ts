import { Entity, Index } from 'typeorm';
import { BigIntColumn, IntColumn, LongTextColumn, TextColumn, TextKey } from '../../../common/database/engines/columns.js';

/** State of the library between requests: browser sessions and interactions. Ids are stored as digests. */
@Entity('oidc_artifacts')
@Index('oidc_artifacts_by_uid', ['kind', 'uid'])
@Index('oidc_artifacts_by_expiry', ['expiresUs'])
export class ArtifactRow {
  @TextKey(30) kind: string;
  @TextKey(64) id: string;
  @TextColumn(64, { nullable: true }) uid: string | null;
  @LongTextColumn() payload: string;
  @BigIntColumn({ name: 'expires_us' }) expiresUs: number;
}

/**
 * A sign-in that waits for a person, with the columns by which the number of such sign-ins is limited. `id` is that of the row of the interaction,
 * pushed request, device or redirect to a provider; `networkNo` is a keyed hash.
 */
@Entity('pending_sign_ins')
@Index('pending_sign_ins_by_network', ['networkNo', 'expiresUs'])
@Index('pending_sign_ins_by_slot', ['slot', 'expiresUs'])
@Index('pending_sign_ins_by_expiry', ['expiresUs'])
export class PendingSignInRow {
  @TextKey(64) id: string;
  @BigIntColumn({ name: 'network_no' }) networkNo: number;
  @IntColumn() slot: number;
  @BigIntColumn({ name: 'expires_us' }) expiresUs: number;
}
