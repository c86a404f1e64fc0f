// Every route about a project or a grant, for every kind of caller: open to whoever has its permission there, closed to everybody else.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrganization, freshName } from '../support/people.js';
import { routeMarks } from '../support/routes.js';
import { createServiceUser } from '../support/service-users.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

const PROJECT = [
  'project.read',
  'project.write',
  'project.role.write',
  'project.grant.write',
  'authorization.read',
  'authorization.write',
  'member.write',
];

/** What each caller may do about the project, and about the grant in the organization that has it; null: the organization does not exist for it. */
const CALLERS: Readonly<Record<string, { project: readonly string[] | null; grant: readonly string[] | null }>> = {
  IAM_OWNER: { project: PROJECT, grant: PROJECT },
  IAM_USER_MANAGER: { project: ['authorization.read', 'authorization.write'], grant: ['authorization.read', 'authorization.write'] },
  ORG_OWNER: { project: PROJECT, grant: null },
  ORG_OWNER_VIEWER: { project: ['project.read', 'authorization.read'], grant: null },
  ORG_USER_MANAGER: { project: ['authorization.read', 'authorization.write'], grant: null },
  PROJECT_OWNER: { project: PROJECT, grant: null },
  'PROJECT_OWNER of another project': { project: [], grant: null },
  'ORG_OWNER of the granted organization': { project: null, grant: PROJECT },
  PROJECT_GRANT_OWNER: { project: null, grant: ['project.read', 'authorization.read', 'authorization.write'] },
  'PROJECT_GRANT_OWNER of another grant': { project: null, grant: [] },
};

let service: TestService;
const ids: Record<string, string> = {};
const tokens: Record<string, string> = {};
let routes: Array<{ method: string; path: string; side: 'project' | 'grant'; permission: string }>;
beforeAll(async () => {
  service = await sharedService();
  [ids['owning'], ids['granted']] = [await createOrganization(service), await createOrganization(service)];
  const [owning, granted] = [org(ids['owning']), org(ids['granted'])];
  const addProject = async () =>
    (await service.call('POST', `${owning}/projects`, { name: freshName('project') })).body.projectId as string;
  const grant = async (projectId: string) =>
    (await service.call('POST', `${owning}/projects/${projectId}/grants`, { grantedOrgId: ids['granted'], roleKeys: [] })).body
      .grantId as string;
  [ids['project'], ids['otherProject']] = [await addProject(), await addProject()];
  [ids['grant'], ids['otherGrant']] = [await grant(ids['project']), await grant(ids['otherProject'])];
  const add = async (name: string, orgId: string, members: string, role: string) => {
    const { userId, token } = await createServiceUser(service, orgId);
    const { status } = await service.call('POST', members, { userId, role });
    expect([name, status]).toEqual([name, 201]);
    tokens[name] = token;
  };
  for (const role of ['IAM_OWNER', 'IAM_USER_MANAGER']) await add(role, ids['owning'], '/admin/v1/members', role);
  for (const role of ['ORG_OWNER', 'ORG_OWNER_VIEWER', 'ORG_USER_MANAGER']) await add(role, ids['owning'], `${owning}/members`, role);
  await add('ORG_OWNER of the granted organization', ids['granted'], `${granted}/members`, 'ORG_OWNER');
  await add('PROJECT_OWNER', ids['owning'], `${owning}/projects/${ids['project']}/members`, 'PROJECT_OWNER');
  await add('PROJECT_OWNER of another project', ids['owning'], `${owning}/projects/${ids['otherProject']}/members`, 'PROJECT_OWNER');
  await add('PROJECT_GRANT_OWNER', ids['granted'], `${granted}/granted-projects/${ids['grant']}/members`, 'PROJECT_GRANT_OWNER');
  const other = `${granted}/granted-projects/${ids['otherGrant']}/members`;
  await add('PROJECT_GRANT_OWNER of another grant', ids['granted'], other, 'PROJECT_GRANT_OWNER');
  routes = Object.entries(routeMarks(service)).flatMap(([route, mark]) => {
    const [method = '', path = ''] = route.split(' ');
    const side = path.includes('/granted-projects/:grantId') ? 'grant' : path.includes('/projects/:projectId') ? 'project' : undefined;
    return side && mark.startsWith('organization ') ? [{ method, path, side, permission: mark.slice('organization '.length) }] : [];
  });
});
afterAll(() => service.close());

const org = (orgId = '') => `/admin/v1/organizations/${orgId}`;

/** The project itself stays: nobody has this version of it. */
const headersOf = ({ method, path }: { method: string; path: string }): Record<string, string> =>
  method === 'DELETE' && path.endsWith('/projects/:projectId') ? { 'If-Match': '"none"' } : {};

/** What else a path names does not exist, so nothing is changed by whoever is let through. */
function pathOf({ path, side }: { path: string; side: 'project' | 'grant' }): string {
  return path
    .replace(':orgId', (side === 'grant' ? ids['granted'] : ids['owning']) ?? '')
    .replace(':projectId', ids['project'] ?? '')
    .replace('granted-projects/:grantId', `granted-projects/${ids['grant'] ?? ''}`)
    .replace(/:\w+/g, 'none');
}

describe.each(Object.entries(CALLERS))('%s', (caller, allowed) => {
  it('gets through where it has the permission, and nowhere else', async () => {
    expect(routes.length).toBeGreaterThan(40);
    const wrong: string[] = [];
    for (const route of routes) {
      const body = route.method === 'GET' || route.method === 'DELETE' ? undefined : {};
      const answer = await service.call(route.method, pathOf(route), body, { token: tokens[caller] ?? '', headers: headersOf(route) });
      const code = (answer.body as { code?: string } | undefined)?.code;
      const outcome = code === 'organization.notFound' ? 'unknown' : code === 'access.noPermission' ? 'closed' : 'open';
      const permissions = allowed[route.side];
      const expected = permissions === null ? 'unknown' : permissions.includes(route.permission) ? 'open' : 'closed';
      if (outcome !== expected) wrong.push(`${route.method} ${route.path} (${route.permission}): ${outcome}, not ${expected}`);
    }
    expect(wrong).toEqual([]);
  });
});
