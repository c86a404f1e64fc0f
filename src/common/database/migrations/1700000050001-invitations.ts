import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable } from '../dialect.js';

/** Adds the invitations of people: where they lead, and whether they were accepted. */
export class Invitations1700000050001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(
      runner,
      'invitations',
      [
        'user_no BIGINT NOT NULL',
        'org_no BIGINT NOT NULL',
        'email VARCHAR(400) NOT NULL',
        'client_id VARCHAR(100) NULL',
        'return_to VARCHAR(2000) NULL',
        'message VARCHAR(1000) NULL',
        'sent_us BIGINT NOT NULL',
        'sent_count INTEGER NOT NULL',
        'accepted_us BIGINT NULL',
        'expires_us BIGINT NOT NULL',
        'PRIMARY KEY (user_no)',
      ],
      { invitations_by_org: 'org_no, sent_us, user_no', invitations_by_expiry: 'expires_us' },
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE invitations');
  }
}
