// The database did what it was asked, and its answer was lost: the client notices nothing.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { secretDigest } from '../../src/common/crypto/digest.js';
import { Clock, DAY_US } from '../../src/common/primitives/clock.js';
import { GrantsRepository, type HeldGrant } from '../../src/oidc/tokens/stored/grants.repository.js';
import { startCuttingProxy, type CuttingProxy } from '../support/cutting-proxy.js';
import { freshDatabase, SERVER_URL, type FreshDatabase } from '../support/database.js';
import { authorize, redeem, refresh, signInToNewClient, userinfo } from '../support/oauth.js';
import { startService, type TestService } from '../support/service.js';
import { makeWorld, type World } from '../support/world.js';

describe.skipIf(!SERVER_URL)('a lost answer of the database', () => {
  let proxy: CuttingProxy;
  let database: FreshDatabase;
  let service: TestService;
  let world: World;
  beforeAll(async () => {
    database = await freshDatabase('');
    const { hostname, port } = new URL(database.url);
    proxy = await startCuttingProxy(hostname, Number(port));
    const through = new URL(database.url);
    through.port = String(proxy.port);
    service = await startService({ DATABASE_URL: through.href });
    world = await makeWorld(service);
  });
  afterAll(async () => {
    await service.close();
    await proxy.close();
    await database.drop();
  });

  it.each(['before', 'after'] as const)(
    'to the rotation of a refresh token, cut %s it arrived, costs a confidential client nothing',
    async (when) => {
      const { client, tokens } = await signInToNewClient(service, world, { type: 'web', refreshReuseSeconds: 0 }, 'openid offline_access');
      proxy.cutNext('UPDATE grants SET refresh_n', when);
      const first = await refresh(service, client, tokens.refresh_token);
      expect(first.status).toBe(200);
      expect((await refresh(service, client, first.body.refresh_token)).status).toBe(200);
    },
  );

  it.each(['before', 'after'] as const)('to the redemption of a code, cut %s it arrived, costs nobody the sign-in', async (when) => {
    const { client } = await signInToNewClient(service, world, { type: 'web' }, 'openid offline_access');
    const { code } = await authorize(service, world, client.clientId);
    proxy.cutNext('UPDATE grants SET code_used_us', when);
    const { status, body } = await redeem(service, client, code);
    expect(status).toBe(200);
    expect((await userinfo(service, body.access_token)).status).toBe(200);
    expect((await redeem(service, client, code)).body.error).toBe('invalid_grant');
  });

  it('to two redemptions of a code in one moment, as of two processes, lets one of them have it', async () => {
    const { client } = await signInToNewClient(service, world, { type: 'web' }, 'openid offline_access');
    const { code } = await authorize(service, world, client.clientId);
    const grants = service.get(GrantsRepository);
    const { no } = (await grants.findHeldByCode('AuthorizationCode', secretDigest(code))) as HeldGrant;
    const nowUs = service.get(Clock).nowUs();
    const held = vi.spyOn(service.get(Clock), 'nowUs').mockReturnValue(nowUs);
    const outcomes: boolean[] = [];
    for (let caller = 0; caller < 2; caller++) {
      proxy.cutNext('UPDATE grants SET code_used_us', 'after');
      outcomes.push(await grants.redeem(no, { idleUs: nowUs + DAY_US, untilUs: nowUs + DAY_US, expiresUs: nowUs + DAY_US }));
    }
    held.mockRestore();
    expect(outcomes).toEqual([true, false]);
  });

  it('that stays lost is a 503, and the same refresh token works when the database is back', async () => {
    const { client, tokens } = await signInToNewClient(service, world, { type: 'web' }, 'openid offline_access');
    proxy.cutNext('UPDATE grants SET refresh_n', 'after', Infinity);
    const away = await refresh(service, client, tokens.refresh_token);
    expect([away.status, away.body.error, away.headers.get('retry-after')]).toEqual([503, 'temporarily_unavailable', '2']);
    proxy.cutNext('', 'after', 0);
    expect((await refresh(service, client, tokens.refresh_token)).status).toBe(200);
  });
});
