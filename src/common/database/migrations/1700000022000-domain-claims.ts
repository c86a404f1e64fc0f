import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable } from '../dialect.js';

/** Domains that nobody has verified: any number of organizations may claim one, so that a claim neither blocks its owner nor tells of others. */
export class DomainClaims1700000022000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'domain_claims', ['org_no BIGINT NOT NULL', 'domain VARCHAR(253) NOT NULL', 'PRIMARY KEY (org_no, domain)']);
    await runner.query(
      `INSERT INTO domain_claims (org_no, domain) SELECT d.org_no, d.domain FROM organization_domains d
        WHERE d.verified_us IS NULL AND NOT EXISTS (SELECT 1 FROM domain_claims c WHERE c.org_no = d.org_no AND c.domain = d.domain)`,
    );
    await runner.query('DELETE FROM organization_domains WHERE verified_us IS NULL');
  }

  /** Where several organizations claim a domain, the first one keeps it. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `INSERT INTO organization_domains (domain, org_no, is_primary, verified_us)
        SELECT c.domain, MIN(c.org_no), FALSE, NULL FROM domain_claims c
        WHERE NOT EXISTS (SELECT 1 FROM organization_domains d WHERE d.domain = c.domain) GROUP BY c.domain`,
    );
    await runner.query('DROP TABLE IF EXISTS domain_claims');
  }
}
