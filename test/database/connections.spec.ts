// How many connections a pool keeps on a server, also while it moves.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PoolConnection } from 'mysql2';
import { ServerNodes } from '../../src/common/database/server-nodes.js';
import { ServerPool } from '../../src/common/database/server-pool.js';
import { loadSettings, type ServerSettings } from '../../src/common/settings/settings.js';
import { freshDatabase, onServer, SERVER_URL, type FreshDatabase } from '../support/database.js';

const COUNT = 6;

describe.skipIf(!SERVER_URL)('a pool that moves by choice', () => {
  let fresh: FreshDatabase;
  let pool: ServerPool;
  let host: ServerSettings['hosts'][number];
  const name = () => new URL(fresh.url).pathname.slice(1);
  beforeAll(async () => {
    fresh = await freshDatabase('');
    const { database } = loadSettings({ DATABASE_URL: fresh.url, MASTER_KEY: Buffer.alloc(32, 7).toString('base64') });
    const settings = database as ServerSettings;
    host = settings.hosts[0] as typeof host;
    const { username: user, password } = new URL(fresh.url);
    pool = new ServerPool({ user, password, database: name(), connectionLimit: COUNT }, [], ServerNodes.of(settings));
  });
  afterAll(async () => {
    await new Promise((resolve) => pool.end(resolve));
    await fresh.drop();
  });

  const take = () =>
    new Promise<PoolConnection>((resolve, reject) =>
      pool.getConnection((error, connection) => (error ? reject(error) : resolve(connection))),
    );
  const open = async () =>
    Number((await onServer([`SELECT COUNT(*) AS name FROM information_schema.processlist WHERE db = '${name()}'`]))[0]?.name);

  it('keeps what is in use until it is given back, and nothing else', async () => {
    const taken = await Promise.all(Array.from({ length: COUNT }, take));
    for (const connection of taken.slice(1)) connection.release();
    expect(await open()).toBe(COUNT);

    pool.move(host, [], true);
    await expect.poll(open).toBe(1);
    const [inUse] = taken;
    await new Promise<void>((resolve, reject) => inUse?.query('SELECT 1', (error) => (error ? reject(error) : resolve())));
    inUse?.release();
    await expect.poll(open).toBe(0);
    (await take()).release();
    expect(await open()).toBe(1);
  });
});
