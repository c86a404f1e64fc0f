import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable } from '../dialect.js';

/** How far each target of the audit stream has been told of events. */
export class AuditStreams1700000042000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'audit_streams', [
      'target VARCHAR(64) NOT NULL PRIMARY KEY',
      'position BIGINT NOT NULL',
      'ord BIGINT NOT NULL',
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS audit_streams');
  }
}
