// Events in the console: found, opened, and what they say of who did what.
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, useConsole } from './console-stage.js';
import { countedClicks } from './console-visit.js';

const stage = useConsole();
const HOSTILE = '<img src=x onerror="document.title=1">';

let ada: string;

beforeAll(async () => {
  ada = await stage.addPerson('ada');
  await stage.addPerson('vera', { givenName: 'Vera', familyName: 'Viewer' });
  await stage.service.call('POST', `/admin/v1/organizations/${stage.orgId()}/members`, { userId: ada, role: 'ORG_USER_MANAGER' });
  await stage.service.call('POST', `/admin/v1/organizations/${stage.orgId()}/projects`, { name: HOSTILE });
  await stage.service.call('PATCH', `/admin/v1/organizations/${stage.orgId()}/people/${ada}`, { nickName: 'Countess' });
  await stage.service.call('PATCH', `/admin/v1/organizations/${stage.orgId()}/people/${ada}`, { nickName: 'Enchantress' });
});

describe('who gave Ada this role', () => {
  it('is in her history: 3 clicks from the start', async () => {
    const { page } = await stage.open('');
    const clicks = countedClicks(page);
    await clicks.click('link', 'People');
    await clicks.click('link', 'Ada Lovelace');
    await clicks.click('tab', 'History');
    await page.getByText('Member of an organization added').first().waitFor();
    expect(clicks.count).toBe(3);
  });

  it('is among the events: 3 clicks from the start, with her name, the role, and who gave it', async () => {
    const { page, faults } = await stage.open('');
    const clicks = countedClicks(page);
    await clicks.click('link', 'Events');
    await clicks.click('button', 'Roles and groups');
    await clicks.click('button', /ORG_USER_MANAGER/);
    expect(clicks.count).toBe(3);
    const details = page.getByRole('dialog');
    await details.getByRole('link', { name: 'Ada Lovelace' }).waitFor();
    expect(await details.innerText()).toContain('ORG_USER_MANAGER');
    expect(faults).toEqual([]);
  });
});

describe('the page Events', () => {
  it('shows the values before and after a change', async () => {
    const { page } = await stage.open(`/service/events?about=${ada}`);
    await page.getByRole('button', { name: 'Profile of a person changed' }).first().click();
    const row = page.getByRole('dialog').getByRole('row', { name: /^nickName/ });
    await row.getByText('Countess').waitFor();
    expect(await row.innerText()).toMatch(/Countess\s+Enchantress/);
  });

  it('follows what happens while it is live', async () => {
    const { page } = await stage.open('/service/events?kind=people');
    await page.getByRole('button', { name: 'Person added' }).first().waitFor();
    await page.getByLabel('Live').check();
    await page.getByText('0 new events').waitFor();
    await stage.addPerson('grace');
    const live = page.getByRole('list', { name: 'New events' });
    await live.getByRole('button', { name: /Person added: grace/ }).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await stage.addPerson('joan');
    await page.getByText(/^[1-9]\d* new events?, not shown yet$/).waitFor();
    expect(await live.getByRole('button', { name: /Person added: joan/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Continue' }).click();
    await live.getByRole('button', { name: /Person added: joan/ }).waitFor();
    expect(await live.getByRole('button', { name: /Person added: grace/ }).count()).toBe(1);
    // The list below is not read again.
    expect(
      await page
        .getByRole('list', { name: 'Events', exact: true })
        .getByRole('button', { name: /Person added: (grace|joan)/ })
        .count(),
    ).toBe(0);
    await expectAccessible(page);
  });

  it('shows names of other people’s making as text', async () => {
    const { page, faults } = await stage.open('/service/events?kind=applications');
    await page.getByText(HOSTILE).first().waitFor();
    expect(await page.title()).toBe('Events of the service – Gatehouse');
    expect(await page.locator('main img').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('says what to do when nothing is found', async () => {
    const { page } = await stage.open('/service/events?about=nothing');
    await page.getByText('No events found').waitFor();
    await page.getByRole('button', { name: 'Remove the filters' }).click();
    await page.getByRole('button', { name: 'Person added' }).first().waitFor();
  });

  it('shows the owner of an organization its events alone, live too, and who gave a role', async () => {
    const other = (await stage.service.call('POST', '/admin/v1/organizations', { name: 'Other' })).body.orgId;
    await stage.service.call('POST', `/admin/v1/organizations/${other}/projects`, { name: 'Foreign project' });
    const userId = await stage.addPerson('olga', { givenName: 'Olga', familyName: 'Owner' });
    await stage.service.call('POST', `/admin/v1/organizations/${stage.orgId()}/members`, { userId, role: 'ORG_OWNER' });
    const { page, faults } = await stage.open(`/orgs/${stage.orgId()}/administrators`, stage.signInOf('olga'));
    await page.getByRole('link', { name: 'Who gave it? ada, ORG_USER_MANAGER' }).click();
    await page.getByRole('button', { name: /ORG_USER_MANAGER/ }).waitFor();
    const navigation = page.getByRole('navigation');
    expect(await navigation.getByRole('link', { name: 'Service events' }).count()).toBe(0);
    await navigation.getByRole('link', { name: 'Events', exact: true }).click();
    await page.getByRole('button', { name: 'Applications', exact: true }).click();
    await page.getByRole('button', { name: 'Project added' }).first().waitFor();
    expect(await page.getByText('Foreign project').count()).toBe(0);
    expect(await page.getByRole('combobox', { name: 'Organization' }).count()).toBe(0);
    await page.getByLabel('Live').check();
    await page.getByText('0 new events').waitFor();
    await stage.service.call('POST', `/admin/v1/organizations/${stage.orgId()}/projects`, { name: 'Own project' });
    await page
      .getByRole('list', { name: 'New events' })
      .getByRole('button', { name: /Project added: Own project/ })
      .waitFor();
    expect(faults).toEqual([]);
  });

  it('is accessible, with its details', async () => {
    const { page } = await stage.open('/service/events?kind=roles', stage.administrator(), { bypassCSP: true });
    await page.getByRole('button', { name: 'ORG_USER_MANAGER' }).first().waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'ORG_USER_MANAGER' }).first().click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page);
  });
});
