import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns, replaceIndexes } from '../dialect.js';

const INDEX = { u_projects_resource_uri: 'resource_uri' };

/** Adds the addresses of projects. */
export class ProjectResources1700000065000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'projects', { resource_uri: 'VARCHAR(200) NULL' });
    await replaceIndexes(runner, 'projects', {}, INDEX);
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceIndexes(runner, 'projects', INDEX, {});
    await dropColumns(runner, 'projects', ['resource_uri']);
  }
}
