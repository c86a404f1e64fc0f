// Making an account for oneself: allowed by the organization, finished by a mailed code, silent about who has an account.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { Clock } from '../../src/common/primitives/clock.js';
import { Passwords } from '../../src/users/authentication/passwords/passwords.service.js';
import { People } from '../../src/users/directory/people/people.service.js';
import { emptyPerson } from '../../src/users/directory/people/person/person.js';
import { Policies } from '../../src/users/organizations/policies/policies.service.js';
import { Registration } from '../../src/users/accounts/registration/registration.service.js';
import { RegistrationMails } from '../../src/users/accounts/registration/registration-mails.service.js';
import { Browser, fill, follow, hiddenOf } from '../support/browser.js';
import { lettersTo, letterTo, wrong } from '../support/mailed-service.js';
import { redeem, userinfo } from '../support/oauth.js';
import { useMailedScene, type MailedScene } from '../support/mailed-scene.js';
import { eventsOf, freshName } from '../support/people.js';

const CHOSEN = 'Brand-new-Horse-9';

let { service, world, client, browser, begin: open } = {} as MailedScene;
let email: string;

useMailedScene((scene) => ({ service, world, client, browser, begin: open } = scene));
beforeEach(async () => {
  email = `${freshName('New.Person')}@example.com`;
  await allow(true);
});

const allow = (enabled: boolean) => service.get(Policies).set(world.organization.no, 'registration', { enabled }, 'test');
const person = (text = email) => service.get(People).findByNameOrEmail(world.organization, text);
const applicant = (more: Record<string, string> = {}) => ({ givenName: 'New', familyName: 'Person', email, newPassword: CHOSEN, ...more });

const begin = (from = browser) => open(from, 'openid email profile');
const form = async (from = browser) => follow(from, await begin(from), 'Create account');
const apply = async (more: Record<string, string> = {}, from = browser) => fill(from, await form(from), applicant(more));

describe('making an account', () => {
  it('ends signed in to the application, with the address verified', async () => {
    const page = await form();
    expect(page.html).toContain('at least 12 characters');
    for (const name of ['given-name', 'family-name', 'email', 'new-password']) expect(page.html).toContain(`autocomplete="${name}"`);
    const waiting = await fill(browser, page, applicant());
    expect(waiting.html).toContain(`We sent an email to ${email}.`);
    expect(await person()).toBeUndefined();

    const { code } = await letterTo(service, email);
    const { url } = await fill(browser, waiting, { code });
    const { body } = await redeem(service, client, new URL(url).searchParams.get('code') ?? '');
    expect((await userinfo(service, body.access_token)).body).toMatchObject({ given_name: 'New', email, email_verified: true });

    const made = await person();
    expect(made).toMatchObject({ userName: email, preferredLanguage: 'en', active: true });
    expect(await service.get(Passwords).check(made?.no, CHOSEN)).toBe(true);
    const types = (await eventsOf(service, made?.id ?? '')).map(({ type }) => type);
    expect(types.slice(0, 2)).toEqual(['user.human.added', 'user.human.email.verified']);
  });

  it('is offered only where the organization allows it', async () => {
    const page = await form();
    const waiting = await fill(browser, page, applicant());
    const { code } = await letterTo(service, email);
    await allow(false);
    expect((await begin(new Browser(service.url))).html).not.toContain('Create account');
    for (const answer of [await browser.open(page.url), await fill(browser, page, applicant()), await fill(browser, waiting, { code })]) {
      expect(answer.page?.status).toBe(403);
      expect(answer.html).toContain('You can’t create an account here.');
    }
    expect(await person()).toBeUndefined();
  });

  it.each([
    [{ givenName: ' ' }, 'Enter your first and last name', 'givenName'],
    [{ familyName: 'x'.repeat(201) }, 'Enter your first and last name', 'familyName'],
    [{ givenName: 'a\u0000b' }, 'Enter your first and last name', 'givenName'],
    [{ email: 'no address' }, 'We can’t send email to this address.', 'email'],
    [{ email: 'a@b.example\r\nBcc: c@d.example' }, 'We can’t send email to this address.', 'email'],
    [{ email: `${'x'.repeat(64)}@${'y'.repeat(200)}.example` }, 'We can’t send email to this address.', 'email'],
    [{ newPassword: 'weak' }, 'Your password still needs: at least 12 characters. This is one of the most common passwords', 'newPassword'],
    [{ newPassword: 'Qwerty123456' }, 'This is one of the most common passwords, which attackers try first.', 'newPassword'],
  ])('refuses %j, and says why at the field', async (more, sentence, field) => {
    const { page, html = '' } = await apply(more as Record<string, string>);
    expect(page?.status).toBe(400);
    expect(html).toContain(sentence);
    const input = html.split('<input').find((part) => part.includes(`id="${field}"`)) ?? '';
    expect(input).toMatch(/aria-describedby="(rules )?\w+-fault"/);
    expect([html.match(/ autofocus/g)?.length, input.includes(' autofocus')]).toEqual([1, true]);
    // A password is never sent back.
    expect(html).not.toContain(CHOSEN);
  });

  it('shows names as text', async () => {
    const { html } = await apply({ givenName: '"><script>alert(1)</script>', newPassword: 'weak' });
    expect(html?.match(/<script/g), 'the script of the pages alone').toHaveLength(1);
    const { html: sent } = await apply({ givenName: '<b>x</b>' });
    expect(sent).not.toContain('<b>');
    expect((await letterTo(service, email)).html).not.toContain('<b>x');
  });

  it('refuses a wrong code, and after the fifth wrong one the right one too', async () => {
    const waiting = await apply();
    const { code } = await letterTo(service, email);
    for (let tries = 0; tries < 5; tries++)
      expect((await fill(browser, waiting, { code: wrong(code) })).html).toContain('This code is wrong');
    expect((await fill(browser, waiting, { code })).page?.status).toBe(400);
    expect(await person()).toBeUndefined();
  });

  it('makes one account of a code, however often it is sent', async () => {
    const waiting = await apply();
    const { code } = await letterTo(service, email);
    const state = hiddenOf(waiting).state ?? '';
    const uid = new URL(waiting.url).pathname.split('/')[2] ?? '';
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => service.get(Registration).finishRegistration(state, uid, code)));
    expect(outcomes.filter(({ kind }) => kind === 'done')).toHaveLength(1);
  });

  it('takes what waits for the code only unchanged, in its own sign-in, and for an hour', async () => {
    const clock = service.get(Clock);
    const beforeMs = clock.nowMs();
    const waiting = await apply();
    const { code } = await letterTo(service, email);
    const { state = '' } = hiddenOf(waiting);
    const changed = `${state.slice(0, -1)}${state.endsWith('A') ? 'B' : 'A'}`;
    const other = new Browser(service.url);
    for (const answer of [
      await fill(browser, waiting, { code, state: changed }),
      await fill(other, await form(other), { code, state, email }),
    ]) {
      expect(answer.html).toContain('Please fill in the form again.');
    }
    // Counted from before the hour began, or a slow machine would use up the second that is left.
    const now = vi.spyOn(clock, 'nowMs').mockReturnValue(beforeMs + 3_599_000);
    expect((await fill(browser, waiting, { code: wrong(code) })).page?.status).toBe(400);
    now.mockRestore();
    clock.advance(3_601_000);
    expect((await fill(browser, waiting, { code })).page?.status).not.toBe(303);
    expect(await person()).toBeUndefined();
  });

  it('leaves the account that somebody else made with the address meanwhile', async () => {
    const waiting = await apply();
    const { code } = await letterTo(service, email);
    await service.get(People).create(world.organization, { ...emptyPerson(), userName: email.toUpperCase() }, undefined, 'test');
    const answer = await fill(browser, waiting, { code });
    expect(answer.page?.status).toBe(409);
    expect(answer.html).toContain('You already have an account with this address.');
  });

  it('gives nobody the login name of somebody else as an address', async () => {
    const userName = freshName('namesake');
    await world.addPerson({ userName });
    const address = `${userName}@${world.organization.primaryDomain}`;
    const waiting = await apply({ email: address });
    const { html, page } = await fill(browser, waiting, { code: (await letterTo(service, address)).code });
    expect(page?.status).toBe(409);
    expect(html).toContain('already');
    expect(await person(address)).toBeUndefined();
  });

  it('writes to the owner of an address, at the stored address, and makes nothing', async () => {
    const stored = email;
    await service
      .get(People)
      .create(world.organization, { ...emptyPerson(), userName: 'owner', emails: [{ value: stored, primary: true }] }, undefined, 'test');
    const waiting = await apply({ email: email.toUpperCase() });
    expect(waiting.html).toContain('We sent an email to');
    const [letter] = await lettersTo(service, stored);
    expect(letter?.subject).toContain('You already have an account at');
    expect(letter?.code).toBe('');
    expect((await fill(browser, waiting, { code: 'AAAAA-AAAAA' })).html).toContain('This code is wrong');
    expect((await person())?.userName).toBe('owner');
  });

  it('mails to one address at most five times an hour', async () => {
    for (let times = 0; times < 7; times++) await apply({}, new Browser(service.url));
    await service.get(RegistrationMails).settled();
    // Once every mail that was written has been sent.
    await expect.poll(() => service.get(Database).query.rows('SELECT no FROM mail_outbox')).toEqual([]);
    expect(await lettersTo(service, email, 5)).toHaveLength(5);
  });
});
