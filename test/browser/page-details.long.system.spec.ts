// Small things that people meet on the pages, in a real browser with scripts.
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { inOneMoment } from '../support/one-moment.js';
import { freePort } from '../support/service.js';
import { useStage } from './browser.js';
import { authorizeUrl, PASSWORD, send, signIn } from './scene.mjs';

// At a name: browsers have neither passkeys nor a clipboard at an IP address without TLS.
const port = String(await freePort());
const stage = useStage({ PORT: port, PUBLIC_URL: `http://localhost:${port}` });
const newPage = (more: object = {}) => stage.newPage({ javaScriptEnabled: true, ...more });

async function openAccount(page: Page, path = ''): Promise<void> {
  const { loginName } = await stage.scene.addPerson('detailed');
  await page.goto(`${stage.scene.url}/account`);
  await signIn(page, { loginName });
  if (path !== '') await page.goto(`${stage.scene.url}/account${path}`);
}

/** Stops time on the page, and each form that its script lets through. @returns how many forms it let through */
async function holdForms(page: Page): Promise<() => Promise<number>> {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt('1970-01-02');
  await page.evaluate(() => {
    window.addEventListener('submit', (event) => {
      if (event.defaultPrevented) return;
      event.preventDefault();
      const { dataset } = document.documentElement;
      dataset['held'] = String(Number(dataset['held'] ?? 0) + 1);
    });
  });
  return async () => Number(await page.getAttribute('html', 'data-held'));
}

async function sendSignIn(page: Page): Promise<Locator> {
  await page.fill('input[name=loginName]', stage.scene.loginName);
  await page.fill('input[name=password]', PASSWORD);
  const button = page.locator('button:text-is("Sign in")');
  await button.click();
  return button;
}

describe('a form', () => {
  it('is sent once, however often its button is pressed, shows that it is on its way, and can be sent again after a while', async () => {
    const page = await newPage();
    await page.goto(authorizeUrl(stage.scene));
    const sent = await holdForms(page);
    const button = await sendSignIn(page);
    expect(await button.getAttribute('aria-busy')).toBe('true');
    await page.clock.runFor(1);
    expect(await page.textContent('.sending')).toBe('One moment…');
    await page.press('input[name=password]', 'Enter');
    await page.evaluate(() => document.forms[0]?.requestSubmit());
    expect(await sent()).toBe(1);
    await page.clock.runFor(10_000);
    await button.click();
    expect(await sent()).toBe(2);
  });

  it('that comes back from the history can be sent again', async () => {
    const page = await newPage();
    await page.goto(authorizeUrl(stage.scene));
    const sent = await holdForms(page);
    const button = await sendSignIn(page);
    expect(await page.locator('[aria-busy], form[data-sent]').count()).toBe(2);
    // A browser under test loads pages of the history anew; others only show them again.
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    expect(await page.locator('[aria-busy], form[data-sent]').count()).toBe(0);
    await button.click();
    expect(await sent()).toBe(2);
  });

  it('sent twice without scripts harms nothing: both answers lead on', async () => {
    const page = await stage.newPage();
    await page.goto(authorizeUrl(stage.scene));
    const form = { loginName: stage.scene.loginName, password: PASSWORD };
    const headers = { origin: stage.scene.url };
    const answers = await Promise.all([1, 2].map(() => page.request.post(page.url(), { form, headers, maxRedirects: 0 })));
    for (const one of answers) expect(one.status()).toBe(303);
  });

  it('says what is wrong below the field, and leads there from above', async () => {
    const page = await newPage();
    await page.goto(authorizeUrl(stage.scene, { prompt: 'create' }));
    const fields = { givenName: 'Ada', familyName: 'Stone', email: 'ada@example.com', newPassword: 'short' };
    for (const [name, value] of Object.entries(fields)) await page.fill(`input[name=${name}]`, value);
    await send(page, 'button[type=submit]');
    const field = page.locator('#newPassword');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    const described = (await field.getAttribute('aria-describedby'))?.split(' ') ?? [];
    expect(described).toContain('newPassword-fault');
    expect(await page.textContent('#newPassword-fault')).toContain('Your password still needs');
    expect(await page.textContent('[role=alert]')).toContain('Please correct this: Password');
    await page.click('[role=alert] a');
    expect(await page.evaluate(() => location.hash)).toBe('#newPassword');
    expect(await page.locator('[aria-invalid=true]').count()).toBe(1);
  });

  it('ticks each rule that a new password keeps, while it is typed', async () => {
    const page = await newPage();
    await page.goto(authorizeUrl(stage.scene, { prompt: 'create' }));
    const kept = () => page.locator('.rules .kept').allTextContents();
    const all = await page.locator('.rules li').count();
    expect(await kept()).toEqual([]);
    await page.fill('#newPassword', 'a');
    expect(await kept()).not.toHaveLength(all);
    await page.fill('#newPassword', PASSWORD);
    expect(await kept()).toHaveLength(all);
    expect((await kept()).every((rule) => rule.endsWith(' (met)'))).toBe(true);
    await page.fill('#newPassword', '');
    expect(await kept()).toEqual([]);
  });
});

describe('recovery codes', () => {
  it('are copied, printed, and downloaded as a file', async () => {
    const page = await newPage({ permissions: ['clipboard-read', 'clipboard-write'], acceptDownloads: true });
    await openAccount(page, '/second-step');
    await page.click('button:text("Set up")');
    await page.fill('input[name=currentPassword]', PASSWORD);
    await send(page, 'button[type=submit]');
    const secret = (await page.textContent('code'))?.replaceAll(' ', '') ?? '';
    const { generateSync } = await import('otplib');
    await page.fill('input[name=code]', generateSync({ secret }));
    await send(page, 'button:text("Turn on")');
    const codes = await page.locator('.codes code').allTextContents();
    expect(codes).toHaveLength(10);
    await page.click('[data-copy]');
    await expect.poll(() => page.textContent('[data-copy]')).toBe('Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'));
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('a[download]')]);
    expect(download.suggestedFilename()).toBe('recovery-codes.txt');
    expect((await readFile(await download.path(), 'utf8')).trim().split('\n')).toEqual(codes);
    await page.evaluate(() => {
      window.print = () => (document.documentElement.dataset['printed'] = '1');
    });
    await page.click('[data-print]');
    expect(await page.getAttribute('html', 'data-printed')).toBe('1');
  });
});

describe('the menu of languages', () => {
  it('opens by a press, and closes by Escape, with the focus where it was, and by a press beside it', async () => {
    const page = await newPage();
    await page.goto(`${stage.scene.url}/password/forgotten`);
    const isOpen = () => page.locator('details.languages').evaluate((menu: HTMLDetailsElement) => menu.open);
    await page.click('.languages summary');
    expect(await isOpen()).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    expect([await isOpen(), await page.locator('summary:focus').count()]).toEqual([false, 1]);
    await page.click('.languages summary');
    await page.click('h1');
    expect(await isOpen()).toBe(false);
    await page.click('.languages summary');
    await page.click('.languages a[lang=de]');
    expect(await page.getAttribute('html', 'lang')).toBe('de');
  });
});

describe('the pages', () => {
  it.each([
    ['the look of an organization', {}],
    ['another language, with long words', { locale: 'de-DE' }],
  ])('of a sign-in have nothing below the fold of a small laptop: %s', async (_, more) => {
    const page = await newPage({ viewport: { width: 1_366, height: 657 }, ...more });
    await page.goto(authorizeUrl(stage.scene));
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(657);
    await signIn(page, stage.scene, 'wrong');
    expect(
      await page
        .locator('button[type=submit]')
        .first()
        .evaluate((one) => one.getBoundingClientRect().bottom < innerHeight),
    ).toBe(true);
  });

  it('have the name of the organization in their titles', async () => {
    const page = await newPage();
    await page.goto(authorizeUrl(stage.scene));
    expect(await page.title()).toBe('Sign in – Acme Boats');
  });

  it('for a forgotten password are one press from the field', async () => {
    const page = await newPage();
    await page.goto(authorizeUrl(stage.scene));
    const [field, link] = [
      await page.locator('#password').boundingBox(),
      await page.locator('a:text("Forgot your password?")').boundingBox(),
    ];
    expect((link?.y ?? Infinity) - ((field?.y ?? 0) + (field?.height ?? 0))).toBeLessThan(24);
  });

  it('show the state of the account first', async () => {
    const page = await newPage();
    // No midnight comes between the sign-in and the page.
    await inOneMoment(stage.service, () => openAccount(page));
    const tiles = await page.locator('.tile').allTextContents();
    expect(tiles.find((text) => text.startsWith('Security'))).toContain('Password');
    expect(tiles.find((text) => text.startsWith('Devices'))).toMatch(/Last sign-in: today, Chrome, Linux/);
    expect(tiles.find((text) => text.startsWith('Email'))).toContain('detailed');
  });

  it('are shown in a browser at an address that is none, and programs get JSON there', async () => {
    const page = await newPage();
    for (const path of ['/login', '/admin', '/nowhere/at-all']) {
      const response = await page.goto(stage.scene.url + path);
      expect([response?.status(), await page.textContent('h1')]).toEqual([404, 'This page doesn’t exist']);
      const answer = await page.request.get(stage.scene.url + path, { headers: { accept: '*/*' } });
      expect(answer.headers()['content-type']).toContain('application/problem+json');
    }
    await page.click('a:text("Go to your account")');
    expect(page.url()).toBe(`${stage.scene.url}/account`);
  });

  it('for a new password are found by password managers', async () => {
    const page = await newPage();
    await openAccount(page);
    await page.goto(`${stage.scene.url}/.well-known/change-password`);
    expect(page.url()).toBe(`${stage.scene.url}/account/password`);
    const missing = await page.request.get(
      `${stage.scene.url}/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200`,
    );
    expect(missing.status()).toBe(404);
  });
});

describe('the question for consent', () => {
  it('says who publishes the application, and lets another person answer it', async () => {
    const [first, other] = [await stage.scene.addPerson('consenting'), await stage.scene.addPerson('rightful')];
    const page = await newPage();
    await page.goto(authorizeUrl(stage.scene, { client_id: stage.scene.askingClientId }));
    await signIn(page, first);
    expect(await page.textContent('.publisher')).toContain('Published by Acme Boats');
    expect(await page.getAttribute('.publisher a:text("Website")', 'href')).toBe(stage.scene.party.url);
    await page.click('a:text("Not you?")');
    await signIn(page, other);
    expect(await page.textContent('main')).toContain(other.loginName);
    await send(page, 'button[value=yes]');
    await page.waitForURL(/\/callback\?code=/);
  });
});
