import { Entity, Index } from 'typeorm';
import { BigIntKey, TextKey } from '../../common/database/columns.js';

/** A role of a user. `scopeNo` 0 is the whole service (`IAM_*`), otherwise the number of an organization (`ORG_*`). */
@Entity('memberships')
@Index('memberships_by_scope', ['scopeNo', 'role'])
export class MembershipRow {
  @BigIntKey({ name: 'user_no' }) userNo: number;
  @BigIntKey({ name: 'scope_no' }) scopeNo: number;
  @TextKey(50) role: string;
}
