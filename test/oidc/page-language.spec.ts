// In which language somebody reads the pages, and how it is chosen on the way, also on pages that answer a form.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PersonValues } from '../../src/users/directory/people/person/person.js';
import { appWith } from '../support/factors.js';
import { Browser, fill, hiddenOf, type Page } from '../support/browser.js';
import { letterTo, startMailedService, type MailedService } from '../support/mailed-service.js';
import { authorizeUrl } from '../support/oauth.js';
import { makeWorld, PASSWORD, type World } from '../support/world.js';

let service: MailedService;
let world: World;
let clientId: string;
let count = 0;

beforeAll(async () => {
  service = await startMailedService();
});
beforeEach(async () => {
  world = await makeWorld(service);
  clientId = (await world.addApplication({ type: 'userAgent' })).application.clientId;
});
afterAll(() => service.close());

/** Whose browser asks for French. */
const newBrowser = () => new Browser(service.url, { 'accept-language': 'fr' });
const address = (more = {}) => authorizeUrl(service.url, clientId, 'openid', more);
const languageOf = ({ html = '' }: Page) => /<html lang="([^"]+)"/.exec(html)?.[1];
const titleOf = ({ html = '' }: Page) => /<h1>([^<]*)<\/h1>/.exec(html)?.[1];
const choose = (browser: Browser, page: Page, name: string) => browser.submitButton(page, name);
const decide = (policy: object) =>
  service.call('PATCH', `/admin/v1/organizations/${world.organization.id}/policies/assurance`, policy, {
    type: 'application/merge-patch+json',
  });

async function personWho(more: Partial<PersonValues>): Promise<{ loginName: string; id: string; userName: string }> {
  const userName = `reader${++count}`;
  const emails = [{ value: `${userName}@mail.example`, primary: true, verifiedBy: 'code' as const }];
  const { id } = await world.addPerson({ userName, givenName: 'Ada', emails, ...more });
  return { id, userName, loginName: `${userName}@${world.organization.primaryDomain}` };
}
async function signedIn(loginName: string): Promise<Browser> {
  const browser = newBrowser();
  await browser.submit(await browser.open(`${service.url}/account`), loginName, PASSWORD);
  return browser;
}
const openAccount = (browser: Browser, path = '') => browser.open(`${service.url}/account${path}`);

describe('the language of somebody who is signed in', () => {
  it('is the person’s own, before what the browser asks for', async () => {
    const browser = await signedIn((await personWho({ preferredLanguage: 'pl' })).loginName);
    for (const path of ['', '/profile', '/security', '/sessions']) expect(languageOf(await openAccount(browser, path))).toBe('pl');
  });

  it('is that of the locale for somebody who prefers none, and the browser’s where there is neither or we do not have it', async () => {
    for (const [more, expected] of [
      [{ locale: 'it-CH' }, 'it'],
      [{ preferredLanguage: 'sv' }, 'fr'],
      [{}, 'fr'],
    ] as const)
      expect(languageOf(await openAccount(await signedIn((await personWho(more)).loginName)))).toBe(expected);
  });

  it('is not told before the password is right', async () => {
    const { loginName } = await personWho({ preferredLanguage: 'pl' });
    const browser = newBrowser();
    const page = await browser.submit(await browser.open(address({ login_hint: loginName })), loginName, 'wrong');
    expect(languageOf(page)).toBe('fr');
  });

  it('begins with the page after the password, and comes after the wish of the application', async () => {
    await decide({ secondFactor: 'required', factors: ['totp'], passkeys: 'off', graceDays: 0 });
    const { loginName } = await personWho({ preferredLanguage: 'nl' });
    const setUp = async (more = {}) => {
      const browser = newBrowser();
      return browser.submit(await browser.open(address(more)), loginName, PASSWORD);
    };
    expect(languageOf(await setUp())).toBe('nl');
    expect(languageOf(await setUp({ ui_locales: 'ja' }))).toBe('ja');
  });

  it('is kept on the page for a new password, also when the first try is refused', async () => {
    const { id, loginName } = await personWho({ preferredLanguage: 'es' });
    await service.call('POST', `/admin/v1/organizations/${world.organization.id}/people/${id}/_require-password-change`);
    const browser = newBrowser();
    const asked = await browser.submit(await browser.open(address()), loginName, PASSWORD);
    expect(languageOf(asked)).toBe('es');
    const refused = await fill(browser, asked, { newPassword: 'a' });
    expect([refused.page?.status, languageOf(refused)]).toEqual([400, 'es']);
  });

  it('comes after a choice in this browser', async () => {
    const browser = await signedIn((await personWho({ preferredLanguage: 'pl' })).loginName);
    await browser.open(`${service.url}/pages/language/pt`);
    expect(languageOf(await openAccount(browser, '/security'))).toBe('pt');
  });

  it('is what the profile says, at once, whatever was chosen in this browser before', async () => {
    const browser = await signedIn((await personWho({})).loginName);
    await browser.open(`${service.url}/pages/language/pt`);
    const save = async (language: string) =>
      fill(browser, await openAccount(browser, '/profile'), { givenName: 'Ada', familyName: 'Lovelace', language });
    const saved = await save('de');
    expect([languageOf(saved), saved.html?.includes('Ihre Änderungen sind gespeichert.')]).toEqual(['de', true]);
    expect(languageOf(await openAccount(browser))).toBe('de');
    // What stays as it was takes nothing back.
    await browser.open(`${service.url}/pages/language/pt`);
    expect(languageOf(await save('de'))).toBe('pt');
    expect(languageOf(await save(''))).toBe('fr');
  });
});

describe('the language of somebody who signs out', () => {
  it('is the person’s own, on the question and on the page after it', async () => {
    const browser = await signedIn((await personWho({ preferredLanguage: 'de' })).loginName);
    const asked = await browser.open(`${service.url}/oidc/v1/end_session`);
    expect(titleOf(asked)).toBe('Abmelden?');
    expect(titleOf(await browser.submitButton(asked, 'Abmelden'))).toBe('Sie sind abgemeldet');
  });
});

describe('a language chosen on a page that answers a form', () => {
  it('shows the login page again with the name that was typed, and counts no attempt', async () => {
    const browser = newBrowser();
    const refused = await browser.submit(await browser.open(address()), 'somebody', 'wrong');
    const again = await choose(browser, refused, 'Deutsch');
    expect([again.page?.status, titleOf(again), again.html?.includes('value="somebody"')]).toEqual([200, 'Anmelden', true]);
    expect(again.html).not.toContain('role="alert"');
    expect(languageOf(await browser.open(address()))).toBe('de');
    const { loginName } = await personWho({});
    for (let times = 0; times < 10; times++) await choose(browser, refused, 'Italiano');
    const account = await browser.submit(await openAccount(browser), loginName, 'wrong');
    expect(titleOf(await choose(browser, account, 'English'))).toBe('Sign in');
    expect((await browser.submit(await openAccount(browser), loginName, PASSWORD)).page?.status).toBe(200);
  });

  it('keeps the second step where it is, and the secret of a new app', async () => {
    await decide({ secondFactor: 'required', factors: ['totp'], passkeys: 'off', graceDays: 0 });
    const { loginName } = await personWho({});
    const browser = newBrowser();
    const secretOn = ({ html = '' }: Page) => /<code>([A-Z2-7 ]+)<\/code>/.exec(html)?.[1]?.replaceAll(' ', '') ?? '';
    const setUp = await browser.submit(await browser.open(address()), loginName, PASSWORD);
    const again = await choose(browser, setUp, 'English');
    expect([titleOf(again), secretOn(again)]).toEqual(['Set up two-step verification', secretOn(setUp)]);
    const codes = await fill(browser, again, { code: appWith(service, secretOn(again)).code() });
    expect(titleOf(codes)).toBe('Save your recovery codes');
    // They are shown this once.
    expect(codes.html).not.toContain('pageLanguage');
  });

  it('shows again from when on a second factor is required, which is told in the person’s own language first', async () => {
    await decide({ secondFactor: 'required', factors: ['totp'], passkeys: 'off', graceDays: 14 });
    const { loginName } = await personWho({ preferredLanguage: 'nl' });
    const browser = newBrowser();
    const told = await browser.submit(await browser.open(address()), loginName, PASSWORD);
    const again = await choose(browser, told, 'English');
    expect([languageOf(told), titleOf(again)]).toEqual(['nl', 'Two-step verification will be required']);
    expect((await browser.submitButton(again, 'Not now')).url).toContain('code=');
  });

  it('has no second mail sent where a code was mailed', async () => {
    await decide({ secondFactor: 'required', factors: ['mail'], passkeys: 'off', graceDays: 0 });
    const { loginName, userName } = await personWho({});
    const browser = newBrowser();
    const asked = await browser.submit(await browser.open(address()), loginName, PASSWORD);
    const again = await choose(browser, asked, 'English');
    expect(hiddenOf(again)['handle']).toBe(hiddenOf(asked)['handle']);
    const { code } = await letterTo(service, `${userName}@mail.example`);
    expect((await fill(browser, again, { code })).url).toContain('/callback');
  });

  it('keeps what was typed for an account, and the page for its code', async () => {
    await service.call('PUT', `/admin/v1/organizations/${world.organization.id}/policies/registration`, { enabled: true });
    const browser = newBrowser();
    const form = await browser.open(address({ prompt: 'create' }));
    const typed = { givenName: 'Grace', familyName: 'Hopper', email: `grace${++count}@mail.example` };
    const again = await choose(browser, await fill(browser, form, { ...typed, newPassword: 'a' }), 'English');
    expect(titleOf(again)).toBe('Create account');
    for (const value of Object.values(typed)) expect(again.html).toContain(`value="${value}"`);
    const asked = await choose(browser, await fill(browser, again, { ...typed, newPassword: PASSWORD }), 'Deutsch');
    expect(titleOf(asked)).toBe('Prüfen Sie Ihren Posteingang');
    const { code } = await letterTo(service, typed.email);
    expect((await fill(browser, asked, { code })).url).toContain('/callback');
  });

  it('sends no other code for a password that was forgotten, and takes the first one', async () => {
    const { loginName, userName } = await personWho({});
    const browser = newBrowser();
    const sent = await fill(browser, await browser.open(`${service.url}/password/forgotten`), { loginName });
    const again = await choose(browser, sent, 'English');
    expect(titleOf(again)).toBe('Check your inbox');
    const { code } = await letterTo(service, `${userName}@mail.example`);
    const chooses = await choose(browser, await fill(browser, again, { code }), 'Polski');
    expect(titleOf(chooses)).toBe('Ustaw nowe hasło');
    expect((await fill(browser, chooses, { newPassword: 'Another-Horse-8' })).page?.status).toBe(200);
  });

  it('changes no address and deletes nothing: the question who it is comes again', async () => {
    const { loginName } = await personWho({});
    const browser = await signedIn(loginName);
    const email = `new${++count}@mail.example`;
    const asked = await fill(browser, await openAccount(browser, '/email'), { email });
    const again = await choose(browser, asked, 'English');
    expect([titleOf(again), hiddenOf(again)['email']]).toEqual(['Confirm that it’s you', email]);
    const code = await choose(browser, await fill(browser, again, { currentPassword: PASSWORD }), 'Deutsch');
    expect(titleOf(code)).toBe('Prüfen Sie Ihren Posteingang');
    expect((await fill(browser, code, { code: (await letterTo(service, email)).code })).page?.status).toBe(200);
  });

  it.each([
    ['new-passkey', 'Passkeys'],
    ['phone', 'Bestätigung in zwei Schritten'],
    ['passkey-sign-in', 'Ihr Konto'],
  ])('has the page shown again that the form %s belongs to, where its answer cannot be', async (form, title) => {
    const browser = await signedIn((await personWho({})).loginName);
    const address = `${service.url}/account/${form}`;
    const answer = await browser.open(address, { method: 'POST', body: new URLSearchParams({}) });
    expect(answer.page?.status).not.toBe(405);
    const again = await browser.open(`${service.url}/pages/language/de`, { headers: { referer: address } });
    expect([again.page?.status, titleOf(again)]).toEqual([200, title]);
  });

  it.each(['tlh', '__proto__', ''])('is none of ours: %j does what the form is for', async (pageLanguage) => {
    const browser = newBrowser();
    const answer = await fill(browser, await browser.open(address()), { loginName: 'somebody', password: 'wrong', pageLanguage });
    expect([answer.page?.status, languageOf(answer)]).toEqual([401, 'fr']);
  });
});
