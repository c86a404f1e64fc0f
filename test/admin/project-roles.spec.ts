// Roles and grants of projects, and who has been given them: the routes of the admin API, and what each change takes with it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Authorizations, targetOfProject } from '../../src/users/roles/authorizations/authorizations.service.js';
import { Clock } from '../../src/common/primitives/clock.js';
import { Removals } from '../../src/common/work/removals.service.js';
import { HeldProjectRoles } from '../../src/users/roles/authorizations/held-project-roles.service.js';
import { Database } from '../../src/common/database/database.js';
import { Groups } from '../../src/users/directory/groups/groups.service.js';
import { Organizations } from '../../src/users/organizations/organizations.service.js';
import { ServiceUsers } from '../../src/users/directory/service-users/service-users.service.js';
import { UserDirectory } from '../../src/users/roles/user-directory/user-directory.repository.js';
import { addGroup, changeMembers, OWNER } from '../support/groups.js';
import { createOrganization, createPerson, freshName, usersPath } from '../support/people.js';
import { createServiceUser } from '../support/service-users.js';
import { startService, type Answer, type TestService } from '../support/service.js';

let service: TestService;
let owning: string;
let granted: string;
beforeAll(async () => {
  service = await startService();
  [owning, granted] = [await createOrganization(service), await createOrganization(service)];
});
afterAll(() => service.close());

const org = (orgId: string) => `/admin/v1/organizations/${orgId}`;
const call = (method: string, path: string, body?: unknown, token?: string): Promise<Answer> =>
  service.call(method, path, body, token === undefined ? {} : { token });

/** A project of the owning organization with roles. */
async function makeProject(roles: string[] = ['reader', 'writer'], orgId = owning): Promise<{ id: string; path: string }> {
  const { projectId } = (await call('POST', `${org(orgId)}/projects`, { name: freshName('project') })).body;
  const path = `${org(orgId)}/projects/${projectId}`;
  for (const key of roles) expect((await call('POST', `${path}/roles`, { key })).status).toBe(201);
  return { id: projectId, path };
}

const grantTo = async (path: string, roleKeys: string[], grantedOrgId = granted) =>
  (await call('POST', `${path}/grants`, { grantedOrgId, roleKeys })).body as { grantId: string };
const authorize = (path: string, holderId: string, roleKeys: string[], token?: string) =>
  call('POST', `${path}/authorizations`, { holderId, roleKeys }, token);
const numberOf = async (userId: string) => (await service.get(UserDirectory).findById(userId))!;

/** The roles a user has of a project now, as "key of organization". */
async function heldBy(userId: string, projectId: string): Promise<string[]> {
  const { no, orgNo } = await numberOf(userId);
  const row = await service.get(Database).query.row<{ no: number }>('SELECT no FROM projects WHERE id = ?', [projectId]);
  const held = await service.get(HeldProjectRoles).rolesInProjects({ userNo: no, orgNo }, [row?.no ?? 0]);
  return held.map(({ key, org: { id } }) => `${key} of ${id === owning ? 'owner' : id === granted ? 'granted' : id}`);
}

const eventsOf = async (aggregateId: string, prefix: string) =>
  (
    (await call('POST', '/admin/v1/events/_search', { aggregateId, eventTypes: [`${prefix}.*`], asc: true, limit: 100 })).body
      .events as Array<{
      type: { type: string };
      payload: Record<string, unknown>;
      editor: { userId: string };
    }>
  ).map(({ type, payload, editor }) => ({ type: type.type, payload, editor: editor.userId }));

describe('a role of a project', () => {
  it('is added, changed, listed and removed, with an event for each', async () => {
    const { id, path } = await makeProject([]);
    const added = await call('POST', `${path}/roles`, { key: 'accountant', name: 'Accountant', section: 'Finance' });
    expect([added.status, added.body]).toEqual([
      201,
      { key: 'accountant', name: 'Accountant', section: 'Finance', createdAt: expect.any(String) },
    ]);
    expect((await call('PATCH', `${path}/roles/accountant`, { section: '' })).body).toMatchObject({ name: 'Accountant', section: '' });
    await call('POST', `${path}/roles`, { key: 'auditor' });
    const first = (await call('GET', `${path}/roles?limit=1`)).body;
    expect(first.roles.map(({ key }: { key: string }) => key)).toEqual(['accountant']);
    expect((await call('GET', `${path}/roles?limit=1&after=${first.after}`)).body.roles[0]).toMatchObject({
      key: 'auditor',
      name: 'auditor',
    });
    expect((await call('DELETE', `${path}/roles/auditor`)).status).toBe(204);
    expect((await eventsOf(id, 'project.role')).map(({ type, payload }) => [type, payload.roleKey])).toEqual([
      ['project.role.added', 'accountant'],
      ['project.role.changed', 'accountant'],
      ['project.role.added', 'auditor'],
      ['project.role.removed', 'auditor'],
    ]);
  });

  it.each([
    ['a key with a blank', { key: 'head of sales' }, 400],
    ['a key with a quote', { key: '"admin"' }, 400],
    ['an empty name', { key: 'a', name: ' ' }, 400],
    ['a key that is taken', { key: 'reader' }, 409],
    ['a member that does not exist', { key: 'a', colour: 'red' }, 400],
  ])('is refused with %s', async (_, body, status) => {
    const { path } = await makeProject();
    expect((await call('POST', `${path}/roles`, body)).status).toBe(status);
    expect((await call('GET', `${path}/roles`)).body.roles).toHaveLength(2);
  });

  it('is not found under a foreign organization', async () => {
    const { id } = await makeProject();
    expect((await call('GET', `${org(granted)}/projects/${id}/roles`)).status).toBe(404);
    expect((await call('DELETE', `${org(granted)}/projects/${id}/roles/reader`)).status).toBe(404);
  });

  it('that is removed is taken from grants and from everybody, and is nobody’s again when it is added again', async () => {
    // On a server too: what ends with a role or a grant are statements of their own.
    const { id, path } = await makeProject();
    const { grantId } = await grantTo(path, ['reader', 'writer']);
    const [own, guest] = [await createPerson(service, {}, owning), await createPerson(service, {}, granted)];
    const one = (await authorize(path, own.id, ['reader'])).body.authorizationId;
    const two = (await authorize(`${org(granted)}/granted-projects/${grantId}`, guest.id, ['reader', 'writer'])).body.authorizationId;
    expect(await heldBy(guest.id, id)).toEqual(['reader of granted', 'writer of granted']);
    expect((await call('DELETE', `${path}/roles/reader`)).status).toBe(204);
    expect((await call('POST', `${path}/roles`, { key: 'reader' })).status).toBe(201);
    expect([await heldBy(own.id, id), await heldBy(guest.id, id)]).toEqual([[], ['writer of granted']]);
    expect((await call('GET', `${path}/grants/${grantId}`)).body.roleKeys).toEqual(['writer']);
    expect((await call('GET', `${path}/authorizations/${one}`)).status).toBe(404);
    expect((await eventsOf(one, 'authorization')).map(({ type }) => type)).toEqual(['authorization.added', 'authorization.removed']);
    expect((await eventsOf(two, 'authorization')).at(-1)).toMatchObject({
      type: 'authorization.changed',
      payload: { roleKeys: ['writer'] },
    });
  });

  it('that very many have is gone at once, and what is left is deleted afterwards, each with its event', async () => {
    const { id, path } = await makeProject();
    const people = await addServiceUsers(450);
    const { no, orgNo } = (await service
      .get(Database)
      .query.row<{ no: number; orgNo: number }>('SELECT no, org_no AS orgNo FROM projects WHERE id = ?', [id]))!;
    const target = targetOfProject({ no, id, orgNo });
    const authorizations = service.get(Authorizations);
    // One after the other within the project: of all at once the last ones would wait longer than a unit of work may.
    for (let from = 0; from < people.length; from += 50)
      await Promise.all(
        people.slice(from, from + 50).map((holderId) => authorizations.addAuthorization(target, holderId, ['reader'], OWNER)),
      );
    const removed = await call('DELETE', `${path}/roles/reader`);
    expect(removed.status).toBe(204);
    expect(await heldBy(people.at(-1) ?? '', id)).toEqual([]);
    await service.get(Removals).deleteRelatedRows();
    const { query } = service.get(Database);
    const left = await query.row<{ n: number }>(
      'SELECT COUNT(*) AS n FROM authorizations a JOIN projects p ON p.no = a.project_no WHERE p.id = ?',
      [id],
    );
    expect(Number(left?.n)).toBe(0);
    service.get(Clock).advance(61_000);
    await service.get(Removals).deleteRelatedRows();
    expect(await query.rows('SELECT no FROM removals')).toEqual([]);
    const ended = await query.row<{ n: number }>('SELECT COUNT(*) AS n FROM events WHERE type_no = 171 AND payload LIKE ?', [`%${id}%`]);
    expect(Number(ended?.n)).toBe(450);
  });
});

/** Some in each unit of work, which may take 5 s. @returns their ids */
async function addServiceUsers(count: number): Promise<string[]> {
  const organization = await service.get(Organizations).requireOrganization(owning);
  const ids: string[] = [];
  while (ids.length < count) {
    const added = await service.get(Database).write('add service users', async (tx) => {
      const some: string[] = [];
      while (some.length < Math.min(50, count - ids.length))
        some.push((await service.get(ServiceUsers).createIn(tx, organization, { userName: freshName('many') }, 'test')).id);
      return some;
    });
    ids.push(...added);
  }
  return ids;
}

describe('a grant of a project', () => {
  it('is added, changed, listed on both sides and removed, with an event for each', async () => {
    const { id, path } = await makeProject();
    const added = await call('POST', `${path}/grants`, { grantedOrgId: granted, roleKeys: ['reader', 'reader'] });
    const { grantId } = added.body;
    expect(added.body).toMatchObject({ projectId: id, orgId: owning, grantedOrgId: granted, roleKeys: ['reader'] });
    expect((await call('GET', `${path}/grants`)).body.grants).toEqual([added.body]);
    const seen = (await call('GET', `${org(granted)}/granted-projects?limit=1000`)).body.grants;
    expect(seen.find((one: { grantId: string }) => one.grantId === grantId)).toEqual(added.body);
    expect((await call('PUT', `${path}/grants/${grantId}`, { roleKeys: ['writer'] })).body.roleKeys).toEqual(['writer']);
    expect((await call('DELETE', `${path}/grants/${grantId}`)).status).toBe(204);
    expect((await call('GET', `${org(granted)}/granted-projects/${grantId}`)).status).toBe(404);
    expect((await eventsOf(id, 'project.grant')).map(({ type }) => type)).toEqual([
      'project.grant.added',
      'project.grant.changed',
      'project.grant.removed',
    ]);
  });

  it('is refused twice, to the own organization, to an unknown one, and with an unknown role', async () => {
    const { path } = await makeProject();
    await grantTo(path, []);
    const status = async (body: unknown) => (await call('POST', `${path}/grants`, body)).status;
    expect(await status({ grantedOrgId: granted, roleKeys: [] })).toBe(409);
    expect(await status({ grantedOrgId: owning, roleKeys: [] })).toBe(400);
    expect(await status({ grantedOrgId: 'nowhere', roleKeys: [] })).toBe(404);
    expect(await status({ grantedOrgId: await createOrganization(service), roleKeys: ['admin'] })).toBe(400);
  });

  it('lets the organization give the granted roles to its own people, and no others', async () => {
    const { id, path } = await makeProject();
    const { grantId } = await grantTo(path, ['reader']);
    const [own, guest] = [await createPerson(service, {}, owning), await createPerson(service, {}, granted)];
    const manager = await createServiceUser(service, granted, 'ORG_OWNER');
    const place = `${org(granted)}/granted-projects/${grantId}`;
    expect((await authorize(place, guest.id, ['writer'], manager.token)).status).toBe(400);
    expect((await authorize(place, own.id, ['reader'], manager.token)).status).toBe(404);
    expect((await authorize(`${org(owning)}/granted-projects/${grantId}`, own.id, ['reader'])).status).toBe(404);
    const given = await authorize(place, guest.id, ['reader'], manager.token);
    expect(given.body).toMatchObject({ projectId: id, grantId, holderId: guest.id, holderKind: 'person', roleKeys: ['reader'] });
    expect(await heldBy(guest.id, id)).toEqual(['reader of granted']);
    expect((await call('GET', `${path}/authorizations`)).body.authorizations).toEqual([]);
    expect((await call('GET', `${path}/authorizations/${given.body.authorizationId}`)).status).toBe(404);
  });

  it('that ends takes what was given by it along, also a role that is taken out of it', async () => {
    // On a server too: what ends with a role or a grant are statements of their own.
    const { id, path } = await makeProject();
    const { grantId } = await grantTo(path, ['reader', 'writer']);
    const guest = await createPerson(service, {}, granted);
    const place = `${org(granted)}/granted-projects/${grantId}`;
    const { authorizationId } = (await authorize(place, guest.id, ['reader', 'writer'])).body;
    const { userId } = await createServiceUser(service, granted);
    expect((await call('POST', `${place}/members`, { userId, role: 'PROJECT_GRANT_OWNER' })).status).toBe(201);
    await call('PUT', `${path}/grants/${grantId}`, { roleKeys: ['writer'] });
    await call('PUT', `${path}/grants/${grantId}`, { roleKeys: ['reader', 'writer'] });
    expect(await heldBy(guest.id, id)).toEqual(['writer of granted']);
    await call('DELETE', `${path}/grants/${grantId}`);
    const again = await grantTo(path, ['reader', 'writer']);
    expect(await heldBy(guest.id, id)).toEqual([]);
    expect((await call('GET', `${org(granted)}/granted-projects/${again.grantId}/members`)).body.members).toEqual([]);
    expect((await eventsOf(authorizationId, 'authorization')).map(({ type }) => type)).toEqual([
      'authorization.added',
      'authorization.changed',
      'authorization.removed',
    ]);
    expect((await eventsOf(id, 'project.member')).at(-1)).toMatchObject({ payload: { grantId, userId, role: 'PROJECT_GRANT_OWNER' } });
  });
});

describe('an authorization', () => {
  it('is given to a person, a service user or a group, changed and removed, each with an event that names its editor', async () => {
    const { id, path } = await makeProject();
    const manager = await createServiceUser(service, owning, 'ORG_USER_MANAGER');
    const person = await createPerson(service, {}, owning);
    const group = await addGroup(service, owning);
    for (const [holderId, kind] of [
      [person.id, 'person'],
      [manager.userId, 'service'],
      [group.id, 'group'],
    ])
      expect((await authorize(path, holderId ?? '', ['reader'], manager.token)).body).toMatchObject({ holderKind: kind });
    const listed = (await call('GET', `${path}/authorizations?limit=2`)).body;
    expect(listed.authorizations).toHaveLength(2);
    expect((await call('GET', `${path}/authorizations?limit=2&after=${listed.after}`)).body.authorizations).toHaveLength(1);
    const { authorizationId } = listed.authorizations[0];
    expect((await call('PUT', `${path}/authorizations/${authorizationId}`, { roleKeys: ['writer'] }, manager.token)).body.roleKeys).toEqual(
      ['writer'],
    );
    expect(await heldBy(person.id, id)).toEqual(['writer of owner']);
    expect((await call('DELETE', `${path}/authorizations/${authorizationId}`, undefined, manager.token)).status).toBe(204);
    expect(await heldBy(person.id, id)).toEqual([]);
    expect(await eventsOf(authorizationId, 'authorization')).toEqual(
      (
        [
          ['added', { roleKeys: ['reader'] }],
          ['changed', { roleKeys: ['writer'] }],
          ['removed', {}],
        ] as const
      ).map(([type, payload]) => ({
        type: `authorization.${type}`,
        payload: { projectId: id, holderId: person.id, holderKind: 'person', ...payload },
        editor: manager.userId,
      })),
    );
  });

  it('of many people at once is the first of its project only once', async () => {
    const { id, path } = await makeProject();
    const people = await Promise.all(Array.from({ length: 8 }, () => createPerson(service, {}, owning)));
    const given = await Promise.all(people.map((person) => authorize(path, person.id, ['reader'])));
    expect(given.map(({ status }) => status)).toEqual(people.map(() => 201));
    for (const person of people) expect(await heldBy(person.id, id)).toEqual(['reader of owner']);
  });

  it('is listed by its holder within the organization that gave it', async () => {
    // On a server too: what ends with a role or a grant are statements of their own.
    const { path } = await makeProject();
    const [one, other] = [await createPerson(service, {}, owning), await createPerson(service, {}, owning)];
    await authorize(path, one.id, ['reader']);
    await authorize(path, other.id, ['reader']);
    const listOf = async (orgId: string, holderId: string) =>
      (await call('GET', `${org(orgId)}/authorizations?holderId=${holderId}`)).body.authorizations.map(
        ({ holderId: id }: { holderId: string }) => id,
      );
    expect([await listOf(owning, one.id), await listOf(granted, one.id), await listOf(owning, 'nobody')]).toEqual([[one.id], [], []]);
    const twice = await call('GET', `${org(owning)}/authorizations?holderId=${one.id}&holderId=${other.id}`);
    expect([twice.status, twice.body.code]).toEqual([400, 'query.invalid']);
  });

  it('is refused twice, without a role, with an unknown role, and for who is unknown, whole', async () => {
    const { path } = await makeProject();
    const person = await createPerson(service, {}, owning);
    await authorize(path, person.id, ['reader']);
    const other = await createPerson(service, {}, owning);
    const foreign = await createPerson(service, {}, granted);
    const manager = await createServiceUser(service, owning, 'ORG_OWNER');
    const foreignGroup = await addGroup(service, granted);
    const statuses = [
      await authorize(path, person.id, ['writer']),
      await authorize(path, other.id, []),
      await authorize(path, other.id, ['reader', 'admin']),
      await authorize(path, 'nobody', ['reader']),
      await authorize(path, foreign.id, ['reader'], manager.token),
      await authorize(path, foreignGroup.id, ['reader']),
    ].map(({ status }) => status);
    expect(statuses).toEqual([409, 400, 400, 404, 404, 404]);
    expect((await call('GET', `${path}/authorizations`)).body.authorizations).toHaveLength(1);
    expect((await authorize(path, foreign.id, ['reader'])).status).toBe(201);
  });

  it('ends with the person, with an event', async () => {
    const { id, path } = await makeProject();
    const person = await createPerson(service, {}, owning);
    const { authorizationId } = (await authorize(path, person.id, ['reader'])).body;
    expect((await call('DELETE', `${usersPath(service, owning)}/${person.id}`)).status).toBe(204);
    expect((await eventsOf(authorizationId, 'authorization')).at(-1)).toMatchObject({
      type: 'authorization.removed',
      payload: { projectId: id },
    });
    expect((await call('GET', `${path}/authorizations`)).body.authorizations).toEqual([]);
  });

  it('ends with the group, together with its member roles, each with an event', async () => {
    const { path } = await makeProject();
    const group = await addGroup(service, owning);
    const { authorizationId } = (await authorize(path, group.id, ['reader'])).body;
    expect((await call('POST', `${org(owning)}/groups/${group.id}/roles`, { role: 'ORG_OWNER' })).status).toBe(201);
    await service.get(Groups).remove(await service.get(Organizations).requireOrganization(owning), group.id, OWNER);
    expect((await eventsOf(authorizationId, 'authorization')).at(-1)).toMatchObject({ type: 'authorization.removed' });
    expect((await eventsOf(group.id, 'group.role')).map(({ type }) => type)).toEqual(['group.role.added', 'group.role.removed']);
    expect((await call('GET', `${path}/authorizations`)).body.authorizations).toEqual([]);
  });

  it('of a group counts for everybody in it, also through other groups, with the next check', async () => {
    // On a server too: groups in groups are found by a recursive query.
    const { id, path } = await makeProject();
    const person = await createPerson(service, {}, owning);
    const inner = await addGroup(service, owning);
    const outer = await addGroup(service, owning, [inner.id]);
    await authorize(path, outer.id, ['reader']);
    await authorize(path, person.id, ['writer']);
    expect(await heldBy(person.id, id)).toEqual(['writer of owner']);
    await changeMembers(service, owning, inner.id, { put: [person.id] });
    expect(await heldBy(person.id, id)).toEqual(['reader of owner', 'writer of owner']);
    const { authorizations } = (await call('GET', `${org(owning)}/users/${person.id}/authorizations`)).body;
    expect(authorizations).toMatchObject([
      { holderId: person.id, roleKeys: ['writer'] },
      { holderId: outer.id, roleKeys: ['reader'], group: { groupId: outer.id, direct: false } },
    ]);
    expect(authorizations[0]).not.toHaveProperty('group');
    expect((await call('GET', `${org(granted)}/users/${person.id}/authorizations`)).status).toBe(404);
    await changeMembers(service, owning, inner.id, { dropped: [person.id] });
    expect(await heldBy(person.id, id)).toEqual(['writer of owner']);
  });
});

describe('a project', () => {
  it('is read and changed, with an event that names what changed', async () => {
    const { id, path } = await makeProject([]);
    expect((await call('GET', path)).body).toMatchObject({ projectId: id, projectRoleCheck: false, hasProjectCheck: false });
    const changed = await call('PATCH', path, { name: 'Accounting', projectRoleCheck: true });
    expect(changed.body).toMatchObject({ name: 'Accounting', projectRoleAssertion: false, projectRoleCheck: true });
    expect((await eventsOf(id, 'project')).at(-1)).toMatchObject({
      type: 'project.changed',
      payload: { changed: ['name', 'projectRoleCheck'] },
    });
    expect((await call('PATCH', path, { projectRoleCheck: null })).status).toBe(400);
    expect((await call('GET', `${org(granted)}/projects/${id}`)).status).toBe(404);
  });
});

describe('the address of a project', () => {
  it('is in no domain that another organization has verified, whatever is before it', async () => {
    const { primaryDomain } = (await call('GET', org(owning))).body;
    const [own, foreign] = [await makeProject([]), await makeProject([], granted)];
    const give = (path: string, host: string) => call('PATCH', path, { resourceUri: `https://${host}/mcp` });
    for (const host of [primaryDomain, `api.${primaryDomain}`, `a.b.${primaryDomain.toUpperCase()}`]) {
      const refused = await give(foreign.path, host);
      expect([refused.status, refused.body.code]).toEqual([409, 'project.resourceUriForeign']);
      expect((await give(own.path, host)).status).toBe(200);
    }
    expect((await give(foreign.path, `not-${primaryDomain}`)).status).toBe(200);
    expect((await give(foreign.path, `api.${primaryDomain}.`)).status).toBe(400);
  });

  it('is unique in the service, as the unique index of the engine says, and free again once the project is removed', async () => {
    const resourceUri = `https://${freshName('api').toLowerCase()}.example/mcp`;
    const [one, two] = [await makeProject([]), await makeProject([], granted)];
    const give = (path: string) => call('PATCH', path, { resourceUri });
    // At the same moment: one of them has it.
    const both = await Promise.all([give(one.path), give(two.path)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('project.resourceUriTaken');
    const created = await call('POST', `${org(owning)}/projects`, {
      name: 'Third',
      resourceUri: resourceUri.toUpperCase().replace('/MCP', '/mcp'),
    });
    expect([created.status, created.body.code]).toEqual([409, 'project.resourceUriTaken']);
    const [had, wanted] = both[0]?.status === 200 ? [one, two] : [two, one];
    expect((await call('DELETE', had.path)).status).toBe(204);
    expect((await give(wanted.path)).body.resourceUri).toBe(resourceUri);
    expect((await call('PATCH', wanted.path, { resourceUri: null })).body.resourceUri).toBe('');
  });
});
