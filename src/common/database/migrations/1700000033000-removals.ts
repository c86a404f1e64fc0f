import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable, replaceIndexes } from '../dialect.js';

/** By what the rows of a removed application or organization are looked up. */
const INDEXES: Readonly<Record<string, Record<string, string>>> = {
  consents: { consents_by_client: 'client_no' },
  applications: { applications_by_org: 'org_no' },
  browser_sessions: { browser_sessions_by_org: 'org_no' },
};

/** Removed things whose rows are still to be deleted. */
export class Removals1700000033000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(
      runner,
      'removals',
      [
        'no BIGINT NOT NULL',
        'kind VARCHAR(20) NOT NULL',
        'editor VARCHAR(200) NOT NULL',
        'created_us BIGINT NOT NULL',
        'due_us BIGINT NOT NULL',
        'PRIMARY KEY (no)',
      ],
      { removals_by_due: 'due_us' },
    );
    for (const [table, indexes] of Object.entries(INDEXES)) await replaceIndexes(runner, table, {}, indexes);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS removals');
    for (const [table, indexes] of Object.entries(INDEXES)) await replaceIndexes(runner, table, indexes, {});
  }
}
