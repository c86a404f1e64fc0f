import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns } from '../dialect.js';

/** Tokens named all applications of a project; programs may rely on that where there are several, so such projects keep it. */
export class ApplicationsInAudience1700000045600 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'projects', { applications_in_audience: 'BOOLEAN NULL' });
    await runner.query(
      `UPDATE projects SET applications_in_audience = TRUE
        WHERE no IN (SELECT project_no FROM applications GROUP BY project_no HAVING COUNT(*) > 1)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'projects', ['applications_in_audience']);
  }
}
