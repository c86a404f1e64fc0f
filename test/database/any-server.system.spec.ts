// TiDB: any of its servers will do, so nothing is agreed on. Played by MariaDB under TiDB's version: what is tested is this side of the connection.
import { createServer, connect, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { autocommitExecutor, nodesOf } from '../../src/common/database/dialect.js';
import { Database } from '../../src/common/database/database.js';
import { loadSettings } from '../../src/common/settings/settings.js';
import { createDataSource } from '../../src/data-source.js';
import { startCuttingProxy } from '../support/cutting-proxy.js';
import { startPrivateServer, type PrivateServer } from '../support/private-mariadb.js';
import { freePort, startService, type TestService } from '../support/service.js';

const VERSION = '8.0.11-TiDB-v8.5.3';
let servers: PrivateServer[] = [];
beforeAll(async () => {
  const settings = () => [`version=${VERSION}`, 'general_log=1', 'log_output=TABLE'].join('\n');
  servers = [await startPrivateServer(settings), await startPrivateServer(settings)];
  for (const { run } of servers) await run('CREATE DATABASE IF NOT EXISTS gatehouse');
}, 240_000);
afterAll(() => {
  for (const server of servers) server.stop();
});
/** What a server was told, in order, by connection. */
async function toldTo({ run }: PrivateServer): Promise<string[]> {
  const told = await run('SELECT CONVERT(argument USING utf8mb4) AS said FROM mysql.general_log ORDER BY thread_id, event_time');
  return told.map(({ said }) => String(said));
}
const [one, two] = [() => servers[0] as PrivateServer, () => servers[1] as PrivateServer];

it('connections that a balancer leads to several servers are all taken', async () => {
  const balancer = await startTurns([one().port, two().port]);
  const settings = loadSettings({
    DATABASE_URL: `mariadb://app:app@127.0.0.1:${balancer.port}/gatehouse`,
    DATABASE_CONNECTIONS: '4',
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  });
  const reader = await createDataSource(settings.database, 'reader').initialize();
  try {
    const ask = () => autocommitExecutor(reader).execute('SELECT @@port AS port, SLEEP(0.2) AS slept', []);
    const answers = await Promise.all(Array.from({ length: 4 }, ask));
    const ports = answers.flatMap(({ rows }) => (rows as Array<{ port: number }>).map(({ port }) => port));
    expect(new Set(ports)).toEqual(new Set([one().port, two().port]));
    expect(nodesOf(settings.database)?.isTidb).toBe(true);
  } finally {
    await reader.destroy();
    await balancer.close();
  }
});

describe('of several hosts', () => {
  let service: TestService;
  const proxies: Array<Awaited<ReturnType<typeof startCuttingProxy>>> = [];
  beforeAll(async () => {
    for (let i = 0; i < 2; i++) proxies.push(await startCuttingProxy('127.0.0.1', one().port));
    const hosts = proxies.map(({ port }) => `127.0.0.1:${port}`).join(',');
    service = await startService({ DATABASE_URL: `mariadb://app:app@${hosts}/gatehouse` });
  });
  afterAll(async () => {
    await service?.close();
    for (const proxy of proxies) await proxy.close();
  });

  const hosts = async () => (await service.call('GET', '/admin/v1/database')).body.hosts as Array<{ host: string; inUse: boolean }>;

  it('one is used, none is agreed on, and none can be chosen for everybody', async () => {
    expect((await hosts()).filter(({ inUse }) => inUse)).toHaveLength(1);
    expect(await service.get(Database).query.rows('SELECT host, epoch FROM database_node')).toEqual([{ host: '', epoch: 0 }]);
    const other = (await hosts()).find(({ inUse }) => !inUse)?.host;
    expect(await service.call('POST', '/admin/v1/database/_use', { host: other })).toMatchObject({ body: { code: 'databaseHost.any' } });
  });

  it('statements that commit by themselves run in a transaction, whose wait for locks has a limit, and whose idle time too', async () => {
    await service.get(Database).proveWrites(Date.now() * 1000 + 3_600_000_000);
    const told = (await toldTo(one())).join('\n');
    expect(told).toMatch(/START TRANSACTION\n(UPDATE write_proofs [^\n]*\n)+COMMIT/);
    expect(told).not.toMatch(/(?<!START TRANSACTION|UPDATE write_proofs [^\n]*)\nUPDATE write_proofs/);
    expect(told).toContain('SET SESSION tidb_idle_transaction_timeout = 7');
  });

  it('another one is used when that one is gone', async () => {
    const used = (await hosts()).find(({ inUse }) => inUse)?.host ?? '';
    const gone = proxies.find(({ port }) => used.endsWith(`:${port}`));
    await gone?.close();
    await expect.poll(async () => (await hosts()).find(({ inUse }) => inUse)?.host).not.toBe(used);
    const { rows } = service.get(Database).query;
    expect(await rows('SELECT host FROM database_node')).toEqual([{ host: '' }]);
  });
});

/** A balancer that leads connections to the ports in turns. */
async function startTurns(ports: readonly number[]): Promise<{ port: number; close(): Promise<void> }> {
  let turn = 0;
  const open = new Set<Socket>();
  const server: Server = createServer((client) => {
    const upstream = connect(ports[turn++ % ports.length] ?? 0, '127.0.0.1');
    for (const socket of [client, upstream]) open.add(socket.on('error', () => undefined));
    client.pipe(upstream).pipe(client);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
