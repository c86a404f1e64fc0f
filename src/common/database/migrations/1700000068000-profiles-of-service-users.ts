import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns } from '../dialect.js';

/** Adds the security profiles of service users. */
export class ProfilesOfServiceUsers1700000068000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'service_users', { profile: 'VARCHAR(20) NULL' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'service_users', ['profile']);
  }
}
