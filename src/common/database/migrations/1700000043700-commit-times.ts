import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns, replaceIndexes } from '../dialect.js';

const COLUMNS = { recorded_us: 'BIGINT NULL' };
const INDEX = { event_commits_by_time: 'position, recorded_us, tx_no' };

/** Commits get their positions in the order of the database's clock. An older build beside leaves the column empty. */
export class CommitTimes1700000043700 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'event_commits', COLUMNS);
    await replaceIndexes(runner, 'event_commits', {}, INDEX);
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceIndexes(runner, 'event_commits', INDEX, {});
    await dropColumns(runner, 'event_commits', Object.keys(COLUMNS));
  }
}
