// What is in the log of events is read by administrators and copied into other systems: no payload holds a hash, a code, a secret or a token.
import { createHash } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { Database } from '../../src/common/database/database.js';
import { EventRetention } from '../../src/users/events/event-retention.service.js';
import { EVENT_TYPES, eventTypeName } from '../../src/users/events/event-types.js';
import { PasswordSignIn } from '../../src/oidc/sign-in/password-sign-in.service.js';
import { harmful, harmfulPayloads } from '../support/event-payloads.js';
import { createOrganization, freshName, patchOf, scimUser, usersPath } from '../support/people.js';
import { createServiceUser } from '../support/service-users.js';
import { startService, type TestService } from '../support/service.js';

/** Made by other tests, whose services are looked at in the same way when they close. */
const ELSEWHERE = new Set<string>([
  'instance.read_only.begun',
  'instance.read_only.ended',
  'instance.database.host.chosen',
  'instance.tokens.revoked',
  'user.id.reused',
  'user.pat.rotated',
  'user.human.phone.removed',
  // test/users/verified-marks.spec.ts
  'user.human.email.unverified',
  // test/oidc/devices.spec.ts and test/oidc/client-registration.spec.ts, whose services are searched for what they were given when they close.
  'user.device.approved',
  'user.device.denied',
  'project.registration.added',
  'project.registration.removed',
  'application.registered',
  'user.consent.granted',
  'user.consent.revoked',
  'instance.branding.draft.changed',
  'instance.branding.published',
  'instance.branding.draft.discarded',
  'instance.branding.reset',
  'org.domain.added',
  'org.domain.challenged',
  'org.domain.verified',
  'org.domain.primary.set',
  'org.domain.removed',
  'org.changed',
  'org.exported',
  // test/admin/identity-providers.spec.ts
  'org.idp.added',
  'org.idp.changed',
  'org.idp.removed',
  'instance.idp.added',
  'instance.idp.changed',
  'instance.idp.removed',
  'user.human.externalidp.added',
  'user.human.externalidp.removed',
  // test/oidc/directory-sign-in.spec.ts
  'user.human.externalidp.check.succeeded',
  'user.human.externalidp.check.failed',
  'org.connection.added',
  'org.connection.changed',
  'org.connection.removed',
  'user.impersonated',
  'user.impersonation.ended',
  'user.human.email.verified',
  'user.locked',
  'user.human.passkey.added',
  'user.human.passkey.renamed',
  'user.human.passkey.check.succeeded',
  'user.human.passkey.check.failed',
  'user.human.mailed_sign_in.check.succeeded',
  'user.human.mailed_sign_in.check.failed',
  'user.human.factor.added',
  'user.human.factor.removed',
  'user.human.factor.check.succeeded',
  'user.human.factor.check.failed',
  'user.human.invitation.sent',
  'user.session.added',
  'user.grant.revoked',
  'user.restored',
  'user.erased',
  'user.tokens.revoked',
  'user.session.ended',
  'instance.key.activated',
  'instance.job.started',
  'org.mail.text.set',
  'org.mail.text.reset',
  'instance.mail.set',
  'instance.mail.reset',
  'instance.mail.tested',
  'instance.key.removed',
  'instance.import.progressed',
  'application.logout.failed',
  'application.authentication.failed',
  'user.machine.authentication.failed',
]);

const GROUP_URN = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const PASSWORD = 'Correct-Horse-7';
const HASH = '$2b$10$abcdefghijklmnopqrstuvABCDEFGHIJKLMNOPQRSTUVWXYZ01234';
let service: TestService;
const secrets: string[] = [PASSWORD, HASH];
const seen = new Set<string>();

beforeAll(async () => {
  service = await startService({ EVENT_RETENTION_DAYS: '90' });
  await everything();
  const rows = await service.get(Database).query.rows<{ type_no: number }>('SELECT DISTINCT type_no FROM events');
  for (const { type_no } of rows) seen.add(eventTypeName(type_no) ?? '');
  seen.add('instance.events.archived');
});
afterAll(() => service.close());

/** Calls, and keeps whatever secret comes back. */
async function call(method: string, path: string, body?: unknown) {
  const answer = await service.call(method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
  for (const name of ['clientSecret', 'token']) if (typeof answer.body?.[name] === 'string') secrets.push(answer.body[name]);
  return answer.body;
}

const publicKeyJwk = async () => exportJWK((await generateKeyPair('ES256', { extractable: true })).publicKey);
const toggle = async (path: string) => {
  for (const action of ['_deactivate', '_reactivate']) await call('POST', `${path}/${action}`, {});
};

/** As much as can be made to happen over HTTP in a few seconds. */
async function everything(): Promise<void> {
  const orgId = await createOrganization(service);
  const base = `/admin/v1/organizations/${orgId}`;
  await people(orgId, base);
  await serviceUsers(base);
  await applications(base);
  await roles(orgId, base);
  await metadata(base);
  await toggle(base);
  const { orgId: closed } = await call('POST', '/admin/v1/organizations', { name: 'Closed' });
  await call('DELETE', `/admin/v1/organizations/${closed}?confirmName=Closed`);
  await call('PUT', '/admin/v1/features', { oidcTokenExchange: true });
  await call('PUT', '/admin/v1/policies/lockout', { maxAttempts: 3, lockSeconds: 600 });
  await call('DELETE', '/admin/v1/policies/lockout');
  const entry = {
    userId: freshName(),
    user: {
      userName: freshName(),
      profile: { firstName: 'A', lastName: 'B' },
      email: { email: 'a@example.com' },
      hashedPassword: { value: HASH },
    },
  };
  const userMetadata = [{ id: entry.userId, key: 'shoe size', value: 'NDI=' }];
  await call('POST', '/admin/v1/import', { dataOrgs: { orgs: [{ orgId, humanUsers: [entry], userMetadata }] } });
  const { id } = await call('POST', '/admin/v1/imports', { dataOrgs: { orgs: [{ orgId, humanUsers: [] }] } });
  while ((await call('GET', `/admin/v1/imports/${id}`)).state !== 'done') await new Promise((resolve) => setTimeout(resolve, 50));
}

async function people(orgId: string, base: string): Promise<void> {
  const users = usersPath(service, orgId);
  const { id } = await call('POST', users, scimUser(freshName(), { password: PASSWORD }));
  const userName = freshName();
  for (const [path, value] of [
    ['userName', userName],
    ['nickName', 'N'],
    ['emails', [{ value: 'n@example.com', primary: true }]],
    ['phoneNumbers', [{ value: '+41711234567', primary: true }]],
    ['active', false],
    ['active', true],
    ['password', PASSWORD],
  ] as const)
    await service.call('PATCH', `${users}/${id}`, patchOf({ op: 'replace', path, value }));
  const { primaryDomain } = await call('GET', base);
  const signIn = (password: string) =>
    service
      .get(PasswordSignIn)
      .checkCredentials({ loginName: `${userName}@${primaryDomain}`, password, clientOrgNo: undefined, address: '203.0.113.7' });
  const cheap = createHash('md5').update(PASSWORD).digest('hex');
  await service
    .get(Database)
    .write('cheap hash', (tx) => tx.run('UPDATE passwords SET hash = ? WHERE user_no = (SELECT no FROM users WHERE id = ?)', [cheap, id]));
  await signIn(PASSWORD);
  for (let i = 0; i < 11; i++) await signIn('Wrong-Horse-7');
  await call('POST', `${base}/people/${id}/_unlock`, {});
  await call('POST', `${base}/people/${id}/_require-password-change`, {});
  await service.call('POST', `${base}/people/${id}/_invite`, {});
  await call('POST', `${base}/people/${id}/factors/_invite`, {});
  await call('POST', `${base}/people/${id}/factors/_uninvite`);
  await service.call('DELETE', `${users}/${id}`);
}

async function serviceUsers(base: string): Promise<void> {
  const { userId } = await call('POST', `${base}/service-users`, { userName: freshName() });
  const path = `${base}/service-users/${userId}`;
  await call('PATCH', path, { name: 'Robot' });
  const { secretId } = await call('POST', `${path}/secrets`, {});
  await call('PUT', `${path}/secrets/${secretId}`, { expiresAt: '2199-01-01T00:00:00Z' });
  await call('DELETE', `${path}/secrets/${secretId}`);
  const { keyId } = await call('POST', `${path}/keys`, { publicKeyJwk: await publicKeyJwk() });
  await call('DELETE', `${path}/keys/${keyId}`);
  const { tokenId } = await call('POST', `${path}/personal-access-tokens`, {});
  await call('DELETE', `${path}/personal-access-tokens/${tokenId}`);
  for (const [members, role] of [
    [`${base}/members`, 'ORG_USER_MANAGER'],
    ['/admin/v1/members', 'IAM_OWNER_VIEWER'],
  ] as const) {
    await call('POST', members, { userId, role });
    await call('DELETE', `${members}/${userId}/${role}`);
  }
}

async function applications(base: string): Promise<void> {
  const { projectId } = await call('POST', `${base}/projects`, { name: 'Portal' });
  await toggle(`${base}/projects/${projectId}`);
  const body = { name: 'App', redirectUris: ['https://app.example/callback'], grantTypes: ['authorization_code'] };
  const { applicationId } = await call('POST', `${base}/projects/${projectId}/applications`, body);
  const path = `${base}/projects/${projectId}/applications/${applicationId}`;
  await call('PUT', path, { ...body, redirectUris: ['https://app.example/other'] });
  const { secretId } = await call('POST', `${path}/secrets`, {});
  await call('PUT', `${path}/secrets/${secretId}`, { expiresAt: '2199-01-01T00:00:00Z' });
  await call('DELETE', `${path}/secrets/${secretId}`);
  await toggle(path);
  const signed = await call('POST', `${base}/projects/${projectId}/applications`, { ...body, authMethod: 'private_key_jwt' });
  const keys = `${base}/projects/${projectId}/applications/${signed.applicationId}/keys`;
  const { keyId } = await call('POST', keys, { publicKeyJwk: await publicKeyJwk() });
  await call('DELETE', `${keys}/${keyId}`);
  await call('POST', keys, {});
  await call('DELETE', path);
  await call('DELETE', `${base}/projects/${projectId}`);
}

async function roles(orgId: string, base: string): Promise<void> {
  const { projectId } = await call('POST', `${base}/projects`, { name: 'Ledger' });
  const project = `${base}/projects/${projectId}`;
  await call('PATCH', project, { projectRoleAssertion: true });
  for (const key of ['reader', 'writer']) await call('POST', `${project}/roles`, { key });
  await call('PATCH', `${project}/roles/reader`, { section: 'Finance' });
  const guests = await createOrganization(service);
  const { token: owner } = await createServiceUser(service, orgId, 'ORG_OWNER');
  const offer = { grantedOrgId: guests, roleKeys: ['reader'] };
  const { grantId } = (await service.call('POST', `${project}/grants`, offer, { token: owner })).body;
  await call('POST', `/admin/v1/organizations/${guests}/granted-projects/${grantId}/_accept`, {});
  await call('PUT', `${project}/grants/${grantId}`, { roleKeys: [] });
  await call('DELETE', `${project}/grants/${grantId}`);
  const { userId } = await createServiceUser(service, orgId);
  await call('POST', `${project}/members`, { userId, role: 'PROJECT_OWNER' });
  await call('DELETE', `${project}/members/${userId}/PROJECT_OWNER`);
  const groups = `/scim/v2/${orgId}/Groups`;
  const { id: member } = await call('POST', usersPath(service, orgId), scimUser(freshName()));
  const { id: groupId } = await call('POST', groups, {
    schemas: [GROUP_URN],
    displayName: freshName('group'),
    members: [{ value: member }],
  });
  await call('PATCH', `${groups}/${groupId}`, patchOf({ op: 'replace', path: 'displayName', value: freshName('group') }));
  await call('PATCH', `${groups}/${groupId}`, patchOf({ op: 'remove', path: `members[value eq "${member}"]` }));
  await call('POST', `${base}/groups/${groupId}/roles`, { role: 'ORG_OWNER_VIEWER' });
  await call('DELETE', `${base}/groups/${groupId}/roles/ORG_OWNER_VIEWER`);
  const { authorizationId } = await call('POST', `${project}/authorizations`, { holderId: groupId, roleKeys: ['reader'] });
  await call('PUT', `${project}/authorizations/${authorizationId}`, { roleKeys: ['writer'] });
  await call('DELETE', `${project}/roles/writer`);
  await call('DELETE', `${groups}/${groupId}`);
}

async function metadata(base: string): Promise<void> {
  const { userId } = await call('POST', `${base}/service-users`, { userName: freshName() });
  for (const owner of [base, `${base}/service-users/${userId}`]) {
    await call('PUT', `${owner}/metadata/shoe%20size`, { value: 'NDI=' });
    await call('DELETE', `${owner}/metadata/shoe%20size`);
  }
}

describe('the payload of an event', () => {
  it('of every type holds no hash, code, secret or token', async () => {
    const database = service.get(Database);
    expect(await harmfulPayloads(database.query, secrets)).toEqual([]);
    service.get(Clock).advance(100 * 86_400_000);
    await service.get(EventRetention).applyRetention();
    expect(await harmfulPayloads(database.query, secrets)).toEqual([]);
  });

  it('is of a type whose number is its own', () => {
    const numbers = Object.values(EVENT_TYPES).map(({ no }) => no);
    expect(numbers.filter((no, index) => numbers.indexOf(no) !== index)).toEqual([]);
  });

  it('is of a type that is looked at, here or elsewhere', () => {
    const missing = Object.keys(EVENT_TYPES).filter((type) => !seen.has(type) && !ELSEWHERE.has(type));
    expect(missing).toEqual([]);
    for (const type of ELSEWHERE) expect(Object.keys(EVENT_TYPES)).toContain(type);
  });

  it.each([
    { password: 'x' },
    { encodedHash: 'x' },
    { deep: { accessToken: 'x' } },
    { note: HASH },
    { list: ['eyJhbGciOiJub25lIn0.e30.'] },
    { code: '271828' },
    { note: 'rt_12.3.hmac' },
    { note: 'gpat_secret' },
    { clientSecret: 's' },
    { note: `of ${PASSWORD}` },
  ])('with %j would be found', (payload) => {
    expect(harmful(payload, '', secrets)).toHaveLength(1);
  });

  it.each([{ secretId: 'x', keyId: 'y', tokenId: 'z', clientId: 'c', userName: 'ada', count: 3, name: '' }, { kid: 'rt_9aBcD' }])(
    'with %j is fine',
    (payload) => {
      expect(harmful(payload, '', secrets)).toEqual([]);
    },
  );
});
