import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable } from '../dialect.js';

/** Origins of applications that may call the APIs of this service, by origin: a browser names its origin before it names an application. */
export class ApplicationOrigins1700000023000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(
      runner,
      'application_origins',
      ['origin VARCHAR(300) NOT NULL', 'application_no BIGINT NOT NULL', 'PRIMARY KEY (origin, application_no)'],
      { application_origins_by_application: 'application_no' },
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS application_origins');
  }
}
