// Whom a token is good for, and what ends it from outside: roles, applications, projects, organizations.
// On SQLite alone: other specs send what the service sends here to a server too.
import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import type { NewApplication } from '../../src/oidc/clients/application.js';
import { Projects } from '../../src/oidc/clients/management/projects.service.js';
import { Memberships } from '../../src/users/roles/memberships/memberships.service.js';
import { Policies } from '../../src/users/organizations/policies/policies.service.js';
import { startService } from '../support/service.js';
import { ServiceUserCredentials } from '../../src/users/directory/service-users/service-user-credentials.service.js';
import { addClient, type Client } from '../support/clients.js';
import { addServiceUserWithSecret } from '../support/service-users.js';
import { API_SCOPE, clientToken, introspect, post, refresh, signIn as signInTo, userinfo } from '../support/oauth.js';
import { addActor, addExchanger, exchange, typeUrn } from '../support/token-exchange.js';
import { service, useWorld, world } from '../support/use-world.js';
import { makeWorld, type World } from '../support/world.js';

useWorld(startService);

beforeAll(async () => {
  await service
    .get(Database)
    .write('test', (tx) =>
      service.get(Memberships).addToOrganization(tx, world.organization, { no: world.person.no, id: world.person.id }, 'ORG_OWNER', 'test'),
    );
});

async function signIn(input: Partial<NewApplication>, scope: string, in_: World = world) {
  const client = await addClient(in_, { type: 'userAgent', grantTypes: ['authorization_code'], ...input });
  const { tokens } = await signInTo(service, in_, client, scope);
  return { application: client.application, token: tokens.access_token as string, scope: tokens.scope as string };
}

const listUsers = (token: string) => service.call('GET', `/scim/v2/${world.organization.id}/Users`, undefined, { token });

it("keeps a person's token from an application away from our own API, unless the application is marked for it", async () => {
  const plain = await signIn({}, `openid ${API_SCOPE}`);
  expect(plain.scope).toBe('openid');
  expect((await listUsers(plain.token)).status).toBe(401);
  const withoutScope = await signIn({ apiAccess: true }, 'openid');
  expect((await listUsers(withoutScope.token)).status).toBe(401);
  const marked = await signIn({ apiAccess: true }, `openid ${API_SCOPE}`);
  expect(marked.scope).toBe(`openid ${API_SCOPE}`);
  expect((await listUsers(marked.token)).status).toBe(200);
});

it('lets no project take the id of our API or of a client', async () => {
  const { application } = await world.addApplication();
  for (const id of ['gatehouse', application.clientId, service.credentials.serviceUser.clientId]) {
    await expect(service.get(Projects).createProject(world.organization.no, { name: 'x', id }, 'test')).rejects.toMatchObject({
      kind: 'conflict',
    });
  }
});

it('means every application of the project, and no project that does not exist', async () => {
  const { application: sibling, clientSecret = '' } = await world.addApplication();
  const { token, scope, application } = await signIn({}, 'openid urn:gatehouse:iam:org:project:id:nowhere:aud');
  expect(scope).toBe('openid');
  const { body } = await post(service, '/oauth/v2/introspect', { token }, { clientId: sibling.clientId, clientSecret });
  expect(body).toMatchObject({ active: true, client_id: application.clientId, username: world.loginName });
  expect(body.aud).toEqual([application.clientId, world.projectId]);
});

it('notices at once that a role was taken away', async () => {
  const { token } = await signIn({ apiAccess: true }, `openid ${API_SCOPE}`);
  expect((await listUsers(token)).status).toBe(200);
  // The last owner would stay.
  await addActor(service, world, 'ORG_OWNER');
  await service.get(Memberships).removeFromOrganization(world.organization, world.person, 'ORG_OWNER', 'test');
  expect((await listUsers(token)).status).toBe(404);
});

it.each([
  ['application', '/projects/{projectId}/applications/{applicationId}'],
  ['project', '/projects/{projectId}'],
  ['organization', ''],
])('ends a token when its %s is deactivated, also for the time when it is active again', async (_, path) => {
  const own = await makeWorld(service);
  const { token, application } = await signIn({}, 'openid', own);
  const filled = path.replace('{projectId}', own.projectId).replace('{applicationId}', application.id);
  for (const [action, before] of [
    ['_deactivate', 200],
    ['_reactivate', 401],
  ] as const) {
    expect((await userinfo(service, token)).status).toBe(before);
    expect((await service.call('POST', `/admin/v1/organizations/${own.organization.id}${filled}/${action}`)).status).toBe(200);
    expect((await userinfo(service, token)).status).toBe(401);
  }
});

it('introspection says whose organization the user belongs to', async () => {
  const { client, tokens } = await signInTo(service, world, await addClient(world, { type: 'web' }), 'openid');
  const { body } = await post(service, '/oauth/v2/introspect', { token: tokens.access_token }, client);
  expect(body['urn:gatehouse:iam:user:resourceowner:id']).toBe(world.organization.id);
});

describe("another organization's project", () => {
  let other: World;
  let theirs: Client;
  const audienceOf = (projectId: string) => `urn:gatehouse:iam:org:project:id:${projectId}:aud`;
  beforeAll(async () => {
    other = await makeWorld(service);
    theirs = await addClient(other, { type: 'web' });
  });

  it('cannot be named as an audience, neither by a person nor by a service user', async () => {
    const { scope, token } = await signIn({}, `openid ${audienceOf(other.projectId)}`);
    const user = await addServiceUserWithSecret(service, world);
    const answer = await post(
      service,
      '/oauth/v2/token',
      { grant_type: 'client_credentials', scope: `openid ${audienceOf(other.projectId)} ${audienceOf('nowhere')}` },
      user,
    );
    expect([scope, answer.body.scope]).toEqual(['openid', 'openid']);
    for (const one of [token, answer.body.access_token]) expect((await introspect(service, theirs, one)).body).toEqual({ active: false });
  });

  it('is refused for a personal access token, in the words for one that does not exist', async () => {
    const user = await addServiceUserWithSecret(service, world);
    const path = `/admin/v1/organizations/${world.organization.id}/service-users/${user.id}/personal-access-tokens`;
    const messageFor = async (projectId: string) => {
      const { status, body } = await service.call('POST', path, { audience: [projectId] });
      return [status, body.code, body.detail.replace(projectId, 'ID')];
    };
    expect(await messageFor(other.projectId)).toEqual(await messageFor('nowhere'));
    expect((await messageFor(other.projectId)).slice(0, 2)).toEqual([400, 'personalAccessToken.audience']);
  });

  it('does not count in a personal access token that was stored with it', async () => {
    const user = await addServiceUserWithSecret(service, world);
    const { token } = await service.get(ServiceUserCredentials).addPersonalAccessToken(user, { audience: [other.projectId] }, 'test');
    expect((await introspect(service, theirs, token)).body).toEqual({ active: false });
    expect((await userinfo(service, token)).status).toBe(200);
  });

  it('is an audience while it is granted, and stops being one for live tokens with the grant', async () => {
    const projects = `/admin/v1/organizations/${other.organization.id}/projects/${other.projectId}`;
    const { grantId } = (await service.call('POST', `${projects}/grants`, { grantedOrgId: world.organization.id, roleKeys: [] })).body;
    const user = await addServiceUserWithSecret(service, world);
    const { scope, token } = await signIn({}, `openid ${audienceOf(other.projectId)}`);
    expect(scope).toBe(`openid ${audienceOf(other.projectId)}`);
    const personal = await service.get(ServiceUserCredentials).addPersonalAccessToken(user, { audience: [other.projectId] }, 'test');
    const tokens = [token, await clientToken(service, user, audienceOf(other.projectId)), personal.token];
    const answers = () => Promise.all(tokens.map(async (one) => (await introspect(service, theirs, one)).body.active));
    expect(await answers()).toEqual([true, true, true]);
    expect((await service.call('DELETE', `${projects}/grants/${grantId}`)).status).toBe(204);
    expect(await answers()).toEqual([false, false, false]);
    expect((await userinfo(service, token)).status).toBe(200);
  });

  it('is none any more for what was exchanged before the grant ended, is exchanged after it, or is refreshed', async () => {
    await service.get(Policies).setFeatures({ oidcTokenExchange: true }, 'test');
    const projects = `/admin/v1/organizations/${other.organization.id}/projects/${other.projectId}`;
    const { grantId } = (await service.call('POST', `${projects}/grants`, { grantedOrgId: world.organization.id, roleKeys: [] })).body;
    const exchanger = await addExchanger(world);
    const { tokens } = await signInTo(service, world, exchanger, `openid offline_access ${audienceOf(other.projectId)}`);
    const user = await addServiceUserWithSecret(service, world);
    const audience = [other.projectId, world.projectId];
    const personal = await service.get(ServiceUserCredentials).addPersonalAccessToken(user, { audience }, 'test');
    const exchanged = async (token: string, more = {}) => {
      const answer = await exchange(service, exchanger, ['access_token', token], undefined, more);
      return answer.status === 200 ? answer.body : answer.body.error;
    };
    const [ofPerson, ofService] = [await exchanged(tokens.access_token), await exchanged(personal.token)];
    const twice = await exchanged(ofPerson.access_token);
    const before = [ofPerson, ofService, twice].map((one) => one.access_token as string);
    const isActive = async (token: string) => (await introspect(service, theirs, token)).body.active;
    expect(await Promise.all(before.map(isActive))).toEqual([true, true, true]);
    // Whoever granted the project may exchange what is meant for it, and then holds what its own client was given.
    const theirExchanger = await addExchanger(other);
    const theirExchange = () => exchange(service, theirExchanger, ['access_token', tokens.access_token]);
    expect((await theirExchange()).status).toBe(200);

    expect((await service.call('DELETE', `${projects}/grants/${grantId}`)).status).toBe(204);
    expect(await Promise.all(before.map(isActive))).toEqual([false, false, false]);
    expect((await theirExchange()).body.error).toBe('invalid_request');
    const jwt = { requested_token_type: typeUrn('jwt') };
    const after = [
      await exchanged(tokens.access_token, jwt),
      await exchanged(personal.token, jwt),
      await exchanged(ofPerson.access_token, jwt),
      (await refresh(service, exchanger, ofPerson.refresh_token)).body,
    ].map((one) => one.access_token as string);
    expect(await Promise.all(after.map(isActive))).toEqual([false, false, false, false]);
    for (const one of after.slice(0, 3)) expect(decodeJwt(one).aud).not.toContain(other.projectId);
    expect(await exchanged(tokens.access_token, { audience: other.projectId })).toBe('invalid_target');
    // For everybody else they are what they were.
    for (const one of [...before, ...after]) expect((await introspect(service, exchanger, one)).body.active).toBe(true);
  });
});
