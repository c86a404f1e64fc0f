import { Entity, Index } from 'typeorm';
import { BigIntColumn, BigIntKey, IntColumn, LongTextColumn, TextColumn, TextKey } from '../../../common/database/engines/columns.js';

/**
 * One row per authorization: the code, the refresh counter, the session and the life of everything issued from it.
 * Redemption and rotation are conditional updates of this row, so a revocation wins every race (docs/adr/0005-tokens.md).
 */
@Entity('grants')
@Index('u_grants_id', ['id'], { unique: true })
@Index('u_grants_code', ['codeDigest'], { unique: true })
@Index('grants_by_session', ['sessionUid'])
@Index('grants_by_user', ['userNo'])
@Index('grants_by_client', ['clientNo'])
@Index('grants_by_expiry', ['expiresUs'])
export class GrantRow {
  @BigIntKey() no: number;
  @TextColumn(64) id: string;
  @BigIntColumn({ name: 'user_no' }) userNo: number;
  @BigIntColumn({ name: 'client_no' }) clientNo: number;
  @TextColumn(64, { name: 'session_uid', nullable: true }) sessionUid: string | null;
  @TextColumn(2000) scope: string;
  /** JSON that the provider stores with a code: nonce, PKCE challenge, redirect URI, authentication time. */
  @LongTextColumn() payload: string;
  @TextColumn(64, { name: 'code_digest', nullable: true }) codeDigest: string | null;
  @BigIntColumn({ name: 'code_until_us', nullable: true }) codeUntilUs: number | null;
  @BigIntColumn({ name: 'code_used_us', nullable: true }) codeUsedUs: number | null;
  /** Number of the newest refresh token, 0 while there is none. */
  @IntColumn({ name: 'refresh_n' }) refreshN: number;
  /** Tokens with a lower number are invalid. */
  @IntColumn({ name: 'min_n' }) minN: number;
  /** When a refresh token was last issued, or tokens together with the code. */
  @BigIntColumn({ name: 'rotated_us', nullable: true }) rotatedUs: number | null;
  @BigIntColumn({ name: 'refresh_idle_us', nullable: true }) refreshIdleUs: number | null;
  @BigIntColumn({ name: 'refresh_until_us', nullable: true }) refreshUntilUs: number | null;
  @BigIntColumn({ name: 'revoked_us', nullable: true }) revokedUs: number | null;
  @BigIntColumn({ name: 'expires_us' }) expiresUs: number;
  /** Internal number of the current actor (RFC 8693 section 4.1); null without an actor. */
  @BigIntColumn({ name: 'actor_no', nullable: true }) actorNo: number | null;
}

/** A token from which an authorization was exchanged; revoking the token ends the authorization. */
@Entity('grant_origins')
@Index('grant_origins_by_expiry', ['untilUs'])
export class GrantOriginRow {
  @TextKey(64) jti: string;
  @BigIntKey({ name: 'grant_no' }) grantNo: number;
  @BigIntColumn({ name: 'until_us' }) untilUs: number;
}

/** A single access token revoked before its expiry; the row is kept until the token would have expired. */
@Entity('revoked_tokens')
@Index('revoked_tokens_by_expiry', ['untilUs'])
export class RevokedTokenRow {
  @TextKey(64) jti: string;
  @BigIntColumn({ name: 'until_us' }) untilUs: number;
}
