// How LDAP directories are reached, and which of their attributes are read.
import { X509Certificate } from 'node:crypto';
import { FilterParser } from 'ldapts';
import type { Fault } from '../../../common/primitives/domain-error.js';
import { isLoopbackHost } from '../../../common/primitives/loopback.js';
import { parsedUrl } from '../../../common/primitives/parsed-url.js';
import { isChangeable } from './changeable-names.js';

/** Attributes that are copied to an account; an absent name: the value isn't read. */
export interface LdapAttributes {
  loginNameAttribute?: string;
  emailAttribute?: string;
  givenNameAttribute?: string;
  familyNameAttribute?: string;
  displayNameAttribute?: string;
  languageAttribute?: string;
}

/** The attribute with the groups of a person, unless the connection names another one. OpenLDAP has it with the overlay `memberof`. */
export const GROUPS_ATTRIBUTE = 'memberOf';

export interface LdapConnection extends LdapAttributes {
  /** `ldaps://`, `ldap://` with StartTLS, or `ldap://` on a loopback address; tried in order. */
  urls: string[];
  /** Whether connections to `ldap://` are encrypted by StartTLS (RFC 4511 section 4.14). */
  startTls: boolean;
  /** The certificates of the authorities that may have issued that of the directory, PEM; absent: those that Node trusts. */
  certificate?: string;
  /** The account that searches; Active Directory also takes `name@domain`. */
  bindDn: string;
  /** People are searched below. */
  baseDn: string;
  /** The attributes that have what people type as their name. */
  loginAttributes: string[];
  /** A filter that people must also match (RFC 4515), such as `(memberOf=cn=staff,ou=groups,dc=example,dc=com)`. */
  personFilter?: string;
  /** Identifies a person permanently. The binary `objectGUID` becomes a GUID as Microsoft writes it. */
  subjectAttribute: string;
  /** Whether accounts that Active Directory has switched off are refused, and its reasons for a refused password are understood. */
  activeDirectory: boolean;
  /** The attribute with the groups of the person; absent: {@link GROUPS_ATTRIBUTE}. */
  groupsAttribute?: string;
  /** Whether groups count that the person is in through other groups; absent: no. */
  nestedGroups?: boolean;
}

/** The settings of a directory by RFC 4519 and RFC 2798, such as OpenLDAP. */
export const LDAP_DEFAULTS = {
  startTls: false,
  loginAttributes: ['uid', 'mail'],
  subjectAttribute: 'entryUUID',
  activeDirectory: false,
  loginNameAttribute: 'uid',
  emailAttribute: 'mail',
  givenNameAttribute: 'givenName',
  familyNameAttribute: 'sn',
  displayNameAttribute: 'cn',
  languageAttribute: 'preferredLanguage',
} as const;

/** The same for Active Directory. */
export const ACTIVE_DIRECTORY_DEFAULTS = {
  ...LDAP_DEFAULTS,
  loginAttributes: ['sAMAccountName', 'userPrincipalName'],
  subjectAttribute: 'objectGUID',
  activeDirectory: true,
  loginNameAttribute: 'sAMAccountName',
  displayNameAttribute: 'displayName',
} as const;

const MAX_URLS = 4;
const MAX_URL = 300;
const MAX_CERTIFICATES = 20_000;
const MAX_DN = 500;
const MAX_LOGIN_ATTRIBUTES = 4;
const MAX_FILTER = 1_000;
const MAX_FILTER_DEPTH = 10;
/** RFC 4512 section 1.4, `keystring`. */
const ATTRIBUTE = /^[A-Za-z][A-Za-z0-9-]{0,63}$/;
const NAMED = [
  'loginNameAttribute',
  'emailAttribute',
  'givenNameAttribute',
  'familyNameAttribute',
  'displayNameAttribute',
  'languageAttribute',
  'groupsAttribute',
] as const satisfies ReadonlyArray<keyof LdapConnection>;

/** All faults of the connection. */
export function ldapConnectionFaults(connection: LdapConnection): Fault[] {
  const { urls, certificate, bindDn, baseDn, loginAttributes, personFilter, subjectAttribute } = connection;
  return [
    ...urlFaults(urls, connection.startTls),
    ...(certificate === undefined || isCertificates(certificate)
      ? []
      : [fault('certificate', `must be one or more certificates in PEM, at most ${MAX_CERTIFICATES} characters`)]),
    ...(isName(bindDn) ? [] : [fault('bindDn', `must have 1 to ${MAX_DN} printable characters`)]),
    ...(isName(baseDn) && baseDn.includes('=') ? [] : [fault('baseDn', 'must be a DN such as ou=people,dc=example,dc=com')]),
    ...loginFaults(loginAttributes),
    ...(personFilter === undefined ? [] : filterFaults(personFilter)),
    ...attributeFaults('subjectAttribute', subjectAttribute),
    ...(isChangeable(subjectAttribute)
      ? [fault('subjectAttribute', `must not be ${subjectAttribute}, whose value may pass to another person`)]
      : []),
    ...NAMED.flatMap((field) => (connection[field] === undefined ? [] : attributeFaults(field, connection[field]))),
  ];
}

function urlFaults(urls: readonly string[], startTls: boolean): Fault[] {
  if (urls.length === 0 || urls.length > MAX_URLS) return [fault('urls', `1 to ${MAX_URLS} must be there`)];
  return urls.flatMap((text, at) => {
    const wrong = urlFault(text, startTls);
    return wrong === undefined ? [] : [fault('urls', `the URL number ${at + 1} ${wrong}`)];
  });
}

function urlFault(text: string, startTls: boolean): string | undefined {
  const url = text.length <= MAX_URL && /^[\x21-\x7E]+$/.test(text) ? parsedUrl(text) : undefined;
  if (!url?.hostname || (url.protocol !== 'ldap:' && url.protocol !== 'ldaps:')) return 'is not a URL such as ldaps://ldap.example.com';
  if (url.username || url.password) return 'must not contain credentials';
  if ((url.pathname !== '' && url.pathname !== '/') || /[?#]/.test(text)) return 'must end after the host and the port';
  return url.protocol === 'ldaps:' || startTls || isLoopbackHost(url.hostname)
    ? undefined
    : 'would send passwords in clear: use ldaps:// or startTls';
}

function isCertificates(text: string): boolean {
  if (text.length > MAX_CERTIFICATES) return false;
  const END = '-----END CERTIFICATE-----';
  const blocks = text.trim().split(END);
  if (blocks.pop() !== '' || blocks.length === 0) return false;
  try {
    return blocks.every((block) => new X509Certificate(block.trim() + '\n' + END));
  } catch {
    return false;
  }
}

function isName(text: string): boolean {
  return text.trim() !== '' && text.length <= MAX_DN && !/\p{C}/u.test(text);
}

function loginFaults(names: readonly string[]): Fault[] {
  const distinct = new Set(names.map((name) => name.toLowerCase()));
  if (names.length === 0 || names.length > MAX_LOGIN_ATTRIBUTES || distinct.size < names.length)
    return [fault('loginAttributes', `1 to ${MAX_LOGIN_ATTRIBUTES} different names must be there`)];
  return names.flatMap((name) => attributeFaults('loginAttributes', name));
}

function attributeFaults(field: Field, name: string): Fault[] {
  return ATTRIBUTE.test(name) ? [] : [fault(field, `"${name.slice(0, 64)}" is not the name of an attribute`)];
}

function filterFaults(text: string): Fault[] {
  const wrong = filterFault(text);
  return wrong === undefined ? [] : [fault('personFilter', wrong)];
}

/** The library takes a filter that lacks parentheses at its end, and reads an escaped byte as a character. */
function filterFault(text: string): string | undefined {
  if (text.length > MAX_FILTER || /\p{C}/u.test(text)) return `must have 1 to ${MAX_FILTER} printable characters`;
  let depth = 0;
  let deepest = 0;
  for (const character of text) {
    if (character === '(') deepest = Math.max(deepest, ++depth);
    else if (character === ')') depth--;
  }
  if (deepest > MAX_FILTER_DEPTH) return `must not be nested more than ${MAX_FILTER_DEPTH} deep`;
  if (/\\[89a-f]/i.test(text)) return 'must have characters that are not ASCII as they are, not escaped';
  try {
    if (depth === 0 && text.startsWith('(') && FilterParser.parseString(text)) return undefined;
  } catch {
    // Its message repeats the filter.
  }
  return 'is not a filter such as (objectClass=person) (RFC 4515)';
}

type Field = keyof LdapConnection;

function fault(field: Field, rule: string): Fault {
  return { field, code: 'identityProvider.connection', message: `${field}: ${rule}.` };
}
