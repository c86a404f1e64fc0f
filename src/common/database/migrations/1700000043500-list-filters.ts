import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns, replaceIndexes } from '../dialect.js';

const PAGE = 500;
const LENGTH = 400;
const KEYS = ['user_name', 'display_name'] as const;
const COLUMNS = Object.fromEntries(KEYS.map((name) => [`${name}_key`, `VARCHAR(${LENGTH}) NOT NULL DEFAULT ''`]));
const INDEXES: Readonly<Record<string, Record<string, string>>> = {
  removed_people: { removed_people_by_name: 'org_no, user_name_key, user_no' },
  import_jobs: { import_jobs_by_creation: 'created_us, no' },
  project_grants: {
    project_grants_by_granted_creation: 'granted_org_no, created_us, no',
    project_grants_by_number: 'project_no, no',
    project_grants_by_creation: 'project_no, created_us, no',
  },
  authorizations: {
    authorizations_by_creation: 'org_no, created_us, no',
    authorizations_of_project_by_creation: 'project_no, grant_no, created_us, no',
  },
};

/** Removed people are found by their names; imports, grants and authorizations by time: an index for each order. */
export class ListFilters1700000043500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'removed_people', COLUMNS);
    await foldNames(runner);
    for (const [table, indexes] of Object.entries(INDEXES)) await replaceIndexes(runner, table, {}, indexes);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, indexes] of Object.entries(INDEXES)) await replaceIndexes(runner, table, indexes, {});
    await dropColumns(runner, 'removed_people', Object.keys(COLUMNS));
  }
}

async function foldNames(runner: QueryRunner): Promise<void> {
  for (let after = 0; ;) {
    const rows = (await runner.query(
      `SELECT user_no, ${KEYS.join(', ')} FROM removed_people WHERE user_no > ${after} ORDER BY user_no LIMIT ${PAGE}`,
    )) as Array<Record<(typeof KEYS)[number], string> & { user_no: number | string }>;
    for (const row of rows) {
      const keys = KEYS.map((name) => [...row[name].normalize('NFKC').toLowerCase()].slice(0, LENGTH).join(''));
      await runner.query('UPDATE removed_people SET user_name_key = ?, display_name_key = ? WHERE user_no = ?', [...keys, row.user_no]);
    }
    if (rows.length < PAGE) return;
    after = Number(rows.at(-1)?.user_no);
  }
}
