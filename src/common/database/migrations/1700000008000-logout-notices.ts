import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable } from '../dialect.js';

/** Browser sessions that have ended, and who is still to be told about it. */
export class LogoutNotices1700000008000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'ended_sessions', ['uid VARCHAR(64) NOT NULL', 'until_us BIGINT NOT NULL', 'PRIMARY KEY (uid)'], {
      ended_sessions_by_expiry: 'until_us',
    });
    await createTable(
      runner,
      'logout_notices',
      [
        'no BIGINT NOT NULL',
        'client_no BIGINT NOT NULL',
        'sub VARCHAR(200) NOT NULL',
        'sid VARCHAR(64) NOT NULL',
        'due_us BIGINT NOT NULL',
        'tries INTEGER NOT NULL',
        'created_us BIGINT NOT NULL',
        'PRIMARY KEY (no)',
      ],
      { logout_notices_by_due: 'due_us' },
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS logout_notices');
    await runner.query('DROP TABLE IF EXISTS ended_sessions');
  }
}
