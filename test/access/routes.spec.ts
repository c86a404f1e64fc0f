// Every route with its mark: what is open, what needs which permission. A new route shows up here, and nowhere by accident.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routeMarks } from '../support/routes.js';
import { startService, type TestService } from '../support/service.js';

const EXPECTED: Record<string, string> = {
  'GET /': 'public',
  'GET /docs/errors': 'public',
  'GET /favicon.ico': 'public',
  'GET /pages/icon.svg': 'public',
  'GET /healthz': 'public',
  'GET /readyz': 'public',
  'GET /sign-in/:uid': 'public',
  'POST /sign-in/:uid': 'public',
  'GET /sign-in/:uid/accounts': 'public',
  'POST /sign-in/:uid/accounts': 'public',
  'GET /sign-in/:uid/consent': 'public',
  'POST /sign-in/:uid/consent': 'public',
  ...Object.fromEntries(
    [
      'sign-in/:uid/password',
      'sign-in/:uid/register',
      'sign-in/:uid/forgotten',
      'password/forgotten',
      'email/verify',
      'invitation',
    ].flatMap((page) => [
      [`GET /${page}`, 'public'],
      [`POST /${page}`, 'public'],
    ]),
  ),
  'POST /sign-in/:uid/not-served': 'public',
  'GET /password/reset': 'public',
  'GET /account': 'public',
  'GET /account/:form': 'public',
  'POST /account/sign-in': 'public',
  'POST /account/new-password': 'public',
  'POST /account/password': 'public',
  'POST /account/email': 'public',
  'POST /account/sessions': 'public',
  'POST /account/applications': 'public',
  'POST /account/delegations': 'public',
  'GET /scim/v2/:orgId/ServiceProviderConfig': 'public',
  'GET /scim/v2/:orgId/Schemas': 'public',
  'GET /scim/v2/:orgId/Schemas/:id': 'public',
  'GET /scim/v2/:orgId/ResourceTypes': 'public',
  'GET /scim/v2/:orgId/ResourceTypes/:name': 'public',
  'POST /scim/v2/:orgId/Users': 'organization user.write',
  'GET /scim/v2/:orgId/Users': 'organization user.read',
  'POST /scim/v2/:orgId/Users/.search': 'organization user.read',
  'GET /scim/v2/:orgId/Users/:id': 'organization user.read',
  'PUT /scim/v2/:orgId/Users/:id': 'organization user.write',
  'PATCH /scim/v2/:orgId/Users/:id': 'organization user.write',
  'DELETE /scim/v2/:orgId/Users/:id': 'organization user.delete',
  'POST /scim/v2/:orgId/Groups': 'organization group.write',
  'GET /scim/v2/:orgId/Groups': 'organization group.read',
  'POST /scim/v2/:orgId/Groups/.search': 'organization group.read',
  'GET /scim/v2/:orgId/Groups/:id': 'organization group.read',
  'PUT /scim/v2/:orgId/Groups/:id': 'organization group.write',
  'PATCH /scim/v2/:orgId/Groups/:id': 'organization group.write',
  'DELETE /scim/v2/:orgId/Groups/:id': 'organization group.delete',
  'POST /scim/v2/:orgId/.search': 'organization user.read',
  'POST /scim/v2/:orgId/Bulk': 'organization user.write',
  'GET /scim/v2/:orgId/Me': 'own',
  'POST /scim/v2/:orgId/Me': 'own',
  'PUT /scim/v2/:orgId/Me': 'own',
  'PATCH /scim/v2/:orgId/Me': 'own',
  'DELETE /scim/v2/:orgId/Me': 'own',
  'GET /admin/v1/organizations/:orgId/connections': 'organization org.read',
  'POST /admin/v1/organizations/:orgId/connections': 'organization org.write',
  'GET /admin/v1/organizations/:orgId/connections/:connectionId': 'organization org.read',
  'PATCH /admin/v1/organizations/:orgId/connections/:connectionId': 'organization org.write',
  'DELETE /admin/v1/organizations/:orgId/connections/:connectionId': 'organization org.write',
  'POST /admin/v1/organizations/:orgId/connections/:connectionId/tokens': 'organization org.write',
  'POST /admin/v1/provisioning/_search': 'service event.read',
  'POST /admin/v1/organizations/:orgId/provisioning/_search': 'organization org.read',
  'POST /admin/v1/organizations': 'service org.create',
  'POST /admin/v1/organizations/:orgId/domains/:domain/_challenge': 'organization org.write',
  'POST /admin/v1/organizations/:orgId/domains/:domain/_prove': 'organization org.write',
  'DELETE /admin/v1/organizations/:orgId': 'service org.delete',
  'GET /admin/v1/organizations/:orgId/statistics': 'organization org.read',
  'GET /admin/v1/organizations': 'service org.read',
  'GET /admin/v1/organizations/:orgId': 'organization org.read',
  'PATCH /admin/v1/organizations/:orgId': 'organization org.write',
  'GET /admin/v1/organizations/:orgId/domains': 'organization org.read',
  'POST /admin/v1/organizations/:orgId/domains': 'organization org.write',
  'POST /admin/v1/organizations/:orgId/domains/:domain/_verify': 'service org.write',
  'POST /admin/v1/organizations/:orgId/domains/:domain/_set-primary': 'organization org.write',
  'DELETE /admin/v1/organizations/:orgId/domains/:domain': 'organization org.write',
  'POST /admin/v1/organizations/:orgId/projects': 'organization project.write',
  'GET /admin/v1/organizations/:orgId/projects': 'organization project.read',
  'GET /admin/v1/organizations/:orgId/projects/:projectId': 'organization project.read',
  'PATCH /admin/v1/organizations/:orgId/projects/:projectId': 'organization project.write',
  'GET /admin/v1/organizations/:orgId/projects/:projectId/roles': 'organization project.read',
  'POST /admin/v1/organizations/:orgId/projects/:projectId/roles': 'organization project.role.write',
  'GET /admin/v1/organizations/:orgId/projects/:projectId/roles/:key': 'organization project.read',
  'PATCH /admin/v1/organizations/:orgId/projects/:projectId/roles/:key': 'organization project.role.write',
  'DELETE /admin/v1/organizations/:orgId/projects/:projectId/roles/:key': 'organization project.role.write',
  'GET /admin/v1/organizations/:orgId/projects/:projectId/grants': 'organization project.read',
  'POST /admin/v1/organizations/:orgId/projects/:projectId/grants': 'organization project.grant.write',
  'GET /admin/v1/organizations/:orgId/projects/:projectId/grants/:grantId': 'organization project.read',
  'PUT /admin/v1/organizations/:orgId/projects/:projectId/grants/:grantId': 'organization project.grant.write',
  'DELETE /admin/v1/organizations/:orgId/projects/:projectId/grants/:grantId': 'organization project.grant.write',
  'GET /admin/v1/organizations/:orgId/granted-projects': 'organization project.read',
  'GET /admin/v1/organizations/:orgId/granted-projects/:grantId': 'organization project.read',
  'POST /admin/v1/organizations/:orgId/granted-projects/:grantId/_accept': 'organization project.grant.write',
  ...Object.fromEntries(
    ['projects/:projectId', 'granted-projects/:grantId'].flatMap((place) => [
      [`GET /admin/v1/organizations/:orgId/${place}/members`, 'organization project.read'],
      [`POST /admin/v1/organizations/:orgId/${place}/members`, 'organization member.write'],
      [`DELETE /admin/v1/organizations/:orgId/${place}/members/:userId/:role`, 'organization member.write'],
      [`GET /admin/v1/organizations/:orgId/${place}/authorizations`, 'organization authorization.read'],
      [`POST /admin/v1/organizations/:orgId/${place}/authorizations`, 'organization authorization.write'],
      [`GET /admin/v1/organizations/:orgId/${place}/authorizations/:authorizationId`, 'organization authorization.read'],
      [`PUT /admin/v1/organizations/:orgId/${place}/authorizations/:authorizationId`, 'organization authorization.write'],
      [`DELETE /admin/v1/organizations/:orgId/${place}/authorizations/:authorizationId`, 'organization authorization.write'],
    ]),
  ),
  'GET /admin/v1/organizations/:orgId/authorizations': 'organization authorization.read',
  'GET /admin/v1/organizations/:orgId/users/:userId/authorizations': 'organization authorization.read',
  'GET /admin/v1/organizations/:orgId/users/:userId/roles': 'organization org.read',
  'GET /admin/v1/organizations/:orgId/groups': 'organization group.read',
  'GET /admin/v1/organizations/:orgId/groups/:groupId': 'organization group.read',
  'GET /admin/v1/organizations/:orgId/groups/:groupId/members': 'organization group.read',
  'POST /admin/v1/organizations/:orgId/groups': 'organization group.write',
  'PATCH /admin/v1/organizations/:orgId/groups/:groupId': 'organization group.write',
  'DELETE /admin/v1/organizations/:orgId/groups/:groupId': 'organization group.delete',
  'GET /admin/v1/organizations/:orgId/groups/:groupId/members/:memberId': 'organization group.read',
  'POST /admin/v1/organizations/:orgId/groups/:groupId/members': 'organization group.write',
  'POST /admin/v1/organizations/:orgId/groups/:groupId/members/_remove': 'organization group.write',
  'GET /admin/v1/organizations/:orgId/people/:userId/groups': 'organization group.read',
  'GET /admin/v1/organizations/:orgId/groups/:groupId/roles': 'organization group.read',
  'POST /admin/v1/organizations/:orgId/groups/:groupId/roles': 'organization member.write',
  'DELETE /admin/v1/organizations/:orgId/groups/:groupId/roles/:role': 'organization member.write',
  'POST /admin/v1/organizations/:orgId/projects/:projectId/applications': 'organization project.write',
  'GET /admin/v1/organizations/:orgId/projects/:projectId/applications': 'organization project.read',
  'GET /admin/v1/organizations/:orgId/service-users': 'organization user.read',
  'POST /admin/v1/organizations/:orgId/service-users': 'organization user.write',
  'GET /admin/v1/organizations/:orgId/service-users/:userId': 'organization user.read',
  'PATCH /admin/v1/organizations/:orgId/service-users/:userId': 'organization user.write',
  'DELETE /admin/v1/organizations/:orgId/service-users/:userId': 'organization user.delete',
  'POST /admin/v1/organizations/:orgId/service-users/:userId/secrets': 'organization user.write',
  'POST /admin/v1/organizations/:orgId/service-users/:userId/personal-access-tokens': 'organization user.write',
  'POST /admin/v1/organizations/:orgId/members': 'organization member.write',
  'POST /admin/v1/members': 'service member.write',
  'POST /admin/v1/organizations/:orgId/_deactivate': 'service org.write',
  'POST /admin/v1/organizations/:orgId/_reactivate': 'service org.write',
  'POST /admin/v1/organizations/:orgId/projects/:projectId/_deactivate': 'organization project.write',
  'POST /admin/v1/organizations/:orgId/projects/:projectId/_reactivate': 'organization project.write',
  'GET /admin/v1/organizations/:orgId/projects/:projectId/applications/:applicationId': 'organization project.read',
  'PUT /admin/v1/organizations/:orgId/projects/:projectId/applications/:applicationId': 'organization project.write',
  'DELETE /admin/v1/organizations/:orgId/projects/:projectId/applications/:applicationId': 'organization project.write',
  'DELETE /admin/v1/organizations/:orgId/projects/:projectId': 'organization project.write',
  'PATCH /admin/v1/organizations/:orgId/projects/:projectId/applications/:applicationId': 'organization project.write',
  'POST /admin/v1/organizations/:orgId/projects/:projectId/applications/:applicationId/_deactivate': 'organization project.write',
  'POST /admin/v1/organizations/:orgId/projects/:projectId/applications/:applicationId/_reactivate': 'organization project.write',
  'GET /admin/v1/organizations/:orgId/projects/:projectId/applications/:applicationId/secrets': 'organization project.read',
  'POST /admin/v1/organizations/:orgId/projects/:projectId/applications/:applicationId/secrets': 'organization project.write',
  'PUT /admin/v1/organizations/:orgId/projects/:projectId/applications/:applicationId/secrets/:secretId': 'organization project.write',
  'DELETE /admin/v1/organizations/:orgId/projects/:projectId/applications/:applicationId/secrets/:secretId': 'organization project.write',
  'POST /admin/v1/organizations/:orgId/service-users/:userId/_deactivate': 'organization user.write',
  'POST /admin/v1/organizations/:orgId/service-users/:userId/_reactivate': 'organization user.write',
  'GET /admin/v1/organizations/:orgId/service-users/:userId/secrets': 'organization user.read',
  'PUT /admin/v1/organizations/:orgId/service-users/:userId/secrets/:secretId': 'organization user.write',
  'DELETE /admin/v1/organizations/:orgId/service-users/:userId/secrets/:secretId': 'organization user.write',
  'GET /admin/v1/organizations/:orgId/service-users/:userId/personal-access-tokens': 'organization user.read',
  'DELETE /admin/v1/organizations/:orgId/service-users/:userId/personal-access-tokens/:tokenId': 'organization user.write',
  'GET /admin/v1/organizations/:orgId/members': 'organization org.read',
  'DELETE /admin/v1/organizations/:orgId/members/:userId/:role': 'organization member.write',
  'GET /admin/v1/members': 'service org.read',
  'DELETE /admin/v1/members/:userId/:role': 'service member.write',
  ...Object.fromEntries(
    ['password', 'registration', 'lockout', 'look', 'signIn', 'removedPeople', 'domain', 'impersonation'].flatMap((kind) => [
      [`GET /admin/v1/policies/${kind}`, 'service policy.read'],
      [`PUT /admin/v1/policies/${kind}`, 'service policy.write'],
      [`DELETE /admin/v1/policies/${kind}`, 'service policy.write'],
    ]),
  ),
  ...Object.fromEntries(
    ['password', 'registration', 'lockout', 'look', 'signIn', 'removedPeople', 'domain'].flatMap((kind) => [
      [`GET /admin/v1/organizations/:orgId/policies/${kind}`, 'organization org.read'],
      [`PUT /admin/v1/organizations/:orgId/policies/${kind}`, 'organization org.write'],
      [`DELETE /admin/v1/organizations/:orgId/policies/${kind}`, 'organization org.write'],
    ]),
  ),
  'GET /pages/style.css': 'public',
  'GET /admin/v1/features': 'service feature.read',
  'PUT /admin/v1/features': 'service feature.write',
  'GET /admin/v1/jobs': 'service job.read',
  'GET /admin/v1/jobs/:jobId': 'service job.read',
  'POST /admin/v1/jobs/:jobId/_run': 'service job.write',
  'GET /admin/v1/keys': 'service key.read',
  'POST /admin/v1/keys/_rotate': 'service key.write',
  'POST /admin/v1/keys/:kid/_revoke': 'service key.write',
  'GET /admin/v1/organizations/:orgId/service-users/:userId/keys': 'organization user.read',
  'POST /admin/v1/organizations/:orgId/service-users/:userId/keys': 'organization user.write',
  'DELETE /admin/v1/organizations/:orgId/service-users/:userId/keys/:keyId': 'organization user.write',
  'GET /admin/v1/organizations/:orgId/projects/:projectId/applications/:applicationId/keys': 'organization project.read',
  'POST /admin/v1/organizations/:orgId/projects/:projectId/applications/:applicationId/keys': 'organization project.write',
  'DELETE /admin/v1/organizations/:orgId/projects/:projectId/applications/:applicationId/keys/:keyId': 'organization project.write',
  'GET /admin/v1/people': 'service user.read',
  'GET /admin/v1/organizations/:orgId/people/_removed': 'organization user.read',
  'DELETE /admin/v1/organizations/:orgId/people/_removed/:userId': 'organization user.delete',
  'POST /admin/v1/organizations/:orgId/people/:userId/_restore': 'organization user.write',
  'GET /admin/v1/organizations/:orgId/people': 'organization user.read',
  'POST /admin/v1/organizations/:orgId/people': 'organization user.write',
  'GET /admin/v1/organizations/:orgId/people/:userId': 'organization user.read',
  'PATCH /admin/v1/organizations/:orgId/people/:userId': 'organization user.write',
  'DELETE /admin/v1/organizations/:orgId/people/:userId': 'organization user.delete',
  ...Object.fromEntries(
    ['sessions', 'sessions/:sessionId', 'grants', 'grants/:clientId', 'tokens'].map((what) => [
      `DELETE /admin/v1/organizations/:orgId/people/:userId/${what}`,
      'organization user.write',
    ]),
  ),
  'GET /admin/v1/organizations/:orgId/people/:userId/sessions': 'organization user.read',
  'GET /admin/v1/organizations/:orgId/people/:userId/grants': 'organization user.read',
  'GET /admin/v1/organizations/:orgId/people/:userId/roles': 'organization authorization.read',
  'GET /admin/v1/organizations/:orgId/people/:userId/events': 'organization user.read',
  'GET /admin/v1/organizations/:orgId/people/:userId/lock': 'organization user.read',
  ...Object.fromEntries(
    [
      '_deactivate',
      '_reactivate',
      '_lock',
      '_unlock',
      '_set-temporary-password',
      '_require-password-change',
      '_invite',
      '_send-verification',
    ].map((action) => [`POST /admin/v1/organizations/:orgId/people/:userId/${action}`, 'organization user.write']),
  ),
  'POST /admin/v1/import': 'service import',
  'POST /admin/v1/imports': 'service import',
  'GET /admin/v1/imports': 'service import',
  'GET /admin/v1/imports/:importId': 'service import',
  'GET /admin/v1/imports/:importId/errors': 'service import',
  'POST /admin/v1/imports/:importId/_cancel': 'service import',
  'POST /admin/v1/imports/:importId/_resume': 'service import',
  ...Object.fromEntries(
    [
      ['metadata', 'org'],
      ['people/:userId/metadata', 'user'],
      ['service-users/:userId/metadata', 'user'],
    ].flatMap(([path, what]) => [
      [`GET /admin/v1/organizations/:orgId/${path}`, `organization ${what}.read`],
      [`PUT /admin/v1/organizations/:orgId/${path}`, `organization ${what}.write`],
      [`POST /admin/v1/organizations/:orgId/${path}/_remove`, `organization ${what}.write`],
      [`GET /admin/v1/organizations/:orgId/${path}/:key`, `organization ${what}.read`],
      [`PUT /admin/v1/organizations/:orgId/${path}/:key`, `organization ${what}.write`],
      [`DELETE /admin/v1/organizations/:orgId/${path}/:key`, `organization ${what}.write`],
    ]),
  ),
  'POST /admin/v1/events/_search': 'service event.read',
  'POST /admin/v1/events/types/_search': 'service event.read',
  'POST /admin/v1/events/aggregates/types/_search': 'service event.read',
  'POST /admin/v1/aggregates/types/_search': 'service event.read',
};

/** Need `IAM_OWNER`: with any lesser role they answer 403. */
const OWNER_ONLY: ReadonlyArray<[string, string, unknown]> = [
  ['POST', '/admin/v1/import', { dataOrgs: { orgs: [] } }],
  ['GET', '/admin/v1/imports', undefined],
  ['POST', '/admin/v1/events/_search', {}],
  ['PUT', '/admin/v1/features', {}],
  ['GET', '/admin/v1/features', undefined],
  ['GET', '/admin/v1/keys', undefined],
  ['POST', '/admin/v1/keys/_rotate', { alg: 'EdDSA' }],
  ['GET', '/admin/v1/policies/impersonation', undefined],
  ['PUT', '/admin/v1/policies/impersonation', { enabled: false }],
  ['DELETE', '/admin/v1/policies/impersonation', undefined],
  ['GET', '/admin/v1/members', undefined],
];

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

describe('the routes', () => {
  it('carry the marks that are written down here, each one', () => {
    expect(routeMarks(service)).toEqual(EXPECTED);
  });

  it.each(OWNER_ONLY)('%s %s is open to IAM_OWNER', async (method, path, body) => {
    // Past the guard: done, accepted, or there is no such import.
    const allowed = path.startsWith('/admin/v1/imports') ? [200, 202, 404] : [200];
    expect(allowed).toContain((await service.call(method, path, body)).status);
  });

  it.each(OWNER_ONLY)('%s %s is closed to the owner of an organization', async (method, path, body) => {
    const { orgId } = service.credentials;
    const user = await service.call('POST', `/admin/v1/organizations/${orgId}/service-users`, { userName: `owner-${method}-${path}` });
    await service.call('POST', `/admin/v1/organizations/${orgId}/members`, { userId: user.body.userId, role: 'ORG_OWNER' });
    const made = await service.call(
      'POST',
      `/admin/v1/organizations/${orgId}/service-users/${user.body.userId}/personal-access-tokens`,
      {},
    );
    const answer = await service.call(method, path, body, { token: made.body.token });
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ code: 'access.noPermission', status: 403 });
  });

  it.each(OWNER_ONLY)('%s %s asks for a token', async (method, path, body) => {
    const answer = await service.call(method, path, body, { token: null });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });
});
