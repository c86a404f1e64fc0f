import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns, replaceIndexes } from '../dialect.js';

const COLUMNS = { key_id: 'VARCHAR(200) NULL' };
const INDEXES = { u_client_keys_key_id: 'owner_no, key_id' };

/** The id that a key had in another service and keeps here; null for a key whose id is its thumbprint. */
export class KeptKeyIds1700000021000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'client_keys', COLUMNS);
    await replaceIndexes(runner, 'client_keys', {}, INDEXES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceIndexes(runner, 'client_keys', INDEXES, {});
    await dropColumns(runner, 'client_keys', Object.keys(COLUMNS));
  }
}
