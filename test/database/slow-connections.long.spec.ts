// A database server that takes long to greet: a connection may take two seconds (docs/operate.md), and so may those that look where it leads.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCuttingProxy, type CuttingProxy } from '../support/cutting-proxy.js';
import { freshDatabase, SERVER_URL, type FreshDatabase } from '../support/database.js';
import { startService } from '../support/service.js';

describe.skipIf(!SERVER_URL)('a server whose greeting takes more than a second', () => {
  let database: FreshDatabase;
  let proxy: CuttingProxy;
  beforeAll(async () => {
    database = await freshDatabase('');
    const { hostname, port } = new URL(database.url);
    proxy = await startCuttingProxy(hostname, Number(port));
    proxy.greetAfter(1_200);
  });
  afterAll(async () => {
    await proxy.close();
    await database.drop();
  });

  it('is started with', async () => {
    const address = Object.assign(new URL(database.url), { hostname: '127.0.0.1', port: String(proxy.port) });
    const service = await startService({ DATABASE_URL: address.href, MASTER_KEY: Buffer.alloc(32, 4).toString('base64') });
    expect((await service.call('GET', '/readyz', undefined, { token: null })).status).toBe(200);
    await service.close();
  });
});
