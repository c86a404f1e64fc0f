import { Entity, Index } from 'typeorm';
import { BigIntColumn, BigIntKey, IntColumn, IntKey, TextColumn, TextKey } from '../../../common/database/engines/columns.js';

/**
 * A group of people and groups of one organization. Its number comes from the same sequence as those of users, so that the number of a member is
 * unambiguous.
 */
@Entity('user_groups')
@Index('u_user_groups_id', ['id'], { unique: true })
@Index('u_user_groups_name', ['orgNo', 'displayNameKey'], { unique: true })
@Index('user_groups_by_name_end', ['orgNo', 'displayNameRev', 'no'])
@Index('user_groups_by_number', ['orgNo', 'no'])
@Index('user_groups_by_id', ['orgNo', 'id', 'no'])
@Index('user_groups_by_created', ['orgNo', 'createdUs', 'no'])
@Index('user_groups_by_modified', ['orgNo', 'modifiedUs', 'no'])
export class UserGroupRow {
  @BigIntKey() no: number;
  @TextColumn(200) id: string;
  @BigIntColumn({ name: 'org_no' }) orgNo: number;
  @TextColumn(500, { name: 'display_name' }) displayName: string;
  /** Folded. */
  @TextColumn(600, { name: 'display_name_key' }) displayNameKey: string;
  /** The key backwards. */
  @TextColumn(600, { name: 'display_name_rev' }) displayNameRev: string;
  @IntColumn() version: number;
  @BigIntColumn({ name: 'created_us' }) createdUs: number;
  @BigIntColumn({ name: 'modified_us' }) modifiedUs: number;
}

/** A direct member of a group; indirect membership is derived from these rows. `kind` is `user` or `group`. */
@Entity('group_members')
@Index('group_members_by_member', ['memberNo', 'groupNo'])
export class GroupMemberRow {
  @BigIntKey({ name: 'group_no' }) groupNo: number;
  @TextKey(10) kind: string;
  @BigIntKey({ name: 'member_no' }) memberNo: number;
  @BigIntColumn({ name: 'org_no' }) orgNo: number;
}

/** The external id of a group in a directory. `domainNo` as in `external_ids`. */
@Entity('group_external_ids')
@Index('group_external_ids_by_value', ['orgNo', 'domainNo', 'value'])
export class GroupExternalIdRow {
  @BigIntKey({ name: 'group_no' }) groupNo: number;
  @BigIntKey({ name: 'domain_no' }) domainNo: number;
  @BigIntColumn({ name: 'org_no' }) orgNo: number;
  @TextColumn(400) value: string;
}

/**
 * The version of an organization's groups, by which they are cached; 0 means that the organization never had a group. It is raised by the first
 * group, and by every unit that changes which groups are nested or which roles of projects they have. Two units that would close a cycle together
 * conflict on this row.
 */
@Entity('group_nesting')
export class GroupNestingRow {
  @BigIntKey({ name: 'org_no' }) orgNo: number;
  @BigIntColumn() version: number;
}

/** How many groups an organization has: the sum of its rows, as in `people_counts`. */
@Entity('group_counts')
export class GroupCountRow {
  @BigIntKey({ name: 'org_no' }) orgNo: number;
  @IntKey() slot: number;
  @BigIntColumn() n: number;
}
