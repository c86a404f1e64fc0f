// What administrators do in the console; hostile data; and an API that refuses. By role, with clicks counted: console-day.long.system.spec.ts.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Page, Route } from 'playwright-core';
import { fillSignIn } from './console.mjs';
import { useConsole } from './console-stage.js';

const stage = useConsole();

let orgId: string;
let userId: string;

const organization = () => `/admin/v1/organizations/${orgId}`;
const { addPerson } = stage;
const openConsole = async (...visit: Parameters<typeof stage.open>): Promise<Page> => (await stage.open(...visit)).page;
/** What is typed next arrives. */
const openSearch = async (page: Page) => {
  await page.getByRole('button', { name: /^Search/ }).waitFor();
  await page.keyboard.press('Control+k');
};
const personPath = () => `/orgs/${orgId}/people/${userId}`;

beforeAll(async () => {
  orgId = stage.service.credentials.orgId;
  userId = await addPerson('ada');
});

describe('the first page', () => {
  it('shows what needs attention with a link to it, and the sign-ins of 30 days also as a table', async () => {
    const locked = await addPerson('locked', { givenName: 'Grace', familyName: 'Hopper' });
    await stage.service.call('POST', `${organization()}/people/${locked}/_lock`);
    const page = await openConsole('');
    const attention = page.getByRole('region', { name: 'Needs attention' });
    await attention.getByText('A person is locked, or was locked out within 24 hours.').waitFor();
    expect(await page.getByRole('table', { name: 'Sign-ins of the last 30 days' }).getByRole('row').count()).toBe(31);
    await attention.getByRole('link', { name: 'Grace Hopper' }).click();
    await page.getByRole('heading', { name: 'Grace Hopper' }).waitFor();
    await stage.service.call('POST', `${organization()}/people/${locked}/_unlock`);
  });

  it('is not needed to find an application: the search does', async () => {
    const { projectId } = (await stage.service.call('POST', `${organization()}/projects`, { name: 'Office' })).body;
    await stage.service.call('POST', `${organization()}/projects/${projectId}/applications`, {
      name: 'Rota',
      redirectUris: ['https://rota.example/cb'],
    });
    const page = await openConsole('');
    await openSearch(page);
    await page.keyboard.type('rot');
    await page.getByRole('option', { name: /^Rota/ }).click();
    await page.getByRole('heading', { name: 'Rota' }).waitFor();
  });

  it('opens the search with keys that were pressed before its code was there', async () => {
    const page = await openConsole('');
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    await page.route(/assets\/palette-.*\.js$/, async (route) => {
      await isReleased;
      await route.continue();
    });
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    release();
    await page.getByRole('combobox', { name: /^Search pages/ }).waitFor();
  });

  it('leads a person who manages one project alone to that project', async () => {
    const { projectId } = (await stage.service.call('POST', `${organization()}/projects`, { name: 'Time sheet' })).body;
    const owner = await addPerson('owner', { givenName: 'Mary', familyName: 'Shaw' });
    await stage.service.call('POST', `${organization()}/projects/${projectId}/members`, { userId: owner, role: 'PROJECT_OWNER' });
    const { page, faults } = await stage.open('', stage.signInOf('owner'));
    await page.getByRole('link', { name: 'Time sheet' }).click();
    await page.getByRole('heading', { name: 'Time sheet' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(faults).toEqual([]);
  });
});

describe('the page of a person', () => {
  it('gives a role, a role of a project and a group, and keeps metadata', async () => {
    const { projectId } = (await stage.service.call('POST', `${organization()}/projects`, { name: 'Ledger' })).body;
    await stage.service.call('POST', `${organization()}/projects/${projectId}/roles`, { key: 'clerk', name: 'Clerk' });
    await stage.service.call('POST', `${organization()}/groups`, { displayName: 'Finance' });
    const id = await addPerson('given', { givenName: 'Joan', familyName: 'Clarke' });
    const page = await openConsole(`/orgs/${orgId}/people/${id}`);
    await page.getByRole('tab', { name: 'Roles' }).click();
    await page.getByRole('button', { name: 'Give a role' }).click();
    await page.getByRole('button', { name: 'Give', exact: true }).click();
    await page.getByText('ORG_USER_MANAGER').waitFor();
    await page.getByRole('button', { name: 'Give roles of a project' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Project' }).click();
    await page.getByRole('option', { name: 'Ledger' }).click();
    await dialog.getByRole('combobox', { name: 'Roles' }).click();
    await page.getByRole('option', { name: 'Clerk' }).click();
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Give', exact: true }).click();
    await page.getByText('Project Ledger').waitFor();
    await page.getByRole('button', { name: 'Add to a group' }).click();
    await dialog.getByRole('combobox', { name: 'Group' }).click();
    await page.getByRole('option', { name: /Finance/ }).click();
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('region', { name: 'Groups' }).getByText('Finance').waitFor();
    await page.getByRole('tab', { name: 'Profile' }).click();
    await page.getByRole('button', { name: 'Add an entry' }).click();
    await dialog.getByRole('textbox', { name: 'Key' }).fill('crm');
    await dialog.getByRole('textbox', { name: 'Value' }).fill('für 4711');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    // The field of the dialog has the same text.
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('für 4711').waitFor();
    const { metadata } = (await stage.service.call('GET', `${organization()}/people/${id}/metadata`)).body;
    expect(metadata).toMatchObject([{ key: 'crm', value: Buffer.from('für 4711').toString('base64') }]);
  });
});

describe('tasks', () => {
  it('has the focus in the search as soon as it is opened, so that no letter is lost', async () => {
    const page = await openConsole('');
    const focused = await page
      .getByRole('button', { name: /^Search/ })
      .first()
      .evaluate(async (button: HTMLElement) => {
        button.click();
        await Promise.resolve();
        return document.activeElement?.getAttribute('role');
      });
    expect(focused).toBe('combobox');
  });

  it('has the focus in the first field of a dialog as soon as it is opened', async () => {
    const page = await openConsole(`/orgs/${orgId}/people`);
    const focused = await page.getByRole('button', { name: 'Add a person' }).evaluate(async (button: HTMLElement) => {
      button.click();
      await Promise.resolve();
      return (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent;
    });
    expect(focused).toContain('First name');
  });

  it('reset a password by keyboard alone', async () => {
    const page = await openConsole('');
    await openSearch(page);
    await page.keyboard.type('lovel');
    await page.getByRole('option', { name: /^Ada Lovelace/ }).waitFor();
    await page.keyboard.press('Enter');
    const reset = page.getByRole('button', { name: 'Reset password' });
    await reset.waitFor();
    await reset.focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Temporary password').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Ada Lovelace has a new password.').waitFor();
  });

  it('a person is deleted only under their name', async () => {
    const id = await addPerson('leaver', { givenName: 'Edsger', familyName: 'Dijkstra' });
    const page = await openConsole(`/orgs/${orgId}/people/${id}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const remove = page.getByRole('dialog').getByRole('button', { name: 'Delete' });
    expect(await remove.isDisabled()).toBe(true);
    await page.getByLabel('Type Edsger Dijkstra to confirm').fill('Edsger Dijkstra');
    await remove.click();
    await page.getByText('Edsger Dijkstra was deleted.').waitFor();
    expect((await stage.service.call('GET', `${organization()}/people/${id}`)).status).toBe(404);
  });

  it('a deleted person comes back while the policy keeps them', async () => {
    await stage.service.call('PATCH', `${organization()}/policies/removedPeople`, { days: 30 });
    const id = await addPerson('returner', { givenName: 'Barbara', familyName: 'Liskov' });
    await stage.service.call('DELETE', `${organization()}/people/${id}`);
    const page = await openConsole(`/orgs/${orgId}/people`);
    await page.getByRole('link', { name: 'Deleted people' }).click();
    await page
      .getByRole('row', { name: /Barbara Liskov/ })
      .getByRole('button', { name: 'Restore' })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await page.getByText('Barbara Liskov was restored.').waitFor();
    expect((await stage.service.call('GET', `${organization()}/people/${id}`)).status).toBe(200);
  });

  it('several people are deactivated together', async () => {
    const ids = [
      await addPerson('left-one', { givenName: 'Konrad', familyName: 'Zuse' }),
      await addPerson('left-two', { givenName: 'Heinz', familyName: 'Zuse' }),
    ];
    const page = await openConsole(`/orgs/${orgId}/people?q=zuse`);
    await page.getByLabel('Select Konrad Zuse').check();
    await page.getByLabel('Select Heinz Zuse').check();
    await page.getByRole('button', { name: 'Deactivate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
    await page.getByText('2 of 2 done').waitFor();
    for (const id of ids) expect((await stage.service.call('GET', `${organization()}/people/${id}`)).body.state).toBe('inactive');
  });

  it('two administrators: the slower one is asked, and told who was faster', async () => {
    const page = await openConsole(personPath());
    await page.getByRole('tab', { name: 'Profile' }).click();
    await page.getByLabel('Job title').fill('Countess');
    await stage.service.call('PATCH', `${organization()}/people/${userId}`, { department: 'Analysis' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Changed meanwhile' }).waitFor();
    await page.getByText(/^Ada Lovelace was changed by Bootstrap service user .+: Profile of a person changed\.$/).waitFor();
    await page.getByRole('button', { name: 'Back to my changes' }).click();
    expect(await page.getByLabel('Job title').inputValue()).toBe('Countess');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Overwrite' }).click();
    await page.getByText('Saved.').waitFor();
    const { body } = await stage.service.call('GET', `${organization()}/people/${userId}`);
    expect([body.title, body.department]).toEqual(['Countess', 'Analysis']);
  });
});

describe('roles', () => {
  it('a person without a role is told so', async () => {
    await addPerson('nobody', { givenName: 'Alan', familyName: 'Turing' });
    const page = await stage.newPage({ javaScriptEnabled: true, viewport: { width: 1366, height: 768 } });
    await page.goto(`${stage.service.url}/console/`);
    await fillSignIn(page, stage.signInOf('nobody'));
    await page.getByRole('heading', { name: 'No access' }).waitFor();
  });
});

it('shows what other people wrote as text', async () => {
  const script = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
  const bidi = 'Eve \u202Egro.live';
  const ids = [
    await addPerson('markup', { givenName: script, familyName: bidi }),
    await addPerson('long', { givenName: 'A'.repeat(200), familyName: 'B'.repeat(200) }),
  ];
  const page = await openConsole(`/orgs/${orgId}/people`);
  await page.getByText(script).first().waitFor();
  for (const id of ids) {
    await page.goto(`${stage.service.url}/console/orgs/${orgId}/people/${id}`);
    await page.locator('main h1').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(await page.title()).toMatch(/Gatehouse$/);
    expect(await page.locator('main img, main script').count()).toBe(0);
  }
});

describe('an API that answers otherwise', () => {
  const PROBLEMS = [
    [403, "You aren't allowed to do this.", {}],
    [404, "This doesn't exist, or no longer.", {}],
    [409, 'This conflicts with what is there.', {}],
    [429, 'Too many requests. Try again in 7 seconds.', { 'retry-after': '7' }],
    [500, 'The service failed.', {}],
    [503, "The service isn't available right now.", {}],
  ] as const;

  it('is said in words, with the id of the request, and what was typed stays', async () => {
    const page = await openConsole(personPath());
    await page.getByRole('button', { name: 'Reset password' }).click();
    await page.getByLabel('Temporary password').fill('Typed-by-hand-7');
    for (const [status, words, headers] of PROBLEMS) {
      const id = `request-${status}`;
      await page.route('**/_set-temporary-password', (route: Route) =>
        route.fulfill({
          status,
          contentType: 'application/problem+json',
          headers: { 'x-request-id': id, ...headers },
          body: JSON.stringify({ status, code: 'some.code', title: 'x', detail: 'Because of <b>this</b>.' }),
        }),
      );
      await page.getByRole('button', { name: 'Set password', exact: true }).click();
      const alert = page.getByRole('alert').filter({ hasText: id });
      await alert.waitFor();
      expect(await alert.textContent()).toContain(words);
      expect(await alert.textContent()).toContain('Because of <b>this</b>.');
      expect(await page.getByLabel('Temporary password').inputValue()).toBe('Typed-by-hand-7');
    }
  });

  it('no answer at all offers another attempt', async () => {
    const page = await openConsole(`/orgs/${orgId}`);
    await page.route('**/people?*', (route: Route) => route.abort());
    await page.getByRole('link', { name: 'People' }).first().click();
    await page.getByText("The service can't be reached.").waitFor();
    await page.unroute('**/people?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'Ada Lovelace' }).first().waitFor();
  });
});
