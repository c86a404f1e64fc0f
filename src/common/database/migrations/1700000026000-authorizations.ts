import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, createTable, dropColumns } from '../dialect.js';

const PROJECT_COLUMNS = {
  role_assertion: 'BOOLEAN NULL',
  role_check: 'BOOLEAN NULL',
  grant_check: 'BOOLEAN NULL',
  has_authorizations: 'BOOLEAN NULL',
};

/** Roles and grants of projects, who has been given them, member roles of groups, and metadata of organizations. */
export class Authorizations1700000026000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'projects', PROJECT_COLUMNS);
    for (const [table, columns, indexes] of TABLES) await createTable(runner, table, columns, indexes);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table] of TABLES) await runner.query(`DROP TABLE IF EXISTS ${table}`);
    await dropColumns(runner, 'projects', Object.keys(PROJECT_COLUMNS));
  }
}

const TABLES: ReadonlyArray<[table: string, columns: string[], indexes?: Record<string, string>]> = [
  [
    'group_roles',
    [
      'group_no BIGINT NOT NULL',
      'scope_no BIGINT NOT NULL',
      'role VARCHAR(50) NOT NULL',
      'org_no BIGINT NOT NULL',
      'PRIMARY KEY (group_no, scope_no, role)',
    ],
    { group_roles_by_scope: 'scope_no, role', group_roles_by_org: 'org_no' },
  ],
  [
    'project_roles',
    [
      'no BIGINT NOT NULL',
      'project_no BIGINT NOT NULL',
      'role_key VARCHAR(200) NOT NULL',
      'name VARCHAR(200) NOT NULL',
      'section VARCHAR(200) NOT NULL',
      'created_us BIGINT NOT NULL',
      'PRIMARY KEY (no)',
    ],
    { u_project_roles_key: 'project_no, role_key' },
  ],
  [
    'project_grants',
    [
      'no BIGINT NOT NULL',
      'id VARCHAR(200) NOT NULL',
      'project_no BIGINT NOT NULL',
      'org_no BIGINT NOT NULL',
      'granted_org_no BIGINT NOT NULL',
      'created_us BIGINT NOT NULL',
      'PRIMARY KEY (no)',
    ],
    {
      u_project_grants_id: 'id',
      u_project_grants_org: 'project_no, granted_org_no',
      project_grants_by_granted: 'granted_org_no, no',
    },
  ],
  [
    'project_grant_roles',
    ['no BIGINT NOT NULL', 'grant_no BIGINT NOT NULL', 'project_no BIGINT NOT NULL', 'role_key VARCHAR(200) NOT NULL', 'PRIMARY KEY (no)'],
    { u_project_grant_roles_key: 'grant_no, role_key', project_grant_roles_by_project: 'project_no, role_key' },
  ],
  [
    'authorizations',
    [
      'no BIGINT NOT NULL',
      'id VARCHAR(200) NOT NULL',
      'org_no BIGINT NOT NULL',
      'project_no BIGINT NOT NULL',
      'grant_no BIGINT NOT NULL',
      'holder_no BIGINT NOT NULL',
      'holder_kind VARCHAR(10) NOT NULL',
      'created_us BIGINT NOT NULL',
      'modified_us BIGINT NOT NULL',
      'version INTEGER NOT NULL',
      'PRIMARY KEY (no)',
    ],
    {
      u_authorizations_id: 'id',
      u_authorizations_holder: 'project_no, grant_no, holder_no',
      authorizations_by_holder: 'holder_no, project_no',
      authorizations_by_org: 'org_no, no',
      authorizations_by_project: 'project_no, grant_no, no',
    },
  ],
  [
    'authorization_roles',
    ['authorization_no BIGINT NOT NULL', 'source_no BIGINT NOT NULL', 'PRIMARY KEY (authorization_no, source_no)'],
    { authorization_roles_by_source: 'source_no, authorization_no' },
  ],
  ['authorization_removals', ['no BIGINT NOT NULL', 'editor VARCHAR(200) NOT NULL', 'PRIMARY KEY (no)']],
  [
    'organization_metadata',
    ['org_no BIGINT NOT NULL', 'meta_key VARCHAR(200) NOT NULL', 'value MEDIUMTEXT NOT NULL', 'PRIMARY KEY (org_no, meta_key)'],
  ],
];
