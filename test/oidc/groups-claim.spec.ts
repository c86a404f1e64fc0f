// The scope `groups`: which groups of a person an application is told, and how.
import { beforeAll, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import type { Group } from '../../src/users/directory/groups/group.js';
import { addClient, type Client } from '../support/clients.js';
import { addGroup, changeMembers } from '../support/groups.js';
import { claimsOf, introspect, refresh, signIn, userinfo, clientToken } from '../support/oauth.js';
import { addServiceUserWithSecret } from '../support/service-users.js';
import { service, useWorld, world } from '../support/use-world.js';

useWorld();

let web: Client;
let staff: Group;
let berlin: Group;
let appReaders: Group;
beforeAll(async () => {
  web = await addClient(world, { type: 'web' });
  const { id } = world.organization;
  berlin = await addGroup(service, id, [world.person.id], 'Berlin');
  staff = await addGroup(service, id, [berlin.id], 'Staff');
  appReaders = await addGroup(service, id, [world.person.id], 'App-Readers');
  await addGroup(service, id, [], 'Strangers');
});

const groupsOf = async (client: Client) => {
  const { tokens } = await signIn(service, world, client, 'openid groups');
  return claimsOf(tokens.id_token)['groups'];
};

it('tells names, direct and indirect, in ID token, JWT access token, userinfo and introspection', async () => {
  // On a server too: groups in groups are a recursive query.
  const client = await addClient(world, { type: 'web', accessTokenType: 'jwt' });
  const { tokens } = await signIn(service, world, client, 'openid groups');
  expect(tokens.scope).toBe('openid groups');
  for (const claims of [
    claimsOf(tokens.id_token),
    claimsOf(tokens.access_token),
    (await userinfo(service, tokens.access_token)).body,
    (await introspect(service, client, tokens.access_token)).body,
  ])
    expect(claims['groups']).toEqual(['App-Readers', 'Berlin', 'Staff']);
});

it('tells nothing to whom did not ask', async () => {
  const { tokens } = await signIn(service, world, web, 'openid');
  expect(claimsOf(tokens.id_token)).not.toHaveProperty('groups');
  expect((await userinfo(service, tokens.access_token)).body).not.toHaveProperty('groups');
});

it('tells ids, those that begin in a certain way, or those with roles of the project, as the application says', async () => {
  // On a server too: groups in groups are a recursive query.
  expect(await groupsOf(await addClient(world, { groupsClaimValue: 'id', type: 'web' }))).toEqual([appReaders.id, berlin.id, staff.id]);
  expect(await groupsOf(await addClient(world, { groupsPrefix: 'APP-', type: 'web' }))).toEqual(['App-Readers']);
  expect(await groupsOf(await addClient(world, { groupsPrefix: '%', type: 'web' }))).toEqual([]);
  const assigned = await addClient(world, { groupsFilter: 'assigned', type: 'web' });
  expect(await groupsOf(assigned)).toEqual([]);
  const path = `/admin/v1/organizations/${world.organization.id}/projects/${world.projectId}`;
  await service.call('POST', `${path}/roles`, { key: 'reader' });
  expect((await service.call('POST', `${path}/authorizations`, { holderId: staff.id, roleKeys: ['reader'] })).status).toBe(201);
  expect(await groupsOf(assigned)).toEqual(['Staff']);
});

it('shows a change with the next check, and with the next refresh', async () => {
  const person = await world.addPerson({ userName: 'mover' });
  const group = await addGroup(service, world.organization.id, [person.id], 'Movers');
  const someone = { loginName: `mover@${world.organization.primaryDomain}` };
  const { tokens } = await signIn(service, someone, web, 'openid groups offline_access');
  expect((await userinfo(service, tokens.access_token)).body.groups).toEqual(['Movers']);
  await changeMembers(service, world.organization.id, group.id, { dropped: [person.id] });
  expect((await userinfo(service, tokens.access_token)).body.groups).toEqual([]);
  expect(claimsOf((await refresh(service, web, tokens.refresh_token)).body.id_token)['groups']).toEqual([]);
});

it('points at userinfo where there are more than a token can carry', async () => {
  const person = await world.addPerson({ userName: 'joiner' });
  const names: string[] = [];
  for (let index = 0; index < 60; index++) {
    const name = `${String(index).padStart(2, '0')} ${'group '.repeat(20)}`.trim();
    names.push(name);
    await addGroup(service, world.organization.id, [person.id], name);
  }
  const client = await addClient(world, { type: 'web', accessTokenType: 'jwt' });
  const { tokens } = await signIn(service, { loginName: `joiner@${world.organization.primaryDomain}` }, client, 'openid groups');
  for (const token of [tokens.id_token, tokens.access_token]) {
    expect(claimsOf(token)).toMatchObject({
      _claim_names: { groups: 'userinfo' },
      _claim_sources: { userinfo: { endpoint: `${service.url}/oidc/v1/userinfo` } },
    });
    expect(claimsOf(token)).not.toHaveProperty('groups');
  }
  expect((await userinfo(service, tokens.access_token)).body.groups).toEqual(names);
});

it('counts what a token can carry in bytes, so that names in any script fit into a header', async () => {
  const person = await world.addPerson({ userName: 'writer' });
  for (let index = 0; index < 12; index++) await addGroup(service, world.organization.id, [person.id], `${index} ${'組'.repeat(450)}`);
  const client = await addClient(world, { type: 'web', accessTokenType: 'jwt' });
  const { tokens } = await signIn(service, { loginName: `writer@${world.organization.primaryDomain}` }, client, 'openid groups');
  expect(tokens.access_token.length).toBeLessThan(16_000);
  expect(claimsOf(tokens.access_token)).toMatchObject({ _claim_names: { groups: 'userinfo' } });
  expect((await userinfo(service, tokens.access_token)).body.groups).toHaveLength(12);
});

it('tells none at all of more than 10,000, unless the application narrows them', async () => {
  const person = await world.addPerson({ userName: 'everywhere' });
  const { no: orgNo } = world.organization;
  await service.get(Database).write('test', async (tx) => {
    for (let from = 0; from < 10_001; from += 500) {
      const groups = Array.from({ length: Math.min(500, 10_001 - from) }, (_, index) => ({
        no: tx.nextNumber(),
        name: `mass ${from + index}`,
      }));
      await tx.run(
        `INSERT INTO user_groups (no, id, org_no, display_name, display_name_key, display_name_rev, version, created_us, modified_us)
          VALUES ${groups.map(() => '(?, ?, ?, ?, ?, ?, 1, 1, 1)').join(', ')}`,
        groups.flatMap(({ no, name }) => [no, `mass-${no}`, orgNo, name, name, name]),
      );
      await tx.run(
        `INSERT INTO group_members (group_no, kind, member_no, org_no) VALUES ${groups.map(() => "(?, 'user', ?, ?)").join(', ')}`,
        groups.flatMap(({ no }) => [no, person.no, orgNo]),
      );
    }
  });
  const someone = { loginName: `everywhere@${world.organization.primaryDomain}` };
  const { tokens } = await signIn(service, someone, web, 'openid groups');
  expect((await userinfo(service, tokens.access_token)).body).toEqual({ sub: person.id });
  const narrow = await signIn(service, someone, await addClient(world, { type: 'web', groupsPrefix: 'mass 9999' }), 'openid groups');
  expect(claimsOf(narrow.tokens.id_token)['groups']).toEqual(['mass 9999']);
});

it('knows no groups of a service user', async () => {
  const user = await addServiceUserWithSecret(service, world);
  expect((await userinfo(service, await clientToken(service, user, 'groups'))).body).toEqual({ sub: user.id });
});

it.each([
  [{ groupsClaimValue: 'email' }, 'groupsClaimValue'],
  [{ groupsFilter: 'some' }, 'groupsFilter'],
  [{ groupsPrefix: 'a\u0000' }, 'groupsPrefix'],
])('an application cannot be set to %j', async (input, field) => {
  await expect(world.addApplication(input as never)).rejects.toMatchObject({ field });
});
