// FAPI 2.0 and signed responses (JARM): what the profile of an application sets and refuses, and every way around it.
// On SQLite alone: test/security/races.spec.ts sends codes and refresh tokens at once to both.
import { createHmac, createPublicKey } from 'node:crypto';
import * as openid from 'openid-client';
import { UnsecuredJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { DEVICE_CODE, TOKEN_EXCHANGE, type ApplicationConfig } from '../../src/oidc/clients/application.js';
import { answerOf, Browser, type Page } from '../support/browser.js';
import { addClient, addKey, newKeyPair, type Client } from '../support/clients.js';
import { postWithProof, proofMaker } from '../support/dpop.js';
import { FapiClient, PAR, TOKEN, USERINFO } from '../support/fapi.js';
import { authorizeUrl, CHALLENGE, claimsOf, post, signIn, userinfo, VERIFIER } from '../support/oauth.js';
import { eventsOf } from '../support/people.js';
import type { Answer } from '../support/service.js';
import { service, useWorld, world } from '../support/use-world.js';
import { PASSWORD, REDIRECT_URI } from '../support/world.js';

const INTROSPECT = '/oauth/v2/introspect';
const JWT_TYPE = 'application/token-introspection+jwt';

useWorld();

let path: string;
beforeAll(async () => {
  path = `/admin/v1/organizations/${world.organization.id}/projects/${world.projectId}/applications`;
});

const errorOf = ({ status, body }: Answer) => [status, body.error];
const fieldsOf = ({ body }: Answer) => (body.errors as Array<{ pointer: string }>).map(({ pointer }) => pointer.slice(1)).toSorted();
const create = (body: object) => service.call('POST', path, { name: 'App', redirectUris: [REDIRECT_URI], ...body });
const change = (id: string, body: object) => service.call('PATCH', `${path}/${id}`, body);

describe('the profile of an application', () => {
  it('sets what it requires, with no other setting', async () => {
    const { status, body } = await create({ profile: 'fapi2' });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.config).toMatchObject({
      profile: 'fapi2',
      authMethod: 'private_key_jwt',
      requirePushedAuthorizationRequests: true,
      requireDpop: true,
      requireSignedResponses: false,
      assertionAudienceTokenEndpoint: false,
      idTokenSigningAlg: 'ES256',
    });
    expect(body.clientSecret).toBeUndefined();
    expect((await create({ profile: 'fapi2MessageSigning' })).body.config.requireSignedResponses).toBe(true);
  });

  it('refuses everything that contradicts it, in one error', async () => {
    const wrong = {
      profile: 'fapi2MessageSigning',
      type: 'web',
      authMethod: 'client_secret_basic',
      redirectUris: ['http://app.example/callback'],
      responseTypes: ['code', 'code id_token'],
      requirePushedAuthorizationRequests: false,
      requireDpop: false,
      requireSignedResponses: false,
      assertionAudienceTokenEndpoint: true,
      idTokenSigningAlg: 'RS256',
      accessTokenSigningAlg: 'RS256',
      refreshReuseSeconds: 5,
      devMode: true,
    };
    const answer = await create(wrong);
    const { profile: _profile, type: _type, ...contradictions } = wrong;
    expect([answer.status, fieldsOf(answer)]).toEqual([400, Object.keys(contradictions).toSorted()]);
    for (const field of Object.keys(contradictions)) expect(answer.body.detail).toContain(field);
    const onDevice = await create({ profile: 'fapi2', type: 'native', redirectUris: ['com.example.app:/callback'] });
    expect(fieldsOf(onDevice)).toEqual(expect.arrayContaining(['redirectUris', 'type']));
    expect(fieldsOf(await create({ profile: 'fapi2', type: 'api', redirectUris: [] }))).toContain('type');
    expect(fieldsOf(await create({ profile: 'fapi3' }))).toEqual(['profile']);
  });

  it('is one switch of an application that is there, ends its tokens, and keeps what it requires', async () => {
    const client = await addClient(world);
    const { tokens } = await signIn(service, world, client);
    const id = client.application.id;
    expect(fieldsOf(await change(id, { profile: 'fapi2' }))).toEqual(['authMethod']);
    expect(fieldsOf(await change(id, { profile: 'fapi2', authMethod: 'private_key_jwt', requireDpop: false }))).toEqual(['requireDpop']);
    expect((await userinfo(service, tokens.access_token)).status).toBe(200);
    expect((await change(id, { profile: 'fapi2', authMethod: 'private_key_jwt' })).status).toBe(200);
    expect((await userinfo(service, tokens.access_token)).status).toBe(401);
    for (const weaker of [{ requireDpop: false }, { requirePushedAuthorizationRequests: false }, { authMethod: 'client_secret_basic' }])
      expect([JSON.stringify(weaker), (await change(id, weaker)).status]).toEqual([JSON.stringify(weaker), 400]);
    expect(fieldsOf(await change(id, { responseTypes: ['code', 'id_token'], grantTypes: ['authorization_code', 'implicit'] }))).toEqual([
      'responseTypes',
    ]);
    // The secret from before is gone, whichever way it is sent.
    const form = { grant_type: 'refresh_token', refresh_token: 'rt_1.1.x' };
    expect(errorOf(await postWithProof(service, proofMaker(), TOKEN, form, client))).toEqual([401, 'invalid_client']);
    expect(
      errorOf(await post(service, PAR, { ...CHALLENGE, client_id: client.clientId, client_secret: client.clientSecret ?? '' })),
    ).toEqual([401, 'invalid_client']);
  });

  it.each([DEVICE_CODE, TOKEN_EXCHANGE] as const)('allows no grant but the code flow: not %s, when created or changed', async (grant) => {
    const grantTypes: ApplicationConfig['grantTypes'] = ['authorization_code', 'refresh_token', grant];
    expect(fieldsOf(await create({ profile: 'fapi2', grantTypes }))).toEqual(['grantTypes']);
    const { application } = await addClient(world, { grantTypes });
    expect(fieldsOf(await change(application.id, { profile: 'fapi2', authMethod: 'private_key_jwt' }))).toEqual(['grantTypes']);
    const { body } = await create({ profile: 'fapi2' });
    expect(fieldsOf(await change(body.applicationId, { grantTypes }))).toEqual(['grantTypes']);
  });

  it('may be switched off again; what it has set stays', async () => {
    const { body } = await create({ profile: 'fapi2MessageSigning' });
    const after = await change(body.applicationId, { profile: null });
    expect([after.status, after.body.config.profile, after.body.config.requireDpop]).toEqual([200, 'none', true]);
  });

  it('is named by the event of its change', async () => {
    const { body } = await create({ authMethod: 'private_key_jwt' });
    await change(body.applicationId, { profile: 'fapi2' });
    const [event] = (await eventsOf(service, body.applicationId)).filter(({ type }) => type === 'application.config.changed');
    expect(event?.payload).toEqual({ changed: expect.arrayContaining(['profile', 'requireDpop']) });
  });
});

describe('around the profile', () => {
  let client: FapiClient;
  beforeAll(async () => {
    client = await FapiClient.start(service, world, 'fapi2');
  });

  it('there is no plain authorization request, by parameters or by a signed object', async () => {
    const address = (more: Record<string, string>) =>
      `${service.url}/oauth/v2/authorize?${new URLSearchParams({ client_id: client.clientId, ...client.parameters(), ...more }).toString()}`;
    const requests: Array<Record<string, string>> = [{}, { request: await client.object(client.parameters()) }];
    for (const more of requests) {
      const members = await client.membersOf(await new Browser(service.url).open(address(more)));
      expect(members).toMatchObject({ error: 'invalid_request', state: 's-1', iss: service.url });
      expect(members['code']).toBeUndefined();
    }
  });

  it('there is no token without a proof, and no bearer token', async () => {
    const { tokens } = await client.complete();
    expect(errorOf(await client.refresh(tokens.refresh_token, { proofBy: null }))).toEqual([400, 'invalid_dpop_proof']);
    expect((await userinfo(service, tokens.access_token)).status).toBe(401);
    const { code } = await client.authorized();
    expect(errorOf(await client.redeem(code, { proofBy: null }))).toEqual([400, 'invalid_dpop_proof']);
  });

  it('there is no other way to authenticate than a signed assertion', async () => {
    const { code } = await client.authorized();
    const form = { grant_type: 'authorization_code', code: String(code), redirect_uri: REDIRECT_URI, code_verifier: VERIFIER };
    const as = { clientId: client.clientId };
    expect(errorOf(await postWithProof(service, client.key, TOKEN, form, as))).toEqual([401, 'invalid_client']);
    expect(errorOf(await postWithProof(service, client.key, TOKEN, form, { ...as, clientSecret: 'guessed' }))).toEqual([
      401,
      'invalid_client',
    ]);
    const secret = await service.call('POST', `${path}/${client.client.application.id}/secrets`, {});
    expect(secret.status).toBeGreaterThanOrEqual(400);
    expect((await client.redeem(code)).status).toBe(200);
  });

  it('a list with the issuer alone is no audience', async () => {
    expect(errorOf(await client.push({}, { assertion: { aud: [service.url] } }))).toEqual([401, 'invalid_client']);
  });

  it('a code that comes a second time at once ends its tokens', async () => {
    const { members, tokens } = await client.complete();
    expect(errorOf(await client.redeem(members['code']))).toEqual([400, 'invalid_grant']);
    expect((await client.userinfo(tokens.access_token)).status).toBe(401);
    expect(errorOf(await client.refresh(tokens.refresh_token))).toEqual([400, 'invalid_grant']);
  });

  it('of parallel uses of a code at most one gets tokens, and they have ended', async () => {
    const { code } = await client.authorized();
    const answers = await Promise.all(Array.from({ length: 5 }, () => client.redeem(code)));
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect((await client.userinfo(won[0]?.body.access_token)).status).toBe(401);
  });

  it('a refresh token stays the same, also after a sign-out, and is nothing to another client', async () => {
    const other = await FapiClient.start(service, world, 'fapi2');
    const { tokens } = await client.complete();
    const first = await client.refresh(tokens.refresh_token);
    expect(first.body.refresh_token).toBe(tokens.refresh_token);
    const answers = await Promise.all([client.refresh(tokens.refresh_token), client.refresh(tokens.refresh_token)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(errorOf(await other.refresh(tokens.refresh_token))).toEqual([400, 'invalid_grant']);
    for (const token of [tokens.access_token, first.body.access_token, answers[1]?.body.access_token])
      expect((await client.userinfo(token)).status).toBe(200);
    const out = await client.browser.open(
      `${service.url}/oidc/v1/end_session?${new URLSearchParams({ id_token_hint: tokens.id_token }).toString()}`,
    );
    if (out.html?.includes('<button')) await client.browser.submitButton(out, 'Sign out').catch(() => undefined);
    const after = await client.refresh(tokens.refresh_token);
    expect(after.status, JSON.stringify(after.body)).toBe(200);
    expect((await client.userinfo(after.body.access_token)).status).toBe(200);
  });

  it('algorithms of the profile are required of assertions and request objects', async () => {
    const p384 = await addKey(service, client.client.application, 'ES384');
    expect(errorOf(await client.push({}, { assertedBy: p384 }))).toEqual([401, 'invalid_client']);
    const eddsa = await addKey(service, client.client.application, 'EdDSA');
    expect((await client.push({}, { assertedBy: eddsa })).status).toBe(201);
    const signing = await FapiClient.start(service, world, 'fapi2MessageSigning');
    const other = await addKey(service, signing.client.application, 'ES384');
    expect(errorOf(await signing.push({}, { objectBy: other }))).toEqual([400, 'invalid_request_object']);
  });
});

describe('a signed request', () => {
  let client: FapiClient;
  let other: FapiClient;
  beforeAll(async () => {
    client = await FapiClient.start(service, world, 'fapi2MessageSigning');
    other = await FapiClient.start(service, world, 'fapi2MessageSigning');
  });

  const seconds = () => Math.floor(Date.now() / 1_000);
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  /** An HMAC whose secret is the public key, as its owner and everyone else knows it. */
  async function byHmac(): Promise<string> {
    const key = createPublicKey({ key: client.signer.publicJwk as never, format: 'jwk' });
    const input = `${encode({ alg: 'HS256', kid: client.signer.kid })}.${(await client.object(client.parameters())).split('.')[1]}`;
    return `${input}.${createHmac('sha256', key.export({ type: 'spki', format: 'pem' }))
      .update(input)
      .digest('base64url')}`;
  }
  const unsigned = async () => `${encode({ alg: 'none' })}.${(await client.object(client.parameters())).split('.')[1]}.`;
  async function withStolenKid(): Promise<string> {
    const pair = await newKeyPair();
    return client.object(client.parameters(), { objectBy: { ...pair, kid: client.signer.kid } });
  }
  async function withKeyInside(): Promise<string> {
    const pair = await newKeyPair();
    return client.object(client.parameters(), { objectBy: { ...pair, kid: 'x' }, objectHeader: { jwk: pair.publicJwk } });
  }

  const bad: Record<string, () => Promise<string>> = {
    'without a signature': unsigned,
    'without a signature, by the library of the client': async () =>
      new UnsecuredJWT({ ...claimsOf(await client.object(client.parameters())) }).encode(),
    'by an HMAC of the public key': byHmac,
    "by another client's key": () => client.object(client.parameters(), { objectBy: other.signer }),
    "with another client's kid": () => client.object(client.parameters(), { objectHeader: { kid: other.signer.kid } }),
    "by another key under the client's kid": withStolenKid,
    'by a key that it brings along': withKeyInside,
    'that has expired': () => client.object(client.parameters(), { object: { nbf: seconds() - 60, exp: seconds() - 30 } }),
    'that ends too late': () => client.object(client.parameters(), { object: { exp: seconds() + 3_700 } }),
    'that has no end': () => client.object(client.parameters(), { object: { exp: undefined } }),
    'that has no beginning': () => client.object(client.parameters(), { object: { nbf: undefined } }),
    'that begins later': () => client.object(client.parameters(), { object: { nbf: seconds() + 65 } }),
    'of another client': () => other.object(other.parameters()),
    'that could authenticate the client': () => client.object(client.parameters(), { object: { sub: client.clientId } }),
    'for another service': () => client.object(client.parameters(), { object: { aud: 'https://other.example' } }),
    'of another type': () => client.object(client.parameters(), { objectHeader: { typ: 'at+jwt' } }),
    'with another object inside': async () =>
      client.object(client.parameters(), { object: { request: await client.object(client.parameters()) } }),
  };

  it.each(Object.keys(bad))('is refused %s', async (what) => {
    const answer = await client.push({}, { rawObject: await bad[what]?.() });
    expect(errorOf(answer), JSON.stringify(answer.body)).toEqual([400, 'invalid_request_object']);
  });

  it('is required, and counts alone', async () => {
    expect(errorOf(await client.push({}, { unsigned: true }))).toEqual([400, 'invalid_request']);
    const members = await client.authorized({}, { form: { scope: 'openid phone', state: 'beside', response_mode: 'query' } });
    expect(members).toMatchObject({ state: 's-1' });
    const { body } = await client.redeem(members['code']);
    expect(body.scope).toBe('openid email offline_access');
  });
});

describe('a signed response (JARM)', () => {
  let client: Client;
  beforeAll(async () => {
    client = await addClient(world, { idTokenSigningAlg: 'EdDSA' });
  });

  const reader = async () => FapiClient.start(service, world, 'fapi2');
  async function respond(as: Client, parameters: Record<string, string>): Promise<Page> {
    const browser = new Browser(service.url);
    const page = await browser.open(authorizeUrl(service.url, as.clientId, 'openid', parameters));
    return page.html?.includes('name="password"') ? browser.submit(page, world.loginName, PASSWORD) : page;
  }

  it.each([
    ['jwt', 'query'],
    ['query.jwt', 'query'],
    ['fragment.jwt', 'fragment'],
    ['form_post.jwt', 'form_post'],
  ])('comes by %s as a %s, and has nothing beside it', async (mode, carrier) => {
    const page = await respond(client, { response_mode: mode, state: 's-1' });
    const { mode: used, members, address } = answerOf(page);
    expect([used, address, Object.keys(members)]).toEqual([carrier, REDIRECT_URI, ['response']]);
    const { payload, protectedHeader } = await (await reader()).verified(members['response'] ?? '', client.clientId);
    expect(Object.keys(payload).toSorted()).toEqual(['aud', 'code', 'exp', 'iss', 'state']);
    expect([payload['state'], protectedHeader.alg, protectedHeader.typ]).toEqual(['s-1', 'EdDSA', undefined]);
    expect((payload.exp ?? 0) - Date.now() / 1_000).toBeLessThanOrEqual(600);
    expect((await post(service, TOKEN, codeForm(payload['code']), client)).status).toBe(200);
  });

  const codeForm = (code: unknown) => ({
    grant_type: 'authorization_code',
    code: String(code),
    redirect_uri: REDIRECT_URI,
    code_verifier: VERIFIER,
  });

  it('is signed for an error too', async () => {
    const { members } = answerOf(await respond(client, { response_mode: 'query.jwt', prompt: 'none', state: 's-2' }));
    const { payload } = await (await reader()).verified(members['response'] ?? '', client.clientId);
    expect(payload).toMatchObject({ error: 'login_required', state: 's-2', iss: service.url, aud: client.clientId });
  });

  it('has the tokens of a hybrid response, and never in a query', async () => {
    const hybrid = await addClient(world, { responseTypes: ['code id_token'], grantTypes: ['authorization_code', 'implicit'] });
    for (const mode of ['jwt', 'query.jwt', 'fragment.jwt']) {
      const answer = answerOf(await respond(hybrid, { response_type: 'code id_token', response_mode: mode, nonce: 'n' }));
      expect([answer.mode, Object.keys(answer.members)]).toEqual(['fragment', ['response']]);
      const { payload } = await (await reader()).verified(answer.members['response'] ?? '', hybrid.clientId);
      expect([typeof payload['code'], typeof payload['id_token'], payload.sub]).toEqual(['string', 'string', undefined]);
    }
  });

  it.each([undefined, 'query', 'fragment', 'form_post', 'own_form_post', 'bogus', 'query.jwt'])(
    'is not turned into a plain one by response_mode %s',
    async (mode) => {
      const strict = await addClient(world, { requireSignedResponses: true });
      const wish: Record<string, string> = mode === undefined ? {} : { response_mode: mode };
      const object = await FapiClient.start(service, world, 'fapi2MessageSigning');
      for (const page of [
        await respond(strict, wish),
        await respond(strict, { ...wish, prompt: 'none' }),
        await object.signIn(await object.open(await object.pushed(wish), wish)),
      ])
        expect(Object.keys(answerOf(page).members)).toEqual(['response']);
    },
  );

  it('has no algorithm but those of ID tokens', async () => {
    for (const idTokenSigningAlg of ['none', 'HS256', 'RS1'])
      expect((await change(client.application.id, { idTokenSigningAlg })).status).toBe(400);
    const { body } = await service.call('GET', '/.well-known/openid-configuration', undefined, { token: null });
    expect(body.authorization_signing_alg_values_supported).toEqual(['RS256', 'ES256', 'EdDSA']);
    expect(body.response_modes_supported).toEqual(['query', 'fragment', 'form_post', 'jwt', 'query.jwt', 'fragment.jwt', 'form_post.jwt']);
  });

  it('is no hint of who signs in', async () => {
    const browser = new Browser(service.url);
    const page = await browser.open(authorizeUrl(service.url, client.clientId, 'openid', { response_mode: 'jwt' }));
    const { members } = answerOf(await browser.submit(page, world.loginName, PASSWORD));
    const out = await browser.open(
      `${service.url}/oidc/v1/end_session?${new URLSearchParams({ id_token_hint: members['response'] ?? '' }).toString()}`,
    );
    expect(out.html).not.toContain('You are signed out');
  });

  it('is understood by openid-client, with a pushed signed request, proofs and a key', async () => {
    const own = await FapiClient.start(service, world, 'fapi2MessageSigning');
    const key = { key: own.signer.privateKey as CryptoKey, kid: own.signer.kid };
    const config = await openid.discovery(
      new URL(service.url),
      own.clientId,
      { id_token_signed_response_alg: 'ES256' },
      openid.PrivateKeyJwt(key),
      {
        execute: [openid.allowInsecureRequests, openid.useJwtResponseMode],
      },
    );
    const DPoP = openid.getDPoPHandle(config, await openid.randomDPoPKeyPair('ES256'));
    const [pkceCodeVerifier, expectedState, expectedNonce] = [openid.randomPKCECodeVerifier(), openid.randomState(), openid.randomNonce()];
    const parameters = {
      redirect_uri: REDIRECT_URI,
      scope: 'openid',
      state: expectedState,
      nonce: expectedNonce,
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    };
    const { searchParams } = await openid.buildAuthorizationUrlWithJAR(config, parameters, key);
    const url = await openid.buildAuthorizationUrlWithPAR(config, searchParams, { DPoP });
    const end = await own.signIn(await own.browser.open(url.href));
    const tokens = await openid.authorizationCodeGrant(
      config,
      new URL(end.url),
      { pkceCodeVerifier, expectedState, expectedNonce },
      undefined,
      { DPoP },
    );
    expect([tokens.token_type, tokens.claims()?.sub]).toEqual(['dpop', own.userId]);
    expect((await openid.fetchUserInfo(config, tokens.access_token, own.userId, { DPoP })).sub).toBe(own.userId);
  });
});

describe('introspection as a JWT (RFC 9701)', () => {
  const ask = (token: string, accept: string | undefined, as: Client, query = '') =>
    service.call('POST', INTROSPECT + query, new URLSearchParams({ token }).toString(), {
      token: null,
      type: 'application/x-www-form-urlencoded',
      headers: {
        authorization: `Basic ${Buffer.from(`${as.clientId}:${as.clientSecret}`).toString('base64')}`,
        ...(accept !== undefined && { accept }),
      },
    });

  it('is for every client that accepts it, and says what JSON says', async () => {
    const api = await addClient(world, { type: 'api', redirectUris: [], grantTypes: [], idTokenSigningAlg: 'ES256' });
    const { tokens } = await signIn(service, world, await addClient(world));
    const verifier = await FapiClient.start(service, world, 'fapi2');
    for (const query of ['', '?way=library'])
      for (const [token, active] of [
        [tokens.access_token, true],
        ['unknown', false],
      ] as const) {
        const plain = await ask(token, 'application/json', api, query);
        expect([plain.body.active, plain.headers.get('content-type')]).toEqual([active, 'application/json; charset=utf-8']);
        expect((await ask(token, undefined, api, query)).body).toEqual(plain.body);
        const signed = await ask(token, JWT_TYPE, api, query);
        expect([signed.status, signed.headers.get('content-type'), signed.headers.get('cache-control')]).toEqual([
          200,
          JWT_TYPE,
          'no-store',
        ]);
        const { payload, protectedHeader } = await verifier.verified(signed.text, api.clientId);
        expect(protectedHeader).toMatchObject({ typ: 'token-introspection+jwt', alg: 'ES256' });
        expect(Object.keys(payload).toSorted()).toEqual(['aud', 'iat', 'iss', 'token_introspection']);
        expect(payload['token_introspection']).toEqual(plain.body);
      }
    // The client prefers JSON.
    expect((await ask(tokens.access_token, `application/json, ${JWT_TYPE};q=0.5`, api)).body.active).toBe(true);
  });

  it('is only for clients that authenticate, and is no token', async () => {
    const api = await addClient(world, { type: 'api', redirectUris: [], grantTypes: [] });
    const { tokens } = await signIn(service, world, await addClient(world));
    const refused = await ask(tokens.access_token, JWT_TYPE, { ...api, clientSecret: 'wrong' });
    expect(errorOf(refused)).toEqual([401, 'invalid_client']);
    const { text } = await ask(tokens.access_token, JWT_TYPE, api);
    expect((await userinfo(service, text)).status).toBe(401);
    expect((await ask(text, 'application/json', api)).body).toEqual({ active: false });
  });
});

describe('x-fapi-interaction-id', () => {
  const ID = 'c770aef3-6784-41f7-8e0e-ff5f97bddb3a';
  const sent = async (at: string, id: string, token?: string) =>
    (await service.call('GET', at, undefined, { token: token ?? null, headers: { 'x-fapi-interaction-id': id } })).headers.get(
      'x-fapi-interaction-id',
    );

  it('comes back from userinfo and from the APIs of this service', async () => {
    const { tokens } = await signIn(service, world, await addClient(world));
    for (const at of [USERINFO, `${USERINFO}?way=library`]) expect(await sent(at, ID, tokens.access_token)).toBe(ID);
    for (const at of [USERINFO, '/admin/v1/organizations', '/scim/v2/Users', '/healthz']) expect(await sent(at, ID)).toBe(ID);
  });

  it.each(['other', `${ID}0`, 'a'.repeat(36), `${ID}, x`])('does not when it is no UUID: %s', async (id) => {
    expect(await sent(USERINFO, id)).toBeNull();
  });
});
