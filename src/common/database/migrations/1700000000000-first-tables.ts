import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable, setBinaryCollation } from '../dialect.js';

interface TableDefinition {
  table: string;
  columns: string[];
  indexes: Record<string, string>;
}

const TABLES: TableDefinition[] = [
  { table: 'sequences', columns: ['name VARCHAR(50) NOT NULL', 'next_no BIGINT NOT NULL', 'PRIMARY KEY (name)'], indexes: {} },
  {
    table: 'event_commits',
    columns: ['tx_no BIGINT NOT NULL', 'position BIGINT NULL', 'PRIMARY KEY (tx_no)'],
    indexes: { u_event_commits_position: 'position' },
  },
  { table: 'event_head', columns: ['id INTEGER NOT NULL', 'position BIGINT NOT NULL', 'PRIMARY KEY (id)'], indexes: {} },
  { table: 'config_version', columns: ['id INTEGER NOT NULL', 'version BIGINT NOT NULL', 'PRIMARY KEY (id)'], indexes: {} },
  {
    table: 'leases',
    columns: [
      'name VARCHAR(100) NOT NULL',
      'owner VARCHAR(64) NOT NULL',
      'until_us BIGINT NOT NULL',
      'fence BIGINT NOT NULL',
      'PRIMARY KEY (name)',
    ],
    indexes: {},
  },
  {
    table: 'mail_outbox',
    columns: [
      'no BIGINT NOT NULL',
      'sealed_message MEDIUMTEXT NOT NULL',
      'due_us BIGINT NOT NULL',
      'tries INTEGER NOT NULL',
      'created_us BIGINT NOT NULL',
      'PRIMARY KEY (no)',
    ],
    indexes: { mail_outbox_by_due: 'due_us' },
  },
  {
    table: 'data_keys',
    columns: [
      'id VARCHAR(32) NOT NULL',
      'purpose VARCHAR(40) NOT NULL',
      'state VARCHAR(20) NOT NULL',
      'wrapped VARCHAR(200) NOT NULL',
      'created_us BIGINT NOT NULL',
      'PRIMARY KEY (id)',
    ],
    indexes: {},
  },
  {
    table: 'projects',
    columns: [
      'no BIGINT NOT NULL',
      'id VARCHAR(200) NOT NULL',
      'org_no BIGINT NOT NULL',
      'name VARCHAR(200) NOT NULL',
      'state VARCHAR(20) NOT NULL',
      'created_us BIGINT NOT NULL',
      'PRIMARY KEY (no)',
    ],
    indexes: { projects_by_org: 'org_no', u_projects_id: 'id' },
  },
  {
    table: 'applications',
    columns: [
      'no BIGINT NOT NULL',
      'id VARCHAR(200) NOT NULL',
      'org_no BIGINT NOT NULL',
      'project_no BIGINT NOT NULL',
      'name VARCHAR(200) NOT NULL',
      'client_id VARCHAR(100) NOT NULL',
      'state VARCHAR(20) NOT NULL',
      'token_gen INTEGER NOT NULL',
      'config MEDIUMTEXT NOT NULL',
      'created_us BIGINT NOT NULL',
      'PRIMARY KEY (no)',
    ],
    indexes: { applications_by_project: 'project_no', u_applications_client_id: 'client_id', u_applications_id: 'id' },
  },
  {
    table: 'signing_keys',
    columns: [
      'kid VARCHAR(64) NOT NULL',
      'alg VARCHAR(10) NOT NULL',
      'state VARCHAR(20) NOT NULL',
      'public_jwk MEDIUMTEXT NOT NULL',
      'sealed_private_jwk MEDIUMTEXT NOT NULL',
      'created_us BIGINT NOT NULL',
      'activated_us BIGINT NULL',
      'retired_us BIGINT NULL',
      'PRIMARY KEY (kid)',
    ],
    indexes: {},
  },
  {
    table: 'oidc_artifacts',
    columns: [
      'kind VARCHAR(30) NOT NULL',
      'id VARCHAR(64) NOT NULL',
      'uid VARCHAR(64) NULL',
      'payload MEDIUMTEXT NOT NULL',
      'expires_us BIGINT NOT NULL',
      'PRIMARY KEY (kind, id)',
    ],
    indexes: { oidc_artifacts_by_expiry: 'expires_us', oidc_artifacts_by_uid: 'kind, uid' },
  },
  {
    table: 'grants',
    columns: [
      'no BIGINT NOT NULL',
      'id VARCHAR(64) NOT NULL',
      'user_no BIGINT NOT NULL',
      'client_no BIGINT NOT NULL',
      'session_uid VARCHAR(64) NULL',
      'scope VARCHAR(2000) NOT NULL',
      'payload MEDIUMTEXT NOT NULL',
      'code_digest VARCHAR(64) NULL',
      'code_until_us BIGINT NULL',
      'code_used_us BIGINT NULL',
      'refresh_n INTEGER NOT NULL',
      'min_n INTEGER NOT NULL',
      'rotated_us BIGINT NULL',
      'refresh_idle_us BIGINT NULL',
      'refresh_until_us BIGINT NULL',
      'revoked_us BIGINT NULL',
      'expires_us BIGINT NOT NULL',
      'PRIMARY KEY (no)',
    ],
    indexes: {
      grants_by_expiry: 'expires_us',
      grants_by_client: 'client_no',
      grants_by_user: 'user_no',
      grants_by_session: 'session_uid',
      u_grants_code: 'code_digest',
      u_grants_id: 'id',
    },
  },
  {
    table: 'revoked_tokens',
    columns: ['jti VARCHAR(64) NOT NULL', 'until_us BIGINT NOT NULL', 'PRIMARY KEY (jti)'],
    indexes: { revoked_tokens_by_expiry: 'until_us' },
  },
  {
    table: 'client_secrets',
    columns: [
      'id VARCHAR(36) NOT NULL',
      'owner_no BIGINT NOT NULL',
      'digest VARCHAR(64) NOT NULL',
      'created_us BIGINT NOT NULL',
      'expires_us BIGINT NULL',
      'PRIMARY KEY (id)',
    ],
    indexes: { client_secrets_by_owner: 'owner_no' },
  },
  {
    table: 'personal_access_tokens',
    columns: [
      'id VARCHAR(36) NOT NULL',
      'user_no BIGINT NOT NULL',
      'digest VARCHAR(64) NOT NULL',
      'scope VARCHAR(1000) NOT NULL',
      'audience MEDIUMTEXT NOT NULL',
      'created_us BIGINT NOT NULL',
      'expires_us BIGINT NULL',
      'last_used_us BIGINT NULL',
      'PRIMARY KEY (id)',
    ],
    indexes: { personal_access_tokens_by_user: 'user_no', u_personal_access_tokens_digest: 'digest' },
  },
  {
    table: 'events',
    columns: [
      'tx_no BIGINT NOT NULL',
      'ord INTEGER NOT NULL',
      'org_no BIGINT NOT NULL',
      'created_us BIGINT NOT NULL',
      'type_no INTEGER NOT NULL',
      'aggregate_type VARCHAR(30) NOT NULL',
      'aggregate_id VARCHAR(200) NOT NULL',
      'sequence INTEGER NOT NULL',
      'editor VARCHAR(200) NOT NULL',
      'payload MEDIUMTEXT NOT NULL',
      'PRIMARY KEY (tx_no, ord)',
    ],
    indexes: {
      events_by_aggregate: 'aggregate_id, sequence',
      events_by_org: 'org_no, created_us',
      events_by_type: 'type_no, created_us',
      events_by_time: 'created_us, tx_no, ord',
    },
  },
  {
    table: 'memberships',
    columns: ['user_no BIGINT NOT NULL', 'scope_no BIGINT NOT NULL', 'role VARCHAR(50) NOT NULL', 'PRIMARY KEY (user_no, scope_no, role)'],
    indexes: { memberships_by_scope: 'scope_no, role' },
  },
  {
    table: 'organizations',
    columns: [
      'no BIGINT NOT NULL',
      'id VARCHAR(200) NOT NULL',
      'name VARCHAR(200) NOT NULL',
      'primary_domain VARCHAR(253) NOT NULL',
      'state VARCHAR(20) NOT NULL',
      'token_gen INTEGER NOT NULL',
      'version INTEGER NOT NULL',
      'created_us BIGINT NOT NULL',
      'modified_us BIGINT NOT NULL',
      'PRIMARY KEY (no)',
    ],
    indexes: { u_organizations_id: 'id' },
  },
  {
    table: 'organization_domains',
    columns: ['domain VARCHAR(253) NOT NULL', 'org_no BIGINT NOT NULL', 'is_primary BOOLEAN NOT NULL', 'PRIMARY KEY (domain)'],
    indexes: { organization_domains_by_org: 'org_no' },
  },
  {
    table: 'passwords',
    columns: [
      'user_no BIGINT NOT NULL',
      'hash VARCHAR(1000) NOT NULL',
      'changed_us BIGINT NOT NULL',
      'change_required BOOLEAN NOT NULL',
      'PRIMARY KEY (user_no)',
    ],
    indexes: {},
  },
  {
    table: 'users',
    columns: [
      'no BIGINT NOT NULL',
      'id VARCHAR(200) NOT NULL',
      'org_no BIGINT NOT NULL',
      'kind VARCHAR(10) NOT NULL',
      'active BOOLEAN NOT NULL',
      'token_gen INTEGER NOT NULL',
      'version INTEGER NOT NULL',
      'created_us BIGINT NOT NULL',
      'modified_us BIGINT NOT NULL',
      'user_name VARCHAR(200) NOT NULL',
      'user_name_key VARCHAR(400) NOT NULL',
      'user_name_rev VARCHAR(400) NOT NULL',
      'family_name VARCHAR(200) NULL',
      'family_name_key VARCHAR(400) NOT NULL',
      'given_name VARCHAR(200) NULL',
      'given_name_key VARCHAR(400) NOT NULL',
      'display_name VARCHAR(500) NULL',
      'display_name_key VARCHAR(600) NOT NULL',
      'email_key VARCHAR(400) NOT NULL',
      'formatted_name VARCHAR(1000) NULL',
      'middle_name VARCHAR(200) NULL',
      'honorific_prefix VARCHAR(200) NULL',
      'honorific_suffix VARCHAR(200) NULL',
      'nick_name VARCHAR(200) NULL',
      'profile_url VARCHAR(2000) NULL',
      'title VARCHAR(200) NULL',
      'user_type VARCHAR(200) NULL',
      'preferred_language VARCHAR(100) NULL',
      'locale VARCHAR(100) NULL',
      'timezone VARCHAR(100) NULL',
      'lists MEDIUMTEXT NOT NULL',
      'PRIMARY KEY (no)',
    ],
    indexes: {
      users_by_active: 'org_no, active, no',
      users_by_modified: 'org_no, modified_us, no',
      users_by_created: 'org_no, created_us, no',
      users_by_email: 'org_no, email_key, no',
      users_by_display_name: 'org_no, display_name_key, no',
      users_by_given_name: 'org_no, given_name_key, no',
      users_by_family_name: 'org_no, family_name_key, no',
      users_by_name_end: 'org_no, user_name_rev, no',
      users_by_login: 'user_name_key, org_no',
      u_users_name: 'org_no, user_name_key',
      u_users_id: 'id',
    },
  },
  {
    table: 'user_values',
    columns: [
      'user_no BIGINT NOT NULL',
      'attr_no INTEGER NOT NULL',
      'ord INTEGER NOT NULL',
      'org_no BIGINT NOT NULL',
      'value_key VARCHAR(400) NOT NULL',
      'value_rev VARCHAR(400) NOT NULL',
      'type VARCHAR(100) NULL',
      'is_primary BOOLEAN NOT NULL',
      'PRIMARY KEY (user_no, attr_no, ord)',
    ],
    indexes: {
      user_values_by_login: 'value_key, attr_no',
      user_values_by_end: 'org_no, attr_no, value_rev, user_no',
      user_values_by_key: 'org_no, attr_no, value_key, user_no',
    },
  },
  {
    table: 'external_ids',
    columns: [
      'user_no BIGINT NOT NULL',
      'domain_no BIGINT NOT NULL',
      'org_no BIGINT NOT NULL',
      'value VARCHAR(400) NOT NULL',
      'PRIMARY KEY (user_no, domain_no)',
    ],
    indexes: { external_ids_by_value: 'org_no, domain_no, value' },
  },
  {
    table: 'user_tombstones',
    columns: ['id VARCHAR(200) NOT NULL', 'no BIGINT NOT NULL', 'org_no BIGINT NOT NULL', 'removed_us BIGINT NOT NULL', 'PRIMARY KEY (id)'],
    indexes: {},
  },
  {
    table: 'policies',
    columns: ['org_no BIGINT NOT NULL', 'kind VARCHAR(50) NOT NULL', 'body MEDIUMTEXT NOT NULL', 'PRIMARY KEY (org_no, kind)'],
    indexes: {},
  },
  { table: 'features', columns: ['name VARCHAR(100) NOT NULL', 'enabled BOOLEAN NOT NULL', 'PRIMARY KEY (name)'], indexes: {} },
  {
    table: 'service_users',
    columns: [
      'user_no BIGINT NOT NULL',
      'org_no BIGINT NOT NULL',
      'client_id VARCHAR(100) NOT NULL',
      'name VARCHAR(200) NOT NULL',
      'description VARCHAR(500) NULL',
      'access_token_type VARCHAR(10) NOT NULL',
      'PRIMARY KEY (user_no)',
    ],
    indexes: { u_service_users_client_id: 'client_id' },
  },
];

/** Rows that must exist exactly once. */
const SEEDS = [
  `INSERT INTO sequences (name, next_no) SELECT 'numbers', 1 FROM (SELECT 1 AS one) seed WHERE NOT EXISTS (SELECT 1 FROM sequences WHERE name = 'numbers')`,
  `INSERT INTO event_head (id, position) SELECT 1, 0 FROM (SELECT 1 AS one) seed WHERE NOT EXISTS (SELECT 1 FROM event_head)`,
  `INSERT INTO config_version (id, version) SELECT 1, 1 FROM (SELECT 1 AS one) seed WHERE NOT EXISTS (SELECT 1 FROM config_version)`,
];

export class FirstTables1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await setBinaryCollation(runner);
    for (const { table, columns, indexes } of TABLES) await createTable(runner, table, columns, indexes);
    for (const seed of SEEDS) await runner.query(seed);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { table } of TABLES) await runner.query(`DROP TABLE IF EXISTS ${table}`);
  }
}
