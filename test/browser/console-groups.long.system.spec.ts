// Groups in the console: made with their members, nested, renamed while another administrator renames them, and deleted by name.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useStage } from './browser.js';
import { countedClicks, visitConsole, wrongWithPage } from './console-visit.js';

const stage = useStage({ CONSOLE: 'true' });
const HOSTILE = '<img src=x onerror=alert(1)>';
/** More than a page of the list, so that the rest is read while scrolling. */
const MANY = 210;

let groups: string;

const add = async (displayName: string, memberIds: string[] = []) =>
  (await stage.service.call('POST', groups, { displayName, memberIds })).body.groupId as string;

beforeAll(async () => {
  const organization = `/admin/v1/organizations/${stage.service.credentials.orgId}`;
  groups = `${organization}/groups`;
  const person = { userName: 'ada', givenName: 'Ada', familyName: 'Lovelace', emails: [{ value: 'ada@example.com' }] };
  await stage.service.call('POST', `${organization}/people`, person);
});

const pathOf = (rest = '') => `/orgs/${stage.service.credentials.orgId}/groups${rest}`;

/** Holds requests about a group. @returns lets them go on */
async function hold(page: Page, method: string, groupId: string): Promise<() => void> {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**/groups/${groupId}`, async (route) => {
    if (route.request().method() === method) await isReleased;
    await route.continue();
  });
  return release;
}

describe('groups', () => {
  it('are added with their members in 3 clicks, and lead to the members by a fourth', async () => {
    const { page, faults } = await visitConsole(stage, pathOf());
    const clicks = countedClicks(page);
    const { click } = clicks;
    await click('button', 'Add a group');
    await page.getByLabel('Name', { exact: true }).fill('Finance');
    await page.getByRole('combobox', { name: 'Members' }).fill('ada');
    await click('option', /^Ada Lovelace/);
    await page.keyboard.press('Tab');
    await click('button', 'Add');
    expect(clicks.count).toBe(3);
    await page.getByRole('heading', { name: 'Finance', level: 1 }).waitFor();
    await click('link', /ada/i);
    await page.getByRole('heading', { name: 'Ada Lovelace', level: 1 }).waitFor();
    expect(clicks.count).toBe(4);
    expect(faults).toEqual([]);
  });

  it('hold groups, whose names stay text, and are read on while scrolling', async () => {
    const inner = await Promise.all(Array.from({ length: MANY }, (_, at) => add(`Team ${String(at).padStart(3, '0')}`)));
    const outer = await add(HOSTILE, inner);
    const { page, faults } = await visitConsole(stage, pathOf(`/${outer}`));
    await page.getByRole('heading', { name: HOSTILE, level: 1 }).waitFor();
    await page
      .getByRole('link', { name: /^Team / })
      .first()
      .waitFor();
    const shown = async () => page.locator('main tbody tr[aria-rowindex]').count();
    expect(await shown()).toBeLessThan(100);
    const last = page.locator(`main tr[aria-rowindex="${MANY + 1}"]`);
    while (!(await last.isVisible())) await page.mouse.wheel(0, 4_000);
    expect(await shown()).toBeLessThan(100);
    expect(await page.locator('main img').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('lose chosen members after a question', async () => {
    const outer = await add('Outer', [await add('Inner')]);
    const { page } = await visitConsole(stage, pathOf(`/${outer}`));
    await page.getByRole('checkbox', { name: 'Select Inner' }).check();
    await page.getByRole('button', { name: 'Remove 1 member' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('No members yet').waitFor();
  });

  it('are renamed only as the person saw them', async () => {
    const groupId = await add('Sales');
    const { page } = await visitConsole(stage, pathOf(`/${groupId}`));
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Sales and marketing');
    await stage.service.call('PATCH', `${groups}/${groupId}`, { displayName: 'Sales, renamed' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Overwrite' }).click();
    await page.getByRole('heading', { name: 'Sales and marketing', level: 1 }).waitFor();
  });

  it('keep their new name in the form while the page is read again, and are renamed once more by the same person', async () => {
    const groupId = await add('Support');
    const { page } = await visitConsole(stage, pathOf(`/${groupId}`));
    await page.getByRole('tab', { name: 'Settings' }).click();
    const release = await hold(page, 'GET', groupId);
    const name = page.getByLabel('Name', { exact: true });
    const save = page.getByRole('button', { name: 'Save' });
    await name.fill('Support, first line');
    await save.click();
    await page.getByText('Saved.').waitFor();
    expect(await name.inputValue()).toBe('Support, first line');
    await name.fill('Support, second line');
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(await name.inputValue()).toBe('Support, first line');
    await name.fill('Support, third line');
    await save.click();
    // The second change is no conflict with the first.
    await expect.poll(async () => (await stage.service.call('GET', `${groups}/${groupId}`)).body.displayName).toBe('Support, third line');
    release();
    await page.getByRole('heading', { name: 'Support, third line', level: 1 }).waitFor();
    // From here the form follows what others change, which is read once what is shown is 10 s old and the window is used again.
    await stage.service.call('PATCH', `${groups}/${groupId}`, { displayName: 'Support' });
    const isUsed = () => window.dispatchEvent(new Event('visibilitychange'));
    await expect.poll(async () => [await page.evaluate(isUsed), await name.inputValue()]).toEqual([true, 'Support']);
  });

  it('get and lose a role of administration', async () => {
    const groupId = await add('Helpdesk');
    const { page } = await visitConsole(stage, pathOf(`/${groupId}`));
    await page.getByRole('tab', { name: 'Roles' }).click();
    await page.getByRole('button', { name: 'Add a role' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Manages people and groups').waitFor();
    await page.getByRole('button', { name: 'Remove ORG_USER_MANAGER' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('The group gives no role of administration.').waitFor();
  });

  it('keep what is typed while a change is on its way', async () => {
    const groupId = await add('Sales');
    const { page } = await visitConsole(stage, pathOf(`/${groupId}`));
    await page.getByRole('tab', { name: 'Settings' }).click();
    const release = await hold(page, 'PATCH', groupId);
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Sales, north');
    await page.getByRole('button', { name: 'Save' }).click();
    await name.fill('Sales, north and south');
    release();
    await page.getByText('Saved.').waitFor();
    await page.getByRole('heading', { name: 'Sales, north', level: 1, exact: true }).waitFor();
    expect(await name.inputValue()).toBe('Sales, north and south');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Sales, north and south', level: 1 }).waitFor();
  });

  it('get a role of a project back by Undo, for the same project', async () => {
    const groupId = await add('Developers');
    const { projectId } = (await stage.service.call('POST', groups.replace(/groups$/, 'projects'), { name: 'Shop' })).body;
    const roles = `${groups}/${groupId}/roles`;
    await stage.service.call('POST', roles, { role: 'PROJECT_OWNER', projectId });
    const { page } = await visitConsole(stage, pathOf(`/${groupId}`));
    await page.getByRole('tab', { name: 'Roles' }).click();
    await page.getByRole('button', { name: 'Remove PROJECT_OWNER' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.', { exact: true }).waitFor();
    expect((await stage.service.call('GET', roles)).body.roles).toMatchObject([{ role: 'PROJECT_OWNER', projectId }]);
  });

  it('are deleted by their name', async () => {
    const { page } = await visitConsole(stage, pathOf(`/${await add('Old')}`));
    await page.getByRole('button', { name: 'Delete' }).click();
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete' });
    expect(await confirm.isDisabled()).toBe(true);
    await page.getByLabel('Type Old to confirm').fill('Old');
    await confirm.click();
    await page.getByText('The group Old was deleted.').waitFor();
    await page.getByRole('heading', { name: 'Groups', level: 1 }).waitFor();
  });

  it('say that a name is taken', async () => {
    await add('Taken');
    const { page } = await visitConsole(stage, pathOf());
    await page.getByRole('button', { name: 'Add a group' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Taken');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('alert').getByText('already has this displayName').waitFor();
  });

  it('are accessible, with members and roles', async () => {
    const { page } = await visitConsole(stage, pathOf(`/${await add('Seen', [await add('Within')])}`), { bypassCSP: true });
    await page.getByRole('link', { name: 'Within' }).waitFor();
    expect(await wrongWithPage(page)).toEqual([]);
    for (const tab of ['Roles', 'Settings']) {
      await page.getByRole('tab', { name: tab }).click();
      expect(await wrongWithPage(page), tab).toEqual([]);
    }
  });
});
