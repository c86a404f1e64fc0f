// Apache with mod_auth_openidc in front of an application: a strict relying party that is configured by discovery alone.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Browser } from '../support/browser.js';
import { addClient } from '../support/clients.js';
import { makeWorld, type World } from '../support/world.js';
import { userinfo } from '../support/oauth.js';
import { freePort, startService, type TestService } from '../support/service.js';
import { signInAt } from './round-trip.js';

const APACHE = '/usr/sbin/apache2';
const MODULES = '/usr/lib/apache2/modules';
const LOADED = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'proxy', 'proxy_http', 'auth_openidc'];
const START_MS = 15_000;
const POLL_MS = 50;

let service: TestService;
let world: World;
let application: Server;
let apache: ChildProcess;
let folder: string;
let url: string;

beforeAll(async () => {
  if (!existsSync(APACHE) || !existsSync(`${MODULES}/mod_auth_openidc.so`))
    throw new Error('Apache or its module is missing: apt-get install --no-install-recommends apache2-bin libapache2-mod-auth-openidc');
  service = await startService();
  world = await makeWorld(service);
  application = await startApplication();
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const addresses = { redirectUris: [`${url}/protected/callback`], postLogoutRedirectUris: [`${url}/bye`] };
  const { clientId, clientSecret = '' } = await addClient(world, addresses);
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-apache-'));
  // Its workers give up root's rights and must still reach it.
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'apache.conf'), configuration(port, clientId, clientSecret));
  apache = spawn(APACHE, ['-DFOREGROUND', '-f', join(folder, 'apache.conf')], { stdio: 'ignore' });
  await ready();
});
afterAll(async () => {
  if (apache && apache.exitCode === null) {
    const ended = once(apache, 'exit');
    apache.kill('SIGTERM');
    await ended;
  }
  application?.closeAllConnections();
  application?.close();
  await service?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** What Apache protects: it answers with the headers it got. */
async function startApplication(): Promise<Server> {
  const server = createServer(({ headers }, response) => void response.end(JSON.stringify(headers)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function configuration(port: number, clientId: string, clientSecret: string): string {
  const { port: behind } = application.address() as AddressInfo;
  return `
ServerRoot ${folder}
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
PidFile ${folder}/apache.pid
DefaultRuntimeDir ${folder}
ErrorLog ${folder}/error.log
${LOADED.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`).join('\n')}
${process.getuid?.() === 0 ? 'User nobody\nGroup nogroup' : ''}
StartServers 1
OIDCProviderMetadataURL ${service.url}/.well-known/openid-configuration
OIDCClientID ${clientId}
OIDCClientSecret ${clientSecret}
OIDCScope "openid profile email offline_access"
OIDCRedirectURI ${url}/protected/callback
OIDCCryptoPassphrase for-this-test-only
OIDCPKCEMethod S256
OIDCRemoteUserClaim sub
ProxyPass / http://127.0.0.1:${behind}/
<Location /protected>
  AuthType openid-connect
  Require valid-user
  # Of itself it redirects only navigations, and Node says that it does not navigate.
  OIDCUnAuthAction auth true
</Location>
`;
}

async function ready(): Promise<void> {
  for (const deadline = Date.now() + START_MS; Date.now() < deadline; await new Promise((resolve) => setTimeout(resolve, POLL_MS))) {
    if (apache.exitCode !== null) break;
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new Error(`Apache did not start:\n${readFileSync(join(folder, 'error.log'), 'utf8')}`);
}

const headersOf = ({ html }: { html?: string }) => JSON.parse(html ?? '') as IncomingHttpHeaders;
const signInHere = () => signInAt({ url, path: '/protected/page' }, service, world);

it('signs in and hands the claims to the application', async () => {
  const { end } = await signInHere();
  expect(end.url).toBe(`${url}/protected/page`);
  const headers = headersOf(end);
  expect(headers).toMatchObject({
    oidc_claim_iss: service.url,
    oidc_claim_sub: world.person.id,
    oidc_claim_given_name: 'Barbara',
    oidc_claim_email: world.loginName,
  });
  expect((await userinfo(service, String(headers['oidc_access_token']))).body.sub).toBe(world.person.id);
});

it('refuses an answer that another browser asked for', async () => {
  const { callback } = await signInHere();
  const { page } = await new Browser(url).open(callback);
  expect(page?.status).toBeGreaterThanOrEqual(400);
});

it('refreshes', async () => {
  const { here, end } = await signInHere();
  const before = String(headersOf(end)['oidc_access_token']);
  const query = new URLSearchParams({ refresh: `${url}/protected/page`, access_token: before });
  const after = String(headersOf(await here.open(`${url}/protected/callback?${query.toString()}`))['oidc_access_token']);
  expect(after).not.toBe(before);
  expect((await userinfo(service, after)).status).toBe(200);
});

it('signs out here and there', async () => {
  const { here, there, end } = await signInHere();
  const token = String(headersOf(end)['oidc_access_token']);
  const { url: request } = await here.open(`${url}/protected/callback?${new URLSearchParams({ logout: `${url}/bye` }).toString()}`);
  expect(request).toMatch(`${service.url}/oidc/v1/end_session?`);
  const page = await there.open(request);
  const [, action = '', xsrf = ''] = /action="([^"]+)".*?name="xsrf" value="([^"]+)"/.exec(page.html ?? '') ?? [];
  // The service may ask first.
  const left = page.page ? await there.open(action, { method: 'POST', body: new URLSearchParams({ xsrf, logout: 'yes' }) }) : page;
  expect(left.url).toMatch(`${url}/bye`);
  expect((await userinfo(service, token)).status).toBe(401);
  expect((await here.open(`${url}/protected/page`)).url).toMatch(`${service.url}/oauth/v2/authorize?`);
});
