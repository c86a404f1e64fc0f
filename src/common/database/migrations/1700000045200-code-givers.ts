import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns } from '../dialect.js';

/** Codes that an administrator gives name that administrator; codes of older builds name none, and work for people without roles. */
export class CodeGivers1700000045200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'mailed_codes', { given_by: 'BIGINT' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'mailed_codes', ['given_by']);
  }
}
