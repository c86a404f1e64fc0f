import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable } from '../dialect.js';

/** Imports that outlive a request, and what is kept about a user by key. */
export class Imports1700000011000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'user_metadata', [
      'user_no BIGINT NOT NULL',
      'meta_key VARCHAR(200) NOT NULL',
      'value MEDIUMTEXT NOT NULL',
      'PRIMARY KEY (user_no, meta_key)',
    ]);
    await createTable(
      runner,
      'import_jobs',
      [
        'no BIGINT NOT NULL',
        'id VARCHAR(36) NOT NULL',
        'state VARCHAR(20) NOT NULL',
        'options VARCHAR(1000) NOT NULL',
        'editor VARCHAR(200) NOT NULL',
        'editor_no BIGINT NOT NULL',
        'created_us BIGINT NOT NULL',
        'updated_us BIGINT NOT NULL',
        'started_us BIGINT NULL',
        'ended_us BIGINT NULL',
        'worked_us BIGINT NOT NULL',
        'records BIGINT NOT NULL',
        'added BIGINT NOT NULL',
        'changed BIGINT NOT NULL',
        'failed BIGINT NOT NULL',
        'reason VARCHAR(1000) NULL',
        'PRIMARY KEY (no)',
      ],
      { u_import_jobs_id: 'id', import_jobs_by_state: 'state, no' },
    );
    await createTable(runner, 'import_chunks', [
      'job_no BIGINT NOT NULL',
      'n INTEGER NOT NULL',
      'phase INTEGER NOT NULL',
      'records INTEGER NOT NULL',
      'line INTEGER NOT NULL',
      'added INTEGER NOT NULL',
      'changed INTEGER NOT NULL',
      'failed INTEGER NOT NULL',
      'fence BIGINT NOT NULL',
      'content MEDIUMTEXT NOT NULL',
      'PRIMARY KEY (job_no, n)',
    ]);
    await createTable(
      runner,
      'import_errors',
      [
        'job_no BIGINT NOT NULL',
        'no BIGINT NOT NULL',
        'line BIGINT NOT NULL',
        'type VARCHAR(40) NOT NULL',
        'kind VARCHAR(60) NOT NULL',
        'ref_id VARCHAR(400) NOT NULL',
        'message VARCHAR(1000) NOT NULL',
        'PRIMARY KEY (job_no, no)',
      ],
      { import_errors_by_line: 'job_no, line, no', import_errors_by_kind: 'job_no, kind' },
    );
    await createTable(runner, 'import_locks', ['org_id VARCHAR(200) NOT NULL', 'job_no BIGINT NOT NULL', 'PRIMARY KEY (org_id)'], {
      import_locks_by_job: 'job_no',
    });
    await createTable(runner, 'import_seen', ['job_no BIGINT NOT NULL', 'entry VARCHAR(64) NOT NULL', 'PRIMARY KEY (job_no, entry)']);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['import_seen', 'import_locks', 'import_errors', 'import_chunks', 'import_jobs', 'user_metadata'])
      await runner.query(`DROP TABLE IF EXISTS ${table}`);
  }
}
