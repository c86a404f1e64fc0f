import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable } from '../dialect.js';

/** Codes by text message: the numbers of people, and what waits to be sent. */
export class TextMessages1700000043302 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'sms_factors', [
      'user_no BIGINT NOT NULL',
      'id VARCHAR(36) NOT NULL',
      'phone VARCHAR(20) NOT NULL',
      'created_us BIGINT NOT NULL',
      'used_us BIGINT NULL',
      'PRIMARY KEY (user_no)',
    ]);
    const columns = [
      'no BIGINT NOT NULL',
      'sealed_message MEDIUMTEXT NOT NULL',
      'due_us BIGINT NOT NULL',
      'tries INTEGER NOT NULL',
      'created_us BIGINT NOT NULL',
      'PRIMARY KEY (no)',
    ];
    await createTable(runner, 'sms_outbox', columns, { sms_outbox_by_due: 'due_us' });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['sms_outbox', 'sms_factors']) await runner.query(`DROP TABLE IF EXISTS ${table}`);
  }
}
