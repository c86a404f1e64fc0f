import { Entity, Index } from 'typeorm';
import { BigIntColumn, IntColumn, TextColumn, TextKey } from '../../../common/database/engines/columns.js';

/**
 * A mailed code. `id` is the handle in its page, `codeDigest` is the only trace of the code. `endedUs` is when it was used, replaced or withdrawn;
 * `givenBy` is the administrator who issued it. Without a user, it is the handle of an unknown name: it behaves like any other, and no code matches
 * it.
 */
@Entity('mailed_codes')
@Index('mailed_codes_by_user', ['userNo', 'purpose'])
@Index('mailed_codes_by_expiry', ['expiresUs'])
export class MailedCodeRow {
  @TextKey(64) id: string;
  @BigIntColumn({ name: 'user_no', nullable: true }) userNo: number | null;
  @TextColumn(20) purpose: string;
  @TextColumn(64, { name: 'code_digest' }) codeDigest: string;
  @TextColumn(400) address: string;
  @IntColumn() tries: number;
  @BigIntColumn({ name: 'created_us' }) createdUs: number;
  @BigIntColumn({ name: 'expires_us' }) expiresUs: number;
  @BigIntColumn({ name: 'ended_us', nullable: true }) endedUs: number | null;
  @BigIntColumn({ name: 'given_by', nullable: true }) givenBy: number | null;
}
