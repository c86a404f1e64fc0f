// What a person sees and takes back on the own account: sign-ins in other browsers, and what applications may learn.
// On SQLite alone: other specs send what the service sends here to a server too.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { People } from '../../src/users/directory/people/people.service.js';
import { eventsOf } from '../support/people.js';
import { sentStatements } from '../support/sent-statements.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';
import type { Credentials } from '../support/clients.js';
import { Browser, type Page } from '../support/browser.js';
import { authorizeUrl, codeIn, redeem, refresh, userinfo } from '../support/oauth.js';
import { makeWorld, PASSWORD, REDIRECT_URI, type World } from '../support/world.js';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let service: TestService;
let world: World;
let client: Credentials;
let consenting: Credentials;
let people = 0;

beforeAll(async () => {
  service = await sharedService();
  world = await makeWorld(service);
  const app = { type: 'userAgent', grantTypes: ['authorization_code', 'refresh_token'] } as const;
  const add = async (more: object) => (await world.addApplication({ ...app, grantTypes: [...app.grantTypes], ...more })).application;
  client = await add({ name: 'Time sheet' });
  consenting = await add({ name: 'Survey & more', consentRequired: true });
});
afterAll(() => service.close());

/** Somebody new. */
async function somebody() {
  const userName = `person-${++people}`;
  const person = await world.addPerson({ userName });
  return { person, loginName: `${userName}@${world.organization.primaryDomain}` };
}
type Somebody = Awaited<ReturnType<typeof somebody>>;

const account = (browser: Browser, subject = 'sessions') => browser.open(`${service.url}/account/${subject}`);

/** Signs in to an application with a browser of one's own. */
async function enter({ loginName }: Somebody, headers: Record<string, string> = {}, { clientId } = client) {
  const browser = new Browser(service.url, headers);
  const page = await browser.open(authorizeUrl(service.url, clientId, 'openid email offline_access'));
  const end = await browser.submit(page, loginName, PASSWORD);
  return { browser, end };
}

/** More sessions of a person, used later than those there are. */
async function addCopiesOfSessions({ person }: Somebody, count: number) {
  const database = service.get(Database);
  const [row] = await database.query.rows<Record<'session_uid' | 'org_no' | 'used_us' | 'expires_us', number>>(
    'SELECT session_uid, org_no, used_us, expires_us FROM browser_sessions WHERE user_no = ? ORDER BY used_us',
    [person.no],
  );
  const session = await database.query.row<{ payload: string; expires_us: number }>(
    "SELECT payload, expires_us FROM oidc_artifacts WHERE kind = 'Session' AND uid = ?",
    [row?.session_uid ?? ''],
  );
  await database.write('copy sessions', async (tx) => {
    for (let i = 0; i < count; i++) {
      const uid = `copy-${person.no}-${i}`;
      await tx.run(
        'INSERT INTO browser_sessions (browser, session_uid, user_no, org_no, used_us, expires_us, browser_name) VALUES (?, ?, ?, ?, ?, ?, NULL)',
        [`browser-${uid}`, uid, person.no, row?.org_no ?? 0, (row?.used_us ?? 0) + 60_000_000 + i, row?.expires_us ?? 0],
      );
      await tx.run("INSERT INTO oidc_artifacts (kind, id, uid, payload, expires_us) VALUES ('Session', ?, ?, ?, ?)", [
        `id-${uid}`,
        uid,
        session?.payload ?? '{}',
        session?.expires_us ?? 0,
      ]);
    }
  });
}

/** How many sessions a page lists, and how many of them have a button. */
const listed = ({ html = '' }: Page) => ({
  sessions: html.match(/signed in on/g)?.length ?? 0,
  buttons: html.match(/name="session"/g)?.length ?? 0,
  here: html.match(/<strong>this browser<\/strong>/g)?.length ?? 0,
});

const isSignedIn = async (browser: Browser) =>
  new URL((await browser.open(authorizeUrl(service.url, client.clientId, 'openid', { prompt: 'none' }))).url).searchParams.has('code');

const sessionEvents = async ({ person }: Somebody) =>
  (await eventsOf(service, person.id)).filter(({ type }) => type.startsWith('user.session.'));

describe('the list of sessions', () => {
  it('has every browser the person is signed in to, in coarse words, and marks this one', async () => {
    const who = await somebody();
    const other = await enter(who, { 'user-agent': FIREFOX });
    const { browser } = await enter(who, { 'user-agent': 'nothing/1.0' });
    const page = await account(browser);
    // The label of a button says the time once more.
    expect(listed(page)).toEqual({ sessions: 3, buttons: 1, here: 1 });
    expect(page.html).toContain('Firefox, Linux');
    expect(page.html).toMatch(/Unknown browser <strong>this browser<\/strong>/);
    expect(page.html).toMatch(
      /signed in on \d{1,2} \w{3,4} \d{4}, \d\d:\d\d UTC|signed in on \w{3} \d{1,2}, \d{4}, \d{1,2}:\d\d\s[AP]M UTC/,
    );
    // When another browser was used last; this one is in use.
    expect(page.html?.match(/last used on \w{3} \d{1,2}, \d{4}, \d{1,2}:\d\d\s[AP]M UTC/g)).toHaveLength(listed(page).buttons);
    expect((await account(other.browser)).html).toMatch(/Firefox, Linux <strong>this browser<\/strong>/);
    expect(page.html).not.toContain(FIREFOX);
  });

  it('lets one session be ended: its browser and tokens are out, the others stay', async () => {
    const who = await somebody();
    const [first, second, here] = [await enter(who, { 'user-agent': FIREFOX }), await enter(who), await enter(who)];
    const tokens = (await redeem(service, client, codeIn(first.end.url))).body;
    const after = await here.browser.submitButton(await account(here.browser), 'Sign out', {}, 'Firefox, Linux');
    expect(after.html).toContain('You’ve been signed out there.');
    expect(listed(after).buttons).toBe(1);
    expect(await isSignedIn(first.browser)).toBe(false);
    expect((await userinfo(service, tokens.access_token)).status).toBe(401);
    expect([await isSignedIn(second.browser), await isSignedIn(here.browser)]).toEqual([true, true]);
    const events = await sessionEvents(who);
    expect(events.at(-1)).toMatchObject({ type: 'user.session.ended', payload: { reason: 'endedElsewhere' } });
    expect(events.at(-1)?.payload['session']).toBe(events[0]?.payload['session']);
  });

  it('lets all others be ended at once', async () => {
    const who = await somebody();
    const [first, second, here] = [await enter(who), await enter(who), await enter(who)];
    const after = await here.browser.submitButton(await account(here.browser), 'Sign out everywhere else');
    expect(listed(after)).toEqual({ sessions: 1, buttons: 0, here: 1 });
    expect(after.html).not.toContain('Sign out everywhere else');
    expect([await isSignedIn(first.browser), await isSignedIn(second.browser), await isSignedIn(here.browser)]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('lets all others be ended at once, however many there are', async () => {
    const who = await somebody();
    const [first, here] = [await enter(who), await enter(who)];
    await addCopiesOfSessions(who, 210);
    await here.browser.submitButton(await account(here.browser), 'Sign out everywhere else');
    expect(listed(await account(here.browser))).toEqual({ sessions: 1, buttons: 0, here: 1 });
    expect([await isSignedIn(first.browser), await isSignedIn(here.browser)]).toEqual([false, true]);
  });

  it('leaves a session alone whose name is none, and this one', async () => {
    const who = await somebody();
    const [other, here] = [await enter(who), await enter(who)];
    const names = (page: Page) => /name="session" value="([^"]+)"/.exec(page.html ?? '')?.[1] ?? '';
    const own = names(await account(other.browser));
    for (const session of ['', 'nonsense', own]) {
      const body = new URLSearchParams({ session });
      expect((await here.browser.open(`${service.url}/account/sessions`, { method: 'POST', body })).page?.status).toBe(200);
    }
    expect([await isSignedIn(here.browser), await isSignedIn(other.browser)]).toEqual([true, true]);
  });

  it('speaks the language of the browser', async () => {
    const who = await somebody();
    await enter(who);
    const { browser } = await enter(who);
    const shown = async (language: string) =>
      (await browser.open(`${service.url}/account/sessions`, { headers: { 'accept-language': language } })).html;
    expect(await shown('de')).toContain('Überall sonst abmelden');
    expect(await shown('fr')).toContain('Se déconnecter partout ailleurs');
  });
});

describe('somebody who is signed in very often', () => {
  const OFTEN = 450;
  const rowsOf = async ({ person }: Somebody) => {
    const sql = `SELECT COUNT(*) AS n FROM browser_sessions b JOIN oidc_artifacts a ON a.uid = b.session_uid AND a.kind = 'Session' WHERE b.user_no = ?`;
    return (await service.get(Database).query.row<{ n: number }>(sql, [person.no]))?.n;
  };
  const own = ({ person }: Somebody) => `/admin/v1/organizations/${world.organization.id}/people/${person.id}`;

  it('is locked out by a unit of work that is no longer than with a few sessions, and nothing is alive after it', async () => {
    const who = await somebody();
    const { browser } = await enter(who);
    await addCopiesOfSessions(who, OFTEN);
    const sent = await sentStatements(async () => expect((await service.call('POST', `${own(who)}/_lock`, {})).status).toBe(200));
    // One for each of the two hundred that are ended here, which decides who of several ends it; everything else is done for all at once.
    const [marks, others] = [
      sent.filter((sql) => sql.startsWith('INSERT INTO ended_sessions')),
      sent.filter((sql) => !sql.includes('ended_sessions')),
    ];
    expect(marks).toHaveLength(200);
    expect(others.length).toBeLessThan(60);
    expect((await service.call('GET', `${own(who)}/sessions`)).body).toMatchObject({ sessions: [] });
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('is signed out everywhere, in as many units of work as it takes', async () => {
    const who = await somebody();
    const { browser } = await enter(who);
    await addCopiesOfSessions(who, OFTEN);
    expect((await service.call('DELETE', `${own(who)}/sessions?dryRun=true`)).status).toBe(204);
    expect([await rowsOf(who), await isSignedIn(browser)]).toEqual([OFTEN + 1, true]);
    expect((await service.call('DELETE', `${own(who)}/sessions`)).status).toBe(204);
    expect([await rowsOf(who), await isSignedIn(browser)]).toEqual([0, false]);
    const ended = (await eventsOf(service, who.person.id)).filter(({ type }) => type === 'user.session.ended');
    expect(new Set(ended.map(({ payload }) => payload['session'])).size).toBe(OFTEN + 1);
  });
});

it('a sign-in on the own page is in the log, once', async () => {
  const who = await somebody();
  const browser = new Browser(service.url);
  await browser.submit(await account(browser), who.loginName, PASSWORD);
  expect(listed(await account(browser))).toEqual({ sessions: 1, buttons: 0, here: 1 });
  expect((await sessionEvents(who)).map(({ type }) => type)).toEqual(['user.session.added']);
  expect(await isSignedIn(browser)).toBe(true);
  expect(await sessionEvents(who)).toHaveLength(1);
});

describe('what applications may learn', () => {
  const agree = async (who: Somebody) => {
    const { browser, end } = await enter(who, {}, consenting);
    return { browser, callback: await browser.submitButton(end, 'Allow') };
  };
  const consentEvents = async ({ person }: Somebody) =>
    (await eventsOf(service, person.id))
      .filter(({ type }) => type.startsWith('user.consent.'))
      .map(({ type, payload }) => ({ type, payload }));
  const consents = () => service.get(Database).query.rows<{ user_no: number }>('SELECT user_no FROM consents');

  it('is listed, and taken back: what the application got is dead, and it has to ask again', async () => {
    const who = await somebody();
    const { browser, callback } = await agree(who);
    const tokens = (await redeem(service, consenting, codeIn(callback.url))).body;
    const page = await account(browser, 'applications');
    expect(page.html).toContain('Survey &amp; more');
    expect(page.html).toContain('your email address');
    const after = await browser.submitButton(page, 'Remove access');
    expect(after.html).toContain('no longer has access to your account');
    expect(after.html).not.toContain('Survey &amp; more');
    expect((await userinfo(service, tokens.access_token)).status).toBe(401);
    expect((await refresh(service, consenting, tokens.refresh_token)).body.error).toBe('invalid_grant');
    expect((await browser.open(authorizeUrl(service.url, consenting.clientId, 'openid'))).html).toContain('Allow');
    const scope = 'openid email offline_access';
    expect(await consentEvents(who)).toEqual([
      { type: 'user.consent.granted', payload: { clientId: consenting.clientId, scope } },
      { type: 'user.consent.revoked', payload: { clientId: consenting.clientId } },
    ]);
  });

  it('is nothing where no application had to ask', async () => {
    const { browser } = await enter(await somebody());
    expect((await account(browser, 'applications')).html).toContain('Nothing here yet.');
    const body = new URLSearchParams({ client: consenting.clientId });
    expect((await browser.open(`${service.url}/account/applications`, { method: 'POST', body })).page?.status).toBe(200);
  });

  it('is forgotten with the person', async () => {
    const who = await somebody();
    expect((await agree(who)).callback.url).toContain(REDIRECT_URI);
    expect(await consents()).toContainEqual({ user_no: who.person.no });
    await service.get(People).remove(world.organization, who.person.id, 'test');
    expect(await consents()).not.toContainEqual({ user_no: who.person.no });
  });
});

describe('every session of a person ends, and is in the log by whoever caused it,', () => {
  const update = ({ person }: Somebody, change: { active?: boolean; password?: string }) =>
    service.get(People).update(
      world.organization,
      person.id,
      ({ ...values }) => ({
        values: { ...values, active: change.active ?? values.active },
        ...(change.password === undefined ? {} : { password: change.password }),
      }),
      'administrator',
    );
  const CAUSES: Array<[string, string, (who: Somebody) => Promise<unknown>]> = [
    ['a deactivation', 'deactivated', (who) => update(who, { active: false })],
    ['a new password', 'passwordChanged', (who) => update(who, { password: 'Another-Horse-8' })],
    ['a removal', 'personRemoved', ({ person }) => service.get(People).remove(world.organization, person.id, 'administrator')],
  ];

  it.each(CAUSES)('with %s', async (_, reason, cause) => {
    const who = await somebody();
    const browsers = [await enter(who), await enter(who)];
    await cause(who);
    const events = await sessionEvents(who);
    expect(events.map(({ type }) => type)).toEqual(['added', 'added', 'ended', 'ended'].map((what) => `user.session.${what}`));
    expect(events.slice(2).map(({ payload }) => payload['reason'])).toEqual([reason, reason]);
    expect(new Set(events.slice(2).map(({ payload }) => payload['session'])).size).toBe(2);
    for (const { browser } of browsers) expect(await isSignedIn(browser)).toBe(false);
    const { body } = await service.call('POST', '/admin/v1/events/_search', { event_types: ['user.session.ended'], limit: 2 });
    expect(body.events.map(({ editor }: { editor: { userId: string } }) => editor.userId)).toEqual(['administrator', 'administrator']);
  });
});
