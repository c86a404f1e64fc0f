import type { MigrationInterface, QueryRunner } from 'typeorm';
import { replaceIndexes } from '../dialect.js';

const BEFORE = {
  provisioning_log_by_target: 'org_no, target_id, created_us, no',
  provisioning_log_by_name: 'org_no, target_name, created_us, no',
};
const AFTER = {
  provisioning_log_by_time: 'created_us, no',
  provisioning_log_by_target: 'target_id, org_no, created_us, no',
  provisioning_log_by_name: 'target_name, org_no, created_us, no',
};

/** The provisioning log is searched in all organizations too: in its order, and by whom an entry is about. */
export class ProvisioningSearches1700000043900 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await replaceIndexes(runner, 'provisioning_log', BEFORE, AFTER);
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceIndexes(runner, 'provisioning_log', AFTER, BEFORE);
  }
}
