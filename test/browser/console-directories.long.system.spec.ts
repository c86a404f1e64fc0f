// Directories in the console: connected for sign-in and provisioning at once, tested step by step, and watched.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../support/service.js';
import { useStage } from './browser.js';
import { countedClicks, visitConsole, wrongWithPage } from './console-visit.js';

const stage = useStage({ CONSOLE: 'true', BACKCHANNEL_ALLOW_PRIVATE: 'true' });
const HOSTILE = '"><script>alert(1)</script>';
const PASSWORD = 'Correct-Horse-7';

let organization: string;
/** Stands for the directory: a second service, by OpenID Connect. */
let there: TestService;

beforeAll(async () => {
  there = await startService();
  organization = `/admin/v1/organizations/${stage.service.credentials.orgId}`;
});
afterAll(() => there?.close());

const pathOf = (rest = '') => `/orgs/${stage.service.credentials.orgId}${rest}`;
const provider = (more: object = {}) => ({
  kind: 'oidc',
  name: 'Other',
  issuer: there.url,
  clientId: 'gatehouse',
  clientSecret: 'secret',
  ...more,
});

describe('a directory', () => {
  it('is connected for both uses in 4 clicks, shows its token once, and is tested step by step by a fifth', async () => {
    const { page, faults } = await visitConsole(stage, pathOf('/directories'));
    const clicks = countedClicks(page);
    const { click } = clicks;
    await click('link', 'Connect a directory');
    await click('combobox', 'Product');
    await click('option', 'Keycloak');
    await page.getByLabel('Issuer').fill(there.url);
    await page.getByLabel('Client ID').fill('gatehouse');
    await page.getByLabel('Client secret', { exact: true }).fill('the-secret-of-the-provider');
    await click('button', 'Connect');
    expect(clicks.count).toBe(4);
    await page.getByText("Copy the token now. It isn't shown again.").waitFor();
    await page.getByText(/\/sign-in\/providers\/.+\/callback/).waitFor();
    await click('button', 'Test now');
    await page.getByText('Works').first().waitFor();
    expect(clicks.count).toBe(5);
    await page.getByRole('link', { name: 'Open its page' }).click();
    await page.getByRole('heading', { name: 'Keycloak', level: 1 }).waitFor();
    await page.getByRole('tab', { name: 'Provisioning' }).click();
    await page.getByText(/\/scim\/v2\//).waitFor();
    await page.getByRole('link', { name: 'Directories' }).first().click();
    await page.getByRole('cell', { name: 'Sign-in, Provisioning' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('says which step of the test failed', async () => {
    const { body } = await stage.service.call('POST', `${organization}/identity-providers`, provider({ issuer: `${there.url}/nowhere` }));
    const { page } = await visitConsole(stage, pathOf(`/directories/${body.identityProviderId}`));
    await page.getByRole('button', { name: 'Test now' }).click();
    await page.getByText('Failed', { exact: true }).waitFor();
  });

  it('gets a new token, and its log shows what was refused', async () => {
    const { body } = await stage.service.call('POST', `${organization}/connections`, { name: HOSTILE, preset: 'default' });
    await stage.service.call('POST', `/scim/v2/${stage.service.credentials.orgId}/Users`, { userName: '' }, { token: body.token });
    const { page, faults } = await visitConsole(stage, pathOf(`/directories/${body.connectionId}`));
    await page.getByRole('heading', { name: HOSTILE, level: 1 }).waitFor();
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'New token' }).click();
    await page.getByText("Copy the token now. It isn't shown again.").waitFor();
    await page.getByRole('tab', { name: 'Log' }).click();
    await page.getByText('400', { exact: true }).waitFor();
    expect(faults).toEqual([]);
  });

  it('is changed as it was seen, and deleted by its name', async () => {
    const { body } = await stage.service.call('POST', `${organization}/identity-providers`, provider({ name: 'Temporary' }));
    const { page } = await visitConsole(stage, pathOf(`/directories/${body.identityProviderId}`));
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByRole('checkbox', { name: 'The sign-in page shows a button' }).uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const read = await stage.service.call('GET', `${organization}/identity-providers/${body.identityProviderId}`);
    expect(read.body.buttonShown).toBe(false);
    await page.getByRole('group', { name: 'What each sign-in copies to the account' }).getByLabel('the language').check();
    await page.getByLabel('Values that count as a second step').fill('mfa\notp');
    await page.getByLabel('Claim with the groups').fill('roles');
    await page.getByRole('button', { name: 'Save' }).click();
    const now = async () => (await stage.service.call('GET', `${organization}/identity-providers/${body.identityProviderId}`)).body;
    await expect.poll(now).toMatchObject({ updates: ['language'], secondFactorValues: ['mfa', 'otp'], groupsClaim: 'roles' });
    const { groupId } = (await stage.service.call('POST', `${organization}/groups`, { displayName: 'Engineers' })).body;
    await page.getByRole('button', { name: 'Fill a group' }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Group' }).click();
    await page.getByRole('option', { name: /Engineers/ }).click();
    await page.getByRole('dialog').getByLabel('Value').fill('/engineering');
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('Engineers').waitFor();
    expect((await now()).groups).toEqual([{ value: '/engineering', groupId }]);
    await page.getByRole('button', { name: 'Stop filling by /engineering' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect.poll(async () => (await now()).groups).toEqual([]);
    await page.getByRole('button', { name: 'Delete the sign-in' }).click();
    await page.getByLabel('Type Temporary to confirm').fill('Temporary');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the sign-in' }).click();
    await page.getByRole('heading', { name: 'Directories', level: 1 }).waitFor();
  });

  it('is accessible, before and after it is connected', async () => {
    const { body } = await stage.service.call('POST', `${organization}/connections`, { name: 'Seen', preset: 'entra' });
    const made = provider({ name: 'Seen', connectionId: body.connectionId });
    const { body: signIn } = await stage.service.call('POST', `${organization}/identity-providers`, made);
    const { page } = await visitConsole(stage, pathOf('/new-directory'), { bypassCSP: true });
    expect(await wrongWithPage(page)).toEqual([]);
    await page.goto(`${stage.service.url}/console${pathOf(`/directories/${signIn.identityProviderId}`)}`);
    await page.getByRole('heading', { name: 'Seen', level: 1 }).waitFor();
    for (const tab of ['Sign-in', 'Settings', 'Provisioning', 'Log']) {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      expect(await wrongWithPage(page), tab).toEqual([]);
    }
  });
});

it('a viewer sees groups, applications and directories, and no button that changes them', async () => {
  const person = {
    userName: 'viewer',
    givenName: 'Grace',
    familyName: 'Hopper',
    emails: [{ value: 'viewer@example.com' }],
    password: PASSWORD,
  };
  const { body } = await stage.service.call('POST', `${organization}/people`, person);
  await stage.service.call('POST', `${organization}/members`, { userId: body.userId, role: 'ORG_OWNER_VIEWER' });
  const viewer = { loginName: 'viewer@gatehouse.localhost', password: PASSWORD };
  const { page } = await visitConsole(stage, pathOf('/groups'), {}, viewer);
  const changing: Record<string, number> = {};
  for (const heading of ['Groups', 'Applications', 'Directories']) {
    await page.getByRole('link', { name: heading }).first().click();
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    changing[heading] = await page.locator('main').locator('button, a[href*="/new-"]').count();
  }
  expect(changing).toEqual({ Groups: 0, Applications: 0, Directories: 0 });
});
