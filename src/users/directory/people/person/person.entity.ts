import { Entity, EntitySchema, Index, type EntitySchemaColumnOptions } from 'typeorm';
import {
  BigIntColumn,
  BigIntKey,
  BooleanColumn,
  IntKey,
  LongTextColumn,
  TextColumn,
  TextKey,
} from '../../../../common/database/engines/columns.js';
import { FOLDED_COLUMNS, KEY_COLUMNS, SEARCH_INDEX_COLUMNS, TEXT_COLUMNS, TEXT_LENGTHS, type TextField } from './person.columns.js';

const text = (length: number, nullable = true): EntitySchemaColumnOptions => ({ type: 'varchar', length, nullable });
const bigint: EntitySchemaColumnOptions = { type: 'bigint' };
const int: EntitySchemaColumnOptions = { type: 'int' };
const longText = (nullable: boolean): EntitySchemaColumnOptions => ({ type: 'mediumtext', nullable });

/** Columns of the fields of {@link PERSON_FIELDS}: the text, and its folded form. */
const fieldColumns = Object.fromEntries([
  ...Object.entries(TEXT_COLUMNS).map(([field, column]) => [column, text(TEXT_LENGTHS[field as TextField])]),
  ...Object.values(KEY_COLUMNS).map(({ column, length }) => [column, text(length, false)]),
  ...Object.values(FOLDED_COLUMNS).map(({ column, length }) => [column, text(length)]),
]) as Record<string, EntitySchemaColumnOptions>;

/**
 * People and service users. Both have a login name, a state and a token generation; the other fields are a person's, from {@link PERSON_FIELDS}.
 * Indexed `*_key` columns are folded for comparison and order and never null: a missing value is U+10FFFF, which sorts last (RFC 7644 section
 * 3.4.2.3). `kind` is in every list index, so that people can be counted and skipped without reading the rows. Nothing is read through this entity:
 * it defines the table for the migrations.
 */
export const UserRow = new EntitySchema({
  name: 'users',
  columns: {
    no: { ...bigint, primary: true },
    id: text(200, false),
    org_no: bigint,
    kind: text(10, false),
    active: { type: 'boolean' },
    // The folded userName of a person whose login name it is, proved as an address; null: the login name is another one or needs no proof.
    login_key: text(KEY_COLUMNS.userName.length),
    // When an administrator locked the person; null: not locked.
    locked_us: { ...bigint, nullable: true },
    token_gen: int,
    version: int,
    created_us: bigint,
    modified_us: bigint,
    user_name: text(TEXT_LENGTHS.userName, false),
    user_name_rev: text(KEY_COLUMNS.userName.length, false),
    ...fieldColumns,
    // The lists in their folded form; null when folding changes nothing.
    lists_key: longText(true),
    // JSON of PersonLists, which is returned. Searches use `user_values`.
    lists: longText(false),
  },
  indices: [
    { name: 'u_users_id', columns: ['id'], unique: true },
    { name: 'u_users_login_key', columns: ['login_key'], unique: true },
    { name: 'u_users_login', columns: ['user_name_key', 'org_no'], unique: true },
    ...SEARCH_INDEX_COLUMNS.map(({ name, column }) => ({ name, columns: ['org_no', 'kind', column, 'no'] })),
  ],
});

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

/** The external id of a person in a directory. `domainNo` 0 is the shared one; a provisioning domain has its own. */
@Entity('external_ids')
@Index('external_ids_by_value', ['orgNo', 'domainNo', 'value'])
export class ExternalIdRow {
  @BigIntKey({ name: 'user_no' }) userNo: number;
  @BigIntKey({ name: 'domain_no' }) domainNo: number;
  @BigIntColumn({ name: 'org_no' }) orgNo: number;
  @TextColumn(400) value: string;
}

/** An id that belonged to a deleted person. To a relying party it would be the same `sub`, so it is reused only on request. */
@Entity('user_tombstones')
@Index('user_tombstones_by_removal', ['removedUs'])
export class UserTombstoneRow {
  @TextKey(200) id: string;
  @BigIntColumn() no: number;
  @BigIntColumn({ name: 'org_no' }) orgNo: number;
  @BigIntColumn({ name: 'removed_us' }) removedUs: number;
}

/**
 * A row on which units of work wait when they give people the same e-mail address without a proof. `no` is a hash of organization and address; on a
 * hash collision, unrelated units wait for each other, which does no harm. A row means nothing once its unit has ended.
 */
@Entity('address_locks')
@Index('address_locks_by_expiry', ['expiresUs'])
export class AddressLockRow {
  @BigIntKey() no: number;
  @BigIntColumn({ name: 'expires_us' }) expiresUs: number;
}

/** A value that an administrator's system stores for a user by key; base64. */
@Entity('user_metadata')
export class UserMetadataRow {
  @BigIntKey({ name: 'user_no' }) userNo: number;
  @TextKey(200, { name: 'meta_key' }) key: string;
  @LongTextColumn() value: string;
}

/** How many people an organization has: the sum of its rows. Each unit of work changes a random one of them, so that no row is contended. */
@Entity('people_counts')
export class PeopleCountRow {
  @BigIntKey({ name: 'org_no' }) orgNo: number;
  @IntKey() slot: number;
  @BigIntColumn() n: number;
}
