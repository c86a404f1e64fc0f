// Imports in the console: a file of another system is mapped, checked, corrected and imported, and its faults are shown with their lines.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ended } from '../support/imports.js';
import { expectAccessible, useConsole } from './console-stage.js';

const stage = useConsole();

/** The page of a new import with a file in it. */
async function openWith(name: string, content: string | Buffer, options = {}): Promise<{ page: Page; faults: string[] }> {
  const { page, faults } = await stage.open('/service/imports', stage.administrator(), options);
  await page.getByRole('link', { name: 'New import' }).first().click();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'File' }).click();
  await (await choosing).setFiles({ name, mimeType: '', buffer: Buffer.from(content as string) });
  return { page, faults };
}

async function chooseOrganization(page: Page): Promise<void> {
  const { name } = (await stage.service.call('GET', `/admin/v1/organizations/${stage.orgId()}`)).body;
  await page.locator('main').getByRole('combobox', { name: 'Organization' }).click();
  await page.getByRole('option', { name, exact: true }).click();
}

describe('a new import', () => {
  it('is mapped by the names of its columns, checked, corrected and then imported', async () => {
    const csv = ['Login;Vorname;Nachname;E-Mail;Spind;Password hash;Salt', 'joan;Joan;Clarke;joan@example.com;17;0badc0de;pepper'].join(
      '\n',
    );
    const { page, faults } = await openWith('staff.csv', csv);
    const becomes = (column: string) => page.getByRole('combobox', { name: `${column} becomes` });
    await becomes('Login').waitFor();
    const shown = await Promise.all(
      ['Login', 'Vorname', 'Nachname', 'E-Mail', 'Spind', 'Password hash', 'Salt'].map((column) => becomes(column).inputValue()),
    );
    expect(shown).toEqual([
      'user.userName',
      'user.profile.firstName',
      'user.profile.lastName',
      'user.email.email',
      '',
      'user.hashedPassword.value',
      'user.hashedPassword.salt',
    ]);
    // A hash stands in the file, and not on the page.
    expect(await page.getByText('0badc0de').count()).toBe(0);
    await page.getByText('Choose the organization.').waitFor();
    expect(await page.getByRole('button', { name: 'Check', exact: true }).isDisabled()).toBe(true);
    await chooseOrganization(page);
    const run = page.getByRole('button', { name: 'Import', exact: true });
    expect(await run.isDisabled()).toBe(true);
    await page.getByRole('combobox', { name: 'Passwords' }).selectOption('sha256-prefix');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByRole('cell', { name: /hashedPassword cannot be used/ }).waitFor();
    // Another choice needs another check.
    await expect.poll(() => run.isEnabled()).toBe(true);
    await becomes('Password hash').selectOption('');
    expect(await run.isDisabled()).toBe(true);
    await becomes('Spind').selectOption('user.attributes.employeeNumber');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await expect.poll(() => run.isEnabled()).toBe(true);
    await run.click();
    await page.getByRole('heading', { name: /^Import of \d+ new entr/, level: 1 }).waitFor();
    expect(await ended(stage.service, new URL(page.url()).pathname.split('/').at(-1) ?? '')).toMatchObject({ added: 1, failed: 0 });
    const { body } = await stage.service.call('GET', `/admin/v1/organizations/${stage.orgId()}/people?q=joan`);
    expect(body.people).toMatchObject([{ userName: 'joan', givenName: 'Joan', employeeNumber: '17' }]);
    expect(faults).toEqual([]);
  });

  it('is of the file that was chosen last, also if an earlier one is read more slowly', async () => {
    const { page } = await openWith('third.csv', 'third\n');
    await page.getByRole('combobox', { name: 'third becomes' }).waitFor();
    await page.evaluate(() => {
      const read = (file: Blob) => new Response(file).arrayBuffer();
      const waiting: Array<() => void> = [];
      Blob.prototype.arrayBuffer = function () {
        return new Promise((resolve) => waiting.push(() => resolve(read(this))));
      };
      Object.assign(globalThis, { readFile: (at: number) => waiting[at]?.() });
    });
    const read = (at: number) => page.evaluate((no) => (globalThis as unknown as { readFile(at: number): void }).readFile(no), at);
    for (const name of ['first', 'second']) {
      const choosing = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'File' }).click();
      await (await choosing).setFiles({ name: `${name}.csv`, mimeType: '', buffer: Buffer.from(`${name}\n`) });
    }
    await read(1);
    await page.getByRole('combobox', { name: 'second becomes' }).waitFor();
    await read(0);
    await page.getByRole('button', { name: 'File' }).focus();
    expect(await page.getByRole('combobox', { name: /becomes/ }).count()).toBe(1);
    expect(await page.getByRole('combobox', { name: 'second becomes' }).isVisible()).toBe(true);
  });

  it('is not available by a check whose choices were changed while its file was on its way', async () => {
    const user = { userName: 'kay', profile: { firstName: 'Kay', lastName: 'McNulty' }, email: { email: 'kay@example.com' } };
    const { page } = await openWith('people.ndjson', `${JSON.stringify({ orgId: stage.orgId(), userId: 'kay', user })}\n`);
    const check = page.getByRole('button', { name: 'Check', exact: true });
    const run = page.getByRole('button', { name: 'Import', exact: true });
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    await page.route(
      (url) => url.pathname === '/admin/v1/imports',
      async (route) => {
        if (route.request().method() === 'POST') await isReleased;
        await route.continue();
      },
    );
    await check.click();
    await page.getByRole('combobox', { name: 'Entries that exist already' }).selectOption('upsert');
    const answered = page.waitForResponse((response) => response.request().method() === 'POST' && response.url().includes('/imports'));
    release();
    const { id } = await (await answered).json();
    await ended(stage.service, id);
    await expect.poll(() => check.isEnabled()).toBe(true);
    await page.waitForLoadState('networkidle');
    expect(await run.isDisabled()).toBe(true);
    expect(await page.getByText('This was a check: nothing was changed.').count()).toBe(0);
    await check.click();
    await expect.poll(() => run.isEnabled()).toBe(true);
  });

  it('takes a list of JSON objects by paths, and shows what stands in it as text', async () => {
    const people = [{ profile: { login: 'mary', '<img src=x>': '<script>1</script>' }, status: 'ACTIVE' }];
    const { page, faults } = await openWith('people.json', JSON.stringify({ users: people }));
    expect(await page.getByRole('combobox', { name: 'profile.login becomes' }).inputValue()).toBe('user.userName');
    await page.getByText('profile.<img src=x>', { exact: true }).waitFor();
    await page.getByText('<script>1</script>', { exact: true }).waitFor();
    await chooseOrganization(page);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('This was a check: nothing was changed.').waitFor();
    expect(faults).toEqual([]);
  });

  it('needs no mapping for the names of an import', async () => {
    const user = { userName: 'grace', profile: { firstName: 'Grace', lastName: 'Hopper' }, email: { email: 'nowhere' } };
    const { page, faults } = await openWith('people.ndjson', `${JSON.stringify({ orgId: stage.orgId(), userId: 'grace', user })}\n`);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByRole('columnheader', { name: 'What is wrong' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Columns' }).count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('says that a file is not UTF-8', async () => {
    const { page } = await openWith('latin.csv', Buffer.from('Login\nJos\xe9', 'latin1'));
    await page.getByText("This file isn't UTF-8.").waitFor();
  });
});

describe('the pages of imports', () => {
  it('are accessible', async () => {
    const { page } = await openWith('staff.csv', 'Login;E-Mail\nada;ada@example.com', { bypassCSP: true });
    await page.getByRole('combobox', { name: 'Login becomes' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Imports' }).first().click();
    await page.getByRole('heading', { name: 'Imports', level: 1 }).waitFor();
    await expectAccessible(page);
  });
});
