import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns } from '../dialect.js';

/** Temporary passwords name the caller who gave them. Those of older builds name none, and work whatever roles their person has. */
export class PasswordGivers1700000046300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'passwords', { given_by: 'BIGINT' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'passwords', ['given_by']);
  }
}
