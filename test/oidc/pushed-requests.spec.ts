// Pushed authorization requests (RFC 9126): what is pushed is checked, kept sealed, bound to its client, short-lived, and used once.
import * as openid from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { answerOf, Browser, type Page } from '../support/browser.js';
import { addClient, addKey, assertionOf, ASSERTION_TYPE, type Client } from '../support/clients.js';
import { authorizeUrl, CHALLENGE, post, redeem } from '../support/oauth.js';
import { advanceClocks, startService, startTwin, type TestService } from '../support/service.js';
import { PendingSignInsRepository } from '../../src/oidc/provider/adapters/pending-sign-ins.repository.js';
import { makeWorld, PASSWORD, REDIRECT_URI, type World } from '../support/world.js';

const PAR = '/oauth/v2/par';
const PREFIX = 'urn:ietf:params:oauth:request_uri:';
const REQUEST = { response_type: 'code', redirect_uri: REDIRECT_URI, scope: 'openid', state: 's-1', ...CHALLENGE };

let service: TestService;
let twin: TestService | undefined;
let world: World;
let client: Client;
beforeAll(async () => {
  service = await startService();
  twin = await startTwin(service);
  world = await makeWorld(service);
});
afterAll(async () => {
  await twin?.close();
  await service.close();
});
beforeEach(async () => {
  client = await addClient(world);
});

const push = (parameters: Record<string, string> = REQUEST, as = client, to = service) => post(to, PAR, parameters, as);

async function pushed(parameters: Record<string, string> = REQUEST, as = client): Promise<string> {
  const { status, body } = await push(parameters, as);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.request_uri as string;
}

const addressOf = (requestUri: string, more: Record<string, string> = {}, clientId = client.clientId, at = service) =>
  `${at.url}/oauth/v2/authorize?${new URLSearchParams({ client_id: clientId, request_uri: requestUri, ...more }).toString()}`;

const signIn = (browser: Browser, page: Page) => browser.submit(page, world.loginName, PASSWORD);
const membersOf = (page: Page) => answerOf(page).members;

describe('a pushed request', () => {
  it('is answered by an address for a minute, and leads to a code with what was pushed', async () => {
    const { status, headers, body } = await push();
    expect([status, headers.get('cache-control'), body.expires_in]).toEqual([201, 'no-store', 60]);
    expect(body.request_uri).toMatch(/^urn:ietf:params:oauth:request_uri:[\w-]{43}$/);
    const browser = new Browser(service.url);
    const { code = '', state } = membersOf(await signIn(browser, await browser.open(addressOf(body.request_uri))));
    expect(state).toBe('s-1');
    const tokens = await redeem(service, client, code);
    expect([tokens.status, tokens.body.scope]).toEqual([200, 'openid']);
  });

  it.each(['client_secret_basic', 'client_secret_post', 'none'] as const)('is taken from clients with %s', async (authMethod) => {
    const other = await addClient(world, { authMethod, ...(authMethod === 'none' && { type: 'userAgent' as const }) });
    const sent = { ...REQUEST, client_id: other.clientId };
    const answer =
      authMethod === 'client_secret_post'
        ? await post(service, PAR, { ...sent, client_secret: other.clientSecret ?? '' })
        : authMethod === 'none'
          ? await post(service, PAR, sent)
          : await push(REQUEST, other);
    expect(answer.status, answer.text).toBe(201);
  });

  it('is taken from clients with private_key_jwt, whose assertion may name the endpoint where it may name the token endpoint', async () => {
    const other = await addClient(world, { authMethod: 'private_key_jwt' });
    const key = await addKey(service, other.application);
    for (const aud of [service.url, `${service.url}/oauth/v2/token`, `${service.url}${PAR}`]) {
      const client_assertion = await assertionOf(service, key, other.clientId, { aud });
      const answer = await post(service, PAR, { ...REQUEST, client_assertion, client_assertion_type: ASSERTION_TYPE });
      expect(answer.status, answer.text).toBe(201);
    }
  });

  it('keeps scopes that name an organization, and the response mode', async () => {
    const scope = `openid offline_access urn:gatehouse:iam:org:id:${world.organization.id}`;
    const uri = await pushed({ ...REQUEST, scope, response_mode: 'form_post' });
    const browser = new Browser(service.url);
    const answer = answerOf(await signIn(browser, await browser.open(addressOf(uri))));
    expect(answer.mode).toBe('form_post');
    expect((await redeem(service, client, answer.members['code'] ?? '')).body.scope).toBe(scope);
  });

  it('counts alone: parameters beside its address change nothing', async () => {
    const uri = await pushed();
    const browser = new Browser(service.url);
    const beside = {
      scope: 'openid email offline_access',
      state: 'other',
      redirect_uri: 'https://evil.example/',
      prompt: 'none',
      nonce: 'n',
    };
    const { code = '', state } = membersOf(await signIn(browser, await browser.open(addressOf(uri, beside))));
    expect(state).toBe('s-1');
    expect((await redeem(service, client, code)).body.scope).toBe('openid');
  });

  it('is refused at once when it could not be served', async () => {
    const refused = async (changes: Record<string, string>) => {
      const { status, body } = await push({ ...REQUEST, ...changes });
      return [status, body.error];
    };
    expect(await refused({ redirect_uri: 'https://evil.example/' })).toEqual([400, 'invalid_request']);
    expect(await refused({ response_type: 'magic' })).toEqual([400, 'unsupported_response_type']);
    expect(await refused({ scope: 'email' })).toEqual([400, 'invalid_scope']);
    expect(await refused({ scope: 'openid urn:gatehouse:iam:org:id:none' })).toEqual([400, 'invalid_scope']);
    // RFC 9126 section 2.1.
    expect(await refused({ request_uri: `${PREFIX}x` })).toEqual([400, 'request_uri_not_supported']);
    // The sign-in pages carry a request in their addresses, so that it is not longer than one that was not pushed.
    expect(await refused({ state: 's'.repeat(12_000) })).toEqual([400, 'invalid_request']);
    expect((await post(service, PAR, REQUEST, { clientId: client.clientId, clientSecret: 'wrong' })).status).toBe(401);
    expect((await service.call('GET', PAR, undefined, { token: null })).status).toBe(405);
  });

  it('may be a signed object', async () => {
    const key = await addKey(service, client.application);
    const object = (claims: object) =>
      assertionOf(service, key, client.clientId, { ...REQUEST, client_id: client.clientId, sub: undefined, jti: undefined, ...claims });
    const uri = await pushed({ request: await object({ state: 'signed' }) });
    const browser = new Browser(service.url);
    expect(membersOf(await signIn(browser, await browser.open(addressOf(uri))))['state']).toBe('signed');
    const { body } = await push({ request: `${(await object({})).slice(0, -4)}AAAA` });
    expect(body.error).toBe('invalid_request_object');
  });

  it('is sealed in the database, and its address is there as a digest', async () => {
    const uri = await pushed({ ...REQUEST, login_hint: 'somebody@hint.example' });
    const rows = await service
      .get(Database)
      .query.rows<{ id: string; payload: string }>("SELECT id, payload FROM oidc_artifacts WHERE kind = 'PushedAuthorizationRequest'");
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(uri.slice(PREFIX.length));
    expect(JSON.stringify(rows)).not.toContain(Buffer.from('hint.example').toString('base64url').slice(2, -4));
    expect(JSON.stringify(rows)).not.toContain('hint.example');
  });
});

it('of strangers, who can name a public client, the newest of a network are kept', async () => {
  const spa = await addClient(world, { type: 'userAgent', authMethod: 'none' });
  const limits = service.get(PendingSignInsRepository);
  const { mostOfNetwork } = limits;
  limits.mostOfNetwork = 2;
  const uris: string[] = [];
  for (let count = 0; count < 5; count++) {
    const { status, body } = await post(service, PAR, { ...REQUEST, client_id: spa.clientId });
    expect(status).toBe(201);
    uris.push(body.request_uri as string);
  }
  limits.mostOfNetwork = mostOfNetwork;
  const open = async (uri: string) => (await new Browser(service.url).open(addressOf(uri, {}, spa.clientId))).page?.status;
  expect(await Promise.all(uris.map(open))).toEqual([400, 400, 400, 200, 200]);
});

it('of strangers are kept where other sign-ins fill the network, and count no longer once they are used', async () => {
  const spa = await addClient(world, { type: 'userAgent', authMethod: 'none' });
  const limits = service.get(PendingSignInsRepository);
  const { mostOfNetwork } = limits;
  const push = async () => String((await post(service, PAR, { ...REQUEST, client_id: spa.clientId })).body.request_uri);
  const waiting = async () => (await service.get(Database).query.rows('SELECT id FROM pending_sign_ins')).length;
  const before = await waiting();
  const used = await push();
  expect(await waiting()).toBe(before + 1);
  const browser = new Browser(service.url);
  const end = await signIn(browser, await browser.open(addressOf(used, {}, spa.clientId)));
  expect([answerOf(end).members['code'], await waiting()]).toEqual([expect.any(String), before]);
  limits.mostOfNetwork = 2;
  for (let count = 0; count < 3; count++) await new Browser(service.url).open(addressOf(await pushed()));
  const uri = await push();
  limits.mostOfNetwork = mostOfNetwork;
  expect((await new Browser(service.url).open(addressOf(uri, {}, spa.clientId))).page?.status).toBe(200);
});

describe('the address of a pushed request', () => {
  it('is of its client alone', async () => {
    const other = await addClient(world);
    const page = await new Browser(service.url).open(addressOf(await pushed(), {}, other.clientId));
    expect([page.page?.status, page.url.startsWith(service.url)]).toEqual([400, true]);
  });

  it.each([`${PREFIX}${'x'.repeat(43)}`, PREFIX, `${PREFIX}../x`, `${PREFIX}%00`])('that nobody was given is refused: %s', async (uri) => {
    const page = await new Browser(service.url).open(addressOf(uri));
    expect([page.page?.status, page.url.startsWith(service.url)]).toEqual([400, true]);
  });

  it('expires after a minute', async () => {
    const uri = await pushed();
    advanceClocks(twin ? [service, twin] : [service], 61_000);
    const page = await new Browser(service.url).open(addressOf(uri));
    expect(page.page?.status).toBe(400);
  });

  it('may be opened again before the sign-in, and leads to one code', async () => {
    const uri = await pushed();
    const [first, second] = [new Browser(service.url), new Browser(service.url)];
    const pages = [await first.open(addressOf(uri)), await second.open(addressOf(uri))] as const;
    // Both sign-ins end after the minute of the request.
    advanceClocks(twin ? [service, twin] : [service], 120_000);
    expect(membersOf(await signIn(first, pages[0]))['code']).toBeDefined();
    const refused = await signIn(second, pages[1]);
    expect(membersOf(refused)).toMatchObject({ error: 'invalid_request_uri' });
    expect((await first.open(addressOf(uri))).page?.status).toBe(400);
  });

  it('is not started again by what was pushed: a lost sign-in leads back to the application', async () => {
    const page = await new Browser(service.url).open(addressOf(await pushed({ ...REQUEST, login_hint: 'somebody@hint.example' })));
    expect(page.url).toContain('/sign-in/');
    const elsewhere = new Browser(service.url);
    // A browser that has been here is sent on without a question where a sign-in can be restarted.
    await elsewhere.open(authorizeUrl(service.url, client.clientId, 'openid'));
    const lost = await elsewhere.open(page.url);
    expect([lost.page?.status, lost.url]).toEqual([410, page.url]);
    expect(lost.html).not.toContain('hint.example');
  });

  it('leads to one code of all that are asked for at the same time, in all processes', async () => {
    const browser = new Browser(service.url);
    await signIn(browser, await browser.open(authorizeUrl(service.url, client.clientId, 'openid')));
    const uri = await pushed();
    const at = (index: number) => (index % 2 === 1 && twin ? twin : service);
    const pages = await Promise.all(Array.from({ length: 8 }, (_, index) => browser.open(addressOf(uri, {}, client.clientId, at(index)))));
    expect(pages.filter(({ url }) => url.startsWith(REDIRECT_URI) && url.includes('code='))).toHaveLength(1);
  });
});

describe('an application whose requests must be pushed', () => {
  it('is refused by its parameters alone, and served by the address', async () => {
    const strict = await addClient(world, { requirePushedAuthorizationRequests: true });
    const browser = new Browser(service.url);
    const plain = await browser.open(authorizeUrl(service.url, strict.clientId, 'openid', { state: 's-2' }));
    expect(membersOf(plain)).toMatchObject({ error: 'invalid_request' });
    const page = await browser.open(addressOf(await pushed(REQUEST, strict), {}, strict.clientId));
    expect(membersOf(await signIn(browser, page))['code']).toBeDefined();
  });

  it('is understood by openid-client', async () => {
    const strict = await addClient(world, { requirePushedAuthorizationRequests: true });
    const config = await openid.discovery(new URL(service.url), strict.clientId, strict.clientSecret, undefined, {
      execute: [openid.allowInsecureRequests],
    });
    const verifier = openid.randomPKCECodeVerifier();
    const url = await openid.buildAuthorizationUrlWithPAR(config, {
      redirect_uri: REDIRECT_URI,
      scope: 'openid',
      state: 's-3',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const browser = new Browser(service.url);
    const end = await signIn(browser, await browser.open(url.href));
    const tokens = await openid.authorizationCodeGrant(config, new URL(end.url), { pkceCodeVerifier: verifier, expectedState: 's-3' });
    expect(tokens.claims()?.sub).toBe(world.person.id);
  });
});
