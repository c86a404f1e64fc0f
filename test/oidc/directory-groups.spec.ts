// Groups of people who sign in with a directory: what the provider names is joined and left, and nothing else, whatever a claim says.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { coversRoles, judgeOrganization, rolesIn } from '../../src/common/access/permissions.js';
import { Database } from '../../src/common/database/database.js';
import { ProviderGroups } from '../../src/users/directory/groups/provider-groups.service.js';
import type { Group } from '../../src/users/directory/groups/group.js';
import { refreshOf, type Page } from '../support/browser.js';
import { Visitor } from '../support/directory.js';
import { addGroup, changeMembers } from '../support/groups.js';
import { CLIENT_ID, CLIENT_SECRET, signInAtProvider, startHostileProvider, type HostileProvider } from '../support/hostile-provider.js';
import { claimsOf, redeem } from '../support/oauth.js';
import { eventsOf } from '../support/people.js';
import { createServiceUser } from '../support/service-users.js';
import { startService, type TestService } from '../support/service.js';
import { makeWorld, PASSWORD, REDIRECT_URI, type World } from '../support/world.js';

const BARBARA = { name: 'Barbara Jensen', email: 'barbara@directory.example' };

let service: TestService;
let directory: HostileProvider;
let world: World;
let client: { clientId: string; clientSecret: string };
let base: string;
let staff: Group;
let sales: Group;
beforeAll(async () => {
  service = await startService({ BACKCHANNEL_ALLOW_PRIVATE: 'true' });
  directory = await startHostileProvider(() => Math.floor(Date.now() / 1_000));
});
beforeEach(async () => {
  world = await makeWorld(service);
  base = `/admin/v1/organizations/${world.organization.id}/identity-providers`;
  const { application, clientSecret = '' } = await world.addApplication();
  client = { clientId: application.clientId, clientSecret };
  [staff, sales] = [await group(), await group()];
  directory.userinfo = { sub: 'person-1' };
});
afterAll(async () => {
  await service.close();
  await directory.close();
});

const group = (memberIds: readonly string[] = []) => addGroup(service, world.organization.id, memberIds);
const settings = (more: object = {}) => ({
  kind: 'oidc',
  name: 'Corporate',
  issuer: directory.origin,
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  creation: 'automatic',
  groups: [
    { value: '/staff', groupId: staff.id },
    { value: '/sales', groupId: sales.id },
  ],
  ...more,
});
const create = (more: object = {}, token?: string, at = base) =>
  service.call('POST', at, settings(more), token === undefined ? {} : { token });
async function connect(more: object = {}): Promise<string> {
  const { status, body, text } = await create(more);
  if (status !== 201) throw new Error(text);
  return body.identityProviderId;
}

/** A browser that signs in at the directory, which then says what `claims` has. */
async function signIn(id: string, claims: Record<string, unknown>, visitor = new Visitor(service, service)): Promise<Page> {
  const { url } = await visitor.follow(await visitor.open(client.clientId), `/to/${id}`);
  return visitor.here.open(signInAtProvider(directory, url, { ...BARBARA, ...claims }));
}
/** The address to which the callback leads on, not opened yet. */
async function onwardFrom({ here }: Visitor, callback: string): Promise<string> {
  const { headers } = await here.fetch(callback, {});
  return new URL(refreshOf({ headers }) ?? '', service.url).href;
}
/** @returns the id of the person who has signed in */
async function personOf({ url, html }: Page): Promise<string> {
  expect(url.startsWith(REDIRECT_URI), html).toBe(true);
  const { body } = await redeem(service, client, new URL(url).searchParams.get('code') ?? '');
  return String(claimsOf(body.id_token).sub);
}
const signInAs = async (id: string, claims: Record<string, unknown>) => personOf(await signIn(id, claims));
async function groupsOf(personId: string): Promise<string[]> {
  const rows = await service
    .get(Database)
    .query.rows<{ id: string }>(
      "SELECT g.id FROM users u JOIN group_members m ON m.member_no = u.no AND m.kind = 'user' JOIN user_groups g ON g.no = m.group_no WHERE u.id = ?",
      [personId],
    );
  return rows.map(({ id }) => id).toSorted();
}
const memberEvents = async ({ id }: Group) => (await eventsOf(service, id)).filter(({ type }) => type.startsWith('group.member.'));
const ids = (...groups: Group[]) => groups.map(({ id }) => id).toSorted();
const failureOf = async (id: string) => (await service.call('GET', `${base}/${id}/health`)).body.lastFailure;
const giveRole = ({ no, orgNo }: Group, role: string, scopeNo = orgNo) =>
  service
    .get(Database)
    .write('test', (tx) =>
      tx.run('INSERT INTO group_roles (group_no, scope_no, role, org_no) VALUES (?, ?, ?, ?)', [no, scopeNo, role, orgNo]),
    );

describe('a sign-in', () => {
  it('joins the groups that the directory names and leaves those it names no longer, and no others', async () => {
    const id = await connect();
    const person = await signInAs(id, { groups: ['/staff', '/sales', '/unknown'] });
    expect(await groupsOf(person)).toEqual(ids(staff, sales));
    const byHand = await group([person]);
    expect(await signInAs(id, { groups: ['/sales'] })).toBe(person);
    expect(await groupsOf(person)).toEqual(ids(sales, byHand));
    const events = await memberEvents(staff);
    expect(events.map(({ type, payload }) => [type, payload])).toEqual([
      ['group.member.added', { memberId: person, memberType: 'user' }],
      ['group.member.removed', { memberId: person, memberType: 'user' }],
    ]);
    const { body } = await service.call('GET', `/admin/v1/organizations/${world.organization.id}/groups/${staff.id}`);
    expect(body).toMatchObject({ displayName: staff.displayName });
  });

  it('takes away a membership by hand in a group of the provider, and leaves those of other people', async () => {
    const id = await connect();
    const person = await signInAs(id, {});
    await changeMembers(service, world.organization.id, staff.id, { put: [person, world.person.id] });
    await signInAs(id, { groups: [] });
    expect(await groupsOf(person)).toEqual([]);
    expect(await groupsOf(world.person.id)).toEqual(ids(staff));
  });

  it.each<[string, claims: Record<string, unknown>, userinfo: Record<string, unknown> | undefined]>([
    ['one text', { groups: '/staff' }, undefined],
    ['a claim of userinfo', {}, { groups: ['/staff'] }],
  ])('reads %s', async (_, claims, userinfo) => {
    const id = await connect();
    directory.userinfo = { sub: 'person-1', ...userinfo };
    expect(await groupsOf(await signInAs(id, claims))).toEqual(ids(staff));
  });

  it('reads the claim that the provider names', async () => {
    const id = await connect({ groupsClaim: 'roles' });
    expect(await groupsOf(await signInAs(id, { groups: ['/staff'], roles: ['/sales'] }))).toEqual(ids(sales));
  });

  it('of two browsers at the same moment makes one membership', async () => {
    const id = await connect();
    const person = await signInAs(id, {});
    const visitors = Array.from({ length: 3 }, () => new Visitor(service, service));
    const urls: string[] = [];
    for (const visitor of visitors) urls.push((await visitor.follow(await visitor.open(client.clientId), `/to/${id}`)).url);
    const callbacks: string[] = [];
    for (const [at, visitor] of visitors.entries()) {
      callbacks.push(await onwardFrom(visitor, signInAtProvider(directory, urls[at] ?? '', { ...BARBARA, groups: ['/staff', '/sales'] })));
    }
    const pages = await Promise.all(visitors.map(({ here }, at) => here.open(callbacks[at] ?? '')));
    for (const page of pages) expect(await personOf(page)).toBe(person);
    expect(await groupsOf(person)).toEqual(ids(staff, sales));
    expect(await memberEvents(staff)).toHaveLength(1);
  });

  it('by an answer that waited in a tab joins no group that a newer answer did not name', async () => {
    const id = await connect();
    const visitor = new Visitor(service, service);
    const { url } = await visitor.follow(await visitor.open(client.clientId), `/to/${id}`);
    const waiting = await onwardFrom(visitor, signInAtProvider(directory, url, { ...BARBARA, groups: ['/staff'] }));
    const person = await signInAs(id, { groups: ['/sales'] });
    expect(await personOf(await visitor.here.open(waiting))).toBe(person);
    expect(await groupsOf(person)).toEqual(ids(sales));
    expect(await memberEvents(staff)).toEqual([]);
  });

  it('by an answer whose groups are being assigned when a newer one arrives changes nothing that the newer one said', async () => {
    const id = await connect();
    const person = await signInAs(id, { groups: [] });
    const visitor = new Visitor(service, service);
    const { url } = await visitor.follow(await visitor.open(client.clientId), `/to/${id}`);
    const waiting = await onwardFrom(visitor, signInAtProvider(directory, url, { ...BARBARA, groups: ['/staff'] }));
    const groups = service.get(ProviderGroups);
    const assign = groups.assign.bind(groups);
    const delayed = vi.spyOn(groups, 'assign').mockImplementationOnce(async (...terms) => {
      await signInAs(id, { groups: ['/sales'] });
      return assign(...terms);
    });
    try {
      expect(await personOf(await visitor.here.open(waiting))).toBe(person);
    } finally {
      delayed.mockRestore();
    }
    expect(await groupsOf(person)).toEqual(ids(sales));
  });

  it('that connects an account joins its groups', async () => {
    const id = await connect({ creation: 'off' });
    const visitor = new Visitor(service, service);
    const question = await visitor.here.submit(await signIn(id, { groups: ['/staff'] }, visitor), world.loginName, PASSWORD);
    await visitor.here.submitButton(question, 'Connect');
    expect(await groupsOf(world.person.id)).toEqual(ids(staff));
  });

  it('gives the roles of the group at once, and takes them with it', async () => {
    const id = await connect();
    const path = `/admin/v1/organizations/${world.organization.id}/groups/${staff.id}/roles`;
    expect((await service.call('POST', path, { role: 'ORG_OWNER' })).status).toBeLessThan(300);
    const person = await signInAs(id, { groups: ['/staff'] });
    const members = async () =>
      JSON.stringify((await service.call('GET', `/admin/v1/organizations/${world.organization.id}/people/${person}/roles`)).body);
    expect(await members()).toContain('ORG_OWNER');
    await signInAs(id, { groups: [] });
    expect(await members()).not.toContain('ORG_OWNER');
  });
});

describe('groups that the directory does not say', () => {
  it.each<[string, Record<string, unknown>, RegExp]>([
    [
      'because there are more than a token of Entra holds',
      { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://graph.example' } } },
      /sends a link instead of the claim groups.*provision the groups over SCIM\..*stay as they are/,
    ],
    ['because a token of Entra says that there are many', { hasgroups: 'true' }, /sends a link instead of the claim groups/],
    ['in a form that is not a list of texts', { groups: [{ name: '/staff' }] }, /The claim groups is not a list of texts/],
  ])('stay as they are: %s', async (_, claims, failure) => {
    const id = await connect();
    const person = await signInAs(id, { groups: ['/staff'] });
    expect(await signInAs(id, claims)).toBe(person);
    expect(await groupsOf(person)).toEqual(ids(staff));
    expect(await failureOf(id)).toMatch(failure);
  });
});

it('the test of a provider says where groups come from, and what a directory of Microsoft does for a person in too many', async () => {
  const groupsStep = async (id: string) => {
    const { body } = await service.call('POST', `${base}/${id}/_test`);
    return (body.steps as Array<{ step: string; detail: string }>).find(({ step }) => step === 'groups')?.detail;
  };
  const id = await connect();
  expect(await groupsStep(id)).toBe('Groups are read from the claim groups.');
  await service.call('PATCH', `${base}/${id}`, { subjectClaims: ['tid', 'oid'] });
  expect(await groupsStep(id)).toMatch(/more than 200 groups.*stay as they are.*provision the groups over SCIM\.$/);
  await service.call('PATCH', `${base}/${id}`, { groups: [] });
  expect(await groupsStep(id)).toBeUndefined();
});

it('the last of thousands of values counts as the first', async () => {
  const id = await connect();
  const many = Array.from({ length: 2_500 }, (_, at) => `/g${at}`);
  const person = await signInAs(id, { groups: ['/staff', ...many] });
  expect(await groupsOf(person)).toEqual(ids(staff));
  await signInAs(id, { groups: [...many, '/sales'] });
  expect(await groupsOf(person)).toEqual(ids(sales));
});

describe('a claim gives no group', () => {
  it('that is not one of the provider, by its name, its id or its external id', async () => {
    const id = await connect();
    const owners = await group();
    await giveRole(owners, 'ORG_OWNER');
    const person = await signInAs(id, {
      groups: [owners.displayName, owners.id, `/${owners.displayName}`, staff.id, staff.displayName, '/Staff'],
    });
    expect(await groupsOf(person)).toEqual([]);
  });

  it.each<[string, () => Promise<void>]>([
    ['has a role that the owners of the organization do not have', async () => void (await giveRole(staff, 'IAM_OWNER', 0))],
    [
      'is in a group with such a role',
      async () => {
        const outer = await group([staff.id]);
        await giveRole(outer, 'IAM_OWNER', 0);
      },
    ],
  ])('that %s since the provider was set up', async (_, promote) => {
    const id = await connect();
    await promote();
    const person = await signInAs(id, { groups: ['/staff', '/sales'] });
    expect(await groupsOf(person)).toEqual(ids(sales));
    expect(await failureOf(id)).toContain(staff.id);
  });

  it('that has a role which the administrator who connected the identity does not have', async () => {
    const id = await connect({ creation: 'off', linking: 'off' });
    const path = `/admin/v1/organizations/${world.organization.id}`;
    expect((await service.call('POST', `${path}/groups/${staff.id}/roles`, { role: 'ORG_OWNER' })).status).toBeLessThan(300);
    const manager = await createServiceUser(service, world.organization.id, 'ORG_USER_MANAGER');
    const links = `${path}/people/${world.person.id}/identity-links`;
    const link = { identityProviderId: id, subject: 'person-1' };
    expect((await service.call('POST', links, link, { token: manager.token })).status).toBe(201);
    for (const _ of [1, 2]) {
      expect(await signInAs(id, { groups: ['/staff', '/sales'] })).toBe(world.person.id);
      expect(await groupsOf(world.person.id)).toEqual(ids(sales));
    }
    expect(await failureOf(id)).toContain(staff.id);
    await service.call('DELETE', `${links}/${id}`);
    expect((await service.call('POST', links, link)).status).toBe(201);
    await signInAs(id, { groups: ['/staff', '/sales'] });
    expect(await groupsOf(world.person.id)).toEqual(ids(staff, sales));
  });

  it('that a provider took from the mapping while the browser was on its way', async () => {
    const id = await connect();
    const visitor = new Visitor(service, service);
    const { url } = await visitor.follow(await visitor.open(client.clientId), `/to/${id}`);
    const onward = await onwardFrom(visitor, signInAtProvider(directory, url, { ...BARBARA, groups: ['/staff', '/sales'] }));
    await service.call('PATCH', `${base}/${id}`, { groups: [{ value: '/staff', groupId: staff.id }] });
    const person = await personOf(await visitor.here.open(onward));
    expect(await groupsOf(person)).toEqual(ids(staff));
  });
});

it('owners of an organization have every role that a group of it can have', () => {
  const orgId = 'org';
  const owner = [{ role: 'ORG_OWNER', orgId }];
  for (const within of [{}, { projectId: 'project' }, { grantId: 'grant' }]) {
    const scope = { orgId, ...within };
    expect(
      coversRoles(
        owner,
        Object.keys(rolesIn(scope)).map((role) => ({ role, ...scope })),
      ),
    ).toBe(true);
    expect(judgeOrganization(owner, 'authorization.write', orgId, within)).toBe('allowed');
  }
});

describe('a provider is given', () => {
  it('groups of its organization, which it shows by value and id', async () => {
    const { status, body } = await create();
    expect([status, body.groups]).toEqual([
      201,
      [
        { value: '/staff', groupId: staff.id },
        { value: '/sales', groupId: sales.id },
      ],
    ]);
    const event = (await eventsOf(service, world.organization.id)).find(({ type }) => type === 'org.idp.added');
    expect(event?.payload).toMatchObject({ groups: body.groups });
    const changed = await service.call('PATCH', `${base}/${body.identityProviderId}`, { groups: [] });
    expect([changed.status, changed.body.groups]).toEqual([200, []]);
  });

  it('several values for a group, and several groups for a value', async () => {
    const groups = [
      { value: '/staff', groupId: staff.id },
      { value: '/staff', groupId: sales.id },
      { value: '/interns', groupId: staff.id },
    ];
    const id = await connect({ groups });
    expect(await groupsOf(await signInAs(id, { groups: ['/interns'] }))).toEqual(ids(staff));
    expect(await groupsOf(await signInAs(id, { groups: ['/staff'] }))).toEqual(ids(staff, sales));
  });

  it('no group of another provider', async () => {
    await connect();
    const { status, body } = await create({ groups: [{ value: '/x', groupId: sales.id }] });
    expect([status, body.code]).toEqual([409, 'identityProvider.groupTaken']);
    const other = await connect({ groups: [] });
    const changed = await service.call('PATCH', `${base}/${other}`, { groups: [{ value: '/x', groupId: sales.id }] });
    expect([changed.status, changed.body.code]).toEqual([409, 'identityProvider.groupTaken']);
  });

  it.each<[string, () => Promise<string>]>([
    ['another organization', async () => (await addGroup(service, (await makeWorld(service)).organization.id)).id],
    ['no organization', () => Promise.resolve('268351204312072193')],
    ['people', () => Promise.resolve(world.person.id)],
  ])('no group of %s', async (_, idOf) => {
    const { status, body } = await create({ groups: [{ value: '/x', groupId: await idOf() }] });
    expect([status, body.code]).toEqual([400, 'identityProvider.group']);
  });

  it('no group that carries roles which the owners of the organization do not have', async () => {
    await giveRole(sales, 'IAM_OWNER', 0);
    const { status, body } = await create();
    expect([status, body.code]).toEqual([403, 'access.strongerGroup']);
    const id = await connect({ groups: [] });
    const changed = await service.call('PATCH', `${base}/${id}`, { groups: [{ value: '/x', groupId: sales.id }] });
    expect([changed.status, changed.body.code]).toEqual([403, 'access.strongerGroup']);
  });

  it('groups by owners of the organization alone', async () => {
    const { token } = await createServiceUser(service, world.organization.id, 'ORG_USER_MANAGER');
    expect((await create({}, token)).status).toBe(403);
  });

  it.each<[string, object, string?]>([
    ['the same value for a group twice', { groups: [1, 2].map(() => ({ value: '/x', groupId: 'ID' })) }],
    ['a value with a line break', { groups: [{ value: '/x\n', groupId: 'ID' }] }],
    ['101 values', { groups: Array.from({ length: 101 }, (_, at) => ({ value: `/x${at}`, groupId: 'ID' })) }],
    ['a claim that is no name', { groupsClaim: 'two words' }],
    [
      'groups of a provider that names none',
      {
        kind: 'oauth',
        issuer: undefined,
        authorizationUrl: 'https://a.example',
        tokenUrl: 'https://a.example',
        userinfoUrl: 'https://a.example',
        subjectMember: 'id',
        groups: [{ value: '/x', groupId: 'ID' }],
      },
    ],
    ['groups of a provider of the service', { groups: [{ value: '/x', groupId: 'ID' }] }, '/admin/v1/identity-providers'],
  ])('not %s', async (_, more, at) => {
    const body = JSON.parse(JSON.stringify(more).replaceAll('"ID"', JSON.stringify(staff.id))) as object;
    const answer = await create({ ...body, ...('issuer' in more && { issuer: undefined }) }, undefined, at);
    expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([400, expect.stringMatching(/^\/groups/)]);
  });
});
