import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable } from '../dialect.js';

/** Adds the devices that wait for a person's approval (RFC 8628). */
export class DeviceRequests1700000063000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(
      runner,
      'device_requests',
      [
        'id VARCHAR(64) NOT NULL',
        'user_code VARCHAR(64) NOT NULL',
        'client_no BIGINT NOT NULL',
        'org_no BIGINT NOT NULL',
        'payload MEDIUMTEXT NOT NULL',
        'interval_s INTEGER NOT NULL',
        'polled_us BIGINT NOT NULL',
        'denied_us BIGINT NULL',
        'until_us BIGINT NOT NULL',
        'expires_us BIGINT NOT NULL',
        'PRIMARY KEY (id)',
      ],
      {
        u_device_requests_user_code: 'user_code',
        device_requests_by_client: 'client_no',
        device_requests_by_expiry: 'expires_us',
      },
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE device_requests');
  }
}
