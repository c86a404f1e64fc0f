import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, createTable, dropColumns, replaceIndexes } from '../dialect.js';

/** Values of the enterprise extension (RFC 7643 section 4.3). */
const VALUES = {
  employee_number: 200,
  cost_center: 200,
  organization: 200,
  division: 200,
  department: 200,
  manager_id: 200,
  manager_ref: 1000,
};

/** Columns that get a folded one beside them. */
const FOLDED = {
  formatted_name: 1100,
  middle_name: 200,
  honorific_prefix: 200,
  honorific_suffix: 200,
  nick_name: 200,
  title: 200,
  user_type: 200,
  preferred_language: 100,
  locale: 100,
  timezone: 100,
  employee_number: 200,
  cost_center: 200,
  organization: 200,
  division: 200,
  department: 200,
  manager_id: 200,
};

const COLUMNS: Record<string, string> = {
  ...Object.fromEntries(Object.entries(VALUES).map(([name, length]) => [name, `VARCHAR(${length}) NULL`])),
  ...Object.fromEntries(Object.entries(FOLDED).map(([name, length]) => [`${name}_key`, `VARCHAR(${length}) NULL`])),
  lists_key: 'MEDIUMTEXT NULL',
};

/** What each list index is ordered by; before and after, so that it can be undone. */
const ORDERED = {
  users_by_name_end: 'user_name_rev',
  users_by_family_name: 'family_name_key',
  users_by_given_name: 'given_name_key',
  users_by_display_name: 'display_name_key',
  users_by_email: 'email_key',
  users_by_created: 'created_us',
  users_by_modified: 'modified_us',
  users_by_active: 'active',
};
const BEFORE = {
  ...Object.fromEntries(Object.entries(ORDERED).map(([name, column]) => [name, `org_no, ${column}, no`])),
  users_by_login: 'user_name_key, org_no',
  u_users_name: 'org_no, user_name_key',
};
const AFTER = {
  ...Object.fromEntries(Object.entries(ORDERED).map(([name, column]) => [name, `org_no, kind, ${column}, no`])),
  users_by_name: 'org_no, kind, user_name_key, no',
  users_by_id: 'org_no, kind, id, no',
  u_users_login: 'user_name_key, org_no',
};

const SLOTS = 8;
const PAGE = 500;

/** Every attribute of a person can be searched: folded values beside texts and lists, indexes of people only, and how many people there are. */
export class DirectorySearch1700000009000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'users', COLUMNS);
    await replaceIndexes(runner, 'users', BEFORE, AFTER);
    await createTable(runner, 'people_counts', [
      'org_no BIGINT NOT NULL',
      'slot INTEGER NOT NULL',
      'n BIGINT NOT NULL',
      'PRIMARY KEY (org_no, slot)',
    ]);
    await countPeople(runner);
    await foldPeople(runner);
    // What is compared is folded; photos are compared exactly and therefore in the lists.
    await runner.query('UPDATE user_values SET type = LOWER(type) WHERE type IS NOT NULL');
    await runner.query('DELETE FROM user_values WHERE attr_no = 4');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS people_counts');
    await replaceIndexes(runner, 'users', AFTER, BEFORE);
    await dropColumns(runner, 'users', Object.keys(COLUMNS));
  }
}

async function countPeople(runner: QueryRunner): Promise<void> {
  await runner.query('DELETE FROM people_counts');
  for (let slot = 0; slot < SLOTS; slot++) {
    const people = slot === 0 ? "(SELECT COUNT(*) FROM users u WHERE u.org_no = o.no AND u.kind = 'person')" : '0';
    await runner.query(`INSERT INTO people_counts (org_no, slot, n) SELECT o.no, ${slot}, ${people} FROM organizations o`);
  }
}

type Row = Record<string, string | number | null>;

async function foldPeople(runner: QueryRunner): Promise<void> {
  const names = Object.keys(FOLDED);
  for (let after = 0; ;) {
    const rows = (await runner.query(
      `SELECT no, lists, given_name, family_name, ${names.join(', ')} FROM users WHERE kind = 'person' AND no > ${after} ORDER BY no LIMIT ${PAGE}`,
    )) as Row[];
    for (const row of rows) {
      row.formatted_name ??= wholeName(row);
      await runner.query(`UPDATE users SET lists_key = ?, ${names.map((name) => `${name}_key = ?`).join(', ')} WHERE no = ?`, [
        foldLists(String(row.lists)),
        ...names.map((name) => fold(row[name])),
        row.no,
      ]);
    }
    if (rows.length < PAGE) return;
    after = Number(rows.at(-1)?.no);
  }
}

function wholeName(row: Row): string | null {
  const parts = [row.honorific_prefix, row.given_name, row.middle_name, row.family_name, row.honorific_suffix];
  return parts.filter((part) => part !== null).join(' ') || null;
}

function fold(text: unknown): string | null {
  return typeof text === 'string' ? text.normalize('NFKC').toLowerCase() : null;
}

function foldLists(text: string): string | null {
  const lists = JSON.parse(text) as Record<string, Array<Record<string, unknown>>>;
  for (const [name, elements] of Object.entries(lists))
    for (const element of elements)
      for (const [sub, value] of Object.entries(element))
        if (typeof value === 'string' && !(name === 'photos' && sub === 'value')) element[sub] = fold(value);
  const folded = JSON.stringify(lists);
  return folded === text ? null : folded;
}
