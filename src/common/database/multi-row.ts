// Many rows in few statements. Statement sizes are constant, so that prepared statements are reused for any number of rows.
import type { Query, Transaction } from './transaction.js';
import type { SqlValue } from './engines/sql-value.js';

/**
 * Values of an `IN` list. From 200 on (`eq_range_index_dive_limit`), MariaDB and MySQL plan by the statistics of an index instead of
 * reading it.
 * The statistics are empty while the server counts them again, which happens often during an import. A plan made then reads everyone in an
 * organization.
 */
const SIZES = [150, 50, 20, 12, 8, 6, 5, 4, 3, 2, 1] as const;
/**
 * Rows per statement; the widest table stays below the 32,766 values that SQLite binds. Up to twenty people added at the same moment
 * take one statement per table, which mostly saves round trips.
 */
const INSERT_SIZES = [250, 100, ...Array.from({ length: 20 }, (_, at) => 20 - at)];
/** Up to so many rows are inserted by one statement, all or none of them. */
export const ONE_STATEMENT = 20;

const texts = new Map<string, string>();

/**
 * Inserts `rows`, each with one value for each of `columns`. Does nothing without rows.
 * Leaves out columns that are null in every row: half of a person's are, and every bound value costs time.
 * @throws DuplicateKeyError
 */
export async function insertRows(
  tx: Transaction,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly SqlValue[])[],
): Promise<void> {
  const used = [...columns.keys()].filter((at) => rows.some((row) => row[at] !== null));
  const names = used.map((at) => columns[at] as string);
  const key = `${table}:${names.join()}`;
  for (let from = 0; from < rows.length;) {
    const size = INSERT_SIZES.find((one) => one <= rows.length - from) ?? 1;
    const values: SqlValue[] = [];
    for (let at = from; at < from + size; at++) {
      const row = rows[at] ?? [];
      for (const column of used) values.push(row[column] ?? null);
    }
    await tx.run(
      remembered(`${key}:${size}`, () => insertText(table, names, size)),
      values,
    );
    from += size;
  }
}

/**
 * Runs a query with an `IN` list over any number of `values`.
 * @param write receives the placeholders of the list, which comes last in the statement; `name` identifies the statement
 * @param before values of the placeholders before the list
 */
export async function selectIn<Row>(
  query: Query,
  name: string,
  write: (marks: string) => string,
  before: readonly SqlValue[],
  values: readonly SqlValue[],
): Promise<Row[]> {
  return selectInEach(query, name, write, [before], values);
}

/** Like {@link selectIn}, for a statement of several parts, each with the list. @param befores values before the list, for each part */
export async function selectInEach<Row>(
  query: Query,
  name: string,
  write: (marks: string) => string,
  befores: ReadonlyArray<readonly SqlValue[]>,
  values: readonly SqlValue[],
): Promise<Row[]> {
  const found: Row[] = [];
  for (const portion of portionsOf(values)) {
    const all = befores.flatMap((before) => [...before, ...portion]);
    for (const row of await query.rows<Row>(textOf(name, portion.length, write), all)) found.push(row);
  }
  return found;
}

/**
 * Like {@link selectIn}, for a statement that writes. A repeated value must make no difference to it. @returns the number of rows matched
 */
export async function changeIn(
  tx: Transaction,
  name: string,
  write: (marks: string) => string,
  before: readonly SqlValue[],
  values: readonly SqlValue[],
): Promise<number> {
  let changed = 0;
  for (const portion of portionsOf(values)) changed += await tx.run(textOf(name, portion.length, write), [...before, ...portion]);
  return changed;
}

/**
 * Deletes rows by their keys if they meet `condition`. All names come from code.
 * @param keys the values of the columns of `key`, for each row
 */
export async function deleteRows(
  tx: Transaction,
  table: string,
  key: readonly string[],
  keys: readonly (readonly SqlValue[])[],
  condition = '',
  values: readonly SqlValue[] = [],
): Promise<void> {
  // Not as lists of several columns: each engine has its own syntax for them, and some engines scan the whole table.
  const isRow = `(${key.map((column) => `${column} = ?`).join(' AND ')})`;
  const write = (size: number) => {
    const rows = key.length === 1 ? `${key[0]} IN (${marksOf(size)})` : `(${Array.from({ length: size }, () => isRow).join(' OR ')})`;
    return `DELETE FROM ${table} WHERE ${rows}${condition && ` AND ${condition}`}`;
  };
  for (const portion of portionsOf(keys))
    await tx.run(
      remembered(`delete ${table} ${condition}:${portion.length}`, () => write(portion.length)),
      [...portion.flat(), ...values],
    );
}

/** Values in portions of the constant sizes; the last one is padded by repeating a value, which finds nothing new. */
function* portionsOf<Value>(values: readonly Value[]): Generator<Value[]> {
  for (let from = 0; from < values.length;) {
    const left = values.length - from;
    const size = SIZES.findLast((one) => one >= left) ?? SIZES[0];
    const portion = values.slice(from, from + size);
    const [first] = portion as [Value];
    while (portion.length < size) portion.push(first);
    yield portion;
    from += size;
  }
}

function textOf(name: string, size: number, write: (marks: string) => string): string {
  return remembered(`${name}:${size}`, () => write(marksOf(size)));
}

function marksOf(size: number): string {
  return Array.from({ length: size }, () => '?').join(', ');
}

function insertText(table: string, columns: readonly string[], size: number): string {
  const marks = `(${marksOf(columns.length)})`;
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${Array.from({ length: size }, () => marks).join(', ')}`;
}

/** The same few statements recur. This bounds the cache if people keep having different sets of columns. */
const MAX_TEXTS = 200;

function remembered(key: string, write: () => string): string {
  const known = texts.get(key) ?? write();
  if (texts.size >= MAX_TEXTS) texts.clear();
  texts.set(key, known);
  return known;
}
