import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable } from '../dialect.js';

/** One row that is written to prove that writing works. */
export class WriteProofs1700000043000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'write_proofs', ['id INTEGER NOT NULL', 'proved_us BIGINT NOT NULL', 'PRIMARY KEY (id)']);
    await runner.query(
      'INSERT INTO write_proofs (id, proved_us) SELECT 1, 0 FROM (SELECT 1 AS one) seed WHERE NOT EXISTS (SELECT 1 FROM write_proofs)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS write_proofs');
  }
}
