// The token exchange grant (RFC 8693).
// On a server too: grants and their origins are read with locks.
import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { EventSearch } from '../../src/users/events/event-search.service.js';
import { Policies } from '../../src/users/organizations/policies/policies.service.js';
import { startService } from '../support/service.js';
import {
  addActor,
  addExchanger,
  allowImpersonation,
  exchange,
  TOKEN_EXCHANGE,
  typeUrn,
  type ActorUser,
} from '../support/token-exchange.js';
import { addKey, assertionOf, type Client } from '../support/clients.js';
import { introspect, post, refresh, signIn, userinfo, type SignedIn } from '../support/oauth.js';
import { service, useWorld, world } from '../support/use-world.js';
import { REDIRECT_URI } from '../support/world.js';

useWorld(startService);

let app: Client;
let person: SignedIn;
let actor: ActorUser;
beforeAll(async () => {
  app = await addExchanger(world);
  await allowImpersonation(service, world);
  person = await signIn(service, world, app, 'openid email offline_access', { nonce: 'n-1' });
  actor = await addActor(service, world, 'ORG_END_USER_IMPERSONATOR');
});

const subject = (): [string, string] => ['access_token', person.tokens.access_token];
const acting = (): [string, string] => ['access_token', actor.token];

describe('the feature', () => {
  it('is off until it is switched on, and every look is live', async () => {
    const policies = service.get(Policies);
    const supported = async () =>
      (await service.call('GET', '/.well-known/openid-configuration', undefined, { token: null })).body.grant_types_supported as string[];
    const exchangeType = (await supported()).find((type) => type.endsWith('token-exchange'));
    expect(exchangeType).toBeDefined();
    await policies.setFeatures({ oidcTokenExchange: false }, 'test');
    const { status, body } = await exchange(service, app, subject());
    expect([status, body.error]).toEqual([400, 'unsupported_grant_type']);
    const plain = await addExchanger(world, { grantTypes: ['authorization_code'] });
    expect((await exchange(service, plain, subject())).body.error).toBe('unsupported_grant_type');
    expect(await supported()).not.toContain(exchangeType);
    await policies.setFeatures({ oidcTokenExchange: true }, 'test');
    expect((await exchange(service, app, subject())).status).toBe(200);
    expect((await exchange(service, plain, subject())).body.error).toBe('unauthorized_client');
  });
});

describe('an access token', () => {
  it('becomes a new one of the same person, scope and audience', async () => {
    const { status, body, headers } = await exchange(service, app, subject(), undefined, { scope: 'email' });
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.any(String),
      issued_token_type: typeUrn('access_token'),
      token_type: 'Bearer',
      expires_in: expect.any(Number),
      scope: 'email',
    });
    expect(headers.get('cache-control')).toBe('no-store');
    const before = (await introspect(service, app, person.tokens.access_token)).body;
    const after = (await introspect(service, app, body.access_token)).body;
    expect(after).toMatchObject({ active: true, sub: world.person.id, scope: 'email', aud: before.aud, client_id: app.clientId });
    expect(after).not.toHaveProperty('act');
    expect((await userinfo(service, body.access_token)).body).toMatchObject({ sub: world.person.id, email: expect.any(String) });
  });

  it('has an ID token beside it with openid, and a refresh token with offline_access', async () => {
    const { body } = await exchange(service, app, subject());
    expect(body.scope).toBe('openid email offline_access');
    expect(decodeJwt(body.id_token)).toMatchObject({ sub: world.person.id, aud: app.clientId, azp: app.clientId });
    const refreshed = await post(service, '/oauth/v2/token', { grant_type: 'refresh_token', refresh_token: body.refresh_token }, app);
    expect(refreshed.body).toMatchObject({ scope: 'openid email offline_access', id_token: expect.any(String) });
    expect((await userinfo(service, refreshed.body.access_token)).status).toBe(200);
  });

  it('is narrowed to an audience, and dies alone when it is revoked', async () => {
    const { body } = await exchange(service, app, subject(), undefined, { audience: [world.projectId, app.clientId], scope: 'openid' });
    expect((await introspect(service, app, body.access_token)).body.aud).toEqual([world.projectId, app.clientId]);
    expect((await post(service, '/oauth/v2/revoke', { token: body.access_token }, app)).status).toBe(200);
    expect((await introspect(service, app, body.access_token)).body.active).toBe(false);
    expect((await introspect(service, app, person.tokens.access_token)).body.active).toBe(true);
  });

  it('dies with the authorization it came from', async () => {
    const own = await signIn(service, world, app, 'openid offline_access');
    const { body } = await exchange(service, app, ['access_token', own.tokens.access_token], undefined, { scope: 'openid' });
    await post(service, '/oauth/v2/revoke', { token: own.tokens.refresh_token }, app);
    expect((await introspect(service, app, body.access_token)).body.active).toBe(false);
  });

  it('of a service user is exchanged too, and is then no token of its own any more', async () => {
    const { body } = await exchange(service, app, acting());
    expect((await introspect(service, app, body.access_token)).body).toMatchObject({
      active: true,
      sub: actor.user.id,
      client_id: app.clientId,
    });
    expect((await service.call('GET', '/admin/v1/organizations', undefined, { token: body.access_token })).status).toBe(401);
  });
});

describe('the matrix of token types', () => {
  const SUBJECTS = ['access_token', 'id_token', 'jwt', 'user_id', 'refresh_token'] as const;
  const value = async (type: string): Promise<string> => {
    if (type === 'jwt') return assertionOf(service, await addKey(service, app.application), app.clientId, { sub: world.person.id });
    if (type === 'user_id') return world.person.id;
    return String(person.tokens[type]);
  };

  it.each([
    ['access_token', true, true],
    ['id_token', true, true],
    ['jwt', false, true],
    ['user_id', false, true],
    ['refresh_token', false, false],
  ] as const)('%s as subject: alone %s, with an actor %s', async (type, alone, withActor) => {
    const audience = { audience: world.projectId };
    const byItself = await exchange(service, app, [type, await value(type)]);
    const acted = await exchange(service, app, [type, await value(type)], acting(), type === 'id_token' ? {} : audience);
    expect([byItself.status, byItself.body.error]).toEqual(alone ? [200, undefined] : [400, 'invalid_request']);
    expect([acted.status, acted.body.error]).toEqual(withActor ? [200, undefined] : [400, 'invalid_request']);
    if (withActor) expect((await userinfo(service, acted.body.access_token)).body.sub).toBe(world.person.id);
  });

  it.each(SUBJECTS.map((type) => [type, type === 'access_token' || type === 'id_token'] as const))(
    '%s as actor: %s',
    async (type, allowed) => {
      const agent = await world.addPerson({ userName: `agent-${type}` });
      const { tokens } = await signIn(
        service,
        { loginName: world.loginName.replace('bjensen', agent.userName) },
        app,
        'openid offline_access',
      );
      const token = type === 'user_id' ? agent.id : type === 'jwt' ? await value('jwt') : String(tokens[type]);
      const { body } = await exchange(service, app, subject(), [type, token]);
      // Allowed as far as the type goes: this agent has no permission.
      expect(body.error_description).toMatch(allowed ? /permission/ : /actor_token_type/);
    },
  );

  it.each([
    ['access_token', typeUrn('access_token'), 'Bearer'],
    ['id_token', typeUrn('id_token'), 'N_A'],
    ['refresh_token', undefined, undefined],
    ['user_id', undefined, undefined],
    ['nonsense', undefined, undefined],
  ])('%s as requested type', async (type, issued, kind) => {
    const { body } = await exchange(service, app, subject(), undefined, { requested_token_type: typeUrn(type), scope: 'openid email' });
    expect([body.issued_token_type, body.token_type]).toEqual([issued, kind]);
    if (!issued) expect(body.error).toBe('invalid_request');
  });

  it('jwt as requested type is an access token as JWT', async () => {
    const { body } = await exchange(service, app, subject(), acting(), { requested_token_type: typeUrn('jwt') });
    expect([body.issued_token_type, body.token_type]).toEqual([typeUrn('jwt'), 'Bearer']);
    expect(decodeJwt(body.access_token)).toMatchObject({ sub: world.person.id, act: { iss: service.url, sub: actor.user.id } });
    expect((await userinfo(service, body.access_token)).status).toBe(200);
  });

  it('an ID token that is asked for stands in access_token, shows the claims of its scopes, and nothing comes with it', async () => {
    const { body } = await exchange(service, app, ['id_token', person.tokens.id_token], undefined, {
      requested_token_type: typeUrn('id_token'),
      scope: 'openid email',
    });
    expect(Object.keys(body).toSorted()).toEqual(['access_token', 'expires_in', 'issued_token_type', 'scope', 'token_type']);
    // Never longer than what it was made from.
    expect(body.expires_in).toBeGreaterThan(3_500);
    expect(body.expires_in).toBeLessThanOrEqual(3_600);
    expect(decodeJwt(body.access_token)).toMatchObject({
      sub: world.person.id,
      aud: app.clientId,
      nonce: 'n-1',
      email: expect.any(String),
    });
    expect((await userinfo(service, body.access_token)).status).toBe(401);
  });
});

describe('acting for a person', () => {
  it('is told by act everywhere, through a refresh too, and leaves an event', async () => {
    const { body } = await exchange(service, app, subject(), acting());
    const act = { iss: service.url, sub: actor.user.id };
    expect((await introspect(service, app, body.access_token)).body).toMatchObject({ active: true, sub: world.person.id, act });
    expect(decodeJwt(body.id_token)).toMatchObject({ sub: world.person.id, act });
    const refreshed = await post(service, '/oauth/v2/token', { grant_type: 'refresh_token', refresh_token: body.refresh_token }, app);
    expect((await introspect(service, app, refreshed.body.access_token)).body).toMatchObject({ active: true, act });
    expect(decodeJwt(refreshed.body.id_token)).toMatchObject({ act });
    const {
      events: [event],
    } = await service.get(EventSearch).searchEvents({ types: ['user.impersonated'], ascending: false, limit: 1 });
    expect(event).toMatchObject({
      aggregate: { id: world.person.id },
      editor: actor.user.id,
      payload: { actorId: actor.user.id, clientId: app.clientId, requestedType: 'access_token' },
    });
  });

  it('of somebody who is only named takes scopes that tell about them, and the audience of the actor', async () => {
    const { body } = await exchange(service, app, ['user_id', world.person.id], acting(), {
      scope: 'openid profile email',
      audience: world.projectId,
    });
    expect(body.scope).toBe('openid profile email');
    expect((await introspect(service, app, body.access_token)).body).toMatchObject({
      active: true,
      aud: [world.projectId],
      email: expect.any(String),
    });
  });

  it('nests who acted before', async () => {
    const second = await addActor(service, world, 'ORG_END_USER_IMPERSONATOR');
    const first = await exchange(service, app, subject(), acting(), { scope: 'openid' });
    const { body } = await exchange(service, app, ['access_token', first.body.access_token], ['access_token', second.token]);
    expect((await introspect(service, app, body.access_token)).body.act).toEqual({
      iss: service.url,
      sub: second.user.id,
      act: { iss: service.url, sub: actor.user.id },
    });
  });
});

describe('a faulty request', () => {
  it.each<[string, Record<string, string | string[]>, string]>([
    ['resource', { resource: 'https://api.example' }, 'invalid_target'],
    ['resource twice', { resource: ['https://a.example', 'https://b.example'] }, 'invalid_target'],
    ['malformed scope', { scope: 'a"b' }, 'invalid_scope'],
    ['an unknown subject_token_type', { subject_token_type: 'saml' }, 'invalid_request'],
    ['no subject_token', { subject_token: '' }, 'invalid_request'],
    ['a nonsense subject_token', { subject_token: 'nonsense' }, 'invalid_request'],
    ['subject_token twice', { subject_token: ['a', 'b'] }, 'invalid_request'],
    ['an actor_token without its type', { actor_token: 'x' }, 'invalid_request'],
    ['an actor_token_type without a token', { actor_token_type: typeUrn('access_token') }, 'invalid_request'],
    ['a nonsense actor_token', { actor_token: 'x', actor_token_type: typeUrn('access_token') }, 'invalid_request'],
  ])('%s: refused', async (_, more, error) => {
    const { status, body } = await exchange(service, app, subject(), undefined, more);
    expect([status, body.error]).toEqual([400, error]);
  });

  it('of a service user: unauthorized_client', async () => {
    const { body } = await exchange(service, service.credentials.serviceUser, subject());
    expect(body.error).toBe('unauthorized_client');
  });
});

it('works for a public client and for one that signs', async () => {
  const open = await addExchanger(world, { type: 'userAgent' });
  const signing = await addExchanger(world, { authMethod: 'private_key_jwt' });
  expect((await exchange(service, open, subject(), undefined, { scope: 'openid' })).status).toBe(200);
  const key = await addKey(service, signing.application);
  const assertion = await assertionOf(service, key, signing.clientId);
  const more = { client_assertion: assertion, client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer' };
  expect((await exchange(service, signing, subject(), undefined, { ...more, scope: 'openid' })).status).toBe(200);
});

describe('a token for a resource (RFC 8707)', () => {
  it('becomes no token that is valid for more, and the parameter is refused', async () => {
    const uri = `https://api-${world.organization.id.toLowerCase()}.example`;
    const projects = `/admin/v1/organizations/${world.organization.id}/projects`;
    const { projectId } = (await service.call('POST', projects, { name: 'API', resourceUri: uri })).body;
    const grantTypes = ['authorization_code', 'refresh_token', TOKEN_EXCHANGE];
    const body = { name: 'API', type: 'web', redirectUris: [REDIRECT_URI], grantTypes, accessTokenType: 'jwt' };
    const api = (await service.call('POST', `${projects}/${projectId}/applications`, body)).body;
    const { tokens } = await signIn(service, world, app, 'openid', { resource: uri });
    const ask = (more: Record<string, string | string[]>) =>
      exchange(service, api, ['access_token', tokens.access_token], undefined, { requested_token_type: typeUrn('jwt'), ...more });
    const refused = { error: 'invalid_target' };
    expect((await ask({ resource: uri })).body).toMatchObject(refused);
    for (const audience of [app.clientId, world.projectId, `${uri}/other`, `${service.url}/oidc/v1/userinfo`])
      expect((await ask({ audience })).body).toMatchObject(refused);
    // The application that the token was issued to is not in its audience.
    expect((await exchange(service, app, ['access_token', tokens.access_token])).body.error).toBe('invalid_request');
    const exchanged = (await ask({})).body;
    expect(decodeJwt(exchanged.access_token).aud).toEqual([uri, projectId]);
    expect((await userinfo(service, exchanged.access_token)).status).toBe(401);
  });

  it('keeps its resources through a refresh of what was exchanged', async () => {
    const uri = `https://files-${world.organization.id.toLowerCase()}.example`;
    const projects = `/admin/v1/organizations/${world.organization.id}/projects`;
    const { projectId } = (await service.call('POST', projects, { name: 'Files', resourceUri: uri })).body;
    const grantTypes = ['authorization_code', 'refresh_token', TOKEN_EXCHANGE];
    const body = { name: 'Files', type: 'web', redirectUris: [REDIRECT_URI], grantTypes, accessTokenType: 'jwt' };
    const api = (await service.call('POST', `${projects}/${projectId}/applications`, body)).body;
    const { tokens } = await signIn(service, world, app, 'openid offline_access', { resource: uri });
    const exchanged = (await exchange(service, api, ['access_token', tokens.access_token])).body;
    const refreshed = (await refresh(service, api, exchanged.refresh_token)).body;
    expect(decodeJwt(refreshed.access_token).aud).toEqual([uri, projectId]);
    expect((await userinfo(service, refreshed.access_token)).status).toBe(401);
    expect((await refresh(service, api, refreshed.refresh_token, { resource: uri })).body.error).toBe('invalid_target');
  });
});
