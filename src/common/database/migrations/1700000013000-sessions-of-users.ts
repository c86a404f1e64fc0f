import type { MigrationInterface, QueryRunner } from 'typeorm';
import { replaceIndexes } from '../dialect.js';

const TABLE = 'browser_sessions';
const INDEX = { browser_sessions_by_user: 'user_no' };

/** The sessions of a user are found and shown, with a coarse name of the browser. */
export class SessionsOfUsers1700000013000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn(TABLE, 'browser_name')))
      await runner.query(`ALTER TABLE ${TABLE} ADD COLUMN browser_name VARCHAR(60) NULL`);
    await replaceIndexes(runner, TABLE, {}, INDEX);
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceIndexes(runner, TABLE, INDEX, {});
    if (await runner.hasColumn(TABLE, 'browser_name')) await runner.query(`ALTER TABLE ${TABLE} DROP COLUMN browser_name`);
  }
}
