// What people do with their account who sign in by a passkey alone; and the end of an account.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { People } from '../../src/users/people/people.service.js';
import { Policies } from '../../src/users/policies/policies.service.js';
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

/** Somebody with a passkey, signed in by it where no password signs in. */
async function keyHolder() {
  await usePasswords(true);
  const userName = `key${++count}`;
  const mail = `${userName}@mail.example`;
  const { id, no } = await world.addPerson({
    userName,
    preferredLanguage: 'de',
    emails: [{ value: mail, primary: true, verified: true }],
  });
  const key = new Authenticator(service.url);
  const browser = new Browser(service.url);
  await browser.submit(await browser.open(account('')), `${userName}@${world.organization.primaryDomain}`, PASSWORD);
  await addPasskey(service, browser, key);
  await usePasswords(false);
  const options = JSON.parse((await post(browser, account('/passkey-options'), {})).html ?? '');
  await post(browser, account('/passkey-sign-in'), { credential: key.get(options) });
  await browser.open(`${service.url}/pages/language/en`);
  return { id, no, mail, key, browser };
}
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
    const sent = await post(browser, account('/email'), { email, credential: key.get(optionsOn(asked)) });
    const { code } = await letterTo(service, email);
    expect((await fill(browser, sent, { code })).html).toContain('Your email address has been changed.');
    expect((await service.get(People).requirePerson(world.organization, id)).emails).toMatchObject([{ value: email, verified: true }]);
  });
});
