import { describe, expect, it } from 'vitest';
import { emptyPerson, type PersonValues } from '../../users/directory/people/person/person.js';
import { LIST_FIELDS } from '../../users/directory/people/person/person.columns.js';
import { toRecord, toResource } from './mapping.js';
import { USER } from './schema/user.schema.js';

const TEXTS = {
  externalId: 'e1',
  formattedName: 'Ms. B J J III',
  familyName: 'J',
  givenName: 'B',
  middleName: 'J',
  honorificPrefix: 'Ms.',
  honorificSuffix: 'III',
  displayName: 'Babs',
  nickName: 'Babs',
  profileUrl: 'https://example.com/b',
  title: 'Guide',
  userType: 'Employee',
  preferredLanguage: 'en',
  locale: 'en-US',
  timezone: 'Europe/Zurich',
};
const element = { value: 'v', display: 'd', type: 't', primary: true };
const address = {
  formatted: 'f',
  streetAddress: 's',
  locality: 'l',
  region: 'r',
  postalCode: 'p',
  country: 'c',
  type: 't',
  primary: true,
};
const FULL: PersonValues = {
  ...emptyPerson(),
  ...TEXTS,
  userName: 'b@example.com',
  active: false,
  ...Object.fromEntries(LIST_FIELDS.map((field) => [field, [field === 'addresses' ? address : element]])),
};

describe('the mapping between person and resource', () => {
  it('loses no value of a person on the way there and back', () => {
    expect(toRecord(toResource(FULL, USER.attributes), USER.attributes)).toEqual(FULL);
  });

  it('puts the parts of the name where SCIM has them', () => {
    expect(toResource(FULL, USER.attributes)).toMatchObject({ name: { formatted: 'Ms. B J J III', familyName: 'J' } });
  });

  it('shows neither empty lists nor empty complex values', () => {
    expect(toResource({ ...emptyPerson(), userName: 'a' }, USER.attributes)).toEqual({ userName: 'a', active: true });
  });

  it('shares nothing with the person', () => {
    const resource = toResource(FULL, USER.attributes);
    (resource.emails as (typeof element)[])[0]!.value = 'other';
    expect(FULL.emails[0]?.value).toBe('v');
  });
});
