// Lists page by page from SQL: the entries after a position in an order that an index has, on every engine.
import type { FilterFacts, Listed, ListFacts, ListQuery } from '../primitives/list-query.js';
import type { SqlValue } from './engines/sql-value.js';
import type { Search } from './search.js';
import type { Clause } from './engines/sql-words.js';

/**
 * A sort order of a list: a column that is never null, and its index. The index begins with the columns that every query fixes, then this
 * column and `no`.
 */
interface SortColumn {
  readonly column: string;
  readonly index: string;
}

/** A filter by a column. A text column must be folded. */
interface FilterColumn extends FilterFacts {
  readonly column: string;
  /** Further columns that `contains` searches. */
  readonly further?: readonly string[];
  /** The SQL expression of the value that the column is compared with; absent: the value. */
  readonly value?: string;
  /**
   * An index for reading matches in the order in which entries were added: the columns that every query fixes, then this column and `no`.
   * For `is` only.
   */
  readonly index?: string;
  /** Few entries match: they are read by its index in any order and then sorted. */
  readonly few?: boolean;
}

/** The source of a list. All names come from code, never from a caller. */
export interface ListSource<Sort extends string = string, Filter extends string = string> extends ListFacts {
  /** The table that has the column `no`, with its alias. */
  readonly table: string;
  /** Further tables, as JOIN clauses. They are read after `table`, whose index has the order. */
  readonly joins?: string;
  /** The selected columns. */
  readonly columns: string;
  /** The column that numbers entries in the order in which they were added, unique within the list. */
  readonly no: string;
  /** The index that reads entries in this order; absent: the primary key. */
  readonly index?: string;
  readonly sorts: Readonly<Record<Sort, SortColumn>>;
  readonly filters: Readonly<Record<Filter, FilterColumn>>;
  /** Folds the texts of filters in the same way as the columns. */
  readonly fold?: (text: string) => string;
}

interface ListedRow {
  list_no: number | string;
  list_key?: string | number;
}

/** Sorts after every text. */
const LAST = '\u{10FFFF}';

/**
 * One page of a list.
 * @param where the condition of every query, the organization first; absent: the whole table
 * @throws DomainError `invalid` (`search.tooLong`) when it exceeds the time limit of searches
 */
export async function listRows<Row>(search: Search, source: ListSource, query: ListQuery, where?: Clause): Promise<Listed<Row>> {
  const conditions = [...(where ? [where] : []), ...filtersOf(search, source, query)];
  const cost = Object.keys(query.filters).some((name) => source.filters[name]?.kind === 'contains') ? 'many' : 'few';
  const sort = query.sort === undefined ? undefined : source.sorts[query.sort];
  const [direction, beyond] = query.descending ? [' DESC', '<'] : ['', '>'];
  const behind = query.position && behindPosition(query.position, source.no, sort?.column, beyond);
  const { sql, values } = allOf(behind ? [...conditions, behind] : conditions);
  const found =
    query.limit === 0
      ? []
      : await search.rows<Row & ListedRow>(
          `SELECT ${source.columns}, ${source.no} AS list_no${sort ? `, ${sort.column} AS list_key` : ''} FROM ${source.table}${drivingIndex(search, source, query)}${joinsOf(search, source)}${sql}` +
            ` ORDER BY ${sort ? `${sort.column}${direction}, ` : ''}${source.no}${direction} LIMIT ${query.limit + 1}`,
          values,
          cost,
        );
  const entries = found.slice(0, query.limit);
  const last = found.length > query.limit ? entries.at(-1) : undefined;
  const isWhole = !query.position && query.limit > 0 && !last;
  const total = !query.total ? undefined : isWhole ? entries.length : await countRows(search, source, conditions);
  return {
    entries,
    ...(last && { next: { no: last.list_no, ...(last.list_key !== undefined && { key: last.list_key }) } }),
    ...(total !== undefined && { total }),
  };
}

async function countRows(search: Search, source: ListSource, conditions: readonly Clause[]): Promise<number> {
  const { sql, values } = allOf(conditions);
  const [row] = await search.rows<{ n: number }>(
    `SELECT COUNT(*) AS n FROM ${source.table}${source.joins ? ` ${source.joins}` : ''}${sql}`,
    values,
    'many',
  );
  return Number(row?.n ?? 0);
}

/** Forces the join order: a planner that expects few rows in another table would begin there, and sort. */
function joinsOf({ words }: Search, { joins }: ListSource): string {
  return joins === undefined ? '' : ` ${joins.replace(/^JOIN/, words.thenJoin)}`;
}

/** Names the index that has the order: a planner that expects few matches would choose another one. */
function drivingIndex({ words }: Search, source: ListSource, query: ListQuery): string {
  const asked = Object.keys(query.filters).flatMap((name) => source.filters[name] ?? []);
  const few = asked.find((filter) => filter.few)?.index;
  if (few !== undefined) return words.useIndex(few);
  if (query.sort !== undefined) return words.useIndex(source.sorts[query.sort]?.index ?? '');
  const index = asked.find((filter) => filter.index !== undefined)?.index ?? source.index;
  return index === undefined ? words.byPrimaryKey : words.useIndex(index);
}

/** The separate comparison of the key gives the index a starting point. */
function behindPosition(
  { key, no }: { key?: string | number; no: number | string },
  column: string,
  sort: string | undefined,
  beyond: string,
): Clause {
  if (sort === undefined || key === undefined) return { sql: `${column} ${beyond} ?`, values: [no] };
  return { sql: `${sort} ${beyond}= ? AND (${sort} ${beyond} ? OR ${column} ${beyond} ?)`, values: [key, key, no] };
}

function filtersOf({ words }: Search, { filters, fold = (text) => text }: ListSource, query: ListQuery): Clause[] {
  return Object.entries(query.filters).flatMap(([name, value]) => {
    const filter = filters[name];
    if (filter === undefined) return [];
    const { kind, column, further = [], value: compared = '?' } = filter;
    const text = fold(String(value));
    if (kind === 'contains') return [anyOf([column, ...further].map((one) => words.contains(one, text)))];
    if (kind === 'startsWith') return [{ sql: `${column} >= ? AND ${column} < ?`, values: [text, text + LAST] }];
    return [{ sql: `${column} ${COMPARISONS[kind]} ${compared}`, values: [value] }];
  });
}

const COMPARISONS = { is: '=', after: '>', before: '<' } as const;

function anyOf(conditions: readonly Clause[]): Clause {
  return { sql: `(${conditions.map(({ sql }) => sql).join(' OR ')})`, values: conditions.flatMap(({ values }) => [...values]) };
}

function allOf(conditions: readonly Clause[]): { sql: string; values: SqlValue[] } {
  if (conditions.length === 0) return { sql: '', values: [] };
  return { sql: ` WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`, values: conditions.flatMap(({ values }) => [...values]) };
}
