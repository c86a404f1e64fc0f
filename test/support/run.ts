// Around a whole run of tests: what its workers leave behind is removed at the end, because a worker is ended without being asked.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dropDatabasesOf } from './database.js';

export default function setup(): () => Promise<void> {
  const run = randomBytes(4).toString('hex');
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-run-'));
  Object.assign(process.env, { TEST_RUN: run, TEST_RUN_FOLDER: folder });
  return async () => {
    await dropDatabasesOf(run);
    rmSync(folder, { recursive: true, force: true });
  };
}
