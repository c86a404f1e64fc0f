import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable } from '../dialect.js';

/** How far personal data in events is blanked. */
export class EventUpkeep1700000012500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'event_upkeep', ['id INTEGER NOT NULL', 'blanked_us BIGINT NOT NULL', 'PRIMARY KEY (id)']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS event_upkeep');
  }
}
