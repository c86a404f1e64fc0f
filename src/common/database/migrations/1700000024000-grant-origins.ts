import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, createTable, dropColumns } from '../dialect.js';

const COLUMNS = { actor_no: 'BIGINT NULL' };

/** What an authorization was exchanged from, and who acts by it. */
export class GrantOrigins1700000024000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'grants', COLUMNS);
    await createTable(
      runner,
      'grant_origins',
      ['jti VARCHAR(64) NOT NULL', 'grant_no BIGINT NOT NULL', 'until_us BIGINT NOT NULL', 'PRIMARY KEY (jti, grant_no)'],
      { grant_origins_by_expiry: 'until_us' },
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS grant_origins');
    await dropColumns(runner, 'grants', Object.keys(COLUMNS));
  }
}
