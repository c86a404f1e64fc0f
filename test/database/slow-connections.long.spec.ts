// A database server that takes long to greet: a connection may take two seconds (docs/operate.md), and so may those that look where it leads.
import { connect, createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, SERVER_URL, type FreshDatabase } from '../support/database.js';
import { startService } from '../support/service.js';

const GREETING_MS = 1_200;

describe.skipIf(!SERVER_URL)('a server whose greeting takes more than a second', () => {
  let database: FreshDatabase;
  let url: URL;
  const proxy = createServer((client) => {
    const upstream = connect(Number(url.port), url.hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const)
      socket.on('error', () => undefined).on('close', () => other.destroy());
    client.pipe(upstream);
    setTimeout(() => upstream.pipe(client), GREETING_MS);
  });
  beforeAll(async () => {
    database = await freshDatabase('');
    url = new URL(database.url);
    await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  });
  afterAll(async () => {
    proxy.close();
    await database.drop();
  });

  it('is started with', async () => {
    const { port } = proxy.address() as AddressInfo;
    const address = Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) });
    const service = await startService({ DATABASE_URL: address.href, MASTER_KEY: Buffer.alloc(32, 4).toString('base64') });
    expect((await service.call('GET', '/readyz', undefined, { token: null })).status).toBe(200);
    await service.close();
  });
});
