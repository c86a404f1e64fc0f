// What the sign-in page of an application offers (docs/adr/0046-what-a-sign-in-page-offers.md): what it hides is refused, and nothing gets past a policy.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../src/oidc/pages/texts/texts.js';
import { Policies } from '../../src/users/organizations/policies/policies.service.js';
import type { AssurancePolicy } from '../../src/users/organizations/policies/policy-kinds.js';
import { Authenticator } from '../support/authenticator.mjs';
import { Browser, fill, type Page } from '../support/browser.js';
import { addPasskey, openLogin, post, signInByPasskey, signInOptions, startPasskeyService, stepOf } from '../support/passkeys.js';
import type { TestService } from '../support/service.js';
import { makeWorld, PASSWORD, REDIRECT_URI, type World } from '../support/world.js';

let service: TestService;
let world: World;
let applications: string;
let path: string;
let clientId: string;
beforeAll(async () => {
  service = await startPasskeyService();
  world = await makeWorld(service);
  applications = `/admin/v1/organizations/${world.organization.id}/projects/${world.projectId}/applications`;
});
afterAll(() => service.close());
beforeEach(async () => {
  ({ path, clientId } = await addApplication());
});

async function addApplication(): Promise<{ path: string; clientId: string }> {
  const { body } = await service.call('POST', applications, { name: 'Shop', template: 'spa', redirectUris: [REDIRECT_URI] });
  return { path: `${applications}/${body.applicationId}`, clientId: body.clientId };
}
const choose = async (loginPage: object | null) => {
  const { status, body } = await service.call('PATCH', path, { loginPage });
  expect(status).toBe(200);
  return body;
};
const decide = (kind: 'registration' | 'assurance', change: { enabled: boolean } | Partial<AssurancePolicy>) =>
  service.get(Policies).set(world.organization.no, kind, change, 'test');
const open = (browser = new Browser(service.url), more: Record<string, string> = {}, id = clientId) =>
  openLogin(service, browser, id, more);
const has = ({ html = '' }: Page) => ({
  password: html.includes('name="password"'),
  passkey: html.includes('data-passkey="get"'),
  registration: html.includes('Create account'),
  reset: html.includes('Forgot your password?'),
});
const EVERYTHING = { password: true, passkey: true, registration: true, reset: true };
const OTHER_WAY = 'This application doesn’t allow that.';
const refusal = ({ page, html }: Page) => [page?.status, html?.includes(OTHER_WAY)];
const isAnswered = ({ url }: Page) => url.startsWith(`${REDIRECT_URI}?code=`);

describe('the choices', () => {
  it('are everything at first, are merged member by member, and null is the default again', async () => {
    const all = {
      ways: ['password', 'passkey', 'identityProvider', 'mail'],
      registration: true,
      forgottenPassword: true,
      branding: 'requested',
    };
    expect((await service.call('GET', path)).body.config.loginPage).toEqual(all);
    expect((await choose({ registration: false, language: 'de' })).config.loginPage).toEqual({
      ...all,
      registration: false,
      language: 'de',
    });
    expect((await choose({ ways: ['passkey'], language: null })).config.loginPage).toEqual({
      ...all,
      ways: ['passkey'],
      registration: false,
    });
    expect((await choose(null)).config.loginPage).toEqual(all);
    const replaced = await service.call('PUT', path, {
      name: 'Shop',
      redirectUris: [REDIRECT_URI],
      loginPage: { branding: 'own', language: null },
    });
    expect(replaced.body.config.loginPage).toEqual({ ...all, branding: 'own' });
  });

  it('are warned of where they could be taken for a protection', async () => {
    expect((await choose({ ways: ['passkey'] })).warnings).toEqual([
      expect.objectContaining({ code: 'application.warning.loginPage.ways', field: 'loginPage' }),
    ]);
    expect((await choose({ ways: ['password', 'passkey', 'identityProvider', 'mail'] })).warnings).toEqual([]);
  });

  it('leave an event that names them, and none when nothing changes', async () => {
    const count = async () => {
      const eventTypes = ['application.config.changed'];
      const search = { eventTypes, aggregateId: path.split('/').at(-1), limit: 10 };
      return (await service.call('POST', '/admin/v1/events/_search', search)).body.events;
    };
    await choose({ registration: false });
    expect(await count()).toMatchObject([{ payload: { changed: ['loginPage'] } }]);
    await choose({ registration: false });
    expect(await count()).toHaveLength(1);
  });

  it.each([
    [{ ways: [] }, '/loginPage/ways'],
    [{ ways: ['magic'] }, '/loginPage/ways'],
    [{ ways: 'password' }, '/loginPage/ways'],
    [{ registration: 'no' }, '/loginPage/registration'],
    [{ branding: 'theirs' }, '/loginPage/branding'],
    [{ language: 'xx' }, '/loginPage/language'],
    [{ colour: 'red' }, '/loginPage/colour'],
    ['none', '/loginPage'],
  ])('are refused as %j', async (loginPage, pointer) => {
    const { status, body } = await service.call('PATCH', path, { loginPage });
    expect([status, body.errors.map((error: { pointer: string }) => error.pointer)]).toEqual([400, [pointer]]);
  });

  it('are refused for an application that signs nobody in', async () => {
    const api = { name: 'API', template: 'api' };
    const { status, body } = await service.call('POST', applications, { ...api, loginPage: { registration: false } });
    expect([status, body.errors[0].pointer]).toEqual([400, '/loginPage']);
    expect((await service.call('POST', applications, { ...api, loginPage: { registration: true } })).status).toBe(201);
  });

  it('may name every language that the pages have', async () => {
    for (const language of LANGUAGES) expect((await choose({ language })).config.loginPage.language).toBe(language);
  });
});

describe('registration', () => {
  beforeEach(() => decide('registration', { enabled: true }));

  it('that an application hides is refused there, also where it began before, and by prompt create; elsewhere it stays', async () => {
    const browser = new Browser(service.url);
    const form = await browser.open(stepOf(await open(browser), 'register'));
    expect(form.html).toContain('autocomplete="given-name"');
    await choose({ registration: false });
    expect(has(await open())).toEqual({ ...EVERYTHING, registration: false });
    const applicant = { givenName: 'A', familyName: 'B', email: 'a@b.example', newPassword: 'Brand-new-Horse-9' };
    for (const answer of [await fill(browser, form, applicant), await browser.open(form.url), await open(undefined, { prompt: 'create' })])
      expect([answer.page?.status, answer.html]).toEqual([403, expect.stringContaining('You can’t create an account here.')]);
    expect(has(await open(undefined, {}, (await addApplication()).clientId))).toEqual(EVERYTHING);
  });

  it('that the organization closes is not opened by an application', async () => {
    await decide('registration', { enabled: false });
    await choose({ registration: true });
    const browser = new Browser(service.url);
    const page = await open(browser);
    expect(has(page).registration).toBe(false);
    expect((await browser.open(stepOf(page, 'register'))).page?.status).toBe(403);
  });
});

it('a reset that an application hides is refused there', async () => {
  await choose({ forgottenPassword: false });
  const browser = new Browser(service.url);
  const page = await open(browser);
  expect(has(page).reset).toBe(false);
  expect(refusal(await browser.open(stepOf(page, 'forgotten')))).toEqual([403, true]);
  expect(refusal(await post(browser, stepOf(page, 'forgotten'), { loginName: world.loginName }))).toEqual([403, true]);
  expect(isAnswered(await browser.submit(page, world.loginName, PASSWORD))).toBe(true);
});

describe('ways to sign in', () => {
  let key: Authenticator;
  beforeAll(async () => {
    const browser = new Browser(service.url);
    await browser.submit(await browser.open(`${service.url}/account`), world.loginName, PASSWORD);
    key = new Authenticator(service.url);
    expect((await addPasskey(service, browser, key)).html).toContain('Your passkey has been added.');
  });
  beforeEach(() => decide('registration', { enabled: true }));

  it('without passkeys: no button, and one that answers a challenge from before is refused', async () => {
    const browser = new Browser(service.url);
    const page = await open(browser);
    const options = await signInOptions(browser, page);
    await choose({ ways: ['password'] });
    expect(has(await open())).toEqual({ ...EVERYTHING, passkey: false });
    expect(refusal(await post(browser, stepOf(page, 'passkey'), { credential: key.get(options) }))).toEqual([403, true]);
    expect((await post(browser, stepOf(page, 'passkey-options'), {})).page?.status).toBe(403);
    expect(isAnswered(await browser.submit(page, world.loginName, PASSWORD))).toBe(true);
  });

  it('without passwords: nothing that ends with one, and the right one is refused', async () => {
    const browser = new Browser(service.url);
    const page = await open(browser);
    await choose({ ways: ['passkey'] });
    const shown = await open();
    expect(has(shown)).toEqual({ password: false, passkey: true, registration: false, reset: false });
    expect(shown.html).toContain('<noscript><p>Passkeys need JavaScript.');
    expect(refusal(await browser.submit(page, world.loginName, PASSWORD))).toEqual([403, true]);
    for (const step of ['register', 'forgotten']) expect((await browser.open(stepOf(page, step))).page?.status).toBe(403);
    expect(isAnswered(await signInByPasskey(browser, page, key))).toBe(true);
  });

  it('that the policy forbids are not opened, and a choice of nothing else does not count', async () => {
    await choose({ ways: ['passkey'] });
    await decide('assurance', { passkeys: 'off' });
    const browser = new Browser(service.url);
    const page = await open(browser);
    expect(has(page)).toEqual({ ...EVERYTHING, passkey: false });
    expect((await post(browser, stepOf(page, 'passkey-options'), {})).page?.status).toBe(403);
    expect(isAnswered(await browser.submit(page, world.loginName, PASSWORD))).toBe(true);
    await service.get(Policies).resetPolicy(world.organization.no, 'assurance', 'test');
  });
});

describe('the pages', () => {
  it('are in the language of the application where nobody asks for one that there is', async () => {
    await choose({ language: 'de' });
    const lang = async (accepted: string, more: Record<string, string> = {}) =>
      /<html lang="([^"]+)"/.exec((await open(new Browser(service.url, { 'accept-language': accepted }), more)).html ?? '')?.[1];
    expect([await lang('xx'), await lang('fr'), await lang('xx', { ui_locales: 'es' })]).toEqual(['de', 'fr', 'es']);
  });

  it('keep the look of the application’s own organization, whoever the request is for', async () => {
    const other = await makeWorld(service);
    await service.get(Policies).set(other.organization.no, 'look', { accent: 'c2185b' }, 'test');
    const scope = `openid urn:gatehouse:iam:org:id:${other.organization.id}`;
    expect((await open(undefined, { scope })).html).toContain('c2185b');
    await choose({ branding: 'own' });
    const browser = new Browser(service.url);
    const page = await open(browser, { scope });
    expect(page.html).not.toContain('c2185b');
    // Whose people are meant stays with the request.
    const [userName = ''] = other.loginName.split('@');
    await other.addPerson({ userName: `only-${userName}` });
    const signedIn = await browser.submit(page, `only-${userName}`, PASSWORD);
    expect(signedIn.html).toContain('belongs to Example, not to your own organization.');
  });
});
