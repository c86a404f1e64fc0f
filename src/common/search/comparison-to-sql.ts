// A condition as SQL with parameters only; it is true or false, never NULL. Common to people and groups.
import type { Clause, SqlWords } from '../database/engines/sql-words.js';
import { MISSING, reverseKey } from '../identifiers/fold.js';
import { isJunction, type CompareLeaf, type Condition, type ElementLeaf } from './condition.js';

/** How a field is compared in SQL. Either all texts of a field are folded, or all are compared exactly. */
export interface SearchColumn {
  readonly sql: string;
  readonly kind: 'text' | 'number' | 'flag' | 'version';
  /** How a missing value is stored; absent if the field always has one. */
  readonly missing?: 'null' | 'key';
  /** With `missing: 'null'`: the field has an index nevertheless, and no line breaks. */
  readonly indexed?: boolean;
  /** The reversed text. */
  readonly reversed?: string;
}

export const TRUE: Clause = { sql: '1 = 1', values: [] };
export const FALSE: Clause = { sql: '1 = 0', values: [] };

/** All of the parts, or any of them. */
export function joined(kind: 'AND' | 'OR', parts: readonly Clause[]): Clause {
  if (parts.length === 0) return kind === 'AND' ? TRUE : FALSE;
  return { sql: `(${parts.map(({ sql }) => sql).join(` ${kind} `)})`, values: parts.flatMap(({ values }) => values) };
}

/** A condition as SQL; `write` converts its leaves. */
export function conditionClause(condition: Condition, write: (leaf: CompareLeaf | ElementLeaf) => Clause): Clause {
  if (!isJunction(condition)) return write(condition);
  return joined(
    condition.kind === 'and' ? 'AND' : 'OR',
    condition.all.map((part) => conditionClause(part, write)),
  );
}

/** Whether a query finds a row. @param apart as in `Scope` of people */
export function exists({ sql, values }: Clause, negated: boolean, apart = false): Clause {
  if (apart) return { sql: `(${sql} LIMIT 1) IS ${negated ? '' : 'NOT '}NULL`, values };
  return { sql: `${negated ? 'NOT ' : ''}EXISTS (${sql})`, values };
}

/** A field without a column has no value. */
export function leafClause(words: SqlWords, leaf: CompareLeaf, column: SearchColumn | undefined): Clause {
  if (!column) return leaf.negated ? TRUE : FALSE;
  const { sql, values } = compared(words, leaf, column);
  if (!leaf.negated) return { sql, values };
  return { sql: column.missing === 'null' ? `(${column.sql} IS NULL OR NOT (${sql}))` : `NOT (${sql})`, values };
}

/** A leaf on a column, ignoring negation. */
export function compared(words: SqlWords, { op, value }: CompareLeaf, column: SearchColumn): Clause {
  if (op === 'pr') return present(column);
  switch (column.kind) {
    case 'text':
      return comparedText(words, op, String(value), column);
    case 'version':
      return op === 'eq' && /^[1-9]\d{0,8}$/.test(String(value)) ? { sql: `${column.sql} = ?`, values: [Number(value)] } : FALSE;
    case 'flag':
    case 'number':
      return { sql: `${column.sql} ${SIGNS[op as keyof typeof SIGNS]} ?`, values: [Number(value)] };
  }
}

const SIGNS = { eq: '=', gt: '>', ge: '>=', lt: '<', le: '<=' } as const;

/** No stored text is empty or ends in a space, and MariaDB would ignore the space. */
export function isNever(text: string): boolean {
  return text === '' || text.endsWith(' ');
}

function comparedText(words: SqlWords, op: CompareLeaf['op'], text: string, column: SearchColumn): Clause {
  if (op === 'eq') return isNever(text) ? FALSE : { sql: `${column.sql} = ?`, values: [text] };
  const below = op === 'lt' || op === 'le';
  // Every value contains the empty text and sorts after it.
  if (text === '') return below ? FALSE : present(column);
  if (below || op === 'gt' || op === 'ge') return ordered(op, text, column);
  if (op === 'co') return words.contains(column.sql, text);
  if (op === 'sw') return isRanged(column) ? begins(words, column.sql, text) : words.startsWith(column.sql, text);
  return column.reversed === undefined ? words.endsWith(column.sql, text) : begins(words, column.reversed, reverseKey(text));
}

/** Whether an index can answer a range of texts. */
function isRanged({ missing, indexed }: SearchColumn): boolean {
  return missing !== 'null' || indexed === true;
}

/** MariaDB compares as if the shorter text were padded with spaces: the order differs for control characters and trailing spaces. */
const PADDED = /\p{Cc}| $/u;

/** A range of an index if possible; otherwise by the bytes in hexadecimal, which sort by code point on every engine. */
function ordered(op: 'gt' | 'ge' | 'lt' | 'le', text: string, column: SearchColumn): Clause {
  const range =
    isRanged(column) && !PADDED.test(text)
      ? { sql: `${column.sql} ${SIGNS[op]} ?`, values: [text] }
      : { sql: `HEX(${column.sql}) ${SIGNS[op]} ?`, values: [Buffer.from(text).toString('hex').toUpperCase()] };
  if (column.missing === undefined) return range;
  // The placeholder for a missing value sorts after every text, so an upper bound excludes it; and SQLite's HEX of NULL is empty.
  return joined('AND', [range, column.missing === 'null' ? present(column) : { sql: `${column.sql} < ?`, values: [MISSING] }]);
}

/** A range, for a column with an index and without line breaks. If the text ends in a space, the engines differ about the lower end. */
function begins(words: SqlWords, column: string, text: string): Clause {
  const range = { sql: `(${column} >= ? AND ${column} < ?)`, values: [text, text + MISSING] };
  return text.endsWith(' ') ? joined('AND', [range, words.startsWith(column, text)]) : range;
}

function present({ sql, missing }: SearchColumn): Clause {
  if (missing === 'null') return { sql: `${sql} IS NOT NULL`, values: [] };
  return missing === 'key' ? { sql: `${sql} <> ?`, values: [MISSING] } : TRUE;
}
