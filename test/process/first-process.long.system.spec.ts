// The service as the first process of a container, where nobody else handles signals or waits for processes that ended.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { launchThrough } from '../support/launch-through.js';
import { childrenOf, Ground } from '../support/processes.js';
import { requirePrograms } from '../support/programs.js';

const DRAIN_MS = 2_000;

/** Where it is the first process. */
const IN_NAMESPACE = launchThrough(['unshare', '--user', '--map-root-user', '--pid', '--fork', '--kill-child']);

let ground: Ground | undefined;
beforeAll(() => requirePrograms('unshare'));
afterEach(() => ground?.clear());

it('SIGTERM ends it while it starts, with code 0, and it does not go on to serve', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  const asked = once(silent, 'connection');
  await once(silent, 'listening');
  ground = await Ground.make({ DATABASE_URL: `mariadb://a:b@127.0.0.1:${(silent.address() as AddressInfo).port}/gatehouse` });
  let child: ChildProcess | undefined;
  const starting = ground.start({}, (args, options) => (child = IN_NAMESPACE(args, options)));
  // It waits for a database that says nothing.
  await asked;
  process.kill(childrenOf(child?.pid ?? 0)[0] ?? 0, 'SIGTERM');
  await expect(starting).rejects.toThrow('did not start');
  expect(child?.exitCode).toBe(0);
  silent.close();
});

it.each(['SIGTERM', 'SIGINT'] as const)('%s ends it after the drain, with code 0, and requests until then are answered', async (signal) => {
  ground = await Ground.make({ DRAIN_SECONDS: String(DRAIN_MS / 1_000) });
  const service = await ground.start({}, IN_NAMESPACE);
  const [pid = 0] = childrenOf(service.child.pid ?? 0);
  // In its own namespace it is the first.
  expect(/^NSpid:.*\s(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]).toBe('1');
  const ended = new Promise<number | null>((resolve) => service.child.once('close', resolve));
  const told = performance.now();
  process.kill(pid, signal);
  await expect.poll(async () => (await fetch(`${service.url}/readyz`)).status).toBe(503);
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  // With 1 it would have run out of time for the requests it had accepted.
  expect(await ended).toBe(0);
  expect(performance.now() - told).toBeGreaterThanOrEqual(DRAIN_MS);
});
