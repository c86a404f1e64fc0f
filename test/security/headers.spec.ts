// What browsers are told with each kind of answer: one table. TLS ends in front of the service, so the public address is one of TLS here.
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let origin: string;
beforeAll(async () => {
  service = await startService({ PUBLIC_URL: 'https://id.example.com' });
  origin = `http://127.0.0.1:${(service.service.app.getHttpServer().address() as AddressInfo).port}`;
});
afterAll(() => service.close());

const TLS = 'max-age=31536000; includeSubDomains';
const CLOSED = "default-src 'none';frame-ancestors 'none'";
const PAGE = /^default-src 'none'; .*form-action 'self'; base-uri 'none'; frame-ancestors 'none'; script-src 'self'(;|$)/;
const NOTHING = null;

/** Kind of answer, request, status, and its Content-Security-Policy, X-Frame-Options, Referrer-Policy, Cache-Control. */
const TABLE: ReadonlyArray<
  [
    kind: string,
    request: string,
    status: number,
    csp: string | RegExp | null,
    frames: string | null,
    referrer: string | null,
    cache: string | null,
  ]
> = [
  ['the admin API', 'GET /admin/v1/organizations', 200, CLOSED, 'SAMEORIGIN', 'no-referrer', NOTHING],
  ['the admin API, refusing', 'GET /admin/v1/nothing', 404, CLOSED, 'SAMEORIGIN', 'no-referrer', NOTHING],
  ['SCIM', 'GET /scim/v2/none/Users', 404, CLOSED, 'SAMEORIGIN', 'no-referrer', NOTHING],
  ['health', 'GET /healthz', 200, CLOSED, 'SAMEORIGIN', 'no-referrer', NOTHING],
  ['a page', 'GET /account', 200, PAGE, 'DENY', 'same-origin', 'no-store'],
  ['a page of the library', 'GET /oauth/v2/authorize?client_id=none', 400, PAGE, 'DENY', 'same-origin', 'no-store'],
  ['the style of pages', 'GET /pages/style.css', 200, CLOSED, 'SAMEORIGIN', 'no-referrer', NOTHING],
  ['the key set, by the fast path', 'GET /oauth/v2/keys', 200, NOTHING, NOTHING, NOTHING, NOTHING],
  ['userinfo, by the library', 'GET /oidc/v1/userinfo', 401, NOTHING, NOTHING, NOTHING, 'no-store'],
  ['a token, refused', 'POST /oauth/v2/token', 401, NOTHING, NOTHING, NOTHING, 'no-store'],
];

it.each(TABLE)('%s: %s', async (_, request, status, csp, frames, referrer, cache) => {
  const [method = '', path = ''] = request.split(' ');
  const response = await fetch(origin + path, {
    method,
    redirect: 'manual',
    headers:
      path.startsWith('/admin') || path.startsWith('/scim')
        ? { authorization: `Bearer ${service.credentials.serviceUser.personalAccessToken}` }
        : {},
  });
  const header = (name: string) => response.headers.get(name);
  expect(response.status).toBe(status);
  expect([header('strict-transport-security'), header('x-content-type-options')]).toEqual([TLS, 'nosniff']);
  if (csp instanceof RegExp) expect(header('content-security-policy')).toMatch(csp);
  else expect(header('content-security-policy')).toBe(csp);
  expect([header('x-frame-options'), header('referrer-policy'), header('x-powered-by'), header('server')]).toEqual([
    frames,
    referrer,
    null,
    null,
  ]);
  if (cache !== NOTHING) expect(header('cache-control')).toBe(cache);
});
