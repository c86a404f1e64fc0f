import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable } from '../dialect.js';

/** Adds the sign-ins of each organization and day. */
export class SignInCounts1700000055000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(
      runner,
      'sign_in_counts',
      [
        'org_no BIGINT NOT NULL',
        'day INTEGER NOT NULL',
        'succeeded INTEGER NOT NULL',
        'failed INTEGER NOT NULL',
        'expires_us BIGINT NOT NULL',
        'PRIMARY KEY (org_no, day)',
      ],
      { sign_in_counts_by_expiry: 'expires_us' },
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE sign_in_counts');
  }
}
