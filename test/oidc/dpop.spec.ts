// DPoP (RFC 9449): what a proof binds, and every way in which a token, a code or a proof could serve somebody without the key.
import { createHmac, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { readKey } from '../../src/oidc/proofs/proof.js';
import { Proofs } from '../../src/oidc/proofs/proofs.service.js';
import { Browser, answerOf } from '../support/browser.js';
import { addClient, addKey, assertionOf, ASSERTION_TYPE, JWT_PROFILE, type Client } from '../support/clients.js';
import { callWithProof, postWithProof, proofMaker, sha256, type ProofMaker, type ProofWish } from '../support/dpop.js';
import { authorize, CHALLENGE, claimsOf, introspect, post, refresh, VERIFIER } from '../support/oauth.js';
import type { Answer } from '../support/service.js';
import { addServiceUser, addServiceUserWithSecret } from '../support/service-users.js';
import { service, useWorld, world } from '../support/use-world.js';
import { REDIRECT_URI } from '../support/world.js';

const TOKEN = '/oauth/v2/token';
const PAR = '/oauth/v2/par';
const USERINFO = '/oidc/v1/userinfo';
const CC = { grant_type: 'client_credentials' };
/** A query, which the endpoints ignore, leads past the fast path. */
const WAYS = [
  ['the fast path', ''],
  ['the library', '?way=library'],
] as const;

useWorld();

let client: Client;
let machine: { clientId: string; clientSecret: string };
let key: ProofMaker;
beforeAll(async () => {
  client = await addClient(world, { type: 'userAgent' });
  const { credentials } = service;
  machine = credentials.serviceUser;
  key = proofMaker();
});

const errorOf = ({ status, body }: Answer) => [status, body.error];

async function codeFor(as = client, parameters: Record<string, string> = {}): Promise<string> {
  return (await authorize(service, world, as.clientId, { scope: 'openid email offline_access', ...parameters })).code;
}

const codeForm = (code: string) => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: REDIRECT_URI,
  code_verifier: VERIFIER,
});

async function redeemed(as = client, maker = key): Promise<Answer['body']> {
  const { status, body } = await postWithProof(service, maker, TOKEN, codeForm(await codeFor(as)), as);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

async function machineToken(scope = 'openid'): Promise<string> {
  const { status, body } = await postWithProof(service, key, TOKEN, { ...CC, scope }, machine);
  expect([status, body.token_type], JSON.stringify(body)).toEqual([200, 'DPoP']);
  return body.access_token as string;
}

const rowsOf = async () => Number((await service.get(Database).query.row<{ n: number }>('SELECT COUNT(*) AS n FROM used_proofs'))?.n);

describe('a proof binds', () => {
  it.each(WAYS)('the tokens of a code, by %s', async (_, query) => {
    const { body, status } = await postWithProof(service, key, TOKEN + query, codeForm(await codeFor()), client);
    expect([status, body.token_type], JSON.stringify(body)).toEqual([200, 'DPoP']);
    const shown = await callWithProof(service, key, 'GET', USERINFO + query, { token: body.access_token });
    expect([shown.status, shown.body.sub]).toEqual([200, world.person.id]);
    const renewed = await postWithProof(
      service,
      key,
      TOKEN + query,
      { grant_type: 'refresh_token', refresh_token: body.refresh_token },
      client,
    );
    expect([renewed.status, renewed.body.token_type]).toEqual([200, 'DPoP']);
  });

  it.each(WAYS)('those of client credentials, by %s', async (_, query) => {
    const { status, body } = await postWithProof(service, key, TOKEN + query, CC, machine);
    expect([status, body.token_type]).toEqual([200, 'DPoP']);
  });

  it('those of an assertion as a grant', async () => {
    const user = await addServiceUser(service, world);
    const signer = await addKey(service, user);
    const form = { grant_type: JWT_PROFILE, assertion: await assertionOf(service, signer, user.clientId), scope: 'openid' };
    expect((await postWithProof(service, key, TOKEN, form)).body.token_type).toBe('DPoP');
  });

  it.each(['ES256', 'PS256', 'Ed25519', 'EdDSA'] as const)('with %s', async (alg) => {
    const maker = proofMaker(alg);
    const { body } = await postWithProof(service, maker, TOKEN, { ...CC, scope: 'openid' }, machine);
    expect((await callWithProof(service, maker, 'GET', USERINFO, { token: body.access_token })).status).toBe(200);
  });

  it('a JWT by its cnf, and introspection says so', async () => {
    const own = await addClient(world, { accessTokenType: 'jwt' });
    const { access_token: token } = await redeemed(own);
    expect(claimsOf(token)['cnf']).toEqual({ jkt: key.jkt });
    const { body } = await introspect(service, own, token);
    expect([body.active, body.token_type, body.cnf]).toEqual([true, 'DPoP', { jkt: key.jkt }]);
    expect((await callWithProof(service, key, 'GET', USERINFO, { token })).status).toBe(200);
  });

  it('nothing without it: a client that sends none is answered as ever', async () => {
    const { body } = await post(service, TOKEN, CC, machine);
    expect(body.token_type).toBe('Bearer');
    expect(
      (
        await service.call('GET', USERINFO, undefined, {
          token: null,
          headers: { authorization: `Bearer ${body.access_token}`, dpop: 'x' },
        })
      ).status,
    ).toBe(200);
  });
});

describe('a bound token', () => {
  let token: string;
  beforeAll(async () => {
    token = await machineToken();
  });
  const APIS = [
    ['userinfo', USERINFO],
    ['userinfo by the library', `${USERINFO}?x=1`],
    ['the admin API', '/admin/v1/organizations?limit=1'],
    ['SCIM', 'scim'],
  ] as const;
  const pathOf = (path: string) => (path === 'scim' ? `/scim/v2/${service.credentials.orgId}/Users?count=1` : path);
  const ask = (path: string, wish: ProofWish & { scheme?: string; token?: string } = {}, maker = key) =>
    callWithProof(service, maker, 'GET', pathOf(path), { token, ...wish });

  describe.each(APIS)('at %s', (_, path) => {
    it('is accepted with a proof', async () => {
      expect((await ask(path)).status).toBe(200);
    });

    it('is refused as Bearer, with and without a proof', async () => {
      const bare = await service.call('GET', pathOf(path), undefined, { token });
      expect([bare.status, bare.headers.get('www-authenticate')]).toEqual([
        401,
        expect.stringMatching(/^DPoP error="invalid_token", algs="ES256 /),
      ]);
      expect((await ask(path, { scheme: 'Bearer' })).status).toBe(401);
    });

    it('is refused without a proof', async () => {
      const answer = await service.call('GET', pathOf(path), undefined, { token: null, headers: { authorization: `DPoP ${token}` } });
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('invalid_dpop_proof')]);
    });

    it.each<[string, ProofWish]>([
      ['another method', { claims: { htm: 'POST' } }],
      ['another address', { claims: { htu: 'https://evil.example/oidc/v1/userinfo' } }],
      ['another path', { claims: { htu: 'http://localhost/x' } }],
      ['another token', { claims: { ath: sha256('other') } }],
      ['no token', { claims: { ath: undefined } }],
      ['no jti', { claims: { jti: undefined } }],
      ['a private key', { header: { jwk: { ...proofMaker().privateKey.export({ format: 'jwk' }) } } }],
      ['another type', { header: { typ: 'JWT' } }],
      ['a critical extension', { header: { crit: ['x'], x: 1 } }],
      ['alg none', { header: { alg: 'none' }, signature: '' }],
    ])('is refused with a proof for %s', async (_name, wish) => {
      const answer = await ask(path, wish);
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('invalid_dpop_proof')]);
    });

    it('is refused with a proof by another key', async () => {
      const answer = await ask(path, {}, proofMaker());
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('invalid_token')]);
    });

    it('is refused with a key that did not sign', async () => {
      expect((await ask(path, { header: { jwk: proofMaker().jwk } })).status).toBe(401);
    });

    it('is refused with a proof that was used before', async () => {
      const dpop = key.make('GET', service.url + (pathOf(path).split('?')[0] ?? ''), { token });
      const once = () => service.call('GET', pathOf(path), undefined, { token: null, headers: { authorization: `DPoP ${token}`, dpop } });
      expect((await once()).status).toBe(200);
      const again = await once();
      expect([again.status, again.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('invalid_dpop_proof')]);
    });

    it.each([
      ['stale', -61],
      ['from the future', 25],
    ])('asks for a nonce when the proof is %s, and accepts it then', async (_name, seconds) => {
      const claims = { iat: Math.floor(Date.now() / 1_000) + seconds };
      const answer = await ask(path, { claims });
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('use_dpop_nonce')]);
      const nonce = answer.headers.get('dpop-nonce') ?? '';
      expect((await ask(path, { claims, nonce })).status).toBe(200);
    });

    it('is refused with the nonce of another issuer', async () => {
      const nonce = createHmac('sha256', randomUUID()).update('x').digest().subarray(0, 16).toString('base64url');
      expect((await ask(path, { nonce })).headers.get('www-authenticate')).toContain('use_dpop_nonce');
    });
  });

  it('an unbound token is refused as DPoP, a personal access token too', async () => {
    const { body } = await post(service, TOKEN, { ...CC, scope: 'openid' }, machine);
    expect((await ask(USERINFO, { token: body.access_token })).status).toBe(401);
    expect((await ask(USERINFO, { token: service.credentials.serviceUser.personalAccessToken })).status).toBe(401);
  });

  it('tells programs what to do: problem details and SCIM errors', async () => {
    const { body } = await ask('/admin/v1/organizations?limit=1', { claims: { htm: 'POST' } });
    expect([body.code, body.detail]).toEqual(['access.invalidProof', expect.stringContaining('htm')]);
    expect((await ask('scim', { nonce: 'other' })).body.schemas).toContain('urn:ietf:params:scim:api:messages:2.0:Error');
  });

  it('is refused in the body of userinfo', async () => {
    expect((await post(service, USERINFO, { access_token: token })).status).toBe(401);
  });

  it('can be revoked without a proof', async () => {
    const other = await machineToken();
    await post(service, '/oauth/v2/revoke', { token: other }, machine);
    expect((await ask(USERINFO, { token: other })).status).toBe(401);
  });
});

describe.each(WAYS)('the token endpoint, by %s, accepts', (_way, query) => {
  const now = Math.floor(Date.now() / 1_000);
  // FAPI 2.0 Security Profile section 5.3.2.1: the first two must be accepted.
  it.each<[string, ProofWish]>([
    ['a proof of 10 seconds ago', { claims: { iat: now - 10 } }],
    ['a clock that is 10 seconds ahead', { claims: { iat: now + 10 } }],
    ['nbf and exp, which mean nothing here', { claims: { nbf: now + 3_600, exp: now - 3_600 } }],
    ['claims of others', { claims: { aud: 'https://evil.example', ath: sha256('other') } }],
  ])('%s', async (_name, wish) => {
    expect((await postWithProof(service, key, TOKEN + query, CC, machine, wish)).status).toBe(200);
  });

  it('another spelling of the address', async () => {
    const claims = { htu: `${service.url.replace('http://', 'HTTP://')}${TOKEN}?x=1#y` };
    expect((await postWithProof(service, key, TOKEN + query, CC, machine, { claims })).status).toBe(200);
  });
});

describe.each(WAYS)('the token endpoint, by %s, refuses', (_way, query) => {
  const asked = (wish: ProofWish & { proof?: string } = {}, maker = key) => postWithProof(service, maker, TOKEN + query, CC, machine, wish);

  it.each<[string, () => ProofWish & { proof?: string }]>([
    ['another method', () => ({ claims: { htm: 'GET' } })],
    ['another address', () => ({ claims: { htu: `${service.url}${USERINFO}` } })],
    ['no signature', () => ({ header: { alg: 'none' }, signature: '' })],
    ['alg none with some signature', () => ({ header: { alg: 'none' }, signature: 'AAAA' })],
    ['an HMAC', () => ({ header: { alg: 'HS256', jwk: { kty: 'oct', k: 'c2VjcmV0' } } })],
    ['the public key as the secret of an HMAC', () => ({ header: { alg: 'HS256' } })],
    ['an RSA signature of another kind', () => ({ header: { alg: 'RS256' } })],
    ['an algorithm that does not fit the key', () => ({ header: { alg: 'EdDSA' } })],
    ['a private key inside', () => ({ header: { jwk: key.privateKey.export({ format: 'jwk' }) } })],
    ['a key by reference', () => ({ header: { jwk: undefined, jku: 'https://evil.example/keys' } })],
    ['a huge proof', () => ({ claims: { filler: 'x'.repeat(4_000) } })],
    ['a huge jti', () => ({ claims: { jti: 'x'.repeat(501) } })],
    ['no iat', () => ({ claims: { iat: undefined } })],
    ['what is no JWT', () => ({ proof: 'proof' })],
    ['two proofs', () => ({ proof: `${key.make('POST', service.url + TOKEN)}, ${key.make('POST', service.url + TOKEN)}` })],
  ])('%s', async (_name, wish) => {
    expect(errorOf(await asked(wish()))).toEqual([400, 'invalid_dpop_proof']);
  });

  it('a proof that was used before', async () => {
    const proof = key.make('POST', service.url + TOKEN);
    expect((await asked({ proof })).status).toBe(200);
    expect(errorOf(await asked({ proof }))).toEqual([400, 'invalid_dpop_proof']);
  });

  it('a time that is not now, with a nonce that is accepted then', async () => {
    const claims = { iat: 1 };
    const refused = await asked({ claims });
    expect(errorOf(refused)).toEqual([400, 'use_dpop_nonce']);
    const nonce = refused.headers.get('dpop-nonce') ?? '';
    expect((await asked({ claims, nonce })).status).toBe(200);
    expect(errorOf(await asked({ nonce: 'AAAAAAAAAAAAAAAAAAAAAA' }))).toEqual([400, 'use_dpop_nonce']);
  });

  it('a refresh token of a public client with another key or none, which harms nothing', async () => {
    const { refresh_token } = await redeemed();
    const form = { grant_type: 'refresh_token', refresh_token };
    expect(errorOf(await postWithProof(service, proofMaker(), TOKEN + query, form, client))).toEqual([400, 'invalid_grant']);
    expect(errorOf(await post(service, TOKEN + query, form, client))).toEqual([400, 'invalid_grant']);
    // Without the thumbprint, its HMAC is wrong.
    const stripped = refresh_token.replace(`.${key.jkt}`, '');
    expect(errorOf(await post(service, TOKEN + query, { ...form, refresh_token: stripped }, client))).toEqual([400, 'invalid_grant']);
    expect((await postWithProof(service, key, TOKEN + query, form, client)).status).toBe(200);
  });

  it('a used refresh token from a thief without the key, who cannot end the authorization by it', async () => {
    const first = await redeemed();
    const form = (refresh_token: string) => ({ grant_type: 'refresh_token', refresh_token });
    const { body: second } = await postWithProof(service, key, TOKEN, form(first.refresh_token), client);
    const { body: third } = await postWithProof(service, key, TOKEN, form(second.refresh_token), client);
    expect(errorOf(await post(service, TOKEN + query, form(first.refresh_token), client))).toEqual([400, 'invalid_grant']);
    expect((await postWithProof(service, key, TOKEN, form(third.refresh_token), client)).status).toBe(200);
  });

  it('the way back to bearer tokens for a client with a secret, which may change its key', async () => {
    const own = await addClient(world);
    const { refresh_token } = await redeemed(own);
    expect(errorOf(await refresh(service, own, refresh_token))).toEqual([400, 'invalid_grant']);
    const form = { grant_type: 'refresh_token', refresh_token };
    expect((await postWithProof(service, proofMaker(), TOKEN + query, form, own)).body.token_type).toBe('DPoP');
  });

  it('every request without a proof of an application that requires one', async () => {
    const own = await addClient(world, { requireDpop: true });
    const code = await codeFor(own);
    expect(errorOf(await post(service, TOKEN + query, codeForm(code), own))).toEqual([400, 'invalid_dpop_proof']);
    expect((await postWithProof(service, key, TOKEN + query, codeForm(code), own)).body.token_type).toBe('DPoP');
  });

  it('a code that is bound by dpop_jkt without its key', async () => {
    const code = await codeFor(client, { dpop_jkt: key.jkt });
    expect(errorOf(await post(service, TOKEN + query, codeForm(code), client))).toEqual([400, 'invalid_grant']);
    expect(errorOf(await postWithProof(service, proofMaker(), TOKEN + query, codeForm(code), client))).toEqual([400, 'invalid_grant']);
    expect((await postWithProof(service, key, TOKEN + query, codeForm(code), client)).status).toBe(200);
  });
});

describe('an authorization request', () => {
  const REQUEST = { response_type: 'code', redirect_uri: REDIRECT_URI, scope: 'openid', ...CHALLENGE };
  const authorized = async (requestUri: string, as: Client) => {
    const browser = new Browser(service.url);
    const query = new URLSearchParams({ client_id: as.clientId, request_uri: requestUri });
    const page = await browser.open(`${service.url}/oauth/v2/authorize?${query.toString()}`);
    return answerOf(await browser.submit(page, world.loginName, 'Correct-Horse-7')).members['code'] ?? '';
  };

  it('is refused with a thumbprint that is none', async () => {
    const { callback } = await authorize(service, world, client.clientId, { dpop_jkt: 'x' }).catch(() => ({ callback: undefined }));
    expect(callback?.searchParams.get('error') ?? 'invalid_request').toBe('invalid_request');
    expect(errorOf(await post(service, PAR, { ...REQUEST, dpop_jkt: 'x' }, client))).toEqual([400, 'invalid_request']);
  });

  it('that is pushed with a proof is bound to its key', async () => {
    const own = await addClient(world);
    const { status, body } = await postWithProof(service, key, PAR, REQUEST, own);
    expect(status, JSON.stringify(body)).toBe(201);
    const code = await authorized(body.request_uri, own);
    expect(errorOf(await post(service, TOKEN, codeForm(code), own))).toEqual([400, 'invalid_grant']);
    expect((await postWithProof(service, key, TOKEN, codeForm(code), own)).status).toBe(200);
  });

  it('is pushed with a proof by the key that it names, used once', async () => {
    const own = await addClient(world);
    const named = { ...REQUEST, dpop_jkt: proofMaker().jkt };
    expect(errorOf(await postWithProof(service, key, PAR, named, own))).toEqual([400, 'invalid_dpop_proof']);
    const proof = key.make('POST', service.url + PAR);
    expect((await postWithProof(service, key, PAR, REQUEST, own, { proof })).status).toBe(201);
    expect(errorOf(await postWithProof(service, key, PAR, REQUEST, own, { proof }))).toEqual([400, 'invalid_dpop_proof']);
    expect(errorOf(await postWithProof(service, key, PAR, REQUEST, own, { claims: { htm: 'GET' } }))).toEqual([400, 'invalid_dpop_proof']);
  });

  it('in a signed object is bound as well, and its key is compared with the proof', async () => {
    const own = await addClient(world, { authMethod: 'private_key_jwt' });
    const signer = await addKey(service, own.application);
    const assertion = async () => ({
      client_assertion: await assertionOf(service, signer, own.clientId),
      client_assertion_type: ASSERTION_TYPE,
    });
    const object = (more: object) =>
      assertionOf(service, signer, own.clientId, { ...REQUEST, sub: undefined, client_id: own.clientId, ...more });
    const push = async (more: object) => postWithProof(service, key, PAR, { request: await object(more), ...(await assertion()) });
    expect(errorOf(await push({ dpop_jkt: proofMaker().jkt }))).toEqual([400, 'invalid_dpop_proof']);
    const { status, body } = await push({});
    expect(status, JSON.stringify(body)).toBe(201);
    const code = await authorized(body.request_uri, own);
    expect(errorOf(await post(service, TOKEN, { ...codeForm(code), ...(await assertion()) }))).toEqual([400, 'invalid_grant']);
    expect((await postWithProof(service, key, TOKEN, { ...codeForm(code), ...(await assertion()) })).status).toBe(200);
  });
});

describe('strangers', () => {
  it.each([
    ['key', 577, 'AQAB'],
    ['exponent', 256, 'gAAACw'],
  ])('choose no RSA %s whose signatures cost too much', (_what, bytes, e) => {
    const header = (n: number, exponent: string) => {
      const jwk = { kty: 'RSA', n: Buffer.alloc(n, 0xff).toString('base64url'), e: exponent };
      return Buffer.from(JSON.stringify({ typ: 'dpop+jwt', alg: 'PS256', jwk })).toString('base64url');
    };
    expect(readKey(header(512, 'AQAB')).alg).toBe('PS256');
    expect(() => readKey(header(bytes, e))).toThrow('RSA with at most 4096 bits');
  });

  it('cost no check of a signature: a token that is none is judged first', async () => {
    const verify = vi.spyOn(service.get(Proofs), 'verify');
    await callWithProof(service, key, 'GET', USERINFO, { token: 'unknown' });
    expect(verify).not.toHaveBeenCalled();
    verify.mockRestore();
  });

  it('write no row of a proof', async () => {
    const before = await rowsOf();
    const form = codeForm('unknown');
    await postWithProof(service, key, TOKEN, form, client);
    await postWithProof(service, key, TOKEN, { grant_type: 'refresh_token', refresh_token: 'rt_1.1.x' }, client);
    await postWithProof(service, key, TOKEN, CC, { ...machine, clientSecret: 'wrong' });
    await postWithProof(service, key, PAR, { response_type: 'code', redirect_uri: REDIRECT_URI, scope: 'openid', ...CHALLENGE }, client);
    await callWithProof(service, key, 'GET', USERINFO, { token: 'unknown' });
    await callWithProof(service, proofMaker(), 'GET', USERINFO, {
      token: await post(service, TOKEN, CC, machine).then(({ body }) => body.access_token as string),
    });
    expect(await rowsOf()).toBe(before);
  });
});

describe('a service user', () => {
  it('may use proofs for its own tokens', async () => {
    const user = await addServiceUserWithSecret(service, world);
    expect((await postWithProof(service, key, TOKEN, CC, user)).body.token_type).toBe('DPoP');
  });
});
