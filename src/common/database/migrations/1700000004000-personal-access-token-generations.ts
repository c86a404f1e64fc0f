import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = ['user_gen', 'org_gen'];

/** Personal access tokens end with a deactivation of their user or organization, like every other token. */
export class PersonalAccessTokenGenerations1700000004000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const column of COLUMNS) {
      if (!(await runner.hasColumn('personal_access_tokens', column)))
        await runner.query(`ALTER TABLE personal_access_tokens ADD COLUMN ${column} INTEGER NULL`);
    }
    await runner.query(`UPDATE personal_access_tokens SET
      user_gen = (SELECT u.token_gen FROM users u WHERE u.no = personal_access_tokens.user_no),
      org_gen = (SELECT o.token_gen FROM users u JOIN organizations o ON o.no = u.org_no WHERE u.no = personal_access_tokens.user_no)
      WHERE user_gen IS NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of COLUMNS) {
      if (await runner.hasColumn('personal_access_tokens', column))
        await runner.query(`ALTER TABLE personal_access_tokens DROP COLUMN ${column}`);
    }
  }
}
