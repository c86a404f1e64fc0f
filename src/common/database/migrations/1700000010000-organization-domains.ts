import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a domain was verified. Those there are were given by administrators of the service, who vouch for them. */
export class OrganizationDomains1700000010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('organization_domains', 'verified_us')))
      await runner.query('ALTER TABLE organization_domains ADD COLUMN verified_us BIGINT NULL');
    await runner.query(
      'UPDATE organization_domains SET verified_us = (SELECT o.created_us FROM organizations o WHERE o.no = organization_domains.org_no) WHERE is_primary = TRUE AND verified_us IS NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('organization_domains', 'verified_us'))
      await runner.query('ALTER TABLE organization_domains DROP COLUMN verified_us');
  }
}
