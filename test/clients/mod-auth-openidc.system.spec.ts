// Apache with mod_auth_openidc in front of an application: a strict relying party that is configured by discovery alone.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NewApplication } from '../../src/oidc/clients/application.js';
import { answerOf, Browser } from '../support/browser.js';
import { addClient, type Client } from '../support/clients.js';
import { makeWorld, PASSWORD, type World } from '../support/world.js';
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
/** By the code flow, and by the hybrid flow. */
let url: string;
let hybridUrl: string;

beforeAll(async () => {
  if (!existsSync(APACHE) || !existsSync(`${MODULES}/mod_auth_openidc.so`))
    throw new Error('Apache or its module is missing: apt-get install --no-install-recommends apache2-bin libapache2-mod-auth-openidc');
  service = await startService();
  world = await makeWorld(service);
  application = await startApplication();
  const sites = [
    await siteFor({}),
    await siteFor({ responseTypes: ['code id_token'], grantTypes: ['authorization_code', 'implicit'], devMode: true }),
  ];
  [url = '', hybridUrl = ''] = sites.map((site) => site.url);
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-apache-'));
  // Its workers give up root's rights and must still reach it.
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'apache.conf'), configuration(sites));
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

interface Site {
  url: string;
  client: Client;
}

/** An address of Apache's, with the application that it is at the service. */
async function siteFor(input: Partial<NewApplication>): Promise<Site> {
  const address = `http://127.0.0.1:${await freePort()}`;
  const addresses = {
    redirectUris: [`${address}/protected/callback`],
    postLogoutRedirectUris: [`${address}/bye`],
  };
  // Where a sign-out opens it in a frame.
  const frame = input.responseTypes ? { frontchannelLogoutUri: `${address}/protected/callback?logout=get` } : {};
  return { url: address, client: await addClient(world, { ...addresses, ...frame, ...input }) };
}

function configuration(sites: readonly Site[]): string {
  return `
ServerRoot ${folder}
ServerName 127.0.0.1
PidFile ${folder}/apache.pid
DefaultRuntimeDir ${folder}
ErrorLog ${folder}/error.log
${LOADED.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`).join('\n')}
${process.getuid?.() === 0 ? 'User nobody\nGroup nogroup' : ''}
StartServers 1
${sites.map(virtualHost).join('')}`;
}

function virtualHost({ url: address, client: { clientId, clientSecret, application: registered } }: Site): string {
  const { host, port } = new URL(address);
  const { port: behind } = application.address() as AddressInfo;
  const [responseType = 'code'] = registered.config.responseTypes;
  return `
Listen ${host}
<VirtualHost 127.0.0.1:${port}>
  OIDCProviderMetadataURL ${service.url}/.well-known/openid-configuration
  OIDCClientID ${clientId}
  OIDCClientSecret ${clientSecret}
  OIDCScope "openid profile email offline_access"
  OIDCResponseType "${responseType}"
  ${responseType === 'code' ? '' : 'OIDCResponseMode form_post'}
  OIDCRedirectURI ${address}/protected/callback
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
</VirtualHost>
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

describe('by the hybrid flow, whose answer is posted', () => {
  const signInByForm = async () => {
    const [here, there] = [new Browser(hybridUrl), new Browser(service.url)];
    const { url: request } = await here.open(`${hybridUrl}/protected/page`);
    expect(new URL(request).searchParams.get('response_type')).toBe('code id_token');
    const { address, members } = answerOf(await there.submit(await there.open(request), world.loginName, PASSWORD));
    return { here, there, address, members };
  };
  const post = (browser: Browser, address: string, members: Record<string, string>) =>
    browser.open(address, { method: 'POST', body: new URLSearchParams(members) });

  it('signs in, and refuses the code of another answer', async () => {
    const { here, address, members } = await signInByForm();
    expect(Object.keys(members)).toEqual(expect.arrayContaining(['code', 'id_token', 'state']));
    const end = await post(here, address, members);
    expect(end.url).toBe(`${hybridUrl}/protected/page`);
    expect(headersOf(end)).toMatchObject({ oidc_claim_iss: service.url, oidc_claim_sub: world.person.id });
    const [one, other] = [await signInByForm(), await signInByForm()];
    const mixed = await post(one.here, one.address, { ...one.members, code: other.members['code'] ?? '' });
    // By `c_hash` (OpenID Connect Core section 3.3.2.10), which it says in its log.
    expect(mixed.html).toContain('Error in handling response type');
    expect(readFileSync(join(folder, 'error.log'), 'utf8')).toContain('could not validate code against "c_hash" claim value');
    expect((await one.here.open(`${hybridUrl}/protected/page`)).url).toMatch(`${service.url}/oauth/v2/authorize?`);
  });

  it('is told of a sign-out by the page that follows it', async () => {
    const { here, there, address, members } = await signInByForm();
    await post(here, address, members);
    const asked = await there.open(`${service.url}/oidc/v1/end_session`);
    const left = await there.submitButton(asked, 'Sign out');
    const frame = /<iframe [^>]*src="([^"]*)"/.exec(left.html ?? '')?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(frame).toMatch(`${hybridUrl}/protected/callback?logout=get&iss=`);
    expect((await here.open(`${hybridUrl}/protected/page`)).url).toBe(`${hybridUrl}/protected/page`);
    expect((await here.open(frame)).page?.status).toBe(200);
    expect((await here.open(`${hybridUrl}/protected/page`)).url).toMatch(`${service.url}/oauth/v2/authorize?`);
  });
});
