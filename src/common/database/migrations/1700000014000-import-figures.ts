import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns } from '../dialect.js';

/** How many records were worked off when the import ended. */
const COLUMNS = { done: 'BIGINT NULL' };

export class ImportFigures1700000014000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'import_jobs', COLUMNS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'import_jobs', Object.keys(COLUMNS));
  }
}
