// What lives how long: the settings, and the numbers of an application.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { ExpiredRows } from '../../src/common/work/expired-rows.service.js';
import { Policies } from '../../src/users/organizations/policies/policies.service.js';
import { startService, type TestService } from '../support/service.js';
import { addServiceUserWithSecret } from '../support/service-users.js';
import { claimsOf, clientToken, post, refresh, signIn, signInToNewClient, userinfo } from '../support/oauth.js';
import { addExchanger, exchange } from '../support/token-exchange.js';
import { makeWorld, type World } from '../support/world.js';

let service: TestService;
let world: World;
beforeAll(async () => {
  service = await startService({
    ACCESS_TOKEN_OPAQUE_SECONDS: '1200',
    ACCESS_TOKEN_JWT_SECONDS: '120',
    ID_TOKEN_SECONDS: '240',
    REFRESH_TOKEN_IDLE_SECONDS: '7200',
    REFRESH_TOKEN_SECONDS: '14400',
  });
  world = await makeWorld(service);
});
afterAll(() => service.close());

const later = (seconds: number) => service.get(Clock).advance(seconds * 1000);
const idTokenLife = (token: string) => {
  const { exp, iat } = claimsOf(token) as { exp: number; iat: number };
  return exp - iat;
};

it.each([
  [{}, 1200, 240],
  [{ accessTokenType: 'jwt' as const }, 120, 240],
  [{ accessTokenSeconds: 90, idTokenSeconds: 100 }, 90, 100],
  [{ accessTokenType: 'jwt' as const, accessTokenSeconds: 86_400 }, 86_400, 240],
])('an application with %j gives access tokens for %d s and ID tokens for %d s, and says so', async (input, access, id) => {
  const { client, tokens } = await signInToNewClient(service, world, input);
  expect([tokens.expires_in, idTokenLife(tokens.id_token)]).toEqual([access, id]);
  const again = (await refresh(service, client, tokens.refresh_token)).body;
  expect([again.expires_in, idTokenLife(again.id_token)]).toEqual([access, id]);
  later(access + 6);
  expect((await userinfo(service, again.access_token)).status).toBe(401);
});

it('a service user gets the life of its format', async () => {
  const [opaque, jwt] = [
    await addServiceUserWithSecret(service, world),
    await addServiceUserWithSecret(service, world, { accessTokenType: 'jwt' }),
  ];
  const life = async (user: typeof opaque) =>
    (await post(service, '/oauth/v2/token', { grant_type: 'client_credentials' }, user)).body.expires_in as number;
  expect([await life(opaque), await life(jwt)]).toEqual([1200, 120]);
  expect(claimsOf(await clientToken(service, jwt))).toHaveProperty('exp');
});

it.each(['opaque', 'jwt'] as const)('%s access tokens end 5 s after their time here, for clocks that differ', async (accessTokenType) => {
  const { tokens } = await signInToNewClient(service, world, { accessTokenType });
  later(tokens.expires_in + 2);
  expect((await userinfo(service, tokens.access_token)).status).toBe(200);
  later(4);
  expect((await userinfo(service, tokens.access_token)).status).toBe(401);
});

it('a refresh token ends when it lies unused, and each use starts that anew', async () => {
  const { client, tokens } = await signInToNewClient(service, world);
  later(7_000);
  const { body } = await refresh(service, client, tokens.refresh_token);
  later(7_000);
  const last = await refresh(service, client, body.refresh_token);
  expect(last.status).toBe(200);
  later(7_201);
  expect((await refresh(service, client, last.body.refresh_token)).body.error).toBe('invalid_grant');
});

it('an authorization cannot be refreshed beyond its absolute end', async () => {
  const { client, tokens } = await signInToNewClient(service, world, { refreshIdleSeconds: 3_000, refreshAbsoluteSeconds: 4_000 });
  later(2_500);
  const { body } = await refresh(service, client, tokens.refresh_token);
  later(1_600);
  expect((await refresh(service, client, body.refresh_token)).body.error).toBe('invalid_grant');
});

it('an ID token that lives longer than any access token can be exchanged until its end', async () => {
  await service.get(Policies).setFeatures({ oidcTokenExchange: true }, 'test');
  const client = await addExchanger(world, { idTokenSeconds: 20_000 });
  const { tokens } = await signIn(service, world, client);
  later(6_000);
  await service.get(ExpiredRows).purgeNow();
  expect((await exchange(service, client, ['id_token', tokens.id_token])).status).toBe(200);
});

it.each([
  ['accessTokenSeconds', 59],
  ['accessTokenSeconds', 86_401],
  ['idTokenSeconds', 1.5],
  ['refreshReuseSeconds', 11],
  ['refreshReuseSeconds', -1],
  ['refreshAbsoluteSeconds', 0],
])('an application may not set %s to %d', async (field, value) => {
  await expect(world.addApplication({ [field]: value })).rejects.toMatchObject({ kind: 'invalid', field });
});
