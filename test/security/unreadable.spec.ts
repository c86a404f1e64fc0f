// What never becomes a request: bytes that are not HTTP, headers without end, requests that take for ever.
import { once } from 'node:events';
import { STATUS_CODES, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HttpServerAdapter } from '../../src/common/admission/http-server.adapter.js';
import { REQUEST_BOUNDS } from '../../src/common/admission/request-bounds.js';
import { sendBytes, sendRaw } from '../support/raw-http.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** Asserts one whole problem of RFC 9457 on a connection that closes. */
function expectProblem(answer: string, status: number, code: string): void {
  const [head = '', body = '', ...more] = answer.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(lines.map((line) => line.toLowerCase().split(': ') as [string, string]));
  expect(first).toMatch(new RegExp(`^HTTP/1.1 ${status} [A-Z]`));
  expect(headers).toMatchObject({ 'content-type': 'application/problem+json', connection: 'close', 'cache-control': 'no-store' });
  expect(Number(headers['content-length'])).toBe(Buffer.byteLength(body));
  expect(JSON.parse(body)).toEqual({
    type: `/docs/errors#${code}`,
    title: STATUS_CODES[status],
    status,
    code,
    detail: expect.any(String),
    requestId: headers['x-request-id'],
  });
  expect([more, answer.includes('HPE_'), /\n\s+at /.test(answer)]).toEqual([[], false, false]);
}

const HOST = 'Host: localhost\r\n';

// RFC 9112 section 3.2.2
it.each([
  ['http://elsewhere.example/healthz', 200],
  ['HTTPS://elsewhere.example:8443/.well-known/openid-configuration', 200],
  ['http://elsewhere.example/oidc/v1/userinfo', 401],
  ['http://elsewhere.example?a=b', 200],
  ['http://elsewhere.example/nothing?a=b', 404],
])('a whole URL such as %s is read as its path', async (target, status) => {
  expect((await sendRaw(service.url, { method: 'GET', target, headers: {} })).status).toBe(status);
});

type Unreadable = [what: string, status: number, code: string, pieces: string[]];

/** llhttp 8, the parser of Node 20 before 20.19.2, accepts a header without a name. */
const PARSES_STRICTLY = Number.parseInt(process.versions['llhttp'] ?? '', 10) >= 9;
const NAMELESS: Unreadable = ['a header without a name', 400, 'request.malformed', [`GET /healthz HTTP/1.1\r\n${HOST}: x\r\n\r\n`]];

it.each<Unreadable>([
  ['an address of 20 KB', 431, 'request.headersTooLarge', [`GET /oidc/v1/end_session?a=${'x'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`]],
  ['a header of 20 KB', 431, 'request.headersTooLarge', [`GET /healthz HTTP/1.1\r\n${HOST}A: ${'x'.repeat(20_000)}\r\n\r\n`]],
  [
    'a megabyte of headers that goes on',
    431,
    'request.headersTooLarge',
    [`GET /scim/v2/x/Users HTTP/1.1\r\n${HOST}`, ...Array.from({ length: 100 }, (_, i) => `A${i}: ${'x'.repeat(10_000)}\r\n`)],
  ],
  ['words that are no HTTP', 400, 'request.malformed', ['hello there\r\n\r\n']],
  ...(PARSES_STRICTLY ? [NAMELESS] : []),
  [
    // RFC 9112 section 6.1: a way to smuggle requests past a proxy.
    'both a length and chunks',
    400,
    'request.malformed',
    [`POST /oauth/v2/token HTTP/1.1\r\n${HOST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ],
  [
    'a chunk that is none',
    400,
    'request.malformed',
    [`POST /oauth/v2/token HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nnonsense\r\n`],
  ],
])('%s: %i as a problem, and the connection closes', async (_, status, code, pieces) => {
  expectProblem(await sendBytes(service.url, ...pieces), status, code);
});

it('a request that does not arrive in time: 408 as a problem', async () => {
  const server = service.service.app.getHttpServer() as Server;
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const client = connect(Number(new URL(service.url).port), '127.0.0.1');
  const [socket] = await accepted;
  // What node does when headersTimeout is over, half a minute from now.
  server.emit('clientError', Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
  const [answer] = (await once(client, 'data')) as [Buffer];
  expectProblem(answer.toString(), 408, 'request.timeout');
  client.destroy();
});

it('headers that do not arrive in time do not keep their connection', async () => {
  const server = service.service.app.getHttpServer() as Server;
  expect(server).toMatchObject({ headersTimeout: REQUEST_BOUNDS.headersMs, keepAliveTimeout: REQUEST_BOUNDS.keepAliveMs });
  server.headersTimeout = 50;
  try {
    expectProblem(await sendBytes(service.url, `GET /healthz HTTP/1.1\r\n${HOST}A: `), 408, 'request.timeout');
  } finally {
    server.headersTimeout = REQUEST_BOUNDS.headersMs;
  }
});

it('headers may be as long as the table says, and no longer', async () => {
  const headed = (bytes: number) => `GET /healthz HTTP/1.1\r\n${HOST}A: ${'x'.repeat(bytes)}\r\nConnection: close\r\n\r\n`;
  expect(await sendBytes(service.url, headed(REQUEST_BOUNDS.headerBytes - 1_024))).toMatch(/^HTTP\/1.1 200 /);
  expect(await sendBytes(service.url, headed(REQUEST_BOUNDS.headerBytes))).toMatch(/^HTTP\/1.1 431 /);
});

it('a request that was whole is answered although nonsense follows it', async () => {
  const answer = await sendBytes(service.url, `GET /readyz HTTP/1.1\r\n${HOST}\r\n`, 'nonsense\r\n\r\n');
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
});

it.each(['/admin/v1/import', '/admin/v1/imports', '/admin/v1/organizations', '/oauth/v2/token'])(
  'a body for %s that does not arrive in time does not keep its connection, nor behind a refusal',
  async (path) => {
    const gateway = service.service.app.getHttpAdapter() as HttpServerAdapter;
    const usual = gateway.requestMs;
    gateway.requestMs = 300;
    try {
      const head = `POST ${path} HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`;
      expect(await sendBytes(service.url, head)).toMatch(/^HTTP\/1.1 4\d\d /);
    } finally {
      gateway.requestMs = usual;
    }
  },
);

/** A body whose request is refused before its end, by whatever door. */
const REFUSED_EARLY: ReadonlyArray<[what: string, path: string, type: string, headers: string[], bytes: number]> = [
  ['that is not the gzip it says', '/admin/v1/imports', 'application/x-ndjson', ['Content-Encoding: gzip', 'token'], 2 ** 20],
  ['that is no JSON from its first byte', '/admin/v1/import', 'application/json', ['token'], 2 ** 20],
  ['of a type that is not taken', '/admin/v1/import', 'text/plain', ['token'], 2 ** 20],
  ['of somebody unknown', '/admin/v1/import', 'application/json', [], 2 ** 20],
  ['that is too large for SCIM', '/scim/v2/any/Users', 'application/scim+json', ['token'], 2 ** 22],
  ['that is too large for the admin API', '/admin/v1/organizations', 'application/json', ['token'], 2 ** 22],
  ['that is too large for OAuth', '/oauth/v2/token', 'application/x-www-form-urlencoded', [], 2 ** 22],
  ['that is too large for a page', '/account/sign-in', 'application/x-www-form-urlencoded', ['origin'], 2 ** 22],
  ['that is too large for a picture', '/account/profile/picture', 'multipart/form-data; boundary=a', ['origin'], 2 ** 23],
  ['of a form of another site', '/account/sign-in', 'application/x-www-form-urlencoded', [], 2 ** 22],
  ['for no endpoint', '/admin/v1/none', 'application/json', ['token'], 2 ** 22],
  ['for another method', '/healthz', 'application/json', [], 2 ** 22],
];

it.each(REFUSED_EARLY)('a body %s leaves its connection to the next request', async (_, path, type, more, bytes) => {
  const known: Record<string, string> = {
    token: `Authorization: Bearer ${service.credentials.serviceUser.personalAccessToken}`,
    origin: `Origin: ${service.url}`,
  };
  const fields = [`Content-Type: ${type}`, `Content-Length: ${bytes}`, ...more.map((field) => known[field] ?? field)];
  const first = `POST ${path} HTTP/1.1\r\n${HOST}${fields.join('\r\n')}\r\n\r\n`;
  const next = `GET /readyz HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`;
  const answer = await sendBytes(service.url, first, Buffer.alloc(bytes, 'x'), next);
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(answer).toMatch(/HTTP\/1\.1 200 OK/);
});
