// The console in a real browser, against the real service: signing in and out, its pages, and what administrators do there.
import { decodeProtectedHeader } from 'jose';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { callWithProof, proofMaker } from '../support/dpop.js';
import { violationsOf } from './axe.js';
import { fillSignIn } from './console.mjs';
import { addressOf, CONSOLE_PAGES, type ConsoleScene } from './console-pages.mjs';
import { expectAccessible, useConsole } from './console-stage.js';

const stage = useConsole();
/** Of the files of a page. */
const MAX_BYTES = 350_000;
/** Of the API, for one page; what the sign-in takes comes before. */
const MAX_REQUESTS = 6;

/** The pages in three parts, each for one sign-in. */
const PARTS = [0, 1, 2].map((part) => CONSOLE_PAGES.filter((_, at) => at % 3 === part));

let scene: ConsoleScene;

const people = () => `/admin/v1/organizations/${scene.orgId}/people`;
const peoplePath = () => `/orgs/${scene.orgId}/people`;

beforeAll(async () => {
  scene = await stage.makePages();
});

describe('signing in', () => {
  it('leads to the page that was asked for; a reload keeps the place and asks for nothing', async () => {
    const { page, faults } = await stage.open(`${peoplePath()}?q=ada`);
    await page.getByRole('link', { name: 'Ada Lovelace' }).first().waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`/console${peoplePath()}?q=ada`);
    await page.reload();
    await page.getByRole('link', { name: 'Ada Lovelace' }).first().waitFor();
    expect(page.url()).toContain(`${peoplePath()}?q=ada`);
    expect(faults).toEqual([]);
  });

  it('is asked for before the code of the pages is loaded', async () => {
    const { page } = await stage.open('');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    const at = (path: RegExp) => asked.findIndex((one) => path.test(one));
    expect(at(/assets\/start-.*\.js$/)).toBeGreaterThan(at(/authorize$/));
    expect(at(/authorize$/)).toBeGreaterThan(-1);
  });

  it('keeps no token in the storage or the address', async () => {
    const { page } = await stage.open('');
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]));
    expect(stored).not.toMatch(/access_token|id_token|refresh_token|eyJ[\w-]*\.|code=/);
  });

  it('binds its tokens to a key of the tab, so that what is copied from a request works nowhere else', async () => {
    const path = '/admin/v1/me/permissions';
    const sentBy = async (tab: Page, act: () => Promise<unknown>) => {
      const [request] = await Promise.all([tab.waitForRequest(stage.service.url + path), act()]);
      const { authorization = '', dpop = '' } = await request.allHeaders();
      return { authorization, dpop, key: decodeProtectedHeader(dpop).jwk };
    };
    const { page } = await stage.open('');
    const first = await sentBy(page, () => page.reload());
    const other = await page.context().newPage();
    const second = await sentBy(other, () => other.goto(`${stage.service.url}/console/`));
    expect(first.authorization).toMatch(/^DPoP /);
    expect(second.key).not.toEqual(first.key);
    const ask = (headers: Record<string, string>) => stage.service.call('GET', path, undefined, { token: null, headers });
    const token = first.authorization.slice('DPoP '.length);
    const stolen = [
      await ask({ authorization: `Bearer ${token}` }),
      await ask({ authorization: first.authorization }),
      // The proof was used; that of the other tab is by another key.
      await ask({ authorization: first.authorization, dpop: first.dpop }),
      await ask({ authorization: first.authorization, dpop: second.dpop }),
      await callWithProof(stage.service, proofMaker(), 'GET', path, { token }),
    ];
    expect(stolen.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    expect(await page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
  });

  it('ends with the session of the browser', async () => {
    const { page } = await stage.open('');
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: "You're signed out" }).waitFor();
    await page.goto(`${stage.service.url}/console/`);
    await page.locator('input[name=loginName]').waitFor();
  });

  it('can be repeated in a window when it is lost, and nothing typed is lost', async () => {
    const { page } = await stage.open(peoplePath());
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
    // The window closes itself, maybe while it is watched.
    await fillSignIn(window, stage.administrator()).catch(() => undefined);
    // The request that waited is sent, and its answer opens the person's page.
    await page.getByRole('heading', { name: 'Grace Hopper' }).waitFor();
  });
});

it('shows a page whose texts come after its code', async () => {
  const { page, faults } = await stage.open('');
  const code = page.waitForEvent('requestfinished', (request) => /people\.page-.*\.js$/.test(request.url()));
  await page.route(/assets\/en-.*\.js$/, async (route) => {
    await code;
    await route.continue();
  });
  await page.getByRole('link', { name: 'People', exact: true }).click();
  await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
  await page.getByRole('columnheader', { name: 'Name', exact: true }).waitFor();
  expect(faults).toEqual([]);
});

// In all widths, colors and directions: console-widths.long.system.spec.ts.
it.each(PARTS)(
  `a third of the pages asks the API at most ${MAX_REQUESTS} times, keeps its Content-Security-Policy, and is small and accessible`,
  async (...pages) => {
    const { page, faults } = await stage.open('', stage.administrator(), { bypassCSP: false });
    await page.waitForLoadState('networkidle');
    const asked: string[] = [];
    page.on('request', (request) => new URL(request.url()).pathname.startsWith('/admin/') && asked.push(request.url()));
    const wrong: string[] = [];
    for (const one of pages) {
      asked.length = 0;
      await page.goto(`${stage.service.url}/console${addressOf(one, scene)}`);
      await page.getByRole('heading', { name: one.heading, level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      if (asked.length > MAX_REQUESTS) wrong.push(`${one.name} asks: ${asked.join(', ')}`);
      if ((await page.evaluate(bytesOfFiles)) > MAX_BYTES) wrong.push(`${one.name} is too large`);
      wrong.push(...(await violationsOf(page)).map((violation) => `${one.name}: ${violation}`));
    }
    expect(wrong).toEqual([]);
    expect(faults).toEqual([]);
  },
);

// The last one: afterwards the clock of the browser is behind, and its console says that proofs were asked for again, with a nonce.
it('a sign-in is needed again for a change that needs a fresh sign-in: what was typed stays, and the change is made after it, or given up', async () => {
  const policies = `/admin/v1/organizations/${scene.orgId}/policies`;
  await stage.service.call('PATCH', `${policies}/administration`, { freshChanges: ['policies'], freshMinutes: 5 });
  const { page } = await stage.open(`/orgs/${scene.orgId}/policies/lockout`);
  stage.service.get(Clock).advance(6 * 60_000);
  await page.getByLabel('Wrong passwords in a row').fill('7');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const asked = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await save.click();
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('This change needs a new sign-in, and was not made.').waitFor();
  expect(await page.getByLabel('Wrong passwords in a row').inputValue()).toBe('7');
  await save.click();
  await expectAccessible(page);
  const [window] = await Promise.all([page.waitForEvent('popup'), asked.getByRole('button', { name: 'Sign in again' }).click()]);
  await fillSignIn(window, stage.administrator()).catch(() => undefined);
  await page.getByText('Saved.', { exact: true }).waitFor();
  expect((await stage.service.call('GET', `${policies}/lockout`)).body.own).toEqual({ maxAttempts: 7 });
  await stage.service.call('DELETE', `${policies}/administration`);
  await stage.service.call('DELETE', `${policies}/lockout`);
});

/** Compressed, of all files that the browser loaded for the page. */
function bytesOfFiles(): number {
  const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const files = loaded.filter(({ name }) => new URL(name).pathname.startsWith('/console/assets/'));
  if (files.length === 0) throw new Error('The page loaded no files.');
  return files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
}
