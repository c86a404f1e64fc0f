import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable } from '../dialect.js';

/** Requests to the admin API that their callers named, and the answers to them. */
export class IdempotencyKeys1700000031010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(
      runner,
      'idempotency_keys',
      [
        'caller_no BIGINT NOT NULL',
        'idempotency_key VARCHAR(255) NOT NULL',
        'request_digest VARCHAR(64) NOT NULL',
        'sealed_answer MEDIUMTEXT NULL',
        'running_us BIGINT NOT NULL',
        'expires_us BIGINT NOT NULL',
        'PRIMARY KEY (caller_no, idempotency_key)',
      ],
      { idempotency_keys_by_expiry: 'expires_us' },
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS idempotency_keys');
  }
}
