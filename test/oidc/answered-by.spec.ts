// Holds the table of who answers what (src/oidc/fast-path/answered-by.ts): the same requests, good and bad, through the fast path and
// through the library; nobody can tell who answered. A query, which these endpoints ignore, is enough to get past the fast path.
// On SQLite alone: it compares answers of two ways in one process.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it, type MockInstance, vi } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { Documents } from '../../src/oidc/fast-path/http-answer.js';
import { DEVICE_CODE, type NewApplication, TOKEN_EXCHANGE } from '../../src/oidc/clients/application.js';
import { FastPath } from '../../src/oidc/fast-path/fast-path.service.js';
import { SessionEnd } from '../../src/oidc/sessions/session-end.service.js';
import { ServiceUsers } from '../../src/users/directory/service-users/service-users.service.js';
import { ServiceUserCredentials } from '../../src/users/directory/service-users/service-user-credentials.service.js';
import { Database } from '../../src/common/database/database.js';
import { patchOf } from '../support/people.js';
import { type RawAnswer, type RawRequest, sendRaw } from '../support/raw-http.js';
import { startService, type TestService } from '../support/service.js';
import { Browser, fill } from '../support/browser.js';
import { addKey, ASSERTION_TYPE, assertionOf, JWT_PROFILE } from '../support/clients.js';
import { addServiceUser, addServiceUserWithSecret } from '../support/service-users.js';
import { authorizeUrl, signInToNewClient, userinfo, VERIFIER } from '../support/oauth.js';
import { makeWorld, PASSWORD, REDIRECT_URI, type World } from '../support/world.js';
import { typeUrn } from '../support/token-exchange.js';
import { ANSWERED_BY, type AnsweredBy } from '../../src/oidc/fast-path/answered-by.js';
import { METHODS } from '../../src/oidc/protocol/endpoints.js';
import { TokenGrants } from '../../src/oidc/grants/token-grants.service.js';
import { Policies } from '../../src/users/organizations/policies/policies.service.js';

type Form = Record<string, string> | string[][] | string;

let service: TestService;
let world: World;
let answered: MockInstance<FastPath['answerRequest']>;
let read: MockInstance<Documents['answerDocument']>;
/** What the requests of the tables need: who asks, and what they show. */
let known: Record<
  'basic' | 'wrong' | 'application' | 'stranger' | 'publicId' | 'access' | 'jwt' | 'own' | 'pat' | 'refresh' | 'fresh' | 'id',
  string
>;

const basicOf = ({ clientId, clientSecret }: { clientId: string; clientSecret: string }) =>
  `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

beforeAll(async () => {
  service = await startService();
  world = await makeWorld(service);
  answered = vi.spyOn(service.get(FastPath), 'answerRequest');
  read = vi.spyOn(Documents.prototype, 'answerDocument');
  const { serviceUser } = service.credentials;
  const [opaque, jwt] = [
    await signInToNewClient(
      service,
      world,
      { type: 'web', grantTypes: ['authorization_code', 'refresh_token', TOKEN_EXCHANGE, DEVICE_CODE] },
      'openid profile email address phone offline_access',
    ),
    await signInToNewClient(service, world, { type: 'web', accessTokenType: 'jwt' }),
  ];
  const stranger = await addServiceUserWithSecret(service, world);
  const own = await sendRaw(
    service.url,
    form('/oauth/v2/token', { grant_type: 'client_credentials', scope: 'profile' }, basicOf(serviceUser)),
  );
  known = {
    basic: basicOf(serviceUser),
    wrong: basicOf({ ...serviceUser, clientSecret: 'wrong' }),
    application: basicOf(opaque.client as { clientId: string; clientSecret: string }),
    stranger: basicOf(stranger as { clientId: string; clientSecret: string }),
    publicId: (await world.addApplication({ type: 'userAgent' })).application.clientId,
    access: opaque.tokens.access_token,
    jwt: jwt.tokens.access_token,
    own: String(own.json?.['access_token']),
    pat: serviceUser.personalAccessToken,
    refresh: opaque.tokens.refresh_token,
    fresh: opaque.tokens.refresh_token,
    id: opaque.tokens.id_token,
  };
});
afterAll(() => {
  read.mockRestore();
  return service.close();
});

function form(target: string, fields: Form, authorization?: string, more: Record<string, string> = {}): RawRequest {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', ...(authorization && { authorization }), ...more };
  return { method: 'POST', target, headers, body: new URLSearchParams(fields).toString() };
}

const token = (fields: Form, authorization?: string, more?: Record<string, string>) => form('/oauth/v2/token', fields, authorization, more);
const introspect = (fields: Form, authorization?: string, more?: Record<string, string>) =>
  form('/oauth/v2/introspect', fields, authorization, more);
const get = (target: string, headers: Record<string, string> = {}): RawRequest => ({ method: 'GET', target, headers });
const bearer = (value: string) => ({ authorization: `Bearer ${value}` });

const CC = { grant_type: 'client_credentials' };
const UNSAFE = 'a "quote"';

/** Requests that our handlers answer. */
const ORDINARY: Record<string, () => RawRequest> = {
  'a token': () => token(CC, known.basic),
  'a token with scopes': () => token({ ...CC, scope: 'openid profile unknown openid' }, known.basic),
  'a token for a project': () => token({ ...CC, scope: `urn:gatehouse:iam:org:project:id:${world.projectId}:aud` }, known.basic),
  'a token with an empty scope and a parameter nobody knows': () => token({ ...CC, scope: '', other: 'x', more: '1' }, known.basic),
  'a token by secret in the body': () => token({ ...CC, ...credentialsIn(known.basic) }),
  'a token with a charset': () => token(CC, known.basic, { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' }),
  'an own request id': () => token(CC, known.basic, { 'x-request-id': 'mine-1' }),
  'an opaque token asked about': () => introspect({ token: known.access }, known.application),
  'a JWT asked about': () => introspect({ token: known.jwt, token_type_hint: 'access_token' }, known.application),
  "a service user's own token": () => introspect({ token: known.own }, known.basic),
  'a personal access token': () => introspect({ token: known.pat, token_type_hint: 'bogus' }, known.basic),
  'a token that is none of the asker’s business': () => introspect({ token: known.access }, known.stranger),
  'an unknown token': () => introspect({ token: 'nonsense' }, known.basic),
  'an unknown token that looks signed': () => introspect({ token: 'a.b.c' }, known.basic),
  'an ID token': () => introspect({ token: known.id }, known.application),
  'userinfo of a person': () => get('/oidc/v1/userinfo', bearer(known.access)),
  'userinfo by JWT': () => get('/oidc/v1/userinfo', bearer(known.jwt)),
  'userinfo of a service user': () => get('/oidc/v1/userinfo', bearer(known.own)),
  'userinfo by personal access token': () => get('/oidc/v1/userinfo', { authorization: `bearer ${known.pat}` }),
  'userinfo by POST': () => ({ method: 'POST', target: '/oidc/v1/userinfo', headers: bearer(known.access) }),
  'the key set': () => get('/oauth/v2/keys'),
  discovery: () => get('/.well-known/openid-configuration'),
};

/** Requests that go on to the library, most of them wrong. */
const UNUSUAL: Record<string, () => RawRequest> = {
  'a wrong secret': () => token(CC, known.wrong),
  'no client': () => token(CC),
  'a header that is no credential': () => token(CC, 'Basic %%%'),
  'two mechanisms': () => token({ ...CC, ...credentialsIn(known.basic) }, known.basic),
  'no grant type': () => token({}, known.basic),
  'an unknown grant type': () => token({ grant_type: 'password' }, known.basic),
  'a grant type twice': () => token([...Object.entries(CC), ...Object.entries(CC)], known.basic),
  'a scope twice': () => token([...Object.entries(CC), ['scope', 'a'], ['scope', 'b']], known.basic),
  'a malformed scope': () => token({ ...CC, scope: UNSAFE }, known.basic),
  'a grant for an application that has it not': () => token(CC, known.application),
  'a public client': () => token({ ...CC, client_id: known.publicId }),
  'no assertion': () => token({ grant_type: JWT_PROFILE }),
  'a made-up assertion': () => token({ grant_type: JWT_PROFILE, assertion: 'a.b.c' }),
  'another origin at the token endpoint': () => token(CC, known.basic, { origin: 'https://app.example' }),
  'another origin at introspection': () => introspect({ token: known.access }, known.application, { origin: 'https://app.example' }),
  'an attestation': () => token(CC, known.basic, { 'oauth-client-attestation': 'x' }),
  'a body that is JSON': () => ({
    ...token(CC, known.basic),
    headers: { authorization: known.basic, 'content-type': 'application/json' },
    body: '{}',
  }),
  'a body without a type': () => ({ ...token(CC, known.basic), headers: { authorization: known.basic } }),
  'a form of 60 KiB': () => token({ ...CC, more: 'x'.repeat(60_000) }, known.basic),
  'a form of 70 KiB': () => token({ ...CC, more: 'x'.repeat(70_000) }, known.basic),
  'nothing to be asked about': () => introspect({}, known.basic),
  'two tokens asked about': () =>
    introspect(
      [
        ['token', known.access],
        ['token', known.access],
      ],
      known.application,
    ),
  'a refresh token asked about': () => introspect({ token: known.refresh }, known.application),
  'introspection with a wrong secret': () => introspect({ token: known.access }, known.wrong),
  'introspection without a client': () => introspect({ token: known.access }),
  'introspection by a public client': () => introspect({ token: known.access, client_id: known.publicId }),
  'introspection with the secret in the body': () => introspect({ token: known.access, ...credentialsIn(known.application) }),
  'userinfo without a token': () => get('/oidc/v1/userinfo'),
  'userinfo with an unknown token': () => get('/oidc/v1/userinfo', bearer('nonsense')),
  'userinfo with an ID token': () => get('/oidc/v1/userinfo', bearer(known.id)),
  'userinfo with a refresh token': () => get('/oidc/v1/userinfo', bearer(known.refresh)),
  'userinfo with two spaces': () => get('/oidc/v1/userinfo', { authorization: `Bearer  ${known.access}` }),
  'userinfo with another scheme': () => get('/oidc/v1/userinfo', { authorization: `DPoP ${known.access}` }),
  'userinfo from a browser elsewhere': () => get('/oidc/v1/userinfo', { ...bearer(known.access), origin: 'https://evil.example' }),
  'userinfo from a browser of the application': () => get('/oidc/v1/userinfo', { ...bearer(known.access), origin: 'https://app.example' }),
  'userinfo with the token in the body': () => form('/oidc/v1/userinfo', { access_token: known.access }),
  'userinfo with a body that is JSON': () => ({
    method: 'POST',
    target: '/oidc/v1/userinfo',
    headers: { ...bearer(known.access), 'content-type': 'application/json' },
    body: '{}',
  }),
  'the key set for a browser': () => get('/oauth/v2/keys', { origin: 'https://app.example' }),
  'the head of the key set': () => ({ ...get('/oauth/v2/keys'), method: 'HEAD' }),
  'leave to read the key set': () => ({
    method: 'OPTIONS',
    target: '/oauth/v2/keys',
    headers: { origin: 'https://app.example', 'access-control-request-method': 'GET' },
  }),
  'discovery for a browser': () => get('/.well-known/openid-configuration', { origin: 'https://app.example', accept: 'text/html' }),
  'a method nobody offers': () => ({ ...get('/oauth/v2/token'), method: 'PUT' }),
};

function credentialsIn(basic: string): Record<string, string> {
  const [client_id = '', client_secret = ''] = Buffer.from(basic.slice('Basic '.length), 'base64').toString().split(':');
  return { client_id, client_secret };
}

/** Sends a request, and says whether our handlers answered it. */
async function sendAndWatch(request: RawRequest): Promise<{ answer: RawAnswer; byHandler: boolean }> {
  answered.mockClear();
  read.mockClear();
  const answer = await sendRaw(service.url, request);
  const outcome = answered.mock.settledResults.at(-1);
  const isDocument = read.mock.results.some(({ value }) => value !== undefined);
  return { answer, byHandler: isDocument || (outcome?.type === 'fulfilled' && outcome.value !== undefined) };
}

const OF_THE_MOMENT = new Set(['date', 'content-length', 'x-request-id']);
const OF_THE_TOKEN = new Set(['access_token', 'jti', 'iat', 'exp', 'nbf']);

/** What must be the same. Of what is new each time, only that it is there. */
function visible({ status, headers, json, text }: RawAnswer) {
  const shown = Object.entries(headers).map(([name, value]) => [name, OF_THE_MOMENT.has(name) ? 'there' : value]);
  const body =
    json && Object.fromEntries(Object.entries(json).map(([name, value]) => [name, OF_THE_TOKEN.has(name) ? typeof value : value]));
  return { status, headers: Object.fromEntries(shown) as object, body: body ?? text };
}

async function compare(make: () => RawRequest, expected: boolean): Promise<RawAnswer> {
  const request = make();
  // What the library says of discovery is kept by the first who asks.
  const library = await sendAndWatch({ ...request, target: `${request.target}?` });
  const own = await sendAndWatch(request);
  expect([own.byHandler, library.byHandler]).toEqual([expected, false]);
  expect(visible(own.answer)).toEqual(visible(library.answer));
  return own.answer;
}

/** An ordinary request of each row of the table; some can be sent once only. */
async function ordinaryRequest({ method, address, grantType }: AnsweredBy): Promise<RawRequest> {
  if (grantType) return token(await grantParameters(grantType), grantType === JWT_PROFILE ? undefined : authorizationFor(grantType));
  if (address === '/oauth/v2/introspect') return introspect({ token: known.access }, known.application);
  if (address === '/oauth/v2/revoke') return form(address, { token: 'unknown' }, known.application);
  if (address === '/oauth/v2/par') {
    const parameters = Object.fromEntries(new URL(authorizeUrl(service.url, known.publicId, 'openid')).searchParams);
    return form(address, parameters);
  }
  if (address === '/oauth/v2/device_authorization') return form(address, { scope: 'openid' }, known.application);
  if (address === '/oidc/v1/userinfo') return { method, target: address, headers: bearer(known.access) };
  if (address === '/oauth/v2/authorize') {
    const url = new URL(authorizeUrl(service.url, known.publicId, 'openid'));
    return method === 'GET' ? get(`${url.pathname}${url.search}`) : form(url.pathname, Object.fromEntries(url.searchParams));
  }
  return method === 'POST' ? form(address, {}) : get(address);
}

const authorizationFor = (grantType: string) => (grantType === CC.grant_type ? known.basic : known.application);

async function grantParameters(grantType: string): Promise<Record<string, string>> {
  const user = grantType === JWT_PROFILE ? await addServiceUser(service, world) : undefined;
  const clientId = credentialsIn(known.application)['client_id'] ?? '';
  switch (grantType) {
    case JWT_PROFILE:
      return {
        grant_type: grantType,
        assertion: user ? await assertionOf(service, await addKey(service, user), user.clientId, { jti: crypto.randomUUID() }) : '',
      };
    case 'authorization_code': {
      const browser = new Browser(service.url);
      const end = await browser.submit(await browser.open(authorizeUrl(service.url, clientId, 'openid')), world.loginName, PASSWORD);
      const code = new URL(end.url).searchParams.get('code') ?? '';
      return { grant_type: grantType, code, redirect_uri: REDIRECT_URI, code_verifier: VERIFIER };
    }
    case DEVICE_CODE: {
      const asked = await sendRaw(service.url, form('/oauth/v2/device_authorization', { scope: 'openid' }, known.application));
      const browser = new Browser(service.url);
      const page = await fill(browser, await browser.open(String(asked.json?.['verification_uri_complete'])), {
        user_code: String(asked.json?.['user_code']),
      });
      await browser.submitButton(await browser.submit(page, world.loginName, PASSWORD), 'Allow');
      return { grant_type: grantType, device_code: String(asked.json?.['device_code']) };
    }
    case 'refresh_token':
      return { grant_type: grantType, refresh_token: known.fresh };
    case TOKEN_EXCHANGE:
      return { grant_type: grantType, subject_token: known.access, subject_token_type: typeUrn('access_token') };
    default:
      return CC;
  }
}

describe('the table of who answers', () => {
  it('has every address, every method and every grant, and specs that exist', () => {
    const addresses = Object.entries(METHODS).flatMap(([address, methods]) => methods.map((method) => `${method} ${address}`));
    expect([...new Set(ANSWERED_BY.map(({ method, address }) => `${method} ${address}`))].toSorted()).toEqual(addresses.toSorted());
    const grants = ANSWERED_BY.flatMap(({ grantType }) => (grantType ? [grantType] : []));
    expect(grants.toSorted()).toEqual(
      service
        .get(TokenGrants)
        .all.map(({ grantType }) => grantType)
        .toSorted(),
    );
    const missing = ANSWERED_BY.flatMap(({ specs }) => specs).filter((spec) => !existsSync(new URL(`../${spec}`, import.meta.url)));
    expect(missing).toEqual([]);
  });

  it.each(ANSWERED_BY.map((row) => [`${row.method} ${row.address} ${row.grantType ?? ''}`, row] as const))('%s', async (_, row) => {
    await service.get(Policies).setFeatures({ oidcTokenExchange: true }, 'test');
    // What the library says of discovery is kept by the first who asks.
    if (row.address === '/.well-known/openid-configuration') await sendRaw(service.url, get(`${row.address}?`));
    const { answer, byHandler } = await sendAndWatch(await ordinaryRequest(row));
    expect(answer.status).toBeLessThan(400);
    expect(byHandler).toBe(row.ordinary === 'fastPath');
    await service.get(Policies).setFeatures({ oidcTokenExchange: false }, 'test');
  });
});

describe('an ordinary request is answered by us as by the library', () => {
  it.each(Object.keys(ORDINARY))('%s', async (name) => {
    expect((await compare(ORDINARY[name] as () => RawRequest, true)).status).toBe(200);
  });

  it('a token by assertion (RFC 7523 section 2.1), for which the client need not be named', async () => {
    const user = await addServiceUser(service, world);
    const signer = await addKey(service, user);
    const fields = async () => ({
      grant_type: JWT_PROFILE,
      scope: 'profile',
      assertion: await assertionOf(service, signer, user.clientId, { jti: crypto.randomUUID() }),
    });
    const library = await sendAndWatch({ ...token(await fields()), target: '/oauth/v2/token?' });
    const own = await sendAndWatch(token(await fields()));
    expect([own.byHandler, library.byHandler, own.answer.status]).toEqual([true, false, 200]);
    expect(visible(own.answer)).toEqual(visible(library.answer));
  });
});

describe('a refreshed token looks the same whoever made it', () => {
  const OF_EACH = ['access_token', 'refresh_token', 'id_token'];
  const OF_EACH_ID_TOKEN = ['at_hash', 'exp', 'iat', 'jti'];
  const CASES: Record<string, { application: Partial<NewApplication>; scope?: string; refreshScope?: string }> = {
    'a web application': { application: { type: 'web' } },
    'a public one': { application: { type: 'userAgent' } },
    'with claims in the ID token': { application: { type: 'web', idTokenUserinfoAssertion: true } },
    'with signed access tokens': { application: { type: 'web', accessTokenType: 'jwt', accessTokenSeconds: 120, idTokenSeconds: 90 } },
    'with ES256': { application: { type: 'web', idTokenSigningAlg: 'ES256' } },
    'with EdDSA': { application: { type: 'web', idTokenSigningAlg: 'EdDSA' } },
    'for less': { application: { type: 'web' }, refreshScope: 'openid email' },
    'without an ID token': { application: { type: 'web' }, refreshScope: 'email' },
  };

  it.each(Object.keys(CASES))('%s', async (name) => {
    const { application, refreshScope } = CASES[name] as (typeof CASES)[string];
    const { client, tokens } = await signInToNewClient(service, world, application, 'openid profile email offline_access');
    const renew = (refreshToken: string, target: string) => {
      const fields = { grant_type: 'refresh_token', refresh_token: refreshToken, ...(refreshScope && { scope: refreshScope }) };
      const { clientId, clientSecret } = client as { clientId: string; clientSecret?: string };
      const request = clientSecret ? token(fields, basicOf({ clientId, clientSecret })) : token({ ...fields, client_id: clientId });
      return sendAndWatch({ ...request, target });
    };
    const library = await renew(tokens.refresh_token, '/oauth/v2/token?');
    const own = await renew(String(library.answer.json?.['refresh_token']), '/oauth/v2/token');
    expect([library.byHandler, own.byHandler, own.answer.status]).toEqual([false, true, 200]);
    const seen = ({ answer }: typeof own) => {
      const body = answer.json as Record<string, string>;
      const at = typeof body['id_token'] === 'string' ? decodeJwt(body['id_token']) : {};
      const header = body['id_token'] === undefined ? undefined : decodeProtectedHeader(body['id_token']);
      return {
        ...visible({ ...answer, json: mask(body, OF_EACH) }),
        header,
        claims: mask(at, OF_EACH_ID_TOKEN),
        lives: at.exp === undefined ? undefined : at.exp - (at.iat ?? 0),
        hash: typeof at['at_hash'] === 'string' && at['at_hash'].length,
      };
    };
    expect(seen(own)).toEqual(seen(library));
    // Its tokens work, and its own refresh token is the newest.
    expect((await userinfo(service, String(own.answer.json?.['access_token']))).status).toBe(200);
    expect((await renew(String(own.answer.json?.['refresh_token']), '/oauth/v2/token')).byHandler).toBe(true);
    // at_hash is that of this access token (OpenID Connect Core section 3.1.3.6).
    const idToken = own.answer.json?.['id_token'];
    if (typeof idToken === 'string') {
      const algorithm = decodeProtectedHeader(idToken).alg === 'EdDSA' ? 'sha512' : 'sha256';
      const hash = createHash(algorithm).update(String(own.answer.json?.['access_token'])).digest();
      expect(decodeJwt(idToken)['at_hash']).toBe(hash.subarray(0, hash.length / 2).toString('base64url'));
    }
  });

  const mask = (members: Record<string, unknown>, names: string[]) =>
    Object.fromEntries(Object.entries(members).map(([name, value]) => [name, names.includes(name) ? typeof value : value]));

  it('a sign-out between two refreshes is seen by the second', async () => {
    const { client, tokens } = await signInToNewClient(service, world, { type: 'web' }, 'openid offline_access');
    const claims = decodeJwt(tokens.id_token);
    expect(claims['sid']).toBeTypeOf('string');
    const [grant] = await service
      .get(Database)
      .query.rows<{ session_uid: string }>('SELECT session_uid FROM grants ORDER BY no DESC LIMIT 1');
    expect(await service.get(SessionEnd).endSession(grant?.session_uid ?? '', 'signedOut')).toBe(true);
    const { answer, byHandler } = await sendAndWatch(
      token(
        { grant_type: 'refresh_token', refresh_token: tokens.refresh_token },
        basicOf(client as { clientId: string; clientSecret: string }),
      ),
    );
    expect([byHandler, answer.status]).toEqual([true, 200]);
    expect(decodeJwt(String(answer.json?.['id_token']))['sid']).toBeUndefined();
    expect((await userinfo(service, String(answer.json?.['access_token']))).status).toBe(200);
    expect((await userinfo(service, tokens.access_token)).status).toBe(401);
  });
});

describe('any other request goes on to the library, with what was found out about it', () => {
  it.each(Object.keys(UNUSUAL))('%s', async (name) => {
    await compare(UNUSUAL[name] as () => RawRequest, false);
  });

  it('an assertion that a handler looked at is not used up a second time by the library', async () => {
    const user = await addServiceUser(service, world);
    const signer = await addKey(service, user);
    const assertion = () => assertionOf(service, signer, user.clientId, { jti: crypto.randomUUID() });
    const profile = { grant_type: JWT_PROFILE, scope: 'openid' };
    const withIdToken = await sendAndWatch(token({ ...profile, assertion: await assertion() }));
    expect([withIdToken.byHandler, withIdToken.answer.status]).toEqual([true, 200]);
    expect(withIdToken.answer.json).toHaveProperty('id_token');

    const { application } = await world.addApplication({ authMethod: 'private_key_jwt' });
    const key = await addKey(service, application);
    const client = { client_assertion: await assertionOf(service, key, application.clientId), client_assertion_type: ASSERTION_TYPE };
    // Refused for the grant, not because the assertion was seen before.
    expect((await sendAndWatch(token({ ...CC, ...client }))).answer.json?.['error']).toBe('unauthorized_client');
    expect((await sendAndWatch(token({ ...CC, ...client }))).answer.json?.['error']).toBe('invalid_client');
  });
});

describe('what is remembered is never older than the last change', () => {
  const obtain = async (client: { clientId: string; clientSecret: string }) =>
    (await sendRaw(service.url, token(CC, basicOf(client)))).status;
  const newUser = async () => {
    const users = service.get(ServiceUsers);
    const user = await users.createServiceUser(world.organization, { userName: `robot-${crypto.randomUUID()}` }, 'test');
    const add = (expiresUs: number | null = null) =>
      service.get(Database).write('test', (tx) => service.get(ServiceUserCredentials).addSecretIn(tx, user, 'test', expiresUs));
    return { users, user, add };
  };

  it('a secret that was added works at once, one that was removed does not', async () => {
    const { user, add } = await newUser();
    const first = await add();
    expect(await obtain(first)).toBe(200);
    const second = await add();
    expect(await obtain(second)).toBe(200);
    await service.get(ServiceUserCredentials).removeSecret(user, first.secretId, 'test');
    expect([await obtain(first), await obtain(second)]).toEqual([401, 200]);
  });

  it('a secret ends on time although nothing changes, and by a new end', async () => {
    const { user, add } = await newUser();
    const clock = service.get(Clock);
    const [short, long] = [await add(clock.nowUs() + 60_000_000), await add()];
    expect([await obtain(short), await obtain(long)]).toEqual([200, 200]);
    clock.advance(61_000);
    expect([await obtain(short), await obtain(long)]).toEqual([401, 200]);
    await service.get(ServiceUserCredentials).setSecretExpiry(user, long.secretId, clock.nowUs() + 1_000_000, 'test');
    clock.advance(2_000);
    expect(await obtain(long)).toBe(401);
  });

  it('a personal access token ends with its removal, on time, and with a deactivation for good', async () => {
    const { users, user } = await newUser();
    const clock = service.get(Clock);
    const add = (expiresUs: number | null) =>
      service
        .get(Database)
        .write('test', (tx) => service.get(ServiceUserCredentials).addPersonalAccessTokenIn(tx, user, { expiresUs }, 'test'));
    const [removed, short, long] = [await add(null), await add(clock.nowUs() + 60_000_000), await add(null)];
    const works = async () => Promise.all([removed, short, long].map(async (one) => (await userinfo(service, one.token)).status));
    expect(await works()).toEqual([200, 200, 200]);
    await service.get(ServiceUserCredentials).removePersonalAccessToken(user, removed.id, 'test');
    expect(await works()).toEqual([401, 200, 200]);
    clock.advance(61_000);
    expect(await works()).toEqual([401, 401, 200]);
    await users.setActive(world.organization, user.id, false, 'test');
    expect(await works()).toEqual([401, 401, 401]);
    await users.setActive(world.organization, user.id, true, 'test');
    expect(await works()).toEqual([401, 401, 401]);
  });

  it('what is told about a person follows every change', async () => {
    const person = `/scim/v2/${world.organization.id}/Users/${world.person.id}`;
    const { application } = known;
    const told = async () => [
      (await userinfo(service, known.access)).body.nickname,
      (await sendRaw(service.url, introspect({ token: known.access }, application))).json?.['nickname'],
    ];
    await told();
    for (const nickName of ['Babs', 'Barb']) {
      await service.call('PATCH', person, patchOf({ op: 'replace', path: 'nickName', value: nickName }));
      expect(await told()).toEqual([nickName, nickName]);
    }
  });

  it('a client that was deactivated gets nothing, and works again after', async () => {
    const { users, user, add } = await newUser();
    const client = await add();
    expect(await obtain(client)).toBe(200);
    await users.setActive(world.organization, user.id, false, 'test');
    expect(await obtain(client)).toBe(401);
    await users.setActive(world.organization, user.id, true, 'test');
    expect(await obtain(client)).toBe(200);
  });
});
