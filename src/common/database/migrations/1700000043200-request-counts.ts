import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable } from '../dialect.js';

/** How many requests all processes together let in of whoever comes near a quota. */
export class RequestCounts1700000043200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(
      runner,
      'request_counts',
      ['key_digest VARCHAR(64) NOT NULL PRIMARY KEY', 'requests BIGINT NOT NULL', 'expires_us BIGINT NOT NULL'],
      { request_counts_by_expiry: 'expires_us' },
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS request_counts');
  }
}
