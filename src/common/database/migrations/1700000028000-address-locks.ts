import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable } from '../dialect.js';

/** Rows where units of work meet that give somebody the same e-mail address on trust. */
export class AddressLocks1700000028000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'address_locks', ['no BIGINT NOT NULL', 'expires_us BIGINT NOT NULL', 'PRIMARY KEY (no)'], {
      address_locks_by_expiry: 'expires_us',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS address_locks');
  }
}
