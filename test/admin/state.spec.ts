// Deactivation and reactivation of everything that tokens hang on; changes of applications; members and policies.
// On SQLite alone: what is sent at once only reads.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_SCOPE, authorize, clientToken, introspect, post, refresh, signIn, userinfo } from '../support/oauth.js';
import { addClient, type Client, type Credentials } from '../support/clients.js';
import { createServiceUser } from '../support/service-users.js';
import { makeWorld, type World } from '../support/world.js';
import { createOrganization, eventsOf, freshName, usersPath } from '../support/people.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let world: World;
let base: string;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function newWorld() {
  world = await makeWorld(service);
  base = `/admin/v1/organizations/${world.organization.id}`;
}

describe('a deactivated service user', () => {
  it('has no live token from that moment on, obtains none, and gets none back', async () => {
    await newWorld();
    const user = await createServiceUser(service, world.organization.id, 'ORG_USER_MANAGER');
    const path = `${base}/service-users/${user.userId}`;
    const secret = (await service.call('POST', `${path}/secrets`, {})).body as Required<Credentials>;
    const tokens = [user.token, await clientToken(service, secret)];
    const statuses = () => Promise.all(tokens.map(async (token) => (await userinfo(service, token)).status));
    expect(await statuses()).toEqual([200, 200]);

    const off = await service.call('POST', `${path}/_deactivate`);
    expect([off.status, off.body.active]).toEqual([200, false]);
    expect(await statuses()).toEqual([401, 401]);
    const refused = await post(service, '/oauth/v2/token', { grant_type: 'client_credentials' }, secret);
    expect([refused.status, refused.body.error]).toEqual([401, 'invalid_client']);
    expect((await introspect(service, secret, user.token)).status).toBe(401);

    expect((await service.call('POST', `${path}/_reactivate`)).body.active).toBe(true);
    expect(await statuses()).toEqual([401, 401]);
    expect((await userinfo(service, await clientToken(service, secret))).status).toBe(200);
    const { token } = (await service.call('POST', `${path}/personal-access-tokens`, {})).body;
    expect((await userinfo(service, token)).status).toBe(200);
    expect((await eventsOf(service, user.userId)).map(({ type }) => type)).toEqual(
      expect.arrayContaining(['user.deactivated', 'user.reactivated']),
    );
  });

  it('is deactivated once: a second time changes nothing and leaves no event', async () => {
    const { userId } = await createServiceUser(service, world.organization.id);
    for (let i = 0; i < 2; i++) expect((await service.call('POST', `${base}/service-users/${userId}/_deactivate`)).status).toBe(200);
    expect((await eventsOf(service, userId)).filter(({ type }) => type === 'user.deactivated')).toHaveLength(1);
  });
});

describe.each([
  ['application', 'application'],
  ['project', 'project'],
  ['organization', 'org'],
] as const)('a deactivated %s', (what, aggregate) => {
  let client: Client;
  let path: string;
  let id: string;
  beforeAll(async () => {
    await newWorld();
    client = await addClient(world, { type: 'userAgent' });
    id = { application: client.application.id, project: world.projectId, organization: world.organization.id }[what];
    path = {
      application: `${base}/projects/${world.projectId}/applications/${client.application.id}`,
      project: `${base}/projects/${world.projectId}`,
      organization: base,
    }[what];
  });

  it('ends the tokens of its applications at once and for good', async () => {
    const { tokens } = await signIn(service, world, client, 'openid offline_access');
    expect((await userinfo(service, tokens.access_token)).status).toBe(200);
    const { code } = await authorize(service, world, client.clientId);
    const off = await service.call('POST', `${path}/_deactivate`);
    expect([off.status, off.body.state]).toEqual([200, 'inactive']);
    expect((await userinfo(service, tokens.access_token)).status).toBe(401);
    expect((await refresh(service, client, tokens.refresh_token ?? '')).body.error).toBe('invalid_client');

    expect((await service.call('POST', `${path}/_reactivate`)).body.state).toBe('active');
    expect((await userinfo(service, tokens.access_token)).status).toBe(401);
    const refreshed = await refresh(service, client, tokens.refresh_token ?? '');
    expect([refreshed.status, refreshed.body.error]).toEqual([400, 'invalid_grant']);
    const late = await post(
      service,
      '/oauth/v2/token',
      {
        grant_type: 'authorization_code',
        code,
        redirect_uri: 'https://app.example/callback',
        code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
      },
      client,
    );
    expect([late.status, late.body.error]).toEqual([400, 'invalid_grant']);
    expect((await userinfo(service, (await signIn(service, world, client)).tokens.access_token)).status).toBe(200);
    const types = (await eventsOf(service, id)).map(({ type }) => type);
    expect(types.slice(-2)).toEqual([`${aggregate}.deactivated`, `${aggregate}.reactivated`]);
  });
});

describe('the organization of the last IAM_OWNER', () => {
  it('cannot be deactivated, nor the owner, nor the role be taken', async () => {
    const { orgId, admin, serviceUser } = service.credentials;
    const first = `/admin/v1/organizations/${orgId}`;
    expect((await service.call('POST', `${first}/_deactivate`)).body.code).toBe('membership.lastOwner');
    // The administrator goes; the service user is the last one now.
    expect((await service.call('DELETE', `/admin/v1/members/${admin.userId}/IAM_OWNER`)).status).toBe(204);
    for (const [method, path] of [
      ['DELETE', `/admin/v1/members/${serviceUser.userId}/IAM_OWNER`],
      ['POST', `${first}/service-users/${serviceUser.userId}/_deactivate`],
      ['POST', `${first}/_deactivate`],
    ] as const) {
      const answer = await service.call(method, path);
      expect([answer.status, answer.body.code], path).toEqual([409, 'membership.lastOwner']);
    }
    expect((await service.call('POST', '/admin/v1/members', { userId: admin.userId, role: 'IAM_OWNER' })).status).toBe(201);
  });

  it('can be deactivated once another organization has one, who brings it back', async () => {
    const other = await createServiceUser(service, await createOrganization(service), 'IAM_OWNER');
    const first = `/admin/v1/organizations/${service.credentials.orgId}`;
    expect((await service.call('POST', `${first}/_deactivate`)).status).toBe(200);
    expect((await service.call('GET', first)).status).toBe(401);
    expect((await service.call('POST', `${first}/_reactivate`, undefined, { token: other.token })).status).toBe(200);
    // Its tokens stay dead, so it needs a new one.
    expect((await service.call('GET', first)).status).toBe(401);
    const { userId } = service.credentials.serviceUser;
    const made = await service.call('POST', `${first}/service-users/${userId}/personal-access-tokens`, {}, { token: other.token });
    service.credentials.serviceUser.personalAccessToken = made.body.token;
    expect((await service.call('GET', first)).status).toBe(200);
    expect((await service.call('DELETE', `/admin/v1/members/${other.userId}/IAM_OWNER`)).status).toBe(204);
  });

  it('cannot be deactivated by somebody who manages less', async () => {
    const manager = await createServiceUser(service, await createOrganization(service), 'IAM_ORG_MANAGER');
    const answer = await service.call('POST', `/admin/v1/organizations/${service.credentials.orgId}/_deactivate`, undefined, {
      token: manager.token,
    });
    expect([answer.status, answer.body.code]).toEqual([403, 'access.strongerUser']);
  });
});

describe('an application', () => {
  let path: string;
  let client: Client;
  beforeAll(async () => {
    await newWorld();
    client = await addClient(world);
    path = `${base}/projects/${world.projectId}/applications/${client.application.id}`;
  });

  it('is read and changed member by member', async () => {
    const before = (await service.call('GET', path)).body;
    const changes = { name: 'Portal 2', redirectUris: ['https://app.example/callback', 'https://app.example/second'] };
    const { status, body } = await service.call('PATCH', path, changes);
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, name: 'Portal 2', config: { ...before.config, redirectUris: changes.redirectUris } });
    expect((await service.call('GET', path)).body).toEqual(body);
    const changed = () =>
      eventsOf(service, client.application.id).then((events) => events.filter(({ type }) => type === 'application.config.changed'));
    expect(await changed()).toMatchObject([{ payload: { changed: ['name', 'redirectUris'] }, sequence: '2' }]);
    await service.call('PATCH', path, changes);
    expect(await changed()).toHaveLength(1);
  });

  it.each([
    [{ redirectUris: ['https://app.example/*'] }, 'application.redirectUris'],
    [{ redirectUris: [] }, 'application.redirectUris'],
    [{ type: 'native' }, 'application.authMethod'],
    [{ redirectUris: null }, 'application.redirectUris'],
    [{ name: null }, 'body.invalid'],
    [{ applicationId: 'other' }, 'body.invalid'],
    [{ clientId: 'other' }, 'body.invalid'],
  ])('is not changed to %j', async (input, code) => {
    const answer = await service.call('PATCH', path, input);
    expect([answer.status, answer.body.code]).toEqual([400, code]);
  });

  it('is replaced as a whole: what the body does not name gets its default, and so does what it names with null', async () => {
    const { application } = await addClient(world, { accessTokenType: 'jwt', accessTokenSeconds: 600, idTokenSeconds: 600 });
    const own = `${base}/projects/${world.projectId}/applications/${application.id}`;
    const before = (await service.call('GET', own)).body;
    expect((await service.call('PATCH', own, { idTokenSeconds: null })).body.config).toEqual(
      Object.fromEntries(Object.entries(before.config).filter(([name]) => name !== 'idTokenSeconds')),
    );
    const redirectUris = ['https://app.example/new'];
    const replaced = await service.call('PUT', own, { name: 'Replaced', redirectUris, accessTokenType: null });
    expect(replaced.status).toBe(200);
    expect(replaced.body).toMatchObject({
      name: 'Replaced',
      clientId: before.clientId,
      config: { redirectUris, accessTokenType: 'opaque' },
    });
    expect(replaced.body.config).not.toHaveProperty('accessTokenSeconds');
    expect(replaced.body.config.grantTypes).toEqual(['authorization_code']);
    expect((await service.call('PUT', own, { redirectUris })).body.code).toBe('body.invalid');
    expect((await service.call('PUT', own, { name: 'Nothing else' })).body.code).toBe('application.redirectUris');
  });

  it('loses its secrets when it becomes public', async () => {
    const { application } = await addClient(world);
    const own = `${base}/projects/${world.projectId}/applications/${application.id}`;
    expect((await service.call('GET', `${own}/secrets`)).body.secrets).toHaveLength(1);
    expect((await service.call('PATCH', own, { type: 'userAgent', authMethod: 'none' })).status).toBe(200);
    expect((await service.call('GET', `${own}/secrets`)).body.secrets).toEqual([]);
  });

  it('with apiAccess is not switched off with its organization by somebody who may not switch it off alone', async () => {
    const manager = await createServiceUser(service, service.credentials.orgId, 'IAM_ORG_MANAGER');
    const other = await makeWorld(service);
    const address = `/admin/v1/organizations/${other.organization.id}`;
    const { application } = await addClient(other, { apiAccess: true });
    const change = async (what: string) => (await service.call('POST', `${address}/${what}`, undefined, { token: manager.token })).body;
    for (const what of ['_deactivate', '_reactivate']) expect((await change(what)).code).toBe('organization.apiAccess');
    const own = `${address}/projects/${other.projectId}/applications/${application.id}`;
    expect((await service.call('PATCH', own, { apiAccess: false })).status).toBe(200);
    expect((await change('_deactivate')).state).toBe('inactive');
  });

  it('with apiAccess is neither changed, given a secret nor switched off by the owner of one organization, and loses its tokens with it', async () => {
    const owner = await createServiceUser(service, world.organization.id, 'ORG_OWNER');
    const marked = await addClient(world, { apiAccess: true });
    const own = `${base}/projects/${world.projectId}/applications/${marked.application.id}`;
    for (const [method, address, body] of [
      ['PATCH', own, { redirectUris: ['https://evil.example/callback'] }],
      ['PUT', own, { name: 'Mine', redirectUris: ['https://evil.example/callback'] }],
      ['POST', `${own}/secrets`, {}],
      ['POST', `${own}/_deactivate`, undefined],
      ['POST', `${own}/_reactivate`, undefined],
      ['POST', `${base}/projects/${world.projectId}/_deactivate`, undefined],
      ['POST', `${base}/projects/${world.projectId}/_reactivate`, undefined],
      ['PATCH', path, { apiAccess: true }],
    ] as const) {
      const answer = await service.call(method, address, body, { token: owner.token });
      expect([answer.status, answer.body.code], address).toEqual([403, 'application.apiAccess']);
    }
    const { tokens } = await signIn(service, world, marked, `openid ${API_SCOPE}`);
    expect((await userinfo(service, tokens.access_token)).status).toBe(200);
    expect((await service.call('PATCH', own, { apiAccess: false })).status).toBe(200);
    expect((await userinfo(service, tokens.access_token)).status).toBe(401);
  });
});

describe('members', () => {
  beforeAll(newWorld);

  it('are listed with their roles, page by page', async () => {
    const users = [];
    for (let i = 0; i < 3; i++) users.push((await createServiceUser(service, world.organization.id, 'ORG_OWNER')).userId);
    await service.call('POST', `${base}/members`, { userId: users[0], role: 'ORG_USER_MANAGER' });
    const found: Array<{ userId: string; roles: string[] }> = [];
    for (let after: number | null = 0; after !== null;) {
      const { body } = await service.call('GET', `${base}/members?limit=2&after=${after}`);
      found.push(...body.members);
      after = body.after;
    }
    const names = { displayName: expect.any(String), userName: expect.any(String) };
    expect(found).toEqual(
      users.map((userId, i) => ({ userId, ...names, roles: i === 0 ? ['ORG_OWNER', 'ORG_USER_MANAGER'] : ['ORG_OWNER'] })),
    );
    const service_ = (await service.call('GET', '/admin/v1/members')).body.members;
    expect(service_).toContainEqual({ userId: service.credentials.serviceUser.userId, ...names, roles: ['IAM_OWNER'] });
  });

  it('lose a role at once, with an event; the last owner of an organization stays', async () => {
    const orgId = await createOrganization(service);
    const [one, two] = [await createServiceUser(service, orgId, 'ORG_OWNER'), await createServiceUser(service, orgId, 'ORG_OWNER')];
    const members = `/admin/v1/organizations/${orgId}/members`;
    expect((await service.call('GET', usersPath(service, orgId), undefined, { token: one.token })).status).toBe(200);
    expect((await service.call('DELETE', `${members}/${one.userId}/ORG_OWNER`, undefined, { token: two.token })).status).toBe(204);
    expect((await service.call('GET', usersPath(service, orgId), undefined, { token: one.token })).status).toBe(404);
    expect((await service.call('DELETE', `${members}/${two.userId}/ORG_OWNER`)).body.code).toBe('membership.lastOwner');
    expect((await service.call('DELETE', `${members}/${one.userId}/ORG_OWNER`)).body.code).toBe('membership.notFound');
    expect((await service.call('DELETE', `${members}/${two.userId}/CONSTRUCTOR`)).status).toBe(404);
    expect((await eventsOf(service, orgId)).at(-1)).toMatchObject({
      type: 'org.member.removed',
      payload: { userId: one.userId, role: 'ORG_OWNER' },
    });
  });

  it('are not removed by somebody who has less', async () => {
    const manager = await createServiceUser(service, world.organization.id, 'IAM_ORG_MANAGER');
    const { userId } = service.credentials.admin;
    const answer = await service.call('DELETE', `/admin/v1/members/${userId}/IAM_OWNER`, undefined, { token: manager.token });
    expect([answer.status, answer.body.code]).toEqual([403, 'access.strongerUser']);
  });

  it('who are the last owner are neither deactivated nor removed by SCIM', async () => {
    const own = await makeWorld(service);
    const person = `${usersPath(service, own.organization.id)}/${own.person.id}`;
    await service.call('POST', `/admin/v1/organizations/${own.organization.id}/members`, { userId: own.person.id, role: 'ORG_OWNER' });
    const off = {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'replace', path: 'active', value: false }],
    };
    expect((await service.call('PATCH', person, off)).status).toBe(409);
    expect((await service.call('DELETE', person)).status).toBe(409);
    await createServiceUser(service, own.organization.id, 'ORG_OWNER');
    expect((await service.call('PATCH', person, off)).status).toBe(204);
    expect((await service.call('DELETE', person)).status).toBe(204);
  });
});

describe('the impersonation policy', () => {
  it('is off until it is switched on, and leaves an event', async () => {
    const path = '/admin/v1/policies/impersonation';
    expect((await service.call('GET', path)).body.effective).toEqual({ enabled: false });
    expect((await service.call('PUT', path, { enabled: true })).body.effective).toEqual({ enabled: true });
    expect((await service.call('GET', path)).body.effective).toEqual({ enabled: true });
    expect((await service.call('PUT', path, { enabled: 'yes' })).status).toBe(400);
    expect((await service.call('PUT', path, {})).status).toBe(400);
    const { body } = await service.call('POST', '/admin/v1/events/_search', { event_types: ['instance.policy.set'] });
    expect(body.events[0].payload).toEqual({ kind: 'impersonation', enabled: true });
    expect((await service.call('PUT', path, { enabled: false })).body.effective).toEqual({ enabled: false });
  });
});

it('an id that is null is refused, not taken for a name', async () => {
  expect((await service.call('POST', '/admin/v1/organizations', { name: freshName(), orgId: null })).body.code).toBe('body.invalid');
});
