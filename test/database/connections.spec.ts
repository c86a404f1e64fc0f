// How many connections a pool keeps on a server, also while it moves.
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PoolConnection } from 'mysql2';
import { SAMPLE, ServerNodes } from '../../src/common/database/servers/host-selection.js';
import { ServerPool } from '../../src/common/database/servers/pool.js';
import { loadSettings, type ServerSettings } from '../../src/common/settings/settings.js';
import { startCuttingProxy, type CuttingProxy } from '../support/cutting-proxy.js';
import { connectionsTo, freshDatabase, SERVER_URL, type FreshDatabase } from '../support/database.js';

const COUNT = 6;

/** Each socket of the system, with the timer that runs for it (proc_net_tcp(5)). */
const SOCKETS = '/proc/net/tcp';
const [ESTABLISHED, KEEP_ALIVE] = ['01', '02'];
function timersTo(port: number) {
  const remote = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return readFileSync(SOCKETS, 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , to, state]) => to?.endsWith(remote) && state === ESTABLISHED)
    .map(([, , , , , timer = '']) => ({ kind: timer.split(':')[0], seconds: parseInt(timer.split(':')[1] ?? '', 16) / 100 }));
}

describe.skipIf(!SERVER_URL)('a pool', () => {
  let fresh: FreshDatabase;
  let proxy: CuttingProxy;
  let pool: ServerPool;
  let host: ServerSettings['hosts'][number];
  const name = () => new URL(fresh.url).pathname.slice(1);
  beforeAll(async () => {
    fresh = await freshDatabase('');
    const { hostname, port } = new URL(fresh.url);
    proxy = await startCuttingProxy(hostname, Number(port));
    const url = new URL(fresh.url);
    url.port = String(proxy.port);
    const { database } = loadSettings({ DATABASE_URL: url.href, MASTER_KEY: Buffer.alloc(32, 7).toString('base64') });
    const settings = database as ServerSettings;
    host = settings.hosts[0] as typeof host;
    const { username: user, password } = new URL(fresh.url);
    pool = new ServerPool({ user, password, database: name(), connectionLimit: COUNT }, [], ServerNodes.of(settings));
  });
  afterAll(async () => {
    await new Promise((resolve) => pool.end(resolve));
    await proxy.close();
    await fresh.drop();
  });

  const take = () =>
    new Promise<PoolConnection>((resolve, reject) =>
      pool.getConnection((error, connection) => (error ? reject(error) : resolve(connection))),
    );
  const open = async () => (await connectionsTo(name())).length;

  it('that opens all its connections at once asks once whether they lead to one server', async () => {
    const taken = await Promise.all(Array.from({ length: COUNT }, take));
    expect(proxy.taken()).toBe(COUNT + SAMPLE);
    for (const connection of taken) connection.release();
  });

  it.runIf(existsSync(SOCKETS))('shows firewalls that its idle connections are there', async () => {
    (await take()).release();
    await expect
      .poll(() => timersTo(proxy.port))
      .toEqual(expect.arrayContaining([{ kind: KEEP_ALIVE, seconds: expect.closeTo(30, -1) as number }]) as unknown[]);
  });

  it('that moves by choice keeps what is in use until it is given back, and nothing else', async () => {
    const taken = await Promise.all(Array.from({ length: COUNT }, take));
    for (const connection of taken.slice(1)) connection.release();
    await expect.poll(open).toBe(COUNT);

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
