// The console in a real browser, against the real service: signing in and out, its pages, and what administrators do there.
import axe from 'axe-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { useStage } from './browser.js';
import { CONSOLE_PAGES, fillSignIn, signInToConsole } from './console.mjs';

const stage = useStage({ CONSOLE: 'true' });
const WIDE = { width: 1366, height: 768 };
const PHONE = { width: 390, height: 844 };
/** Of the API, for one page; what the sign-in takes comes before. */
/** Of the files of a page. */
const MAX_BYTES = 350_000;
const MAX_REQUESTS = 6;
const SCRIPTS: BrowserContextOptions = { javaScriptEnabled: true, viewport: WIDE, reducedMotion: 'reduce' };

let orgId: string;
let userId: string;

const administrator = () => ({
  loginName: `${stage.service.credentials.admin.userName}@gatehouse.localhost`,
  password: stage.service.credentials.admin.password,
});
const people = () => `/admin/v1/organizations/${orgId}/people`;
const addPerson = async (userName: string, more: object = {}) => {
  const body = { userName, givenName: 'Ada', familyName: 'Lovelace', emails: [{ value: `${userName}@example.com` }], ...more };
  return (await stage.service.call('POST', people(), body)).body.userId as string;
};

beforeAll(async () => {
  orgId = stage.service.credentials.orgId;
  userId = await addPerson('ada', { password: 'Correct-Horse-7' });
});

/** A signed-in console, and what its page reported as wrong. */
async function openConsole(
  path = '',
  person = administrator(),
  options: BrowserContextOptions = {},
): Promise<{ page: Page; faults: string[] }> {
  const page = await stage.newPage({ ...SCRIPTS, ...options });
  const faults: string[] = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(error.message));
  await signInToConsole(page, stage.service.url, person, path);
  return { page, faults };
}

const pathOf = (name: string) => CONSOLE_PAGES.find((one) => one.name === name)?.path({ orgId, userId }) ?? '';

describe('signing in', () => {
  it('leads to the page that was asked for; a reload keeps the place and asks for nothing', async () => {
    const { page, faults } = await openConsole(`${pathOf('people')}?q=ada`);
    await page.getByRole('link', { name: 'Ada Lovelace' }).first().waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`/console${pathOf('people')}?q=ada`);
    await page.reload();
    await page.getByRole('link', { name: 'Ada Lovelace' }).first().waitFor();
    expect(page.url()).toContain(`${pathOf('people')}?q=ada`);
    expect(faults).toEqual([]);
  });

  it('keeps no token in the storage or the address', async () => {
    const { page } = await openConsole();
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]));
    expect(stored).not.toMatch(/access_token|id_token|refresh_token|eyJ|code=/);
  });

  it('ends with the session of the browser', async () => {
    const { page } = await openConsole();
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: "You're signed out" }).waitFor();
    await page.goto(`${stage.service.url}/console/`);
    await page.locator('input[name=loginName]').waitFor();
  });

  it('can be repeated in a window when it is lost, and nothing typed is lost', async () => {
    const { page } = await openConsole(pathOf('people'));
    await page.getByRole('button', { name: 'Add a person' }).click();
    await page.getByLabel('First name').fill('Grace');
    await page.getByLabel('Last name').fill('Hopper');
    await page.getByLabel('Email address').fill('grace@example.com');
    const { userId: own } = stage.service.credentials.admin;
    await stage.service.call('DELETE', `${people()}/${own}/sessions`);
    await stage.service.call('DELETE', `${people()}/${own}/tokens`);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('heading', { name: 'Your sign-in has ended' }).waitFor();
    const [window] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Sign in again' }).click()]);
    await fillSignIn(window, administrator()).catch(() => undefined);
    // The request that waited is sent, and its answer opens the person's page.
    await page.getByRole('heading', { name: 'Grace Hopper' }).waitFor();
  });
});

describe.each(CONSOLE_PAGES)('the page $name', ({ heading, path }) => {
  it('is accessible, light and dark, on a phone and wide, and fits', async () => {
    const { page } = await openConsole(path({ orgId, userId }), administrator(), { bypassCSP: true });
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    await page.evaluate(axe.source);
    for (const viewport of [WIDE, PHONE]) {
      await page.setViewportSize(viewport);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await violations(page), `${viewport.width} px, ${colorScheme}`).toEqual([]);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${viewport.width} px`).toBeLessThanOrEqual(0);
    }
  });

  it(`asks the API at most ${MAX_REQUESTS} times, and breaks no rule of its Content-Security-Policy`, async () => {
    const { page, faults } = await openConsole();
    await page.waitForLoadState('networkidle');
    const asked: string[] = [];
    page.on('request', (request) => new URL(request.url()).pathname.startsWith('/admin/') && asked.push(request.url()));
    await page.goto(`${stage.service.url}/console${path({ orgId, userId })}`);
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(MAX_REQUESTS);
    expect(await page.evaluate(bytesOfFiles)).toBeLessThan(MAX_BYTES);
    expect(faults).toEqual([]);
  });
});

/** Compressed, of all files that the browser loaded for the page. */
function bytesOfFiles(): number {
  const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const files = loaded.filter(({ name }) => new URL(name).pathname.startsWith('/console/assets/'));
  if (files.length === 0) throw new Error('The page loaded no files.');
  return files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
}

async function violations(page: Page): Promise<string[]> {
  const found = await page.evaluate<{ violations: Array<{ id: string; nodes: Array<{ html: string; failureSummary: string }> }> }>(
    'axe.run()',
  );
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}
