// The end of applications and projects over the JSON API: what ends with them at once, and that their rows are deleted.
// On a server too: the job that deletes rows sends statements that no other spec sends.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { Database } from '../../src/common/database/database.js';
import { Removals } from '../../src/common/work/removals.service.js';
import { addClient, type Client } from '../support/clients.js';
import { authorize, introspect, post, redeem, refresh, signIn, signInElsewhere, userinfo } from '../support/oauth.js';
import { createOrganization, createPerson, eventsOf } from '../support/people.js';
import { createServiceUser } from '../support/service-users.js';
import { startService, type TestService } from '../support/service.js';
import { makeWorld, type World } from '../support/world.js';

let service: TestService;
let world: World;
let base: string;
let project: string;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  world = await makeWorld(service);
  base = `/admin/v1/organizations/${world.organization.id}`;
  project = `${base}/projects/${world.projectId}`;
});

const pathOf = (client: Client) => `${project}/applications/${client.application.id}`;
const typesOf = async (id: string) => (await eventsOf(service, id)).map(({ type }) => type);
const count = async (sql: string, ...values: Array<string | number>) =>
  Number((await service.get(Database).query.row<{ n: number }>(`SELECT COUNT(*) AS n FROM ${sql}`, values))?.n);
const remove = async (path: string) => expect((await service.call('DELETE', path)).status).toBe(204);
const numberOf = async (table: string, id: string) =>
  (await service.get(Database).query.row<{ no: number }>(`SELECT no FROM ${table} WHERE id = ?`, [id]))?.no ?? 0;

describe('a removed application', () => {
  it('has no live token, code or refresh token from that moment on, and nobody can sign in to it', async () => {
    const client = await addClient(world, { name: 'Time sheet' });
    const other = await addClient(world);
    const { tokens } = await signIn(service, world, client, 'openid offline_access');
    const { code } = await authorize(service, world, client.clientId);
    await remove(pathOf(client));
    expect((await userinfo(service, tokens.access_token)).status).toBe(401);
    expect((await refresh(service, client, tokens.refresh_token ?? '')).body.error).toBe('invalid_client');
    expect((await redeem(service, client, code)).body.error).toBe('invalid_client');
    expect((await introspect(service, other, tokens.access_token)).body).toEqual({ active: false });
    for (const [method, at] of [
      ['GET', ''],
      ['DELETE', ''],
      ['PATCH', ''],
      ['POST', '/_reactivate'],
      ['GET', '/secrets'],
      ['POST', '/keys'],
    ] as const)
      expect((await service.call(method, pathOf(client) + at, method === 'GET' || method === 'DELETE' ? undefined : {})).status).toBe(404);
    expect((await eventsOf(service, client.application.id)).at(-1)).toMatchObject({
      type: 'application.removed',
      payload: { name: 'Time sheet', clientId: client.clientId },
    });
    expect((await signIn(service, world, other)).tokens.access_token).toBeDefined();
  });

  it('leaves no secret, key, consent or authorization behind', async () => {
    const client = await addClient(world, { consentRequired: true, authMethod: 'client_secret_post' });
    expect((await signInElsewhere(service, world, client)).access_token).toBeDefined();
    await service.call('POST', `${pathOf(client)}/keys`, {});
    const { no } = client.application;
    const rows = async () => [
      await count('consents WHERE client_no = ?', no),
      await count('grants WHERE client_no = ?', no),
      await count('client_secrets WHERE owner_no = ?', no),
      await count('client_keys WHERE owner_no = ?', no),
      await count('applications WHERE no = ?', no),
    ];
    expect(await rows()).toEqual([1, 1, 1, 1, 1]);
    await remove(pathOf(client));
    await service.get(Removals).deleteRelatedRows();
    expect(await rows()).toEqual([0, 0, 0, 0, 0]);
  });

  it('is removed by whoever manages its project, and not found by the owner of another organization', async () => {
    const client = await addClient(world);
    const as = (token: string) => service.call('DELETE', pathOf(client), undefined, { token });
    const stranger = await createServiceUser(service, await createOrganization(service), 'ORG_OWNER');
    expect((await as(stranger.token)).status).toBe(404);
    expect((await as((await createServiceUser(service, world.organization.id, 'ORG_OWNER_VIEWER')).token)).status).toBe(403);
    expect((await as((await createServiceUser(service, world.organization.id, 'ORG_OWNER')).token)).status).toBe(204);
  });

  it('with apiAccess is removed by owners of the whole service only, alone or with its project', async () => {
    const client = await addClient(world, { apiAccess: true });
    const { token } = await createServiceUser(service, world.organization.id, 'ORG_OWNER');
    for (const path of [pathOf(client), project]) expect((await service.call('DELETE', path, undefined, { token })).status).toBe(403);
    expect((await service.call('GET', pathOf(client))).status).toBe(200);
    await remove(project);
  });
});

it('neither an application nor a project is changed or removed by who has not seen its last change', async () => {
  const client = await addClient(world);
  const stale = { headers: { 'If-Match': '"stale"' } };
  for (const path of [pathOf(client), project]) {
    for (const [method, at] of [
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/_deactivate'],
    ] as const)
      expect((await service.call(method, path + at, method === 'DELETE' ? undefined : {}, stale)).status, path + at).toBe(412);
    const { headers } = await service.call('GET', path);
    const fresh = { headers: { 'If-Match': headers.get('etag') ?? '' } };
    expect((await service.call('PATCH', path, { name: 'Renamed' }, fresh)).body.name).toBe('Renamed');
    expect((await service.call('DELETE', path, undefined, fresh)).status).toBe(412);
  }
});

describe('a removed project', () => {
  it('ends with its applications, roles, grants and what anybody was given of it, also by another organization, each with its event', async () => {
    const [client, second] = [await addClient(world), await addClient(world)];
    const { tokens } = await signIn(service, world, client, 'openid offline_access');
    const granted = await createOrganization(service);
    const guest = await createPerson(service, {}, granted);
    await service.call('POST', `${project}/roles`, { key: 'reader' });
    const own = (await service.call('POST', `${project}/authorizations`, { holderId: world.person.id, roleKeys: ['reader'] })).body;
    const { grantId } = (await service.call('POST', `${project}/grants`, { grantedOrgId: granted, roleKeys: ['reader'] })).body;
    const place = `/admin/v1/organizations/${granted}/granted-projects/${grantId}`;
    const theirs = (await service.call('POST', `${place}/authorizations`, { holderId: guest.id, roleKeys: ['reader'] })).body;
    const member = await createServiceUser(service, world.organization.id);
    await service.call('POST', `${project}/members`, { userId: member.userId, role: 'PROJECT_OWNER' });

    await remove(project);
    expect((await userinfo(service, tokens.access_token)).status).toBe(401);
    expect((await refresh(service, second, 'nothing')).body.error).toBe('invalid_client');
    for (const at of ['', '/roles', '/grants', '/members', '/authorizations', `/applications`, `/applications/${client.application.id}`])
      expect((await service.call('GET', project + at)).status, at).toBe(404);
    expect((await service.call('GET', `${place}/authorizations`)).status).toBe(404);
    expect((await service.call('GET', `${base}/projects`)).body.projects).toEqual([]);
    for (const orgId of [granted, world.organization.id])
      expect((await service.call('GET', `/admin/v1/organizations/${orgId}/authorizations`)).body.authorizations).toEqual([]);

    await service.get(Removals).deleteRelatedRows();
    expect(await typesOf(world.projectId)).toEqual(
      expect.arrayContaining(['project.member.removed', 'project.removed', 'project.grant.removed']),
    );
    for (const { application } of [client, second]) expect((await typesOf(application.id)).at(-1)).toBe('application.removed');
    for (const { authorizationId } of [own, theirs]) expect((await typesOf(authorizationId)).at(-1)).toBe('authorization.removed');
  });

  it('of any size is removed at once; all its rows are deleted afterwards, its id is free then', async () => {
    const no = await numberOf('projects', world.projectId);
    for (let i = 0; i < 25; i++) await world.addApplication();
    for (let i = 0; i < 3; i++) await service.call('POST', `${project}/roles`, { key: `role-${i}` });
    await remove(project);
    await service.get(Removals).deleteRelatedRows();
    for (const table of ['applications', 'project_roles', 'project_grants', 'project_grant_roles', 'authorizations'])
      expect(await count(`${table} WHERE project_no = ?`, no), table).toBe(0);
    expect(await numberOf('projects', world.projectId)).toBe(0);
    expect((await service.call('POST', `${base}/projects`, { name: 'Again', projectId: world.projectId })).status).toBe(201);
  });

  it('loses also what a unit of work that had not seen the removal added a moment later', async () => {
    const no = await numberOf('projects', world.projectId);
    const { application } = await world.addApplication();
    await remove(project);
    await service.get(Removals).deleteRelatedRows();
    const columns = 'id, org_no, project_no, name, client_id, state, token_gen, config, created_us';
    await service
      .get(Database)
      .write('late', (tx) =>
        tx.run(`INSERT INTO applications (no, ${columns}) VALUES (?, 'late-1', ?, ?, 'Late', 'late-client', 'active', 0, ?, 1)`, [
          tx.nextNumber(),
          world.organization.no,
          no,
          JSON.stringify(application.config),
        ]),
      );
    expect((await post(service, '/oauth/v2/token', { grant_type: 'refresh_token', client_id: 'late-client' })).body.error).toBe(
      'invalid_client',
    );
    service.get(Clock).advance(61_000);
    await service.get(Removals).deleteRelatedRows();
    expect(await count('applications WHERE project_no = ?', no)).toBe(0);
    expect(await count('removals WHERE no = ?', no)).toBe(0);
  });
});
