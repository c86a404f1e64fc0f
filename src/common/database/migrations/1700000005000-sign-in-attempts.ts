import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable } from '../dialect.js';

/** Counts of attempts that may be guesses: passwords, mailed codes, mails asked for. */
export class SignInAttempts1700000005000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(
      runner,
      'sign_in_attempts',
      [
        'key_digest VARCHAR(64) NOT NULL',
        'user_no BIGINT NOT NULL',
        'attempts INTEGER NOT NULL',
        'failed INTEGER NOT NULL',
        'not_before_us BIGINT NOT NULL',
        'expires_us BIGINT NOT NULL',
        'PRIMARY KEY (key_digest)',
      ],
      { sign_in_attempts_by_user: 'user_no', sign_in_attempts_by_expiry: 'expires_us' },
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS sign_in_attempts');
  }
}
