// One way for all resources of the admin API (ADR 0030), read off the routes: whatever is added later has the same form.
// On SQLite alone: it is about the form of requests.
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
/** Single resources whose address ends in a word, one of them with two lists that are elsewhere page by page, counts, and streams. */
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
  /\/overview$/,
  /\/me\/permissions$/,
  /\/omissions$/,
  /\/health$/,
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

describe('filters', () => {
  it('are those of every list by name or id, state, time and text, except where ADR 0048 says why not', async () => {
    const document = (await service.call('GET', '/openapi.json')).body as Document;
    const lacking = routesOf('GET')
      .filter(isList)
      .map((path) => [path, filtersOf(document, path)] as const)
      .map(([path, filters]) => [path, ASPECTS.filter((aspect) => !filters.some((filter) => aspectOf(filter) === aspect))] as const)
      .filter(([, aspects]) => aspects.length > 0);
    expect(Object.fromEntries(lacking.map(([path, aspects]) => [path.slice('/admin/v1/'.length), aspects.join(' ')]))).toEqual(EXCEPTIONS);
  });

  it('take what they say they take, each by itself, and nothing else', async () => {
    const document = (await service.call('GET', '/openapi.json')).body as Document;
    for (const path of routesOf('GET').filter(isList)) {
      for (const { name, schema } of filtersOf(document, path)) {
        const sample = schema.enum?.at(-1) ?? (schema.format === 'date-time' ? '2020-01-01T00:00:00Z' : 'a');
        const { status, text, body } = await get(path, `?total=true&${name}=${encodeURIComponent(sample)}`);
        expect([status, body?.total], `${path} ${name}: ${text}`).toEqual([200, expect.any(Number)]);
        if (schema.enum === undefined && schema.format === undefined) continue;
        expect((await get(path, `?${name}=nonsense`)).body, `${path} ${name}`).toMatchObject({ status: 400, field: name });
      }
    }
  });
});

type Aspect = (typeof ASPECTS)[number];
const ASPECTS = ['name', 'state', 'time', 'q'] as const;

interface Filter {
  name: string;
  in: string;
  schema: { enum?: string[]; format?: string; type?: string };
}
type Document = { paths: Record<string, { get?: { parameters?: Filter[] } }> };

function filtersOf({ paths }: Document, path: string): Filter[] {
  const { parameters = [] } = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.get ?? {};
  return parameters.filter((one) => one.in === 'query' && !['limit', 'cursor', 'after', 'total', 'sort'].includes(one.name));
}

/** What a filter goes by: a text to search for, a time, one of a few states or kinds, or else a name or an id. */
function aspectOf({ name, schema }: Filter): Aspect {
  if (name === 'q') return 'q';
  if (schema.format === 'date-time') return 'time';
  return schema.enum ? 'state' : 'name';
}

/** What each list is not filtered by (docs/adr/0048-filters-of-lists.md). */
const EXCEPTIONS: Record<string, string> = {
  imports: 'name q',
  jobs: 'state time',
  keys: 'name q',
  members: 'name time q',
  'organizations/:orgId/authorizations': 'state q',
  'organizations/:orgId/domains': 'time',
  'organizations/:orgId/granted-projects/:grantId/authorizations': 'state q',
  'organizations/:orgId/granted-projects/:grantId/members': 'name state time q',
  'organizations/:orgId/groups': 'state',
  'organizations/:orgId/groups/:groupId/members': 'name state time q',
  'organizations/:orgId/groups/:groupId/roles': 'name time q',
  'organizations/:orgId/invitations': 'name state q',
  'organizations/:orgId/mail-texts': 'name time q',
  'organizations/:orgId/members': 'name time q',
  'organizations/:orgId/metadata': 'state time',
  'organizations/:orgId/people/:userId/events': 'name state q',
  'organizations/:orgId/people/:userId/factors': 'name q',
  'organizations/:orgId/people/:userId/grants': 'state',
  'organizations/:orgId/people/:userId/groups': 'state time',
  'organizations/:orgId/people/:userId/metadata': 'state time',
  'organizations/:orgId/people/:userId/sessions': 'name state q',
  'organizations/:orgId/people/_removed': 'state',
  'organizations/:orgId/policies': 'name time q',
  'organizations/:orgId/projects/:projectId/applications/:applicationId/keys': 'name state q',
  'organizations/:orgId/projects/:projectId/applications/:applicationId/secrets': 'name state q',
  'organizations/:orgId/projects/:projectId/authorizations': 'state q',
  'organizations/:orgId/projects/:projectId/grants': 'q',
  'organizations/:orgId/projects/:projectId/members': 'name state time q',
  'organizations/:orgId/projects/:projectId/registration-tokens': 'name state q',
  'organizations/:orgId/projects/:projectId/role-holders': 'time q',
  'organizations/:orgId/projects/:projectId/roles': 'state',
  'organizations/:orgId/role-holders': 'time q',
  'organizations/:orgId/service-users/:userId/keys': 'name state q',
  'organizations/:orgId/service-users/:userId/metadata': 'state time',
  'organizations/:orgId/service-users/:userId/personal-access-tokens': 'name state q',
  'organizations/:orgId/service-users/:userId/secrets': 'name state q',
  'organizations/:orgId/sessions': 'state q',
  'organizations/:orgId/users/:userId/authorizations': 'state q',
  'organizations/:orgId/users/:userId/roles': 'state time q',
  people: 'state time',
  policies: 'name time q',
};

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
          service.call(method, `${filled(path)}?dryRun=true`, method === 'DELETE' ? undefined : (BODIES[path] ?? {}), {
            headers: { 'if-match': tag },
          });
        const old = await sent('"nonsense"');
        if (old.status !== 412) continue;
        const tag = (await get(path.replace(PART, ''))).headers.get('etag') ?? '';
        expect((await sent(tag)).status, `${method} ${path}`).not.toBe(412);
        compared.push(`${method} ${path}`);
      }
    }
    expect(compared.length).toBeGreaterThanOrEqual(20);
    for (const path of METADATA) expect(compared).toEqual(expect.arrayContaining([`PUT ${path}`, `DELETE ${path}`]));
  });
});

/** A part that is not read by itself: its tag is that of the whole. */
const PART = /\/logo$/;

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
