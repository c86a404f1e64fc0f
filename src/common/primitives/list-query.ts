// The queries that a list supports, one query, and its result. Shared by the HTTP code, which reads and answers it, and the code that
// searches.

/** How a filter compares: with one word or id, with the start or a part of a text in any case, or with a moment. */
export type FilterKind = 'is' | 'startsWith' | 'contains' | 'after' | 'before';

/** One filter of a list, a query parameter. */
export interface FilterFacts {
  readonly kind: FilterKind;
  /** The allowed values; default: any text. */
  readonly words?: readonly string[];
  /** The order of a list with this filter, if the request names no other. */
  readonly sort?: string;
  /** The description in the API document. */
  readonly description?: string;
}

/** The queries that a list supports: the names of its orders and filters. */
export interface ListFacts {
  readonly sorts: Readonly<Record<string, unknown>>;
  readonly filters: Readonly<Record<string, FilterFacts>>;
  /** The order if the request names none; absent: the order in which entries were added, by their numbers. */
  readonly defaultSort?: string;
  /** Entries of a page if the request doesn't say; default 100. Larger for lists that older versions returned as a whole. */
  readonly defaultLimit?: number;
}

/** A position in a list: after the entry with this key, and with this number among entries of the same key. */
export interface ListPosition {
  /** Absent in the order in which entries were added. */
  readonly key?: string | number;
  readonly no: number | string;
}

/** The query of a list request. */
export interface ListQuery {
  /** The maximum number of entries; 0 requests the total alone. */
  readonly limit: number;
  /** One of the list's orders; undefined is the order in which entries were added. */
  readonly sort: string | undefined;
  readonly descending: boolean;
  /** Only entries after this position. */
  readonly position?: ListPosition;
  /** By name, each at most once; moments are microseconds since 1970 UTC. */
  readonly filters: Readonly<Record<string, string | number>>;
  /** Whether the number of all matches is requested. */
  readonly total: boolean;
}

/** One page of results. */
export interface Listed<Entry> {
  readonly entries: readonly Entry[];
  /** The position of the last entry, if there are more. */
  readonly next?: ListPosition;
  /** The number of matches on all pages, if requested. */
  readonly total?: number;
}

/** The same page with each entry converted, for example to its view. */
export function mapListed<From, To>(listed: Listed<From>, change: (entry: From) => To): Listed<To> {
  return { ...listed, entries: listed.entries.map(change) };
}

/** A list with one order and no filters. */
export const PLAIN_LIST: ListFacts = { sorts: {}, filters: {} };

/** One page of a list with one order, from a function that reads entries after a number. @param count of all pages, called if requested */
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
