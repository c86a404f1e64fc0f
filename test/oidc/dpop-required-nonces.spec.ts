// DPoP where every proof needs a nonce of the service: nonces rotate, and bound tokens are exchanged with their key; read-only mode; purged rows.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { Database } from '../../src/common/database/database.js';
import { ExpiredRows } from '../../src/common/work/expired-rows.service.js';
import { addClient, type Client } from '../support/clients.js';
import { callWithProof, postWithProof, proofMaker, type ProofMaker, type ProofWish } from '../support/dpop.js';
import { authorize, introspect, post, VERIFIER } from '../support/oauth.js';
import { startService, type Answer, type TestService } from '../support/service.js';
import { addExchanger, allowImpersonation, TOKEN_EXCHANGE, typeUrn } from '../support/token-exchange.js';
import { makeWorld, REDIRECT_URI, type World } from '../support/world.js';

const TOKEN = '/oauth/v2/token';
const USERINFO = '/oidc/v1/userinfo';
const CC = { grant_type: 'client_credentials', scope: 'openid' };

let service: TestService;
let world: World;
let key: ProofMaker;
beforeAll(async () => {
  service = await startService({ DPOP_NONCES_REQUIRED: 'true' });
  world = await makeWorld(service);
  await allowImpersonation(service, world);
  key = proofMaker();
});
afterAll(() => service.close());

const errorOf = ({ status, body }: Answer) => [status, body.error];

/** As a client does: the first request learns the nonce, the second has it. */
async function send(maker: ProofMaker, form: Record<string, string>, as: { clientId: string; clientSecret?: string }): Promise<Answer> {
  const first = await postWithProof(service, maker, TOKEN, form, as);
  if (first.body.error !== 'use_dpop_nonce') return first;
  return postWithProof(service, maker, TOKEN, form, as, { nonce: first.headers.get('dpop-nonce') ?? '' });
}

async function shown(token: string, wish: ProofWish = {}, maker = key): Promise<Answer> {
  const first = await callWithProof(service, maker, 'GET', USERINFO, { token });
  return callWithProof(service, maker, 'GET', USERINFO, { token, nonce: first.headers.get('dpop-nonce') ?? '', ...wish });
}

const boundToken = async (client: Client): Promise<string> => (await boundTokens(client)).access_token as string;

async function boundTokens(client: Client, maker = key): Promise<Answer['body']> {
  const { code } = await authorize(service, world, client.clientId, { scope: 'openid email' });
  const form = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, code_verifier: VERIFIER };
  const { status, body } = await send(maker, form, client);
  expect([status, body.token_type], JSON.stringify(body)).toEqual([200, 'DPoP']);
  return body;
}

describe('a nonce', () => {
  it.each(['', '?way=library'])('is asked for at the token endpoint (%s)', async (query) => {
    const { serviceUser } = service.credentials;
    const refused = await postWithProof(service, key, TOKEN + query, CC, serviceUser);
    expect(errorOf(refused)).toEqual([400, 'use_dpop_nonce']);
    const nonce = refused.headers.get('dpop-nonce') ?? '';
    expect((await postWithProof(service, key, TOKEN + query, CC, serviceUser, { nonce })).body.token_type).toBe('DPoP');
  });

  it('is replaced each minute: the one before is still accepted, and the answer has the next', async () => {
    const { serviceUser } = service.credentials;
    const nonce = (await postWithProof(service, key, TOKEN, CC, serviceUser)).headers.get('dpop-nonce') ?? '';
    for (const query of ['', '?way=library']) {
      service.get(Clock).advance(query === '' ? 60_000 : 0);
      const old = await postWithProof(service, key, TOKEN + query, CC, serviceUser, { nonce });
      expect(old.status).toBe(200);
      expect(old.headers.get('dpop-nonce')).toMatch(/^[\w-]{22}$/);
      expect(old.headers.get('dpop-nonce')).not.toBe(nonce);
    }
    service.get(Clock).advance(60_000);
    expect(errorOf(await postWithProof(service, key, TOKEN, CC, serviceUser, { nonce }))).toEqual([400, 'use_dpop_nonce']);
  });
});

describe('an exchange', () => {
  const form = (token: string) => ({
    grant_type: TOKEN_EXCHANGE,
    subject_token: token,
    subject_token_type: typeUrn('access_token'),
  });

  it.each(['userAgent', 'web'] as const)('of a bound token needs its key, for the %s application that it was issued to', async (type) => {
    const client = await addExchanger(world, { type });
    const token = await boundToken(client);
    expect(errorOf(await post(service, TOKEN, form(token), client))).toEqual([400, 'invalid_request']);
    expect(errorOf(await send(proofMaker(), form(token), client))).toEqual([400, 'invalid_request']);
    const { body } = await send(key, form(token), client);
    expect(body.token_type).toBe('DPoP');
    expect((await shown(body.access_token)).status).toBe(200);
    expect((await shown(body.access_token, {}, proofMaker())).status).toBe(401);
  });

  it('by another client in the audience is bound to the key of that client', async () => {
    const [owner, other] = [await addExchanger(world), await addExchanger(world)];
    const token = await boundToken(owner);
    const own = proofMaker();
    const { status, body } = await send(own, form(token), other);
    expect([status, body.token_type], JSON.stringify(body)).toEqual([200, 'DPoP']);
    const { body: told } = await introspect(service, other, body.access_token);
    expect(told.cnf).toEqual({ jkt: own.jkt });
  });

  it('by a public client in the audience needs the key', async () => {
    const [owner, thief] = [await addExchanger(world), await addExchanger(world, { type: 'userAgent' })];
    const token = await boundToken(owner);
    expect(errorOf(await send(proofMaker(), form(token), thief))).toEqual([400, 'invalid_request']);
  });

  it.each([
    ['refused to a public client whose tokens must be bound', 'userAgent', true, [400, 'invalid_request']],
    ['allowed to a public client that may have bearer tokens', 'userAgent', false, [200, undefined]],
    ['allowed to a client that proves itself', 'web', true, [200, undefined]],
  ] as const)('of an ID token, which is bound to no key, is %s', async (_, type, requireDpop, expected) => {
    const client = await addExchanger(world, { type, requireDpop });
    const { id_token } = await boundTokens(client);
    const ofIdToken = { ...form(id_token), subject_token_type: typeUrn('id_token') };
    expect(errorOf(await send(proofMaker(), ofIdToken, client))).toEqual(expected);
  });
});

describe('an application that requires proofs', () => {
  it('cannot have access tokens by redirect', async () => {
    const wish = {
      requireDpop: true,
      responseTypes: ['code', 'code token'] as never,
      grantTypes: ['authorization_code', 'implicit'] as never,
    };
    await expect(addClient(world, wish)).rejects.toMatchObject({ code: 'application.requireDpop' });
  });
});

describe('used proofs', () => {
  it('are purged when they have expired, not before', async () => {
    await boundToken(await addClient(world));
    const count = async () => Number((await service.get(Database).query.row<{ n: number }>('SELECT COUNT(*) AS n FROM used_proofs'))?.n);
    expect(await count()).toBeGreaterThan(0);
    await service.get(ExpiredRows).purgeNow();
    expect(await count()).toBeGreaterThan(0);
    service.get(Clock).advance(3_600_000);
    await service.get(ExpiredRows).purgeNow();
    expect(await count()).toBe(0);
  });

  it('are remembered by the process alone while it writes nothing', async () => {
    const { serviceUser } = service.credentials;
    const nonce = (await postWithProof(service, key, TOKEN, CC, serviceUser)).headers.get('dpop-nonce') ?? '';
    const { body } = await postWithProof(service, key, TOKEN, CC, serviceUser, { nonce });
    const token = body.access_token as string;
    const rows = () => service.get(Database).query.rows('SELECT id FROM used_proofs');
    expect((await service.call('POST', '/admin/v1/read-only-mode/_begin', { reason: 'test' })).status).toBe(200);
    const before = (await rows()).length;
    try {
      const dpop = key.make('GET', service.url + USERINFO, { token, nonce });
      const once = () => service.call('GET', USERINFO, undefined, { token: null, headers: { authorization: `DPoP ${token}`, dpop } });
      expect((await once()).status).toBe(200);
      expect((await once()).status).toBe(401);
      expect(await rows()).toHaveLength(before);
    } finally {
      await service.call('POST', '/admin/v1/read-only-mode/_end');
    }
  });
});
