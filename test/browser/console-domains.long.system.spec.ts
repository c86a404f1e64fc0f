// Domains in the console: added, proved by a real DNS server, made primary and removed, by people of several roles.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { startDnsServer } from '../support/dns-server.js';
import { expectAccessible, useConsole } from './console-stage.js';

const dns = await startDnsServer();
const stage = useConsole({ DNS_SERVERS: dns.address });
/** Between two checks of one domain. */
const PAUSE_MS = 11_000;

const domains = () => `/admin/v1/organizations/${stage.orgId()}/domains`;
const pathOf = (rest = '') => `/orgs/${stage.orgId()}/domains${rest}`;
const add = (domain: string) => stage.service.call('POST', domains(), { domain });
const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const confirm = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
/** Of the values to publish. */
const valueOf = (page: Page, name: string) => page.locator('dt', { hasText: name }).locator('xpath=..').locator('code').innerText();

beforeAll(async () => {
  for (const [userName, role] of [
    ['owner', 'ORG_OWNER'],
    ['viewer', 'ORG_OWNER_VIEWER'],
  ] as const) {
    const userId = await stage.addPerson(userName);
    await stage.service.call('POST', `/admin/v1/organizations/${stage.orgId()}/members`, { userId, role });
  }
});
afterAll(() => dns.close());

describe('an owner of the organization', () => {
  it('comes from the first steps, adds a domain, proves it by a TXT record and makes it primary', async () => {
    const { page } = await stage.open('', stage.signInOf('owner'));
    await page.getByRole('link', { name: 'Verify a domain' }).click();
    await click(page, 'Add a domain');
    await page.getByLabel('Domain', { exact: true }).fill('Proved.example');
    await click(page, 'Add');
    await page.getByRole('heading', { name: 'proved.example', level: 1 }).waitFor();
    await click(page, 'Check now');
    await page.getByRole('alert').getByText('There is nothing to check').waitFor();
    await click(page, 'Get the record');
    await page.getByText('Add this TXT record').waitFor();
    const name = await valueOf(page, 'Name');
    expect(name).toBe('_gatehouse-challenge.proved.example');
    await click(page, 'Check now');
    await page.getByRole('alert').getByText("The text isn't published").waitFor();
    await click(page, 'Check now');
    await page.getByRole('alert').getByText('Try again in 10 seconds.').waitFor();
    dns.texts.set(name, [await valueOf(page, 'Value')]);
    // What was published is checked after a reload too, which has forgotten the values.
    await page.reload();
    stage.service.get(Clock).advance(PAUSE_MS);
    await click(page, 'Check now');
    await page.getByText('proved.example is verified.').waitFor();
    await page.getByRole('button', { name: 'Check now', exact: true }).waitFor({ state: 'detached' });
    await click(page, 'Make primary');
    await confirm(page, 'Make primary');
    await page.getByText('proved.example is the primary domain.').waitFor();
    await page.getByRole('button', { name: 'Remove' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Domains' }).last().click();
    await page.getByRole('row', { name: 'proved.example Primary' }).waitFor();
    expect((await stage.service.call('GET', `${domains()}/proved.example`)).body).toMatchObject({ verified: true, primary: true });
  });

  it('is told what is wrong with a name, beside it', async () => {
    const { page } = await stage.open(pathOf(), stage.signInOf('owner'));
    await click(page, 'Add a domain');
    await page.getByLabel('Domain', { exact: true }).fill('https://a.example');
    await click(page, 'Add');
    await page.getByRole('dialog').getByText('must be a domain name').first().waitFor();
  });

  it('gets a file to publish instead, and is not offered to verify without a proof', async () => {
    await add('file.example');
    const { page, faults } = await stage.open(pathOf('/file.example'), stage.signInOf('owner'), { bypassCSP: true });
    await page.getByRole('radio', { name: 'File on the website' }).check();
    await click(page, 'Get the file');
    await page.getByRole('button', { name: 'Copy Content' }).waitFor();
    expect(await valueOf(page, 'Address')).toMatch(/^https:\/\/file\.example\/\.well-known\/gatehouse-challenge\/[\w-]{32}$/);
    expect(await page.getByRole('button', { name: 'Verify without proof' }).count()).toBe(0);
    await expectAccessible(page);
    // The values are those of the file.
    await page.getByRole('radio', { name: 'DNS record' }).check();
    expect(await page.getByRole('button', { name: 'Copy Content' }).count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('may not remove a verified domain from stronger people, and is told so', async () => {
    await add('strong.example');
    await stage.service.call('POST', `${domains()}/strong.example/_verify`);
    const { page } = await stage.open(pathOf('/strong.example'), stage.signInOf('owner'));
    await click(page, 'Remove');
    await page.getByText('Addresses that count as verified only because of the domain').waitFor();
    await page.getByLabel('Type strong.example to confirm').fill('strong.example');
    await confirm(page, 'Remove');
    await page.getByRole('alert').getByText("You aren't allowed to do this.").waitFor();
  });
});

it('an administrator of the service verifies a domain without a proof, and removes it by its name', async () => {
  await add('known.example');
  const { page, faults } = await stage.open(pathOf('/known.example'));
  await click(page, 'Verify without proof');
  await confirm(page, 'Verify without proof');
  await page.getByText('known.example is verified.').waitFor();
  await click(page, 'Remove');
  await page.getByLabel('Type known.example to confirm').fill('known.example');
  await confirm(page, 'Remove');
  await page.getByRole('heading', { name: 'Domains', level: 1 }).waitFor();
  await page.getByText('known.example was removed.').waitFor();
  await page.getByRole('link', { name: 'known.example' }).waitFor({ state: 'detached' });
  expect((await stage.service.call('GET', `${domains()}/known.example`)).status).toBe(404);
  expect(faults).toEqual([]);
});

it('a viewer sees the domains and their state, and no button', async () => {
  await add('seen.example');
  const { page, faults } = await stage.open(pathOf(), stage.signInOf('viewer'));
  await page.getByRole('row', { name: 'seen.example Not verified' }).waitFor();
  expect(await page.locator('main').getByRole('button').count()).toBe(0);
  await page.getByRole('link', { name: 'seen.example' }).click();
  await page.getByText('The domain has no effect until').waitFor();
  expect(await page.locator('main').getByRole('button').count()).toBe(0);
  expect(faults).toEqual([]);
});
