import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, createTable, dropColumns } from '../dialect.js';

const COLUMNS = { has_authorizations: 'BOOLEAN NULL' };

/** That somebody has been given a role of a project is kept by the room that gives roles, in a table of its own. */
export class AuthorizedProjects1700000030301 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'authorized_projects', ['project_no BIGINT NOT NULL', 'PRIMARY KEY (project_no)']);
    const columns = (await runner.getTable('projects'))?.columns.map(({ name }) => name) ?? [];
    if (!columns.includes('has_authorizations')) return;
    await runner.query(
      `INSERT INTO authorized_projects (project_no) SELECT p.no FROM projects p
        WHERE p.has_authorizations = TRUE AND NOT EXISTS (SELECT 1 FROM authorized_projects a WHERE a.project_no = p.no)`,
    );
    await dropColumns(runner, 'projects', Object.keys(COLUMNS));
  }

  async down(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'projects', COLUMNS);
    await runner.query('UPDATE projects SET has_authorizations = TRUE WHERE no IN (SELECT project_no FROM authorized_projects)');
    await runner.query('DROP TABLE IF EXISTS authorized_projects');
  }
}
