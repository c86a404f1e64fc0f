// Fills a service by its own API with some of everything that must survive an upgrade, and returns what only its clients know.
import { createPrivateKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { CALLBACK, visitor } from './visitor.mjs';

const PASSWORD = 'Upgrade-7-Lasting!';
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const PERSONAL_DATA = 'urn:ietf:params:scim:schemas:extension:gatehouse:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code';
const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** Of another system: `Correct-Horse-7` by OpenSSL's passwd -6 and by bcrypt. */
const OLD_PASSWORD = 'Correct-Horse-7';
const OLD_HASHES = {
  grace: '$6$saltSALT$tjZthnih2Bcg8ENjBN8UH9EEmUWMA22.rMqSV/2wsWT4Oi63MBxkXSMFroq77LmStPy5Fd1WbBQWxB.ReywJd.',
  alan: '$5$saltSALT$lojmPsO7up8eMxasgmgAViZBetzCcHdP6PThOK9De3C',
};

const CLIENT = { clientId: 'gatehouse', clientSecret: 'Upgrade-Client-Secret-7' };
const TENANT = '6e9b7f8a-0c53-4a58-9d4e-0d6bfa2d8f11';
const LDAP = {
  urls: ['ldaps://ldap.example.org'],
  bindDn: 'cn=reader,dc=example,dc=org',
  bindPassword: 'Upgrade-Bind-Password-7',
  baseDn: 'dc=example,dc=org',
};

/** Searches whose answers must stay the same. */
export const FILTERS = [
  'userName sw "b"',
  'active eq false',
  'emails.value co "example.org"',
  'name.familyName eq "ÅNGSTRÖM"',
  `${ENTERPRISE}:department eq "Optics"`,
  'externalId eq "701984"',
  'phoneNumbers pr and title pr',
];

/** @typedef {Awaited<ReturnType<typeof fill>>} Known */

/**
 * @param {string} publicUrl @param {string} listening
 * @param {{ orgId: string, admin: { userName: string, password: string }, serviceUser: { clientId: string, clientSecret: string, personalAccessToken: string } }} bootstrap
 */
export async function fill(publicUrl, listening, bootstrap) {
  const { ask, post, signIn, leaveFor } = visitor(publicUrl, listening);
  const { orgId } = bootstrap;
  const token = bootstrap.serviceUser.personalAccessToken;
  const [organization, scim] = [`/admin/v1/organizations/${orgId}`, `/scim/v2/${orgId}`];

  /** @param {string} method @param {string} path @param {unknown} [body] @returns {Promise<any>} */
  async function make(method, path, body) {
    const { status, body: answer } = await ask(method, path, { token, ...(body === undefined ? {} : { body }) });
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`);
    return answer;
  }

  const { primaryDomain } = await make('GET', organization);
  /** @type {any[]} */
  const people = [];
  for (const person of PEOPLE)
    people.push(await make('POST', `${scim}/Users`, { schemas: [USER, ENTERPRISE], password: PASSWORD, ...person }));
  await make('PATCH', `${scim}/Users/${people[2].id}`, {
    schemas: [PATCH_OP],
    Operations: [{ op: 'replace', path: 'active', value: false }],
  });
  await make('DELETE', `${scim}/Users/${people[3].id}`);
  const humanUsers = Object.entries(OLD_HASHES).map(([userName, value]) => ({
    userId: `imported-${userName}`,
    user: {
      userName,
      profile: { firstName: userName, lastName: 'Imported' },
      email: { email: `${userName}@example.org`, isEmailVerified: true },
      hashedPassword: { value },
    },
  }));
  await make('POST', '/admin/v1/import', { dataOrgs: { orgs: [{ orgId, humanUsers }] } });
  const other = await make('POST', '/admin/v1/organizations', { name: 'Äther & Co', primaryDomain: 'other.example.org' });

  const { projectId } = await make('POST', `${organization}/projects`, {
    name: 'Ångström tools',
    resourceUri: 'https://tools.example.org/api',
  });
  const applications = `${organization}/projects/${projectId}/applications`;
  const grantTypes = ['authorization_code', 'refresh_token'];
  const web = await make('POST', applications, { name: 'Web', type: 'web', redirectUris: [CALLBACK], grantTypes });
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"><path d="M0 0h32v32H0z"/></svg>';
  await make('PUT', `${applications}/${web.applicationId}/logo`, { content: Buffer.from(svg).toString('base64') });
  const native = await make('POST', applications, {
    name: 'Native',
    type: 'native',
    redirectUris: [CALLBACK],
    grantTypes: [...grantTypes, DEVICE_CODE],
    accessTokenType: 'jwt',
  });

  const group = await make('POST', `${scim}/Groups`, {
    schemas: [GROUP],
    displayName: 'Öffentlichkeit',
    externalId: 'g-1',
    members: [{ value: people[0].id }, { value: people[1].id }],
  });
  await make('POST', `${organization}/projects/${projectId}/roles`, { key: 'reader', name: 'Läser' });
  await make('POST', `${organization}/projects/${projectId}/authorizations`, { holderId: group.id, roleKeys: ['reader'] });

  const robot = await make('POST', `${organization}/service-users`, { userName: 'robot', name: 'Robot' });
  const ofRobot = `${organization}/service-users/${robot.userId}`;
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = await make('POST', `${ofRobot}/keys`, { publicKeyJwk: publicKey.export({ format: 'jwk' }) });
  const secret = await make('POST', `${ofRobot}/secrets`);
  const personal = await make('POST', `${ofRobot}/personal-access-tokens`, { scope: 'openid' });
  await make('POST', `${organization}/members`, { userId: robot.userId, role: 'ORG_OWNER_VIEWER' });
  const connection = await make('POST', `${organization}/connections`, { name: 'Directory', preset: 'entra' });
  await make('PUT', `${organization}/policies/password`, { minLength: 10 });
  const directory = await fillDirectory();

  // What the first keys sign must stay good after others have taken over.
  const loginName = `${people[0].userName}@${primaryDomain}`;
  const scope = 'openid profile email offline_access';
  const first = await signIn(web, loginName, PASSWORD, scope);
  await make('POST', '/admin/v1/keys/_rotate', {});
  const second = await signIn(native, loginName, PASSWORD, scope);
  const machine = await post('/oauth/v2/token', { grant_type: 'client_credentials', scope: 'openid' }, secret);
  const byKey = await post('/oauth/v2/token', {
    grant_type: JWT_BEARER,
    scope: 'openid',
    assertion: await assertion(privateKey, key.keyId, robot.userId, publicUrl),
  });
  const device = await post('/oauth/v2/device_authorization', { scope: 'openid' }, native);
  for (const { status, body } of [first, second, machine, byKey, device])
    if (status !== 200) throw new Error(`a token was refused: ${JSON.stringify(body)}`);
  const registration = await register();

  /** A registration token, and a client that it registered. */
  async function register() {
    const policy = { redirectHosts: ['app.example.com'] };
    const { token: permission } = await make('POST', `${organization}/projects/${projectId}/registration-tokens`, {
      name: 'Partner',
      policy,
    });
    const metadata = { client_name: 'Zeiterfassung', redirect_uris: [CALLBACK] };
    const { status, body } = await ask('POST', '/oauth/v2/register', { token: permission, body: metadata });
    if (status !== 201) throw new Error(`a client could not register: ${status} ${JSON.stringify(body)}`);
    return {
      permission,
      metadata,
      client: { clientId: body.client_id, clientSecret: body.client_secret },
      access: body.registration_access_token,
    };
  }

  /** Providers with a secret, a link, and a browser that is at a provider. */
  async function fillDirectory() {
    const providers = `${organization}/identity-providers`;
    const authorizationUrl = 'https://directory.example.org/authorize';
    const { identityProviderId } = await make('POST', providers, {
      kind: 'oauth',
      name: 'Verzeichnis Süd',
      authorizationUrl,
      tokenUrl: 'https://directory.example.org/token',
      userinfoUrl: 'https://directory.example.org/userinfo',
      clientId: 'gatehouse',
      clientSecret: 'Upgrade-Client-Secret-7',
      subjectMember: 'id',
      scopes: ['profile'],
    });
    await make('PUT', `${providers}/${identityProviderId}/logo`, { content: Buffer.from(svg).toString('base64') });
    await make('POST', providers, { template: 'entra', name: 'Entra', tenant: 'organizations', tenants: [TENANT], ...CLIENT });
    await make('POST', providers, { kind: 'ldap', name: 'LDAP', enabled: false, ...LDAP });
    await make('POST', '/admin/v1/identity-providers', { template: 'google', name: 'Google', linking: 'address', ...CLIENT });
    const link = { identityProviderId, subject: 'Ünïque 1 ', loginName: 'babs@directory.example.org' };
    await make('POST', `${organization}/people/${people[1].id}/identity-links`, link);
    const shown = (await make('GET', providers)).identityProviders;
    const pending = await leaveFor(web, identityProviderId, authorizationUrl);
    return { userId: people[1].id, link, providers: shown, pending };
  }

  /** @type {Record<string, string[]>} */
  const found = {};
  for (const filter of FILTERS) found[filter] = idsOf(await make('GET', `${scim}/Users?filter=${encodeURIComponent(filter)}`));
  const everybody = await make('GET', `${scim}/Users?count=100&sortBy=userName`);
  const { events } = await make('POST', '/admin/v1/events/_search', { asc: true, limit: 100 });
  return {
    publicUrl,
    orgId,
    otherOrgId: other.orgId,
    /** The subject of the tokens below. */
    subject: people[0].id,
    passwords: [
      { loginName, password: PASSWORD },
      { loginName: 'grace@example.org', password: OLD_PASSWORD },
      { loginName: 'alan@example.org', password: OLD_PASSWORD },
    ],
    removed: people[3].id,
    /** Two of the people above, who have a role of the project by it. Absent from the data of builds without groups. */
    group: { id: group.id, displayName: group.displayName, members: people.slice(0, 2).map(({ id }) => id) },
    projectId,
    everybody: everybody.Resources,
    found,
    events: events.map((/** @type {any} */ { type, aggregate, sequence }) => ({ type: type.type, id: aggregate.id, sequence })),
    token,
    web: { clientId: web.clientId, clientSecret: web.clientSecret },
    native: { clientId: native.clientId },
    webTokens: first.body,
    nativeTokens: second.body,
    robot: {
      userId: robot.userId,
      client: { clientId: secret.clientId, clientSecret: secret.clientSecret },
      accessToken: machine.body.access_token,
      personalAccessToken: personal.token,
      keyId: key.keyId,
      privateKeyJwk: privateKey.export({ format: 'jwk' }),
    },
    connectionToken: connection.token,
    /** A device that waits. Absent from the data of builds without the grant, as the next one is from that of builds without registration. */
    deviceCode: device.body.device_code,
    registration,
    /** Absent from the data of builds without identity providers. */
    directory,
    keys: (await make('GET', '/admin/v1/keys')).keys.map((/** @type {any} */ { kid, alg, state }) => ({ kid, alg, state })),
  };
}

/** @param {any} page @returns {string[]} */
export function idsOf(page) {
  return page.Resources.map((/** @type {{ id: string }} */ { id }) => id).toSorted();
}

/**
 * An assertion of the JWT profile (RFC 7523 section 3).
 * @param {import('node:crypto').KeyObject | import('node:crypto').JsonWebKey} key @param {string} kid @param {string} userId @param {string} audience
 * @param {number} [nowSeconds] by the clock of the service
 */
export function assertion(key, kid, userId, audience, nowSeconds = Math.floor(Date.now() / 1000)) {
  const signer = 'type' in key ? key : createPrivateKey({ key: /** @type {import('node:crypto').JsonWebKey} */ (key), format: 'jwk' });
  return new SignJWT({ jti: randomUUID() })
    .setProtectedHeader({ alg: 'ES256', kid })
    .setIssuer(userId)
    .setSubject(userId)
    .setAudience(audience)
    .setIssuedAt(nowSeconds)
    .setExpirationTime(nowSeconds + 300)
    .sign(/** @type {import('node:crypto').KeyObject} */ (signer));
}

const PEOPLE = [
  {
    userName: 'bjensen',
    externalId: '701984',
    name: { givenName: 'Barbara', familyName: 'Jensen', formatted: 'Ms. Barbara J Jensen, III', honorificPrefix: 'Ms.' },
    displayName: 'Babs Jensen',
    title: 'Tour Guide',
    preferredLanguage: 'en-US',
    timezone: 'America/Los_Angeles',
    emails: [
      { value: 'bjensen@example.org', type: 'work', primary: true },
      { value: 'babs@jensen.example', type: 'home' },
    ],
    phoneNumbers: [{ value: '+15555551212', type: 'work' }],
    addresses: [{ type: 'work', streetAddress: '100 Universal City Plaza', locality: 'Hollywood', country: 'US', primary: true }],
    [ENTERPRISE]: { employeeNumber: '701984', department: 'Tour Operations', costCenter: '4130' },
    [PERSONAL_DATA]: { website: 'https://babs.example', birthdate: '0000-02-29', gender: 'female' },
  },
  {
    userName: 'anders',
    name: { givenName: 'Anders Jonas', familyName: 'Ångström' },
    emails: [{ value: 'anders@example.org', primary: true }],
    [ENTERPRISE]: { department: 'Optics' },
  },
  { userName: 'bo', name: { givenName: '波', familyName: '李' }, emails: [{ value: 'bo@example.net', primary: true }] },
  { userName: 'bygone', name: { givenName: 'Gone', familyName: 'By' }, emails: [{ value: 'bygone@example.org', primary: true }] },
  {
    userName: 'Çağlar',
    name: { givenName: 'Çağlar', familyName: 'Ümit' },
    emails: [{ value: 'caglar@example.org', primary: true }],
    nickName: 'Ç',
  },
];
