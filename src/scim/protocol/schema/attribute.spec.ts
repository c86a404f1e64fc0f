import { describe, expect, it } from 'vitest';
import { complex, findSteps, list, resourceType, string } from './attribute.js';
import { USER } from './user.schema.js';

const EXTENSION = 'urn:example:schemas:extension:2.0:Ship';
const SAILOR = resourceType({
  name: 'Sailor',
  endpoint: '/Sailors',
  naming: 'name',
  description: 'A sailor.',
  schema: { urn: 'urn:example:schemas:2.0:Sailor', name: 'Sailor', description: 'A sailor.', attributes: [string('rank', 'Rank.')] },
  extensions: [
    {
      urn: EXTENSION,
      name: 'Ship',
      description: 'The ship.',
      attributes: [complex('captain', 'Captain.', [string('value', 'Id.')]), list('ports', 'Ports.', [string('value', 'Port.')])],
    },
  ],
});

const names = (type: typeof USER, name: string) => findSteps(type, name)?.map((step) => step.name);

describe('a name of an attribute', () => {
  it.each([
    ['userName', ['userName']],
    ['USERNAME', ['userName']],
    ['name.familyname', ['name', 'familyName']],
    ['emails.value', ['emails', 'value']],
    ['meta.lastModified', ['meta', 'lastModified']],
    ['externalId', ['externalId']],
    ['groups.$ref', ['groups', '$ref']],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName', ['userName']],
    ['URN:IETF:params:scim:schemas:core:2.0:user:name.givenName', ['name', 'givenName']],
  ])('%s finds its row', (name, steps) => {
    expect(names(USER, name)).toEqual(steps);
  });

  it.each([
    'nothing',
    'name.nothing',
    'userName.value',
    'name.',
    '',
    'urn:ietf:params:scim:schemas:core:2.0:User',
    'urn:example:Other:userName',
  ])('%j finds none', (name) => {
    expect(findSteps(USER, name)).toBeUndefined();
  });

  it('reaches into an extension by its URN, in any case', () => {
    expect(names(SAILOR, `${EXTENSION.toUpperCase()}:captain.value`)).toEqual([EXTENSION, 'captain', 'value']);
    expect(names(SAILOR, `${EXTENSION}:ports`)).toEqual([EXTENSION, 'ports']);
    expect(names(SAILOR, EXTENSION)).toEqual([EXTENSION]);
    expect(names(SAILOR, `${EXTENSION}:rank`)).toBeUndefined();
    expect(names(SAILOR, 'captain')).toBeUndefined();
  });

  it('finds the common attributes in every resource type', () => {
    expect(names(SAILOR, 'meta.created')).toEqual(['meta', 'created']);
  });
});
