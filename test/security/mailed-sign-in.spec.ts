// Signing in by a mailed link or code: who may, where it is valid, what applications are told, and what an attacker tries.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SignInDirectory } from '../../src/users/directory/people/sign-in-directory.service.js';
import { AccountMailer } from '../../src/users/accounts/mails/account-mailer.service.js';
import { MailedSignInRequest } from '../../src/users/accounts/mailed-sign-in/mailed-sign-in-request.service.js';
import { Database } from '../../src/common/database/database.js';
import { IdentityLinks } from '../../src/users/authentication/identity-providers/identity-links.service.js';
import { IdentityProviders } from '../../src/users/authentication/identity-providers/identity-providers.service.js';
import type { AssurancePolicy } from '../../src/users/organizations/policies/policy-kinds.js';
import { Policies } from '../../src/users/organizations/policies/policies.service.js';
import type { Person, PersonValues } from '../../src/users/directory/people/person/person.js';
import { answerOf, Browser, fill, type Page } from '../support/browser.js';
import { addProvider, decideProvider } from '../support/directory.js';
import { addApp } from '../support/factors.js';
import { lettersTo, letterTo, startMailedService, withTwin, wrong, type Letter, type MailedService } from '../support/mailed-service.js';
import { authorizeUrl, claimsOf, codeIn, redeem } from '../support/oauth.js';
import { post, stepOf } from '../support/passkeys.js';
import { addStoredPasskey } from '../support/passkeys.js';
import { eventsOf, freshName, patchOf } from '../support/people.js';
import { advanceClocks, type TestService } from '../support/service.js';
import { makeWorld, PASSWORD, REDIRECT_URI, type World } from '../support/world.js';

const [SFA, MFA] = ['https://refeds.org/profile/sfa', 'https://refeds.org/profile/mfa'];
const SEND = 'Email me a sign-in link';
const WRONG = 'This code is wrong or has expired.';
let service: MailedService;
/** Two of them on a database server; SQLite has one process. */
let services: TestService[];
let world: World;
let clientId: string;
let ada: Person;
let mail: string;

beforeAll(async () => {
  service = await startMailedService({ TRUST_PROXY: '1' });
  services = await withTwin(service);
});
beforeEach(async () => {
  world = await makeWorld(service);
  clientId = (await world.addApplication({ type: 'userAgent' })).application.clientId;
  ada = await addPerson('ada');
  mail = addressOf(ada);
  await decide({ mailedSignIn: true });
});
afterAll(async () => {
  for (const one of services.toReversed()) await one.close();
});

const decide = (policy: Partial<AssurancePolicy>) => service.get(Policies).set(world.organization.no, 'assurance', policy, 'test');
const addPerson = (userName: string, values: Partial<PersonValues> = {}) =>
  world.addPerson({
    userName,
    emails: [{ value: `${userName}@${world.organization.primaryDomain}`, primary: true, verifiedBy: 'code' }],
    ...values,
  });
const addressOf = ({ emails: [email] }: Person) => email?.value ?? '';
const advance = (seconds: number) => advanceClocks(services, seconds * 1_000);
let networks = 0;
/** Each from a network of its own: strangers have limits together. */
const newBrowser = () => new Browser(service.url, { 'x-forwarded-for': `198.51.${networks >> 8}.${networks++ & 255}` });
const begin = (browser: Browser, more: Record<string, string> = {}, id = clientId) =>
  browser.open(authorizeUrl(service.url, id, 'openid', more));
/** Presses the button below the name. */
const send = async (browser: Browser, page: Page, loginName: string) => {
  const sent = await post(browser, stepOf(page, 'mail'), { loginName });
  await service.get(MailedSignInRequest).settled();
  return sent;
};
interface Asked {
  browser: Browser;
  /** The page where the code is typed. */
  page: Page;
  letter: Letter;
}
const ask = async (loginName = mail, browser = newBrowser(), count = 1): Promise<Asked> => {
  const page = await send(browser, await begin(browser), loginName);
  return { browser, page, letter: await letterTo(service, loginName, count) };
};
const enter = (browser: Browser, page: Page, code: string) => fill(browser, page, { code });
const isIn = ({ url }: Page) => url.startsWith(REDIRECT_URI) && codeIn(url) !== '';
const idTokenOf = async (page: Page) => claimsOf((await redeem(service, { clientId }, codeIn(page.url))).body.id_token);
const events = async ({ id }: Person) =>
  (await eventsOf(service, id)).map(({ type }) => type).filter((type) => type.startsWith('user.human.mailed_sign_in'));
const person = (action: string, { id } = ada) => `/admin/v1/organizations/${world.organization.id}/people/${id}/${action}`;

describe('a sign-in by mail', () => {
  it('is offered where a policy of the organization and the application allow it, and refused elsewhere', async () => {
    const hidden = (await world.addApplication({ type: 'userAgent', loginPage: { ways: ['password'] } })).application.clientId;
    const alone = (await world.addApplication({ type: 'userAgent', loginPage: { ways: ['mail'] } })).application.clientId;
    expect((await begin(newBrowser())).html).toContain(SEND);
    const onlyMail = await begin(newBrowser(), {}, alone);
    expect([onlyMail.html?.includes(SEND), onlyMail.html?.includes('name="password"')]).toEqual([true, false]);
    await decide({ mailedSignIn: false });
    for (const id of [clientId, hidden]) {
      const browser = newBrowser();
      const page = await begin(browser, {}, id);
      expect(page.html).not.toContain(SEND);
      expect((await send(browser, page, mail)).page?.status).toBe(403);
    }
    await decide({ mailedSignIn: true });
    const browser = newBrowser();
    expect((await send(browser, await begin(browser, {}, hidden), mail)).page?.status).toBe(403);
    // What the policy forbids is not all that is left.
    expect((await send(browser, await begin(browser), '')).page?.status).toBe(400);
  });

  it('takes the code in the browser where it was asked for, and applications are told of one factor', async () => {
    const { browser, page, letter } = await ask();
    expect([letter.subject, letter.html.includes('>Sign in</a>')]).toEqual(['Sign in to Example', true]);
    const refused = await enter(browser, page, wrong(letter.code));
    expect([refused.page?.status, refused.html?.includes(WRONG)]).toEqual([400, true]);
    expect(await idTokenOf(await enter(browser, refused, letter.code.toLowerCase()))).toMatchObject({
      sub: ada.id,
      amr: ['otp'],
      acr: SFA,
    });
    expect(await events(ada)).toEqual(['user.human.mailed_sign_in.check.failed', 'user.human.mailed_sign_in.check.succeeded']);
  });

  it('takes the link by a button, so that a program that scans mail uses nothing up', async () => {
    const { browser, letter } = await ask();
    expect(new URL(letter.link).origin).toBe(service.url);
    await newBrowser().open(letter.link);
    for (let i = 0; i < 7; i++) expect((await browser.open(letter.link)).html).toContain('to continue to App');
    expect(isIn(await browser.submitButton(await browser.open(letter.link), 'Sign in'))).toBe(true);
  });

  it('asks for the second factor of the person, and mail is not a second one beside mail', async () => {
    const app = await addApp(service, ada);
    await decide({ secondFactor: 'required', factors: ['mail', 'totp'], graceDays: 0 });
    const { browser, page, letter } = await ask();
    const second = await enter(browser, page, letter.code);
    expect([isIn(second), second.html?.includes('value="mail"')]).toEqual([false, false]);
    expect(await idTokenOf(await enter(browser, second, app.code()))).toMatchObject({ amr: ['otp', 'mfa'], acr: MFA });
    // Without another factor one has to be set up.
    const eve = await addPerson('eve');
    const asked = await ask(addressOf(eve));
    const enrol = await enter(asked.browser, asked.page, asked.letter.code);
    expect([isIn(enrol), enrol.html?.includes('name="setup"')]).toEqual([false, true]);
  });

  it('does not reach what an application requires of two factors', async () => {
    const { browser, page, letter } = await ask();
    await enter(browser, page, letter.code);
    const claims = JSON.stringify({ id_token: { acr: { essential: true, value: MFA } } });
    const stepUp = await begin(browser, { claims, prompt: 'none' });
    expect(answerOf(stepUp).members.code).toBeUndefined();
    expect(await idTokenOf(await begin(browser, { acr_values: MFA ?? '' }))).toMatchObject({ acr: SFA });
  });

  it('still ends with a new password, where one is due', async () => {
    await service.call('POST', person('_require-password-change'));
    const { browser, page, letter } = await ask();
    const due = await enter(browser, page, letter.code);
    expect([isIn(due), due.html?.includes('name="newPassword"')]).toEqual([false, true]);
  });

  it('counts while the policy allows it', async () => {
    const { browser, page, letter } = await ask();
    await enter(browser, page, letter.code);
    expect(isIn(await begin(browser, { prompt: 'none' }))).toBe(true);
    await decide({ mailedSignIn: false });
    expect(answerOf(await begin(browser, { prompt: 'none' })).members).toMatchObject({ error: 'login_required' });
  });
});

describe('the link', () => {
  it('signs nobody in in another browser, and says where its code is typed', async () => {
    const { browser, page, letter } = await ask();
    const other = newBrowser();
    // Without a sign-in, and with one of its own.
    for (let i = 0; i < 2; i++) {
      const opened = await other.open(letter.link);
      expect([opened.page?.status, opened.html?.includes('action="/sign-in')]).toEqual([403, false]);
      expect(opened.html).toContain('Go back to that browser');
      await begin(other);
    }
    expect(isIn(await enter(browser, page, letter.code))).toBe(true);
  });

  it('is not moved to the sign-in of another browser or another tab, nor is the code', async () => {
    const { browser, page, letter } = await ask();
    const query = new URL(letter.link).searchParams;
    const [id, secret] = [query.get('id') ?? '', query.get('code') ?? ''];
    for (const victim of [newBrowser(), browser]) {
      const own = await begin(victim);
      const opened = await victim.open(`${stepOf(own, 'mail')}?${query.toString()}`);
      expect([opened.page?.status, isIn(opened)]).toEqual([410, false]);
      for (const code of [secret, letter.code]) expect(isIn(await post(victim, stepOf(own, 'mail'), { id, code }))).toBe(false);
      // Typed at a handle of that sign-in: the code of somebody else, and of the same person from elsewhere.
      const sent = await send(victim, own, victim === browser ? mail : world.loginName);
      expect(isIn(await enter(victim, sent, letter.code))).toBe(false);
    }
    expect(isIn(await enter(browser, page, letter.code))).toBe(true);
  });
});

describe('a code', () => {
  it('has five tries, in parallel or not; the right one is not compared then', async () => {
    const { browser, page, letter } = await ask();
    await Promise.all(Array.from({ length: 6 }, () => enter(browser, page, 'AAAAA-AAAAA')));
    const refused = await enter(browser, page, letter.code);
    expect([isIn(refused), refused.html?.includes(WRONG)]).toEqual([false, true]);
  });

  it('signs in once, however many use it at once over all processes', async () => {
    const { browser, page, letter } = await ask();
    let accepted = 0;
    const tries = Array.from({ length: 8 }, async (_, at) => {
      const from = services[at % services.length] ?? service;
      const url = `${from.url}${new URL(stepOf(page, 'mail')).pathname}`;
      const headers = { origin: service.url, cookie: browser.cookieHeader(new URL(url).pathname) };
      const id = new URL(letter.link).searchParams.get('id') ?? '';
      const code = at % 2 ? letter.code : (new URL(letter.link).searchParams.get('code') ?? '');
      const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ id, code }), headers, redirect: 'manual' });
      if (answer.status === 303 && answer.headers.get('location')?.includes('/authorize/')) accepted++;
    });
    await Promise.all(tries);
    expect(accepted).toBe(1);
    expect((await events(ada)).filter((type) => type.endsWith('succeeded'))).toHaveLength(1);
  });

  it('is over after ten minutes', async () => {
    const [late, early] = [await ask(), await ask(mail, undefined, 2)];
    advance(590);
    expect(isIn(await enter(early.browser, early.page, early.letter.code))).toBe(true);
    advance(11);
    expect(isIn(await enter(late.browser, late.page, late.letter.code))).toBe(false);
    expect((await late.browser.open(late.letter.link)).page?.status).not.toBe(200);
  });

  const ends: Array<[string, () => Promise<unknown>]> = [
    ['a deactivation', () => service.call('POST', person('_deactivate'))],
    [
      'a deactivation that was taken back',
      async () => {
        await service.call('POST', person('_deactivate'));
        await service.call('POST', person('_reactivate'));
      },
    ],
    ['a lock', () => service.call('POST', person('_lock'))],
    ['a removal', () => service.call('DELETE', person('').slice(0, -1))],
    ['the end of its organization', () => service.call('POST', `/admin/v1/organizations/${world.organization.id}/_deactivate`)],
    ['a new password', () => service.call('POST', person('_set-temporary-password'), { password: 'Given-by-somebody-1' })],
    ['a mark that was lost', () => unverify()],
    [
      'another address',
      () =>
        service.call(
          'PATCH',
          `/scim/v2/${world.organization.id}/Users/${ada.id}`,
          patchOf({ op: 'replace', path: 'emails', value: [{ value: 'new@elsewhere.example', primary: true }] }),
        ),
    ],
    ['a policy', () => decide({ mailedSignIn: false })],
    [
      'a passkey beside no password',
      async () => {
        await removePassword();
        await addStoredPasskey(service, ada.no);
      },
    ],
  ];
  it.each(ends)('is over with %s before it is used', async (_, end) => {
    const { browser, page, letter } = await ask();
    await end();
    expect(isIn(await enter(browser, page, letter.code))).toBe(false);
    expect((await events(ada)).filter((type) => type.endsWith('succeeded'))).toEqual([]);
  });
});

const unverify = () =>
  service
    .get(Database)
    .write('unverify', (tx) =>
      tx.run(`UPDATE users SET lists = REPLACE(lists, '"verified":true', '"verified":false') WHERE no = ?`, [ada.no]),
    );
const removePassword = () =>
  service.get(Database).write('no password', (tx) => tx.run('DELETE FROM passwords WHERE user_no = ?', [ada.no]));

describe('who has an account', () => {
  /** What a page says, without what is random or was typed. */
  const gist = ({ page, html = '' }: Page, typed: string) => [
    page?.status,
    html
      .replaceAll(typed, '')
      .replaceAll(/sign-in\/[\w-]+/g, '')
      .replaceAll(/request=[\w-]+/g, '')
      .replaceAll(/name="id" value="([^"]+)"/g, (_, id: string) => `${id.length}`),
    [...(page?.headers.keys() ?? [])].toSorted(),
  ];
  const tried = async (name: string) => {
    const browser = newBrowser();
    const pages = [await send(browser, await begin(browser), name)];
    for (let i = 0; i < 6; i++) pages.push(await enter(browser, pages[0] ?? { url: '' }, 'AAAAA-AAAAA'));
    return pages.map((page) => gist(page, name));
  };

  it('is not told, nor who may sign in by mail, nor when enough was sent', async () => {
    const handles = async () =>
      Number((await service.get(Database).query.row<{ n: number }>(`SELECT COUNT(*) AS n FROM mailed_codes WHERE purpose = 'signIn'`))?.n);
    const before = await handles();
    const expected = await tried(`nobody@${world.organization.primaryDomain}`);
    // A wrong code costs the same statements for every name.
    expect(await handles()).toBe(before + 1);
    const unproven = await addPerson('unproven', { emails: [{ value: `other@elsewhere.example`, primary: true }] });
    for (let i = 0; i < 7; i++) expect(await tried(mail)).toEqual(expected);
    expect(await tried(unproven.userName)).toEqual(expected);
  });

  it('is answered before anybody is looked up', async () => {
    const browser = newBrowser();
    const begun = await begin(browser);
    let goOn = () => {};
    const waiting = new Promise<undefined>((resolve) => (goOn = () => resolve(undefined)));
    const held = vi.spyOn(service.get(SignInDirectory), 'findOnPageOf').mockReturnValue(waiting);
    expect((await post(browser, stepOf(begun, 'mail'), { loginName: mail })).page?.status).toBe(200);
    expect(held).toHaveBeenCalledOnce();
    goOn();
    held.mockRestore();
  });
});

describe('no mail goes', () => {
  const asks = async (loginName: string, times = 1, open = newBrowser, sent = vi.spyOn(service.get(AccountMailer), 'sendCode')) => {
    const before = sent.mock.calls.length;
    for (let i = 0; i < times; i++) {
      const browser = open();
      await send(browser, await begin(browser), loginName);
    }
    const calls = sent.mock.calls.slice(before);
    return (address: string) => calls.filter(([, to]) => to === address).length;
  };
  afterEach(() => void vi.restoreAllMocks());

  it('to an address that is not verified', async () => {
    const address = `bea@${freshName('elsewhere')}.example`;
    const bea = await addPerson('bea', { emails: [{ value: address, primary: true }] });
    expect((await asks(bea.userName))(address)).toBe(0);
  });

  it('to somebody whose own organization does not allow it, on the page of one that does; nor is a code taken then', async () => {
    const other = await makeWorld(service);
    const eve = `eve@${other.organization.primaryDomain}`;
    await other.addPerson({ userName: 'eve', emails: [{ value: eve, primary: true, verifiedBy: 'code' }] });
    const decideThere = (mailedSignIn: boolean) => service.get(Policies).set(other.organization.no, 'assurance', { mailedSignIn }, 'test');
    expect((await asks(eve))(eve)).toBe(0);
    await decideThere(true);
    const [first, second] = [await ask(eve), await ask(eve, undefined, 2)];
    // The next page of somebody of another organization is the question for consent.
    const isAccepted = async ({ browser, page, letter }: Asked) =>
      new URL((await enter(browser, page, letter.code)).url).pathname.endsWith('/consent');
    await decideThere(false);
    expect(await isAccepted(first)).toBe(false);
    await decideThere(true);
    expect(await isAccepted(second)).toBe(true);
  });

  it('to somebody who signs in with a passkey and has no password, unless the policy lets mail set one', async () => {
    await removePassword();
    await addStoredPasskey(service, ada.no);
    expect((await asks(mail))(mail)).toBe(0);
    await decide({ firstPasswordByMail: true });
    expect((await asks(mail))(mail)).toBe(1);
  });

  it('to people of a directory whose password does not sign in, linked or claimed by its domain', async () => {
    const { organization } = world;
    const providerId = await addProvider(service, organization, { issuer: service.url, clientId: 'directory' }, 'secret');
    await decide({ passwordBesideProvider: false });
    expect((await asks(mail))(mail)).toBe(1);
    await decideProvider(service, organization, providerId, { domains: [organization.primaryDomain] });
    expect((await asks(mail))(mail)).toBe(0);
    await decideProvider(service, organization, providerId, { domains: [] });
    const provider = await service.get(IdentityProviders).byId(providerId);
    if (!provider) throw new Error('There is no provider.');
    const link = { provider, userNo: ada.no, orgNo: organization.no, subject: 'ada' };
    await service.get(Database).write('link', (tx) => service.get(IdentityLinks).add(tx, link, 'test'));
    expect((await asks(mail))(mail)).toBe(0);
    // Also where no password signs in at all.
    await decide({ passwordBesideProvider: true, passwordAllowed: false });
    expect((await asks(mail))(mail)).toBe(0);
    await decide({ passwordAllowed: true });
    expect((await asks(mail))(mail)).toBe(1);
  });

  it('to one person more than five times an hour from a network, and twenty times from all', async () => {
    const from = { 'x-forwarded-for': '203.0.113.7' };
    expect((await asks(mail, 8, () => new Browser(service.url, from)))(mail)).toBe(5);
    expect((await asks(mail, 18))(mail)).toBe(15);
  });

  it('from one network more than thirty times an hour, whoever is named', async () => {
    const from = { 'x-forwarded-for': '203.0.113.8' };
    const people = await Promise.all(Array.from({ length: 7 }, (_, at) => addPerson(`many${at}`)));
    const sent = vi.spyOn(service.get(AccountMailer), 'sendCode');
    for (const [at, one] of people.entries()) await asks(addressOf(one), at < 6 ? 5 : 1, () => new Browser(service.url, from), sent);
    expect(sent).toHaveBeenCalledTimes(30);
    sent.mockRestore();
  });
});

it('a right password beside it is still a password', async () => {
  const browser = newBrowser();
  const page = await browser.submit(await begin(browser), mail, PASSWORD);
  expect(await idTokenOf(page)).toMatchObject({ amr: ['pwd'] });
  expect(await lettersTo(service, mail, 0)).toEqual([]);
});
