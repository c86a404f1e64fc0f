import { describe, expect, it } from 'vitest';
import { fixedReservedScopes, reservedScope, scopeValues } from './scopes.js';

describe('scopes', () => {
  it('are split into values, each once', () => {
    expect(scopeValues(' openid  email openid')).toEqual(['openid', 'email']);
    expect(scopeValues(undefined)).toEqual([]);
  });

  it.each([
    ['urn:gatehouse:iam:org:project:id:p1:aud', 'projectAudience', 'p1'],
    ['urn:gatehouse:iam:org:project:id:a:b:aud', 'projectAudience', 'a:b'],
    ['urn:gatehouse:iam:org:id:o1', 'organizationId', 'o1'],
    ['urn:gatehouse:iam:org:domain:primary:example.com', 'primaryDomain', 'example.com'],
    ['urn:gatehouse:iam:org:roles:id:o1', 'rolesOfOrganization', 'o1'],
    ['urn:gatehouse:iam:org:project:role:a:b', 'projectRole', 'a:b'],
    ['urn:gatehouse:iam:org:projects:roles', 'projectsRoles', ''],
    ['urn:gatehouse:iam:org:project:roles', 'projectsRoles', ''],
    ['urn:gatehouse:iam:user:resourceowner', 'resourceOwner', ''],
    ['urn:gatehouse:iam:user:metadata', 'userMetadata', ''],
    ['urn:gatehouse:iam:org:metadata', 'organizationMetadata', ''],
  ])('%s is reserved: %s of %s', (scope, kind, value) => expect(reservedScope(scope, 'gatehouse')).toEqual({ kind, value }));

  it.each([
    'urn:gatehouse:iam:org:project:id::aud',
    'urn:gatehouse:iam:org:project:id:aud',
    'urn:gatehouse:iam:org:id:',
    'urn:gatehouse:iam:user:metadata:more',
    'urn:gatehouse:iam:unheard:of',
    'urn:other:iam:user:metadata',
    'openid',
  ])('%s is not reserved', (scope) => expect(reservedScope(scope, 'gatehouse')).toBeUndefined());

  it('those that discovery lists are reserved', () => {
    for (const scope of fixedReservedScopes('gatehouse')) expect(reservedScope(scope, 'gatehouse'), scope).toBeDefined();
  });
});
