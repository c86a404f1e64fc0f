// The SQL of people. Every function that reads or writes content of an organization takes its number first.
import { Injectable } from '@nestjs/common';
import { Coalescer, MAX_BATCH, padded, statements } from '../../../common/database/coalescer.js';
import { Database } from '../../../common/database/database.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import { insertRows, selectIn, selectInEach } from '../../../common/database/multi-row.js';
import type { SqlValue } from '../../../common/database/engines/sql-value.js';
import { SHARED_DOMAIN } from '../../../common/identifiers/external-id.js';
import { foldKey } from '../../../common/identifiers/fold.js';
import { insertWithIds } from '../../../common/identifiers/ids.repository.js';
import { PeopleCounts } from '../../organizations/organization-counts.repository.js';
import { UserRows } from '../../roles/user-directory/user-rows.repository.js';
import { LoginKeysRepository } from './login-keys.repository.js';
import { LIST_NUMBERS } from './person/person.columns.js';
import { NO_USER, type Person } from './person/person.js';
import { PERSON_COLUMNS, toPerson, VALUE_COLUMNS, valueRows, WRITTEN_COLUMNS, writtenValues, type Row } from './person/person.rows.js';

const selectWith = (domainNo: string) => `SELECT ${PERSON_COLUMNS.map((column) => `u.${column}`).join(', ')}, x.value AS external_id
  FROM users u LEFT JOIN external_ids x ON x.user_no = u.no AND x.domain_no = ${domainNo}`;
const SELECT = selectWith(String(SHARED_DOMAIN));
const SELECT_OF_DOMAIN = selectWith('?');
const SELECT_NAMED = SELECT.replace('SELECT', 'SELECT u.user_name_key,');

interface PersonId {
  orgNo: number;
  id: string;
}
const NO_ID: PersonId = { orgNo: 0, id: '' };

interface PersonName {
  orgNo: number;
  /** The folded userName. */
  key: string;
}
const NO_NAME: PersonName = { orgNo: 0, key: '' };

/**
 * The owner of a folded text, as `address` or as `userName`. `kept`: a deleted person with roles who can be restored; the key is an address or the
 * userName.
 */
interface AddressHolder {
  userNo: number;
  key: string;
  as: 'address' | 'userName' | 'kept';
}

interface AddressAsk {
  orgNo: number;
  keys: readonly string[];
}

/**
 * Several requests share one query, which reads only people of the requested organizations. An id of another organization therefore takes as long as
 * an unknown id.
 */
const BY_IDS = statements((marks) => `${SELECT} WHERE u.id IN (${marks}) AND u.org_no IN (${marks}) AND u.kind = 'person'`);
const BY_NAMES = statements(
  (marks) => `${SELECT_NAMED} WHERE u.user_name_key IN (${marks}) AND u.org_no IN (${marks}) AND u.kind = 'person'`,
);
const BY_NUMBERS = statements((marks) => `${SELECT} WHERE u.no IN (${marks}) AND u.kind = 'person'`);
const MAX_FLIGHTS = 2;
const MAX_REMEMBERED = 5_000;
/** Most people with one address who are read. */
const MAX_HOLDERS = 100;

@Injectable()
export class PeopleRepository {
  private readonly byNumber = new Coalescer<number, Person | undefined>((numbers) => this.readAll(numbers), MAX_FLIGHTS, MAX_BATCH);

  private readonly byId = new Coalescer<PersonId, Person | undefined>((asks) => this.readIds(asks), MAX_FLIGHTS, MAX_BATCH);

  private readonly byName = new Coalescer<PersonName, Person | undefined>((asks) => this.readNames(asks), MAX_FLIGHTS, MAX_BATCH);

  private readonly holders = new Coalescer<AddressAsk, AddressHolder[]>((asks) => this.holdersOfAll(asks), MAX_FLIGHTS, MAX_BATCH);

  /**
   * Cache by number, which is never reused. Every write of a person's row raises its version, so an entry is valid while its version is current.
   * Another database server may lack the last writes and use their versions again, so each move to one starts an empty cache.
   */
  private remembered = new Map<number, Person>();
  private moves = 0;

  constructor(
    private readonly database: Database,
    private readonly userRows: UserRows,
    private readonly counts: PeopleCounts,
    private readonly loginKeys: LoginKeysRepository,
  ) {}

  /** @param domainNo the provisioning domain whose external id is read */
  async findPerson(
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

  /** Reads people of an organization by number and locks their rows. */
  async lockByNo(tx: Transaction, orgNo: number, numbers: readonly number[]): Promise<Person[]> {
    const rows = await selectIn<Row>(
      tx,
      'people by number',
      (marks) => `${SELECT} WHERE u.org_no = ? AND u.kind = 'person' AND u.no IN (${marks}) ORDER BY u.no${tx.forUpdate}`,
      [orgNo],
      numbers,
    );
    return rows.map(toPerson);
  }

  /** The same for reads outside a unit of work: concurrent callers share a query. */
  async readPerson(orgNo: number, id: string): Promise<Person | undefined> {
    return this.byId.load({ orgNo, id });
  }

  /** The person with a folded userName; concurrent callers share a query. */
  async readNamed(orgNo: number, key: string): Promise<Person | undefined> {
    return this.byName.load({ orgNo, key });
  }

  /** For callers that have the number from a token or a session, where the organization is already checked. */
  async findByNo(no: number, version?: number): Promise<Person | undefined> {
    // Kept through the wait: after a move meanwhile, the person gets into a cache that is no longer in use.
    const remembered = this.rememberedOfServer();
    const known = remembered.get(no);
    if (known && known.version === version) return known;
    const person = await this.byNumber.load(no);
    if (person) remember(remembered, person);
    return person;
  }

  private rememberedOfServer(): Map<number, Person> {
    const { moves } = this.database;
    if (moves !== this.moves) {
      this.moves = moves;
      this.remembered = new Map();
    }
    return this.remembered;
  }

  private async readAll(numbers: readonly number[]): Promise<Array<Person | undefined>> {
    const all = padded(numbers, NO_USER);
    const rows = await this.database.query.rows<Row>(BY_NUMBERS(all.length), [...all]);
    const people = new Map(rows.map((row) => [Number(row.no), toPerson(row)]));
    return numbers.map((no) => people.get(no));
  }

  private async readIds(asks: readonly PersonId[]): Promise<Array<Person | undefined>> {
    const all = padded(asks, NO_ID);
    const rows = await this.database.query.rows<Row>(BY_IDS(all.length), [...all.map(({ id }) => id), ...all.map(({ orgNo }) => orgNo)]);
    const people = new Map(rows.map((row) => [String(row.id), toPerson(row)]));
    return asks.map(({ orgNo, id }) => {
      const person = people.get(id);
      return person?.orgNo === orgNo ? person : undefined;
    });
  }

  private async readNames(asks: readonly PersonName[]): Promise<Array<Person | undefined>> {
    const all = padded(asks, NO_NAME);
    const rows = await this.database.query.rows<Row>(BY_NAMES(all.length), [
      ...all.map(({ key }) => key),
      ...all.map(({ orgNo }) => orgNo),
    ]);
    const placeOf = (orgNo: unknown, key: unknown) => `${String(orgNo)} ${String(key)}`;
    const people = new Map(rows.map((row) => [placeOf(row.org_no, row.user_name_key), toPerson(row)]));
    return asks.map(({ orgNo, key }) => people.get(placeOf(orgNo, key)));
  }

  /** A person who has a folded text as userName or as an e-mail address; of several, the first who has verified it. */
  async findByNameOrEmail(orgNo: number, key: string): Promise<Person | undefined> {
    const where = "u.org_no = ? AND u.kind = 'person' AND";
    const byName = await this.database.query.row<Row>(`${SELECT} WHERE ${where} u.user_name_key = ?`, [orgNo, key]);
    if (byName) return toPerson(byName);
    const rows = await this.database.query.rows<Row>(
      `${SELECT} WHERE ${where} u.no IN (SELECT v.user_no FROM user_values v WHERE v.value_key = ? AND v.attr_no = ${LIST_NUMBERS.emails})
       ORDER BY u.no LIMIT ${MAX_HOLDERS}`,
      [orgNo, key],
    );
    const holders = rows.map(toPerson);
    return holders.find(({ emails }) => emails.some((email) => email.verifiedBy && foldKey(email.value) === key)) ?? holders[0];
  }

  /** The only person with this external id in a provisioning domain. Ids are compared exactly (RFC 7643 section 3.1, caseExact). */
  async findByExternalId(orgNo: number, domainNo: number, externalId: string): Promise<Person | undefined> {
    const rows = await this.database.query.rows<Row>(
      `${SELECT} WHERE u.org_no = ? AND u.kind = 'person' AND u.no IN
         (SELECT e.user_no FROM external_ids e WHERE e.org_no = ? AND e.domain_no = ? AND e.value = ?) ORDER BY u.no LIMIT 2`,
      [orgNo, orgNo, domainNo, externalId],
    );
    const [row] = rows;
    return row && rows.length === 1 ? toPerson(row) : undefined;
  }

  /**
   * Other people of the organization with one of the folded texts as address or userName, and deleted people with roles who had one of them.
   * Outside a unit of work, concurrent callers share a query.
   * @param exceptNo the user whose own addresses do not count
   */
  async otherAddressHolders(query: Query, orgNo: number, keys: readonly string[], exceptNo: number): Promise<AddressHolder[]> {
    if (keys.length === 0) return [];
    const isShared = query === this.database.query;
    const holders = isShared ? await this.holders.load({ orgNo, keys }) : await this.holdersOf(query, orgNo, keys);
    return holders.filter(({ userNo }) => userNo !== exceptNo);
  }

  private async holdersOf(query: Query, orgNo: number, keys: readonly string[]): Promise<AddressHolder[]> {
    const rows = await selectInEach<{ user_no: number; value_key: string; held_as: AddressHolder['as'] }>(
      query,
      'holders of addresses',
      (marks) =>
        `SELECT user_no, value_key, 'address' AS held_as FROM user_values
            WHERE org_no = ? AND attr_no = ${LIST_NUMBERS.emails} AND value_key IN (${marks})
          UNION ALL SELECT no, user_name_key, 'userName' FROM users WHERE org_no = ? AND user_name_key IN (${marks})
          UNION ALL SELECT user_no, value_key, 'kept' FROM removed_names WHERE org_no = ? AND value_key IN (${marks})`,
      [[orgNo], [orgNo], [orgNo]],
      keys,
    );
    return rows.map(({ user_no, value_key, held_as }) => ({ userNo: user_no, key: value_key, as: held_as }));
  }

  /** One query for each organization; usually there is only one at a time. */
  private async holdersOfAll(asks: readonly AddressAsk[]): Promise<AddressHolder[][]> {
    const byOrganization = new Map<number, Set<string>>();
    for (const { orgNo, keys } of asks) {
      const all = byOrganization.get(orgNo) ?? new Set();
      byOrganization.set(orgNo, all);
      for (const key of keys) all.add(key);
    }
    const found = new Map<number, AddressHolder[]>();
    for (const [orgNo, keys] of byOrganization) found.set(orgNo, await this.holdersOf(this.database.query, orgNo, [...keys]));
    return asks.map(({ orgNo, keys }) => (found.get(orgNo) ?? []).filter(({ key }) => keys.includes(key)));
  }

  /**
   * Adds people, all or none of them, in few statements.
   * @param domains the provisioning domain of each external id; absent: the shared one
   * @param chosen ids that were not just generated, which a group may have
   * @throws DuplicateKeyError
   */
  async insertAll(
    tx: Transaction,
    people: readonly Person[],
    domains: ReadonlyArray<number | undefined>,
    chosen: readonly string[] = [],
  ): Promise<void> {
    await insertWithIds(tx, this.database, 'users', chosen, () =>
      this.loginKeys.insertClaiming(tx, people, () => insertRows(tx, 'users', INSERTED, people.map(inserted))),
    );
    await insertRows(tx, 'user_values', VALUE_COLUMNS, people.flatMap(valueRows));
    await insertRows(
      tx,
      'external_ids',
      EXTERNAL_ID_COLUMNS,
      people.flatMap((person, index) => externalIdRows(person, domains[index] ?? SHARED_DOMAIN)),
    );
    for (const { orgNo } of people) this.counts.add(tx, orgNo, 1);
  }

  /** Writes the differences between `before` and `after`, both with the external id of `domainNo`. The caller's unit must have locked the row. */
  async update(tx: Transaction, before: Person, after: Person, domainNo = SHARED_DOMAIN): Promise<void> {
    const { no, orgNo, lockedUs, tokenGeneration, version, modifiedUs } = after;
    const set = ['locked_us', 'token_gen', 'version', 'modified_us', 'login_key', ...WRITTEN_COLUMNS].map((column) => `${column} = ?`);
    await this.loginKeys.updateClaiming(tx, after, () =>
      tx.run(`UPDATE users SET ${set.join(', ')} WHERE no = ? AND org_no = ?`, [
        lockedUs ?? null,
        tokenGeneration,
        version,
        modifiedUs,
        after.loginKey ?? null,
        ...writtenValues(after),
        no,
        orgNo,
      ]),
    );
    const rows = valueRows(after);
    if (JSON.stringify(valueRows(before)) !== JSON.stringify(rows)) {
      await tx.run('DELETE FROM user_values WHERE user_no = ?', [after.no]);
      await insertRows(tx, 'user_values', VALUE_COLUMNS, rows);
    }
    if (before.externalId !== after.externalId) {
      await tx.run('DELETE FROM external_ids WHERE user_no = ? AND domain_no = ?', [after.no, domainNo]);
      await insertRows(tx, 'external_ids', EXTERNAL_ID_COLUMNS, externalIdRows(after, domainNo));
    }
  }

  /** Removes the person and all related rows; the id stays recorded as used. */
  async remove(tx: Transaction, person: Person, removedUs: number): Promise<void> {
    await this.userRows.removeUsers(tx, person.orgNo, [person], removedUs);
    this.counts.add(tx, person.orgNo, -1);
  }

  /** The owners of the folded userNames: key → id. */
  async namesTaken(tx: Transaction, orgNo: number, keys: readonly string[]): Promise<Map<string, string>> {
    const rows = await selectIn<{ user_name_key: string; id: string }>(
      tx,
      'users by name',
      (marks) => `SELECT user_name_key, id FROM users WHERE org_no = ? AND user_name_key IN (${marks})`,
      [orgNo],
      keys,
    );
    return new Map(rows.map(({ user_name_key, id }) => [user_name_key, id]));
  }

  /**
   * The owners of the folded e-mail addresses: key → id → whether that person is active. The join order is fixed: SQLite would otherwise start with
   * all people of the organization, and each batch of an import would read them all.
   */
  async addressHolders(tx: Transaction, orgNo: number, keys: readonly string[]): Promise<Map<string, Map<string, boolean>>> {
    const rows = await selectIn<{ value_key: string; id: string; active: number | boolean }>(
      tx,
      'users by address',
      (marks) =>
        `SELECT v.value_key, u.id, u.active FROM user_values v ${this.database.search.words.thenJoin} users u ON u.no = v.user_no
          WHERE v.org_no = ? AND v.attr_no = ${LIST_NUMBERS.emails} AND v.value_key IN (${marks})`,
      [orgNo],
      keys,
    );
    const holders = new Map<string, Map<string, boolean>>();
    for (const { value_key, id, active } of rows) holders.set(value_key, (holders.get(value_key) ?? new Map()).set(id, Boolean(active)));
    return holders;
  }
}

const INSERTED = ['no', 'id', 'org_no', 'kind', 'login_key', 'token_gen', 'version', 'created_us', 'modified_us', ...WRITTEN_COLUMNS];
const EXTERNAL_ID_COLUMNS = ['user_no', 'domain_no', 'org_no', 'value'];

/** The values of {@link INSERTED}, in its order. */
function inserted(person: Person): SqlValue[] {
  const { no, id, orgNo, loginKey, tokenGeneration, version, createdUs, modifiedUs } = person;
  return [no, id, orgNo, 'person', loginKey ?? null, tokenGeneration, version, createdUs, modifiedUs, ...writtenValues(person)];
}

function externalIdRows({ no, orgNo, externalId }: Person, domainNo: number): SqlValue[][] {
  return externalId === undefined ? [] : [[no, domainNo, orgNo, externalId]];
}

/** Evicts the oldest entry when the cache is full. */
function remember(people: Map<number, Person>, person: Person): void {
  people.delete(person.no);
  if (people.size >= MAX_REMEMBERED) people.delete(people.keys().next().value ?? 0);
  people.set(person.no, person);
}
