// How a search is driven. We choose, not the engines' planners: measured on a million people they choose wrong by a factor of a thousand.
import type { Clause } from '../../common/database/sql-words.js';
import { conjuncts, isJunction, leavesOf, type CompareLeaf, type Condition, type ElementLeaf, type Junction } from './condition.js';
import { isIndexedElement, personClause, valueClause, type Scope } from './criteria-to-sql.js';
import { LIST_NUMBERS, SEARCH_INDEXES } from './person.columns.js';

/** How many people an index hands over: a few by its nature; a part of it; or it has to be read from end to end. */
const RANKS = ['narrow', 'range', 'scan'] as const;
export type Rank = (typeof RANKS)[number];

/** Queries of numbers (`no`) by index, of which each fitting person is in one at least, and what must hold besides. */
export interface Driver {
  readonly rank: Rank;
  readonly branches: readonly Clause[];
  readonly rest?: Condition;
}

/** Lists of which hardly two people share a value. */
const OWN_VALUES: ReadonlySet<string> = new Set(['emails', 'phoneNumbers']);

/** The best way to those who may fit, or undefined when only looking at everybody helps. */
export function driverOf(scope: Scope, condition: Condition): Driver | undefined {
  if (isJunction(condition)) return condition.kind === 'and' ? conjunction(scope, condition.all) : disjunction(scope, condition);
  if (condition.negated) return undefined;
  return condition.kind === 'element' ? byElement(scope, condition) : byField(scope, condition);
}

/** Whether a search looks at many rows: it takes turns with others of its kind. */
export function isSlow(scope: Scope, driver: Driver | undefined): boolean {
  if (!driver || driver.rank === 'scan') return true;
  if (driver.rank === 'narrow' || !driver.rest) return false;
  return leavesOf(driver.rest).some((leaf) => (driverOf(scope, leaf)?.rank ?? 'scan') === 'scan');
}

function conjunction(scope: Scope, all: readonly Condition[]): Driver | undefined {
  const drivers = all.map((part) => driverOf(scope, part));
  const best = RANKS.map((rank) => drivers.findIndex((driver) => driver?.rank === rank)).find((index) => index >= 0);
  const driver = best === undefined ? undefined : drivers[best];
  if (!driver) return undefined;
  const rest = [...all.filter((_, index) => index !== best), ...(driver.rest ? [driver.rest] : [])];
  return { rank: driver.rank, branches: driver.branches, ...(rest.length > 0 ? { rest: { kind: 'and', all: rest } } : {}) };
}

function disjunction(scope: Scope, condition: Junction): Driver | undefined {
  const drivers = condition.all.map((part) => driverOf(scope, part));
  if (drivers.length === 0 || !drivers.every((driver) => driver !== undefined)) return undefined;
  return {
    rank: RANKS.findLast((rank) => drivers.some((driver) => driver.rank === rank)) ?? 'scan',
    branches: drivers.flatMap(({ branches }) => branches),
    ...(drivers.some(({ rest }) => rest) ? { rest: condition } : {}),
  };
}

function byField(scope: Scope, leaf: CompareLeaf): Driver | undefined {
  const { field, op, value } = leaf;
  if (field === 'externalId') {
    if (op !== 'eq' || value === '' || String(value).endsWith(' ')) return undefined;
    const sql = 'SELECT e.user_no AS no FROM external_ids e WHERE e.org_no = ? AND e.domain_no = ? AND e.value = ?';
    return { rank: 'narrow', branches: [{ sql, values: [scope.orgNo, scope.domainNo, value] }] };
  }
  const index = Object.hasOwn(SEARCH_INDEXES, field) ? SEARCH_INDEXES[field] : undefined;
  if (!index) return undefined;
  const fromEnd = op === 'ew' && index.reversed !== undefined;
  const { sql, values } = personClause(scope, leaf);
  const branch = {
    sql: `SELECT u.no FROM users u${scope.words.useIndex(fromEnd ? String(index.reversed) : index.name)} WHERE u.org_no = ? AND u.kind = 'person' AND ${sql}`,
    values: [scope.orgNo, ...values],
  };
  return { rank: rankOf(leaf, fromEnd, index.unique === true), branches: [branch] };
}

function byElement(scope: Scope, leaf: ElementLeaf): Driver | undefined {
  if (!isIndexedElement(leaf)) return undefined;
  const onValue = conjuncts(leaf.of).filter(
    (inner): inner is CompareLeaf => inner.kind === 'compare' && inner.field === 'value' && !inner.negated && inner.op !== 'pr',
  );
  const [best] = onValue
    .map((inner) => ({ inner, rank: rankOf(inner, inner.op === 'ew', OWN_VALUES.has(leaf.list)) }))
    .sort((a, b) => RANKS.indexOf(a.rank) - RANKS.indexOf(b.rank));
  if (!best) return undefined;
  const { sql, values } = valueClause(scope.words, leaf.of);
  const index = scope.words.useIndex(best.inner.op === 'ew' ? 'user_values_by_end' : 'user_values_by_key');
  const branch = {
    sql: `SELECT DISTINCT v.user_no AS no FROM user_values v${index} WHERE v.org_no = ? AND v.attr_no = ${LIST_NUMBERS[leaf.list as keyof typeof LIST_NUMBERS]} AND ${sql}`,
    values: [scope.orgNo, ...values],
  };
  return { rank: best.rank, branches: [branch] };
}

function rankOf({ op, value }: CompareLeaf, fromEnd: boolean, unique: boolean): Rank {
  if (op === 'pr' || op === 'co' || value === '' || (op === 'ew' && !fromEnd)) return 'scan';
  return op === 'eq' && unique ? 'narrow' : 'range';
}
