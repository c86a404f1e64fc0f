// The guide to connecting applications: its commands are typed, its programs saved and started, and people sign in to them. What takes
// packages that this project has not, or a compiler, is in connect-an-app.long.system.spec.ts.
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { readFileSync } from 'node:fs';
import { decodeJwt } from 'jose';
import type { Browser as Chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../browser/chromium.mjs';
import { signIn as signInAtPage } from '../browser/scene.mjs';
import { answerOf, Browser } from '../support/browser.js';
import { GuideApplications, LOGIN, PROGRAMS } from '../support/guide-applications.js';
import { blocksUnder, fileIn } from '../support/guide-blocks.js';
import type { Reader } from '../support/guide.js';
import { authorizeUrl, codeIn, post, VERIFIER } from '../support/oauth.js';
import { pythonWith, requirePrograms } from '../support/programs.js';
import { freePort, send, type TestService } from '../support/service.js';
import { PASSWORD } from '../support/world.js';

let guide: GuideApplications;
let service: TestService;
let reader: Reader;
let app: string;
let spa: string;
beforeAll(async () => {
  requirePrograms('sh', 'curl');
  guide = await GuideApplications.register();
  ({ service, reader, app, spa } = guide);
});
afterAll(() => guide?.leave());

/** Makes the clock of a program go ahead at a signal, and has it write each request that it sends. */
const WATCH = `
import { subscribe } from 'node:diagnostics_channel';
const { now } = Date;
process.on('SIGUSR2', () => { Date.now = () => now() + 3_590_000; console.log('later'); });
subscribe('undici:request:create', ({ request }) => console.log('sends', request.method, request.path));`;

describe('Express', () => {
  it('signs in, reads userinfo and roles, signs out, and says so when nobody was signed in', async () => {
    const server = guide.startFile('server.mjs', 'WEB');
    await server.says(/The application is at/);
    await guide.use();
    const browser = new Browser(app);
    const state = new URL((await browser.open(`${app}/login`)).url).searchParams.get('state') ?? '';
    const answer = new URLSearchParams({ error: 'access_denied', state, iss: service.url });
    const refused = await browser.open(`${app}/callback?${answer.toString()}`);
    expect([refused.page?.status, refused.html]).toEqual([401, expect.stringContaining('Try again')]);
    await server.stop();
  });

  it('renews its token shortly before that ends', async () => {
    reader.save('watch.mjs', WATCH);
    const server = guide.startFile('server.mjs', 'WEB', {}, [process.execPath, '--import', './watch.mjs']);
    await server.says(/The application is at/);
    const { here } = await guide.signIn();
    server.child.kill('SIGUSR2');
    await server.says(/later/);
    expect((await here.open(`${app}/profile`)).html).toContain('Ada Lovelace');
    await server.says(/later\nsends POST \/oauth\/v2\/token\nsends GET \/oidc\/v1\/userinfo/);
    await server.stop();
  });
});

describe('Flask', () => {
  /** The same for Python, which runs such a file at its start. */
  const PYTHON_WATCH = `
import http.client, signal, time
http.client.HTTPConnection.debuglevel = 1
now = time.time
def later(*_):
    time.time = lambda: now() + 3590
    print('later', flush=True)
signal.signal(signal.SIGUSR2, later)`;

  it('signs in, reads userinfo and roles, renews its token and signs out', async () => {
    reader.save('sitecustomize.py', PYTHON_WATCH);
    const env = { PYTHONPATH: reader.folder, PYTHONUNBUFFERED: '1' };
    const server = guide.startFile('app.py', 'WEB', env, [pythonWith('flask', 'authlib', 'requests')]);
    await server.says(/Running on/);
    await guide.use();
    const { here } = await guide.signIn();
    server.child.kill('SIGUSR2');
    await server.says(/later/);
    expect((await here.open(`${app}/profile`)).html).toContain('Ada Lovelace');
    await server.says(/later[^]*POST \/oauth\/v2\/token/);
    await server.stop();
  });
});

describe('Next.js', () => {
  const FILES = ['lib/session.js', 'app/login/route.js', 'app/callback/route.js', 'app/logout/route.js', 'app/me/route.js'];
  /** Hands each request to the file that Next.js would hand it to. */
  const ROUTER = `
import { createServer } from 'node:http';
const base = process.env.APP_URL;
createServer(async (request, response) => {
  const url = new URL(request.url, base);
  if (url.pathname === '/') return response.end('home');
  const route = await import('./app' + url.pathname + '/route.js');
  const answer = await route[request.method](new Request(url, { method: request.method, headers: { cookie: request.headers.cookie ?? '' } }));
  const cookies = answer.headers.getSetCookie();
  response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), ...(cookies.length && { 'set-cookie': cookies }) });
  response.end(await answer.text());
}).listen(new URL(base).port, () => console.log('listening'));`;

  it('has handlers that sign in, tell who it is, renew and sign out', async () => {
    guide.save(...FILES);
    reader.save('package.json', '{ "type": "module" }');
    reader.save('watch.mjs', WATCH);
    reader.save('router.mjs', ROUTER);
    const server = guide.start([process.execPath, '--import', './watch.mjs', 'router.mjs'], 'WEB');
    await server.says(/listening/);
    const { here, there } = await guide.signIn();
    const me = async () => JSON.parse((await here.open(`${app}/me`)).html ?? '');
    expect(await me()).toMatchObject({ name: 'Ada Lovelace', roles: ['editor'] });
    server.child.kill('SIGUSR2');
    await server.says(/later/);
    expect(await me()).toMatchObject({ name: 'Ada Lovelace', roles: ['editor'] });
    await server.says(/later\nsends POST \/oauth\/v2\/token/);
    const left = await here.open(`${app}/logout`, { method: 'POST' });
    expect((await there.open(left.url)).url).toBe(`${app}/`);
    expect(await me()).toEqual({ error: 'You are not signed in.' });
    await server.stop();
  });
});

it('an older program gets an ID token beside the code, in a form', async () => {
  for (const block of blocksUnder(readFileSync('docs/connect-an-app.md', 'utf8'), '## Older programs: an ID token beside the code', 'sh'))
    expect(await reader.type(block)).toContain('application.warning.implicit');
  const client = { clientId: reader.valueOf('OLDER_ID'), clientSecret: reader.valueOf('OLDER_SECRET') };
  const redirectUri = 'https://older.example.com/signin-oidc';
  const parameters = { response_type: 'code id_token', response_mode: 'form_post', nonce: 'n-1', redirect_uri: redirectUri };
  const browser = new Browser(service.url);
  const page = await browser.open(authorizeUrl(service.url, client.clientId, 'openid', parameters));
  const { mode, address, members } = answerOf(await browser.submit(page, LOGIN.loginName, PASSWORD));
  expect([mode, address]).toEqual(['form_post', redirectUri]);
  const { code = '', id_token: idToken = '' } = members;
  const hash = createHash('sha256').update(code).digest().subarray(0, 16).toString('base64url');
  expect(decodeJwt(idToken)).toMatchObject({ aud: client.clientId, nonce: 'n-1', c_hash: hash });
  const redemption = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: VERIFIER };
  expect((await post(service, '/oauth/v2/token', redemption, client)).status).toBe(200);
});

describe('a native application', () => {
  it('signs in by the browser and a loopback address, refreshes and revokes', async () => {
    const program = guide.startFile('native.mjs', 'NATIVE');
    const address = (await program.says(/Open \S+\n/)).slice('Open '.length).trim();
    const browser = new Browser(service.url);
    const { url } = await browser.submit(await browser.open(address), LOGIN.loginName, PASSWORD);
    expect(await (await fetch(url)).text()).toBe('You can close this window.');
    await program.says(/Signed in: Ada Lovelace, editor\nSigned out\n/);
  });
});

describe('an API', () => {
  const call = (base: string, token?: string, method = 'GET') =>
    fetch(`${base}/times`, { method, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });

  /** An access token of Ada for an application. */
  async function tokenOf(clientId: string, redirectUri: string, client?: { secret: string }): Promise<string> {
    const browser = new Browser(service.url);
    const page = await browser.open(authorizeUrl(service.url, clientId, 'openid', { redirect_uri: redirectUri }));
    const code = codeIn((await browser.submit(page, LOGIN.loginName, PASSWORD)).url);
    const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: VERIFIER, client_id: clientId };
    const basic = client && `Basic ${Buffer.from(`${clientId}:${client.secret}`).toString('base64')}`;
    const headers: Record<string, string> = basic ? { authorization: basic } : {};
    return (await send(`${service.url}/oauth/v2/token`, 'POST', new URLSearchParams(form), headers, FORM)).body.access_token;
  }
  const FORM = 'application/x-www-form-urlencoded';

  it('checks a JWT by itself: who, which project, which role', async () => {
    const port = String(await freePort());
    const server = guide.startFile('api-jwt.mjs', 'API', { PORT: port, APP_ORIGIN: spa });
    await server.says(/The API listens/);
    const base = `http://127.0.0.1:${port}`;
    const token = await tokenOf(reader.valueOf('SPA_ID'), `${spa}/callback`);
    expect([(await call(base, token)).status, (await call(base, token, 'POST')).status]).toEqual([200, 201]);
    const refused = await Promise.all([call(base), call(base, 'x.y.z'), call(base, service.credentials.serviceUser.personalAccessToken)]);
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401]);
    await server.stop();
  });

  it('asks about an opaque token, and notices at once that it was revoked', async () => {
    const port = String(await freePort());
    const server = guide.startFile('api-introspection.mjs', 'API', { PORT: port });
    await server.says(/The API listens/);
    const base = `http://127.0.0.1:${port}`;
    const token = await tokenOf(reader.valueOf('WEB_ID'), `${app}/callback`, { secret: reader.valueOf('WEB_SECRET') });
    expect(await (await call(base, token)).json()).toEqual({ of: expect.any(String), roles: ['editor'] });
    await service.call('POST', '/oauth/v2/revoke', new URLSearchParams({ token }), {
      token: null,
      type: FORM,
      headers: { authorization: `Basic ${btoa(`${reader.valueOf('WEB_ID')}:${reader.valueOf('WEB_SECRET')}`)}` },
    });
    expect((await call(base, token)).status).toBe(401);
    await server.stop();
  });
});

describe('a service without a person', () => {
  it.each([
    ['JavaScript', 'service.mjs', () => [process.execPath]],
    ['Python', 'service.py', () => [pythonWith('requests')]],
    ['JavaScript with a key', 'service-key.mjs', () => [process.execPath]],
  ])('in %s calls both APIs with one token, and has its role there', async (_, file, command) => {
    for (const [api, read] of [
      ['api-jwt.mjs', /GET 200 .*\nPOST 201 .*\n/],
      ['api-introspection.mjs', /GET 200 .*"roles":\["editor"\].*\n/],
    ] as const) {
      const port = String(await freePort());
      const server = guide.startFile(api, 'API', { PORT: port, APP_ORIGIN: spa });
      await server.says(/The API listens/);
      const program = guide.startFile(file, 'ROBOT', { API_URL: `http://127.0.0.1:${port}` }, command());
      await program.says(read);
      await server.stop();
    }
  });
});

describe('programs with settings of their own', () => {
  it('are told addresses that the service has', async () => {
    const document = (await (await fetch(`${service.url}/.well-known/openid-configuration`)).json()) as Record<string, unknown>;
    const told = new Set([...PROGRAMS.matchAll(/https:\/\/id\.example\.com(\/[\w/]+)/g)].map(([, path]) => `${service.url}${path}`));
    expect(told.size).toBe(4);
    expect([...told].filter((address) => !Object.values(document).includes(address))).toEqual([]);
  });

  it('may listen as kubelogin does: on any port of localhost, without a path', async () => {
    const [, redirectUri = ''] = /Register it as `native` with the redirect URI `([^`]+)`/.exec(PROGRAMS) ?? [];
    const orgPath = `/admin/v1/organizations/${service.credentials.orgId}`;
    const body = { name: 'kubectl', template: 'native', redirectUris: [redirectUri], idTokenUserinfoAssertion: true };
    const { clientId } = (await service.call('POST', `${orgPath}/projects/${reader.valueOf('PROJECT')}/applications`, body)).body;
    const browser = new Browser(service.url);
    const request = authorizeUrl(service.url, clientId, 'openid email groups', { redirect_uri: 'http://localhost:8000' });
    const { url } = await browser.submit(await browser.open(request), LOGIN.loginName, PASSWORD);
    expect(url).toMatch(/^http:\/\/localhost:8000\/?\?code=/);
  });
});

describe('a single-page application', () => {
  let chromium: Chromium;
  let server: Server;
  beforeAll(async () => {
    chromium = await launchChromium();
    const modules = { 'oidc-client-ts': '/oidc-client-ts/dist/esm/oidc-client-ts.js', 'jwt-decode': '/jwt-decode/build/esm/index.js' };
    const page = `<!DOCTYPE html><script type="importmap">${JSON.stringify({ imports: modules })}</script>
<p id="who"></p><button id="sign-in">In</button><button id="renew">Renew</button><button id="sign-out">Out</button>
<script type="module" src="/main.js"></script>`;
    const config = `export const issuer = '${service.url}'; export const clientId = '${reader.valueOf('SPA_ID')}';`;
    const files: Record<string, string> = { '/main.js': fileIn(PROGRAMS, 'main.js'), '/config.js': config };
    server = createServer(({ url = '' }, response) => {
      const script = Object.values(modules).includes(url) ? readFileSync(`node_modules${url}`, 'utf8') : files[url];
      response.setHeader('content-type', script === undefined ? 'text/html' : 'text/javascript').end(script ?? page);
    });
    await new Promise<void>((done) => server.listen(Number(new URL(spa).port), '127.0.0.1', done));
  });
  afterAll(async () => {
    await chromium?.close();
    server?.closeAllConnections();
    server?.close();
  });

  it('signs in, shows roles, renews its token and signs out', async () => {
    const tab = await chromium.newPage();
    const faults: string[] = [];
    tab.on('pageerror', ({ message }) => faults.push(message));
    await tab.goto(spa);
    await tab.click('#sign-in');
    await tab.waitForSelector('input[name=loginName]');
    await signInAtPage(tab, LOGIN);
    await tab.waitForFunction('document.querySelector("#who")?.textContent === "Ada Lovelace: editor"');
    expect(tab.url()).toBe(`${spa}/`);
    const renewed = tab.waitForResponse((answer) => answer.url().endsWith('/oauth/v2/token'));
    await tab.click('#renew');
    expect((await renewed).status()).toBe(200);
    const revoked = tab.waitForResponse((answer) => answer.url().endsWith('/oauth/v2/revoke'));
    await tab.click('#sign-out');
    expect([(await revoked).status(), (await revoked).headers()['content-type']]).toEqual([200, undefined]);
    await tab.waitForFunction('document.querySelector("#who")?.textContent === "Not signed in"');
    expect([tab.url(), faults]).toEqual([`${spa}/`, []]);
  });
});
