// Connections that break, or are of no use, while something is done on them: the process goes on, and so does everybody else.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../src/common/database/database.js';
import { DATABASE_LIMITS } from '../../src/common/database/errors/limits.js';
import { startCuttingProxy, type CuttingProxy } from '../support/cutting-proxy.js';
import { SERVER_URL } from '../support/database.js';
import { openDatabase, type OpenDatabase } from '../support/open-database.js';

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

  it.each(['few', 'many'] as const)('under a search of %s rows fails that search, and nothing else', async (reach) => {
    const sql = `SELECT '${reach}' AS words`;
    proxy.cutNext(sql.slice('SELECT'.length), 'after');
    await expect(database.search.rows(sql, [], reach)).rejects.toMatchObject({ kind: 'unavailable', code: 'database.unread' });
    expect(await database.search.rows('SELECT 1 AS one', [], reach)).toEqual([{ one: 1 }]);
  });

  it('is not a connection that was given a value it cannot send', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      await expect(database.query.rows('SELECT ? AS value', [undefined as never])).rejects.toThrow(TypeError);
      vi.advanceTimersByTime(DATABASE_LIMITS.silenceMs + 500);
    } finally {
      vi.useRealTimers();
    }
    expect(await database.query.rows('SELECT ? AS value', [1])).toEqual([{ value: 1 }]);
  });
});
