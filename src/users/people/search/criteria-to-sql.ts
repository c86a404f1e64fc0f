// A condition on people as SQL with parameters only, true or false and never unknown.
import type { Clause, JsonList, SqlWords } from '../../../common/database/sql-words.js';
import { MISSING, reverseKey } from '../../identifiers/fold.js';
import { conjuncts, isJunction, leavesOf, type CompareLeaf, type Condition, type ElementLeaf } from './condition.js';
import { LIST_NUMBERS, MEMBERS, SEARCH_COLUMNS, VALUE_FIELDS, valueSearchColumns, type SearchColumn } from '../person.columns.js';

/** The organization to search, and the SQL words of the engine. */
export interface Scope {
  readonly orgNo: number;
  /** Whose external ids count. */
  readonly domainNo: number;
  readonly words: SqlWords;
  /** Few people are read: elements are tested per person. Otherwise MariaDB may first collect everybody's matching elements, which can take seconds. */
  readonly apart?: boolean;
}

export const TRUE: Clause = { sql: '1 = 1', values: [] };
const FALSE: Clause = { sql: '1 = 0', values: [] };

/** The condition on the row `u` of `users`, without the organization, which every inner query contains. */
export function personClause(scope: Scope, condition: Condition): Clause {
  return clause(condition, (leaf) => (leaf.kind === 'element' ? elementClause(scope, leaf) : personLeaf(scope, leaf)));
}

/** The condition on a row of `user_values`, which goes by the name `v` unless told. */
export function valueClause(words: SqlWords, condition: Condition, v = 'v'): Clause {
  const columns = valueSearchColumns(v);
  return clause(condition, (leaf) => leafClause(words, leaf as CompareLeaf, columns[(leaf as CompareLeaf).field]));
}

/** Whether the elements can be tested in `user_values`; otherwise in JSON. */
export function isIndexedElement({ list, of }: ElementLeaf): boolean {
  return Object.hasOwn(LIST_NUMBERS, list) && leavesOf(of).every((leaf) => leaf.kind === 'compare' && VALUE_FIELDS.has(leaf.field));
}

export function joined(kind: 'AND' | 'OR', parts: readonly Clause[]): Clause {
  if (parts.length === 0) return kind === 'AND' ? TRUE : FALSE;
  return { sql: `(${parts.map(({ sql }) => sql).join(` ${kind} `)})`, values: parts.flatMap(({ values }) => values) };
}

function clause(condition: Condition, write: (leaf: CompareLeaf | ElementLeaf) => Clause): Clause {
  if (!isJunction(condition)) return write(condition);
  return joined(
    condition.kind === 'and' ? 'AND' : 'OR',
    condition.all.map((part) => clause(part, write)),
  );
}

function personLeaf(scope: Scope, leaf: CompareLeaf): Clause {
  return leaf.field === 'externalId' ? externalIdClause(scope, leaf) : leafClause(scope.words, leaf, SEARCH_COLUMNS[leaf.field]);
}

function externalIdClause({ orgNo, domainNo, words }: Scope, leaf: CompareLeaf): Clause {
  const { sql, values } = externalIdTest(words, leaf);
  return exists(
    {
      sql: `SELECT 1 FROM external_ids e WHERE e.user_no = u.no AND e.org_no = ? AND e.domain_no = ? AND ${sql}`,
      values: [orgNo, domainNo, ...values],
    },
    leaf.negated,
  );
}

/** The condition on a row `e` of `external_ids`, whether negated or not. */
export function externalIdTest(words: SqlWords, leaf: CompareLeaf): Clause {
  return compared(words, leaf, { sql: 'e.value', kind: 'text' });
}

function elementClause(scope: Scope, leaf: ElementLeaf): Clause {
  if (isIndexedElement(leaf)) {
    const { sql, values } = valueClause(scope.words, leaf.of);
    const attributeNo = LIST_NUMBERS[leaf.list as keyof typeof LIST_NUMBERS];
    return exists(
      {
        sql: `SELECT 1 FROM user_values v WHERE v.user_no = u.no AND v.attr_no = ${attributeNo} AND v.org_no = ? AND ${sql}`,
        values: [scope.orgNo, ...values],
      },
      leaf.negated,
      scope.apart,
    );
  }
  return Object.hasOwn(MEMBERS, leaf.list) ? jsonClause(scope.words, leaf) : leaf.negated ? TRUE : FALSE;
}

/** The lists in the form in which they are compared. */
const DOCUMENT = 'COALESCE(u.lists_key, u.lists)';

/** An element that only the JSON has. Its text is searched first, because parsing JSON is the slow part. */
function jsonClause(words: SqlWords, { list, of, negated }: ElementLeaf): Clause {
  const all = joined('AND', [
    words.contains(DOCUMENT, `"${list}":[{`),
    ...needles(of).map((text) => words.contains(DOCUMENT, text)),
    anyElementClause(words, { document: DOCUMENT, name: list }, of),
  ]);
  return negated ? { sql: `NOT ${all.sql}`, values: all.values } : all;
}

function anyElementClause(words: SqlWords, list: JsonList, of: Condition): Clause {
  if (of.kind === 'compare' && of.op === 'pr' && !of.negated && of.field !== 'primary' && isMember(list.name, of.field))
    return words.anyElementHas(list, of.field);
  return words.anyElement(list, (members) => {
    const column = (field: string): SearchColumn | undefined => {
      if (!isMember(list.name, field)) return undefined;
      if (field === 'primary') return { sql: members.flag(field), kind: 'flag' };
      return { sql: members.text(field), kind: 'text', missing: 'null' };
    };
    return clause(of, (leaf) => leafClause(words, leaf as CompareLeaf, column((leaf as CompareLeaf).field)));
  });
}

/** Names of members are written into the SQL, so only those of the table are. */
function isMember(list: string, field: string): boolean {
  return MEMBERS[list as keyof typeof MEMBERS].includes(field);
}

const CONTAINING: ReadonlySet<CompareLeaf['op']> = new Set(['eq', 'co', 'sw', 'ew']);

/** Texts that the JSON of a matching element must contain. */
function needles(of: Condition): string[] {
  return conjuncts(of).flatMap((leaf) =>
    leaf.kind === 'compare' && !leaf.negated && CONTAINING.has(leaf.op) && typeof leaf.value === 'string' && leaf.value !== ''
      ? [JSON.stringify(leaf.value).slice(1, -1)]
      : [],
  );
}

function exists({ sql, values }: Clause, negated: boolean, apart = false): Clause {
  if (apart) return { sql: `(${sql} LIMIT 1) IS ${negated ? '' : 'NOT '}NULL`, values };
  return { sql: `${negated ? 'NOT ' : ''}EXISTS (${sql})`, values };
}

/** A field that is not stored has no value. */
function leafClause(words: SqlWords, leaf: CompareLeaf, column: SearchColumn | undefined): Clause {
  if (!column) return leaf.negated ? TRUE : FALSE;
  const { sql, values } = compared(words, leaf, column);
  if (!leaf.negated) return { sql, values };
  return { sql: column.missing === 'null' ? `(${column.sql} IS NULL OR NOT (${sql}))` : `NOT (${sql})`, values };
}

function compared(words: SqlWords, { op, value }: CompareLeaf, column: SearchColumn): Clause {
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
