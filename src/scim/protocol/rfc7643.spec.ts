// Compares every attribute in /Schemas with RFC 7643 section 8.7.1.
import { describe, expect, it } from 'vitest';
import { USER as USER_TYPE } from './schema/user.schema.js';
import { URN } from './wire/messages.js';
import { describeSchemas, type AttributeDocument } from './describe.js';

/**
 * Every attribute of the schemas in section 8.7.1, with its differences from the default. The default is a single optional text, folded in
 * comparisons, that can be read and written, is returned by default and is not unique. A name that begins with a dot is a sub-attribute.
 */
const USER = `
  userName: required, unique by server
  name: complex
    .formatted .familyName .givenName .middleName .honorificPrefix .honorificSuffix
  displayName nickName
  profileUrl: reference external
  title userType preferredLanguage locale timezone
  active: boolean
  password: writeOnly, returned never
  emails: complex, many
    .value .display
    .type: work|home|other
    .primary: boolean
  phoneNumbers: complex, many
    .value .display
    .type: work|home|mobile|fax|pager|other
    .primary: boolean
  ims: complex, many
    .value .display
    .type: aim|gtalk|icq|xmpp|msn|skype|qq|yahoo
    .primary: boolean
  photos: complex, many
    .value: reference external
    .display
    .type: photo|thumbnail
    .primary: boolean
  addresses: complex, many
    .formatted .streetAddress .locality .region .postalCode .country
    .type: work|home|other
  groups: complex, many, readOnly
    .value: readOnly
    .$ref: reference User|Group, readOnly
    .display: readOnly
    .type: direct|indirect, readOnly
  entitlements: complex, many
    .value .display .type
    .primary: boolean
  roles: complex, many
    .value .display .type
    .primary: boolean
  x509Certificates: complex, many
    .value: binary
    .display .type
    .primary: boolean`;

const ENTERPRISE_USER = `
  employeeNumber costCenter organization division department
  manager: complex
    .value
    .$ref: reference User
    .displayName: readOnly`;

/** Where this service differs, as a line of the tables above, and why. */
const DIFFERENCES: readonly (readonly [paths: string, ours: string, why: string])[] = [
  ['name', 'complex, required', 'a person has a name here'],
  ['name.familyName name.givenName', 'required', 'a person has a name here'],
  ['emails', 'complex, many, required', 'a person has an address here'],
  ['emails.value', 'required', 'an address without its value says nothing'],
  ['userType', 'returned request', 'the contract of this service'],
  ['profileUrl photos.value', 'reference external, exact', 'section 2.3.7: references are case exact; 8.7.1 contradicts it'],
  ['manager.$ref', 'reference User, exact', 'section 2.3.7'],
  ['groups.$ref', 'reference Group, readOnly, exact', 'section 2.3.7; a group is all this can lead to'],
  ['groups.value', 'readOnly, exact', 'the id of a group, and ids are case exact'],
  ['x509Certificates.value', 'binary, exact', 'section 2.3.6: base64 is case exact'],
  ['password', 'writeOnly, returned never, exact', 'a password in another case is another password'],
  ['addresses.primary', 'boolean', 'section 2.4 gives it to every list, and directories send it'],
];

/** The lines of a table by the path of their attribute. */
function rowsOf(table: string): Map<string, string> {
  let parent = '';
  const rows = new Map<string, string>();
  for (const line of table.trim().split('\n')) {
    const [names = '', facts = ''] = line.trim().split(': ');
    for (const name of names.split(' ')) {
      if (!name.startsWith('.')) parent = name;
      rows.set(name.startsWith('.') ? `${parent}${name}` : name, facts);
    }
  }
  return rows;
}

/** A published attribute as a line of such a table. */
function lineOf(attribute: AttributeDocument): string {
  const { type, multiValued, required, canonicalValues, referenceTypes, mutability, returned, caseExact, uniqueness } = attribute;
  return [
    [type === 'string' ? '' : type, referenceTypes?.join('|') ?? ''].filter((word) => word !== '').join(' '),
    multiValued ? 'many' : '',
    required ? 'required' : '',
    canonicalValues?.join('|') ?? '',
    mutability === 'readWrite' ? '' : mutability,
    returned === 'default' ? '' : `returned ${returned}`,
    uniqueness === undefined || uniqueness === 'none' ? '' : `unique by ${uniqueness}`,
    caseExact === true ? 'exact' : '',
  ]
    .filter((fact) => fact !== '')
    .join(', ');
}

function published(attributes: readonly AttributeDocument[], parent = ''): [string, string][] {
  return attributes.flatMap((attribute): [string, string][] => [
    [`${parent}${attribute.name}`, lineOf(attribute)],
    ...published(attribute.subAttributes ?? [], `${attribute.name}.`),
  ]);
}

// Without this service's own extension, of which the RFC knows nothing.
const documents = describeSchemas('https://id.example.com/scim/v2/o1', [USER_TYPE]).filter(({ id }) => id !== URN.personalData);
const ours = new Map(documents.flatMap(({ attributes }) => published(attributes)));
const theirs = new Map([...rowsOf(USER), ...rowsOf(ENTERPRISE_USER)]);
const differing = new Map(DIFFERENCES.flatMap(([paths, line, why]) => paths.split(' ').map((path) => [path, { line, why }] as const)));

describe('RFC 7643 section 8.7.1', () => {
  it('has two schemas, by the ids of the RFC', () => {
    expect(documents.map(({ id }) => id)).toEqual([
      'urn:ietf:params:scim:schemas:core:2.0:User',
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
    ]);
  });

  it.each([...theirs])('%s is published: %s', (path, line) => {
    expect(ours.get(path)).toBe(differing.get(path)?.line ?? line);
  });

  it.each([...differing])('%s differs: $why', (path, { line }) => {
    expect(ours.get(path)).toBe(line);
    expect(theirs.get(path)).not.toBe(line);
  });

  it('has nothing else', () => {
    expect([...ours.keys()].filter((path) => !theirs.has(path) && !differing.has(path))).toEqual([]);
  });
});
