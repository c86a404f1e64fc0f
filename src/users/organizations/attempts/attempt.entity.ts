import { Entity, Index } from 'typeorm';
import { BigIntColumn, IntColumn, TextKey } from '../../../common/database/engines/columns.js';

/**
 * A counter of recent attempts. The key is a digest of what is counted: a user, a typed name, a browser, a network address. `attempts` is counted
 * before the comparison, `failed` afterwards. No attempt is accepted before `notBeforeUs`, and the row means nothing after `expiresUs`. `userNo` is 0
 * for a counter without a user.
 */
@Entity('sign_in_attempts')
@Index('sign_in_attempts_by_user', ['userNo'])
@Index('sign_in_attempts_by_expiry', ['expiresUs'])
export class SignInAttemptRow {
  @TextKey(64, { name: 'key_digest' }) keyDigest: string;
  @BigIntColumn({ name: 'user_no' }) userNo: number;
  @IntColumn() attempts: number;
  @IntColumn() failed: number;
  @BigIntColumn({ name: 'not_before_us' }) notBeforeUs: number;
  @BigIntColumn({ name: 'expires_us' }) expiresUs: number;
}
