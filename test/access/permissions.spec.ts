import { describe, expect, it } from 'vitest';
import { judgeOrganization, judgeService } from '../../src/common/access/permissions.js';

const inOrg = (role: string, orgId = 'a') => [{ role, orgId }];
const inService = (role: string) => [{ role, orgId: null }];

describe('a role', () => {
  it.each([
    ['IAM_OWNER', 'import', 'allowed'],
    ['IAM_OWNER_VIEWER', 'import', 'noPermission'],
    ['IAM_OWNER_VIEWER', 'event.read', 'allowed'],
    ['IAM_USER_MANAGER', 'event.read', 'noPermission'],
  ] as const)('%s in the service: %s is %s', (role, permission, verdict) => {
    expect(judgeService(inService(role), permission)).toBe(verdict);
  });

  it.each([
    ['ORG_OWNER', 'user.write', 'allowed'],
    ['ORG_OWNER_VIEWER', 'user.read', 'allowed'],
    ['ORG_OWNER_VIEWER', 'user.write', 'noPermission'],
    ['ORG_USER_MANAGER', 'user.delete', 'allowed'],
    ['ORG_USER_MANAGER', 'group.delete', 'allowed'],
    ['ORG_OWNER_VIEWER', 'group.read', 'allowed'],
    ['ORG_OWNER_VIEWER', 'group.write', 'noPermission'],
    ['ORG_USER_MANAGER', 'project.write', 'noPermission'],
    ['UNHEARD_OF', 'user.read', 'noPermission'],
    ['constructor', 'user.read', 'noPermission'],
  ] as const)('%s in an organization: %s is %s there', (role, permission, verdict) => {
    expect(judgeOrganization(inOrg(role), permission, 'a')).toBe(verdict);
  });

  it('of the service counts in every organization', () => {
    expect(judgeOrganization(inService('IAM_OWNER'), 'user.write', 'any')).toBe('allowed');
  });

  it('of one organization means nothing in another, and does not tell that the other exists', () => {
    expect(judgeOrganization(inOrg('ORG_OWNER'), 'user.read', 'b')).toBe('noMembership');
  });

  it('of one organization is none of the service, whatever it is called', () => {
    expect(judgeService([{ role: 'IAM_OWNER', orgId: 'a' }], 'import')).toBe('noPermission');
    expect(judgeOrganization([{ role: 'IAM_OWNER', orgId: 'a' }], 'user.write', 'a')).toBe('noPermission');
    expect(judgeService([{ role: 'ORG_OWNER', orgId: null }], 'import')).toBe('noPermission');
  });
});
