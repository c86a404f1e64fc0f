// Names beside ids: of what events, members and authorizations name, read together for a whole page, and of nothing that the caller may not read.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrganization, createPerson, freshName } from '../support/people.js';
import { sentStatements } from '../support/sent-statements.js';
import { createServiceUser } from '../support/service-users.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

let service: TestService;
let orgId: string;
let base: string;
beforeAll(async () => {
  service = await sharedService();
  orgId = await createOrganization(service);
  base = `/admin/v1/organizations/${orgId}`;
});
afterAll(() => service.close());

const call = (method: string, path: string, body?: unknown, token?: string) =>
  service.call(method, path, body, token === undefined ? {} : { token });
const personNamed = (displayName: string, org = orgId) => createPerson(service, { displayName }, org);
const addGroup = async (memberIds: string[]) =>
  (await call('POST', `${base}/groups`, { displayName: freshName('Finance'), memberIds })).body as { groupId: string; displayName: string };
const addProject = async () => {
  const { projectId } = (await call('POST', `${base}/projects`, { name: 'Time sheet' })).body;
  await call('POST', `${base}/projects/${projectId}/roles`, { key: 'reader', name: 'Reader' });
  return projectId as string;
};

/** The statements that read names. */
const namings = (statements: readonly string[]) => statements.filter((sql) => /\b(u|t|g)\.(id|client_id) IN \(/.test(sql));

describe('events', () => {
  const eventsOf = async (aggregateId: string) => (await call('POST', '/admin/v1/events/_search', { aggregateId })).body.events;

  it('say the current names of who did it, what it is about, and whom it names', async () => {
    const ada = await personNamed('Ada Lovelace');
    const { groupId, displayName } = await addGroup([ada.id]);
    const [added] = (await eventsOf(groupId)).filter(({ type }: { type: { type: string } }) => type.type === 'group.member.added');
    expect(added).toMatchObject({
      aggregate: { id: groupId, displayName },
      names: { memberId: 'Ada Lovelace' },
      editor: { displayName: 'Bootstrap service user' },
    });
    await call('PATCH', `${base}/people/${ada.id}`, { displayName: 'Countess' });
    expect((await eventsOf(groupId)).map(({ names }: { names: object }) => names)).toContainEqual({ memberId: 'Countess' });
    await call('DELETE', `${base}/people/${ada.id}`);
    expect((await eventsOf(groupId)).every(({ names }: { names: { memberId?: string } }) => names.memberId === undefined)).toBe(true);
  });

  it('read the names of each kind in one statement, however many there are', async () => {
    const people = [];
    for (let at = 0; at < 6; at++) people.push((await personNamed(`Person ${at}`)).id);
    const { groupId } = await addGroup(people);
    const few = namings(await sentStatements(() => call('POST', '/admin/v1/events/_search', { aggregateId: groupId, limit: 2 })));
    const many = namings(await sentStatements(() => call('POST', '/admin/v1/events/_search', { aggregateId: groupId })));
    expect(many.length).toBe(few.length);
    expect(many.length).toBeLessThanOrEqual(2);
  });

  it('about a person name nobody of another organization', async () => {
    const ada = await personNamed('Ada Lovelace');
    const { token } = await createServiceUser(service, orgId, 'ORG_USER_MANAGER');
    const { events } = (await call('GET', `${base}/people/${ada.id}/events`, undefined, token)).body;
    expect(events.length).toBeGreaterThan(0);
    for (const { editor, aggregate } of events) {
      expect(editor).not.toHaveProperty('displayName');
      expect(aggregate.displayName).toBe('Ada Lovelace');
    }
  });
});

describe('members', () => {
  it('have the names of users of the organization, and of others for callers who may read those', async () => {
    const own = await personNamed('Own Member');
    const foreign = await personNamed('Foreign Member', await createOrganization(service));
    for (const { id } of [own, foreign]) await call('POST', `${base}/members`, { userId: id, role: 'ORG_OWNER_VIEWER' });
    const { token } = await createServiceUser(service, orgId, 'ORG_OWNER');
    const shown = async (caller?: string) =>
      new Map(
        (await call('GET', `${base}/members`, undefined, caller)).body.members.map(
          ({ userId, displayName }: { userId: string; displayName?: string }) => [userId, displayName],
        ),
      );
    expect([(await shown()).get(own.id), (await shown()).get(foreign.id)]).toEqual(['Own Member', 'Foreign Member']);
    expect([(await shown(token)).get(own.id), (await shown(token)).get(foreign.id)]).toEqual(['Own Member', undefined]);
    const statements = namings(await sentStatements(() => call('GET', `${base}/members`)));
    expect(statements).toHaveLength(1);
  });
});

describe('authorizations', () => {
  it('have the names of project and holder in every list, and none of another organization', async () => {
    const projectId = await addProject();
    const ada = await personNamed('Ada Lovelace');
    const foreign = await personNamed('Foreign Holder', await createOrganization(service));
    const group = await addGroup([ada.id]);
    for (const holderId of [ada.id, foreign.id, group.groupId])
      expect((await call('POST', `${base}/projects/${projectId}/authorizations`, { holderId, roleKeys: ['reader'] })).status).toBe(201);
    for (const path of [`${base}/authorizations`, `${base}/projects/${projectId}/authorizations`]) {
      const { authorizations } = (await call('GET', path)).body;
      const named = authorizations.map(({ holderId, holderName, projectName }: Record<string, string>) => [
        holderId,
        holderName,
        projectName,
      ]);
      expect(named).toEqual([
        [ada.id, 'Ada Lovelace', 'Time sheet'],
        [foreign.id, undefined, 'Time sheet'],
        [group.groupId, group.displayName, 'Time sheet'],
      ]);
      expect(namings(await sentStatements(() => call('GET', path)))).toHaveLength(3);
    }
    const { authorizations } = (await call('GET', `${base}/users/${ada.id}/authorizations`)).body;
    expect(authorizations).toMatchObject([
      { holderName: 'Ada Lovelace', projectName: 'Time sheet' },
      { holderName: group.displayName, projectName: 'Time sheet', group: { displayName: group.displayName } },
    ]);
  });
});
