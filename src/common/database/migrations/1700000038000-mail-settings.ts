import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable } from '../dialect.js';

/** What administrators decided about the mail server and the sender. */
export class MailSettings1700000038000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'mail_settings', ['id INTEGER NOT NULL', 'body MEDIUMTEXT NOT NULL', 'PRIMARY KEY (id)']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS mail_settings');
  }
}
