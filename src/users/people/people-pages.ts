// Pages of people: by an index of whoever may fit, or along the index of the wished order. docs/adr/0016-searching-people.md has the reasons.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { Database } from '../../common/database/database.js';
import type { SqlValue } from '../../common/database/dialect.js';
import type { Clause } from '../../common/database/sql-words.js';
import { compareKeys } from '../fold.js';
import { toCondition, type Condition } from './condition.js';
import { joined, personClause, TRUE, type Scope } from './criteria-to-sql.js';
import type { Criteria } from './criteria.js';
import { PeopleCounts } from './people-counts.js';
import { ORDERS, type OrderField } from './person.columns.js';
import type { Person } from './person.js';
import { PERSON_COLUMNS, toPerson, type Row } from './person.rows.js';
import { driverOf, isSlow, type Driver } from './search-plan.js';
import { SearchLines } from './search-lines.js';
import { RememberedTotals } from './search-totals.js';

/** A place in an order: the sort key and the number of a person. */
export interface Position {
  readonly key: string | number;
  readonly no: number;
}

export interface PageRequest {
  readonly criteria?: Criteria;
  /** Whose external ids are read and compared; 0, the default, is the shared domain. */
  readonly domainNo?: number;
  /** Default: in the order in which they were added. */
  readonly order?: { readonly field: OrderField; readonly descending: boolean };
  /** Skips so many people; counted from `after` where that is given. */
  readonly offset: number;
  /** At most so many people; 0 only counts. */
  readonly limit: number;
  /** Only those behind this place. */
  readonly after?: Position;
  /** How many there are in all, when that is known from an earlier page. */
  readonly total?: number;
}

export interface Page {
  readonly total: number;
  readonly people: readonly Person[];
  /** The place of the last one, when there are more behind it. */
  readonly next?: Position;
}

/** So many are handed over by number and ordered here; beyond that it is quicker to walk the index of the order. */
const MAX_CANDIDATES = 5_000;
const FIRST_ADDED = { field: 'createdUs', descending: false } as const;
/** Constant sizes, so that prepared statements are reused. */
const SIZES = [1, 8, 32, 104] as const;
const NOBODY = 0;
const PERSON = PERSON_COLUMNS.map((column) => `u.${column}`).join(', ');

interface Found {
  no: number;
  k: string | number;
}

/** One search, ready to be written as SQL. */
interface Search extends Scope {
  readonly request: PageRequest;
  readonly order: { readonly field: OrderField; readonly descending: boolean };
  readonly condition?: Condition;
  readonly driver?: Driver;
  readonly slow: boolean;
}

@Injectable()
export class PeoplePages {
  /** Changed by tests, which have no five thousand people. */
  maxCandidates = MAX_CANDIDATES;
  private readonly lines: SearchLines;
  private readonly totals: RememberedTotals;

  constructor(
    private readonly database: Database,
    private readonly counts: PeopleCounts,
    clock: Clock,
  ) {
    this.lines = new SearchLines(database.search.concurrency);
    this.totals = new RememberedTotals(clock);
  }

  /** @throws DomainError `invalid` for a search that takes too long, `tooMany` when others are in front of it for too long */
  page(orgNo: number, request: PageRequest): Promise<Page> {
    const search = this.prepare(orgNo, request);
    return search.slow ? this.lines.run(orgNo, () => this.find(search)) : this.find(search);
  }

  private prepare(orgNo: number, request: PageRequest): Search {
    const scope: Scope = { orgNo, domainNo: request.domainNo ?? 0, words: this.database.search.words };
    const base = { ...scope, request, order: request.order ?? FIRST_ADDED };
    if (!request.criteria) return { ...base, slow: false };
    const condition = toCondition(request.criteria);
    const driver = driverOf(scope, condition);
    return { ...base, condition, ...(driver ? { driver } : {}), slow: isSlow(scope, driver) };
  }

  private async find(search: Search): Promise<Page> {
    const { criteria, limit, offset, total } = search.request;
    if (!criteria) return this.everybody(search, total ?? (await this.counts.of(search.orgNo)));
    if (search.driver?.rank === 'narrow' && limit > 0 && this.maxCandidates > 0) {
      const page = await this.few(search);
      if (page) return page;
    }
    // A later page knows from the first one how many there are.
    const known = total ?? (offset > 0 ? this.totals.recall(search.orgNo, search.domainNo, criteria) : undefined);
    if (known === undefined || known <= this.maxCandidates) {
      const candidates = await this.candidates(search);
      if (candidates.length <= this.maxCandidates) return this.pageOf(search, candidates);
    }
    const page = await this.walk(search, known ?? this.count(search));
    this.totals.remember(search.orgNo, search.domainNo, criteria, page.total);
    return page;
  }

  /** A page of all people, from the end that is nearer: skipping costs time for each one skipped. */
  private async everybody(search: Search, total: number): Promise<Page> {
    const { request, order } = search;
    const { offset, limit, after } = request;
    const left = total - offset;
    if (after || limit === 0 || offset <= left) return this.walk(search, total);
    if (left <= 0) return { total, people: [] };
    const backwards = { field: order.field, descending: !order.descending };
    const take = Math.min(limit, left);
    const { people } = await this.walk({ ...search, order: backwards, request: { ...request, offset: left - take, limit: take } }, total);
    return { total, people: [...people].reverse() };
  }

  /** One statement for those whom an index names; undefined when it does not tell how many there are in all. */
  private async few(search: Search): Promise<Page | undefined> {
    const { request, order } = search;
    const { offset, limit, after } = request;
    const { sql, values } = this.driven(search, `LEFT JOIN external_ids x ON x.user_no = u.no AND x.domain_no = ${search.domainNo}`);
    const behind = afterClause(order, after);
    const rows = await this.rows<Row>(search, {
      sql: `SELECT ${PERSON}, x.value AS external_id FROM ${sql} AND ${behind.sql} ORDER BY ${ordering(order)} LIMIT ${limit + 1} OFFSET ${offset}`,
      values: [...values, ...behind.values],
    });
    const full = rows.length > limit || (rows.length === 0 && offset > 0);
    if (full || (after && request.total === undefined)) return undefined;
    return { total: request.total ?? offset + rows.length, people: rows.map(toPerson) };
  }

  /** Numbers and sort keys of those who fit, one more than `maxCandidates` at most. */
  private candidates(search: Search): Promise<Found[]> {
    const { sql, values } = this.driven(search);
    const { column } = ORDERS[search.order.field];
    return this.rows<Found>(search, { sql: `SELECT u.no, u.${column} AS k FROM ${sql} LIMIT ${this.maxCandidates + 1}`, values });
  }

  private async pageOf({ request, order, orgNo, domainNo }: Search, candidates: Found[]): Promise<Page> {
    const direction = order.descending ? -1 : 1;
    const { after, offset, limit } = request;
    const compare = (a: Found, b: Found) => direction * (compareKeys(a.k, b.k) || a.no - b.no);
    const behind = after ? candidates.filter((found) => compare(found, { k: after.key, no: after.no }) > 0) : candidates;
    behind.sort(compare);
    const shown = behind.slice(offset, offset + limit);
    const people = await this.read(
      orgNo,
      domainNo,
      shown.map(({ no }) => no),
    );
    return { total: candidates.length, people, ...next(shown, behind.length > offset + limit) };
  }

  /** Along the index of the order, skipping what does not fit; the total is found beside it. */
  private async walk(search: Search, total: number | Promise<number>): Promise<Page> {
    const { request, order, orgNo, domainNo, condition, words } = search;
    const { column, index } = ORDERS[order.field];
    const all = joined('AND', [condition ? personClause(search, condition) : TRUE, afterClause(order, request.after)]);
    const step = {
      sql: `SELECT u.no, u.${column} AS k FROM users u${words.useIndex(index)} WHERE u.org_no = ? AND u.kind = 'person' AND ${all.sql} ORDER BY ${ordering(order)} LIMIT ${request.limit + 1} OFFSET ${request.offset}`,
      values: [orgNo, ...all.values],
    };
    const [rows, count] = await Promise.all([request.limit === 0 ? [] : this.rows<Found>(search, step), total]);
    const shown = rows.slice(0, request.limit);
    const people = await this.read(
      orgNo,
      domainNo,
      shown.map(({ no }) => no),
    );
    // Somebody may have come between the two.
    return {
      total: Math.max(count, request.after ? 0 : people.length && request.offset + people.length),
      people,
      ...next(shown, rows.length > shown.length),
    };
  }

  private async count(search: Search): Promise<number> {
    const { driver } = search;
    // The branches name people of the organization only, each once.
    const { sql, values } = driver && !driver.rest ? union(driver) : this.driven(search);
    const [row] = await this.rows<{ total: number }>(search, { sql: `SELECT COUNT(*) AS total FROM ${sql}`, values });
    return Number(row?.total ?? 0);
  }

  /** What follows FROM to have exactly those who fit as `u`; `join` adds to their rows. */
  private driven(search: Search, join = ''): Clause {
    const { orgNo, driver, condition, words } = search;
    const own = "u.org_no = ? AND u.kind = 'person'";
    const rest = driver ? driver.rest : condition;
    const test = rest ? personClause(search, rest) : TRUE;
    if (!driver) return { sql: `users u ${join} WHERE ${own} AND ${test.sql}`, values: [orgNo, ...test.values] };
    const { sql, values: numbers } = union(driver);
    const values = [...numbers, orgNo, ...test.values];
    return { sql: `${sql} ${words.thenJoin} users u ON u.no = d.no ${join} WHERE ${own} AND ${test.sql}`, values };
  }

  private rows<R>({ slow }: Search, { sql, values }: Clause): Promise<R[]> {
    return this.database.search.rows<R>(sql, [...values], slow);
  }

  /** People by number, in this order; who has gone meanwhile is left out. */
  private async read(orgNo: number, domainNo: number, numbers: readonly number[]): Promise<Person[]> {
    if (numbers.length === 0) return [];
    const size = SIZES.find((candidate) => candidate >= numbers.length) ?? numbers.length;
    const values: SqlValue[] = Array.from({ length: size }, (_, index) => numbers[index] ?? NOBODY);
    const rows = await this.database.query.rows<Row>(
      `SELECT ${PERSON}, x.value AS external_id FROM users u LEFT JOIN external_ids x ON x.user_no = u.no AND x.domain_no = ?
       WHERE u.no IN (${values.map(() => '?').join(', ')}) AND u.org_no = ? AND u.kind = 'person'`,
      [domainNo, ...values, orgNo],
    );
    const people = new Map(rows.map((row) => [Number(row.no), toPerson(row)]));
    return numbers.flatMap((no) => people.get(no) ?? []);
  }
}

/** The numbers of a driver, as a table `d`. */
function union({ branches }: Driver): Clause {
  return { sql: `(${branches.map(({ sql }) => sql).join(' UNION ')}) d`, values: branches.flatMap(({ values }) => values) };
}

function next(shown: readonly Found[], more: boolean): Pick<Page, 'next'> {
  const last = shown.at(-1);
  return more && last ? { next: { key: last.k, no: last.no } } : {};
}

function ordering({ field, descending }: Search['order']): string {
  const direction = descending ? ' DESC' : '';
  return `u.${ORDERS[field].column}${direction}, u.no${direction}`;
}

/** Those behind a place. Written as a range of the key first, because the engines do not use an index for row values. */
function afterClause({ field, descending }: Search['order'], after: Position | undefined): Clause {
  if (!after) return TRUE;
  const { column } = ORDERS[field];
  const [from, behind] = descending ? ['<=', '<'] : ['>=', '>'];
  return {
    sql: `u.${column} ${from} ? AND (u.${column} ${behind} ? OR u.no ${behind} ?)`,
    values: [after.key, after.key, after.no],
  };
}
