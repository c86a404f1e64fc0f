// Pages of people: by an index of candidates, or along the index of the requested order. docs/adr/0016-searching-people.md has the reasons.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../common/primitives/clock.js';
import { Database } from '../../../../common/database/database.js';
import type { SearchCost } from '../../../../common/database/dialect.js';
import type { SqlValue } from '../../../../common/database/engines/sql-value.js';
import type { Clause } from '../../../../common/database/engines/sql-words.js';
import { SHARED_DOMAIN } from '../../../../common/identifiers/external-id.js';
import { compareKeys, foldKey } from '../../../../common/identifiers/fold.js';
import { conjuncts, isFalse, isTrue, toCondition, type Condition } from '../../../../common/search/condition.js';
import { TRUE } from '../../../../common/search/comparison-to-sql.js';
import type { PagePosition } from '../../../../common/search/page-position.js';
import { personClause, type Scope } from './criteria-to-sql.js';
import type { Criteria } from '../../../../common/search/criteria.js';
import { PeopleCounts } from '../../../organizations/organization-counts.repository.js';
import { ORDERS, SEARCH_INDEXES, type OrderField } from '../person/person.columns.js';
import { PeopleRepository } from '../people.repository.js';
import { NO_USER, type Person } from '../person/person.js';
import { PERSON_COLUMNS, toPerson, type Row } from '../person/person.rows.js';
import { accessPathOf, isSlow, mostLookedUp, ordersAll, readsTable, type AccessPath } from './search-plan.js';
import { GroupsOfSearch } from './groups-of-search.repository.js';
import { SearchQueue } from '../../../../common/search/search-queue.js';
import { RememberedTotals } from './search-totals.js';

export interface PeopleSearchRequest {
  readonly criteria?: Criteria;
  /** The provisioning domain whose external ids are read and compared; 0, the default, is the shared domain. */
  readonly domainNo?: number;
  /** Default: the order in which people were added. */
  readonly order?: { readonly field: OrderField; readonly descending: boolean };
  /** Number of people to skip, counted from `after` if given. */
  readonly offset: number;
  /** Maximum number of people; 0 only counts. */
  readonly limit: number;
  /** Only people after this position. */
  readonly after?: PagePosition;
  /** The total, if known from an earlier page. */
  readonly total?: number;
  /** The total is not needed: it is not counted if counting would take longer than finding the page. */
  readonly uncounted?: boolean;
}

export interface PeoplePage {
  /** For an `uncounted` search, a number between the people found and the real total. */
  readonly total: number;
  readonly people: readonly Person[];
  /** The position of the last person, if there are more. */
  readonly next?: PagePosition;
}

/** Up to this many matches are fetched by number and sorted here; for more, scanning the index of the order is faster. */
const MAX_CANDIDATES = 5_000;
/** An unfiltered page this close to either end reads few rows. */
const NEAR = 1_000;
/** A page this far from the start reads as many rows as a slow search. */
const FAR = 10_000;
const UNEVEN = 4;
/** An uncounted search first tests this many times the page size in order before it takes another path. */
const AROUND = 4;
/** An uncounted search stops counting at this number: it is enough to choose the path. */
const ENOUGH = 50_000;
const FIRST_ADDED = { field: 'createdUs', descending: false } as const;
/** Constant sizes, so that prepared statements are reused. */
const SIZES = [1, 8, 32, 104] as const;
/** The number of people only decides the access path, so a value of this age is good enough. */
const SIZE_KEPT_MS = 60_000;
const PERSON = PERSON_COLUMNS.map((column) => `u.${column}`).join(', ');

/** People of an organization; its number is the first parameter. */
const OWN = "u.org_no = ? AND u.kind = 'person'";

interface Found {
  no: number;
  k: string | number;
}

/** A prepared search, from which SQL is generated. */
interface Search extends Scope {
  readonly request: PeopleSearchRequest;
  readonly order: { readonly field: OrderField; readonly descending: boolean };
  readonly condition?: Condition;
  readonly driver?: AccessPath;
  /** Without an access path: scan the whole table instead of looking up every person of the organization. */
  readonly table: boolean;
  readonly slow: boolean;
}

@Injectable()
export class PeopleSearch {
  /** Tests lower it, because they do not have five thousand people. */
  maxCandidates = MAX_CANDIDATES;
  /** At 0, the index of the order is always scanned. */
  uneven = UNEVEN;
  private readonly totals: RememberedTotals;
  private size = { people: 0, untilMs: 0 };

  constructor(
    private readonly database: Database,
    private readonly counts: PeopleCounts,
    private readonly groups: GroupsOfSearch,
    private readonly repository: PeopleRepository,
    private readonly clock: Clock,
    private readonly queue: SearchQueue,
  ) {
    this.totals = new RememberedTotals(clock);
  }

  /** @throws DomainError `invalid` for a search that takes too long, `tooMany` if it waits too long for its turn */
  async searchPeople(orgNo: number, request: PeopleSearchRequest): Promise<PeoplePage> {
    const name = nameAskedFor(request);
    if (name !== undefined) return this.named(orgNo, name, request);
    if (request.criteria && isFalse(toCondition(request.criteria))) return { total: 0, people: [] };
    const search = await this.prepare(orgNo, request);
    return search.slow ? this.queue.enqueueSearch(orgNo, () => this.find(search)) : this.find(search);
  }

  /** The person with a userName. A directory sends this search before every change, many at a time: concurrent callers share a query. */
  private async named(orgNo: number, name: string, { offset, limit }: PeopleSearchRequest): Promise<PeoplePage> {
    const person = await this.repository.readNamed(orgNo, name);
    const people = person ? [person] : [];
    return { total: people.length, people: people.slice(offset, offset + limit) };
  }

  private async prepare(orgNo: number, request: PeopleSearchRequest): Promise<Search> {
    const scope: Scope = { orgNo, domainNo: request.domainNo ?? SHARED_DOMAIN, words: this.database.search.words };
    const base = { ...scope, request, order: request.order ?? FIRST_ADDED, table: false, slow: request.offset > FAR };
    const { criteria, ...unasked } = request;
    if (!criteria) return base;
    const condition = toCondition(criteria);
    if (isTrue(condition)) return { ...base, request: unasked };
    const findGroups = () => this.groups.findNumbers(orgNo, condition);
    const groups = await (this.groups.isLookUp(condition) ? findGroups() : this.queue.enqueueSearch(orgNo, findGroups));
    const wider = { ...scope, groups };
    const driver = accessPathOf(wider, condition);
    if (driver && !(await this.isWorse(wider, driver)))
      return { ...base, groups, condition, driver, slow: base.slow || isSlow(wider, driver) };
    return { ...base, groups, condition, table: driver !== undefined || readsTable(await this.sizes(orgNo)), slow: true };
  }

  /** Whether an access path yields so many people that scanning the whole table is faster. */
  private async isWorse(scope: Scope, driver: AccessPath): Promise<boolean> {
    if (driver.rank === 'narrow' || !driver.rest) return false;
    const sizes = await this.sizes(scope.orgNo);
    const most = mostLookedUp(sizes);
    if (most <= this.maxCandidates || !readsTable(sizes)) return false;
    // An index condition is tested in the index itself; testing list elements of every person is expensive.
    if (driver.rank === 'scan') return driver.direct !== undefined;
    const { sql, values } = union(driver, most);
    const [row] = await this.database.search.rows<{ n: number }>(
      `SELECT COUNT(*) AS n FROM (SELECT d.no FROM ${sql} LIMIT ${most}) some`,
      [...values],
      'many',
    );
    return Number(row?.n ?? 0) >= most;
  }

  /** How many people the organization and the table have. */
  private async sizes(orgNo: number): Promise<{ own: number; all: number }> {
    const nowMs = this.clock.nowMs();
    if (this.size.untilMs <= nowMs) this.size = { people: await this.counts.countAll(), untilMs: nowMs + SIZE_KEPT_MS };
    return { own: await this.counts.countIn(orgNo), all: this.size.people };
  }

  private async find(search: Search): Promise<PeoplePage> {
    const { criteria, limit, offset, total } = search.request;
    if (!criteria) return this.everybody(search, total ?? (await this.counts.countIn(search.orgNo)));
    if (search.driver?.rank === 'narrow' && limit > 0 && this.maxCandidates > 0) {
      const page = await this.few(search);
      if (page) return page;
    }
    if (search.request.uncounted) {
      const page = isOrdered(search) ? await this.walk(search, 0) : await this.nearby(search);
      if (page) return page;
    }
    // A later page reuses the total of the first one.
    const known = total ?? (offset > 0 ? this.totals.recall(search.orgNo, search.domainNo, criteria) : undefined);
    if (known === undefined || known <= this.maxCandidates) {
      const candidates = await this.candidates(search);
      if (candidates.length <= this.maxCandidates) return this.pageOf(search, candidates);
    }
    const found = known ?? (await this.count(search));
    const extent = { ...(await this.sizes(search.orgNo)), total: found, wanted: offset + limit, uneven: this.uneven };
    const page = await this.walk(search, found, ordersAll(search.driver, extent) && limit > 0 ? this.driven(search) : undefined);
    if (!search.request.uncounted) this.totals.remember(search.orgNo, search.domainNo, criteria, page.total);
    return page;
  }

  /** A page of all people, read from the nearer end, because every skipped person costs time. */
  private async everybody(search: Search, total: number): Promise<PeoplePage> {
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

  /** One statement for candidates of an index; undefined if it does not yield the total. */
  private async few(search: Search): Promise<PeoplePage | undefined> {
    const { request, order } = search;
    const { offset, limit, after } = request;
    const { sql, values } = this.driven(search, {
      join: `LEFT JOIN external_ids x ON x.user_no = u.no AND x.domain_no = ${search.domainNo}`,
    });
    const behind = afterClause(order, after);
    const rows = await this.rows<Row>(
      search,
      {
        sql: `SELECT ${PERSON}, x.value AS external_id FROM ${sql} AND ${behind.sql} ORDER BY ${ordering(order)} LIMIT ${limit + 1} OFFSET ${offset}`,
        values: [...values, ...behind.values],
      },
      'few',
    );
    const full = rows.length > limit || (rows.length === 0 && offset > 0);
    if (full || (after && request.total === undefined)) return undefined;
    return { total: request.total ?? offset + rows.length, people: rows.map(toPerson) };
  }

  /** The page, if the next people in the order contain all of it, as when nearly all people match; otherwise undefined. */
  private async nearby(search: Search): Promise<PeoplePage | undefined> {
    const { request, order, orgNo, condition, driver, words } = search;
    const { limit, offset, after } = request;
    if (!condition || limit === 0 || offset > 0 || (driver && driver.rank !== 'wide')) return undefined;
    const { column, index } = ORDERS[order.field];
    const [behind, test] = [afterClause(order, after), personClause({ ...search, apart: true }, condition)];
    const next = `SELECT u.no FROM users u${words.useIndex(index)} WHERE ${OWN} AND ${behind.sql} ORDER BY ${ordering(order)} LIMIT ${limit * AROUND}`;
    const found = await this.rows<Found>(
      search,
      {
        sql: `SELECT u.no, u.${column} AS k FROM (${next}) d ${words.thenJoin} users u ON u.no = d.no WHERE ${test.sql} ORDER BY ${ordering(order)} LIMIT ${limit + 1}`,
        values: [orgNo, ...behind.values, ...test.values],
      },
      'many',
    );
    return found.length > limit ? this.pageOf(search, found) : undefined;
  }

  /** Numbers and sort keys of the matches, at most one more than `maxCandidates`. */
  private candidates(search: Search): Promise<Found[]> {
    const most = this.maxCandidates + 1;
    const { sql, values } = this.driven(search, { most });
    const { column } = ORDERS[search.order.field];
    return this.rows<Found>(search, { sql: `SELECT u.no, u.${column} AS k FROM ${sql} LIMIT ${most}`, values }, 'many');
  }

  private async pageOf({ request, order, orgNo, domainNo }: Search, candidates: Found[]): Promise<PeoplePage> {
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

  /** Scans the index of the order and skips non-matches; or lets the engine sort `those`. */
  private async walk(search: Search, total: number, those = this.inOrder(search)): Promise<PeoplePage> {
    const { request, order, orgNo, domainNo } = search;
    const { column } = ORDERS[order.field];
    const behind = afterClause(order, request.after);
    const step = {
      sql: `SELECT u.no, u.${column} AS k FROM ${those.sql} AND ${behind.sql} ORDER BY ${ordering(order)} LIMIT ${request.limit + 1} OFFSET ${request.offset}`,
      values: [...those.values, ...behind.values],
    };
    const rows =
      request.limit === 0 ? [] : await this.rows<Found>(search, step, request.criteria || request.offset > NEAR ? 'many' : 'few');
    const shown = rows.slice(0, request.limit);
    const people = await this.read(
      orgNo,
      domainNo,
      shown.map(({ no }) => no),
    );
    // A person may have been added between the two queries.
    return {
      total: Math.max(total, request.after ? 0 : people.length && request.offset + people.length),
      people,
      ...next(shown, rows.length > shown.length),
    };
  }

  private async count(search: Search): Promise<number> {
    const { driver, request } = search;
    if (driver && !driver.rest && request.uncounted) return this.atLeast(search, driver);
    // The branches yield only people of the organization, each once, so their rows need not be read.
    const { sql, values } = driver && !driver.rest ? union(driver) : this.driven(search);
    const counted = search.request.uncounted ? `(SELECT 1 FROM ${sql} LIMIT ${ENOUGH}) some` : sql;
    const [row] = await this.rows<{ total: number }>(search, { sql: `SELECT COUNT(*) AS total FROM ${counted}`, values }, 'many');
    return Number(row?.total ?? 0);
  }

  /** The matches of the branch with the most of them, up to {@link ENOUGH}: collecting those of all branches takes seconds if there are many. */
  private async atLeast(search: Search, { branches }: AccessPath): Promise<number> {
    let most = 0;
    for (const { sql, values } of branches) {
      if (most >= ENOUGH) break;
      const counted = { sql: `SELECT COUNT(*) AS total FROM (${sql} LIMIT ${ENOUGH}) some`, values };
      const [row] = await this.rows<{ total: number }>(search, counted, 'many');
      most = Math.max(most, Number(row?.total ?? 0));
    }
    return most;
  }

  /**
   * The SQL after FROM such that `u` are exactly the matches; `join` extends their rows.
   * `most`: so many matches are enough, if there are more.
   */
  private driven(search: Search, { join = '', most }: { join?: string; most?: number } = {}): Clause {
    const { orgNo, driver, condition, words } = search;
    const rest = driver ? driver.rest : condition;
    const test = rest ? personClause(search, rest) : TRUE;
    if (!driver) {
      // In the order in which people were added, which is the table order: any other index would read it randomly.
      const way = search.table ? words.wholeTable : words.useIndex(ORDERS.createdUs.index);
      return { sql: `users u${way} ${join} WHERE ${OWN} AND ${test.sql}`, values: [orgNo, ...test.values] };
    }
    const { direct } = driver;
    if (direct)
      return {
        sql: `users u${words.useIndex(direct.index)} ${join} WHERE ${OWN} AND ${direct.test.sql} AND ${test.sql}`,
        values: [orgNo, ...direct.test.values, ...test.values],
      };
    // With a further test, many of those that a branch finds may not match.
    const { sql, values } = union(driver, driver.rest ? undefined : most);
    return {
      sql: `${sql} ${words.thenJoin} users u ON u.no = d.no ${join} WHERE ${OWN} AND ${test.sql}`,
      values: [...values, orgNo, ...test.values],
    };
  }

  /** The same along the index of the order. */
  private inOrder(search: Search): Clause {
    const test = search.condition ? personClause({ ...search, apart: true }, search.condition) : TRUE;
    const way = search.words.useIndex(ORDERS[search.order.field].index);
    return { sql: `users u${way} WHERE ${OWN} AND ${test.sql}`, values: [search.orgNo, ...test.values] };
  }

  private rows<R>({ slow }: Search, { sql, values }: Clause, reach: SearchCost): Promise<R[]> {
    return this.database.search.rows<R>(sql, [...values], slow ? 'all' : reach);
  }

  /** People by number, in this order, without people deleted meanwhile. */
  private async read(orgNo: number, domainNo: number, numbers: readonly number[]): Promise<Person[]> {
    if (numbers.length === 0) return [];
    const size = SIZES.find((candidate) => candidate >= numbers.length) ?? numbers.length;
    const values: SqlValue[] = Array.from({ length: size }, (_, index) => numbers[index] ?? NO_USER);
    const rows = await this.database.query.rows<Row>(
      `SELECT ${PERSON}, x.value AS external_id FROM users u LEFT JOIN external_ids x ON x.user_no = u.no AND x.domain_no = ?
       WHERE u.no IN (${values.map(() => '?').join(', ')}) AND u.org_no = ? AND u.kind = 'person'`,
      [domainNo, ...values, orgNo],
    );
    const people = new Map(rows.map((row) => [Number(row.no), toPerson(row)]));
    return numbers.flatMap((no) => people.get(no) ?? []);
  }
}

/** The folded userName, if the search has no other criterion. */
function nameAskedFor({ criteria, domainNo = SHARED_DOMAIN, after }: PeopleSearchRequest): string | undefined {
  const isByName = criteria?.kind === 'compare' && criteria.field === 'userName' && criteria.op === 'eq' && !criteria.caseExact;
  // The shared query reads only external ids of the shared domain.
  return isByName && domainNo === SHARED_DOMAIN && !after ? foldKey(String(criteria.value)) : undefined;
}

/** Whether the index of the order alone finds the matches, in order. */
function isOrdered({ condition, order }: Search): boolean {
  const { index } = ORDERS[order.field];
  const leaves = condition ? conjuncts(condition) : [];
  return (
    leaves.length > 0 && leaves.every((leaf) => leaf.kind === 'compare' && !leaf.negated && SEARCH_INDEXES[leaf.field]?.name === index)
  );
}

/**
 * The numbers that an access path finds, as a table `d`.
 * @param most so many are enough, if there are more: of several branches, none of which has duplicates, each is read no further
 */
function union({ branches }: AccessPath, most?: number): Clause {
  const isBounded = most !== undefined && branches.length > 1;
  const bounded = (sql: string, at: number) => (isBounded ? `SELECT b${at}.no FROM (${sql} LIMIT ${most}) b${at}` : sql);
  return {
    sql: `(${branches.map(({ sql }, at) => bounded(sql, at)).join(' UNION ')}) d`,
    values: branches.flatMap(({ values }) => values),
  };
}

function next(shown: readonly Found[], more: boolean): Pick<PeoplePage, 'next'> {
  const last = shown.at(-1);
  return more && last ? { next: { key: last.k, no: last.no } } : {};
}

function ordering({ field, descending }: Search['order']): string {
  const direction = descending ? ' DESC' : '';
  return `u.${ORDERS[field].column}${direction}, u.no${direction}`;
}

/** People after a position. Written as a range of the key first, because the engines do not use an index for row values. */
function afterClause({ field, descending }: Search['order'], after: PagePosition | undefined): Clause {
  if (!after) return TRUE;
  const { column } = ORDERS[field];
  const [from, behind] = descending ? ['<=', '<'] : ['>=', '>'];
  return {
    sql: `u.${column} ${from} ? AND (u.${column} ${behind} ? OR u.no ${behind} ?)`,
    values: [after.key, after.key, after.no],
  };
}
