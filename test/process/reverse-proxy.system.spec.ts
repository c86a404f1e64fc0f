// deploy/nginx/gatehouse.conf, run by nginx with TLS in front of the service: docs/reverse-proxy.md.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Ground, type Process } from '../support/processes.js';
import { requirePrograms } from '../support/programs.js';
import { freePort } from '../support/service.js';

let folder: string;
let ground: Ground;
let service: Process;
let nginx: ChildProcess;
let port: number;
/** Where the second process would be. */
let absentPort: number;

interface Answered {
  status: number;
  headers: Record<string, unknown>;
  text: string;
}

const ask = (
  path: string,
  { method = 'GET', headers = {}, body = '' }: { method?: string; headers?: Record<string, string>; body?: string } = {},
) =>
  new Promise<Answered>((resolve, reject) => {
    const options = { port, host: '127.0.0.1', path, method, rejectUnauthorized: false, headers: { host: 'id.example.com', ...headers } };
    request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString() }),
      );
    })
      .on('error', reject)
      .end(body);
  });

beforeAll(async () => {
  requirePrograms('nginx', 'openssl');
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-nginx-'));
  chmodSync(folder, 0o755);
  ground = await Ground.make({ TRUST_PROXY: '1', LOG_LEVEL: 'info', ACCESS_LOG: 'all' });
  service = await ground.start({ PUBLIC_URL: 'https://id.example.com' });
  port = await freePort();
  absentPort = await freePort();
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '1',
      '-subj',
      '/CN=id.example.com',
      '-keyout',
      join(folder, 'privkey.pem'),
      '-out',
      join(folder, 'fullchain.pem'),
    ],
    { stdio: 'ignore' },
  );
  const site = readFileSync('deploy/nginx/gatehouse.conf', 'utf8')
    .replaceAll('/etc/gatehouse/tls', folder)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace('127.0.0.1:8080', new URL(service.url).host)
    // Nobody listens there: nginx asks the other one.
    .replace('127.0.0.1:8081', `127.0.0.1:${absentPort}`);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ');
  const main = `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {} http { access_log off; ${paths}\n${site}\n}`;
  writeFileSync(join(folder, 'nginx.conf'), main);
  nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: ['ignore', 'ignore', 'inherit'] });
  for (let tries = 0; tries < 200; tries++) {
    if (
      await ask('/healthz').then(
        ({ status }) => status === 200,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('nginx did not start');
}, 240_000);
afterAll(async () => {
  nginx?.kill('SIGTERM');
  await ground?.clear();
  rmSync(folder, { recursive: true, force: true });
});

it('addresses are those of PUBLIC_URL, whatever Host says', async () => {
  const { status, text } = await ask('/.well-known/openid-configuration', { headers: { host: 'evil.example' } });
  expect([status, (JSON.parse(text) as { issuer: string }).issuer]).toEqual([200, 'https://id.example.com']);
  expect(text).not.toContain('evil.example');
});

it('tokens are issued with TLS, one process of two being down', async () => {
  const { clientId, clientSecret } = ground.credentials.serviceUser;
  const headers = {
    authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
  };
  for (let i = 0; i < 10; i++)
    expect((await ask('/oauth/v2/token', { method: 'POST', headers, body: 'grant_type=client_credentials' })).status).toBe(200);
});

it('answers have the headers of a site with TLS, and the request id of the proxy', async () => {
  const { headers } = await ask('/admin/v1/organizations');
  expect(headers['strict-transport-security']).toMatch(/max-age/);
  expect(headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
  await expect.poll(() => service.output()).toContain(String(headers['x-request-id']));
});

describe('a request that a process has got and does not answer', () => {
  const got: string[] = [];
  let dying: Server;
  beforeAll(async () => {
    dying = createServer((connection) => {
      connection.on('error', () => undefined);
      connection.once('data', (head) => {
        got.push(head.toString().split(' ', 1)[0] ?? '');
        connection.destroy();
      });
    });
    await new Promise<void>((listening) => dying.listen(absentPort, '127.0.0.1', listening));
  });
  afterAll(() => dying?.close());

  it.each([
    ['GET', 401, 'is sent to the other one'],
    ['PUT', 502, 'is not repeated'],
    ['DELETE', 502, 'is not repeated'],
    ['POST', 502, 'is not repeated'],
    ['PATCH', 502, 'is not repeated'],
  ])('by %s is answered by %i: it %s', async (method, expected) => {
    got.length = 0;
    const statuses: number[] = [];
    const headers: Record<string, string> = method === 'GET' || method === 'DELETE' ? {} : { 'content-type': 'application/json' };
    const body = method === 'GET' || method === 'DELETE' ? '' : '{}';
    // nginx leaves a process alone for two seconds after each failure.
    while (got.length === 0) {
      statuses.push((await ask('/admin/v1/organizations', { method, headers, body })).status);
      await new Promise((wait) => setTimeout(wait, 50));
    }
    expect([got, statuses.at(-1)]).toEqual([[method], expected]);
  });
});
