import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable } from '../dialect.js';

/** Adds the proofs of possession that were used (RFC 9449 section 11.1). */
export class UsedProofs1700000061000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'used_proofs', ['id VARCHAR(64) NOT NULL', 'expires_us BIGINT NOT NULL', 'PRIMARY KEY (id)'], {
      used_proofs_by_expiry: 'expires_us',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE used_proofs');
  }
}
