import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { pipeline, Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REQUESTS, type ObservedRequest } from '../observation/topics.js';
import { observeRequest } from './observed-requests.js';

const PART = Buffer.alloc(65_536);
const ANSWERS: Record<string, (response: ServerResponse) => void> = {
  '/whole': (response) => response.end('whole'),
  '/refused': (response) => response.writeHead(403).end(),
  '/silent': () => undefined,
  '/endless': (response) => send(response, () => PART),
  '/failing': (response) =>
    send(response, (part) => {
      if (part > 3) throw new Error('fails amid the answer');
      return PART;
    }),
};

function send(response: ServerResponse, partOf: (part: number) => Buffer): void {
  async function* parts() {
    for (let part = 0; ; part++) yield partOf(part);
  }
  pipeline(Readable.from(parts()), response, () => undefined);
}

let server: Server;
let told: ObservedRequest[] = [];
const end = REQUESTS.listen((request) => told.push(request));
beforeAll(async () => {
  server = createServer((request, response) => {
    observeRequest(request, response, request.url ?? '', () => ANSWERS[request.url ?? '']?.(response));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  end();
  server.close();
});

/** Sends a request on a separate connection. */
async function ask(path: string) {
  told = [];
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const begun = once(server, 'request');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  await begun;
  return socket;
}

const outcomes = () => told.map(({ status, failed }) => ({ status, failed }));

it.each([
  ['/whole', 200],
  ['/refused', 403],
])('%s, an answer that was sent whole, has its status', async (path, status) => {
  const socket = await ask(path);
  await once(socket.resume(), 'close');
  await expect.poll(outcomes).toEqual([{ status, failed: false }]);
});

it('a request whose caller goes before the answer has the status 499', async () => {
  const socket = await ask('/silent');
  socket.destroy();
  await expect.poll(outcomes).toEqual([{ status: 499, failed: false }]);
});

it.each(['destroy', 'resetAndDestroy'] as const)('a request whose caller goes amid the answer has the status 499 (%s)', async (how) => {
  const socket = await ask('/endless');
  await once(socket, 'data');
  socket[how]();
  await expect.poll(outcomes).toEqual([{ status: 499, failed: false }]);
});

it('a request that fails amid its answer has the status 500, whatever was sent before', async () => {
  const socket = await ask('/failing');
  await once(socket.resume(), 'close');
  await expect.poll(outcomes).toEqual([{ status: 500, failed: true }]);
});
