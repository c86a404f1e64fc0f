// Which column holds which field of a person, and how it is searched. The repository and the filter compiler read it; nobody else knows a column.
import type { PersonLists, PersonTexts } from './person.js';

/** Texts of one column each, in the order they are written. */
export const TEXT_COLUMNS = {
  familyName: 'family_name',
  givenName: 'given_name',
  displayName: 'display_name',
  formattedName: 'formatted_name',
  middleName: 'middle_name',
  honorificPrefix: 'honorific_prefix',
  honorificSuffix: 'honorific_suffix',
  nickName: 'nick_name',
  profileUrl: 'profile_url',
  title: 'title',
  userType: 'user_type',
  preferredLanguage: 'preferred_language',
  locale: 'locale',
  timezone: 'timezone',
  employeeNumber: 'employee_number',
  costCenter: 'cost_center',
  organization: 'organization',
  division: 'division',
  department: 'department',
  managerId: 'manager_id',
  managerRef: 'manager_ref',
} as const satisfies Record<Exclude<keyof PersonTexts, 'externalId'>, string>;

export type TextField = keyof typeof TEXT_COLUMNS;

/** Longest text of each column, in characters. */
export const TEXT_LENGTHS: Readonly<Record<TextField | 'userName' | 'externalId', number>> = {
  userName: 200,
  externalId: 400,
  familyName: 200,
  givenName: 200,
  displayName: 500,
  formattedName: 1000,
  middleName: 200,
  honorificPrefix: 200,
  honorificSuffix: 200,
  nickName: 200,
  profileUrl: 2000,
  title: 200,
  userType: 200,
  preferredLanguage: 100,
  locale: 100,
  timezone: 100,
  employeeNumber: 200,
  costCenter: 200,
  organization: 200,
  division: 200,
  department: 200,
  managerId: 200,
  managerRef: 1000,
};

/** Folded columns beside the value: indexed, never null. Length in characters; a text whose key is longer is refused. */
export const KEY_COLUMNS = {
  userName: { column: 'user_name_key', length: 400 },
  familyName: { column: 'family_name_key', length: 400 },
  givenName: { column: 'given_name_key', length: 400 },
  displayName: { column: 'display_name_key', length: 600 },
  primaryEmail: { column: 'email_key', length: 400 },
} as const;

/** Folded columns beside the value: null when there is no value. Those of {@link SEARCH_INDEXES} have an index, the others are read with their rows. */
export const FOLDED_COLUMNS = {
  formattedName: { column: 'formatted_name_key', length: 1100 },
  middleName: { column: 'middle_name_key', length: 200 },
  honorificPrefix: { column: 'honorific_prefix_key', length: 200 },
  honorificSuffix: { column: 'honorific_suffix_key', length: 200 },
  nickName: { column: 'nick_name_key', length: 200 },
  title: { column: 'title_key', length: 200 },
  userType: { column: 'user_type_key', length: 200 },
  preferredLanguage: { column: 'preferred_language_key', length: 100 },
  locale: { column: 'locale_key', length: 100 },
  timezone: { column: 'timezone_key', length: 100 },
  employeeNumber: { column: 'employee_number_key', length: 200 },
  costCenter: { column: 'cost_center_key', length: 200 },
  organization: { column: 'organization_key', length: 200 },
  division: { column: 'division_key', length: 200 },
  department: { column: 'department_key', length: 200 },
  managerId: { column: 'manager_id_key', length: 200 },
} as const satisfies Partial<Record<TextField, { column: string; length: number }>>;

export type FoldedField = keyof typeof FOLDED_COLUMNS;

/** Number of each searchable list in `user_values.attr_no`; never reused. */
export const LIST_NUMBERS = { emails: 1, phoneNumbers: 2, ims: 3, roles: 5, entitlements: 6 } as const satisfies Partial<
  Record<keyof PersonLists, number>
>;

/** Sub-attributes that are compared to the letter; all other text is folded. */
export const EXACT_ELEMENTS: ReadonlySet<string> = new Set(['photos.value', 'x509Certificates.value']);

/** Longest key of an element's `value` and of its `type` in `user_values`, in characters. */
export const ELEMENT_KEYS = { value: 400, type: 100 } as const;

/** Most bytes of all lists of one person together, as JSON. */
export const MAX_LISTS_BYTES = 1_000_000;

/** How a field is compared in SQL. Texts of a field are folded throughout, or to the letter throughout. */
export interface SearchColumn {
  readonly sql: string;
  readonly kind: 'text' | 'number' | 'flag' | 'version';
  /** How a missing value is stored; absent where there always is one. */
  readonly missing?: 'null' | 'key';
  /** With `missing: 'null'`: it has an index all the same, and no line breaks. */
  readonly indexed?: boolean;
  /** The same text backwards. */
  readonly reversed?: string;
}

/** An index that begins with organization and kind and goes on with the field; `own`: hardly two people share a value. */
export interface SearchIndex {
  readonly name: string;
  readonly reversed?: string;
  readonly own?: boolean;
}

export const SEARCH_INDEXES: Readonly<Record<string, SearchIndex>> = {
  id: { name: 'users_by_id', own: true },
  userName: { name: 'users_by_name', reversed: 'users_by_name_end', own: true },
  familyName: { name: 'users_by_family_name' },
  givenName: { name: 'users_by_given_name' },
  displayName: { name: 'users_by_display_name' },
  employeeNumber: { name: 'users_by_employee_number', own: true },
  createdUs: { name: 'users_by_created' },
  modifiedUs: { name: 'users_by_modified' },
  active: { name: 'users_by_active' },
};

/** Fields of a person's row `u`. The external id and the lists have tables of their own. */
export const SEARCH_COLUMNS: Readonly<Record<string, SearchColumn>> = {
  id: { sql: 'u.id', kind: 'text' },
  userName: { sql: 'u.user_name_key', kind: 'text', reversed: 'u.user_name_rev' },
  familyName: { sql: 'u.family_name_key', kind: 'text', missing: 'key' },
  givenName: { sql: 'u.given_name_key', kind: 'text', missing: 'key' },
  displayName: { sql: 'u.display_name_key', kind: 'text', missing: 'key' },
  ...Object.fromEntries(
    Object.entries(FOLDED_COLUMNS).map(([field, { column }]) => {
      const indexed = Object.hasOwn(SEARCH_INDEXES, field);
      return [field, { sql: `u.${column}`, kind: 'text', missing: 'null', indexed } as const];
    }),
  ),
  profileUrl: { sql: 'u.profile_url', kind: 'text', missing: 'null' },
  managerRef: { sql: 'u.manager_ref', kind: 'text', missing: 'null' },
  active: { sql: 'u.active', kind: 'flag' },
  createdUs: { sql: 'u.created_us', kind: 'number' },
  modifiedUs: { sql: 'u.modified_us', kind: 'number' },
  version: { sql: 'u.version', kind: 'version' },
};

/** What people can be ordered by, each with the index that has them in this order; the number decides among equals. */
export const ORDERS = {
  id: { column: 'id', index: 'users_by_id' },
  userName: { column: 'user_name_key', index: 'users_by_name' },
  familyName: { column: 'family_name_key', index: 'users_by_family_name' },
  givenName: { column: 'given_name_key', index: 'users_by_given_name' },
  displayName: { column: 'display_name_key', index: 'users_by_display_name' },
  /** The address mail goes to. */
  primaryEmail: { column: 'email_key', index: 'users_by_email' },
  createdUs: { column: 'created_us', index: 'users_by_created' },
  modifiedUs: { column: 'modified_us', index: 'users_by_modified' },
} as const;

export type OrderField = keyof typeof ORDERS;

/** Fields of an element in a row of `user_values` that goes by the name `v`. */
export function valueSearchColumns(v: string): Readonly<Record<string, SearchColumn>> {
  return {
    value: { sql: `${v}.value_key`, kind: 'text', reversed: `${v}.value_rev` },
    type: { sql: `${v}.type`, kind: 'text', missing: 'null' },
    primary: { sql: `${v}.is_primary`, kind: 'flag' },
  };
}

export const VALUE_FIELDS: ReadonlySet<string> = new Set(Object.keys(valueSearchColumns('v')));

const ELEMENT_MEMBERS = ['value', 'display', 'type', 'primary'] as const;
const ADDRESS_MEMBERS = ['formatted', 'streetAddress', 'locality', 'region', 'postalCode', 'country', 'type', 'primary'] as const;

/** What the elements of each list have in JSON. */
export const MEMBERS: Readonly<Record<keyof PersonLists, readonly string[]>> = {
  emails: ELEMENT_MEMBERS,
  phoneNumbers: ELEMENT_MEMBERS,
  ims: ELEMENT_MEMBERS,
  photos: ELEMENT_MEMBERS,
  roles: ELEMENT_MEMBERS,
  entitlements: ELEMENT_MEMBERS,
  addresses: ADDRESS_MEMBERS,
  x509Certificates: ELEMENT_MEMBERS,
};
