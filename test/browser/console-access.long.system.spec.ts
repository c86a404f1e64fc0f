// Addresses of the console that are typed by people whose roles don't include the page, and the buttons of each page by role.
import { beforeAll, describe, expect, it } from 'vitest';
import { useConsole } from './console-stage.js';

const stage = useConsole();

/** Addresses below /console, by the permission that the page needs; `*` stands for an id that need not exist. */
const PAGES_OF_ORGANIZATION = {
  'user.read': ['people', 'people/*', 'deleted-people', 'service-users', 'service-users/*'],
  'group.read': ['groups', 'groups/*'],
  'project.read': ['projects', 'projects/*', 'projects/*/applications/*'],
  'project.write': ['new-application'],
  'org.read': [
    'directories',
    'directories/*',
    'domains',
    'domains/*',
    'events',
    'policies',
    'policies/lockout',
    'branding',
    'mail-texts',
    'mail-texts/invitation/en',
    'administrators',
  ],
  'org.write': ['new-directory'],
  export: ['export'],
};
const PAGES_OF_SERVICE = {
  'org.read': ['organizations', 'administrators'],
  'event.read': ['events'],
  'policy.read': ['policies', 'policies/lockout', 'branding'],
  import: ['imports', 'imports/*'],
  'mail.read': ['mail'],
  'key.read': ['keys'],
  'job.read': ['state'],
};

/** Of roles, the permissions of the tables above. */
const ROLES: Record<string, readonly string[]> = {
  ORG_USER_MANAGER: ['user.read', 'group.read'],
  ORG_OWNER_VIEWER: ['user.read', 'group.read', 'project.read', 'org.read'],
};

beforeAll(async () => {
  for (const role of Object.keys(ROLES)) {
    const userId = await stage.addPerson(role.toLowerCase());
    await stage.service.call('POST', `/admin/v1/organizations/${stage.orgId()}/members`, { userId, role });
  }
});

describe.each(Object.entries(ROLES))('a person with the role %s', (role, permissions) => {
  it('is told which permission a typed address needs, and the page asks the API for nothing', async () => {
    // A page that asks for nothing either, so that no request of its own comes later.
    const { page, faults } = await stage.open(`/orgs/${stage.orgId()}/new-directory`, stage.signInOf(role.toLowerCase()));
    const asked: string[] = [];
    page.on('request', (request) => new URL(request.url()).pathname.startsWith('/admin/') && asked.push(new URL(request.url()).pathname));
    const addresses = [
      ...Object.entries(PAGES_OF_ORGANIZATION).flatMap(([needs, names]) =>
        permissions.includes(needs) ? [] : names.map((name) => [needs, `/orgs/${stage.orgId()}/${name}`] as const),
      ),
      ...Object.entries(PAGES_OF_SERVICE).flatMap(([needs, names]) => names.map((name) => [needs, `/service/${name}`] as const)),
    ];
    for (const [needs, address] of addresses) {
      // As the router reads an address that is gone back to, without a sign-in for each.
      await page.evaluate(
        (to) => {
          history.pushState(null, '', to);
          dispatchEvent(new PopStateEvent('popstate'));
        },
        `/console${address.replaceAll('*', '1')}`,
      );
      const words = `This page needs the permission ${needs}, which`;
      await expect.poll(() => page.locator('main').innerText(), { message: address }).toContain(words);
      // The next page may name the same permission.
      await page.evaluate(() => {
        history.pushState(null, '', '/console/nowhere');
        dispatchEvent(new PopStateEvent('popstate'));
      });
      await page.getByText('No access').waitFor({ state: 'detached' });
    }
    expect(asked).toEqual([]);
    expect(faults).toEqual([]);
  });
});
