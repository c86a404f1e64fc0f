// Several hosts in DATABASE_URL: one is worked with, the same by all; when it dies another takes over, without a restart and without a loss.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { StartError } from '../../src/storage.js';
import { requirePrograms } from '../support/programs.js';
import { startService, type TestService } from '../support/service.js';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-hosts-'));
const GALERA_TEST_DIR = join(folder, 'galera');
const env = { ...process.env, GALERA_TEST_DIR, GALERA_TEST_PORT: process.env['GALERA_TEST_PORT'] ?? '32640' };
const execute = promisify(execFile);
const galera = async (...parts: string[]) => (await execute('bash', ['test/support/galera.sh', ...parts], { env })).stdout.trim();

let services: [TestService, TestService];
const settings = async () => ({ DATABASE_URL: await galera('url'), MASTER_KEY: masterKey, DATABASE_CONNECTIONS: '4' });
const masterKey = randomBytes(32).toString('base64');

beforeAll(async () => {
  requirePrograms('mariadbd', 'bash');
  // The servers run under an account of their own.
  chmodSync(folder, 0o711);
  await galera('start');
  services = [await startService(await settings()), await startService(await settings())];
}, 240_000);
afterAll(async () => {
  for (const service of services ?? []) await service.close();
  await galera('stop');
  rmSync(folder, { recursive: true, force: true });
}, 120_000);

const nodeOf = async (service: TestService) => {
  const [row] = await service.get(Database).query.rows<{ name: string }>('SELECT @@wsrep_node_name AS name');
  return Number(row?.name.slice(1));
};
const until = async (holds: () => Promise<boolean>) => {
  while (!(await holds().catch(() => false))) await new Promise((resolve) => setTimeout(resolve, 50));
};
let made = 0;
const create = async (service: TestService, name = `org${++made}`) => {
  const { status } = await service.call('POST', '/admin/v1/organizations', { name, primaryDomain: `${name}.example` }, { token: token() });
  return { name, status };
};
const token = () => services[0].credentials.serviceUser.personalAccessToken;
const names = async (service: TestService) => {
  const rows = await service.get(Database).query.rows<{ name: string }>('SELECT name FROM organizations');
  return new Set(rows.map(({ name }) => name));
};

/** Creates and lists through both, one after the other each, while something happens. @returns what was acknowledged, and every status */
async function underLoad(happening: () => Promise<void>) {
  const over = new AbortController();
  const acknowledged: string[] = [];
  const statuses = new Set<number>();
  const creating = async (service: TestService) => {
    const { name, status } = await create(service);
    if (status === 201) acknowledged.push(name);
    return status;
  };
  const listing = async (service: TestService) =>
    (await service.call('GET', '/admin/v1/organizations', undefined, { token: token() })).status;
  const running = services.flatMap((service) =>
    [creating, listing].map(async (ask) => {
      while (!over.signal.aborted) statuses.add(await ask(service));
    }),
  );
  await happening().finally(() => over.abort());
  await Promise.all(running);
  return { acknowledged, statuses };
}

it('both work with the first host of the list', async () => {
  expect([await nodeOf(services[0]), await nodeOf(services[1])]).toEqual([1, 1]);
});

it('an operator chooses another host, and both follow without a failed request', async () => {
  const { statuses } = await underLoad(async () => {
    const [, second] = (await galera('url', '2')).split('@');
    const host = second?.split('/')[0] ?? '';
    expect((await services[0].call('POST', '/admin/v1/database/_use', { host })).body.hosts).toContainEqual({
      host,
      inUse: true,
      usable: true,
    });
    for (const service of services) await until(async () => (await nodeOf(service)) === 2);
  });
  expect(statuses).toEqual(new Set([200, 201]));
});

it('its node is killed: both go to the same other one, nothing acknowledged is lost, and nobody goes back by himself', async () => {
  const { acknowledged, statuses } = await underLoad(async () => {
    await galera('kill', '2');
    for (const service of services) await until(async () => (await nodeOf(service)) === 1 && (await create(service)).status === 201);
    await galera('run', '2');
    await new Promise((resolve) => setTimeout(resolve, 3_000));
  });
  expect([...statuses].filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
  expect([await nodeOf(services[0]), await nodeOf(services[1])]).toEqual([1, 1]);
  for (const service of services) {
    const there = await names(service);
    expect(acknowledged.filter((name) => !there.has(name))).toEqual([]);
  }
});

it('its node freezes: the same', async () => {
  const { statuses } = await underLoad(async () => {
    await galera('pause', '1');
    for (const service of services)
      await until(async () => [2, 3].includes(await nodeOf(service)) && (await create(service)).status === 201);
  });
  expect([...statuses].filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
  expect(await nodeOf(services[0])).toBe(await nodeOf(services[1]));
  await galera('resume', '1');
});

it('connections that a balancer spreads over the nodes are refused, with the reason', async () => {
  let next = 0;
  const hosts = (await galera('url')).replace(/^.*@|\/.*$/g, '').split(',');
  const balancer: Server = createServer((client) => {
    const [host, port] = (hosts[2 - (next++ % 2)] ?? '').split(':');
    const upstream = connect(Number(port), host);
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve));
  const { port } = balancer.address() as AddressInfo;
  const started = startService({ ...(await settings()), DATABASE_URL: `mariadb://gatehouse:gatehouse@127.0.0.1:${port}/gatehouse` });
  await expect(started).rejects.toThrow(StartError);
  await expect(started).rejects.toThrow(/several servers; name these in DATABASE_URL/);
  balancer.close();
});
