// One service, two processes, one database server: what one does, the other knows at once, and nothing is done twice.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BootstrapCredentials } from '../../src/bootstrap.js';
import { SERVER_URL } from '../support/database.js';
import { human } from '../support/imports.js';
import { openData } from '../support/open-database.js';
import { freshName, patchOf, scimUser } from '../support/people.js';
import { Ground, type Process } from '../support/processes.js';

const PUBLIC_URL = 'http://127.0.0.1:65000';

describe.skipIf(!SERVER_URL)('two processes', () => {
  let ground: Ground;
  let processes: [Process, Process];
  let credentials: BootstrapCredentials;

  beforeAll(async () => {
    ground = await Ground.make();
    const folders = ['one', 'two'].map((name) => join(ground.dataDir, name));
    folders.forEach((folder) => mkdirSync(folder));
    // Both find an empty database at the same moment.
    processes = (await Promise.all(folders.map((DATA_DIR) => ground.start({ DATA_DIR, PUBLIC_URL })))) as [Process, Process];
    const made = folders.map((folder) => join(folder, 'bootstrap.json')).filter(existsSync);
    expect(made).toHaveLength(1);
    credentials = JSON.parse(readFileSync(made[0] ?? '', 'utf8')) as BootstrapCredentials;
  });
  afterAll(() => ground.clear());

  const call = async (on: 0 | 1, method: string, path: string, body?: unknown, token = credentials.serviceUser.personalAccessToken) => {
    const type = path.startsWith('/scim/') ? 'application/scim+json' : 'application/json';
    const response = await fetch(processes[on].url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': type }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  const users = () => `/scim/v2/${credentials.orgId}/Users`;
  const each = async <T>(count: number, work: (on: 0 | 1, i: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, i) => work((i % 2) as 0 | 1, i)));

  it('started at once on an empty database make one organization', async () => {
    expect((await call(0, 'GET', '/admin/v1/organizations')).body.organizations).toHaveLength(1);
    expect((await call(1, 'GET', '/admin/v1/organizations')).body.organizations).toHaveLength(1);
  });

  it('publish the same keys', async () => {
    const keys = await Promise.all([0, 1].map((on) => call(on as 0 | 1, 'GET', '/oauth/v2/keys')));
    expect(keys[0]?.body.keys).toHaveLength(6);
    expect(keys[0]?.body).toEqual(keys[1]?.body);
  });

  it('see what the other one wrote at once', async () => {
    await each(20, async (on) => {
      const { body } = await call(on, 'POST', users(), scimUser(freshName()));
      expect((await call(on ? 0 : 1, 'GET', `${users()}/${body.id}`)).body).toEqual(body);
    });
  });

  it('give one 201 to fifty creates of one userName', async () => {
    const userName = freshName();
    const statuses = (await each(50, (on) => call(on, 'POST', users(), scimUser(userName)))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(new Set(statuses)).toEqual(new Set([201, 409]));
  });

  it('close no circle of groups together, and lose no member', async () => {
    const groups = `/scim/v2/${credentials.orgId}/Groups`;
    const make = async (): Promise<string> => {
      const body = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName: freshName('Ring') };
      return (await call(0, 'POST', groups, body)).body.id;
    };
    const put = (on: 0 | 1, inner: string, outer: string) =>
      call(on, 'PATCH', `${groups}/${outer}`, patchOf({ op: 'add', path: 'members', value: [{ value: inner }] }));
    for (let round = 0; round < 10; round++) {
      const [a, b, c] = [await make(), await make(), await make()];
      await put(0, a, b);
      // Each alone is fine; both together would be a circle.
      const statuses = (await Promise.all([put(0, b, c), put(1, c, a)])).map(({ status }) => status);
      expect(statuses.sort((one, other) => one - other)).toEqual([204, 400]);
    }
    const shared = await make();
    const people = await each(50, async (on) => (await call(on, 'POST', users(), scimUser(freshName()))).body.id as string);
    const added = await each(50, (on, i) => put(on, people[i] ?? '', shared));
    expect(new Set(added.map(({ status }) => status))).toEqual(new Set([204]));
    expect((await call(1, 'GET', `${groups}/${shared}`)).body.members).toHaveLength(50);
  });

  it('give one id to a person or a group, never to both', async () => {
    const base = `/admin/v1/organizations/${credentials.orgId}`;
    const ids = Array.from({ length: 60 }, () => freshName('one'));
    const give = (id: string) => {
      const entry = { orgId: credentials.orgId, humanUsers: [human(id)] };
      return Promise.all([
        call(0, 'POST', '/admin/v1/import', { dataOrgs: { orgs: [entry] } }),
        call(1, 'POST', `${base}/groups`, { displayName: id, groupId: id }),
        call(1, 'POST', `${base}/service-users`, { userName: `service-${id}`, userId: id }),
      ]);
    };
    const answers: Array<{ status: number }> = [];
    for (const id of ids) answers.push(...(await give(id)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201, 409]));
    const { database, close } = await openData(ground.env);
    try {
      const holders = `SELECT id FROM users WHERE id LIKE 'one-%' UNION ALL SELECT id FROM user_groups WHERE id LIKE 'one-%'`;
      const rows = await database.query.rows<{ id: string }>(holders);
      expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    } finally {
      await close();
    }
  });

  it('wait for no group with another id when they add people', async () => {
    const base = `/admin/v1/organizations/${credentials.orgId}/groups`;
    for (let i = 0; i < 3; i++) await call(0, 'POST', base, { displayName: freshName('Locked') });
    const entry = { orgId: credentials.orgId, humanUsers: Array.from({ length: 50 }, () => human(freshName())) };
    const { database, close } = await openData(ground.env);
    try {
      // Whoever waited for the locks would outlast the unit of work that has them.
      const added = await database.write('lock groups', async (tx) => {
        await tx.run('UPDATE user_groups SET version = version');
        return (await call(1, 'POST', '/admin/v1/import', { dataOrgs: { orgs: [entry] } })).body.success.orgs[0].humanUserIds;
      });
      expect(added).toHaveLength(50);
    } finally {
      await close();
    }
  });

  it('vouch for an address that both give to somebody at the same moment once', async () => {
    const primaryDomain = `${freshName('claims')}.test`;
    const { orgId } = (await call(0, 'POST', '/admin/v1/organizations', { name: primaryDomain, primaryDomain })).body;
    const addresses = Array.from({ length: 40 }, () => `${freshName('raced')}@${primaryDomain}`);
    const vouched = (address: string, on: 0 | 1, i: number) => {
      if (i % 2 === 0) return call(on, 'POST', `/scim/v2/${orgId}/Users`, scimUser(freshName(), { emails: [{ value: address }] }));
      const email = { email: address, isEmailVerified: true };
      return call(on, 'POST', '/admin/v1/import', { dataOrgs: { orgs: [{ orgId, humanUsers: [human(freshName(), { email })] }] } });
    };
    for (const [i, address] of addresses.entries())
      await Promise.all([vouched(address, 0, i), vouched(address, 1, i), vouched(address, 1, 0)]);
    const { database, close } = await openData(ground.env);
    try {
      const rows = await database.query.rows<{ lists: string }>(
        'SELECT u.lists FROM users u JOIN organizations o ON o.no = u.org_no WHERE o.id = ?',
        [orgId],
      );
      expect(rows).toHaveLength(3 * addresses.length);
      const marked = rows.flatMap(({ lists }) =>
        (JSON.parse(lists) as { emails: Array<{ value: string; verified?: boolean }> }).emails.flatMap(({ value, verified }) =>
          verified ? value : [],
        ),
      );
      expect(marked.toSorted()).toEqual(addresses.toSorted());
    } finally {
      await close();
    }
  });

  it('lose none of twenty changes of one person at once', async () => {
    const { id } = (await call(0, 'POST', users(), scimUser(freshName()))).body;
    const answers = await each(20, (on, i) =>
      call(on, 'PATCH', `${users()}/${id}`, patchOf({ op: 'add', path: 'roles', value: { value: `role-${i}` } })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    expect((await call(0, 'GET', `${users()}/${id}`)).body.roles).toHaveLength(20);
  });

  it('know new clients, roles and tokens of the other one at once', async () => {
    const base = `/admin/v1/organizations/${credentials.orgId}`;
    const { userId } = (await call(0, 'POST', `${base}/service-users`, { userName: freshName() })).body;
    const { clientId, clientSecret } = (await call(1, 'POST', `${base}/service-users/${userId}/secrets`, {})).body;
    const answer = await fetch(`${processes[0].url}/oauth/v2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    const { access_token } = (await answer.json()) as { access_token: string };
    expect((await call(1, 'GET', users(), undefined, access_token)).status).toBe(404);
    await call(0, 'POST', `${base}/members`, { userId, role: 'ORG_OWNER_VIEWER' });
    expect((await call(1, 'GET', users(), undefined, access_token)).status).toBe(200);
  });
});
