// Access tokens as JWTs (RFC 9068), and ID tokens beside them.
import { createHash } from 'node:crypto';
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { SIGNING_ALGORITHMS, signJws } from '../../src/oidc/keys/jws.js';
import { SigningKeys } from '../../src/oidc/keys/signing-keys.service.js';
import { startService } from '../support/service.js';
import type { Credentials } from '../support/clients.js';
import { addServiceUserWithSecret } from '../support/service-users.js';
import { claimsOf, clientToken, post, refresh, signInToNewClient, userinfo } from '../support/oauth.js';
import { service, useWorld, world } from '../support/use-world.js';

useWorld(startService);

let keySet: ReturnType<typeof createRemoteJWKSet>;
beforeAll(async () => {
  keySet = createRemoteJWKSet(new URL(`${service.url}/oauth/v2/keys`));
});

const verify = (jwt: string, audience: string, typ?: string) =>
  jwtVerify(jwt, keySet, { issuer: service.url, audience, ...(typ === undefined ? {} : { typ }) });
const introspect = (token: string, as: Credentials) => post(service, '/oauth/v2/introspect', { token }, as);
const revoke = (token: string, as: Credentials) => post(service, '/oauth/v2/revoke', { token }, as);

describe('a JWT access token', () => {
  it('of a person verifies as RFC 9068 says, and says who, for whom, when and how', async () => {
    const { client, tokens } = await signInToNewClient(service, world, { accessTokenType: 'jwt' });
    const { payload, protectedHeader } = await verify(tokens.access_token, client.clientId, 'at+jwt');
    expect(protectedHeader).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: expect.any(String) });
    expect(payload).toMatchObject({
      sub: world.person.id,
      aud: expect.arrayContaining([client.clientId, world.projectId]),
      client_id: client.clientId,
      scope: 'openid email offline_access',
      jti: expect.any(String),
      amr: ['pwd'],
      auth_time: expect.any(Number),
    });
    expect(payload.exp).toBe((payload.iat ?? 0) + 600);
    expect(tokens.expires_in).toBe(600);
    expect((await userinfo(service, tokens.access_token)).body).toMatchObject({ sub: world.person.id, email: world.loginName });
  });

  it('of a service user opens the API, writes no row, and leaves its siblings alone when it is revoked', async () => {
    const user = await addServiceUserWithSecret(service, world, { accessTokenType: 'jwt' });
    const count = () =>
      service
        .get(Database)
        .query.row<{ n: number }>(
          'SELECT (SELECT COUNT(*) FROM grants) + (SELECT COUNT(*) FROM revoked_tokens) + (SELECT COUNT(*) FROM oidc_artifacts) AS n',
        );
    const before = await count();
    const [token, sibling] = [await clientToken(service, user), await clientToken(service, user)];
    expect(await count()).toEqual(before);
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' });
    const path = `/scim/v2/${world.organization.id}/Users`;
    // Known, but without a role there.
    expect((await service.call('GET', path, undefined, { token })).status).toBe(404);
    expect([(await revoke(token, user)).status, (await revoke('a.b.c', user)).status]).toEqual([200, 200]);
    expect((await service.call('GET', path, undefined, { token })).status).toBe(401);
    expect((await introspect(token, user)).text).toBe('{"active":false}');
    expect((await introspect(sibling, user)).body.active).toBe(true);
  });

  it('is described by introspection exactly as an opaque one', async () => {
    const { application, clientSecret = '' } = await world.addApplication();
    const members = async (accessTokenType: 'jwt' | 'opaque') => {
      const { client, tokens } = await signInToNewClient(service, world, { accessTokenType });
      const { body } = await introspect(tokens.access_token, { clientId: application.clientId, clientSecret });
      expect(body).toMatchObject({
        active: true,
        iss: service.url,
        sub: world.person.id,
        client_id: client.clientId,
        token_type: 'Bearer',
        username: world.loginName,
        scope: 'openid email offline_access',
        aud: [client.clientId, world.projectId],
        amr: ['pwd'],
      });
      expect([body.nbf, body.exp]).toEqual([body.iat, body.iat + tokens.expires_in]);
      if (accessTokenType === 'jwt') expect(body.jti).toBe(claimsOf(tokens.access_token)['jti']);
      return Object.keys(body).toSorted();
    };
    expect(await members('jwt')).toEqual(await members('opaque'));
    const { tokens } = await signInToNewClient(service, world, { accessTokenType: 'jwt' });
    expect((await introspect(tokens.access_token, await addServiceUserWithSecret(service, world))).text).toBe('{"active":false}');
  });

  it.each(SIGNING_ALGORITHMS)('and the ID token are signed with %s when the application says so', async (alg) => {
    const { client, tokens } = await signInToNewClient(service, world, {
      accessTokenType: 'jwt',
      accessTokenSigningAlg: alg,
      idTokenSigningAlg: alg,
    });
    expect((await verify(tokens.access_token, client.clientId, 'at+jwt')).protectedHeader.alg).toBe(alg);
    const { payload, protectedHeader } = await verify(tokens.id_token, client.clientId);
    expect(protectedHeader.alg).toBe(alg);
    const hash = createHash(alg === 'EdDSA' ? 'sha512' : 'sha256')
      .update(tokens.access_token)
      .digest();
    expect(payload['at_hash']).toBe(hash.subarray(0, hash.length / 2).toString('base64url'));
    expect((await userinfo(service, tokens.access_token)).status).toBe(200);
  });

  it('that shows the holder in the clear, as the service issued them once, is not accepted', async () => {
    const { tokens } = await signInToNewClient(service, world, { accessTokenType: 'jwt' });
    const { gatehouse: _sealed, ...claims } = claimsOf(tokens.access_token);
    const holder = { kind: 'person', userNo: world.person.no, generations: { user: 0, organization: 0, client: 0 } };
    const signer = service.get(SigningKeys).signer('ES256');
    expect((await userinfo(service, signJws(signer, 'at+jwt', claimsOf(tokens.access_token)))).status).toBe(200);
    for (const own of [{ gatehouse: holder }, holder, {}]) {
      const token = signJws(signer, 'at+jwt', { ...claims, ...own });
      expect((await userinfo(service, token)).status).toBe(401);
      expect((await introspect(token, await addServiceUserWithSecret(service, world))).text).toBe('{"active":false}');
    }
  });

  it('comes from a refresh with the time of the sign-in, not of the refresh', async () => {
    const { client, tokens } = await signInToNewClient(service, world, { accessTokenType: 'jwt' });
    const { body } = await refresh(service, client, tokens.refresh_token);
    expect(claimsOf(body.access_token)['auth_time']).toBe(claimsOf(tokens.access_token)['auth_time']);
    expect((await userinfo(service, body.access_token)).status).toBe(200);
    await revoke(body.refresh_token, client);
    for (const token of [tokens.access_token, body.access_token]) expect((await userinfo(service, token)).status).toBe(401);
  });
});

describe('an ID token', () => {
  it('is for the client alone and names the session, the party and the way of signing in', async () => {
    const { client, tokens, browser } = await signInToNewClient(service, world);
    const { payload, protectedHeader } = await verify(tokens.id_token, client.clientId);
    expect(protectedHeader.alg).toBe('RS256');
    expect(payload).toMatchObject({
      aud: client.clientId,
      azp: client.clientId,
      sub: world.person.id,
      sid: expect.any(String),
      amr: ['pwd'],
      auth_time: expect.any(Number),
      at_hash: expect.any(String),
    });
    expect(payload.exp).toBe((payload.iat ?? 0) + 3_600);
    const again = (await refresh(service, client, tokens.refresh_token)).body;
    expect(claimsOf(again.id_token)).toMatchObject({ sid: payload['sid'], auth_time: payload['auth_time'], sub: payload.sub });
    expect(browser.cookieNames()).not.toEqual([]);
  });

  it('is no access token, and an access token is no hint', async () => {
    const { tokens, client } = await signInToNewClient(service, world, { accessTokenType: 'jwt', idTokenSigningAlg: 'ES256' });
    expect((await userinfo(service, tokens.id_token)).status).toBe(401);
    expect((await service.call('GET', `/scim/v2/${world.organization.id}/Users`, undefined, { token: tokens.id_token })).status).toBe(401);
    const { application, clientSecret = '' } = await world.addApplication();
    expect((await introspect(tokens.id_token, { clientId: application.clientId, clientSecret })).text).toBe('{"active":false}');
    const hint = (token: string) =>
      service.call('GET', `/oidc/v1/end_session?client_id=${client.clientId}&id_token_hint=${token}`, undefined, { token: null });
    expect((await hint(tokens.access_token)).status).toBe(400);
    expect((await hint(tokens.id_token)).status).toBe(303);
  });
});
