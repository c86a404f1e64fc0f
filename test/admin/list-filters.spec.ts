// What lists are filtered by, beyond those with specs of their own: connections, removed people, imports, grants, authorizations, members, credentials, mails, identity providers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import type { SqlValue } from '../../src/common/database/engines/sql-value.js';
import { insertRows } from '../../src/common/database/multi-row.js';
import { MAX_CONNECTIONS } from '../../src/scim/provisioning/connections.service.js';
import { LastUse } from '../../src/users/authentication/credentials/last-use.service.js';
import { Organizations } from '../../src/users/organizations/organizations.service.js';
import { ended, human } from '../support/imports.js';
import { createOrganization, createPerson, freshName } from '../support/people.js';
import { createServiceUser } from '../support/service-users.js';
import { startService, type TestService } from '../support/service.js';
import { makeWorld, type World } from '../support/world.js';

let service: TestService;
let orgId: string;
let other: string;
beforeAll(async () => {
  service = await startService();
  orgId = await createOrganization(service);
  other = await createOrganization(service);
});
afterAll(() => service.close());

const of = (path: string, organization = orgId) => `/admin/v1/organizations/${organization}${path}`;

async function send(method: string, path: string, body?: unknown) {
  const answer = await service.call(method, path, body);
  expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
  return answer.body;
}

/** The entries of a list on all pages, one at a time, as `shown` by one member; the total fits. */
async function walk(path: string, query: string, shown: string): Promise<unknown[]> {
  const found: unknown[] = [];
  for (let cursor = ''; ;) {
    const body = await send('GET', `${path}?limit=1&total=true&${query}${cursor}`);
    const entries = Object.values(body).find((value) => Array.isArray(value)) as Array<Record<string, unknown>>;
    found.push(...entries.map((entry) => entry[shown]));
    if (body.nextCursor === null) {
      expect(body.total, query).toBe(found.length);
      return found;
    }
    cursor = `&cursor=${body.nextCursor}`;
  }
}

/** A moment between what was done before and what is done after. */
async function between(): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, 5));
  const now = new Date().toISOString();
  await new Promise((resolve) => setTimeout(resolve, 5));
  return encodeURIComponent(now);
}

describe('connections', () => {
  const path = () => of('/connections');
  let middle: string;
  beforeAll(async () => {
    await send('POST', path(), { name: 'Zebra', userName: 'okta-1', preset: 'okta' });
    const { connectionId } = await send('POST', path(), { name: 'ärger', userName: 'entra-1', preset: 'entra' });
    middle = await between();
    await send('POST', path(), { name: 'apple', userName: 'entra-2', preset: 'entra' });
    await send('POST', of(`/service-users/${connectionId}/_deactivate`));
    await send('POST', of('/connections', other), { name: 'apple of others' });
  });

  it.each([
    ['', ['Zebra', 'ärger', 'apple']],
    ['sort=name', ['apple', 'Zebra', 'ärger']],
    ['sort=-createdAt', ['apple', 'ärger', 'Zebra']],
    ['name=%C3%84R', ['ärger']],
    ['name=pple', []],
    ['q=PPLE', ['apple']],
    ['q=entra-', ['ärger', 'apple']],
    ['state=inactive', ['ärger']],
    ['state=active&preset=entra', ['apple']],
  ])('with %s are these', async (query, names) => {
    expect(await walk(path(), query, 'name')).toEqual(names);
  });

  it('are found by the time at which they were made', async () => {
    expect(await walk(path(), `createdAfter=${middle}`, 'name')).toEqual(['apple']);
    expect(await walk(path(), `createdBefore=${middle}`, 'name')).toEqual(['Zebra', 'ärger']);
  });

  it('are as many as may be, and no more', async () => {
    const full = await createOrganization(service);
    const { no } = await service.get(Organizations).requireOrganization(full);
    await send('POST', of('/connections', full), { name: 'Last but one' });
    await service.get(Database).write('seed', async (tx) => {
      const rows = Array.from({ length: MAX_CONNECTIONS - 1 }, (): SqlValue[] => [
        tx.nextNumber(),
        no,
        0,
        'default',
        '{}',
        'ownedDomains',
        1,
      ]);
      const columns = ['user_no', 'org_no', 'domain_no', 'preset', 'switches', 'email_trust', 'created_us'];
      await insertRows(tx, 'provisioning_connections', columns, rows);
    });
    const refused = await service.call('POST', of('/connections', full), { name: 'One too many' });
    expect([refused.status, refused.body.code]).toEqual([409, 'connection.tooMany']);
  });
});

describe('removed people', () => {
  const path = () => of('/people/_removed');
  beforeAll(async () => {
    await send('PUT', of('/policies/removedPeople'), { days: 7 });
    for (const [userName, displayName] of [
      ['Zoe', 'Zoe Ångström'],
      ['ada', 'Ada Lovelace'],
      ['ÄDA', 'Zoe the Second'],
    ]) {
      const { id } = await createPerson(service, { userName, displayName }, orgId);
      await send('DELETE', of(`/people/${id}`));
    }
  });

  it.each([
    ['', ['Zoe', 'ada', 'ÄDA']],
    ['sort=userName', ['ada', 'Zoe', 'ÄDA']],
    ['sort=-userName', ['ÄDA', 'Zoe', 'ada']],
    ['userName=A', ['ada']],
    ['userName=%C3%A4d', ['ÄDA']],
    ['q=%C3%85NGSTR', ['Zoe']],
    ['q=zoe&sort=-removedAt', ['ÄDA', 'Zoe']],
    ['q=nobody', []],
  ])('with %s are these', async (query, names) => {
    expect(await walk(path(), query, 'userName')).toEqual(names);
  });
});

describe('imports', () => {
  const made: string[] = [];
  let middle: string;
  const submit = async () => {
    const line = JSON.stringify({ orgId, ...human(freshName('late')) });
    const { status, body } = await service.call('POST', '/admin/v1/imports?dryRun=true', `${line}\n`, { type: 'application/x-ndjson' });
    expect(status).toBe(202);
    await ended(service, body.id);
    made.push(body.id);
  };
  beforeAll(async () => {
    await submit();
    middle = await between();
    await submit();
    await submit();
  });

  it('come newest first, or in the order of time', async () => {
    const [first, second, third] = made;
    expect(await walk('/admin/v1/imports', '', 'id')).toEqual([third, second, first]);
    expect((await send('GET', '/admin/v1/imports?after=0')).imports).toHaveLength(3);
    expect(await walk('/admin/v1/imports', 'sort=createdAt', 'id')).toEqual([first, second, third]);
    expect(await walk('/admin/v1/imports', `createdAfter=${middle}`, 'id')).toEqual([second, third]);
    expect(await walk('/admin/v1/imports', `createdBefore=${middle}`, 'id')).toEqual([first]);
  });

  it('are found by their state, newest first', async () => {
    expect(await walk('/admin/v1/imports', 'state=done', 'id')).toEqual(made.toReversed());
    expect(await walk('/admin/v1/imports', 'state=failed', 'id')).toEqual([]);
  });
});

describe('grants of projects, and what is given by them', () => {
  let projects: string[];
  let third: string;
  let middle: string;
  let holder: string;
  let robot: string;
  beforeAll(async () => {
    third = await createOrganization(service);
    projects = [];
    for (const name of ['Zebra', 'ärger', 'apple']) {
      const { projectId } = await send('POST', of('/projects'), { name });
      await send('POST', of(`/projects/${projectId}/roles`), { key: 'reader' });
      projects.push(projectId);
    }
    const owner = (await createServiceUser(service, orgId, 'ORG_OWNER')).token;
    const grant = (projectId: string, grantedOrgId: string) =>
      service.call('POST', of(`/projects/${projectId}/grants`), { grantedOrgId, roleKeys: ['reader'] }, { token: owner });
    const [first = '', ...rest] = projects;
    const offered = (await grant(first, other)).body;
    middle = await between();
    await grant(first, third);
    for (const projectId of rest) await grant(projectId, other);
    await send('POST', of(`/granted-projects/${offered.grantId}/_accept`, other));
    holder = (await createPerson(service, {}, orgId)).id;
    robot = (await createServiceUser(service, orgId)).userId;
  });

  it.each([
    ['', ['other', 'third']],
    ['accepted=true', ['other']],
    ['accepted=false', ['third']],
    ['sort=-createdAt', ['third', 'other']],
    ['grantedOrgId={third}', ['third']],
    ['grantedOrgId=nowhere', []],
    ['createdAfter={middle}', ['third']],
    ['createdBefore={middle}', ['other']],
  ])('grants of a project with %s are these', async (query, names) => {
    const filled = query.replace('{third}', third).replace('{middle}', middle);
    const ids = names.map((name) => (name === 'third' ? third : other));
    expect(await walk(of(`/projects/${projects[0]}/grants`), filled, 'grantedOrgId')).toEqual(ids);
  });

  it.each([
    ['', ['Zebra', 'ärger', 'apple']],
    ['name=%C3%84', ['ärger']],
    ['q=PPL', ['apple']],
    ['accepted=true', ['Zebra']],
    ['createdAfter={middle}', ['ärger', 'apple']],
    ['sort=-createdAt&accepted=false', ['apple', 'ärger']],
  ])('projects that are granted, with %s, are these', async (query, names) => {
    expect(await walk(of('/granted-projects', other), query.replace('{middle}', middle), 'projectName')).toEqual(names);
  });

  it('authorizations are found by holder and by time, in a project and wherever the organization gave them', async () => {
    const [first, second] = projects;
    const give = (projectId = '', holderId = '') =>
      send('POST', of(`/projects/${projectId}/authorizations`), { holderId, roleKeys: ['reader'] });
    const { authorizationId: one } = await give(first, holder);
    const { authorizationId: two } = await give(first, robot);
    const later = await between();
    const { authorizationId: three } = await give(second, holder);
    const everywhere = of('/authorizations');
    const inFirst = of(`/projects/${first}/authorizations`);
    for (const [path, query, ids] of [
      [everywhere, '', [one, two, three]],
      [everywhere, 'sort=-createdAt', [three, two, one]],
      [everywhere, `holderId=${holder}`, [one, three]],
      [everywhere, 'holderId=nobody', []],
      [everywhere, `createdAfter=${later}`, [three]],
      [everywhere, `createdBefore=${later}`, [one, two]],
      [everywhere, `createdBefore=${later}&holderId=${robot}`, [two]],
      [inFirst, '', [one, two]],
      [inFirst, 'sort=-createdAt', [two, one]],
      [inFirst, `holderId=${holder}`, [one]],
      [inFirst, `createdAfter=${later}`, []],
    ] as const)
      expect([query, await walk(path, query, 'authorizationId')]).toEqual([query, ids]);
    const held = of(`/users/${holder}/authorizations`);
    expect(await walk(held, `createdAfter=${later}`, 'authorizationId')).toEqual([three]);
  });
});

describe('members', () => {
  it('are found by a role, and shown with all they have', async () => {
    const organization = await createOrganization(service);
    const [owner, viewer] = [await createPerson(service, {}, organization), await createPerson(service, {}, organization)];
    for (const [userId, role] of [
      [owner.id, 'ORG_OWNER'],
      [owner.id, 'ORG_OWNER_VIEWER'],
      [viewer.id, 'ORG_OWNER_VIEWER'],
    ])
      await send('POST', of('/members', organization), { userId, role });
    expect(await walk(of('/members', organization), 'role=ORG_OWNER_VIEWER', 'userId')).toEqual([owner.id, viewer.id]);
    const { members } = await send('GET', of('/members?role=ORG_OWNER', organization));
    expect(members).toEqual([
      { userId: owner.id, displayName: 'Given Family', userName: expect.any(String), roles: ['ORG_OWNER', 'ORG_OWNER_VIEWER'] },
    ]);
    const first = service.credentials.admin.userId;
    expect(await walk('/admin/v1/members', 'role=IAM_OWNER', 'userId')).toContain(first);
    expect(await walk('/admin/v1/members', 'role=IAM_OWNER_VIEWER', 'userId')).not.toContain(first);
  });
});

describe('credentials of a service user', () => {
  it('are found by the time at which they were made, tokens also by their last use', async () => {
    const { userId, token } = await createServiceUser(service, orgId, 'ORG_OWNER_VIEWER');
    const tokens = of(`/service-users/${userId}/personal-access-tokens`);
    const secrets = of(`/service-users/${userId}/secrets`);
    const [{ tokenId: first }] = (await send('GET', tokens)).personalAccessTokens;
    const { secretId: old } = await send('POST', secrets, {});
    const middle = await between();
    const { tokenId: unused } = await send('POST', tokens, {});
    await send('POST', secrets, {});
    expect(await walk(tokens, `createdAfter=${middle}`, 'tokenId')).toEqual([unused]);
    expect(await walk(secrets, `createdBefore=${middle}`, 'secretId')).toEqual([old]);
    expect((await service.call('GET', of(''), undefined, { token })).status).toBe(200);
    await service.get(LastUse).flushUses();
    expect(await walk(tokens, 'usedAfter=2020-01-01T00:00:00Z', 'tokenId')).toEqual([first]);
    expect(await walk(tokens, 'usedBefore=2020-01-01T00:00:00Z', 'tokenId')).toEqual([unused]);
  });
});

describe('identity providers', () => {
  const LEAST = { kind: 'oidc', issuer: 'https://login.example.com', clientId: 'gatehouse', clientSecret: 'upstream-client-secret-7' };
  let world: World;
  let path: string;
  let identityProviderId: string;
  beforeAll(async () => {
    world = await makeWorld(service);
    path = of('/identity-providers', world.organization.id);
    const campus = { name: 'Campus', issuer: 'https://campus.example.com', domains: [world.organization.primaryDomain] };
    await send('POST', path, { ...LEAST, ...campus });
    ({ identityProviderId } = await send('POST', path, { ...LEAST, name: 'Example Corp' }));
  });

  it('are found by a part of the name, of the issuer and of a domain, whatever the case', async () => {
    for (const [query, names] of [
      ['q=CAMPUS.ex', ['Campus']],
      [`q=${world.organization.primaryDomain.slice(2, 8)}`, ['Campus']],
      ['q=corp', ['Example Corp']],
      ['q=gatehouse', []],
      ['kind=oidc&name=EXAMPLE', ['Example Corp']],
      ['sort=-name', ['Example Corp', 'Campus']],
    ] as const)
      expect([query, await walk(path, query, 'name')]).toEqual([query, names]);
  });

  it('have links, found by a part of the subject and of the login name, and by the name and the kind of the provider', async () => {
    const links = of(`/people/${world.person.id}/identity-links`, world.organization.id);
    await send('POST', links, { identityProviderId, subject: 'S-248', loginName: 'babs@example.com' });
    for (const [query, total] of [
      ['q=s-2', 1],
      ['q=BABS', 1],
      ['q=corp', 1],
      ['q=other', 0],
      ['name=exam', 1],
      ['kind=oidc', 1],
      ['kind=saml', 0],
    ] as const)
      expect([query, (await send('GET', `${links}?${query}`)).identityLinks.length]).toEqual([query, total]);
  });
});

describe('texts of mails', () => {
  it('are found by kind, by language, and by whose words they have', async () => {
    await send('PUT', of('/mail-texts/invitation/de'), { subject: 'Willkommen', body: 'Ihr Code\n{{code}}\noder\n{{link}}' });
    expect(await walk(of('/mail-texts'), 'isOwn=true', 'kind')).toEqual(['invitation']);
    expect(await walk(of('/mail-texts'), 'kind=invitation&language=de', 'isOwn')).toEqual([true]);
    expect(new Set(await walk(of('/mail-texts'), 'kind=invitation', 'language')).size).toBe(10);
  });
});

describe('events about a person', () => {
  it('are found by their time', async () => {
    const { id } = await createPerson(service, {}, orgId);
    const events = of(`/people/${id}/events`);
    const middle = await between();
    await send('POST', of(`/people/${id}/_deactivate`));
    const before = await walk(events, `createdBefore=${middle}`, 'type');
    const after = await walk(events, `createdAfter=${middle}&sort=creationDate`, 'type');
    expect(before.length).toBeGreaterThan(0);
    expect(after).toMatchObject([{ type: 'user.deactivated' }]);
    expect((await send('GET', `${events}?limit=0&total=true`)).total).toBe(before.length + after.length);
    const { nextCursor } = await send('GET', `${events}?limit=1`);
    expect((await service.call('GET', `${events}?limit=1&cursor=${nextCursor}&createdBefore=${middle}`)).body.code).toBe('event.cursor');
  });
});
