// Projects and applications in the console: from nothing to the lines of a framework, roles and who has them, secrets, addresses.
import { beforeAll, describe, expect, it } from 'vitest';
import { useStage } from './browser.js';
import { countedClicks, visitConsole, wrongWithPage } from './console-visit.js';

const stage = useStage({ CONSOLE: 'true' });
const HOSTILE = '<b onclick=alert(1)>Pay</b>';

let projects: string;

const orgId = () => stage.service.credentials.orgId;
const addProject = async (name: string) => (await stage.service.call('POST', projects, { name })).body.projectId as string;
const addApplication = async (projectId: string, body: object) =>
  (await stage.service.call('POST', `${projects}/${projectId}/applications`, body)).body as { applicationId: string; clientId: string };
const pathOf = (rest = '') => `/orgs/${orgId()}/projects${rest}`;

beforeAll(async () => {
  projects = `/admin/v1/organizations/${orgId()}/projects`;
  const person = { userName: 'ada', givenName: 'Ada', familyName: 'Lovelace', emails: [{ value: 'ada@example.com' }] };
  await stage.service.call('POST', `/admin/v1/organizations/${orgId()}/people`, person);
});

describe('a new application', () => {
  it('is registered with its project in 2 clicks and a name, and ends with the lines of every framework', async () => {
    const { page, faults } = await visitConsole(stage, pathOf());
    const clicks = countedClicks(page);
    const { click } = clicks;
    await click('link', 'New application');
    await page.getByLabel('Name', { exact: true }).fill('Time sheet');
    await click('button', 'Register');
    await page.getByRole('heading', { name: 'Your application is registered' }).waitFor();
    expect(clicks.count).toBe(2);
    const settings = (await page.getByRole('region', { name: 'Settings (.env)' }).textContent()) ?? '';
    expect(settings).toContain(`ISSUER=${stage.service.url}`);
    const secret = /CLIENT_SECRET=(\S+)/.exec(settings)?.[1] ?? '';
    expect(secret.length).toBeGreaterThan(20);
    for (const framework of ['Express', 'Next.js', 'Flask', 'Django', 'FastAPI', 'Go', 'Spring', 'ASP.NET', 'PHP']) {
      await page.getByRole('combobox', { name: 'Framework' }).click();
      await page.getByRole('option', { name: framework, exact: true }).click();
      const program = await page.getByRole('region', { name: /^Lines / }).allTextContents();
      expect(program.join('').length, framework).toBeGreaterThan(300);
      expect(program.join(''), framework).not.toMatch(/\$(BASE|WEB_ID|WEB_SECRET)/);
    }
    await page.getByRole('link', { name: "Open the application's page" }).click();
    await page.getByRole('heading', { name: 'Time sheet', level: 1 }).waitFor();
    expect(await page.content()).not.toContain(secret);
    expect(faults).toEqual([]);
  });

  it('leads to its sign-in page by "Try the sign-in"', async () => {
    const { page } = await visitConsole(stage, `/orgs/${orgId()}/new-application`);
    await page.getByRole('radio', { name: 'Single-page application' }).check();
    await page.getByLabel('Name', { exact: true }).fill('In the browser');
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByRole('region', { name: 'Settings (config.js)' }).waitFor();
    const [tab] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: 'Try the sign-in' }).click()]);
    await tab.locator('button[type=submit]').first().waitFor();
  });

  it('can be a service without a person', async () => {
    const { page } = await visitConsole(stage, `/orgs/${orgId()}/new-application`);
    await page.getByRole('radio', { name: 'Service without a person' }).check();
    await page.getByLabel('Name', { exact: true }).fill('Nightly Export');
    await page.getByRole('button', { name: 'Register' }).click();
    const lines = await page.getByRole('region', { name: /^Lines 1/ }).textContent();
    const [, id = '', secret = ''] = /-u '([^:]+):([^']+)'/.exec(lines ?? '') ?? [];
    const answer = await fetch(`${stage.service.url}/oauth/v2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'openid' }),
    });
    expect(answer.status).toBe(200);
  });

  it('names a fault beside the address, and goes on with the project that was made', async () => {
    const { page } = await visitConsole(stage, `/orgs/${orgId()}/new-application`);
    await page.getByLabel('Name', { exact: true }).fill('Faulty');
    const addresses = page.getByLabel('Redirect addresses');
    await addresses.fill('not an address');
    await page.getByRole('button', { name: 'Register' }).click();
    await page.locator('[aria-invalid=true]').waitFor();
    await addresses.fill('https://app.example.com/callback');
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByRole('heading', { name: 'Your application is registered' }).waitFor();
    const found = await stage.service.call('GET', `${projects}?name=Faulty`);
    expect(found.body.projects).toHaveLength(1);
  });

  it('is accessible before and after', async () => {
    const { page } = await visitConsole(stage, `/orgs/${orgId()}/new-application`, { bypassCSP: true });
    expect(await wrongWithPage(page)).toEqual([]);
    await page.getByLabel('Name', { exact: true }).fill('Seen');
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByRole('heading', { name: 'Your application is registered' }).waitFor();
    expect(await wrongWithPage(page)).toEqual([]);
  });
});

describe('an application', () => {
  it('gets a further secret, shown once, and loses the old one', async () => {
    const projectId = await addProject('Secrets');
    const { applicationId } = await addApplication(projectId, { name: 'Server', template: 'web', redirectUris: ['https://a.example/cb'] });
    const { page } = await visitConsole(stage, pathOf(`/${projectId}/applications/${applicationId}`));
    await page.getByRole('tab', { name: 'Secrets' }).click();
    await page.getByRole('button', { name: 'Add a secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add a secret' }).click();
    await page.getByText("It isn't shown again").waitFor();
    await page
      .getByRole('button', { name: /^Delete the secret/ })
      .last()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The secret was deleted.').waitFor();
    const left = await stage.service.call('GET', `${projects}/${projectId}/applications/${applicationId}/secrets`);
    expect(left.body.secrets).toHaveLength(1);
  });

  it('has lifetimes of its own, and those of the service once a field is empty', async () => {
    const projectId = await addProject('Lifetimes');
    const { applicationId } = await addApplication(projectId, { name: 'Bank', template: 'web', redirectUris: ['https://bank.example/cb'] });
    const path = `${projects}/${projectId}/applications/${applicationId}`;
    const config = async () => (await stage.service.call('GET', path)).body.config;
    const { page, faults } = await visitConsole(stage, pathOf(`/${projectId}/applications/${applicationId}`));
    await page.getByRole('tab', { name: 'Settings' }).click();
    const lifetime = page.getByRole('textbox', { name: 'Lifetime of access tokens, in seconds' });
    const save = async () => {
      const answer = page.waitForResponse((response) => response.request().method() === 'PATCH');
      await page.getByRole('button', { name: 'Save' }).click();
      return (await answer).status();
    };
    await lifetime.fill('300');
    await page.getByRole('textbox', { name: 'Address that starts a sign-in' }).fill('https://bank.example/login');
    await page.getByRole('textbox', { name: 'Terms of service' }).fill('https://bank.example/terms');
    await page.getByRole('checkbox', { name: /^Pushed requests only/ }).check();
    expect(await save()).toBe(200);
    expect(await config()).toMatchObject({
      accessTokenSeconds: 300,
      initiateLoginUri: 'https://bank.example/login',
      termsUri: 'https://bank.example/terms',
      requirePushedAuthorizationRequests: true,
    });
    await lifetime.fill('');
    expect(await save()).toBe(200);
    expect(await config()).not.toHaveProperty('accessTokenSeconds');
    expect(faults).toEqual([]);
    await lifetime.fill('1');
    expect(await save()).toBe(400);
    await page.getByText('must be a whole number from').first().waitFor();
  });

  it('shows warnings, keeps addresses as they were seen, and has choices of its sign-in page', async () => {
    const projectId = await addProject('Settings');
    const { applicationId } = await addApplication(projectId, {
      name: HOSTILE,
      template: 'web',
      redirectUris: ['http://app.example/cb'],
      devMode: true,
    });
    const path = `${projects}/${projectId}/applications/${applicationId}`;
    const { page, faults } = await visitConsole(stage, pathOf(`/${projectId}/applications/${applicationId}`));
    await page.getByRole('heading', { name: HOSTILE, level: 1 }).waitFor();
    await page.getByRole('alert').getByText('Weaker than necessary').waitFor();
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByRole('textbox', { name: 'Redirect addresses' }).fill('https://app.example/cb\nhttps://app.example/other');
    await stage.service.call('PATCH', path, { name: 'Renamed by another' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Discard mine' }).click();
    await page.getByRole('heading', { name: 'Renamed by another', level: 1 }).waitFor();
    await page.getByRole('tab', { name: 'Sign-in page' }).click();
    await page.getByRole('checkbox', { name: 'Password' }).uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect((await stage.service.call('GET', path)).body.config.loginPage.ways).toEqual(['passkey', 'identityProvider', 'mail']);
    // The refused change is the browser's own line.
    expect(faults.filter((fault) => !fault.includes('412'))).toEqual([]);
  });

  it('leaves nothing of its form and its new secret on the page of another one', async () => {
    const projectId = await addProject('Remounted');
    const redirectUris = ['https://a.example/cb'];
    const { applicationId } = await addApplication(projectId, { name: 'First program', template: 'web', redirectUris });
    await addApplication(projectId, { name: 'Second program', template: 'web', redirectUris });
    const { page } = await visitConsole(stage, pathOf(`/${projectId}/applications/${applicationId}`));
    await page.getByRole('tab', { name: 'Secrets' }).click();
    await page.getByRole('button', { name: 'Add a secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add a secret' }).click();
    await page.getByText("It isn't shown again").waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Search pages/ }).fill('Second program');
    await page.getByRole('option', { name: /^Second program/ }).click();
    await page.getByRole('heading', { name: 'Second program', level: 1 }).waitFor();
    await page.getByRole('tab', { name: 'Secrets' }).click();
    await page.getByRole('button', { name: /^Delete the secret/ }).waitFor();
    expect(await page.getByText("It isn't shown again").count()).toBe(0);
    await page.getByRole('tab', { name: 'Settings' }).click();
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Typed for the second');
    await page.goBack();
    await page.getByRole('heading', { name: 'First program', level: 1 }).waitFor();
    await page.getByRole('tab', { name: 'Settings' }).click();
    expect(await name.inputValue()).toBe('First program');
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  });

  it('is accessible on each tab', async () => {
    const projectId = await addProject('Tabs');
    const { applicationId } = await addApplication(projectId, { name: 'Server', template: 'web', redirectUris: ['https://a.example/cb'] });
    const { page } = await visitConsole(stage, pathOf(`/${projectId}/applications/${applicationId}`), { bypassCSP: true });
    for (const tab of ['Overview', 'Settings', 'Secrets', 'Sign-in page', 'Connect it']) {
      await page.getByRole('tab', { name: tab }).click();
      expect(await wrongWithPage(page), tab).toEqual([]);
    }
  });
});

describe('a project', () => {
  it('gives a role to a person in 5 clicks, says why, and takes it back', async () => {
    const projectId = await addProject('Roles');
    const { page, faults } = await visitConsole(stage, pathOf(`/${projectId}`));
    await page.getByRole('tab', { name: 'Roles' }).click();
    await page.getByRole('button', { name: 'Add a role' }).click();
    await page.getByLabel('Key').fill('editor');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('The role editor was added.').waitFor();
    const clicks = countedClicks(page);
    const { click } = clicks;
    await click('tab', 'Who has which role');
    await click('button', 'Give roles');
    await page.getByRole('combobox', { name: 'Person, service user or group' }).fill('ada');
    await click('option', /^Ada Lovelace/);
    await page.getByRole('combobox', { name: 'Roles' }).fill('editor');
    await click('option', 'editor');
    await page.keyboard.press('Tab');
    await click('button', 'Give');
    await page.getByRole('cell', { name: 'given to the account' }).waitFor();
    expect(clicks.count).toBe(5);
    await page.getByRole('button', { name: 'Change ada' }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Roles' }).press('Backspace');
    // Closes the list, which covers the button.
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Remove all roles' }).click();
    await page.getByText('No one has a role yet').waitFor();
    expect(faults).toEqual([]);
  });

  it('is accessible on each tab', async () => {
    const projectId = await addProject('Seen');
    await addApplication(projectId, { name: 'Server', template: 'web', redirectUris: ['https://a.example/cb'] });
    await stage.service.call('POST', `${projects}/${projectId}/roles`, { key: 'editor' });
    const { page } = await visitConsole(stage, pathOf(`/${projectId}`), { bypassCSP: true });
    for (const tab of ['Applications', 'Roles', 'Who has which role', 'Other organizations', 'Settings']) {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      expect(await wrongWithPage(page), tab).toEqual([]);
    }
  });
});
