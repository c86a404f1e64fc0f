// Everything by which an administrator of an organization changes what protects somebody with more permissions: a table, and each row tried.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routeMarks } from '../support/routes.js';
import { createServiceUser } from '../support/service-users.js';
import { startService, type TestService } from '../support/service.js';
import { makeWorld, type World } from '../support/world.js';

const ORGANIZATION = '/admin/v1/organizations/:orgId';

/** What keeps a stronger person from harm, by what follows the organization in an address. */
const PROTECTED: Readonly<Record<string, string>> = {
  people: 'ChangePermission, PrivilegeCheck: every permission of the person, or for shutting out those in the whole service',
  groups: 'PrivilegeCheck: every permission that the group carries',
  members: 'PrivilegeCheck: every permission of the role',
  policies: 'PolicyPermission: every permission of the people whom a weaker value concerns; floors of the service',
  connections: 'PrivilegeCheck: every permission of its service user; a wider trust ends the credentials from before',
  'service-users': 'CredentialAccess: every permission of the service user, and org.write where it is a connection',
  sessions: 'nothing: a session that ends is begun again by its owner',
  domains: 'Domains: what is proven; who has which login name is judged there',
  'mail-texts': 'MailTexts: the rules for texts of an organization',
  branding: 'Brandings: the rules for texts and pictures of an organization',
  projects: 'nothing of people: projects and applications; apiAccess takes an IAM_OWNER',
  'granted-projects': 'nothing of people: projects',
  authorizations: 'nothing of people: roles of projects do not reach the APIs of the service',
  provisioning: 'nothing: it reads',
  metadata: 'nothing of people: what applications read about the organization',
  '': 'nothing of people: name and state of the organization',
};

let service: TestService;
let world: World;
let managers: Array<[role: string, token: string]>;
const members = '/admin/v1/members';
beforeAll(async () => {
  service = await startService();
  world = await makeWorld(service);
  expect((await service.call('POST', members, { userId: world.person.id, role: 'IAM_OWNER' })).status).toBeLessThan(300);
  const roles = ['ORG_OWNER', 'ORG_USER_MANAGER', 'IAM_ORG_MANAGER', 'IAM_USER_MANAGER'] as const;
  managers = await Promise.all(
    roles.map(async (role): Promise<[string, string]> => [role, (await createServiceUser(service, world.organization.id, role)).token]),
  );
});
afterAll(() => service.close());

const isWriting = (route: string) => !/^(GET|HEAD) /.test(route) && !/\/(_search|\.search)$/.test(route);

it('each route that writes in an organization has a row that says what protects stronger people', () => {
  const written = Object.keys(routeMarks(service)).filter((route) => isWriting(route) && route.includes(` ${ORGANIZATION}`));
  const places = written.map((route) => {
    const [first = ''] = route.slice(route.indexOf(ORGANIZATION) + ORGANIZATION.length + 1).split('/');
    return first.startsWith('_') ? '' : first;
  });
  expect([...new Set(places)].filter((place) => !Object.hasOwn(PROTECTED, place))).toEqual([]);
});

/** Each change of a person, with what it is sent with. */
const OF_A_PERSON: Readonly<Record<string, { body?: object }>> = {
  'PATCH /people/:userId': { body: { userName: 'taken-over' } },
  'DELETE /people/:userId': {},
  'POST /people/:userId/_deactivate': {},
  'POST /people/:userId/_lock': { body: {} },
  'POST /people/:userId/_unlock': { body: {} },
  'POST /people/:userId/_set-temporary-password': { body: { password: 'Brand-new-Horse-9' } },
  'POST /people/:userId/_require-password-change': {},
  'POST /people/:userId/factors/_invite': { body: {} },
  'POST /people/:userId/factors/_uninvite': {},
};

describe.each(Object.entries(OF_A_PERSON))('%s of somebody with IAM_OWNER', (route, { body }) => {
  it('is refused to everybody with fewer permissions, and the person stays as before', async () => {
    const [method = '', path = ''] = route.split(' ');
    const organization = `/admin/v1/organizations/${world.organization.id}`;
    const person = `${organization}/people/${world.person.id}`;
    const { body: before } = await service.call('GET', person);
    for (const [role, token] of managers) {
      const { status } = await service.call(method, `${organization}${path.replace(':userId', world.person.id)}`, body, { token });
      expect([role, status]).toEqual([role, 403]);
    }
    expect((await service.call('GET', person)).body).toEqual(before);
  });
});
