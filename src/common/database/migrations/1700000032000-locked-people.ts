import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns } from '../dialect.js';

const COLUMNS = { locked_us: 'BIGINT NULL' };

/** Administrators lock people, which a directory neither sees nor undoes. */
export class LockedPeople1700000032000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'users', COLUMNS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'users', Object.keys(COLUMNS));
  }
}
