// The settings of an organization in the console: renamed, deactivated and deleted by those whose roles allow it.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, useConsole } from './console-stage.js';

const stage = useConsole();
const pathOf = (orgId: string) => `/orgs/${orgId}/settings`;
const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const confirm = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
const headings = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts();
const valueOf = (page: Page, name: string) => page.locator('dt', { hasText: name }).locator('xpath=..').locator('dd').innerText();
const read = async (orgId: string) => stage.service.call('GET', `/admin/v1/organizations/${orgId}`);

async function addOrganization(name: string): Promise<string> {
  return (await stage.service.call('POST', '/admin/v1/organizations', { name })).body.orgId as string;
}

async function openNamed(name: string, ...more: [options?: object]): Promise<{ page: Page; faults: string[]; orgId: string }> {
  const orgId = await addOrganization(name);
  const visit = await stage.open(pathOf(orgId), undefined, ...more);
  await visit.page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  return { ...visit, orgId };
}

beforeAll(async () => {
  for (const [userName, role, members] of [
    ['owner', 'ORG_OWNER', `/admin/v1/organizations/${stage.orgId()}/members`],
    ['viewer', 'ORG_OWNER_VIEWER', `/admin/v1/organizations/${stage.orgId()}/members`],
    ['manager', 'IAM_ORG_MANAGER', '/admin/v1/members'],
  ] as const) {
    const userId = await stage.addPerson(userName);
    await stage.service.call('POST', members, { userId, role });
  }
});

describe('the settings of an organization', () => {
  it('rename it, also in the choice of organizations', async () => {
    const { page, faults, orgId } = await openNamed('Old name', { bypassCSP: true });
    await page.getByLabel('Name', { exact: true }).fill('New name');
    await click(page, 'Save');
    await page.getByText('Saved.').waitFor();
    await expect.poll(() => page.getByRole('combobox', { name: 'Organization' }).inputValue()).toBe('New name');
    expect((await read(orgId)).body.name).toBe('New name');
    await page.getByLabel('Name', { exact: true }).fill('');
    await click(page, 'Save');
    const field = page.getByLabel('Name', { exact: true });
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    await expectAccessible(page);
    expect(faults.filter((one) => !one.includes('400'))).toEqual([]);
  });

  it('ask before they overwrite the name that someone else gave', async () => {
    const { page, orgId } = await openNamed('Before');
    await page.getByLabel('Name', { exact: true }).fill('Mine');
    await stage.service.call('PATCH', `/admin/v1/organizations/${orgId}`, { name: 'Theirs' });
    await click(page, 'Save');
    const dialog = page.getByRole('dialog', { name: 'Changed meanwhile' });
    await dialog.getByRole('button', { name: 'Show what is there now' }).click();
    await dialog.getByRole('row', { name: 'name Before Theirs' }).waitFor();
    await confirm(page, 'Overwrite');
    await page.getByText('Saved.').waitFor();
    expect((await read(orgId)).body.name).toBe('Mine');
  });

  it('deactivate it, and undo that', async () => {
    const { page, orgId } = await openNamed('Paused');
    await click(page, 'Deactivate');
    await page.getByLabel('Type Paused to confirm').fill('Paused');
    await confirm(page, 'Deactivate');
    await page.getByText('Paused is deactivated.').waitFor();
    await page.getByRole('button', { name: 'Reactivate', exact: true }).waitFor();
    expect((await read(orgId)).body.state).toBe('inactive');
    await click(page, 'Undo');
    await page.getByRole('button', { name: 'Deactivate', exact: true }).waitFor();
    expect((await read(orgId)).body.state).toBe('active');
  });

  it('delete it by the keyboard: what goes with it is shown before its name is typed', async () => {
    const { page, faults, orgId } = await openNamed('Gone', { bypassCSP: true });
    await stage.service.call('POST', `/admin/v1/organizations/${orgId}/projects`, { name: 'Ledger' });
    await page.getByRole('button', { name: 'Delete', exact: true }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Delete Gone' });
    await dialog.getByLabel('Type Gone to confirm').waitFor();
    expect(await valueOf(page, 'Projects')).toBe('1');
    expect(await dialog.getByRole('button', { name: 'Delete', exact: true }).isDisabled()).toBe(true);
    await expectAccessible(page);
    await page.keyboard.type('Gone');
    await page.keyboard.press('Enter');
    await page.getByText('Gone was deleted.').waitFor();
    await page.getByRole('heading', { name: 'Organizations', level: 1 }).waitFor();
    expect((await read(orgId)).status).toBe(404);
    expect(faults).toEqual([]);
  });

  it('copy the deletion as a command that names the organization', async () => {
    const { page, orgId } = await openNamed('Copied once', { permissions: ['clipboard-read', 'clipboard-write'] });
    await click(page, 'Delete');
    await page.getByLabel('Type Copied once to confirm').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Copy this change for a terminal' }).click();
    await page.getByRole('menuitem', { name: 'Copy as command' }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(`gatehouse orgs delete ${orgId} --confirm-name 'Copied once'`);
  });

  it('refuse to delete the organization that runs the service, and say why', async () => {
    const { page } = await stage.open(pathOf(stage.orgId()));
    await click(page, 'Delete');
    await page.getByRole('alert').getByText('The organization that runs the service cannot be removed.').waitFor();
    expect(await page.getByRole('dialog').getByRole('textbox').count()).toBe(0);
    expect(await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).isDisabled()).toBe(true);
  });

  it('refuse a manager of organizations who may not switch an application with API access, and say why', async () => {
    const orgId = await addOrganization('Reaching');
    const { body } = await stage.service.call('POST', `/admin/v1/organizations/${orgId}/projects`, { name: 'Robots' });
    const app = { name: 'Robot', redirectUris: ['https://robot.example/callback'], apiAccess: true };
    const { status } = await stage.service.call('POST', `/admin/v1/organizations/${orgId}/projects/${body.projectId}/applications`, app);
    expect(status).toBe(201);
    const { page } = await stage.open(pathOf(orgId), stage.signInOf('manager'));
    await click(page, 'Deactivate');
    await page.getByLabel('Type Reaching to confirm').fill('Reaching');
    await confirm(page, 'Deactivate');
    await page
      .getByRole('alert')
      .getByText(/^Only an IAM_OWNER may deactivate/)
      .waitFor();
    expect((await read(orgId)).body.state).toBe('active');
  });
});

describe('what a role of the organization sees', () => {
  it.each([
    ['owner', ['General', 'Details']],
    ['viewer', ['Details']],
  ] as const)('%s: %j', async (userName, expected) => {
    const { page, faults } = await stage.open(pathOf(stage.orgId()), stage.signInOf(userName), { bypassCSP: true });
    await page.getByRole('heading', { name: 'Details' }).waitFor();
    expect(await headings(page)).toEqual(expected);
    await expectAccessible(page);
    expect(faults).toEqual([]);
  });
});
