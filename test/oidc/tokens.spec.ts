// Client credentials, introspection, revocation, and which token opens what.
import { describe, expect, it, vi } from 'vitest';
import * as client from 'openid-client';
import { Clock } from '../../src/common/primitives/clock.js';
import { Database } from '../../src/common/database/database.js';
import { notDone } from '../../src/common/database/errors/refusals.js';
import { Keyring } from '../../src/common/crypto/keyring.service.js';
import { ServiceUsers } from '../../src/users/directory/service-users/service-users.service.js';
import { ServiceUserCredentials } from '../../src/users/directory/service-users/service-user-credentials.service.js';
import { eventsOf } from '../support/people.js';
import { startService } from '../support/service.js';
import { clientToken, post, userinfo } from '../support/oauth.js';
import { addServiceUserWithSecret } from '../support/service-users.js';
import type { Credentials } from '../support/clients.js';
import { service, useWorld, world } from '../support/use-world.js';

useWorld(startService);

const TOKEN = '/oauth/v2/token';
const INTROSPECT = '/oauth/v2/introspect';
const REVOKE = '/oauth/v2/revoke';

const addServiceUser = (userName: string) => addServiceUserWithSecret(service, world, { userName });
const tokenFor = (credentials: Credentials, scope?: string) => clientToken(service, credentials, scope);
const introspect = (token: string, as: Credentials) => post(service, INTROSPECT, { token }, as);

describe('client credentials', () => {
  it('gives a service user a token with openid-client, with exactly the members of the specification', async () => {
    const { clientId, clientSecret } = service.credentials.serviceUser;
    const config = await client.discovery(new URL(service.url), clientId, clientSecret, client.ClientSecretPost(clientSecret), {
      execute: [client.allowInsecureRequests],
    });
    expect((await client.clientCredentialsGrant(config, { scope: 'openid' })).access_token).toBeTruthy();
    const { status, body, headers } = await post(
      service,
      TOKEN,
      { grant_type: 'client_credentials', scope: 'openid nothing' },
      { clientId, clientSecret },
    );
    expect(status).toBe(200);
    expect(Object.keys(body).toSorted()).toEqual(['access_token', 'expires_in', 'scope', 'token_type']);
    expect(body).toMatchObject({ expires_in: 3600, scope: 'openid', token_type: 'Bearer' });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('needs no scope', async () => {
    const { body } = await post(service, TOKEN, { grant_type: 'client_credentials' }, service.credentials.serviceUser);
    expect(body.scope).toBe('');
  });

  it('is refused to applications with unauthorized_client', async () => {
    const { application, clientSecret = '' } = await world.addApplication();
    const { status, body } = await post(
      service,
      TOKEN,
      { grant_type: 'client_credentials' },
      { clientId: application.clientId, clientSecret },
    );
    expect([status, body.error]).toEqual([400, 'unauthorized_client']);
  });

  it('gives tokens that open the API, and userinfo without openid', async () => {
    const token = await tokenFor(service.credentials.serviceUser, 'profile');
    expect((await service.call('GET', `/scim/v2/${service.credentials.orgId}/Users?count=1`, undefined, { token })).status).toBe(200);
    expect((await userinfo(service, token)).body).toEqual({
      sub: service.credentials.serviceUser.userId,
      name: 'Bootstrap service user',
      preferred_username: 'bootstrap@gatehouse.localhost',
    });
  });
});

describe('introspection', () => {
  it('describes a live token to whom it is meant for', async () => {
    const user = await addServiceUser('reader');
    const token = await tokenFor(user, `openid profile urn:gatehouse:iam:org:project:id:${world.projectId}:aud`);
    const { application, clientSecret = '' } = await world.addApplication();
    for (const as of [user, { clientId: application.clientId, clientSecret }]) {
      const { body } = await introspect(token, as);
      expect(body).toMatchObject({
        active: true,
        aud: [user.clientId, world.projectId],
        client_id: user.clientId,
        iss: service.url,
        sub: user.id,
        token_type: 'Bearer',
        username: `reader@${world.organization.primaryDomain}`,
        name: 'reader',
      });
      expect(body.nbf).toBe(body.iat);
      expect(body.exp).toBe(body.iat + 3600);
    }
  });

  it('tells anybody else exactly that it is not active', async () => {
    const [user, other] = [await addServiceUser('mine'), await addServiceUser('other')];
    expect((await introspect(await tokenFor(user), other)).text).toBe('{"active":false}');
    expect((await introspect('nonsense', user)).text).toBe('{"active":false}');
  });

  it('answers about personal access tokens', async () => {
    const { clientId, clientSecret, personalAccessToken, userId } = service.credentials.serviceUser;
    expect((await introspect(personalAccessToken, { clientId, clientSecret })).body).toMatchObject({ active: true, sub: userId });
  });

  it('demands the secret in a header: 401 invalid_client for a body secret, a bare client_id, a wrong secret and nothing', async () => {
    const { clientId, clientSecret } = service.credentials.serviceUser;
    const { application } = await world.addApplication({ type: 'userAgent' });
    for (const form of [
      { token: 'x', client_id: clientId, client_secret: clientSecret },
      { token: 'x', client_id: application.clientId },
      { token: 'x' },
    ]) {
      const { status, body, headers } = await post(service, INTROSPECT, form as Record<string, string>);
      expect([status, body.error]).toEqual([401, 'invalid_client']);
      expect(headers.get('www-authenticate')).toContain('Basic');
    }
    const wrong = await introspect('x', { clientId, clientSecret: 'wrong' });
    expect([wrong.status, wrong.body.error]).toEqual([401, 'invalid_client']);
  });
});

describe('a token that is not what it was', () => {
  it('is dead everywhere: revoked', async () => {
    const user = await addServiceUser('revoker');
    const [token, sibling] = [await tokenFor(user), await tokenFor(user)];
    const { status, text } = await post(service, REVOKE, { token }, user);
    expect([status, text]).toEqual([200, '']);
    expect((await introspect(token, user)).text).toBe('{"active":false}');
    expect((await userinfo(service, token)).status).toBe(401);
    expect((await service.call('GET', `/scim/v2/${world.organization.id}/Users`, undefined, { token })).status).toBe(401);
    expect((await introspect(sibling, user)).body.active).toBe(true);
    expect((await post(service, REVOKE, { token }, user)).status).toBe(200);
    expect((await post(service, REVOKE, { token: 'unknown' }, user)).status).toBe(200);
  });

  it('is revoked although what was exchanged from it is not yet: the answer does not say that nothing was changed', async () => {
    const user = await addServiceUser('interrupted');
    const token = await tokenFor(user);
    const database = service.get(Database);
    const write = database.write.bind(database);
    const failing = vi
      .spyOn(database, 'write')
      .mockImplementation((name, work) => (name === 'revoke exchanged authorizations' ? Promise.reject(notDone(name)) : write(name, work)));
    const { status, body } = await post(service, REVOKE, { token }, user).finally(() => failing.mockRestore());
    expect([status, body]).toEqual([
      503,
      { error: 'temporarily_unavailable', error_description: 'A part of the change was made. Repeat the request.' },
    ]);
    expect((await userinfo(service, token)).status).toBe(401);
    expect((await post(service, REVOKE, { token }, user)).status).toBe(200);
  });

  it('is dead everywhere: a personal access token that its own service user revokes, and no other', async () => {
    const [user, other] = [await addServiceUser('pat-owner'), await addServiceUser('pat-thief')];
    const users = service.get(ServiceUsers);
    const owner = await users.requireServiceUser(world.organization, user.id);
    const add = () =>
      service.get(Database).write('test', (tx) => service.get(ServiceUserCredentials).addPersonalAccessTokenIn(tx, owner, {}, 'test'));
    const [{ token, id }, sibling] = [await add(), await add()];
    expect((await post(service, REVOKE, { token }, other)).status).toBe(200);
    expect((await introspect(token, user)).body).toMatchObject({ active: true, jti: id, username: expect.stringMatching(/^pat-owner@/) });
    const answers = await Promise.all([1, 2, 3, 4].map(() => post(service, REVOKE, { token }, user)));
    expect(answers.map(({ status, text }) => [status, text])).toEqual(answers.map(() => [200, '']));
    expect((await introspect(token, user)).text).toBe('{"active":false}');
    expect((await userinfo(service, token)).status).toBe(401);
    expect((await userinfo(service, sibling.token)).status).toBe(200);
    expect(await eventsOf(service, user.id)).toContainEqual(
      expect.objectContaining({ type: 'user.pat.removed', payload: { tokenId: id } }),
    );
    expect((await post(service, REVOKE, { token }, user)).status).toBe(200);
  });

  it('is left alone by a client it does not belong to', async () => {
    const [user, other] = [await addServiceUser('owner'), await addServiceUser('thief')];
    const token = await tokenFor(user);
    expect((await post(service, REVOKE, { token }, other)).status).toBe(200);
    expect((await introspect(token, user)).body.active).toBe(true);
  });

  it('is refused: expired', async () => {
    const user = await addServiceUser('late');
    const token = await tokenFor(user);
    service.get(Clock).advance(3_606_000);
    expect((await introspect(token, user)).text).toBe('{"active":false}');
  });

  it('is refused: any changed, missing or added character, and its jti', async () => {
    const user = await addServiceUser('tampered');
    const token = await tokenFor(user);
    const { jti } = (await introspect(token, user)).body;
    const changed = Array.from(
      { length: token.length },
      (_, at) => token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1),
    );
    const sample = changed.filter((_, at) => at % 7 === 0 || at < 10 || at > token.length - 10);
    for (const value of [...sample, token.slice(0, -1), `${token}A`, `${token}=`, jti]) {
      expect((await userinfo(service, value)).status, value).toBe(401);
    }
  });

  it('is refused: sealed by this service for another purpose', async () => {
    const sealed = await service
      .get(Keyring)
      .seal('cursor', Buffer.from(JSON.stringify({ jti: 'x', kind: 'service', userNo: 1, exp: 4_000_000_000 })));
    expect((await userinfo(service, sealed)).status).toBe(401);
  });
});
