// The plans of FAPI 2.0, module by module (docs/conformance.md): Security Profile with `private_key_jwt` and DPoP, its part for client
// credentials, and Message Signing. It stands in for the suite, which is run outside of this repository.
import { readFileSync } from 'node:fs';
import { exportPKCS8, importPKCS8, UnsecuredJWT } from 'jose';
import { beforeAll, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { addKey, assertionOf, ASSERTION_TYPE, type Signer } from '../support/clients.js';
import { callWithProof, postWithProof, proofMaker, type ProofMaker, type ProofWish } from '../support/dpop.js';
import { FapiClient, PAR, TOKEN, USERINFO, type Deviation } from '../support/fapi.js';
import { addServiceUser } from '../support/service-users.js';
import { advanceClocks, startService, type Answer } from '../support/service.js';
import { service, useWorld, world } from '../support/use-world.js';
import { REDIRECT_URI } from '../support/world.js';

type Profile = 'fapi2' | 'fapi2MessageSigning';
type Module = (profile: Profile) => Promise<unknown>;

useWorld(startService);

let discovery: Record<string, string[] | string | boolean>;
beforeAll(async () => {
  discovery = (await service.call('GET', '/.well-known/openid-configuration', undefined, { token: null })).body;
});

const run = (profile: Profile, alg = 'ES256') => FapiClient.start(service, world, profile, {}, alg);
const now = () => service.get(Clock).nowSeconds();
/** What the library goes by, also when a module has moved the clock of the service. */
const machineTime = () => Math.floor(Date.now() / 1_000);
/** RFC 6749 section 5.2: 401 for a client that is not authenticated, otherwise 400. */
function expectRefused({ status, body, headers }: Answer, ...errors: string[]): void {
  expect(errors, JSON.stringify(body)).toContain(body.error);
  expect(status).toBe(body.error === 'invalid_client' ? 401 : 400);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(body.error_description ?? '').toMatch(/^[\x20-\x21\x23-\x5B\x5D-\x7E]*$/);
}

const completes =
  (more: Record<string, string | undefined> = {}, deviation: Deviation = {}): Module =>
  async (profile) => {
    const { members, idToken } = await (await run(profile)).complete(more, deviation);
    const [state, nonce] = ['state' in more ? more['state'] : 's-1', 'nonce' in more ? more['nonce'] : 'n-1'];
    expect([members['state'], idToken['nonce'], members['iss'], 's_hash' in idToken]).toEqual([state, nonce, service.url, false]);
  };

/** The request is refused when it is pushed. */
const notPushed =
  (errors: string[], more: Record<string, string | undefined> = {}, deviation: Deviation = {}): Module =>
  async (profile) =>
    expectRefused(await (await run(profile)).push(more, deviation), ...errors);

/** The code is not redeemed. */
const notRedeemed =
  (errors: string[], deviation: Deviation | (() => Deviation | Promise<Deviation>), more: Record<string, string> = {}): Module =>
  async (profile) => {
    const client = await run(profile);
    const { code } = await client.authorized(more);
    expectRefused(await client.redeem(code, typeof deviation === 'function' ? await deviation() : deviation), ...errors);
  };

const INVALID_CLIENT = ['invalid_client', 'invalid_request'];
const long = (characters: number) => 'x'.repeat(characters);

/** What does not depend on whether there is a code: the client credentials plan has these too. */
const FOR_EVERY_GRANT: Record<string, Module> = {
  'discovery-end-point-verification': async (profile) => {
    expect(discovery).toMatchObject({
      issuer: service.url,
      jwks_uri: `${service.url}/oauth/v2/keys`,
      pushed_authorization_request_endpoint: service.url + PAR,
      authorization_response_iss_parameter_supported: true,
      code_challenge_methods_supported: ['S256'],
    });
    for (const name of ['dpop_signing', 'token_endpoint_auth_signing', 'request_object_signing'])
      expect(discovery[`${name}_alg_values_supported`], name).toEqual(expect.arrayContaining(['PS256', 'ES256']));
    expect(discovery['id_token_signing_alg_values_supported']).toContain('ES256');
    expect(discovery['token_endpoint_auth_methods_supported']).toContain('private_key_jwt');
    expect(discovery['response_types_supported']).toContain('code');
    expect(discovery['scopes_supported']).toContain('openid');
    if (profile === 'fapi2') return;
    expect(discovery['response_modes_supported']).toContain('jwt');
    expect(discovery['authorization_signing_alg_values_supported']).toContain('ES256');
  },
  'happy-flow': async (profile) => {
    const [first, second] = [await run(profile), await run(profile)];
    const { tokens, person } = await first.complete();
    expect([tokens.token_type, person.sub]).toEqual(['DPoP', first.userId]);
    const { tokens: others } = await second.complete();
    // The key of one client is nothing to the token of another.
    expect((await first.userinfo(others.access_token)).status).toBe(401);
  },
  'access-token-type-header-case-sensitivity': async (profile) => {
    const client = await run(profile);
    const { tokens } = await client.complete();
    expect((await client.userinfo(tokens.access_token, {}, 'dPOp')).status).toBe(200);
  },
  'check-dpop-proof-nbf-exp': (profile) => completes({}, { proof: { claims: { nbf: now(), exp: now() + 300 } } })(profile),
  'ensure-dpopproof-with-iat-10seconds-before-succeeds': (profile) => atThreeEndpoints(profile, -10),
  'ensure-dpopproof-with-iat-10seconds-after-succeeds': (profile) => atThreeEndpoints(profile, 10),
  'ensure-client-id-in-token-endpoint': async (profile) => {
    const [first, second] = [await run(profile), await run(profile)];
    const { code } = await first.authorized();
    // An assertion of the second client that the first has signed.
    expectRefused(await second.redeem(code, { assertedBy: first.signer, proofBy: first.key }), 'invalid_client', 'invalid_grant');
  },
  'ensure-holder-of-key-required': notRedeemed(['invalid_request', 'invalid_grant', 'invalid_dpop_proof'], { proofBy: null }),
  'ensure-signed-client-assertion-with-RS256-fails': async (profile) => {
    const client = await run(profile, 'PS256');
    const { code } = await client.authorized();
    expectRefused(await client.redeem(code, { assertedBy: await as(client, 'RS256') }), 'invalid_client');
    expect((await client.redeem(code)).status).toBe(200);
  },
  'ensure-client-assertion-in-token-endpoint': notRedeemed(INVALID_CLIENT, { anonymous: true }),
  'ensure-client-assertion-with-exp-is-5-minutes-in-past-fails': notRedeemed(INVALID_CLIENT, () => ({
    assertion: { iat: now() - 400, exp: now() - 300 },
  })),
  'ensure-client-assertion-with-wrong-aud-fails': notRedeemed(INVALID_CLIENT, { assertion: { aud: 'https://other.example' } }),
  'ensure-client-assertion-with-no-sub-fails': notRedeemed(INVALID_CLIENT, { assertion: { sub: undefined } }),
  'dpop-negative-tests': async (profile) => {
    const client = await run(profile);
    const token = (await client.complete()).tokens.access_token as string;
    await badProofsAreRefused(token, client.key);
  },
};

const SECURITY: Record<string, Module> = {
  ...FOR_EVERY_GRANT,
  'user-rejects-authentication': async (profile) => {
    const client = await FapiClient.start(service, world, profile, { consentRequired: true });
    const state = long(128);
    const page = await client.signIn(await client.open(await client.pushed({ state })));
    const members = await client.membersOf(await client.browser.submitButton(page, 'Not now'));
    expect(members).toMatchObject({ error: 'access_denied', state, iss: service.url });
  },
  'ensure-authorization-request-without-state-success': completes({ state: undefined }),
  'ensure-authorization-request-without-nonce-success': completes({ nonce: undefined }),
  'ensure-request-object-with-64-char-nonce-success': completes({ nonce: long(64) }),
  'ensure-other-scope-order-succeeds': completes({ scope: 'offline_access email openid' }),
  'test-claims-parameter-identity-claims': async (profile) => {
    const names = ['given_name', 'email', 'email_verified'];
    const wanted = { ...Object.fromEntries(names.map((name) => [name, null])), unknown_claim: { essential: false } };
    const claims = JSON.stringify({ id_token: wanted, userinfo: wanted });
    const { idToken, person } = await (await run(profile)).complete({ scope: 'openid', claims });
    for (const told of [idToken, person]) expect(names.filter((name) => told[name] === undefined)).toEqual([]);
    expect([idToken['unknown_claim'], person.unknown_claim]).toEqual([undefined, undefined]);
  },
  'ensure-mismatched-dpop-jkt-fails': (profile) =>
    notPushed(['invalid_request', 'invalid_dpop_proof'], { dpop_jkt: proofMaker().jkt }, { proofBy: proofMaker() })(profile),
  'ensure-token-endpoint-fails-with-mismatched-dpop-proof-jkt': async (profile) => {
    const client = await run(profile);
    const { code } = await client.authorized({}, { proofBy: proofMaker() });
    expectRefused(await client.redeem(code), 'invalid_request', 'invalid_grant', 'invalid_dpop_proof');
  },
  'ensure-token-endpoint-fails-with-mismatched-dpop-jkt': async (profile) => {
    const client = await run(profile);
    const { code } = await client.authorized({ dpop_jkt: proofMaker().jkt });
    expectRefused(await client.redeem(code), 'invalid_request', 'invalid_grant', 'invalid_dpop_proof');
  },
  'ensure-dpopproof-at-par-endpoint-binding-success': async (profile) => {
    const client = await run(profile);
    await client.complete({}, { proofBy: client.key });
  },
  'ensure-dpop-auth-code-binding-success': async (profile) => {
    const client = await run(profile);
    await client.complete({ dpop_jkt: client.key.jkt }, { proofBy: client.key });
  },
  'ensure-different-nonce-inside-and-outside-request-object': async (profile) => {
    const { idToken } = await (await run(profile)).complete({}, {}, { nonce: 'outside' });
    expect(idToken['nonce']).toBe('n-1');
  },
  'ensure-different-state-inside-and-outside-request-object': async (profile) => {
    const { members } = await (await run(profile)).complete({}, {}, { state: 'outside' });
    expect(members['state']).toBe('s-1');
  },
  'ensure-request-object-with-long-nonce': completes({ nonce: long(384) }),
  'ensure-request-object-with-long-state': completes({ state: long(384) }),
  'state-only-outside-request-object-not-used': async (profile) => {
    const { members } = await (await run(profile)).complete({ state: undefined }, {}, { state: 'outside' });
    expect(members['state']).toBeUndefined();
  },
  'ensure-request-object-without-redirect-uri-fails': notPushed(['invalid_request', 'invalid_request_object'], { redirect_uri: undefined }),
  'plain-fapi-ensure-registered-redirect-uri': notPushed(['invalid_request', 'invalid_request_object'], {
    redirect_uri: `${REDIRECT_URI}/other`,
  }),
  'ensure-unsigned-authorization-request-without-using-par-fails': async (profile) => {
    const client = await run(profile);
    const query = new URLSearchParams({ ...client.parameters(), client_id: client.clientId });
    const members = await client.membersOf(await client.browser.open(`${service.url}/oauth/v2/authorize?${query.toString()}`));
    expect(members).toMatchObject({ error: 'invalid_request', state: 's-1', iss: service.url });
  },
  'ensure-redirect-uri-in-authorization-request': notPushed(['invalid_request', 'invalid_request_object'], { redirect_uri: undefined }),
  'ensure-response-type-code-idtoken-fails': notPushed(['unsupported_response_type', 'invalid_request', 'unauthorized_client'], {
    response_type: 'code id_token',
  }),
  'ensure-response-type-token-fails': notPushed(['unsupported_response_type', 'invalid_request', 'unauthorized_client'], {
    response_type: 'token',
  }),
  'ensure-authorization-code-is-bound-to-client': async (profile) => {
    const [first, second] = [await run(profile), await run(profile)];
    expectRefused(await second.redeem((await first.authorized()).code), 'invalid_grant');
  },
  'attempt-reuse-authorization-code-after-one-second': async (profile) => {
    const client = await run(profile);
    const { members, tokens } = await client.complete();
    advanceClocks([service], 1_000);
    expectRefused(await client.redeem(members['code']), 'invalid_grant');
    expect((await client.userinfo(tokens.access_token)).status).toBe(401);
  },
  'ensure-token-endpoint-fails-with-expired-auth-code': async (profile) => {
    const client = await run(profile);
    const { code } = await client.authorized();
    advanceClocks([service], 62_000);
    expectRefused(await client.redeem(code), 'invalid_grant');
  },
  'refresh-token': async (profile) => {
    const [first, second] = [await run(profile), await run(profile)];
    const { tokens, idToken } = await first.complete();
    const renewed = await first.refresh(tokens.refresh_token);
    expect([renewed.status, renewed.body.token_type], JSON.stringify(renewed.body)).toEqual([200, 'DPoP']);
    expect(renewed.body.access_token).not.toBe(tokens.access_token);
    const { payload } = await first.verified(renewed.body.id_token);
    expect([payload.sub, payload.iss, payload.aud, payload['auth_time']]).toEqual([
      idToken.sub,
      idToken.iss,
      idToken.aud,
      idToken['auth_time'],
    ]);
    // FAPI 2.0 Security Profile section 5.3.2.1 number 9: a client that lost the response repeats its request.
    advanceClocks([service], 30_000);
    expect((await first.refresh(tokens.refresh_token)).status).toBe(200);
    expectRefused(await first.refresh(tokens.refresh_token, { proofBy: null }), 'invalid_dpop_proof', 'invalid_request', 'invalid_grant');
    const { tokens: others } = await second.complete();
    expectRefused(await first.refresh(others.refresh_token), 'invalid_grant');
    expect((await first.userinfo(others.access_token)).status).toBe(401);
  },
  'par-ensure-reused-request-uri-prior-to-auth-completion-succeeds': async (profile) => {
    const client = await run(profile);
    const uri = await client.pushed();
    await client.open(uri);
    expect((await client.membersOf(await client.signIn(await client.open(uri))))['code']).toBeDefined();
  },
  'par-attempt-reuse-request_uri': async (profile) => {
    const client = await run(profile);
    const uri = await client.pushed();
    await client.signIn(await client.open(uri));
    expect((await client.open(uri)).page?.status).toBe(400);
  },
  'par-attempt-to-use-expired-request_uri': async (profile) => {
    const client = await run(profile);
    const { status, body } = await client.push();
    expect(status, JSON.stringify(body)).toBe(201);
    advanceClocks([service], (body.expires_in as number) * 1_000 + 1_000);
    expect((await client.open(body.request_uri)).page?.status).toBe(400);
  },
  'par-ensure-jwt-client-assertions-nbf-8-seconds-in-the-future-is-accepted': async (profile) => {
    const assertion = { iat: now() + 8, nbf: now() + 8, exp: now() + 68 };
    expect((await (await run(profile)).push({}, { assertion })).status).toBe(201);
  },
  'par-ensure-jwt-client-assertions-nbf-over-60-seconds-in-the-future-fails': (profile) =>
    notPushed(INVALID_CLIENT, {}, { assertion: { iat: now() + 65, nbf: now() + 65, exp: now() + 125 } })(profile),
  'par-attempt-to-use-request_uri-for-different-client': async (profile) => {
    const [first, second] = [await run(profile), await run(profile)];
    const page = await first.open(await first.pushed(), {}, second.clientId);
    expect([page.page?.status, page.url.startsWith(service.url)]).toEqual([400, true]);
  },
  'par-authorization-request-containing-request_uri-form-param': notPushed(
    ['invalid_request', 'invalid_request_object', 'request_uri_not_supported'],
    {},
    { form: { request_uri: 'urn:ietf:params:oauth:request_uri:some' } },
  ),
  'par-attempt-invalid-http-method': async () => {
    expect((await service.call('PUT', PAR, '', { token: null, type: 'application/x-www-form-urlencoded' })).status).toBe(405);
  },
  'par-ensure-pkce-required': notPushed(['invalid_request'], { code_challenge: undefined, code_challenge_method: undefined }),
  'ensure-pkce-code-verifier-required': notRedeemed(['invalid_grant'], { form: { code_verifier: '' } }),
  'incorrect-pkce-code-verifier-rejected': notRedeemed(['invalid_grant'], { form: { code_verifier: long(43) } }),
  'par-plain-pkce-rejected': notPushed(['invalid_request'], { code_challenge: long(43), code_challenge_method: 'plain' }),
  'par-without-duplicate-parameters': completes(),
  'par-test-array-as-audience-fails': (profile) =>
    notPushed(INVALID_CLIENT, {}, { assertion: { aud: [service.url, 'https://other.example'] } })(profile),
  'par-test-par-endpoint-url-as-audience-fails': (profile) =>
    notPushed(INVALID_CLIENT, {}, { assertion: { aud: service.url + PAR } })(profile),
  'par-test-token-endpoint-url-as-audience-fails': (profile) =>
    notPushed(INVALID_CLIENT, {}, { assertion: { aud: service.url + TOKEN } })(profile),
};

const BAD_OBJECT = ['invalid_request_object'];
const badObject =
  (claims: () => Record<string, unknown>): Module =>
  (profile) =>
    notPushed(BAD_OBJECT, {}, { object: claims() })(profile);

const SIGNED: Record<string, Module> = {
  'ensure-request-object-with-multiple-aud-succeeds': (profile) =>
    completes({}, { object: { aud: [service.url, 'https://other.example'] } })(profile),
  'ensure-request-object-with-nbf-8-seconds-in-the-future-is-accepted': (profile) =>
    completes({}, { object: { nbf: machineTime() + 8 } })(profile),
  'ensure-request-object-without-exp-fails': badObject(() => ({ exp: undefined })),
  'ensure-request-object-without-nbf-fails': badObject(() => ({ nbf: undefined })),
  'ensure-expired-request-object-fails': badObject(() => ({ nbf: machineTime() - 120, exp: machineTime() - 60 })),
  'ensure-request-object-with-bad-aud-fails': badObject(() => ({ aud: 'https://other.example' })),
  'ensure-request-object-with-exp-over-60-fails': badObject(() => ({ exp: now() + 70 * 60 })),
  'ensure-request-object-with-nbf-over-60-fails': badObject(() => ({ nbf: machineTime() - 70 * 60 })),
  'ensure-signed-request-object-with-RS256-fails': async (profile) => {
    const client = await run(profile, 'PS256');
    expect((await client.push()).status).toBe(201);
    expectRefused(await client.push({}, { objectBy: await as(client, 'RS256') }), ...BAD_OBJECT);
  },
  'ensure-request-object-signature-algorithm-is-not-none': async (profile) => {
    const client = await run(profile);
    const claims = {
      ...client.parameters(),
      client_id: client.clientId,
      iss: client.clientId,
      aud: service.url,
      nbf: machineTime(),
      exp: now() + 60,
    };
    expectRefused(await client.push({}, { rawObject: new UnsecuredJWT(claims).encode() }), ...BAD_OBJECT);
  },
  'ensure-request-object-with-invalid-signature-fails': async (profile) => {
    const client = await run(profile);
    const [header, , signature] = (await client.object(client.parameters())).split('.');
    const [, payload] = (await client.object(client.parameters({ scope: 'openid' }))).split('.');
    expectRefused(await client.push({}, { rawObject: [header, payload, signature].join('.') }), ...BAD_OBJECT);
  },
  'ensure-matching-key-in-authorization-request': async (profile) => {
    const [first, second] = [await run(profile), await run(profile)];
    expectRefused(await first.push({}, { objectBy: second.signer }), 'invalid_request', ...BAD_OBJECT);
  },
  'ensure-unsigned-request-at-par-endpoint-fails': notPushed(['invalid_request'], {}, { unsigned: true }),
  'par-authorization-request-containing-request_uri': badObject(() => ({ request_uri: 'urn:ietf:params:oauth:request_uri:some' })),
};

/** The same key, by which the client signs with another algorithm. */
async function as({ signer }: { signer: Signer }, alg: string) {
  return { ...signer, alg, privateKey: await importPKCS8(await exportPKCS8(signer.privateKey as CryptoKey), alg) };
}

async function atThreeEndpoints(profile: Profile, seconds: number): Promise<void> {
  const client = await run(profile);
  await client.complete({}, { proofBy: client.key, proof: { claims: { iat: now() + seconds } } });
}

/** The proofs of dpop-negative-tests at userinfo. */
async function badProofsAreRefused(token: string, key: ProofMaker): Promise<void> {
  const call = async (wish: ProofWish & { scheme?: string } = {}) => {
    const { claims, ...rest } = wish;
    return (await callWithProof(service, key, 'GET', USERINFO, { token, ...rest, claims: { iat: now(), ...claims } })).status;
  };
  const { privateKey } = key;
  expect(await call()).toBe(200);
  const bad: Array<ProofWish & { scheme?: string }> = [
    { header: { typ: undefined } },
    { header: { typ: 'jwt' } },
    { header: { alg: undefined } },
    { header: { alg: 'none' }, signature: '' },
    { header: { jwk: undefined } },
    { header: { jwk: privateKey.export({ format: 'jwk' }) } },
    { header: { jwk: proofMaker().jwk } },
    { claims: { jti: undefined } },
    { claims: { htm: undefined } },
    { claims: { htm: 'PUT' } },
    { claims: { htu: undefined } },
    { claims: { htu: 'https://other.example/userinfo' } },
    { claims: { iat: undefined } },
    { claims: { iat: now() + 3_600 } },
    { claims: { iat: now() - 3_600 } },
    { claims: { ath: undefined } },
    { claims: { ath: 'wrong' } },
    { scheme: 'Bearer' },
  ];
  for (const wish of bad) expect([400, 401], JSON.stringify(wish)).toContain(await call(wish));
  expect(await call({ claims: { htu: `${service.url}${USERINFO}?a=b#c` } })).toBe(200);
  expect(await call({ header: { extra: 1 }, claims: { extra: 1 } })).toBe(200);
  expect(await call({ claims: { jti: 'the-same' } })).toBe(200);
  expect(await call({ claims: { jti: 'the-same' } })).toBe(401);
  const other = await callWithProof(service, proofMaker(), 'GET', USERINFO, { token, claims: { iat: now() } });
  expect(other.status).toBe(401);
}

/** A service user, which gets tokens by client credentials with a signed assertion and a proof. */
async function machine(alg = 'ES256') {
  const user = await addServiceUser(service, world, { profile: 'fapi2' });
  const signer = await addKey(service, user, alg);
  const key = proofMaker();
  const ask = async ({ assertion, assertedBy = signer, form, proofBy = key, proof }: Deviation = {}) => {
    const client_assertion = await assertionOf(service, assertedBy, user.clientId, assertion);
    const own = { grant_type: 'client_credentials', scope: 'openid', client_assertion, client_assertion_type: ASSERTION_TYPE, ...form };
    return postWithProof(service, proofBy ?? undefined, TOKEN, own, undefined, { claims: { iat: now(), ...proof?.claims } });
  };
  const use = (token: string, scheme = 'DPoP', claims: Record<string, unknown> = {}) =>
    callWithProof(service, key, 'GET', USERINFO, { token, scheme, claims: { iat: now(), ...claims } });
  const works = async (claims: Record<string, unknown> = {}) => {
    const { status, body } = await ask({ proof: { claims } });
    expect([status, body.token_type], JSON.stringify(body)).toEqual([200, 'DPoP']);
    expect((await use(body.access_token, 'DPoP', claims)).body.sub).toBe(user.id);
    return body.access_token as string;
  };
  return { user, signer, key, ask, use, works };
}

const machineIsRefused = (deviation: () => Deviation) => async () =>
  expectRefused(await (await machine()).ask(deviation()), ...INVALID_CLIENT);

const CLIENT_CREDENTIALS: Record<string, () => Promise<unknown>> = {
  'discovery-end-point-verification': async () => expect(discovery['grant_types_supported']).toContain('client_credentials'),
  'happy-flow': async () => {
    const [first, second] = [await machine(), await machine()];
    await first.works();
    expect((await first.use(await second.works())).status).toBe(401);
  },
  'access-token-type-header-case-sensitivity': async () => {
    const { works, use } = await machine();
    expect((await use(await works(), 'dPOp')).status).toBe(200);
  },
  'check-dpop-proof-nbf-exp': async () => (await machine()).works({ nbf: now(), exp: now() + 300 }),
  'ensure-dpopproof-with-iat-10seconds-before-succeeds': async () => (await machine()).works({ iat: now() - 10 }),
  'ensure-dpopproof-with-iat-10seconds-after-succeeds': async () => (await machine()).works({ iat: now() + 10 }),
  'ensure-client-id-in-token-endpoint': async () => {
    const [first, second] = [await machine(), await machine()];
    expectRefused(await second.ask({ assertedBy: first.signer }), 'invalid_client');
  },
  'ensure-holder-of-key-required': async () => expectRefused(await (await machine()).ask({ proofBy: null }), 'invalid_dpop_proof'),
  'ensure-signed-client-assertion-with-RS256-fails': async () => {
    const client = await machine('PS256');
    expectRefused(await client.ask({ assertedBy: await as(client, 'RS256') }), 'invalid_client');
    await client.works();
  },
  'ensure-client-assertion-in-token-endpoint': machineIsRefused(() => ({ form: { client_assertion: '', client_assertion_type: '' } })),
  'ensure-client-assertion-with-exp-is-5-minutes-in-past-fails': machineIsRefused(() => ({
    assertion: { iat: now() - 400, exp: now() - 300 },
  })),
  'ensure-client-assertion-with-wrong-aud-fails': machineIsRefused(() => ({ assertion: { aud: 'https://other.example' } })),
  'ensure-client-assertion-with-no-sub-fails': machineIsRefused(() => ({ assertion: { sub: undefined } })),
  'dpop-negative-tests': async () => {
    const { works, key } = await machine();
    await badProofsAreRefused(await works(), key);
  },
};

const PREFIX = 'fapi2-security-profile-final-';
const PLANS: Array<[plan: string, modules: Record<string, Module>, profile: Profile]> = [
  ['Security Profile', SECURITY, 'fapi2'],
  ['Message Signing', { ...SECURITY, ...SIGNED }, 'fapi2MessageSigning'],
];
const CASES = PLANS.flatMap(([plan, modules, profile]) =>
  Object.entries(modules).map(([name, module]) => ({ plan, name: PREFIX + name, module, profile })),
);

it.each(CASES)('$plan: $name passes', async ({ module, profile }) => {
  await module(profile);
});

it.each(Object.entries(CLIENT_CREDENTIALS))(`client credentials: ${PREFIX}%s passes`, async (_name, module) => {
  await module();
});

it('has as many modules as the plans of the suite, and docs/conformance.md names each', () => {
  const [security, signed, clientCredentials] = [SECURITY, SIGNED, CLIENT_CREDENTIALS].map((modules) => Object.keys(modules).length);
  expect([security, (security ?? 0) + (signed ?? 0), clientCredentials]).toEqual([56, 70, 14]);
  const text = readFileSync(new URL('../../docs/conformance.md', import.meta.url), 'utf8');
  const named = [...text.matchAll(/^\| `(fapi2-[\w-]+)`/gm)].map(([, name = '']) => name);
  expect(named).toEqual([...new Set(named)]);
  expect(named.toSorted()).toEqual([...new Set(CASES.map(({ name }) => name))].toSorted());
});
