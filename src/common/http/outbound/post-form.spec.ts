import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NoAnswerError } from './guarded-lookup.js';
import { postForm } from './post-form.js';

let server: Server;
let port: number;
let requests = 0;
beforeAll(async () => {
  server = createServer((request, response) => {
    requests++;
    if (request.url === '/silent') return;
    response.writeHead(request.url === '/away' ? 302 : 200, { location: '/elsewhere' }).end();
  });
  await new Promise<void>((done) => server.listen(0, done));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const post = (target: string, allowPrivate: boolean, timeoutMs = 2_000) =>
  postForm(target, { a: 'b' }, { allowPrivate, timeoutMs, signal: new AbortController().signal });

// Spellings that a URL turns into 127.0.0.1, names that resolve to it, and its IPv6 forms.
it.each([
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '0.0.0.0',
  'localhost',
  'LOCALHOST',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::]',
])('http://%s is refused before anything is sent, unless private addresses are allowed', async (host) => {
  const before = requests;
  await expect(post(`http://${host}:${port}/`, false)).rejects.toThrow(/^the address .* is not public$/);
  expect(requests).toBe(before);
});

it.each(['169.254.169.254', '10.0.0.1', '192.168.0.1', '[fd00::1]', '[fe80::1]'])('https://%s is refused at once', async (host) => {
  await expect(post(`https://${host}/latest/meta-data`, false)).rejects.toThrow('is not public');
});

it.each(['127.0.0.1', 'localhost'])('http://%s is answered when private addresses are allowed', async (host) => {
  expect(await post(`http://${host}:${port}/`, true)).toBe(200);
});

it('does not follow a redirect', async () => {
  const before = requests;
  expect(await post(`http://127.0.0.1:${port}/away`, true)).toBe(302);
  expect(requests).toBe(before + 1);
});

it.each([
  ['a server that says nothing', () => `http://127.0.0.1:${port}/silent`],
  ['a port without a listener', () => 'http://127.0.0.1:9/'],
  ['a name that does not exist', () => 'http://nobody.invalid/'],
])('%s is no answer', async (_, target) => {
  await expect(post(target(), true, 300)).rejects.toThrow(NoAnswerError);
});
