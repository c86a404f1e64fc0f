// The service in the console: organizations, administrators, service users, keys, mail and state.
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, useConsole } from './console-stage.js';
import { countedClicks } from './console-visit.js';

const stage = useConsole();
const HOSTILE = '<script>alert(1)</script>';
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8"/></svg>';

let ada: string;

beforeAll(async () => {
  ada = await stage.addPerson('ada');
  const vera = await stage.addPerson('vera', { givenName: 'Vera', familyName: 'Viewer' });
  await stage.service.call('POST', `/admin/v1/organizations/${stage.orgId()}/members`, { userId: ada, role: 'ORG_USER_MANAGER' });
  await stage.service.call('POST', '/admin/v1/members', { userId: vera, role: 'IAM_OWNER_VIEWER' });
  await stage.service.call('POST', '/admin/v1/organizations', { name: HOSTILE });
});

describe('administrators', () => {
  it('lead to who gave a role: 2 clicks from the start', async () => {
    const { page, faults } = await stage.open('');
    const clicks = countedClicks(page);
    await clicks.click('link', 'Administrators');
    await clicks.click('link', /Who gave it\? ada, ORG_USER_MANAGER/);
    await page.getByRole('button', { name: 'ORG_USER_MANAGER' }).first().waitFor();
    expect(clicks.count).toBe(2);
    expect(faults).toEqual([]);
  });

  it('get a role and lose it', async () => {
    await stage.addPerson('grace', { givenName: 'Grace', familyName: 'Hopper' });
    const { page } = await stage.open(`/orgs/${stage.orgId()}/administrators`);
    await page.getByRole('button', { name: 'Give a role' }).click();
    await page.getByRole('combobox', { name: 'Person' }).or(page.getByLabel('Person')).first().fill('grace');
    await page.getByRole('option', { name: /Grace Hopper/ }).click();
    await page.getByLabel('Role', { exact: true }).first().click();
    await page.getByRole('option', { name: 'ORG_OWNER_VIEWER', exact: true }).click();
    await page.getByRole('button', { name: 'Give', exact: true }).click();
    const take = page.getByRole('button', { name: 'Take away ORG_OWNER_VIEWER from grace' });
    await take.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take away', exact: true }).click();
    await take.waitFor({ state: 'detached' });
  });
});

describe('service users', () => {
  it('are added, and their secret is shown once', async () => {
    const { page, faults } = await stage.open(`/orgs/${stage.orgId()}/service-users`);
    await page.getByRole('button', { name: 'Add a service user' }).click();
    await page.getByLabel('User name').fill('nightly-report');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('heading', { name: 'nightly-report', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'New secret' }).click();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const secret = await page.getByRole('dialog').locator('code').innerText();
    expect(secret.length).toBeGreaterThan(20);
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.reload();
    await page.getByRole('heading', { name: 'Client secrets' }).waitFor();
    expect(await page.content()).not.toContain(secret);
    expect(faults).toEqual([]);
  });
});

describe('the keys of a program', () => {
  it.each(['service user', 'application'] as const)(
    'of a %s: one is made, its file is downloaded once; another comes with its public key',
    async (kind) => {
      const organization = `/admin/v1/organizations/${stage.orgId()}`;
      const post = async (path: string, body: object) => (await stage.service.call('POST', `${organization}/${path}`, body)).body;
      let [path, keys] = ['', ''];
      if (kind === 'service user') {
        const { userId } = await post('service-users', { userName: 'signing-export' });
        [path, keys] = [`service-users/${userId}`, `${organization}/service-users/${userId}/keys`];
      } else {
        const { projectId } = await post('projects', { name: 'Signing' });
        const body = { name: 'Signing', redirectUris: ['https://app.example/callback'] };
        const { applicationId } = await post(`projects/${projectId}/applications`, body);
        path = `projects/${projectId}/applications/${applicationId}`;
        keys = `${organization}/${path}/keys`;
      }
      const { page, faults } = await stage.open(`/orgs/${stage.orgId()}/${path}`);
      if (kind === 'application') {
        await page.getByRole('tab', { name: 'Settings' }).click();
        await page.getByRole('combobox', { name: 'Client authentication' }).click();
        await page.getByRole('option', { name: 'Signed with a key' }).click();
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByRole('tab', { name: 'Keys' }).click();
      }
      await page.getByRole('button', { name: 'New key' }).click();
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download the key file' }).click(),
      ]);
      const file = JSON.parse(readFileSync(await download.path(), 'utf8')) as { keyId: string; key: string };
      expect(file.key).toContain('PRIVATE KEY');
      await page.getByRole('button', { name: 'I have saved it' }).click();
      const { publicKey } = generateKeyPairSync('ed25519');
      await page.getByRole('button', { name: 'New key' }).click();
      await page.getByRole('radio', { name: 'I have one' }).check();
      await page.getByLabel('Public key', { exact: true }).fill(publicKey.export({ type: 'spki', format: 'pem' }).toString());
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await expect.poll(() => page.getByRole('button', { name: /^Remove the key / }).count()).toBe(2);
      await page.getByRole('button', { name: `Remove the key ${file.keyId}` }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
      await page.getByText('The key was removed.').waitFor();
      const left = (await stage.service.call('GET', keys)).body.keys as Array<{ publicKeyJwk: { kty: string } }>;
      expect(left).toMatchObject([{ publicKeyJwk: { kty: 'OKP' } }]);
      expect(faults).toEqual([]);
    },
  );
});

describe('the security profile of a service user', () => {
  it('is set once its secrets are gone, and unset; while it is set, no secret is offered', async () => {
    const users = `/admin/v1/organizations/${stage.orgId()}/service-users`;
    const { userId } = (await stage.service.call('POST', users, { userName: 'ledger-export' })).body;
    await stage.service.call('POST', `${users}/${userId}/secrets`, {});
    const { page } = await stage.open(`/orgs/${stage.orgId()}/service-users/${userId}`, undefined, { bypassCSP: true });
    const save = async (profile: string) => {
      await page.getByRole('combobox', { name: 'Security profile' }).click();
      await page.getByRole('option', { name: profile }).click();
      await page.getByRole('button', { name: 'Save' }).click();
    };
    const stored = async () => (await stage.service.call('GET', `${users}/${userId}`)).body.profile;
    await save('FAPI 2.0 Security Profile');
    const field = page.getByRole('combobox', { name: 'Security profile' });
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.evaluate((one) => document.getElementById(`${one.id}-error`)?.textContent)).toMatch(/has keys only/);
    expect(await stored()).toBe('none');
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Remove / }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('No client secret.').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'New secret' }).waitFor({ state: 'detached' });
    expect(await stored()).toBe('fapi2');
    await save('None');
    await page.getByRole('button', { name: 'New secret' }).waitFor();
    expect(await stored()).toBe('none');
  });
});

describe('organizations', () => {
  it('are found and opened; their names stay text', async () => {
    const { page, faults } = await stage.open('/service/organizations');
    await page.getByRole('link', { name: HOSTILE }).click();
    await page.waitForURL((address) => address.pathname.startsWith('/console/orgs/'));
    expect(faults).toEqual([]);
  });
});

describe('the state of the service', () => {
  it('switches a feature, and says so', async () => {
    const { page } = await stage.open('/service/state');
    const features = page.getByRole('region', { name: 'Features' });
    const button = features.getByRole('button', { name: /^Switch (on|off)$/ });
    const name = await button.innerText();
    await button.click();
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
    await page.getByText('Switched.').waitFor();
    await features.getByRole('button', { name: name === 'Switch on' ? 'Switch off' : 'Switch on' }).waitFor();
  });
});

const PAGES = ['organizations', 'administrators', 'mail', 'keys', 'state'];

describe.each(PAGES)('the page %s', (name) => {
  it('is accessible', async () => {
    const { page } = await stage.open(`/service/${name}`, stage.administrator(), { bypassCSP: true });
    await expectAccessible(page);
  });

  it('has no button for those who may only read', async () => {
    const { page, faults } = await stage.open(`/service/${name}`, stage.signInOf('vera'));
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('main').getByRole('button').allInnerTexts()).toEqual([]);
    expect(faults).toEqual([]);
  });
});

describe('branding', () => {
  it('is changed in a draft, previewed and published', async () => {
    const { page, faults } = await stage.open(`/orgs/${stage.orgId()}/branding`);
    await page.getByLabel('Accent color').fill('0b7a75');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Draft, not published').waitFor();
    await page.getByRole('button', { name: 'Share a preview', exact: true }).click();
    const address = await page.getByRole('link', { name: 'Open the preview in a new tab' }).getAttribute('href');
    expect((await fetch(address ?? '')).status).toBe(200);
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Published', { exact: true }).waitFor();
    expect(faults).toEqual([]);
  });

  it('is shown as it will look with the draft: the sign-in page and a mail, dark, on a phone, in another language', async () => {
    await stage.service.call('PATCH', `/admin/v1/organizations/${stage.orgId()}/branding`, {
      accent: 'c2185b',
      texts: { de: { signInTitle: 'Willkommen an Bord' } },
    });
    // An emulated scheme would take precedence over that of the frame.
    const { page, faults } = await stage.open(`/orgs/${stage.orgId()}/branding`, undefined, { colorScheme: null });
    const signIn = page.frameLocator('iframe[title="Sign-in page"]');
    await signIn.locator('input[name=password]').waitFor();
    const background = () => signIn.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
    const light = await background();
    await page.getByRole('switch', { name: 'Dark' }).check();
    await expect.poll(background, { timeout: 5_000 }).not.toBe(light);
    await page.getByRole('switch', { name: 'Phone' }).check();
    expect((await page.locator('iframe').boundingBox())?.width).toBeLessThanOrEqual(390);
    await page.getByRole('combobox', { name: 'Language of the preview' }).click();
    await page.getByRole('option', { name: 'de', exact: true }).click();
    await signIn.getByRole('heading', { name: 'Willkommen an Bord' }).waitFor();
    await page.getByRole('radiogroup', { name: 'As it will look' }).getByText('Mail').click();
    await page
      .frameLocator('iframe[title="Mail"]')
      .getByText(/^Guten Tag/)
      .waitFor();
    await page.getByLabel('Accent color').fill('0b7a75');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved in the draft.').waitFor();
    expect(faults).toEqual([]);
    await expectAccessible(page);
  });

  it('gets a picture only as the person saw the draft', async () => {
    const { page } = await stage.open(`/orgs/${stage.orgId()}/branding`);
    const choose = page.getByRole('button', { name: 'Choose a file: Icon of the tab' });
    await choose.waitFor();
    const branding = `/admin/v1/organizations/${stage.orgId()}/branding`;
    await stage.service.call('PATCH', branding, { accent: '7a0b0b' });
    const picture = { name: 'icon.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(PICTURE) };
    const choosing = page.waitForEvent('filechooser');
    await choose.click();
    await (await choosing).setFiles(picture);
    const dialog = page.getByRole('dialog', { name: 'Changed meanwhile' });
    await dialog.getByText(/^Changed by Bootstrap service user/).waitFor();
    expect((await stage.service.call('GET', branding)).body.draft.favicon).toBeNull();
    await dialog.getByRole('button', { name: 'Overwrite' }).click();
    await page.getByRole('img', { name: 'Icon of the tab' }).waitFor();
  });
});

describe('a picture', () => {
  const choose = async (page: Page, name: string) => {
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: `Choose a file: ${name}` }).click();
    await (await choosing).setFiles({ name: 'picture.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(PICTURE) });
  };
  const isDrawn = (page: Page, name: string) =>
    expect.poll(() => page.getByRole('img', { name }).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const remove = async (page: Page, name: string) => {
    await page.getByRole('button', { name: `Remove: ${name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('img', { name }).waitFor({ state: 'detached' });
  };

  it('of an identity provider is uploaded, seen and removed', async () => {
    const providers = `/admin/v1/organizations/${stage.orgId()}/identity-providers`;
    const settings = { kind: 'oidc', issuer: 'https://login.example', clientId: 'gatehouse', clientAuthentication: 'none' };
    const { identityProviderId } = (await stage.service.call('POST', providers, { ...settings, name: 'Corporate' })).body;
    const { page, faults } = await stage.open(`/orgs/${stage.orgId()}/directories/${identityProviderId}`);
    await choose(page, 'Logo');
    await isDrawn(page, 'Logo');
    await remove(page, 'Logo');
    expect((await stage.service.call('GET', `${providers}/${identityProviderId}`)).body.logo).toBeNull();
    expect(faults).toEqual([]);
  });

  it('of a person is uploaded, seen and removed', async () => {
    const { page, faults } = await stage.open(`/orgs/${stage.orgId()}/people/${ada}`);
    await page.getByRole('tab', { name: 'Profile' }).click();
    await choose(page, 'Picture');
    await isDrawn(page, 'Picture');
    await remove(page, 'Picture');
    expect((await stage.service.call('GET', `/admin/v1/organizations/${stage.orgId()}/people/${ada}`)).body.photos).toBeUndefined();
    expect(faults).toEqual([]);
  });

  it('of an application is uploaded, seen and removed, and not by those who may only read', async () => {
    const projects = `/admin/v1/organizations/${stage.orgId()}/projects`;
    const { projectId } = (await stage.service.call('POST', projects, { name: 'Intranet' })).body;
    const applications = `${projects}/${projectId}/applications`;
    const body = { name: 'Web', redirectUris: ['https://a.example/cb'] };
    const { applicationId } = (await stage.service.call('POST', applications, body)).body;
    const address = `/orgs/${stage.orgId()}/projects/${projectId}/applications/${applicationId}`;
    const { page, faults } = await stage.open(address);
    await choose(page, 'Logo');
    await isDrawn(page, 'Logo');
    const reader = await stage.open(address, stage.signInOf('vera'));
    await isDrawn(reader.page, 'Logo');
    expect(await reader.page.getByRole('button', { name: /^(Choose a file|Remove)/ }).count()).toBe(0);
    await remove(page, 'Logo');
    expect((await stage.service.call('GET', `${applications}/${applicationId}`)).body.logo).toBeNull();
    expect(faults).toEqual([]);
  });
});

it('the page of an export is accessible', async () => {
  const { page } = await stage.open(`/orgs/${stage.orgId()}/export`, stage.administrator(), { bypassCSP: true });
  await expectAccessible(page);
});
