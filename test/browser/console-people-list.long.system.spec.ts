// The list of people in the console: its columns and saved views, as this browser remembers them.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, useConsole } from './console-stage.js';

const stage = useConsole();
const people = () => `/orgs/${stage.orgId()}/people`;

beforeAll(async () => {
  await stage.addPerson('ada');
  const gone = await stage.addPerson('grace', { givenName: 'Grace', familyName: 'Hopper' });
  await stage.service.call('POST', `/admin/v1/organizations/${stage.orgId()}/people/${gone}/_deactivate`);
});

describe('the list of people', () => {
  it('has the columns that were chosen by keyboard, also after a reload', async () => {
    const { page, faults } = await stage.open(people());
    await page.getByRole('columnheader', { name: 'Login name' }).waitFor();
    await page.getByRole('button', { name: 'View', exact: true }).focus();
    await page.keyboard.press('Enter');
    const menu = page.getByRole('dialog', { name: 'View' });
    const title = menu.getByRole('checkbox', { name: 'Job title' });
    expect(await title.isChecked()).toBe(false);
    expect(await menu.getByRole('checkbox', { name: 'Login name' }).isChecked()).toBe(true);
    await expectAccessible(page);
    await title.focus();
    await page.keyboard.press('Space');
    expect(await title.isChecked()).toBe(true);
    await menu.getByRole('checkbox', { name: 'Login name' }).uncheck();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('columnheader', { name: 'Job title' }).waitFor();
    expect(await page.getByRole('columnheader', { name: 'Login name' }).count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('saves its filters as a view, opens it again, and forgets it', async () => {
    const { page } = await stage.open(`${people()}?state=inactive&q=grace`);
    const open = () => page.getByRole('button', { name: 'View', exact: true }).click();
    const menu = page.getByRole('dialog', { name: 'View' });
    await open();
    await menu.getByRole('button', { name: 'Save this view' }).click();
    await page.getByLabel('Name of the view').fill('Gone <b>people</b>');
    await page.getByRole('dialog', { name: 'Save this view' }).getByRole('button', { name: 'Save this view' }).click();
    await page.goto(`${stage.service.url}/console${people()}`);
    await page.getByRole('link', { name: 'Ada Lovelace' }).first().waitFor();
    await open();
    await menu.getByRole('button', { name: 'Gone <b>people</b>', exact: true }).click();
    await page.getByRole('link', { name: 'Ada Lovelace' }).first().waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Grace Hopper' }).first().waitFor();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ q: 'grace', state: 'inactive' });
    await open();
    await expectAccessible(page);
    await menu.getByRole('button', { name: /^Forget/ }).click();
    expect(await menu.getByRole('button', { name: 'Gone <b>people</b>', exact: true }).count()).toBe(0);
    await menu.getByRole('button', { name: 'Save this view' }).waitFor();
  });

  it('shows in the search field what the list is filtered by, after a saved view and after Back', async () => {
    const { page } = await stage.open(`${people()}?q=grace`);
    const field = page.getByRole('searchbox', { name: 'Search', exact: true });
    const open = () => page.getByRole('button', { name: 'View', exact: true }).click();
    const searched = () => new URL(page.url()).searchParams.get('q');
    await open();
    await page.getByRole('button', { name: 'Save this view' }).click();
    await page.getByLabel('Name of the view').fill('Grace');
    await page.getByRole('dialog', { name: 'Save this view' }).getByRole('button', { name: 'Save this view' }).click();
    await field.fill('');
    await field.pressSequentially('ada lovelace', { delay: 40 });
    await expect.poll(searched).toBe('ada lovelace');
    // The search has drawn nothing anew: the field has every letter and the focus.
    expect(await field.inputValue()).toBe('ada lovelace');
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    await open();
    await page.getByRole('button', { name: 'Grace', exact: true }).click();
    await expect.poll(async () => [searched(), await field.inputValue()]).toEqual(['grace', 'grace']);
    await page.goBack();
    await expect.poll(async () => [searched(), await field.inputValue()]).toEqual(['ada lovelace', 'ada lovelace']);
  });

  it('saves who was selected as a table, with a column for each field of the profile and no formula', async () => {
    const profile = { givenName: 'Joan', familyName: '=1+1', website: 'https://joan.example', birthdate: '1917-06-24', gender: 'female' };
    await stage.addPerson('joan', profile);
    const { page } = await stage.open(`${people()}?q=joan`);
    await page.getByLabel('Select Joan =1+1').check();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export as CSV' }).click()]);
    const [header = '', line = ''] = readFileSync(await download.path(), 'utf8')
      .replace('\ufeff', '')
      .split('\r\n');
    const valueOf = (column: string) => line.split(',')[header.split(',').indexOf(column)];
    expect(Object.keys(profile).map(valueOf)).toEqual(['Joan', "'=1+1", 'https://joan.example', '1917-06-24', 'female']);
    expect(header).toMatch(/,department,employeeNumber,/);
  });

  it('shows the end of a bulk change that takes the people out of the filtered list, and selects nobody afterwards', async () => {
    for (const givenName of ['Betty', 'Kay', 'Marlyn']) await stage.addPerson(givenName.toLowerCase(), { givenName, familyName: 'Eniac' });
    const { page } = await stage.open(`${people()}?q=eniac&state=active`);
    await page.getByLabel('Select all loaded rows').check();
    await page.getByRole('button', { name: 'Deactivate' }).click();
    const dialog = page.getByRole('dialog', { name: 'Deactivate' });
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await page.getByRole('link', { name: 'Kay Eniac' }).first().waitFor({ state: 'detached' });
    await dialog.getByText('3 of 3 done').waitFor();
    await dialog.getByText('For the 3 selected people.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('3 of 3 done').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
    await page.getByLabel('Select Kay Eniac').check();
    await page.getByText('1 person selected').waitFor();
    expect(await dialog.count()).toBe(0);
  });

  it('ignores what it does not understand of what is remembered', async () => {
    const { page, faults } = await stage.open(people());
    await page.evaluate(() =>
      localStorage.setItem(
        'gatehouse.console.people',
        '{"columns":["email","password"],"views":[{"name":1},null,{"name":"A","filters":{"state":"x"}}]}',
      ),
    );
    await page.reload();
    await page.getByRole('columnheader', { name: 'Email address' }).waitFor();
    await page.getByRole('button', { name: 'View', exact: true }).click();
    await page.getByRole('button', { name: 'A', exact: true }).waitFor();
    expect(faults).toEqual([]);
  });
});
