import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, createTable, dropColumns } from '../dialect.js';

/** Adds the logos of identity providers. */
export class IdentityProviderLogos1700000069000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(
      runner,
      'identity_provider_logos',
      [
        'provider_no BIGINT NOT NULL',
        'org_no BIGINT NOT NULL',
        'digest VARCHAR(43) NOT NULL',
        'content MEDIUMTEXT NOT NULL',
        'PRIMARY KEY (provider_no)',
      ],
      { identity_provider_logos_by_org: 'org_no', identity_provider_logos_by_digest: 'digest' },
    );
    await addColumns(runner, 'identity_providers', { logo: 'VARCHAR(43) NULL' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'identity_providers', ['logo']);
    await runner.query('DROP TABLE identity_provider_logos');
  }
}
