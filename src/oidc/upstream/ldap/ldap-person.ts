// Finds people in a directory, and reads what their entry says.
import { AndFilter, EqualityFilter, FilterParser, OrFilter, PresenceFilter, type Filter } from 'ldapts';
import { isEmailAddress } from '../../../common/primitives/email-address.js';
import type { LdapConnection } from '../../../users/authentication/identity-providers/ldap-connection.js';
import { MAX_SUBJECT } from '../../../users/authentication/identity-providers/upstream-identity.js';
import { partly } from '../sent-groups.js';
import { UpstreamError, type NamedGroups, type SentIdentity } from '../upstream.js';
import type { LdapEntry } from './ldap-answers.js';

/** Longer names are left out. */
const MAX_TEXT = 200;
const MAX_LANGUAGE = 35;
/** Longer names of groups match none here. */
const MAX_GROUP = 500;
const CONTROL = 'userAccountControl';
const GUID = 'objectguid';
const GUID_BYTES = 16;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** People with this name. The name is a value of its own in the request, never a part of a text. */
export function filterForName({ loginAttributes, personFilter }: LdapConnection, loginName: string): Filter {
  const names = loginAttributes.map((attribute) => new EqualityFilter({ attribute, value: loginName }));
  return withPersonFilter(new OrFilter({ filters: names }), personFilter);
}

/** All people who have a name. */
export function filterForAll({ loginAttributes, personFilter }: LdapConnection): Filter {
  const names = loginAttributes.map((attribute) => new PresenceFilter({ attribute }));
  return withPersonFilter(new OrFilter({ filters: names }), personFilter);
}

function withPersonFilter(filter: Filter, personFilter: string | undefined): Filter {
  return personFilter === undefined ? filter : new AndFilter({ filters: [filter, FilterParser.parseString(personFilter)] });
}

/** The attributes to request. @param groupsAttribute undefined: the provider fills no groups */
export function attributesOf(connection: LdapConnection, groupsAttribute: string | undefined): string[] {
  const { subjectAttribute, loginNameAttribute, emailAttribute, givenNameAttribute, familyNameAttribute } = connection;
  const { displayNameAttribute, languageAttribute, activeDirectory } = connection;
  const names = [subjectAttribute, loginNameAttribute, emailAttribute, givenNameAttribute, familyNameAttribute, displayNameAttribute];
  return [...names, languageAttribute, groupsAttribute, activeDirectory ? CONTROL : undefined].filter((name) => name !== undefined);
}

/** The value of `userAccountControl`. */
export function accountControlOf(entry: LdapEntry): string | undefined {
  return textOf(entry, CONTROL, MAX_TEXT);
}

/** @throws UpstreamError `misconfigured` for an entry without a subject */
export function identityOf(entry: LdapEntry, connection: LdapConnection, groupsAttribute: string | undefined): SentIdentity {
  const subject = subjectOf(entry, connection.subjectAttribute);
  const email = textOf(entry, connection.emailAttribute, MAX_TEXT);
  const optional = {
    loginName: textOf(entry, connection.loginNameAttribute, MAX_TEXT),
    email: email !== undefined && isEmailAddress(email) ? email : undefined,
    givenName: textOf(entry, connection.givenNameAttribute, MAX_TEXT),
    familyName: textOf(entry, connection.familyNameAttribute, MAX_TEXT),
    displayName: textOf(entry, connection.displayNameAttribute, MAX_TEXT),
    language: languageOf(textOf(entry, connection.languageAttribute, MAX_TEXT)),
  };
  const known = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined));
  // A directory never proves that a person has the address.
  return {
    ...known,
    subject,
    externalId: subject,
    authentication: [],
    ...(groupsAttribute !== undefined && { groups: groupsOf(entry, groupsAttribute) }),
  };
}

/** Without the attribute, the person is in no group. Active Directory sends only a part of very many values, and names it (MS-ADTS section 3.1.1.3.1.3.3). */
export function groupsOf({ attributes }: LdapEntry, attribute: string): NamedGroups {
  const name = attribute.toLowerCase();
  const range = [...attributes.keys()].find((one) => one.startsWith(`${name};range=`));
  const values = (attributes.get(range ?? name) ?? []).flatMap((value) => printable(value, MAX_GROUP) ?? []);
  if (range === undefined) return { values };
  return partly(values, `The directory sends only a part of ${attribute}, because the person is in too many groups.`);
}

/** Whether the entry identifies its person. */
export function hasSubject(entry: LdapEntry, attribute: string): boolean {
  return readSubject(entry, attribute) !== undefined;
}

function subjectOf(entry: LdapEntry, attribute: string): string {
  const subject = readSubject(entry, attribute);
  if (subject !== undefined) return subject;
  throw new UpstreamError(
    'misconfigured',
    `The entry of the person does not have exactly one usable value of ${attribute}. Is that the right attribute, and may bindDn read it?`,
  );
}

function readSubject({ attributes }: LdapEntry, attribute: string): string | undefined {
  const name = attribute.toLowerCase();
  const [value, ...more] = attributes.get(name) ?? [];
  if (!value || more.length > 0) return undefined;
  if (name === GUID) return value.length === GUID_BYTES ? guidOf(value) : undefined;
  const text = printable(value, MAX_SUBJECT);
  // Two subjects that differ only by spaces around them are two people.
  return text?.trim() === text ? text : undefined;
}

/** The first three groups of a GUID are stored with the last byte first (MS-DTYP section 2.3.4.2). */
function guidOf(bytes: Buffer): string {
  const hex = (...order: number[]) => order.map((at) => bytes.toString('hex', at, at + 1)).join('');
  const groups = [hex(3, 2, 1, 0), hex(5, 4), hex(7, 6), hex(8, 9), hex(10, 11, 12, 13, 14, 15)];
  return groups.join('-');
}

/** The first value, if it is a printable text. */
function textOf({ attributes }: LdapEntry, attribute: string | undefined, max: number): string | undefined {
  const [value] = (attribute !== undefined && attributes.get(attribute.toLowerCase())) || [];
  return value && printable(value, max)?.trim();
}

function printable(value: Buffer, max: number): string | undefined {
  try {
    const text = utf8.decode(value);
    return text.trim() !== '' && text.length <= max && !/\p{C}/u.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** `preferredLanguage` is written like the header Accept-Language (RFC 2798 section 2.7); the first language counts. */
function languageOf(value: string | undefined): string | undefined {
  const [first = ''] = value?.split(/[,;]/, 1) ?? [];
  try {
    return first.length <= MAX_LANGUAGE ? Intl.getCanonicalLocales(first.trim())[0] : undefined;
  } catch {
    return undefined;
  }
}
