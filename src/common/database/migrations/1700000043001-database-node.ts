import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable } from '../dialect.js';

/** One row that says which of several database servers all processes work with. */
export class DatabaseNode1700000043001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'database_node', [
      'id INTEGER NOT NULL',
      'epoch BIGINT NOT NULL',
      'host VARCHAR(300) NOT NULL',
      'changed_s BIGINT NOT NULL',
      'PRIMARY KEY (id)',
    ]);
    await runner.query(
      "INSERT INTO database_node (id, epoch, host, changed_s) SELECT 1, 0, '', 0 FROM (SELECT 1 AS one) seed WHERE NOT EXISTS (SELECT 1 FROM database_node)",
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS database_node');
  }
}
