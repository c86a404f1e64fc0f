import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns } from '../dialect.js';

/** Adds the roles of the administrator who connected an identity. Identities from before have none, as if the person had connected them. */
export class GiversOfIdentities1700000070000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'identity_links', { given_as: 'VARCHAR(1000) NULL' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'identity_links', ['given_as']);
  }
}
