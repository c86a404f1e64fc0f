// The guide for administrators, typed block by block into one shell, as it stands there.
import { chmodSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../browser/chromium.mjs';
import { Browser, fill } from '../support/browser.js';
import { fileIn } from '../support/guide-blocks.js';
import { Reader } from '../support/guide.js';
import { readMail, startMailServer, type MailServer } from '../support/mail-server.js';
import { requirePrograms } from '../support/programs.js';
import { freePort, startService, type TestService } from '../support/service.js';

const GUIDE = readFileSync('docs/administer.md', 'utf8');
const SECTIONS = GUIDE.split('\n## ').map((section) => ({
  title: section.split('\n', 1)[0] ?? '',
  blocks: [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code),
}));

let service: TestService;
let reader: Reader;
let mailServer: MailServer;
/** Where the application of the guide is. */
let app: string;
beforeAll(async () => {
  requirePrograms('sh', 'curl');
  mailServer = await startMailServer({ tls: true, user: { name: 'gatehouse', password: 'Ship-to-sh0re' } });
  service = await startService();
  app = `http://127.0.0.1:${await freePort()}`;
  reader = new Reader({
    'http://localhost:8080': service.url,
    'https://app.example': app,
    // Its certificate is one that nobody knows.
    '"host": "smtp.example.com", "port": 587,': `"host": "127.0.0.1", "port": ${mailServer.port}, "verifyCertificate": false,`,
  });
  reader.save('data/bootstrap.json', JSON.stringify(service.credentials));
  reader.save('bin/gatehouse', `#!/bin/sh\nexec node ${resolve('dist/src/cli/gatehouse.js')} "$@"\n`);
  chmodSync(join(reader.folder, 'bin/gatehouse'), 0o755);
});
afterAll(async () => {
  await reader?.leave();
  await service?.close();
  await mailServer?.close();
});

const admin = (path: string) => service.call('GET', `/admin/v1${path}`);
const inOrganization = (path: string) => admin(`/organizations/${service.credentials.orgId}${path}`);

/** The block of the guide that has these words. */
const blockWith = (words: string): string => {
  const found = SECTIONS.flatMap(({ blocks }) => blocks).find((block) => block.includes(words));
  if (found === undefined) throw new Error(`The guide has no block with "${words}".`);
  return found;
};

/** What there is after each section. */
const OUTCOME: Readonly<Record<string, () => Promise<void>>> = {
  Organizations: async () => {
    const { organizations } = (await admin('/organizations?sort=name')).body;
    expect(organizations).toMatchObject([{ name: 'Gatehouse' }, { name: 'Partner GmbH', state: 'active' }]);
    const { domains } = (await admin(`/organizations/${reader.valueOf('PARTNER')}/domains`)).body;
    expect(domains).toContainEqual({ domain: 'mail.partner.example', verified: true, primary: false });
  },
  People: async () => {
    const { body } = await inOrganization(`/people/${reader.valueOf('ADA')}`);
    expect(body).toMatchObject({ userName: 'ada', title: 'Countess', locked: false, state: 'active' });
    expect((await inOrganization(`/people/${reader.valueOf('EDSGER')}`)).body).toMatchObject({
      userName: 'edsger',
      familyName: 'Dijkstra',
    });
    expect((await inOrganization(`/people/${reader.valueOf('GRACE')}`)).status).toBe(404);
    expect((await inOrganization('/people/_removed')).body.people).toEqual([]);
  },
  'Groups and roles': async () => {
    const { authorizations } = (await inOrganization(`/users/${reader.valueOf('ADA')}/authorizations`)).body;
    expect(authorizations.map(({ roleKeys }: { roleKeys: string[] }) => roleKeys)).toEqual([['editor'], ['reader']]);
    expect((await inOrganization(`/users/${reader.valueOf('ADA')}/roles`)).body.roles).toEqual([]);
  },
  Applications: async () => {
    const { body } = await inOrganization(`/projects/${reader.valueOf('PROJECT')}/applications/${reader.valueOf('APP')}`);
    expect(body).toMatchObject({
      state: 'active',
      config: {
        redirectUris: [`${app}/callback`, `${app}/signed-in`],
        idTokenRoleAssertion: true,
        loginPage: {
          ways: ['password', 'passkey', 'identityProvider', 'mail'],
          registration: false,
          forgottenPassword: false,
          branding: 'requested',
        },
      },
    });
  },
  'Service users and key files': async () => {
    for (const file of ['key.json', 'backup-key.json']) expect(JSON.parse(reader.read(file))).toHaveProperty('keyId');
    expect((await inOrganization('/service-users/backup')).status).toBe(404);
  },
  'Identity providers': async () => {
    const { identityProviders } = (await inOrganization('/identity-providers')).body;
    expect(identityProviders).toMatchObject([{ name: 'Okta', template: 'okta', kind: 'oidc', clientSecretSet: true }]);
    expect((await inOrganization(`/people/${reader.valueOf('ADA')}/identity-links`)).body.identityLinks).toEqual([]);
  },
  Policies: async () => {
    const { own, effective } = (await inOrganization('/policies/password')).body;
    expect([own, effective]).toEqual([{}, (await admin('/policies/password')).body.effective]);
    expect((await admin('/policies/lockout')).body.effective.maxAttempts).toBe(10);
  },
  Mail: async () => {
    expect((await admin('/mail')).body).toMatchObject({ tls: 'required', passwordSet: true, fromName: 'Example accounts', replyTo: null });
    const tests = mailServer.received.filter(({ raw }) => raw.includes('test'));
    expect(tests.map(({ to }) => to)).toEqual([['ada@example.com'], ['grace@example.com']]);
    expect(tests.map((mail) => readMail(mail).headers['from'])).toEqual([
      'Example <no-reply@example.com>',
      'Example accounts <no-reply@example.com>',
    ]);
    expect(readMail(tests[1]!).headers['reply-to']).toBe('help@example.com');
    const invitation = JSON.parse(reader.read('invitation.json'));
    const preview = JSON.parse(reader.read('preview.json'));
    expect(preview.subject).toBe('Willkommen bei Gatehouse');
    expect(preview.text).toContain('dein Code:');
    expect(preview.text).not.toContain('{{');
    expect((await inOrganization('/mail-texts/invitation/de')).body).toMatchObject({ own: invitation, effective: invitation });
    expect((await inOrganization('/mail-texts/resetPassword/de')).body.own).toBeNull();
  },
};

// One sitting: each section goes on where the one before ended.
describe('the guide for administrators', () => {
  it.each(SECTIONS)('$title', async ({ title, blocks }) => {
    for (const block of blocks) await reader.type(block);
    await OUTCOME[title]?.();
  });

  it('resets a forgotten password by name; the person signs in with it and chooses another', async () => {
    await reader.type(blockWith('gatehouse users create --user-name grace'));
    await reader.type(blockWith('gatehouse users set-temporary-password grace'));
    const browser = new Browser(service.url);
    const page = await browser.submit(await browser.open(`${service.url}/account`), 'grace', 'Compiler-1952');
    expect(page.html).toContain('name="newPassword"');
    await fill(browser, page, { newPassword: 'Cobol-is-from-1959' });
    expect((await browser.open(`${service.url}/account`)).html).toContain('Grace Hopper');
  });

  it('invites a person, who ends signed in to the application, in a browser', async () => {
    const path = `/projects/${reader.valueOf('PROJECT')}/applications/${reader.valueOf('APP')}`;
    const { clientId } = (await inOrganization(path)).body;
    const { clientSecret } = (await service.call('POST', `/admin/v1/organizations/${service.credentials.orgId}${path}/secrets`, {})).body;
    reader.save('server.mjs', fileIn(readFileSync('docs/apps/node.md', 'utf8'), 'server.mjs'));
    const settings = {
      ISSUER: service.url,
      CLIENT_ID: clientId,
      CLIENT_SECRET: clientSecret,
      SESSION_SECRET: 'of the tests',
      APP_URL: app,
    };
    const program = reader.start(process.execPath, ['server.mjs'], settings);
    await program.says(/The application is at/);
    await reader.type(blockWith('gatehouse users invite $LIN'));
    const last = () => mailServer.received.findLast(({ to }) => to.includes('lin@example.com'));
    await expect.poll(last).toBeDefined();
    const [link = ''] = /http\S+\/invitation\S+/.exec(readMail(last()!).text) ?? [];
    const chromium = await launchChromium();
    try {
      const tab = await chromium.newPage();
      await tab.goto(link);
      await tab.fill('#newPassword', 'Timely-sheets-7');
      await tab.click('button[type=submit]');
      await tab.getByRole('link', { name: 'Continue to Web' }).click();
      await tab.getByText('Hello, Lin Chen').waitFor();
      expect(tab.url()).toBe(`${app}/`);
    } finally {
      await chromium.close();
      await program.stop();
    }
  });

  it('has every section whose outcome is looked at', () => {
    expect(Object.keys(OUTCOME).filter((title) => !SECTIONS.some((section) => section.title === title))).toEqual([]);
  });
});
