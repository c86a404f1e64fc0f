// Several processes behind one address: WORKERS, and restarts that nobody notices.
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Histories } from '../cluster/histories.js';
import { Load } from '../cluster/load.js';
import { makeScene, signIn } from '../cluster/scene.js';
import type { Credentials } from '../support/clients.js';
import { SERVER_URL } from '../support/database.js';
import { clientToken, codeIn, redeem } from '../support/oauth.js';
import { childrenOf, Ground, type Process } from '../support/processes.js';
import { freePort, type HttpService } from '../support/service.js';
import { Balancer, isReady } from './balancer.js';

const PUBLIC_URL = 'http://127.0.0.1:65000';

let ground: Ground | undefined;
afterEach(() => ground?.clear());

/** Each of them at each process, before the restart and after it. */
const EXERCISED = [
  'client_credentials',
  'authorization_code',
  'refresh_token',
  'GET authorize',
  'POST sign-in',
  'POST Users',
  'PATCH Groups',
  'POST import',
  'POST revoke',
];
const TOKEN_CLIENTS = 8;
/** Values of WORKERS: workers have all that a process alone has, and more. LONG=1: both. */
const RESTARTED = process.env['LONG'] ? ['1', '2'] : ['2'];

/** Asks again and again. */
function repeatUntilStopped(ask: () => Promise<unknown>): { stop(): Promise<void> } {
  let running = true;
  const asking = (async () => {
    // What fails is on the list of the balancer.
    while (running) await ask().catch(() => new Promise((resolve) => setTimeout(resolve, 100)));
  })();
  return { stop: () => ((running = false), asking) };
}

/** Sends the first request one way, and when the time has come all others another way. */
function handedOver(first: HttpService, then: HttpService, when: Promise<unknown>): HttpService {
  let isFirst = true;
  return {
    url: then.url,
    async call(...request) {
      const begins = isFirst;
      isFirst = false;
      if (begins) return first.call(...request);
      await when;
      return then.call(...request);
    },
  };
}

function tokenRequest({ credentials }: Ground): RequestInit {
  const { clientId, clientSecret } = credentials.serviceUser;
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  return { method: 'POST', headers: { authorization }, body: new URLSearchParams({ grant_type: 'client_credentials' }) };
}

it('before it stops listening, a process says that it wants no more requests, and still answers them', async () => {
  ground = await Ground.make();
  const service = await ground.start({ DRAIN_SECONDS: '3' });
  const end = service.end('SIGTERM');
  await expect.poll(() => isReady(service.url)).toBe(false);
  const late = await fetch(`${service.url}/oauth/v2/token`, tokenRequest(ground));
  expect([late.status, late.headers.get('connection')]).toEqual([200, 'close']);
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  expect(await end).toBe(0);
});

describe.skipIf(!SERVER_URL)('on a database server', () => {
  it.each(RESTARTED)(
    'one of two processes with WORKERS=%s is restarted under load, and no request fails',
    async (WORKERS) => {
      ground = await Ground.make({ DRAIN_SECONDS: '2', PUBLIC_URL, WORKERS, DATABASE_CONNECTIONS: '4', LOG_LEVEL: 'warn' });
      const processes: [Process, Process] = [await ground.start({ PUBLIC_URL }), await ground.start({ PUBLIC_URL })];
      const [first] = processes;
      const { orgId, serviceUser } = ground.credentials;
      const through = (those: Process[]) => new Balancer(those, serviceUser.personalAccessToken);
      const [balancer, toFirst] = [through(processes), through([first])];
      const scene = await makeScene(balancer, orgId, serviceUser);
      const histories = new Histories();
      const load = new Load([balancer, balancer], scene, histories, 1);
      const tokens = Array.from({ length: TOKEN_CLIENTS }, () =>
        repeatUntilStopped(async () => {
          if ((await clientToken(balancer, serviceUser)) === undefined) balancer.failures.push('no token');
        }),
      );
      load.start();
      const lacking = (url: string) => EXERCISED.filter((kind) => balancer.count(url, kind) === 0);
      await expect.poll(() => lacking(first.url), { timeout: 60_000 }).toEqual([]);
      const crossing = signIn(handedOver(toFirst, balancer, once(first.child, 'exit')), scene.clients[0]?.clientId ?? '', scene.loginName);
      await expect.poll(() => toFirst.count(first.url, 'GET authorize')).toBe(1);
      expect(await first.end('SIGTERM')).toBe(0);
      const { end } = await crossing;
      expect((await redeem(balancer, scene.clients[0] as Credentials, codeIn(end))).status).toBe(200);
      const successor = await ground.start({ PUBLIC_URL });
      processes[0] = successor;
      await expect.poll(() => lacking(successor.url), { timeout: 60_000 }).toEqual([]);
      await Promise.all(tokens.map(({ stop }) => stop()));
      await load.stop();
      // Whatever was acknowledged is looked for.
      const { violations, surprises, tally } = await histories.close();
      await Promise.all([balancer.stop(), toFirst.stop()]);
      expect([...balancer.failures, ...surprises]).toEqual([]);
      expect(violations).toEqual([]);
      expect(tally).toMatchObject({ refused: 0, unknown: 0 });
    },
    240_000,
  );

  it('a connection that was handed to a worker which is killed before it takes it is closed', async () => {
    ground = await Ground.make();
    const service = await ground.start({ WORKERS: '2' });
    const [one = 0] = childrenOf(service.child.pid ?? 0);
    process.kill(one, 'SIGSTOP');
    let answered = 0;
    const closed = Array.from({ length: 4 }, async () => {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
      socket.on('error', () => undefined).once('data', () => answered++);
      socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
      // After a reset as well, which is an error.
      await new Promise((resolve) => socket.resume().once('close', resolve));
    });
    // The one that was handed to the stopped worker is not.
    await expect.poll(() => answered, { timeout: 30_000 }).toBe(3);
    process.kill(one, 'SIGKILL');
    await Promise.all(closed);
    expect(answered).toBe(3);
  });

  it('workers share the quota of a client', async () => {
    ground = await Ground.make({ WORKERS: '2', LOG_LEVEL: 'warn' });
    const service = await ground.start();
    const quota = 100;
    const decided = await fetch(`${service.url}/admin/v1/policies/limits`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${ground.credentials.serviceUser.personalAccessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tokenPerClient: quota }),
    });
    expect(decided.status).toBe(200);
    await expect.poll(() => childrenOf(service.child.pid ?? 0).length, { timeout: 30_000 }).toBe(2);
    // In one window; each worker has looked for news of the policies by then.
    const window = 60_000;
    const left = window - (Date.now() % window);
    await new Promise((resolve) => setTimeout(resolve, left < 30_000 ? left + 500 : 2_000));
    const started = Math.floor(Date.now() / window);
    let [admitted, refused] = [0, 0];
    // Each on a connection of its own, which the workers take in turns.
    const request = { ...tokenRequest(ground), headers: { ...tokenRequest(ground).headers, connection: 'close' } };
    while (refused < 40 && Math.floor(Date.now() / window) === started) {
      const { status, headers } = await fetch(`${service.url}/oauth/v2/token`, request);
      if (status === 200) admitted++;
      else expect([status, ++refused, Number(headers.get('retry-after')) > 0]).toEqual([429, refused, true]);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(refused).toBe(40);
    // One that stays below its tenth is not heard of, and what comes within 200 ms is told too late: 10 requests, with 20 ms after each.
    expect(admitted).toBeGreaterThanOrEqual(quota);
    expect(admitted).toBeLessThanOrEqual(quota + quota / 10 + 10);
  });

  it('workers share a port and sum up their metrics, also of one that is stopped or dies, which is replaced; all of them stop with the first', async () => {
    const metricsPort = await freePort();
    ground = await Ground.make({ WORKERS: '2', LOG_LEVEL: 'warn', METRICS_PORT: String(metricsPort) });
    const service = await ground.start();
    const metrics = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const ask = () =>
      fetch(`${service.url}/oauth/v2/token`, tokenRequest(ground as Ground)).then(
        ({ status }) => status,
        () => 0,
      );
    const counted = 'gatehouse_http_request_duration_seconds_count{class="token",method="POST",status="2xx"}';
    const workers = async () => (await metrics()).match(/^gatehouse_queue_tasks\{queue="password",state="waiting"\} (\d+)/m);
    await expect.poll(workers, { timeout: 30_000 }).not.toBeNull();
    for (let i = 0; i < 20; i++) expect(await ask()).toBe(200);
    await expect.poll(async () => (await metrics()).split('\n').find((line) => line.startsWith(counted))).toBe(`${counted} 20`);
    const pids = () => childrenOf(service.child.pid ?? 0);
    await expect.poll(() => pids().length, { timeout: 30_000 }).toBe(2);
    const states = async () =>
      [...(await metrics()).matchAll(/^gatehouse_workers\{state="(\w+)"\} ([1-9])/gm)].map(([, ...state]) => state);
    const sum = async () => (await metrics()).split('\n').find((line) => line.startsWith(counted));
    await expect.poll(states, { timeout: 30_000 }).toEqual([['answering', '2']]);
    const [one = 0] = pids();
    process.kill(one, 'SIGSTOP');
    const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`, { signal: AbortSignal.timeout(4_000) });
    expect([response.status, (await response.text()).includes(`${counted} 20\n`)]).toEqual([200, true]);
    expect(await states()).toEqual([
      ['answering', '1'],
      ['silent', '1'],
    ]);
    process.kill(one, 'SIGCONT');
    await expect.poll(states).toEqual([['answering', '2']]);
    expect(await sum()).toBe(`${counted} 20`);
    process.kill(one, 'SIGKILL');
    await expect.poll(() => service.output()).toContain('a worker ended and is replaced');
    // A sum that fell would be counted again from the start.
    expect(await sum()).toBe(`${counted} 20`);
    await expect.poll(() => pids().filter((pid) => pid !== one).length, { timeout: 30_000 }).toBe(2);
    expect((await states()).toString()).toBe('answering,1,starting,1');
    await expect.poll(states, { timeout: 30_000 }).toEqual([['answering', '2']]);
    expect(await sum()).toBe(`${counted} 20`);
    await expect.poll(ask).toBe(200);
    const last = pids();
    expect(await service.end('SIGTERM')).toBe(0);
    expect(last.filter(isAlive)).toEqual([]);
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
