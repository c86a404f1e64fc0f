// What a start makes of WORKERS. What workers do together, under load and when one ends: workers.long.spec.ts.
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { SERVER_URL } from '../support/database.js';
import { childrenOf, Ground } from '../support/processes.js';

let ground: Ground | undefined;
afterEach(() => ground?.clear());

it('with SQLite the service refuses workers, and says why', async () => {
  ground = await Ground.make({ DATABASE_URL: '', MASTER_KEY: '' });
  const { code, output } = await ground.run({ WORKERS: '2' });
  expect(code).toBe(1);
  expect(output).toContain('WORKERS must be 1 with SQLite, whose file has one writer in one process');
});

describe.skipIf(!SERVER_URL)('on a database server', () => {
  it('WORKERS=auto makes one worker a core', async () => {
    ground = await Ground.make({ WORKERS: 'auto' });
    const service = await ground.start();
    // One core would be served by the process itself.
    const cores = availableParallelism();
    await expect.poll(() => childrenOf(service.child.pid ?? 0).length, { timeout: 60_000 }).toBe(cores > 1 ? cores : 0);
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    expect(await service.end('SIGTERM')).toBe(0);
  });

  it('a port of the metrics that is taken ends the start with a sentence, before any worker', async () => {
    const other = createServer();
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    ground = await Ground.make({ WORKERS: '2', METRICS_PORT: String(port) });
    const { code, output } = await ground.run({});
    other.close();
    expect(code).toBe(1);
    expect(output).toBe(`Another program listens on 127.0.0.1, port ${port}. Stop it, or set METRICS_PORT to another port.\n`);
  });
});
