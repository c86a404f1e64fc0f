// Sign-in with a real OpenLDAP directory.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { LdapUpstream } from '../../src/oidc/upstream/ldap/ldap-upstream.service.js';
import { LDAP_DEFAULTS, type LdapConnection } from '../../src/users/authentication/identity-providers/ldap-connection.js';
import { ldapProvider } from '../support/ldap-provider.js';
import { BASE_DN, BIND_DN, BIND_PASSWORD, PEOPLE_DN, startSlapd, type EntryValues, type Slapd } from '../support/slapd.js';

const PASSWORD = 'Right-for-everyone-1';
const UUID = '5e4a2c6e-0000-4000-8000-00000000000';

function person(uid: string, more: EntryValues = {}): EntryValues {
  return { objectClass: ['inetOrgPerson'], uid, cn: `Name of ${uid}`, sn: 'Family', userPassword: PASSWORD, ...more };
}

const ADA = person('ada', {
  cn: 'Ada Lovelace',
  sn: 'Lovelace',
  givenName: 'Ada',
  mail: 'ada@example.com',
  preferredLanguage: 'de-at, en;q=0.5',
  entryUUID: `${UUID}1`,
});

const PEOPLE = new Map<string, EntryValues>([
  ['uid=ada', ADA],
  ['cn=Dup 1', person('twin')],
  ['cn=Dup 2', person('other', { mail: 'twin' })],
  ['uid=locked', person('locked', { pwdAccountLockedTime: '000001010000Z' })],
  ['uid=fresh', person('fresh', { pwdReset: 'TRUE' })],
  ['uid=long', person('long', { userPassword: 'ä'.repeat(1_000) })],
  ['uid=elsewhere', { objectClass: ['referral', 'extensibleObject'], uid: 'elsewhere', ref: 'ldap://127.0.0.1:1/uid=ada' }],
]);

let slapd: Slapd;
beforeAll(async () => {
  slapd = await startSlapd(PEOPLE);
  await slapd.addGroup('staff', [`uid=ada,${PEOPLE_DN}`]);
});
afterAll(() => slapd.stop());

const upstream = new LdapUpstream(new Clock(), { backchannelAllowPrivate: true });

function providerOf(change: Partial<LdapConnection> = {}) {
  return ldapProvider(
    {
      ...LDAP_DEFAULTS,
      loginAttributes: ['uid', 'mail'],
      urls: [`ldaps://localhost:${slapd.tlsPort}`],
      certificate: slapd.certificate,
      bindDn: BIND_DN,
      baseDn: BASE_DN,
      ...change,
    },
    BIND_PASSWORD,
  );
}

describe('a person of the directory', () => {
  it.each(['ada', 'ada@example.com', 'ADA'])('is found as %s', async (name) => {
    expect(await upstream.authenticate(providerOf(), name, PASSWORD)).toEqual({
      subject: `${UUID}1`,
      externalId: `${UUID}1`,
      loginName: 'ada',
      email: 'ada@example.com',
      emailVerified: false,
      givenName: 'Ada',
      familyName: 'Lovelace',
      displayName: 'Ada Lovelace',
      language: 'de-AT',
      authentication: [],
    });
  });
});
