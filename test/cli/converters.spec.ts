// On SQLite alone: commands send requests, and specs of the API hold what those do.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RESPONSE_TYPES } from '../../src/oidc/clients/application.js';
import { fromAuth0 } from '../../src/cli/converters/auth0.js';
import { fromCsv } from '../../src/cli/converters/csv.js';
import { fromDjango } from '../../src/cli/converters/django.js';
import type { ConvertArguments, Converter, GroupLine, ImportLine, ListLine } from '../../src/cli/converters/import-line.js';
import { fromLdif } from '../../src/cli/converters/ldif.js';
import { ROW_SYSTEMS } from '../../src/cli/converters/row-systems.js';
import { fromKeycloak } from '../../src/cli/converters/keycloak.js';
import { readProviderMapping } from '../../src/cli/converters/identities.js';
import { progressLine } from '../../src/cli/terminal/progress.js';
import { subjectOf } from '../../src/oidc/upstream/oidc/oidc-identity.js';
import type { OidcConnection } from '../../src/users/authentication/identity-providers/oidc-connection.js';
import { TotpFactors } from '../../src/users/accounts/factors/totp-factors.service.js';
import { SignInDirectory } from '../../src/users/directory/people/sign-in-directory.service.js';
import { Passwords } from '../../src/users/authentication/passwords/passwords.service.js';
import { Organizations } from '../../src/users/organizations/organizations.service.js';
import { PasswordSignIn } from '../../src/oidc/sign-in/password-sign-in.service.js';
import { freshName } from '../support/people.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

/** Of every hash in the data. */
const PASSWORD = 'Correct-Horse-7';
const DATA = 'test/cli/data';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-converters-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a file of the test's own. @returns its path */
function write(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  return path;
}

/** Converts a file and imports what came out. */
async function move(converter: Converter, paths: string[], more: Partial<ConvertArguments> = {}) {
  const org = freshName('moved');
  const remarks: string[] = [];
  const lines: ImportLine[] = [];
  const groupLines: GroupLine[] = [];
  const listLines: ListLine[] = [];
  for await (const line of converter(
    paths,
    { org, passwords: undefined, columns: [], identityProviders: readProviderMapping([]), ...more },
    (_, who, what) => remarks.push(`${who}: ${what}`),
  ))
    if ('list' in line) listLines.push(line);
    else if ('user' in line) lines.push(line);
    else groupLines.push(line);
  const humanUsers = lines.map(({ userId, state, user }) => ({ ...(userId ? { userId } : {}), ...(state ? { state } : {}), user }));
  const { body } = await service.call('POST', '/admin/v1/import', {
    dataOrgs: { orgs: [{ orgId: org, humanUsers, ...groupLists(groupLines), ...otherLists(listLines) }] },
  });
  const { orgNo, primaryDomain } = await organization(org);
  const signIn = async (userName: string, password = PASSWORD) => {
    const loginName = `${userName}@${primaryDomain}`;
    return (await service.get(PasswordSignIn).checkCredentials({ loginName, password, clientOrgNo: orgNo, address: '203.0.113.9' })).kind;
  };
  return { org, lines, groupLines, listLines, errors: body.errors, remarks, ids: body.success.orgs[0]?.humanUserIds as string[], signIn };
}

/** The lists of a JSON body; without groups none. */
function groupLists(lines: readonly GroupLine[]) {
  if (lines.length === 0) return {};
  return { groups: lines.filter((line) => 'group' in line), groupMembers: lines.filter((line) => !('group' in line)) };
}

/** Every other list of a JSON body. */
function otherLists(lines: readonly ListLine[]) {
  const lists: Record<string, object[]> = {};
  for (const { orgId: _, list, ...entry } of lines) (lists[list] ??= []).push(entry);
  return lists;
}

/** The secret of the authenticator app that somebody has now. */
async function secretOf(userName: string, org: string): Promise<string | undefined> {
  const { primaryDomain } = await organization(org);
  const { userNo = 0 } = (await service.get(SignInDirectory).findByLogin(`${userName}@${primaryDomain}`)) ?? {};
  return (await service.get(TotpFactors).exportSecrets([userNo])).get(userNo);
}

async function organization(id: string): Promise<{ orgNo: number; primaryDomain: string }> {
  const found = await service.get(Organizations).findOrganization(id);
  return { orgNo: found?.no ?? 0, primaryDomain: found?.primaryDomain ?? '' };
}

describe('an export of Keycloak', () => {
  it('moves with ids, states and passwords, and says what does not', async () => {
    const { org, lines, remarks, ids, signIn } = await move(fromKeycloak, [`${DATA}/keycloak-realm.json`]);
    expect(lines.map(({ user }) => user.userName)).toEqual(['ada', 'grace', 'linus', 'margaret', 'federated', 'nameless']);
    expect(ids).toEqual(lines.map(({ userId }) => userId));
    expect(lines[0]).toMatchObject({
      user: {
        profile: { firstName: 'Ada', preferredLanguage: 'de' },
        email: { isEmailVerified: true },
        phone: { phone: '+41 71 123 45 67' },
      },
    });
    expect(lines[2]).toMatchObject({ state: 'USER_STATE_INACTIVE', user: { passwordChangeRequired: true } });
    expect(remarks).toEqual([
      'the realm acme: loses the setting passwordPolicy',
      'federated: loses the identity at google; map it with --identity-provider google=ID',
      'service-account-backend: is the service account of a client and is skipped',
      'nameless: has an incomplete name; the user name is used for the missing part',
    ]);
    expect(lines[3]?.user.otpCode).toBe('JJBFGV2ZGNCFARKIKBFTGUCYKA');
    expect(await secretOf('margaret', org)).toBe('JJBFGV2ZGNCFARKIKBFTGUCYKA');
    expect(await signIn('ada')).toBe('ok');
    expect(await signIn('grace')).toBe('ok');
    expect(await signIn('ada', 'Wrong-Horse-7')).toBe('refused');
    expect(await signIn('federated')).toBe('refused');
  });
});

describe('identities at other providers', () => {
  const mapping = readProviderMapping([
    'google=https://accounts.google.com',
    'microsoft=entra-1/6e9b7f8a',
    'waad=entra-1/6e9b7f8a',
    'corp=idp-1',
  ]);
  const convert = async (converter: Converter, file: string, more: Partial<ConvertArguments> = {}) => {
    const { lines, remarks } = await converted(converter, file, more);
    return { identities: lines.map(({ user }) => user.identities), remarks };
  };
  const converted = async (converter: Converter, file: string, more: Partial<ConvertArguments>) => {
    const lines: ImportLine[] = [];
    const remarks: string[] = [];
    const args = { org: 'acme', passwords: undefined, columns: [], identityProviders: mapping, ...more };
    for await (const line of converter([file], args, (_, who, what) => remarks.push(`${who}: ${what}`)))
      if (!('list' in line) && 'user' in line) lines.push(line);
    return { lines, remarks };
  };

  /** As a sign-in with Entra finds the person. */
  const ofEntra = subjectOf({ tid: '6e9b7f8a', oid: 'a1b2' }, { subjectClaims: ['tid', 'oid'] } as OidcConnection);

  it('move from Keycloak by the alias of the provider, and those without a provider here are named', async () => {
    const person = (username: string, federatedIdentities: object[]) => ({
      username,
      firstName: 'A',
      lastName: 'B',
      email: `${username}@example.com`,
      federatedIdentities,
    });
    const file = write('federated.json', {
      users: [
        person('ada', [
          { identityProvider: 'google', userId: '108204268033311374519', userName: 'ada@example.com' },
          { identityProvider: 'microsoft', userId: 'a1b2', userName: ' ' },
          { identityProvider: 'github', userId: '42', userName: 'ada' },
        ]),
        person('bob', [{ identityProvider: 'corp' }, { identityProvider: 'corp', userId: 'x'.repeat(257) }, {}]),
        person('eve', []),
      ],
    });
    expect(await convert(fromKeycloak, file)).toEqual({
      identities: [
        [
          { issuer: 'https://accounts.google.com', subject: '108204268033311374519', loginName: 'ada@example.com' },
          { identityProviderId: 'entra-1', subject: ofEntra },
        ],
        undefined,
        undefined,
      ],
      remarks: [
        'ada: loses the identity at github; map it with --identity-provider github=ID',
        'bob: loses the identity at corp, which has no usable id',
        'bob: loses the identity at corp, which has no usable id',
        'bob: loses the identity at unknown; map it with --identity-provider unknown=ID',
      ],
    });
  });

  it('move from Auth0 by the connection or its kind, with the field identities and without it', async () => {
    const person = (user_id: string, identities?: object[]) => ({
      user_id,
      email: 'a@example.com',
      given_name: 'A',
      family_name: 'B',
      identities,
    });
    const file = write('auth0.json', [
      person('google|108', [
        { provider: 'google', connection: 'google', user_id: '108', isSocial: true },
        { provider: 'oidc', connection: 'corp', user_id: 'corp|S-1', profileData: { email: 'other@example.com' } },
        { provider: 'auth0', connection: 'Username-Password-Authentication', user_id: '6042' },
        { provider: 'github', connection: 'github', user_id: 42 },
      ]),
      person('oidc|corp|S|2'),
      person('waad|a1b2'),
      person('auth0|6042'),
      person('samlp|campus|S-3'),
    ]);
    expect(await convert(fromAuth0, file)).toEqual({
      identities: [
        [
          { issuer: 'https://accounts.google.com', subject: '108', loginName: 'a@example.com' },
          { identityProviderId: 'idp-1', subject: 'S-1', loginName: 'other@example.com' },
        ],
        [{ identityProviderId: 'idp-1', subject: 'S|2', loginName: 'a@example.com' }],
        [{ identityProviderId: 'entra-1', subject: ofEntra, loginName: 'a@example.com' }],
        undefined,
        undefined,
      ],
      remarks: [
        'a@example.com: loses the identity at github; map it with --identity-provider github=ID',
        'a@example.com: loses the identity at campus or samlp; map it with --identity-provider campus=ID',
      ],
    });
  });

  it('of several companies are not taken for those of one by the name of their kind', async () => {
    const file = (...ids: string[]) =>
      write(
        'companies.json',
        ids.map((user_id) => ({ user_id, email: 'a@example.com', given_name: 'A', family_name: 'B' })),
      );
    const by = (...texts: string[]) => ({ identityProviders: readProviderMapping(texts) });
    const refusal = 'oidc is the name of several connections, acme and zeta';
    await expect(convert(fromAuth0, file('oidc|acme|1', 'oidc|acme|2', 'oidc|zeta|1'), by('oidc=idp-1'))).rejects.toThrow(refusal);
    const ofOne = { identities: [[expect.objectContaining({ subject: '1' })], [expect.objectContaining({ subject: '2' })]], remarks: [] };
    expect(await convert(fromAuth0, file('oidc|acme|1', 'oidc|acme|2'), by('oidc=idp-1'))).toEqual(ofOne);
    const { identities } = await convert(fromAuth0, file('oidc|acme|1', 'oidc|zeta|1'), by('oidc=idp-1', 'zeta=idp-2'));
    expect(identities.flat().map((one) => one?.identityProviderId)).toEqual(['idp-1', 'idp-2']);
  });

  it.each(['', 'google', '=id', 'google='])('are not mapped by %j', (text) => {
    expect(() => readProviderMapping([text])).toThrow('--identity-provider must be NAME=ID');
  });
});

describe('authenticator apps', () => {
  const otp = (data: object, value: unknown = '12345678901234567890', more: object = {}) => ({
    type: 'otp',
    credentialData: JSON.stringify({ subType: 'totp', digits: 6, period: 30, algorithm: 'HmacSHA1', ...data }),
    secretData: JSON.stringify({ value }),
    ...more,
  });
  const converted = async (credentials: object[]) => {
    const one = { username: 'ada', firstName: 'Ada', lastName: 'L', email: 'ada@example.com', credentials };
    const { lines, remarks } = await move(fromKeycloak, [write('otp.json', { users: [one] })]);
    return [lines[0]?.user.otpCode, ...remarks];
  };

  it('move from Keycloak with their secrets, whether they are text or base 32', async () => {
    expect(await converted([otp({})])).toEqual(['GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ']);
    expect(await converted([otp({ secretEncoding: 'BASE32' }, 'JBSWY3DPEHPK3PXP')])).toEqual(['JBSWY3DPEHPK3PXP']);
  });

  it('that show other codes than ours, and second ones, are named as lost', async () => {
    const strange = [otp({ digits: 8 }), otp({ period: 60 }), otp({ algorithm: 'HmacSHA256' }), otp({ subType: 'hotp' })];
    for (const one of [...strange, otp({}, 'short'), otp({}, 7), otp({}, undefined, { credentialData: '[' })])
      expect(await converted([one])).toEqual([undefined, 'ada: loses a credential of the type otp']);
    expect(await converted([otp({}), otp({})])).toEqual(['GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', 'ada: loses a credential of the type otp']);
  });

  it('move from a file for Auth0’s bulk import; factors by mail and phone are named as lost', async () => {
    const person = (name: string, mfa_factors: object[]) => ({
      username: name,
      email: `${name}@example.com`,
      given_name: 'A',
      family_name: 'B',
      mfa_factors,
    });
    const file = write('bulk.json', [
      person('ada', [{ totp: { secret: 'JBSW Y3DP EHPK 3PXP' } }]),
      person('bob', [{ totp: { secret: '2DAX' } }, { phone: { value: '+15551112233' } }, { email: { value: 'bob@example.com' } }]),
    ]);
    const { org, lines, remarks } = await move(fromAuth0, [file]);
    expect(lines.map(({ user }) => user.otpCode)).toEqual(['JBSWY3DPEHPK3PXP', undefined]);
    expect(remarks).toEqual([
      'bob: loses the second factor phone',
      'bob: loses the second factor email',
      'bob: loses the authenticator app: its secret is not 10 to 64 bytes in base 32',
    ]);
    expect(await secretOf('ada', org)).toBe('JBSWY3DPEHPK3PXP');
  });
});

describe('what of a Keycloak user has no place', () => {
  it('is named: attributes, groups that are not in the export, and roles', async () => {
    const file = write('realm.json', {
      users: [
        {
          id: freshName('kc'),
          username: 'ada',
          firstName: 'Ada',
          lastName: 'Lovelace',
          email: 'ada@example.com',
          attributes: {
            locale: ['de', 'fr'],
            department: ['Engines'],
            badge: ['7'],
            teams: ['a', 'b'],
            zoneinfo: ['Europe/London'],
            website: ['no address'],
            birthdate: ['1815-12-10'],
            gender: ['female'],
            street: ['1 Main St'],
            postal_code: ['9000'],
          },
          requiredActions: ['UPDATE_PASSWORD', 'CONFIGURE_TOTP', 'VERIFY_EMAIL'],
          federationLink: 'ldap-1',
          clientConsents: [{ clientId: 'crm', grantedClientScopes: ['email'] }],
          notBefore: 1718179990,
          somethingNew: { a: 1 },
          groups: ['/engineers', '/board'],
          realmRoles: ['default-roles-acme', 'auditor'],
          clientRoles: { backend: ['writer'] },
        },
      ],
    });
    const { remarks, errors, org, ids } = await move(fromKeycloak, [file]);
    expect(remarks).toEqual([
      'ada: loses a further value of locale with "fr"',
      'ada: loses the role auditor',
      'ada: loses the role backend/writer',
      'ada: loses the required action UPDATE_PASSWORD',
      'ada: loses the required action CONFIGURE_TOTP',
      'ada: loses the consent for crm to email',
      'ada: loses notBefore 1718179990: no token or session moves',
      'ada: loses the member somethingNew',
      'ada: loses the link to the directory ldap-1 (federationLink), which has the password',
      'ada: loses the groups /engineers, /board: the export does not have them',
    ]);
    // Attributes with a place get it; the others are metadata.
    expect(errors.filter(({ type }: { type: string }) => type !== 'human_user')).toEqual([]);
    const person = (await service.call('GET', `/admin/v1/organizations/${org}/people/${ids[0]}`)).body;
    expect(person).toMatchObject({
      department: 'Engines',
      timezone: 'Europe/London',
      birthdate: '1815-12-10',
      gender: 'female',
      addresses: [{ streetAddress: '1 Main St', postalCode: '9000' }],
    });
    const { metadata } = (await service.call('GET', `/admin/v1/organizations/${org}/people/${ids[0]}/metadata`)).body;
    expect(metadata.map(({ key, value }: { key: string; value: string }) => [key, Buffer.from(value, 'base64').toString()])).toEqual([
      ['badge', '7'],
      ['teams', '["a","b"]'],
      ['website', 'no address'],
    ]);
  });

  it('does not cost a person: no e-mail address, a bad one, a bad phone number', async () => {
    const person = (username: string, more: object) => ({ id: freshName('kc'), username, firstName: 'A', lastName: 'B', ...more });
    const file = write('bad.json', {
      users: [person('none', {}), person('bad', { email: 'nowhere', attributes: { phoneNumber: ['call me'], locale: ['no language!'] } })],
    });
    const { remarks, ids, org } = await move(fromKeycloak, [file]);
    expect(ids).toHaveLength(2);
    expect(remarks).toEqual([
      'none: has no e-mail address',
      'bad: loses the e-mail address "nowhere", which is not valid',
      'bad: loses the language "no language!", which is not a language tag',
      'bad: loses the phone number "call me", which is not valid',
    ]);
    expect((await service.call('GET', `/admin/v1/organizations/${org}/people/${ids[0]}`)).body).toMatchObject({
      userName: 'none',
      emails: [],
    });
  });

  it('a file without users is refused instead of converted to nobody', async () => {
    await expect(move(fromKeycloak, [write('empty.json', { realm: 'acme' })])).rejects.toThrow('no list "users"');
  });
});

describe('the groups of a Keycloak realm', () => {
  const person = (username: string, groups: string[]) => ({
    id: freshName('kc'),
    username,
    firstName: 'Given',
    lastName: 'Family',
    email: `${username}@example.com`,
    groups,
  });

  it('move with their subgroups and members, also when they stand in a file of their own, and say what they lose', async () => {
    const [ada, bob] = [person('ada', ['/engineers/backend', '/board']), person('bob', ['/engineers', '/sales/Backend'])];
    const engineers = {
      id: freshName('group'),
      name: 'engineers',
      path: '/engineers',
      attributes: { floor: ['3'] },
      realmRoles: ['auditor'],
    };
    const groups = [
      { ...engineers, subGroups: [{ name: 'backend', path: '/engineers/backend' }] },
      { name: 'board', path: '/board', subGroups: [] },
      { name: 'sales', path: '/sales', subGroups: [{ name: 'Backend', path: '/sales/Backend', clientRoles: { crm: ['seller'] } }] },
    ];
    const files = [write('acme-users-0.json', { users: [ada, bob] }), write('acme-realm.json', { realm: 'acme', groups })];
    const { org, groupLines, remarks, errors } = await move(fromKeycloak, files);
    expect(errors.filter(({ type }: { type: string }) => type.startsWith('group'))).toEqual([]);
    expect(groupLines).toEqual([
      {
        orgId: org,
        groupId: engineers.id,
        group: { displayName: 'engineers' },
        members: [{ groupDisplayName: '/engineers/backend' }, { userId: bob.id }],
      },
      { orgId: org, group: { displayName: '/engineers/backend' }, members: [{ userId: ada.id }] },
      { orgId: org, group: { displayName: 'board' }, members: [{ userId: ada.id }] },
      { orgId: org, group: { displayName: 'sales' }, members: [{ groupDisplayName: '/sales/Backend' }] },
      { orgId: org, group: { displayName: '/sales/Backend' }, members: [{ userId: bob.id }] },
    ]);
    expect(remarks.filter((remark) => remark.startsWith('the group'))).toEqual([
      'the group /engineers: loses the attribute floor with ["3"]',
      'the group /engineers: loses the role auditor',
      'the group /sales/Backend: loses the role crm/seller',
      'the group /engineers/backend: has the name of another group; its path becomes its name',
      'the group /sales/Backend: has the name of another group; its path becomes its name',
    ]);
    const { body } = await service.call('GET', `/scim/v2/${org}/Groups`);
    expect(
      body.Resources.map(({ displayName, members = [] }: { displayName: string; members?: unknown[] }) => [displayName, members.length]),
    ).toEqual(
      expect.arrayContaining([
        ['engineers', 2],
        ['/engineers/backend', 1],
        ['sales', 1],
      ]),
    );
  });
});

describe('the clients and providers of a Keycloak realm', () => {
  const SECRET = 'Xk29sLq0pVb81NzRtYw4';
  const client = (clientId: string, more: object) => ({
    id: freshName('client'),
    clientId,
    enabled: true,
    redirectUris: ['https://a.example/cb'],
    ...more,
  });

  it('move with their client ids and secrets, and people keep their sign-ins', async () => {
    const [web, spa, batch, api] = ['web', 'spa', 'batch', 'api'].map(freshName) as [string, string, string, string];
    const realm = freshName('realm');
    const file = write('whole.json', {
      realm,
      passwordPolicy: 'length(12)',
      roles: { realm: [{ name: 'auditor' }, { name: 'offline_access', description: '${role_offline-access}' }] },
      users: [
        {
          id: freshName('kc'),
          username: 'ada',
          firstName: 'Ada',
          lastName: 'L',
          email: 'ada@example.com',
          federatedIdentities: [{ identityProvider: 'corp', userId: '42', userName: 'ada' }],
          federationLink: 'storage-1',
          attributes: { LDAP_ID: ['5f1b'], LDAP_ENTRY_DN: ['uid=ada,dc=example'] },
        },
      ],
      clients: [
        client('account', {}),
        client(web, {
          name: 'Web',
          secret: SECRET,
          redirectUris: ['https://a.example/cb', 'https://a.example/*'],
          webOrigins: ['+', 'https://other.example'],
          attributes: { 'post.logout.redirect.uris': '+##https://a.example/bye', logoUri: 'https://a.example/a.png', tosUri: '' },
          directAccessGrantsEnabled: true,
          implicitFlowEnabled: true,
        }),
        client(spa, { publicClient: true, redirectUris: ['/cb'], rootUrl: 'http://localhost:3000/' }),
        client(batch, { standardFlowEnabled: false, serviceAccountsEnabled: true, secret: SECRET, redirectUris: [] }),
        client(api, { bearerOnly: true, secret: '**********' }),
        client('saml-sp', { protocol: 'saml' }),
        client('off', { enabled: false }),
        client('wild', { redirectUris: ['*'], secret: SECRET }),
      ],
      identityProviders: [
        { alias: 'corp', providerId: 'oidc', config: { issuer: 'https://idp.example.com', clientId: 'kc', clientSecret: 'idp-secret' } },
        { alias: 'twitter', providerId: 'twitter', config: {} },
      ],
      components: {
        'org.keycloak.storage.UserStorageProvider': [
          {
            id: 'storage-1',
            name: 'ldap',
            providerId: 'ldap',
            config: {
              connectionUrl: ['ldaps://ldap.example.com'],
              bindDn: ['cn=reader,dc=example'],
              bindCredential: ['bind-secret'],
              usersDn: ['ou=people,dc=example'],
            },
          },
        ],
      },
    });
    const { org, lines, listLines, remarks, errors, ids } = await move(fromKeycloak, [file]);
    expect(errors.filter(({ type }: { type: string }) => type !== 'human_user')).toEqual([]);
    expect(listLines.map(({ list }) => list)).toEqual([
      'identityProviders',
      'identityProviders',
      'projects',
      'oidcApps',
      'oidcApps',
      'machineUsers',
      'apiApps',
      'userMetadata',
      'userMetadata',
    ]);
    expect(remarks).toEqual([
      'the identity provider twitter: is not taken: this service has no provider of the kind "twitter"',
      `the realm ${realm}: loses the setting passwordPolicy`,
      `the realm ${realm}: loses the role auditor`,
      `the client ${web}: loses the redirect URI "https://a.example/*": only whole addresses are accepted here`,
      `the client ${web}: loses the password grant, which is not offered here`,
      `the client ${web}: loses the web origin "https://other.example"`,
      `the client ${web}: loses logoUri "https://a.example/a.png"`,
      `the client ${api}: loses its secret, which this export hides: use kc.sh export`,
      'the client saml-sp: is not taken: it uses saml',
      'the client off: is not taken: it is disabled, and an import would enable it',
      'the client wild: loses the redirect URI "*": only whole addresses are accepted here',
      'the client wild: is not taken: none of its redirect URIs is one address',
    ]);
    expect(lines[0]?.user.identities).toEqual([
      { identityProviderId: `${org}-corp`, subject: '42', loginName: 'ada' },
      { identityProviderId: `${org}-ldap`, subject: '5f1b', loginName: 'ada' },
    ]);
    const links = (await service.call('GET', `/admin/v1/organizations/${org}/people/${ids[0]}/identity-links`)).body.identityLinks;
    expect(links).toHaveLength(2);
    const { applications } = (await service.call('GET', `/admin/v1/organizations/${org}/projects/${realm}/applications?sort=name`)).body;
    // An import adds them side by side, in no order: by name they are the API, the native one, the web.
    expect(applications.toReversed()).toMatchObject([
      {
        clientId: web,
        config: {
          type: 'web',
          postLogoutRedirectUris: ['https://a.example/cb', 'https://a.example/bye'],
          responseTypes: expect.toSatisfy((types: string[]) => types.toSorted().join() === RESPONSE_TYPES.toSorted().join()),
          grantTypes: ['authorization_code', 'implicit', 'refresh_token'],
        },
      },
      {
        clientId: spa,
        config: { responseTypes: ['code'], type: 'native', authMethod: 'none', redirectUris: ['http://localhost:3000/cb'] },
      },
      { clientId: api, config: { type: 'api' } },
    ]);
    // Programs go on with what they are configured with.
    const token = (id: string, secret: string) =>
      fetch(`${service.url}/oauth/v2/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
        body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'openid' }),
      });
    expect((await token(batch, SECRET)).status).toBe(200);
    expect((await token(batch, `${SECRET}x`)).status).toBe(401);
  });
});

describe('lists of people as JSON', () => {
  const convert = (system: keyof typeof ROW_SYSTEMS, content: unknown, more: Partial<ConvertArguments> = {}) =>
    move(ROW_SYSTEMS[system], [write(`${system}.json`, content)], more);

  it('move from Firebase with its hashes, once their parameters are there', async () => {
    // github.com/firebase/scrypt, README: the password is user1password.
    const config = write(
      'hash-config.txt',
      'hash_config {\n  algorithm: SCRYPT,\n  base64_signer_key: jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==,\n  base64_salt_separator: Bw==,\n  rounds: 8,\n  mem_cost: 14,\n}\n',
    );
    const users = [
      {
        localId: freshName('fb'),
        email: 'ada@example.com',
        emailVerified: true,
        displayName: 'Ada King Lovelace',
        passwordHash: 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
        salt: '42xEC+ixf3L2lw==',
        customAttributes: '{"role":"admin"}',
        providerUserInfo: [{ providerId: 'google.com', rawId: '108', email: 'ada@example.com' }, { providerId: 'password' }],
        mfaInfo: [{ phoneInfo: '+15551112233' }],
      },
    ];
    const { lines, remarks, signIn, listLines } = await convert('firebase', { users }, { hashConfig: config });
    expect(lines[0]?.user.profile).toEqual({ firstName: 'Ada King', lastName: 'Lovelace', displayName: 'Ada King Lovelace' });
    expect(listLines).toMatchObject([{ key: 'customAttributes' }]);
    expect(remarks).toEqual([
      'ada@example.com: loses a second factor by phone or app',
      'ada@example.com: loses the identity at google.com; map it with --identity-provider google.com=ID',
    ]);
    expect(await signIn('ada@example.com', 'user1password')).toBe('ok');
    expect((await convert('firebase', { users })).remarks).toContain('ada@example.com: loses the password: --hash-config is missing');
  });

  it('move from Laravel, WordPress and ASP.NET Identity with their hashes', async () => {
    const hash = await service.get(Passwords).hash(PASSWORD, { worth: 'administration' });
    const laravel = await convert('laravel', [
      {
        id: 7,
        name: 'Ada Lovelace',
        email: 'ada@example.com',
        email_verified_at: '2024-01-01',
        password: hash.replace('$2b$', '$2y$'),
        team: 'x',
        two_factor_secret: 'y',
      },
    ]);
    expect(await laravel.signIn('ada@example.com')).toBe('ok');
    expect(laravel.remarks).toEqual([
      'ada@example.com: loses the authenticator app, whose secret Laravel encrypts',
      'ada@example.com: loses the attribute "team" with "x": the person has no id to keep it under',
    ]);
    const wordpress = await convert('wordpress', [
      {
        ID: 1,
        user_login: 'ada',
        user_email: 'ada@example.com',
        display_name: 'Ada Lovelace',
        user_pass: hash,
        roles: 'subscriber,editor',
        user_url: 'https://ada.example',
      },
    ]);
    expect(await wordpress.signIn('ada')).toBe('ok');
    expect(wordpress.lines[0]?.user.attributes).toEqual({ website: 'https://ada.example' });
    expect(wordpress.remarks).toEqual(['ada: loses the role editor']);
    const aspnet = await convert('aspnet', [
      {
        Id: freshName('id'),
        UserName: 'ada',
        Email: 'ada@example.com',
        EmailConfirmed: 1,
        PasswordHash: hash,
        TwoFactorEnabled: true,
        LockoutEnd: null,
      },
    ]);
    expect(await aspnet.signIn('ada')).toBe('ok');
    expect(aspnet.remarks).toContain('ada: loses the second factor, which is in another table');
  });

  it('move from Okta, Cognito and Azure AD B2C without passwords, which those do not export', async () => {
    const okta = await convert('okta', [
      {
        id: '00u1abcd',
        status: 'SUSPENDED',
        profile: { login: 'ada@example.com', firstName: 'Ada', lastName: 'L', email: 'ada@example.com', department: 'Engines' },
        credentials: { password: {} },
      },
    ]);
    expect(okta.lines[0]).toMatchObject({
      userId: '00u1abcd',
      state: 'USER_STATE_INACTIVE',
      user: { attributes: { department: 'Engines' } },
    });
    expect(okta.remarks).toEqual(['ada@example.com: loses the password, which Okta does not export']);
    const sub = '6d1f2a34-0000-4000-8000-000000000001';
    const cognito = await convert('cognito', {
      Users: [
        {
          Username: sub,
          Enabled: true,
          UserStatus: 'CONFIRMED',
          Attributes: [
            { Name: 'sub', Value: sub },
            { Name: 'email', Value: 'ada@example.com' },
            { Name: 'email_verified', Value: 'true' },
            { Name: 'name', Value: 'Ada Lovelace' },
            { Name: 'custom:plan', Value: 'gold' },
          ],
        },
      ],
    });
    expect(cognito.lines[0]).toMatchObject({ userId: sub, user: { userName: 'ada@example.com', email: { isEmailVerified: true } } });
    expect(cognito.listLines).toMatchObject([{ list: 'userMetadata', key: 'custom:plan' }]);
    const b2c = await convert('azure-b2c', {
      value: [
        {
          id: freshName('b2c'),
          displayName: 'Ada Lovelace',
          givenName: 'Ada',
          surname: 'Lovelace',
          accountEnabled: true,
          identities: [
            { signInType: 'emailAddress', issuer: 'acme.onmicrosoft.com', issuerAssignedId: 'ada@example.com' },
            { signInType: 'federated', issuer: 'google.com', issuerAssignedId: '108' },
          ],
        },
      ],
    });
    expect(b2c.lines[0]?.user).toMatchObject({ userName: 'ada@example.com', email: { email: 'ada@example.com', isEmailVerified: true } });
    expect(b2c.remarks).toEqual([
      'ada@example.com: loses the password, which Azure AD B2C does not export',
      'ada@example.com: loses the identity at google.com; map it with --identity-provider google.com=ID',
    ]);
  });
});

describe('an export that the real program made', () => {
  it('moves from slapd 2.5 (slapcat), with hashes and groups', async () => {
    // Ids are unique in the whole service.
    const text = readFileSync(`${DATA}/directory.ldif`, 'utf8').replaceAll(
      '7db5-1041',
      `${process.pid}`.padStart(9, '0').replace(/^(.{4})/, '$1-'),
    );
    const { lines, groupLines, listLines, remarks, signIn } = await move(fromLdif, [write('directory.ldif', text)]);
    expect(lines.map(({ user }) => [user.userName, user.profile.lastName, user.attributes])).toEqual([
      ['ada', 'Lovelace', { title: 'Countess', employeeNumber: '7' }],
      ['grace', 'Höpper', undefined],
    ]);
    expect(groupLines).toMatchObject([{ group: { displayName: 'engineers' }, members: lines.map(({ userId }) => ({ userId })) }]);
    expect(listLines.map(({ key }) => key)).toEqual(['description', 'uidnumber', 'gidnumber', 'homedirectory']);
    expect(remarks.filter((remark) => /^(ada|grace)/.test(remark))).toEqual(['ada: loses a further mail a.lovelace@example.com']);
    expect([await signIn('ada'), await signIn('grace'), await signIn('ada', 'Wrong-Horse-7')]).toEqual(['ok', 'ok', 'refused']);
  });

  it('moves from Django 5.2 (dumpdata), with hashes and groups', async () => {
    const { lines, groupLines, remarks, signIn } = await move(fromDjango, [`${DATA}/django-auth.json`]);
    expect(lines.map(({ user, state }) => [user.userName, state])).toEqual([
      ['ada', undefined],
      ['grace', undefined],
      ['nobody', 'USER_STATE_INACTIVE'],
    ]);
    expect(groupLines).toMatchObject([{ group: { displayName: 'editors' }, members: [{ userName: 'ada' }, { userName: 'grace' }] }]);
    expect(remarks).toEqual([
      'the group editors: loses the permission 12',
      'grace: loses the role staff',
      'nobody: has an incomplete name; the user name is used for the missing part',
      'nobody: has no e-mail address',
    ]);
    expect([await signIn('ada'), await signIn('grace')]).toEqual(['ok', 'ok']);
  });

  it('moves from Werkzeug 3.1 (Flask), as a CSV file', async () => {
    expect(await (await move(fromCsv, [`${DATA}/flask.csv`])).signIn('ada')).toBe('ok');
  });
});

describe('an LDIF file', () => {
  it('moves with hashes, further values named, and groups', async () => {
    const password = Buffer.from('{SSHA}6J5tZq0oHnC2Lr8mZ9xwqv0yJm1hbHQx').toString('base64');
    const file = write(
      'people.ldif',
      [
        'version: 1',
        '# a comment',
        'dn: uid=ada,ou=people,dc=example',
        'objectClass: inetOrgPerson',
        'uid: ada',
        'cn: Ada Lovelace',
        'givenName: Ada',
        'sn: Love',
        ' lace',
        'mail: ada@example.com',
        'mail: a.lovelace@example.com',
        `userPassword:: ${password}`,
        `entryUUID: ${'5f1b0000-0000-4000-8000-000000000001'.replace('0001', String(process.pid).padStart(4, '0').slice(-4))}`,
        'title: Countess',
        'description: first',
        '',
        'dn: cn=engineers,ou=groups,dc=example',
        'objectClass: groupOfNames',
        'cn: engineers',
        'member: uid=ada,ou=people,dc=example',
        'member: uid=gone,ou=people,dc=example',
        '',
      ].join('\n'),
    );
    const { lines, groupLines, listLines, remarks } = await move(fromLdif, [file]);
    expect(lines[0]?.user).toMatchObject({
      userName: 'ada',
      profile: { firstName: 'Ada', lastName: 'Lovelace' },
      attributes: { title: 'Countess' },
      hashedPassword: { value: expect.any(String) },
    });
    expect(listLines).toMatchObject([{ key: 'description' }]);
    expect(groupLines).toMatchObject([{ group: { displayName: 'engineers' }, members: [{ userId: lines[0]?.userId }] }]);
    expect(remarks).toEqual([
      'ada: loses a further mail a.lovelace@example.com',
      'the group engineers: loses the member uid=gone,ou=people,dc=example: the export does not have it',
    ]);
    await expect(move(fromLdif, [write('no.ldif', 'nothing here')])).rejects.toThrow('is not LDIF');
  });
});

describe('the output of Django’s dumpdata', () => {
  it('moves users with their hashes and groups, and names permissions', async () => {
    // From django.contrib.auth.hashers.make_password of Django 4.2, of PASSWORD.
    const file = write('auth.json', [
      { model: 'auth.group', pk: 1, fields: { name: 'editors', permissions: [25] } },
      {
        model: 'auth.user',
        pk: 1,
        fields: {
          username: 'ada',
          password: '!unusable',
          first_name: 'Ada',
          last_name: 'L',
          email: 'ada@example.com',
          is_superuser: true,
          groups: [1, 9],
        },
      },
      { model: 'sessions.session', pk: 'x', fields: {} },
    ]);
    const { lines, groupLines, remarks } = await move(fromDjango, [file]);
    expect(lines[0]?.user).not.toHaveProperty('hashedPassword');
    expect(groupLines).toMatchObject([{ group: { displayName: 'editors' }, members: [{ userName: 'ada' }] }]);
    expect(remarks).toEqual([
      'the group editors: loses the permission 25',
      'ada: loses the role superuser',
      'ada: loses the group 9: the export does not have it',
    ]);
  });
});

describe('a file for the bulk import of Auth0', () => {
  it.each([
    ['a JSON array', (users: object[]) => users],
    ['a line each', (users: object[]) => users.map((user) => `${JSON.stringify(user)}\n`).join('')],
  ])('moves with its passwords: %s', async (_, contentOf) => {
    const value = await service.get(Passwords).hash(PASSWORD, { worth: 'administration' });
    const users = ['ada', 'grace'].map((name) => ({
      email: `${name}@example.com`,
      given_name: name,
      family_name: 'Example',
      custom_password_hash: { algorithm: 'bcrypt', hash: { value } },
    }));
    const { lines, signIn } = await move(fromAuth0, [write('bulk.json', contentOf(users))]);
    expect(lines.map(({ user }) => user.userName)).toEqual(['ada@example.com', 'grace@example.com']);
    expect(await signIn('grace@example.com')).toBe('ok');
  });

  it.each([
    ['an array that ends early', '[{"email":"a@example.com"}', 'not JSON'],
    ['an object around the list', '{"users":[{"email":"ada@example.com"}]}', 'neither user_id, username nor email'],
    ['a list of texts', ['ada@example.com'], 'an entry is not an object'],
  ])('is refused when it is %s, so that nobody is converted to an empty person', async (_, content, why) => {
    await expect(move(fromAuth0, [write('bulk.json', content)])).rejects.toThrow(why);
  });
});

describe('an export of Auth0', () => {
  it('moves with the hashes of the other file', async () => {
    const { lines, remarks, ids, signIn } = await move(fromAuth0, [`${DATA}/auth0-users.ndjson`], {
      passwords: `${DATA}/auth0-passwords.ndjson`,
    });
    expect(ids).toEqual([
      'auth0:60425dc43519d90068f82973',
      'auth0:60425dc43519d90068f82974',
      'auth0:60425dc43519d90068f82975',
      'google-oauth2:108204268033311374519',
    ]);
    expect(lines[0]?.user).toMatchObject({ userName: 'ada@example.com', profile: { displayName: 'Ada Lovelace' } });
    expect(lines[1]?.state).toBe('USER_STATE_INACTIVE');
    expect(lines[2]?.user.profile).toMatchObject({ firstName: 'bare@example.com', lastName: 'bare@example.com' });
    expect(remarks.map((remark) => remark.split(':')[0])).toEqual(['bare@example.com', 'katherine@example.com']);
    expect(await signIn('ada@example.com')).toBe('ok');
    expect(await signIn('bare@example.com')).toBe('refused');
  });
});

describe('what Auth0 stores beside a person', () => {
  it('moves: the hash in the export, the picture, both kinds of metadata; names of factors are reported', async () => {
    const value = await service.get(Passwords).hash(PASSWORD, { worth: 'administration' });
    const file = write('whole.json', [
      {
        user_id: `auth0|${freshName('u')}`,
        email: 'ada@example.com',
        given_name: 'Ada',
        family_name: 'L',
        password_hash: value,
        picture: 'https://pictures.example/ada.png',
        birthdate: '1815-12-10',
        app_metadata: { plan: 'gold', limits: { seats: 3 } },
        user_metadata: { theme: 'dark' },
        multifactor: ['guardian'],
        shoeSize: 42,
      },
    ]);
    const { lines, listLines, remarks, errors, signIn } = await move(fromAuth0, [file]);
    expect(lines[0]?.user.attributes).toEqual({
      photos: [{ value: 'https://pictures.example/ada.png', primary: true }],
      birthdate: '1815-12-10',
    });
    expect(listLines.map(({ key, value: text }) => [key, Buffer.from(String(text), 'base64').toString()])).toEqual([
      ['app_metadata.plan', 'gold'],
      ['app_metadata.limits', '{"seats":3}'],
      ['user_metadata.theme', 'dark'],
    ]);
    expect(errors.filter(({ type }: { type: string }) => type === 'user_metadata')).toEqual([]);
    expect(remarks).toEqual(['ada@example.com: loses the second factor guardian', 'ada@example.com: loses the member shoeSize with 42']);
    expect(await signIn('ada@example.com')).toBe('ok');
  });
});

describe('a plain CSV file', () => {
  it('moves by the names of its columns', async () => {
    const { lines, remarks, signIn } = await move(fromCsv, [`${DATA}/people.csv`]);
    expect(lines.map(({ user }) => [user.userName, user.profile.lastName, user.email?.isEmailVerified])).toEqual([
      ['ada', 'Lovelace', true],
      ['grace', 'Hopper, Adm.', false],
      ['linus', 'linus', false],
    ]);
    expect(lines[1]?.state).toBe('USER_STATE_INACTIVE');
    expect(remarks[0]).toContain('"Department" is ignored');
    expect(remarks.at(-1)).toContain('linus: loses the password: the hash format is unknown');
    expect(await signIn('ada')).toBe('ok');
  });

  it('takes a website, a birth date and a gender under the names of OpenID Connect', async () => {
    const file = write('claims.csv', 'login,website,Birthdate,sex\nada,https://ada.example,1815-12-10,female\n');
    const { lines } = await move(fromCsv, [file], { columns: ['sex=user.attributes.gender'] });
    expect(lines[0]?.user.attributes).toEqual({ website: 'https://ada.example', birthdate: '1815-12-10', gender: 'female' });
  });

  it('takes other meanings of columns, and none that there are not', async () => {
    const { lines } = await move(fromCsv, [`${DATA}/people.csv`], { columns: ['Department=user.profile.nickName'] });
    expect(lines[0]?.user.profile.nickName).toBe('Engines');
    await expect(move(fromCsv, [`${DATA}/people.csv`], { columns: ['Department=user.department'] })).rejects.toThrow('HEADER=MEMBER');
    await expect(move(fromCsv, [`${DATA}/headless.csv`])).rejects.toThrow('neither a user name');
  });
});

describe('the progress bar', () => {
  it('shows share, rate, time left and errors', () => {
    const progress = { label: 'Importing', done: 25_000, total: 100_000, rate: 12_345, secondsLeft: 6.1, errors: 1 };
    expect(progressLine(progress)).toBe('Importing [######------------------] 25 % · 25,000 of 100,000 · 12,345/s · 7 s left · 1 error');
    expect(progressLine({ ...progress, done: 0, total: 0, rate: 0, secondsLeft: null, errors: 0 })).toBe(
      'Importing [------------------------] 0 % · 0 of 0 · 0/s · 0 errors',
    );
  });
});
