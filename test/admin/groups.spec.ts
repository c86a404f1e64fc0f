// Groups by the admin API: the same groups, rules and events as by SCIM, for consoles and scripts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addGroup } from '../support/groups.js';
import { createOrganization, createPerson, eventsOf, freshName } from '../support/people.js';
import { createServiceUser, type GivenRole } from '../support/service-users.js';
import type { Answer, TestService } from '../support/service.js';
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

const call = (method: string, path: string, body?: unknown, token?: string): Promise<Answer> =>
  service.call(method, path.startsWith('/') ? path : `${base}/${path}`, body, token === undefined ? {} : { token });
const person = async (more: Record<string, unknown> = {}): Promise<string> => (await createPerson(service, more, orgId)).id;
const make = async (memberIds: string[] = [], displayName = freshName('group')): Promise<string> =>
  (await call('POST', 'groups', { displayName, memberIds })).body.groupId;
const membersOf = async (groupId: string): Promise<string[]> =>
  (await call('GET', `groups/${groupId}/members?limit=1000`)).body.members.map(({ memberId }: { memberId: string }) => memberId);

/** Every entry of a list, page by page. */
async function pages(path: string, list: string, limit: number): Promise<Array<Record<string, string>>> {
  const found: Array<Record<string, string>> = [];
  for (let after: number | null = 0; after !== null;) {
    const { status, body }: Answer = await call('GET', `${path}${path.includes('?') ? '&' : '?'}limit=${limit}&after=${after}`);
    expect(status).toBe(200);
    expect(body[list].length).toBeLessThanOrEqual(limit);
    found.push(...body[list]);
    after = body.after;
  }
  return found;
}

describe('a group', () => {
  it('is added with members, read, renamed and removed, and is the same group by SCIM', async () => {
    const [ada, displayName] = [await person(), freshName('Accounting')];
    const made = await call('POST', 'groups', { displayName, memberIds: [ada] });
    const view = { groupId: expect.any(String), displayName, createdAt: expect.stringMatching(/Z$/), modifiedAt: made.body.createdAt };
    expect([made.status, made.body]).toEqual([201, view]);
    const { groupId } = made.body;
    expect((await call('GET', `groups/${groupId}`)).body).toEqual(made.body);
    const renamed = await call('PATCH', `groups/${groupId}`, { displayName: ` ${displayName} & Tax ` });
    expect([renamed.status, renamed.body.displayName]).toEqual([200, `${displayName} & Tax`]);
    const { body } = await call('GET', `/scim/v2/${orgId}/Groups/${groupId}`);
    expect([body.displayName, body.members.map(({ value }: { value: string }) => value)]).toEqual([`${displayName} & Tax`, [ada]]);
    expect((await call('DELETE', `groups/${groupId}`)).status).toBe(204);
    expect((await call('GET', `groups/${groupId}`)).status).toBe(404);
    expect((await eventsOf(service, groupId)).map(({ type }) => type)).toEqual([
      'group.added',
      'group.member.added',
      'group.changed',
      'group.removed',
    ]);
  });

  it('keeps the external id that a directory gave it when it is renamed', async () => {
    const { body } = await call('POST', `/scim/v2/${orgId}/Groups`, {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      displayName: freshName('group'),
      externalId: 'from-the-directory',
    });
    await call('PATCH', `groups/${body.id}`, { displayName: freshName('group') });
    expect((await call('GET', `/scim/v2/${orgId}/Groups/${body.id}`)).body.externalId).toBe('from-the-directory');
  });

  it('keeps an id from another system, which only administrators of the whole service choose', async () => {
    const groupId = freshName('id');
    expect((await call('POST', 'groups', { displayName: groupId, groupId })).body.groupId).toBe(groupId);
    expect((await call('POST', 'groups', { displayName: freshName('group'), groupId })).body.code).toBe('group.idTaken');
    const { token } = await createServiceUser(service, orgId, 'ORG_OWNER');
    const mine = { displayName: freshName('group'), groupId: freshName('id') };
    expect((await call('POST', 'groups', mine, token)).body.code).toBe('id.forbidden');
  });

  it.each([
    ['no name', {}, 'body.invalid'],
    ['a blank name', { displayName: ' ' }, 'group.displayName'],
    ['null for a name', { displayName: null }, 'body.invalid'],
    ['a field that does not exist', { displayName: 'no such member', members: [] }, 'body.invalid'],
    ['nobody as a member', { displayName: 'nobodies', memberIds: ['nobody'] }, 'group.memberUnknown'],
    ['an id that is no path', { displayName: 'a path', groupId: 'a/b' }, 'id.invalid'],
    [
      'more members than one request may name',
      { displayName: 'very many', memberIds: Array.from({ length: 501 }, String) },
      'body.invalid',
    ],
  ])('is refused with %s, and nothing is left of it', async (_, body, code) => {
    const answer = await call('POST', 'groups', body);
    expect([answer.status, answer.body.code]).toEqual([400, code]);
    const displayName = (body as { displayName?: string | null }).displayName?.trim();
    if (displayName) expect((await call('GET', `groups?q=${encodeURIComponent(displayName)}`)).body.groups).toEqual([]);
  });

  it('has a name that no other group of the organization has, whatever its case', async () => {
    const displayName = freshName('Sales');
    const [, other] = [await make([], displayName), await make()];
    for (const answer of [
      await call('POST', 'groups', { displayName: displayName.toUpperCase() }),
      await call('PATCH', `groups/${other}`, { displayName: displayName.toUpperCase() }),
    ])
      expect([answer.status, answer.body.code]).toEqual([409, 'group.nameTaken']);
  });
});

describe('the list of groups', () => {
  it('goes page by page in the order in which they were added, and shows each once while others come and go', async () => {
    const own = await createOrganization(service);
    const path = `/admin/v1/organizations/${own}/groups`;
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.push((await addGroup(service, own)).id);
    expect((await pages(path, 'groups', 2)).map(({ groupId }) => groupId)).toEqual(ids);
    const first = (await call('GET', `${path}?limit=2`)).body;
    await call('DELETE', `${path}/${ids[1]}`);
    const second = (await call('GET', `${path}?limit=2&after=${first.after}`)).body;
    expect(second.groups.map(({ groupId }: { groupId: string }) => groupId)).toEqual(ids.slice(2, 4));
    expect((await call('GET', `${path}?limit=0`)).body).toEqual({ groups: [], nextCursor: null, after: null });
  });

  it('finds names that contain a text, whatever its case, and takes it to the letter', async () => {
    const own = await createOrganization(service);
    const path = `/admin/v1/organizations/${own}/groups`;
    for (const name of ['Sales Berlin', 'Sales Paris', 'SALÉS', '100 % remote', 'Support']) await addGroup(service, own, [], name);
    const namesOf = async (q: string) =>
      (await pages(`${path}?q=${encodeURIComponent(q)}`, 'groups', 1)).map(({ displayName }) => displayName);
    expect(await namesOf('sales')).toEqual(['Sales Berlin', 'Sales Paris']);
    expect(await namesOf('%')).toEqual(['100 % remote']);
    expect(await namesOf('nothing')).toEqual([]);
    expect(await namesOf('')).toHaveLength(5);
  });

  it.each(['after=x', 'after=1&after=2', 'q=a&q=b', 'limit=1001', `q=${'a'.repeat(501)}`, 'colour=a'])('refuses ?%s', async (query) => {
    expect((await call('GET', `groups?${query}`)).status).toBe(400);
  });
});

describe('members of a group', () => {
  it('are added and removed many at once; who is in already, or not in, changes nothing', async () => {
    const [a, b, c, inner] = [await person(), await person(), await person(), await make()];
    const groupId = await make([a]);
    expect((await call('POST', `groups/${groupId}/members`, { memberIds: [a, b, c, inner, b] })).status).toBe(204);
    expect((await membersOf(groupId)).toSorted()).toEqual([a, b, c, inner].toSorted());
    expect((await call('POST', `groups/${groupId}/members/_remove`, { memberIds: [a, inner, 'nobody'] })).status).toBe(204);
    expect((await membersOf(groupId)).toSorted()).toEqual([b, c].toSorted());
    const before = (await eventsOf(service, groupId)).length;
    await call('POST', `groups/${groupId}/members`, { memberIds: [b] });
    await call('POST', `groups/${groupId}/members/_remove`, { memberIds: [a] });
    expect(await eventsOf(service, groupId)).toHaveLength(before);
  });

  it('are all refused with the first that is unknown, of another organization or a service user, and its place is told', async () => {
    const [a, groupId] = [await person(), await make()];
    const stranger = (await createPerson(service)).id;
    const { userId } = await createServiceUser(service, orgId);
    for (const other of ['nobody', stranger, userId]) {
      const { status, body } = await call('POST', `groups/${groupId}/members`, { memberIds: [a, other] });
      expect([status, body.code, body.detail]).toEqual([400, 'group.memberUnknown', expect.stringContaining('memberIds[1]')]);
    }
    expect(await membersOf(groupId)).toEqual([]);
  });

  it('close no circle', async () => {
    const inner = await make();
    const outer = await make([inner]);
    const { status, body } = await call('POST', `groups/${inner}/members`, { memberIds: [outer] });
    expect([status, body.code]).toEqual([400, 'group.circle']);
  });

  it('are listed page by page with their names', async () => {
    const ada = await person({ displayName: 'Ada Lovelace' });
    const people = [ada, await person(), await person()];
    const inner = await make([], freshName('inner'));
    const groupId = await make([...people, inner]);
    const listed = await pages(`groups/${groupId}/members`, 'members', 2);
    expect(listed.map(({ memberId }) => memberId)).toEqual([...people, inner]);
    expect(listed[0]).toEqual({ memberId: ada, type: 'user', displayName: 'Ada Lovelace' });
    expect(listed.at(-1)).toMatchObject({ type: 'group' });
    expect(await pages(`groups/${inner}/members`, 'members', 2)).toEqual([]);
  });

  it('are checked one by one, and only who is in the group itself is found', async () => {
    const [inside, below] = [await person(), await person()];
    const inner = await make([below]);
    const groupId = await make([inside, inner]);
    expect((await call('GET', `groups/${groupId}/members/${inside}`)).body).toMatchObject({ memberId: inside, type: 'user' });
    expect((await call('GET', `groups/${groupId}/members/${inner}`)).body).toMatchObject({ memberId: inner, type: 'group' });
    for (const other of [below, 'nobody']) {
      const { status, body } = await call('GET', `groups/${groupId}/members/${other}`);
      expect([status, body.code]).toEqual([404, 'group.memberNotFound']);
    }
  });
});

describe('the groups of a person', () => {
  it('are those it is in itself and those above, by name', async () => {
    const ada = await person();
    const names = ['c', 'b', 'a'].map((letter) => freshName(letter));
    const [direct, above, top] = names as [string, string, string];
    const groupId = await make([ada], direct);
    await make([await make([groupId], above)], top);
    expect((await call('GET', `people/${ada}/groups`)).body.groups).toEqual([
      { groupId: expect.any(String), displayName: top, direct: false },
      { groupId: expect.any(String), displayName: above, direct: false },
      { groupId, displayName: direct, direct: true },
    ]);
    expect((await call('GET', `people/${await person()}/groups`)).body.groups).toEqual([]);
    expect((await call('GET', `people/${(await createPerson(service)).id}/groups`)).status).toBe(404);
  });
});

it('groups of another organization do not exist here', async () => {
  const groupId = await make();
  const elsewhere = `/admin/v1/organizations/${await createOrganization(service)}/groups`;
  for (const end of ['', '/members']) expect((await call('GET', `${elsewhere}/${groupId}${end}`)).status).toBe(404);
  expect((await call('GET', elsewhere)).body).toEqual({ groups: [], nextCursor: null, after: null });
});

describe('who may do what with groups', () => {
  it('is told by the roles: a viewer reads, a manager of users changes, others are refused', async () => {
    const groupId = await make();
    const ROUTES: Array<[method: string, path: string, body?: object]> = [
      ['GET', 'groups'],
      ['GET', `groups/${groupId}`],
      ['GET', `groups/${groupId}/members`],
      ['POST', `groups/${groupId}/members`, { memberIds: [] }],
      ['POST', `groups/${groupId}/members/_remove`, { memberIds: [] }],
      ['PATCH', `groups/${groupId}`, { displayName: freshName('group') }],
      ['DELETE', `groups/${groupId}`],
    ];
    const statusesOf = async (role?: GivenRole) => {
      const { token } = await createServiceUser(service, orgId, role);
      const statuses: number[] = [];
      for (const [method, path, body] of ROUTES) statuses.push((await call(method, path, body, token)).status);
      return statuses;
    };
    expect(await statusesOf()).toEqual(ROUTES.map(() => 404));
    expect(await statusesOf('ORG_OWNER_VIEWER')).toEqual([200, 200, 200, 403, 403, 403, 403]);
    expect(await statusesOf('ORG_USER_MANAGER')).toEqual([200, 200, 200, 204, 204, 200, 204]);
  });

  it('is bounded by what a group carries: nobody who has less puts somebody in, takes somebody out, renames it or removes it', async () => {
    const [member, newcomer] = [await person(), await person()];
    const groupId = await make([member]);
    await call('POST', `groups/${groupId}/roles`, { role: 'ORG_OWNER' });
    const { token } = await createServiceUser(service, orgId, 'ORG_USER_MANAGER');
    for (const answer of [
      await call('POST', `groups/${groupId}/members`, { memberIds: [newcomer] }, token),
      await call('POST', `groups/${groupId}/members/_remove`, { memberIds: [member] }, token),
      await call('PATCH', `groups/${groupId}`, { displayName: freshName('group') }, token),
      await call('DELETE', `groups/${groupId}`, undefined, token),
    ])
      expect(answer.status).toBe(403);
    expect(await membersOf(groupId)).toEqual([member]);
  });
});
