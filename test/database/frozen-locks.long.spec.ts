// What a process has locked that stands still in the middle of a transaction. MariaDB alone counts the time, so this waits for it.
import type { PoolConnection } from 'mysql2';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DATABASE_LIMITS } from '../../src/common/database/errors/limits.js';
import { SERVER_URL } from '../support/database.js';
import { openDatabase, type OpenDatabase } from '../support/open-database.js';

const { silenceMs } = DATABASE_LIMITS;

let opened: OpenDatabase;
beforeAll(async () => {
  opened = await openDatabase();
});
afterAll(() => opened.close());

it.runIf(SERVER_URL?.startsWith('mariadb:'))('is let go of by MariaDB', async () => {
  const { database } = opened;
  await database.write('put', (tx) => tx.run("INSERT INTO features (name, enabled) VALUES ('locked', 1)"));
  const runner = opened.storage.writer.createQueryRunner();
  const frozen = ((await runner.connect()) as PoolConnection).promise();
  await frozen.query('START TRANSACTION');
  await frozen.query("UPDATE features SET enabled = 0 WHERE name = 'locked'");
  const change = () => database.write('change', (tx) => tx.run("UPDATE features SET enabled = 1 WHERE name = 'locked'"));
  const startedMs = performance.now();
  await expect(change()).rejects.toMatchObject({ kind: 'unavailable' });
  await expect.poll(() => change().catch(() => 0), { timeout: 2 * silenceMs }).toBe(1);
  expect(performance.now() - startedMs).toBeGreaterThan(silenceMs - 1_000);
  await expect(frozen.query('COMMIT')).rejects.toMatchObject({ fatal: true });
  await runner.release();
});
