// The tables of passkeys: the keys, their owners, and open challenges.
import { Entity, Index } from 'typeorm';
import { BigIntColumn, BigIntKey, BooleanColumn, LongTextColumn, TextColumn, TextKey } from '../../../common/database/engines/columns.js';

/** A passkey or security key of a person. It is looked up by `credentialDigest`, because an id may be too long for an index. */
@Entity('passkeys')
@Index('u_passkeys_credential', ['credentialDigest'], { unique: true })
@Index('passkeys_by_user', ['userNo', 'createdUs'])
export class PasskeyRow {
  @TextKey(36) id: string;
  @BigIntColumn({ name: 'user_no' }) userNo: number;
  @TextColumn(64, { name: 'credential_digest' }) credentialDigest: string;
  @TextColumn(1400, { name: 'credential_id' }) credentialId: string;
  @LongTextColumn({ name: 'public_key' }) publicKey: string;
  @BigIntColumn() counter: number;
  @TextColumn(36) aaguid: string;
  @TextColumn(200) transports: string;
  @BooleanColumn() synced: boolean;
  @BooleanColumn({ name: 'backed_up' }) backedUp: boolean;
  @BooleanColumn() passwordless: boolean;
  @TextColumn(200) name: string;
  @BigIntColumn({ name: 'created_us' }) createdUs: number;
  @BigIntColumn({ name: 'last_used_us', nullable: true }) lastUsedUs: number | null;
}

/** The handle by which authenticators know a person, and when the person declined a passkey. */
@Entity('passkey_holders')
export class PasskeyHolderRow {
  @BigIntKey({ name: 'user_no' }) userNo: number;
  @TextColumn(100) handle: string;
  @BigIntColumn({ name: 'offer_declined_us', nullable: true }) offerDeclinedUs: number | null;
}

/** An issued challenge. `place` is the digest of the scope in which a response is valid. */
@Entity('passkey_challenges')
@Index('passkey_challenges_by_place', ['place', 'createdUs'])
@Index('passkey_challenges_by_expiry', ['expiresUs'])
export class PasskeyChallengeRow {
  @TextKey(64) digest: string;
  @TextColumn(64) place: string;
  @BigIntColumn({ name: 'user_no', nullable: true }) userNo: number | null;
  @BigIntColumn({ name: 'created_us' }) createdUs: number;
  @BigIntColumn({ name: 'expires_us' }) expiresUs: number;
}
