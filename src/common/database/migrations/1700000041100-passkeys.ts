import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable } from '../dialect.js';

/** Passkeys and security keys of people, their user handles, and the challenges that wait for an answer. */
export class Passkeys1700000041100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(
      runner,
      'passkeys',
      [
        'id VARCHAR(36) NOT NULL',
        'user_no BIGINT NOT NULL',
        'credential_digest VARCHAR(64) NOT NULL',
        'credential_id VARCHAR(1400) NOT NULL',
        'public_key MEDIUMTEXT NOT NULL',
        'counter BIGINT NOT NULL',
        'aaguid VARCHAR(36) NOT NULL',
        'transports VARCHAR(200) NOT NULL',
        'synced BOOLEAN NOT NULL',
        'backed_up BOOLEAN NOT NULL',
        'passwordless BOOLEAN NOT NULL',
        'name VARCHAR(200) NOT NULL',
        'created_us BIGINT NOT NULL',
        'last_used_us BIGINT NULL',
        'PRIMARY KEY (id)',
      ],
      { u_passkeys_credential: 'credential_digest', passkeys_by_user: 'user_no, created_us' },
    );
    await createTable(
      runner,
      'passkey_holders',
      ['user_no BIGINT NOT NULL', 'handle VARCHAR(100) NOT NULL', 'offer_declined_us BIGINT NULL', 'PRIMARY KEY (user_no)'],
      {},
    );
    await createTable(
      runner,
      'passkey_challenges',
      [
        'digest VARCHAR(64) NOT NULL',
        'place VARCHAR(64) NOT NULL',
        'user_no BIGINT NULL',
        'created_us BIGINT NOT NULL',
        'expires_us BIGINT NOT NULL',
        'PRIMARY KEY (digest)',
      ],
      { passkey_challenges_by_place: 'place, created_us', passkey_challenges_by_expiry: 'expires_us' },
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['passkey_challenges', 'passkey_holders', 'passkeys']) await runner.query(`DROP TABLE IF EXISTS ${table}`);
  }
}
