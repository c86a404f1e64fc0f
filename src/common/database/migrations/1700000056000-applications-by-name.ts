import type { MigrationInterface, QueryRunner } from 'typeorm';
import { replaceIndexes } from '../dialect.js';

/** Adds the index by which the applications of an organization are listed by name. */
export class ApplicationsByName1700000056000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await replaceIndexes(runner, 'applications', {}, { applications_of_org_by_name: 'org_no, name_key, no' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceIndexes(runner, 'applications', { applications_of_org_by_name: 'org_no, name_key, no' }, {});
  }
}
