// Reading across organizations by the second id: for every route with more than one id, an id of organization A in the hands of B's owner.
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { createServiceUser } from '../support/service-users.js';
import { makeWorld, REDIRECT_URI, type World } from '../support/world.js';
import { ended } from '../support/imports.js';
import { freshName, patchOf, scimUser } from '../support/people.js';
import { addGroup } from '../support/groups.js';
import { routeMarks } from '../support/routes.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

let service: TestService;
let a: World;
let b: World;
let token: string;
/** What each path parameter is in organization A. */
let ids: Record<string, string>;
beforeAll(async () => {
  service = await sharedService();
  [a, b] = [await makeWorld(service), await makeWorld(service)];
  token = (await createServiceUser(service, b.organization.id, 'ORG_OWNER')).token;
  const { application } = await a.addApplication();
  const base = `/admin/v1/organizations/${a.organization.id}`;
  const { userId } = await createServiceUser(service, a.organization.id, 'ORG_OWNER');
  const tokens = await service.call('GET', `${base}/service-users/${userId}/personal-access-tokens`);
  const secret = await service.call('POST', `${base}/service-users/${userId}/secrets`, {});
  const { publicKey } = await generateKeyPair('ES256');
  const key = await service.call('POST', `${base}/service-users/${userId}/keys`, { publicKeyJwk: await exportJWK(publicKey) });
  const project = `${base}/projects/${a.projectId}`;
  await service.call('POST', `${project}/roles`, { key: 'reader' });
  const grantedOrgId = (await makeWorld(service)).organization.id;
  const grant = await service.call('POST', `${project}/grants`, { grantedOrgId, roleKeys: ['reader'] });
  const authorization = await service.call('POST', `${project}/authorizations`, { holderId: userId, roleKeys: ['reader'] });
  const group = await addGroup(service, a.organization.id, [a.person.id]);
  ids = {
    key: 'reader',
    grantId: grant.body.grantId,
    authorizationId: authorization.body.authorizationId,
    groupId: group.id,
    memberId: a.person.id,
    id: a.person.id,
    projectId: a.projectId,
    applicationId: application.id,
    userId,
    tokenId: tokens.body.personalAccessTokens[0].tokenId,
    secretId: secret.body.secretId,
    keyId: key.body.keyId,
    kid: (await service.call('GET', '/admin/v1/keys')).body.keys[0].kid,
    jobId: (await service.call('GET', '/admin/v1/jobs')).body.jobs[0].jobId,
    kind: 'invitation',
    language: 'en',
    role: 'ORG_OWNER',
    sessionId: 'no-such-session',
    clientId: 'no-such-client',
    importId: String((await ended(service, (await service.call('POST', '/admin/v1/imports', { dataOrgs: { orgs: [] } })).body.id))['id']),
    connectionId: (await service.call('POST', `${base}/connections`, { name: freshName() })).body.connectionId,
    domain: (await service.call('GET', `${base}/domains`)).body.domains[0].domain,
  };
});
afterAll(() => service.close());

/** Bodies that get past validation, for the routes that want one. */
const BODIES: Readonly<Record<string, () => unknown>> = {
  'POST /admin/v1/organizations/:orgId/domains/:domain/_challenge': () => ({ method: 'dns' }),
  'PUT /admin/v1/organizations/:orgId/mail-texts/:kind/:language': () => ({ subject: 'Theft', body: '{{link}} {{code}}' }),
  'PUT /scim/v2/:orgId/Users/:id': () => scimUser(freshName()),
  'PATCH /scim/v2/:orgId/Users/:id': () => patchOf({ op: 'replace', path: 'active', value: false }),
  'POST /admin/v1/organizations/:orgId/projects/:projectId/applications': () => ({ name: 'Theft', redirectUris: [REDIRECT_URI] }),
  'PUT /admin/v1/organizations/:orgId/projects/:projectId/applications/:applicationId': () => ({
    name: 'Theft',
    redirectUris: [REDIRECT_URI],
  }),
  'POST /admin/v1/organizations/:orgId/people/:userId/_set-temporary-password': () => ({ password: 'Correct-Horse-7' }),
  'PUT /scim/v2/:orgId/Groups/:id': () => ({ schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName: freshName() }),
  'PATCH /scim/v2/:orgId/Groups/:id': () => patchOf({ op: 'replace', path: 'displayName', value: freshName() }),
  'POST /admin/v1/organizations/:orgId/projects/:projectId/roles': () => ({ key: 'admin' }),
  'POST /admin/v1/organizations/:orgId/projects/:projectId/grants': () => ({ grantedOrgId: b.organization.id, roleKeys: ['reader'] }),
  'PUT /admin/v1/organizations/:orgId/projects/:projectId/grants/:grantId': () => ({ roleKeys: [] }),
  'POST /admin/v1/organizations/:orgId/projects/:projectId/members': () => ({ userId: ids.userId, role: 'PROJECT_OWNER' }),
  'POST /admin/v1/organizations/:orgId/granted-projects/:grantId/members': () => ({ userId: ids.userId, role: 'PROJECT_GRANT_OWNER' }),
  'PATCH /admin/v1/organizations/:orgId/groups/:groupId': () => ({ displayName: freshName() }),
  'POST /admin/v1/organizations/:orgId/groups/:groupId/members': () => ({ memberIds: [] }),
  'POST /admin/v1/organizations/:orgId/groups/:groupId/members/_remove': () => ({ memberIds: [] }),
  'POST /admin/v1/organizations/:orgId/groups/:groupId/roles': () => ({ role: 'ORG_OWNER' }),
  ...Object.fromEntries(
    ['projects/:projectId', 'granted-projects/:grantId'].flatMap((place) => {
      const authorizations = `/admin/v1/organizations/:orgId/${place}/authorizations`;
      return [
        [`POST ${authorizations}`, () => ({ holderId: ids.userId, roleKeys: ['reader'] })],
        [`PUT ${authorizations}/:authorizationId`, () => ({ roleKeys: ['reader'] })],
      ];
    }),
  ),
  ...Object.fromEntries(
    ['people/:userId', 'service-users/:userId'].flatMap((owner) => {
      const metadata = `/admin/v1/organizations/:orgId/${owner}/metadata`;
      return [
        [`PUT ${metadata}`, () => ({ metadata: [{ key: 'reader', value: '' }] })],
        [`POST ${metadata}/_remove`, () => ({ keys: ['reader'] })],
        [`PUT ${metadata}/:key`, () => ({ value: '' })],
      ];
    }),
  ),
};

/** Their further parameters are names that every organization has for itself, no ids. */
const hasOwnNames = (route: string) =>
  route === 'PUT /admin/v1/organizations/:orgId/metadata/:key' || route.includes(' /admin/v1/organizations/:orgId/mail-texts/:');

const fill = (path: string, orgId: string, known: Record<string, string>) =>
  path.replace(':orgId', orgId).replace(/:(\w+)/g, (_, name: string) => {
    if (known[name] === undefined) throw new Error(`This test does not know the path parameter ${name}; add it to ids.`);
    return encodeURIComponent(known[name]);
  });

const eventCount = async () => (await service.get(Database).query.row<{ count: number }>('SELECT COUNT(*) AS count FROM events'))?.count;

function routes(kind: 'organization' | 'service'): Array<[route: string, method: string, path: string]> {
  return Object.entries(routeMarks(service))
    .filter(([, mark]) => mark.startsWith(kind))
    .map(([route]) => [route, ...(route.split(' ') as [string, string])]);
}

const send = (route: string, method: string, path: string) =>
  service.call(method, path, BODIES[route]?.() ?? (['POST', 'PUT', 'PATCH'].includes(method) ? {} : undefined), { token });

it("finds nothing of organization A below organization B's address, and leaves no event", async () => {
  const nested = routes('organization').filter(([route, , path]) => path.replace(':orgId', '').includes(':') && !hasOwnNames(route));
  expect(nested.length).toBeGreaterThan(20);
  const before = await eventCount();
  for (const [route, method, path] of nested) {
    expect((await send(route, method, fill(path, b.organization.id, ids))).status, route).toBe(404);
  }
  expect(await eventCount()).toBe(before);
});

it("does not let organization B's owner know that organization A exists", async () => {
  const before = await eventCount();
  for (const [route, method, path] of routes('organization')) {
    const [real, made] = await Promise.all([a.organization.id, 'nowhere'].map((orgId) => send(route, method, fill(path, orgId, ids))));
    expect([real?.status, made?.status], route).toEqual([404, 404]);
    expect(real?.body.detail, route).toBe(made?.body.detail);
  }
  expect(await eventCount()).toBe(before);
});

it('gives the same refusal for a known and an unknown id to whoever may not use a route of the whole service', async () => {
  const unknown = Object.fromEntries(Object.keys(ids).map((name) => [name, 'nowhere']));
  const before = await eventCount();
  for (const [route, method, path] of routes('service')) {
    const real = await send(route, method, fill(path, a.organization.id, ids));
    const made = await send(route, method, fill(path, 'nowhere', unknown));
    expect([real.status, real.body.detail], route).toEqual([403, made.body.detail]);
  }
  expect(await eventCount()).toBe(before);
});

it('takes a user of another organization for unknown as well when a body names it', async () => {
  const body = { userId: ids.userId, role: 'ORG_OWNER_VIEWER' };
  const answer = await service.call('POST', `/admin/v1/organizations/${b.organization.id}/members`, body, { token });
  expect([answer.status, answer.body.code]).toEqual([404, 'user.notFound']);
});

it('mixes no project with an application of another one, also inside an organization', async () => {
  const { projectId } = (await service.call('POST', `/admin/v1/organizations/${a.organization.id}/projects`, { name: 'Other' })).body;
  const path = `/admin/v1/organizations/${a.organization.id}/projects/${projectId}/applications/${ids.applicationId}`;
  for (const [method, end] of [
    ['GET', ''],
    ['PUT', ''],
    ['PATCH', ''],
    ['POST', '/_deactivate'],
    ['DELETE', ''],
    ['GET', '/secrets'],
    ['POST', '/secrets'],
    ['GET', '/keys'],
    ['POST', '/keys'],
  ] as const) {
    expect(
      (
        await service.call(
          method,
          path + end,
          method === 'GET' || method === 'DELETE' ? undefined : method === 'PUT' ? { name: 'Theft' } : {},
        )
      ).status,
      end,
    ).toBe(404);
  }
});
