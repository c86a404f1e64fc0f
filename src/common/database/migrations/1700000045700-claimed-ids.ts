import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable } from '../dialect.js';

/** The unique key over the ids of users and groups: units of work that choose one id meet here. It is empty between them. */
export class ClaimedIds1700000045700 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'claimed_ids', ['id VARCHAR(200) NOT NULL', 'PRIMARY KEY (id)']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS claimed_ids');
  }
}
