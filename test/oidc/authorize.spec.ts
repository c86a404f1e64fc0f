// The rules of the authorization endpoint beside its matrix: every error, redirect URIs, prompts and hints, consent, and what is deactivated.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { RESPONSE_TYPES, type NewApplication } from '../../src/oidc/clients/application.js';
import { Applications } from '../../src/oidc/clients/management/applications.service.js';
import { Projects } from '../../src/oidc/clients/management/projects.service.js';
import { GrantsRepository } from '../../src/oidc/tokens/stored/grants.repository.js';
import { Organizations } from '../../src/users/organizations/organizations.service.js';
import { People } from '../../src/users/directory/people/people.service.js';
import { startService, type TestService } from '../support/service.js';
import { answerOf, Browser, type Page } from '../support/browser.js';
import { authorizeUrl, claimsOf, codeIn, redeem, signInToNewClient } from '../support/oauth.js';
import { makeWorld, PASSWORD, REDIRECT_URI, type World } from '../support/world.js';

let service: TestService;
let world: World;
let clientId: string;
const all: Partial<NewApplication> = { type: 'userAgent', responseTypes: ['code', 'id_token token', 'id_token'] };
beforeAll(async () => {
  service = await startService();
  world = await makeWorld(service);
  clientId = (await world.addApplication(all)).application.clientId;
});
afterAll(() => service.close());

const url = (more: Record<string, string> = {}, id = clientId, scope = 'openid') =>
  authorizeUrl(service.url, id, scope, { state: 's', ...more });
const errorOf = (page: Page) => answerOf(page).members.error;

/** Sends a request with parameters left out (undefined) or repeated (a list). */
function send(changes: Record<string, string | string[] | undefined>, browser = new Browser(service.url)): Promise<Page> {
  const query = { ...Object.fromEntries(new URL(url({ nonce: 'n' })).searchParams), ...changes };
  const pairs = Object.entries(query).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one]));
  return browser.open(`${service.url}/oauth/v2/authorize?${new URLSearchParams(pairs).toString()}`);
}

async function signedIn(loginName = world.loginName, to = url()): Promise<Browser> {
  const browser = new Browser(service.url);
  await browser.submit(await browser.open(to), loginName, PASSWORD);
  return browser;
}

it('a request may be posted, and goes on with the session of the browser (OpenID Connect Core section 3.1.2.1)', async () => {
  const browser = await signedIn();
  const { searchParams } = new URL(url({ nonce: 'a b&c' }));
  const body = searchParams.toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const posted = await fetch(`${service.url}/oauth/v2/authorize`, { method: 'POST', headers, body, redirect: 'manual' });
  expect([posted.status, posted.headers.get('location')]).toEqual([303, `/oauth/v2/authorize?${body}`]);
  const answer = answerOf(await browser.open(`${service.url}${posted.headers.get('location')}`));
  expect(answer.members).toMatchObject({ state: 's', code: expect.any(String) as string });
  const refused = await fetch(`${service.url}/oauth/v2/authorize`, {
    method: 'POST',
    headers,
    body: `x=${'y'.repeat(13_000)}`,
    redirect: 'manual',
  });
  expect([refused.status, ((await refused.json()) as { error: string }).error]).toEqual([400, 'invalid_request']);
});

describe('an error', () => {
  it.each([
    ['a missing response_type', { response_type: undefined }, 'invalid_request'],
    ['a repeated state', { state: ['a', 'b'] }, 'invalid_request'],
    ['a repeated response_mode', { response_mode: ['query', 'fragment'] }, 'invalid_request'],
    ['an implicit request without nonce', { response_type: 'id_token', nonce: undefined }, 'invalid_request'],
    ['a code request with plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a challenge without its method', { code_challenge_method: undefined }, 'invalid_request'],
    ['an unknown prompt', { prompt: 'dance' }, 'invalid_request'],
    ['prompt none with create', { prompt: 'none create' }, 'invalid_request'],
    ['a malformed max_age', { max_age: 'soon' }, 'invalid_request'],
    ['a negative max_age', { max_age: '-1' }, 'invalid_request'],
    ['openid missing for an ID token', { response_type: 'id_token', scope: 'email' }, 'invalid_scope'],
    ['a scope longer than is kept', { scope: 'openid "' }, 'invalid_scope'],
    ['token alone', { response_type: 'token' }, 'unsupported_response_type'],
    ['a made-up response type', { response_type: 'magic' }, 'unsupported_response_type'],
    ['a request object that is none', { request: 'x.y.z' }, 'invalid_request_object'],
    ['a request object by reference', { request_uri: 'https://evil.example/r' }, 'request_uri_not_supported'],
    ['a registration in the request', { registration: '{}' }, 'registration_not_supported'],
    ['prompt none and nobody signed in', { prompt: 'none' }, 'login_required'],
    ['prompt none and max_age 0', { prompt: 'none', max_age: '0' }, 'login_required'],
  ])('about %s goes to the application, with exactly its members', async (_, changes, error) => {
    const answer = answerOf(await send(changes));
    expect([answer.address, answer.members.error]).toEqual([REDIRECT_URI, error]);
    const state = Array.isArray((changes as { state?: unknown }).state) ? [] : ['state'];
    expect(Object.keys(answer.members).toSorted()).toEqual(['error', 'error_description', 'iss', ...state]);
  });

  it.each(RESPONSE_TYPES)('about %s the application may not use is unauthorized_client', async (type) => {
    const others = RESPONSE_TYPES.filter((one) => one !== type);
    const { application } = await world.addApplication({ type: 'userAgent', responseTypes: others });
    expect(errorOf(await send({ client_id: application.clientId, response_type: type }))).toBe('unauthorized_client');
  });

  it('is interaction_required when consent would have to be asked for with prompt none', async () => {
    const { application } = await world.addApplication({ ...all, consentRequired: true });
    const browser = await signedIn();
    expect(errorOf(await browser.open(url({ prompt: 'none' }, application.clientId)))).toBe('interaction_required');
  });

  it.each([
    ['code', 'query'],
    ['id_token', 'fragment'],
    ['code', 'form_post'],
  ])('of the unexpected kind is server_error for %s by %s, and its cause is not told', async (response_type, response_mode) => {
    const browser = await signedIn();
    const broken = vi.spyOn(service.get(GrantsRepository), 'insert').mockRejectedValueOnce(new Error('the-cause'));
    const page = await browser.open(url({ response_type, response_mode, nonce: 'n' }));
    broken.mockRestore();
    const { mode, address, members } = answerOf(page);
    expect([mode, address, members.error, members.state, members.iss]).toEqual([
      response_mode,
      REDIRECT_URI,
      'server_error',
      's',
      service.url,
    ]);
    expect(JSON.stringify(members)).not.toContain('the-cause');
  });

  it.each([
    ['an unregistered redirect_uri', { redirect_uri: 'https://evil.example/callback' }, 'https://evil.example/callback'],
    ['a missing redirect_uri', { redirect_uri: undefined }, 'redirect_uri'],
    ['an unknown client', { client_id: 'nobody' }, 'client'],
  ])('about %s is shown, and says what to do', async (_, changes, text) => {
    const { page, html } = await send(changes);
    expect(page?.status).toBe(400);
    expect(html).toContain(text);
  });
});

describe('a redirect URI', () => {
  it('of a native application on a loopback address may have any port, and nothing else may differ', async () => {
    const { application } = await world.addApplication({ type: 'native', redirectUris: ['http://127.0.0.1/cb', 'com.example.app:/cb'] });
    const answered = async (redirect_uri: string) => (await send({ client_id: application.clientId, redirect_uri })).page?.status !== 400;
    expect(await answered('http://127.0.0.1:51004/cb')).toBe(true);
    expect(await answered('com.example.app:/cb')).toBe(true);
    for (const uri of [
      'http://127.0.0.1:51004/cb/',
      'http://127.0.0.1:51004/CB',
      'http://localhost:51004/cb',
      'http://127.0.0.1.evil.example:1/cb',
      'http://a@127.0.0.1:1/cb',
    ])
      expect(await answered(uri), uri).toBe(false);
  });

  it('of any other application has its port and its letters', async () => {
    const { application } = await world.addApplication({ type: 'userAgent', redirectUris: ['http://localhost:3000/cb'] });
    expect((await send({ client_id: application.clientId, redirect_uri: 'http://localhost:3001/cb' })).page?.status).toBe(400);
  });

  it('may be http with devMode, and still has no wildcard', async () => {
    const redirectUris = ['http://app.dev.example/cb'];
    const { application } = await world.addApplication({ ...all, devMode: true, redirectUris });
    const to = { client_id: application.clientId, redirect_uri: redirectUris[0] };
    expect((await send(to)).page?.status).toBe(200);
    expect((await send({ ...to, redirect_uri: 'http://other.dev.example/cb' })).page?.status).toBe(400);
    await expect(world.addApplication({ devMode: true, redirectUris: ['http://*.dev.example/cb'] })).rejects.toMatchObject({
      kind: 'invalid',
    });
  });
});

describe('a request', () => {
  it('asks for the password again once max_age has passed, fills in who it was, and tells the time', async () => {
    const browser = await signedIn();
    expect(answerOf(await browser.open(url({ max_age: '100' }))).members.code).toBeDefined();
    service.get(Clock).advance(200_000);
    const login = await browser.open(url({ max_age: '100' }));
    expect(login.html).toContain(`value="${world.loginName}"`);
    expect(errorOf(await browser.open(url({ max_age: '100', prompt: 'none' })))).toBe('login_required');
    const end = await browser.submit(login, world.loginName, PASSWORD);
    const { body } = await redeem(service, { clientId }, codeIn(end.url));
    expect(Number(claimsOf(body.id_token).auth_time)).toBeGreaterThan(service.get(Clock).nowSeconds() - 60);
  });

  it('with login_hint fills it in, but not more than a name can have', async () => {
    const page = await send({ login_hint: 'x'.repeat(5_000) });
    expect(page.html).toContain(`value="${'x'.repeat(500)}"`);
  });

  it('with several prompts asks for each of them', async () => {
    const browser = await signedIn();
    const chooser = await browser.open(url({ prompt: 'select_account login' }));
    expect(chooser.html).toContain('Choose an account');
    const login = await browser.submitButton(chooser, world.loginName);
    expect(login.html).toContain('autocomplete="current-password"');
    expect(answerOf(await browser.submit(login, world.loginName, PASSWORD)).members.code).toBeDefined();
  });

  it('returns the state as it was, however odd', async () => {
    const browser = await signedIn();
    for (const state of ['a b+c%20&d=é', '<script>', ' ', 'x'.repeat(2_000)])
      expect(answerOf(await browser.open(url({ state }))).members.state).toBe(state);
  });
});

describe('id_token_hint', () => {
  let other: string;
  let otherToken: string;
  beforeAll(async () => {
    await world.addPerson({ userName: 'hinted' });
    other = `hinted@${world.organization.primaryDomain}`;
    const browser = await signedIn(other, url({ response_type: 'id_token', nonce: 'n' }));
    otherToken = answerOf(await browser.open(url({ response_type: 'id_token', nonce: 'n' }))).members.id_token ?? '';
  });

  it('that cannot be verified is ignored', async () => {
    const browser = await signedIn();
    for (const hint of ['nonsense', `${otherToken.slice(0, -4)}AAAA`, (await signInToNewClient(service, world)).tokens.id_token])
      expect(answerOf(await browser.open(url({ prompt: 'none', id_token_hint: hint }))).members.code).toBeDefined();
  });

  it('of another user is login_required with prompt none', async () => {
    expect(errorOf(await (await signedIn()).open(url({ prompt: 'none', id_token_hint: otherToken })))).toBe('login_required');
  });

  it('of the same user is good, also expired', async () => {
    const browser = await signedIn(other);
    service.get(Clock).advance(4_000_000);
    expect(answerOf(await browser.open(url({ prompt: 'none', id_token_hint: otherToken }))).members.code).toBeDefined();
  });

  it("goes on with that user's session when it is in this browser, without a question", async () => {
    const browser = await signedIn(other);
    const login = await browser.open(url({ prompt: 'login' }));
    await browser.submit(login, world.loginName, PASSWORD);
    for (const prompt of ['none', '']) {
      const end = await browser.open(url({ id_token_hint: otherToken, response_type: 'id_token', nonce: 'n', ...(prompt && { prompt }) }));
      expect(claimsOf(answerOf(end).members.id_token ?? '').sub, prompt).toBe(claimsOf(otherToken).sub);
      await browser.submit(await browser.open(url({ prompt: 'login' })), world.loginName, PASSWORD);
    }
  });

  it('of somebody who cannot sign in any more is login_required, whoever is signed in', async () => {
    const { id } = await world.addPerson({ userName: 'gone' });
    const loginName = `gone@${world.organization.primaryDomain}`;
    const asked = url({ response_type: 'id_token', nonce: 'n' });
    const { id_token: hint = '' } = answerOf(await (await signedIn(loginName, asked)).open(asked)).members;
    await service.get(People).update(world.organization, id, (now) => ({ values: { ...now, active: false } }), 'test');
    for (const browser of [new Browser(service.url), await signedIn()])
      expect(errorOf(await browser.open(url({ id_token_hint: hint })))).toBe('login_required');
  });

  it('else leads to a login page with the name filled in, which takes nobody else', async () => {
    const browser = await signedIn();
    const login = await browser.open(url({ id_token_hint: otherToken }));
    expect(login.html).toContain(`value="${other}"`);
    const refused = await browser.submit(login, world.loginName, PASSWORD);
    expect([refused.page?.status, refused.html?.includes('expects someone else')]).toEqual([401, true]);
    expect(answerOf(await browser.submit(refused, other, PASSWORD)).members.code).toBeDefined();
  });
});

describe('consent', () => {
  const consenting = async () => (await world.addApplication({ ...all, consentRequired: true })).application.clientId;

  it('is asked for once, again when more is asked for or by prompt, and per person', async () => {
    const id = await consenting();
    const browser = new Browser(service.url);
    const page = await browser.submit(await browser.open(url({}, id, 'openid email')), world.loginName, PASSWORD);
    expect(page.html).toContain('your email address');
    expect(page.page?.headers.get('content-security-policy')).toContain("form-action 'self' https://app.example;");
    const end = await browser.submitButton(page, 'Allow');
    expect((await redeem(service, { clientId: id }, codeIn(end.url))).body.scope).toBe('openid email');
    for (const scope of ['openid email', 'openid'])
      expect(answerOf(await browser.open(url({}, id, scope))).members.code, scope).toBeDefined();
    expect((await browser.open(url({}, id, 'openid email phone'))).html).toContain('your phone number');
    expect((await browser.open(url({ prompt: 'consent' }, id, 'openid'))).html).toContain('Allow');
    await world.addPerson({ userName: 'asked' });
    const another = new Browser(service.url);
    const asked = await another.submit(await another.open(url({}, id)), `asked@${world.organization.primaryDomain}`, PASSWORD);
    expect(asked.html).toContain('Allow');
  });

  it.each<[string, NewApplication, boolean]>([
    ['a loopback address of a native application', { name: 'x', type: 'native', redirectUris: ['http://127.0.0.1/callback'] }, true],
    ['a private-use scheme', { name: 'x', type: 'native', redirectUris: ['com.example.app:/callback'] }, true],
    [
      'a loopback address of a page in development',
      { name: 'x', type: 'userAgent', redirectUris: ['http://localhost:5173/callback'] },
      true,
    ],
    ['a claimed https address', { name: 'x', type: 'native', redirectUris: ['https://app.example/callback'] }, false],
    ['a loopback address of a server with a secret', { name: 'x', type: 'web', redirectUris: ['http://localhost:3000/callback'] }, false],
  ])('is asked for each time before a public application reaches the APIs by %s', async (_by, input, asks) => {
    const { clientId: id } = (await world.addApplication({ ...input, apiAccess: true })).application;
    const [redirect_uri = ''] = input.redirectUris ?? [];
    const browser = await signedIn();
    for (let i = 0; i < 2; i++) {
      const page = await browser.open(url({ redirect_uri }, id));
      const end = asks ? await browser.submitButton(page, 'Allow') : page;
      expect([page.html?.includes('Allow') ?? false, end.url.startsWith(redirect_uri)]).toEqual([asks, true]);
      expect(new URL(end.url).searchParams.has('code')).toBe(true);
    }
    const silent = new URL((await browser.open(url({ redirect_uri, prompt: 'none' }, id))).url).searchParams;
    expect([silent.get('error'), silent.has('code')]).toEqual(asks ? ['interaction_required', false] : [null, true]);
    // Without the APIs nothing acts as the person.
    const plain = (await world.addApplication(input)).application.clientId;
    expect(new URL((await browser.open(url({ redirect_uri }, plain))).url).searchParams.has('code')).toBe(true);
  });

  it('that is refused is access_denied, and is asked for again', async () => {
    const id = await consenting();
    const browser = await signedIn();
    expect(answerOf(await browser.submitButton(await browser.open(url({}, id)), 'Not now')).members).toMatchObject({
      error: 'access_denied',
      state: 's',
    });
    expect((await browser.open(url({}, id))).html).toContain('Not now');
  });

  it('is not asked for by an application of the organization itself, but by prompt consent, each time', async () => {
    const browser = await signedIn();
    for (const _ of ['once', 'again']) {
      const page = await browser.open(url({ prompt: 'consent' }));
      expect(answerOf(await browser.submitButton(page, 'Allow')).members.code).toBeDefined();
    }
    expect(answerOf(await browser.submitButton(await browser.open(url({ prompt: 'consent' })), 'Not now')).members.error).toBe(
      'access_denied',
    );
    expect(answerOf(await browser.open(url())).members.code).toBeDefined();
  });
});

describe('what is deactivated is refused at every step', () => {
  /** Stops before each step of a sign-in, and says what is left of it afterwards. */
  const steps: Record<string, (to: string, loginName: string) => Promise<() => Promise<Page>>> = {
    authorize: async (to, loginName) => {
      const browser = await signedIn(loginName, to);
      return () => browser.open(to);
    },
    'sign-in': async (to, loginName) => {
      const browser = new Browser(service.url);
      const login = await browser.open(to);
      return () => browser.submit(login, loginName, PASSWORD);
    },
    chooser: async (to, loginName) => {
      const browser = await signedIn(loginName, to);
      const chooser = await browser.open(`${to}&prompt=select_account`);
      return () => browser.submitButton(chooser, loginName);
    },
    consent: async (to, loginName) => {
      const browser = await signedIn(loginName, to);
      const consent = await browser.open(`${to}&prompt=consent`);
      return () => browser.submitButton(consent, 'Allow');
    },
    resume: async (to, loginName) => {
      const browser = new Browser(service.url);
      const login = await browser.open(to);
      browser.stopBefore(/\/oauth\/v2\/authorize\/[\w-]+/);
      const stopped = await browser.submit(login, loginName, PASSWORD);
      browser.stopBefore(undefined);
      return () => browser.open(stopped.url);
    },
  };
  const off: Record<string, (w: World, application: string, userId: string) => Promise<unknown>> = {
    user: (w, _, id) => service.get(People).update(w.organization, id, (now) => ({ values: { ...now, active: false } }), 'test'),
    application: (w, id) => service.get(Applications).setApplicationState(w.organization.no, w.projectId, id, 'inactive', 'test'),
    project: (w) => service.get(Projects).setProjectState(w.organization.no, w.projectId, 'inactive', 'test'),
    organization: (w) => service.get(Organizations).setOrganizationState(w.organization.id, 'inactive', 'test'),
  };

  it.each(Object.keys(off).flatMap((what) => Object.keys(steps).map((step) => [what, step])))('%s, before %s', async (what, step) => {
    const own = await makeWorld(service);
    const consentRequired = step === 'consent';
    const { application } = await own.addApplication({ ...all, consentRequired });
    const rest = await steps[step]?.(url({}, application.clientId), own.loginName);
    await off[what]?.(own, application.id, own.person.id);
    const end = (await rest?.()) ?? { url: '' };
    expect(end.url).not.toContain('code=');
    expect(end.page?.status, end.html).toBeDefined();
  });
});
