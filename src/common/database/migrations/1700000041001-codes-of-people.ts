import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable } from '../dialect.js';

/** Secrets of authenticator apps, and recovery codes. */
export class CodesOfPeople1700000041001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'totp_secrets', [
      'user_no BIGINT NOT NULL',
      'id VARCHAR(36) NOT NULL',
      'secret VARCHAR(400) NOT NULL',
      'last_step BIGINT NOT NULL',
      'created_us BIGINT NOT NULL',
      'used_us BIGINT NULL',
      'PRIMARY KEY (user_no)',
    ]);
    await createTable(runner, 'recovery_codes', [
      'user_no BIGINT NOT NULL',
      'code_digest VARCHAR(64) NOT NULL',
      'created_us BIGINT NOT NULL',
      'PRIMARY KEY (user_no, code_digest)',
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS recovery_codes');
    await runner.query('DROP TABLE IF EXISTS totp_secrets');
  }
}
