// Every operation of the API document with every role: past the guard exactly when the table of permissions says so, in the scope of the role.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ORGANIZATION_ROLES, PROJECT_GRANT_ROLES, PROJECT_ROLES, SERVICE_ROLES } from '../../src/common/access/permissions.js';
import { grouped } from '../../src/common/primitives/grouped.js';
import { createOrganization, freshName } from '../support/people.js';
import { apiOperations, filled, type Operation } from '../support/operations.js';
import { createServiceUser } from '../support/service-users.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

const GUARDED = apiOperations().filter(({ access }) => 'permission' in access);

/** What the guard decides alike: by the permission, and by what the path names. */
const CLASSES = [...grouped(GUARDED, classOf).values()];
function classOf({ access, path }: Operation): string {
  const { kind, permission } = access as { kind: string; permission: string };
  return [kind, permission, sideOf(path), path.includes('{projectId}'), path.includes('{grantId}')].join(' ');
}

/** Whose organization a path names: the one that has the project, or the one that the project is granted to. */
type Side = 'owning' | 'granted';
/** A role and where it is held. */
interface Holder {
  role: string;
  permissions: readonly string[];
  /** Absent: in the whole service. */
  side?: Side;
  /** The parameter of a path that has to name what the role is about, and whether the paths here name that or another one. */
  about?: { parameter: 'projectId' | 'grantId'; other?: boolean };
}

const holders = (table: Readonly<Record<string, readonly string[]>>, where: Pick<Holder, 'side' | 'about'>, addition = '') =>
  Object.entries(table).map(([role, permissions]): [string, Holder] => [role + addition, { role, permissions, ...where }]);
const HOLDERS: ReadonlyArray<[string, Holder]> = [
  ...holders(SERVICE_ROLES, {}),
  ...holders(ORGANIZATION_ROLES, { side: 'owning' }),
  ...holders({ ORG_OWNER: ORGANIZATION_ROLES.ORG_OWNER }, { side: 'granted' }, ' of the organization that the project is granted to'),
  ...holders(PROJECT_ROLES, { side: 'owning', about: { parameter: 'projectId' } }),
  ...holders(PROJECT_ROLES, { side: 'owning', about: { parameter: 'projectId', other: true } }, ' of another project'),
  ...holders(PROJECT_GRANT_ROLES, { side: 'granted', about: { parameter: 'grantId' } }),
  ...holders(PROJECT_GRANT_ROLES, { side: 'granted', about: { parameter: 'grantId', other: true } }, ' of another grant'),
];

let service: TestService;
let orgIds: Record<Side, string>;
/** The project and the grant that paths name, and others. */
let named: Record<'projectId' | 'grantId', string>;
let other: Record<'projectId' | 'grantId', string>;
beforeAll(async () => {
  service = await sharedService();
  orgIds = { owning: await createOrganization(service), granted: await createOrganization(service) };
  [named, other] = [await addGrantedProject(), await addGrantedProject()];
});
afterAll(() => service.close());

async function addGrantedProject() {
  const projects = `/admin/v1/organizations/${orgIds.owning}/projects`;
  const { projectId } = (await service.call('POST', projects, { name: freshName('project') })).body;
  const body = { grantedOrgId: orgIds.granted, roleKeys: [] };
  const { grantId } = (await service.call('POST', `${projects}/${projectId}/grants`, body)).body;
  return { projectId, grantId };
}

/** @returns the token of somebody who holds the role and no other */
async function tokenOf({ role, side, about }: Holder): Promise<string> {
  const { userId, token } = await createServiceUser(service, orgIds[side ?? 'owning']);
  const ids = about?.other ? other : named;
  const part = { projectId: `/projects/${ids.projectId}`, grantId: `/granted-projects/${ids.grantId}` };
  const place = side ? `organizations/${orgIds[side]}${about ? part[about.parameter] : ''}/members` : 'members';
  const { status, text } = await service.call('POST', `/admin/v1/${place}`, { userId, role });
  expect(status, text).toBe(201);
  return token;
}

/** An organization that a body names is there. */
function exampleOf(body: Operation['body']): unknown {
  const example = body?.example;
  const isGrant = typeof example === 'object' && example !== null && 'grantedOrgId' in example;
  return isGrant ? { ...example, grantedOrgId: orgIds.granted } : example;
}

function sideOf(path: string): Side {
  return path.includes('/granted-projects') ? 'granted' : 'owning';
}

/** What the table says of it. */
function wanted({ access, path }: Operation, { permissions, side, about }: Holder): string {
  const { kind, permission } = access as { kind: string; permission: string };
  const isAbout = !about || (!about.other && path.includes(`{${about.parameter}}`));
  const isOpen = permissions.includes(permission) && isAbout;
  if (kind === 'service') return isOpen && !side ? 'open' : 'closed';
  // Whoever has no role in an organization does not learn that it exists.
  if (side && side !== sideOf(path)) return 'unknown';
  return isOpen ? 'open' : 'closed';
}

/**
 * What the guard says. Nothing is changed: what ids name besides the organization, its project and its grant does not exist, writes are
 * rolledBack, and nobody has the version of the project that is asked for.
 */
async function said({ method, path, body }: Operation, token: string): Promise<string> {
  const rolledBack = method !== 'GET' && path.startsWith('/admin/') && !path.startsWith('/admin/v1/import') ? '?dryRun=true' : '';
  const ids: Record<string, string> = { ...named, orgId: orgIds[sideOf(path)] };
  const headers: Record<string, string> = path.endsWith('{projectId}') && method !== 'GET' ? { 'If-Match': '"none"' } : {};
  const address = filled(path, (name) => ids[name] ?? 'nothing') + rolledBack;
  const answer = await service.call(method, address, exampleOf(body), { token, headers, ...(body ? { type: body.type } : {}) });
  const code =
    answer.body?.code ?? Object.values(answer.body ?? {}).find((value) => (value as { id?: string } | null)?.id)?.['id' as never];
  if (answer.status === 404 && code === 'organization.notFound') return 'unknown';
  return answer.status === 403 && String(code).startsWith('access.no') ? 'closed' : 'open';
}

it.each(HOLDERS)('%s is told the permissions that the table says, where they count, and no others', async (_, holder) => {
  const { body } = await service.call('GET', '/admin/v1/me/permissions', undefined, { token: await tokenOf(holder) });
  const { role, permissions, side, about } = holder;
  const all = expect.toSatisfy((list: string[]) => list.toSorted().join() === [...new Set(permissions)].toSorted().join());
  const none = { roles: [], permissions: [] };
  const held = { roles: [role], permissions: all };
  const ids = about?.other ? other : named;
  const project = { projectId: ids.projectId, name: expect.any(String), ...(about?.parameter === 'grantId' && { grantId: ids.grantId }) };
  expect(body.service).toEqual(side ? none : held);
  expect(body.organizations).toEqual(
    side
      ? [
          {
            orgId: orgIds[side],
            name: expect.any(String),
            ...(about ? none : held),
            projects: about ? [{ ...project, ...held }] : [],
          },
        ]
      : [],
  );
});

it.each(HOLDERS)('%s is let in to what the table says, and to nothing else', async (_, holder) => {
  const token = await tokenOf(holder);
  const wrong: string[] = [];
  for (const operation of operationsFor(holder)) {
    const [is, should] = [await said(operation, token), wanted(operation, holder)];
    if (is !== should) wrong.push(`${operation.method} ${operation.path} is ${is}, not ${should}`);
  }
  expect(wrong).toEqual([]);
});

it('every operation meets a holder for each answer of the table', () => {
  const met = new Set(HOLDERS.flatMap(([, holder]) => operationsFor(holder).map((operation) => answerOf(operation, holder))));
  const all = new Set(HOLDERS.flatMap(([, holder]) => GUARDED.map((operation) => answerOf(operation, holder))));
  expect([...all].filter((one) => !met.has(one))).toEqual([]);
  expect(GUARDED.length).toBeGreaterThan(150);
});

const answerOf = (operation: Operation, holder: Holder) => `${operation.method} ${operation.path} ${wanted(operation, holder)}`;

/**
 * Holders that get the same answer share the operations of a class, and each has one at least: the guard cannot tell more apart. The long check
 * sends every operation for every holder.
 */
function operationsFor(holder: Holder): readonly Operation[] {
  if (process.env['LONG'] !== undefined) return GUARDED;
  return CLASSES.flatMap((alike) => {
    const [first] = alike as [Operation];
    const sharing = HOLDERS.filter(([, other]) => wanted(first, other) === wanted(first, holder));
    const at = sharing.findIndex(([, other]) => other === holder);
    return alike.length > at ? alike.filter((_, index) => index % sharing.length === at) : [alike[at % alike.length] as Operation];
  });
}
