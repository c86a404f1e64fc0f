// Every route that writes, and what it could do to somebody with more permissions than the caller: each row tried here, tried by a test that it
// names, or harmless for the reason that it gives.
// On SQLite alone: who may change whom is decided in code, by rows that other specs read on both.
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ORGANIZATION_ROLES, SERVICE_ROLES, type OrganizationRole, type Permission } from '../../src/common/access/permissions.js';
import { png } from '../support/pictures.js';
import { Browser } from '../support/browser.js';
import { addApp } from '../support/factors.js';
import { patchOf, scimUser } from '../support/people.js';
import { routeMarks } from '../support/routes.js';
import { createServiceUser } from '../support/service-users.js';
import { startService, type TestService } from '../support/service.js';
import { makeWorld, PASSWORD } from '../support/world.js';

const MANAGERS = ['ORG_OWNER', 'ORG_USER_MANAGER', 'IAM_ORG_MANAGER', 'IAM_USER_MANAGER'] as const;

/** Codes of refusals that protect somebody stronger. */
const REFUSALS = ['access.strongerUser', 'access.strongerGroup', 'policy.strongerPeople', 'domain.strongerPeople'];

type Row = { readonly routes: readonly string[] } & (
  | { readonly attempt: (ids: Ids) => { body?: unknown; query?: string; ids?: Ids } }
  | { readonly shownBy: Readonly<Record<string, string>> }
  | { readonly neutral: string }
);
type Ids = Readonly<Record<string, string>>;

/** Routes below an organization (`scim/…` for those of SCIM, `service/…` for those of the whole service), with their methods. */
const ROWS: readonly Row[] = [
  // People
  { routes: ['PUT scim/Users/:id'], attempt: () => ({ body: scimUser('taken-over') }) },
  { routes: ['PATCH scim/Users/:id'], attempt: () => ({ body: patchOf({ op: 'replace', path: 'userName', value: 'taken-over' }) }) },
  { routes: ['DELETE scim/Users/:id', 'DELETE people/:userId'], attempt: () => ({}) },
  {
    routes: ['POST scim/Bulk'],
    shownBy: { 'test/scim/permissions.spec.ts': '%s may do to each target what the rule says, and no more' },
  },
  {
    routes: ['POST scim/Users', 'POST people'],
    shownBy: {
      'test/admin/people-removed.spec.ts':
        'keeps the name, in any case and as an address, from those who may do less, so that the way back stays open',
    },
  },
  { routes: ['POST|PUT|PATCH|DELETE scim/Me'], neutral: 'concerns the caller alone' },
  { routes: ['PATCH people/:userId'], attempt: () => ({ body: { userName: 'taken-over' } }) },
  { routes: ['POST people/:userId/_deactivate', 'POST people/:userId/_require-password-change'], attempt: () => ({}) },
  { routes: ['POST people/:userId/_reactivate'], attempt: ({ inactive = '' }) => ({ ids: { userId: inactive } }) },
  { routes: ['POST people/:userId/_lock', 'POST people/:userId/_unlock'], attempt: () => ({ body: {} }) },
  { routes: ['POST people/:userId/_set-temporary-password'], attempt: () => ({ body: { password: 'Brand-new-Horse-9' } }) },
  { routes: ['POST people/:userId/_set-picture'], attempt: () => ({ body: { content: png(16, 16).toString('base64') } }) },
  { routes: ['POST people/:userId/_remove-picture'], attempt: () => ({}) },
  { routes: ['POST people/:userId/_verify-email'], attempt: ({ email }) => ({ body: { email } }) },
  {
    routes: ['POST people/:userId/_invite', 'POST invitations/_remind'],
    shownBy: {
      'test/oidc/passkey-invitation.spec.ts':
        'an invitation that a weaker administrator sent is dead for somebody who has been given a role since',
    },
  },
  {
    routes: ['POST people/:userId/_send-verification', 'PUT mail-texts/:kind/:language'],
    shownBy: {
      'test/admin/mail-texts.spec.ts':
        'brings no code or link to somebody with roles beyond the organization, whom its owners do not cover',
    },
  },
  { routes: ['DELETE mail-texts/:kind/:language'], neutral: 'the text of the service is sent again' },
  { routes: ['POST mail-texts/:kind/:language/_preview'], neutral: 'sends and stores nothing' },
  { routes: ['POST people/:userId/factors/_invite', 'POST people/:userId/factors/_uninvite'], attempt: () => ({ body: {} }) },
  { routes: ['DELETE people/:userId/factors/:factorId'], attempt: () => ({}) },
  {
    routes: ['sessions', 'sessions/:sessionId', 'grants', 'grants/:clientId', 'tokens'].map((what) => `DELETE people/:userId/${what}`),
    attempt: () => ({}),
  },
  { routes: ['DELETE sessions/:sessionId'], attempt: () => ({}) },
  {
    routes: ['DELETE sessions'],
    shownBy: { 'test/admin/sessions.spec.ts': 'of a stronger administrator stay, and no stranger sees or ends any' },
  },
  {
    routes: ['POST people/:userId/_restore', 'DELETE people/_removed/:userId'],
    attempt: ({ removed = '' }) => ({ ids: { userId: removed } }),
  },
  {
    routes: ['people', 'service-users'].flatMap((whose) => [
      `PUT ${whose}/:userId/metadata`,
      `POST ${whose}/:userId/metadata/_remove`,
      `PUT|DELETE ${whose}/:userId/metadata/:key`,
    ]),
    neutral: 'nobody signs in by metadata, and no permission rests on it',
  },

  // Groups and roles
  {
    routes: ['POST scim/Groups', 'POST groups'],
    shownBy: {
      'test/access/group-roles.spec.ts':
        'by its id: no group comes to have that of a user, and with it what the user is to be given, nor one that a user had',
    },
  },
  {
    routes: ['PUT|PATCH|DELETE scim/Groups/:id'],
    shownBy: { 'test/scim/permissions.spec.ts': '%s gives and takes by a group what the rule says, and no more' },
  },
  {
    routes: ['PATCH|DELETE groups/:groupId'],
    shownBy: {
      'test/access/group-roles.spec.ts':
        'that carries roles: it keeps its names for whoever does not cover them, so that nobody exchanges it for another group',
    },
  },
  {
    routes: ['POST groups/:groupId/members', 'POST groups/:groupId/members/_remove'],
    shownBy: {
      'test/access/group-roles.spec.ts':
        'that carries member roles, itself or above: putting people in needs cover of all of them, and so does taking them out',
    },
  },
  {
    routes: [
      'POST groups/:groupId/roles',
      'DELETE groups/:groupId/roles/:role',
      'POST members',
      'DELETE members/:userId/:role',
      ...['projects/:projectId', 'granted-projects/:grantId'].flatMap((place) => [
        `POST ${place}/members`,
        `DELETE ${place}/members/:userId/:role`,
      ]),
    ],
    neutral: 'roles within the organization, given and taken by those who have all that they permit; roles in the whole service stay',
  },
  { routes: ['POST service/members'], attempt: ({ other }) => ({ body: { userId: other, role: 'IAM_OWNER' } }) },
  { routes: ['DELETE service/members/:userId/:role'], attempt: () => ({ ids: { role: 'IAM_OWNER' } }) },

  // Service users, credentials and connections
  { routes: ['POST service-users'], neutral: 'a new service user has no role' },
  { routes: ['PATCH service-users/:userId'], attempt: ({ robot = '' }) => ({ body: { name: 'Other' }, ids: { userId: robot } }) },
  {
    routes: [
      'POST service-users/:userId/_deactivate',
      'POST service-users/:userId/_reactivate',
      'DELETE service-users/:userId',
      'POST service-users/:userId/personal-access-tokens',
      'DELETE service-users/:userId/personal-access-tokens/:tokenId',
      'POST service-users/:userId/secrets',
      'PUT|DELETE service-users/:userId/secrets/:secretId',
      'POST service-users/:userId/keys',
      'DELETE service-users/:userId/keys/:keyId',
    ],
    attempt: ({ robot = '' }) => ({ body: {}, ids: { userId: robot } }),
  },
  {
    routes: ['POST connections'],
    shownBy: {
      'test/scim/connections.spec.ts':
        'all count as verified for a connection of which an administrator of the service says so, and no owner may',
    },
  },
  { routes: ['PATCH connections/:connectionId'], attempt: () => ({ body: { emailTrust: 'ownedDomains' } }) },
  { routes: ['POST connections/:connectionId/tokens', 'DELETE connections/:connectionId'], attempt: () => ({ body: {} }) },

  // Identity providers
  {
    routes: [
      'POST identity-providers',
      'PATCH|DELETE identity-providers/:identityProviderId',
      'PUT|DELETE identity-providers/:identityProviderId/logo',
      'POST identity-providers/:identityProviderId/_test',
    ],
    neutral: 'no provider signs in a person with more permissions than an owner of the organization, nor fills a group with such roles',
  },
  {
    routes: ['POST people/:userId/identity-links'],
    attempt: ({ identityProviderId }) => ({ body: { identityProviderId, subject: 'taken-over' } }),
  },
  { routes: ['DELETE people/:userId/identity-links/:identityProviderId'], attempt: () => ({}) },

  // Policies
  { routes: ['PUT|PATCH|DELETE policies/assurance'], attempt: () => ({ body: { secondFactor: 'off' } }) },
  { routes: ['PUT|PATCH|DELETE policies/password'], attempt: () => ({ body: { minLength: 8 } }) },
  { routes: ['PUT|PATCH|DELETE policies/lockout'], attempt: () => ({ body: { maxAttempts: 100 } }) },
  { routes: ['PUT|PATCH|DELETE policies/domain'], attempt: () => ({ body: { userLoginMustBeDomain: true } }) },
  { routes: ['PUT|PATCH|DELETE policies/impersonation'], attempt: () => ({ body: { enabled: true } }) },
  { routes: ['PUT|PATCH|DELETE policies/administration'], attempt: () => ({ body: { freshChanges: [] } }) },
  { routes: ['PUT|PATCH|DELETE policies/clientRegistration'], attempt: () => ({ body: { open: true } }) },
  { routes: ['PUT|PATCH|DELETE policies/registration'], neutral: 'concerns people who are not there yet' },
  { routes: ['PUT|PATCH|DELETE policies/look'], neutral: 'colours, and whether the name is shown' },
  { routes: ['PUT|PATCH|DELETE policies/signIn'], attempt: () => ({ body: { straightToProvider: true } }) },
  { routes: ['PUT|PATCH|DELETE policies/account'], neutral: 'what people change of their own profile; nobody signs in by it' },
  {
    routes: ['PUT|PATCH|DELETE policies/removedPeople'],
    neutral: 'counts from the next removal on, and to remove somebody stronger is refused',
  },

  // The organization
  { routes: ['DELETE'], attempt: () => ({ query: '?confirmName=Example' }) },
  { routes: ['POST _deactivate', 'POST _reactivate'], attempt: () => ({}) },
  { routes: ['PATCH'], neutral: 'a name, which no link can be' },
  { routes: ['POST service/organizations'], neutral: 'an organization without people' },
  { routes: ['POST domains', 'POST domains/:domain/_challenge'], neutral: 'a domain does nothing before it is verified' },
  {
    routes: ['POST domains/:domain/_verify', 'POST domains/:domain/_prove'],
    shownBy: { 'test/admin/domain-names.spec.ts': 'is refused, with the pair, where a login name would be the address of somebody else' },
  },
  { routes: ['POST domains/:domain/_set-primary'], neutral: 'people go on signing in by every verified domain' },
  { routes: ['DELETE domains/:domain'], attempt: () => ({}) },
  {
    routes: ['PATCH|DELETE branding', 'POST branding/_publish'],
    shownBy: { 'test/admin/branding.spec.ts': 'has own words for some texts, which stay text' },
  },
  {
    routes: ['PUT|DELETE branding/images/:slot'],
    shownBy: { 'test/admin/branding.spec.ts': 'is drawn anew, served as nothing but a picture, and named on the page' },
  },
  { routes: ['POST branding/_discard', 'POST branding/_preview'], neutral: 'nobody sees a draft' },
  {
    routes: ['PUT metadata', 'POST metadata/_remove', 'PUT|DELETE metadata/:key'],
    neutral: 'what applications read about the organization',
  },

  // Projects
  {
    routes: [
      'POST projects',
      'PATCH|DELETE projects/:projectId',
      'POST projects/:projectId/_deactivate',
      'POST projects/:projectId/_reactivate',
      'POST projects/:projectId/roles',
      'PATCH|DELETE projects/:projectId/roles/:key',
      'POST projects/:projectId/grants',
      'PUT|DELETE projects/:projectId/grants/:grantId',
      'POST granted-projects/:grantId/_accept',
      ...['projects/:projectId', 'granted-projects/:grantId'].flatMap((place) => [
        `POST ${place}/authorizations`,
        `PUT|DELETE ${place}/authorizations/:authorizationId`,
      ]),
    ],
    neutral: 'roles of projects reach no API of the service',
  },
  {
    routes: [
      'POST projects/:projectId/applications',
      'PUT|PATCH|DELETE projects/:projectId/applications/:applicationId',
      'PUT|DELETE projects/:projectId/applications/:applicationId/logo',
      'POST projects/:projectId/applications/:applicationId/_deactivate',
      'POST projects/:projectId/applications/:applicationId/_reactivate',
      'POST projects/:projectId/applications/:applicationId/secrets',
      'PUT|DELETE projects/:projectId/applications/:applicationId/secrets/:secretId',
      'POST projects/:projectId/applications/:applicationId/keys',
      'DELETE projects/:projectId/applications/:applicationId/keys/:keyId',
    ],
    shownBy: { 'test/admin/api.spec.ts': 'that may call this API is made only by those who manage the whole service' },
  },
  {
    routes: ['POST projects/:projectId/registration-tokens', 'DELETE projects/:projectId/registration-tokens/:tokenId'],
    neutral: 'an application that a client registers never has apiAccess, and reaches no other project',
  },
  {
    routes: ['POST projects/:projectId/registration-tokens/:tokenId/_remove-applications'],
    shownBy: { 'test/oidc/client-registration.spec.ts': 'removes no application that was given apiAccess for those who may not manage it' },
  },
];

const ORGANIZATION = '/admin/v1/organizations/:orgId';

/** `PUT|DELETE scim/Groups/:id` as the two routes that the application has. */
const routesOf = (short: string): string[] => {
  const [methods = '', path = ''] = short.split(' ');
  const [whose, ...rest] = path.split('/');
  const bases: Readonly<Record<string, string>> = { scim: '/scim/v2/:orgId', service: '/admin/v1' };
  const base = bases[whose ?? ''];
  const whole = base === undefined ? [ORGANIZATION, path] : [base, rest.join('/')];
  return methods.split('|').map((method) => `${method} ${whole.filter(Boolean).join('/')}`);
};
const rowsByRoute = ROWS.flatMap((row) => row.routes.flatMap(routesOf).map((route) => [route, row] as const));

let service: TestService;
let marks: Record<string, string>;
let ids: Ids;
let tokens: Map<string, string>;

beforeAll(async () => {
  service = await startService();
  marks = routeMarks(service);
  const world = await makeWorld(service);
  const { id: orgId } = world.organization;
  const organization = `/admin/v1/organizations/${orgId}`;
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await service.call(method, path, body);
    expect([method, path, answer.status, answer.status < 300 ? '' : answer.text]).toEqual([method, path, answer.status, '']);
    return answer.body;
  };
  const give = (userId: string) => call('POST', '/admin/v1/members', { userId, role: 'IAM_OWNER' });

  // Before the role: whoever has one is asked for a second factor.
  const browser = new Browser(service.url);
  await browser.submit(await browser.open(`${service.url}/account`), world.loginName, PASSWORD);
  const sessionId = (await call('GET', `${organization}/sessions`)).sessions[0].sessionId;
  const [removed, inactive, other] = await Promise.all(['removed', 'inactive', 'other'].map((userName) => world.addPerson({ userName })));
  for (const person of [world.person, removed, inactive]) await give(person?.id ?? '');
  await call('PUT', `${organization}/policies/removedPeople`, { days: 30 });
  await call('DELETE', `${organization}/people/${removed?.id}`);
  await call('POST', `${organization}/people/${inactive?.id}/_deactivate`);
  await addApp(service, world.person);
  const factorId = (await call('GET', `${organization}/people/${world.person.id}/factors`)).factors[0].factorId;

  const robot = await createServiceUser(service, orgId, 'IAM_OWNER');
  const ofRobot = `${organization}/service-users/${robot.userId}`;
  const { secretId } = await call('POST', `${ofRobot}/secrets`, {});
  const { keyId } = await call('POST', `${ofRobot}/keys`, {});
  const { tokenId } = await call('POST', `${ofRobot}/personal-access-tokens`, {});
  const { connectionId } = await call('POST', `${organization}/connections`, { name: 'Directory' });
  await give(connectionId);
  const { identityProviderId } = await call('POST', `${organization}/identity-providers`, {
    kind: 'oidc',
    name: 'Directory',
    issuer: 'https://login.example.com',
    clientId: 'gatehouse',
    clientAuthentication: 'none',
  });
  await call('POST', `${organization}/people/${world.person.id}/identity-links`, { identityProviderId, subject: 'subject' });

  const domain = `more.${world.organization.primaryDomain}`;
  await call('POST', `${organization}/domains`, { domain });
  await call('POST', `${organization}/domains/${domain}/_verify`);
  await call('PUT', '/admin/v1/policies/impersonation', { enabled: true });
  await call('PUT', '/admin/v1/policies/clientRegistration', { open: true });
  await call('PUT', '/admin/v1/policies/signIn', { straightToProvider: true });
  const decided = {
    assurance: { secondFactor: 'required' },
    password: { minLength: 16 },
    lockout: { maxAttempts: 5 },
    domain: { userLoginMustBeDomain: false },
    impersonation: { enabled: false },
    clientRegistration: { open: false },
    signIn: { straightToProvider: false },
    administration: { freshChanges: ['keys'] },
  };
  for (const [kind, policy] of Object.entries(decided)) await call('PUT', `${organization}/policies/${kind}`, policy);

  tokens = new Map();
  for (const role of MANAGERS) tokens.set(role, (await createServiceUser(service, orgId, role)).token);
  ids = {
    orgId,
    userId: world.person.id,
    id: world.person.id,
    removed: removed?.id ?? '',
    inactive: inactive?.id ?? '',
    other: other?.id ?? '',
    robot: robot.userId,
    secretId,
    keyId,
    tokenId,
    connectionId,
    identityProviderId,
    sessionId,
    factorId,
    domain,
    email: world.loginName,
    clientId: 'api-explorer',
  };
});
afterAll(() => service.close());

const WRITES = /^(POST|PUT|PATCH|DELETE) /;
const isWriting = (route: string, mark: string) => WRITES.test(route) && mark !== 'public' && !/\/(_search|\.search)$/.test(route);

/** Whether the role has what a mark asks for: `service org.write`. */
const isPermitted = (role: (typeof MANAGERS)[number], mark: string) => {
  const [where, permission] = mark.split(' ') as [string, Permission];
  const ofService = (SERVICE_ROLES as Partial<Record<string, readonly Permission[]>>)[role];
  const permissions = ofService ?? (where === 'organization' ? ORGANIZATION_ROLES[role as OrganizationRole] : []);
  return (permissions as readonly Permission[]).includes(permission);
};
/** Nobody but an IAM_OWNER has it. */
const isOwnersAlone = (mark: string) => mark !== 'own' && MANAGERS.every((role) => !isPermitted(role, mark));

it('each route that writes has one row, but for those that an IAM_OWNER alone has', () => {
  const written = Object.entries(marks).filter(([route, mark]) => isWriting(route, mark) && !isOwnersAlone(mark));
  expect(rowsByRoute.map(([route]) => route).toSorted()).toEqual(written.map(([route]) => route).toSorted());
});

it('what an IAM_OWNER alone may change is refused to everybody with less', async () => {
  const closed = Object.entries(marks).filter(([route, mark]) => isWriting(route, mark) && isOwnersAlone(mark));
  expect(closed.length).toBeGreaterThan(40);
  const wrong: unknown[] = [];
  for (const [route] of closed)
    for (const role of MANAGERS) {
      const [method = '', path = ''] = route.split(' ');
      const { status, body } = await service.call(method, filled(path, ids), undefined, { token: tokens.get(role) ?? '' });
      if (status !== 403 || body.code !== 'access.noPermission') wrong.push([route, role, status]);
    }
  expect(wrong).toEqual([]);
});

const filled = (path: string, by: Ids) => path.replace(/:(\w+)/g, (_, name: string) => by[name] ?? 'none');

describe('somebody with IAM_OWNER is out of reach of weaker callers:', () => {
  const attempts = rowsByRoute.flatMap(([route, row]) => ('attempt' in row ? [[route, row.attempt] as const] : []));

  it.each(attempts)('%s', async (route, attempt) => {
    const [method = '', path = ''] = route.split(' ');
    const { body, query = '', ids: own = {} } = attempt(ids);
    const before = await stateOfStronger();
    let tried = 0;
    for (const role of MANAGERS) {
      const sent = method === 'DELETE' ? undefined : body;
      const answer = await service.call(method, filled(path, { ...ids, ...own }) + query, sent, { token: tokens.get(role) ?? '' });
      expect([role, answer.status, answer.text]).toEqual([role, 403, answer.text]);
      if (!isPermitted(role, marks[route] ?? '')) continue;
      // Past the permission of the route: the person is what refuses.
      tried++;
      if (!path.startsWith('/scim/')) expect([role, answer.body.code]).toEqual([role, expect.toSatisfy((code) => REFUSALS.includes(code))]);
    }
    expect(tried).toBeGreaterThan(0);
    expect(await stateOfStronger()).toEqual(before);
  });
});

/** What protects the people who are stronger. */
async function stateOfStronger(): Promise<unknown[]> {
  const { orgId, userId, inactive, robot, connectionId } = ids;
  const paths = [
    '',
    `/people/${userId}`,
    `/people/${userId}/factors`,
    `/people/${userId}/sessions`,
    `/people/${inactive}`,
    '/people/_removed',
    `/service-users/${robot}/secrets`,
    `/service-users/${robot}/keys`,
    `/connections/${connectionId}`,
    '/policies',
    '/domains',
  ];
  const answers = await Promise.all(paths.map((path) => service.call('GET', `/admin/v1/organizations/${orgId}${path}`)));
  return answers.map(({ status, body }) => [status, body]);
}

describe('a test that a row names is there:', () => {
  const named = new Map(
    ROWS.flatMap((row) => ('shownBy' in row ? Object.entries(row.shownBy) : [])).map(([file, name]) => [
      `${file} ${name}`,
      [file, name] as const,
    ]),
  );

  it.each([...named.values()])('%s: %s', (file, name) => {
    expect(existsSync(file), file).toBe(true);
    expect([`'${name}'`, `"${name}"`].some((title) => readFileSync(file, 'utf8').includes(title))).toBe(true);
  });
});
