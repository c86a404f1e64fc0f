import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';

const TABLE = 'browser_sessions';
const INDEX = 'browser_sessions_by_user';

/** The sessions of a user are found and shown, with a coarse name of the browser. */
export class SessionsOfUsers1700000008500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn(TABLE, 'browser_name')))
      await runner.query(`ALTER TABLE ${TABLE} ADD COLUMN browser_name VARCHAR(60) NULL`);
    if (!(await hasIndex(runner))) await runner.createIndex(TABLE, new TableIndex({ name: INDEX, columnNames: ['user_no'] }));
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await hasIndex(runner)) await runner.dropIndex(TABLE, INDEX);
    if (await runner.hasColumn(TABLE, 'browser_name')) await runner.query(`ALTER TABLE ${TABLE} DROP COLUMN browser_name`);
  }
}

async function hasIndex(runner: QueryRunner): Promise<boolean> {
  return (await runner.getTable(TABLE))?.indices.some(({ name }) => name === INDEX) ?? false;
}
