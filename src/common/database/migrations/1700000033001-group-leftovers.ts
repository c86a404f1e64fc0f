import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rows of members that removed groups left behind when a process died meanwhile: they are deleted like those of groups that are removed now. */
export class GroupLeftovers1700000033001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `INSERT INTO removals (no, kind, editor, created_us, due_us) SELECT DISTINCT m.group_no, 'group', '', 0, 0 FROM group_members m
        WHERE NOT EXISTS (SELECT 1 FROM user_groups g WHERE g.no = m.group_no)
          AND NOT EXISTS (SELECT 1 FROM removals r WHERE r.no = m.group_no)`,
    );
  }

  async down(): Promise<void> {
    // Nothing: deleting what has no effect is right for every version.
  }
}
