import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable } from '../dialect.js';

/** Connections of provisioning clients, the name spaces of their external ids, and the log of what they asked for. */
export class Provisioning1700000013000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(
      runner,
      'provisioning_domains',
      ['no BIGINT NOT NULL', 'org_no BIGINT NOT NULL', 'name VARCHAR(200) NOT NULL', 'PRIMARY KEY (no)'],
      { u_provisioning_domains_name: 'org_no, name' },
    );
    await createTable(
      runner,
      'provisioning_connections',
      [
        'user_no BIGINT NOT NULL',
        'org_no BIGINT NOT NULL',
        'domain_no BIGINT NOT NULL',
        'preset VARCHAR(20) NOT NULL',
        'switches MEDIUMTEXT NOT NULL',
        'email_trust VARCHAR(20) NOT NULL',
        'created_us BIGINT NOT NULL',
        'PRIMARY KEY (user_no)',
      ],
      { provisioning_connections_by_org: 'org_no, user_no' },
    );
    await createTable(
      runner,
      'provisioning_log',
      [
        'no BIGINT NOT NULL',
        'org_no BIGINT NOT NULL',
        'created_us BIGINT NOT NULL',
        'expires_us BIGINT NOT NULL',
        'caller_id VARCHAR(200) NOT NULL',
        'operation VARCHAR(20) NOT NULL',
        'target_id VARCHAR(200) NULL',
        'target_name VARCHAR(200) NULL',
        'status INTEGER NOT NULL',
        'error_id VARCHAR(100) NULL',
        'changed MEDIUMTEXT NOT NULL',
        'request_id VARCHAR(100) NOT NULL',
        'PRIMARY KEY (no)',
      ],
      {
        provisioning_log_by_org: 'org_no, created_us, no',
        provisioning_log_by_target: 'org_no, target_id, created_us, no',
        provisioning_log_by_name: 'org_no, target_name, created_us, no',
        provisioning_log_by_expiry: 'expires_us',
      },
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['provisioning_log', 'provisioning_connections', 'provisioning_domains'])
      await runner.query(`DROP TABLE IF EXISTS ${table}`);
  }
}
