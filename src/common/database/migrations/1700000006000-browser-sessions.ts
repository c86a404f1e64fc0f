import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable } from '../dialect.js';

/** Which sessions a browser has, and what people agreed to tell applications. */
export class BrowserSessions1700000006000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(
      runner,
      'browser_sessions',
      [
        'browser VARCHAR(64) NOT NULL',
        'session_uid VARCHAR(64) NOT NULL',
        'user_no BIGINT NOT NULL',
        'org_no BIGINT NOT NULL',
        'used_us BIGINT NOT NULL',
        'expires_us BIGINT NOT NULL',
        'PRIMARY KEY (browser, session_uid)',
      ],
      { browser_sessions_by_session: 'session_uid', browser_sessions_by_expiry: 'expires_us' },
    );
    await createTable(
      runner,
      'consents',
      [
        'user_no BIGINT NOT NULL',
        'client_no BIGINT NOT NULL',
        'scope VARCHAR(2000) NOT NULL',
        'given_us BIGINT NOT NULL',
        'PRIMARY KEY (user_no, client_no)',
      ],
      {},
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['browser_sessions', 'consents']) await runner.query(`DROP TABLE IF EXISTS ${table}`);
  }
}
