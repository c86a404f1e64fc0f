// Chooses the access path of a search, instead of the engines' planners, which are wrong by a factor of a thousand on a million people.
import type { Clause } from '../../../../common/database/engines/sql-words.js';
import {
  conjuncts,
  isJunction,
  leavesOf,
  type CompareLeaf,
  type Condition,
  type ElementLeaf,
  type Junction,
} from '../../../../common/search/condition.js';
import { isNever } from '../../../../common/search/comparison-to-sql.js';
import {
  externalIdTest,
  isGroupsLeaf,
  isIndexedElement,
  membershipTest,
  personClause,
  valueClause,
  type Scope,
} from './criteria-to-sql.js';
import { SEARCH_INDEXES, VALUE_NUMBERS } from '../person/person.columns.js';

/**
 * How much of an index a search reads: a few entries (a name, an id); a part of it; all of it, for some matches; or all of it, and nearly every
 * person matches.
 */
const RANKS = ['narrow', 'range', 'scan', 'wide'] as const;
export type Selectivity = (typeof RANKS)[number];

/**
 * A path to the matches. `branches` are queries that find numbers (`no`) by an index, each without duplicates. Every match is in at least one branch;
 * the found people must also fulfill `rest`.
 */
export interface AccessPath {
  readonly rank: Selectivity;
  readonly branches: readonly Clause[];
  /** The only branch as a test on the rows `u` of `users`: the engine skips non-matches inside the index. */
  readonly direct?: { readonly index: string; readonly test: Clause };
  readonly rest?: Condition;
}

/** Lists whose values are nearly unique to a person. */
const OWN_VALUES: ReadonlySet<string> = new Set(['emails', 'phoneNumbers']);

/** The best access path to the candidates, or undefined if every person must be read. */
export function accessPathOf(scope: Scope, condition: Condition): AccessPath | undefined {
  if (isJunction(condition)) return condition.kind === 'and' ? conjunction(scope, condition.all) : disjunction(scope, condition);
  if (condition.negated) return undefined;
  if (isGroupsLeaf(condition)) return byGroups(scope, condition);
  return condition.kind === 'element' ? byElement(scope, condition) : byField(scope, condition);
}

/** Whether a search reads many rows, so that it has to queue with other slow searches. */
export function isSlow(scope: Scope, driver: AccessPath | undefined): boolean {
  if (!driver || readsToTheEnd(driver)) return true;
  if (driver.rank === 'narrow' || !driver.rest) return false;
  return leavesOf(driver.rest).some((leaf) => readsToTheEnd(accessPathOf(scope, leaf)));
}

function readsToTheEnd(driver: AccessPath | undefined): boolean {
  return !driver || driver.rank === 'scan' || driver.rank === 'wide';
}

/** Figures of a search that finds more people than can be sorted here. */
export interface Extent {
  /** Number of all matches. */
  readonly total: number;
  /** Matches up to the end of the page. */
  readonly wanted: number;
  /** People in the organization. */
  readonly own: number;
  /** People in the table. */
  readonly all: number;
  /** Factor over the average number of rows to skip: the matches may be unevenly distributed, for example all at the end of the order. */
  readonly uneven: number;
}

/** Looking up a row by its number takes as long as reading this many rows in order, or this many index entries. */
const LOOK_UP = { rows: 8, entries: 16 } as const;

/** Whether scanning the whole table is faster than looking up every person of the organization. */
export function readsTable({ own, all }: Pick<Extent, 'own' | 'all'>): boolean {
  return all <= own * LOOK_UP.rows;
}

/** Whether sorting all matches is faster than scanning the index of the order; measured in lookups. */
export function ordersAll(driver: AccessPath | undefined, extent: Extent): boolean {
  const { total, wanted, own, all, uneven } = extent;
  const walk = Math.min(own, (uneven * own * wanted) / Math.max(total, 1));
  if (!driver) return (readsTable(extent) ? all / LOOK_UP.rows : own) < walk;
  return total + (readsToTheEnd(driver) ? own / LOOK_UP.entries : 0) < walk;
}

/** Most index matches that are worth looking up for further tests; beyond that, reading the whole table is faster. */
export function mostLookedUp({ own }: Pick<Extent, 'own'>): number {
  return Math.ceil(own / LOOK_UP.rows);
}

function conjunction(scope: Scope, all: readonly Condition[]): AccessPath | undefined {
  const drivers = all.map((part) => accessPathOf(scope, part));
  const best = RANKS.map((rank) => drivers.findIndex((driver) => driver?.rank === rank)).find((index) => index >= 0);
  const driver = best === undefined ? undefined : drivers[best];
  // Looking up nearly all people is slower than a scan.
  if (!driver || (driver.rank === 'wide' && all.length > 1)) return undefined;
  const rest = [...all.filter((_, index) => index !== best), ...(driver.rest ? [driver.rest] : [])];
  return { ...driver, ...(rest.length > 0 ? { rest: { kind: 'and', all: rest } } : {}) };
}

function disjunction(scope: Scope, condition: Junction): AccessPath | undefined {
  const drivers = condition.all.map((part) => accessPathOf(scope, part));
  if (drivers.length === 0 || !drivers.every((driver) => driver !== undefined)) return undefined;
  if (drivers.length === 1) return drivers[0];
  return {
    rank: RANKS.findLast((rank) => drivers.some((driver) => driver.rank === rank)) ?? 'scan',
    branches: drivers.flatMap(({ branches }) => branches),
    ...(drivers.some(({ rest }) => rest) ? { rest: condition } : {}),
  };
}

function byField(scope: Scope, leaf: CompareLeaf): AccessPath | undefined {
  const { field, op, value } = leaf;
  if (field === 'externalId') return byExternalId(scope, leaf);
  const index = Object.hasOwn(SEARCH_INDEXES, field) ? SEARCH_INDEXES[field] : undefined;
  if (!index) return undefined;
  const fromEnd = op === 'ew' && index.reversed !== undefined;
  const direct = { index: fromEnd ? String(index.reversed) : index.name, test: personClause(scope, leaf) };
  const branch = {
    sql: `SELECT u.no FROM users u${scope.words.useIndex(direct.index)} WHERE u.org_no = ? AND u.kind = 'person' AND ${direct.test.sql}`,
    values: [scope.orgNo, ...direct.test.values],
  };
  const rank = field === 'active' && value === true ? 'wide' : rankOf(leaf, fromEnd, index.own === true);
  return { rank, branches: [branch], direct };
}

function byExternalId({ orgNo, domainNo, words }: Scope, leaf: CompareLeaf): AccessPath | undefined {
  const rank = rankOf(leaf, false, true);
  if (rank === 'wide' || (leaf.op === 'eq' && isNever(String(leaf.value)))) return undefined;
  const { sql, values } = externalIdTest(words, leaf);
  const rows = `external_ids e${words.useIndex('external_ids_by_value')}`;
  const branch = {
    sql: `SELECT e.user_no AS no FROM ${rows} WHERE e.org_no = ? AND e.domain_no = ? AND ${sql}`,
    values: [orgNo, domainNo, ...values],
  };
  return { rank, branches: [branch] };
}

/** A group may contain nearly all people, so it is never `narrow`; an empty list of groups finds no person at once. */
function byGroups(scope: Scope, leaf: ElementLeaf): AccessPath | undefined {
  const numbers = scope.groups?.get(leaf);
  if (!numbers) return undefined;
  const test = membershipTest(scope, leaf);
  const branch = {
    sql: `SELECT ${numbers.length > 1 ? 'DISTINCT ' : ''}m.member_no AS no FROM group_members m WHERE ${test.sql}`,
    values: test.values,
  };
  return { rank: numbers.length === 0 ? 'narrow' : 'range', branches: [branch] };
}

function byElement(scope: Scope, leaf: ElementLeaf): AccessPath | undefined {
  if (!isIndexedElement(leaf)) return undefined;
  const onValue = conjuncts(leaf.of).filter(
    (inner): inner is CompareLeaf => inner.kind === 'compare' && inner.field === 'value' && !inner.negated && inner.op !== 'pr',
  );
  const [best] = onValue
    .map((inner) => ({ inner, rank: rankOf(inner, inner.op === 'ew', OWN_VALUES.has(leaf.list)) }))
    .sort((a, b) => RANKS.indexOf(a.rank) - RANKS.indexOf(b.rank));
  if (!best) return undefined;
  const fits = valueClause(scope.words, leaf.of);
  const before = valueClause(scope.words, leaf.of, 'w');
  const index = scope.words.useIndex(best.inner.op === 'ew' ? 'user_values_by_end' : 'user_values_by_key');
  // A person counts by the first matching element: DISTINCT would collect all matches first, which takes seconds if there are many.
  const sql = `SELECT v.user_no AS no FROM user_values v${index} WHERE v.org_no = ? AND v.attr_no = ${VALUE_NUMBERS[leaf.list as keyof typeof VALUE_NUMBERS]} AND ${fits.sql}
    AND (v.ord = 0 OR NOT EXISTS (SELECT 1 FROM user_values w${scope.words.byPrimaryKey} WHERE w.user_no = v.user_no AND w.attr_no = v.attr_no AND w.ord < v.ord AND ${before.sql}))`;
  return { rank: best.rank, branches: [{ sql, values: [scope.orgNo, ...fits.values, ...before.values] }] };
}

function rankOf({ op, value }: CompareLeaf, fromEnd: boolean, own: boolean): Selectivity {
  if (op === 'pr' || value === '') return 'wide';
  if (op === 'co' || (op === 'ew' && !fromEnd)) return 'scan';
  return op === 'eq' && own ? 'narrow' : 'range';
}
