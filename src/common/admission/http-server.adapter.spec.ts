import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { collectGarbage } from '../../../test/support/collect-garbage.js';
import { HttpServerAdapter } from './http-server.adapter.js';

/** The adapter after a request to this path, closed. */
async function closedAfter(path: string): Promise<WeakRef<HttpServerAdapter>> {
  const adapter = new HttpServerAdapter();
  adapter.initHttpServer();
  adapter.use((request: IncomingMessage, response: ServerResponse) => void request.resume().once('close', () => response.end('done')));
  const server = adapter.getHttpServer() as Server;
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body: 'a', headers: { connection: 'close' } });
  expect(await answer.text()).toBe('done');
  await adapter.close();
  return new WeakRef(adapter);
}

// A timer that is left would keep the whole service in memory.
it.each(['/', '/admin/v1/import'])('nothing holds it once it is closed, after a request to %s', async (path) => {
  const closed = await closedAfter(path);
  await expect
    .poll(() => {
      collectGarbage();
      return closed.deref() === undefined;
    })
    .toBe(true);
});
