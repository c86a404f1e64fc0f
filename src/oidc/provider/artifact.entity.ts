import { Entity, Index } from 'typeorm';
import { BigIntColumn, LongTextColumn, TextColumn, TextKey } from '../../common/database/columns.js';

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
