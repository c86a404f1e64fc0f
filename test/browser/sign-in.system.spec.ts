// People sign in with a real browser whose scripts are off.
import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { post } from '../support/oauth.js';
import { startReceiver } from '../support/receiver.js';
import { useStage } from './browser.js';
import { authorizeUrl, PASSWORD, signIn } from './scene.mjs';

const stage = useStage();

const openLogin = async (page: Page, more?: Record<string, string>) => {
  await page.goto(authorizeUrl(stage.scene, more));
  return page;
};
/** What the application was sent; fails unless the browser is there. */
const arrival = (page: Page) => {
  const url = new URL(page.url());
  expect(url.origin + url.pathname).toBe(`${stage.scene.party.url}/callback`);
  return url.searchParams;
};
const focused = (page: Page) => page.locator(':focus').getAttribute('name');

describe('signing in', () => {
  it('leads to the application, with a code and what it sent', async () => {
    const page = await openLogin(await stage.newPage(), { state: 'a b&c' });
    expect(await page.textContent('main')).toContain('to continue to Sail planner');
    await signIn(page, stage.scene);
    expect(await page.textContent('h1')).toBe('Welcome aboard');
    expect(arrival(page).get('code')).toBeTruthy();
    expect(arrival(page).get('state')).toBe('a b&c');
  });

  it('says a wrong password, keeps the name, and takes the right one then', async () => {
    const page = await openLogin(await stage.newPage());
    await signIn(page, stage.scene, 'wrong');
    expect(await page.textContent('[role=alert]')).toContain('Wrong login name or password.');
    expect(await page.inputValue('input[name=loginName]')).toBe(stage.scene.loginName);
    expect(await page.inputValue('input[name=password]')).toBe('');
    expect(await focused(page)).toBe('password');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/callback/);
    expect(arrival(page).get('code')).toBeTruthy();
  });

  it('needs nothing but the keyboard', async () => {
    const page = await openLogin(await stage.newPage());
    expect(await focused(page)).toBe('loginName');
    await page.keyboard.type(stage.scene.loginName);
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('password');
    await page.keyboard.type(PASSWORD);
    // The link for a forgotten password is beside the field.
    for (let presses = 0; presses < 2; presses++) await page.keyboard.press('Tab');
    const outline = await page.locator('button:focus').evaluate((button) => getComputedStyle(button).outlineStyle);
    expect(outline).toBe('solid');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/callback/);
    expect(arrival(page).get('code')).toBeTruthy();
  });

  it('is asked for once: the second time the browser passes through', async () => {
    const page = await openLogin(await stage.newPage());
    await signIn(page, stage.scene);
    const first = arrival(page).get('code');
    await openLogin(page);
    expect(arrival(page).get('code')).toBeTruthy();
    expect(arrival(page).get('code')).not.toBe(first);
  });
});

describe('a sign-in that is over', () => {
  it('leads back to the application after the back button', async () => {
    const page = await openLogin(await stage.newPage());
    await signIn(page, stage.scene);
    await page.goBack();
    expect(await page.textContent('h1')).toBe('Welcome aboard');
  });

  it('can be begun anew from a bookmark of the login page', async () => {
    const bookmark = (await openLogin(await stage.newPage())).url();
    const page = await stage.newPage();
    const answer = await page.goto(bookmark);
    expect([answer?.status(), await page.textContent('h1')]).toEqual([410, 'Please sign in again']);
    await page.click('a.button');
    await signIn(page, stage.scene);
    expect(await page.textContent('h1')).toBe('Welcome aboard');
  });

  it('does not touch the sign-in of a second tab', async () => {
    const context = await stage.newContext();
    const [one, other] = [
      await openLogin(await context.newPage(), { state: '1' }),
      await openLogin(await context.newPage(), { state: '2' }),
    ];
    await signIn(other, stage.scene);
    expect(arrival(other).get('state')).toBe('2');
    await signIn(one, stage.scene);
    expect(arrival(one).get('state')).toBe('1');
    expect(arrival(one).get('code')).toBeTruthy();
  });
});

describe('the login page', () => {
  it('is dark by night', async () => {
    const lightness = async (colorScheme: 'light' | 'dark') => {
      const page = await openLogin(await stage.newPage({ colorScheme }));
      const colour = await page.locator('main').evaluate((main) => getComputedStyle(main).backgroundColor);
      return Math.max(...(colour.match(/\d+/g) ?? []).map(Number));
    };
    expect(await lightness('light')).toBeGreaterThan(200);
    expect(await lightness('dark')).toBeLessThan(60);
  });

  it('has the colour of the organization', async () => {
    const page = await openLogin(await stage.newPage());
    expect(await page.locator('button').evaluate((button) => getComputedStyle(button).backgroundColor)).toBe('rgb(11, 122, 117)');
  });

  it('speaks German with a German browser', async () => {
    const page = await openLogin(await stage.newPage({ locale: 'de-DE' }));
    expect([await page.getAttribute('html', 'lang'), await page.title()]).toEqual(['de', 'Anmelden – Acme Boats']);
    await signIn(page, stage.scene, 'falsch');
    expect(await page.textContent('[role=alert]')).toContain('falsch');
  });

  it('is a form that password managers recognise', async () => {
    const page = await openLogin(await stage.newPage());
    const form = page.locator('form[method=post]');
    const fields = await form
      .locator('input')
      .evaluateAll((inputs) =>
        inputs.map((input) => [input.getAttribute('type'), input.getAttribute('autocomplete'), input.getAttribute('autocapitalize')]),
      );
    expect(fields).toEqual([
      ['text', 'username', 'none'],
      ['password', 'current-password', null],
    ]);
    expect(await form.locator('button[type=submit]').count()).toBe(1);
    expect(await page.getByLabel('Password').getAttribute('name')).toBe('password');
  });
});

describe('a sign-out', () => {
  it('opens the pages of two applications in frames, and goes on to the one that asked', async () => {
    const { service, scene } = stage;
    const projects = `${scene.organization}/projects`;
    const { projectId } = (await service.call('POST', projects, { name: 'Front' })).body;
    const join = async () => {
      const receiver = await startReceiver();
      const [redirectUri, bye] = [`${receiver.url}/callback`, `${receiver.url}/bye`];
      const settings = { type: 'web', redirectUris: [redirectUri], postLogoutRedirectUris: [bye] };
      const body = { name: 'Told', ...settings, frontchannelLogoutUri: `${receiver.url}/front` };
      const client = (await service.call('POST', `${projects}/${projectId}/applications`, body)).body;
      return { receiver, bye, client, redirectUri };
    };
    type Joined = Awaited<ReturnType<typeof join>>;
    const page = await stage.newPage();
    /** @returns the ID token */
    const enter = async ({ client, redirectUri, receiver }: Joined, first: boolean): Promise<string> => {
      const query = { client_id: client.clientId, redirect_uri: redirectUri, response_type: 'code', scope: 'openid' };
      await page.goto(`${service.url}/oauth/v2/authorize?${new URLSearchParams(query).toString()}`);
      if (first) await signIn(page, scene);
      const [callback] = await receiver.wait(1);
      const code = new URL(callback?.url ?? '', redirectUri).searchParams.get('code') ?? '';
      return (await post(service, '/oauth/v2/token', { grant_type: 'authorization_code', code, redirect_uri: redirectUri }, client)).body
        .id_token;
    };
    const [one, two] = [await join(), await join()];
    const hint = await enter(one, true);
    await enter(two, false);
    const query = new URLSearchParams({ id_token_hint: hint, post_logout_redirect_uri: one.bye, state: 's' });
    await page.goto(`${service.url}/oidc/v1/end_session?${query.toString()}`);
    for (const { receiver } of [one, two]) {
      const [, frame] = await receiver.wait(2);
      expect([frame?.url, frame?.headers['sec-fetch-dest'], frame?.headers.referer]).toEqual([
        expect.stringMatching(/^\/front\?iss=[^&]+&sid=[^&]+$/),
        'iframe',
        undefined,
      ]);
    }
    await page.click('text=Continue');
    expect(page.url()).toBe(`${one.bye}?state=s`);
    await Promise.all([one, two].map(({ receiver }) => receiver.close()));
  });
});
