// Exports: what an import makes of one, whom one holds, how an interrupted one goes on, and who may.
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { URN } from '../../src/scim/protocol/wire/messages.js';
import { MEMBERS_AT_ONCE } from '../../src/admin/imports/records/group-record.js';
import { addGroup, changeMembers } from '../support/groups.js';
import { ended, faultsOf, human } from '../support/imports.js';
import { createOrganization, createPerson, eventsOf, freshName, usersPath } from '../support/people.js';
import { noteSecret } from '../support/secrets.js';
import { samlKey } from '../support/saml-identity-provider.js';
import { createServiceUser } from '../support/service-users.js';
import { startService, type TestService } from '../support/service.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Line = Record<string, any>;

let service: TestService;
let target: TestService;
beforeAll(async () => {
  [service, target] = await Promise.all([startService(), startService()]);
});
afterAll(() => Promise.all([service?.close(), target?.close()]));

const linesOf = (text: string): Line[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const path = (orgId: string, after?: string) =>
  `/admin/v1/organizations/${orgId}/export${after === undefined ? '' : `?after=${encodeURIComponent(after)}`}`;

async function exported(from: TestService, orgId: string, after?: string): Promise<string> {
  const { status, text } = await from.call('GET', path(orgId, after));
  expect(status, text).toBe(200);
  return text;
}

async function imported(to: TestService, text: string) {
  const { status, body } = await to.call('POST', '/admin/v1/imports', text, { type: 'application/x-ndjson' });
  expect(status).toBe(202);
  return { job: await ended(to, body.id), faults: await faultsOf(to, body.id) };
}

async function made(promise: Promise<{ status: number; body: Line; text: string }>): Promise<Line> {
  const { status, body, text } = await promise;
  expect(status, text).toBeLessThan(300);
  return body;
}

const entries = (text: string) => linesOf(text).filter((line) => !('export' in line));
const asTexts = (lines: readonly Line[]) => lines.map((line) => JSON.stringify(line)).toSorted();

/** Adds people by an import: fewer requests. */
async function addPeople(orgId: string, ids: readonly string[]): Promise<void> {
  const { job } = await imported(service, ids.map((id) => JSON.stringify({ orgId, ...human(id) })).join('\n'));
  expect(job).toMatchObject({ state: 'done', failed: 0 });
}

const EVERY_ATTRIBUTE = {
  externalId: 'hr-4711',
  name: {
    givenName: 'Ada',
    familyName: 'Lovelace',
    middleName: 'King',
    honorificPrefix: 'Dr.',
    honorificSuffix: 'III',
    formatted: 'Dr. Ada',
  },
  displayName: 'Ada L.',
  nickName: 'Countess',
  profileUrl: 'https://example.com/ada',
  title: 'Engineer',
  userType: 'Employee',
  preferredLanguage: 'de-CH',
  locale: 'de-CH',
  timezone: 'Europe/Zurich',
  [URN.personalData]: { website: 'https://ada.example', birthdate: '1815-12-10', gender: 'female' },
  emails: [
    { value: 'second@example.com', type: 'home' },
    { value: 'ada@example.com', type: 'work', primary: true, display: 'Ada' },
  ],
  phoneNumbers: [
    { value: '+41711234567', type: 'work', primary: true },
    { value: '+41791234567', type: 'mobile' },
  ],
  ims: [{ value: 'ada', type: 'xmpp' }],
  photos: [{ value: 'https://example.com/ada.png', type: 'photo' }],
  roles: [{ value: 'chief', display: 'Chief', primary: true }],
  entitlements: [{ value: 'parking' }],
  addresses: [{ streetAddress: 'St James Square 12', locality: 'London', country: 'GB', type: 'home', primary: true }],
  x509Certificates: [{ value: 'MIIDQzCCAqygAwIBAgICEAAwDQYJKoZIhvcNAQEFBQAwTjELMAkGA1UEBhMCVVMx' }],
};

const PICTURE = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"><path d="M0 0h32v32H0z"/></svg>').toString(
  'base64',
);
const LOOK = {
  accent: '0b7a75',
  showName: false,
  layout: 'split',
  links: { help: 'https://example.com/help' },
  texts: { en: { signInTitle: 'Welcome aboard' } },
};

/** An organization with one of everything that an export holds. */
async function furnished(): Promise<string> {
  const orgId = await createOrganization(service);
  const at = `/admin/v1/organizations/${orgId}`;
  const post = (route: string, body: unknown) => made(service.call('POST', at + route, body));
  const ada = await createPerson(service, EVERY_ATTRIBUTE, orgId);
  const [plain, away] = [freshName('plain'), freshName('away')];
  const states = [
    { ...human(plain, { passwordChangeRequired: true, otpCode: 'JBSWY3DPEHPK3PXP' }) },
    { ...human(away), state: 'USER_STATE_INACTIVE' },
  ];
  await imported(service, states.map((one) => JSON.stringify({ orgId, ...one })).join('\n'));
  await made(service.call('PUT', `${at}/people/${ada.id}/metadata/costCenter`, { value: 'NDcxMQ==' }));
  const inner = await addGroup(service, orgId, [plain], 'Inner');
  await made(service.call('PATCH', `${at}/groups/${inner.id}`, { displayName: 'Inner circle' }));
  await addGroup(service, orgId, [ada.id, inner.id], 'Outer');
  const { userId: robot } = await createServiceUser(service, orgId);
  await post('/service-users', { userName: freshName('bank'), profile: 'fapi2' });
  const pem = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' });
  await post(`/service-users/${robot}/keys`, { publicKeyPem: pem });
  await made(service.call('PUT', `${at}/service-users/${robot}/metadata/team`, { value: 'MQ==' }));
  const settings = { projectRoleAssertion: true, applicationsInAudience: true, resourceUri: `https://${orgId}.example.net/api` };
  const { projectId } = await post('/projects', { name: 'Portal', ...settings });
  const applications = `/projects/${projectId}/applications`;
  const web = await post(applications, {
    name: 'Web',
    redirectUris: ['https://app.example/cb'],
    grantTypes: ['authorization_code', 'refresh_token'],
  });
  await made(service.call('PUT', `${at}${applications}/${web['applicationId']}/logo`, { content: PICTURE }));
  await made(service.call('PATCH', `${at}/branding`, LOOK));
  await made(service.call('PUT', `${at}/branding/images/favicon`, { content: PICTURE }));
  await post('/branding/_publish', {});
  // A draft stays behind.
  await made(service.call('PATCH', `${at}/branding`, { accent: 'aa0000' }));
  await post(applications, { name: 'Phone', type: 'native', redirectUris: ['com.example.app:/cb'], accessTokenType: 'jwt' });
  const { applicationId } = await post(applications, { name: 'API', type: 'api', authMethod: 'private_key_jwt' });
  const own = generateKeyPairSync('rsa', { modulusLength: 2_048 }).publicKey.export({ type: 'spki', format: 'pem' });
  await post(`${applications}/${applicationId}/keys`, { publicKeyPem: own, expiresAt: '2099-01-01T00:00:00Z' });
  await post('/domains', { domain: `${orgId}.example.org` });
  await post('/members', { userId: plain, role: 'ORG_OWNER' });
  const { identityProviderId } = await post('/identity-providers', {
    kind: 'saml',
    name: 'Campus',
    entityId: 'https://campus.example/idp',
    ssoUrl: 'https://campus.example/sso',
    certificates: [(await samlKey()).certificate],
    linking: 'address',
    domains: [(await made(service.call('GET', at)))['primaryDomain']],
  });
  await made(service.call('PUT', `${at}/identity-providers/${identityProviderId}/logo`, { content: PICTURE }));
  await post('/identity-providers', {
    kind: 'oidc',
    name: 'Public client',
    issuer: 'https://login.example.com',
    clientId: 'gatehouse',
    clientAuthentication: 'none',
    enabled: false,
  });
  await post(`/people/${plain}/identity-links`, { identityProviderId, subject: 'S-1 ', loginName: 'ada@campus.example' });
  return orgId;
}

describe('an export of an organization', () => {
  it('is the same again once another installation has imported it', async () => {
    const orgId = await furnished();
    const text = await exported(service, orgId);
    const { job, faults } = await imported(target, text);
    expect(faults.filter(({ kind }) => kind !== 'password.missing')).toEqual([]);
    expect(job).toMatchObject({ state: 'done', failed: 0, groups: 2, members: 3 });
    expect(asTexts(entries(await exported(target, orgId)))).toEqual(asTexts(entries(text)));
    const { published, draft } = await made(target.call('GET', `/admin/v1/organizations/${orgId}/branding`));
    expect([published, draft]).toEqual([expect.objectContaining({ ...LOOK, links: expect.objectContaining(LOOK.links) }), null]);
    expect(entries(text).filter(({ user }) => user?.otpCode === 'JBSWY3DPEHPK3PXP')).toHaveLength(1);
    expect(new Set(entries(text).map(({ list = 'plain' }) => list))).toEqual(
      new Set([
        'org',
        'domains',
        'identityProviders',
        'identityProviderLogos',
        'projects',
        'plain',
        'userMetadata',
        'machineUsers',
        'machineKeys',
        'oidcApps',
        'apiApps',
        'appKeys',
        'appLogos',
        'branding',
        'brandingImages',
        'orgMembers',
      ]),
    );
  });

  it('gives a person back with every attribute, and with the password hash to the letter', async () => {
    // On a server too: its lists are queries of their own.
    const orgId = await createOrganization(service);
    const { id } = await createPerson(service, { ...EVERY_ATTRIBUTE, password: 'Correct-Horse-7' }, orgId);
    await imported(target, await exported(service, orgId));
    const seen = async (where: TestService) => {
      const { meta: _, ...person } = await made(where.call('GET', `${usersPath(where, orgId)}/${id}`));
      const row = await where
        .get(Database)
        .query.row('SELECT p.hash FROM passwords p JOIN users u ON u.no = p.user_no WHERE u.id = ?', [id]);
      return { person, row };
    };
    const before = await seen(service);
    expect(before.row).toEqual({ hash: expect.stringMatching(/^\$/) });
    expect(await seen(target)).toEqual(before);
  });

  it('gives a person back whom a directory has sent without names, with groups and metadata', async () => {
    const orgId = await createOrganization(service);
    const at = `/admin/v1/organizations/${orgId}`;
    const { token } = await made(service.call('POST', `${at}/connections`, { name: 'Directory', preset: 'entra' }));
    const nameless = { schemas: [URN.user], userName: freshName('nameless') };
    const { id } = await made(service.call('POST', usersPath(service, orgId), nameless, { token }));
    await addGroup(service, orgId, [id], 'Everyone');
    await made(service.call('PUT', `${at}/people/${id}/metadata/floor`, { value: 'Mg==' }));
    const text = await exported(service, orgId);
    const { job } = await imported(target, text);
    expect(job).toMatchObject({ state: 'done', failed: 0, groups: 1, members: 1 });
    expect(asTexts(entries(await exported(target, orgId)))).toEqual(asTexts(entries(text)));
    const back = await made(target.call('GET', `${usersPath(target, orgId)}/${id}`));
    expect(back).toMatchObject({ userName: nameless.userName });
    expect(back['name']).toBeUndefined();
  });

  it('a person of an import needs names, unless the entry says that there are none', async () => {
    const orgId = await createOrganization(service);
    const entry = (attributes: object) => JSON.stringify({ orgId, user: { userName: freshName(), profile: {}, attributes } });
    const { job, faults } = await imported(
      service,
      [entry({ familyName: null }), entry({ givenName: 'Ada', familyName: null })].join('\n'),
    );
    expect(job).toMatchObject({ failed: 2 });
    expect(faults.filter(({ kind }) => kind !== 'org.exists').map(({ kind, message }) => [kind, message])).toEqual(
      Array.from({ length: 2 }, () => ['import.missing', expect.stringContaining('user.profile.firstName')]),
    );
  });

  it('restores the published branding in the place of a later one, and publishes no draft', async () => {
    const orgId = await createOrganization(service);
    const at = `/admin/v1/organizations/${orgId}/branding`;
    const change = (look: object) => made(service.call('PATCH', at, look));
    const publish = () => made(service.call('POST', `${at}/_publish`, {}));
    await change(LOOK);
    const { published } = await publish();
    const text = await exported(service, orgId);
    await change({ background: 'ffffff', links: { privacy: 'https://example.com/privacy' }, texts: { de: { signInTitle: 'Ahoi' } } });
    await made(service.call('PUT', `${at}/images/favicon`, { content: PICTURE }));
    await publish();
    await change({ accent: 'aa0000' });
    const { faults } = await imported(service, text);
    expect(faults.map(({ kind }) => kind)).toEqual(['org.exists']);
    const now = await made(service.call('GET', at));
    expect([now['published'], now['draft']]).toEqual([published, expect.objectContaining({ accent: 'aa0000', background: 'ffffff' })]);
    await imported(service, JSON.stringify({ orgId, list: 'branding', branding: { accent: '0b7a75', favicon: 'x' } }));
    expect((await made(service.call('GET', at)))['published']).toEqual(published);
  });

  it('gives an application back with its profile, so that it is not weaker elsewhere', async () => {
    const orgId = await createOrganization(service);
    const projects = `/admin/v1/organizations/${orgId}/projects`;
    const { projectId } = await made(service.call('POST', projects, { name: 'Bank' }));
    const wish = { name: 'Ledger', redirectUris: ['https://ledger.example/callback'], profile: 'fapi2MessageSigning' };
    const { applicationId } = await made(service.call('POST', `${projects}/${projectId}/applications`, wish));
    await imported(target, await exported(service, orgId));
    const { config } = await made(target.call('GET', `${projects}/${projectId}/applications/${applicationId}`));
    expect(config).toMatchObject({
      profile: 'fapi2MessageSigning',
      authMethod: 'private_key_jwt',
      requireDpop: true,
      requirePushedAuthorizationRequests: true,
      requireSignedResponses: true,
      idTokenSigningAlg: 'ES256',
    });
  });

  it('has no application that its client registered: elsewhere it would be one that an administrator added', async () => {
    const orgId = await createOrganization(service);
    const projects = `/admin/v1/organizations/${orgId}/projects`;
    const { projectId } = await made(service.call('POST', projects, { name: 'Partners' }));
    const policy = { redirectHosts: ['app.example'] };
    const { token } = await made(service.call('POST', `${projects}/${projectId}/registration-tokens`, { name: 'Partner', policy }));
    const metadata = { client_name: 'Stranger', redirect_uris: ['https://app.example/callback'] };
    const client = await made(service.call('POST', '/oauth/v2/register', metadata, { token }));
    for (const [name, secret] of Object.entries({ token, ...client })) if (/token$|secret$/.test(name)) noteSecret(name, String(secret));
    expect(await exported(service, orgId)).not.toContain('Stranger');
  });

  it('has identity providers without their secrets, and an import without them adds the providers disabled', async () => {
    const orgId = await createOrganization(service);
    const at = `/admin/v1/organizations/${orgId}/identity-providers`;
    const secret = 'exported-nowhere-7';
    const directory = { urls: ['ldaps://ldap.example.com'], bindDn: 'cn=reader', bindPassword: secret, baseDn: 'ou=people' };
    const { identityProviderId: ldap } = await made(service.call('POST', at, { kind: 'ldap', name: 'Directory', ...directory }));
    await made(service.call('PATCH', `${at}/${ldap}`, { loginNameAttribute: null }));
    const login = { kind: 'oidc', name: 'Login', issuer: 'https://login.example.com', clientId: 'gatehouse', clientSecret: secret };
    const { connectionId } = await made(service.call('POST', `/admin/v1/organizations/${orgId}/connections`, { name: 'SCIM' }));
    const { groupId } = await made(service.call('POST', `/admin/v1/organizations/${orgId}/groups`, { displayName: 'Staff' }));
    const own = { connectionId, groups: [{ value: 'staff', groupId }] };
    const { identityProviderId: oidc } = await made(service.call('POST', at, { ...login, ...own, tenants: [], buttonOrder: 3 }));
    const text = await exported(service, orgId);
    expect(text).not.toContain(secret);
    const { job, faults } = await imported(target, text);
    expect(job).toMatchObject({ state: 'done', failed: 0 });
    expect(faults.map(({ kind, id }) => [kind, id])).toEqual([ldap, oidc].map((id) => ['identityProvider.secret', id]));
    for (const id of [ldap, oidc]) {
      const [before, after] = [await made(service.call('GET', `${at}/${id}`)), await made(target.call('GET', `${at}/${id}`))];
      const { connectionId: _, groups, createdAt, changedAt, ...kept } = before;
      const same = Object.fromEntries(Object.entries(kept).filter(([, value]) => !String(value).startsWith(service.settings.publicUrl)));
      expect(after).toMatchObject({ ...same, groups: [], enabled: false, [id === ldap ? 'bindPasswordSet' : 'clientSecretSet']: false });
      expect(Object.keys(after).toSorted()).toEqual(
        Object.keys(before)
          .filter((name) => name !== 'connectionId')
          .toSorted(),
      );
      expect((await target.call('PATCH', `${at}/${id}`, { enabled: true })).body).toMatchObject({
        status: 400,
        code: 'identityProvider.secret',
      });
    }
    expect((await target.call('PATCH', `${at}/${oidc}`, { enabled: true, clientSecret: secret })).status).toBe(200);
  });

  it('ends with the number of lines of each list, and says before that where it would go on', async () => {
    const orgId = await furnished();
    const lines = linesOf(await exported(service, orgId));
    expect(lines[0]).toMatchObject({ orgId, list: 'org', orgState: 'ORG_STATE_ACTIVE' });
    expect(lines.at(-1)).toEqual({
      export: {
        complete: true,
        counts: expect.objectContaining({ org: 1, humanUsers: 3, groups: 2, groupMembers: 2, oidcApps: 2, apiApps: 1, orgMembers: 1 }),
      },
    });
    expect(lines.filter((line) => typeof line['export']?.cursor === 'string').length).toBeGreaterThan(3);
  });

  it('never holds anybody of another organization', async () => {
    // On a server too: its lists are queries of their own.
    const [orgId, other] = [await createOrganization(service), await createOrganization(service)];
    const [own, foreign] = [freshName('own'), freshName('foreign')];
    await addPeople(orgId, [own]);
    await addPeople(other, [foreign]);
    await made(service.call('POST', `/admin/v1/organizations/${orgId}/members`, { userId: foreign, role: 'ORG_OWNER' }));
    const text = await exported(service, orgId);
    expect(text).toContain(own);
    expect(text).not.toContain(foreign);
    expect(text).not.toContain(other);
  });

  it('goes on from any of its marks, and together the pieces are the whole', async () => {
    // On a server too: its lists are queries of their own.
    const orgId = await createOrganization(service);
    const ids = Array.from({ length: 250 }, () => freshName('many'));
    await addPeople(orgId, ids);
    await addGroup(service, orgId, ids.slice(0, 120));
    const whole = await exported(service, orgId);
    const lines = linesOf(whole);
    for (const [at, line] of lines.entries()) {
      const cursor: string | undefined = line['export']?.cursor;
      if (cursor === undefined) continue;
      const rest = await exported(service, orgId, cursor);
      expect(asTexts(entries(rest))).toEqual(asTexts(lines.slice(at + 1).filter((one) => !('export' in one))));
      // The counts are of the whole, not of what came after the interruption.
      expect(linesOf(rest).at(-1)).toEqual(lines.at(-1));
    }
  });

  it('loses and doubles nobody who was there all the time, while others come and go between its pieces', async () => {
    const orgId = await createOrganization(service);
    const [stay, go] = [0, 1].map(() => Array.from({ length: 150 }, () => freshName('p')));
    await addPeople(orgId, [...(stay ?? []), ...(go ?? [])]);
    const found: string[] = [];
    let cursor: string | undefined;
    for (let complete = false; !complete;) {
      const page: Line[] = [];
      // Everything after the first mark is lost, as if the connection had ended there.
      for (const line of linesOf(await exported(service, orgId, cursor))) {
        page.push(line);
        if (line['export']) break;
      }
      found.push(...page.flatMap((line) => ('user' in line && !('list' in line) ? [String(line['userId'])] : [])));
      ({ cursor, complete = false } = page.at(-1)?.['export'] ?? {});
      for (const id of go?.splice(0, 20) ?? []) await made(service.call('DELETE', `${usersPath(service, orgId)}/${id}`));
      await addPeople(orgId, [freshName('a'), freshName('z')]);
    }
    expect(new Set(found).size).toBe(found.length);
    expect(found).toEqual(expect.arrayContaining(stay ?? []));
  });

  it('has the members of a large group in several lines', async () => {
    const orgId = await createOrganization(service);
    const ids = Array.from({ length: MEMBERS_AT_ONCE + 5 }, () => freshName('m'));
    await addPeople(orgId, ids);
    const group = await addGroup(service, orgId);
    await changeMembers(service, orgId, group.id, { put: ids });
    const lines = entries(await exported(service, orgId)).filter((line) => 'members' in line);
    expect(lines.map(({ members }) => members.length)).toEqual([MEMBERS_AT_ONCE, 5]);
    const found: string[] = lines.flatMap(({ members }) => members.map((member: Line) => String(member['userId'])));
    expect(found.toSorted()).toEqual(ids.toSorted());
  });

  it('leaves an event with who asked for it before its first byte, and another one when it is continued', async () => {
    const orgId = await createOrganization(service);
    const mark = linesOf(await exported(service, orgId)).find((line) => line['export']?.cursor);
    await exported(service, orgId, mark?.['export'].cursor);
    const events = (await eventsOf(service, orgId)).filter(({ type }) => type === 'org.exported');
    expect(events.map(({ payload }) => payload)).toEqual([{ continued: false }, { continued: true }]);
  });

  it('refuses a cursor of another organization, of another request, and what is none', async () => {
    const [orgId, other] = [await createOrganization(service), await createOrganization(service)];
    const mark = linesOf(await exported(service, other)).find((line) => line['export']?.cursor);
    const events = await service.call('POST', '/admin/v1/events/_search', { limit: 1 });
    for (const cursor of [mark?.['export'].cursor, events.body.cursor, 'x', '']) {
      const { status, body } = await service.call('GET', path(orgId, cursor));
      expect([status, body.code]).toEqual([400, 'export.cursor']);
    }
    expect((await eventsOf(service, orgId)).filter(({ type }) => type === 'org.exported')).toEqual([]);
  });

  it('is not kept by anybody on its way', async () => {
    const orgId = await createOrganization(service);
    const answer = await fetch(service.url + path(orgId), {
      headers: { authorization: `Bearer ${service.credentials.serviceUser.personalAccessToken}` },
    });
    expect(answer.headers.get('content-type')).toContain('application/x-ndjson');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    await answer.text();
  });
});

describe('an export of an organization', () => {
  it.each(['ORG_OWNER', 'ORG_OWNER_VIEWER', 'ORG_USER_MANAGER'])('is refused to %s', async (role) => {
    const orgId = await createOrganization(service);
    expect(await statusFor(orgId, `/admin/v1/organizations/${orgId}/members`, role, orgId)).toBe(403);
    expect((await eventsOf(service, orgId)).filter(({ type }) => type === 'org.exported')).toEqual([]);
  });

  it.each([
    ['IAM_OWNER', 200],
    ['IAM_OWNER_VIEWER', 403],
    ['IAM_ORG_MANAGER', 403],
    ['IAM_USER_MANAGER', 403],
  ])('answers %s of the service with %i', async (role, status) => {
    const orgId = await createOrganization(service);
    expect(await statusFor(orgId, '/admin/v1/members', role)).toBe(status);
  });

  it('does not exist for an owner of another organization', async () => {
    const [orgId, other] = [await createOrganization(service), await createOrganization(service)];
    expect(await statusFor(orgId, `/admin/v1/organizations/${other}/members`, 'ORG_OWNER', other)).toBe(404);
  });
});

/** What a service user of `home` with one role is answered. @param members where the role is given */
async function statusFor(orgId: string, members: string, role: string, home = service.credentials.orgId): Promise<number> {
  const { userId, token } = await createServiceUser(service, home);
  await made(service.call('POST', members, { userId, role }));
  return (await service.call('GET', path(orgId), undefined, { token })).status;
}
