// Temporary passwords whose person was promoted since: whoever gave one knows it, and must not sign in as somebody stronger.
// On a server too: roles and passwords are read with locks.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Browser, fill } from '../support/browser.js';
import { addGroup, changeMembers } from '../support/groups.js';
import { createServiceUser } from '../support/service-users.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';
import { makeWorld, type World } from '../support/world.js';

const TEMPORARY = 'Only-for-Today-1';
const CHOSEN = 'Chosen-by-Me-22';
let service: TestService;
let world: World;
let manager: string;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  world = await makeWorld(service);
  manager = (await createServiceUser(service, world.organization.id, 'ORG_USER_MANAGER')).token;
});

const org = () => `/admin/v1/organizations/${world.organization.id}`;

/** How a caller gives a temporary password. @returns the id and the login name of its person */
const givings = {
  'by an action': async (token: string) => {
    const path = `${org()}/people/${world.person.id}/_set-temporary-password`;
    expect((await service.call('POST', path, { password: TEMPORARY }, { token })).status).toBe(204);
    return { userId: world.person.id, loginName: world.loginName };
  },
  'to somebody new': async (token: string) => {
    const userName = `new-${randomUUID().slice(0, 8)}`;
    const name = { userName, givenName: 'Mary', familyName: 'Major', emails: [{ value: `${userName}@elsewhere.example` }] };
    const body = { ...name, password: TEMPORARY, passwordChangeRequired: true };
    const created = await service.call('POST', `${org()}/people`, body, { token });
    expect(created.status).toBe(201);
    return { userId: created.body.userId as string, loginName: `${userName}@${world.organization.primaryDomain}` };
  },
} as const;

const promotions: Record<string, (userId: string) => Promise<unknown>> = {
  'a role in the whole service': (userId) => service.call('POST', '/admin/v1/members', { userId, role: 'IAM_OWNER' }),
  'a role in the organization': (userId) => service.call('POST', `${org()}/members`, { userId, role: 'ORG_OWNER' }),
  'a group that holds a role': async (userId) => {
    const group = await addGroup(service, world.organization.id, []);
    await service.call('POST', `${org()}/groups/${group.id}/roles`, { role: 'ORG_OWNER' });
    await changeMembers(service, world.organization.id, group.id, { put: [userId] });
  },
};

async function signIn(loginName: string, password: string) {
  const browser = new Browser(service.url);
  return { browser, page: await browser.submit(await browser.open(`${service.url}/account`), loginName, password) };
}
const asksForAnother = async (loginName: string) => (await signIn(loginName, TEMPORARY)).page.html?.includes('name="newPassword"');

describe.each(Object.entries(givings))('a temporary password that a weaker caller gave %s', (_, give) => {
  it.each(Object.keys(promotions))('signs nobody in once the person has %s', async (way) => {
    const { userId, loginName } = await give(manager);
    expect(await asksForAnother(loginName)).toBe(true);
    await promotions[way]?.(userId);
    const { page } = await signIn(loginName, TEMPORARY);
    expect([page.page?.status, page.html?.includes('name="newPassword"')]).toEqual([401, false]);
  });

  it('is not replaced by another one on a page from before the promotion', async () => {
    const { userId, loginName } = await give(manager);
    const { browser, page } = await signIn(loginName, TEMPORARY);
    await promotions['a role in the whole service']?.(userId);
    expect((await fill(browser, page, { newPassword: CHOSEN })).html).not.toContain('Your account');
    expect((await signIn(loginName, CHOSEN)).page.page?.status).toBe(401);
  });

  it('is over with the one that a stronger caller gives', async () => {
    const { userId, loginName } = await give(manager);
    await promotions['a role in the organization']?.(userId);
    await service.call('POST', `${org()}/people/${userId}/_set-temporary-password`, { password: TEMPORARY });
    expect(await asksForAnother(loginName)).toBe(true);
  });

  it('becomes the person’s own with the change, which is asked for again later', async () => {
    const { userId, loginName } = await give(manager);
    const { browser, page } = await signIn(loginName, TEMPORARY);
    await fill(browser, page, { newPassword: CHOSEN });
    await promotions['a role in the organization']?.(userId);
    await service.call('POST', `${org()}/people/${userId}/_require-password-change`);
    expect((await signIn(loginName, CHOSEN)).page.html).toContain('name="newPassword"');
  });
});

it('a temporary password works as before when its giver has the role of the person', async () => {
  const { token } = await createServiceUser(service, world.organization.id, 'ORG_OWNER');
  const { userId, loginName } = await givings['by an action'](token);
  await service.call('POST', `${org()}/members`, { userId, role: 'ORG_USER_MANAGER' });
  expect(await asksForAnother(loginName)).toBe(true);
});
