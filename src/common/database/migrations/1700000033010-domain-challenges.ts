import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable } from '../dialect.js';

/** What an organization has to publish to prove that a domain is its own. */
export class DomainChallenges1700000033010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(
      runner,
      'domain_challenges',
      [
        'org_no BIGINT NOT NULL',
        'domain VARCHAR(253) NOT NULL',
        'method VARCHAR(10) NOT NULL',
        'token VARCHAR(64) NOT NULL',
        'proof VARCHAR(64) NOT NULL',
        'expires_us BIGINT NOT NULL',
        'tried_us BIGINT NULL',
        'PRIMARY KEY (org_no, domain)',
      ],
      { domain_challenges_by_expiry: 'expires_us' },
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS domain_challenges');
  }
}
