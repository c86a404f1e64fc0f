import { describe, expect, it } from 'vitest';
import { audienceScopeProject, scopeValues } from './scopes.js';

describe('scopes', () => {
  it('are split into values, each once', () => {
    expect(scopeValues(' openid  email openid')).toEqual(['openid', 'email']);
    expect(scopeValues(undefined)).toEqual([]);
  });

  it.each([
    ['urn:gatehouse:iam:org:project:id:p1:aud', 'p1'],
    ['urn:gatehouse:iam:org:project:id:a:b:aud', 'a:b'],
    ['urn:gatehouse:iam:org:project:id::aud', undefined],
    ['urn:gatehouse:iam:org:project:id:aud', undefined],
    ['urn:other:iam:org:project:id:p1:aud', undefined],
    ['openid', undefined],
  ])('%s asks for the audience of %s', (scope, project) => expect(audienceScopeProject(scope, 'gatehouse')).toBe(project));
});
