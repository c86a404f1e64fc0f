import { describe, expect, it } from 'vitest';
import { parseProjection, project } from './projection.js';
import { USER } from './schema/user.schema.js';

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
