// Identity providers by the admin API: of organizations and of the service, their secrets, their rules, and the links of people to them.
// On SQLite alone: list-filters.spec.ts filters on both, and test/users/identity-providers.spec.ts writes the same rows.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { Removals } from '../../src/common/work/removals.service.js';
import { SAML_ATTRIBUTES } from '../../src/users/authentication/identity-providers/saml-connection.js';
import { eventsOf } from '../support/people.js';
import { samlKey } from '../support/saml-identity-provider.js';
import { noteSecret } from '../support/secrets.js';
import { createServiceUser } from '../support/service-users.js';
import { startService, type TestService } from '../support/service.js';
import { makeWorld, type World } from '../support/world.js';

const SECRET = 'upstream-client-secret-7';
const LEAST = { kind: 'oidc', name: 'Example Corp', issuer: 'https://login.example.com', clientId: 'gatehouse', clientSecret: SECRET };
const LDAP = {
  kind: 'ldap',
  name: 'Directory',
  urls: ['ldaps://ldap.example.com'],
  bindDn: 'cn=reader,dc=example,dc=com',
  bindPassword: SECRET,
  baseDn: 'ou=people,dc=example,dc=com',
};
const OF_SERVICE = '/admin/v1/identity-providers';

const TENANTS = ['6e9b7f8a-0c53-4a58-9d4e-0d6bfa2d8f11', '0e2b7c40-7d0f-4a43-8f5e-3f0c55d9b1aa'];

let service: TestService;
let world: World;
let org: string;
let base: string;
beforeAll(async () => {
  service = await startService();
  noteSecret('client secret', SECRET);
});
beforeEach(async () => {
  world = await makeWorld(service);
  org = `/admin/v1/organizations/${world.organization.id}`;
  base = `${org}/identity-providers`;
});
afterAll(async () => {
  await service.assertEventsHarmless();
  await service.assertNoSecret();
  await service.close();
});

const post = (body: object, at = base, token?: string) => service.call('POST', at, body, token === undefined ? {} : { token });
const create = async (more: object = {}, at = base) => {
  const { status, body, text } = await post({ ...LEAST, ...more }, at);
  if (status !== 201) throw new Error(text);
  return body;
};
const patch = (id: string, body: object, headers: Record<string, string> = {}, at = base) =>
  service.call('PATCH', `${at}/${id}`, body, { headers });
const faultsOf = ({ status, body }: { status: number; body: { errors?: Array<{ pointer: string }> } }) => [
  status,
  ...(body.errors ?? []).map(({ pointer }) => pointer.slice(1)),
];
const tokenOf = async (role: Parameters<typeof createServiceUser>[2], orgId = world.organization.id) =>
  (await createServiceUser(service, orgId, role)).token;

describe.each([
  ['an organization', () => base],
  ['the service', () => OF_SERVICE],
])('a provider of %s', (_, at) => {
  it('is created by the least, shown, listed, changed and removed', async () => {
    const created = await create({}, at());
    const id = created.identityProviderId as string;
    expect(created).toEqual({
      identityProviderId: id,
      kind: 'oidc',
      template: 'generic',
      name: 'Example Corp',
      enabled: true,
      logo: null,
      callbackUrl: `${service.settings.publicUrl}/sign-in/providers/${id}/callback`,
      signOutUrl: `${service.settings.publicUrl}/sign-in/providers/${id}/backchannel-logout`,
      postLogoutRedirectUrl: `${service.settings.publicUrl}/sign-in/providers/${id}/signed-out`,
      upstreamSignOut: false,
      buttonShown: true,
      buttonOrder: 0,
      domains: [],
      creation: 'off',
      linking: 'proof',
      updates: [],
      secondFactorValues: [],
      phishingResistantValues: [],
      groups: [],
      issuer: 'https://login.example.com',
      clientId: 'gatehouse',
      clientAuthentication: 'client_secret_basic',
      scopes: ['openid', 'profile', 'email'],
      tenants: [],
      hostedDomains: [],
      sendsAuthTime: true,
      externalIdClaim: 'sub',
      subjectClaims: ['sub'],
      responseMode: 'query',
      clientSecretSet: true,
      createdAt: created.createdAt,
      changedAt: created.createdAt,
    });
    expect((await service.call('GET', `${at()}/${id}`)).body).toEqual(created);
    const list = await service.call('GET', `${at()}?sort=name&kind=oidc&name=example`);
    expect(list.body.identityProviders).toContainEqual(created);
    const changed = await patch(id, { creation: 'automatic', buttonLabel: 'Continue', enabled: false }, {}, at());
    expect(changed.body).toMatchObject({ creation: 'automatic', buttonLabel: 'Continue', enabled: false, clientSecretSet: true });
    expect((await patch(id, { buttonLabel: null }, {}, at())).body).not.toHaveProperty('buttonLabel');
    expect((await service.call('GET', `${at()}/${id}/health`)).body).toEqual({});
    expect((await service.call('DELETE', `${at()}/${id}`)).status).toBe(204);
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['GET', '/health'],
      ['POST', '/_test'],
      ['DELETE', '/logo'],
    ] as const) {
      const { status, body } = await service.call(method, `${at()}/${id}${path}`, method === 'PATCH' ? {} : undefined);
      expect([method, status, body.code]).toEqual([method, 404, 'identityProvider.notFound']);
    }
  });

  it('is changed and removed only as it was read, and neither its use nor a dry run makes it another', async () => {
    const { identityProviderId: id } = await create({}, at());
    const tag = async () => (await service.call('GET', `${at()}/${id}`)).headers.get('etag') ?? '';
    const read = await tag();
    expect((await service.call('PATCH', `${at()}/${id}?dryRun=true`, { name: 'Dry' })).body.name).toBe('Dry');
    expect((await service.call('DELETE', `${at()}/${id}?dryRun=true`)).status).toBe(204);
    expect((await service.call('POST', `${at()}?dryRun=true`, { ...LEAST, name: 'Dry' })).status).toBe(201);
    expect((await service.call('GET', `${at()}?name=dry`)).body.identityProviders).toEqual([]);
    expect(await tag()).toBe(read);
    expect((await patch(id, { name: 'New' }, { 'if-match': '"x"' }, at())).status).toBe(412);
    expect((await patch(id, { name: 'New' }, { 'if-match': read }, at())).status).toBe(200);
    const remove = (ifMatch: string) => service.call('DELETE', `${at()}/${id}`, undefined, { headers: { 'if-match': ifMatch } });
    expect((await remove(read)).status).toBe(412);
    expect((await remove(await tag())).status).toBe(204);
  });

  it('is found at its own level only', async () => {
    const other = await makeWorld(service);
    const { identityProviderId: id } = await create({}, at());
    const elsewhere = [base, OF_SERVICE, `/admin/v1/organizations/${other.organization.id}/identity-providers`].filter(
      (path) => path !== at(),
    );
    for (const path of elsewhere) {
      expect((await service.call('GET', `${path}/${id}`)).status).toBe(404);
      expect((await patch(id, { enabled: false }, {}, path)).status).toBe(404);
      expect((await service.call('DELETE', `${path}/${id}`)).status).toBe(404);
      expect((await service.call('POST', `${path}/${id}/_test`)).status).toBe(404);
    }
    await service.call('DELETE', `${at()}/${id}`);
  });
});

describe('the secret', () => {
  it('is never shown, and an event says that it has changed', async () => {
    const { identityProviderId: id } = await create();
    const next = `${SECRET}-next`;
    noteSecret('client secret', next);
    const changed = await patch(id, { clientSecret: next });
    const events = (await eventsOf(service, world.organization.id)).filter(({ type }) => type.startsWith('org.idp.'));
    expect(events.map(({ type, payload }) => [type, payload['identityProviderId']])).toEqual([
      ['org.idp.added', id],
      ['org.idp.changed', id],
    ]);
    expect(events[1]?.payload).toEqual({ identityProviderId: id, name: 'Example Corp', secretChanged: true });
    for (const shown of [changed.text, (await service.call('GET', base)).text, JSON.stringify(events)]) expect(shown).not.toContain(SECRET);
  });

  it('is required again where it would be sent somewhere else', async () => {
    const { identityProviderId: id } = await create();
    expect(faultsOf(await patch(id, { issuer: 'https://attacker.example' }))).toEqual([400, 'clientSecret']);
    expect((await patch(id, { issuer: 'https://other.example', clientSecret: SECRET })).status).toBe(200);
    const { identityProviderId: directory } = (await post(LDAP)).body;
    for (const moved of [{ urls: ['ldaps://attacker.example'] }, { bindDn: 'cn=other' }, { startTls: true }])
      expect(faultsOf(await patch(directory, moved))).toEqual([400, 'bindPassword']);
    const oauth = { ...LEAST, template: 'github', kind: 'oauth', issuer: undefined };
    const { identityProviderId: github } = (await post(oauth)).body;
    expect(faultsOf(await patch(github, { tokenUrl: 'https://attacker.example/token' }))).toEqual([400, 'clientSecret']);
  });

  it('may be missing while the provider is disabled, and is needed to enable it', async () => {
    const { identityProviderId: id, ...created } = await create({ clientSecret: undefined, enabled: false });
    expect(created).toMatchObject({ enabled: false, clientSecretSet: false });
    expect(faultsOf(await post({ ...LEAST, clientSecret: undefined }))).toEqual([400, 'clientSecret']);
    expect(faultsOf(await patch(id, { enabled: true }))).toEqual([400, 'clientSecret']);
    expect((await patch(id, { enabled: true, clientSecret: SECRET })).body).toMatchObject({ enabled: true, clientSecretSet: true });
  });

  it('is required unless the client is public, and gone once it is', async () => {
    const { clientSecret: _, ...without } = LEAST;
    expect(faultsOf(await post(without))).toEqual([400, 'clientSecret']);
    expect((await post({ ...without, clientAuthentication: 'none' })).body.clientSecretSet).toBe(false);
    expect(faultsOf(await post({ ...LEAST, clientAuthentication: 'none' }))).toEqual([400, 'clientSecret']);
    const { identityProviderId: id } = await create();
    expect((await patch(id, { clientAuthentication: 'none' })).body.clientSecretSet).toBe(false);
    expect(faultsOf(await patch(id, { clientAuthentication: 'client_secret_post' }))).toEqual([400, 'clientSecret']);
  });
});

describe('the members', () => {
  it.each([
    ['oidc', LEAST, { tokenUrl: 'https://a.example', certificates: ['x'], bindDn: 'cn=x' }],
    ['ldap', LDAP, { issuer: 'https://a.example', clientSecret: 'x', entityId: 'x' }],
  ])('of another kind than %s are refused, each by its name', async (kind, least, others) => {
    const { status, body } = await post({ ...least, ...others });
    expect([status, body.code]).toEqual([400, 'identityProvider.member']);
    expect(body.errors).toEqual(
      Object.keys(others).map((field) => ({
        pointer: `/${field}`,
        code: 'identityProvider.member',
        detail: `A provider of the kind ${kind} has no ${field}.`,
      })),
    );
  });

  it('that a kind needs are named when they are missing, and kind and template stay', async () => {
    expect(faultsOf(await post({ kind: 'oidc', name: 'X' }))).toEqual([400, 'issuer', 'clientId']);
    expect(faultsOf(await post({ name: 'X' }))).toEqual([400, 'kind']);
    const { identityProviderId: id } = await create();
    expect(faultsOf(await patch(id, { kind: 'oauth' }))).toEqual([400, 'kind']);
  });

  it.each([
    ['http', { issuer: 'http://login.example.com' }, 'issuer'],
    ['credentials', { issuer: 'https://user:pass@login.example.com' }, 'issuer'],
    ['a fragment', { issuer: 'https://login.example.com/#x' }, 'issuer'],
    ['a query', { issuer: 'https://login.example.com/?x=y' }, 'issuer'],
    ['another scheme', { issuer: 'javascript:alert(1)' }, 'issuer'],
    ['no URL', { issuer: 'login.example.com' }, 'issuer'],
    ['no openid', { scopes: ['profile'] }, 'scopes'],
    ['a scope with a space', { scopes: ['openid', 'a b'] }, 'scopes'],
    ['the address as identity', { subjectClaims: ['email'] }, 'subjectClaims'],
    ['a login name as identity', { subjectClaims: ['tid', 'Preferred_Username'] }, 'subjectClaims'],
    ['the address as external id', { externalIdClaim: 'email' }, 'externalIdClaim'],
    ['no identity', { subjectClaims: [] }, 'subjectClaims'],
    ['several tenants whose administrators choose the external id', { tenants: TENANTS }, 'externalIdClaim'],
    ['all tenants', { issuer: 'https://login.microsoftonline.com/common/v2.0' }, 'tenants'],
    ['all tenants by a template', { issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0' }, 'tenants'],
    ['a tenant that is none', { tenants: ['contoso'] }, 'tenants'],
    ['a domain that is none', { hostedDomains: ['Example.com'] }, 'hostedDomains'],
  ])('of a connection are checked: %s', async (_, more, field) => {
    const answer = await post({ ...LEAST, ...more });
    expect([answer.body.code, ...faultsOf(answer)]).toEqual(['identityProvider.connection', 400, field]);
  });

  it('may have several tenants with the external id that Entra itself chooses', async () => {
    expect(await create({ tenants: TENANTS, externalIdClaim: 'oid' })).toMatchObject({ externalIdClaim: 'oid' });
    expect(await create({ tenants: TENANTS.slice(1), externalIdClaim: 'employee_id' })).toMatchObject({ externalIdClaim: 'employee_id' });
  });

  it('may name http on this machine', async () => {
    for (const issuer of ['http://127.0.0.1:8080', 'http://localhost:8080/realms/x', 'http://[::1]:1']) await create({ issuer });
  });
});

describe('a SAML provider', () => {
  const saml = async () => ({
    kind: 'saml',
    name: 'University',
    entityId: 'https://idp.example.edu/shibboleth',
    ssoUrl: 'https://idp.example.edu/sso',
    certificates: [(await samlKey()).certificate],
  });

  it('has no secret, and its certificates are in no event', async () => {
    const { status, body } = await post({ ...(await saml()), attributes: { email: 'mailAddress' } });
    expect([status, body.clockSkewSeconds, body.attributes, body.authnContexts]).toEqual([201, 60, { email: 'mailAddress' }, []]);
    expect(body).not.toHaveProperty('clientSecretSet');
    const next = [(await samlKey({ type: 'ec' })).certificate];
    expect(
      (await patch(body.identityProviderId, { certificates: next, metadataUrl: 'https://idp.example.edu/metadata' })).body.certificates,
    ).toEqual(next);
    const events = (await eventsOf(service, world.organization.id)).filter(({ type }) => type.startsWith('org.idp.'));
    expect(events.at(-1)?.payload['changed']).toEqual(expect.arrayContaining(['certificates', 'metadataUrl']));
    expect(JSON.stringify(events)).not.toContain('BEGIN CERTIFICATE');
  });

  it.each([
    ['no certificate', () => ({ certificates: [] }), 'certificates'],
    ['what is no certificate', () => ({ certificates: ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'] }), 'certificates'],
    ['a private key', async () => ({ certificates: [(await samlKey()).privateKey] }), 'certificates'],
    ['an address that may pass on as identity', () => ({ subjectAttribute: 'mail' }), 'subjectAttribute'],
    ['the same by its object identifier', () => ({ subjectAttribute: 'urn:oid:0.9.2342.19200300.100.1.3' }), 'subjectAttribute'],
    ['a name that may pass on as external id', () => ({ attributes: { externalId: 'userPrincipalName' } }), 'attributes'],
    ['the address as external id', () => ({ attributes: { externalId: 'Mail' } }), 'attributes'],
    ['the same by its claim', () => ({ attributes: { externalId: SAML_ATTRIBUTES.email[0] } }), 'attributes'],
    ['an unknown field', () => ({ attributes: { role: 'role' } }), 'attributes'],
    ['http', () => ({ ssoUrl: 'http://idp.example.edu/sso' }), 'ssoUrl'],
  ])('is refused with %s', async (_, more, field) => {
    const answer = await post({ ...(await saml()), ...(await more()) });
    expect([answer.body.code, ...faultsOf(answer)]).toEqual(['identityProvider.connection', 400, field]);
  });
});

describe('a template', () => {
  const [TENANT = ''] = TENANTS;
  const { kind: _, issuer: __, ...client } = LEAST;

  it.each([
    [
      'entra',
      { tenant: TENANT },
      { issuer: `https://login.microsoftonline.com/${TENANT}/v2.0`, subjectClaims: ['tid', 'oid'], externalIdClaim: 'oid' },
    ],
    [
      'entra',
      { tenant: 'organizations', tenants: [TENANT] },
      { issuer: 'https://login.microsoftonline.com/organizations/v2.0', tenants: [TENANT] },
    ],
    [
      'google',
      { hostedDomains: ['example.com'] },
      { kind: 'oidc', issuer: 'https://accounts.google.com', hostedDomains: ['example.com'], sendsAuthTime: false },
    ],
    ['github', {}, { kind: 'oauth', subjectMember: 'id', tokenUrl: 'https://github.com/login/oauth/access_token' }],
    ['okta', { issuer: 'https://example.okta.com' }, { kind: 'oidc', secondFactorValues: ['mfa'] }],
    ['keycloak', { issuer: 'https://sso.example.com/realms/common' }, { kind: 'oidc' }],
  ])('%s asks only for what is particular', async (template, particular, shown) => {
    expect((await post({ ...client, template, ...particular })).body).toMatchObject({ template, ...shown });
  });

  it('activeDirectory knows the attributes of one', async () => {
    const { kind: ___, ...rest } = LDAP;
    const { body } = await post({ ...rest, template: 'activeDirectory' });
    expect(body).toMatchObject({ kind: 'ldap', subjectAttribute: 'objectGUID', activeDirectory: true, bindPasswordSet: true });
    for (const address of ['callbackUrl', 'signOutUrl', 'metadataUrl']) expect(body).not.toHaveProperty(address);
    expect((await patch(body.identityProviderId, { languageAttribute: null })).body).not.toHaveProperty('languageAttribute');
  });

  it('refuses another kind, and a tenant that is none', async () => {
    const refused = async (body: object) => faultsOf(await post({ ...client, ...body }));
    expect(await refused({ template: 'github', kind: 'oidc' })).toEqual([400, 'kind']);
    expect(await refused({ template: 'entra', tenant: 'contoso.example/../x' })).toEqual([400, 'tenant']);
    expect(await refused({ template: 'okta', tenant: TENANT })).toEqual([400, 'tenant']);
    expect(await refused({ template: 'entra' })).toEqual([400, 'issuer']);
    expect(await refused({ template: 'entra', tenant: 'organizations' })).toEqual([400, 'tenants']);
  });
});

describe('the rules', () => {
  it('take domains that the organization has verified and no other provider has', async () => {
    const domain = world.organization.primaryDomain;
    const { identityProviderId: id } = await create({ domains: [domain.toUpperCase(), domain] });
    expect((await service.call('GET', `${base}/${id}`)).body.domains).toEqual([domain]);
    const second = await post({ ...LEAST, domains: [domain] });
    expect([second.status, second.body.code]).toEqual([409, 'identityProvider.domainTaken']);
    await service.call('POST', `${org}/domains`, { domain: 'claimed.example' });
    for (const foreign of ['claimed.example', (await makeWorld(service)).organization.primaryDomain, 'not a domain'])
      expect(faultsOf(await post({ ...LEAST, domains: [foreign] }))).toEqual([400, 'domains']);
    expect(faultsOf(await post({ ...LEAST, domains: [domain] }, OF_SERVICE))).toEqual([400, 'domains']);
    expect((await patch(id, { name: 'New' })).status).toBe(200);
  });

  it('take a connection of the organization only', async () => {
    const connectionOf = async (orgId: string) =>
      (await service.call('POST', `/admin/v1/organizations/${orgId}/connections`, { name: 'SCIM' })).body.connectionId as string;
    const connectionId = await connectionOf(world.organization.id);
    const { identityProviderId: id } = await create({ connectionId });
    const foreign = await connectionOf((await makeWorld(service)).organization.id);
    expect(faultsOf(await post({ ...LEAST, connectionId: foreign }))).toEqual([400, 'connectionId']);
    expect(faultsOf(await patch(id, { connectionId: foreign }))).toEqual([400, 'connectionId']);
    expect(faultsOf(await post({ ...LEAST, connectionId }, OF_SERVICE))).toEqual([400, 'connectionId']);
    expect((await patch(id, { connectionId: null })).body).not.toHaveProperty('connectionId');
  });
});

describe('a weaker caller', () => {
  it.each(['ORG_USER_MANAGER', 'ORG_OWNER_VIEWER'] as const)('%s changes no provider of the organization', async (role) => {
    const token = await tokenOf(role);
    const { identityProviderId: id } = await create();
    expect((await post(LEAST, base, token)).status).toBe(403);
    for (const [method, path, body] of [
      ['PATCH', '', { issuer: 'https://attacker.example', clientSecret: 'x' }],
      ['DELETE', '', undefined],
      ['POST', '/_test', undefined],
    ] as const)
      expect((await service.call(method, `${base}/${id}${path}`, body, { token })).status).toBe(403);
  });

  it.each(['ORG_OWNER', 'IAM_ORG_MANAGER', 'IAM_USER_MANAGER'] as const)('%s neither sees nor changes one of the service', async (role) => {
    const token = await tokenOf(role);
    const { identityProviderId: id } = await create({}, OF_SERVICE);
    expect((await post(LEAST, OF_SERVICE, token)).status).toBe(403);
    for (const method of ['GET', 'PATCH', 'DELETE'] as const)
      expect((await service.call(method, `${OF_SERVICE}/${id}`, method === 'PATCH' ? {} : undefined, { token })).status).toBe(403);
    await service.call('DELETE', `${OF_SERVICE}/${id}`);
  });

  it('of another organization is told nothing', async () => {
    const token = await tokenOf('ORG_OWNER', (await makeWorld(service)).organization.id);
    const { identityProviderId: id } = await create();
    expect((await service.call('GET', `${base}/${id}`, undefined, { token })).status).toBe(404);
  });
});

describe('a test of a provider', () => {
  it('says step by step what is wrong, at most ten times a minute for a caller', async () => {
    const token = await tokenOf('ORG_OWNER');
    // A closed port.
    const { identityProviderId: id } = await create({ issuer: 'http://127.0.0.1:1' });
    const probe = (query = '') => service.call('POST', `${base}/${id}/_test${query}`, undefined, { token });
    expect(await probe('?dryRun=true')).toMatchObject({ status: 200, body: { steps: [] } });
    const { status, body, text } = await probe();
    expect([status, body.steps.length > 0, body.steps.at(-1).ok]).toEqual([200, true, false]);
    expect(text).not.toContain(SECRET);
    for (let n = 1; n < 10; n++) expect((await probe()).status).toBe(200);
    const refused = await probe();
    expect([refused.status, refused.body.code]).toEqual([429, 'identityProvider.testedOften']);
  });
});

describe('a link of a person', () => {
  const links = () => `${org}/people/${world.person.id}/identity-links`;
  const link = async (at = base, more: object = {}) => {
    const { identityProviderId } = await create({}, at);
    return { identityProviderId: identityProviderId as string, subject: 'subject-1', loginName: 'babs', ...more };
  };

  it('is added, shown and removed, with events about the person', async () => {
    const body = await link();
    const added = await post(body, links());
    expect([added.status, added.body]).toEqual([201, { ...body, name: 'Example Corp', createdAt: added.body.createdAt }]);
    expect((await service.call('GET', links())).body.identityLinks).toEqual([added.body]);
    const one = `${links()}/${body.identityProviderId}`;
    expect((await service.call('GET', one)).body).toEqual(added.body);
    expect((await service.call('DELETE', one)).status).toBe(204);
    for (const method of ['GET', 'DELETE']) expect((await service.call(method, one)).body.code).toBe('identityLink.notFound');
    const types = (await eventsOf(service, world.person.id)).map(({ type }) => type).filter((type) => type.includes('externalidp'));
    expect(types).toEqual(['user.human.externalidp.added', 'user.human.externalidp.removed']);
  });

  it('of a subject is one account’s, and to a provider of another organization is refused', async () => {
    const body = await link();
    await post(body, links());
    const other = await world.addPerson({ userName: 'other' });
    const taken = await post(body, `${org}/people/${other.id}/identity-links`);
    expect([taken.status, taken.body.code]).toEqual([409, 'identityLink.taken']);
    expect((await post({ ...body, subject: 'another' }, links())).body.code).toBe('identityLink.exists');
    const { organization } = await makeWorld(service);
    const foreign = await link(`/admin/v1/organizations/${organization.id}/identity-providers`);
    expect((await post(foreign, links())).body.code).toBe('identityProvider.notFound');
  });

  it('is neither given nor taken by a caller who lacks a permission of the person', async () => {
    const token = await tokenOf('ORG_USER_MANAGER');
    const body = await link();
    await service.call('POST', `${org}/members`, { userId: world.person.id, role: 'ORG_OWNER' });
    const refused = await post(body, links(), token);
    expect([refused.status, refused.body.code]).toEqual([403, 'access.strongerUser']);
    await post(body, links());
    const kept = await service.call('DELETE', `${links()}/${body.identityProviderId}`, undefined, { token });
    expect([kept.status, kept.body.code]).toEqual([403, 'access.strongerUser']);
    expect((await service.call('GET', links())).body.identityLinks).toHaveLength(1);
  });

  it('to a provider of the service is given only for the whole service: the subject may be somebody elsewhere', async () => {
    const token = await tokenOf('ORG_OWNER');
    const body = await link(OF_SERVICE);
    const refused = await post(body, links(), token);
    expect([refused.status, refused.body.code]).toEqual([403, 'identityLink.ofService']);
    expect((await post(body, links())).status).toBe(201);
    await service.call('DELETE', `${OF_SERVICE}/${body.identityProviderId}`);
  });

  it('ends with its provider', async () => {
    const body = await link();
    await post(body, links());
    await service.call('DELETE', `${base}/${body.identityProviderId}`);
    expect((await service.call('GET', links())).body.identityLinks).toEqual([]);
    await service.get(Removals).deleteRelatedRows();
    const rows = await service.get(Database).query.rows('SELECT no FROM identity_links WHERE user_no = ?', [world.person.no]);
    expect(rows).toEqual([]);
  });
});
