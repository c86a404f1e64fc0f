import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Person, PersonValues } from '../../users/directory/people/person/person.js';
import { parseProjection, project, type Projection, resourceLocation, serializeResource } from './serialize.js';
import { USER } from './schema/user.schema.js';
import { readUser } from '../../../test/scim/user-record.js';
import { shownPerson } from './user.record.js';

const SAMPLE = JSON.parse(readFileSync(new URL('./samples/rfc7643-8.2-user-full.json', import.meta.url), 'utf8')) as Record<
  string,
  unknown
>;
const LOCATION = 'https://id.example.com/scim/v2/o1/Users/u1';

function withoutPassword({ password: _, ...values }: ReturnType<typeof readUser>): PersonValues {
  return values;
}

const serializeUser = (stored: Person, location: string, projection?: Projection) =>
  serializeResource(USER, shownPerson(stored), location, projection);
const userLocation = (base: string, id: string) => resourceLocation(base, USER, id);

const person = (values: Partial<PersonValues> = {}): Person => ({
  ...withoutPassword(readUser(SAMPLE)),
  ...values,
  no: 7,
  id: 'u1',
  orgNo: 3,
  version: 12,
  tokenGeneration: 4,
  createdUs: 1_795_258_800_123_456,
  modifiedUs: 1_795_258_800_000_000,
});

describe('a user in an answer', () => {
  it('is the user that was sent, with what the service knows of it', () => {
    const { password, userType, groups, x509Certificates, ...sent } = SAMPLE;
    expect([password, userType, groups]).not.toContain(undefined);
    expect(serializeUser(person(), LOCATION)).toEqual({
      ...sent,
      // Line breaks in base64 aren't part of the value.
      x509Certificates: (x509Certificates as Array<{ value: string }>).map(({ value }) => ({ value: value.replace(/\s/g, '') })),
      id: 'u1',
      phoneNumbers: [
        { value: '5555555555', type: 'work' },
        { value: '5555554444', type: 'mobile' },
      ],
      meta: {
        resourceType: 'User',
        created: '2026-11-21T11:00:00.123456Z',
        lastModified: '2026-11-21T11:00:00.000000Z',
        version: '12',
        location: LOCATION,
      },
    });
  });

  it('never has the numbers used inside', () => {
    const text = JSON.stringify(serializeUser(person(), LOCATION));
    for (const name of ['orgNo', 'tokenGeneration', 'password', '"no"']) expect(text).not.toContain(name);
  });

  it('has userType only when asked for it', () => {
    expect(serializeUser(person(), LOCATION)).not.toHaveProperty('userType');
    expect(serializeUser(person(), LOCATION, parseProjection(USER, ['userType']))).toHaveProperty('userType', 'Employee');
  });

  it('composes name.formatted from its parts when none was sent', () => {
    expect(serializeUser(person({ formattedName: undefined }), LOCATION).name).toHaveProperty('formatted', 'Ms. Barbara Jane Jensen III');
  });

  it('does not invent values that are not set', () => {
    const bare = person({ ...Object.fromEntries(Object.keys(person()).map((key) => [key, undefined])), userName: 'b', active: true });
    expect(Object.keys(serializeUser(bare, LOCATION))).toEqual(['schemas', 'id', 'meta', 'userName', 'active']);
  });

  it('is found at an address with a safe id', () => {
    expect(userLocation('https://id.example.com/scim/v2/o1', 'a/b?c')).toBe('https://id.example.com/scim/v2/o1/Users/a%2Fb%3Fc');
  });
});

const RESOURCE = {
  schemas: ['s'],
  id: '1',
  userName: 'b',
  name: { familyName: 'J', givenName: 'B' },
  userType: 'Employee',
  password: 'secret',
  emails: [{ value: 'a@example.com', type: 'work' }, { value: 'b@example.com' }],
  meta: { resourceType: 'User', version: '1' },
};
const shown = (attributes?: string[], excluded?: string[]) =>
  project(RESOURCE, USER.attributes, parseProjection(USER, attributes, excluded));

describe('the attributes of an answer', () => {
  it('by default are all but those returned on request or never', () => {
    const { userType, password, ...rest } = RESOURCE;
    expect([userType, password]).toHaveLength(2);
    expect(shown()).toEqual(rest);
  });

  it.each([
    [['userName'], { userName: 'b' }],
    [['USERNAME', 'nothing'], { userName: 'b' }],
    [['name'], { name: RESOURCE.name }],
    [['name.familyName'], { name: { familyName: 'J' } }],
    [['emails.type'], { emails: [{ type: 'work' }] }],
    [['userType'], { userType: 'Employee' }],
    [['password'], {}],
    [['urn:ietf:params:scim:schemas:core:2.0:User:meta.version'], { meta: { version: '1' } }],
    [['nothing'], {}],
  ])('asked for %j are these and those always returned', (attributes, expected) => {
    expect(shown(attributes)).toEqual({ schemas: ['s'], id: '1', ...expected });
  });

  it('without the excluded ones keep those always returned', () => {
    expect(shown(undefined, ['id', 'schemas', 'name.givenName', 'emails', 'meta', 'userName'])).toEqual({
      schemas: ['s'],
      id: '1',
      name: { familyName: 'J' },
    });
  });

  it('obey both lists when both are given', () => {
    expect(shown(['name', 'userName'], ['name.givenName', 'userName'])).toEqual({ schemas: ['s'], id: '1', name: { familyName: 'J' } });
  });
});
