import { Entity, Index } from 'typeorm';
import { BigIntColumn, IntColumn, LongTextColumn, TextColumn, TextKey } from '../../../common/database/engines/columns.js';

/** A client secret of a service user or an application, as a digest. Several may be valid at once, for rotation. */
@Entity('client_secrets')
@Index('client_secrets_by_owner', ['ownerNo'])
export class ClientSecretRow {
  @TextKey(36) id: string;
  @BigIntColumn({ name: 'owner_no' }) ownerNo: number;
  @TextColumn(64) digest: string;
  @BigIntColumn({ name: 'created_us' }) createdUs: number;
  @BigIntColumn({ name: 'expires_us', nullable: true }) expiresUs: number | null;
}

/** A personal access token of a service user, as a digest. */
@Entity('personal_access_tokens')
@Index('u_personal_access_tokens_digest', ['digest'], { unique: true })
@Index('personal_access_tokens_by_user', ['userNo'])
export class PersonalAccessTokenRow {
  @TextKey(36) id: string;
  @BigIntColumn({ name: 'user_no' }) userNo: number;
  @TextColumn(64) digest: string;
  @TextColumn(1000) scope: string;
  /** JSON array of audiences beyond the service user's own client id. */
  @LongTextColumn() audience: string;
  @BigIntColumn({ name: 'created_us' }) createdUs: number;
  @BigIntColumn({ name: 'expires_us', nullable: true }) expiresUs: number | null;
  /** Written from time to time, not at each use. */
  @BigIntColumn({ name: 'last_used_us', nullable: true }) lastUsedUs: number | null;
  /** Generations of the user and of the organization at creation: a deactivation ends the token for good. */
  @IntColumn({ name: 'user_gen', nullable: true }) userGeneration: number | null;
  @IntColumn({ name: 'org_gen', nullable: true }) organizationGeneration: number | null;
}

/** A public key for verifying assertions of a service user or an application (RFC 7523). */
@Entity('client_keys')
@Index('client_keys_by_owner', ['ownerNo'])
@Index('u_client_keys_key_id', ['ownerNo', 'keyId'], { unique: true })
export class ClientKeyRow {
  /** The thumbprint (RFC 7638): the same key belongs to one owner only. */
  @TextKey(64) id: string;
  /** The `kid` in assertions, if another service assigned one to the key; null: the thumbprint. */
  @TextColumn(200, { name: 'key_id', nullable: true }) keyId: string | null;
  @BigIntColumn({ name: 'owner_no' }) ownerNo: number;
  @LongTextColumn({ name: 'public_jwk' }) publicJwk: string;
  @BigIntColumn({ name: 'created_us' }) createdUs: number;
  @BigIntColumn({ name: 'expires_us', nullable: true }) expiresUs: number | null;
}
