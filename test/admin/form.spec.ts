// One way for all resources of the admin API (ADR 0030), read off the routes: whatever is added later has the same form.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerson } from '../support/people.js';
import { routeMarks } from '../support/routes.js';
import { createServiceUser } from '../support/service-users.js';
import { startService, type Answer, type TestService } from '../support/service.js';

let service: TestService;
/** The ids of one resource of each kind, by the name of the path parameter; users by kind. */
let ids: Record<string, string>;
beforeAll(async () => {
  service = await startService();
  const { orgId } = service.credentials;
  const make = async (path: string, body: unknown) => {
    const answer = await service.call('POST', `/admin/v1/organizations/${orgId}${path}`, body);
    expect(answer.status, answer.text).toBe(201);
    return answer.body;
  };
  const { projectId } = await make('/projects', { name: 'Intranet' });
  const { applicationId } = await make(`/projects/${projectId}/applications`, { name: 'Web', redirectUris: ['https://a.example/cb'] });
  await make(`/projects/${projectId}/roles`, { key: 'reader' });
  const { userId: robot } = await createServiceUser(service, orgId);
  const { id: person } = await createPerson(service);
  const { groupId } = await make('/groups', { displayName: 'Everybody', memberIds: [person] });
  const { connectionId } = await make('/connections', { name: 'Directory' });
  const { authorizationId } = await make(`/projects/${projectId}/authorizations`, { holderId: person, roleKeys: ['reader'] });
  const other = (await service.call('POST', '/admin/v1/organizations', { name: 'Other' })).body.orgId;
  const { grantId } = await make(`/projects/${projectId}/grants`, { grantedOrgId: other, roleKeys: ['reader'] });
  for (const path of ['', `/people/${person}`, `/service-users/${robot}`])
    await service.call('PUT', `/admin/v1/organizations/${orgId}${path}/metadata/reader`, { value: 'MQ==' });
  ids = {
    orgId,
    projectId,
    applicationId,
    groupId,
    connectionId,
    authorizationId,
    grantId,
    memberId: person,
    key: 'reader',
    robot,
    person,
    other,
  };
});
afterAll(() => service.close());

const routesOf = (method: string): string[] =>
  Object.keys(routeMarks(service))
    .filter((route) => route.startsWith(`${method} /admin/v1/`))
    .map((route) => route.slice(method.length + 1));

/** A route with the ids of resources that exist; a granted project is seen by the organization it is granted to. */
function filled(path: string): string {
  const granted = path.includes('/granted-projects/');
  return path.replaceAll(/:(\w+)/g, (_, name: string) => {
    if (name === 'orgId' && granted) return ids['other'] ?? '';
    if (name === 'userId') return (path.includes('/service-users/') ? ids['robot'] : ids['person']) ?? '';
    return ids[name] ?? 'unknown';
  });
}

const get = (path: string, query = ''): Promise<Answer> => service.call('GET', filled(path) + query);
const isList = (path: string): boolean => !/:\w+$/.test(path) && !NO_LISTS.some((part) => part.test(path));
/** Single resources whose address ends in a word, one of them with two lists that are elsewhere page by page, and streams. */
const NO_LISTS = [
  /\/policies\/\w+$/,
  /\/features$/,
  /\/mail$/,
  /\/read-only-mode$/,
  /\/database$/,
  /\/branding$/,
  /\/imports\/:importId\/errors$/,
  /\/lock$/,
  /\/statistics$/,
  /\/export$/,
  /\/people\/:userId\/roles$/,
];

describe('every list', () => {
  it('takes limit, cursor, total and sort, and leads on by nextCursor', async () => {
    const lists = routesOf('GET').filter(isList);
    expect(lists.length).toBeGreaterThanOrEqual(16);
    for (const path of lists) {
      const { status, body } = await get(path, '?limit=1&total=true');
      expect(status, path).toBe(200);
      expect(body, path).toMatchObject({ total: expect.any(Number) });
      expect([null, expect.any(String)], path).toContainEqual(body.nextCursor);
      const entries = Object.values(body).find((value) => Array.isArray(value)) as unknown[];
      expect(entries.length, path).toBe(Math.min(1, body.total));
      for (const [query, parameter] of [
        ['limit=1001', 'limit'],
        ['cursor=nonsense', 'cursor'],
        ['total=yes', 'total'],
        ['sort=nonsense', 'sort'],
        ['colour=red', 'colour'],
      ] as const)
        expect((await get(path, `?${query}`)).body, `${path} ${query}`).toMatchObject({ status: 400, field: parameter });
    }
  });
});

describe('every single resource', () => {
  it('has a tag, and is 304 for who has it', async () => {
    const seen: string[] = [];
    for (const path of routesOf('GET').filter((one) => /:\w+$/.test(one))) {
      const { status, headers } = await get(path);
      if (status === 404) continue;
      expect([status, headers.get('etag')], path).toEqual([200, expect.stringMatching(/^"[\w-]{22}"$/)]);
      const again = await service.call('GET', filled(path), undefined, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
      expect([again.status, again.text], path).toEqual([304, '']);
      seen.push(path);
    }
    expect(seen.length).toBeGreaterThanOrEqual(10);
  });

  it('is changed and deleted with the tag that was read, and with no other', async () => {
    const compared: string[] = [];
    for (const method of ['PATCH', 'PUT', 'DELETE']) {
      for (const path of routesOf(method)) {
        const sent = (tag: string) =>
          service.call(method, `${filled(path)}?dryRun=true`, BODIES[path] ?? {}, { headers: { 'if-match': tag } });
        const old = await sent('"nonsense"');
        if (old.status !== 412) continue;
        const tag = (await get(path)).headers.get('etag') ?? '';
        expect((await sent(tag)).status, `${method} ${path}`).not.toBe(412);
        compared.push(`${method} ${path}`);
      }
    }
    expect(compared.length).toBeGreaterThanOrEqual(20);
    for (const path of METADATA) expect(compared).toEqual(expect.arrayContaining([`PUT ${path}`, `DELETE ${path}`]));
  });
});

/** What PUT needs. */
const BODIES: Record<string, object> = Object.fromEntries(
  ['projects/:projectId/authorizations/:authorizationId', 'projects/:projectId/grants/:grantId'].map((path) => [
    `/admin/v1/organizations/:orgId/${path}`,
    { roleKeys: ['reader'] },
  ]),
);
BODIES['/admin/v1/organizations/:orgId/groups/:groupId'] = { displayName: 'Everybody' };
const METADATA = ['', '/people/:userId', '/service-users/:userId'].map((owner) => `/admin/v1/organizations/:orgId${owner}/metadata/:key`);
for (const path of METADATA) BODIES[path] = { value: 'Mg==' };
for (const owner of ['', '/organizations/:orgId']) BODIES[`/admin/v1${owner}/policies/impersonation`] = { enabled: true };

describe('every PATCH', () => {
  it('takes a merge patch, and refuses unknown members by name', async () => {
    const paths = routesOf('PATCH');
    expect(paths.length).toBeGreaterThanOrEqual(7);
    for (const path of paths) {
      for (const type of ['application/merge-patch+json', 'application/json']) {
        const { status, body } = await service.call('PATCH', filled(path), { colour: 'red' }, { type });
        expect([status, body.code], path).toEqual([400, 'body.invalid']);
        expect(body.errors, path).toContainEqual({ pointer: '/colour', code: 'body.unknown', detail: expect.any(String) });
      }
      expect((await service.call('PATCH', filled(path), '{}', { type: 'text/plain' })).status, path).toBe(415);
    }
  });
});
