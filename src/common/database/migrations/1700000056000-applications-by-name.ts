import type { MigrationInterface, QueryRunner } from 'typeorm';
import { replaceIndexes } from '../dialect.js';

const INDEXES = {
  applications_of_org_by_name: 'org_no, name_key, no',
  applications_of_org_by_creation: 'org_no, created_us, no',
};

/** Adds the indexes by which the applications of an organization are listed. */
export class ApplicationsByName1700000056000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await replaceIndexes(runner, 'applications', {}, INDEXES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceIndexes(runner, 'applications', INDEXES, {});
  }
}
