// Identity providers of the whole service in the console: connected, tested, changed and deleted on the pages of directories.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startService, type TestService } from '../support/service.js';
import { expectAccessible, useConsole } from './console-stage.js';

const stage = useConsole({ BACKCHANNEL_ALLOW_PRIVATE: 'true' });
const PROVIDERS = '/admin/v1/identity-providers';
const PAGE = '/service/identity-providers';

/** Stands for the provider: a second service, by OpenID Connect. */
let there: TestService;

beforeAll(async () => {
  there = await startService();
  for (const [userName, role] of [
    ['viewer', 'IAM_OWNER_VIEWER'],
    ['users', 'IAM_USER_MANAGER'],
  ] as const)
    await stage.service.call('POST', '/admin/v1/members', { userId: await stage.addPerson(userName), role });
});
afterAll(() => there?.close());

const read = async (id: string) => (await stage.service.call('GET', `${PROVIDERS}/${id}`)).body;
const labels = (page: Page) => page.getByRole('main').locator('label').allInnerTexts();

async function addProvider(name: string): Promise<string> {
  const body = { kind: 'oidc', name, issuer: there.url, clientId: 'gatehouse', clientSecret: 'secret' };
  return (await stage.service.call('POST', PROVIDERS, body)).body.identityProviderId as string;
}

it('one is connected from the navigation, without anything that belongs to an organization, and tested', async () => {
  const { page, faults } = await stage.open('', undefined, { bypassCSP: true });
  await page.getByRole('navigation').getByRole('link', { name: 'Identity providers' }).click();
  await page.getByText('No identity providers yet').waitFor();
  await page.getByRole('link', { name: 'Connect an identity provider' }).click();
  await page.getByRole('combobox', { name: 'Product' }).click();
  expect(await page.getByRole('option', { name: 'SCIM only' }).count()).toBe(0);
  await page.getByRole('option', { name: 'Keycloak' }).click();
  expect(await page.getByLabel('It provisions people over SCIM').count()).toBe(0);
  await page.getByLabel('Issuer').fill(there.url);
  await page.getByLabel('Client ID').fill('gatehouse');
  await page.getByLabel('Client secret', { exact: true }).fill('the-secret-of-the-provider');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByText(/\/sign-in\/providers\/.+\/callback/).waitFor();
  await page.getByRole('button', { name: 'Test now' }).click();
  await page.getByText('Works').first().waitFor();
  await page.getByRole('link', { name: 'Open its page' }).click();
  await page.getByRole('heading', { name: 'Keycloak', level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/console\/service\/identity-providers\/.+/);
  await page.getByRole('heading', { name: 'Health' }).waitFor();
  expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Sign-in', 'Settings']);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Identity providers of the service' }).click();
  await page.getByRole('row', { name: 'Keycloak OIDC On' }).waitFor();
  expect(faults).toEqual([]);
});

it('its settings have no field of organizations, ask before they overwrite, and show the change as a command', async () => {
  const id = await addProvider('Shared');
  const { page } = await stage.open(`${PAGE}/${id}`, undefined, { bypassCSP: true, permissions: ['clipboard-read', 'clipboard-write'] });
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('checkbox', { name: 'The sign-in page shows a button' }).uncheck();
  const names = await labels(page);
  expect(names).toContain('Issuer');
  for (const name of ['Domains', 'Provisioning by', 'Claim with the groups']) expect(names).not.toContain(name);
  expect(await page.getByRole('heading', { name: 'Groups that it fills' }).count()).toBe(0);
  await expectAccessible(page);
  await page.getByRole('main').getByRole('button', { name: 'Copy this change for a terminal' }).first().click();
  await page.getByRole('menuitem', { name: 'Copy as command' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(`gatehouse service-idps update ${id} --data '{"buttonShown":false}'`);
  await stage.service.call('PATCH', `${PROVIDERS}/${id}`, { buttonLabel: 'Shared sign-in' });
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Changed meanwhile' });
  await dialog.getByRole('button', { name: 'Show what is there now' }).click();
  await dialog.getByRole('row', { name: /^buttonLabel .*Shared sign-in$/ }).waitFor();
  await dialog.getByRole('button', { name: 'Overwrite' }).click();
  await page.getByText('Saved.').waitFor();
  expect(await read(id)).toMatchObject({ buttonShown: false, buttonLabel: 'Shared sign-in' });
});

it('is deleted by its name', async () => {
  const id = await addProvider('Temporary');
  const { page } = await stage.open(`${PAGE}/${id}`);
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Delete the sign-in' }).click();
  await page.getByLabel('Type Temporary to confirm').fill('Temporary');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the sign-in' }).click();
  await page.getByRole('heading', { name: 'Identity providers of the service', level: 1 }).waitFor();
  expect((await stage.service.call('GET', `${PROVIDERS}/${id}`)).status).toBe(404);
});

it('a viewer of the service sees it without a button that changes it; a role without idp.read sees no page of it', async () => {
  const id = await addProvider('Seen');
  const viewer = await stage.open(PAGE, stage.signInOf('viewer'), { bypassCSP: true });
  await viewer.page.getByRole('link', { name: 'Seen' }).waitFor();
  expect(await viewer.page.getByRole('link', { name: 'Connect an identity provider' }).count()).toBe(0);
  await expectAccessible(viewer.page);
  await viewer.page.getByRole('link', { name: 'Seen' }).click();
  await viewer.page.getByRole('heading', { name: 'Health' }).waitFor();
  expect(await viewer.page.getByRole('tab').allInnerTexts()).toEqual(['Sign-in']);
  expect(await viewer.page.getByRole('button', { name: 'Test now' }).count()).toBe(0);
  const users = await stage.open(`${PAGE}/${id}`, stage.signInOf('users'));
  await users.page.getByText('This page needs the permission idp.read').waitFor();
  expect(await users.page.getByRole('navigation').getByRole('link', { name: 'Identity providers' }).count()).toBe(0);
  expect([...viewer.faults, ...users.faults]).toEqual([]);
});
