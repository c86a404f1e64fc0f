import type { MigrationInterface, QueryRunner } from 'typeorm';
import { replaceIndexes } from '../dialect.js';

const INDEX = { user_groups_by_number: 'org_no, no' };

/** Groups of an organization in the order of their numbers, for pages of the admin API. */
export class GroupsByNumber1700000025500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await replaceIndexes(runner, 'user_groups', {}, INDEX);
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceIndexes(runner, 'user_groups', INDEX, {});
  }
}
