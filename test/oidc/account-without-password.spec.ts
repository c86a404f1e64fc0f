// What people do with their account who sign in by a passkey alone; and the end of an account.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { Passwords } from '../../src/users/authentication/passwords/passwords.service.js';
import { People } from '../../src/users/directory/people/people.service.js';
import { emptyPerson } from '../../src/users/directory/people/person/person.js';
import { Policies } from '../../src/users/organizations/policies/policies.service.js';
import { Authenticator } from '../support/authenticator.mjs';
import { Browser, fill, hiddenOf } from '../support/browser.js';
import { letterTo, startMailedService, type MailedService } from '../support/mailed-service.js';
import { addPasskey, optionsOn, post } from '../support/passkeys.js';
import { freePort } from '../support/service.js';
import { makeWorld, PASSWORD, type World } from '../support/world.js';

let service: MailedService;
let world: World;
let count = 0;
beforeAll(async () => {
  const port = String(await freePort());
  service = await startMailedService({ PORT: port, PUBLIC_URL: `http://localhost:${port}` });
  world = await makeWorld(service);
  await service.get(Policies).set(world.organization.no, 'account', { deleteAccount: true }, 'test');
});
afterAll(() => service.close());

const account = (path: string) => `${service.url}/account${path}`;
const usePasswords = (passwordAllowed: boolean) =>
  service.get(Policies).set(world.organization.no, 'assurance', { passwordAllowed }, 'test');

const passkeySignIn = async (browser: Browser, key: Authenticator) => {
  const options = JSON.parse((await post(browser, account('/passkey-options'), {})).html ?? '');
  return post(browser, account('/passkey-sign-in'), { credential: key.get(options) });
};

/** Somebody with a passkey, signed in by it where no password signs in. */
async function keyHolder() {
  await usePasswords(true);
  const userName = `key${++count}`;
  const mail = `${userName}@mail.example`;
  const { id, no } = await world.addPerson({
    userName,
    preferredLanguage: 'de',
    emails: [{ value: mail, primary: true, verifiedBy: 'code' }],
  });
  const key = new Authenticator(service.url);
  const browser = new Browser(service.url);
  await browser.submit(await browser.open(account('')), `${userName}@${world.organization.primaryDomain}`, PASSWORD);
  await addPasskey(service, browser, key);
  await usePasswords(false);
  await passkeySignIn(browser, key);
  await browser.open(`${service.url}/pages/language/en`);
  return { id, no, mail, key, browser };
}

/** Somebody who never had a password, signed in by a passkey where a password would sign in too. */
async function withoutPassword() {
  await usePasswords(true);
  const userName = `never${++count}`;
  const mail = `${userName}@mail.example`;
  const values = { ...emptyPerson(), userName, emails: [{ value: mail, primary: true }] };
  const person = await service.get(People).create(world.organization, values, undefined, 'test', undefined, { trusts: () => 'code' });
  const { body } = await service.call('POST', `/admin/v1/organizations/${world.organization.id}/people/${person.id}/factors/_invite`, {});
  const [browser, key] = [new Browser(service.url), new Authenticator(service.url)];
  const setup = await browser.open(body.link);
  await fill(browser, setup, { credential: key.create(optionsOn(setup)) });
  await passkeySignIn(browser, key);
  return { person, mail, loginName: `${userName}@${world.organization.primaryDomain}`, key, browser };
}
const hasPassword = ({ no }: { no: number }) => service.get(Passwords).isSet(no);
const exists = async (no: number) => (await service.get(People).findByNo(no)) !== undefined;

describe('an account without a password', () => {
  it('is not asked for one, nor told to change it', async () => {
    const { browser } = await keyHolder();
    expect((await browser.open(account('/security'))).html).not.toContain('/account/password');
    for (const path of ['/email', '/data']) expect((await browser.open(account(path))).html).not.toContain('currentPassword');
  });

  it('is deleted after a passkey, and the person is told by mail, in their language', async () => {
    const { browser, key, no, mail } = await keyHolder();
    const asked = await fill(browser, await browser.open(account('/data')), {}, 1);
    expect([asked.html?.includes('You’re about to delete your account.'), await exists(no)]).toEqual([true, true]);
    const answer = key.get(optionsOn(asked));
    // A password lets nobody in here, and the answer is good for nothing else.
    expect((await post(browser, account('/data/delete'), { currentPassword: PASSWORD })).html).not.toContain('has been deleted');
    await post(browser, account('/email'), { email: 'other@mail.example', credential: answer });
    expect(await exists(no)).toBe(true);
    const again = await browser.submitButton(await browser.open(account('/data')), 'Delete my account');
    const done = await post(browser, account('/data/delete'), { credential: key.get(optionsOn(again)) });
    expect([done.page?.status, done.html?.includes('Your account has been deleted')]).toEqual([200, true]);
    expect(await exists(no)).toBe(false);
    // The first was about the passkey.
    const letter = await letterTo(service, mail, 2);
    expect([letter.text.includes('Ihr Konto wurde auf Ihren Wunsch gelöscht.'), letter.code, letter.link]).toEqual([true, '', '']);
  });

  it('gets another address after a passkey', async () => {
    const { id, browser, key } = await keyHolder();
    const email = `new${count}@mail.example`;
    const asked = await fill(browser, await browser.open(account('/email')), { email });
    expect(hiddenOf(asked)).toMatchObject({ email });
    // Nothing else is asked, so the page says what the passkey needs.
    for (const needed of ['<noscript><p>Passkeys need JavaScript.', ' hidden>This browser can’t use passkeys'])
      expect(asked.html).toContain(needed);
    const sent = await post(browser, account('/email'), { email, credential: key.get(optionsOn(asked)) });
    const { code } = await letterTo(service, email);
    expect((await fill(browser, sent, { code })).html).toContain('Your email address has been changed.');
    expect((await service.get(People).requirePerson(world.organization, id)).emails).toMatchObject([{ value: email, verifiedBy: 'code' }]);
  });
});

describe('the page for the password', () => {
  const NEW = 'A-first-Horse-7';
  const path = () => account('/password');

  it('lets somebody who has none set one after a passkey, and goes on in this browser alone', async () => {
    const { browser, key, person, mail, loginName } = await withoutPassword();
    const other = new Browser(service.url);
    await passkeySignIn(other, key);
    expect((await browser.open(account('/security'))).html).toMatch(/href="\/account\/password"[\s\S]*You don’t have a password yet/);
    const asked = await browser.open(path());
    expect([asked.html?.includes('name="newPassword"'), asked.html?.includes('Forgot your password?')]).toEqual([false, false]);
    const form = await fill(browser, asked, { credential: key.get(optionsOn(asked)) });
    expect(form.html).not.toContain('name="currentPassword"');
    const german = await post(browser, path(), { ...hiddenOf(form), pageLanguage: 'de' });
    expect(german.html).toContain('Passwort festlegen');
    await post(browser, path(), { ...hiddenOf(german), pageLanguage: 'en' });
    expect((await post(browser, path(), { ...hiddenOf(form), newPassword: 'short' })).page?.status).toBe(400);
    const done = await post(browser, path(), { ...hiddenOf(form), newPassword: NEW });
    expect([done.html?.includes('Your password is set.'), await hasPassword(person)]).toEqual([true, true]);
    expect((await letterTo(service, mail, 2)).subject).toContain('password');
    expect((await browser.open(account(''))).html).toContain('Sign out');
    expect((await other.open(account(''))).html).toContain('Sign in to manage');
    const fresh = new Browser(service.url);
    expect((await fresh.submit(await fresh.open(account('')), loginName, NEW)).html).toContain('Sign out');
    // From now on the current one is asked for, whatever was proven before.
    await post(browser, path(), { ...hiddenOf(form), newPassword: 'Another-first-Horse-8' });
    expect((await fill(browser, await browser.open(path()), { currentPassword: NEW, newPassword: NEW })).html).toContain(
      'already your password',
    );
  });

  it('gives a thief of a session no password: not without a check, nor by the check of another session or for something else', async () => {
    const { browser, key, person } = await withoutPassword();
    const form = async (from: Browser) => {
      const asked = await from.open(path());
      return hiddenOf(await fill(from, asked, { credential: key.get(optionsOn(asked)) }));
    };
    const thief = new Browser(service.url);
    await passkeySignIn(thief, key);
    const { fresh = '' } = await form(browser);
    const creation = await browser.submitButton(await browser.open(account('/passkeys')), 'Add a passkey');
    const elsewhere = key.get(optionsOn(creation));
    const tries: Array<Record<string, string>> = [
      {},
      { fresh: '' },
      { fresh: 'made up' },
      { fresh },
      { currentPassword: NEW },
      { credential: elsewhere },
    ];
    for (const more of tries) {
      const refused = await post(thief, path(), { ...more, newPassword: NEW });
      expect([more, refused.html?.includes('Confirm that it’s you'), await hasPassword(person)]).toEqual([more, true, false]);
    }
    service.get(Clock).advance(601_000);
    expect((await post(browser, path(), { fresh, newPassword: NEW })).html).toContain('Confirm that it’s you');
    expect(await hasPassword(person)).toBe(false);
  });

  it('is not there where no password signs in', async () => {
    const { browser, person } = await withoutPassword();
    const typed = { currentPassword: PASSWORD, newPassword: NEW };
    await usePasswords(false);
    for (const page of [await browser.open(path()), await post(browser, path(), typed)]) expect(page.url).toBe(account('/security'));
    expect(await hasPassword(person)).toBe(false);
    // Nor for somebody who has one from before.
    const holder = await keyHolder();
    expect((await post(holder.browser, path(), typed)).url).toBe(account('/security'));
  });
});
