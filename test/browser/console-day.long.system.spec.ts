// An administrator's day by role: what each sees, and the work of that role with its clicks counted. More of it: console-*.long.system.spec.ts.
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { useConsole } from './console-stage.js';
import { violationsOf } from './axe.js';
import { countedClicks } from './console-visit.js';

const MAX_CLICKS_TO_RESET = 4;
const MAX_CLICKS_TO_EXPLAIN = 3;
const USERS = ['Home', 'People', 'Groups'];
const ORGANIZATION = [
  ...USERS,
  'Applications',
  'Directories',
  'Domains',
  'Events',
  'Policies',
  'Branding',
  'Mail texts',
  'Administrators',
  'Service users',
  'Settings',
];

const stage = useConsole();
let organization: string;
let userId: string;
let projectId: string;

beforeAll(async () => {
  organization = `/admin/v1/organizations/${stage.orgId()}`;
  userId = await stage.addPerson('ada');
  projectId = (await stage.service.call('POST', `${organization}/projects`, { name: 'Ledger' })).body.projectId;
});

/** A person who has one role, at the first page of the console. */
async function begin(userName: string, role: string, members = `${organization}/members`): Promise<{ page: Page; faults: string[] }> {
  const id = await stage.addPerson(userName, { givenName: 'Grace', familyName: 'Hopper' });
  const { status } = await stage.service.call('POST', members, { userId: id, role });
  expect(status).toBe(201);
  return stage.open('', stage.signInOf(userName));
}

/** The pages that the navigation offers. */
async function offered(page: Page): Promise<string[]> {
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).waitFor();
  return (await page.getByRole('navigation').getByRole('link').allTextContents()).filter((name) => name !== '');
}

it('a user manager invites a person, resets a password and unlocks, and sees people, groups and service users alone', async () => {
  const { page, faults } = await begin('manager', 'ORG_USER_MANAGER');
  expect(await offered(page)).toEqual([...USERS, 'Service users']);
  const clicks = countedClicks(page);
  await clicks.click('button', /^Search/);
  await page.keyboard.type('lovel');
  await clicks.click('option', /^Ada Lovelace/);
  await clicks.click('button', 'Reset password');
  const password = await page.getByLabel('Temporary password').inputValue();
  await clicks.click('button', 'Set password');
  await page.getByText('Ada Lovelace has a new password.').waitFor();
  expect(clicks.count).toBeLessThanOrEqual(MAX_CLICKS_TO_RESET);
  expect(password).toMatch(/^([A-Z][a-z][2-9]\w-){3}[A-Z][a-z][2-9]\w$/);
  expect((await stage.service.call('GET', `${organization}/people/${userId}`)).body.password.changeRequired).toBe(true);
  for (const name of ['Lock', 'Unlock']) {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  expect((await stage.service.call('GET', `${organization}/people/${userId}/lock`)).body.locked).toBe(false);
  await page.getByRole('link', { name: 'People' }).first().click();
  await page.getByRole('button', { name: 'Add a person' }).click();
  await page.getByLabel('First name').fill('Joan');
  await page.getByLabel('Last name').fill('Clarke');
  await page.getByLabel('Email address').fill('joan@example.com');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('heading', { name: 'Joan Clarke' }).waitFor();
  expect(faults).toEqual([]);
});

it('an organization owner finds who gave Ada a role, and registers an application up to its lines', async () => {
  const { page, faults } = await begin('owner', 'ORG_OWNER');
  expect(await offered(page)).toEqual(ORGANIZATION);
  await stage.service.call('POST', `${organization}/members`, { userId, role: 'ORG_USER_MANAGER' });
  const clicks = countedClicks(page);
  await clicks.click('link', 'People');
  await clicks.click('link', 'Ada Lovelace');
  await clicks.click('tab', 'History');
  await page.getByRole('listitem').filter({ hasText: 'Member of an organization added' }).getByText('Bootstrap service user').waitFor();
  expect(clicks.count).toBeLessThanOrEqual(MAX_CLICKS_TO_EXPLAIN);
  await page.getByRole('link', { name: 'Applications' }).first().click();
  await page.getByRole('link', { name: 'New application' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Time sheet');
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('region', { name: 'Settings (.env)' }).getByText('ISSUER=').waitFor();
  expect(faults).toEqual([]);
});

it('a project owner adds a role and a registration token to the project, and sees no other part of the organization', async () => {
  const { page, faults } = await begin('projects', 'PROJECT_OWNER', `${organization}/projects/${projectId}/members`);
  expect(await offered(page)).toEqual(['Home']);
  await page.getByRole('link', { name: 'Ledger' }).click();
  await page.getByRole('tab', { name: 'Roles' }).click();
  await page.getByRole('button', { name: 'Add a role' }).click();
  await page.getByRole('dialog').getByLabel('Key').fill('clerk');
  await page.getByRole('dialog').getByLabel('Name').fill('Clerk');
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('The role Clerk was added.').waitFor();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByText("Clients can't register themselves in this project.").waitFor();
  await page.getByRole('button', { name: 'Add a registration token' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Assistants');
  await page.getByRole('dialog').getByLabel('Hosts of redirect URIs').fill('*.example.com');
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText("Copy the token now. It isn't shown again.").waitFor();
  await page.getByText('0 of 10 registrations').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  const tokens = `${organization}/projects/${projectId}/registration-tokens`;
  const read = async () => (await stage.service.call('GET', tokens)).body.registrationTokens;
  expect(await read()).toMatchObject([{ name: 'Assistants', maxApplications: 10, policy: { redirectHosts: ['*.example.com'] } }]);
  await page.getByRole('button', { name: 'Delete Assistants' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText("Clients can't register themselves in this project.").waitFor();
  expect(await read()).toEqual([]);
  expect(faults).toEqual([]);
});

it('a project owner registers an application, is offered no roles for accounts, and is at home after deleting the project', async () => {
  const { body } = await stage.service.call('POST', `${organization}/projects`, { name: 'Payroll' });
  const { page, faults } = await begin('payroll', 'PROJECT_OWNER', `${organization}/projects/${body.projectId}/members`);
  await page.getByRole('link', { name: 'Payroll' }).click();
  await page.getByRole('tab', { name: 'Who has which role' }).click();
  await page.getByText('No one has a role yet').waitFor();
  expect(await page.getByText('Give roles').count()).toBe(0);
  await page.getByRole('link', { name: 'New application' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Pay slips');
  expect(await page.getByRole('combobox', { name: 'Project' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('heading', { name: 'Your application is registered' }).waitFor();
  const { applications } = (await stage.service.call('GET', `${organization}/projects/${body.projectId}/applications`)).body;
  expect(applications).toMatchObject([{ name: 'Pay slips' }]);
  await page.getByRole('link', { name: 'Project', exact: true }).click();
  await page.getByRole('heading', { name: 'Payroll', level: 1 }).waitFor();
  await page.locator('main').getByRole('link', { name: 'Home' }).click();
  await page.getByRole('link', { name: 'Payroll' }).click();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByLabel('Type Payroll to confirm').fill('Payroll');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Payroll' }).waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

it('a viewer sees the same pages as the owner and no button that changes anything', async () => {
  const { page, faults } = await begin('viewer', 'ORG_OWNER_VIEWER');
  expect(await offered(page)).toEqual(ORGANIZATION);
  for (const name of ORGANIZATION.slice(1)) {
    await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    const buttons = await page.locator('main').getByRole('button').or(page.locator('main a[data-variant]')).allInnerTexts();
    expect([name, buttons.filter((text) => /\b(add|new|connect|give|save|publish|delete|restore|inherit)\b/i.test(text))]).toEqual([
      name,
      [],
    ]);
  }
  await page.getByRole('link', { name: 'People' }).first().click();
  await page.getByRole('link', { name: 'Ada Lovelace' }).first().click();
  await page.getByRole('heading', { name: 'Ada Lovelace', level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  // Those that copy a value.
  expect(await page.locator('main').getByRole('button').allTextContents()).toEqual(['', '']);
  expect(await page.getByRole('combobox', { name: 'Organization' }).count()).toBe(0);
  expect(faults).toEqual([]);
});

it('a service owner adds an organization and sees the state of the service', async () => {
  const { page, faults } = await begin('service', 'IAM_OWNER', '/admin/v1/members');
  await page.getByRole('navigation').getByRole('link', { name: 'Organizations' }).click();
  await page.getByRole('button', { name: 'Add an organization' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Partner');
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('Partner was added.').waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'State of the service' }).click();
  await page.getByRole('heading', { name: 'State of the service', level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(faults).toEqual([]);
});
