import { Entity, Index } from 'typeorm';
import { BigIntColumn, BigIntKey, LongTextColumn, TextColumn, TextKey } from '../../../common/database/engines/columns.js';

/**
 * A soft-deleted person, restorable until `expiresUs`. No other part of the service reads this table, so names and addresses are free, except those
 * of people with roles.
 */
@Entity('removed_people')
@Index('u_removed_people_id', ['id'], { unique: true })
@Index('removed_people_by_org', ['orgNo', 'removedUs', 'userNo'])
@Index('removed_people_by_name', ['orgNo', 'userNameKey', 'userNo'])
@Index('removed_people_by_expiry', ['expiresUs'])
export class RemovedPersonRow {
  @BigIntKey({ name: 'user_no' }) userNo: number;
  @TextColumn(200) id: string;
  @BigIntColumn({ name: 'org_no' }) orgNo: number;
  @TextColumn(200, { name: 'user_name' }) userName: string;
  @TextColumn(400, { name: 'user_name_key', default: '' }) userNameKey: string;
  @TextColumn(1100, { name: 'display_name' }) displayName: string;
  @TextColumn(400, { name: 'display_name_key', default: '' }) displayNameKey: string;
  @BigIntColumn({ name: 'removed_us' }) removedUs: number;
  @BigIntColumn({ name: 'expires_us' }) expiresUs: number;
  /** JSON of profile, password hash, metadata and external ids. */
  @LongTextColumn() content: string;
}

/** A folded userName or address of a deleted person with roles; deleted when the person is restored or can't be restored any more. */
@Entity('removed_names')
@Index('removed_names_by_key', ['orgNo', 'valueKey', 'userNo'])
@Index('removed_names_by_expiry', ['expiresUs'])
export class RemovedNameRow {
  @BigIntKey({ name: 'user_no' }) userNo: number;
  @TextKey(400, { name: 'value_key' }) valueKey: string;
  @BigIntColumn({ name: 'org_no' }) orgNo: number;
  @BigIntColumn({ name: 'expires_us' }) expiresUs: number;
}
