import type { MigrationInterface, QueryRunner } from 'typeorm';
import { replaceIndexes } from '../dialect.js';

const INDEX = { authorizations_by_kind: 'project_no, holder_kind, holder_no' };

/** Who has roles of a project is listed in the order of users, by an index. */
export class HoldersOfProjects1700000043400 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await replaceIndexes(runner, 'authorizations', {}, INDEX);
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceIndexes(runner, 'authorizations', INDEX, {});
  }
}
