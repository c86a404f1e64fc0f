import { rootCertificates } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { ACTIVE_DIRECTORY_DEFAULTS, LDAP_DEFAULTS, ldapConnectionFaults, type LdapConnection } from './ldap-connection.js';

const CERTIFICATE = rootCertificates[0] ?? '';

function faultsOf(change: Partial<LdapConnection>): string[] {
  const connection = { urls: ['ldaps://ldap.example.com'], bindDn: 'cn=gatehouse,dc=example', baseDn: 'dc=example' };
  const usual = { ...LDAP_DEFAULTS, loginAttributes: ['uid', 'mail'], ...connection };
  return ldapConnectionFaults({ ...usual, ...change }).map(({ field }) => field);
}

describe('the connection of an LDAP directory', () => {
  it.each<Partial<LdapConnection>>([
    {},
    { ...ACTIVE_DIRECTORY_DEFAULTS, loginAttributes: ['sAMAccountName', 'userPrincipalName'], bindDn: 'gatehouse@corp.example' },
    { urls: ['ldaps://a:6636', 'ldaps://b/', 'ldaps://192.0.2.1', 'ldaps://[2001:db8::1]:636'] },
    { urls: ['ldap://ldap.example.com'], startTls: true },
    { urls: ['ldap://localhost', 'ldap://127.0.0.1:389', 'ldap://[::1]'] },
    { certificate: CERTIFICATE },
    { certificate: `${CERTIFICATE}\n${rootCertificates[1] ?? ''}\n` },
    { personFilter: '(&(objectClass=person)(!(memberOf=cn=Müller\\5c, Jörg \\28x\\29,dc=example)))' },
    { personFilter: '(memberOf:1.2.840.113556.1.4.1941:=cn=staff,dc=example)' },
    { emailAttribute: 'mailPrimaryAddress' },
  ])('may be %j', (change) => expect(faultsOf(change)).toEqual([]));

  it.each([
    [],
    ['ldaps://a', 'ldaps://b', 'ldaps://c', 'ldaps://d', 'ldaps://e'],
    [''],
    ['ldap.example.com'],
    ['https://ldap.example.com'],
    ['ldapi:///var/run/slapd'],
    ['ldaps://'],
    ['ldap://ldap.example.com'],
    ['ldap://127.0.0.1.example.com'],
    ['ldap://127.0.0.2'],
    ['ldaps://admin:secret@ldap.example.com'],
    ['ldaps://ldap.example.com/dc=example'],
    ['ldaps://ldap.example.com?uid'],
    ['ldaps://ldap.example.com#x'],
    ['ldaps://ldap.example.com\n'],
    ['ldaps://ldäp.example.com'],
    [`ldaps://${'a'.repeat(300)}`],
  ])('does not have the URLs %j', (...urls) => expect(faultsOf({ urls })).toEqual(['urls']));

  it('does not have credentials in a fault', () => {
    const urls = ['ldaps://admin:secret@ldap.example.com'];
    const [fault] = ldapConnectionFaults({ ...LDAP_DEFAULTS, loginAttributes: ['uid'], urls, bindDn: 'cn=x', baseDn: 'dc=x' });
    expect(fault?.message).not.toContain('secret');
  });

  it.each([
    '',
    'x',
    '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
    `${CERTIFICATE}\nmore`,
    CERTIFICATE.replace('MII', 'AAA'),
    `${CERTIFICATE}\n`.repeat(30),
  ])('does not have the certificate %j', (certificate) => expect(faultsOf({ certificate })).toEqual(['certificate']));

  it.each([
    '',
    'objectClass=person',
    '(objectClass=person',
    '(&(a=b)',
    '(!(a=b)',
    '(a=b))',
    '(a=b)(c=d)',
    '(&)',
    '()',
    '(=b)',
    '(a=b\n)',
    '(a=\\zz)',
    '(a=\\c3\\bc)',
    `${'(!'.repeat(11)}(a=b)${')'.repeat(11)}`,
    `(a=${'b'.repeat(1_000)})`,
  ])('does not have the filter %j', (personFilter) => expect(faultsOf({ personFilter })).toEqual(['personFilter']));

  it.each<Partial<LdapConnection>>([
    { bindDn: '' },
    { bindDn: ' ' },
    { bindDn: 'cn=x\0' },
    { bindDn: 'x'.repeat(501) },
    { baseDn: '' },
    { baseDn: 'example' },
    { loginAttributes: [] },
    { loginAttributes: ['uid', 'UID'] },
    { loginAttributes: ['a', 'b', 'c', 'd', 'e'] },
    { loginAttributes: ['uid)(x=*'] },
    { subjectAttribute: '' },
    { subjectAttribute: 'mail' },
    ...['userPrincipalName', 'uid', 'sAMAccountName', 'cn', 'rfc822Mailbox', 'distinguishedName'].map((subjectAttribute) => ({
      subjectAttribute,
    })),
    { emailAttribute: 'mail;binary' },
    { emailAttribute: '*' },
    { languageAttribute: '' },
  ])('may not be %j', (change) => expect(faultsOf(change)).toEqual(Object.keys(change)));
});
