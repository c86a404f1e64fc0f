// Links with which people set up a factor: given by an administrator, good once, and no way around the password.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { People } from '../../src/users/directory/people/people.service.js';
import { emptyPerson, type Person } from '../../src/users/directory/people/person/person.js';
import { Policies } from '../../src/users/organizations/policies/policies.service.js';
import type { AssurancePolicy } from '../../src/users/organizations/policies/policy-kinds.js';
import { Authenticator } from '../support/authenticator.mjs';
import { Browser, fill, hiddenOf, type Page } from '../support/browser.js';
import { addApp, appWith, codesOn } from '../support/factors.js';
import { letterTo, startMailedService, withTwin, type MailedService } from '../support/mailed-service.js';
import { openLogin, optionsOn, post, signInByPasskey } from '../support/passkeys.js';
import { inOneMoment } from '../support/one-moment.js';
import { eventsOf } from '../support/people.js';
import { createServiceUser } from '../support/service-users.js';
import { advanceClocks, freePort, type TestService } from '../support/service.js';
import { addGroup, changeMembers } from '../support/groups.js';
import { makeWorld, PASSWORD, REDIRECT_URI, type World } from '../support/world.js';

let service: MailedService;
/** Two of them on a database server; SQLite has one process. */
let services: TestService[];
let world: World;
let clientId: string;
beforeAll(async () => {
  const port = String(await freePort());
  service = await startMailedService({ PORT: port, PUBLIC_URL: `http://localhost:${port}` });
  services = await withTwin(service);
});
beforeEach(async () => {
  world = await makeWorld(service);
  clientId = (await world.addApplication({ type: 'userAgent' })).application.clientId;
});
afterAll(async () => {
  for (const one of services.toReversed()) await one.close();
});

/** The twin has the public address of the first. */
const addressOf = (one: TestService) => (one === service ? service.url : `http://127.0.0.1:${one.settings.port}`);
const pathOf = ({ id }: Person, rest: string) => `/admin/v1/organizations/${world.organization.id}/people/${id}/${rest}`;
const give = (person: Person, body: object = {}, token?: string) =>
  service.call('POST', pathOf(person, 'factors/_invite'), body, token === undefined ? {} : { token });
const linkFor = async (person: Person): Promise<string> => (await give(person)).body.link;
const kindsOf = async (person: Person) =>
  (await service.call('GET', pathOf(person, 'factors'))).body.factors.map(({ kind }: { kind: string }) => kind);
const decide = (policy: Partial<AssurancePolicy>) => service.get(Policies).set(world.organization.no, 'assurance', policy, 'test');
const confirm = (browser: Browser, page: Page, currentPassword = PASSWORD) => fill(browser, page, { currentPassword });
const isOver = ({ page, html = '' }: Page) => page?.status === 410 && html.includes('This link no longer works');
const secretOn = ({ html = '' }: Page) => (/<code>([A-Z2-7 ]+)<\/code>/.exec(html)?.[1] ?? '').replaceAll(' ', '');

/** Somebody with neither a password nor a key. */
async function newcomer(userName = 'newcomer'): Promise<Person> {
  const emails = [{ value: `${userName}@${world.organization.primaryDomain}`, primary: true }];
  return service.get(People).create(world.organization, { ...emptyPerson(), userName, emails }, undefined, 'test');
}
/** To where an app is set up. */
async function openApp(browser: Browser, link: string): Promise<Page> {
  return browser.submitButton(await confirm(browser, await browser.open(link)), 'Use your authenticator app');
}
const setUpApp = (browser: Browser, page: Page) => fill(browser, page, { code: appWith(service, secretOn(page)).code() });
async function signsIn(key: Authenticator): Promise<boolean> {
  const browser = new Browser(service.url);
  return (await signInByPasskey(browser, await openLogin(service, browser, clientId), key)).url.startsWith(REDIRECT_URI);
}

describe('a link that a weaker administrator gave', () => {
  const org = () => `/admin/v1/organizations/${world.organization.id}`;
  const ways: Record<string, () => Promise<unknown>> = {
    'a role in the whole service': () => service.call('POST', '/admin/v1/members', { userId: world.person.id, role: 'IAM_OWNER' }),
    'a role in the organization': () => service.call('POST', `${org()}/members`, { userId: world.person.id, role: 'ORG_OWNER' }),
    'a group that holds a role': async () => {
      const group = await addGroup(service, world.organization.id, []);
      await service.call('POST', `${org()}/groups/${group.id}/roles`, { role: 'ORG_OWNER' });
      await changeMembers(service, world.organization.id, group.id, { put: [world.person.id] });
    },
    'a role of a group': async () => {
      const group = await addGroup(service, world.organization.id, [world.person.id]);
      await service.call('POST', `${org()}/groups/${group.id}/roles`, { role: 'ORG_OWNER' });
    },
  };

  it.each(Object.keys(ways))('is dead once the person has %s', async (way) => {
    const { token } = await createServiceUser(service, world.organization.id, 'ORG_USER_MANAGER');
    const { link } = (await give(world.person, {}, token)).body;
    const browser = new Browser(service.url);
    const begun = await openApp(browser, link);
    await ways[way]?.();
    expect(isOver(await browser.open(link))).toBe(true);
    expect((await setUpApp(browser, begun)).html).not.toContain('<li><code>');
    expect(await kindsOf(world.person)).toEqual([]);
  });

  it('sets up a factor as before when the role is one that the giver has', async () => {
    const { token } = await createServiceUser(service, world.organization.id, 'ORG_OWNER');
    const { link } = (await give(world.person, {}, token)).body;
    await service.call('POST', `${org()}/members`, { userId: world.person.id, role: 'ORG_USER_MANAGER' });
    const browser = new Browser(service.url);
    await setUpApp(browser, await openApp(browser, link));
    expect(await kindsOf(world.person)).toEqual(['totp', 'recovery']);
  });
});

describe('a link to set up a factor', () => {
  it('asks for the password, sets up an app with recovery codes, signs nobody in, and is over then', async () => {
    const answer = await give(world.person);
    expect(answer).toMatchObject({ status: 200, body: { link: expect.stringContaining(`${service.url}/enrolment?`) } });
    expect(Date.parse(answer.body.expiresAt) / 1_000 - service.get(Clock).nowSeconds()).toBeGreaterThan(86_000);
    const browser = new Browser(service.url);
    const asked = await browser.open(answer.body.link);
    expect([asked.page?.status, asked.html?.includes('Your administrator gave you a link')]).toEqual([200, true]);
    expect((await confirm(browser, asked, 'Wrong-Horse-7')).page?.status).toBe(401);
    const setup = await openApp(browser, answer.body.link);
    expect((await fill(browser, setup, { code: '000000' })).page?.status).toBe(401);
    const codes = await setUpApp(browser, setup);
    expect(codes.html?.match(/<li><code>/g)).toHaveLength(10);
    expect((await fill(browser, codes, {})).html).toContain('All set');
    expect(await kindsOf(world.person)).toEqual(['totp', 'recovery']);
    expect((await browser.open(`${service.url}/account`)).html).toContain('Sign in to manage');
    expect(isOver(await browser.open(answer.body.link))).toBe(true);
    const types = (await eventsOf(service, world.person.id)).map(({ type }) => type);
    expect(types.filter((type) => type === 'user.human.factor.link.given')).toHaveLength(1);
    expect(types).toContain('user.human.factor.added');
  });

  it('sets up a passkey, which signs in', async () => {
    const browser = new Browser(service.url);
    const setup = await confirm(browser, await browser.open(await linkFor(world.person)));
    const key = new Authenticator(service.url);
    expect((await fill(browser, setup, { credential: key.create(optionsOn(setup)) })).html).toContain(`sign in as ${world.loginName}`);
    expect([await kindsOf(world.person), await signsIn(key)]).toEqual([['passkey'], true]);
  });

  it('sets up a security key, which is asked for beside the password then', async () => {
    const browser = new Browser(service.url);
    const begun = await confirm(browser, await browser.open(await linkFor(world.person)));
    const setup = await browser.submitButton(begun, 'Use a security key');
    const key = new Authenticator(service.url);
    const codes = await fill(browser, setup, { credential: key.create(optionsOn(setup), { verified: false }) });
    expect(codesOn(codes)).toHaveLength(10);
    expect((await fill(browser, codes, {})).html).toContain('All set');
    expect([await kindsOf(world.person), await signsIn(key)]).toEqual([['securityKey', 'recovery'], false]);
    const other = new Browser(service.url);
    const asked = await other.submit(await openLogin(service, other, clientId), world.loginName, PASSWORD);
    expect((await fill(other, asked, { credential: key.get(optionsOn(asked), { verified: false }) })).url).toContain(REDIRECT_URI);
  });

  it('alone gives a passkey to somebody who has nothing to sign in with, and nothing else', async () => {
    const person = await newcomer();
    const browser = new Browser(service.url);
    const setup = await browser.open(await linkFor(person));
    expect(setup.html).not.toContain('authenticator app on your phone');
    const body = { ...hiddenOf(setup), factor: 'totp', answer: '' };
    expect(secretOn(await post(browser, `${service.url}/enrolment`, body))).toBe('');
    const key = new Authenticator(service.url);
    expect((await fill(browser, setup, { credential: key.create(optionsOn(setup)) })).page?.status).toBe(200);
    expect([await kindsOf(person), await signsIn(key)]).toEqual([['passkey'], true]);
    const again = await browser.open(await linkFor(person));
    expect([again.html?.includes('data-passkey="get"'), again.html?.includes('data-passkey="create"')]).toEqual([true, false]);
  });

  it('is mailed to the person alone, if that is wished', async () => {
    const { status, body } = await give(world.person, { mail: true });
    expect([status, body.link]).toEqual([200, undefined]);
    const { link, text, code } = await letterTo(service, world.loginName);
    expect([text.includes('It works once'), code]).toEqual([true, '']);
    expect((await new Browser(service.url).open(link)).page?.status).toBe(200);
  });

  it('is replaced by another one, withdrawn, and over after a day', async () => {
    const browser = new Browser(service.url);
    const first = await linkFor(world.person);
    const second = await linkFor(world.person);
    expect([isOver(await browser.open(first)), isOver(await browser.open(second))]).toEqual([true, false]);
    for (const _ of ['withdrawn', 'again'])
      expect((await service.call('POST', pathOf(world.person, 'factors/_uninvite'))).status).toBe(204);
    expect(isOver(await browser.open(second))).toBe(true);
    const events = (await eventsOf(service, world.person.id)).map(({ type }) => type);
    expect(events.filter((type) => type === 'user.human.factor.link.withdrawn')).toHaveLength(1);
    const third = await linkFor(world.person);
    advanceClocks(services, 86_401_000);
    expect(isOver(await browser.open(third))).toBe(true);
  });

  it.each([
    [
      'a new password',
      (person: Person) => service.call('POST', pathOf(person, '_set-temporary-password'), { password: 'Another-Horse-8' }),
    ],
    ['a lock', (person: Person) => service.call('POST', pathOf(person, '_lock'))],
    ['a removal', (person: Person) => service.call('DELETE', pathOf(person, '').slice(0, -1))],
    ['another factor', (person: Person) => addApp(service, person)],
  ])('is over after %s, in the middle of its use too', async (_what, change) => {
    const browser = new Browser(service.url);
    const setup = await confirm(browser, await browser.open(await linkFor(world.person)));
    const credential = new Authenticator(service.url).create(optionsOn(setup));
    await change(world.person);
    expect(isOver(await fill(browser, setup, { credential }))).toBe(true);
  });

  it('sets up what the policy allows, and is not given where that is nothing', async () => {
    await decide({ passkeys: 'off', factors: ['totp'] });
    const browser = new Browser(service.url);
    const setup = await confirm(browser, await browser.open(await linkFor(world.person)));
    expect([setup.html?.includes('data-passkey'), secretOn(setup) !== '']).toEqual([false, true]);
    const nothing = [await newcomer(), { ...world.person }];
    expect((await give(nothing[0] as Person)).body).toMatchObject({ status: 409, code: 'factors.noneAllowed' });
    await decide({ factors: ['mail'] });
    expect((await give(nothing[1] as Person)).body).toMatchObject({ status: 409, code: 'factors.noneAllowed' });
  });

  it('is not given to whoever is shut out or has no address, nor six times in an hour', async () => {
    const [locked, unreachable] = [await newcomer('locked'), await world.addPerson({ userName: 'unreachable' })];
    await service.call('POST', pathOf(locked, '_lock'));
    expect((await give(locked)).body).toMatchObject({ status: 409, code: 'person.locked' });
    expect((await give(unreachable, { mail: true })).body).toMatchObject({ status: 409, code: 'person.noEmail' });
    const answers = [];
    for (let i = 0; i < 6; i++) answers.push(await give(world.person));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    const wait = Number(answers.at(-1)?.headers.get('retry-after'));
    expect([wait > 3_500, wait <= 3_600]).toEqual([true, true]);
  });
});

describe('a link in the hands of somebody else', () => {
  it('is used once, however many requests of two processes bring it at the same moment', async () => {
    const person = await newcomer();
    const link = await linkFor(person);
    const tries = await Promise.all(
      [0, 1, 2, 3, 4, 5].map(async (i) => {
        const url = addressOf(services[i % services.length] ?? service);
        const browser = new Browser(url, { origin: service.url });
        const page = await browser.open(link.replace(service.url, url));
        return { browser, page, key: new Authenticator(service.url) };
      }),
    );
    const answers = await Promise.all(
      tries.map(({ browser, page, key }) => fill(browser, page, { credential: key.create(optionsOn(page)) })),
    );
    expect(answers.filter(({ page }) => page?.status === 200)).toHaveLength(1);
    // Whoever comes a moment later is asked for the new passkey.
    expect(answers.filter(({ page }) => page?.status === 410 || page?.status === 401)).toHaveLength(5);
    expect(await kindsOf(person)).toEqual(['passkey']);
    expect((await Promise.all(tries.map(({ key }) => signsIn(key)))).filter(Boolean)).toHaveLength(1);
  });

  it('adds nothing without the password: what was shown for another link, or for nobody, does not count', async () => {
    const other = await world.addPerson({ userName: 'mary', emails: [{ value: 'mary@other.example', primary: true }] });
    const thief = new Browser(service.url);
    const [mine, theirs] = [await linkFor(other), await linkFor(world.person)];
    const setup = await openApp(thief, mine);
    const [id, secret] = ['id', 'code'].map((name) => new URL(theirs).searchParams.get(name) ?? '') as [string, string];
    const { state = '', setup: sealed = '' } = hiddenOf(setup);
    const form = { id, secret, factor: 'totp', answer: '1', setup: sealed, code: appWith(service, secretOn(setup)).code() };
    for (const stolen of [state, '', 'made up']) {
      const answer = await post(thief, `${service.url}/enrolment`, { ...form, state: stolen });
      expect([stolen === state, answer.html?.includes('currentPassword')]).toEqual([stolen === state, true]);
    }
    expect(await kindsOf(world.person)).toEqual([]);
    const nothing = await newcomer('nobody-yet');
    const empty = hiddenOf(await thief.open(await linkFor(nothing))).state ?? '';
    expect((await post(thief, `${service.url}/enrolment`, { ...form, state: empty })).html).toContain('currentPassword');
  });

  it('changes the account of the person it was given for, whoever is signed in to the browser', async () => {
    const other = await world.addPerson({ userName: 'mary', emails: [{ value: 'mary@other.example', primary: true }] });
    const browser = new Browser(service.url);
    await browser.submit(await browser.open(`${service.url}/account`), world.loginName, PASSWORD);
    const setup = await openApp(browser, await linkFor(other));
    expect(setup.html).toContain(`mary@${world.organization.primaryDomain}`);
    await setUpApp(browser, setup);
    expect([await kindsOf(world.person), await kindsOf(other)]).toEqual([[], ['totp', 'recovery']]);
    expect((await browser.open(`${service.url}/account`)).html).toContain('Sign out');
  });

  it('guesses passwords as slowly as at the login page', async () => {
    const browser = new Browser(service.url);
    const asked = await browser.open(await linkFor(world.person));
    await inOneMoment(service, async () => {
      const pages = [];
      for (let i = 0; i < 6; i++) pages.push((await confirm(browser, asked, `Wrong-Horse-${i}`)).html ?? '');
      expect(pages.at(-1)).toContain('Too many attempts');
      expect((await confirm(browser, asked)).html).toContain('Too many attempts');
    });
  });

  it('is not made up: the form of a link is not enough', async () => {
    const real = new URL(await linkFor(world.person));
    const changes = [
      ['code', 'A'.repeat(43)],
      ['code', ''],
      ['id', 'A'.repeat(22)],
      ['id', ''],
    ] as const;
    for (const [name, value] of changes) {
      const link = new URL(real);
      link.searchParams.set(name, value);
      expect(isOver(await new Browser(service.url).open(link.href))).toBe(true);
    }
  });
});

describe('a link is given', () => {
  it('by whoever holds every permission of the person, in the own organization', async () => {
    const { token } = await createServiceUser(service, world.organization.id, 'ORG_USER_MANAGER');
    expect((await give(world.person, {}, token)).status).toBe(200);
    await service.call('POST', `/admin/v1/organizations/${world.organization.id}/members`, { userId: world.person.id, role: 'ORG_OWNER' });
    expect((await give(world.person, {}, token)).body).toMatchObject({ status: 403, code: 'access.strongerUser' });
    const withdraw = await service.call('POST', pathOf(world.person, 'factors/_uninvite'), undefined, { token });
    expect(withdraw.body).toMatchObject({ status: 403, code: 'access.strongerUser' });
    const stranger = await createServiceUser(service, (await makeWorld(service)).organization.id, 'ORG_OWNER');
    expect((await give(world.person, {}, stranger.token)).status).toBe(404);
  });
});
