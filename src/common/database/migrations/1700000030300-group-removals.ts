import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable } from '../dialect.js';

/** Removed groups whose rows of members are still to be deleted; among them those that a process left behind when it died. */
export class GroupRemovals1700000030300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'group_removals', ['no BIGINT NOT NULL', 'PRIMARY KEY (no)']);
    await runner.query(
      `INSERT INTO group_removals (no) SELECT DISTINCT m.group_no FROM group_members m
        WHERE NOT EXISTS (SELECT 1 FROM user_groups g WHERE g.no = m.group_no)
          AND NOT EXISTS (SELECT 1 FROM group_removals r WHERE r.no = m.group_no)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS group_removals');
  }
}
