// Each page of the console while the API refuses, fails or is away: it says so in words, offers another attempt where that helps, and breaks nowhere.
import type { Route } from 'playwright-core';
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
