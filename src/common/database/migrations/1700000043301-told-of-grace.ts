import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns } from '../dialect.js';

const COLUMNS = { told_us: 'BIGINT NULL' };

/** When people were last told that a second factor will be required of them. */
export class ToldOfGrace1700000043301 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'factor_states', COLUMNS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'factor_states', Object.keys(COLUMNS));
  }
}
