// The API explorer in a real browser: signing in, searching, trying operations; its bytes and its accessibility. Needs the built explorer, which `npm run
// build` makes.
import { expect, it } from 'vitest';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { useStage } from './browser.js';
import { PHONE } from './chromium.mjs';
import { ended, human } from '../support/imports.js';
import { freshName } from '../support/people.js';
import { SQUARE } from '../support/pictures.js';
import { expectAccessible } from './console-stage.js';
import { authorizeExplorer, openOperation, tryOperation } from './explorer.mjs';

const stage = useStage();
const DESKTOP = { width: 1200, height: 900 };
/** Of the files of the page, compressed. */
const MAX_FILE_BYTES = 35_000;
const MAX_DOCUMENT_BYTES = 110_000;

/** The administrator that the first start made. */
const administrator = () => {
  const { userName, password } = stage.service.credentials.admin;
  return { loginName: `${userName}@gatehouse.localhost`, password };
};

/** The first page of the explorer, what goes wrong in it, and the origins that it asks. */
async function openExplorer(
  path = '/docs',
  options: BrowserContextOptions = {},
): Promise<{ page: Page; faults: string[]; origins: Set<string> }> {
  const page = await stage.newPage({ javaScriptEnabled: true, viewport: DESKTOP, reducedMotion: 'reduce', ...options });
  const [faults, origins] = [[] as string[], new Set<string>()];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  await page.goto(stage.service.url + path);
  await page.getByRole('heading', { name: 'Gatehouse API' }).waitFor();
  return { page, faults, origins };
}

it('shows the sign-in first and alone; then the token reaches the admin API, SCIM and the OAuth endpoints', async () => {
  const { page, faults, origins } = await openExplorer();
  const { orgId, admin } = stage.service.credentials;
  expect(await page.locator('nav').count()).toBe(0);
  const first = page.locator('button, a, input, summary').first();
  expect([await first.textContent(), await first.isVisible()]).toEqual(['Sign in', true]);
  await authorizeExplorer(page, administrator());
  expect(new URL(page.url()).pathname).toBe('/docs');
  const sent = page.waitForRequest((request) => new URL(request.url()).pathname === '/admin/v1/organizations');
  const listed = await tryOperation(page, 'listOrganizations');
  expect(await (await sent).allHeaders()).toMatchObject({ authorization: expect.stringMatching(/^DPoP /), dpop: expect.any(String) });
  expect([listed.status, listed.body.organizations[0].orgId]).toEqual([200, orgId]);
  // As they stand: the organization of the caller, the example of the document, then the id of the person that was added.
  const made = await tryOperation(page, 'createScimUser');
  expect([made.status, made.body.schemas]).toEqual([201, expect.arrayContaining(['urn:ietf:params:scim:schemas:core:2.0:User'])]);
  const found = await tryOperation(page, 'getScimUser');
  expect([found.status, found.body.id]).toEqual([200, made.body.id]);
  const claims = await tryOperation(page, 'getUserinfo');
  expect([claims.status, claims.body.sub]).toEqual([200, admin.userId]);
  expect(faults).toEqual([]);
  expect([...origins]).toEqual([stage.service.url]);
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]));
  expect(stored).not.toMatch(/access_token|id_token|eyJ[\w-]*\.|code=/);
});

it('finds an operation by words, by keyboard, and puts path parameters first and known ids in', async () => {
  const { page } = await openExplorer();
  await authorizeExplorer(page, administrator());
  const { orgId } = stage.service.credentials;
  await openOperation(page, 'createMember');
  await page.getByRole('button', { name: 'Send' }).click();
  expect(await page.getByRole('alert').textContent()).toBe('Put an id in the place of {userId} first.');
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox').fill('');
  await page.keyboard.type('add person');
  const names = page.locator('nav .links a span:nth-child(2)');
  await expect.poll(() => names.first().textContent()).toBe('Adds a person');
  expect(await page.locator('nav').getByRole('status').textContent()).toMatch(/^\d+ found$/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Adds a person', level: 1 }).waitFor();
  expect(await page.locator('#parameter-orgId').inputValue()).toBe(orgId);
  expect(await page.locator('form .parameter code').first().textContent()).toBe('orgId');
  await page.getByRole('button', { name: 'Send' }).click();
  const added = JSON.parse(String(await page.getByLabel('Body of the answer').textContent())) as { userId: string };
  await openOperation(page, 'createMember');
  expect(JSON.parse(await page.getByLabel(/^Body/).inputValue())).toMatchObject({ userId: added.userId });
});

it('leads back to the operation of its address, and signs in again in a window with what was entered kept', async () => {
  const { page } = await openExplorer('/docs#createGroup');
  await authorizeExplorer(page, administrator());
  await page.getByRole('heading', { name: 'Adds a group' }).first().waitFor();
  await page.getByLabel(/^Body/).fill('{ "displayName": "Kept" }');
  const { orgId, admin } = stage.service.credentials;
  await stage.service.call('DELETE', `/admin/v1/organizations/${orgId}/people/${admin.userId}/tokens`);
  await page.getByRole('button', { name: 'Send' }).click();
  const [window] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Sign in again' }).click()]);
  if (!window.isClosed()) await window.waitForEvent('close');
  await page.getByText('You’re signed in again. Send the request once more.').waitFor();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => page.getByLabel('Body of the answer').textContent()).toContain('"Kept"');
});

it('takes a token instead, and is read without any', async () => {
  const { page } = await openExplorer();
  await page.getByText('Use a token instead').click();
  await page.getByLabel(/^Access token/).fill('none');
  await page.getByRole('button', { name: 'Use this token' }).click();
  expect(await page.getByRole('alert').textContent()).toMatch(/^401 /);
  await page.getByLabel(/^Access token/).fill(stage.service.credentials.serviceUser.personalAccessToken);
  await page.getByRole('button', { name: 'Use this token' }).click();
  expect((await tryOperation(page, 'getOwnPermissions')).body.kind).toBe('service');
  await page.reload();
  await page.getByRole('button', { name: 'Read without signing in' }).click();
  await openOperation(page, 'listPeople');
  expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
});

it('sends files: a picture as a member of the body, an import as the body', async () => {
  const { page, faults } = await openExplorer();
  await page.getByText('Use a token instead').click();
  await page.getByLabel(/^Access token/).fill(stage.service.credentials.serviceUser.personalAccessToken);
  await page.getByRole('button', { name: 'Use this token' }).click();
  await page.getByRole('searchbox').waitFor();
  const { orgId } = stage.service.credentials;
  const choose = (name: string, content: string) =>
    page.getByLabel(/^File/).setInputFiles({ name, mimeType: '', buffer: Buffer.from(content) });
  const command = () => page.getByLabel('Command').textContent();
  const answer = async (): Promise<unknown> => {
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    return JSON.parse(String(await page.getByLabel('Body of the answer').textContent()));
  };
  await openOperation(page, 'createImport');
  await page.getByLabel(/^Media type/).selectOption('application/x-ndjson');
  const userId = freshName();
  await choose('people.ndjson', JSON.stringify({ orgId, ...human(userId), userId }));
  expect(await command()).toContain("--data-binary '@people.ndjson'");
  const { id } = (await answer()) as { id: string };
  expect(await ended(stage.service, id)).toMatchObject({ state: 'done', added: 1 });
  await openOperation(page, 'setPicturePerson');
  await page.locator('#parameter-orgId').fill(orgId);
  await page.locator('#parameter-userId').fill(userId);
  await choose('me.svg', SQUARE);
  expect(await command()).toContain(String.raw`"{\"content\":\"$(base64 -w0 'me.svg')\"}"`);
  expect(await answer()).toMatchObject({ userId, photos: [{ value: expect.stringContaining('/pages/people/') }] });
  await page.getByRole('button', { name: 'Send the text below instead' }).click();
  expect(await command()).toContain('--data-raw');
  expect(faults).toEqual([]);
});

it('is accessible, light and dark, wide and on a phone, and small', async () => {
  const { page, faults } = await openExplorer('/docs', { bypassCSP: true });
  await expectAccessible(page);
  await authorizeExplorer(page, administrator());
  await page.locator('nav summary').first().click();
  await expectAccessible(page);
  await tryOperation(page, 'createGroup');
  for (const summary of await page.locator('main summary').all()) await summary.click();
  await expectAccessible(page);
  const [files, document] = await page.evaluate(() => {
    const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const sum = (path: string) =>
      loaded
        .filter(({ name }) => new URL(name).pathname.startsWith(path))
        .reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0);
    return [sum('/docs/assets/'), sum('/openapi.json')];
  });
  expect(files).toBeGreaterThan(0);
  expect(files).toBeLessThan(MAX_FILE_BYTES);
  expect(document).toBeGreaterThan(0);
  expect(document).toBeLessThan(MAX_DOCUMENT_BYTES);
  expect(faults).toEqual([]);
});

it('is used on a phone: the list, an operation, and back', async () => {
  const { page } = await openExplorer('/docs', { viewport: PHONE });
  await authorizeExplorer(page, administrator());
  await openOperation(page, 'listPeople');
  expect([await page.getByRole('searchbox').isVisible(), await page.getByRole('button', { name: 'Send' }).isVisible()]).toEqual([
    false,
    true,
  ]);
  await page.getByRole('link', { name: 'All operations' }).click();
  await page.getByRole('searchbox').waitFor();
});

it('takes no document and no sign-in from its address', async () => {
  const { page, origins } = await openExplorer('/docs?url=https://elsewhere.example/api.json&clientId=x');
  await page.getByRole('button', { name: 'Read without signing in' }).click();
  await page.getByRole('searchbox').waitFor();
  expect([...origins]).toEqual([stage.service.url]);
});

it('is served under a Content-Security-Policy without exceptions, and shows nothing for a sign-in that nobody began', async () => {
  const { headers } = await fetch(`${stage.service.url}/docs`);
  expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
  expect(headers.get('content-security-policy')).not.toMatch(/unsafe|\*|https?:/);
  const { page } = await openExplorer('/docs/signed-in?code=stolen&state=none');
  expect(new URL(page.url()).pathname).toBe('/docs');
  expect(await page.locator('nav').count()).toBe(0);
});
