// Lists of a few entries in memory, with the same orders, filters and pages as lists from SQL.
import type { FilterFacts, Listed, ListFacts, ListPosition, ListQuery } from './list-query.js';

/** The sorts and filters of a list in memory. Texts are compared without case; moments are microseconds since 1970 UTC. */
export interface ItemList<Item> extends ListFacts {
  readonly sorts: Readonly<Record<string, (item: Item) => string | number>>;
  readonly filters: Readonly<Record<string, FilterFacts & { readonly of: (item: Item) => string | number | readonly string[] }>>;
  /** Unique within the list. A number is the order in which entries were added; otherwise entries are ordered by id. */
  readonly no: (item: Item) => number | string;
}

/** The two filters by a moment, such as `createdAfter` and `createdBefore` for `created`. */
export function momentFilters<Item>(name: string, of: (item: Item) => number): ItemList<Item>['filters'] {
  return { [`${name}After`]: { kind: 'after', of }, [`${name}Before`]: { kind: 'before', of } };
}

/** One page of `items`. */
export function listItems<Item>(items: readonly Item[], list: ItemList<Item>, query: ListQuery): Listed<Item> {
  const matches = items.filter((item) => Object.entries(query.filters).every(([name, value]) => meets(item, list.filters[name], value)));
  const keyOf = query.sort === undefined ? undefined : list.sorts[query.sort];
  const placeOf = (item: Item): ListPosition => {
    const key = keyOf?.(item);
    return { no: list.no(item), ...(key !== undefined && { key: folded(key) }) };
  };
  const sign = query.descending ? -1 : 1;
  const ordered = matches.toSorted((a, b) => sign * comparePlaces(placeOf(a), placeOf(b)));
  const { position } = query;
  const behind = position ? ordered.filter((item) => sign * comparePlaces(placeOf(item), position) > 0) : ordered;
  const entries = behind.slice(0, query.limit);
  const last = behind.length > entries.length ? entries.at(-1) : undefined;
  return { entries, ...(last && { next: placeOf(last) }), ...(query.total && { total: matches.length }) };
}

function meets<Item>(item: Item, filter: ItemList<Item>['filters'][string] | undefined, asked: string | number): boolean {
  if (!filter) return true;
  const values = [filter.of(item)].flat() as (string | number)[];
  return values.some((value) => COMPARISONS[filter.kind](folded(value), folded(asked), value === asked));
}

const COMPARISONS: Readonly<Record<FilterFacts['kind'], (value: string | number, asked: string | number, same: boolean) => boolean>> = {
  is: (_value, _asked, same) => same,
  startsWith: (value, asked) => String(value).startsWith(String(asked)),
  contains: (value, asked) => String(value).includes(String(asked)),
  after: (value, asked) => value > asked,
  before: (value, asked) => value < asked,
};

const folded = (value: string | number): string | number => (typeof value === 'string' ? value.normalize('NFKC').toLowerCase() : value);

function comparePlaces(a: ListPosition, b: ListPosition): number {
  return compare(a.key ?? 0, b.key ?? 0) || compare(a.no, b.no);
}

function compare(a: string | number, b: string | number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
