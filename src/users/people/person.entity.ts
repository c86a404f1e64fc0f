import { Entity, Index } from 'typeorm';
import {
  BigIntColumn,
  BigIntKey,
  BooleanColumn,
  IntColumn,
  IntKey,
  LongTextColumn,
  TextColumn,
  TextKey,
} from '../../common/database/columns.js';

/**
 * People and service users. Both have a login name, a state and a token generation; the columns from `familyName` on are a person's.
 * Indexed `*_key` columns are folded for comparison and order, never null: a missing value is U+10FFFF, which sorts last (RFC 7644 section 3.4.2.3).
 * `kind` stands in every index of a list, so that people can be counted and skipped without looking at the rows.
 */
@Entity('users')
@Index('u_users_id', ['id'], { unique: true })
@Index('u_users_login', ['userNameKey', 'orgNo'], { unique: true })
@Index('users_by_id', ['orgNo', 'kind', 'id', 'no'])
@Index('users_by_name', ['orgNo', 'kind', 'userNameKey', 'no'])
@Index('users_by_name_end', ['orgNo', 'kind', 'userNameRev', 'no'])
@Index('users_by_family_name', ['orgNo', 'kind', 'familyNameKey', 'no'])
@Index('users_by_given_name', ['orgNo', 'kind', 'givenNameKey', 'no'])
@Index('users_by_display_name', ['orgNo', 'kind', 'displayNameKey', 'no'])
@Index('users_by_employee_number', ['orgNo', 'kind', 'employeeNumberKey', 'no'])
@Index('users_by_email', ['orgNo', 'kind', 'emailKey', 'no'])
@Index('users_by_created', ['orgNo', 'kind', 'createdUs', 'no'])
@Index('users_by_modified', ['orgNo', 'kind', 'modifiedUs', 'no'])
@Index('users_by_active', ['orgNo', 'kind', 'active', 'no'])
export class UserRow {
  @BigIntKey() no: number;
  @TextColumn(200) id: string;
  @BigIntColumn({ name: 'org_no' }) orgNo: number;
  @TextColumn(10) kind: string;
  @BooleanColumn() active: boolean;
  @IntColumn({ name: 'token_gen' }) tokenGeneration: number;
  @IntColumn() version: number;
  @BigIntColumn({ name: 'created_us' }) createdUs: number;
  @BigIntColumn({ name: 'modified_us' }) modifiedUs: number;
  @TextColumn(200, { name: 'user_name' }) userName: string;
  @TextColumn(400, { name: 'user_name_key' }) userNameKey: string;
  @TextColumn(400, { name: 'user_name_rev' }) userNameRev: string;
  @TextColumn(200, { name: 'family_name', nullable: true }) familyName: string | null;
  @TextColumn(400, { name: 'family_name_key' }) familyNameKey: string;
  @TextColumn(200, { name: 'given_name', nullable: true }) givenName: string | null;
  @TextColumn(400, { name: 'given_name_key' }) givenNameKey: string;
  @TextColumn(500, { name: 'display_name', nullable: true }) displayName: string | null;
  @TextColumn(600, { name: 'display_name_key' }) displayNameKey: string;
  @TextColumn(400, { name: 'email_key' }) emailKey: string;
  @TextColumn(1000, { name: 'formatted_name', nullable: true }) formattedName: string | null;
  @TextColumn(200, { name: 'middle_name', nullable: true }) middleName: string | null;
  @TextColumn(200, { name: 'honorific_prefix', nullable: true }) honorificPrefix: string | null;
  @TextColumn(200, { name: 'honorific_suffix', nullable: true }) honorificSuffix: string | null;
  @TextColumn(200, { name: 'nick_name', nullable: true }) nickName: string | null;
  @TextColumn(2000, { name: 'profile_url', nullable: true }) profileUrl: string | null;
  @TextColumn(200, { nullable: true }) title: string | null;
  @TextColumn(200, { name: 'user_type', nullable: true }) userType: string | null;
  @TextColumn(100, { name: 'preferred_language', nullable: true }) preferredLanguage: string | null;
  @TextColumn(100, { nullable: true }) locale: string | null;
  @TextColumn(100, { nullable: true }) timezone: string | null;
  @TextColumn(200, { name: 'employee_number', nullable: true }) employeeNumber: string | null;
  @TextColumn(200, { name: 'cost_center', nullable: true }) costCenter: string | null;
  @TextColumn(200, { nullable: true }) organization: string | null;
  @TextColumn(200, { nullable: true }) division: string | null;
  @TextColumn(200, { nullable: true }) department: string | null;
  @TextColumn(200, { name: 'manager_id', nullable: true }) managerId: string | null;
  @TextColumn(1000, { name: 'manager_ref', nullable: true }) managerRef: string | null;
  @TextColumn(1100, { name: 'formatted_name_key', nullable: true }) formattedNameKey: string | null;
  @TextColumn(200, { name: 'middle_name_key', nullable: true }) middleNameKey: string | null;
  @TextColumn(200, { name: 'honorific_prefix_key', nullable: true }) honorificPrefixKey: string | null;
  @TextColumn(200, { name: 'honorific_suffix_key', nullable: true }) honorificSuffixKey: string | null;
  @TextColumn(200, { name: 'nick_name_key', nullable: true }) nickNameKey: string | null;
  @TextColumn(200, { name: 'title_key', nullable: true }) titleKey: string | null;
  @TextColumn(200, { name: 'user_type_key', nullable: true }) userTypeKey: string | null;
  @TextColumn(100, { name: 'preferred_language_key', nullable: true }) preferredLanguageKey: string | null;
  @TextColumn(100, { name: 'locale_key', nullable: true }) localeKey: string | null;
  @TextColumn(100, { name: 'timezone_key', nullable: true }) timezoneKey: string | null;
  @TextColumn(200, { name: 'employee_number_key', nullable: true }) employeeNumberKey: string | null;
  @TextColumn(200, { name: 'cost_center_key', nullable: true }) costCenterKey: string | null;
  @TextColumn(200, { name: 'organization_key', nullable: true }) organizationKey: string | null;
  @TextColumn(200, { name: 'division_key', nullable: true }) divisionKey: string | null;
  @TextColumn(200, { name: 'department_key', nullable: true }) departmentKey: string | null;
  @TextColumn(200, { name: 'manager_id_key', nullable: true }) managerIdKey: string | null;
  /** The lists in the form in which they are compared; null when that is how they are kept anyway. */
  @LongTextColumn({ name: 'lists_key', nullable: true }) listsKey: string | null;
  /** JSON of PersonLists: what is returned. `user_values` is what is searched. */
  @LongTextColumn() lists: string;
}

/** One element of a list attribute, for search: e-mails, phone numbers, roles. Written with `users.lists`, never alone. */
@Entity('user_values')
@Index('user_values_by_key', ['orgNo', 'attributeNo', 'valueKey', 'userNo'])
@Index('user_values_by_end', ['orgNo', 'attributeNo', 'valueRev', 'userNo'])
@Index('user_values_by_login', ['valueKey', 'attributeNo'])
export class UserValueRow {
  @BigIntKey({ name: 'user_no' }) userNo: number;
  @IntKey({ name: 'attr_no' }) attributeNo: number;
  @IntKey() ord: number;
  @BigIntColumn({ name: 'org_no' }) orgNo: number;
  @TextColumn(400, { name: 'value_key' }) valueKey: string;
  @TextColumn(400, { name: 'value_rev' }) valueRev: string;
  /** Folded, like `valueKey`. */
  @TextColumn(100, { nullable: true }) type: string | null;
  @BooleanColumn({ name: 'is_primary' }) isPrimary: boolean;
}

/** The name a directory has for a person. `domainNo` 0 is the shared one; a provisioning domain has its own. */
@Entity('external_ids')
@Index('external_ids_by_value', ['orgNo', 'domainNo', 'value'])
export class ExternalIdRow {
  @BigIntKey({ name: 'user_no' }) userNo: number;
  @BigIntKey({ name: 'domain_no' }) domainNo: number;
  @BigIntColumn({ name: 'org_no' }) orgNo: number;
  @TextColumn(400) value: string;
}

/** An id that belonged to somebody who was removed. To a relying party it would be the same `sub`, so it is not given again silently. */
@Entity('user_tombstones')
export class UserTombstoneRow {
  @TextKey(200) id: string;
  @BigIntColumn() no: number;
  @BigIntColumn({ name: 'org_no' }) orgNo: number;
  @BigIntColumn({ name: 'removed_us' }) removedUs: number;
}

/** Something an administrator's system keeps about a user by key; base64. */
@Entity('user_metadata')
export class UserMetadataRow {
  @BigIntKey({ name: 'user_no' }) userNo: number;
  @TextKey(200, { name: 'meta_key' }) key: string;
  @LongTextColumn() value: string;
}

/** How many people an organization has: the sum of its rows, of which each unit of work changes one at random, so that none is fought over. */
@Entity('people_counts')
export class PeopleCountRow {
  @BigIntKey({ name: 'org_no' }) orgNo: number;
  @IntKey() slot: number;
  @BigIntColumn() n: number;
}
