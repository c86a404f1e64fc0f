import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable } from '../dialect.js';

/** People who were removed and may come back for some days, where a policy says so. */
export class RemovedPeople1700000032050 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(
      runner,
      'removed_people',
      [
        'user_no BIGINT NOT NULL',
        'id VARCHAR(200) NOT NULL',
        'org_no BIGINT NOT NULL',
        'user_name VARCHAR(200) NOT NULL',
        'display_name VARCHAR(1100) NOT NULL',
        'removed_us BIGINT NOT NULL',
        'expires_us BIGINT NOT NULL',
        'content MEDIUMTEXT NOT NULL',
        'PRIMARY KEY (user_no)',
      ],
      {
        u_removed_people_id: 'id',
        removed_people_by_org: 'org_no, removed_us, user_no',
        removed_people_by_expiry: 'expires_us',
      },
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS removed_people');
  }
}
