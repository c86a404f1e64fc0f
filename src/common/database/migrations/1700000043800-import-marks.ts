import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns } from '../dialect.js';

const COLUMNS = { import_mark: 'VARCHAR(50) NULL' };

/** By what an import knows again the password that one before it brought. */
export class ImportMarks1700000043800 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'passwords', COLUMNS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'passwords', Object.keys(COLUMNS));
  }
}
