import { describe, expect, it } from 'vitest';
import {
  coversRoles,
  judgeOrganization,
  judgeService,
  ORGANIZATION_ROLES,
  PROJECT_GRANT_ROLES,
  PROJECT_ROLES,
  SERVICE_ROLES,
  type Membership,
} from '../../src/common/access/permissions.js';

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

describe('a role in one project', () => {
  const owner = [{ role: 'PROJECT_OWNER', orgId: 'a', projectId: 'p' }];

  it.each([
    ['project.role.write', { projectId: 'p' }, 'allowed'],
    ['authorization.write', { projectId: 'p' }, 'allowed'],
    ['project.write', { projectId: 'q' }, 'noPermission'],
    ['project.write', {}, 'noPermission'],
    ['authorization.write', { grantId: 'p' }, 'noPermission'],
    ['user.read', { projectId: 'p' }, 'noPermission'],
  ] as const)('%s within %o is %s', (permission, within, verdict) => {
    expect(judgeOrganization(owner, permission, 'a', within)).toBe(verdict);
  });

  it('means nothing in another organization, also not about a project of the same id', () => {
    expect(judgeOrganization(owner, 'project.write', 'b', { projectId: 'p' })).toBe('noMembership');
  });

  it('is given by whoever owns the project or its organization, and by nobody of another project', () => {
    const roles = [{ role: 'PROJECT_OWNER', orgId: 'a', projectId: 'p' }];
    expect(coversRoles(owner, roles)).toBe(true);
    expect(coversRoles(inOrg('ORG_OWNER'), roles)).toBe(true);
    expect(coversRoles(inOrg('ORG_USER_MANAGER'), roles)).toBe(false);
    expect(coversRoles([{ role: 'PROJECT_OWNER', orgId: 'a', projectId: 'q' }], roles)).toBe(false);
    expect(coversRoles(owner, inOrg('ORG_OWNER'))).toBe(false);
  });

  it('is none of the organization or of a grant, whatever it is called', () => {
    expect(judgeOrganization(inOrg('PROJECT_OWNER'), 'project.write', 'a', { projectId: 'p' })).toBe('noPermission');
    expect(judgeOrganization([{ role: 'ORG_OWNER', orgId: 'a', projectId: 'p' }], 'project.write', 'a', { projectId: 'p' })).toBe(
      'noPermission',
    );
  });
});

describe('a role in one grant of a project', () => {
  const owner = [{ role: 'PROJECT_GRANT_OWNER', orgId: 'b', grantId: 'g' }];

  it('gives the roles of that grant in the organization that has it, and nothing else', () => {
    expect(judgeOrganization(owner, 'authorization.write', 'b', { grantId: 'g' })).toBe('allowed');
    expect(judgeOrganization(owner, 'authorization.write', 'b', { grantId: 'h' })).toBe('noPermission');
    expect(judgeOrganization(owner, 'authorization.write', 'b')).toBe('noPermission');
    expect(judgeOrganization(owner, 'project.grant.write', 'b', { grantId: 'g' })).toBe('noPermission');
    expect(judgeOrganization(owner, 'authorization.write', 'a', { grantId: 'g' })).toBe('noMembership');
  });
});

describe('whoever changes policies', () => {
  const given = (roles: object, scope: Omit<Membership, 'role'>): Membership[] => Object.keys(roles).map((role) => ({ role, ...scope }));
  const ofOrganization = [
    ...given(ORGANIZATION_ROLES, { orgId: 'a' }),
    ...given(PROJECT_ROLES, { orgId: 'a', projectId: 'p' }),
    ...given(PROJECT_GRANT_ROLES, { orgId: 'a', grantId: 'g' }),
  ];

  it('of an organization covers every role that a group can hold there', () => {
    const deciding = [...ofOrganization, ...given(SERVICE_ROLES, { orgId: null })].filter(
      (held) => judgeOrganization([held], 'org.write', 'a') === 'allowed',
    );
    expect(deciding.map(({ role }) => role)).toEqual(['ORG_OWNER', 'IAM_OWNER', 'IAM_ORG_MANAGER']);
    for (const held of deciding) expect(coversRoles([held], ofOrganization)).toBe(true);
  });

  it('of the service covers every role', () => {
    const all = given(SERVICE_ROLES, { orgId: null });
    const deciding = all.filter((held) => judgeService([held], 'policy.write') === 'allowed');
    expect(deciding.map(({ role }) => role)).toEqual(['IAM_OWNER']);
    for (const held of deciding) expect(coversRoles([held], [...all, ...ofOrganization])).toBe(true);
  });
});
