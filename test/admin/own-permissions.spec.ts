// What the caller may do, as a console asks it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ORGANIZATION_ROLES, PERMISSIONS } from '../../src/common/access/permissions.js';
import { addGroup, changeMembers } from '../support/groups.js';
import { API_SCOPE, signInToNewClient } from '../support/oauth.js';
import { createOrganization, freshName } from '../support/people.js';
import { createServiceUser } from '../support/service-users.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';
import { makeWorld } from '../support/world.js';

const PATH = '/admin/v1/me/permissions';

let service: TestService;
let orgId: string;
beforeAll(async () => {
  service = await sharedService();
  orgId = await createOrganization(service);
});
afterAll(() => service.close());

const ask = async (token: string) => (await service.call('GET', PATH, undefined, { token })).body;

describe('the permissions of the caller', () => {
  it('come with the names of the caller', async () => {
    const { userId, token } = await createServiceUser(service, orgId);
    const userName = (await service.call('GET', `/admin/v1/organizations/${orgId}/service-users/${userId}`)).body.userName;
    const organization = (await service.call('GET', `/admin/v1/organizations/${orgId}`)).body;
    expect(await ask(token)).toMatchObject({
      userId,
      kind: 'service',
      orgId,
      orgName: organization.name,
      userName,
      loginName: `${userName}@${organization.primaryDomain}`,
      displayName: userName,
    });
  });

  it('are none for a caller without a role, which is no error', async () => {
    const { token } = await createServiceUser(service, orgId);
    const none = { service: { roles: [], permissions: [] }, organizations: [], organizationCount: 0 };
    expect(await ask(token)).toMatchObject(none);
  });

  it('need a valid token', async () => {
    expect((await service.call('GET', PATH, undefined, { token: null })).status).toBe(401);
    expect((await service.call('GET', PATH, undefined, { token: 'made-up' })).status).toBe(401);
  });

  it('add those of the service to those of an organization, and those of both to those of a project', async () => {
    const { userId, token } = await createServiceUser(service, orgId, 'ORG_OWNER_VIEWER');
    const { projectId } = (await service.call('POST', `/admin/v1/organizations/${orgId}/projects`, { name: 'Wiki' })).body;
    await service.call('POST', `/admin/v1/organizations/${orgId}/projects/${projectId}/members`, { userId, role: 'PROJECT_OWNER' });
    const [organization] = (await ask(token)).organizations;
    expect(organization.permissions.toSorted()).toEqual(ORGANIZATION_ROLES.ORG_OWNER_VIEWER.toSorted());
    const [project] = organization.projects;
    expect(project).toMatchObject({ projectId, name: 'Wiki', roles: ['PROJECT_OWNER'] });
    expect(project.permissions).toEqual(expect.arrayContaining(['project.write', 'user.read']));
    await service.call('POST', '/admin/v1/members', { userId, role: 'IAM_OWNER' });
    const owner = await ask(token);
    expect(owner.service).toEqual({ roles: ['IAM_OWNER'], permissions: PERMISSIONS });
    expect(owner.organizations[0]).toMatchObject({ roles: ['ORG_OWNER_VIEWER'], permissions: PERMISSIONS });
  });

  it('are listed by the name of the organization, with each role once', async () => {
    const { userId, token } = await createServiceUser(service, orgId);
    const name = freshName('org');
    const others: string[] = [];
    for (const end of ['a', 'b'])
      others.push((await service.call('POST', '/admin/v1/organizations', { name: `${name}-${end}` })).body.orgId);
    for (const one of others.toReversed())
      for (const role of ['ORG_OWNER_VIEWER', 'ORG_USER_MANAGER'])
        await service.call('POST', `/admin/v1/organizations/${one}/members`, { userId, role });
    const { organizations, organizationCount } = await ask(token);
    expect(organizations.map((one: { orgId: string; roles: string[] }) => [one.orgId, one.roles.toSorted()])).toEqual(
      others.map((one) => [one, ['ORG_OWNER_VIEWER', 'ORG_USER_MANAGER']]),
    );
    expect(organizationCount).toBe(2);
  });

  it('include roles through groups, and end with them', async () => {
    const world = await makeWorld(service);
    const { id } = world.organization;
    const { tokens } = await signInToNewClient(service, world, { apiAccess: true }, `openid ${API_SCOPE}`);
    expect(await ask(tokens.access_token)).toMatchObject({ userId: world.person.id, kind: 'person', organizations: [] });
    const group = await addGroup(service, id, [world.person.id]);
    await service.call('POST', `/admin/v1/organizations/${id}/groups/${group.id}/roles`, { role: 'ORG_USER_MANAGER' });
    expect((await ask(tokens.access_token)).organizations).toMatchObject([{ orgId: id, roles: ['ORG_USER_MANAGER'] }]);
    await changeMembers(service, id, group.id, { dropped: [world.person.id] });
    expect((await ask(tokens.access_token)).organizations).toEqual([]);
  });

  it('are kept from a token that was issued for something else', async () => {
    const world = await makeWorld(service);
    const { tokens } = await signInToNewClient(service, world, {}, 'openid');
    expect((await service.call('GET', PATH, undefined, { token: tokens.access_token })).status).toBe(401);
  });
});
