// A person as rows and back: the values of each column, in one place for everybody who writes or reads them.
import type { SqlValue } from '../../common/database/dialect.js';
import { foldKey, reverseKey, searchKey } from '../fold.js';
import {
  EXACT_ELEMENTS,
  FOLDED_COLUMNS,
  KEY_COLUMNS,
  LIST_NUMBERS,
  TEXT_COLUMNS,
  type FoldedField,
  type TextField,
} from './person.columns.js';
import { LIST_FIELDS, wholeName, type ListValue, type Person, type PersonLists, type PersonValues } from './person.js';

export type Row = Record<string, string | number | null>;

const TEXTS = Object.entries(TEXT_COLUMNS) as Array<[TextField, string]>;
const FOLDED = Object.entries(FOLDED_COLUMNS) as Array<[FoldedField, { column: string }]>;

/** What {@link toPerson} reads of the table `users`; the external id comes from its own. */
export const PERSON_COLUMNS: readonly string[] = [
  'no',
  'id',
  'org_no',
  'active',
  'token_gen',
  'version',
  'created_us',
  'modified_us',
  'user_name',
  'lists',
  ...TEXTS.map(([, column]) => column),
];

/** Columns that a change may write; {@link writtenValues} has their values in the same order. */
export const WRITTEN_COLUMNS: readonly string[] = [
  'active',
  'user_name',
  'user_name_rev',
  'lists',
  'lists_key',
  ...Object.values(KEY_COLUMNS).map(({ column }) => column),
  ...TEXTS.map(([, column]) => column),
  ...FOLDED.map(([, { column }]) => column),
];

export function writtenValues(person: PersonValues): SqlValue[] {
  const lists = listsOf(person);
  const keys: Record<keyof typeof KEY_COLUMNS, string> = {
    userName: searchKey(person.userName),
    familyName: searchKey(person.familyName),
    givenName: searchKey(person.givenName),
    displayName: searchKey(person.displayName),
    primaryEmail: searchKey(primaryEmail(person)),
  };
  const [text, compared] = [JSON.stringify(lists), JSON.stringify(comparedLists(lists))];
  return [
    person.active,
    person.userName,
    reverseKey(keys.userName),
    text,
    compared === text ? null : compared,
    ...Object.keys(KEY_COLUMNS).map((field) => keys[field as keyof typeof keys]),
    ...TEXTS.map(([field]) => person[field] ?? null),
    ...FOLDED.map(([field]) => foldedText(person, field) ?? null),
  ];
}

/** The text under which a field without an index is compared. */
export function foldedText(person: PersonValues, field: FoldedField): string | undefined {
  const text = field === 'formattedName' ? wholeName(person) : person[field];
  return text === undefined ? undefined : foldKey(text);
}

/** Columns of `user_values`, in the order of {@link valueRows}. */
export const VALUE_COLUMNS: readonly string[] = ['user_no', 'attr_no', 'ord', 'org_no', 'value_key', 'value_rev', 'type', 'is_primary'];

/** One row for each element of a list that is searched by index. */
export function valueRows(person: Person): SqlValue[][] {
  return Object.entries(LIST_NUMBERS).flatMap(([field, attributeNo]) =>
    person[field as keyof typeof LIST_NUMBERS].map((entry, ord) => valueRow(person, attributeNo, entry, ord)),
  );
}

function valueRow(person: Person, attributeNo: number, { value, type, primary }: ListValue, ord: number): SqlValue[] {
  const key = foldKey(value);
  return [person.no, attributeNo, ord, person.orgNo, key, reverseKey(key), type === undefined ? null : foldKey(type), primary ?? false];
}

/** The lists that have elements. */
export function listsOf(person: PersonLists): Partial<PersonLists> {
  return Object.fromEntries(LIST_FIELDS.filter((field) => person[field].length > 0).map((field) => [field, person[field]]));
}

function comparedLists(lists: Partial<PersonLists>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(lists).map(([list, elements]) => [
      list,
      elements.map((element) =>
        Object.fromEntries(Object.entries(element).map(([sub, value]) => [sub, compared(`${list}.${sub}`, value)])),
      ),
    ]),
  );
}

function compared(path: string, value: unknown): unknown {
  return typeof value === 'string' && !EXACT_ELEMENTS.has(path) ? foldKey(value) : value;
}

/** The address mail goes to: the primary one, else the first. */
export function primaryEmail(person: PersonLists): string | undefined {
  return (person.emails.find(({ primary }) => primary) ?? person.emails[0])?.value;
}

/** @param row with {@link PERSON_COLUMNS} and `external_id` */
export function toPerson(row: Row): Person {
  const stored = JSON.parse(String(row.lists)) as Partial<PersonLists>;
  const person: Partial<Person> & Record<string, unknown> = {
    no: Number(row.no),
    id: String(row.id),
    orgNo: Number(row.org_no),
    active: Boolean(row.active),
    tokenGeneration: Number(row.token_gen),
    version: Number(row.version),
    createdUs: Number(row.created_us),
    modifiedUs: Number(row.modified_us),
    userName: String(row.user_name),
  };
  for (const field of LIST_FIELDS) person[field] = (stored[field] ?? []) as never;
  for (const [field, column] of TEXTS) if (row[column] !== null) person[field] = String(row[column]);
  if (row.external_id !== null) person.externalId = String(row.external_id);
  return person as Person;
}
