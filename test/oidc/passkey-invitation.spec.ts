// Somebody new accepts an invitation with a passkey in the place of a password.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { People } from '../../src/users/directory/people/people.service.js';
import { emptyPerson } from '../../src/users/directory/people/person/person.js';
import { Policies } from '../../src/users/organizations/policies/policies.service.js';
import { Authenticator } from '../support/authenticator.mjs';
import { Browser, fill, hiddenOf, type Page } from '../support/browser.js';
import { addApp, codesOn } from '../support/factors.js';
import { letterTo, startMailedService, type MailedService } from '../support/mailed-service.js';
import { openLogin, optionsOn, signInByPasskey } from '../support/passkeys.js';
import { eventsOf } from '../support/people.js';
import { createServiceUser } from '../support/service-users.js';
import { freePort } from '../support/service.js';
import { makeWorld, PASSWORD, REDIRECT_URI, type World } from '../support/world.js';

let service: MailedService;
let world: World;
let clientId: string;
beforeAll(async () => {
  const port = String(await freePort());
  service = await startMailedService({ PORT: port, PUBLIC_URL: `http://localhost:${port}` });
  world = await makeWorld(service);
  clientId = (await world.addApplication({ type: 'userAgent' })).application.clientId;
});
afterAll(() => service.close());

let count = 0;
const personPath = (id: string, rest: string) => `/admin/v1/organizations/${world.organization.id}/people/${id}/${rest}`;
const invite = (id: string) => service.call('POST', personPath(id, '_invite'));

/** Somebody without a password, and the page of the invitation. */
async function invited(): Promise<{ id: string; link: string; browser: Browser; page: Page }> {
  const userName = `invited${++count}`;
  const address = `${userName}@mail.example`;
  const values = { ...emptyPerson(), userName, emails: [{ value: address, primary: true }] };
  const { id } = await service.get(People).create(world.organization, values, undefined, 'test');
  expect((await invite(id)).status).toBe(204);
  const { link } = await letterTo(service, address);
  const browser = new Browser(service.url);
  return { id, link, browser, page: await browser.open(link) };
}
/** The form for a passkey is the second of the page. */
const answer = (browser: Browser, page: Page, credential: string) => fill(browser, page, { credential }, 1);
const added = async (id: string) => (await eventsOf(service, id)).filter(({ type }) => type === 'user.human.passkey.added').length;
async function signsIn(key: Authenticator): Promise<boolean> {
  const browser = new Browser(service.url);
  return (await signInByPasskey(browser, await openLogin(service, browser, clientId), key)).url.startsWith(REDIRECT_URI);
}

it('an invitation that a weaker administrator sent is dead for somebody who has been given a role since', async () => {
  const manager = await createServiceUser(service, world.organization.id, 'ORG_USER_MANAGER');
  const [weak, fine] = await Promise.all(
    ['weak', 'fine'].map(async (userName) => {
      const emails = [{ value: `${userName}@${world.organization.primaryDomain}`, primary: true }];
      const { id } = await service.get(People).create(world.organization, { ...emptyPerson(), userName, emails }, undefined, 'test');
      expect((await service.call('POST', personPath(id, '_invite'), undefined, { token: manager.token })).status).toBe(204);
      return { id, link: (await letterTo(service, emails[0]?.value ?? '')).link };
    }),
  );
  await service.call('POST', `/admin/v1/organizations/${world.organization.id}/members`, { userId: weak?.id, role: 'ORG_OWNER' });
  const pageOf = async (link = '') => (await new Browser(service.url).open(link)).html;
  expect(await pageOf(fine?.link)).toContain('new-password');
  expect(await pageOf(weak?.link)).not.toContain('new-password');
});

describe('an invitation', () => {
  it('is accepted with a passkey, which signs in without a password', async () => {
    const { id, browser, page } = await invited();
    const key = new Authenticator(service.url);
    const done = await answer(browser, page, key.create(optionsOn(page)));
    expect(done.page?.status).toBe(200);
    expect(await added(id)).toBe(1);
    expect(await signsIn(key)).toBe(true);
    const scim = await service.call('GET', personPath(id, 'factors'));
    expect(scim.body.factors).toMatchObject([{ kind: 'passkey' }]);
  });

  it('accepted with a passkey shows recovery codes where two factors are asked for, one of which may be a password', async () => {
    const decide = (secondFactor: 'required' | 'optional') =>
      service.get(Policies).set(world.organization.no, 'assurance', { secondFactor }, 'test');
    await decide('required');
    const { id, browser, page } = await invited();
    const codes = await answer(browser, page, new Authenticator(service.url).create(optionsOn(page)));
    expect([codesOn(codes).length, await added(id)]).toEqual([10, 1]);
    const loginName = `invited${count}@${world.organization.primaryDomain}`;
    expect((await browser.submitButton(codes, 'saved them')).html).toContain(`signed in as ${loginName}`);
    await decide('optional');
  });

  it('is used once, by a passkey or a password', async () => {
    const { id, link, browser, page } = await invited();
    const keys = [1, 2, 3, 4].map(() => new Authenticator(service.url));
    const pages = await Promise.all(keys.map(() => new Browser(service.url).open(link)));
    const answers = await Promise.all([
      ...keys.map((key, at) => answer(new Browser(service.url), pages[at] ?? page, key.create(optionsOn(pages[at] ?? page)))),
      fill(browser, page, { newPassword: 'Correct-Horse-7' }),
    ]);
    expect(answers.filter(({ page: one }) => one?.status === 200)).toHaveLength(1);
    expect(await added(id)).toBeLessThanOrEqual(1);
    const signedIn = await Promise.all(keys.map(signsIn));
    expect(signedIn.filter(Boolean)).toHaveLength(await added(id));
  });

  it('takes no key of another origin, of a key without verification, or made for another invitation, and stays good', async () => {
    const [{ id, browser, page }, other] = [await invited(), await invited()];
    for (const lies of [{ origin: 'https://attacker.example' }, { verified: false }, { challenge: optionsOn(other.page).challenge }]) {
      const again = await answer(browser, page, new Authenticator(service.url).create(optionsOn(page), lies));
      expect([again.page?.status, again.html?.includes('The answer wasn’t accepted')]).toEqual([400, true]);
    }
    expect(await added(id)).toBe(0);
    const key = new Authenticator(service.url);
    const fresh = await browser.open(page.url);
    expect((await answer(browser, fresh, key.create(optionsOn(fresh)))).page?.status).toBe(200);
    expect(await signsIn(key)).toBe(true);
  });

  it('takes no key that somebody else has', async () => {
    const [one, other] = [await invited(), await invited()];
    const key = new Authenticator(service.url);
    await answer(one.browser, one.page, key.create(optionsOn(one.page)));
    const again = await answer(other.browser, other.page, key.create(optionsOn(other.page)));
    expect([again.page?.status, again.html?.includes('already registered')]).toEqual([400, true]);
    expect(await added(other.id)).toBe(0);
  });

  it('is no way around a second factor that an import brought: the password is chosen, and the app asked for', async () => {
    const { id, link, browser, page } = await invited();
    const app = await addApp(service, await service.get(People).requirePerson(world.organization, id));
    const kept = optionsOn(page);
    const fresh = await browser.open(link);
    expect([fresh.html?.includes('newPassword'), fresh.html?.includes('data-passkey')]).toEqual([true, false]);
    expect((await answer(browser, page, new Authenticator(service.url).create(kept))).page?.status).toBe(400);
    expect(await added(id)).toBe(0);
    expect((await fill(browser, fresh, { newPassword: 'Correct-Horse-7' })).page?.status).toBe(200);
    const loginName = `invited${count}@${world.organization.primaryDomain}`;
    const step = await browser.submit(await openLogin(service, browser, clientId), loginName, 'Correct-Horse-7');
    expect(step.html).toContain('authenticator app');
    expect((await fill(browser, step, { code: app.code() })).url.startsWith(REDIRECT_URI)).toBe(true);
  });

  it('is not sent to somebody who has a passkey, until it is removed', async () => {
    const { id, browser, page } = await invited();
    await answer(browser, page, new Authenticator(service.url).create(optionsOn(page)));
    expect(await invite(id)).toMatchObject({ status: 409, body: { code: 'person.hasPasskey' } });
    const [factor] = (await service.call('GET', personPath(id, 'factors'))).body.factors;
    expect((await service.call('DELETE', personPath(id, `factors/${factor.factorId}`))).status).toBe(204);
    expect((await invite(id)).status).toBe(204);
  });

  it('asks for a passkey alone where no password signs in, and takes no password', async () => {
    const decide = (passwordAllowed: boolean) => service.get(Policies).set(world.organization.no, 'assurance', { passwordAllowed }, 'test');
    await decide(false);
    const { id, browser, page } = await invited();
    expect([page.html?.includes('newPassword'), page.html?.includes('data-passkey="create"')]).toEqual([false, true]);
    const { code, id: handle } = hiddenOf(page) as { code: string; id: string };
    const refused = await browser.open(page.url, {
      method: 'POST',
      body: new URLSearchParams({ id: handle, code, newPassword: PASSWORD }),
    });
    expect([refused.html?.includes('newPassword'), optionsOn(refused).challenge]).toEqual([false, expect.any(String)]);
    const key = new Authenticator(service.url);
    expect((await fill(browser, page, { credential: key.create(optionsOn(page)) })).page?.status).toBe(200);
    expect([await added(id), await signsIn(key)]).toEqual([1, true]);
    await decide(true);
  });

  it('offers no passkey where the organization wants none', async () => {
    await service.get(Policies).set(world.organization.no, 'assurance', { passkeys: 'off' }, 'test');
    expect((await invited()).page.html).not.toContain('data-passkey');
    await service.get(Policies).set(world.organization.no, 'assurance', { passkeys: 'optional' }, 'test');
  });
});
