// A browser session has one holder for life: whichever way another person signs in to the same browser, a session of its own begins, so that
// tokens of one person neither name nor outlive the session of another.
// On a server too: sessions are read with locks.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Person } from '../../src/users/directory/people/person/person.js';
import { Policies } from '../../src/users/organizations/policies/policies.service.js';
import { answerOf, Browser, fill, follow, type Page } from '../support/browser.js';
import { addApp, type App } from '../support/factors.js';
import { letterTo, startMailedService, withTwin, type MailedService } from '../support/mailed-service.js';
import { authorizeUrl, claimsOf, redeem, userinfo } from '../support/oauth.js';
import { advanceClocks, type TestService } from '../support/service.js';
import { makeWorld, PASSWORD, type World } from '../support/world.js';

const CHOSEN = 'Brand-new-Horse-9';
let service: MailedService;
/** Two of them on a database server; SQLite has one process. */
let services: TestService[];
let world: World;
let clientId: string;
/** Has an app; the person of the world has none. */
let bob: Person;
let app: App;
beforeAll(async () => {
  service = await startMailedService();
  services = await withTwin(service);
});
beforeEach(async () => {
  world = await makeWorld(service);
  clientId = (await world.addApplication({ type: 'userAgent' })).application.clientId;
  bob = await world.addPerson({ userName: 'bob', emails: [{ value: nameOf('bob'), primary: true, verifiedBy: 'code' }] });
  app = await addApp(service, bob);
});
afterAll(async () => {
  for (const one of services.toReversed()) await one.close();
});

const account = () => `${service.url}/account`;
const nameOf = (userName: string) => `${userName}@${world.organization.primaryDomain}`;
const url = (more: Record<string, string> = {}) => authorizeUrl(service.url, clientId, 'openid', more);
const personPath = ({ id }: Pick<Person, 'id'>, rest: string) => `/admin/v1/organizations/${world.organization.id}/people/${id}/${rest}`;

interface Told {
  sub: unknown;
  sid: unknown;
  token: string;
}
async function toldBy(page: Page): Promise<Told> {
  const { body } = await redeem(service, { clientId }, answerOf(page).members.code ?? '');
  const { sub, sid } = claimsOf(body.id_token);
  return { sub, sid, token: body.access_token };
}

/** Signs the person of the world in to a browser, in the middle of what somebody else does there. */
type Interruption = () => Promise<Page>;

/** Each lets another person sign in, and returns the answer to the application about that person. */
const WAYS: Readonly<Record<string, (browser: Browser, interrupt: Interruption) => Promise<Page>>> = {
  'the second step at the account page': async (browser, interrupt) => {
    const step = await browser.submit(await browser.open(account()), nameOf('bob'), PASSWORD);
    await interrupt();
    await fill(browser, step, { code: app.code() });
    return browser.open(url({ prompt: 'none', id_token_hint: await hintOf(bob) }));
  },
  'another account at an application': async (browser, interrupt) => {
    await interrupt();
    const step = await browser.submit(await browser.open(url({ prompt: 'login' })), nameOf('bob'), PASSWORD);
    return fill(browser, step, { code: app.code() });
  },
  'a sign-in that was begun before': async (browser, interrupt) => {
    const step = await browser.submit(await browser.open(url()), nameOf('bob'), PASSWORD);
    await interrupt();
    return fill(browser, step, { code: app.code() });
  },
  'a reset by mail, and the new password': async (browser, interrupt) => {
    const forgotten = await follow(browser, await browser.open(url()), 'Forgot your password?');
    const sent = await fill(browser, forgotten, { loginName: nameOf('bob') });
    const { code } = await letterTo(service, nameOf('bob'));
    const chosen = await fill(browser, await fill(browser, sent, { code }), { newPassword: CHOSEN });
    await interrupt();
    return fill(browser, await browser.submit(chosen, nameOf('bob'), CHOSEN), { code: app.code() });
  },
  'a new password that is due': async (browser, interrupt) => {
    await service.call('POST', personPath(bob, '_require-password-change'));
    const step = await browser.submit(await browser.open(url()), nameOf('bob'), PASSWORD);
    const change = await fill(browser, step, { code: app.code() });
    await interrupt();
    return fill(browser, change, { newPassword: CHOSEN });
  },
  'a registration': async (browser, interrupt) => {
    await service.get(Policies).set(world.organization.no, 'registration', { enabled: true }, 'test');
    const email = nameOf('carol');
    const form = await follow(browser, await browser.open(url()), 'Create account');
    const sent = await fill(browser, form, { givenName: 'Carol', familyName: 'Smith', email, newPassword: CHOSEN });
    const { code } = await letterTo(service, email);
    await interrupt();
    return fill(browser, sent, { code });
  },
};

/** An ID token about somebody, from another browser. */
async function hintOf({ userName }: Person): Promise<string> {
  const elsewhere = new Browser(service.url);
  advanceClocks(services, 30_000);
  const step = await elsewhere.submit(await elsewhere.open(url()), nameOf(userName), PASSWORD);
  const { body } = await redeem(service, { clientId }, answerOf(await fill(elsewhere, step, { code: app.code() })).members.code ?? '');
  return body.id_token;
}

it.each(Object.entries(WAYS))('begins with %s', async (_way, go) => {
  const browser = new Browser(service.url);
  let first: Told | undefined;
  const second = await go(browser, async () => {
    const page = await browser.submit(await browser.open(url({ prompt: 'login' })), world.loginName, PASSWORD);
    first = await toldBy(page);
    return page;
  });
  const other = await toldBy(second);
  expect([first?.sub, other.sub === first?.sub, other.sid === first?.sid]).toEqual([world.person.id, false, false]);
  expect((await service.call('DELETE', personPath(world.person, 'sessions'))).status).toBeLessThan(300);
  expect((await userinfo(service, first?.token ?? '')).status).toBe(401);
  expect((await userinfo(service, other.token)).status).toBe(200);
});

it('is written in two places, which both see to it', () => {
  const writers = readdirSync('src/oidc', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => /this\.holder = |Object\.assign\(session, \{[^}]*holder/.test(readFileSync(join('src/oidc', file), 'utf8')));
  expect(writers.toSorted()).toEqual(['provider/browser-session.service.ts', 'provider/replaced-members.ts']);
});
