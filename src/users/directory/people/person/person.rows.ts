// Maps a person to rows and back: the values of each column, in one place for all readers and writers.
import type { SqlValue } from '../../../../common/database/engines/sql-value.js';
import { foldKey, reverseKey, searchKey } from '../../../../common/identifiers/fold.js';
import {
  EXACT_ELEMENTS,
  FOLDED_COLUMNS,
  KEY_COLUMNS,
  LIST_FIELDS,
  LIST_NUMBERS,
  TEXT_COLUMNS,
  VALUE_NUMBERS,
  type FoldedField,
  type ListField,
  type TextField,
} from './person.columns.js';
import { innerWords } from './inner-words.js';
import { wholeName, type ListValue, type Person, type PersonLists, type PersonValues, type VerifiedBy } from './person.js';

export type Row = Record<string, string | number | null>;

const TEXTS = Object.entries(TEXT_COLUMNS) as Array<[TextField, string]>;
const LISTS = Object.entries(LIST_NUMBERS) as Array<[keyof typeof LIST_NUMBERS, number]>;
const KEYS = Object.keys(KEY_COLUMNS) as Array<keyof typeof KEY_COLUMNS>;
const FOLDED = Object.entries(FOLDED_COLUMNS) as Array<[FoldedField, { column: string }]>;

/** Columns of the table `users` that {@link toPerson} reads; the external id has its own table. */
export const PERSON_COLUMNS: readonly string[] = [
  'no',
  'id',
  'org_no',
  'active',
  'login_key',
  'locked_us',
  'token_gen',
  'version',
  'created_us',
  'modified_us',
  'user_name',
  'lists',
  ...TEXTS.map(([, column]) => column),
];

/** Columns that a change may write; {@link writtenValues} returns their values in the same order. */
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
  const userNameKey = foldKey(person.userName);
  // No intermediate array for each table: this runs for every person of an import.
  const values: SqlValue[] = [
    person.active,
    person.userName,
    reverseKey(userNameKey),
    JSON.stringify(withReasons(person, lists)),
    foldedLists(lists),
  ];
  for (const field of KEYS)
    values.push(field === 'userName' ? userNameKey : searchKey(field === 'primaryEmail' ? primaryEmail(person) : person[field]));
  for (const [field] of TEXTS) values.push(person[field] ?? null);
  for (const [field] of FOLDED) values.push(foldedText(person, field) ?? null);
  return values;
}

/** The folded text of a field without an index. */
function foldedText(person: PersonValues, field: FoldedField): string | undefined {
  const text = field === 'formattedName' ? wholeName(person) : person[field];
  return text === undefined ? undefined : foldKey(text);
}

/** Columns of `user_values`, in the order of {@link valueRows}. */
export const VALUE_COLUMNS: readonly string[] = ['user_no', 'attr_no', 'ord', 'org_no', 'value_key', 'value_rev', 'type', 'is_primary'];

/** One row for each element of a list that is searched by index, and for each word inside a name. */
export function valueRows(person: Person): SqlValue[][] {
  const rows: SqlValue[][] = [];
  for (const [field, attributeNo] of LISTS)
    for (const [ord, entry] of person[field].entries()) rows.push(valueRow(person, attributeNo, entry, ord));
  for (const [ord, value] of innerWords(person).entries()) rows.push(valueRow(person, VALUE_NUMBERS.innerWords, { value }, ord));
  return rows;
}

function valueRow(person: Person, attributeNo: number, { value, type, primary }: ListValue, ord: number): SqlValue[] {
  const key = foldKey(value);
  return [person.no, attributeNo, ord, person.orgNo, key, reverseKey(key), type === undefined ? null : foldKey(type), primary ?? false];
}

/** The non-empty lists, without the reasons of their marks. */
function listsOf(person: PersonLists): Partial<PersonLists> {
  const lists: Partial<PersonLists> = {};
  for (const field of LIST_FIELDS) if (person[field].length > 0) lists[field] = person[field] as never;
  for (const field of MARKED_LISTS) if (person[field].some(hasMark)) lists[field] = person[field].map(storedElement);
  return lists;
}

/** Lists whose values may be verified. */
const MARKED_LISTS = ['emails', 'phoneNumbers'] as const;
const hasMark = ({ verifiedBy }: ListValue) => verifiedBy !== undefined;

/** An element with its mark in the form that builds without reasons read. */
type StoredElement = Omit<ListValue, 'verifiedBy'> & { verified?: boolean };

function storedElement({ verifiedBy, ...entry }: ListValue): StoredElement {
  return verifiedBy === undefined ? entry : { ...entry, verified: true };
}

/**
 * Adds the reasons of the marks by value, beside the lists. A build without reasons drops all of them with each change, so that no reason outlives
 * its mark.
 */
function withReasons(person: PersonLists, lists: Partial<PersonLists>): StoredLists {
  const marked = MARKED_LISTS.flatMap((field) => person[field].filter(hasMark));
  return marked.length === 0
    ? lists
    : { ...lists, verifiedBy: Object.fromEntries(marked.map(({ value, verifiedBy }) => [value, verifiedBy])) };
}

/** The lists as JSON: marks in the form that builds without reasons read, and the reasons by value. */
export type StoredLists = Partial<Record<ListField, unknown>> & { verifiedBy?: Record<string, VerifiedBy | undefined> };

/** The lists of a person as they are stored in one JSON text. */
export function storedLists(person: PersonLists): StoredLists {
  return withReasons(person, listsOf(person));
}

/** Reads lists that {@link storedLists}, or a build without reasons, has stored. */
export function readLists(stored: StoredLists): PersonLists {
  const lists = Object.fromEntries(LIST_FIELDS.map((field) => [field, stored[field] ?? []])) as unknown as PersonLists;
  const reasons = stored.verifiedBy ?? {};
  for (const field of MARKED_LISTS)
    if (lists[field].some((element: StoredElement) => element.verified !== undefined))
      lists[field] = lists[field].map(({ verified, ...entry }: StoredElement) =>
        verified ? { ...entry, verifiedBy: (Object.hasOwn(reasons, entry.value) && reasons[entry.value]) || 'unknown' } : entry,
      );
  return lists;
}

/** The folded lists as JSON; null when folding changes nothing. */
function foldedLists(lists: Partial<PersonLists>): string | null {
  for (const [list, elements] of Object.entries(lists))
    for (const element of elements)
      for (const [sub, value] of Object.entries(element))
        if (compared(list, sub, value) !== value) return JSON.stringify(comparedLists(lists));
  return null;
}

function comparedLists(lists: Partial<PersonLists>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(lists).map(([list, elements]) => [
      list,
      elements.map((element) => Object.fromEntries(Object.entries(element).map(([sub, value]) => [sub, compared(list, sub, value)]))),
    ]),
  );
}

function compared(list: string, sub: string, value: unknown): unknown {
  return typeof value === 'string' && !EXACT_ELEMENTS.has(`${list}.${sub}`) ? foldKey(value) : value;
}

/** The address that mail is sent to: the primary one, else the first. */
export function primaryEmail(person: PersonLists): string | undefined {
  return (person.emails.find(({ primary }) => primary) ?? person.emails[0])?.value;
}

/** The number to call first: the primary one, else the first. */
export function primaryPhone({ phoneNumbers }: Pick<PersonLists, 'phoneNumbers'>): string | undefined {
  return (phoneNumbers.find(({ primary }) => primary) ?? phoneNumbers[0])?.value;
}

/** @param row with {@link PERSON_COLUMNS} and `external_id` */
export function toPerson(row: Row): Person {
  const lists = readLists(JSON.parse(String(row.lists)) as StoredLists);
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
  for (const field of LIST_FIELDS) person[field] = lists[field] as never;
  for (const [field, column] of TEXTS) if (row[column] !== null) person[field] = String(row[column]);
  if (row.login_key !== null) person.loginKey = String(row.login_key);
  if (row.locked_us !== null) person.lockedUs = Number(row.locked_us);
  if (row.external_id !== null) person.externalId = String(row.external_id);
  return person as Person;
}
