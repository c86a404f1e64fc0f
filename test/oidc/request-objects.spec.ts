// Signed request objects (RFC 9101, OpenID Connect Core section 6.1): what they may say, whose key signs them, and how bad ones are refused.
import { UnsecuredJWT } from 'jose';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { ApplicationCredentials } from '../../src/oidc/clients/management/application-credentials.service.js';
import { answerOf, Browser, type Page } from '../support/browser.js';
import { addClient, addKey, assertionOf, newKeyPair, type Client, type Signer } from '../support/clients.js';
import { CHALLENGE, claimsOf, codeIn, redeem, userinfo } from '../support/oauth.js';
import { service, useWorld, world } from '../support/use-world.js';
import { PASSWORD, REDIRECT_URI } from '../support/world.js';

useWorld();

let client: Client;
let signer: Signer;
beforeAll(async () => {
  client = await addClient(world, {
    type: 'userAgent',
    responseTypes: ['code', 'id_token token', 'id_token'],
    grantTypes: ['authorization_code', 'implicit', 'refresh_token'],
  });
  signer = await addKey(service, client.application);
});

const parameters = (more: Record<string, unknown> = {}) => ({
  sub: undefined,
  client_id: client.clientId,
  redirect_uri: REDIRECT_URI,
  response_type: 'code',
  scope: 'openid',
  state: 'inside',
  ...CHALLENGE,
  ...more,
});

const objectOf = (more: Record<string, unknown> = {}, header: Record<string, unknown> = {}, by = signer) =>
  assertionOf(service, by, client.clientId, parameters(more), header);

/** Sends a request object. The parameters beside it are those that OpenID Connect Core wants, and a redirect URI for errors. */
async function send(request: string, beside: Record<string, string> = {}, browser = new Browser(service.url)): Promise<Page> {
  const query = {
    client_id: client.clientId,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: REDIRECT_URI,
    state: 'beside',
    request,
    ...beside,
  };
  const page = await browser.open(`${service.url}/oauth/v2/authorize?${new URLSearchParams(query).toString()}`);
  return page.html?.includes('name="password"') ? browser.submit(page, world.loginName, PASSWORD) : page;
}

const membersOf = async (page: Promise<Page>) => answerOf(await page).members;

describe('a signed request object', () => {
  it('says every parameter; what stands beside it does not count', async () => {
    const request = await objectOf({
      scope: 'openid email offline_access',
      nonce: 'n',
      max_age: 100,
      claims: { userinfo: { name: null } },
    });
    const answer = answerOf(
      await send(request, { scope: 'openid phone', redirect_uri: 'https://evil.example/', prompt: 'none', nonce: 'other' }),
    );
    expect([answer.address, answer.members.state]).toEqual([REDIRECT_URI, 'inside']);
    const tokens = (await redeem(service, client, answer.members.code ?? '')).body;
    expect(tokens.scope).toBe('openid email offline_access');
    expect(claimsOf(tokens.id_token)['nonce']).toBe('n');
    const { body } = await userinfo(service, tokens.access_token);
    expect(body).toEqual({ sub: world.person.id, email: world.loginName, email_verified: false, name: 'Barbara Jensen' });
  });

  it.each(['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA'])('may be signed by %s', async (alg) => {
    const own = await addKey(service, client.application, alg);
    expect((await membersOf(send(await objectOf({}, {}, own)))).code).toBeDefined();
  });

  it.each([
    ['code', 'form_post', 'form_post'],
    ['code', 'fragment', 'fragment'],
    ['id_token', 'form_post', 'form_post'],
    ['id_token', undefined, 'fragment'],
    ['code', 'bogus', 'query'],
    ['code', 'query.jwt', 'query'],
    ['id_token', 'query', 'fragment'],
    ['id_token', 'web_message', 'fragment'],
  ])('is answered for %s by the response mode %s that stands in it', async (response_type, response_mode, expected) => {
    const page = await send(await objectOf({ response_type, response_mode, nonce: 'n' }), { response_type });
    expect([answerOf(page).mode, answerOf(page).members.error]).toEqual([expected, undefined]);
    if (expected === 'form_post') expect(page.page?.headers.get('content-security-policy')).toMatch(/script-src 'nonce-/);
  });

  it.each([undefined, 'JWT', 'jwt', 'oauth-authz-req+jwt', 'application/oauth-authz-req+jwt'])('may have the type %s', async (typ) => {
    expect((await membersOf(send(await objectOf({}, { typ })))).code).toBeDefined();
  });

  it('may be posted, and goes on after a sign-in that was begun with it', async () => {
    const browser = new Browser(service.url);
    const query = new URLSearchParams({ client_id: client.clientId, request: await objectOf() });
    const page = await browser.open(`${service.url}/oauth/v2/authorize`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: query.toString(),
    });
    expect(codeIn((await browser.submit(page, world.loginName, PASSWORD)).url)).not.toBe('');
  });

  it.each<Record<string, unknown>>([
    { scope: 1 },
    { scope: ['openid'] },
    { response_type: {} },
    { response_type: undefined },
    { redirect_uri: ['https://app.example/callback'] },
    { redirect_uri: null },
    { state: { a: 1 } },
    { max_age: {} },
    { prompt: ['none'] },
    { claims: 'x' },
    { claims: [1] },
    { claims: null },
    { response_mode: 7 },
    { id_token_hint: {} },
    { exp: 'soon' },
    { jti: 1 },
    { registration: {} },
    { code_challenge: 1 },
  ])('with a parameter of another kind is answered or refused, and never an error of the server: %j', async (more) => {
    const page = await send(await objectOf(more));
    expect(page.page?.status ?? 200).toBeLessThan(500);
    expect(answerOf(page).members.error).not.toBe('server_error');
    expect(page.html ?? '').not.toContain('server_error');
  });

  it('is refused with prompt none in it while nobody is signed in', async () => {
    expect(await membersOf(send(await objectOf({ prompt: 'none' })))).toMatchObject({ error: 'login_required', state: 'inside' });
  });
});

describe('the times of a request object', () => {
  const now = () => service.get(Clock).nowSeconds();
  const errorOf = async (claims: Record<string, unknown>) => (await membersOf(send(await objectOf(claims)))).error;

  // RFC 9101 section 10.8, FAPI 2.0 Message Signing section 5.3.1.
  it('needs an end, which is near', async () => {
    expect(await errorOf({ exp: undefined })).toBe('invalid_request_object');
    expect(await errorOf({ exp: now() + 3_700 })).toBe('invalid_request_object');
    expect(await errorOf({ exp: now() + 3_600 })).toBeUndefined();
    expect(await errorOf({ nbf: now() - 1_800, exp: now() + 1_800 })).toBeUndefined();
    expect(await errorOf({ nbf: now() - 1_900, exp: now() + 1_800 })).toBe('invalid_request_object');
    expect(await errorOf({ iat: now() - 100, exp: now() - 10 })).toBe('invalid_request_object');
  });

  it.each(['iat', 'nbf'])('may be ten seconds ahead by %s, and never a minute', async (name) => {
    expect(await errorOf({ [name]: now() + 10 })).toBeUndefined();
    expect(await errorOf({ [name]: now() + 61, exp: now() + 120 })).toBe('invalid_request_object');
  });
});

describe('invalid_request_object is the answer to', () => {
  const bad: Record<string, () => Promise<string>> = {
    'an unsigned object': async () =>
      new UnsecuredJWT(parameters() as Record<string, unknown>).setIssuer(client.clientId).setAudience(service.url).encode(),
    'something that is no JWT': async () => 'x.y.z',
    'a word': async () => 'x',
    'a JWT without an algorithm': async () => 'e30.e30.',
    'a JWT whose content is a list': async () => 'eyJhbGciOiJFUzI1NiJ9.W10.AA',
    'an encrypted JWT': async () => 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMTI4R0NNIn0..AA.AA.AA',
    'an object of a key that is not registered': async () => objectOf({}, {}, { ...(await newKeyPair()), kid: signer.kid }),
    'an object of another application': async () => {
      const other = await addClient(world);
      return objectOf({}, {}, await addKey(service, other.application));
    },
    'an object that was changed': async () => {
      const [header, , signature] = (await objectOf()).split('.');
      return [header, (await objectOf({ scope: 'openid email' })).split('.')[1], signature].join('.');
    },
    'another issuer': () => objectOf({ iss: 'somebody' }),
    'another audience': () => objectOf({ aud: 'https://elsewhere.example' }),
    'no audience': () => objectOf({ aud: undefined }),
    'an object whose time is up': () => objectOf({ iat: 1_000, exp: 2_000 }),
    'an object that is not in force yet': () => objectOf({ nbf: Math.floor(Date.now() / 1_000) + 600 }),
    'another client_id': () => objectOf({ client_id: 'other' }),
    'no client_id': () => objectOf({ client_id: undefined }),
    'another response_type than beside it': () => objectOf({ response_type: 'id_token' }),
    'the client as its sub': () => objectOf({ sub: client.clientId }),
    'an object inside the object': () => objectOf({ request: 'x' }),
    'a key in its header': async () => objectOf({}, { jwk: (await newKeyPair()).publicJwk }),
    'a logout token by its type': () => objectOf({}, { typ: 'logout+jwt' }),
  };
  it.each(Object.keys(bad))('%s', async (what) => {
    const members = await membersOf(send((await bad[what]?.()) ?? ''));
    expect(members).toMatchObject({ error: 'invalid_request_object', error_description: expect.any(String) as string, iss: service.url });
  });

  it('an application without keys', async () => {
    const keyless = await addClient(world, { type: 'userAgent' });
    const request = await objectOf({ iss: keyless.clientId, client_id: keyless.clientId });
    expect((await membersOf(send(request, { client_id: keyless.clientId }))).error).toBe('invalid_request_object');
  });

  it('an object by a key that was removed, or that has expired', async () => {
    const removed = await addKey(service, client.application);
    const request = await objectOf({}, {}, removed);
    expect((await membersOf(send(request))).code).toBeDefined();
    await service.get(ApplicationCredentials).removeKey(client.application, removed.kid, 'test');
    expect((await membersOf(send(request))).error).toBe('invalid_request_object');

    const expiring = await objectOf({}, {}, await addKey(service, client.application, 'ES256', 60_000));
    const clock = service.get(Clock);
    const later = vi.spyOn(clock, 'nowUs').mockReturnValue(clock.nowUs() + 61_000_000);
    expect((await membersOf(send(expiring))).error).toBe('invalid_request_object');
    later.mockRestore();
    expect((await membersOf(send(expiring))).code).toBeDefined();
  });

  it('a bad object by form_post, on a page that runs no script but its own', async () => {
    const page = await send(await objectOf({ response_mode: 'form_post', aud: 'x' }));
    expect([answerOf(page).mode, answerOf(page).members.error]).toEqual(['form_post', 'invalid_request_object']);
    expect(page.page?.headers.get('content-security-policy')).toMatch(/script-src 'nonce-/);
  });

  it('a redirect URI in it that is not registered is shown to the person, in the language that it asks for', async () => {
    const page = await send(await objectOf({ redirect_uri: 'https://inside.example/', ui_locales: 'fr' }));
    expect(page.page?.status).toBe(400);
    expect(page.html).toContain('https://inside.example/');
    expect(page.html).toContain('<html lang="fr"');
  });

  it('is shown to the person only, where the redirect URI beside it is not registered', async () => {
    const page = await send(await objectOf({ aud: 'x' }), { redirect_uri: 'https://evil.example/' });
    expect([page.page?.status, page.url.startsWith(service.url)]).toEqual([400, true]);
  });
});
