import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, createTable, dropColumns } from '../dialect.js';

/** Adds registration tokens, and what is kept of the applications that clients registered with them (RFC 7591, RFC 7592). */
export class ClientRegistration1700000064000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(
      runner,
      'registration_tokens',
      [
        'no BIGINT NOT NULL',
        'id VARCHAR(200) NOT NULL',
        'org_no BIGINT NOT NULL',
        'project_no BIGINT NOT NULL',
        'name VARCHAR(200) NOT NULL',
        'digest VARCHAR(64) NULL',
        'open_org_no BIGINT NULL',
        'policy MEDIUMTEXT NOT NULL',
        'max_applications INTEGER NOT NULL',
        'registered INTEGER NOT NULL',
        'created_us BIGINT NOT NULL',
        'expires_us BIGINT NULL',
        'last_used_us BIGINT NULL',
        'PRIMARY KEY (no)',
      ],
      {
        u_registration_tokens_id: 'id',
        u_registration_tokens_digest: 'digest',
        u_registration_tokens_open: 'open_org_no',
        registration_tokens_by_project: 'project_no, no',
      },
    );
    await createTable(
      runner,
      'client_registrations',
      [
        'application_no BIGINT NOT NULL',
        'digest VARCHAR(64) NOT NULL',
        'policy MEDIUMTEXT NOT NULL',
        'declared MEDIUMTEXT NOT NULL',
        'frozen INTEGER NOT NULL',
        'created_us BIGINT NOT NULL',
        'review_us BIGINT NULL',
        'PRIMARY KEY (application_no)',
      ],
      { u_client_registrations_digest: 'digest', client_registrations_by_review: 'review_us' },
    );
    await addColumns(runner, 'applications', { registered_by: 'VARCHAR(200) NULL' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'applications', ['registered_by']);
    await runner.query('DROP TABLE client_registrations');
    await runner.query('DROP TABLE registration_tokens');
  }
}
