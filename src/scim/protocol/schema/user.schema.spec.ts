import { describe, expect, it } from 'vitest';
import { boolean, findSteps, list, string, type Attribute, type Schema } from './attribute.js';
import type { UserFields } from './user.fields.js';
import { USER } from './user.schema.js';

function rows(attributes: readonly Attribute[], prefix = ''): [string, Attribute][] {
  return attributes.flatMap((attribute): [string, Attribute][] => {
    const path = `${prefix}${attribute.name}`;
    const separator = path.startsWith('urn:') && prefix === '' ? ':' : '.';
    return [[path, attribute], ...(attribute.type === 'complex' ? rows(attribute.subAttributes, `${path}${separator}`) : [])];
  });
}

const ALL = rows(USER.attributes);

describe('the User table', () => {
  it.each(ALL)('%s says what it is and is found by its name', (path, attribute) => {
    expect(attribute.description).toMatch(/\.$/);
    expect(findSteps(USER, path)?.at(-1)).toBe(attribute);
  });

  it('requires exactly what the service requires', () => {
    const required = ALL.filter(([, attribute]) => attribute.required).map(([path]) => path);
    expect(required).toEqual(['userName', 'name', 'name.familyName', 'name.givenName', 'emails', 'emails.value']);
  });

  it('is described by the words of RFC 7643 section 8.7.1, which the tests of Microsoft look for', () => {
    expect(USER.schema.description).toBe('User Account');
  });

  it('sorts by what has an index', () => {
    const sortable = ALL.filter(([, attribute]) => attribute.sortable).map(([path]) => path);
    expect(sortable).toEqual([
      'id',
      'meta.created',
      'meta.lastModified',
      'userName',
      'name.familyName',
      'name.givenName',
      'displayName',
      'emails',
      'emails.value',
    ]);
  });

  it.each([
    ['meta.created', ['eq', 'gt', 'ge', 'lt', 'le']],
    ['meta.lastModified', ['eq', 'gt', 'ge', 'lt', 'le']],
    ['id', ['eq', 'ne', 'co', 'sw', 'ew']],
    ['externalId', ['eq', 'ne']],
    ['userName', ['eq', 'ne', 'co', 'sw', 'ew']],
    ['name.familyName', ['eq', 'ne', 'co', 'sw', 'ew']],
    ['name.givenName', ['eq', 'ne', 'co', 'sw', 'ew']],
    ['emails.value', ['eq', 'ne', 'co', 'sw', 'ew']],
    ['active', ['eq', 'ne']],
  ])('%s allows at least the operators of the spec', (path, operators) => {
    expect(findSteps(USER, path)?.at(-1)?.operators).toEqual(expect.arrayContaining(operators));
  });

  it('never returns the password and never compares it', () => {
    expect(findSteps(USER, 'password')?.[0]).toMatchObject({ mutability: 'writeOnly', returned: 'never', operators: [] });
  });

  it.each(['schemas', 'id', 'meta', 'groups'])('%s is read-only', (path) => {
    expect(findSteps(USER, path)?.[0]?.mutability).toBe('readOnly');
  });

  it('compares ids and URIs exactly, other text folded', () => {
    const exact = ALL.filter(([, attribute]) => 'caseExact' in attribute && attribute.caseExact).map(([path]) => path);
    expect(exact).toEqual([
      'schemas',
      'id',
      'externalId',
      'meta.resourceType',
      'meta.location',
      'meta.version',
      'profileUrl',
      'password',
      'photos.value',
      'x509Certificates.value',
      'groups.value',
      'groups.$ref',
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager.$ref',
      'urn:ietf:params:scim:schemas:extension:gatehouse:2.0:User:website',
      'urn:ietf:params:scim:schemas:extension:gatehouse:2.0:User:birthdate',
    ]);
  });
});

describe('a row of the User tables', () => {
  it('that names no field of a person, or one of another kind, does not compile', () => {
    const rows: Schema<UserFields>['attributes'] = [
      // @ts-expect-error no column of a person is called badge
      string('badge', 'The number on the badge.'),
      // @ts-expect-error the title is a text
      boolean('title', 'Whether there is a title.'),
      // @ts-expect-error an e-mail address has no colour
      list('emails', 'Addresses.', [string('colour', 'Colour.')]),
      string('title', 'Job title.'),
      list('emails', 'Addresses.', [string('value', 'The address.')]),
    ];
    expect(rows).toHaveLength(5);
  });
});
