// Signing in at the command line, through the pages that a browser shows.
// On SQLite alone: commands send requests, and specs of the API hold what those do.
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, request as startRequest, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { Browser, type Page } from '../support/browser.js';
import { commandLine, type CommandLine } from '../support/command-line.js';
import { callWithProof, postWithProof, proofMaker } from '../support/dpop.js';
import { human } from '../support/imports.js';
import { freshName } from '../support/people.js';
import { freePort, startService, type TestService } from '../support/service.js';

let service: TestService;
let proxy: Server;
let cli: CommandLine;
/** How often the token endpoint was asked for a refresh. */
let refreshes = 0;

beforeAll(async () => {
  const port = await freePort();
  proxy = createServer((request, response) => void passOn(request, response, port));
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  service = await startService({ PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` });
});
afterAll(async () => {
  proxy?.close();
  proxy?.closeAllConnections();
  await service?.close();
});

/** The service stands behind a proxy that counts. */
async function passOn(request: IncomingMessage, response: ServerResponse, port: number): Promise<void> {
  const body = await buffer(request);
  if (request.url === '/oauth/v2/token' && body.includes('grant_type=refresh_token')) refreshes++;
  const { url: path, method, headers } = request;
  const onward = startRequest({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(response);
  });
  onward.end(body);
}
beforeEach(() => {
  cli = commandLine();
});
afterEach(() => cli.remove());

const keptFile = () => join(cli.folder, '.config/gatehouse/credentials.json');
const kept = () => JSON.parse(readFileSync(keptFile(), 'utf8'));

/** `gatehouse login` as the administrator, who presses this button on the page that asks. @returns the exit code and what was said */
async function logIn(button = 'Allow'): Promise<{ code: number; said: string; back: Page }> {
  const child = cli.start('login', '--url', service.url);
  let said = '';
  let address = '';
  for await (const line of createInterface(child.stderr!)) {
    said += `${line}\n`;
    if (line.startsWith(`${service.url}/`)) address = line;
    if (address !== '') break;
  }
  const ended = once(child, 'close');
  child.stderr!.on('data', (more: Buffer) => (said += more.toString()));
  const browser = new Browser(service.url);
  const { userName, password } = service.credentials.admin;
  const first = await browser.submit(await browser.open(address), `${userName}@gatehouse.localhost`, password);
  // Once a day administrators are told that a second step will be required.
  const consent = first.html?.includes('Set up now') ? await browser.submitButton(first, 'Not now') : first;
  const back = await browser.submitButton(consent, button);
  await (await fetch(back.url)).text();
  const [code] = (await ended) as [number];
  return { code, said, back };
}

describe('gatehouse login', () => {
  it('says that nobody was signed in when that is refused', async () => {
    const { code, said } = await logIn('Not now');
    expect([code, said]).toEqual([4, expect.stringContaining('The sign-in failed')]);
  });

  it('signs a person in by the browser, for commands as that person, until logout', async () => {
    const { code, said, back } = await logIn();
    expect([code, said]).toEqual([0, expect.stringContaining(`Signed in at ${service.url} as admin@gatehouse.localhost.`)]);
    expect(new URL(back.url).hostname).toBe('127.0.0.1');
    expect(statSync(keptFile()).mode & 0o777).toBe(0o600);
    const { admin, orgId } = service.credentials;
    expect(await cli.json('whoami')).toMatchObject({ userId: admin.userId, service: service.url, orgId, by: 'the sign-in' });
    expect((await cli.json('members', 'list')).members).toEqual([]);
    const { refreshToken } = kept().services[service.url].session;
    expect(await cli.run('logout')).toMatchObject({ code: 0, stderr: `Signed out at ${service.url}.\n` });
    expect(kept()).toEqual({ services: {} });
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken, client_id: 'gatehouse-cli' });
    expect((await fetch(`${service.url}/oauth/v2/token`, { method: 'POST', body })).status).toBe(400);
    expect((await cli.run('whoami', '--url', service.url)).code).toBe(4);
  });

  it('uses a refresh token once, though several commands find the access token at its end', async () => {
    await logIn();
    const file = kept();
    const before = file.services[service.url].session;
    file.services[service.url].session = { ...before, expiresAtMs: Date.now() - 1_000 };
    writeFileSync(keptFile(), JSON.stringify(file));
    refreshes = 0;
    const ran = await Promise.all(Array.from({ length: 4 }, () => cli.program('orgs', 'list')));
    expect(ran.map(({ code, stderr }) => [code, stderr])).toEqual(Array.from({ length: 4 }, () => [0, '']));
    const after = kept().services[service.url].session;
    expect(after.refreshToken).not.toBe(before.refreshToken);
    expect(refreshes).toBe(1);
  });

  it('binds the tokens to a key beside them, without which neither works', async () => {
    await logIn();
    const { accessToken, refreshToken, proofKey } = kept().services[service.url].session;
    expect(proofKey).toMatchObject({ kty: 'EC', crv: 'P-256', d: expect.any(String) });
    expect((await service.call('GET', '/admin/v1/me/permissions', undefined, { token: accessToken })).status).toBe(401);
    const asked = await callWithProof(service, proofMaker(), 'GET', '/admin/v1/me/permissions', { token: accessToken });
    expect(asked.status).toBe(401);
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: 'gatehouse-cli' };
    for (const maker of [undefined, proofMaker()]) expect((await postWithProof(service, maker, '/oauth/v2/token', form)).status).toBe(400);
    const file = kept();
    delete file.services[service.url].session.proofKey;
    writeFileSync(keptFile(), JSON.stringify(file));
    expect(await cli.run('orgs', 'list')).toMatchObject({ code: 4, stderr: expect.stringContaining('401') });
  });

  it('works where the service asks for nonces, or this computer’s clock is wrong: commands, refreshes, and files that are sent as a stream', async () => {
    const settings = service.settings as { dpopNoncesRequired: boolean };
    const lines = join(cli.folder, 'people.ndjson');
    const { orgId } = service.credentials;
    settings.dpopNoncesRequired = true;
    try {
      await logIn();
      const file = kept();
      file.services[service.url].session.expiresAtMs = 0;
      writeFileSync(keptFile(), JSON.stringify(file));
      expect(await cli.run('orgs', 'list')).toMatchObject({ code: 0, stderr: '' });
      writeFileSync(lines, `${JSON.stringify({ orgId, ...human(freshName('ada')) })}\n`);
      expect(await cli.run('users', 'import', lines)).toMatchObject({ code: 0 });
    } finally {
      settings.dpopNoncesRequired = false;
    }
    service.get(Clock).advance(10 * 60_000);
    expect(await cli.run('orgs', 'list')).toMatchObject({ code: 0, stderr: '' });
    writeFileSync(lines, `${JSON.stringify({ orgId, ...human(freshName('ada')) })}\n`);
    expect(await cli.run('users', 'import', lines)).toMatchObject({ code: 0 });
  });

  it('says that a sign-in is over, and exits with 4', async () => {
    await logIn();
    const file = kept();
    Object.assign(file.services[service.url].session, { refreshToken: 'over', expiresAtMs: 0 });
    writeFileSync(keptFile(), JSON.stringify(file));
    expect(await cli.run('orgs', 'list')).toMatchObject({ code: 4, stderr: expect.stringContaining('Sign in again: gatehouse login') });
  });

  it('takes a token from standard input, and keeps none that the service does not know', async () => {
    const { personalAccessToken, userId } = service.credentials.serviceUser;
    expect(await cli.type('wrong\n', 'login', '--url', service.url, '--token')).toMatchObject({ code: 4 });
    expect(await cli.run('orgs', 'list', '--url', service.url)).toMatchObject({ code: 4 });
    expect(await cli.type(`${personalAccessToken}\n`, 'login', '--url', service.url, '--token')).toMatchObject({ code: 0 });
    const { orgId } = service.credentials;
    expect(await cli.json('whoami')).toMatchObject({ userId, orgId, by: 'the token kept by login', roles: ['IAM_OWNER'] });
    expect((await cli.run('whoami')).stdout).toMatch(/^roles: +IAM_OWNER$/m);
    expect(await cli.run('logout')).toMatchObject({ code: 0 });
  });

  it('says how an administrator allows the sign-in on devices, which is off', async () => {
    const { code, stderr } = await cli.run('login', '--url', service.url, '--device');
    expect([code, stderr]).toEqual([
      4,
      expect.stringMatching(/gatehouse apps update Gatehouse gatehouse-cli .* --grant-type urn:ietf:params:oauth:grant-type:device_code$/m),
    ]);
    expect(await cli.run('login', '--url', service.url, '--device', '--token')).toMatchObject({ code: 2 });
  });

  it('refuses to sign in over a connection that others can read', async () => {
    expect(await cli.run('login', '--url', 'http://id.example.com')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('needs https'),
    });
  });
});
