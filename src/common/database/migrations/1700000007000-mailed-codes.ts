import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable } from '../dialect.js';

/** Codes that were mailed to prove who reads an address. */
export class MailedCodes1700000007000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(
      runner,
      'mailed_codes',
      [
        'id VARCHAR(64) NOT NULL',
        'user_no BIGINT NULL',
        'purpose VARCHAR(20) NOT NULL',
        'code_digest VARCHAR(64) NOT NULL',
        'address VARCHAR(400) NOT NULL',
        'tries INTEGER NOT NULL',
        'created_us BIGINT NOT NULL',
        'expires_us BIGINT NOT NULL',
        'ended_us BIGINT NULL',
        'PRIMARY KEY (id)',
      ],
      { mailed_codes_by_user: 'user_no, purpose', mailed_codes_by_expiry: 'expires_us' },
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS mailed_codes');
  }
}
