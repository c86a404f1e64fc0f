import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, createTable, dropColumns } from '../dialect.js';

const COLUMNS = { resource_type: 'VARCHAR(40) NULL', attribute: 'VARCHAR(200) NULL', omitted: 'MEDIUMTEXT NULL' };

/** What a request was about, and what was left out of it; what each connection sends that can't be stored. */
export class ProvisioningOmissions1700000045500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'provisioning_log', COLUMNS);
    await createTable(
      runner,
      'provisioning_omissions',
      [
        'no BIGINT NOT NULL',
        'org_no BIGINT NOT NULL',
        'caller_id VARCHAR(200) NOT NULL',
        'target_id VARCHAR(200) NOT NULL',
        'attribute VARCHAR(200) NOT NULL',
        'kind VARCHAR(40) NOT NULL',
        'error_id VARCHAR(100) NOT NULL',
        'created_us BIGINT NOT NULL',
        'expires_us BIGINT NOT NULL',
        'PRIMARY KEY (no)',
      ],
      {
        provisioning_omissions_by_caller: 'org_no, caller_id',
        provisioning_omissions_by_target: 'target_id, caller_id',
        provisioning_omissions_by_expiry: 'expires_us',
      },
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS provisioning_omissions');
    await dropColumns(runner, 'provisioning_log', Object.keys(COLUMNS));
  }
}
