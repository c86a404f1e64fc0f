// What a caller may ask of a list, what one did ask, and what is found: between HTTP, which reads and answers it, and whoever looks.

/** How a filter compares: with one word or id, with the start or a part of a text whatever its case, or with a moment. */
export type FilterKind = 'is' | 'startsWith' | 'contains' | 'after' | 'before';

/** One filter of a list, a parameter of the query. */
export interface FilterFacts {
  readonly kind: FilterKind;
  /** The only values there are; default: any text. */
  readonly words?: readonly string[];
  /** The order of a list that is filtered by this and asks for no other. */
  readonly sort?: string;
  /** Said in the API document. */
  readonly description?: string;
}

/** What may be asked of a list: the names of its orders and filters. */
export interface ListFacts {
  readonly sorts: Readonly<Record<string, unknown>>;
  readonly filters: Readonly<Record<string, FilterFacts>>;
  /** The order when nothing is said; absent: that in which entries were added, by their numbers. */
  readonly defaultSort?: string;
  /** Entries of a page when nothing is said; default 100. A list that once came whole has more. */
  readonly defaultLimit?: number;
}

/** A place in a list: behind the entry of this key, and of this number among those of the same key. */
export interface ListPosition {
  /** Absent in the order in which entries were added. */
  readonly key?: string | number;
  readonly no: number | string;
}

/** What a caller asks of a list. */
export interface ListQuery {
  /** Most entries; 0 asks for the total alone. */
  readonly limit: number;
  /** One of the list's orders; undefined is the order in which entries were added. */
  readonly sort: string | undefined;
  readonly descending: boolean;
  /** Only entries behind this place. */
  readonly position?: ListPosition;
  /** By name, each at most once; moments are microseconds since 1970 UTC. */
  readonly filters: Readonly<Record<string, string | number>>;
  /** Whether the number of all matches is wanted. */
  readonly total: boolean;
}

/** One page of what was found. */
export interface Listed<Entry> {
  readonly entries: readonly Entry[];
  /** The place of the last one, if there are more. */
  readonly next?: ListPosition;
  /** How many match on all pages, if wanted. */
  readonly total?: number;
}

/** The same page of other entries, such as their views. */
export function mapListed<From, To>(listed: Listed<From>, change: (entry: From) => To): Listed<To> {
  return { ...listed, entries: listed.entries.map(change) };
}

/** A list with one order and no filters. */
export const PLAIN_LIST: ListFacts = { sorts: {}, filters: {} };

/** One page of a list that has one order, from its reader of entries after a number. @param count of all pages, called if it is wanted */
export async function listAfter<Entry>(
  { limit, position, total }: ListQuery,
  read: (after: number, limit: number) => Promise<readonly Entry[]>,
  noOf: (entry: Entry) => number,
  count: () => Promise<number>,
): Promise<Listed<Entry>> {
  const found = limit === 0 ? [] : await read(Number(position?.no ?? 0), limit + 1);
  const entries = found.slice(0, limit);
  const last = found.length > limit ? entries.at(-1) : undefined;
  return { entries, ...(last && { next: { no: noOf(last) } }), ...(total && { total: await count() }) };
}
