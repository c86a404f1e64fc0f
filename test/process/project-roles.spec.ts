// Roles over two processes on one database server: what one takes away, the other does not believe in its next check, while it checks all the time.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { Removals } from '../../src/common/work/removals.service.js';
import { SERVER_URL } from '../support/database.js';
import { addClient, type Client } from '../support/clients.js';
import { addGroup, changeMembers } from '../support/groups.js';
import { API_SCOPE, signIn } from '../support/oauth.js';
import { freshName, usersPath } from '../support/people.js';
import { Ground } from '../support/processes.js';
import { addServiceUser, addServiceUserWithSecret } from '../support/service-users.js';
import { startService, type TestService } from '../support/service.js';
import { makeWorld, type World } from '../support/world.js';

const ROLES = 'urn:gatehouse:iam:org:projects:roles';
const CHECKERS = 4;

describe.skipIf(!SERVER_URL)('roles over two processes', () => {
  let service: TestService;
  let world: World;
  let guests: World;
  let client: Client;
  let ground: Ground;
  let other: string;

  beforeAll(async () => {
    service = await startService();
    [world, guests] = [await makeWorld(service), await makeWorld(service)];
    client = await addClient(world, { type: 'userAgent', apiAccess: true });
    const { database, masterKey } = service.settings;
    if (database.engine === 'sqlite' || !masterKey) throw new Error('This needs a database server.');
    ground = await Ground.make({ DATABASE_URL: database.url, MASTER_KEY: masterKey.toString('base64') });
    other = (await ground.start({ PUBLIC_URL: service.url })).url;
  });
  afterAll(async () => {
    await ground.clear();
    await service.close();
  });

  const base = () => `/admin/v1/organizations/${world.organization.id}`;
  const project = () => `${base()}/projects/${world.projectId}`;
  async function call(method: string, path: string, body?: unknown) {
    const answer = await service.call(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body;
  }
  const groups = () => `/scim/v2/${world.organization.id}/Groups`;
  const addRole = async () => (await call('POST', `${project()}/roles`, { key: freshName('role') })).key as string;

  /** What the other process says of a token's roles. */
  async function keysThere(token: string): Promise<string[]> {
    const response = await fetch(`${other}/oidc/v1/userinfo`, { headers: { authorization: `Bearer ${token}` } });
    if (response.status !== 200) return [];
    const claims = (await response.json()) as Record<string, Record<string, unknown>>;
    return Object.keys(claims[`urn:gatehouse:iam:org:project:${world.projectId}:roles`] ?? {});
  }

  /** Checks without a pause, while `takeAway` happens: what held before holds in no check that begins after it. */
  async function expectGone(check: () => Promise<boolean>, takeAway: () => Promise<unknown>): Promise<void> {
    expect(await check()).toBe(true);
    let [isTaken, isOver, late] = [false, false, 0];
    const believed: number[] = [];
    const checkers = Array.from({ length: CHECKERS }, async () => {
      while (!isOver) {
        const begunAfter = isTaken;
        const holds = await check();
        if (begunAfter) late++;
        if (begunAfter && holds) believed.push(late);
      }
    });
    await takeAway();
    isTaken = true;
    while (late < 20) await new Promise((resolve) => setTimeout(resolve, 5));
    isOver = true;
    await Promise.all(checkers);
    expect(believed).toEqual([]);
  }

  it.each([
    'role of the project',
    'authorization',
    'authorization of a group',
    'role of a group’s authorization',
    'membership in the group',
    'nesting of the group',
    'group that has it',
    'group in between',
  ])('a removed %s is gone with the next check of a token', async (what) => {
    const key = await addRole();
    const person = world.person.id;
    const inner = await addGroup(service, world.organization.id, [person]);
    const group = await addGroup(service, world.organization.id, [inner.id]);
    const holderId = what === 'authorization' ? person : group.id;
    const { authorizationId } = await call('POST', `${project()}/authorizations`, { holderId, roleKeys: [key] });
    const { tokens } = await signIn(service, world, client, `openid ${ROLES}`);
    const remaining = await addRole();
    const removals: Record<string, () => Promise<unknown>> = {
      'role of a group’s authorization': () => call('PUT', `${project()}/authorizations/${authorizationId}`, { roleKeys: [remaining] }),
      'group that has it': () => call('DELETE', `${groups()}/${group.id}`),
      'group in between': () => call('DELETE', `${groups()}/${inner.id}`),
      'role of the project': () => call('DELETE', `${project()}/roles/${key}`),
      'membership in the group': () => changeMembers(service, world.organization.id, inner.id, { dropped: [person] }),
      'nesting of the group': () => changeMembers(service, world.organization.id, group.id, { dropped: [inner.id] }),
    };
    const remove = removals[what] ?? (() => call('DELETE', `${project()}/authorizations/${authorizationId}`));
    await expectGone(async () => (await keysThere(tokens.access_token)).includes(key), remove);
    if (what === 'authorization') return;
    await call('DELETE', `${project()}/authorizations/${authorizationId}`).catch(() => undefined);
  });

  it.each(['role of the project', 'authorization', 'role of its authorization'])(
    'a removed %s of a service user is gone with the next check of a token, and in the next token',
    async (what) => {
      const [key, remaining] = [await addRole(), await addRole()];
      const user = await addServiceUserWithSecret(service, world, { accessTokenType: 'jwt' });
      const { authorizationId } = await call('POST', `${project()}/authorizations`, { holderId: user.id, roleKeys: [key] });
      const scope = `${ROLES} urn:gatehouse:iam:org:project:id:${world.projectId}:aud`;
      const body = new URLSearchParams({
        grant_type: 'client_credentials',
        scope,
        client_id: user.clientId,
        client_secret: user.clientSecret,
      });
      const tokenThere = async () => {
        const response = await fetch(`${other}/oauth/v2/token`, { method: 'POST', body });
        return ((await response.json()) as { access_token: string }).access_token;
      };
      const token = await tokenThere();
      const removals: Record<string, () => Promise<unknown>> = {
        'role of the project': () => call('DELETE', `${project()}/roles/${key}`),
        authorization: () => call('DELETE', `${project()}/authorizations/${authorizationId}`),
        'role of its authorization': () => call('PUT', `${project()}/authorizations/${authorizationId}`, { roleKeys: [remaining] }),
      };
      const isTold = async () => {
        const content = Buffer.from((await tokenThere()).split('.')[1] ?? '', 'base64url').toString();
        return content.includes(`"${key}"`) || (await keysThere(token)).includes(key);
      };
      await expectGone(isTold, removals[what] ?? (() => Promise.reject(new Error(what))));
    },
  );

  it.each(['authorization', 'nesting', 'membership', 'other role'])(
    'a new %s of a group is there with the next check of a token',
    async (what) => {
      const [key, before] = [await addRole(), await addRole()];
      const person = world.person.id;
      const inner = await addGroup(service, world.organization.id, what === 'membership' ? [] : [person]);
      const group = await addGroup(service, world.organization.id, what === 'nesting' ? [] : [inner.id]);
      const give = (roleKeys: string[]) => call('POST', `${project()}/authorizations`, { holderId: group.id, roleKeys });
      const { authorizationId } = what === 'authorization' ? {} : await give([what === 'other role' ? before : key]);
      const { tokens } = await signIn(service, world, client, `openid ${ROLES}`);
      // What is remembered of the groups from here on is that they do not have it.
      for (let check = 0; check < CHECKERS; check++) expect(await keysThere(tokens.access_token)).not.toContain(key);
      if (what === 'authorization') await give([key]);
      if (what === 'nesting') await changeMembers(service, world.organization.id, group.id, { put: [inner.id] });
      if (what === 'membership') await changeMembers(service, world.organization.id, inner.id, { put: [person] });
      if (what === 'other role') await call('PUT', `${project()}/authorizations/${authorizationId}`, { roleKeys: [key] });
      expect(await keysThere(tokens.access_token)).toContain(key);
      await call('DELETE', `${groups()}/${group.id}`);
    },
  );

  it('a removed grant ends what was given by it, and the tokens of those it let in', async () => {
    const key = await addRole();
    const served = await addClient(world, { type: 'userAgent', servedOrganizations: 'granted' });
    const grant = { grantedOrgId: guests.organization.id, roleKeys: [key] };
    const { grantId } = await call('POST', `${project()}/grants`, grant);
    const place = `/admin/v1/organizations/${guests.organization.id}/granted-projects/${grantId}`;
    await call('POST', `${place}/authorizations`, { holderId: guests.person.id, roleKeys: [key] });
    const { tokens } = await signIn(service, guests, served, `openid ${ROLES}`);
    await expectGone(
      async () => (await keysThere(tokens.access_token)).includes(key),
      () => call('DELETE', `${project()}/grants/${grantId}`),
    );
    const { status } = await fetch(`${other}/oidc/v1/userinfo`, { headers: { authorization: `Bearer ${tokens.access_token}` } });
    expect(status).toBe(401);
  });

  it.each(['member role', 'membership'])('a removed %s of a group closes the API with the next call', async (what) => {
    const group = await addGroup(service, world.organization.id, [world.person.id]);
    await call('POST', `${base()}/groups/${group.id}/roles`, { role: 'ORG_OWNER_VIEWER' });
    const { tokens } = await signIn(service, world, client, `openid ${API_SCOPE}`);
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    await expectGone(
      async () => (await fetch(other + usersPath(service, world.organization.id), { headers })).status === 200,
      () =>
        what === 'membership'
          ? changeMembers(service, world.organization.id, group.id, { dropped: [world.person.id] })
          : call('DELETE', `${base()}/groups/${group.id}/roles/ORG_OWNER_VIEWER`),
    );
  });

  it('a role that is removed while others give it is nobody’s, and leaves nothing behind', async () => {
    const key = await addRole();
    const holders = await Promise.all(Array.from({ length: 40 }, () => addServiceUser(service, world)));
    const token = service.credentials.serviceUser.personalAccessToken;
    const give = async (at: number) => {
      const body = JSON.stringify({ holderId: holders[at]?.id, roleKeys: [key] });
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      return (await fetch(`${at % 2 ? other : service.url}${project()}/authorizations`, { method: 'POST', headers, body })).status;
    };
    const first = await Promise.all(holders.slice(0, 10).map((_, at) => give(at)));
    const [statuses] = await Promise.all([
      Promise.all(holders.slice(10).map((_, at) => give(at + 10))),
      call('DELETE', `${project()}/roles/${key}`),
    ]);
    expect(first).toEqual(first.map(() => 201));
    expect(new Set([...statuses, 201, 400])).toEqual(new Set([201, 400]));
    await service.get(Removals).deleteRelatedRows();
    const { query } = service.get(Database);
    const left = await query.rows(
      `SELECT r.authorization_no FROM authorization_roles r LEFT JOIN project_roles p ON p.no = r.source_no
        LEFT JOIN project_grant_roles g ON g.no = r.source_no WHERE p.no IS NULL AND g.no IS NULL`,
    );
    expect(left).toEqual([]);
    const { authorizations } = await call('GET', `${project()}/authorizations?limit=1000`);
    expect(authorizations.filter(({ roleKeys }: { roleKeys: string[] }) => roleKeys.length === 0)).toEqual([]);
  });
});
