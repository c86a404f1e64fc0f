// The guide to LDAP directories: its commands connect Debian's slapd, and a person of it signs in.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProbeStep } from '../../src/oidc/upstream/upstream.js';
import { LdapUpstream } from '../../src/oidc/upstream/ldap/ldap-upstream.service.js';
import { IdentityProviders } from '../../src/users/authentication/identity-providers/identity-providers.service.js';
import { Organizations } from '../../src/users/organizations/organizations.service.js';
import { Reader } from '../support/guide.js';
import { blocksUnder } from '../support/guide-blocks.js';
import { requirePrograms } from '../support/programs.js';
import { startService, type TestService } from '../support/service.js';
import { ROOT_PASSWORD, startSlapd, type Slapd } from '../support/slapd.js';
import { admitsAll, typed } from '../support/upstream-provider.js';

const GUIDE = readFileSync('docs/connect-ldap.md', 'utf8');
const PASSWORD = 'Right-for-everyone-1';
const ADA = {
  objectClass: 'inetOrgPerson',
  uid: 'ada',
  cn: 'Ada Lovelace',
  sn: 'Lovelace',
  mail: 'ada@example.com',
  userPassword: PASSWORD,
};

let slapd: Slapd;
let service: TestService;
let reader: Reader;
beforeAll(async () => {
  requirePrograms('sh', 'curl', 'openssl', 'ldapadd', 'ldapsearch');
  slapd = await startSlapd(new Map([['uid=ada', ADA]]), false);
  service = await startService({ BACKCHANNEL_ALLOW_PRIVATE: 'true' });
  reader = new Reader({ 'http://localhost:8080': service.url, 'ldap.example.com': `localhost:${slapd.tlsPort}` });
  reader.save('data/bootstrap.json', JSON.stringify(service.credentials));
  reader.save('ca.pem', slapd.certificate);
  reader.save('admin.secret', ROOT_PASSWORD);
});
afterAll(async () => {
  await reader?.leave();
  await service?.close();
  await slapd?.stop();
});

/** Types the commands under a title. @returns what the last one wrote */
async function follow(title: string): Promise<string> {
  let answer = '';
  for (const commands of blocksUnder(GUIDE, title, 'sh')) answer = await reader.type(commands);
  return answer;
}

describe('the guide to LDAP directories', () => {
  it('makes an account that finds people', async () => {
    await reader.type(blocksUnder(GUIDE, '## OpenLDAP', 'sh')[0] ?? '');
    expect(await follow('### An account that searches')).toMatch(/^entryUUID: [\da-f-]{36}$/m);
  });

  it('makes a provider whose test finds them', async () => {
    const { steps } = JSON.parse(await follow('### The identity provider')) as { steps: ProbeStep[] };
    const shown = JSON.parse(reader.here(blocksUnder(GUIDE, '### The identity provider', 'json')[0] ?? '')) as { steps: ProbeStep[] };
    const withoutDate = (list: ProbeStep[]) => list.map((step) => ({ ...step, detail: step.detail.replace(/ until .*$/, ' until') }));
    expect(withoutDate(steps)).toEqual(withoutDate(shown.steps));
  });

  it('makes a provider with which people sign in', async () => {
    const owner = await service.get(Organizations).requireOrganization(service.credentials.orgId);
    const providers = service.get(IdentityProviders);
    const provider = await providers.open(await providers.require(owner, reader.valueOf('PROVIDER')));
    const identity = await service.get(LdapUpstream).authenticate(provider, typed('ada', PASSWORD), admitsAll);
    expect(identity).toMatchObject({ loginName: 'ada', email: 'ada@example.com', displayName: 'Ada Lovelace' });
    expect(await service.get(LdapUpstream).authenticate(provider, typed('ada', 'wrong'), admitsAll)).toBeUndefined();
  });

  it('makes a provider that fills a group', async () => {
    await slapd.addGroup('engineering', ['uid=ada,ou=people,dc=example,dc=com']);
    const changed = JSON.parse(await follow('### Groups')) as { groups: Array<{ value: string }> };
    const owner = await service.get(Organizations).requireOrganization(service.credentials.orgId);
    const providers = service.get(IdentityProviders);
    const provider = await providers.open(await providers.require(owner, reader.valueOf('PROVIDER')));
    const identity = await service.get(LdapUpstream).authenticate(provider, typed('ada', PASSWORD), admitsAll);
    expect(identity?.groups).toEqual({ values: changed.groups.map(({ value }) => value) });
  });
});
