// The SQL fragments of searches that differ between engines. dialect.ts chooses; every value is a parameter.
import type { SqlValue } from './sql-value.js';

/** An SQL fragment and its parameters, in the order of their placeholders. */
export interface Clause {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** The SQL expressions for the members of one list element. */
export interface ElementMembers {
  text(member: string): string;
  /** 0 or 1; 0 if the member is absent. */
  flag(member: string): string;
}

/** A list of objects in a JSON column. All three come from code, never from a caller. */
export interface JsonList {
  document: string;
  name: string;
}

export interface SqlWords {
  /** Follows a table name: forces this index. */
  useIndex(index: string): string;
  /** Follows a table name: forces the primary key. */
  readonly byPrimaryKey: string;
  /** Follows a table name: forces a full scan. */
  readonly wholeTable: string;
  /** A join that reads its left side first. */
  readonly thenJoin: string;
  contains(column: string, text: string): Clause;
  startsWith(column: string, text: string): Clause;
  endsWith(column: string, text: string): Clause;
  /** Whether any element of a list meets a condition; never unknown. The list must not be empty. */
  anyElement(list: JsonList, condition: (members: ElementMembers) => Clause): Clause;
  /** Whether any element of a list has a member. */
  anyElementHas(list: JsonList, member: string): Clause;
}

/** LIKE with every character of `text` taken literally; compares bytes, which is a third faster than characters and equivalent in UTF-8. */
function like(column: string, text: string, pattern: (escaped: string) => string): Clause {
  return { sql: `${column} LIKE CAST(? AS BINARY) ESCAPE '!'`, values: [pattern(text.replace(/[!%_]/g, '!$&'))] };
}

/** Elements that are tested one by one, so that the document is parsed at most once per element. Nearly every list is shorter. */
const UNROLLED = 4;
const DIGITS = ['a', 'b', 'c', 'd'] as const;
const BASE = 16;

/**
 * The elements of a list without JSON_TABLE: TiDB has none, and MySQL turns a correlated EXISTS over it into a semijoin that loses its
 * correlation and finds no rows.
 * The first elements are tested one after the other, as many as exist; the others by number.
 */
function anyElement(list: JsonList, condition: (members: ElementMembers) => Clause): Clause {
  const length = `JSON_LENGTH(${list.document}, '$."${list.name}"')`;
  let rest: Clause = otherElements(list, length, condition);
  for (let index = UNROLLED - 1; index >= 0; index--) {
    const own = condition(membersAt(list, (member) => `'$."${list.name}"[${index}]."${member}"'`));
    const any = `((${own.sql}) IS TRUE OR ${rest.sql})`;
    rest = { sql: index === 0 ? any : `(${length} > ${index} AND ${any})`, values: [...own.values, ...rest.values] };
  }
  return { sql: `(${rest.sql}) IS TRUE`, values: rest.values };
}

/**
 * Keeps TiDB from turning an EXISTS into a join, which would pair every person with every number before testing any condition. MariaDB and
 * MySQL treat the hint as a comment, and evaluate the EXISTS for each person.
 */
const FOR_EACH_ROW = '/*+ NO_DECORRELATE() */';

/** Numbers of four digits, limited digit by digit to the length of the list. */
function otherElements(list: JsonList, length: string, condition: (members: ElementMembers) => Clause): Clause {
  const digits = Array.from({ length: BASE }, (_, digit) => (digit === 0 ? 'SELECT 0 AS n' : `SELECT ${digit}`)).join(' UNION ALL ');
  const parts = DIGITS.map((digit, index) => `${digit}.n * ${BASE ** (DIGITS.length - 1 - index)}`);
  const index = parts.join(' + ');
  const inside = parts.map((_, index) => `${parts.slice(0, index + 1).join(' + ')} < ${length}`).join(' AND ');
  const { sql, values } = condition(membersAt(list, (member) => `CONCAT('$."${list.name}"[', ${index}, ']."${member}"')`));
  const from = DIGITS.map((digit) => `(${digits}) ${digit}`).join(' STRAIGHT_JOIN ');
  return {
    sql: `(${length} > ${UNROLLED} AND EXISTS (SELECT ${FOR_EACH_ROW} 1 FROM ${from} WHERE ${inside} AND ${index} >= ${UNROLLED} AND ${sql}))`,
    values,
  };
}

function membersAt({ document }: JsonList, path: (member: string) => string): ElementMembers {
  const text = (member: string) => `JSON_UNQUOTE(JSON_EXTRACT(${document}, ${path(member)}))`;
  return { text, flag: (member) => `COALESCE(${text(member)} = 'true', FALSE)` };
}

/** MariaDB and MySQL. Columns have a binary collation, so LIKE is exact. */
export const SERVER_WORDS: SqlWords = {
  useIndex: (index) => ` FORCE INDEX (${index})`,
  byPrimaryKey: ' FORCE INDEX (PRIMARY)',
  wholeTable: ' FORCE INDEX (PRIMARY)',
  thenJoin: 'STRAIGHT_JOIN',
  contains: (column, text) => like(column, text, (escaped) => `%${escaped}%`),
  startsWith: (column, text) => like(column, text, (escaped) => `${escaped}%`),
  endsWith: (column, text) => like(column, text, (escaped) => `%${escaped}`),
  anyElement,
  anyElementHas: ({ document, name }, member) => ({
    sql: `JSON_EXTRACT(${document}, '$."${name}"[*]."${member}"') IS NOT NULL`,
    values: [],
  }),
};

/** SQLite. Its LIKE ignores the case of ASCII letters. */
export const EMBEDDED_WORDS: SqlWords = {
  useIndex: (index) => ` INDEXED BY ${index}`,
  // A primary key's index has no name here; SQLite uses it anyway.
  byPrimaryKey: '',
  wholeTable: ' NOT INDEXED',
  thenJoin: 'CROSS JOIN',
  contains: (column, text) => ({ sql: `instr(${column}, ?) > 0`, values: [text] }),
  startsWith: (column, text) => ({ sql: `substr(${column}, 1, length(?)) = ?`, values: [text, text] }),
  endsWith: (column, text) => ({ sql: `substr(${column}, -length(?)) = ?`, values: [text, text] }),
  anyElement({ document, name }, condition) {
    const text = (member: string) => `json_extract(j.value, '$."${member}"')`;
    const { sql, values } = condition({ text, flag: (member) => `COALESCE(${text(member)}, 0)` });
    return { sql: `EXISTS (SELECT 1 FROM json_each(${document}, '$."${name}"') j WHERE ${sql})`, values };
  },
  anyElementHas(list, member) {
    return this.anyElement(list, ({ text }) => ({ sql: `${text(member)} IS NOT NULL`, values: [] }));
  },
};
