// Each page of the console while the API refuses, fails or is away: it says so in words, offers another attempt where that helps, and breaks nowhere.
import type { Locator, Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { addressOf, CONSOLE_PAGES, type ConsoleScene } from './console-pages.mjs';
import { useConsole } from './console-stage.js';

const stage = useConsole();
let scene: ConsoleScene;
let providerId: string;
beforeAll(async () => {
  scene = await stage.makePages();
  const provider = {
    kind: 'oidc',
    name: 'Corporate',
    issuer: 'https://login.example',
    clientId: 'gatehouse',
    clientAuthentication: 'none',
  };
  const made = await stage.service.call('POST', `/admin/v1/organizations/${scene.orgId}/identity-providers`, provider);
  providerId = made.body.identityProviderId;
});

/** Pages that read nothing but the permissions of the person. */
const READ_NOTHING = ['new-directory', 'new-service-provider', 'new-import', 'export'];
const ALWAYS = ['/admin/v1/me/permissions'];
const rowOf = (name: string) => CONSOLE_PAGES.find((one) => one.name === name)!;

/** Answers with the status; 0 is no answer. @param ending of the paths that fail */
async function failAll(page: Page, status: number, ending = ''): Promise<void> {
  await page.route('**/admin/v1/**', (route: Route) => {
    const { pathname } = new URL(route.request().url());
    if (ALWAYS.includes(pathname) || !pathname.endsWith(ending)) return route.continue();
    if (status === 0) return route.abort();
    const body = JSON.stringify({ status, code: 'some.code', title: 'x', detail: '<b>Because.</b>' });
    return route.fulfill({ status, contentType: 'application/problem+json', headers: { 'x-request-id': 'request-17' }, body });
  });
}

const STATUSES = [403, 409, 412, 429, 500, 503, 0] as const;

describe.each(STATUSES)('an API that answers %i', (status) => {
  it('is told on every page', async () => {
    const { page, faults } = await stage.open('');
    await page.waitForLoadState('networkidle');
    await failAll(page, status);
    const silent: string[] = [];
    for (const one of CONSOLE_PAGES.filter(({ name }) => !READ_NOTHING.includes(name))) {
      await page.goto(`${stage.service.url}/console${addressOf(one, scene)}`);
      await page
        .locator('main')
        .getByRole('alert')
        .first()
        .waitFor()
        .catch(() => silent.push(one.name));
      if ((await page.locator('main b', { hasText: 'Because.' }).count()) > 0) silent.push(`${one.name} shows markup`);
    }
    expect(silent).toEqual([]);
    // The browser itself reports each answer; nothing else may go wrong.
    expect(faults.filter((fault) => !fault.startsWith('Failed to load resource'))).toEqual([]);
  }, 900_000);
});

// A save that failed is followed by a read of the page, which may fail as well.
it.each([
  ['person', 'Profile', 'Nickname'],
  ['group', 'Settings', 'Name'],
  ['project', 'Settings', 'Name'],
  ['application', 'Settings', 'Name'],
  ['directory', 'Settings', 'Name'],
])('a failed save keeps what was typed on the page "%s", which could not be read again', async (name, tab, label) => {
  const { page } = await stage.open(addressOf(rowOf(name), { ...scene, directoryId: providerId }));
  await page.getByRole('tab', { name: tab }).click();
  const field = page.getByLabel(label, { exact: true });
  await field.fill('Typed by hand');
  await failAll(page, 500);
  const save = page.getByRole('button', { name: 'Save' });
  await save.click();
  // The fault of the read offers another attempt; that of the save does not.
  await page.locator('main').getByRole('button', { name: 'Try again' }).first().waitFor();
  expect(await field.inputValue()).toBe('Typed by hand');
  await page.unrouteAll();
  await save.click();
  await expect.poll(() => save.isDisabled()).toBe(true);
  await expect.poll(() => field.inputValue()).toBe('Typed by hand');
});

it.each<[string, string, (page: Page) => Locator]>([
  ['home', '/overview', (page) => page.getByRole('heading', { name: 'Sign-ins', level: 2 })],
  ['directories', '/identity-providers', (page) => page.locator('main tbody').getByRole('link').first()],
  ['directory', '/health', (page) => page.getByRole('heading', { name: 'Health', level: 2 })],
])('the page "%s" keeps what it shows when "%s" cannot be read again', async (name, path, shown) => {
  const { page } = await stage.open(addressOf(rowOf(name), { ...scene, directoryId: providerId }));
  await shown(page).waitFor();
  await failAll(page, 403, path);
  const fault = page.locator('main').getByText('Because.').first();
  const isUsed = () => window.dispatchEvent(new Event('visibilitychange'));
  // What is shown is read again once it is 10 s old and the window is used.
  await expect.poll(async () => [await page.evaluate(isUsed), await fault.isVisible()], { interval: 500 }).toEqual([true, true]);
  expect(await shown(page).isVisible()).toBe(true);
});

it('a list that can be read no further keeps the rows that it has', async () => {
  const people = `/admin/v1/organizations/${scene.orgId}/people`;
  const add = (at: number) =>
    stage.service.call('POST', people, {
      userName: `row-${at}`,
      givenName: 'Row',
      familyName: String(at),
      emails: [{ value: `${at}@row.example` }],
    });
  for (let at = 0; at < 110; at++) await add(at);
  const { page } = await stage.open('');
  await page.route('**/people?*cursor=*', (route: Route) =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{}' }),
  );
  await page.goto(`${stage.service.url}/console/orgs/${scene.orgId}/people`);
  await page.locator('main tbody tr[aria-rowindex="2"]').waitFor();
  await page.mouse.move(600, 400);
  await page.mouse.wheel(0, 20_000);
  await page.locator('main').getByRole('alert').waitFor();
  await page.locator('main tbody tr[aria-rowindex="101"]').waitFor();
  await page.unrouteAll();
  await page.locator('main').getByRole('button', { name: 'Try again' }).click();
  await page.locator('main').getByRole('alert').waitFor({ state: 'detached' });
});

// As after an upgrade of the service, whose files have other names.
it.each([
  ['a menu', 'account-menu', '', (page: Page) => page.getByRole('button', { name: /^Account of / })],
  ['a page', 'people.page', '/people', (page: Page) => page.getByRole('heading', { level: 1, name: 'People' })],
])('the code of %s that is not there any more makes the console load itself anew', async (_, file, path, shown) => {
  const { page } = await stage.open('');
  await page.waitForLoadState('networkidle');
  const home = page.url().replace(/\/$/, '');
  let loads = 0;
  page.on('request', (request) => (loads += Number(request.isNavigationRequest())));
  await page.route(`**/console/assets/${file}-*.js`, (route: Route) => (loads < 2 ? route.fulfill({ status: 404 }) : route.continue()));
  await page.goto(home + path);
  await shown(page).waitFor();
  expect([loads, page.url()]).toEqual([2, expect.stringContaining(home + path)]);
});
