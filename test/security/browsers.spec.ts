// Browsers that try to get at each other's sign-ins and sessions, and requests that try to be answered elsewhere.
import { beforeAll, describe, expect, it } from 'vitest';
import { answerOf, Browser, type Page } from '../support/browser.js';
import { authorizeUrl, claimsOf, codeIn, redeem, userinfo } from '../support/oauth.js';
import { service, useWorld, world } from '../support/use-world.js';
import { PASSWORD, REDIRECT_URI } from '../support/world.js';

useWorld();

let clientId: string;
let attacker: string;
beforeAll(async () => {
  clientId = (await world.addApplication({ type: 'userAgent', responseTypes: ['code', 'id_token'] })).application.clientId;
  await world.addPerson({ userName: 'mallory' });
  attacker = `mallory@${world.organization.primaryDomain}`;
});

const url = (more: Record<string, string> = {}) => authorizeUrl(service.url, clientId, 'openid', more);
const isAnswered = (page: Page) => page.url.startsWith(REDIRECT_URI);
const sessionOf = (page: Page, loginName: string) =>
  new RegExp(`name="session" value="([^"]+)"(?:(?!</form>).)*${loginName}`, 's').exec(page.html ?? '')?.[1] ?? '';

async function signedIn(loginName: string): Promise<Browser> {
  const browser = new Browser(service.url);
  await browser.submit(await browser.open(url()), loginName, PASSWORD);
  return browser;
}

/** Sends a form of a page as if one of its buttons was pressed. */
const press = (browser: Browser, page: Page, fields: Record<string, string>) =>
  browser.open(page.url, { method: 'POST', body: new URLSearchParams(fields) });

describe('of two browsers, one cannot', () => {
  let mine: Browser;
  let theirs: Browser;
  let chooser: Page;
  let theirChooser: Page;
  beforeAll(async () => {
    [mine, theirs] = [await signedIn(world.loginName), await signedIn(attacker)];
    chooser = await mine.open(url({ prompt: 'select_account' }));
    theirChooser = await theirs.open(url({ prompt: 'select_account' }));
  });

  it('see the accounts of the other by the address of its sign-in', async () => {
    const seen = await theirs.open(chooser.url);
    expect(seen.html).not.toContain(world.loginName);
  });

  it('switch to a session of the other', async () => {
    const session = sessionOf(chooser, world.loginName);
    expect(session).toMatch(/^[\w-]{20,}$/);
    const page = await press(theirs, theirChooser, { action: 'switch', session });
    expect(isAnswered(page)).toBe(false);
    expect(page.html).not.toContain(world.loginName);
  });

  it('switch, add, remove or finish in a sign-in of the other', async () => {
    for (const action of ['switch', 'add', 'remove', 'removeAll'])
      expect(isAnswered(await press(theirs, chooser, { action, session: sessionOf(chooser, world.loginName) })), action).toBe(false);
    const login = await mine.open(url({ prompt: 'login', state: 'mine' }));
    const page = await theirs.submit(login, attacker, PASSWORD);
    // It gets a sign-in of its own at most, and the one of the other is as it was.
    expect(page.url).not.toContain('code=');
    expect((await mine.submit(login, world.loginName, PASSWORD)).url).toContain('state=mine');
  });

  it('end a session of the other on the own account, by its name or all at once', async () => {
    const second = await signedIn(world.loginName);
    const named = /name="session" value="([^"]+)"/.exec((await second.open(`${service.url}/account/sessions`)).html ?? '')?.[1] ?? '';
    expect(named).toMatch(/^[\w-]{22}$/);
    const forms: Array<Record<string, string>> = [{ session: named }, { session: sessionOf(chooser, world.loginName) }, { all: 'yes' }];
    for (const form of forms) await theirs.open(`${service.url}/account/sessions`, { method: 'POST', body: new URLSearchParams(form) });
    for (const browser of [mine, second]) expect((await browser.open(url({ prompt: 'none' }))).url).toContain('code=');
    await second.open(`${service.url}/account/sessions`, {
      method: 'POST',
      body: new URLSearchParams({ all: 'yes' }),
      headers: { origin: 'https://evil.example' },
    });
    expect((await mine.open(url({ prompt: 'none' }))).url).toContain('code=');
  });

  it('remove a session of the other', async () => {
    await press(theirs, theirChooser, { action: 'remove', session: sessionOf(chooser, world.loginName) });
    expect(isAnswered(await mine.open(url({ prompt: 'none' })))).toBe(true);
    expect((await mine.open(url({ prompt: 'none' }))).url).toContain('code=');
  });

  it('agree for the other', async () => {
    const { application } = await world.addApplication({ type: 'userAgent', consentRequired: true });
    const question = await mine.open(authorizeUrl(service.url, application.clientId, 'openid'));
    expect(question.html).toContain('Allow');
    expect((await press(theirs, question, { answer: 'yes' })).url).not.toContain('code=');
    expect((await mine.open(authorizeUrl(service.url, application.clientId, 'openid', { prompt: 'none' }))).url).toContain(
      'interaction_required',
    );
  });

  it('finish with a sign-in that the other began, by planting its cookies', async () => {
    const login = await theirs.open(url({ prompt: 'login' }));
    theirs.stopBefore(/\/oauth\/v2\/authorize\/[\w-]+/);
    const stopped = await theirs.submit(login, attacker, PASSWORD);
    theirs.stopBefore(undefined);
    const victim = new Browser(service.url);
    await victim.open(url());
    // A sibling domain can plant cookies for an address, but not the one that names the browser.
    victim.plant(theirs, /gatehouse_(sign_in|resume)/);
    const page = await victim.open(stopped.url);
    expect(page.url).not.toContain('code=');
    expect(page.html).toContain('autocomplete="current-password"');
  });
});

describe('log-in CSRF', () => {
  it.each(['accounts', 'consent'])('a form of %s that comes from elsewhere does nothing', async (kind) => {
    const { application } = await world.addApplication({ type: 'userAgent', consentRequired: true });
    const browser = await signedIn(world.loginName);
    const start = kind === 'accounts' ? url({ prompt: 'select_account' }) : authorizeUrl(service.url, application.clientId, 'openid');
    const page = await browser.open(start);
    const label = kind === 'accounts' ? world.loginName : 'Allow';
    const foreign: Array<Record<string, string>> = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of foreign) expect((await browser.submitButton(page, label, headers)).page?.status).toBe(403);
    expect(isAnswered(await browser.submitButton(page, label, { origin: service.url, 'sec-fetch-site': 'same-origin' }))).toBe(true);
  });

  it('a sign-in that an attacker has finished up to its last step is nothing in another browser', async () => {
    const browser = new Browser(service.url);
    browser.stopBefore(/\/oauth\/v2\/authorize\/[\w-]+/);
    const stopped = await browser.submit(await browser.open(url()), attacker, PASSWORD);
    const victim = await signedIn(world.loginName);
    const end = await victim.open(stopped.url);
    const { body } = await redeem(service, { clientId }, codeIn(end.url));
    expect(claimsOf(body.id_token).sub).toBe(world.person.id);
  });
});

describe('session fixation', () => {
  it('cookies that were known before a sign-in lead nowhere after it', async () => {
    const victim = new Browser(service.url);
    await victim.open(url());
    await victim.open(`${service.url}/oidc/v1/end_session`);
    const before = new Browser(service.url);
    before.plant(victim, /./);
    const end = await victim.submit(await victim.open(url()), world.loginName, PASSWORD);
    expect(isAnswered(end)).toBe(true);
    expect(before.cookieHeader('/')).not.toBe(victim.cookieHeader('/'));
    expect((await before.open(url({ prompt: 'none' }))).url).toContain('login_required');
    expect((await before.open(url({ prompt: 'select_account' }))).html).not.toContain(world.loginName);
  });

  it('a session that is switched to gets a new id, and the old one is dead', async () => {
    const browser = await signedIn(world.loginName);
    const copy = new Browser(service.url);
    copy.plant(browser, /gatehouse_session/);
    await browser.submit(await browser.open(url({ prompt: 'login' })), attacker, PASSWORD);
    expect(isAnswered(await browser.submitButton(await browser.open(url()), world.loginName))).toBe(true);
    expect((await copy.open(url({ prompt: 'none' }))).url).toContain('login_required');
  });

  it('signing in as somebody else does not take over the tokens of the session before', async () => {
    const browser = await signedIn(world.loginName);
    const { body } = await redeem(service, { clientId }, codeIn((await browser.open(url())).url));
    const end = await browser.submit(await browser.open(url({ prompt: 'login' })), attacker, PASSWORD);
    const other = await redeem(service, { clientId }, codeIn(end.url));
    expect((await userinfo(service, body.access_token)).body.sub).toBe(world.person.id);
    expect((await userinfo(service, other.body.access_token)).body.sub).not.toBe(world.person.id);
  });
});

describe('an answer goes nowhere but to the registered address', () => {
  it.each([
    'https://app.example@evil.example/callback',
    'https://user:x@app.example/callback',
    'https://app.example/callback/../../evil',
    'https://app.example/callback/..%2f..%2fevil',
    'https://app.example/%63allback',
    'https://app.example/callback?x=1',
    'https://app.example/callback#x',
    'https://app.example/callback%23',
    'https://app.example:444/callback',
    'https://app.example:443/callback',
    'https://APP.example/callback',
    'https://app.example/Callback',
    'HTTPS://app.example/callback',
    'http://app.example/callback',
    'https://app.example./callback',
    'https://app.example\\@evil.example/callback',
    'https://evil.example\\.app.example/callback',
    '//app.example/callback',
    'https:app.example/callback',
    'javascript:alert(1)//https://app.example/callback',
    'data:text/html,<script>alert(1)</script>',
    ' https://app.example/callback',
    'https://app.example/callback ',
    'https://app.example/callback\r\nLocation: https://evil.example',
    'https://аpp.example/callback',
  ])('%j', async (redirect_uri) => {
    const browser = new Browser(service.url);
    const variants: Array<Record<string, string>> = [
      {},
      { prompt: 'none' },
      { response_mode: 'form_post', response_type: 'bogus' },
      { scope: 'email' },
    ];
    for (const more of variants) {
      const response = await browser.fetch(url({ redirect_uri, ...more }), {});
      expect([response.status, response.headers.get('location')]).toEqual([400, null]);
      expect(response.headers.get('content-security-policy')).not.toContain('evil');
    }
  });

  it('also when the addresses of pages are tampered with', async () => {
    const browser = await signedIn(world.loginName);
    const { pathname } = new URL((await browser.open(url({ prompt: 'login' }))).url);
    for (const request of ['https://evil.example', '//evil.example', 'AAAA', `${'A'.repeat(9_000)}`]) {
      const response = await new Browser(service.url).fetch(`${service.url}${pathname}?${new URLSearchParams({ request }).toString()}`, {});
      expect([response.status, response.headers.get('location')], request).toEqual([410, null]);
    }
  });

  it('also when the address of a page is repeated or a list', async () => {
    for (const query of ['request=a&request=b', 'request[]=a', 'request[x]=y', 'account=new&account=old'])
      expect((await new Browser(service.url).fetch(`${service.url}/sign-in/x?${query}`, {})).status, query).toBe(410);
  });
});

describe('a request cannot be changed on its way', () => {
  it('by parameters at its last step: what counts is what was asked for at the first', async () => {
    const browser = new Browser(service.url);
    const login = await browser.open(url({ state: 'mine' }));
    browser.stopBefore(/\/oauth\/v2\/authorize\/[\w-]+/);
    const stopped = await browser.submit(login, world.loginName, PASSWORD);
    browser.stopBefore(undefined);
    const tampered = `${stopped.url}&response_type=id_token&nonce=n&response_mode=form_post&redirect_uri=https://evil.example/&client_id=x&state=y&prompt=none`;
    const { address, mode, members } = answerOf(await browser.open(tampered));
    expect([address, mode, Object.keys(members).toSorted(), members.state]).toEqual([
      REDIRECT_URI,
      'query',
      ['code', 'iss', 'state'],
      'mine',
    ]);
  });

  it('by beginning it anew: an application that may not have tokens by redirect gets none', async () => {
    const { application } = await world.addApplication({ type: 'userAgent' });
    const browser = await signedIn(world.loginName);
    const page = await browser.open(authorizeUrl(service.url, application.clientId, 'openid', { prompt: 'login' }));
    const { searchParams, pathname } = new URL(page.url);
    browser.forget(/gatehouse_sign_in/);
    const again = await browser.open(`${service.url}${pathname}?${searchParams.toString()}&response_type=id_token`);
    const end = await browser.submit(again, world.loginName, PASSWORD);
    expect(answerOf(end).members).toHaveProperty('code');
    expect(answerOf(end).members).not.toHaveProperty('id_token');
  });

  it.each([
    'client_id',
    'redirect_uri',
    'response_type',
    'scope',
    'state',
    'nonce',
    'prompt',
    'code_challenge',
    'max_age',
    'id_token_hint',
  ])('by sending %s twice', async (name) => {
    const { status, headers } = await new Browser(service.url).fetch(`${url({ [name]: '1' })}&${name}=2`, {});
    const location = headers.get('location') ?? '';
    expect(status === 400 || location.includes('error=invalid_request'), location).toBe(true);
    expect(location.includes('evil')).toBe(false);
  });
});
