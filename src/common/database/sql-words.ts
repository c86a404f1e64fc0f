// The words in which a search is written: what the engines say differently. dialect.ts chooses; every text goes in as a parameter.
import type { SqlValue } from './dialect.js';

/** A piece of SQL and its parameters, in the order of their question marks. */
export interface Clause {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** The elements of a list in a JSON column, as rows: what follows `FROM`, and how a member of an element is named there. */
export interface ElementRows {
  readonly from: string;
  text(member: string): string;
  /** 0 or 1; 0 when the member is absent. */
  flag(member: string): string;
}

export interface SqlWords {
  /** After the name of a table: its rows are found by this index and no other. */
  useIndex(index: string): string;
  /** After the name of a table: its rows are found by its primary key and no other index. */
  readonly byPrimaryKey: string;
  /** After the name of a table: its rows are read from end to end. */
  readonly wholeTable: string;
  /** A join that takes its left side first. */
  readonly thenJoin: string;
  contains(column: string, text: string): Clause;
  startsWith(column: string, text: string): Clause;
  endsWith(column: string, text: string): Clause;
  /** @param members names of the elements' members, from a table and never from a caller */
  elements(document: string, list: string, members: readonly string[]): ElementRows;
}

/** LIKE with everything in `text` meant to the letter; by bytes, which is a third quicker than by characters and in UTF-8 the same. */
function like(column: string, text: string, pattern: (escaped: string) => string): Clause {
  return { sql: `${column} LIKE CAST(? AS BINARY) ESCAPE '!'`, values: [pattern(text.replace(/[!%_]/g, '!$&'))] };
}

/** MariaDB and MySQL. Columns have a binary collation, so LIKE compares to the letter. */
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
  // The index of a primary key has no name of its own here; it is taken.
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
