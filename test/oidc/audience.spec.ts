// Whom a token is good for, and what ends it from outside: roles, applications, projects, organizations.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ConfigVersion } from '../../src/common/database/config-version.js';
import { Database } from '../../src/common/database/database.js';
import type { NewApplication } from '../../src/oidc/clients/application.js';
import { Projects } from '../../src/oidc/clients/applications.service.js';
import { Memberships } from '../../src/users/memberships/memberships.service.js';
import { startService, type TestService } from '../support/service.js';
import { Browser, makeWorld, PASSWORD, post, REDIRECT_URI, userinfo, type World } from './world.js';

let service: TestService;
let world: World;
beforeAll(async () => {
  service = await startService();
  world = await makeWorld(service);
  await service
    .get(Database)
    .write('test', (tx) =>
      service.get(Memberships).addToOrganization(tx, world.organization, { no: world.person.no, id: world.person.id }, 'ORG_OWNER', 'test'),
    );
});
afterAll(() => service.close());

const API_SCOPE = 'urn:gatehouse:iam:org:project:id:gatehouse:aud';
// RFC 7636 appendix B.
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' };

async function signIn(input: Partial<NewApplication>, scope: string, in_: World = world) {
  const { application } = await in_.addApplication({ type: 'userAgent', ...input });
  const browser = new Browser(service.url);
  const query = new URLSearchParams({
    client_id: application.clientId,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope,
    ...CHALLENGE,
  });
  const end = await browser.submit(await browser.open(`${service.url}/oauth/v2/authorize?${query.toString()}`), in_.loginName, PASSWORD);
  const code = new URL(end.url).searchParams.get('code') ?? '';
  const form = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, code_verifier: VERIFIER };
  const { body } = await post(service, '/oauth/v2/token', form, { clientId: application.clientId });
  return { application, token: body.access_token as string, scope: body.scope as string };
}

const listUsers = (token: string) => service.call('GET', `/scim/v2/${world.organization.id}/Users`, undefined, { token });

/** Changes a state that no API changes yet. */
async function change(sql: string, values: Array<string | number>): Promise<void> {
  await service.get(Database).write('test', async (tx) => {
    await tx.run(sql, values);
    await service.get(ConfigVersion).raise(tx);
  });
}

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
    await expect(service.get(Projects).create(world.organization.no, { name: 'x', id }, 'test')).rejects.toMatchObject({
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
  expect(body.aud).toEqual(expect.arrayContaining([application.clientId, sibling.clientId, world.projectId]));
  expect(body.aud).not.toContain('nowhere');
});

it('notices at once that a role was taken away', async () => {
  const { token } = await signIn({ apiAccess: true }, `openid ${API_SCOPE}`);
  expect((await listUsers(token)).status).toBe(200);
  await change('DELETE FROM memberships WHERE user_no = ?', [world.person.no]);
  await change('UPDATE config_version SET version = version + 1', []);
  expect((await listUsers(token)).status).toBe(404);
});

it.each([
  ['the application is deactivated', `UPDATE applications SET state = 'inactive' WHERE client_id = ?`, 'client'],
  ["the application's tokens are revoked", 'UPDATE applications SET token_gen = token_gen + 1 WHERE client_id = ?', 'client'],
  ['the project is deactivated', `UPDATE projects SET state = 'inactive' WHERE id = ?`, 'project'],
  ['the organization is deactivated', `UPDATE organizations SET state = 'inactive' WHERE id = ?`, 'organization'],
  ["the organization's tokens are revoked", 'UPDATE organizations SET token_gen = token_gen + 1 WHERE id = ?', 'organization'],
])('ends a token when %s', async (_, sql, which) => {
  const own = await makeWorld(service);
  const { token, application } = await signIn({}, 'openid', own);
  expect((await userinfo(service, token)).status).toBe(200);
  await change(sql, [{ client: application.clientId, project: own.projectId, organization: own.organization.id }[which] ?? '']);
  expect((await userinfo(service, token)).status).toBe(401);
});
