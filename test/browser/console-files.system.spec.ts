// How the service serves the console: names, caching, compression, headers. Needs the built console, which `npm run build` makes.
import { readdirSync, readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../support/service.js';

const ASSETS = 'console/dist/assets';
const names = readdirSync(ASSETS);

let service: TestService;
beforeAll(async () => {
  service = await startService({ CONSOLE: 'true' });
});
afterAll(() => service.close());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${service.url}${path}`, { method, headers, redirect: 'manual' });

/** Without what `fetch` does by itself: it decompresses bodies, and resolves dots in paths. */
const send = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number | undefined; encoding: string | undefined; body: Buffer }>((resolve, reject) => {
    request(service.url, { path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode, encoding: response.headers['content-encoding'], body: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });

describe('a file with a digest in its name', () => {
  const script = names.find((name) => /^index-.*\.js$/.test(name)) ?? '';
  const content = readFileSync(`${ASSETS}/${script}`);

  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['identity', undefined, (body: Buffer) => body],
  ] as const)('is sent for Accept-Encoding: %s', async (accepted, encoding, read) => {
    const sent = await send(`/console/assets/${script}`, { 'accept-encoding': accepted });
    expect(sent.encoding).toBe(encoding);
    expect(read(sent.body).equals(content)).toBe(true);
  });

  it('is kept forever', async () => {
    const { headers } = await get(`/console/assets/${script}`);
    expect([headers.get('cache-control'), headers.get('content-type'), headers.get('vary'), headers.get('x-content-type-options')]).toEqual(
      ['public, max-age=31536000, immutable', 'text/javascript; charset=utf-8', expect.stringContaining('Accept-Encoding'), 'nosniff'],
    );
  });
});

it('has the styles of every component in its scripts', () => {
  const classesIn = (texts: readonly string[]) => new Set(texts.flatMap((text) => text.match(/\bm_[\da-f]{6,8}\b/g) ?? []));
  const read = (ending: string) => names.filter((name) => name.endsWith(ending)).map((name) => readFileSync(`${ASSETS}/${name}`, 'utf8'));
  const [all, styled] = [classesIn([readFileSync('node_modules/@mantine/core/styles.css', 'utf8')]), classesIn(read('.css'))];
  const used = [...classesIn(read('.js'))].filter((name) => all.has(name));
  expect(used.length).toBeGreaterThan(50);
  expect(used.filter((name) => !styled.has(name))).toEqual([]);
});

it.each(['', '/', '/orgs/1/people', '/anything/else.js', '/assets', '/index.html'])(
  'answers /console%s with its page, which is not kept',
  async (path) => {
    const answer = await get(`/console${path}`);
    expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('content-type')]).toEqual([
      200,
      'no-store',
      'text/html; charset=utf-8',
    ]);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(await answer.text()).not.toMatch(/<script>|<style|style=|onload=/);
  },
);

it('lets no page frame the one on which a sign-in is renewed', async () => {
  const { headers } = await get('/console/renewed.html?code=x');
  expect([headers.get('content-security-policy'), headers.get('x-frame-options')]).toEqual([
    expect.stringContaining("frame-ancestors 'none'"),
    'DENY',
  ]);
});

it.each([
  '/console/assets/missing.js',
  '/console/assets/../../package.json',
  '/console/assets/../../../package.json',
  '/console/assets/../index.html.br',
  '/console/assets/%2e%2e/%2e%2e/package.json',
  '/console/assets/..%2f..%2f..%2fpackage.json',
  '/console/assets/..%5c..%5cpackage.json',
  `/console/assets/${encodeURIComponent('\0')}`,
  '/consoles',
])('has nothing at %s', async (path) => {
  const { status, body } = await send(path);
  expect([status, body.toString()]).toEqual([404, expect.not.stringContaining('"dependencies"')]);
});

it('takes no other methods', async () => {
  expect((await get('/console/', {}, 'POST')).status).toBe(404);
  expect((await get('/console/', {}, 'HEAD')).status).toBe(200);
});

it('adds its application once, with the addresses of PUBLIC_URL alone', async () => {
  const { body } = await service.call('GET', `/admin/v1/organizations/${service.credentials.orgId}/projects/console/applications/console`);
  expect(body).toMatchObject({ clientId: 'gatehouse-console', state: 'active' });
  expect(body.config).toMatchObject({
    type: 'userAgent',
    authMethod: 'none',
    grantTypes: ['authorization_code'],
    responseTypes: ['code'],
    requireDpop: true,
    redirectUris: [`${service.url}/console/signed-in`, `${service.url}/console/renewed.html`],
    postLogoutRedirectUris: [`${service.url}/console/signed-out`],
    apiAccess: true,
    allowedOrigins: [],
  });
});

it('is gone with CONSOLE=false, with its application and the link to it', async () => {
  const without = await startService({ CONSOLE: 'false' });
  const status = async (path: string) => (await fetch(`${without.url}${path}`)).status;
  expect([await status('/console'), await status('/console/renewed.html')]).toEqual([404, 404]);
  expect((await without.call('GET', `/admin/v1/organizations/${without.credentials.orgId}/projects/console`)).status).toBe(404);
  expect(await (await fetch(without.url, { headers: { accept: 'text/html' } })).text()).not.toContain('/console');
  expect(await (await fetch(service.url, { headers: { accept: 'text/html' } })).text()).toContain('href="/console"');
  await without.close();
});
