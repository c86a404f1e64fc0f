import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns } from '../dialect.js';

const PAGE = 500;
const LENGTH = 400;

/** Service users are found by their names as people are: whatever the case, on every engine. */
export class ServiceUserNames1700000044000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'service_users', { name_key: `VARCHAR(${LENGTH}) NOT NULL DEFAULT ''` });
    await foldNames(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'service_users', ['name_key']);
  }
}

async function foldNames(runner: QueryRunner): Promise<void> {
  for (let after = 0; ;) {
    const rows = (await runner.query(
      `SELECT user_no, name FROM service_users WHERE user_no > ${after} ORDER BY user_no LIMIT ${PAGE}`,
    )) as Array<{ user_no: number | string; name: string }>;
    for (const { user_no, name } of rows) {
      const key = [...name.normalize('NFKC').toLowerCase()].slice(0, LENGTH).join('');
      await runner.query('UPDATE service_users SET name_key = ? WHERE user_no = ?', [key, user_no]);
    }
    if (rows.length < PAGE) return;
    after = Number(rows.at(-1)?.user_no);
  }
}
