// Groups in the domain: what SCIM, import and the admin API share.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Principal } from '../../src/common/access/principal.js';
import { ConfigVersion } from '../../src/common/database/config-version.js';
import { GroupMembersRepository } from '../../src/users/directory/groups/group-members.repository.js';
import { GroupMembers, type MembersChange } from '../../src/users/directory/groups/group-members.service.js';
import { Groups } from '../../src/users/directory/groups/groups.service.js';
import { Organizations, type Organization } from '../../src/users/organizations/organizations.service.js';
import { createOrganization, createPerson, freshName, usersPath } from '../support/people.js';
import { sharedService } from '../support/shared-service.js';
import type { TestService } from '../support/service.js';

let service: TestService;
let groups: Groups;
let organization: Organization;
let caller: Principal;
beforeAll(async () => {
  service = await sharedService();
  groups = service.get(Groups);
  organization = await service.get(Organizations).requireOrganization(await createOrganization(service));
  caller = { userNo: 0, userId: 'tester', kind: 'service', orgId: organization.id, memberships: [{ role: 'IAM_OWNER', orgId: null }] };
});
afterAll(() => service.close());

const put = (...ids: string[]): MembersChange => ({
  replaces: false,
  put: ids.map((value, index) => ({ value, where: `members[${index}].value` })),
  dropped: [],
});
const drop = (...ids: string[]): MembersChange => ({ replaces: false, put: [], dropped: ids });
const only = (...ids: string[]): MembersChange => ({ ...put(...ids), replaces: true });
const person = async (): Promise<string> => (await createPerson(service, {}, organization.id)).id;
const make = (...ids: string[]) => groups.create(organization, { displayName: freshName('group') }, put(...ids), caller);
const change = (id: string, members: MembersChange) => groups.update(organization, id, (current) => current, members, caller);
const membersOf = async (id: string) =>
  (await service.get(GroupMembers).listMembers(await groups.requireGroup(organization, id), 0, 1_000)).map((member) => member.id);
const eventsOf = async (aggregateId: string, types = ['group.*']) => {
  const { body } = await service.call('POST', '/admin/v1/events/_search', { aggregateId, eventTypes: types, asc: true });
  return body.events.map(({ type, payload }: { type: { type: string }; payload: object }) => [type.type, payload]);
};

describe('members of a group', () => {
  it('are added and removed, and the version says when something changed', async () => {
    const [a, b] = [await person(), await person()];
    const group = await make(a);
    const grown = await change(group.id, put(a, b));
    expect([grown.version, (await membersOf(group.id)).sort()]).toEqual([2, [a, b].sort()]);
    expect((await change(group.id, put(a, b))).version).toBe(2);
    expect((await change(group.id, drop(a, 'nobody'))).version).toBe(3);
    expect((await change(group.id, drop(a))).version).toBe(3);
    expect(await membersOf(group.id)).toEqual([b]);
  });

  it('are replaced as a difference: who stays leaves no event', async () => {
    const [a, b, c] = [await person(), await person(), await person()];
    const group = await make(a, b);
    await change(group.id, only(b, c));
    expect((await membersOf(group.id)).sort()).toEqual([b, c].sort());
    expect((await eventsOf(group.id)).slice(-2)).toEqual([
      ['group.member.removed', { memberId: a, memberType: 'user' }],
      ['group.member.added', { memberId: c, memberType: 'user' }],
    ]);
  });

  it('are found by their events, from the side of the person too', async () => {
    const id = await person();
    const group = await make(id);
    await change(group.id, drop(id));
    expect(await eventsOf(id)).toEqual([
      ['group.member.added', { memberId: id, memberType: 'user' }],
      ['group.member.removed', { memberId: id, memberType: 'user' }],
    ]);
    expect((await eventsOf(group.id)).map(([type]: [string]) => type)).toEqual([
      'group.added',
      'group.member.added',
      'group.member.removed',
    ]);
  });

  it('who are removed leave their groups, with an event and a new version each; who is deactivated stays', async () => {
    const [leaving, staying] = [await person(), await person()];
    const [one, other] = [await make(leaving, staying), await make(leaving)];
    await service.call('PATCH', `${usersPath(service, organization.id)}/${staying}`, {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'replace', path: 'active', value: false }],
    });
    expect((await service.call('DELETE', `${usersPath(service, organization.id)}/${leaving}`)).status).toBe(204);
    expect([await membersOf(one.id), await membersOf(other.id)]).toEqual([[staying], []]);
    for (const { id } of [one, other]) {
      expect((await groups.requireGroup(organization, id)).version).toBe(2);
      expect((await eventsOf(id)).at(-1)).toEqual(['group.member.removed', { memberId: leaving, memberType: 'user' }]);
    }
  });

  it('that are groups end with the group, and nothing of it is left', async () => {
    const inner = await make(await person());
    const outer = await make(inner.id);
    await groups.remove(organization, inner.id, caller);
    expect(await membersOf(outer.id)).toEqual([]);
    expect((await eventsOf(inner.id)).map(([type]: [string]) => type)).toEqual([
      'group.added',
      'group.member.added',
      'group.member.added',
      'group.member.removed',
      'group.removed',
    ]);
    await expect(groups.requireGroup(organization, inner.id)).rejects.toMatchObject({ kind: 'notFound' });
  });
});

it('an organization may have groups from its first one on, for good: so what a process has cached is not wrong when another one is added', async () => {
  const other = await service.get(Organizations).requireOrganization(await createOrganization(service));
  const config = service.get(ConfigVersion);
  const before = await config.current();
  expect(await groups.mayHaveGroups(other)).toBe(false);
  const { id } = await groups.create(other, { displayName: 'First' }, undefined, caller);
  expect(await config.current()).toBe(before + 1);
  await groups.remove(other, id, caller);
  // Ends what is cached.
  await createOrganization(service);
  expect(await groups.mayHaveGroups(other)).toBe(true);
  const later = await config.current();
  await groups.create(other, { displayName: 'Second' }, undefined, caller);
  expect(await config.current()).toBe(later);
});

describe('groups in groups', () => {
  it('close no circle, and the refusal names it', async () => {
    const inner = await make();
    const middle = await make(inner.id);
    const outer = await make(middle.id);
    const [i, m, o] = [inner.displayName, middle.displayName, outer.displayName];
    await expect(change(inner.id, put(outer.id))).rejects.toThrow(`"${o}" has "${m}" has "${i}" has "${o}"`);
    await expect(change(inner.id, put(inner.id))).rejects.toThrow(`"${i}" has "${i}"`);
  });

  it('are ten deep at most, counted from both ends', async () => {
    const chain = [await make()];
    while (chain.length < 9) chain.push(await make(chain.at(-1)?.id ?? ''));
    const [bottom, top] = [chain[0]?.id ?? '', chain.at(-1)?.id ?? ''];
    const tenth = await make(top);
    await expect(make(tenth.id)).rejects.toMatchObject({ code: 'group.tooDeep' });
    await expect(change(bottom, put((await make()).id))).rejects.toMatchObject({ code: 'group.tooDeep' });
    const others = await Promise.all(Array.from({ length: 3 }, () => make()));
    await expect(make(...others.map(({ id }) => id), tenth.id)).rejects.toMatchObject({ code: 'group.tooDeep' });
  });

  it('are put in many at once: how deep they are is asked once for all of them', async () => {
    const many = await Promise.all(Array.from({ length: 150 }, () => make()));
    const branchesOf = vi.spyOn(service.get(GroupMembersRepository), 'branchesOf');
    const { id } = await make(...many.map((group) => group.id));
    expect(branchesOf).toHaveBeenCalledTimes(1);
    branchesOf.mockRestore();
    expect(await membersOf(id)).toHaveLength(150);
  });
});
