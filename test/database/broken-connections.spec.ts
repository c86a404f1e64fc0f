// Connections that break, or are of no use, while something is done on them: the process goes on, and so does everybody else.
import type { PoolConnection } from 'mysql2';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database, Transaction } from '../../src/common/database/database.js';
import { DATABASE_LIMITS } from '../../src/common/database/errors/limits.js';
import { startCuttingProxy, type CuttingProxy } from '../support/cutting-proxy.js';
import { SERVER_URL } from '../support/database.js';
import { openDatabase, type OpenDatabase } from '../support/open-database.js';

const { silenceMs } = DATABASE_LIMITS;

describe.skipIf(!SERVER_URL)('a connection that breaks', () => {
  let proxy: CuttingProxy;
  let opened: OpenDatabase;
  let database: Database;
  const uncaught: unknown[] = [];
  const note = (reason: unknown) => void uncaught.push(reason);
  beforeAll(async () => {
    const { hostname, port } = new URL(SERVER_URL ?? '');
    proxy = await startCuttingProxy(hostname, Number(port));
    opened = await openDatabase((url) => Object.assign(new URL(url), { port: proxy.port }).href);
    ({ database } = opened);
    await database.write('first', async () => undefined);
  });
  afterAll(async () => {
    await opened.close();
    await proxy.close();
  });
  beforeEach(() => process.on('unhandledRejection', note));
  afterEach(() => {
    process.off('unhandledRejection', note);
    expect(uncaught.splice(0)).toEqual([]);
  });

  const put = (tx: Transaction, name: string) => tx.run('INSERT INTO features (name, enabled) VALUES (?, ?)', [name, true]);

  it.each(['few', 'many'] as const)('under a search of %s rows fails that search, and nothing else', async (reach) => {
    const sql = `SELECT '${reach}' AS words`;
    proxy.cutNext(sql.slice('SELECT'.length), 'after');
    await expect(database.search.rows(sql, [], reach)).rejects.toMatchObject({ kind: 'unavailable', code: 'database.unread' });
    expect(await database.search.rows('SELECT 1 AS one', [], reach)).toEqual([{ one: 1 }]);
  });

  it.runIf(SERVER_URL?.startsWith('mariadb:'))('is not the end of what a frozen process has locked: MariaDB lets go of it', async () => {
    await database.write('put', (tx) => put(tx, 'locked'));
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

  it('is not a connection that was given a value it cannot send', async () => {
    await expect(database.query.rows('SELECT ? AS value', [undefined as never])).rejects.toThrow(TypeError);
    await new Promise((resolve) => setTimeout(resolve, silenceMs + 500));
    expect(await database.query.rows('SELECT ? AS value', [1])).toEqual([{ value: 1 }]);
  });
});
