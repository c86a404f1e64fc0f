import { Entity, Index } from 'typeorm';
import { BigIntColumn, BigIntKey, TextKey } from '../../common/database/columns.js';

/**
 * A role of a user. `scopeNo` 0 is the whole service (`IAM_*`), otherwise the number of an organization (`ORG_*`), of a project
 * (`PROJECT_OWNER`) or of a grant of a project (`PROJECT_GRANT_OWNER`); numbers of all three come from one sequence.
 */
@Entity('memberships')
@Index('memberships_by_scope', ['scopeNo', 'role'])
export class MembershipRow {
  @BigIntKey({ name: 'user_no' }) userNo: number;
  @BigIntKey({ name: 'scope_no' }) scopeNo: number;
  @TextKey(50) role: string;
}

/** A role that a group of the organization `orgNo` holds there, and with it everybody who belongs to the group. `scopeNo` as above, never 0. */
@Entity('group_roles')
@Index('group_roles_by_scope', ['scopeNo', 'role'])
@Index('group_roles_by_org', ['orgNo'])
export class GroupRoleRow {
  @BigIntKey({ name: 'group_no' }) groupNo: number;
  @BigIntKey({ name: 'scope_no' }) scopeNo: number;
  @TextKey(50) role: string;
  @BigIntColumn({ name: 'org_no' }) orgNo: number;
}
