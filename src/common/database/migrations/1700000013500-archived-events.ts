import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns } from '../dialect.js';

/** Up to where the order of commits has holes, because events were archived. */
const COLUMNS = { archived_position: 'BIGINT NULL' };

export class ArchivedEvents1700000013500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'event_upkeep', COLUMNS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'event_upkeep', Object.keys(COLUMNS));
  }
}
