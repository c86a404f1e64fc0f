// Signing out: what is asked, where it leads, and what is dead afterwards (OpenID Connect RP-Initiated Logout 1.0).
import { beforeAll, describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { Applications } from '../../src/oidc/clients/management/applications.service.js';
import type { NewApplication } from '../../src/oidc/clients/application.js';
import { SessionEnd } from '../../src/oidc/sessions/session-end.service.js';
import {
  API_SCOPE,
  authorizeUrl,
  claimsOf,
  codeIn,
  introspect,
  redeem,
  refresh,
  sessionsOf,
  signInToNewClient,
  userinfo,
  type SignedIn,
} from '../support/oauth.js';
import { Browser } from '../support/browser.js';
import { applicationIdOf } from '../support/clients.js';
import { service, useWorld, world } from '../support/use-world.js';
import { PASSWORD } from '../support/world.js';
import { startService } from '../support/service.js';

const BYE = 'https://app.example/bye';
const NATIVE_BYE = 'http://127.0.0.1/bye';

useWorld(startService);

type Parameters = Record<string, string>;

const enter = (input: Partial<NewApplication> = {}, scope?: string) =>
  signInToNewClient(service, world, { postLogoutRedirectUris: [BYE], ...input }, scope);
const address = (parameters: Parameters = {}) => `${service.url}/oidc/v1/end_session?${new URLSearchParams(parameters).toString()}`;
const signOut = ({ browser }: Pick<SignedIn, 'browser'>, parameters: Parameters = {}) => browser.open(address(parameters));
const hintOf = ({ tokens }: SignedIn) => ({ id_token_hint: tokens.id_token as string });

/** Sends the form of a confirmation page. */
function answer(browser: Browser, { html = '' }: { html?: string }, choice: Parameters = { logout: 'yes' }) {
  const action = /<form method="post" action="([^"]+)"/.exec(html)?.[1] ?? '';
  const fields = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
    name,
    value.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"'),
  ]);
  return browser.open(action, { method: 'POST', body: new URLSearchParams([...fields, ...Object.entries(choice)]) });
}

/** Whether the browser is still signed in: a new authorization without a page. */
async function isSignedIn({ browser, client }: Pick<SignedIn, 'browser' | 'client'>): Promise<boolean> {
  return new URL((await browser.open(authorizeUrl(service.url, client.clientId, 'openid', { prompt: 'none' }))).url).searchParams.has(
    'code',
  );
}

describe('the end session endpoint', () => {
  it('asks nothing when the hint is about who is signed in, and goes on at once', async () => {
    const person = await enter();
    const response = await person.browser.fetch(address({ ...hintOf(person), post_logout_redirect_uri: BYE, state: 'a b&c' }), {});
    expect([response.status, response.headers.get('location')]).toEqual([303, `${BYE}?state=a+b%26c`]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(person.browser.cookieNames().filter((name) => name.includes('session'))).toEqual([]);
    expect(await isSignedIn(person)).toBe(false);
  });

  it('takes an expired hint', async () => {
    const person = await enter();
    service.get(Clock).advance(2 * 86_400_000);
    expect((await signOut(person, { ...hintOf(person), post_logout_redirect_uri: BYE })).url).toBe(BYE);
    expect(await isSignedIn(person)).toBe(false);
  });

  it('takes a hint that another application of the same person got', async () => {
    const person = await enter();
    const { application } = await world.addApplication({ type: 'userAgent' });
    const { url } = await person.browser.open(authorizeUrl(service.url, application.clientId, 'openid', { prompt: 'none' }));
    const { body } = await redeem(service, application, codeIn(url));
    expect((await signOut(person, { id_token_hint: body.id_token })).html).toContain('You’re signed out');
    expect(await isSignedIn(person)).toBe(false);
  });

  it('takes all of it as a form too, which leads on to where the cookie comes along', async () => {
    const person = await enter();
    const form = new URLSearchParams({ ...hintOf(person), client_id: person.client.clientId, post_logout_redirect_uri: BYE, state: 's' });
    const first = await fetch(`${service.url}/oidc/v1/end_session`, { method: 'POST', body: form, redirect: 'manual' });
    expect(first.status).toBe(303);
    expect((await person.browser.open(first.headers.get('location') ?? '')).url).toBe(`${BYE}?state=s`);
    expect(await isSignedIn(person)).toBe(false);
  });

  /** How a request ends: with the next address, or the title of the page. */
  const CASES: ReadonlyArray<[name: string, parameters: (person: SignedIn) => Parameters, status: number, end: string]> = [
    ['hint, address', (p) => ({ ...hintOf(p), post_logout_redirect_uri: BYE }), 303, BYE],
    ['hint, address, state without a value', (p) => ({ ...hintOf(p), post_logout_redirect_uri: BYE, state: '' }), 303, BYE],
    ['hint alone', hintOf, 303, '/oidc/v1/end_session/success'],
    ['hint and its client_id', (p) => ({ ...hintOf(p), client_id: p.client.clientId }), 303, '/oidc/v1/end_session/success'],
    ['hint and another client_id', (p) => ({ ...hintOf(p), client_id: 'another' }), 400, 'We couldn’t sign you out'],
    ['hint and an address that is not registered', (p) => ({ ...hintOf(p), post_logout_redirect_uri: `${BYE}/` }), 400, 'not registered'],
    ['no hint at all', () => ({}), 200, 'Sign out?'],
    ['no hint, client_id and address', (p) => ({ client_id: p.client.clientId, post_logout_redirect_uri: BYE }), 200, 'Sign out?'],
    [
      'client_id and a wrong address',
      (p) => ({ client_id: p.client.clientId, post_logout_redirect_uri: 'https://x.example' }),
      400,
      'not registered',
    ],
    ['unknown client_id', () => ({ client_id: 'nobody' }), 400, 'unknown'],
    ['an address that no client vouches for', () => ({ post_logout_redirect_uri: 'https://x.example', state: 's' }), 200, 'Sign out?'],
    ['a hint that is none', () => ({ id_token_hint: 'x.y.z' }), 400, 'not an ID token of this service'],
    ['a hint with another signature', (p) => ({ id_token_hint: `${p.tokens.id_token.slice(0, -8)}AAAAAAAA` }), 400, 'not an ID token'],
    ['hint, logout_hint and ui_locales', (p) => ({ ...hintOf(p), logout_hint: 'bjensen', ui_locales: 'de en' }), 303, '/success'],
    ['logout_hint alone', () => ({ logout_hint: world.loginName }), 200, 'Sign out?'],
  ];
  it.each(CASES)('%s', async (_, parameters, status, end) => {
    const person = await enter();
    const response = await person.browser.fetch(address(parameters(person)), { headers: { accept: 'text/html' } });
    expect(response.status).toBe(status);
    expect(response.headers.get('location') ?? (await response.text())).toContain(end);
    expect(await isSignedIn(person)).toBe(status !== 303);
  });

  it('leads a native application to any port of its loopback address, and to no other path', async () => {
    const native = { type: 'native' as const, postLogoutRedirectUris: [NATIVE_BYE] };
    const person = await enter(native);
    const wrong = { ...hintOf(person), post_logout_redirect_uri: 'http://127.0.0.1:4711/other' };
    expect((await signOut(person, wrong)).page?.status).toBe(400);
    const right = { ...hintOf(person), post_logout_redirect_uri: 'http://127.0.0.1:4711/bye', state: 's' };
    expect((await signOut(person, right)).url).toBe('http://127.0.0.1:4711/bye?state=s');
    const web = await enter({ postLogoutRedirectUris: [NATIVE_BYE] });
    const ported = { ...hintOf(web), post_logout_redirect_uri: 'http://127.0.0.1:4711/bye' };
    expect((await signOut(web, ported)).page?.status).toBe(400);
  });

  it('keeps the query of a registered address', async () => {
    const person = await enter({ postLogoutRedirectUris: [`${BYE}?from=here`] });
    const parameters = { ...hintOf(person), post_logout_redirect_uri: `${BYE}?from=here`, state: 's' };
    expect((await signOut(person, parameters)).url).toBe(`${BYE}?from=here&state=s`);
  });

  it('shows a program its error as JSON, and a person a way on', async () => {
    const json = await service.call('GET', '/oidc/v1/end_session?client_id=nobody', undefined, { token: null });
    expect(json.body).toEqual({ error: 'invalid_request', error_description: 'The client_id is unknown.' });
    const twice = await service.call('GET', '/oidc/v1/end_session?state=a&state=b', undefined, { token: null });
    expect(twice.body.error).toBe('invalid_request');
    const page = await new Browser(service.url).open(address({ client_id: 'nobody' }), { headers: { accept: 'text/html' } });
    expect(page.html).toContain(`href="${service.url}/oidc/v1/end_session"`);
  });

  it.each(['HEAD', 'PUT', 'DELETE', 'OPTIONS'])('does nothing at %s', async (method) => {
    const person = await enter();
    expect((await person.browser.fetch(address(hintOf(person)), { method })).status).toBe(405);
    expect(await isSignedIn(person)).toBe(true);
  });

  it('lets people out of an application that was deactivated, without following its address', async () => {
    const person = await enter();
    const { application } = await world.addApplication();
    const id = await applicationIdOf(service, world, person.client.clientId);
    await service.get(Applications).setApplicationState(world.organization.no, world.projectId, id, 'inactive', 'test');
    const end = await signOut(person, { ...hintOf(person), post_logout_redirect_uri: BYE });
    expect(end.html).toContain('You’re signed out');
    expect(await isSignedIn({ browser: person.browser, client: application })).toBe(false);
  });
});

describe('the pages about signing out', () => {
  const LOOK = '<p class="organization">Example</p>';

  it('carry the look of the application, and lead back to it', async () => {
    const person = await enter({ name: 'Time sheet' });
    const parameters = { client_id: person.client.clientId };
    const question = await signOut(person, parameters);
    expect(question.html).toContain(LOOK);
    const stayed = await answer(person.browser, question, {});
    for (const { html } of [stayed, await answer(person.browser, await signOut(person, parameters))]) {
      expect(html).toContain(LOOK);
      expect(html).toContain('href="https://app.example">Back to Time sheet</a>');
    }
  });

  it('carry the look of the own organization and lead to the own account when no application asks', async () => {
    const person = await enter();
    const question = await signOut(person);
    expect(question.html).toContain(LOOK);
    const { html } = await answer(person.browser, question);
    expect(html).toContain(LOOK);
    expect(html).toContain('href="/account">Sign in to your account</a>');
  });
});

describe('signing out again', () => {
  it('leads on, with a cookie and without', async () => {
    const person = await enter();
    const parameters = { ...hintOf(person), post_logout_redirect_uri: BYE, state: 's' };
    for (let times = 0; times < 3; times++) expect((await signOut(person, parameters)).url).toBe(`${BYE}?state=s`);
    expect((await new Browser(service.url).open(address(parameters))).url).toBe(`${BYE}?state=s`);
    expect((await new Browser(service.url).open(address())).html).toContain('You’re signed out');
  });

  it('does not end the session of another browser', async () => {
    const person = await enter();
    expect((await new Browser(service.url).open(address(hintOf(person)))).page?.status).toBe(200);
    expect(await isSignedIn(person)).toBe(true);
    expect((await userinfo(service, person.tokens.access_token)).status).toBe(200);
  });
});

describe('the question', () => {
  it('says who is signed in and which application asks, and signs out on yes', async () => {
    const person = await enter({ name: 'Time sheet' });
    const page = await signOut(person, { client_id: person.client.clientId, post_logout_redirect_uri: BYE, state: 's' });
    expect(page.html).toContain(world.loginName);
    expect(page.html).toContain('Time sheet wants to sign you out');
    expect((await answer(person.browser, page)).url).toBe(`${BYE}?state=s`);
    expect(await isSignedIn(person)).toBe(false);
  });

  it('changes nothing on no, and does not tell the application otherwise', async () => {
    const person = await enter();
    const page = await signOut(person, { client_id: person.client.clientId, post_logout_redirect_uri: BYE });
    expect((await answer(person.browser, page, {})).html).toContain('You’re still signed in');
    expect(await isSignedIn(person)).toBe(true);
    expect((await userinfo(service, person.tokens.access_token)).status).toBe(200);
  });

  it('can be answered in one of two tabs, and then in the other', async () => {
    const person = await enter();
    const asked = { client_id: person.client.clientId, post_logout_redirect_uri: BYE };
    const [one, two] = [await signOut(person, { ...asked, state: '1' }), await signOut(person, { ...asked, state: '2' })];
    expect((await answer(person.browser, one)).url).toBe(`${BYE}?state=1`);
    expect((await answer(person.browser, two)).url).toBe(`${BYE}?state=2`);
  });

  it('is asked again when it is about a session before', async () => {
    const person = await enter();
    const page = await signOut(person);
    await signOut(person, hintOf(person));
    await person.browser.submit(
      await person.browser.open(authorizeUrl(service.url, person.client.clientId, 'openid')),
      world.loginName,
      PASSWORD,
    );
    const again = await answer(person.browser, page);
    expect([again.page?.status, again.html]).toEqual([403, expect.stringContaining('Sign out?')]);
    expect(await isSignedIn(person)).toBe(true);
    expect((await answer(person.browser, again)).html).toContain('You’re signed out');
  });
});

describe('with two people in one browser', () => {
  let [ada, bob] = ['', ''];
  const first = { type: 'userAgent', postLogoutRedirectUris: [BYE] } as const;
  beforeAll(async () => {
    for (const userName of ['ada', 'bob']) await world.addPerson({ userName });
    [ada, bob] = ['ada', 'bob'].map((name) => `${name}@${world.organization.primaryDomain}`) as [string, string];
  });

  /** Both are signed in, Bob last. */
  async function both() {
    const { client, browser, tokens } = await signInToNewClient(
      service,
      { ...world, loginName: ada },
      { ...first, postLogoutRedirectUris: [BYE] },
    );
    const login = await browser.open(authorizeUrl(service.url, client.clientId, 'openid', { prompt: 'login' }));
    const end = await browser.submit(login, bob, PASSWORD);
    return { client, browser, ada: tokens, bob: (await redeem(service, client, codeIn(end.url))).body };
  }
  const lives = async (tokens: { access_token: string }) => (await userinfo(service, tokens.access_token)).status === 200;

  it('an id_token_hint ends the session it names, without a question, and no other', async () => {
    const shared = await both();
    const parameters = { id_token_hint: shared.ada.id_token as string, post_logout_redirect_uri: BYE, state: 's' };
    expect((await signOut(shared, parameters)).url).toBe(`${BYE}?state=s`);
    expect([await lives(shared.ada), await lives(shared.bob)]).toEqual([false, true]);
    expect(await isSignedIn(shared)).toBe(true);
  });

  it.each([
    ['the login name', () => ada],
    ['the login name in capitals', () => ada.toUpperCase()],
  ])('a logout_hint with %s chooses who is asked, and the answer is about that session', async (_, hint) => {
    const shared = await both();
    const page = await signOut(shared, { logout_hint: hint() });
    expect(page.html).toContain(ada);
    expect(page.html).not.toContain(bob);
    expect([await lives(shared.ada), await lives(shared.bob)]).toEqual([true, true]);
    await answer(shared.browser, page);
    expect([await lives(shared.ada), await lives(shared.bob)]).toEqual([false, true]);
  });

  it('a logout_hint that nobody here has is passed over', async () => {
    const shared = await both();
    expect((await signOut(shared, { logout_hint: world.loginName })).html).toContain(bob);
    expect((await signOut(shared, { id_token_hint: shared.bob.id_token, logout_hint: ada })).html).toContain('You’re signed out');
    expect([await lives(shared.ada), await lives(shared.bob)]).toEqual([true, false]);
  });
});

describe('ui_locales', () => {
  it('chooses the language of the question, of the answer and of the end', async () => {
    const person = await enter();
    const german = { ui_locales: 'xx de-AT en' };
    const question = await signOut(person, german);
    expect(question.html).toContain('<html lang="de">');
    expect((await answer(person.browser, question, {})).html).toContain('Sie sind weiterhin angemeldet');
    const forged = { ...question, html: question.html?.replace(/name="xsrf" value="[^"]*"/, 'name="xsrf" value="x"') ?? '' };
    expect((await answer(person.browser, forged)).html).toContain('<html lang="de">');
    expect((await answer(person.browser, question)).html).toContain('Sie sind abgemeldet');
    expect((await signOut(person, { ui_locales: `fr ${'x'.repeat(3_000)}` })).html).toContain('<html lang="fr">');
  });
});

describe('after signing out', () => {
  const FORMATS = ['opaque', 'jwt'] as const;
  const SCOPES = { with: `openid email offline_access ${API_SCOPE}`, without: `openid email ${API_SCOPE}` };
  /** Where a token shows whether it is alive. The person has no role at the API: 404 as long as the token is good. */
  const PLACES: Record<string, { alive: unknown; dead: unknown; look: (person: SignedIn, token: string) => Promise<unknown> }> = {
    introspection: { alive: true, dead: false, look: async ({ client }, token) => (await introspect(service, client, token)).body.active },
    userinfo: { alive: 200, dead: 401, look: async (_, token) => (await userinfo(service, token)).status },
    'the API': {
      alive: 404,
      dead: 401,
      look: async (_, token) => (await service.call('GET', `/scim/v2/${world.organization.id}/Users`, undefined, { token })).status,
    },
  };
  const MATRIX = FORMATS.flatMap((format) =>
    Object.keys(PLACES).flatMap((place) => (['with', 'without'] as const).map((offline) => [format, offline, place] as const)),
  );

  it.each(MATRIX)(
    'a token (%s, %s offline_access) is dead at %s, and what survives is bound to no session',
    async (format, offline, place) => {
      const { alive, dead, look } = PLACES[place] ?? ({} as never);
      const person = await enter({ type: 'web', accessTokenType: format, apiAccess: true }, SCOPES[offline]);
      const { tokens, client } = person;
      expect(await look(person, tokens.access_token)).toBe(alive);
      await signOut(person, hintOf(person));
      expect(await look(person, tokens.access_token)).toBe(dead);
      if (offline === 'without') return expect(tokens.refresh_token).toBeUndefined();
      const next = (await refresh(service, client, tokens.refresh_token)).body;
      expect(await look(person, next.access_token)).toBe(alive);
      expect(await look(person, tokens.access_token)).toBe(dead);
      expect(claimsOf(tokens.id_token)).toHaveProperty('sid');
      expect(claimsOf(next.id_token)).not.toHaveProperty('sid');
      const later = (await refresh(service, client, next.refresh_token)).body;
      expect(claimsOf(later.id_token)).not.toHaveProperty('sid');
      // The next session of the same browser is another one: ending it takes nothing of this along.
      await person.browser.submit(
        await person.browser.open(authorizeUrl(service.url, client.clientId, 'openid')),
        world.loginName,
        PASSWORD,
      );
      await signOut(person, hintOf(person));
      expect(await look(person, later.access_token)).toBe(alive);
    },
  );

  it('a code that was not redeemed is worth nothing', async () => {
    const person = await enter();
    const { url } = await person.browser.open(
      authorizeUrl(service.url, person.client.clientId, 'openid offline_access', { prompt: 'none' }),
    );
    await signOut(person, hintOf(person));
    expect((await redeem(service, person.client, codeIn(url))).body.error).toBe('invalid_grant');
  });

  it('the answer to a refresh can be repeated, and holds', async () => {
    const person = await enter();
    const first = (await refresh(service, person.client, person.tokens.refresh_token)).body;
    await signOut(person, hintOf(person));
    const again = (await refresh(service, person.client, person.tokens.refresh_token)).body;
    expect(again.refresh_token).toBe(first.refresh_token);
    expect((await userinfo(service, first.access_token)).status).toBe(401);
    expect((await userinfo(service, again.access_token)).status).toBe(200);
  });

  it('can be done from elsewhere, by the session’s name', async () => {
    const person = await enter();
    const [{ session_uid: uid } = { session_uid: '' }] = await sessionsOf(service, person);
    expect(await service.get(SessionEnd).endSession(uid, 'removed')).toBe(true);
    expect(await service.get(SessionEnd).endSession(uid, 'removed')).toBe(false);
    expect(await isSignedIn(person)).toBe(false);
    expect((await userinfo(service, person.tokens.access_token)).status).toBe(401);
  });
});
