// Who may do what in an organization or a project, and why, in one list.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addGroup } from '../support/groups.js';
import { createOrganization } from '../support/people.js';
import { createServiceUser } from '../support/service-users.js';
import { startService, type TestService } from '../support/service.js';
import { makeWorld, type World } from '../support/world.js';

let service: TestService;
let world: World;
let orgId: string;
let base: string;
let project: string;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  world = await makeWorld(service);
  orgId = world.organization.id;
  base = `/admin/v1/organizations/${orgId}`;
  project = `${base}/projects/${world.projectId}`;
});

async function post(to: string, body: unknown) {
  const answer = await service.call('POST', to, body);
  if (answer.status >= 300) throw new Error(`${to}: ${answer.text}`);
  return answer.body;
}
const list = async (path: string, query = '', token?: string) =>
  (await service.call('GET', `${path}/role-holders${query}`, undefined, token === undefined ? {} : { token })).body;
const rolesOf = (body: { roleHolders: Array<{ userId: string; roles: object[] }> }, userId: string) =>
  body.roleHolders.find((holder) => holder.userId === userId)?.roles;
const idsOf = (body: { roleHolders: Array<{ userId: string }> }) => body.roleHolders.map(({ userId }) => userId);

describe('the role holders of an organization', () => {
  it('are those with a role of their own, by a group, by a group around it, or inherited from the service, each once', async () => {
    const { id: userId } = world.person;
    const other = await world.addPerson({ userName: 'inner-member' });
    const inner = await addGroup(service, orgId, [userId, other.id], 'Inner');
    const outer = await addGroup(service, orgId, [inner.id], 'Outer');
    await post(`${base}/members`, { userId, role: 'ORG_OWNER_VIEWER' });
    await post(`${base}/groups/${outer.id}/roles`, { role: 'ORG_USER_MANAGER' });
    await post(`${project}/members`, { userId, role: 'PROJECT_OWNER' });
    const body = await list(base);
    const byGroup = { role: 'ORG_USER_MANAGER', via: 'group', group: { groupId: outer.id, displayName: 'Outer', direct: false } };
    expect(rolesOf(body, userId)).toEqual(
      expect.arrayContaining([
        { role: 'ORG_OWNER_VIEWER', via: 'direct' },
        { role: 'PROJECT_OWNER', via: 'direct', projectId: world.projectId },
        byGroup,
      ]),
    );
    expect(rolesOf(body, userId)).toHaveLength(3);
    expect(rolesOf(body, other.id)).toEqual([byGroup]);
    expect(rolesOf(body, service.credentials.serviceUser.userId)).toEqual([{ role: 'IAM_OWNER', via: 'inherited' }]);
    expect(new Set(idsOf(body)).size).toBe(body.roleHolders.length);
    expect(body.roleHolders.find((holder: { userId: string }) => holder.userId === other.id)).toMatchObject({
      kind: 'person',
      userName: 'inner-member',
    });
    // The same as what is said about one of them.
    const { roles } = (await service.call('GET', `${base}/users/${userId}/roles`)).body;
    expect(rolesOf(body, userId)?.map(({ via, ...role }: { via?: string }) => role)).toEqual(roles);
  });

  it('are shown as inherited, or by name, only to those who may read the members of the service', async () => {
    const { token } = await createServiceUser(service, orgId, 'ORG_OWNER');
    const stranger = await createServiceUser(service, await createOrganization(service));
    await post(`${base}/members`, { userId: stranger.userId, role: 'ORG_OWNER_VIEWER' });
    const body = await list(base, '', token);
    expect(rolesOf(body, service.credentials.serviceUser.userId)).toBeUndefined();
    expect(body.roleHolders.find((holder: { userId: string }) => holder.userId === stranger.userId)).toEqual({
      userId: stranger.userId,
      kind: 'service',
      roles: [{ role: 'ORG_OWNER_VIEWER', via: 'direct' }],
    });
    expect((await list(base, '?via=inherited', token)).roleHolders).toEqual([]);
  });

  it('are none of another organization, and nobody without a role', async () => {
    const other = await makeWorld(service);
    await post(`/admin/v1/organizations/${other.organization.id}/members`, { userId: other.person.id, role: 'ORG_OWNER' });
    const body = await list(base);
    expect(idsOf(body)).not.toContain(other.person.id);
    expect(idsOf(body)).not.toContain(world.person.id);
    const owner = await createServiceUser(service, orgId, 'ORG_OWNER');
    for (const path of [`/admin/v1/organizations/${other.organization.id}`, `${base}/projects/${other.projectId}`])
      expect((await service.call('GET', `${path}/role-holders`, undefined, { token: owner.token })).status).toBe(404);
  });

  it('are filtered by role, reason and user, counted, and paged', async () => {
    const { id: userId } = world.person;
    const member = await world.addPerson({});
    const group = await addGroup(service, orgId, [member.id]);
    await post(`${base}/groups/${group.id}/roles`, { role: 'ORG_OWNER' });
    await post(`${base}/members`, { userId, role: 'ORG_USER_MANAGER' });
    expect(idsOf(await list(base, '?role=ORG_OWNER'))).toEqual([member.id]);
    expect(idsOf(await list(base, '?role=ORG_USER_MANAGER'))).toEqual([userId]);
    expect(idsOf(await list(base, '?via=group'))).toEqual([member.id]);
    expect(idsOf(await list(base, '?via=direct'))).toEqual([userId]);
    expect(idsOf(await list(base, `?userId=${member.id}&total=true`))).toEqual([member.id]);
    const all = await list(base, '?total=true');
    expect(all.total).toBe(all.roleHolders.length);
    const walked: string[] = [];
    for (let cursor = ''; ;) {
      const page = await list(base, `?limit=1${cursor}`);
      walked.push(...idsOf(page));
      if (page.nextCursor === null) break;
      cursor = `&cursor=${page.nextCursor}`;
    }
    expect(walked).toEqual(idsOf(all));
    expect((await service.call('GET', `${base}/role-holders?via=luck`)).body.field).toBe('via');
  });

  it('end with the membership of the group', async () => {
    const group = await addGroup(service, orgId, [world.person.id]);
    await post(`${base}/groups/${group.id}/roles`, { role: 'ORG_OWNER_VIEWER' });
    expect(idsOf(await list(base, '?via=group'))).toEqual([world.person.id]);
    await post(`${base}/groups/${group.id}/members/_remove`, { memberIds: [world.person.id] });
    expect(idsOf(await list(base, '?via=group'))).toEqual([]);
  });
});

describe('the role holders of a project', () => {
  it('are its own, those by a group, and those whose role of the organization or the service counts there', async () => {
    const [owner, member] = [world.person, await world.addPerson({})];
    const viewer = await createServiceUser(service, orgId, 'ORG_OWNER_VIEWER');
    const group = await addGroup(service, orgId, [member.id], 'Crew');
    await post(`${project}/members`, { userId: owner.id, role: 'PROJECT_OWNER' });
    await post(`${base}/groups/${group.id}/roles`, { role: 'PROJECT_OWNER', projectId: world.projectId });
    const { projectId: elsewhere } = await post(`${base}/projects`, { name: 'Elsewhere' });
    await post(`${base}/projects/${elsewhere}/members`, { userId: member.id, role: 'PROJECT_OWNER' });
    const body = await list(project);
    const { projectId } = world;
    expect(rolesOf(body, owner.id)).toEqual([{ role: 'PROJECT_OWNER', projectId, via: 'direct' }]);
    expect(body.roleHolders[0].projectRoles).toEqual([]);
    expect(rolesOf(body, member.id)).toEqual([
      { role: 'PROJECT_OWNER', projectId, via: 'group', group: { groupId: group.id, displayName: 'Crew', direct: true } },
    ]);
    expect(rolesOf(body, viewer.userId)).toEqual([{ role: 'ORG_OWNER_VIEWER', via: 'inherited' }]);
    expect(rolesOf(body, service.credentials.serviceUser.userId)).toEqual([{ role: 'IAM_OWNER', via: 'inherited' }]);
    expect(idsOf(await list(project, '?via=inherited&role=ORG_OWNER_VIEWER'))).toEqual([viewer.userId]);
  });

  it('are those who have roles of the project itself: their own, by groups, and by organizations that it is granted to', async () => {
    const [own, member] = [world.person, await world.addPerson({ userName: 'crew-member' })];
    const robot = await createServiceUser(service, orgId);
    const inner = await addGroup(service, orgId, [member.id, own.id], 'Inner');
    const outer = await addGroup(service, orgId, [inner.id], 'Outer');
    for (const key of ['editor', 'reader']) await post(`${project}/roles`, { key });
    const give = (holderId: string, ...roleKeys: string[]) => post(`${project}/authorizations`, { holderId, roleKeys });
    const direct = await give(own.id, 'reader', 'editor');
    const byGroup = await give(outer.id, 'reader');
    await give(robot.userId, 'editor');
    const partner = await makeWorld(service);
    const partnerBase = `/admin/v1/organizations/${partner.organization.id}`;
    const { grantId } = await post(`${project}/grants`, { grantedOrgId: partner.organization.id, roleKeys: ['reader'] });
    const team = await addGroup(service, partner.organization.id, [partner.person.id], 'Team');
    const granted = await post(`${partnerBase}/granted-projects/${grantId}/authorizations`, { holderId: team.id, roleKeys: ['reader'] });

    const body = await list(project);
    const holder = (id: string) => body.roleHolders.find(({ userId }: { userId: string }) => userId === id);
    const outerView = { groupId: outer.id, displayName: 'Outer', direct: false };
    const reader = { roleKey: 'reader', via: 'group', authorizationId: byGroup.authorizationId, orgId, group: outerView };
    expect(holder(own.id).projectRoles).toEqual([
      ...['editor', 'reader'].map((roleKey) => ({ roleKey, via: 'direct', authorizationId: direct.authorizationId, orgId })),
      reader,
    ]);
    expect(holder(member.id)).toEqual({ userId: member.id, kind: 'person', userName: 'crew-member', roles: [], projectRoles: [reader] });
    expect(holder(robot.userId)).toMatchObject({ kind: 'service', projectRoles: [{ roleKey: 'editor', via: 'direct' }] });
    // Of another organization's people the id alone.
    expect(holder(partner.person.id)).toEqual({
      userId: partner.person.id,
      kind: 'person',
      roles: [],
      projectRoles: [
        { roleKey: 'reader', via: 'group', authorizationId: granted.authorizationId, orgId: partner.organization.id, grantId },
      ],
    });

    const found = async (query: string) => new Set(idsOf(await list(project, query)));
    const everybody = [own.id, member.id, robot.userId, partner.person.id];
    expect(await found('?role=editor')).toEqual(new Set([own.id, robot.userId]));
    expect(await found('?role=reader')).toEqual(new Set([own.id, member.id, partner.person.id]));
    expect(await found('?role=reader&via=direct')).toEqual(new Set([own.id]));
    expect(await found('?via=group')).toEqual(new Set([own.id, member.id, partner.person.id]));
    const inherited = await found('?via=inherited');
    expect(inherited).toContain(service.credentials.serviceUser.userId);
    for (const id of everybody) expect(inherited).not.toContain(id);
    for (const id of everybody) expect(await found(`?userId=${id}`)).toEqual(new Set([id]));
    const walked: string[] = [];
    for (let cursor = ''; ;) {
      const page = await list(project, `?limit=2&total=true${cursor}`);
      expect(page.total).toBe(body.roleHolders.length);
      walked.push(...idsOf(page));
      if (page.nextCursor === null) break;
      cursor = `&cursor=${page.nextCursor}`;
    }
    expect(walked).toEqual(idsOf(body));
    expect(new Set(walked)).toEqual(new Set([...everybody, ...inherited]));

    await service.call('DELETE', `${project}/grants/${grantId}`);
    await service.call('DELETE', `${project}/roles/editor`);
    await post(`${base}/groups/${inner.id}/members/_remove`, { memberIds: [member.id] });
    expect(await found('')).toEqual(new Set([own.id, ...inherited]));
  });

  it('are none with a role of another project, and nothing of the list of the organization', async () => {
    const { projectId: elsewhere } = await post(`${base}/projects`, { name: 'Elsewhere' });
    await post(`${base}/projects/${elsewhere}/roles`, { key: 'reader' });
    await post(`${base}/projects/${elsewhere}/authorizations`, { holderId: world.person.id, roleKeys: ['reader'] });
    expect(idsOf(await list(project))).not.toContain(world.person.id);
    expect(idsOf(await list(base))).not.toContain(world.person.id);
    expect(idsOf(await list(`${base}/projects/${elsewhere}`, '?role=reader'))).toEqual([world.person.id]);
  });

  it('are shown to an owner of the project without what it inherits', async () => {
    const robot = await createServiceUser(service, orgId);
    await createServiceUser(service, orgId, 'ORG_OWNER');
    await post(`${project}/members`, { userId: robot.userId, role: 'PROJECT_OWNER' });
    expect(idsOf(await list(project, '', robot.token))).toEqual([robot.userId]);
    expect((await service.call('GET', `${base}/role-holders`, undefined, { token: robot.token })).status).toBe(403);
  });
});
