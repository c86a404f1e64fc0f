import { createHash } from 'node:crypto';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns, replaceIndexes } from '../dialect.js';

const TABLE = 'browser_sessions';
const INDEXES = { browser_sessions_by_use: 'org_no, used_us, name', browser_sessions_by_name: 'name' };

/** Sessions of an organization are listed in the order of their use, and found by the name that events and forms have for them. */
export class NamesOfSessions1700000040200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, TABLE, { name: 'VARCHAR(22) NULL' });
    const rows = (await runner.query(`SELECT DISTINCT session_uid FROM ${TABLE} WHERE name IS NULL`)) as Array<{ session_uid: string }>;
    for (const { session_uid } of rows) {
      const name = createHash('sha256').update(`session ${session_uid}`).digest('base64url').slice(0, 22);
      await runner.query(`UPDATE ${TABLE} SET name = ? WHERE session_uid = ?`, [name, session_uid]);
    }
    await replaceIndexes(runner, TABLE, {}, INDEXES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceIndexes(runner, TABLE, INDEXES, {});
    await dropColumns(runner, TABLE, ['name']);
  }
}
