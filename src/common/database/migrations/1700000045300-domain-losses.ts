import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable } from '../dialect.js';

/** Domains that an organization has given up, for as long as marks of addresses in them are being lowered. */
export class DomainLosses1700000045300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(
      runner,
      'domain_losses',
      [
        'no BIGINT NOT NULL',
        'org_no BIGINT NOT NULL',
        'domain VARCHAR(253) NOT NULL',
        'after_rev VARCHAR(400) NOT NULL',
        'after_user BIGINT NOT NULL',
        'PRIMARY KEY (no)',
      ],
      { domain_losses_by_org: 'org_no, domain' },
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS domain_losses');
  }
}
