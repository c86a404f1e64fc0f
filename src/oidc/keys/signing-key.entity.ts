import { Entity } from 'typeorm';
import { BigIntColumn, LongTextColumn, TextColumn, TextKey } from '../../common/database/engines/columns.js';

/**
 * A key that signs tokens. `published` is visible but does not sign yet, `active` signs, `retired` stays visible for tokens that are still
 * valid.
 */
@Entity('signing_keys')
export class SigningKeyRow {
  @TextKey(64) kid: string;
  @TextColumn(10) alg: string;
  @TextColumn(20) state: string;
  @LongTextColumn({ name: 'public_jwk' }) publicJwk: string;
  @LongTextColumn({ name: 'sealed_private_jwk' }) sealedPrivateJwk: string;
  @BigIntColumn({ name: 'created_us' }) createdUs: number;
  @BigIntColumn({ name: 'activated_us', nullable: true }) activatedUs: number | null;
  @BigIntColumn({ name: 'retired_us', nullable: true }) retiredUs: number | null;
}
