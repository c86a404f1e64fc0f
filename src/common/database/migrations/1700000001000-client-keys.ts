import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable } from '../dialect.js';

/** Public keys with which applications and service users sign assertions (RFC 7523). */
export class ClientKeys1700000001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(
      runner,
      'client_keys',
      [
        'id VARCHAR(64) NOT NULL',
        'owner_no BIGINT NOT NULL',
        'public_jwk MEDIUMTEXT NOT NULL',
        'created_us BIGINT NOT NULL',
        'expires_us BIGINT NULL',
        'PRIMARY KEY (id)',
      ],
      { client_keys_by_owner: 'owner_no' },
    );
    if (!(await runner.hasColumn('service_users', 'assertion_reuse')))
      await runner.query('ALTER TABLE service_users ADD COLUMN assertion_reuse BOOLEAN NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS client_keys');
    if (await runner.hasColumn('service_users', 'assertion_reuse'))
      await runner.query('ALTER TABLE service_users DROP COLUMN assertion_reuse');
  }
}
