// Imports with groups: their members by every name, groups in groups, what is reported, dry runs, changes, and who may.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { eventTypeName } from '../../src/users/events/event-types.js';
import { MEMBERS_AT_ONCE } from '../../src/admin/imports/records/group-record.js';
import { GroupRoles } from '../../src/users/roles/memberships/group-roles.service.js';
import { Organizations } from '../../src/users/organizations/organizations.service.js';
import { GroupsBatch } from '../../src/users/directory/groups/groups-batch.service.js';
import { MembershipsBatch } from '../../src/users/directory/groups/memberships-batch.service.js';
import { addGroup, OWNER } from '../support/groups.js';
import { ended, faultsOf, human } from '../support/imports.js';
import { createOrganization, createPerson, freshName } from '../support/people.js';
import { createServiceUser } from '../support/service-users.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

type Entry = Record<string, unknown>;
const sorted = (texts: string[]) => texts.toSorted();
const groupEntry = (displayName: string, members: unknown[] = [], more: Entry = {}): Entry => ({
  group: { displayName },
  members,
  ...more,
});

async function submit(orgs: Entry[], query = '') {
  const { body } = await service.call('POST', `/admin/v1/imports${query}`, { dataOrgs: { orgs } });
  return { job: await ended(service, body.id), faults: await faultsOf(service, body.id) };
}

async function submitLines(lines: Entry[], query = '') {
  const text = lines.map((line) => JSON.stringify(line)).join('\n');
  const { body } = await service.call('POST', `/admin/v1/imports${query}`, text, { type: 'application/x-ndjson' });
  return { job: await ended(service, body.id), faults: await faultsOf(service, body.id) };
}

/** The ids of the direct members of a group, groups by their names. */
async function membersOf(orgId: string, displayName: string): Promise<string[]> {
  const rows = await service.get(Database).query.rows<{ id: string }>(
    `SELECT COALESCE(u.id, i.display_name) AS id FROM organizations o JOIN user_groups g ON g.org_no = o.no
       JOIN group_members m ON m.group_no = g.no LEFT JOIN users u ON u.no = m.member_no LEFT JOIN user_groups i ON i.no = m.member_no
      WHERE o.id = ? AND g.display_name = ?`,
    [orgId, displayName],
  );
  return rows.map(({ id }) => id).sort();
}

async function groupsOf(orgId: string): Promise<Array<{ id: string; name: string; externalId: string | null; version: number }>> {
  return service.get(Database).query.rows(
    `SELECT g.id, g.display_name AS name, x.value AS externalId, g.version FROM organizations o JOIN user_groups g ON g.org_no = o.no
       LEFT JOIN group_external_ids x ON x.group_no = g.no WHERE o.id = ? ORDER BY g.display_name_key`,
    [orgId],
  );
}

/** Types of the events of a group, and of somebody's memberships, in their order. */
async function eventsOf(id: string): Promise<string[]> {
  const rows = await service
    .get(Database)
    .query.rows<{ type_no: number }>(
      "SELECT type_no FROM events WHERE aggregate_id = ? OR (subject_id = ? AND aggregate_type = 'group') ORDER BY tx_no, ord",
      [id, id],
    );
  return rows.map(({ type_no }) => String(eventTypeName(type_no)));
}

describe('an import with groups', () => {
  it('adds them with people of the same file and people from before, each by any of their names', async () => {
    const orgId = await createOrganization(service);
    const before = await createPerson(service, { externalId: 'ext-7' }, orgId);
    const [ada, bob] = [freshName('ada'), freshName('bob')];
    const { job, faults } = await submit([
      {
        orgId,
        groups: [
          groupEntry('Sales', [{ userName: ada.toUpperCase() }, { userId: bob }, { userExternalId: 'ext-7' }], {
            groupId: `${orgId}-sales`,
          }),
          { groupId: `${orgId}-empty`, group: { displayName: 'Empty', externalId: 'e-1' } },
        ],
        humanUsers: [human(ada), human(bob)],
      },
    ]);
    expect(faults.filter(({ type }) => type !== 'org')).toEqual([]);
    expect(job).toMatchObject({ state: 'done', records: 5, done: 5, added: 4, groups: 2, members: 3, failed: 0 });
    expect(await membersOf(orgId, 'Sales')).toEqual(sorted([ada, bob, before.id]));
    expect(await groupsOf(orgId)).toMatchObject([
      { id: `${orgId}-empty`, name: 'Empty', externalId: 'e-1' },
      { id: `${orgId}-sales`, name: 'Sales', externalId: null },
    ]);
    expect(await eventsOf(`${orgId}-sales`)).toEqual(['group.added', ...Array(3).fill('group.member.added')]);
    expect(await eventsOf(ada)).toEqual(['user.human.added', 'group.member.added']);
  });

  it('is answered with the ids of the groups when somebody waits for it', async () => {
    const orgId = freshName('org');
    const entries = {
      orgId,
      humanUsers: [human(`${orgId}-a`)],
      groups: [groupEntry('Team', [{ userId: `${orgId}-a` }, { userId: 'nobody' }])],
    };
    const { status, body } = await service.call('POST', '/admin/v1/import', { dataOrgs: { orgs: [entries] } });
    expect(status).toBe(200);
    const id = (await groupsOf(orgId))[0]?.id;
    expect(body.success.orgs).toEqual([{ orgId, humanUserIds: [`${orgId}-a`], groupIds: [id] }]);
    expect(body.errors).toEqual([{ type: 'group_member', id, message: 'members[1]: No user of this organization has the id "nobody".' }]);
  });

  it.each(['', '?dryRun=true'])(
    'finds people of the same file by their external ids, each person of one organization %s',
    async (query) => {
      const [orgId, elsewhere] = [await createOrganization(service), await createOrganization(service)];
      const withExternalId = (id: string, externalId: string) => {
        const person = human(id);
        return { ...person, user: { ...person.user, externalId } };
      };
      const ada = freshName('ada');
      const { job, faults } = await submit(
        [
          {
            orgId,
            groups: [groupEntry('Team', [{ userExternalId: 'x-1' }, { userExternalId: 'x-2' }])],
            humanUsers: [withExternalId(ada, 'x-1')],
          },
          { orgId: elsewhere, humanUsers: [withExternalId(freshName('bob'), 'x-2')] },
        ],
        query,
      );
      expect(faults.filter(({ type }) => type !== 'org').map(({ kind }) => kind)).toEqual(['group.memberUnknown']);
      expect(job).toMatchObject({ state: 'done', failed: 0 });
      if (query === '') {
        expect(await membersOf(orgId, 'Team')).toEqual([ada]);
        const { body } = await service.call('GET', `/scim/v2/${orgId}/Users/${ada}`);
        expect(body.externalId).toBe('x-1');
      }
    },
  );

  it('reads a group a line, and lines with more members of it', async () => {
    const orgId = freshName('org');
    const { job, faults } = await submitLines([
      { orgId, groupDisplayName: 'Team', members: [{ userId: `${orgId}-b` }] },
      { orgId, ...groupEntry('Team', [{ userId: `${orgId}-a` }]) },
      { org_id: orgId, ...human(`${orgId}-a`) },
      { orgId, ...human(`${orgId}-b`) },
      { orgId, group_external_id: 'x-2', members: [{ group_display_name: 'TEAM' }] },
      { orgId, group: { display_name: 'Above', external_id: 'x-2' } },
    ]);
    expect(faults).toEqual([]);
    expect(job).toMatchObject({ state: 'done', added: 4, groups: 2, members: 3 });
    expect(await membersOf(orgId, 'Team')).toEqual([`${orgId}-a`, `${orgId}-b`]);
    expect(await membersOf(orgId, 'Above')).toEqual(['Team']);
  });

  it('puts groups into groups wherever they stand in the file', async () => {
    // On a server too: members are looked up and written many at a time.
    const orgId = freshName('org');
    const { job, faults } = await submit([
      {
        orgId,
        groups: [
          groupEntry('Outer', [
            { groupDisplayName: 'inner' },
            { groupId: `${orgId}-third` },
            { userId: `${orgId}-a` },
            { groupExternalId: 'x-4' },
          ]),
          groupEntry('Inner', [{ userId: `${orgId}-a` }]),
          groupEntry('Third', [], { groupId: `${orgId}-third` }),
          { group: { displayName: 'Fourth', externalId: 'x-4' } },
        ],
        humanUsers: [human(`${orgId}-a`)],
      },
    ]);
    expect(faults).toEqual([]);
    expect(job).toMatchObject({ state: 'done', groups: 4, members: 5 });
    expect(await membersOf(orgId, 'Outer')).toEqual(sorted(['Fourth', 'Inner', 'Third', `${orgId}-a`]));
  });

  it('reports each member that is nobody by its place, and takes the others', async () => {
    const orgId = await createOrganization(service);
    const stranger = await createPerson(service, {}, await createOrganization(service));
    const robot = await createServiceUser(service, orgId);
    const person = await createPerson(service, {}, orgId);
    const members = [
      { userName: 'missing' },
      { userId: person.id },
      { userId: stranger.id },
      { userId: robot.userId },
      { groupDisplayName: 'Nowhere' },
      'text',
      { userId: person.id, userName: 'both' },
      { userId: person.id },
    ];
    const { job, faults } = await submit([{ orgId, groups: [groupEntry('Team', members)] }]);
    expect(job).toMatchObject({ state: 'done', failed: 0, groups: 1, members: 1 });
    expect(
      faults.filter(({ type }) => type !== 'org').map(({ line, type, kind, message }) => [line, type, kind, message.split(':')[0]]),
    ).toEqual(
      expect.arrayContaining([
        [1, 'group_member', 'group.memberUnknown', 'members[0]'],
        [1, 'group_member', 'group.memberUnknown', 'members[2]'],
        [1, 'group_member', 'group.memberUnknown', 'members[3]'],
        [1, 'group_member', 'group.memberUnknown', 'members[4]'],
        [1, 'group_member', 'group.member', 'members[5]'],
        [1, 'group_member', 'group.member', 'members[6]'],
      ]),
    );
    expect(await membersOf(orgId, 'Team')).toEqual([person.id]);
  });

  it('names the places of very many members that are nobody in few errors', async () => {
    const orgId = await createOrganization(service);
    const { faults } = await submit([
      {
        orgId,
        groups: [
          groupEntry(
            'Team',
            Array.from({ length: 150 }, (_, i) => ({ userId: `${orgId}-${i}` })),
          ),
        ],
      },
    ]);
    const messages = faults.filter(({ type }) => type === 'group_member').map(({ message }) => message);
    expect(messages).toHaveLength(22);
    const places = messages
      .flatMap((text) => (text.startsWith('Not') ? text.match(/\d+/g) : /\[(\d+)\]/.exec(text)?.[1]) ?? [])
      .map(Number);
    expect(places).toEqual(Array.from({ length: 150 }, (_, i) => i));
  });

  it('adds a group with more members than one unit of work takes, all of them once', async () => {
    // On a server too: members are looked up and written many at a time.
    const orgId = freshName('org');
    const count = MEMBERS_AT_ONCE * 2 + 5;
    const people = Array.from({ length: count }, (_, i) => human(`${orgId}-${i}`));
    const members = [...people.map(({ userId }) => ({ userId })), { userId: 'nobody' }];
    const { job, faults } = await submit([{ orgId, humanUsers: people, groups: [groupEntry('Large', members)] }]);
    expect(faults.map(({ line, message }) => [line, message.split(':')[0]])).toEqual([[count + 1, `members[${count}]`]]);
    expect(job).toMatchObject({ state: 'done', groups: 1, members: count, failed: 0 });
    expect(await membersOf(orgId, 'Large')).toHaveLength(count);
  });

  it('refuses a group and everything that continues it, and no other', async () => {
    const orgId = await createOrganization(service);
    await addGroup(service, orgId, [], 'Taken');
    const { job, faults } = await submit([
      {
        orgId,
        humanUsers: [human(`${orgId}-a`)],
        groups: [
          groupEntry('taken', [{ groupDisplayName: 'Free' }, { userId: `${orgId}-a` }]),
          groupEntry('Free', [{ userId: `${orgId}-a` }]),
          groupEntry(' FREE '),
          groupEntry('  '),
          groupEntry('Bad id', [], { groupId: '../etc' }),
          groupEntry('Id of a person', [], { groupId: `${orgId}-a` }),
          { group: { displayName: 'No list' }, members: 'x' },
          { groupId: `${orgId}-x` },
        ],
      },
    ]);
    expect(faults.filter(({ type }) => type !== 'org').map(({ line, kind }) => [line, kind])).toEqual([
      [2, 'group.nameTaken'],
      [4, 'group.twice'],
      [5, 'import.missing'],
      [6, 'id.invalid'],
      [7, 'group.idTaken'],
      [8, 'import.type'],
      [9, 'import.missing'],
    ]);
    expect(job).toMatchObject({ state: 'done', groups: 1, members: 1, failed: 7 });
    expect(await membersOf(orgId, 'Taken')).toEqual([]);
  });

  it.each(['', '?mode=upsert', '?mode=upsert&dryRun=true'])('gives no person the id of a group %s', async (query) => {
    const orgId = await createOrganization(service);
    const { id } = await addGroup(service, orgId);
    const { job, faults } = await submit([{ orgId, humanUsers: [human(id), human(freshName())] }], query);
    expect(faults.filter(({ type }) => type !== 'org').map(({ line, kind }) => [line, kind])).toEqual([[1, 'person.idTaken']]);
    expect(job).toMatchObject({ state: 'done', added: query.includes('dryRun') ? 0 : 1, changed: 0, failed: 1 });
  });

  it('reports members it does not know, and takes the rest of the entry', async () => {
    const orgId = freshName('org');
    const { faults } = await submit([{ orgId, groups: [{ group: { displayName: 'A', roles: [] }, attributes: {} }] }]);
    expect(faults.map(({ kind, message }) => [kind, message])).toEqual([
      ['member.unsupported', 'attributes is not supported and was ignored.'],
      ['member.unsupported', 'group.roles is not supported and was ignored.'],
    ]);
    expect(await groupsOf(orgId)).toHaveLength(1);
  });
});

/** A chain of groups, the first one on top. */
const chain = (names: readonly string[]) =>
  names.map((name, i) => groupEntry(name, i + 1 < names.length ? [{ groupDisplayName: names[i + 1] }] : []));

describe('groups in groups', () => {
  it.each(['', '?dryRun=true'])('a circle and a chain that is too long are reported, and everything else is taken %s', async (query) => {
    const orgId = freshName('org');
    const names = Array.from({ length: 11 }, (_, i) => `Level ${i + 1}`);
    const { job, faults } = await submit(
      [
        {
          orgId,
          groups: [
            groupEntry('A', [{ groupDisplayName: 'B' }]),
            groupEntry('B', [{ groupDisplayName: 'C' }]),
            groupEntry('C', [{ groupDisplayName: 'Other' }, { groupDisplayName: 'A' }]),
            groupEntry('Other', [{ groupDisplayName: 'Other' }]),
            ...chain(names),
          ],
        },
      ],
      query,
    );
    const found = faults
      .filter(({ type }) => type === 'group_member')
      .map(({ kind, line, message }) => [kind, line, message.split(':')[0]]);
    expect(found).toHaveLength(3);
    expect(found.filter(([kind]) => kind === 'group.circle')).toHaveLength(2);
    expect(found.filter(([kind]) => kind === 'group.tooDeep')).toHaveLength(1);
    expect(found).toContainEqual(['group.circle', 4, 'members[0]']);
    expect(job).toMatchObject({ state: 'done', failed: 0, ...(query ? { groups: 0, members: 0 } : { groups: 15, members: 12 }) });
    if (query) expect(await groupsOf(orgId)).toEqual([]);
  });

  it('are judged with those from before', async () => {
    // On a server too: members are looked up and written many at a time.
    const orgId = await createOrganization(service);
    const bottom = await addGroup(service, orgId, [], 'Bottom');
    await addGroup(service, orgId, [bottom.id], 'Top');
    for (const query of ['?dryRun=true', '']) {
      const { faults } = await submit(
        [{ orgId, groupMembers: [{ groupDisplayName: 'Bottom', members: [{ groupDisplayName: 'Top' }] }] }],
        query,
      );
      expect(faults.filter(({ type }) => type !== 'org')).toMatchObject([{ kind: 'group.circle', type: 'group_member', id: 'Bottom' }]);
    }
  });
});

describe('a group from before', () => {
  it('is changed by an upsert, which takes nobody out, and again changes nothing', async () => {
    // On a server too: members are looked up and written many at a time.
    const orgId = await createOrganization(service);
    const [old, fresh] = [await createPerson(service, {}, orgId), await createPerson(service, {}, orgId)];
    const team = await addGroup(service, orgId, [old.id], 'Team');
    const orgs = [
      { orgId, groups: [{ group: { displayName: 'TEAM', externalId: 'x-1' }, members: [{ userId: fresh.id }, { userId: old.id }] }] },
    ];
    expect((await submit(orgs, '?mode=upsert&dryRun=true')).job).toMatchObject({ failed: 0, changed: 0 });
    expect(await groupsOf(orgId)).toMatchObject([{ name: 'Team' }]);
    expect((await submit(orgs, '?mode=upsert')).job).toMatchObject({ state: 'done', added: 0, changed: 1, groups: 0, members: 1 });
    expect(await groupsOf(orgId)).toMatchObject([{ id: team.id, name: 'TEAM', externalId: 'x-1', version: team.version + 1 }]);
    expect(await membersOf(orgId, 'TEAM')).toEqual(sorted([fresh.id, old.id]));
    expect((await submit(orgs, '?mode=upsert')).job).toMatchObject({ state: 'done', changed: 0, members: 0, failed: 0 });
    expect((await eventsOf(team.id)).slice(-2)).toEqual(['group.changed', 'group.member.added']);
  });

  it('gets members by entries of their own, in every mode', async () => {
    const orgId = await createOrganization(service);
    const person = await createPerson(service, {}, orgId);
    const team = await addGroup(service, orgId, [], 'Team');
    const { job, faults } = await submit([
      { orgId, groupMembers: [{ groupId: team.id, members: [{ userId: person.id }] }, { groupId: 'none', members: [] }, { members: [] }] },
    ]);
    expect(job).toMatchObject({ state: 'done', members: 1, failed: 2 });
    expect(faults.filter(({ type }) => type !== 'org').map(({ line, kind }) => [line, kind])).toEqual([
      [2, 'group.notFound'],
      [3, 'import.missing'],
    ]);
    expect(await groupsOf(orgId)).toMatchObject([{ version: team.version + 1 }]);
  });

  it('is not found in another organization', async () => {
    const [here, there] = [await createOrganization(service), await createOrganization(service)];
    const other = await addGroup(service, there, [], 'Team');
    const { faults } = await submit(
      [
        {
          orgId: here,
          groups: [groupEntry('Team', [{ groupId: other.id }]), groupEntry('Same id', [], { groupId: other.id })],
          groupMembers: [{ groupId: other.id, members: [] }],
        },
      ],
      '?mode=upsert',
    );
    expect(
      faults
        .filter(({ type }) => type !== 'org')
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(['group.idTaken', 'group.memberUnknown', 'group.notFound']);
  });
});

describe('a dry run with groups', () => {
  it('names the same errors as the import, and writes nothing', async () => {
    const orgId = await createOrganization(service);
    await addGroup(service, orgId, [], 'Taken');
    const robot = freshName('robot');
    const orgs = [
      {
        orgId,
        humanUsers: [human(`${orgId}-a`), human(`${orgId}-b`)],
        machineUsers: [{ userId: robot, user: { userName: robot, name: 'Robot' } }],
        groups: [
          groupEntry('Taken', [{ userId: `${orgId}-a` }, { groupDisplayName: 'One' }]),
          groupEntry('One', [
            { userName: `${orgId}-a` },
            { userId: `${orgId}-b` },
            { userId: 'nobody' },
            { userId: robot },
            { userName: robot },
          ]),
          groupEntry('Two', [{ groupDisplayName: 'One' }, { groupId: `${orgId}-three` }, { groupExternalId: 'x-3' }, { groupId: 'none' }]),
          { groupId: `${orgId}-three`, group: { displayName: 'Three', externalId: 'x-3' }, members: [{ groupDisplayName: 'Two' }] },
        ],
        groupMembers: [
          { groupDisplayName: 'Three', members: [{ userId: `${orgId}-a` }] },
          { groupDisplayName: 'None', members: [] },
        ],
      },
    ];
    const tried = await submit(orgs, '?dryRun=true');
    expect(await groupsOf(orgId)).toHaveLength(1);
    expect(tried.job).toMatchObject({ state: 'done', added: 0, groups: 0, members: 0, failed: 2 });
    const done = await submit(orgs);
    expect(done.job).toMatchObject({ state: 'done', groups: 3, members: 5, failed: 2 });
    const told = (faults: typeof done.faults) =>
      sorted(faults.map(({ line, type, kind, message }) => JSON.stringify([line, type, kind, message])));
    expect(told(tried.faults)).toEqual(told(done.faults));
    for (const table of ['import_seen', 'import_nesting', 'import_chunks'])
      await expect.poll(() => service.get(Database).query.row(`SELECT COUNT(*) AS n FROM ${table}`)).toEqual({ n: 0 });
  });
});

/** Whoever may import holds every permission today, so the terms are tried where they are asked. */
describe('whoever adds members in a batch', () => {
  it('must cover what the groups, and those above them, carry; others are added all the same', async () => {
    const orgId = await createOrganization(service);
    const person = await createPerson(service, {}, orgId);
    const [inside, free] = [await addGroup(service, orgId, [], 'Inside'), await addGroup(service, orgId, [], 'Free')];
    const carrying = await addGroup(service, orgId, [inside.id], 'Carrying');
    const organization = await service.get(Organizations).requireOrganization(orgId);
    await service.get(GroupRoles).addRole(organization, carrying.id, { role: 'ORG_OWNER' }, OWNER);
    const rules = { caller: { ...OWNER, memberships: [{ role: 'ORG_USER_MANAGER' as const, orgId }] }, changesExisting: true };
    const members = [{ by: 'userId' as const, value: person.id, position: 0 }];
    const database = service.get(Database);
    const batch = service.get(GroupsBatch);
    const entries = ['Inside', 'Free', 'New'].map((displayName) => batch.checkGroup({ values: { displayName }, members }));
    const groups = await database.write('test', (tx) => batch.addGroups(tx, organization, entries, rules));
    const memberships = await database.write('test', (tx) =>
      service.get(MembershipsBatch).addMembers(
        tx,
        organization,
        [
          { group: { by: 'groupId', value: carrying.id }, members },
          { group: { by: 'groupId', value: inside.id }, members: [{ by: 'groupDisplayName', value: 'New', position: 0 }] },
          { group: { by: 'groupId', value: free.id }, members: [{ by: 'groupDisplayName', value: 'New', position: 0 }] },
        ],
        rules,
      ),
    );
    const refused = { fault: expect.objectContaining({ code: 'access.strongerGroup' }) };
    expect(groups).toMatchObject([refused, { done: 'changed', members: 1 }, { done: 'added', members: 1 }]);
    expect(memberships).toMatchObject([refused, refused, { members: 1, refused: [] }]);
    expect(await membersOf(orgId, 'Inside')).toEqual([]);
    expect(await membersOf(orgId, 'Carrying')).toEqual(['Inside']);
    expect(await membersOf(orgId, 'Free')).toEqual(sorted(['New', person.id]));
  });
});

describe('the guide', () => {
  it('shows lines that are taken as they stand', async () => {
    const guide = readFileSync('docs/import-groups.md', 'utf8');
    const [orgId, ids] = [freshName('org'), freshName('id')];
    const text =
      /```ndjson\n([\s\S]*?)```/
        .exec(guide)?.[1]
        ?.replaceAll('"acme"', `"${orgId}"`)
        .replaceAll(/"([ug]-1)"/g, `"${ids}-$1"`) ?? '';
    const { job, faults } = await submitLines(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Entry),
    );
    expect(faults.map(({ kind }) => kind)).toEqual(['password.missing']);
    expect(job).toMatchObject({ state: 'done', added: 3, groups: 2, members: 3, failed: 0 });
    expect(await membersOf(orgId, 'Engineering')).toEqual(sorted(['Backend', `${ids}-u-1`]));
  });
});
