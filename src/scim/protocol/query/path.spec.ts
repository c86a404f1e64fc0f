import { describe, expect, it } from 'vitest';
import { parsePath } from './path.js';
import { USER } from '../schema/user.schema.js';

describe('a PATCH path', () => {
  it.each([
    ['active', ['active']],
    ['Name.FamilyName', ['name', 'familyName']],
    ['emails.value', ['emails', 'value']],
    ['emails[type eq "work"]', ['emails']],
    ['EMAILS[TYPE EQ "work" AND primary eq "True"].VALUE', ['emails', 'value']],
    ['urn:ietf:params:scim:schemas:core:2.0:User:emails[type eq "work"].value', ['emails', 'value']],
    ['meta.created', ['meta', 'created']],
  ])('%s leads to its rows', (text, names) => {
    expect(parsePath(text, USER).steps.map((step) => step.name)).toEqual(names);
  });

  it.each([
    ['nothing', 'invalidPath'],
    ['name.nothing', 'invalidPath'],
    ['emails[type pr].nothing', 'invalidPath'],
    ['name[familyName pr]', 'invalidPath'],
    ['active[value pr]', 'invalidPath'],
    ['emails.value[value pr]', 'invalidPath'],
    ['urn:example:Other:title', 'invalidPath'],
    ['urn:ietf:params:scim:schemas:core:2.0:User', 'invalidPath'],
    ['emails[', 'invalidFilter'],
    ['emails[nothing eq "a"]', 'invalidFilter'],
    ['emails[primary gt true]', 'invalidFilter'],
    ['emails[type eq 5]', 'invalidFilter'],
  ])('%s is refused with %s', (text, scimType) => {
    expect(() => parsePath(text, USER)).toThrow(expect.objectContaining({ status: 400, scimType }));
  });
});
