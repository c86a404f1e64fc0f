// Attacks on passkeys: somebody between the person and this service, answers that were used or are another's, and thieves of a session.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Quotas } from '../../src/common/limits/quotas.service.js';
import { Clock } from '../../src/common/primitives/clock.js';
import { OPTIONS_OF_ADDRESS } from '../../src/oidc/sign-in/passkey-sign-in.service.js';
import { PasskeyChecks } from '../../src/users/accounts/passkey-checks.service.js';
import { Ceremonies } from '../../src/users/authentication/passkeys/ceremonies.service.js';
import { PasskeyChallenges } from '../../src/users/authentication/passkeys/passkey-challenges.service.js';
import { People } from '../../src/users/directory/people/people.service.js';
import type { Person } from '../../src/users/directory/people/person/person.js';
import { Policies } from '../../src/users/organizations/policies/policies.service.js';
import { networkOf } from '../../src/common/http/client-network.js';
import { Authenticator, type Lies } from '../support/authenticator.mjs';
import { Browser, fill, hiddenOf, type Page } from '../support/browser.js';
import { addApp, codesOn } from '../support/factors.js';
import {
  addPasskey,
  openCreation,
  openLogin,
  optionsOn,
  post,
  signInByPasskey,
  signInOptions,
  startPasskeyService,
  stepOf,
} from '../support/passkeys.js';
import { advanceClocks, startTwin, type TestService } from '../support/service.js';
import { makeWorld, PASSWORD, REDIRECT_URI, type World } from '../support/world.js';

let service: TestService;
/** Two of them on a database server; SQLite has one process. */
let services: TestService[];
let world: World;
let clientId: string;
beforeAll(async () => {
  service = await startPasskeyService();
  const twin = await startTwin(service);
  services = twin ? [service, twin] : [service];
  world = await makeWorld(service);
  clientId = (await world.addApplication({ type: 'userAgent' })).application.clientId;
});
afterAll(async () => {
  for (const one of services.toReversed()) await one.close();
});
const onEach = <T>(times: number, work: (one: TestService, i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, (_, i) => work(services[i % services.length] ?? service, i)));

let count = 0;
async function newcomer(of = world): Promise<{ id: string; loginName: string; browser: Browser }> {
  const userName = `target${++count}`;
  const { id } = await of.addPerson({ userName });
  const loginName = `${userName}@${of.organization.primaryDomain}`;
  const browser = new Browser(service.url);
  await browser.submit(await browser.open(`${service.url}/account`), loginName, PASSWORD);
  return { id, loginName, browser };
}
async function keyHolder(facts = {}, of = world): Promise<{ id: string; loginName: string; browser: Browser; key: Authenticator }> {
  const person = await newcomer(of);
  const key = new Authenticator(service.url, facts);
  expect((await addPasskey(service, person.browser, key)).html).toContain('Your passkey has been added.');
  return { ...person, key };
}
const isAnswered = (page: Page) => page.url.startsWith(REDIRECT_URI);
const asked = (browser: Browser) => openLogin(service, browser, clientId);
const visitor = async () => {
  const browser = new Browser(service.url);
  return { browser, page: await asked(browser) };
};
const answer = (browser: Browser, page: Page, text: string) => post(browser, stepOf(page, 'passkey'), { credential: text });
const passkeysIn = (page: Page) => [...(page.html ?? '').matchAll(/aria-label="Remove: /g)].length;
const listOf = (browser: Browser) => browser.open(`${service.url}/account/passkeys`);
const eventsOf = async (id: string, outcome: 'succeeded' | 'failed') => {
  const path = `/admin/v1/organizations/${world.organization.id}/people/${id}/events?limit=100`;
  const { events } = (await service.call('GET', path)).body as { events: Array<{ type: { type: string }; payload: { reason?: string } }> };
  return events.filter(({ type }) => type.type === `user.human.passkey.check.${outcome}`).map(({ payload }) => payload.reason);
};

describe('an answer to a login page is refused', () => {
  const LIES: ReadonlyArray<[string, Lies]> = [
    ['that was made on the page of a phishing proxy', { origin: 'https://login.example.attacker.example' }],
    ['of the right host over another scheme or port', { origin: 'http://localhost:1' }],
    ['for the domain of somebody else', { rpId: 'attacker.example' }],
    ['made in a frame of another site', { crossOrigin: true }],
    ['made below the page of another site', { crossOrigin: false, topOrigin: 'https://attacker.example' }],
    ['without user verification', { verified: false }],
    ['without the presence of anybody', { present: false }],
    ['with a challenge that nobody gave out', { challenge: 'A'.repeat(43) }],
    ['with a signature of something else', { signature: Buffer.alloc(70) }],
    ['with the handle of nobody', { userHandle: Buffer.alloc(64).toString('base64url') }],
    ['without a handle', { userHandle: null }],
    ['of a key that nobody has', { credentialId: Buffer.alloc(32).toString('base64url') }],
    ['of a key that has become one for several devices', { eligible: false }],
  ];
  it.each(LIES)('%s', async (_what, lies) => {
    const { key } = await keyHolder();
    const { browser, page } = await visitor();
    const refused = await signInByPasskey(browser, page, key, lies);
    expect([refused.page?.status, isAnswered(refused)]).toEqual([401, false]);
    expect(isAnswered(await signInByPasskey(browser, page, key))).toBe(true);
  });

  it.each([
    ['no JSON', 'x'],
    ['null', 'null'],
    ['a list', '[]'],
    ['no response', '{"id":"a"}'],
    ['numbers', '{"id":1,"rawId":1,"type":2,"response":{"clientDataJSON":3}}'],
    ['client data that is no JSON', '{"id":"a","rawId":"a","type":"public-key","response":{"clientDataJSON":"AAAA"}}'],
    ['a very long id', JSON.stringify({ id: 'a'.repeat(7_000) })],
    ['nothing', ''],
  ])('that is malformed: %s', async (_what, text) => {
    const { browser, page } = await visitor();
    expect((await answer(browser, page, text)).page?.status).toBe(401);
  });

  it('the second time, in the same browser and in another', async () => {
    const { key } = await keyHolder();
    const { browser, page } = await visitor();
    const text = key.get(await signInOptions(browser, page));
    const other = await visitor();
    expect(isAnswered(await answer(browser, page, text))).toBe(true);
    expect(isAnswered(await answer(other.browser, other.page, text))).toBe(false);
    const again = await visitor();
    again.browser.plant(browser, /./);
    const renewed = await openLogin(service, again.browser, clientId, { prompt: 'login' });
    expect(isAnswered(await answer(again.browser, renewed, text))).toBe(false);
  });

  it('of parallel ones with one challenge but the first', async () => {
    const { key, id } = await keyHolder();
    const { browser, page } = await visitor();
    const text = key.get(await signInOptions(browser, page));
    const pages = await Promise.all(Array.from({ length: 6 }, () => answer(browser, page, text)));
    // The others are led through the session that the first one began, or are refused; none of them was a passkey.
    expect(pages.some(isAnswered)).toBe(true);
    expect(await eventsOf(id, 'succeeded')).toHaveLength(1);
  });

  it('of two processes with one challenge but the first, and whatever they ask for, a person has one handle', async () => {
    const scope = { purpose: 'signIn', browser: 'browser', at: 'race' } as const;
    await service.get(PasskeyChallenges).issue(scope, 'challenge');
    const taken = await onEach(8, (one) => one.get(PasskeyChallenges).take(scope, 'challenge'));
    expect(taken.filter(Boolean)).toHaveLength(1);
    const { no: userNo } = await world.addPerson({ userName: `target${++count}` });
    const holder = { userNo, loginName: 'x', displayName: 'x', organization: 'x' };
    const asked = await onEach(8, (one, i) => one.get(Ceremonies).creationOptions({ ...scope, at: `race ${i}` }, holder, 'passkey'));
    expect(new Set(asked.map((options) => (options as { user: { id: string } }).user.id)).size).toBe(1);
  });

  it('of two processes with one value of the counter but the first', async () => {
    const { id, key } = await keyHolder();
    const person = (await service.get(People).requirePerson(world.organization, id)) as Person;
    const answers = await Promise.all(
      Array.from({ length: 6 }, async (_, i) => {
        const scope = { purpose: 'signIn', browser: `browser ${i}`, at: 'counter' } as const;
        const options = (await service.get(Ceremonies).requestOptions(scope)) as { challenge: string; rpId: string };
        return { place: scope, text: key.get(options, { counter: 8 }) };
      }),
    );
    const owner = { userNo: person.no, userId: person.id, orgNo: person.orgNo };
    const verdicts = await onEach(6, async (one, i) => {
      const { place: scope, text } = answers[i] as (typeof answers)[number];
      const passkey = await one.get(Ceremonies).findClaimed(text);
      return one.get(PasskeyChecks).check({ scope, answer: text, passkey, person: owner, address: `203.0.113.${i}` });
    });
    expect(verdicts.filter(({ kind }) => kind === 'right')).toHaveLength(1);
  });

  it('in another browser than the one that was asked', async () => {
    const { key } = await keyHolder();
    const [mine, theirs] = [await visitor(), await visitor()];
    const text = key.get(await signInOptions(mine.browser, mine.page));
    expect(isAnswered(await answer(theirs.browser, theirs.page, text))).toBe(false);
    // It was not used up by that.
    expect(isAnswered(await answer(mine.browser, mine.page, text))).toBe(true);
  });

  it('in another sign-in of the same browser', async () => {
    const { key } = await keyHolder();
    const { browser, page } = await visitor();
    const options = await signInOptions(browser, page);
    const second = await openLogin(service, browser, clientId, { state: 'second' });
    expect(isAnswered(await answer(browser, second, key.get(options)))).toBe(false);
  });

  it('after five minutes', async () => {
    const { key } = await keyHolder();
    const { browser, page } = await visitor();
    const text = key.get(await signInOptions(browser, page));
    const clock = service.get(Clock);
    const real = clock.nowUs.bind(clock);
    clock.nowUs = () => real() + 301_000_000;
    try {
      expect(isAnswered(await answer(browser, page, text))).toBe(false);
    } finally {
      clock.nowUs = real;
    }
  });

  it('that names another person than the one who has the key', async () => {
    const [one, other] = [await keyHolder(), await keyHolder({}, await makeWorld(service))];
    const { browser, page } = await visitor();
    expect(isAnswered(await signInByPasskey(browser, page, one.key, { userHandle: other.key.userHandle }))).toBe(false);
    expect(isAnswered(await signInByPasskey(browser, page, one.key, { credentialId: other.key.credentialId }))).toBe(false);
  });

  it('of a security key that was registered as a second factor only', async () => {
    const { browser } = await newcomer();
    const key = new Authenticator(service.url);
    await addPasskey(service, browser, key, { action: 'addKey' });
    const fresh = await visitor();
    expect(isAnswered(await signInByPasskey(fresh.browser, fresh.page, key))).toBe(false);
  });

  it('when the counter has not gone forward, and the person’s history says so', async () => {
    const { key, id } = await keyHolder({ counts: true, synced: false });
    for (const counter of [undefined, undefined]) {
      const { browser, page } = await visitor();
      expect(isAnswered(await signInByPasskey(browser, page, key, counter === undefined ? {} : { counter }))).toBe(true);
    }
    for (const counter of [0, 1, key.counter]) {
      const { browser, page } = await visitor();
      expect(isAnswered(await signInByPasskey(browser, page, key, { counter }))).toBe(false);
    }
    expect(await eventsOf(id, 'failed')).toEqual(['counter', 'counter', 'counter']);
  });

  it('and leaves the same page whether the key is known or not', async () => {
    const { key } = await keyHolder();
    const pages = [];
    for (const lies of [{ signature: Buffer.alloc(70) }, { credentialId: Buffer.alloc(32).toString('base64url') }]) {
      const { browser, page } = await visitor();
      const refused = await signInByPasskey(browser, page, key, lies);
      pages.push([refused.page?.status, refused.html?.replaceAll(/\/sign-in\/[^"]+/g, '')]);
    }
    expect(pages[0]).toEqual(pages[1]);
  });
});

describe('what a login page asks an authenticator', () => {
  it('is the same for everybody: no key is named', async () => {
    await keyHolder();
    const { browser, page } = await visitor();
    const { challenge, ...rest } = await signInOptions(browser, page);
    expect(challenge).toMatch(/^[\w-]{43}$/);
    expect(rest).toMatchObject({ rpId: 'localhost', allowCredentials: [], userVerification: 'required' });
  });

  it('keeps a few challenges, of which the oldest gives way', async () => {
    const { key } = await keyHolder();
    const { browser, page } = await visitor();
    const first = await signInOptions(browser, page);
    for (let at = 0; at < 8; at++) await signInOptions(browser, page);
    expect(isAnswered(await answer(browser, page, key.get(first)))).toBe(false);
  });
});

it('one network is given so many challenges in a minute, and a page with 429 then', async () => {
  const { name, quota } = OPTIONS_OF_ADDRESS;
  // At the beginning of a minute, which would else end before the requests.
  advanceClocks(services, 60_000 - (service.get(Clock).nowMs() % 60_000));
  for (const address of ['127.0.0.1', '::1'])
    for (let at = 0; at < quota; at++) service.get(Quotas).take([{ name, quota, owner: networkOf(address) }]);
  const { browser, page } = await visitor();
  for (const url of [stepOf(page, 'passkey-options'), `${service.url}/account/passkey-options`]) {
    const refused = (await post(browser, url, {})).page;
    expect([refused?.status, Number(refused?.headers.get('retry-after')) > 0]).toEqual([429, true]);
  }
  advanceClocks(services, 120_000);
  expect(await signInOptions(browser, page)).toMatchObject({ rpId: 'localhost' });
});

describe('too many wrong answers of one network', () => {
  it('have to wait, and count together with wrong passwords', async () => {
    const own = await startPasskeyService({ TRUST_PROXY: '1' });
    const from = { 'x-forwarded-for': '198.51.100.7' };
    const statuses = new Set<number | undefined>();
    const browser = new Browser(own.url, from);
    for (let at = 0; at < 101; at++)
      statuses.add((await post(browser, `${own.url}/account/passkey-sign-in`, { credential: 'x' })).page?.status);
    // Without the name of a browser nothing is compared at all, so it has one.
    expect(statuses).toEqual(new Set([401]));
    await post(browser, `${own.url}/account/passkey-options`, {});
    for (let at = 0; at < 101; at++)
      statuses.add((await post(browser, `${own.url}/account/passkey-sign-in`, { credential: 'x' })).page?.status);
    expect(statuses).toEqual(new Set([401, 429]));
    const password = await browser.submit(await browser.open(`${own.url}/account`), 'admin@gatehouse.localhost', 'wrong');
    expect(password.page?.status).toBe(429);
    await own.close();
  });
});

describe('a thief of a session', () => {
  it('adds no key without the password or a passkey', async () => {
    const { browser } = await newcomer();
    const url = `${service.url}/account/passkeys`;
    expect((await post(browser, url, { action: 'add' })).html).toContain('Confirm that it’s you');
    const wrong = await post(browser, url, { action: 'add', currentPassword: 'Wrong-Horse-7' });
    expect([wrong.page?.status, wrong.html?.includes('data-passkey="create"')]).toEqual([401, false]);
    const key = new Authenticator(service.url);
    const forged = key.create({ challenge: 'A'.repeat(43), rp: { id: 'localhost' }, user: { id: 'AAAA' } });
    const page = await post(browser, `${service.url}/account/new-passkey`, { use: 'passkey', credential: forged });
    expect([page.page?.status, passkeysIn(await listOf(browser))]).toEqual([400, 0]);
  });

  it('removes none, and has the challenge of a sign-in answer for nothing else', async () => {
    const { browser, key } = await keyHolder();
    const id = /name="id" value="([^"]+)"/.exec((await listOf(browser)).html ?? '')?.[1] ?? '';
    const { browser: own, page } = await visitor();
    const text = key.get(await signInOptions(own, page));
    const removal = await post(browser, `${service.url}/account/passkeys`, { action: 'remove', id, credential: text });
    expect([removal.page?.status, passkeysIn(await listOf(browser))]).toEqual([401, 1]);
  });

  it('who knows the password takes the passkey away where the password signs in, and nowhere else', async () => {
    const own = await makeWorld(service);
    const remove = async (browser: Browser) => {
      const id = /name="id" value="([^"]+)"/.exec((await listOf(browser)).html ?? '')?.[1] ?? '';
      await post(browser, `${service.url}/account/passkeys`, { action: 'remove', id, currentPassword: PASSWORD });
      return passkeysIn(await listOf(browser));
    };
    expect(await remove((await keyHolder({}, own)).browser)).toBe(0);
    for (const policy of [
      { passkeys: 'required', graceDays: 0 },
      { secondFactor: 'required', graceDays: 0 },
    ] as const) {
      const { browser, key } = await keyHolder({}, own);
      const page = await openLogin(service, browser, (await own.addApplication({ type: 'userAgent' })).application.clientId, {
        prompt: 'login',
      });
      await signInByPasskey(browser, page, key);
      await service.get(Policies).set(own.organization.no, 'assurance', policy, 'test');
      advanceClocks(services, 660_000);
      expect(await remove(browser)).toBe(1);
      await service.get(Policies).set(own.organization.no, 'assurance', { passkeys: 'optional', secondFactor: 'optional' }, 'test');
    }
  });

  it('has no check for one change answer for another', async () => {
    const { browser, key } = await keyHolder();
    const url = `${service.url}/account/passkeys`;
    const id = /name="id" value="([^"]+)"/.exec((await listOf(browser)).html ?? '')?.[1] ?? '';
    const text = key.get(optionsOn(await post(browser, url, { action: 'remove', id: 'another' })));
    expect((await post(browser, url, { action: 'remove', id, credential: text })).page?.status).toBe(401);
  });
});

describe('whoever knows the password of somebody with an app', () => {
  /** The application insists on a factor that resists phishing, which the person does not have. */
  const PHR = { claims: JSON.stringify({ id_token: { acr: { essential: true, value: 'phr' } } }) };
  const keysOf = async (id: string) =>
    (await service.call('GET', `/admin/v1/organizations/${world.organization.id}/people/${id}/factors`)).body.factors.length;

  it.each([
    ['where an application insists on one', PHR, {}],
    ['where everybody must have one', {}, { passkeys: 'required', graceDays: 0 }],
    ['where everybody must have one, in a remembered browser', {}, { passkeys: 'required', graceDays: 0, rememberBrowserDays: 30 }],
  ] as const)('adds no passkey without the app, %s', async (_where, parameters, policy) => {
    const own = await makeWorld(service);
    const app = await addApp(service, own.person);
    const client = (await own.addApplication({ type: 'userAgent' })).application.clientId;
    const browser = new Browser(service.url);
    const open = (more: Record<string, string>) => openLogin(service, browser, client, more);
    if ('rememberBrowserDays' in policy) {
      const step = await browser.submit(await open({}), own.loginName, PASSWORD);
      await fill(browser, step, { code: app.code(), remember: '1' });
      browser.forget(/session|gatehouse_browser/);
      advanceClocks(services, 60_000);
    }
    await service.get(Policies).set(own.organization.no, 'assurance', policy, 'test');
    const step = await browser.submit(await open(parameters), own.loginName, PASSWORD);
    expect([step.html?.includes('authenticator app'), step.html?.includes('data-passkey="create"')]).toEqual([true, false]);
    const state = hiddenOf(step)['state'] ?? '';
    const jumped = await post(browser, stepOf(step, 'second'), { state, factor: 'passkey' });
    expect(jumped.html).not.toContain('data-passkey="create"');
    const creation = await fill(browser, step, { code: app.code() });
    const done = await fill(browser, creation, { credential: new Authenticator(service.url).create(optionsOn(creation)) });
    // An app of an import came without recovery codes; where everybody must have a passkey, none stands in for it.
    expect(codesOn(done)).toHaveLength('passkeys' in policy ? 0 : 10);
    expect(isAnswered('passkeys' in policy ? done : await browser.submitButton(done, 'saved them'))).toBe(true);
  });

  it('is offered none either, unless the app was asked just now', async () => {
    const { id, loginName } = await newcomer();
    const app = await addApp(service, await service.get(People).requirePerson(world.organization, id));
    const browser = new Browser(service.url);
    const typeIn = async () => fill(browser, await asked(browser), { loginName, password: PASSWORD, keyDevice: '1' });
    await fill(browser, await typeIn(), { code: app.code() });
    advanceClocks(services, 660_000);
    const page = await asked(browser);
    expect(isAnswered(page)).toBe(true);
    const again = await openLogin(service, browser, clientId, { prompt: 'select_account' });
    const login = await browser.open(again.url.replace(/\/accounts.*/, '?account=new'));
    const done = await fill(browser, login, { loginName, password: PASSWORD, keyDevice: '1' });
    expect([isAnswered(done), done.html?.includes('data-passkey="create"')]).toEqual([true, undefined]);
    expect(await keysOf(id)).toBe(1);
    const fresh = new Browser(service.url);
    const step = await fill(fresh, await asked(fresh), { loginName, password: PASSWORD });
    expect((await fill(fresh, step, { code: app.code(), keyDevice: '1' })).html).toContain('data-passkey="create"');
  });
});

describe('a security key on the way into the account page', () => {
  const step = async (loginName: string) => {
    const browser = new Browser(service.url);
    return { browser, page: await browser.submit(await browser.open(`${service.url}/account`), loginName, PASSWORD) };
  };
  async function secondKeyHolder() {
    const person = await newcomer();
    const key = new Authenticator(service.url);
    await addPasskey(service, person.browser, key, { action: 'addKey', lies: { verified: false } });
    return { ...person, key };
  }

  it('answers in the browser that was asked alone, though neither had a cookie before', async () => {
    const { loginName, key } = await secondKeyHolder();
    const [one, other] = [await step(loginName), await step(loginName)];
    const credential = key.get(optionsOn(one.page));
    expect((await fill(other.browser, other.page, { credential })).page?.status).toBe(401);
    expect((await fill(one.browser, one.page, { credential })).url).toBe(`${service.url}/account`);
  });

  it('is not crowded out by other people who are asked for theirs', async () => {
    const [{ loginName, key }, stranger] = [await secondKeyHolder(), await secondKeyHolder()];
    const { browser, page } = await step(loginName);
    for (let at = 0; at < 9; at++) await step(stranger.loginName);
    expect((await fill(browser, page, { credential: key.get(optionsOn(page)) })).url).toBe(`${service.url}/account`);
  });
});

describe('a new key is refused', () => {
  const register = async (page: Page, browser: Browser, text: string) =>
    post(browser, `${service.url}/account/new-passkey`, { ...hiddenOf(page), credential: text });

  it.each<[string, Lies]>([
    ['made on the page of a phishing proxy', { origin: 'https://attacker.example' }],
    ['made below the page of another site', { crossOrigin: false, topOrigin: 'https://attacker.example' }],
    ['made for another domain', { rpId: 'attacker.example' }],
    ['without user verification', { verified: false }],
    ['with another challenge', { challenge: 'A'.repeat(43) }],
  ])('%s', async (_what, lies) => {
    const { browser } = await newcomer();
    const page = await addPasskey(service, browser, new Authenticator(service.url), { lies });
    expect([page.page?.status, passkeysIn(await listOf(browser))]).toEqual([400, 0]);
  });

  it('by the challenge of another person', async () => {
    const [one, other] = [await newcomer(), await newcomer()];
    const page = await openCreation(service, one.browser);
    const text = new Authenticator(service.url).create(optionsOn(page));
    expect((await register(page, other.browser, text)).page?.status).toBe(400);
    expect(passkeysIn(await listOf(other.browser))).toBe(0);
  });

  it('that another person has', async () => {
    const { key } = await keyHolder();
    const { browser } = await newcomer();
    const page = await addPasskey(service, browser, key);
    expect(page.html).toContain('This key is already registered.');
  });

  it('the second time', async () => {
    const { browser } = await newcomer();
    const page = await openCreation(service, browser);
    const text = new Authenticator(service.url).create(optionsOn(page));
    const pages = await Promise.all([register(page, browser, text), register(page, browser, text)]);
    expect(new Set(pages.map(({ page: response }) => response?.status))).toEqual(new Set([200, 400]));
    expect(passkeysIn(await listOf(browser))).toBe(1);
  });

  it('as a passkey where a security key was asked for', async () => {
    const { browser } = await newcomer();
    const page = await openCreation(service, browser, 'addKey');
    const text = new Authenticator(service.url).create(optionsOn(page), { verified: false });
    expect((await post(browser, `${service.url}/account/new-passkey`, { use: 'passkey', credential: text })).page?.status).toBe(400);
  });
});

describe('nobody changes the passkeys of somebody else', () => {
  it('by their id', async () => {
    const [mine, theirs] = [await newcomer(), await keyHolder()];
    const id = /name="id" value="([^"]+)"/.exec((await listOf(theirs.browser)).html ?? '')?.[1] ?? '';
    const url = `${service.url}/account/passkeys`;
    await post(mine.browser, url, { action: 'rename', id, name: 'stolen' });
    await post(mine.browser, url, { action: 'remove', id, currentPassword: PASSWORD });
    const after = await listOf(theirs.browser);
    expect([passkeysIn(after), after.html?.includes('stolen')]).toEqual([1, false]);
  });
});
