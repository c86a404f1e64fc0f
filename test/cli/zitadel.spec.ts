// `users convert zitadel`: links and the providers that they name become part of an import, which takes the other lists as they are.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { convert as command } from '../../src/cli/convert-command.js';
import { readProviderMapping } from '../../src/cli/converters/identities.js';
import type { Line } from '../../src/cli/converters/import-line.js';
import { fromZitadel } from '../../src/cli/converters/zitadel.js';
import { CommandError, UsageError } from '../../src/cli/terminal/command-error.js';
import { ended, faultsOf } from '../support/imports.js';
import { createOrganization, freshName } from '../support/people.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-zitadel-'));
const file = join(folder, 'export.json');
let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function convert(exported: unknown, ...mapped: string[]) {
  writeFileSync(file, typeof exported === 'string' ? exported : JSON.stringify(exported));
  const [lines, said]: [Line[], string[]] = [[], []];
  const args = { org: '', passwords: undefined, columns: [], identityProviders: readProviderMapping(mapped) };
  for await (const line of fromZitadel([file], args, (kind, who, what) => said.push(`${kind}: ${who}: ${what}`))) lines.push(line);
  return { lines, said, people: lines.flatMap((line) => ('user' in line && !('list' in line) ? [line] : [])) };
}
const user = (userId: string, more: object = {}) => ({
  userId,
  state: 'USER_STATE_ACTIVE',
  user: {
    userName: userId,
    profile: { firstName: 'Ada', lastName: 'L', preferredLanguage: 'en', gender: 'GENDER_UNSPECIFIED' },
    email: { email: `${userId}@example.com`, isEmailVerified: true },
    ...more,
  },
});
const provider = (idpId: string, more: object = {}) => ({
  idpId,
  idp: { name: 'Login', clientId: 'zitadel', clientSecret: 'kept-by-the-provider', issuer: 'https://login.example.com', ...more },
});
const link = (userId: string, idpId: string, providedUserId: string) => ({
  userId,
  idpId,
  providedUserId,
  providedUserName: `${providedUserId}@login.example`,
});

const BEN = { firstName: 'Ben', lastName: 'L', gender: 'GENDER_MALE' };

describe('an export of ZITADEL', () => {
  it('is imported with its providers and links, organization by organization', async () => {
    const [first, second, ada, ben, machine, idp] = ['o', 'o', 'ada', 'ben', 'm', 'idp'].map(freshName) as [
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    const exported = {
      orgs: [
        {
          orgId: first,
          org: { name: 'First' },
          domains: [{ orgId: first, domainName: `${first}.example`, isVerified: true, isPrimary: true }],
          oidcIdps: [provider(idp, { scopes: ['openid', 'email'], autoRegister: true })],
          userLinks: [link(ada, idp, 'S-ada')],
          humanUsers: [user(ada, { idps: [{ configId: idp, externalUserId: 'S-ada', displayName: 'again' }] })],
          machineUsers: [{ userId: machine, user: { userName: machine, name: 'Nightly' } }],
          userMetadata: [{ id: ada, key: 'shoe', value: Buffer.from('37').toString('base64') }],
        },
        { orgId: second, org: { name: 'Second' }, humanUsers: [{ ...user(ben, { profile: BEN }), state: 'USER_STATE_LOCKED' }] },
      ],
    };
    const { lines, said } = await convert(exported);
    expect(said).toEqual([]);
    const { body } = await service.call('POST', '/admin/v1/imports', lines.map((line) => JSON.stringify(line)).join('\n'), {
      type: 'application/x-ndjson',
    });
    const job = await ended(service, body.id);
    const kinds = (await faultsOf(service, body.id)).map(({ kind }) => kind);
    expect([job['failed'], kinds.filter((kind) => kind.startsWith('identity'))]).toEqual([0, []]);
    const at = `/admin/v1/organizations/${first}`;
    const [links, stored] = [
      await service.call('GET', `${at}/people/${ada}/identity-links`),
      await service.call('GET', `${at}/identity-providers/${idp}`),
    ];
    expect(links.body.identityLinks).toMatchObject([{ identityProviderId: idp, subject: 'S-ada', loginName: 'S-ada@login.example' }]);
    expect(stored.body).toMatchObject({ enabled: true, clientId: 'zitadel', creation: 'automatic', scopes: ['openid', 'email'] });
    expect((await service.call('GET', `/admin/v1/organizations/${second}/people/${ben}`)).body).toMatchObject({
      state: 'inactive',
      gender: 'male',
    });
  });

  it('is told value by value what is not taken', async () => {
    const orgId = freshName('o');
    const exported = {
      orgs: [
        {
          orgId,
          oidcIdps: [
            provider('1', { stylingType: 'STYLING_TYPE_GOOGLE', usernameMapping: 'OIDC_MAPPING_FIELD_UNSPECIFIED' }),
            { idpId: '2' },
          ],
          jwtIdps: [{ idpId: '3', idp: { name: 'Gateway' } }],
          userLinks: [
            link('ada', '1', 'S-1'),
            link('ada', '1', 'S-2'),
            link('ada', '3', 'S-3'),
            link('ada', 'of-the-instance', 'S-4'),
            link('gone', '1', 'S-5'),
          ],
          humanUsers: [user('ada', { password: 'In-Clear-7', requestPasswordlessRegistration: true, hashedPassword: undefined })],
          projectRoles: [{ projectId: 'p', roleKey: 'reader' }],
          lockoutPolicy: { maxPasswordAttempts: '5' },
          privacyPolicy: {},
          actions: [],
        },
      ],
    };
    const { people, said } = await convert(exported);
    expect(said).toEqual([
      'setting: the identity provider Login: loses stylingType with "STYLING_TYPE_GOOGLE"',
      'provider: the identity provider 2: is not taken: it lacks its id, its issuer or its client ID',
      'provider: the identity provider Gateway: is not taken: this service has no provider of the kind JWT',
      'password: ada: loses the password, which is in clear',
      'requiredAction: ada: loses the required action to add a passkey',
      'identity: ada: loses the further identity S-2 at 1: a person has one at an identity provider',
      'identity: ada: loses the identity at 3; map it with --identity-provider 3=ID',
      'identity: ada: loses the identity at of-the-instance; map it with --identity-provider of-the-instance=ID',
      'identity: the user gone: loses the identity at 1: the export does not have the user',
      `role: the organization ${orgId}: loses projectRoles with {"projectId":"p","roleKey":"reader"}`,
      `setting: the organization ${orgId}: loses lockoutPolicy with {"maxPasswordAttempts":"5"}`,
    ]);
    expect(people.map(({ user: { identities } }) => identities)).toEqual([
      [{ identityProviderId: '1', subject: 'S-1', loginName: 'S-1@login.example' }],
    ]);
  });

  it('links people to providers that are here already, and refuses what it cannot be', async () => {
    const exported = { orgs: [{ orgId: 'o', oidcIdps: [provider('7')], userLinks: [link('ada', '7', 'S')], humanUsers: [user('ada')] }] };
    const { lines, people, said } = await convert(exported, '7=here');
    expect([lines.length, people[0]?.user.identities, said]).toEqual([
      2,
      [{ identityProviderId: 'here', subject: 'S', loginName: 'S@login.example' }],
      [],
    ]);
    await expect(command('zitadel', [file], { org: 'acme' })).rejects.toThrow(UsageError);
    for (const broken of ['{', '[]', '{"orgs":[{}]}', '{"orgs":{}}']) await expect(convert(broken)).rejects.toThrow(CommandError);
  });

  it('says in a direct import how its links are taken', async () => {
    const orgId = await createOrganization(service);
    const { body } = await service.call('POST', '/admin/v1/import', {
      dataOrgs: { orgs: [{ orgId, oidcIdps: [provider('1')], userLinks: [link('ada', '1', 'S')] }] },
    });
    const convertible = body.errors.filter(({ message }: { message: string }) => message.includes('gatehouse users convert zitadel'));
    expect(convertible.map(({ type }: { type: string }) => type).toSorted()).toEqual(['oidc_idp', 'user_link']);
  });
});
