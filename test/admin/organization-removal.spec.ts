// The end of an organization over the JSON API: at once for everybody, for good in the tables.
// On a server too: the job that deletes rows sends statements that no other spec sends.
import { getMetadataArgsStorage } from 'typeorm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENTITIES } from '../../src/data-source.js';
import { Clock } from '../../src/common/primitives/clock.js';
import { Database } from '../../src/common/database/database.js';
import { Removals } from '../../src/common/work/removals.service.js';
import { addClient } from '../support/clients.js';
import { addGroup } from '../support/groups.js';
import { authorizeUrl, clientToken, introspect, refresh, signIn, signInElsewhere, userinfo } from '../support/oauth.js';
import { Browser } from '../support/browser.js';
import { createOrganization, createPerson, eventsOf, freshName, patchOf, USER_URN, usersPath } from '../support/people.js';
import { createServiceUser } from '../support/service-users.js';
import { startService, type TestService } from '../support/service.js';
import { makeWorld, PASSWORD, type World } from '../support/world.js';

let service: TestService;
let world: World;
let base: string;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  world = await makeWorld(service);
  base = `/admin/v1/organizations/${world.organization.id}`;
});

const remove = (name = world.organization.name, token?: string, query = '') =>
  service.call('DELETE', `${base}?confirmName=${encodeURIComponent(name)}${query}`, undefined, token === undefined ? {} : { token });
const rowsWhere = async (table: string, column: string, ...values: number[]) =>
  Number(
    (
      await service
        .get(Database)
        .query.row<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table} WHERE ${column} IN (${values.map(() => '?').join(', ')})`, values)
    )?.n,
  );
const deleteRelatedRows = () => service.get(Removals).deleteRelatedRows();

/** Columns that name an organization, and those that name a user. */
const ORGANIZATION = new Set(['org_no', 'granted_org_no', 'scope_no']);
const USER = new Set(['user_no', 'owner_no', 'holder_no', 'member_no']);
/** History, what is still to be blanked in it, ids that were used, and what expires by itself. */
const KEPT = new Set(['events', 'event_blankings', 'user_tombstones', 'grants', 'sign_in_attempts', 'ended_sessions']);

/** Every such column of every table there is. */
function ownedColumns(): Array<[table: string, column: string]> {
  const { tables, columns } = getMetadataArgsStorage();
  return tables
    .filter(({ target }) => ENTITIES.includes(target as never))
    .flatMap(({ target, name = '' }) =>
      columns
        .filter((column) => column.target === target)
        .map(({ options, propertyName }): [string, string] => [name, options.name ?? propertyName]),
    )
    .filter(([, column]) => ORGANIZATION.has(column) || USER.has(column));
}

/** Something of every kind. */
async function fill(): Promise<void> {
  const project = `${base}/projects/${world.projectId}`;
  await service.call('POST', `${project}/roles`, { key: 'reader' });
  await service.call('POST', `${project}/authorizations`, { holderId: world.person.id, roleKeys: ['reader'] });
  const { userId } = await createServiceUser(service, world.organization.id, 'ORG_OWNER');
  await service.call('POST', `${base}/service-users/${userId}/secrets`, {});
  await service.call('POST', `${base}/service-users/${userId}/keys`, {});
  await service.call('POST', `${project}/members`, { userId, role: 'PROJECT_OWNER' });
  await service.call('POST', `${base}/connections`, { userName: freshName(), name: 'Entra', provisioningDomain: 'entra' });
  const group = await addGroup(service, world.organization.id, [world.person.id]);
  await service.call('POST', `${base}/groups/${group.id}/roles`, { role: 'ORG_USER_MANAGER' });
  await service.call('PUT', `${base}/policies/lockout`, { maxAttempts: 3, lockSeconds: 600 });
  await service.call('PUT', `${base}/metadata/colour`, { value: 'YmxhdQ==' });
  await service.call('PUT', `${base}/people/${world.person.id}/metadata/colour`, { value: 'YmxhdQ==' });
  await service.call('POST', `${base}/domains`, { domain: `${freshName('d')}.example` });
}

describe('the statistics of an organization', () => {
  it('count people and service users by state, groups, projects, applications and domains', async () => {
    await fill();
    const { id } = await createPerson(service, {}, world.organization.id);
    const off = patchOf({ op: 'replace', path: 'active', value: false });
    expect((await service.call('PATCH', `${usersPath(service, world.organization.id)}/${id}`, off)).status).toBe(204);
    await addClient(world);
    expect((await service.call('GET', `${base}/statistics`)).body).toEqual({
      people: { active: 1, inactive: 1 },
      serviceUsers: { active: 2, inactive: 0 },
      groups: 1,
      projects: 1,
      applications: 1,
      domains: 1,
    });
  });
});

describe('a removed organization', () => {
  it('is unknown from the next request on, with all its ids; nobody signs in, and every token is dead', async () => {
    await fill();
    const client = await addClient(world);
    const elsewhere = await makeWorld(service);
    const foreign = await addClient(elsewhere);
    const { tokens } = await signIn(service, world, client, 'openid offline_access');
    const abroad = await signInElsewhere(service, world, foreign);
    const robot = await createServiceUser(service, world.organization.id, 'ORG_OWNER');
    const secret = (await service.call('POST', `${base}/service-users/${robot.userId}/secrets`, {})).body;
    const access = await clientToken(service, secret);
    expect((await introspect(service, foreign, abroad.access_token)).body.active).toBe(true);

    const answer = await remove();
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        orgId: world.organization.id,
        name: world.organization.name,
        removed: { people: 1, serviceUsers: 3, groups: 1, projects: 1, applications: 1, domains: 1 },
      },
    ]);
    for (const token of [tokens.access_token, abroad.access_token, robot.token, access])
      expect((await userinfo(service, token)).status).toBe(401);
    expect((await introspect(service, foreign, abroad.access_token)).body).toEqual({ active: false });
    expect((await refresh(service, client, tokens.refresh_token)).body.error).toBe('invalid_client');
    const project = `/projects/${world.projectId}`;
    for (const at of ['', '/statistics', '/domains', '/members', '/groups', '/service-users', project, `${project}/applications`])
      expect((await service.call('GET', base + at)).status, at).toBe(404);
    for (const path of [`${usersPath(service, world.organization.id)}/${world.person.id}`, usersPath(service, world.organization.id)])
      expect((await service.call('GET', path)).status, path).toBe(404);
    const { organizations } = (await service.call('GET', `/admin/v1/organizations?limit=1000`)).body;
    expect(organizations.map(({ orgId }: { orgId: string }) => orgId)).not.toContain(world.organization.id);

    const browser = new Browser(service.url);
    const page = await browser.submit(await browser.open(authorizeUrl(service.url, foreign.clientId, 'openid')), world.loginName, PASSWORD);
    expect(page.url).not.toContain('code=');
    expect((await eventsOf(service, world.organization.id)).at(-1)).toMatchObject({
      type: 'org.removed',
      payload: { name: world.organization.name, primaryDomain: world.organization.primaryDomain, contents: { people: 1 } },
    });
  });

  it('leaves no row in any table but its history, the ids that were used, and what expires by itself', async () => {
    await fill();
    const client = await addClient(world);
    await signIn(service, world, client, 'openid offline_access');
    const granted = await createOrganization(service);
    await service.call('POST', `${base}/projects/${world.projectId}/grants`, { grantedOrgId: granted, roleKeys: ['reader'] });
    const other = await makeWorld(service);
    const { grantId } = (
      await service.call('POST', `/admin/v1/organizations/${other.organization.id}/projects/${other.projectId}/grants`, {
        grantedOrgId: world.organization.id,
        roleKeys: [],
      })
    ).body;
    const users = (
      await service.get(Database).query.rows<{ no: number }>('SELECT no FROM users WHERE org_no = ?', [world.organization.no])
    ).map(({ no }) => no);
    expect(users.length).toBeGreaterThan(2);
    expect((await remove()).status).toBe(200);
    await deleteRelatedRows();

    const left: string[] = [];
    for (const [table, column] of ownedColumns()) {
      const numbers = ORGANIZATION.has(column) ? [world.organization.no] : users;
      if (!KEPT.has(table) && (await rowsWhere(table, column, ...numbers)) > 0) left.push(`${table}.${column}`);
    }
    expect(left).toEqual([]);
    expect(await rowsWhere('organizations', 'no', world.organization.no)).toBe(0);
    expect(await rowsWhere('user_tombstones', 'org_no', world.organization.no)).toBe(users.length);
    expect(await rowsWhere('event_blankings', 'user_no', ...users)).toBe(users.length);
    expect((await service.call('GET', `/admin/v1/organizations/${granted}/granted-projects`)).body.grants).toEqual([]);
    expect(grantId).toBeDefined();
    expect((await eventsOf(service, other.projectId)).map(({ type }) => type)).toContain('project.grant.removed');
    expect((await eventsOf(service, world.person.id)).map(({ type }) => type)).not.toContain('user.removed');
  });

  it('frees its domain at once and its id once everything is deleted', async () => {
    const { id, primaryDomain } = world.organization;
    await remove();
    expect((await service.call('POST', '/admin/v1/organizations', { name: 'Other', primaryDomain })).status).toBe(201);
    await deleteRelatedRows();
    expect((await service.call('POST', '/admin/v1/organizations', { name: 'Again', orgId: id })).status).toBe(201);
  });

  it('loses also what a unit of work that had not seen the removal added a moment later', async () => {
    await remove();
    await deleteRelatedRows();
    await service
      .get(Database)
      .write('late', (tx) => tx.run('INSERT INTO policies (org_no, kind, body) VALUES (?, ?, ?)', [world.organization.no, 'look', '{}']));
    service.get(Clock).advance(61_000);
    await deleteRelatedRows();
    expect(await rowsWhere('policies', 'org_no', world.organization.no)).toBe(0);
    expect(await rowsWhere('removals', 'no', world.organization.no)).toBe(0);
  });

  it('answers creates that were on their way what it answers later ones, however late they are', async () => {
    // People whose passwords are hashed for a while after their organization was looked up.
    const slow = await startService({ PASSWORD_HASH_COST: '11' });
    try {
      const orgId = await createOrganization(slow);
      const { name } = (await slow.call('GET', `/admin/v1/organizations/${orgId}`)).body;
      const person = () => ({ userName: freshName(), password: 'Correct-h0rse', emails: [{ value: `${freshName()}@people.example` }] });
      const names = { givenName: 'Ada', familyName: 'Lovelace' };
      const scim = { schemas: [USER_URN], name: names };
      const creates = Array.from({ length: 16 }, (_, at) =>
        at % 2
          ? slow.call('POST', usersPath(slow, orgId), { ...scim, ...person() })
          : slow.call('POST', `/admin/v1/organizations/${orgId}/people`, { ...names, ...person() }),
      );
      await Promise.race(creates);
      expect((await slow.call('DELETE', `/admin/v1/organizations/${orgId}?confirmName=${name}`)).status).toBe(200);
      await slow.get(Removals).deleteRelatedRows();
      const statuses = (await Promise.all(creates)).map(({ status }) => status);
      expect(new Set(statuses)).toEqual(new Set([201, 404]));
      // What was committed between the removal and the first look goes with the last one.
      slow.get(Clock).advance(61_000);
      await slow.get(Removals).deleteRelatedRows();
      const left = await slow
        .get(Database)
        .query.rows('SELECT u.id FROM users u LEFT JOIN organizations o ON o.no = u.org_no WHERE o.no IS NULL');
      expect(left).toEqual([]);
    } finally {
      await slow.close();
    }
  });

  it('is refused without its name, for the one that runs the service, and where it is not known or not allowed', async () => {
    const wrong = await remove('Exemple');
    expect([wrong.status, wrong.body.code]).toEqual([400, 'organization.confirmName']);
    expect((await service.call('DELETE', base)).body.code).toBe('organization.confirmName');
    expect((await service.call('DELETE', `${base}?confirm=Example`)).status).toBe(400);
    const own = `/admin/v1/organizations/${service.credentials.orgId}`;
    const { name } = (await service.call('GET', own)).body;
    const operator = await service.call('DELETE', `${own}?confirmName=${encodeURIComponent(name)}`);
    expect([operator.status, operator.body.code]).toEqual([409, 'organization.operator']);
    const owner = await createServiceUser(service, world.organization.id, 'ORG_OWNER');
    expect((await remove(undefined, owner.token)).status).toBe(403);
    const stale = await service.call('DELETE', `${base}?confirmName=Example`, undefined, { headers: { 'If-Match': '"stale"' } });
    expect(stale.status).toBe(412);
    expect((await service.call('GET', base)).status).toBe(200);
    expect((await eventsOf(service, world.organization.id)).map(({ type }) => type)).not.toContain('org.removed');
  });

  it('is not removed by somebody who holds less than one of its people, nor with the last IAM_OWNER in it', async () => {
    await createServiceUser(service, world.organization.id, 'IAM_OWNER');
    const manager = await createServiceUser(service, service.credentials.orgId, 'IAM_ORG_MANAGER');
    expect((await remove(undefined, manager.token)).body.code).toBe('access.strongerUser');
    const { token } = await createServiceUser(service, world.organization.id, 'IAM_OWNER');
    const { members } = (await service.call('GET', '/admin/v1/members')).body as { members: Array<{ userId: string; roles: string[] }> };
    const home = new Set(
      (await service.get(Database).query.rows<{ id: string }>('SELECT id FROM users WHERE org_no <> ?', [world.organization.no])).map(
        ({ id }) => id,
      ),
    );
    const outside = members.filter(({ userId, roles }) => home.has(userId) && roles.includes('IAM_OWNER'));
    for (const { userId } of outside) await service.call('DELETE', `/admin/v1/members/${userId}/IAM_OWNER`, undefined, { token });
    const last = await remove(undefined, token);
    expect([last.status, last.body.code]).toEqual([409, 'membership.lastOwner']);
    for (const { userId } of outside) await service.call('POST', '/admin/v1/members', { userId, role: 'IAM_OWNER' }, { token });
    expect((await remove()).status).toBe(200);
  });
});
