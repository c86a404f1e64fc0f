// A role that was taken away is gone with the next request, in every process: the change raises the config version in its own unit.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ORGANIZATION_ROLES, PROJECT_GRANT_ROLES, PROJECT_ROLES, SERVICE_ROLES } from '../../src/common/access/permissions.js';
import { REDIRECT_URI } from '../support/world.js';
import { post } from '../support/oauth.js';
import { SERVER_URL } from '../support/database.js';
import { freshName, scimUser } from '../support/people.js';
import { Ground } from '../support/processes.js';
import { send, type Answer, type CallOptions, type HttpService } from '../support/service.js';

const PUBLIC_URL = 'http://127.0.0.1:65000';
const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
/** SQLite belongs to one process; a database server is shared by two. */
const PROCESSES = SERVER_URL ? 2 : 1;

let ground: Ground;
/** The process that takes roles away, and the one that has cached them. */
let changing: HttpService;
let serving: HttpService;
let orgId: string;
let base: string;
let exchanger: { clientId: string; clientSecret: string; projectId: string };
let personId: string;
/** An organization that the project is granted to. */
let granted: { orgId: string; grantId: string };

beforeAll(async () => {
  ground = await Ground.make();
  const urls: string[] = [];
  for (let i = 0; i < PROCESSES; i++) urls.push((await ground.start({ PUBLIC_URL })).url);
  const { credentials } = ground;
  const call =
    (url: string) =>
    (method: string, path: string, body?: unknown, options: CallOptions = {}): Promise<Answer> => {
      const { token = credentials.serviceUser.personalAccessToken, type, headers = {} } = options;
      return send(url + path, method, body, { ...headers, ...(token === null ? {} : { authorization: `Bearer ${token}` }) }, type);
    };
  [changing, serving] = [urls[0] ?? '', urls.at(-1) ?? ''].map((url) => ({ url, call: call(url) })) as [HttpService, HttpService];
  orgId = credentials.orgId;
  base = `/admin/v1/organizations/${orgId}`;

  await changing.call('PUT', '/admin/v1/features', { oidcTokenExchange: true });
  await changing.call('PUT', '/admin/v1/policies/impersonation', { enabled: true });
  const { projectId } = (await changing.call('POST', `${base}/projects`, { name: freshName('project') })).body;
  const application = { name: 'exchanger', redirectUris: [REDIRECT_URI], grantTypes: ['authorization_code', TOKEN_EXCHANGE] };
  const { clientId, clientSecret } = (await changing.call('POST', `${base}/projects/${projectId}/applications`, application)).body;
  exchanger = { clientId, clientSecret, projectId };
  // Somebody else owns the organization, or its last owner would stay.
  const { userId } = (await changing.call('POST', `${base}/service-users`, { userName: freshName('owner') })).body;
  await changing.call('POST', `${base}/members`, { userId, role: 'ORG_OWNER' });
  personId = (await changing.call('POST', `/scim/v2/${orgId}/Users`, scimUser(freshName()))).body.id;
  const { orgId: grantedOrgId } = (await changing.call('POST', '/admin/v1/organizations', { name: freshName('granted') })).body;
  const { grantId } = (await changing.call('POST', `${base}/projects/${projectId}/grants`, { grantedOrgId, roleKeys: [] })).body;
  granted = { orgId: grantedOrgId, grantId };
});
afterAll(() => ground.clear());

const statusOf = async (method: string, path: string, token: string, body?: unknown) =>
  (await serving.call(method, path, body, { token })).status;
const listOrganizations = (token: string) => statusOf('GET', '/admin/v1/organizations', token);
const listPeople = (token: string) => statusOf('GET', `/scim/v2/${orgId}/Users`, token);
const createPerson = (token: string) => statusOf('POST', `/scim/v2/${orgId}/Users`, token, scimUser(freshName()));
const readProject = (token: string) => statusOf('GET', `${base}/projects/${exchanger.projectId}`, token);
const grantPath = () => `/admin/v1/organizations/${granted.orgId}/granted-projects/${granted.grantId}`;
const readGrant = (token: string) => statusOf('GET', grantPath(), token);
const actForPerson = async (token: string) => {
  const form = {
    grant_type: TOKEN_EXCHANGE,
    subject_token: personId,
    subject_token_type: 'urn:gatehouse:params:oauth:token-type:user_id',
    actor_token: token,
    actor_token_type: 'urn:ietf:params:oauth:token-type:access_token',
  };
  return (await post(serving, '/oauth/v2/token', form, exchanger)).status;
};

/** What the role allows, the status with it, and the one without. */
const PROBES: Record<string, [use: (token: string) => Promise<number>, allowed: number, refused: number]> = {
  IAM_OWNER: [listOrganizations, 200, 403],
  IAM_OWNER_VIEWER: [listOrganizations, 200, 403],
  IAM_ORG_MANAGER: [listOrganizations, 200, 403],
  IAM_USER_MANAGER: [createPerson, 201, 404],
  IAM_ADMIN_IMPERSONATOR: [actForPerson, 200, 400],
  IAM_END_USER_IMPERSONATOR: [actForPerson, 200, 400],
  ORG_OWNER: [createPerson, 201, 404],
  ORG_OWNER_VIEWER: [listPeople, 200, 404],
  ORG_USER_MANAGER: [createPerson, 201, 404],
  ORG_ADMIN_IMPERSONATOR: [actForPerson, 200, 400],
  ORG_END_USER_IMPERSONATOR: [actForPerson, 200, 400],
  PROJECT_OWNER: [readProject, 200, 404],
  PROJECT_GRANT_OWNER: [readGrant, 200, 404],
};

async function holderOf(role: string): Promise<{ userId: string; token: string; members: string }> {
  const { userId } = (await changing.call('POST', `${base}/service-users`, { userName: freshName('service') })).body;
  const members = membersOf(role);
  expect((await changing.call('POST', members, { userId, role })).status).toBe(201);
  const tokens = `${base}/service-users/${userId}/personal-access-tokens`;
  const { token } = (await changing.call('POST', tokens, { audience: [exchanger.projectId] })).body;
  return { userId, token, members };
}

function membersOf(role: string): string {
  if (role.startsWith('IAM_')) return '/admin/v1/members';
  if (role === 'PROJECT_OWNER') return `${base}/projects/${exchanger.projectId}/members`;
  return role === 'PROJECT_GRANT_OWNER' ? `${grantPath()}/members` : `${base}/members`;
}

it('every role has a probe', () => {
  const roles = [SERVICE_ROLES, ORGANIZATION_ROLES, PROJECT_ROLES, PROJECT_GRANT_ROLES].flatMap((table) => Object.keys(table));
  expect(Object.keys(PROBES).toSorted()).toEqual(roles.toSorted());
});

describe.each(Object.entries(PROBES))('%s', (role, [use, allowed, refused]) => {
  it('that was taken away is gone with the next request, in every process', async () => {
    // On a server too: the memberships that decide are read with the rows they belong to.
    const { userId, token, members } = await holderOf(role);
    expect(await use(token)).toBe(allowed);
    expect(await use(token)).toBe(allowed);
    expect((await changing.call('DELETE', `${members}/${userId}/${role}`)).status).toBe(204);
    expect(await use(token)).toBe(refused);
  });
});
