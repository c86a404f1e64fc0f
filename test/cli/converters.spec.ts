import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromAuth0 } from '../../src/cli/converters/auth0.js';
import { fromCsv } from '../../src/cli/converters/csv.js';
import type { ConvertArguments, GroupLine, ImportLine } from '../../src/cli/converters/import-line.js';
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

type Converter = typeof fromKeycloak;

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
  for await (const line of converter(
    paths,
    { org, passwords: undefined, columns: [], identityProviders: readProviderMapping([]), ...more },
    (who, what) => remarks.push(`${who}: ${what}`),
  ))
    if ('user' in line) lines.push(line);
    else groupLines.push(line);
  const humanUsers = lines.map(({ userId, state, user }) => ({ ...(userId ? { userId } : {}), ...(state ? { state } : {}), user }));
  const { body } = await service.call('POST', '/admin/v1/import', {
    dataOrgs: { orgs: [{ orgId: org, humanUsers, ...groupLists(groupLines) }] },
  });
  const { orgNo, primaryDomain } = await organization(org);
  const signIn = async (userName: string, password = PASSWORD) => {
    const loginName = `${userName}@${primaryDomain}`;
    return (await service.get(PasswordSignIn).checkCredentials({ loginName, password, clientOrgNo: orgNo, address: '203.0.113.9' })).kind;
  };
  return { org, lines, groupLines, errors: body.errors, remarks, ids: body.success.orgs[0]?.humanUserIds as string[], signIn };
}

/** The lists of a JSON body; without groups none. */
function groupLists(lines: readonly GroupLine[]) {
  if (lines.length === 0) return {};
  return { groups: lines.filter((line) => 'group' in line), groupMembers: lines.filter((line) => !('group' in line)) };
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
    for await (const line of converter([file], args, (who, what) => remarks.push(`${who}: ${what}`))) if ('user' in line) lines.push(line);
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
      expect(await converted([one])).toEqual([undefined, 'ada: loses: otp']);
    expect(await converted([otp({}), otp({})])).toEqual(['GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', 'ada: loses: otp']);
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
      'bob: loses the second factors phone, email',
      'bob: is converted without the authenticator app: its secret is not 10 to 64 bytes in base 32',
    ]);
    expect(await secretOf('ada', org)).toBe('JBSWY3DPEHPK3PXP');
  });
});

describe('what of a Keycloak user has no place', () => {
  it('is named: attributes, groups that are not in the export, and roles', async () => {
    const file = write('realm.json', {
      users: [
        {
          username: 'ada',
          firstName: 'Ada',
          lastName: 'Lovelace',
          email: 'ada@example.com',
          attributes: { locale: ['de'], department: ['Engines'], badge: ['7'] },
          groups: ['/engineers', '/board'],
          realmRoles: ['default-roles-acme', 'auditor'],
          clientRoles: { backend: ['writer'] },
        },
      ],
    });
    const { remarks } = await move(fromKeycloak, [file]);
    expect(remarks).toEqual([
      'ada: loses the attributes department, badge',
      'ada: loses the roles auditor, writer',
      'ada: loses the groups /engineers, /board: the export does not have them',
    ]);
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
      'the group /engineers: loses the attributes floor',
      'the group /engineers: loses the roles auditor',
      'the group /sales/Backend: loses the roles seller',
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

describe('a plain CSV file', () => {
  it('moves by the names of its columns', async () => {
    const { lines, remarks, signIn } = await move(fromCsv, [`${DATA}/people.csv`]);
    expect(lines.map(({ user }) => [user.userName, user.profile.lastName, user.email.isEmailVerified])).toEqual([
      ['ada', 'Lovelace', true],
      ['grace', 'Hopper, Adm.', false],
      ['linus', 'linus', false],
    ]);
    expect(lines[1]?.state).toBe('USER_STATE_INACTIVE');
    expect(remarks[0]).toContain('"Department" is ignored');
    expect(remarks.at(-1)).toContain('linus: is converted without a password: the hash format is unknown');
    expect(await signIn('ada')).toBe('ok');
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
