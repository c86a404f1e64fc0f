// Keys that somebody else may have: an administrator ends them, and what they made is dead at this service.
import { decodeProtectedHeader } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { Keyring } from '../../src/common/crypto/keyring.service.js';
import { boxKeyId } from '../../src/common/crypto/sealed-box.js';
import { addServiceUserWithSecret, createServiceUser } from '../support/service-users.js';
import { authorizeUrl, clientToken, refresh, signInToNewClient, userinfo } from '../support/oauth.js';
import { eventsOf } from '../support/people.js';
import { startService } from '../support/service.js';
import { service, useWorld, world } from '../support/use-world.js';

useWorld(startService);

interface Key {
  kid: string;
  alg?: string;
  state: string;
}
const keys = async (): Promise<{ keys: Key[]; sealingKeys: Key[] }> => {
  const { keys, sealingKeys } = (await service.call('GET', '/admin/v1/keys')).body;
  return { keys, sealingKeys };
};
const kidOf = async (state: string, alg = 'ES256') => (await keys()).keys.find((key) => key.alg === alg && key.state === state)?.kid ?? '';
const revoke = (kid: string, token?: string) => service.call('POST', `/admin/v1/keys/${kid}/_revoke`, undefined, token ? { token } : {});
const published = async () => {
  const { body } = await service.call('GET', '/oauth/v2/keys', undefined, { token: null });
  return (body.keys as Key[]).map(({ kid }) => kid);
};
const removals = async () =>
  (await eventsOf(service, 'instance')).filter(({ type }) => type === 'instance.key.removed').map(({ payload }) => payload);
/** The key set is at most a second old. */
const aSecondLater = () => service.get(Clock).advance(1_000);

describe('an active signing key that is revoked', () => {
  it('is replaced at once, leaves the key set, and opens nothing it signed', async () => {
    const { client, tokens, browser } = await signInToNewClient(service, world, { accessTokenType: 'jwt', idTokenSigningAlg: 'ES256' });
    expect((await userinfo(service, tokens.access_token)).status).toBe(200);
    const [active, next] = [await kidOf('active'), await kidOf('published')];
    const { status, body } = await revoke(active);
    expect(status).toBe(200);
    expect(body).toEqual(await keys());
    expect([await kidOf('active'), body.keys.map(({ kid }: Key) => kid).includes(active)]).toEqual([next, false]);
    expect(body.keys).toHaveLength(6);

    expect((await userinfo(service, tokens.access_token)).status).toBe(401);
    const after = await clientToken(service, await addServiceUserWithSecret(service, world, { accessTokenType: 'jwt' }));
    expect([decodeProtectedHeader(after).kid, (await userinfo(service, after)).status]).toEqual([next, 200]);
    aSecondLater();
    expect((await published()).toSorted()).toEqual((await keys()).keys.map(({ kid }) => kid).toSorted());
    // An ID token it signed is no hint any more, and the sign-in behind it lives on.
    const hint = new URLSearchParams({ id_token_hint: tokens.id_token }).toString();
    expect((await browser.open(`${service.url}/oidc/v1/end_session?${hint}`)).page?.status).toBe(400);
    const stillIn = await browser.open(authorizeUrl(service.url, client.clientId, 'openid', { prompt: 'none' }));
    expect(stillIn.url).toContain('code=');
    const { body: refreshed } = await refresh(service, client, tokens.refresh_token);
    expect(decodeProtectedHeader(refreshed.id_token).kid).toBe(next);
    expect(await removals()).toContainEqual({ kid: active, alg: 'ES256', state: 'active' });
    expect(await eventsOf(service, 'instance')).toContainEqual(
      expect.objectContaining({ type: 'instance.key.activated', payload: { kid: next, alg: 'ES256' } }),
    );
  });

  it('goes once when several ask at the same time, and its successor can go as well', async () => {
    for (let round = 0; round < 2; round++) {
      const active = await kidOf('active', 'EdDSA');
      const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await revoke(active)).status));
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404, 404]);
      const states = (await keys()).keys.filter(({ alg }) => alg === 'EdDSA').map(({ state }) => state);
      expect(states.toSorted()).toEqual(['active', 'published']);
    }
  });
});

it('each is read alone, whether it signs or seals', async () => {
  const get = (kid: string) => service.call('GET', `/admin/v1/keys/${kid}`);
  const all = await keys();
  for (const key of all.keys) expect((await get(key.kid)).body).toEqual({ ...key, purpose: 'signing' });
  for (const key of all.sealingKeys) expect((await get(key.kid)).body).toEqual({ ...key, purpose: 'sealing' });
  const unknown = await get('nowhere');
  expect([unknown.status, unknown.body.code]).toEqual([404, 'key.notFound']);
  const { token } = await createServiceUser(service, service.credentials.orgId, 'ORG_OWNER');
  expect((await service.call('GET', `/admin/v1/keys/${all.keys[0]?.kid}`, undefined, { token })).status).toBe(403);
});

it('a published or retired signing key goes alone, and a next one is there again', async () => {
  service.get(Clock).advance(400_000);
  await service.call('POST', '/admin/v1/keys/_rotate', { alg: 'RS256' });
  for (const state of ['published', 'retired']) {
    const [kid, active] = [await kidOf(state, 'RS256'), await kidOf('active', 'RS256')];
    expect((await revoke(kid)).status).toBe(200);
    expect([await kidOf('active', 'RS256'), (await keys()).keys.some((key) => key.kid === kid)]).toEqual([active, false]);
    expect(await kidOf('published', 'RS256')).not.toBe('');
    expect(await removals()).toContainEqual({ kid, alg: 'RS256', state });
  }
});

describe('a sealing key that is revoked', () => {
  it('takes every opaque token and refresh token along, and a new one seals at once', async () => {
    const { client, tokens, browser } = await signInToNewClient(service, world);
    const user = await addServiceUserWithSecret(service, world);
    const before = await clientToken(service, user);
    const personal = await createServiceUser(service, world.organization.id);
    const [sealing] = (await keys()).sealingKeys.filter(({ state }) => state === 'active');
    expect(boxKeyId(before)).toBe(sealing?.kid);
    const { status, body } = await revoke(sealing?.kid ?? '');
    expect([status, body.sealingKeys.map(({ state }: Key) => state)]).toEqual([200, ['active']]);

    for (const token of [before, tokens.access_token]) expect((await userinfo(service, token)).status).toBe(401);
    const refused = await refresh(service, client, tokens.refresh_token);
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant']);
    // Not sealed: personal access tokens, secrets and browser sessions.
    expect((await userinfo(service, personal.token)).status).toBe(200);
    expect((await userinfo(service, await clientToken(service, user))).status).toBe(200);
    const silent = await browser.open(authorizeUrl(service.url, client.clientId, 'openid', { prompt: 'none' }));
    expect(new URL(silent.url).searchParams.has('code')).toBe(true);
    expect(await removals()).toContainEqual({ kid: sealing?.kid, purpose: 'access-token' });
    expect((await revoke(sealing?.kid ?? '')).status).toBe(404);
  });
});

describe('a revocation of a key', () => {
  beforeEach(aSecondLater);

  it('is for the owner of the service', async () => {
    const kid = await kidOf('active');
    for (const role of ['IAM_OWNER_VIEWER', 'IAM_ORG_MANAGER', 'ORG_OWNER'] as const) {
      const { token } = await createServiceUser(service, service.credentials.orgId, role);
      expect((await revoke(kid, token)).status, role).toBe(403);
    }
    expect((await service.call('POST', `/admin/v1/keys/${kid}/_revoke`, undefined, { token: null })).status).toBe(401);
    expect(await kidOf('active')).toBe(kid);
  });

  it('finds no key that does not exist, nor one of another purpose', async () => {
    const before = await keys();
    const others = await Promise.all((['cookie', 'signing-key'] as const).map((purpose) => service.get(Keyring).listDataKeys(purpose)));
    for (const kid of ['nowhere', '_rotate', '%00', 'x'.repeat(500), ...others.flat().map(({ id }) => id)]) {
      const { status, body } = await revoke(kid);
      expect([status, body.code], kid).toEqual([404, 'key.notFound']);
    }
    expect([await keys(), others.flat()]).toEqual([before, expect.objectContaining({ length: 2 })]);
  });
});
