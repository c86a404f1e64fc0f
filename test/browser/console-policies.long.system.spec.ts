// Policies in the console: what was decided, what is inherited, what applies and why, and changing it.
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, useConsole } from './console-stage.js';

const stage = useConsole();
const policies = () => `/orgs/${stage.orgId()}/policies`;

beforeAll(async () => {
  const userId = await stage.addPerson('vera', { givenName: 'Vera', familyName: 'Viewer' });
  await stage.service.call('POST', `/admin/v1/organizations/${stage.orgId()}/members`, { userId, role: 'ORG_OWNER_VIEWER' });
  await stage.service.call('PATCH', '/admin/v1/policies/password', { minLength: 14 });
});

describe('a policy of an organization', () => {
  it('shows where each value comes from, and changes with what was decided here', async () => {
    const { page, faults } = await stage.open(`${policies()}/lockout`);
    await page.getByText('Default').first().waitFor();
    await page.getByLabel(/^Wrong passwords in a row/).fill('5');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByText('Decided here').waitFor();
    await page.getByText('Applies: 5').waitFor();
    expect(await page.getByLabel(/^Wrong passwords in a row/).inputValue()).toBe('5');
    await page.getByRole('button', { name: 'Inherit everything' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Inherit', exact: true }).click();
    await page.getByText('Decided here').waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });

  it('names what the service decided, and the floor that raised a weaker value', async () => {
    const { page } = await stage.open(`${policies()}/password`);
    await page.getByText('From the service').first().waitFor();
    await page.getByText('Applies: 14').first().waitFor();
    await page.getByText('Applies to passwords that are chosen from now on.').waitFor();
  });

  it('shows a refused value beside its field', async () => {
    const { page } = await stage.open(`${policies()}/lockout`);
    await page.getByLabel(/^Wrong passwords in a row/).fill('many');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel(/^Wrong passwords in a row/).getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel(/^Wrong passwords in a row/).inputValue()).toBe('many');
  });

  it('asks what to do when another administrator was faster', async () => {
    const { page } = await stage.open(`${policies()}/lockout`);
    await page.getByLabel(/^Length of the lock/).fill('120');
    await stage.service.call('PATCH', `/admin/v1/organizations/${stage.orgId()}/policies/lockout`, { lockSeconds: 60 });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Changed meanwhile' }).waitFor();
    await page.getByRole('button', { name: 'Back to my changes' }).click();
    expect(await page.getByLabel(/^Length of the lock/).inputValue()).toBe('120');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Overwrite' }).click();
    await page.getByText('Applies: 120').waitFor();
  });

  it('says before it is saved how many people it concerns', async () => {
    const { page } = await stage.open(`${policies()}/assurance`);
    await page.getByRole('combobox', { name: 'Second step', exact: true }).click();
    await page.getByRole('option', { name: 'Required for everyone' }).click();
    await page.getByText(/^\d+ (person|people) must set up a second step within 30 days\.$/).waitFor();
    await expectAccessible(page);
    expect((await stage.service.call('GET', `/admin/v1/organizations/${stage.orgId()}/policies/assurance`)).body.own).toEqual({});
  });

  it('has no button for those who may only read', async () => {
    const { page } = await stage.open(`${policies()}/lockout`, stage.signInOf('vera'));
    await page
      .getByText(/^Applies: /)
      .first()
      .waitFor();
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
    expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0);
  });
});

it('the page of a policy is accessible', async () => {
  const { page } = await stage.open(`${policies()}/assurance`, stage.administrator(), { bypassCSP: true });
  await expectAccessible(page);
});

it('the service has policies of its own', async () => {
  const { page } = await stage.open('/service/policies');
  await page.getByRole('link', { name: 'Limits per address' }).click();
  await page.getByLabel('SCIM').waitFor();
});
