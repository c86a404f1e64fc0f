// Sign-in with a real OpenLDAP directory.
import { createServer, type AddressInfo } from 'node:net';
import { rootCertificates, TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { LdapUpstream } from '../../src/oidc/upstream/ldap/ldap-upstream.service.js';
import type { LdapConnection } from '../../src/users/authentication/identity-providers/ldap-connection.js';
import { extended, type LdapRequest } from '../support/ldap-server.js';
import { BASE_DN, BIND_DN, BIND_PASSWORD, PEOPLE_DN, startSlapd, type EntryValues, type Slapd } from '../support/slapd.js';
import { admitsAll, ldapProvider, typed } from '../support/upstream-provider.js';

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

/** Names as they may be, and as attackers type them. */
const ODD = [
  'müller',
  'o(b)ne',
  'star*',
  'back\\slash',
  'comma,name',
  '#hash',
  'a=b',
  '"quoted"',
  'two words',
  'semi;colon',
  '名前',
  '\\2a',
  'amp&pipe|',
];
/** RFC 4514 section 2.4. */
const escaped = (value: string) => value.replace(/[\\,+"<>;=#]/g, (character) => `\\${character}`);

const PEOPLE = new Map<string, EntryValues>([
  ['uid=ada', ADA],
  ['uid=nested', person('nested')],
  ...ODD.map((name): [string, EntryValues] => [`cn=${escaped(`${name}, Jörg (*)`)}`, person(name, { cn: `${name}, Jörg (*)` })]),
  ['cn=Dup 1', person('twin', { cn: 'Dup 1' })],
  ['cn=Dup 2', person('other', { cn: 'Dup 2', mail: 'twin' })],
  ['uid=locked', person('locked', { pwdAccountLockedTime: '000001010000Z' })],
  ['uid=fresh', person('fresh', { pwdReset: 'TRUE' })],
  ['uid=none', Object.fromEntries(Object.entries(person('none')).filter(([attribute]) => attribute !== 'userPassword'))],
  ['uid=long', person('long', { userPassword: 'ä'.repeat(1_000) })],
  ['uid=elsewhere', { objectClass: ['referral', 'extensibleObject'], uid: 'elsewhere', ref: 'ldap://127.0.0.1:1/uid=ada' }],
  [
    'uid=windows',
    person('windows', {
      objectClass: ['inetOrgPerson', 'adPerson'],
      objectGUID: Buffer.from('33221100554477668899aabbccddeeff', 'hex'),
      sAMAccountName: 'windows',
      userAccountControl: '512',
    }),
  ],
]);

let slapd: Slapd;
beforeAll(async () => {
  slapd = await startSlapd(PEOPLE);
  await slapd.addGroup('staff', [`uid=ada,${PEOPLE_DN}`]);
});
afterAll(() => slapd.stop());

const upstream = new LdapUpstream(new Clock(), { backchannelAllowPrivate: true });

function providerOf(change: Partial<LdapConnection> = {}) {
  const { tlsPort, certificate } = slapd;
  return ldapProvider({ urls: [`ldaps://localhost:${tlsPort}`], certificate, bindDn: BIND_DN, baseDn: BASE_DN, ...change }, BIND_PASSWORD);
}

const signIn = (name: string, password = PASSWORD, change: Partial<LdapConnection> = {}) =>
  upstream.authenticate(providerOf(change), typed(name, password), admitsAll);

describe('a person of the directory', () => {
  it.each(['ada', 'ada@example.com', 'ADA'])('signs in as %s', async (name) => {
    expect(await signIn(name)).toEqual({
      subject: `${UUID}1`,
      externalId: `${UUID}1`,
      loginName: 'ada',
      email: 'ada@example.com',
      givenName: 'Ada',
      familyName: 'Lovelace',
      displayName: 'Ada Lovelace',
      language: 'de-AT',
      authentication: [],
    });
  });

  it.each(ODD)('may have the name %s', async (name) => {
    expect(await signIn(name)).toMatchObject({ loginName: name, displayName: `${name}, Jörg (*)` });
    expect(await signIn(name, 'wrong')).toBeUndefined();
  });

  it('may have a password of 1,000 characters', async () => {
    expect(await signIn('long', 'ä'.repeat(1_000))).toMatchObject({ loginName: 'long' });
    expect(await signIn('long', 'ä'.repeat(999))).toBeUndefined();
  });

  it('has a GUID where the subject is binary', async () => {
    expect(await signIn('windows', PASSWORD, { subjectAttribute: 'objectGUID', activeDirectory: true })).toMatchObject({
      subject: '00112233-4455-6677-8899-aabbccddeeff',
    });
  });

  it('may be chosen by a group', async () => {
    const personFilter = `(memberOf=cn=staff,ou=groups,${BASE_DN})`;
    expect(await signIn('ada', PASSWORD, { personFilter })).toBeDefined();
    expect(await signIn('twin@example.com', PASSWORD, { personFilter })).toBeUndefined();
    expect(await signIn('long', 'ä'.repeat(1_000), { personFilter })).toBeUndefined();
  });
});

describe('the groups of a person', () => {
  const group = (name: string) => `cn=${name},ou=groups,${BASE_DN}`;
  const groupsOf = async (nestedGroups: boolean) => {
    const provider = ldapProvider({ urls: [`ldaps://localhost:${slapd.tlsPort}`], certificate: slapd.certificate, nestedGroups });
    const groups = [{ value: group('company'), groupId: '1', groupNo: 1 }];
    const signIn = upstream.authenticate({ ...provider, rules: { ...provider.rules, groups } }, typed('nested', PASSWORD), admitsAll);
    return (await signIn)?.groups;
  };

  it('are those in memberOf, and with nestedGroups those around them, also in a circle', async () => {
    await slapd.addGroup('team', [`uid=nested,${PEOPLE_DN}`]);
    await slapd.addGroup('department', [group('team')]);
    await slapd.addGroup('company', [group('department')]);
    await slapd.addMember('team', group('company'));
    expect(await groupsOf(false)).toEqual({ values: [group('team')] });
    expect(await groupsOf(true)).toEqual({ values: [group('team'), group('department'), group('company')] });
  });
});

describe('a sign-in is refused', () => {
  it.each([
    ['ada', 'wrong'],
    ['ada', ` ${PASSWORD}`],
    ['ada', ''],
    ['nobody', PASSWORD],
    ['none', PASSWORD],
    ['elsewhere', PASSWORD],
  ])('as %s with the password "%s"', async (name, password) => {
    expect(await signIn(name, password)).toBeUndefined();
  });

  it.each([
    '*',
    'ad*',
    'ada)(uid=*',
    ')(uid=*',
    'ada)(|(uid=*',
    '\\2a',
    'ada\\',
    'ada\0',
    'ada,ou=people',
    `uid=ada,${PEOPLE_DN}`,
    'ada+cn=x',
    'ádá',
    '(uid=ada)',
    '&',
  ])('as %j', async (name) => {
    // The name that is written like the escape of an asterisk is one person's.
    expect((await signIn(name))?.loginName).toBe(ODD.includes(name) ? name : undefined);
  });

  it('where two entries have the name', async () => {
    await expect(signIn('twin')).rejects.toMatchObject({ fault: 'misconfigured', message: expect.stringContaining('uid or mail') });
    expect(await signIn('twin', PASSWORD, { loginAttributes: ['uid'] })).toMatchObject({ loginName: 'twin' });
  });

  it.each([
    ['locked', 'The account is locked.'],
    ['fresh', 'The password must be changed first.'],
  ])('as %s: %s', async (name, message) => {
    await expect(signIn(name)).rejects.toMatchObject({ fault: 'notAllowed', message });
  });
});

describe('the connection', () => {
  it('is encrypted by StartTLS', async () => {
    expect(await signIn('ada', PASSWORD, { urls: [`ldap://localhost:${slapd.port}`], startTls: true })).toBeDefined();
  });

  it('needs no encryption on this machine', async () => {
    expect(await signIn('ada', PASSWORD, { urls: [`ldap://127.0.0.1:${slapd.port}`] })).toBeDefined();
  });

  it.each<[string, () => Partial<LdapConnection>, string]>([
    ['of another authority', () => ({ certificate: slapd.strangers }), 'SELF_SIGNED_CERT_IN_CHAIN'],
    ['of another authority, with StartTLS', () => ({ certificate: slapd.strangers, ...startTls() }), 'SELF_SIGNED_CERT_IN_CHAIN'],
    ['of another host', () => ({ urls: [`ldaps://127.0.0.1:${slapd.tlsPort}`] }), 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['of another host, with StartTLS', () => startTls('127.0.0.1'), 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ])('is refused with a certificate %s', async (_, change, code) => {
    await expect(signIn('ada', PASSWORD, change())).rejects.toMatchObject({
      fault: 'misconfigured',
      message: expect.stringContaining(code),
    });
  });

  it('is refused with a certificate of an authority that Node does not trust, where none is named', async () => {
    const provider = ldapProvider({ urls: [`ldaps://localhost:${slapd.tlsPort}`], bindDn: BIND_DN, baseDn: BASE_DN }, BIND_PASSWORD);
    await expect(upstream.authenticate(provider, typed('ada', PASSWORD), admitsAll)).rejects.toMatchObject({
      fault: 'misconfigured',
      message: expect.stringContaining('SELF_SIGNED_CERT_IN_CHAIN'),
    });
  });

  it('is refused where the port speaks no TLS', async () => {
    await expect(signIn('ada', PASSWORD, { urls: [`ldaps://localhost:${slapd.port}`] })).rejects.toMatchObject({
      fault: expect.stringMatching(/^(misconfigured|unreachable)$/),
    });
  });

  it('that is cut after StartTLS is not opened again in clear', async () => {
    const sent: Buffer[] = [];
    let connections = 0;
    const server = createServer((socket) => {
      connections++;
      socket.on('error', () => undefined);
      socket.once('data', (bytes) => {
        sent.push(bytes);
        socket.write(extended({ id: 1 } as LdapRequest));
        const encrypted = new TLSSocket(socket, { isServer: true, ...slapd.serverFiles });
        encrypted.on('error', () => undefined).once('secure', () => socket.destroy());
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      await expect(signIn('ada', PASSWORD, { urls: [`ldap://localhost:${port}`], startTls: true })).rejects.toMatchObject({
        fault: 'unreachable',
      });
      expect(connections).toBe(1);
      expect(Buffer.concat(sent).includes(BIND_PASSWORD)).toBe(false);
    } finally {
      server.close();
    }
  });
});

describe('the test of a provider', () => {
  it('says what works', async () => {
    const urls = [`ldaps://localhost:${slapd.tlsPort}`, `ldap://localhost:${slapd.port}`];
    const steps = await upstream.probe(providerOf({ urls, startTls: true }));
    expect(steps).toEqual([
      { step: 'connect', ok: true, detail: `${urls[0]} answers.` },
      { step: 'tls', ok: true, detail: expect.stringMatching(/: the certificate of CN=directory is valid until .* GMT\.$/) },
      { step: 'connect', ok: true, detail: `${urls[1]} answers.` },
      { step: 'tls', ok: true, detail: expect.stringMatching(/: the certificate of CN=directory is valid until .* GMT\.$/) },
      { step: 'bind', ok: true, detail: 'The directory accepts bindDn and its password.' },
      { step: 'search', ok: true, detail: `${PEOPLE.size - 1} people were found.` },
    ]);
  });

  it.each<[string, Partial<LdapConnection>, string, string]>([
    ['base', { baseDn: 'dc=nowhere,dc=com' }, 'search', 'baseDn'],
    ['branch', { baseDn: `ou=groups,${BASE_DN}` }, 'search', 'No entry below baseDn has uid or mail'],
    ['filter', { personFilter: '(objectClass=device)' }, 'search', 'personFilter'],
    ['subject', { subjectAttribute: 'employeeNumber' }, 'search', `can't sign in without a value of employeeNumber`],
    ['account', { bindDn: `cn=nobody,${BASE_DN}` }, 'bind', 'bindDn or its password'],
    ['right to search', { bindDn: `uid=long,${PEOPLE_DN}` }, 'bind', 'bindDn or its password'],
    ['host', { urls: ['ldaps://localhost:1'] }, 'connect', 'ECONNREFUSED'],
    ['authority', { certificate: rootCertificates[0] ?? '' }, 'tls', 'SELF_SIGNED_CERT_IN_CHAIN'],
  ])('says which %s is wrong', async (_, change, step, words) => {
    const last = (await upstream.probe(providerOf(change))).at(-1);
    expect(last).toMatchObject({ step, ok: false, detail: expect.stringContaining(words) });
  });

  it('says that the account may not search', async () => {
    const provider = { ...providerOf({ bindDn: `uid=ada,${PEOPLE_DN}` }), secret: PASSWORD };
    expect((await upstream.probe(provider)).at(-1)).toMatchObject({ step: 'search', ok: false, detail: expect.stringContaining('baseDn') });
  });
});

function startTls(host = 'localhost'): Partial<LdapConnection> {
  return { urls: [`ldap://${host}:${slapd.port}`], startTls: true };
}
