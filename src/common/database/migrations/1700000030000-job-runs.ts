import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns } from '../dialect.js';

const COLUMNS = { started_us: 'BIGINT NULL', ended_us: 'BIGINT NULL', failure: 'VARCHAR(300) NULL' };

/** How the last run of each background job ended. */
export class JobRuns1700000030000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'leases', COLUMNS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'leases', Object.keys(COLUMNS));
  }
}
