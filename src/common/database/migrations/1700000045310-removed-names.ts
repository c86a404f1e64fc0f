import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable } from '../dialect.js';

const PAGE = 20;

/** Names and addresses of removed people with roles, so that nobody who may do less comes by them while those may come back. */
export class RemovedNames1700000045310 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(
      runner,
      'removed_names',
      [
        'user_no BIGINT NOT NULL',
        'value_key VARCHAR(400) NOT NULL',
        'org_no BIGINT NOT NULL',
        'expires_us BIGINT NOT NULL',
        'PRIMARY KEY (user_no, value_key)',
      ],
      { removed_names_by_key: 'org_no, value_key, user_no', removed_names_by_expiry: 'expires_us' },
    );
    await keepNames(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS removed_names');
  }
}

interface Removed {
  user_no: number | string;
  org_no: number | string;
  expires_us: number | string;
  content: string;
}

async function keepNames(runner: QueryRunner): Promise<void> {
  // What a run that was interrupted has left.
  await runner.query('DELETE FROM removed_names');
  for (let after = 0; ;) {
    const rows = (await runner.query(
      `SELECT user_no, org_no, expires_us, content FROM removed_people WHERE user_no > ${after} ORDER BY user_no LIMIT ${PAGE}`,
    )) as Removed[];
    for (const row of rows) {
      const { person, roles } = JSON.parse(row.content) as {
        person: { userName: string; emails: Array<{ value: string }> };
        roles?: unknown[];
      };
      const names = (roles ?? []).length === 0 ? [] : [person.userName, ...person.emails.map(({ value }) => value)];
      for (const key of new Set(names.map((name) => name.normalize('NFKC').toLowerCase())))
        await runner.query('INSERT INTO removed_names (user_no, value_key, org_no, expires_us) VALUES (?, ?, ?, ?)', [
          row.user_no,
          key,
          row.org_no,
          row.expires_us,
        ]);
    }
    if (rows.length < PAGE) return;
    after = Number(rows.at(-1)?.user_no);
  }
}
