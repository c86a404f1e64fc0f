import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable } from '../dialect.js';

/** Adds identity providers, the links of people to them, and the redirects under way. */
export class IdentityProviders1700000048000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(
      runner,
      'identity_providers',
      [
        'no BIGINT NOT NULL',
        'id VARCHAR(36) NOT NULL',
        'org_no BIGINT NOT NULL',
        'kind VARCHAR(20) NOT NULL',
        'template VARCHAR(40) NOT NULL',
        'name VARCHAR(200) NOT NULL',
        'enabled BOOLEAN NOT NULL',
        'rules MEDIUMTEXT NOT NULL',
        'connection MEDIUMTEXT NOT NULL',
        'sealed_secret MEDIUMTEXT NULL',
        'created_us BIGINT NOT NULL',
        'modified_us BIGINT NOT NULL',
        'last_used_us BIGINT NULL',
        'last_failure_us BIGINT NULL',
        'last_failure VARCHAR(500) NULL',
        'PRIMARY KEY (no)',
      ],
      { u_identity_providers_id: 'id', identity_providers_by_org: 'org_no, no' },
    );
    await createTable(
      runner,
      'identity_links',
      [
        'no BIGINT NOT NULL',
        'provider_no BIGINT NOT NULL',
        'org_no BIGINT NOT NULL',
        'user_no BIGINT NOT NULL',
        'subject_digest VARCHAR(64) NOT NULL',
        'subject VARCHAR(256) NOT NULL',
        'login_name VARCHAR(320) NULL',
        'created_us BIGINT NOT NULL',
        'last_used_us BIGINT NULL',
        'PRIMARY KEY (no)',
      ],
      {
        u_identity_links_subject: 'provider_no, subject_digest',
        u_identity_links_person: 'provider_no, user_no',
        identity_links_by_user: 'user_no',
      },
    );
    await createTable(
      runner,
      'upstream_requests',
      [
        'digest VARCHAR(64) NOT NULL',
        'provider_no BIGINT NOT NULL',
        'content MEDIUMTEXT NOT NULL',
        'expires_us BIGINT NOT NULL',
        'PRIMARY KEY (digest)',
      ],
      { upstream_requests_by_expiry: 'expires_us' },
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['upstream_requests', 'identity_links', 'identity_providers']) await runner.query(`DROP TABLE IF EXISTS ${table}`);
  }
}
