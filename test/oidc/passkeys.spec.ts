// Passkeys: registered on the account page, used to sign in, kept by their owner alone.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { Database } from '../../src/common/database/database.js';
import { Policies } from '../../src/users/organizations/policies/policies.service.js';
import type { AssurancePolicy } from '../../src/users/organizations/policies/policy-kinds.js';
import { Authenticator, type Lies } from '../support/authenticator.mjs';
import { Browser, fill, hiddenOf, type Page } from '../support/browser.js';
import { codesOn } from '../support/factors.js';
import { claimsOf, codeIn, redeem } from '../support/oauth.js';
import { addPasskey, openCreation, openLogin, optionsOn, post, signInByPasskey, startPasskeyService, stepOf } from '../support/passkeys.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';
import { makeWorld, PASSWORD, REDIRECT_URI, type World } from '../support/world.js';

let service: TestService;
let world: World;
let clientId: string;
beforeAll(async () => {
  service = await startPasskeyService();
  world = await makeWorld(service);
  clientId = (await world.addApplication({ type: 'userAgent' })).application.clientId;
});
afterAll(() => service.close());

let count = 0;
/** Somebody new, signed in with the password in a browser of their own. */
async function newcomer(): Promise<{ loginName: string; browser: Browser; id: string }> {
  const userName = `key${++count}`;
  const { id } = await world.addPerson({ userName, emails: [{ value: `${userName}@mail.example`, primary: true }] });
  const loginName = `${userName}@${world.organization.primaryDomain}`;
  const browser = new Browser(service.url);
  await browser.submit(await browser.open(`${service.url}/account`), loginName, PASSWORD);
  return { loginName, browser, id };
}
async function keyHolder(): Promise<{ loginName: string; browser: Browser; id: string; key: Authenticator }> {
  const person = await newcomer();
  const key = new Authenticator(service.url);
  expect((await addPasskey(service, person.browser, key)).html).toContain('Your passkey has been added.');
  return { ...person, key };
}
const isAnswered = (page: Page) => page.url.startsWith(REDIRECT_URI);
const eventsOf = async (id: string): Promise<string[]> => {
  const path = `/admin/v1/organizations/${world.organization.id}/people/${id}/events?limit=100`;
  return (await service.call('GET', path)).body.events.map(({ type }: { type: { type: string } }) => type.type);
};
const asked = (browser: Browser) => openLogin(service, browser, clientId);

describe('a passkey', () => {
  it('is added with the password, and signs in without one and without a name', async () => {
    const { key, loginName, id } = await keyHolder();
    const browser = new Browser(service.url);
    const answered = await signInByPasskey(browser, await asked(browser), key);
    expect(isAnswered(answered)).toBe(true);
    const { body } = await redeem(service, { clientId }, codeIn(answered.url));
    expect(claimsOf(body.id_token)).toMatchObject({ sub: id, amr: expect.arrayContaining(['user', 'mfa']) });
    expect(await eventsOf(id)).toEqual(expect.arrayContaining(['user.human.passkey.added', 'user.human.passkey.check.succeeded']));
    expect((await browser.open(`${service.url}/account`)).html).toContain(loginName);
  });

  it('counts for as long as the policy says, then it is asked for again', async () => {
    const own = await makeWorld(service);
    await service.get(Policies).set(own.organization.no, 'assurance', { passkeySeconds: 3_600 }, 'test');
    const { clientId: ownClient } = (await own.addApplication({ type: 'userAgent' })).application;
    const [enrolling, browser, key] = [new Browser(service.url), new Browser(service.url), new Authenticator(service.url)];
    await enrolling.submit(await enrolling.open(`${service.url}/account`), own.loginName, PASSWORD);
    await addPasskey(service, enrolling, key);
    const open = () => openLogin(service, browser, ownClient);
    expect(isAnswered(await signInByPasskey(browser, await open(), key))).toBe(true);
    service.get(Clock).advance(3_500_000);
    expect(isAnswered(await open())).toBe(true);
    service.get(Clock).advance(101_000);
    const again = await open();
    expect(isAnswered(again)).toBe(false);
    expect(isAnswered(await signInByPasskey(browser, again, key))).toBe(true);
  });

  it('signs in to the account page', async () => {
    const { key, loginName } = await keyHolder();
    const browser = new Browser(service.url);
    const options = JSON.parse((await post(browser, `${service.url}/account/passkey-options`, {})).html ?? '');
    const page = await post(browser, `${service.url}/account/passkey-sign-in`, { credential: key.get(options) });
    expect(page.html).toContain(loginName);
  });

  it('is listed with a name, renamed, and removed after a check', async () => {
    const { browser, key, id } = await keyHolder();
    const list = await browser.open(`${service.url}/account/passkeys`);
    expect(list.html).toContain('Chromium');
    const passkeyId = /name="id" value="([^"]+)"/.exec(list.html ?? '')?.[1] ?? '';
    const renamed = await post(browser, `${service.url}/account/passkeys`, { action: 'rename', id: passkeyId, name: ' My <b>phone</b> ' });
    expect(renamed.html).toContain('My &lt;b>phone&lt;/b>');
    const unproven = await post(browser, `${service.url}/account/passkeys`, { action: 'remove', id: passkeyId });
    expect(unproven.html).toContain('Confirm that it’s you');
    const removal = { action: 'remove', id: passkeyId };
    const removed = await post(browser, `${service.url}/account/passkeys`, { ...removal, credential: key.get(optionsOn(unproven)) });
    expect(removed.html).toContain('You don’t have a passkey yet.');
    const other = new Browser(service.url);
    expect(isAnswered(await signInByPasskey(other, await asked(other), key))).toBe(false);
    expect(await eventsOf(id)).toEqual(expect.arrayContaining(['user.human.passkey.renamed', 'user.human.factor.removed']));
  });

  it.each([
    ['an empty name', '  '],
    ['a name with a control character', 'a\u0007b'],
    ['a name that is too long', 'x'.repeat(101)],
  ])('is not given %s', async (_what, name) => {
    const { browser } = await keyHolder();
    const list = await browser.open(`${service.url}/account/passkeys`);
    const id = /name="id" value="([^"]+)"/.exec(list.html ?? '')?.[1] ?? '';
    const page = await post(browser, `${service.url}/account/passkeys`, { action: 'rename', id, name });
    expect([page.page?.status, page.html?.includes('Please enter a name')]).toEqual([400, true]);
  });

  it('is one of twenty at most', async () => {
    const { browser } = await newcomer();
    for (let at = 0; at < 20; at++) await addPasskey(service, browser, new Authenticator(service.url));
    const page = await addPasskey(service, browser, new Authenticator(service.url));
    expect(page.html).toContain('reached the limit of passkeys');
  });

  it('keeps its counter and when it was used', async () => {
    const { browser } = await newcomer();
    const key = new Authenticator(service.url, { counts: true, synced: false });
    await addPasskey(service, browser, key);
    const other = new Browser(service.url);
    expect(isAnswered(await signInByPasskey(other, await asked(other), key))).toBe(true);
    expect((await browser.open(`${service.url}/account/passkeys`)).html).toMatch(/last used/);
  });

  it('answers a login page with the same steps as a password: whoever must change the password does so', async () => {
    const { key, id } = await keyHolder();
    await service.call('POST', `/admin/v1/organizations/${world.organization.id}/people/${id}/_require-password-change`);
    const browser = new Browser(service.url);
    expect((await signInByPasskey(browser, await asked(browser), key)).html).toContain('Choose a new password');
  });
});

describe('a security key', () => {
  async function secondStep(): Promise<{ key: Authenticator; browser: Browser; page: Page; id: string }> {
    const { browser, loginName, id } = await newcomer();
    const key = new Authenticator(service.url);
    expect(codesOn(await addPasskey(service, browser, key, { action: 'addKey', lies: { verified: false } }))).toHaveLength(10);
    const fresh = new Browser(service.url);
    return { key, browser: fresh, page: await fresh.submit(await asked(fresh), loginName, PASSWORD), id };
  }
  const answerStep = (browser: Browser, page: Page, credential: string) => fill(browser, page, { credential });

  it('is asked for beside the password, without verification of its user', async () => {
    const { key, browser, page, id } = await secondStep();
    expect(page.html).toContain('touch it');
    expect(optionsOn(page)).toMatchObject({ userVerification: 'discouraged', allowCredentials: [{ id: key.credentialId }] });
    const answered = await answerStep(browser, page, key.get(optionsOn(page), { verified: false, userHandle: null }));
    expect(isAnswered(answered)).toBe(true);
    const { body } = await redeem(service, { clientId }, codeIn(answered.url));
    expect(claimsOf(body.id_token)).toMatchObject({ sub: id, amr: ['pwd', 'swk', 'user', 'mfa'] });
  });

  it('that cannot leave its hardware is told as such', async () => {
    const { browser, loginName } = await newcomer();
    const key = new Authenticator(service.url, { synced: false });
    await addPasskey(service, browser, key, { action: 'addKey' });
    const fresh = new Browser(service.url);
    const page = await fresh.submit(await asked(fresh), loginName, PASSWORD);
    const answered = await answerStep(fresh, page, key.get(optionsOn(page)));
    const { body } = await redeem(service, { clientId }, codeIn(answered.url));
    expect(claimsOf(body.id_token)).toMatchObject({ amr: ['pwd', 'hwk', 'user', 'mfa'] });
  });

  it.each<[string, Lies]>([
    ['of another origin', { origin: 'https://attacker.example' }],
    ['of another key', { credentialId: Buffer.alloc(32).toString('base64url') }],
    ['with a challenge of somebody else', { challenge: 'A'.repeat(43) }],
  ])('does not go on with an answer %s', async (_what, lies) => {
    const { key, browser, page } = await secondStep();
    const again = await answerStep(browser, page, key.get(optionsOn(page), lies));
    expect([again.page?.status, again.html?.includes('The answer wasn’t accepted')]).toEqual([401, true]);
    expect(isAnswered(await answerStep(browser, again, key.get(optionsOn(again))))).toBe(true);
  });

  it('of one person does not answer for another', async () => {
    const [one, other] = [await secondStep(), await secondStep()];
    const text = other.key.get(optionsOn(one.page));
    expect(isAnswered(await answerStep(one.browser, one.page, text))).toBe(false);
    expect(isAnswered(await answerStep(one.browser, one.page, other.key.get(optionsOn(other.page))))).toBe(false);
  });
});

describe('the policy of an organization', () => {
  const withPolicy = async (policy: Partial<AssurancePolicy>) => {
    const own = await makeWorld(service);
    const app = (await own.addApplication({ type: 'userAgent' })).application.clientId;
    const set = (body: Partial<AssurancePolicy>) => service.get(Policies).set(own.organization.no, 'assurance', body, 'test');
    return { own, app, apply: () => set(policy) };
  };

  it('without passkeys offers none, and takes none that was registered before', async () => {
    const { own, app, apply } = await withPolicy({ passkeys: 'off' });
    const browser = new Browser(service.url);
    await browser.submit(await browser.open(`${service.url}/account`), own.loginName, PASSWORD);
    const key = new Authenticator(service.url);
    await addPasskey(service, browser, key);
    await apply();
    const fresh = new Browser(service.url);
    const page = await openLogin(service, fresh, app);
    expect(page.html).not.toMatch(/data-passkey|webauthn/);
    expect(isAnswered(await signInByPasskey(fresh, page, key))).toBe(false);
    expect((await browser.open(`${service.url}/account/passkeys`)).html).not.toContain('Add a passkey');
  });

  it('with passkeys for everybody lets people set one up when they sign in, and nobody in without', async () => {
    const { own, app, apply } = await withPolicy({ passkeys: 'required', graceDays: 0 });
    await apply();
    const browser = new Browser(service.url);
    const page = await browser.submit(await openLogin(service, browser, app), own.loginName, PASSWORD);
    expect([isAnswered(page), page.html?.includes('Set up two-step verification')]).toEqual([false, true]);
    const key = new Authenticator(service.url);
    const answered = await fill(browser, page, { credential: key.create(optionsOn(page)) });
    expect(isAnswered(answered)).toBe(true);
    const fresh = new Browser(service.url);
    expect(isAnswered(await signInByPasskey(fresh, await openLogin(service, fresh, app), key))).toBe(true);
  });

  it.each([
    ['passkey', undefined],
    ['securityKey', 'Use a security key'],
  ])('with a second factor for everybody shows recovery codes with a %s set up at the sign-in', async (_kind, way) => {
    const { own, app, apply } = await withPolicy({ secondFactor: 'required', graceDays: 0 });
    await apply();
    const browser = new Browser(service.url);
    const page = await browser.submit(await openLogin(service, browser, app), own.loginName, PASSWORD);
    const setup = way ? await browser.submitButton(page, way) : page;
    const codes = await fill(browser, setup, { credential: new Authenticator(service.url).create(optionsOn(setup)) });
    expect([codesOn(codes).length, isAnswered(await browser.submitButton(codes, 'saved them'))]).toEqual([10, true]);
  });
});

describe('a passkey lets nobody in', () => {
  const people = () => `/admin/v1/organizations/${world.organization.id}/people`;
  it.each([
    ['who is deactivated', (id: string) => service.call('POST', `${people()}/${id}/_deactivate`)],
    ['who is locked', (id: string) => service.call('POST', `${people()}/${id}/_lock`)],
    ['who was removed', (id: string) => service.call('DELETE', `${people()}/${id}`)],
  ])('%s', async (_who, change) => {
    const { key, id } = await keyHolder();
    expect((await change(id)).status).toBeLessThan(300);
    const browser = new Browser(service.url);
    const page = await signInByPasskey(browser, await asked(browser), key);
    expect([page.page?.status, isAnswered(page)]).toEqual([401, false]);
  });

  it('whose organization is deactivated', async () => {
    const other = await makeWorld(service);
    const browser = new Browser(service.url);
    await browser.submit(await browser.open(`${service.url}/account`), other.loginName, PASSWORD);
    const key = new Authenticator(service.url);
    await addPasskey(service, browser, key);
    expect((await service.call('POST', `/admin/v1/organizations/${other.organization.id}/_deactivate`)).status).toBeLessThan(300);
    const fresh = new Browser(service.url);
    expect(isAnswered(await signInByPasskey(fresh, await asked(fresh), key))).toBe(false);
  });

  it('whom the application does not serve', async () => {
    const other = await makeWorld(service);
    const own = (await other.addApplication({ type: 'userAgent', servedOrganizations: 'own' })).application.clientId;
    const { key } = await keyHolder();
    const browser = new Browser(service.url);
    const page = await signInByPasskey(browser, await openLogin(service, browser, own), key);
    expect([page.page?.status, page.html?.includes('can’t use this account here')]).toEqual([403, true]);
  });
});

describe('somebody who was removed', () => {
  it('comes back with the passkeys', async () => {
    const { key, id } = await keyHolder();
    await service.call('PUT', `/admin/v1/organizations/${world.organization.id}/policies/removedPeople`, { days: 3 });
    const path = `/admin/v1/organizations/${world.organization.id}/people`;
    expect((await service.call('DELETE', `${path}/${id}`)).status).toBe(204);
    expect((await service.call('POST', `${path}/${id}/_restore`)).status).toBeLessThan(300);
    const browser = new Browser(service.url);
    expect(isAnswered(await signInByPasskey(browser, await asked(browser), key))).toBe(true);
  });

  it('leaves no row behind', async () => {
    const { id } = await keyHolder();
    const { query } = service.get(Database);
    const count = async () => (await query.rows('SELECT id FROM passkeys')).length;
    const before = await count();
    await service.call('PUT', `/admin/v1/organizations/${world.organization.id}/policies/removedPeople`, { days: 0 });
    await service.call('DELETE', `/admin/v1/organizations/${world.organization.id}/people/${id}`);
    expect(await count()).toBe(before - 1);
  });
});

describe('at an IP address, where browsers have no WebAuthn,', () => {
  it('nothing of it is offered', async () => {
    const plain = await sharedService();
    const { html } = await new Browser(plain.url).open(`${plain.url}/account`);
    expect(html).toContain('Sign in');
    expect(html).not.toMatch(/data-passkey|webauthn/);
    await plain.close();
  });
});

describe('the page for a new passkey', () => {
  it('asks for a discoverable key of this domain that verifies its user, and says which ones there are', async () => {
    const { browser, key, loginName } = await keyHolder();
    expect(optionsOn(await openCreation(service, browser))).toMatchObject({
      rp: { id: 'localhost', name: 'Example' },
      user: { name: loginName },
      excludeCredentials: [{ id: key.credentialId }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    });
  });

  it('names a person by random bytes, the same for each key', async () => {
    const { browser, id } = await newcomer();
    const [one, two] = [optionsOn(await openCreation(service, browser)), optionsOn(await openCreation(service, browser))];
    expect(Buffer.from(one.user.id, 'base64url')).toHaveLength(64);
    expect(one.user.id).toBe(two.user.id);
    expect(Buffer.from(one.user.id, 'base64url').toString()).not.toContain(id);
  });
});

describe('the offer of a passkey after a password', () => {
  /** What the login form sends where the script has found an authenticator in the device. */
  const typeIn = async (browser: Browser, loginName: string, more: Record<string, string> = { keyDevice: '1' }) =>
    fill(browser, await asked(browser), { loginName, password: PASSWORD, ...more });
  const OFFER = 'Sign in faster next time?';

  it('is one page on the way to the application, and the key made there signs in', async () => {
    const { loginName, id } = await newcomer();
    const browser = new Browser(service.url);
    const page = await typeIn(browser, loginName);
    expect([isAnswered(page), page.html?.includes(OFFER)]).toEqual([false, true]);
    const key = new Authenticator(service.url);
    const answered = await fill(browser, page, { credential: key.create(optionsOn(page)) });
    expect(isAnswered(answered)).toBe(true);
    expect(claimsOf((await redeem(service, { clientId }, codeIn(answered.url))).body.id_token)).toMatchObject({ sub: id });
    expect(await eventsOf(id)).toEqual(expect.arrayContaining(['user.human.passkey.added', 'user.human.factor.added']));
    const other = new Browser(service.url);
    expect(isAnswered(await signInByPasskey(other, await asked(other), key))).toBe(true);
    expect(isAnswered(await typeIn(new Browser(service.url), loginName))).toBe(true);
  });

  it('ends with recovery codes where a second factor will be required', async () => {
    const own = await makeWorld(service);
    const app = (await own.addApplication({ type: 'userAgent' })).application.clientId;
    await service.get(Policies).set(own.organization.no, 'assurance', { secondFactor: 'required', graceDays: 30 }, 'test');
    const enter = async (browser: Browser) =>
      fill(browser, await openLogin(service, browser, app), { loginName: own.loginName, password: PASSWORD, keyDevice: '1' });
    // Which is told first, once a day.
    expect((await enter(new Browser(service.url))).html).toContain('Two-step verification will be required');
    const browser = new Browser(service.url);
    const page = await enter(browser);
    const codes = await fill(browser, page, { credential: new Authenticator(service.url).create(optionsOn(page)) });
    expect([codesOn(codes).length, isAnswered(codes)]).toEqual([10, false]);
    const answered = await browser.submitButton(codes, 'saved them');
    const { body } = await redeem(service, { clientId: app }, codeIn(answered.url));
    expect(claimsOf(body.id_token)).toMatchObject({ amr: expect.arrayContaining(['pwd', 'swk', 'mfa']) });
  });

  it('is left by "Not now" without the script, and does not come back', async () => {
    const { loginName } = await newcomer();
    const browser = new Browser(service.url);
    expect(isAnswered(await browser.submitButton(await typeIn(browser, loginName), 'Not now'))).toBe(true);
    expect(isAnswered(await typeIn(new Browser(service.url), loginName))).toBe(true);
  });

  it('comes again to whoever left without an answer', async () => {
    const { loginName } = await newcomer();
    await typeIn(new Browser(service.url), loginName);
    expect((await typeIn(new Browser(service.url), loginName)).html).toContain(OFFER);
  });

  it('stands in nobody’s way without the script, or without an authenticator in the device', async () => {
    const { loginName } = await newcomer();
    expect(isAnswered(await typeIn(new Browser(service.url), loginName, {}))).toBe(true);
  });

  it.each<[string, Lies]>([
    ['of another origin', { origin: 'https://attacker.example' }],
    ['that does not verify its user', { verified: false }],
    ['with a challenge of somebody else', { challenge: 'A'.repeat(43) }],
  ])('takes no key %s, and is still left by "Not now"', async (_what, lies) => {
    const { loginName, id } = await newcomer();
    const browser = new Browser(service.url);
    const page = await typeIn(browser, loginName);
    const again = await fill(browser, page, { credential: new Authenticator(service.url).create(optionsOn(page), lies) });
    expect([again.page?.status, again.html?.includes('The answer wasn’t accepted')]).toEqual([400, true]);
    expect(isAnswered(await browser.submitButton(again, 'Not now'))).toBe(true);
    expect(await eventsOf(id)).not.toContain('user.human.passkey.added');
  });

  it.each<[string, (page: Page) => Record<string, string>]>([
    ['another language', () => ({ pageLanguage: 'de' })],
    [
      'an answer that is not accepted',
      (page) => ({ credential: new Authenticator(service.url).create(optionsOn(page), { verified: false }) }),
    ],
  ])('takes a key within ten minutes after the password, however often its page is shown: after %s', async (_what, form) => {
    const { loginName, id } = await newcomer();
    const browser = new Browser(service.url);
    let page = await typeIn(browser, loginName);
    service.get(Clock).advance(6 * 60_000);
    page = await fill(browser, page, form(page));
    // The challenge of this page is good for another half a minute.
    service.get(Clock).advance(4.5 * 60_000);
    for (const answer of [{ credential: new Authenticator(service.url).create(optionsOn(page)) }, form(page)]) {
      const late = await fill(browser, page, answer);
      expect([late.page?.status, isAnswered(late)]).toEqual([410, false]);
    }
    expect(await eventsOf(id)).not.toContain('user.human.passkey.added');
  });

  it('is good in the browser that typed the password, and for one sign-in', async () => {
    const { loginName, id } = await newcomer();
    const [browser, thief] = [new Browser(service.url), new Browser(service.url)];
    const [page, theirs] = [await typeIn(browser, loginName), await asked(thief)];
    const credential = new Authenticator(service.url).create(optionsOn(page));
    const lost = await post(thief, stepOf(theirs, 'offer'), { ...hiddenOf(page), credential });
    expect([lost.page?.status, isAnswered(lost)]).toEqual([410, false]);
    expect(await eventsOf(id)).not.toContain('user.human.passkey.added');
  });

  it('is not reached from before the second step', async () => {
    const { loginName, id } = await newcomer();
    const owner = new Browser(service.url);
    await owner.submit(await owner.open(`${service.url}/account`), loginName, PASSWORD);
    await addPasskey(service, owner, new Authenticator(service.url), { action: 'addKey', lies: { verified: false } });
    const browser = new Browser(service.url);
    const step = await typeIn(browser, loginName);
    expect(step.html).toContain('touch it');
    const credential = new Authenticator(service.url).create({ ...optionsOn(step), rp: { id: 'localhost' }, user: { id: '' } });
    for (const answer of ['', credential]) {
      const page = await post(browser, stepOf(step, 'offer'), { state: hiddenOf(step)['state'] ?? '', credential: answer });
      expect([page.page?.status, isAnswered(page)]).toEqual([410, false]);
    }
    expect((await eventsOf(id)).filter((type) => type === 'user.human.passkey.added')).toHaveLength(1);
  });

  it.each([{ passkeys: 'off' }, { offerPasskeys: false }] as const)('is not made where the organization decides %o', async (policy) => {
    const own = await makeWorld(service);
    const app = (await own.addApplication({ type: 'userAgent' })).application.clientId;
    await service.get(Policies).set(own.organization.no, 'assurance', policy, 'test');
    const browser = new Browser(service.url);
    const page = await openLogin(service, browser, app);
    expect(isAnswered(await fill(browser, page, { loginName: own.loginName, password: PASSWORD, keyDevice: '1' }))).toBe(true);
  });
});
