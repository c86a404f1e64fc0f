import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, createTable, dropColumns } from '../dialect.js';

const COLUMNS: Readonly<Record<string, Record<string, string>>> = {
  import_jobs: { added_groups: 'BIGINT NULL', added_members: 'BIGINT NULL' },
  import_chunks: { added_groups: 'BIGINT NULL', added_members: 'BIGINT NULL' },
  import_seen: { no: 'BIGINT NULL' },
};

/** Imports count the groups and memberships that they add, and a dry run remembers the groups that it would add, and which would be in which. */
export class ImportedGroups1700000029000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of Object.entries(COLUMNS)) await addColumns(runner, table, columns);
    await createTable(
      runner,
      'import_nesting',
      ['job_no BIGINT NOT NULL', 'group_no BIGINT NOT NULL', 'member_no BIGINT NOT NULL', 'PRIMARY KEY (job_no, group_no, member_no)'],
      { import_nesting_by_member: 'job_no, member_no' },
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS import_nesting');
    for (const [table, columns] of Object.entries(COLUMNS)) await dropColumns(runner, table, Object.keys(columns));
  }
}
