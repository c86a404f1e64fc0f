import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, createTable, dropColumns } from '../dialect.js';

/** Adds the logos of applications. */
export class ApplicationLogos1700000058000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(
      runner,
      'application_logos',
      ['application_no BIGINT NOT NULL', 'digest VARCHAR(43) NOT NULL', 'content MEDIUMTEXT NOT NULL', 'PRIMARY KEY (application_no)'],
      { application_logos_by_digest: 'digest' },
    );
    await addColumns(runner, 'applications', { logo: 'VARCHAR(43) NULL' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'applications', ['logo']);
    await runner.query('DROP TABLE application_logos');
  }
}
