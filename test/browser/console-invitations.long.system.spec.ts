// Open invitations in the console: found, and sent again to one person, to chosen ones and to all.
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { expectAccessible, useConsole } from './console-stage.js';

const stage = useConsole();
const EIGHT_DAYS_US = 8 * 86_400_000_000;
const NAMES = ['alan', 'barbara', 'edsger'] as const;

const organization = () => `/admin/v1/organizations/${stage.orgId()}`;
const path = () => `/orgs/${stage.orgId()}/invitations`;
const rows = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('row')
    .filter({ has: page.getByRole('link') });
const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const confirm = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
const ids = {} as Record<(typeof NAMES)[number], string>;

/** How many mails each person got. */
async function sentCounts(): Promise<Record<string, number>> {
  const { invitations } = (await stage.service.call('GET', `${organization()}/invitations`)).body;
  return Object.fromEntries(
    (invitations as Array<{ userName: string; sentCount: number }>).map(({ userName, sentCount }) => [userName, sentCount]),
  );
}

beforeAll(async () => {
  for (const [userName, role] of [
    ['manager', 'ORG_USER_MANAGER'],
    ['viewer', 'ORG_OWNER_VIEWER'],
  ] as const)
    await stage.service.call('POST', `${organization()}/members`, { userId: await stage.addPerson(userName), role });
  for (const userName of NAMES) ids[userName] = await stage.addPerson(userName, { password: undefined });
});

beforeEach(async () => {
  // Each test begins with one mail to each person, and Edsger's has expired.
  const database = stage.service.get(Database);
  await database.write('forget mails', async (tx) => {
    await tx.run('DELETE FROM invitations', []);
    // A person gets at most five mails an hour.
    await tx.run('DELETE FROM sign_in_attempts', []);
  });
  for (const userName of NAMES) await stage.service.call('POST', `${organization()}/people/${ids[userName]}/_invite`);
  await database.write('let an invitation expire', (tx) =>
    tx.run('UPDATE invitations SET sent_us = sent_us - ? WHERE user_no = (SELECT no FROM users WHERE id = ?)', [EIGHT_DAYS_US, ids.edsger]),
  );
});

it('a user manager reaches the list from People and from what needs attention, and a person from the list', async () => {
  const { page, faults } = await stage.open('', stage.signInOf('manager'), { bypassCSP: true });
  await page.getByRole('link', { name: 'Show open invitations' }).click();
  await page.getByRole('heading', { name: 'Open invitations', level: 1 }).waitFor();
  expect((await rows(page).first().innerText()).replace(/\s+/g, ' ').trim()).toMatch(/^edsger edsger@example\.com .* 1 Expired Remind$/);
  await expectAccessible(page);
  await page.getByRole('navigation').getByRole('link', { name: 'People' }).click();
  await page.getByRole('link', { name: 'Open invitations' }).click();
  await page.getByRole('link', { name: 'edsger' }).click();
  await page.waitForURL((address) => address.pathname.endsWith(`/people/${ids.edsger}`));
  expect(faults).toEqual([]);
});

it('one person is reminded by the keyboard', async () => {
  const { page } = await stage.open(path(), stage.signInOf('manager'), { bypassCSP: true });
  await page.getByRole('button', { name: 'Remind alan' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Remind alan' }).waitFor();
  await expectAccessible(page);
  await confirm(page, 'Remind');
  await page.getByText('alan was reminded.').waitFor();
  expect(await sentCounts()).toEqual({ alan: 2, barbara: 1, edsger: 1 });
});

it('chosen people are reminded, and one who can sign in meanwhile is listed with the reason', async () => {
  const { page } = await stage.open(path(), stage.signInOf('manager'));
  await page.getByRole('checkbox', { name: 'Select alan' }).check();
  await page.getByRole('checkbox', { name: 'Select barbara' }).check();
  await page.getByText('2 people selected').waitFor();
  await stage.service.call('POST', `${organization()}/people/${ids.alan}/_deactivate`);
  await click(page, 'Remind');
  await confirm(page, 'Remind');
  await page.getByText('2 of 2 done').waitFor();
  await page
    .getByRole('dialog')
    .getByRole('listitem')
    .filter({ hasText: /^alan: / })
    .waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await page.getByText('2 people selected').waitFor({ state: 'detached' });
  expect(await sentCounts()).toEqual({ barbara: 2, edsger: 1 });
  await stage.service.call('POST', `${organization()}/people/${ids.alan}/_reactivate`);
});

it('all expired ones are reminded, then all', async () => {
  const { page, faults } = await stage.open(path(), stage.signInOf('manager'), { bypassCSP: true });
  await page.getByRole('checkbox', { name: 'Only expired invitations' }).check();
  await expect.poll(() => rows(page).count()).toBe(1);
  await click(page, 'Remind all expired');
  await page.getByRole('dialog', { name: 'Remind all expired' }).waitFor();
  await expectAccessible(page);
  await confirm(page, 'Remind all expired');
  await page.getByText('1 person was reminded.').waitFor();
  await page.getByText('No expired invitations').waitFor();
  expect(await sentCounts()).toEqual({ alan: 1, barbara: 1, edsger: 2 });
  await page.getByRole('checkbox', { name: 'Only expired invitations' }).uncheck();
  await expect.poll(() => rows(page).count()).toBe(3);
  await page.reload();
  await click(page, 'Remind all');
  await confirm(page, 'Remind all');
  await page.getByText('3 people were reminded.').waitFor();
  expect(await sentCounts()).toEqual({ alan: 2, barbara: 2, edsger: 3 });
  expect(faults).toEqual([]);
});

it('a viewer sees the list and no way to remind anyone', async () => {
  const { page, faults } = await stage.open(path(), stage.signInOf('viewer'), { bypassCSP: true });
  await expect.poll(() => rows(page).count()).toBe(3);
  expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
  expect(await page.getByRole('checkbox').count()).toBe(1);
  await expectAccessible(page);
  expect(faults).toEqual([]);
});
