import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable } from '../dialect.js';

/** Sign-ins that wait for a person, by the network that started them: anybody can start one, so their number is limited. */
export class PendingSignIns1700000028500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(
      runner,
      'pending_sign_ins',
      ['id VARCHAR(64) NOT NULL', 'network_no BIGINT NOT NULL', 'slot INTEGER NOT NULL', 'expires_us BIGINT NOT NULL', 'PRIMARY KEY (id)'],
      {
        pending_sign_ins_by_network: 'network_no, expires_us',
        pending_sign_ins_by_slot: 'slot, expires_us',
        pending_sign_ins_by_expiry: 'expires_us',
      },
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS pending_sign_ins');
  }
}
