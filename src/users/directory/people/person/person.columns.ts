/**
 * The only table of a person's fields: one row a field, with its column, length, folding, index and list. Types, entity, SQL and the rows of the SCIM
 * schema are derived from it. A new field is a row here, a row of the SCIM schema and a line in a new migration.
 */
import type { SearchColumn } from '../../../../common/search/comparison-to-sql.js';

/** An index on organization, kind and the field. */
export interface SearchIndex {
  readonly name: string;
  /** A second index, on the reversed text. */
  readonly reversed?: string;
  /** Values are nearly unique to a person. */
  readonly own?: boolean;
}

/**
 * How a text is compared. `ordered`: by a folded column that is never null, because people are sorted by it (a missing value is stored as U+10FFFF,
 * which sorts last). `folded`: by a folded column that is null without a value. `exact`: by the text itself, case-sensitive. `apart`: it has its own
 * table.
 */
type Comparison = 'ordered' | 'folded' | 'exact' | 'apart';

interface TextRow<C extends Comparison = Comparison> {
  readonly kind: 'text';
  readonly comparison: C;
  /** Longest text, in characters. */
  readonly length: number;
  /** Length of the folded column, in characters; a text whose key is longer is refused. */
  readonly keyLength: number;
  readonly index?: SearchIndex;
}

interface ListRow<N extends number | undefined, M extends string> {
  readonly kind: 'list';
  /** Its number in `user_values.attr_no`, never reused. undefined: the list is only in the JSON and not searched by index. */
  readonly number: N;
  /** Members of its elements, in JSON. */
  readonly members: readonly M[];
  /** Members that are compared exactly; all other text is folded. */
  readonly exact: readonly M[];
}

function text<C extends Comparison>(comparison: C, length: number, keyLength = length, index?: SearchIndex): TextRow<C> {
  return { kind: 'text', comparison, length, keyLength, ...(index ? { index } : {}) };
}

function list<N extends number | undefined, M extends string>(number: N, members: readonly M[], exact: readonly M[] = []): ListRow<N, M> {
  return { kind: 'list', number, members, exact };
}

const ELEMENT = ['value', 'display', 'type', 'primary'] as const;
const ADDRESS = ['formatted', 'streetAddress', 'locality', 'region', 'postalCode', 'country', 'type', 'primary'] as const;

export const PERSON_FIELDS = {
  userName: text('ordered', 200, 400, { name: 'users_by_name', reversed: 'users_by_name_end', own: true }),
  externalId: text('apart', 400),
  familyName: text('ordered', 200, 400, { name: 'users_by_family_name' }),
  givenName: text('ordered', 200, 400, { name: 'users_by_given_name' }),
  displayName: text('ordered', 500, 600, { name: 'users_by_display_name' }),
  formattedName: text('folded', 1000, 1100),
  middleName: text('folded', 200),
  honorificPrefix: text('folded', 200),
  honorificSuffix: text('folded', 200),
  nickName: text('folded', 200),
  profileUrl: text('exact', 2000),
  title: text('folded', 200),
  userType: text('folded', 200),
  preferredLanguage: text('folded', 100),
  locale: text('folded', 100),
  timezone: text('folded', 100),
  employeeNumber: text('folded', 200, 200, { name: 'users_by_employee_number', own: true }),
  costCenter: text('folded', 200),
  organization: text('folded', 200),
  division: text('folded', 200),
  department: text('folded', 200),
  /** Id of the manager in the client's directory. */
  managerId: text('folded', 200),
  /** URI of the manager, absolute or relative. */
  managerRef: text('exact', 1000),
  /** A page of the person's own, or of the organization, http or https. Shorter than `profileUrl`: MySQL limits a row to 65,535 bytes. */
  website: text('exact', 500),
  /** `1990-12-31`, `0000-12-31` without the year, or `1990`. */
  birthdate: text('exact', 10),
  gender: text('folded', 100),
  active: { kind: 'flag', index: { name: 'users_by_active' } },
  emails: list(1, ELEMENT),
  phoneNumbers: list(2, ELEMENT),
  ims: list(3, ELEMENT),
  photos: list(undefined, ELEMENT, ['value']),
  roles: list(5, ELEMENT),
  entitlements: list(6, ELEMENT),
  addresses: list(undefined, ADDRESS),
  /** Values are DER in base64. */
  x509Certificates: list(undefined, ELEMENT, ['value']),
} as const;

type Fields = typeof PERSON_FIELDS;
type FieldsThat<Shape> = { [F in keyof Fields]: Fields[F] extends Shape ? F : never }[keyof Fields];

/** Every text field, including `userName`, which is required, and `externalId`, which has its own table. */
export type PersonTextField = FieldsThat<{ kind: 'text' }>;
/** Optional texts, each with a column of `users`. */
export type TextField = Exclude<FieldsThat<TextRow<Exclude<Comparison, 'apart'>>>, 'userName'>;
export type FoldedField = FieldsThat<TextRow<'folded'>>;
export type OrderedField = FieldsThat<TextRow<'ordered'>>;
export type FlagField = FieldsThat<{ kind: 'flag' }>;
export type ListField = FieldsThat<{ kind: 'list' }>;
/** Lists whose elements are rows of `user_values`. */
export type IndexedList = FieldsThat<{ kind: 'list'; number: number }>;
/** Members of the elements of a list. */
export type MemberOf<L extends ListField> = Fields[L]['members'][number];

type Entry<F extends keyof Fields> = readonly [F, Fields[F]];
const ENTRIES = Object.entries(PERSON_FIELDS) as unknown as Entry<keyof Fields>[];
const TEXTS = ENTRIES.filter((entry): entry is Entry<PersonTextField> => entry[1].kind === 'text');
const LISTS = ENTRIES.filter((entry): entry is Entry<ListField> => entry[1].kind === 'list');

/** Rows of texts with this comparison, by field. */
function textsBy<V>(comparisons: readonly Comparison[], toValue: (field: PersonTextField, row: TextRow) => V): Record<string, V> {
  return Object.fromEntries(
    TEXTS.filter(([, { comparison }]) => comparisons.includes(comparison)).map(([field, row]) => [field, toValue(field, row)]),
  );
}

/** `familyName` -> `family_name`. */
function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

interface KeyColumn {
  readonly column: string;
  readonly length: number;
}

const keyColumn = (field: string, { keyLength }: TextRow): KeyColumn => ({ column: `${columnOf(field)}_key`, length: keyLength });

/** Optional texts of one column each, in the order they are written. */
export const TEXT_COLUMNS = Object.fromEntries(
  Object.entries(textsBy(['ordered', 'folded', 'exact'], columnOf)).filter(([field]) => field !== 'userName'),
) as Readonly<Record<TextField, string>>;

/** Longest text of each field, in characters. */
export const TEXT_LENGTHS = Object.fromEntries(TEXTS.map(([field, { length }]) => [field, length])) as Readonly<
  Record<PersonTextField, number>
>;

/** The folded address that mail is sent to. It is derived from the e-mail addresses, and people are sorted by it. */
const PRIMARY_EMAIL = { column: 'email_key', length: 400 } as const;

/** Folded columns beside the value: indexed, never null. Length in characters; a text whose key is longer is refused. */
export const KEY_COLUMNS = { ...textsBy(['ordered'], keyColumn), primaryEmail: PRIMARY_EMAIL } as Readonly<
  Record<OrderedField | 'primaryEmail', KeyColumn>
>;

/** Folded columns beside the value: null when there is no value. Those with an index are searched by it, the others are tested row by row. */
export const FOLDED_COLUMNS = textsBy(['folded'], keyColumn) as Readonly<Record<FoldedField, KeyColumn>>;

/** Number of each list that is searched by index. */
export const LIST_NUMBERS = Object.fromEntries(
  LISTS.flatMap(([field, { number }]) => (number === undefined ? [] : [[field, number]])),
) as Readonly<Record<IndexedList, number>>;

/** What `user_values` has by number: the elements of lists, and the words inside names, which are no list of a person. */
export const VALUE_NUMBERS = { ...LIST_NUMBERS, innerWords: 7 } as const;

/** Sub-attributes that are compared exactly; all other text is folded. */
export const EXACT_ELEMENTS: ReadonlySet<string> = new Set(
  LISTS.flatMap(([field, { exact }]) => exact.map((member) => `${field}.${member}`)),
);

/** Longest key of an element's `value` and of its `type` in `user_values`, in characters. */
export const ELEMENT_KEYS = { value: 400, type: 100 } as const;

/** Most bytes of all lists of one person together, as JSON. */
export const MAX_LISTS_BYTES = 1_000_000;

/** Indexes of columns that every row of `users` has. */
const ROW_INDEXES = {
  id: { name: 'users_by_id', own: true },
  createdUs: { name: 'users_by_created' },
  modifiedUs: { name: 'users_by_modified' },
} as const;

export const SEARCH_INDEXES: Readonly<Record<string, SearchIndex>> = {
  ...ROW_INDEXES,
  ...Object.fromEntries(ENTRIES.flatMap(([field, row]) => ('index' in row && row.index ? [[field, row.index]] : []))),
};

/** Fields of a person's row `u`. The external id and the lists have their own tables. */
export const SEARCH_COLUMNS: Readonly<Record<string, SearchColumn>> = {
  id: { sql: 'u.id', kind: 'text' },
  ...textsBy(['ordered'], (field): SearchColumn => ({ sql: `u.${columnOf(field)}_key`, kind: 'text', missing: 'key' })),
  userName: { sql: 'u.user_name_key', kind: 'text', reversed: 'u.user_name_rev' },
  ...textsBy(['folded'], (field, { index }): SearchColumn => ({
    sql: `u.${columnOf(field)}_key`,
    kind: 'text',
    missing: 'null',
    indexed: index !== undefined,
  })),
  ...textsBy(['exact'], (field): SearchColumn => ({ sql: `u.${columnOf(field)}`, kind: 'text', missing: 'null' })),
  active: { sql: 'u.active', kind: 'flag' },
  lockedUs: { sql: 'u.locked_us', kind: 'number', missing: 'null' },
  createdUs: { sql: 'u.created_us', kind: 'number' },
  modifiedUs: { sql: 'u.modified_us', kind: 'number' },
  version: { sql: 'u.version', kind: 'version' },
};

export type OrderField = OrderedField | keyof typeof ROW_INDEXES | 'primaryEmail';

interface Order {
  readonly column: string;
  readonly index: string;
}

/** What people can be sorted by, each with the index in this order; the number breaks ties. */
export const ORDERS = {
  id: { column: 'id', index: ROW_INDEXES.id.name },
  ...textsBy(['ordered'], (field, { index }): Order => ({ column: `${columnOf(field)}_key`, index: String(index?.name) })),
  primaryEmail: { column: PRIMARY_EMAIL.column, index: 'users_by_email' },
  createdUs: { column: 'created_us', index: ROW_INDEXES.createdUs.name },
  modifiedUs: { column: 'modified_us', index: ROW_INDEXES.modifiedUs.name },
} as Readonly<Record<OrderField, Order>>;

/** The column that each index of {@link SEARCH_INDEXES} and {@link ORDERS} has after organization and kind. */
export const SEARCH_INDEX_COLUMNS: readonly { name: string; column: string }[] = [
  ...Object.entries(SEARCH_INDEXES).flatMap(([field, { name, reversed }]) => [
    { name, column: inRow(SEARCH_COLUMNS[field]?.sql) },
    ...(reversed === undefined ? [] : [{ name: reversed, column: inRow(SEARCH_COLUMNS[field]?.reversed) }]),
  ]),
  { name: ORDERS.primaryEmail.index, column: ORDERS.primaryEmail.column },
];

/** `u.title_key` -> `title_key`. */
function inRow(sql = ''): string {
  return sql.slice('u.'.length);
}

/** Fields of an element in a row of `user_values` with the alias `v`. */
export function valueSearchColumns(v: string): Readonly<Record<string, SearchColumn>> {
  return {
    value: { sql: `${v}.value_key`, kind: 'text', reversed: `${v}.value_rev` },
    type: { sql: `${v}.type`, kind: 'text', missing: 'null' },
    primary: { sql: `${v}.is_primary`, kind: 'flag' },
  };
}

export const VALUE_FIELDS: ReadonlySet<string> = new Set(Object.keys(valueSearchColumns('v')));

/** Members of the elements of each list, in JSON. */
export const MEMBERS = Object.fromEntries(LISTS.map(([field, { members }]) => [field, members])) as Readonly<
  Record<ListField, readonly string[]>
>;

export const LIST_FIELDS: readonly ListField[] = LISTS.map(([field]) => field);
