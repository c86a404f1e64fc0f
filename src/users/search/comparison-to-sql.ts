// A condition as SQL with parameters only, true or false and never unknown: what holds for people and for groups.
import type { Clause, SqlWords } from '../../common/database/sql-words.js';
import { MISSING, reverseKey } from '../identifiers/fold.js';
import { isJunction, type CompareLeaf, type Condition, type ElementLeaf } from './condition.js';

/** How a field is compared in SQL. Texts of a field are folded throughout, or to the letter throughout. */
export interface SearchColumn {
  readonly sql: string;
  readonly kind: 'text' | 'number' | 'flag' | 'version';
  /** How a missing value is stored; absent where there always is one. */
  readonly missing?: 'null' | 'key';
  /** With `missing: 'null'`: it has an index all the same, and no line breaks. */
  readonly indexed?: boolean;
  /** The same text backwards. */
  readonly reversed?: string;
}

export const TRUE: Clause = { sql: '1 = 1', values: [] };
export const FALSE: Clause = { sql: '1 = 0', values: [] };

/** All of the parts, or any of them. */
export function joined(kind: 'AND' | 'OR', parts: readonly Clause[]): Clause {
  if (parts.length === 0) return kind === 'AND' ? TRUE : FALSE;
  return { sql: `(${parts.map(({ sql }) => sql).join(` ${kind} `)})`, values: parts.flatMap(({ values }) => values) };
}

/** A condition as SQL, whose leaves `write` turns into SQL. */
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

/** A field that is not stored has no value. */
export function leafClause(words: SqlWords, leaf: CompareLeaf, column: SearchColumn | undefined): Clause {
  if (!column) return leaf.negated ? TRUE : FALSE;
  const { sql, values } = compared(words, leaf, column);
  if (!leaf.negated) return { sql, values };
  return { sql: column.missing === 'null' ? `(${column.sql} IS NULL OR NOT (${sql}))` : `NOT (${sql})`, values };
}

/** A leaf on a column, whether negated or not. */
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

/** Nothing stored is empty or ends in a space, and MariaDB would ignore the space. */
export function isNever(text: string): boolean {
  return text === '' || text.endsWith(' ');
}

function comparedText(words: SqlWords, op: CompareLeaf['op'], text: string, column: SearchColumn): Clause {
  if (op === 'eq') return isNever(text) ? FALSE : { sql: `${column.sql} = ?`, values: [text] };
  const below = op === 'lt' || op === 'le';
  // Every value contains the empty text and comes after it.
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

/** MariaDB compares as if the shorter text went on with spaces: another order where a control character or a space at the end is involved. */
const PADDED = /\p{Cc}| $/u;

/** A range of an index where one can be asked for; otherwise by the bytes in hexadecimal, which have the order of code points on every engine. */
function ordered(op: 'gt' | 'ge' | 'lt' | 'le', text: string, column: SearchColumn): Clause {
  const range =
    isRanged(column) && !PADDED.test(text)
      ? { sql: `${column.sql} ${SIGNS[op]} ?`, values: [text] }
      : { sql: `HEX(${column.sql}) ${SIGNS[op]} ?`, values: [Buffer.from(text).toString('hex').toUpperCase()] };
  if (column.missing === undefined) return range;
  // What stands for a missing value comes after every text, so that a range with both ends leaves it out; and SQLite's HEX of NULL is empty.
  return joined('AND', [range, column.missing === 'null' ? present(column) : { sql: `${column.sql} < ?`, values: [MISSING] }]);
}

/** A range, which an index can be asked for and no line break stands in; where the text ends in a space, the engines differ about its lower end. */
function begins(words: SqlWords, column: string, text: string): Clause {
  const range = { sql: `(${column} >= ? AND ${column} < ?)`, values: [text, text + MISSING] };
  return text.endsWith(' ') ? joined('AND', [range, words.startsWith(column, text)]) : range;
}

function present({ sql, missing }: SearchColumn): Clause {
  if (missing === 'null') return { sql: `${sql} IS NOT NULL`, values: [] };
  return missing === 'key' ? { sql: `${sql} <> ?`, values: [MISSING] } : TRUE;
}
