import { Entity, Index } from 'typeorm';
import { BigIntColumn, BigIntKey, TextKey } from '../../../common/database/engines/columns.js';

/**
 * A role of a user. `scopeNo` 0 is the whole service (`IAM_*`). Otherwise it is the number of an organization (`ORG_*`), of a project
 * (`PROJECT_OWNER`) or of a project grant (`PROJECT_GRANT_OWNER`). Numbers of all three come from one sequence.
 */
@Entity('memberships')
@Index('memberships_by_scope', ['scopeNo', 'role'])
export class MembershipRow {
  @BigIntKey({ name: 'user_no' }) userNo: number;
  @BigIntKey({ name: 'scope_no' }) scopeNo: number;
  @TextKey(50) role: string;
}

/** A role of a group in its organization `orgNo`, and of all its members. `scopeNo` as above, never 0. */
@Entity('group_roles')
@Index('group_roles_by_scope', ['scopeNo', 'role'])
@Index('group_roles_by_org', ['orgNo'])
export class GroupRoleRow {
  @BigIntKey({ name: 'group_no' }) groupNo: number;
  @BigIntKey({ name: 'scope_no' }) scopeNo: number;
  @TextKey(50) role: string;
  @BigIntColumn({ name: 'org_no' }) orgNo: number;
}
