import { Entity } from 'typeorm';
import { BigIntColumn, BigIntKey, TextColumn, TextKey } from '../../../common/database/engines/columns.js';

/** The authenticator app of a person: its secret, sealed, and the last time step whose code was used (RFC 6238 section 5.2). */
@Entity('totp_secrets')
export class TotpSecretRow {
  @BigIntKey({ name: 'user_no' }) userNo: number;
  @TextColumn(36) id: string;
  @TextColumn(400) secret: string;
  @BigIntColumn({ name: 'last_step' }) lastStep: number;
  @BigIntColumn({ name: 'created_us' }) createdUs: number;
  @BigIntColumn({ name: 'used_us', nullable: true }) usedUs: number | null;
}

/** The proven phone number for a person's codes by text message. */
@Entity('sms_factors')
export class SmsFactorRow {
  @BigIntKey({ name: 'user_no' }) userNo: number;
  @TextColumn(36) id: string;
  @TextColumn(20) phone: string;
  @BigIntColumn({ name: 'created_us' }) createdUs: number;
  @BigIntColumn({ name: 'used_us', nullable: true }) usedUs: number | null;
}

/** An unused recovery code, of which only a keyed digest is stored. */
@Entity('recovery_codes')
export class RecoveryCodeRow {
  @BigIntKey({ name: 'user_no' }) userNo: number;
  @TextKey(64, { name: 'code_digest' }) codeDigest: string;
  @BigIntColumn({ name: 'created_us' }) createdUs: number;
}
