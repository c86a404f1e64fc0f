// The SQL fragments of searches that differ between engines. dialect.ts chooses; every value is a parameter.
import type { SqlValue } from './dialect.js';

/** An SQL fragment and its parameters, in the order of their placeholders. */
export interface Clause {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** The elements of a list in a JSON column as rows: what follows `FROM`, and how it names a member of an element. */
export interface ElementRows {
  readonly from: string;
  text(member: string): string;
  /** 0 or 1; 0 if the member is absent. */
  flag(member: string): string;
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
  /** @param members names of the elements' members, from a table and never from a caller */
  elements(document: string, list: string, members: readonly string[]): ElementRows;
}

/** LIKE with every character of `text` taken literally; compares bytes, which is a third faster than characters and equivalent in UTF-8. */
function like(column: string, text: string, pattern: (escaped: string) => string): Clause {
  return { sql: `${column} LIKE CAST(? AS BINARY) ESCAPE '!'`, values: [pattern(text.replace(/[!%_]/g, '!$&'))] };
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
  elements(document, list, members) {
    const columns = members.map((member, index) => `m${index} MEDIUMTEXT PATH '$."${member}"'`);
    const name = (member: string) => `j.m${members.indexOf(member)}`;
    return {
      from: `JSON_TABLE(${document}, '$."${list}"[*]' COLUMNS (${columns.join(', ')})) j`,
      text: name,
      flag: (member) => `COALESCE(${name(member)} = 'true', FALSE)`,
    };
  },
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
  elements(document, list) {
    const name = (member: string) => `json_extract(j.value, '$."${member}"')`;
    return {
      from: `json_each(${document}, '$."${list}"') j`,
      text: name,
      flag: (member) => `COALESCE(${name(member)}, 0)`,
    };
  },
};
