// Changes that the policy `administration` allows only after a fresh sign-in (RFC 9470), so that a browser left open or a stolen token changes little.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FRESH_CHANGES } from '../../src/common/access/fresh-changes.js';
import { FRESH_READS, FRESH_SIGN_IN } from '../../src/common/access/fresh-sign-in.js';
import { Clock } from '../../src/common/primitives/clock.js';
import { addApp, beginStep } from '../support/factors.js';
import { addClient, type Credentials } from '../support/clients.js';
import { API_SCOPE, authorizeUrl, codeIn, redeem, signIn } from '../support/oauth.js';
import { Browser, fill } from '../support/browser.js';
import { routeMetadata } from '../support/routes.js';
import { patchOf } from '../support/people.js';
import { createServiceUser } from '../support/service-users.js';
import { startService, type TestService } from '../support/service.js';
import { makeWorld, PASSWORD, type World } from '../support/world.js';

let service: TestService;
let world: World;
let client: Credentials;
let base: string;
beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  world = await makeWorld(service);
  base = `/admin/v1/organizations/${world.organization.id}`;
  client = await addClient(world, { type: 'userAgent', apiAccess: true });
  expect((await service.call('POST', `${base}/members`, { userId: world.person.id, role: 'ORG_OWNER' })).status).toBe(201);
});
afterAll(() => service.close());

const decide = async (change: object, of = base) =>
  expect((await service.call('PATCH', `${of}/policies/administration`, change)).status).toBe(200);
const tokenOf = async (parameters: Record<string, string> = {}): Promise<string> =>
  (await signIn(service, world, client, `openid ${API_SCOPE}`, parameters)).tokens.access_token as string;
const pass = (minutes: number) => service.get(Clock).advance(minutes * 60_000);
/** A role of another person each time. */
const giveRole = async (token: string, query = '') => {
  const { id: userId } = await world.addPerson({ userName: `person${(people += 1)}` });
  return service.call('POST', `${base}/members${query}`, { userId, role: 'ORG_OWNER_VIEWER' }, { token });
};
let people = 0;

describe('a change that needs a fresh sign-in', () => {
  it('is refused with what a new sign-in must be, once the last one is too old', async () => {
    await decide({ freshChanges: ['administrators'], freshMinutes: 5 });
    const token = await tokenOf();
    pass(4);
    expect((await giveRole(token)).status).toBe(201);
    pass(2);
    const { status, body, headers } = await giveRole(token);
    expect([status, body.code]).toEqual([401, 'access.signInNotFresh']);
    expect(headers.get('www-authenticate')).toBe(
      `Bearer error="insufficient_user_authentication", error_description="${String(body.detail)}", max_age="300", resource_metadata="${service.url}/.well-known/oauth-protected-resource/admin/v1"`,
    );
  });

  it('is made with the token of a new authorization by these parameters, in the same browser', async () => {
    await decide({ freshChanges: ['administrators'], freshMinutes: 5 });
    const { browser } = await signIn(service, world, client, `openid ${API_SCOPE}`);
    pass(6);
    const page = await browser.open(authorizeUrl(service.url, client.clientId, `openid ${API_SCOPE}`, { max_age: '300' }));
    const callback = await browser.submit(page, world.loginName, PASSWORD);
    const { body } = await redeem(service, client, codeIn(callback.url));
    expect((await giveRole(body.access_token)).status).toBe(201);
  });

  it('is not made fresh by a token that was renewed without a sign-in', async () => {
    await decide({ freshChanges: ['administrators'], freshMinutes: 5 });
    const { browser } = await signIn(service, world, client, `openid ${API_SCOPE}`);
    pass(6);
    const renewed = await browser.open(authorizeUrl(service.url, client.clientId, `openid ${API_SCOPE}`, { prompt: 'none' }));
    const { body } = await redeem(service, client, codeIn(renewed.url));
    expect((await giveRole(body.access_token)).body.code).toBe('access.signInNotFresh');
  });

  it('takes two factors where the policy says so, and names the levels that have them', async () => {
    await decide({ freshChanges: ['administrators'], freshSecondFactor: true });
    const { status, headers } = await giveRole(await tokenOf());
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toContain('acr_values="https://refeds.org/profile/mfa phr", max_age="900"');
    const app = await addApp(service, world.person);
    beginStep(service);
    const browser = new Browser(service.url);
    const first = await browser.open(
      authorizeUrl(service.url, client.clientId, `openid ${API_SCOPE}`, { acr_values: 'https://refeds.org/profile/mfa' }),
    );
    const callback = await fill(browser, await browser.submit(first, world.loginName, PASSWORD), { code: app.code() });
    const { body } = await redeem(service, client, codeIn(callback.url));
    expect((await giveRole(body.access_token)).status).toBe(201);
  });

  it('stays free where the policy does not name its kind, for reading, for a dry run and for a service user', async () => {
    const token = await tokenOf();
    pass(60);
    expect((await giveRole(token)).status).toBe(201);
    await decide({ freshChanges: ['keys'] });
    expect((await giveRole(token)).status).toBe(201);
    await decide({ freshChanges: ['administrators'] });
    expect((await service.call('GET', `${base}/members`, undefined, { token })).status).toBe(200);
    expect((await giveRole(token, '?dryRun=true')).status).toBe(201);
    const robot = await createServiceUser(service, world.organization.id, 'ORG_OWNER');
    expect((await giveRole(robot.token)).status).toBe(201);
  });

  it('cannot be freed of it by an old session: the policy itself needs a fresh sign-in as soon as it names anything', async () => {
    await decide({ freshChanges: ['keys'] });
    const token = await tokenOf();
    pass(60);
    for (const [method, body] of [
      ['PATCH', { freshChanges: [] }],
      ['PUT', { freshMinutes: 1_440 }],
      ['DELETE', undefined],
    ] as const)
      expect((await service.call(method, `${base}/policies/administration`, body, { token })).body.code, method).toBe(
        'access.signInNotFresh',
      );
  });

  it('is what the service decides, as a floor', async () => {
    await decide({ freshChanges: ['administrators'], freshMinutes: 5 }, '/admin/v1');
    const weaker = await service.call('PATCH', `${base}/policies/administration`, { freshChanges: ['keys'], freshMinutes: 10 });
    expect([weaker.status, weaker.body.code]).toEqual([400, 'policy.belowFloor']);
    const token = await tokenOf();
    pass(6);
    expect((await giveRole(token)).body.code).toBe('access.signInNotFresh');
    await service.call('DELETE', '/admin/v1/policies/administration');
  });
});

describe('another door to the same change', () => {
  const asked = ({ status, body, headers }: Awaited<ReturnType<TestService['call']>>) => {
    expect(headers.get('www-authenticate')).toContain('error="insufficient_user_authentication"');
    return [status, body.code ?? Object.values<{ id?: string }>(body).find((member) => member?.id)?.id];
  };
  const refused = [401, 'access.signInNotFresh'];

  it('is closed by imports, which can add administrators, secrets and passwords', async () => {
    await decide({ freshChanges: ['keys'], freshMinutes: 5 }, '/admin/v1');
    await service.call('POST', '/admin/v1/members', { userId: world.person.id, role: 'IAM_OWNER' });
    const token = await tokenOf();
    const body = { dataOrgs: { orgs: [{ orgId: world.organization.id, humanUsers: [] }] } };
    expect((await service.call('POST', '/admin/v1/import', body, { token })).status).toBe(200);
    pass(6);
    for (const path of ['import', 'imports'])
      expect(asked(await service.call('POST', `/admin/v1/${path}`, body, { token })), path).toEqual(refused);
    expect((await service.call('GET', '/admin/v1/imports', undefined, { token })).status).toBe(200);
    await service.call('DELETE', '/admin/v1/policies/administration');
  });

  it('is closed by exports, which have password hashes', async () => {
    await decide({ freshChanges: ['secrets'], freshMinutes: 5 });
    await service.call('POST', '/admin/v1/members', { userId: world.person.id, role: 'IAM_OWNER' });
    const token = await tokenOf();
    expect((await service.call('GET', `${base}/export`, undefined, { token })).status).toBe(200);
    pass(6);
    expect(asked(await service.call('GET', `${base}/export`, undefined, { token }))).toEqual(refused);
  });

  it('is closed by SCIM with the token of a person, single, in bulk and for groups; a service user changes people as before', async () => {
    await decide({ freshChanges: ['signIn'], freshMinutes: 5 });
    const token = await tokenOf();
    pass(6);
    const { id } = await world.addPerson({});
    const scim = `/scim/v2/${world.organization.id}`;
    const values = { password: 'Tak3-over-now!' };
    const patch = { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations: [{ op: 'replace', value: values }] };
    const send = (by: string, method = 'PATCH', path = `/Users/${id}`, body: object = patch) =>
      service.call(method, `${scim}${path}`, body, { token: by, type: 'application/scim+json' });
    expect(asked(await send(token))).toEqual(refused);
    expect(asked(await send(token, 'PUT', `/Users/${id}`, { userName: 'other', ...values }))).toEqual(refused);
    const Operations = [{ method: 'PATCH', path: `/Users/${id}`, data: patch }];
    const bulk = await send(token, 'POST', '/Bulk', { schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'], Operations });
    expect(bulk.body.Operations).toMatchObject([{ status: '401' }]);
    const group = await send(token, 'POST', '/Groups', { displayName: 'Managers' });
    expect(
      asked(await send(token, 'PATCH', `/Groups/${group.body.id}`, patchOf({ op: 'add', path: 'members', value: [{ value: id }] }))),
    ).toEqual(refused);
    const robot = await createServiceUser(service, world.organization.id, 'ORG_OWNER');
    expect((await send(robot.token)).status).toBeLessThan(300);
  });
});

/** Routes that write with a permission of these and are no such change. */
const FREE = /\/branding|\/jobs|\/read-only-mode|\/database/;

it('every route that writes with a permission of administration is a change of one kind', () => {
  const kinds = routeMetadata<string>(service, FRESH_SIGN_IN);
  const rules = routeMetadata<{ permission?: string }>(service, 'gatehouse:access');
  const permissions = ['member.write', 'policy.write', 'feature.write', 'idp.write', 'mail.write', 'key.write', 'import', 'export'];
  const unmarked = Object.entries(rules).filter(
    ([route, rule]) => permissions.includes(rule?.permission ?? '') && kinds[route] === undefined && !FREE.test(route),
  );
  expect(unmarked).toEqual([]);
  const reading = routeMetadata<boolean>(service, FRESH_READS);
  const writing = Object.entries(kinds).filter(
    ([route, kind]) => kind !== undefined && (!route.startsWith('GET') || reading[route]) && !/\/policies\/(?!administration)/.test(route),
  );
  const byKind = Object.fromEntries(
    ['any', ...FRESH_CHANGES].map((kind) => [
      kind,
      writing
        .filter((one) => one[1] === kind)
        .map(([route]) => route.replace('/admin/v1', ''))
        .sort(),
    ]),
  );
  expect(byKind).toMatchInlineSnapshot(`
    {
      "administrators": [
        "DELETE /members/:userId/:role",
        "DELETE /organizations/:orgId/granted-projects/:grantId/members/:userId/:role",
        "DELETE /organizations/:orgId/groups/:groupId/roles/:role",
        "DELETE /organizations/:orgId/members/:userId/:role",
        "DELETE /organizations/:orgId/projects/:projectId/members/:userId/:role",
        "POST /members",
        "POST /organizations/:orgId/granted-projects/:grantId/members",
        "POST /organizations/:orgId/groups/:groupId/roles",
        "POST /organizations/:orgId/members",
        "POST /organizations/:orgId/projects/:projectId/members",
      ],
      "any": [
        "DELETE /organizations/:orgId/policies/administration",
        "DELETE /policies/administration",
        "PATCH /organizations/:orgId/policies/administration",
        "PATCH /policies/administration",
        "POST /import",
        "POST /imports",
        "POST /imports/:importId/_cancel",
        "POST /imports/:importId/_resume",
        "PUT /organizations/:orgId/policies/administration",
        "PUT /policies/administration",
      ],
      "keys": [
        "POST /keys/:kid/_revoke",
        "POST /keys/_revoke-sealing",
        "POST /keys/_rotate",
      ],
      "policies": [
        "PUT /features",
      ],
      "secrets": [
        "DELETE /identity-providers/:identityProviderId",
        "DELETE /identity-providers/:identityProviderId/logo",
        "DELETE /mail",
        "DELETE /organizations/:orgId/connections/:connectionId",
        "DELETE /organizations/:orgId/identity-providers/:identityProviderId",
        "DELETE /organizations/:orgId/identity-providers/:identityProviderId/logo",
        "DELETE /organizations/:orgId/projects/:projectId/applications/:applicationId/keys/:keyId",
        "DELETE /organizations/:orgId/projects/:projectId/applications/:applicationId/secrets/:secretId",
        "DELETE /organizations/:orgId/projects/:projectId/registration-tokens/:tokenId",
        "DELETE /organizations/:orgId/service-users/:userId/keys/:keyId",
        "DELETE /organizations/:orgId/service-users/:userId/personal-access-tokens/:tokenId",
        "DELETE /organizations/:orgId/service-users/:userId/secrets/:secretId",
        "GET /organizations/:orgId/export",
        "PATCH /identity-providers/:identityProviderId",
        "PATCH /mail",
        "PATCH /organizations/:orgId/connections/:connectionId",
        "PATCH /organizations/:orgId/identity-providers/:identityProviderId",
        "POST /identity-providers",
        "POST /identity-providers/:identityProviderId/_test",
        "POST /mail/_test",
        "POST /organizations/:orgId/connections",
        "POST /organizations/:orgId/connections/:connectionId/tokens",
        "POST /organizations/:orgId/identity-providers",
        "POST /organizations/:orgId/identity-providers/:identityProviderId/_test",
        "POST /organizations/:orgId/projects/:projectId/applications/:applicationId/keys",
        "POST /organizations/:orgId/projects/:projectId/applications/:applicationId/secrets",
        "POST /organizations/:orgId/projects/:projectId/registration-tokens",
        "POST /organizations/:orgId/projects/:projectId/registration-tokens/:tokenId/_remove-applications",
        "POST /organizations/:orgId/service-users/:userId/keys",
        "POST /organizations/:orgId/service-users/:userId/personal-access-tokens",
        "POST /organizations/:orgId/service-users/:userId/secrets",
        "PUT /identity-providers/:identityProviderId/logo",
        "PUT /organizations/:orgId/identity-providers/:identityProviderId/logo",
        "PUT /organizations/:orgId/projects/:projectId/applications/:applicationId/secrets/:secretId",
        "PUT /organizations/:orgId/service-users/:userId/secrets/:secretId",
      ],
      "signIn": [
        "DELETE /organizations/:orgId/people/:userId/factors/:factorId",
        "DELETE /organizations/:orgId/people/:userId/identity-links/:identityProviderId",
        "PATCH /organizations/:orgId/people/:userId",
        "POST /organizations/:orgId/groups/:groupId/members",
        "POST /organizations/:orgId/groups/:groupId/members/_remove",
        "POST /organizations/:orgId/people/:userId/_set-temporary-password",
        "POST /organizations/:orgId/people/:userId/_verify-email",
        "POST /organizations/:orgId/people/:userId/factors/_invite",
        "POST /organizations/:orgId/people/:userId/factors/_uninvite",
        "POST /organizations/:orgId/people/:userId/identity-links",
      ],
    }
  `);
});
