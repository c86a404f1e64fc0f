// What a person may do and why, and what happened to a person, for administrators.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addGroup } from '../support/groups.js';
import { createOrganization } from '../support/people.js';
import { createServiceUser } from '../support/service-users.js';
import { sharedService } from '../support/shared-service.js';
import type { TestService } from '../support/service.js';
import { makeWorld, type World } from '../support/world.js';

let service: TestService;
let world: World;
let orgId: string;
let base: string;
let path: string;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  world = await makeWorld(service);
  orgId = world.organization.id;
  base = `/admin/v1/organizations/${orgId}`;
  path = `${base}/people/${world.person.id}`;
});

async function post(to: string, body: unknown) {
  const answer = await service.call('POST', to, body);
  if (answer.status >= 300) throw new Error(`${to}: ${answer.text}`);
  return answer.body;
}
const roles = async (token?: string) => (await service.call('GET', `${path}/roles`, undefined, token === undefined ? {} : { token })).body;

describe('the roles of a person', () => {
  it('come with their reasons: its own, by a group, and by a group around that', async () => {
    const userId = world.person.id;
    const inner = await addGroup(service, orgId, [userId], 'Inner');
    const outer = await addGroup(service, orgId, [inner.id], 'Outer');
    await post(`${base}/members`, { userId, role: 'ORG_OWNER_VIEWER' });
    await post(`${base}/groups/${outer.id}/roles`, { role: 'ORG_USER_MANAGER' });
    const project = `${base}/projects/${world.projectId}`;
    await post(`${project}/members`, { userId, role: 'PROJECT_OWNER' });
    await post(`${project}/roles`, { key: 'reader', name: 'Reads' });
    await post(`${project}/authorizations`, { holderId: inner.id, roleKeys: ['reader'] });
    const { memberRoles, projectRoles } = await roles();
    expect(memberRoles).toEqual(
      expect.arrayContaining([
        { role: 'ORG_OWNER_VIEWER', orgId, orgName: 'Example' },
        { role: 'PROJECT_OWNER', orgId, orgName: 'Example', projectId: world.projectId, projectName: 'Portal' },
        { role: 'ORG_USER_MANAGER', orgId, orgName: 'Example', group: { groupId: outer.id, displayName: 'Outer', direct: false } },
      ]),
    );
    expect(memberRoles).toHaveLength(3);
    expect(projectRoles).toMatchObject([
      {
        projectId: world.projectId,
        projectName: 'Portal',
        roleKeys: ['reader'],
        roleNames: ['Reads'],
        group: { groupId: inner.id, displayName: 'Inner', direct: true },
      },
    ]);
  });

  it('elsewhere are shown to those only who may read the members there', async () => {
    const userId = world.person.id;
    const other = await createOrganization(service);
    await post(`/admin/v1/organizations/${other}/members`, { userId, role: 'ORG_USER_MANAGER' });
    await post('/admin/v1/members', { userId, role: 'IAM_OWNER_VIEWER' });
    await post(`${base}/members`, { userId, role: 'ORG_OWNER_VIEWER' });
    const { token } = await createServiceUser(service, orgId, 'ORG_OWNER');
    expect((await roles(token)).memberRoles).toEqual([{ role: 'ORG_OWNER_VIEWER', orgId, orgName: 'Example' }]);
    const { memberRoles } = await roles();
    expect(memberRoles).toEqual(
      expect.arrayContaining([
        { role: 'ORG_OWNER_VIEWER', orgId, orgName: 'Example' },
        { role: 'ORG_USER_MANAGER', orgId: other, orgName: expect.any(String) },
        { role: 'IAM_OWNER_VIEWER' },
      ]),
    );
  });
});

describe('the history of a person', () => {
  const events = async (query = '', headers: Record<string, string> = {}) =>
    (await service.call('GET', `${path}/events${query}`, undefined, { headers })).body;

  it('is told newest first, page by page, in the language of the caller', async () => {
    const group = await addGroup(service, orgId);
    await post(`${base}/groups/${group.id}/members`, { memberIds: [world.person.id] });
    for (const title of ['One', 'Two']) await service.call('PATCH', path, { title });
    await service.call('POST', `${path}/_lock`);
    const all = await events();
    const types = all.events.map(({ type }: { type: { type: string } }) => type.type);
    expect(types).toEqual([
      'user.locked',
      'user.human.profile.changed',
      'user.human.profile.changed',
      'group.member.added',
      'user.human.added',
    ]);
    expect(all.nextCursor).toBeNull();
    const told: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: { events: unknown[]; nextCursor: string | null } = await events(`?limit=2${cursor && `&cursor=${cursor}`}`);
      told.push(...page.events);
      cursor = page.nextCursor;
    }
    expect(told).toEqual(all.events);
    expect(all.events[0].type.localized.localizedMessage).toBe('User locked');
    const german = await events('?limit=1', { 'accept-language': 'de' });
    expect(german.events[0].type.localized.localizedMessage).toBe('Benutzer gesperrt');
  });

  it('does not tell the names of administrators of other organizations', async () => {
    const colleague = await createServiceUser(service, orgId, 'ORG_OWNER');
    await service.call('PATCH', path, { title: 'Colleague' }, { token: colleague.token });
    await service.call('PATCH', path, { title: 'Stranger' });
    const [stranger, own] = (await events()).events;
    expect(stranger.editor).toEqual({ userId: service.credentials.serviceUser.userId, service: 'gatehouse' });
    expect(own.editor).toMatchObject({ userId: colleague.userId, displayName: expect.any(String) });
  });

  it('says who gave and who took its roles, in the organization and in a project', async () => {
    const member = { userId: world.person.id, role: 'ORG_USER_MANAGER' };
    await post(`${base}/members`, member);
    await service.call('DELETE', `${base}/members/${member.userId}/${member.role}`);
    await post(`${base}/projects/${world.projectId}/members`, { userId: member.userId, role: 'PROJECT_OWNER' });
    const told = (await events()).events.map(
      (event: { type: { type: string }; payload: { role?: string }; editor: { userId: string } }) => [
        event.type.type,
        event.payload.role,
        event.editor.userId,
      ],
    );
    const editor = service.credentials.serviceUser.userId;
    expect(told.slice(0, 3)).toEqual([
      ['project.member.added', 'PROJECT_OWNER', editor],
      ['org.member.removed', member.role, editor],
      ['org.member.added', member.role, editor],
    ]);
  });

  it('is also told from the beginning, and counted', async () => {
    for (const title of ['Clerk', 'Boss']) await service.call('PATCH', path, { title });
    const newest = (await events('?total=true')).events;
    const all = await events('?sort=creationDate&total=true');
    expect(all.events).toEqual(newest.toReversed());
    expect([all.total, (await events('?limit=0&total=true')).total]).toEqual([newest.length, newest.length]);
    expect(all.total).toBeGreaterThan(2);
    const first = await events('?sort=creationDate&limit=2');
    const then = await events(`?sort=creationDate&limit=1000&cursor=${first.nextCursor}`);
    expect([...first.events, ...then.events]).toEqual(all.events);
    for (const query of [`?cursor=${first.nextCursor}`, '?sort=type', '?total=yes'])
      expect((await service.call('GET', `${path}/events${query}`)).status, query).toBe(400);
  });

  it('refuses the cursor of another person', async () => {
    await service.call('PATCH', path, { title: 'Somebody' });
    const { nextCursor } = await events('?limit=1');
    const other = await world.addPerson({ userName: 'other' });
    const answer = await service.call('GET', `${base}/people/${other.id}/events?cursor=${nextCursor}`);
    expect([answer.status, answer.body.code]).toEqual([400, 'event.cursor']);
  });
});
