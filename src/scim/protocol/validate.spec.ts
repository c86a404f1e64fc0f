import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Attribute } from './schema/attribute.js';
import { dialectOf } from './schema/dialect.js';
import { LIMITS } from './wire/limits.js';
import { URN } from './wire/messages.js';
import { ScimError } from './wire/scim-error.js';
import { USER } from './schema/user.schema.js';
import { readUser as readUserRecord } from '../../../test/scim/user-record.js';

const sample = (name: string) =>
  JSON.parse(readFileSync(new URL(`./samples/${name}.json`, import.meta.url), 'utf8')) as Record<string, unknown>;

const MINIMAL = {
  schemas: [URN.user],
  userName: 'bjensen',
  name: { familyName: 'Jensen', givenName: 'Barbara' },
  emails: [{ value: 'b@example.com', primary: true }],
};
/** The values, and separately the password if one was sent. */
function readUser(...args: Parameters<typeof readUserRecord>) {
  const { password, ...values } = readUserRecord(...args);
  return { values, ...(password === undefined ? {} : { password }) };
}
const read = (more: Record<string, unknown>) => readUser({ ...MINIMAL, ...more });

function refusal(body: unknown): { scimType: string | undefined; detail: string } {
  try {
    readUser(body);
  } catch (error) {
    if (error instanceof ScimError) return { scimType: error.scimType, detail: error.detail };
    throw error;
  }
  throw new Error('The body was accepted.');
}

describe('reading a user', () => {
  it('a minimal body gets the initial values', () => {
    expect(readUser(MINIMAL)).toEqual({
      values: {
        userName: 'bjensen',
        active: true,
        preferredLanguage: 'en',
        familyName: 'Jensen',
        givenName: 'Barbara',
        emails: [{ value: 'b@example.com', primary: true }],
        phoneNumbers: [],
        ims: [],
        photos: [],
        roles: [],
        entitlements: [],
        addresses: [],
        x509Certificates: [],
      },
    });
  });

  it('the full user of RFC 7643 section 8.2 is read with every attribute', () => {
    const body = sample('rfc7643-8.2-user-full');
    const { values, password } = readUser(body);
    expect(password).toBe('t1meMa$heen');
    expect(values).toMatchObject({
      externalId: '701984',
      formattedName: 'Ms. Barbara J Jensen, III',
      userType: 'Employee',
      timezone: 'America/Los_Angeles',
      preferredLanguage: 'en-US',
      phoneNumbers: [
        { value: '5555555555', type: 'work' },
        { value: '5555554444', type: 'mobile' },
      ],
      emails: body.emails,
      addresses: body.addresses,
      ims: body.ims,
      photos: body.photos,
    });
    expect(values).not.toHaveProperty('id');
    expect(values).not.toHaveProperty('groups');
    expect(values).not.toHaveProperty('password');
  });

  it('the enterprise user of RFC 7643 section 8.3 is the full user with what the extension adds', () => {
    const full = readUser(sample('rfc7643-8.2-user-full'));
    expect(readUser(sample('rfc7643-8.3-user-enterprise'))).toEqual({
      ...full,
      values: {
        ...full.values,
        employeeNumber: '701984',
        costCenter: '4130',
        organization: 'Universal Studios',
        division: 'Theme Park',
        department: 'Tour Operations',
        managerId: '26118915-6090-4610-87e4-49d8ca9f808d',
        managerRef: '../Users/26118915-6090-4610-87e4-49d8ca9f808d',
      },
    });
  });

  it('the minimal user of RFC 7643 section 8.1 lacks what this service requires', () => {
    expect(refusal(sample('rfc7643-8.1-user-minimal'))).toEqual({
      scimType: 'invalidValue',
      detail: expect.stringContaining('name.familyName, name.givenName, emails'),
    });
  });

  it('names ignore case, unknown and read-only attributes are ignored', () => {
    const { values } = readUser({
      Schemas: [URN.user.toUpperCase()],
      USERNAME: 'b',
      Name: { FAMILYNAME: 'J', givenname: 'B' },
      Emails: [{ VALUE: 'b@example.com' }],
      id: 5,
      meta: 'x',
      groups: 7,
      shoeSize: 44,
    });
    expect(values).toMatchObject({ userName: 'b', familyName: 'J', givenName: 'B', emails: [{ value: 'b@example.com' }] });
  });

  it('null, empty lists and blank texts are absent', () => {
    const { values } = read({
      title: null,
      nickName: '',
      displayName: '  ',
      phoneNumbers: [],
      roles: null,
      locale: '',
      preferredLanguage: null,
      addresses: '',
      [URN.enterpriseUser]: ' ',
    });
    expect(values).toEqual(readUser(MINIMAL).values);
  });

  it.each(['True', 'false', 'TRUE', 'False'])('the text %s counts as a boolean', (text) => {
    const { values } = read({ active: text, roles: [{ value: 'a', primary: text }] });
    const flag = text.toLowerCase() === 'true';
    expect([values.active, values.roles[0]?.primary]).toEqual([flag, flag]);
  });

  it('surrounding spaces of names are dropped, externalId is kept to the letter', () => {
    const { values } = read({ userName: ' b ', name: { familyName: 'J ', givenName: ' B' }, externalId: ' x' });
    expect(values).toMatchObject({ userName: 'b', familyName: 'J', givenName: 'B', externalId: ' x' });
  });

  it('an element without the value it is about is left out', () => {
    expect(read({ phoneNumbers: [{ type: 'work', value: null }, { type: 'home', value: '1' }, {}] }).values.phoneNumbers).toEqual([
      { type: 'home', value: '1' },
    ]);
  });

  it('a replacement without active keeps it, with active changes it', () => {
    const current = { ...readUser(MINIMAL).values, active: false, title: 'Guide' };
    expect(readUser(MINIMAL, current).values).toMatchObject({ active: false, preferredLanguage: 'en' });
    expect(readUser(MINIMAL, current).values.title).toBeUndefined();
    expect(readUser({ ...MINIMAL, active: true }, current).values.active).toBe(true);
  });

  it.each([
    ['null', null],
    ['a list', []],
    ['a text', 'x'],
    ['no schemas', { ...MINIMAL, schemas: undefined }],
    ['other schemas', { ...MINIMAL, schemas: [URN.patchOp] }],
    ['schemas that are no list', { ...MINIMAL, schemas: URN.user }],
    ['one name twice', { ...MINIMAL, USERNAME: 'x' }],
  ])('%s is refused with invalidSyntax', (_, body) => {
    expect(refusal(body).scimType).toBe('invalidSyntax');
  });

  it.each([
    ['userName', { userName: undefined }],
    ['userName', { userName: '  ' }],
    ['name.familyName, name.givenName', { name: undefined }],
    ['name.givenName', { name: { familyName: 'J' } }],
    ['name.familyName', { name: { familyName: '', givenName: 'B' } }],
    ['emails', { emails: [] }],
    ['emails', { emails: null }],
    ['emails.value', { emails: [{ type: 'work' }] }],
    ['userName', { userName: 5 }],
    ['name', { name: 'B J' }],
    ['emails', { emails: 'b@example.com' }],
    ['emails[0]', { emails: ['b@example.com'] }],
    ['emails[1].value', { emails: [{ value: 'b@example.com' }, { value: 'nobody' }] }],
    ['emails[0].primary', { emails: [{ value: 'b@example.com', primary: 'yes' }] }],
    [
      'emails',
      {
        emails: [
          { value: 'a@example.com', primary: true },
          { value: 'b@example.com', primary: 'True' },
        ],
      },
    ],
    ['active', { active: 'yes' }],
    ['active', { active: 1 }],
    ['phoneNumbers[0].value', { phoneNumbers: [{ value: 'call me' }] }],
    ['profileUrl', { profileUrl: 'ftp://example.com' }],
    ['photos[0].value', { photos: [{ value: 'javascript:alert(1)' }] }],
    ['locale', { locale: 'not a locale' }],
    ['preferredLanguage', { preferredLanguage: '??' }],
    ['timezone', { timezone: 'Mars/Olympus' }],
    ['title', { title: 'a\u0000b' }],
    ['displayName', { displayName: 'a\ud800' }],
    ['password', { password: 5 }],
    ['password', { password: '' }],
    ['roles', { roles: Array.from({ length: LIMITS.listElements + 1 }, (_, index) => ({ value: `r${index}` })) }],
  ])('%s: a value that is not acceptable is refused with invalidValue and its path', (path, more) => {
    const { scimType, detail } = refusal({ ...MINIMAL, ...more });
    expect(scimType).toBe('invalidValue');
    expect(detail.startsWith(`${path} `)).toBe(true);
  });

  it('a list of the allowed length is accepted', () => {
    const roles = Array.from({ length: LIMITS.listElements }, (_, index) => ({ value: `r${index}` }));
    expect(read({ roles }).values.roles).toHaveLength(LIMITS.listElements);
  });

  const texts = USER.schema.attributes.flatMap((attribute: Attribute) =>
    attribute.type === 'string' || attribute.type === 'reference' ? [[attribute.name, attribute] as const] : [],
  );
  it.each(texts)('%s longer than its column is refused', (name, attribute) => {
    expect(refusal({ ...MINIMAL, [name]: 'x'.repeat(attribute.maxLength + 1) }).detail).toContain(`at most ${attribute.maxLength}`);
  });

  const writable = USER.attributes.filter((attribute) => attribute.mutability !== 'readOnly');
  it.each(writable)('$name of a wrong JSON type is refused, never a crash', ({ name, type, ...row }) => {
    // An extension ignores unknown members, as all objects do; an object in place of a list counts as an element.
    const isObjectFine = name.startsWith('urn:') || (type === 'complex' && 'multiValued' in row && row.multiValued && name !== 'emails');
    for (const wrong of [5, -0.1, ...(isObjectFine ? [] : [{ a: { b: 1 } }]), [[]], [null], [5]])
      expect(refusal({ ...MINIMAL, [name]: wrong }).scimType).toBe('invalidValue');
  });
});

describe('a list of a body', () => {
  it.each([
    [{ primary: true }, { primary: false }],
    [{ primary: false }, { primary: true }],
    [{}, { primary: true }],
    [{ primary: true }, {}],
  ])('keeps a repeated value primary if one of its occurrences is: %j, %j', (one, other) => {
    const { values } = read({ roles: [{ value: 'a', ...one }, { value: 'b' }, { value: 'A', ...other }] });
    expect(values.roles).toEqual([{ value: 'A', primary: true }, { value: 'b' }]);
  });

  it('keeps each value of a type once (RFC 7643 section 2.4)', () => {
    const { values } = read({
      phoneNumbers: [
        { value: '+1 2', type: 'work' },
        { value: '+12', type: 'WORK', display: 'Desk' },
        { value: '+12', type: 'home' },
        { value: '+12' },
      ],
      photos: [{ value: 'https://p.example/A' }, { value: 'https://p.example/a' }],
    });
    expect(values.phoneNumbers).toEqual([
      { value: '+12', type: 'WORK', display: 'Desk' },
      { value: '+12', type: 'home' },
      { value: '+12' },
    ]);
    expect(values.photos).toHaveLength(2);
  });

  it('drops an address that has nothing but its kind', () => {
    const { values } = read({ addresses: [{ streetAddress: ' ', primary: true }, { type: 'home' }, { locality: 'Town', type: 'work' }] });
    expect(values.addresses).toEqual([{ locality: 'Town', type: 'work' }]);
  });
});

describe('a user of a client that need not give name and e-mail', () => {
  const strict = dialectOf('strict');
  it('is the minimal one of RFC 7643 section 8.1', () => {
    const { values } = readUser({ schemas: [URN.user], userName: 'bjensen@example.com' }, undefined, strict);
    expect(values).toMatchObject({ userName: 'bjensen@example.com', emails: [] });
    expect(
      readUser({ schemas: [URN.user], userName: 'room 4', name: { familyName: 'Room 4' } }, undefined, strict).values.givenName,
    ).toBeUndefined();
    expect(
      readUser({ schemas: [URN.user], userName: 'x', emails: [{ value: '', type: 'work' }] }, undefined, strict).values.emails,
    ).toEqual([]);
  });

  it('still has a userName', () => {
    expect(() => readUser({ schemas: [URN.user] }, undefined, strict)).toThrow('userName');
  });
});
