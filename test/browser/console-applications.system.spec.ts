// Projects and applications in the console: registered, tried, and their secrets.
import { beforeAll, describe, expect, it } from 'vitest';
import { useStage } from './browser.js';
import { visitConsole, wrongWithPage } from './console-visit.js';

const stage = useStage({ CONSOLE: 'true' });

let projects: string;

const orgId = () => stage.service.credentials.orgId;
const addProject = async (name: string) => (await stage.service.call('POST', projects, { name })).body.projectId as string;
const addApplication = async (projectId: string, body: object) =>
  (await stage.service.call('POST', `${projects}/${projectId}/applications`, body)).body as { applicationId: string; clientId: string };
const pathOf = (rest = '') => `/orgs/${orgId()}/projects${rest}`;

beforeAll(async () => {
  projects = `/admin/v1/organizations/${orgId()}/projects`;
});

describe('a new application', () => {
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
});

describe('a project', () => {
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
