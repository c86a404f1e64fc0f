// Several hosts in DATABASE_URL: one is worked with, the same by all; when it dies another takes over, without a restart and without a loss.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { nodesOf } from '../../src/common/database/dialect.js';
import { StartError } from '../../src/storage.js';
import { requirePrograms } from '../support/programs.js';
import { startService, type TestService } from '../support/service.js';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-hosts-'));
const GALERA_TEST_DIR = join(folder, 'galera');
const env = { ...process.env, GALERA_TEST_DIR, GALERA_TEST_PORT: process.env['GALERA_TEST_PORT'] ?? '32640' };
const execute = promisify(execFile);
const galera = async (...parts: string[]) => (await execute('bash', ['test/support/galera.sh', ...parts], { env })).stdout.trim();

const CONNECTIONS = 4;
let services: [TestService, TestService];
const settings = async () => ({ DATABASE_URL: await galera('url'), MASTER_KEY: masterKey, DATABASE_CONNECTIONS: String(CONNECTIONS) });
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
});

const nodeOf = async (service: TestService) => {
  const [row] = await service.get(Database).query.rows<{ name: string }>('SELECT @@wsrep_node_name AS name');
  return Number(row?.name.slice(1));
};
const until = async (holds: () => Promise<boolean>) => {
  while (!(await holds().catch(() => false))) await new Promise((resolve) => setTimeout(resolve, 50));
};
/** What connections of both pools say, as many at once as there are: each of another one. */
const sessionsOf = async (service: TestService) => {
  const database = service.get(Database);
  const sql = 'SELECT CONNECTION_ID() AS id, @@wsrep_node_name AS node, @@wsrep_sync_wait AS wait, SLEEP(0.5) AS slept';
  const reads = Array.from({ length: CONNECTIONS }, () => database.query.rows<Session>(sql));
  const writes = Array.from({ length: CONNECTIONS }, () => database.write('ask', (tx) => tx.rows<Session>(sql)));
  const rows = (await Promise.all([...reads, ...writes])).flat();
  expect(new Set(rows.map(({ id }) => id)).size).toBeGreaterThan(CONNECTIONS);
  return [...new Set(rows.map(({ node, wait }) => `${node}, wsrep_sync_wait=${wait}`))];
};
interface Session {
  id: number;
  node: string;
  wait: number;
}
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
  for (const service of services) expect(await sessionsOf(service)).toEqual(['n1, wsrep_sync_wait=0']);
});

it('an operator chooses another host, and both follow without a failed request', async () => {
  const { statuses } = await underLoad(async () => {
    const [, second] = (await galera('url', '2')).split('@');
    const host = second?.split('/')[0] ?? '';
    // Ten times as many as there are connections.
    const inLine = Array.from({ length: CONNECTIONS * 10 }, () => services[1].get(Database).query.rows('SELECT SLEEP(0.25)'));
    expect((await services[0].call('POST', '/admin/v1/database/_use', { host })).body.hosts).toContainEqual({
      host,
      inUse: true,
      usable: true,
    });
    for (const service of services) await until(async () => (await nodeOf(service)) === 2);
    await Promise.all(inLine);
  });
  expect(statuses).toEqual(new Set([200, 201]));
});

it('after that all connections of both pools lead there, and wait for what is still written elsewhere', async () => {
  for (const service of services) expect(await sessionsOf(service)).toEqual(['n2, wsrep_sync_wait=1']);
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

it('its node is made read-only: both go to another one, and write nothing for as long as one may still read there', async () => {
  const left = await nodeOf(services[0]);
  const nodes = services.map(({ settings: { database } }) => nodesOf(database));
  const delays = nodes.map(() => 0);
  const watch = setInterval(() => nodes.forEach((one, at) => (delays[at] = Math.max(delays[at] ?? 0, one?.handoverMs ?? 0))), 20);
  try {
    const { acknowledged } = await underLoad(async () => {
      await galera('sql', String(left), 'SET GLOBAL read_only=1');
      for (const service of services) await until(async () => (await nodeOf(service)) !== left);
      // Longer than that delay.
      await new Promise((resolve) => setTimeout(resolve, 3_000));
    });
    const found = await names(services[1]);
    expect(acknowledged.filter((name) => !found.has(name))).toEqual([]);
    expect(delays.every((ms) => ms > 0)).toBe(true);
  } finally {
    clearInterval(watch);
    await galera('sql', String(left), 'SET GLOBAL read_only=0');
  }
});

it('all nodes are made read-only: both go on reading', async () => {
  const set = async (value: number) => {
    for (const node of ['1', '2', '3']) await galera('sql', node, `SET GLOBAL read_only=${value}`);
  };
  await set(1);
  try {
    // Longer than an answer counts without another probe.
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    for (const service of services) expect((await names(service)).size).toBeGreaterThan(0);
  } finally {
    await set(0);
  }
});

/** Leads new connections to nodes in turns. */
async function startBalancer(first: string[]) {
  const open = new Set<Socket>();
  let [to, next] = [first, 0];
  const server = createServer((client) => {
    const [host, port] = (to[next++ % to.length] ?? '').split(':');
    const upstream = connect(Number(port), host);
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => undefined).on('close', () => open.delete(socket));
    }
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    env: { ...(await settings()), DATABASE_URL: `mariadb://gatehouse:gatehouse@127.0.0.1:${port}/gatehouse` },
    lead: (nodes: string[]) => (to = nodes),
    cut: () => open.forEach((socket) => socket.destroy()),
    close: () => server.close(),
  };
}
const hosts = async () => (await galera('url')).replace(/^.*@|\/.*$/g, '').split(',') as [string, string, string];

it('connections that a balancer spreads over the nodes are refused, with the reason', async () => {
  const [, second, third] = await hosts();
  const balancer = await startBalancer([second, third]);
  const started = startService(balancer.env);
  await expect(started).rejects.toThrow(StartError);
  await expect(started).rejects.toThrow(/several servers; name these in DATABASE_URL/);
  balancer.close();
});

describe('a balancer that strays after the start', () => {
  let balancer: Awaited<ReturnType<typeof startBalancer>>;
  let service: TestService;
  let nodes: [string, string, string];
  beforeAll(async () => {
    nodes = await hosts();
    balancer = await startBalancer([nodes[1]]);
    service = await startService(balancer.env);
  });
  afterAll(async () => {
    await service?.close();
    balancer?.close();
  });

  const ask = () =>
    service
      .get(Database)
      .query.rows<{ node: string }>('SELECT @@wsrep_node_name AS node, SLEEP(0.2) AS slept')
      .then(
        ([row]) => row?.node,
        (error: { cause?: { code?: string; message?: string } }) => `${error.cause?.code}: ${error.cause?.message}`,
      );

  it('to another node as well, is refused with the reason: everybody goes on with the same one', async () => {
    balancer.lead([nodes[2], nodes[1]]);
    balancer.cut();
    const answers = new Set(await Promise.all(Array.from({ length: CONNECTIONS }, ask)));
    expect(answers).toEqual(
      new Set(['n2', 'SPREAD_CONNECTIONS: connections lead to several servers; name these in DATABASE_URL instead of their balancer']),
    );
  });

  it('to another node only, has moved: all connections are made anew, and wait for what is still written elsewhere', async () => {
    const { moves } = service.get(Database);
    balancer.lead([nodes[2]]);
    await expect.poll(() => sessionsOf(service).catch(() => undefined), { timeout: 20_000 }).toEqual(['n3, wsrep_sync_wait=1']);
    expect(service.get(Database).moves).toBe(moves + 1);
  });
});
