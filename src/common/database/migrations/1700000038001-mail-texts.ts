import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable } from '../dialect.js';

/** What organizations decided that mails say. */
export class MailTexts1700000038001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'mail_texts', [
      'org_no BIGINT NOT NULL',
      'kind VARCHAR(50) NOT NULL',
      'language VARCHAR(20) NOT NULL',
      'body MEDIUMTEXT NOT NULL',
      'PRIMARY KEY (org_no, kind, language)',
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS mail_texts');
  }
}
