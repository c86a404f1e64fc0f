// Several people signed in to one browser: the account chooser, and sign-ins that were lost on the way.
import { beforeAll, describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { answerOf, Browser, follow, type Page } from '../support/browser.js';
import { authorizeUrl, claimsOf, codeIn, redeem, userinfo } from '../support/oauth.js';
import { service, useWorld, world } from '../support/use-world.js';
import { PASSWORD } from '../support/world.js';
import { repeatedStatements } from '../support/sent-statements.js';
import { startService } from '../support/service.js';

useWorld(startService);

let clientId: string;
let [ada, bob] = ['', ''];
beforeAll(async () => {
  clientId = (await world.addApplication({ type: 'userAgent', responseTypes: ['code', 'id_token'] })).application.clientId;
  for (const userName of ['ada', 'bob']) await world.addPerson({ userName });
  [ada, bob] = ['ada', 'bob'].map((name) => `${name}@${world.organization.primaryDomain}`) as [string, string];
});

const url = (more: Record<string, string> = {}) =>
  authorizeUrl(service.url, clientId, 'openid profile', { state: 's', nonce: 'n', ...more });
const codeOf = (page: Page) => answerOf(page).members.code;

/** Who an answer is about. */
async function nameIn(page: Page): Promise<unknown> {
  const { body } = await redeem(service, { clientId }, codeIn(page.url));
  return (await userinfo(service, body.access_token)).body?.preferred_username;
}

async function signIn(browser: Browser, loginName: string, page?: Page): Promise<Page> {
  return browser.submit(page ?? (await browser.open(url({ prompt: 'login' }))), loginName, PASSWORD);
}

/** A browser that two people are signed in to, Bob last. */
async function both(): Promise<Browser> {
  const browser = new Browser(service.url);
  await signIn(browser, ada);
  await signIn(browser, bob);
  return browser;
}

describe('a browser', () => {
  it('with nobody signed in is asked to sign in, with one goes on, with two chooses', async () => {
    const browser = new Browser(service.url);
    const login = await browser.open(url());
    expect(login.html).toContain('autocomplete="current-password"');
    expect(await nameIn(await signIn(browser, ada, login))).toBe(ada);
    expect(await nameIn(await browser.open(url()))).toBe(ada);
    await signIn(browser, bob);
    const chooser = await browser.open(url());
    expect(chooser.html).toContain('Choose an account');
    for (const name of [ada, bob]) expect(chooser.html).toContain(name);
    expect(await nameIn(await browser.submitButton(chooser, ada))).toBe(ada);
    expect(await nameIn(await browser.submitButton(await browser.open(url()), bob))).toBe(bob);
  });

  it('goes on without a question for what the request has read already: configuration, person and sessions', async () => {
    const browser = new Browser(service.url);
    await signIn(browser, ada);
    const sent = await repeatedStatements(service, () => browser.open(url()));
    const reads = (table: string) => sent.filter((sql) => sql.startsWith('SELECT') && sql.includes(`FROM ${table}`)).length;
    expect(['config_version', 'users', 'browser_sessions', 'factor_states'].map(reads)).toEqual([1, 1, 1, 1]);
  });

  it('chooses with prompt consent too, which says nothing of who is meant', async () => {
    const browser = await both();
    const chooser = await browser.open(url({ prompt: 'consent' }));
    expect(chooser.html).toContain('Choose an account');
    expect(await nameIn(await browser.submitButton(await browser.submitButton(chooser, ada), 'Allow'))).toBe(ada);
  });

  it('goes on with the account it used last for prompt none', async () => {
    const browser = await both();
    expect(await nameIn(await browser.open(url({ prompt: 'none' })))).toBe(bob);
    await browser.submitButton(await browser.open(url()), ada);
    expect(await nameIn(await browser.open(url({ prompt: 'none' })))).toBe(ada);
  });

  it('stays with the account it used last when an application asks in the background for another one', async () => {
    const browser = await both();
    const { id_token: bobs } = (await redeem(service, { clientId }, codeIn((await browser.open(url({ prompt: 'none' }))).url))).body;
    await browser.submitButton(await browser.open(url()), ada);
    const claims = JSON.stringify({ id_token: { sub: { value: claimsOf(bobs)['sub'] } } });
    for (const named of [{ id_token_hint: bobs }, { claims }] as Array<Record<string, string>>) {
      const silent = { prompt: 'none', ...named };
      expect(await nameIn(await browser.open(url(silent)))).toBe(bob);
      expect(answerOf(await browser.open(url({ ...silent, max_age: '0' }))).members.error).toBe('login_required');
      expect(await nameIn(await browser.open(url({ prompt: 'none' })))).toBe(ada);
      const { html } = await browser.open(`${service.url}/account`);
      expect([ada, bob].map((name) => html?.includes(name))).toEqual([true, false]);
    }
    expect(await nameIn(await browser.open(url({ id_token_hint: bobs })))).toBe(bob);
    expect(await nameIn(await browser.open(url({ prompt: 'none' })))).toBe(bob);
  });

  it('answers for the person whom requests in the background name, also several at once', async () => {
    const browser = await both();
    const { id_token: bobs } = (await redeem(service, { clientId }, codeIn((await browser.open(url({ prompt: 'none' }))).url))).body;
    await browser.submitButton(await browser.open(url()), ada);
    const silent = url({ prompt: 'none', id_token_hint: bobs });
    const pages = await Promise.all(Array.from({ length: 8 }, () => browser.open(silent)));
    expect(pages.map((page) => answerOf(page).members.error)).toEqual(pages.map(() => undefined));
    expect(await Promise.all(pages.map(nameIn))).toEqual(pages.map(() => bob));
  });

  it('adds an account, and the first one keeps its tokens', async () => {
    const browser = new Browser(service.url);
    const first = await redeem(service, { clientId }, codeIn((await signIn(browser, ada)).url));
    const login = await browser.submitButton(await browser.open(url({ prompt: 'select_account' })), 'Use another account');
    expect(login.html).toContain('name="loginName" value autocomplete');
    expect(await nameIn(await signIn(browser, bob, login))).toBe(bob);
    expect((await userinfo(service, first.body.access_token)).status).toBe(200);
  });

  it('is led from the login page to its accounts, unless the application takes one person only', async () => {
    expect((await new Browser(service.url).open(url())).html).not.toContain('Choose an account');
    const browser = await both();
    const login = await browser.open(url({ prompt: 'login' }));
    const chooser = await follow(browser, login, 'Choose an account');
    expect(chooser.html).toContain(ada);
    expect(await nameIn(await signIn(browser, ada, await browser.submitButton(chooser, ada)))).toBe(ada);
    const { body } = await redeem(service, { clientId }, codeIn((await browser.open(url({ prompt: 'none' }))).url));
    const hinted = await browser.open(url({ prompt: 'login', id_token_hint: body.id_token }));
    expect(hinted.html).toContain('autocomplete="current-password"');
    expect(hinted.html).not.toContain('Choose an account');
  });

  it('does not list a person twice who signs in again', async () => {
    const browser = await both();
    await signIn(browser, ada);
    const chooser = await browser.open(url({ prompt: 'select_account' }));
    expect(chooser.html?.match(/value="switch"/g)).toHaveLength(2);
  });

  it('signs one account out, whose tokens end, and goes on with the other without a question', async () => {
    const browser = await both();
    const { body } = await redeem(service, { clientId }, codeIn((await browser.open(url({ prompt: 'none' }))).url));
    const chooser = await browser.submitButton(await browser.open(url()), 'Sign out', {}, bob);
    expect(chooser.html).toContain(ada);
    expect(chooser.html).not.toContain(bob);
    expect((await userinfo(service, body.access_token)).status).toBe(401);
    expect(await nameIn(await browser.open(url()))).toBe(ada);
  });

  it('signs everybody out', async () => {
    const browser = await both();
    const { body } = await redeem(service, { clientId }, codeIn((await browser.open(url({ prompt: 'none' }))).url));
    const login = await browser.submitButton(await browser.open(url()), 'Sign out of all accounts');
    expect(login.html).toContain('autocomplete="current-password"');
    expect((await userinfo(service, body.access_token)).status).toBe(401);
    expect(answerOf(await browser.open(url({ prompt: 'none' }))).members.error).toBe('login_required');
    expect(await nameIn(await signIn(browser, ada, login))).toBe(ada);
  });

  it('holds ten sessions; the one that was used least recently ends', async () => {
    const browser = new Browser(service.url);
    for (let n = 0; n < 11; n++) {
      await world.addPerson({ userName: `guest${n}` });
      await signIn(browser, `guest${n}@${world.organization.primaryDomain}`);
    }
    const chooser = await browser.open(url({ prompt: 'select_account' }));
    expect(chooser.html?.match(/value="switch"/g)).toHaveLength(10);
    expect(chooser.html).not.toContain('guest0@');
  });

  it('does not list who cannot be believed any more', async () => {
    const browser = await both();
    service.get(Clock).advance(11 * 86_400_000);
    expect((await browser.open(url({ prompt: 'select_account' }))).html).toContain('autocomplete="current-password"');
  });
});

describe('two tabs of one browser', () => {
  it('that sign in at the very same time both get their answer, and a sign-out of everybody leaves nobody signed in', async () => {
    const browser = new Browser(service.url);
    const pages = [await browser.open(url()), await browser.open(url())];
    const answers = await Promise.all(pages.map((page) => signIn(browser, ada, page)));
    for (const end of answers) expect(codeOf(end)).toBeDefined();
    const login = await browser.submitButton(await browser.open(url({ prompt: 'select_account' })), 'Sign out of all accounts');
    expect(login.html).toContain('autocomplete="current-password"');
    expect(answerOf(await browser.open(url({ prompt: 'none' }))).members.error).toBe('login_required');
  });

  it('both get their answer, one person after the other', async () => {
    const browser = new Browser(service.url);
    const [one, two] = [await browser.open(url({ state: 'one' })), await browser.open(url({ state: 'two' }))];
    const second = await signIn(browser, ada, two);
    const first = await signIn(browser, ada, one);
    expect([answerOf(first).members.state, answerOf(second).members.state]).toEqual(['one', 'two']);
    expect(await Promise.all([nameIn(first), nameIn(second)])).toEqual([ada, ada]);
  });

  it('both get their answer for two people', async () => {
    const browser = new Browser(service.url);
    const [one, two] = [await browser.open(url()), await browser.open(url())];
    const answers = [await signIn(browser, ada, one), await signIn(browser, bob, two)];
    expect(await Promise.all(answers.map(nameIn))).toEqual([ada, bob]);
    expect((await browser.open(url())).html).toContain('Choose an account');
  });

  it('both get their answer when an account is chosen in one while the other asks for a password', async () => {
    const browser = await both();
    const again = await browser.open(url({ prompt: 'login' }));
    await browser.submitButton(await browser.open(url()), ada);
    expect(await nameIn(await signIn(browser, bob, again))).toBe(bob);
  });
});

describe('a sign-in that was lost goes on', () => {
  const sent = async (browser: Browser) => {
    const login = await browser.open(url({ state: 'kept' }));
    return { browser, login };
  };

  it('when it expired while the form was open', async () => {
    const { browser, login } = await sent(new Browser(service.url));
    service.get(Clock).advance(3_700_000);
    const again = await signIn(browser, ada, login);
    expect(again.html).toContain('autocomplete="current-password"');
    expect(answerOf(await signIn(browser, ada, again)).members.state).toBe('kept');
  });

  it('when somebody goes back to the form after signing in', async () => {
    const { browser, login } = await sent(new Browser(service.url));
    await signIn(browser, ada, login);
    for (const page of [await browser.open(login.url), await signIn(browser, ada, login)]) expect(await nameIn(page)).toBe(ada);
  });

  it('when it was finished in a second tab', async () => {
    const { browser, login } = await sent(new Browser(service.url));
    await signIn(browser, ada, login);
    expect(answerOf(await signIn(browser, ada, login)).members).toMatchObject({ state: 'kept', code: expect.any(String) });
  });

  it('when its cookie is lost', async () => {
    const { browser, login } = await sent(new Browser(service.url));
    browser.forget(/gatehouse_sign_in/);
    const again = await browser.open(login.url);
    expect(again.html).toContain('autocomplete="current-password"');
    expect(codeOf(await signIn(browser, ada, again))).toBeDefined();
  });

  it('when every cookie is lost, without going in circles', async () => {
    const { browser, login } = await sent(new Browser(service.url));
    browser.forget(/./);
    const page = await browser.open(login.url);
    expect(page.page?.status).toBe(410);
    const [, restart = ''] = /class="button" href="([^"]+)"/.exec(page.html ?? '') ?? [];
    expect(codeOf(await signIn(browser, ada, await browser.open(restart.replaceAll('&amp;', '&'))))).toBeDefined();
  });

  it('when the page was bookmarked: soon after with the same request, later back to the application', async () => {
    const { login } = await sent(new Browser(service.url));
    const browser = await both();
    expect((await browser.open(login.url)).html).toContain('Choose an account');
    service.get(Clock).advance(2 * 86_400_000);
    const late = await browser.open(login.url);
    expect([late.page?.status, late.html?.includes('href="https://app.example"')]).toEqual([410, true]);
  });

  it('when the cookie of the way back is lost, or that address is opened again', async () => {
    for (const lose of [true, false]) {
      const { browser, login } = await sent(new Browser(service.url));
      browser.stopBefore(/\/oauth\/v2\/authorize\/[\w-]+/);
      const stopped = await signIn(browser, ada, login);
      browser.stopBefore(undefined);
      if (lose) browser.forget(/gatehouse_resume/);
      else await browser.open(stopped.url);
      const page = await browser.open(stopped.url);
      const end = codeOf(page) ? page : await signIn(browser, ada, page);
      expect(answerOf(end).members).toMatchObject({ state: 'kept', code: expect.any(String) });
    }
  });

  it('when nothing is known of it: the page says where to go', async () => {
    for (const path of [
      '/sign-in/nothing',
      '/sign-in/nothing/accounts?request=x',
      '/sign-in/nothing/consent',
      '/oauth/v2/authorize/nothing',
    ]) {
      const { html } = await new Browser(service.url).open(service.url + path);
      expect(html, path).toContain('Open the application');
    }
  });

  it('when the request is too long to be carried: back to the application', async () => {
    const browser = new Browser(service.url);
    const login = await browser.open(url({ state: 'x'.repeat(5_000) }));
    expect(login.url.length).toBeLessThan(1_000);
    browser.forget(/gatehouse_sign_in/);
    expect((await browser.open(login.url)).html).toContain('href="https://app.example"');
  });

  it('carries nothing readable in its address', async () => {
    const { login } = await sent(new Browser(service.url));
    expect(Buffer.from(new URL(login.url).searchParams.get('request') ?? '', 'base64url').toString()).not.toContain('kept');
  });
});
