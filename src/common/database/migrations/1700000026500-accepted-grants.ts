import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns } from '../dialect.js';

const COLUMNS = { accepted_us: 'BIGINT NULL' };

/** An organization accepts a grant of somebody else's project before its people are no longer asked for consent. */
export class AcceptedGrants1700000026500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'project_grants', COLUMNS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'project_grants', Object.keys(COLUMNS));
  }
}
