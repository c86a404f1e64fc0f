import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable } from '../dialect.js';

/** Looks that are not published yet, and the pictures of all looks. */
export class Brandings1700000041200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'branding_drafts', ['org_no BIGINT NOT NULL', 'body MEDIUMTEXT NOT NULL', 'PRIMARY KEY (org_no)']);
    await createTable(runner, 'branding_images', [
      'digest VARCHAR(43) NOT NULL',
      'org_no BIGINT NOT NULL',
      'content MEDIUMTEXT NOT NULL',
      'PRIMARY KEY (digest, org_no)',
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS branding_images');
    await runner.query('DROP TABLE IF EXISTS branding_drafts');
  }
}
