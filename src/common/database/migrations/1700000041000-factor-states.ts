import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable } from '../dialect.js';

/** Which kinds of factors people have, and since when they have been asked for one. */
export class FactorStates1700000041000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'factor_states', [
      'user_no BIGINT NOT NULL',
      'generation INTEGER NOT NULL',
      'kinds VARCHAR(100) NOT NULL',
      'asked_us BIGINT NULL',
      'PRIMARY KEY (user_no)',
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS factor_states');
  }
}
