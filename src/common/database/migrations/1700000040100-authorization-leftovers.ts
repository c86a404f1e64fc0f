import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What removed roles left behind is deleted like everything else that removals leave. The table it was noted in stays, because processes of the
 * version before still write to it, and empty it, until they have ended.
 */
export class AuthorizationLeftovers1700000040100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `INSERT INTO removals (no, kind, editor, created_us, due_us) SELECT a.no, 'roleSource', a.editor, 0, 0 FROM authorization_removals a
        WHERE NOT EXISTS (SELECT 1 FROM removals r WHERE r.no = a.no)`,
    );
    await runner.query('DELETE FROM authorization_removals');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `INSERT INTO authorization_removals (no, editor) SELECT r.no, r.editor FROM removals r WHERE r.kind = 'roleSource'
        AND NOT EXISTS (SELECT 1 FROM authorization_removals a WHERE a.no = r.no)`,
    );
    await runner.query("DELETE FROM removals WHERE kind = 'roleSource'");
  }
}
