// The pages around a password: forgotten, invited, to be changed, and the person's own page. Mails are read from a real server.
import { beforeEach, describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { Passwords } from '../../src/users/authentication/passwords/passwords.service.js';
import { People } from '../../src/users/directory/people/people.service.js';
import { emptyPerson } from '../../src/users/directory/people/person/person.js';
import { Policies } from '../../src/users/organizations/policies/policies.service.js';
import { Browser, fill, follow, type Page } from '../support/browser.js';
import { makeWorld, PASSWORD, REDIRECT_URI } from '../support/world.js';
import { lettersTo, letterTo, wrong } from '../support/mailed-service.js';
import { refresh, signIn, userinfo } from '../support/oauth.js';
import { useMailedScene, type MailedScene } from '../support/mailed-scene.js';
import { inOneMoment } from '../support/one-moment.js';
import { eventsOf } from '../support/people.js';

const NEW = 'Brand-new-Horse-9';

let { service, world, client, browser, begin } = {} as MailedScene;
let mail: string;

useMailedScene((scene) => ({ service, world, client, browser, begin } = scene));
beforeEach(() => {
  mail = world.loginName;
});

const inputOf = ({ html = '' }: Page, id: string) => new RegExp(`<input [^>]*id="${id}"[^>]*>`).exec(html)?.[0];
const wait = (seconds: number) => service.get(Clock).advance(seconds * 1_000);
const fits = (password: string, userNo = world.person.no) => service.get(Passwords).check(userNo, password);
const people = (action: string, userId = world.person.id) =>
  service.call('POST', `/admin/v1/organizations/${world.organization.id}/people/${userId}/${action}`);
const deactivate = () =>
  service.get(People).update(world.organization, world.person.id, (person) => ({ values: { ...person, active: false } }), 'test');

describe('a forgotten password', () => {
  const ask = async (name = mail) => fill(browser, await follow(browser, await begin(), 'Forgot your password?'), { loginName: name });

  it('is replaced with a mailed code, and the sign-in goes on with the name filled in', async () => {
    const composed = { minLength: 8, lower: true, upper: true, digit: true, symbol: true };
    await service.get(Policies).set(world.organization.no, 'password', composed, 'test');
    const {
      tokens: { access_token: token, refresh_token: refreshToken },
    } = await signIn(service, world, client, 'openid offline_access');
    const page = await ask();
    const { code, text } = await letterTo(service, mail);
    expect(text).not.toContain(PASSWORD);
    const choose = await fill(browser, page, { code: code.toLowerCase().replace('-', ' ') });
    expect(choose.html).toContain('at least 8 characters');
    expect(choose.html).toContain('autocomplete="new-password"');

    const weak = await fill(browser, choose, { newPassword: 'weak' });
    expect(weak.page?.status).toBe(400);
    expect(weak.html).toContain('at least 8 characters, an uppercase letter, a number, a symbol such as ! or -.');
    const login = await fill(browser, weak, { newPassword: NEW });
    expect(login.html).toContain('Your password has been changed.');
    expect(login.html).toContain(`value="${mail}"`);
    expect((await browser.submit(login, mail, NEW)).url).toContain(`${REDIRECT_URI}?code=`);

    // Everything from before has ended, and the person is told.
    expect((await userinfo(service, token)).status).toBe(401);
    expect((await refresh(service, client, refreshToken)).status).toBe(400);
    expect((await letterTo(service, mail, 2)).subject).toContain('was changed');
  });

  it('has a link in the mail that uses nothing up by being opened', async () => {
    await ask();
    const { link, code } = await letterTo(service, mail);
    expect(link).toMatch(
      new RegExp(
        `^${service.url}/password/reset\\?id=[\\w-]+&code=[\\w-]{43}&sign_in=[\\w-]+&client_id=${client.clientId}&way=[\\w-]{43}$`,
      ),
    );
    expect(link).not.toContain(code);
    const elsewhere = new Browser(service.url);
    for (let opened = 0; opened < 7; opened++) expect((await elsewhere.open(link)).html).toContain('Choose a new password');
    const done = await fill(elsewhere, await elsewhere.open(link), { newPassword: NEW });
    expect(done.html).toContain('Your password has been changed');
    expect(await fits(NEW)).toBe(true);
    const { page, html } = await elsewhere.open(link);
    expect(page?.status).toBe(400);
    for (const said of ['<h1>Choose a new password</h1>', 'This code is wrong or has expired.', '>Send a new code</a>'])
      expect(html).toContain(said);
    // Nothing was mailed just now.
    expect(html).not.toContain('emailed');
  });

  it('by the link leads back to the sign-in it was left in, in the look of the organization', async () => {
    await ask();
    const { link } = await letterTo(service, mail);
    const choose = await browser.open(link);
    expect(choose.html).toContain('<p class="organization">Example</p>');
    const done = await fill(browser, choose, { newPassword: NEW });
    expect(done.html).toContain('<p class="organization">Example</p>');
    const login = await follow(browser, done, 'Back to App');
    expect((await browser.submit(login, mail, NEW)).url).toContain(`${REDIRECT_URI}?code=`);
  });

  it('by the link in another browser leads back to the application', async () => {
    await ask();
    const elsewhere = new Browser(service.url);
    const { link } = await letterTo(service, mail);
    const done = await fill(elsewhere, await elsewhere.open(link), { newPassword: NEW });
    expect(done.html).toContain(`href="${new URL(REDIRECT_URI).origin}">Back to App</a>`);
  });

  it('by a link that somebody else wrote leads to no application: neither its name nor its organization is believed', async () => {
    const sent = `${service.url}/password/forgotten?client_id=${client.clientId}&sign_in=any&way=${'A'.repeat(43)}`;
    const elsewhere = new Browser(service.url);
    const form = await elsewhere.open(sent);
    expect(form.html).not.toContain('<p class="organization">Example</p>');
    const asked = await elsewhere.open(`${service.url}/password/forgotten`, {
      method: 'POST',
      body: new URLSearchParams({ loginName: mail, client_id: client.clientId }),
    });
    const { code, link } = await letterTo(service, mail);
    expect(link).not.toContain('client_id');
    const done = await fill(elsewhere, await fill(elsewhere, asked, { code }), { newPassword: NEW, client_id: client.clientId });
    expect([done.html?.includes('Back to App'), done.html?.includes('href="/account">Go to your account</a>')]).toEqual([false, true]);
  });

  it('by a link that names nothing known leads to the own account', async () => {
    await ask();
    const link = new URL((await letterTo(service, mail)).link);
    link.searchParams.set('sign_in', 'unknown');
    link.searchParams.set('client_id', 'unknown');
    const done = await fill(browser, await browser.open(link.href), { newPassword: NEW });
    expect(done.html).toContain('href="/account">Go to your account</a>');
  });

  it('is asked for again from a link that has expired, in the same organization and for the same application', async () => {
    // Somebody of another organization is called the same.
    await makeWorld(service);
    await ask('bjensen');
    const elsewhere = new Browser(service.url);
    const { link } = await letterTo(service, mail);
    wait(3_601);
    const name = await follow(elsewhere, await elsewhere.open(link), 'Send a new code');
    expect(name.html).toContain('<p class="organization">Example</p>');
    await fill(elsewhere, name, { loginName: 'bjensen' });
    const { link: second } = await letterTo(service, mail, 2);
    const done = await fill(elsewhere, await elsewhere.open(second), { newPassword: NEW });
    expect(done.html).toContain(`href="${new URL(REDIRECT_URI).origin}">Back to App</a>`);
  });

  it('refuses a wrong code, and after the fifth wrong one the right one too', async () => {
    const page = await ask();
    const { code } = await letterTo(service, mail);
    for (let tries = 0; tries < 5; tries++) {
      const again = await fill(browser, page, { code: wrong(code) });
      expect([again.page?.status, again.html?.includes('This code is wrong')]).toEqual([400, true]);
    }
    expect((await fill(browser, page, { code })).page?.status).toBe(400);
    expect((await fill(browser, page, { code, newPassword: NEW })).page?.status).toBe(400);
    expect(await fits(PASSWORD)).toBe(true);
  });

  it('refuses a code that has expired, was used, or is older than the password', async () => {
    const first = await ask();
    const { code: firstCode } = await letterTo(service, mail);
    const second = await ask();
    const { code } = await letterTo(service, mail, 2);
    expect((await fill(browser, second, { code, newPassword: NEW })).page?.status).toBe(200);
    expect((await fill(browser, first, { code: firstCode, newPassword: NEW })).page?.status).toBe(400);
    expect((await fill(browser, second, { code, newPassword: `${NEW}x` })).page?.status).toBe(400);

    const third = await ask();
    const { code: late } = await letterTo(service, mail, 4);
    wait(3_601);
    const expired = await new Browser(service.url).open(`${service.url}/password/forgotten`);
    const body = new URLSearchParams({
      id: /name="id" value="([^"]+)/.exec(third.html ?? '')?.[1] ?? '',
      code: late,
      newPassword: `${NEW}y`,
    });
    expect(expired.page?.status).toBe(200);
    expect((await browser.open(`${service.url}/password/forgotten`, { method: 'POST', body })).page?.status).toBe(400);
    expect(await fits(NEW)).toBe(true);
  });

  it('is of no use once the person is deactivated', async () => {
    const page = await ask();
    const { code } = await letterTo(service, mail);
    await deactivate();
    expect((await fill(browser, page, { code })).page?.status).toBe(400);
    expect((await fill(browser, page, { code, newPassword: NEW })).page?.status).toBe(400);
  });

  it('takes no code that was mailed for something else', async () => {
    await people('_send-verification');
    const { code, link } = await letterTo(service, mail);
    const id = new URL(link).searchParams.get('id') ?? '';
    const query = new URLSearchParams({ id, code }).toString();
    expect((await browser.open(`${service.url}/password/reset?${query}`)).page?.status).toBe(400);
    expect((await browser.open(`${service.url}/invitation?${query}`)).page?.status).toBe(400);
    expect((await fill(browser, await browser.open(link), {})).html).toContain('Your email address is confirmed');
  });

  it('works without an application as well', async () => {
    const page = await fill(browser, await browser.open(`${service.url}/password/forgotten`), { loginName: mail });
    const { code } = await letterTo(service, mail);
    const done = await fill(browser, await fill(browser, page, { code }), { newPassword: NEW });
    expect(done.html).toContain('Your password has been changed');
    expect(await fits(NEW)).toBe(true);
  });
});

describe('an invitation', () => {
  it('lets somebody without a password choose one, once', async () => {
    const person = await service
      .get(People)
      .create(
        world.organization,
        { ...emptyPerson(), userName: 'newcomer', emails: [{ value: 'newcomer@example.com', primary: true }] },
        undefined,
        'test',
      );
    expect((await people('_invite', person.id)).status).toBe(204);
    const { link } = await letterTo(service, 'newcomer@example.com');
    await service.get(Policies).set(world.organization.no, 'password', { minLength: 12 }, 'test');
    const page = await browser.open(link);
    expect(page.html).toContain(`newcomer@${world.organization.primaryDomain}`);
    expect(page.html).toContain('at least 12 characters');
    expect((await fill(browser, page, { newPassword: 'Short-1' })).html).toContain('at least 12 characters.');
    const done = await fill(browser, page, { newPassword: NEW });
    expect(done.html).toContain('Your account is ready');
    expect(await fits(NEW, person.no)).toBe(true);
    const sentTwice = await fill(browser, page, { newPassword: PASSWORD });
    expect(await fits(NEW, person.no)).toBe(true);
    for (const over of [sentTwice, await browser.open(link)]) {
      expect(over.page?.status).toBe(400);
      expect(over.html).toContain('If you’ve set up your account already, sign in.');
      expect((await follow(browser, over, 'Sign in to your account')).url).toBe(`${service.url}/account`);
    }
  });

  it('without its link asks for the code', async () => {
    const page = await browser.open(`${service.url}/invitation`);
    expect(page.html).toContain('autocomplete="one-time-code"');
    const wrongOne = await fill(browser, page, { code: 'AAAAA-AAAAA' });
    expect([wrongOne.page?.status, wrongOne.html?.includes('Enter the code from your invitation.')]).toEqual([400, true]);
  });
});

describe('a mail that verifies an address', () => {
  it('does so by a form, and not by being opened', async () => {
    await people('_send-verification');
    const { link } = await letterTo(service, mail);
    const page = await browser.open(link);
    const verified = async () => (await service.get(People).requirePerson(world.organization, world.person.id)).emails[0]?.verifiedBy;
    expect(await verified()).toBeUndefined();
    expect(page.html).not.toContain('Code from the email');
    expect((await fill(browser, page, {})).html).toContain('Your email address is confirmed');
    expect(await verified()).toBe('code');
    const over = await browser.open(link);
    expect([over.page?.status, over.html?.includes('This code is wrong or has expired.')]).toEqual([400, true]);
    expect(over.html).toContain('If your address is confirmed already, there’s nothing left to do.');
    expect((await follow(browser, over, 'Sign in to your account')).url).toBe(`${service.url}/account`);
  });
});

describe('a password that has to be changed', () => {
  it('is changed before the sign-in is finished, and not into itself', async () => {
    expect((await people('_require-password-change')).status).toBe(204);
    const page = await browser.submit(await begin(), mail, PASSWORD);
    expect(page.html).toContain('You need to choose a new password');
    expect((await fill(browser, page, { newPassword: PASSWORD })).html).toContain('This is already your password.');
    expect((await fill(browser, page, { newPassword: 'weak' })).page?.status).toBe(400);
    expect((await fill(browser, page, { newPassword: NEW })).url).toContain(`${REDIRECT_URI}?code=`);
    expect(await fits(NEW)).toBe(true);
    const { type } = (await eventsOf(service, world.person.id)).find((event) => event.type.endsWith('change.required')) ?? {};
    expect(type).toBe('user.human.password.change.required');
    // Once is enough.
    const other = new Browser(service.url);
    expect((await other.submit(await begin(other), mail, NEW)).url).toContain(`${REDIRECT_URI}?code=`);
  });

  it('is changed by the browser and in the sign-in that knew the old one, within ten minutes, and once', async () => {
    await people('_require-password-change');
    const page = await browser.submit(await begin(), mail, PASSWORD);
    const other = new Browser(service.url);
    const foreign = await begin(other);
    const moved = { ...page, html: page.html?.replaceAll(/\/sign-in\/[\w-]+\/password/g, `${new URL(foreign.url).pathname}/password`) };
    expect((await fill(other, moved, { newPassword: NEW })).page?.status).toBe(410);
    wait(601);
    expect((await fill(browser, page, { newPassword: NEW })).page?.status).toBe(410);
    expect(await fits(PASSWORD)).toBe(true);

    const late = await browser.submit(await begin(), mail, PASSWORD);
    await service
      .get(People)
      .update(world.organization, world.person.id, (person) => ({ values: person, password: 'Somebody-else-1' }), 'test');
    expect((await fill(browser, late, { newPassword: NEW })).page?.status).toBe(410);
    expect(await fits('Somebody-else-1')).toBe(true);
  });

  it('is not asked of people without one, nor by callers with fewer rights', async () => {
    const person = await service.get(People).create(world.organization, { ...emptyPerson(), userName: 'none' }, undefined, 'test');
    expect((await people('_require-password-change', person.id)).status).toBe(409);
    expect((await people('_require-password-change', 'nobody')).status).toBe(404);
  });
});

describe('the own page', () => {
  const account = (from = browser) => from.open(`${service.url}/account`);
  const enter = async (from = browser, password = PASSWORD) => from.submit(await account(from), mail, password);
  /** Signed in, on the page of one subject. */
  const enterAt = async (subject: string) => {
    await enter();
    return browser.open(`${service.url}/account/${subject}`);
  };

  it('asks for name and password where nobody is signed in, and signs in to this browser', async () => {
    expect((await account()).html).toContain('Sign in to manage your account.');
    expect((await enter(browser, 'wrong')).page?.status).toBe(401);
    const page = await enter();
    expect(page.html).toContain(`<strong>${mail}</strong>`);
    // The same session serves applications.
    expect((await begin()).url).toContain(`${REDIRECT_URI}?code=`);
  });

  it('knows who signed in to an application', async () => {
    await browser.submit(await begin(), mail, PASSWORD);
    expect((await account()).html).toContain(`<strong>${mail}</strong>`);
    expect((await account(new Browser(service.url))).html).toContain('Sign in to manage your account.');
  });

  it('takes no session id that was there before', async () => {
    await begin();
    const before = browser.cookieHeader('/account');
    await enter();
    const shown = async (cookie: string) => (await fetch(`${service.url}/account`, { headers: { cookie } })).text();
    expect(await shown(before)).toContain('Sign in to manage your account.');
    expect(await shown(browser.cookieHeader('/account'))).toContain(`<strong>${mail}</strong>`);
  });

  it('changes the password: other sessions end, this one stays, the person is told', async () => {
    const other = new Browser(service.url);
    await enter(other);
    const {
      tokens: { refresh_token: refreshToken },
    } = await signIn(service, world, client, 'openid offline_access');
    const page = await enterAt('password');
    const before = browser.cookieHeader('/');
    expect((await fill(browser, page, { currentPassword: 'wrong', newPassword: NEW })).html).toContain('Your current password is wrong.');
    expect((await fill(browser, page, { currentPassword: PASSWORD, newPassword: 'weak' })).html).toContain('Your password still needs');
    expect((await fill(browser, page, { currentPassword: PASSWORD, newPassword: PASSWORD })).html).toContain(
      'This is already your password.',
    );
    const done = await fill(browser, page, { currentPassword: PASSWORD, newPassword: NEW });
    expect(done.html).toContain('Your password has been changed.');
    expect(browser.cookieHeader('/')).not.toBe(before);
    expect((await account()).html).toContain(`<strong>${mail}</strong>`);
    expect((await account(other)).html).toContain('Sign in to manage your account.');
    expect((await refresh(service, client, refreshToken)).status).toBe(400);
    expect((await letterTo(service, mail)).subject).toContain('was changed');
  });

  it('counts a wrong current password as an attempt', async () => {
    const page = await enterAt('password');
    await inOneMoment(service, async () => {
      for (let tries = 0; tries < 5; tries++) await fill(browser, page, { currentPassword: 'wrong', newPassword: NEW });
      expect((await fill(browser, page, { currentPassword: PASSWORD, newPassword: NEW })).html).toContain('Too many attempts.');
    });
    expect(await fits(PASSWORD)).toBe(true);
  });

  it('changes the address only with the code that was mailed there, and tells the old one', async () => {
    const page = await enterAt('email');
    const wanted = 'B.Jensen@new.example';
    const emails = async () => (await service.get(People).requirePerson(world.organization, world.person.id)).emails;
    expect((await fill(browser, page, { email: wanted, currentPassword: 'wrong' })).html).toContain('Your current password is wrong.');
    const corrected = await fill(browser, page, { email: 'no address', currentPassword: PASSWORD });
    expect(corrected.page?.status).toBe(400);
    expect(inputOf(corrected, 'email')).toMatch(/ value="no address".* autofocus.* aria-invalid="true"/);
    expect(inputOf(corrected, 'currentPassword')).not.toContain('aria-invalid');
    const sent = await fill(browser, page, { email: wanted, currentPassword: PASSWORD });
    const { code } = await letterTo(service, wanted);
    expect(await emails()).toMatchObject([{ value: mail }]);
    expect((await fill(browser, sent, { code: wrong(code) })).page?.status).toBe(400);

    // Somebody else's browser cannot use it.
    const stranger = await world.addPerson({ userName: 'stranger' });
    const other = new Browser(service.url);
    await other.submit(await account(other), `stranger@${world.organization.primaryDomain}`, PASSWORD);
    expect((await fill(other, sent, { code })).page?.status).toBe(400);
    expect((await service.get(People).requirePerson(world.organization, stranger.id)).emails).toEqual([]);

    expect((await fill(browser, sent, { code })).html).toContain('Your email address has been changed.');
    expect(await emails()).toEqual([{ value: wanted, primary: true, verifiedBy: 'code' }]);
    expect((await lettersTo(service, mail)).map(({ subject }) => subject).join()).toContain('was changed');
    expect((await fill(browser, sent, { code })).page?.status).toBe(400);
  });

  it('takes no address that is the login name of somebody else, and tells so nobody but who reads its mail', async () => {
    const { primaryDomain } = world.organization;
    await world.addPerson({ userName: 'colleague' });
    const emails = async () => (await service.get(People).requirePerson(world.organization, world.person.id)).emails;
    const [taken, free, own] = [`Colleague@${primaryDomain}`, `nobody@${primaryDomain}`, `bjensen+1@${primaryDomain}`] as const;
    const page = await enterAt('email');
    const ask = (email: string) => fill(browser, page, { email, currentPassword: PASSWORD });
    const [other, sent] = [await ask(free), await ask(taken)];
    // Without the code both look the same.
    expect(sent.page?.status).toBe(200);
    const plain = (html = '') => html.replaceAll(/value="[^"]*"|[\w+]+@[\w.-]+/g, '');
    expect(plain(sent.html)).toBe(plain(other.html));
    const refused = await fill(browser, sent, { code: (await letterTo(service, taken)).code });
    expect(refused.html).toContain('This address is the login name of another account.');
    expect(inputOf(refused, 'email')).toContain(` value="${taken}"`);
    expect(await emails()).toMatchObject([{ value: mail }]);
    await fill(browser, await ask(own), { code: (await letterTo(service, own)).code });
    expect(await emails()).toEqual([{ value: own, primary: true, verifiedBy: 'code' }]);
    // Back to what is one's own login name.
    await fill(browser, await ask(mail), { code: (await letterTo(service, mail, 2)).code });
    expect(await emails()).toEqual([{ value: mail, primary: true, verifiedBy: 'code' }]);
  });

  it('shows what people are called as text', async () => {
    await service.get(People).update(
      world.organization,
      world.person.id,
      (person) => ({
        values: { ...person, emails: [{ value: 'a&b@example.com', primary: true }], displayName: '<script>alert(1)</script>' },
      }),
      'test',
    );
    const page = await enterAt('email');
    expect(page.html).toContain('a&amp;b@example.com');
    for (const { html } of [page, await account(), await browser.open(`${service.url}/account/profile`)])
      expect(html?.match(/<script/g), 'the script of the pages alone').toHaveLength(1);
  });

  it('ends with the person', async () => {
    const page = await enterAt('password');
    await deactivate();
    expect((await account()).html).toContain('Sign in to manage your account.');
    expect((await fill(browser, page, { currentPassword: PASSWORD, newPassword: NEW })).page?.status).toBe(401);
    expect(await fits(PASSWORD)).toBe(true);
  });

  it('asks for a new password where one has to be chosen', async () => {
    await people('_require-password-change');
    const page = await enter();
    expect(page.html).toContain('You need to choose a new password');
    expect((await fill(browser, page, { newPassword: NEW })).html).toContain(`<strong>${mail}</strong>`);
  });
});

describe('every form', () => {
  const FORMS = [
    '/account/sign-in',
    '/account/passkey-sign-in',
    '/account/new-passkey',
    '/account/phone',
    '/account/password',
    '/account/email',
    '/account/sessions',
    '/account/applications',
    '/account/identities',
    '/account/delegations',
    '/account/profile',
    '/account/data/download',
    '/account/data/delete',
    '/password/forgotten',
    '/email/verify',
    '/invitation',
    '/sign-in/unknown/not-served',
  ];

  it.each(FORMS)('%s is refused from elsewhere, and shown as a page', async (path) => {
    const foreign: Array<Record<string, string>> = [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }];
    for (const headers of foreign) {
      const body = new URLSearchParams({ id: 'x' });
      const refused = await browser.open(service.url + path, { method: 'POST', body, headers });
      expect(refused.page?.status).toBe(403);
      expect(refused.html).toContain('<h1>');
      expect((await follow(browser, refused, 'Try again')).html).toContain('<h1>');
    }
  });

  it.each([...FORMS, '/sign-in/unknown'])('%s refuses what is too large with a page', async (path) => {
    const body = new URLSearchParams({ loginName: 'x'.repeat(9_000) });
    const { page, html } = await browser.open(service.url + path, { method: 'POST', body });
    expect([page?.status, page?.headers.get('content-type')]).toEqual([413, 'text/html; charset=utf-8']);
    expect(html).toContain('It is too long.');
  });

  it('that cannot be read is answered with a page', async () => {
    const body = Array.from({ length: 30 }, (_, at) => `a${at}=1`).join('&');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const { page, html } = await browser.open(`${service.url}/password/forgotten`, { method: 'POST', body, headers });
    expect([page?.status, html?.includes('<h1>')]).toEqual([400, true]);
  });
});
