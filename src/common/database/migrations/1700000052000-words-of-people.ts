import type { MigrationInterface, QueryRunner } from 'typeorm';

const WORDS = 7;
const PAGE = 200;

/** A person as it is stored; both are given in the order of `no`. */
interface Row {
  no: number | string;
  org_no: number | string;
  user_name: string;
  given_name: string | null;
  family_name: string | null;
  middle_name: string | null;
  honorific_prefix: string | null;
  honorific_suffix: string | null;
  display_name: string | null;
  formatted_name: string | null;
}

/** Adds the words inside names of people who are there, by which consoles find them. Rows of `user_values` with this number are nothing else. */
export class WordsOfPeople1700000052000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (let after = 0, more = true; more;) {
      const rows = (await runner.query(
        `SELECT no, org_no, user_name, given_name, family_name, middle_name, honorific_prefix, honorific_suffix, display_name, formatted_name
          FROM users WHERE kind = 'person' AND no > ? ORDER BY no LIMIT ${PAGE}`,
        [after],
      )) as Row[];
      for (const row of rows) await insertWords(runner, row);
      after = Number(rows.at(-1)?.no);
      more = rows.length === PAGE;
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM user_values WHERE attr_no = ${WORDS}`);
  }
}

async function insertWords(runner: QueryRunner, row: Row): Promise<void> {
  const words = innerWords(row);
  if (words.length === 0) return;
  const values = words.flatMap((word, ord) => [row.no, WORDS, ord, row.org_no, word, [...word].reverse().join(''), null, 0]);
  const marks = words.map(() => '(?, ?, ?, ?, ?, ?, ?, ?)').join(', ');
  await runner.query(
    `INSERT INTO user_values (user_no, attr_no, ord, org_no, value_key, value_rev, type, is_primary) VALUES ${marks}`,
    values,
  );
}

// What src/users/directory/people/person/inner-words.ts did when this was written.

function innerWords(row: Row): string[] {
  const names = [row.given_name, row.family_name, row.display_name].flatMap((text) => (text === null ? [] : fold(text)));
  const begun = [...names, fold(row.user_name)];
  const parts = [row.honorific_prefix, row.given_name, row.middle_name, row.family_name, row.honorific_suffix];
  const whole = row.formatted_name ?? parts.filter((part) => part !== null).join(' ');
  const words: string[] = [];
  for (const text of row.display_name === null ? [...names, fold(whole)] : names)
    for (const word of wordsOf(text)) if (words.length < 12 && ![...begun, ...words].some((one) => one.startsWith(word))) words.push(word);
  return words;
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase();

function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const token of text.split(' ')) {
    const name = [...token];
    for (const [at, character] of name.entries()) {
      const begins = !/[\p{L}\p{N}\p{M}]/u.test(name[at - 1] ?? ' ') && /[\p{L}\p{N}\p{M}]/u.test(character);
      const word = name.slice(at).join('');
      if (begins && word.length >= 2) words.push(cutWord(word));
    }
  }
  return words;
}

function cutWord(word: string): string {
  const end = word.charCodeAt(59);
  return word.slice(0, end >= 0xd800 && end < 0xdc00 ? 59 : 60);
}
