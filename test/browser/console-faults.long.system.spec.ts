// Each page of the console while the API refuses, fails or is away: it says so in words, offers another attempt where that helps, and breaks nowhere.
import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { addressOf, CONSOLE_PAGES, type ConsoleScene } from './console-pages.mjs';
import { useConsole } from './console-stage.js';

const stage = useConsole();
let scene: ConsoleScene;
beforeAll(async () => {
  scene = await stage.makePages();
});

/** Pages that read nothing but the permissions of the person. */
const READ_NOTHING = ['new-directory', 'new-import', 'export'];
const ALWAYS = ['/admin/v1/me/permissions'];
const STATUSES = [403, 409, 412, 429, 500, 503, 0] as const;

describe.each(STATUSES)('an API that answers %i', (status) => {
  it('is told on every page', async () => {
    const { page, faults } = await stage.open('');
    await page.waitForLoadState('networkidle');
    await page.route('**/admin/v1/**', (route: Route) => {
      if (ALWAYS.includes(new URL(route.request().url()).pathname)) return route.continue();
      if (status === 0) return route.abort();
      const body = JSON.stringify({ status, code: 'some.code', title: 'x', detail: '<b>Because.</b>' });
      return route.fulfill({ status, contentType: 'application/problem+json', headers: { 'x-request-id': 'request-17' }, body });
    });
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
