// Member roles that groups hold: whom they count for, who may give them, and that nobody gains by putting people into groups.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Membership } from '../../src/common/access/permissions.js';
import type { Principal } from '../../src/common/access/principal.js';
import { Database } from '../../src/common/database/database.js';
import { ConfigVersion } from '../../src/common/database/config-version.js';
import { DomainError } from '../../src/common/primitives/domain-error.js';
import { GroupsRepository } from '../../src/users/directory/groups/groups.repository.js';
import { GroupRoles } from '../../src/users/roles/memberships/group-roles.service.js';
import { Organizations } from '../../src/users/organizations/organizations.service.js';
import { Memberships } from '../../src/users/roles/memberships/memberships.service.js';
import { addGroup, changeMembers } from '../support/groups.js';
import { API_SCOPE, signInToNewClient } from '../support/oauth.js';
import { freshName, patchOf, usersPath } from '../support/people.js';
import { createServiceUser } from '../support/service-users.js';
import { sentStatements } from '../support/sent-statements.js';
import { service, useWorld, world } from '../support/use-world.js';
import { makeWorld } from '../support/world.js';

useWorld();

let orgId: string;
let base: string;
beforeAll(async () => {
  orgId = world.organization.id;
  base = `/admin/v1/organizations/${orgId}`;
});

const call = (method: string, path: string, body?: unknown, token?: string) =>
  service.call(method, `${base}${path}`, body, token === undefined ? {} : { token });
const rolesOf = async (userNo: number) => (await service.get(Memberships).rolesOf(userNo)).map(({ role }) => role).toSorted();
const person = async () => world.addPerson({ userName: freshName() });

/** A principal who holds only these roles. */
const holding = (...memberships: Membership[]): Principal => ({ userNo: 0, userId: 'test', kind: 'service', orgId, memberships });

describe('a role of a group', () => {
  it('counts for everybody in it, also through other groups, and ends with each of: the role, the membership, the nesting', async () => {
    const { no, id } = await person();
    const inner = await addGroup(service, orgId, [id]);
    const outer = await addGroup(service, orgId, [inner.id]);
    expect(await rolesOf(no)).toEqual([]);
    expect((await call('POST', `/groups/${outer.id}/roles`, { role: 'ORG_USER_MANAGER' })).status).toBe(201);
    expect(await rolesOf(no)).toEqual(['ORG_USER_MANAGER']);
    await changeMembers(service, orgId, inner.id, { dropped: [id] });
    expect(await rolesOf(no)).toEqual([]);
    await changeMembers(service, orgId, inner.id, { put: [id] });
    await changeMembers(service, orgId, outer.id, { dropped: [inner.id] });
    expect(await rolesOf(no)).toEqual([]);
    await changeMembers(service, orgId, outer.id, { put: [inner.id] });
    expect(await rolesOf(no)).toEqual(['ORG_USER_MANAGER']);
    expect((await call('DELETE', `/groups/${outer.id}/roles/ORG_USER_MANAGER`)).status).toBe(204);
    expect(await rolesOf(no)).toEqual([]);
  });

  it('opens the API to a person with a token that was issued before', async () => {
    const { tokens } = await signInToNewClient(service, world, { apiAccess: true }, `openid ${API_SCOPE}`);
    const status = async () => (await service.call('GET', usersPath(service, orgId), undefined, { token: tokens.access_token })).status;
    expect(await status()).toBe(404);
    const group = await addGroup(service, orgId, [world.person.id]);
    await call('POST', `/groups/${group.id}/roles`, { role: 'ORG_OWNER_VIEWER' });
    expect(await status()).toBe(200);
    await changeMembers(service, orgId, group.id, { dropped: [world.person.id] });
    expect(await status()).toBe(404);
  });

  it('is listed with those that somebody has itself, by each of the groups, and nothing of other organizations', async () => {
    const { id } = await person();
    const inner = await addGroup(service, orgId, [id]);
    const outer = await addGroup(service, orgId, [inner.id]);
    const other = await makeWorld(service);
    const listed = async () => (await call('GET', `/users/${id}/roles`)).body.roles;
    expect(await listed()).toEqual([]);
    await call('POST', '/members', { userId: id, role: 'ORG_OWNER_VIEWER' });
    await service.call('POST', `/admin/v1/organizations/${other.organization.id}/members`, { userId: id, role: 'ORG_OWNER' });
    await service.call('POST', '/admin/v1/members', { userId: id, role: 'IAM_OWNER_VIEWER' });
    await call('POST', `/groups/${inner.id}/roles`, { role: 'PROJECT_OWNER', projectId: world.projectId });
    await call('POST', `/groups/${outer.id}/roles`, { role: 'ORG_USER_MANAGER' });
    const by = ({ id: groupId, displayName }: { id: string; displayName: string }, direct: boolean) => ({ groupId, displayName, direct });
    expect(await listed()).toEqual([
      { role: 'ORG_OWNER_VIEWER' },
      { role: 'PROJECT_OWNER', projectId: world.projectId, group: by(inner, true) },
      { role: 'ORG_USER_MANAGER', group: by(outer, false) },
    ]);
    await changeMembers(service, orgId, inner.id, { dropped: [id] });
    expect(await listed()).toEqual([{ role: 'ORG_OWNER_VIEWER' }]);
    expect((await call('GET', `/users/${other.person.id}/roles`)).status).toBe(404);
  });

  it('may be one in a project or in a grant of the organization, and is listed with it', async () => {
    const { no, id } = await person();
    const group = await addGroup(service, orgId, [id]);
    const role = { role: 'PROJECT_OWNER', projectId: world.projectId };
    expect((await call('POST', `/groups/${group.id}/roles`, role)).body).toEqual(role);
    expect((await call('GET', `/groups/${group.id}/roles`)).body.roles).toEqual([role]);
    expect(await service.get(Memberships).rolesOf(no)).toEqual([{ ...role, orgId }]);
    expect((await call('DELETE', `/groups/${group.id}/roles/PROJECT_OWNER`)).status).toBe(400);
    expect((await call('DELETE', `/groups/${group.id}/roles/PROJECT_OWNER?projectId=${world.projectId}`)).status).toBe(204);
    expect(await rolesOf(no)).toEqual([]);
  });

  it.each([
    ['a role in the whole service', { role: 'IAM_OWNER' }, 400],
    ['a role in a project without a project', { role: 'PROJECT_OWNER' }, 400],
    ['a role in the organization with a project', { role: 'ORG_OWNER', projectId: 'own' }, 400],
    ['a project that does not exist', { role: 'PROJECT_OWNER', projectId: 'nowhere' }, 404],
    ['a project of another organization', { role: 'PROJECT_OWNER', projectId: 'foreign' }, 404],
    ['a project and a grant at once', { role: 'PROJECT_OWNER', projectId: 'own', grantId: 'own' }, 400],
  ])('is refused: %s', async (_, { role, ...within }, status) => {
    const group = await addGroup(service, orgId);
    const foreign = (await makeWorld(service)).projectId;
    const named = Object.fromEntries(
      Object.entries(within).map(([name, id]) => [name, id === 'own' ? world.projectId : id === 'foreign' ? foreign : id]),
    );
    expect((await call('POST', `/groups/${group.id}/roles`, { role, ...named })).status).toBe(status);
  });

  it.each([
    ['ORG_USER_MANAGER', 'ORG_USER_MANAGER', 403],
    ['ORG_OWNER', 'ORG_OWNER', 201],
    ['ORG_OWNER', 'ORG_ADMIN_IMPERSONATOR', 201],
    ['IAM_ORG_MANAGER', 'ORG_OWNER', 201],
    ['IAM_USER_MANAGER', 'ORG_USER_MANAGER', 403],
    ['ORG_OWNER_VIEWER', 'ORG_OWNER_VIEWER', 403],
  ] as const)('is given by %s: %s, with %i', async (caller, role, status) => {
    const { token } = await createServiceUser(service, orgId, caller);
    const group = await addGroup(service, orgId);
    expect((await call('POST', `/groups/${group.id}/roles`, { role }, token)).status).toBe(status);
  });

  it('is not found in another organization, and twice is a conflict', async () => {
    const other = await makeWorld(service);
    const foreign = await addGroup(service, other.organization.id);
    expect((await call('POST', `/groups/${foreign.id}/roles`, { role: 'ORG_OWNER' })).status).toBe(404);
    const group = await addGroup(service, orgId);
    await call('POST', `/groups/${group.id}/roles`, { role: 'ORG_OWNER' });
    expect((await call('POST', `/groups/${group.id}/roles`, { role: 'ORG_OWNER' })).status).toBe(409);
  });
});

describe('nobody gains by a group', () => {
  const inOrg = (role: string): Membership => ({ role, orgId });

  it('that carries member roles, itself or above: putting people in needs cover of all of them, and so does taking them out', async () => {
    const inner = await addGroup(service, orgId);
    const outer = await addGroup(service, orgId, [inner.id]);
    const { id } = await person();
    await changeMembers(service, orgId, inner.id, { put: [id] }, holding(inOrg('ORG_USER_MANAGER')));
    await call('POST', `/groups/${outer.id}/roles`, { role: 'ORG_OWNER' });
    const newcomer = (await person()).id;
    for (const group of [inner, outer]) {
      const put = changeMembers(service, orgId, group.id, { put: [newcomer] }, holding(inOrg('ORG_USER_MANAGER')));
      await expect(put).rejects.toMatchObject({ kind: 'forbidden' });
    }
    const dropped = changeMembers(service, orgId, inner.id, { dropped: [id] }, holding(inOrg('ORG_USER_MANAGER')));
    await expect(dropped).rejects.toMatchObject({ kind: 'forbidden' });
    await changeMembers(service, orgId, inner.id, { put: [newcomer], dropped: [id] }, holding(inOrg('ORG_OWNER')));
  });

  it('that has been given roles of a project: putting people in needs authorization.write there', async () => {
    const { body: project } = await call('POST', '/projects', { name: freshName('project') });
    await call('POST', `/projects/${project.projectId}/roles`, { key: 'reader' });
    const group = await addGroup(service, orgId);
    await call('POST', `/projects/${project.projectId}/authorizations`, { holderId: group.id, roleKeys: ['reader'] });
    const put = async (...memberships: Membership[]) =>
      changeMembers(service, orgId, group.id, { put: [(await person()).id] }, holding(...memberships));
    const owner = (projectId: string): Membership => ({ role: 'PROJECT_OWNER', orgId, projectId });
    await expect(put(inOrg('ORG_OWNER_VIEWER'))).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(put(owner(world.projectId))).rejects.toMatchObject({ kind: 'forbidden' });
    await put(owner(project.projectId));
    await put(inOrg('ORG_USER_MANAGER'));
  });

  it('that carries roles: it keeps its names for whoever does not cover them, so that nobody exchanges it for another group', async () => {
    const inner = await addGroup(service, orgId);
    const outer = await addGroup(service, orgId, [inner.id]);
    const { token } = await createServiceUser(service, orgId, 'ORG_USER_MANAGER');
    const set = async (path: string, as = token) => {
      const change = patchOf({ op: 'replace', path, value: freshName() });
      return (await service.call('PATCH', `/scim/v2/${orgId}/Groups/${inner.id}`, change, { token: as })).status;
    };
    expect([await set('displayName'), await set('externalId')]).toEqual([204, 204]);
    await call('POST', `/groups/${outer.id}/roles`, { role: 'ORG_OWNER' });
    expect([await set('displayName'), await set('externalId')]).toEqual([403, 403]);
    expect(await set('displayName', (await createServiceUser(service, orgId, 'ORG_OWNER')).token)).toBe(204);
  });

  it('that is being removed: it gets no role any more', async () => {
    const group = await addGroup(service, orgId);
    const organization = await service.get(Organizations).requireOrganization(orgId);
    let added: Promise<unknown> = Promise.resolve();
    await service.get(Database).write('test', async (tx) => {
      await service.get(GroupsRepository).remove(tx, group);
      const owner = holding(inOrg('ORG_OWNER'));
      added = service
        .get(GroupRoles)
        .addRole(organization, group.id, { role: 'ORG_OWNER_VIEWER' }, owner)
        .catch(({ kind }: DomainError) => kind);
      // Either it waits for this unit, or it is done meanwhile.
      await Promise.race([added, new Promise((resolve) => setTimeout(resolve, 300))]);
    });
    expect(await added).toBe('notFound');
    expect(await service.get(Database).query.rows('SELECT role FROM group_roles WHERE group_no = ?', [group.no])).toEqual([]);
  });

  it('whose members are administrators: a manager of users cannot take one over', async () => {
    const { id } = await person();
    const group = await addGroup(service, orgId, [id]);
    const { token } = await createServiceUser(service, orgId, 'ORG_USER_MANAGER');
    const rename = () =>
      service.call('PATCH', `${usersPath(service, orgId)}/${id}`, patchOf({ op: 'replace', path: 'userName', value: freshName() }), {
        token,
      });
    expect((await rename()).status).toBe(204);
    await call('POST', `/groups/${group.id}/roles`, { role: 'ORG_OWNER' });
    expect((await rename()).status).toBe(403);
  });

  it('by its id: no service user comes to have the same one, and with it the roles that the group is to be given', async () => {
    const { id } = await addGroup(service, orgId);
    const added = await call('POST', '/service-users', { userName: freshName('service'), userId: id });
    expect([added.status, added.body.code]).toEqual([409, 'serviceUser.idTaken']);
  });

  it('by its id: no group comes to have that of a user, and with it what the user is to be given, nor one that a user had', async () => {
    const [present, gone] = [await person(), await person()];
    const { userId } = await createServiceUser(service, orgId, 'ORG_OWNER_VIEWER');
    await call('DELETE', `/people/${gone.id}`);
    for (const groupId of [present.id, userId, gone.id]) {
      const added = await call('POST', '/groups', { displayName: freshName('group'), groupId });
      expect([added.status, added.body.code]).toEqual([409, 'group.idTaken']);
    }
  });

  it('of owners: the last owner is one who has the role itself', async () => {
    const { userId } = await createServiceUser(service, orgId, 'ORG_OWNER');
    const others = (await call('GET', '/members')).body.members as Array<{ userId: string; roles: string[] }>;
    for (const other of others.filter(({ userId: id, roles }) => id !== userId && roles.includes('ORG_OWNER')))
      await call('DELETE', `/members/${other.userId}/ORG_OWNER`);
    const group = await addGroup(service, orgId, [(await person()).id]);
    await call('POST', `/groups/${group.id}/roles`, { role: 'ORG_OWNER' });
    expect((await call('DELETE', `/members/${userId}/ORG_OWNER`)).status).toBe(409);
  });
});

it('where no group holds a role, a user’s roles cost one query, and none while the configuration stays the same', async () => {
  const bare = await makeWorld(service);
  const group = await addGroup(service, bare.organization.id, [bare.person.id]);
  const version = await service.get(ConfigVersion).current();
  const statements = await sentStatements(async () => {
    await service.get(Memberships).rolesOf(bare.person.no, version);
    await service.get(Memberships).rolesOf(bare.person.no, version);
  });
  expect(statements).toHaveLength(1);
  expect(statements[0]).not.toContain('RECURSIVE');
  await service.call('POST', `/admin/v1/organizations/${bare.organization.id}/groups/${group.id}/roles`, { role: 'ORG_OWNER_VIEWER' });
  const next = await service.get(ConfigVersion).current();
  expect(await sentStatements(() => service.get(Memberships).rolesOf(bare.person.no, next))).toHaveLength(2);
});
