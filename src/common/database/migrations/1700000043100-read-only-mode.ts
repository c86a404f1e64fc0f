import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable } from '../dialect.js';

/** Whether all processes answer without writing, since when, and who wanted it. */
export class ReadOnlyMode1700000043100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'read_only_mode', [
      'id INTEGER NOT NULL',
      'since_us BIGINT NOT NULL',
      'editor VARCHAR(200) NOT NULL',
      'reason VARCHAR(300) NULL',
      'PRIMARY KEY (id)',
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS read_only_mode');
  }
}
