// Service users over the JSON API: their end, and everything that ends with them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addKey, assertionOf, JWT_PROFILE } from '../support/clients.js';
import { addServiceUser, createServiceUser } from '../support/service-users.js';
import { createOrganization, createPerson, eventsOf, freshName } from '../support/people.js';
import { clientToken, post, userinfo } from '../support/oauth.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';
import { makeWorld } from '../support/world.js';

let service: TestService;
let orgId: string;
let base: string;
let owner: { userId: string; token: string };
beforeAll(async () => {
  service = await sharedService();
  orgId = await createOrganization(service);
  base = `/admin/v1/organizations/${orgId}`;
  owner = await createServiceUser(service, orgId, 'ORG_OWNER');
});
afterAll(() => service.close());

const typesOf = async (id: string) => (await eventsOf(service, id)).map(({ type }) => type);

describe('the list of service users', () => {
  const names = (body: { serviceUsers: Array<{ userName: string }> }) => body.serviceUsers.map(({ userName }) => userName);

  it('shows those of one organization, page by page, in each order, with a total', async () => {
    const own = `/admin/v1/organizations/${await createOrganization(service)}/service-users`;
    for (const userName of ['Robot b', 'robot A', 'printer']) await service.call('POST', own, { userName });
    await createPerson(service, {}, own.split('/')[4]);
    const all = (await service.call('GET', `${own}?total=true`)).body;
    expect([names(all), all.total, all.nextCursor]).toEqual([['Robot b', 'robot A', 'printer'], 3, null]);
    expect(all.serviceUsers[0]).toEqual((await service.call('GET', `${own}/${all.serviceUsers[0].userId}`)).body);
    const first = (await service.call('GET', `${own}?sort=userName&limit=2`)).body;
    expect(names(first)).toEqual(['printer', 'robot A']);
    expect(names((await service.call('GET', `${own}?sort=userName&limit=2&cursor=${first.nextCursor}`)).body)).toEqual(['Robot b']);
    expect(names((await service.call('GET', `${own}?sort=-createdAt`)).body)).toEqual(['printer', 'robot A', 'Robot b']);
  });

  it('finds a name whatever the case of its letters', async () => {
    const own = `/admin/v1/organizations/${await createOrganization(service)}/service-users`;
    const found = async (q: string) => names((await service.call('GET', `${own}?q=${encodeURIComponent(q)}`)).body);
    const { userId } = (await service.call('POST', own, { userName: 'first', name: 'Ärger' })).body;
    expect([await found('ÄRG'), await found('ärg')]).toEqual([['first'], ['first']]);
    await service.call('PATCH', `${own}/${userId}`, { name: 'Müßig ⅠⅤ' });
    expect([await found('ÄRG'), await found('MÜSS'), await found('MÜß'), await found('iv')]).toEqual([[], [], ['first'], ['first']]);
  });

  it('is searched by the start of a name, any part of name, userName or client id, and the state', async () => {
    const own = `/admin/v1/organizations/${await createOrganization(service)}/service-users`;
    const make = async (userName: string, name: string) => (await service.call('POST', own, { userName, name })).body;
    const [entra] = [await make('Entra', 'Directory'), await make('backup', 'Night shift'), await make('entry', 'Door')];
    const found = async (query: string) => names((await service.call('GET', `${own}?${query}`)).body);
    expect(await found('userName=ENT')).toEqual(['Entra', 'entry']);
    expect(await found('q=night')).toEqual(['backup']);
    expect(await found(`q=${entra.clientId.slice(3)}`)).toEqual(['Entra']);
    await service.call('POST', `${own}/${entra.userId}/_deactivate`);
    expect([await found('state=inactive'), await found('state=active')]).toEqual([['Entra'], ['backup', 'entry']]);
    expect((await service.call('GET', `${own}?state=gone`)).status).toBe(400);
  });
});

describe('a change of a service user', () => {
  it('takes name and description away with null, and is refused when somebody else changed it meanwhile', async () => {
    const made = (await service.call('POST', `${base}/service-users`, { userName: freshName(), name: 'Robot', description: 'Cleans' }))
      .body;
    const path = `${base}/service-users/${made.userId}`;
    const before = await service.call('GET', path);
    const headers = { 'If-Match': before.headers.get('etag') ?? '' };
    const after = await service.call('PATCH', path, { name: null, description: null }, { headers });
    expect([after.status, after.body.name, 'description' in after.body]).toEqual([200, made.userName, false]);
    for (const [method, at] of [
      ['PATCH', ''],
      ['POST', '/_deactivate'],
      ['DELETE', ''],
    ] as const)
      expect((await service.call(method, path + at, method === 'DELETE' ? undefined : {}, { headers })).status, at).toBe(412);
    expect((await service.call('GET', path)).body.active).toBe(true);
  });
});

describe('a service user with the profile fapi2', () => {
  const add = async (profile: string) =>
    (await service.call('POST', `${base}/service-users`, { userName: freshName(), profile })).body as { userId: string; clientId: string };
  const at = ({ userId }: { userId: string }) => `${base}/service-users/${userId}`;

  it('gets no secret and no personal access token, and no token by the JWT profile', async () => {
    const user = await add('fapi2');
    expect((await service.call('GET', at(user))).body.profile).toBe('fapi2');
    for (const kind of ['secrets', 'personal-access-tokens']) {
      const { status, body } = await service.call('POST', `${at(user)}/${kind}`, {});
      expect([status, body.code], kind).toEqual([409, 'serviceUser.profile']);
    }
    const signing = await addServiceUser(service, await makeWorld(service), { profile: 'fapi2' });
    const assertion = await assertionOf(service, await addKey(service, signing), signing.clientId);
    const { status, body } = await post(service, '/oauth/v2/token', { grant_type: JWT_PROFILE, assertion });
    expect([status, body.error]).toEqual([400, 'unauthorized_client']);
  });

  it('is one that has keys only, and loses the tokens from before', async () => {
    const user = await add('none');
    const set = (profile: string) => service.call('PATCH', at(user), { profile });
    const secret = (await service.call('POST', `${at(user)}/secrets`, {})).body;
    const token = await clientToken(service, secret);
    const refused = await set('fapi2');
    expect([refused.status, refused.body.code]).toEqual([409, 'serviceUser.profile']);
    await service.call('DELETE', `${at(user)}/secrets/${secret.secretId}`);
    expect((await userinfo(service, token)).status).toBe(200);
    expect((await set('fapi2')).body.profile).toBe('fapi2');
    expect((await userinfo(service, token)).status).toBe(401);
    expect((await set('none')).body.profile).toBe('none');
    const changes = (await eventsOf(service, user.userId)).filter(({ type }) => type === 'user.machine.changed');
    expect(changes.map(({ payload }) => payload)).toEqual([{ changed: ['profile'] }, { changed: ['profile'] }]);
  });
});

describe('a removed service user', () => {
  it('is gone, with its secrets, keys, tokens and roles, from the next request on', async () => {
    const user = await createServiceUser(service, orgId, 'ORG_USER_MANAGER');
    const path = `${base}/service-users/${user.userId}`;
    const secret = (await service.call('POST', `${path}/secrets`, {})).body;
    const tokens = [user.token, await clientToken(service, secret)];
    await service.call('PUT', `${path}/metadata/note`, { value: 'YQ==' });

    expect((await service.call('DELETE', path, undefined, { token: owner.token })).status).toBe(204);
    for (const token of tokens) expect((await userinfo(service, token)).status).toBe(401);
    const refused = await post(service, '/oauth/v2/token', { grant_type: 'client_credentials' }, secret);
    expect([refused.status, refused.body.error]).toEqual([401, 'invalid_client']);
    for (const [method, at] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/_reactivate'],
      ['POST', '/secrets'],
      ['GET', '/keys'],
      ['GET', '/personal-access-tokens'],
      ['GET', '/metadata'],
    ] as const)
      expect((await service.call(method, path + at, method === 'POST' ? {} : undefined)).status, at).toBe(404);
    const { members } = (await service.call('GET', `${base}/members`)).body;
    expect(members.map(({ userId }: { userId: string }) => userId)).not.toContain(user.userId);
    expect((await eventsOf(service, user.userId)).at(-1)?.type).toBe('user.removed');
    expect(await eventsOf(service, orgId)).toContainEqual(
      expect.objectContaining({ type: 'org.member.removed', payload: { userId: user.userId, role: 'ORG_USER_MANAGER' } }),
    );
  });

  it('loses the roles of projects it had been given, each with its event', async () => {
    const world = await makeWorld(service);
    const at = `/admin/v1/organizations/${world.organization.id}`;
    const user = await addServiceUser(service, world);
    await service.call('POST', `${at}/projects/${world.projectId}/roles`, { key: 'reader', name: 'Reader' });
    const given = await service.call('POST', `${at}/projects/${world.projectId}/authorizations`, {
      holderId: user.id,
      roleKeys: ['reader'],
    });
    expect(given.status).toBe(201);
    expect((await service.call('DELETE', `${at}/service-users/${user.id}`)).status).toBe(204);
    expect((await service.call('GET', `${at}/authorizations`)).body.authorizations).toEqual([]);
    expect(await typesOf(given.body.authorizationId)).toEqual(['authorization.added', 'authorization.removed']);
  });

  it('ends its provisioning connection, with the event of that', async () => {
    const connection = (await service.call('POST', `${base}/connections`, { userName: freshName(), name: 'Entra' })).body;
    expect((await service.call('DELETE', `${base}/service-users/${connection.connectionId}`)).status).toBe(204);
    expect((await service.call('GET', `${base}/connections/${connection.connectionId}`)).status).toBe(404);
    expect((await service.call('GET', `${base}/connections`)).body.connections).toEqual([]);
    expect(await typesOf(orgId)).toContain('org.connection.removed');
  });

  it('leaves its name free and its id used', async () => {
    const [userName, userId] = [freshName(), freshName('id')];
    const create = () => service.call('POST', `${base}/service-users`, { userName, userId });
    expect((await create()).status).toBe(201);
    await service.call('DELETE', `${base}/service-users/${userId}`);
    const again = await create();
    expect([again.status, again.body.code]).toEqual([409, 'serviceUser.idUsed']);
    expect((await service.call('POST', `${base}/service-users`, { userName })).status).toBe(201);
  });

  it('is not the last owner, not stronger than the caller, and not of another organization', async () => {
    const last = await service.call('DELETE', `${base}/service-users/${owner.userId}`);
    expect([last.status, last.body.code]).toEqual([409, 'membership.lastOwner']);
    const manager = await createServiceUser(service, orgId, 'ORG_USER_MANAGER');
    const remove = (path: string, token: string) => service.call('DELETE', path, undefined, { token });
    expect((await remove(`${base}/service-users/${owner.userId}`, manager.token)).status).toBe(403);
    const stranger = await createServiceUser(service, await createOrganization(service), 'ORG_OWNER');
    expect((await remove(`${base}/service-users/${manager.userId}`, stranger.token)).status).toBe(404);
    expect((await service.call('GET', `${base}/service-users/${owner.userId}`, undefined, { token: owner.token })).status).toBe(200);
    expect(await typesOf(owner.userId)).not.toContain('user.removed');
  });

  it('is removed once by any number of requests at the same time', async () => {
    const { userId } = await createServiceUser(service, orgId);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => service.call('DELETE', `${base}/service-users/${userId}`).then(({ status }) => status)),
    );
    expect(answers.toSorted((a, b) => a - b)).toEqual([204, 404, 404, 404, 404]);
    expect((await typesOf(userId)).filter((type) => type === 'user.removed')).toHaveLength(1);
  });
});
