import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { guardedFetch, keptConnections, type OutboundLimits } from './guarded-fetch.js';
import { NoAnswerError } from './guarded-lookup.js';

const ANSWERS: Record<string, RequestListener> = {
  '/short': (_, response) => response.writeHead(201, { 'x-of': ['a', 'b'] }).end('12345678'),
  '/long': (_, response) => response.end('123456789'),
  '/endless': (_, response) => {
    const more = setInterval(() => response.write('x'.repeat(65_536)), 1);
    response.on('close', () => clearInterval(more));
  },
  '/half': (_, response) => response.writeHead(200, { 'content-length': '2' }).write('x'),
  '/empty': (_, response) => response.writeHead(204).end(),
  '/reset': (request) => void request.socket.destroy(),
  '/away': (_, response) => response.writeHead(302, { location: '/short' }).end(),
};
let server: Server;
let origin: string;
beforeAll(async () => {
  server = createServer((request, response) => ANSWERS[request.url ?? '']?.(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const get = (path: string, limits: Partial<OutboundLimits> = {}) =>
  guardedFetch(origin + path, {}, { allowPrivate: true, timeoutMs: 60_000, maxBytes: 8, ...limits });

it('a response has its status, headers and body', async () => {
  const response = await get('/short');
  expect([response.status, response.header('x-of'), response.text()]).toEqual([201, 'a, b', '12345678']);
  expect(response.header('x-other')).toBeUndefined();
});

it.each(['/long', '/endless'])('%s is refused once it is longer than allowed', async (path) => {
  await expect(get(path)).rejects.toThrow('its response is longer than 8 bytes');
});

it('the body is not read when the limit is 0', async () => {
  const response = await get('/endless', { maxBytes: 0 });
  expect([response.status, response.text()]).toEqual([200, '']);
});

it('a redirect is not followed', async () => {
  expect((await get('/away')).status).toBe(302);
});

it('a response without a body has its status', async () => {
  expect((await get('/empty')).status).toBe(204);
});

it.each(['/silent', '/half'])('%s ends with the time limit', async (path) => {
  await expect(get(path, { timeoutMs: 50 })).rejects.toThrow('no response within 50 ms');
});

it('ends with the signal of its caller', async () => {
  const controller = new AbortController();
  const response = get('/silent', { signal: controller.signal });
  controller.abort();
  await expect(response).rejects.toThrow(NoAnswerError);
});

it('a private address is refused', async () => {
  await expect(get('/short', { allowPrivate: false })).rejects.toThrow('the address 127.0.0.1 is not public');
});

describe('with connections that stay open', () => {
  /** Those that had a request: the server also counts connections that a caller has given up. */
  const used = new Set<number | undefined>();
  beforeAll(() => void server.on('request', ({ socket }) => used.add(socket.remotePort)));
  beforeEach(() => used.clear());

  it('a connection that has more to send is not used again', async () => {
    const connections = keptConnections();
    await expect(get('/endless', { connections })).rejects.toThrow('longer than 8 bytes');
    expect([(await get('/short', { connections })).status, used.size]).toEqual([201, 2]);
  });

  it('the next request has the connection of the one before', async () => {
    const connections = keptConnections();
    await get('/short', { connections });
    await get('/short', { connections });
    expect(used.size).toBe(1);
  });

  it('the request gets another one if the server has closed it meanwhile, and no third one', async () => {
    const connections = keptConnections();
    await get('/short', { connections });
    // On the kept connection, and then on a new one.
    await expect(get('/reset', { connections })).rejects.toThrow('socket hang up');
    expect(used.size).toBe(2);
  });
});
