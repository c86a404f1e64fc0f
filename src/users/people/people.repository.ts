// The SQL of people. Every function that reads or writes content of an organization takes its number first.
import { Injectable } from '@nestjs/common';
import { Batch, MAX_BATCH, padded, statements } from '../../common/database/batch.js';
import { Database, type Query, type Transaction } from '../../common/database/database.js';
import type { SqlValue } from '../../common/database/dialect.js';
import { reverseKey, searchKey } from '../fold.js';
import type { Criteria } from './criteria.js';
import { compileCriteria } from './criteria-to-sql.js';
import { KEY_COLUMNS, LIST_NUMBERS, TEXT_COLUMNS, type TextField } from './person.columns.js';
import { LIST_FIELDS, type ListValue, type Person, type PersonLists, type PersonValues } from './person.js';

type Row = Record<string, string | number | null>;

const TEXTS = Object.entries(TEXT_COLUMNS) as Array<[TextField, string]>;
const COLUMNS = [
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

/** `domain_no` of the external id that everybody shares. */
export const SHARED_DOMAIN = 0;
const selectWith = (domainNo: string) => `SELECT ${COLUMNS.map((column) => `u.${column}`).join(', ')}, x.value AS external_id
  FROM users u LEFT JOIN external_ids x ON x.user_no = u.no AND x.domain_no = ${domainNo}`;
const SELECT = selectWith(String(SHARED_DOMAIN));
const SELECT_OF_DOMAIN = selectWith('?');

/** Columns that a change may write, with their values. */
const WRITTEN = [
  'active',
  'user_name',
  'user_name_key',
  'user_name_rev',
  'family_name_key',
  'given_name_key',
  'display_name_key',
  'email_key',
  'lists',
  ...TEXTS.map(([, column]) => column),
];

export interface PageRequest {
  criteria?: Criteria;
  /** Skips so many people. */
  offset: number;
  /** At most so many people; 0 only counts. */
  limit: number;
}

const BY_NUMBERS = statements((marks) => `${SELECT} WHERE u.no IN (${marks}) AND u.kind = 'person'`);
const NOBODY = 0;
const MAX_FLIGHTS = 2;
const MAX_REMEMBERED = 5_000;

@Injectable()
export class PeopleRepository {
  private readonly byNumber = new Batch<number, Person | undefined>((numbers) => this.readAll(numbers), MAX_FLIGHTS, MAX_BATCH);

  /** By number, which is never reused, and good for the version it has: whatever writes a person's row raises that. */
  private readonly remembered = new Map<number, Person>();

  constructor(private readonly database: Database) {}

  /** @param domainNo of the directory whose external id the person carries */
  async find(
    orgNo: number,
    id: string,
    query: Query = this.database.query,
    lock = '',
    domainNo = SHARED_DOMAIN,
  ): Promise<Person | undefined> {
    const row = await query.row<Row>(`${SELECT_OF_DOMAIN} WHERE u.id = ? AND u.org_no = ? AND u.kind = 'person'${lock}`, [
      domainNo,
      id,
      orgNo,
    ]);
    return row && toPerson(row);
  }

  /** For those who hold a number from a token or a session, which an organization check preceded. */
  async findByNo(no: number, version?: number): Promise<Person | undefined> {
    const known = this.remembered.get(no);
    if (known && known.version === version) return known;
    const person = await this.byNumber.ask(no);
    if (person) this.remember(person);
    return person;
  }

  /** The longest known goes first. */
  private remember(person: Person): void {
    this.remembered.delete(person.no);
    if (this.remembered.size >= MAX_REMEMBERED) this.remembered.delete(this.remembered.keys().next().value ?? 0);
    this.remembered.set(person.no, person);
  }

  private async readAll(numbers: readonly number[]): Promise<Array<Person | undefined>> {
    const all = padded(numbers, NOBODY);
    const rows = await this.database.query.rows<Row>(BY_NUMBERS(all.length), [...all]);
    const people = new Map(rows.map((row) => [Number(row.no), toPerson(row)]));
    return numbers.map((no) => people.get(no));
  }

  /** What an event about somebody needs to know. */
  async trace(tx: Transaction, no: number): Promise<{ id: string; orgNo: number; version: number } | undefined> {
    const row = await tx.row<{ id: string; org_no: number; version: number }>('SELECT id, org_no, version FROM users WHERE no = ?', [no]);
    return row && { id: row.id, orgNo: row.org_no, version: row.version };
  }

  /** Somebody who has a folded text as userName or as one of the e-mail addresses. */
  async findByNameOrEmail(orgNo: number, key: string): Promise<Person | undefined> {
    const where = "u.org_no = ? AND u.kind = 'person' AND";
    const byName = await this.database.query.row<Row>(`${SELECT} WHERE ${where} u.user_name_key = ?`, [orgNo, key]);
    const row =
      byName ??
      (await this.database.query.row<Row>(
        `${SELECT} WHERE ${where} u.no IN (SELECT v.user_no FROM user_values v WHERE v.value_key = ? AND v.attr_no = ${LIST_NUMBERS.emails})
         ORDER BY u.no LIMIT 1`,
        [orgNo, key],
      ));
    return row && toPerson(row);
  }

  /** One page in the order of the internal number, and how many there are in all. */
  async page(orgNo: number, { criteria, offset, limit }: PageRequest): Promise<{ total: number; people: Person[] }> {
    const { sql, values } = compileCriteria(orgNo, criteria);
    const from = `u.org_no = ? AND u.kind = 'person' AND ${sql}`;
    const people =
      limit === 0
        ? []
        : (
            await this.database.query.rows<Row>(`${SELECT} WHERE ${from} ORDER BY u.no LIMIT ${limit} OFFSET ${offset}`, [orgNo, ...values])
          ).map(toPerson);
    // A page that is not full tells the total by itself.
    if (people.length > 0 && people.length < limit) return { total: offset + people.length, people };
    const counted = await this.database.query.row<{ total: number }>(`SELECT COUNT(*) AS total FROM users u WHERE ${from}`, [
      orgNo,
      ...values,
    ]);
    return { total: counted?.total ?? 0, people };
  }

  async insert(tx: Transaction, person: Person, domainNo = SHARED_DOMAIN): Promise<void> {
    const names = ['no', 'id', 'org_no', 'kind', 'token_gen', 'version', 'created_us', 'modified_us', ...WRITTEN];
    await tx.run(`INSERT INTO users (${names.join(', ')}) VALUES (${marks(names.length)})`, [
      person.no,
      person.id,
      person.orgNo,
      'person',
      person.tokenGeneration,
      person.version,
      person.createdUs,
      person.modifiedUs,
      ...written(person),
    ]);
    await this.insertValues(tx, person);
    await this.insertExternalId(tx, person, domainNo);
  }

  /** Writes what differs between `before` and `after`, both with the external id of `domainNo`; the row must be locked by the caller's unit. */
  async update(tx: Transaction, before: Person, after: Person, domainNo = SHARED_DOMAIN): Promise<void> {
    await tx.run(
      `UPDATE users SET token_gen = ?, version = ?, modified_us = ?, ${WRITTEN.map((column) => `${column} = ?`).join(', ')} WHERE no = ? AND org_no = ?`,
      [after.tokenGeneration, after.version, after.modifiedUs, ...written(after), after.no, after.orgNo],
    );
    if (JSON.stringify(lists(before)) !== JSON.stringify(lists(after))) {
      await tx.run('DELETE FROM user_values WHERE user_no = ?', [after.no]);
      await this.insertValues(tx, after);
    }
    if (before.externalId !== after.externalId) {
      await tx.run('DELETE FROM external_ids WHERE user_no = ? AND domain_no = ?', [after.no, domainNo]);
      await this.insertExternalId(tx, after, domainNo);
    }
  }

  /** Removes the person and everything that hangs on it; the id stays known as one that was used. */
  async remove(tx: Transaction, person: Person, removedUs: number): Promise<void> {
    for (const table of ['user_values', 'external_ids', 'passwords', 'memberships', 'mailed_codes', 'sign_in_attempts'])
      await tx.run(`DELETE FROM ${table} WHERE user_no = ?`, [person.no]);
    await tx.run('DELETE FROM users WHERE no = ? AND org_no = ?', [person.no, person.orgNo]);
    await tx.run('DELETE FROM user_tombstones WHERE id = ?', [person.id]);
    await tx.run('INSERT INTO user_tombstones (id, no, org_no, removed_us) VALUES (?, ?, ?, ?)', [
      person.id,
      person.no,
      person.orgNo,
      removedUs,
    ]);
  }

  /** Whether an id is somebody's now, or was that of somebody who was removed. */
  async idState(tx: Transaction, id: string): Promise<'free' | 'taken' | 'used'> {
    if (await tx.row('SELECT no FROM users WHERE id = ?', [id])) return 'taken';
    return (await tx.row('SELECT no FROM user_tombstones WHERE id = ?', [id])) ? 'used' : 'free';
  }

  private async insertValues(tx: Transaction, person: Person): Promise<void> {
    const rows = Object.entries(LIST_NUMBERS).flatMap(([field, attributeNo]) =>
      person[field as keyof typeof LIST_NUMBERS].map((entry, ord) => valueRow(person, attributeNo, entry, ord)),
    );
    if (rows.length === 0) return;
    await tx.run(
      `INSERT INTO user_values (user_no, attr_no, ord, org_no, value_key, value_rev, type, is_primary) VALUES ${rows.map((row) => `(${marks(row.length)})`).join(', ')}`,
      rows.flat(),
    );
  }

  private async insertExternalId(tx: Transaction, person: Person, domainNo: number): Promise<void> {
    if (person.externalId === undefined) return;
    await tx.run('INSERT INTO external_ids (user_no, domain_no, org_no, value) VALUES (?, ?, ?, ?)', [
      person.no,
      domainNo,
      person.orgNo,
      person.externalId,
    ]);
  }
}

function valueRow(person: Person, attributeNo: number, entry: ListValue, ord: number): SqlValue[] {
  const key = searchKey(entry.value);
  return [person.no, attributeNo, ord, person.orgNo, key, reverseKey(key), entry.type ?? null, entry.primary ?? false];
}

/** The values of {@link WRITTEN}, in its order. */
function written(person: PersonValues): SqlValue[] {
  const userNameKey = searchKey(person.userName);
  return [
    person.active,
    person.userName,
    userNameKey,
    reverseKey(userNameKey),
    searchKey(person.familyName, KEY_COLUMNS.familyName.length),
    searchKey(person.givenName, KEY_COLUMNS.givenName.length),
    searchKey(person.displayName, KEY_COLUMNS.displayName.length),
    searchKey(primaryEmail(person)),
    JSON.stringify(lists(person)),
    ...TEXTS.map(([field]) => person[field] ?? null),
  ];
}

/** The address mail goes to: the primary one, else the first. */
export function primaryEmail(person: PersonLists): string | undefined {
  return (person.emails.find(({ primary }) => primary) ?? person.emails[0])?.value;
}

function lists(person: PersonLists): Partial<PersonLists> {
  return Object.fromEntries(LIST_FIELDS.filter((field) => person[field].length > 0).map((field) => [field, person[field]]));
}

function toPerson(row: Row): Person {
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

function marks(count: number): string {
  return Array.from({ length: count }, () => '?').join(', ');
}
