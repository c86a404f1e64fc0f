// People use passkeys with a real browser, whose authenticator is virtual.
import { afterEach, describe, expect, it } from 'vitest';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { freePort } from '../support/service.js';
import { useStage } from './browser.js';
import { addAuthenticator } from './device.mjs';
import { authorizeUrl, PASSWORD, send, signIn } from './scene.mjs';

const port = String(await freePort());
const stage = useStage({ PORT: port, PUBLIC_URL: `http://localhost:${port}` });

interface Authenticator {
  page: Page;
  context: BrowserContext;
  cdp: CDPSession;
  id: string;
}
const faults: string[] = [];
afterEach(() => expect(faults.splice(0)).toEqual([]));

/** A browser with scripts and an authenticator in it; what the browser refuses to do is a fault. */
async function withAuthenticator(facts: object = {}): Promise<Authenticator> {
  const context = await stage.newContext({ javaScriptEnabled: true });
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|integrity/i.test(message.text())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  return { page, context, ...(await addAuthenticator(page, facts)) };
}

const openAccount = async (page: Page, loginName: string) => {
  await page.goto(`${stage.service.url}/account`);
  await signIn(page, { loginName });
};
const reachesApplication = (page: Page) => page.waitForURL(/\/callback\?/);
const newcomer = async () => (await stage.scene.addPerson('keyholder')).loginName;

/** Adds a passkey on the account page of somebody who is signed in. */
async function addPasskey(page: Page): Promise<void> {
  await register(page, 'Add a passkey', 'Create passkey');
  expect(await page.textContent('[role=status]')).toContain('Your passkey has been added.');
}

/** Presses the buttons that lead to a new key. */
async function register(page: Page, button: string, create: string): Promise<void> {
  await openCreation(page, button);
  await send(page, `button:text("${create}")`);
}

async function openCreation(page: Page, button: string): Promise<void> {
  await page.goto(`${stage.service.url}/account/passkeys`);
  await send(page, `button:text("${button}")`);
  await page.fill('input[name=currentPassword]', PASSWORD);
  await send(page, 'button:text("Continue")');
}

describe('a passkey in Chromium', () => {
  it('is registered on the account page, and signs in by the button, without a name or a password', async () => {
    const loginName = await newcomer();
    const { page, context, cdp, id } = await withAuthenticator();
    await openAccount(page, loginName);
    await addPasskey(page);
    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId: id });
    expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }]);
    // As in a browser without autofill: this one's would answer by itself.
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });
    await context.clearCookies();
    await page.goto(authorizeUrl(stage.scene));
    await page.click('button:text("Sign in with a passkey")');
    await reachesApplication(page);
    await page.goto(`${stage.service.url}/account`);
    expect(await page.textContent('main')).toContain(loginName);
  });

  it('signs in from the field of the user name, where the browser offers it', async () => {
    const loginName = await newcomer();
    const { page, context } = await withAuthenticator();
    await openAccount(page, loginName);
    await addPasskey(page);
    await context.clearCookies();
    await page.goto(authorizeUrl(stage.scene));
    await reachesApplication(page);
  });

  it('is renamed and removed', async () => {
    const loginName = await newcomer();
    const { page } = await withAuthenticator();
    await openAccount(page, loginName);
    await addPasskey(page);
    await page.click('summary');
    await page.fill('input[name=name]', 'My laptop');
    await send(page, 'button[value=rename]');
    expect(await page.textContent('h2')).toBe('My laptop');
    await send(page, 'button[value=remove]');
    // By the passkey itself this time.
    await send(page, 'button:text("Confirm with a passkey")');
    expect(await page.textContent('main')).toContain('You don’t have a passkey yet.');
  });

  it('is not registered twice on one device', async () => {
    const loginName = await newcomer();
    const { page } = await withAuthenticator();
    await openAccount(page, loginName);
    await addPasskey(page);
    await send(page, 'button[value=add]');
    await page.fill('input[name=currentPassword]', PASSWORD);
    await send(page, 'button:text("Continue")');
    await page.click('button:text("Create passkey")');
    await page.waitForSelector('[data-fault]:not([hidden])');
    expect(await page.textContent('[data-fault]')).toContain('already has a passkey');
  });

  it('that the browser knows nothing of is told of where the page asks for nothing else', async () => {
    const loginName = await newcomer();
    const { page } = await withAuthenticator();
    await openAccount(page, loginName);
    const shown = async () => {
      await openCreation(page, 'Add a passkey');
      return [
        await page.locator('[role=alert]:visible').allTextContents(),
        await page.locator('button:text("Create passkey")').isVisible(),
      ];
    };
    expect(await shown()).toEqual([[], true]);
    await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
    expect(await shown()).toEqual([['This browser can’t use passkeys or security keys. Use another browser.'], false]);
  });

  it('that does not verify its user does not sign in', async () => {
    const loginName = await newcomer();
    const { page, context, cdp, id } = await withAuthenticator();
    await openAccount(page, loginName);
    await addPasskey(page);
    await context.clearCookies();
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: false });
    await page.goto(authorizeUrl(stage.scene));
    await page.click('button:text("Sign in with a passkey")');
    await page.waitForSelector('[data-fault]:not([hidden])');
    expect(new URL(page.url()).pathname).toMatch(/^\/sign-in\//);
  });
});

describe('a security key in Chromium', () => {
  it('that verifies nobody is registered, and asked for after the password', async () => {
    const loginName = await newcomer();
    const { page, context, cdp, id } = await withAuthenticator({ transport: 'usb', hasResidentKey: false, hasUserVerification: false });
    await openAccount(page, loginName);
    await register(page, 'Add a security key', 'Register key');
    expect([await page.title(), await page.locator('.codes li').count()]).toEqual(['Save your recovery codes – Acme Boats', 10]);
    await send(page, 'button:text("I’ve saved them")');
    expect(await page.title()).toBe('Passkeys – Acme Boats');
    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId: id });
    expect(credentials).toMatchObject([{ isResidentCredential: false }]);
    await context.clearCookies();
    await page.goto(authorizeUrl(stage.scene));
    await signIn(page, { loginName });
    expect(await page.textContent('main')).toContain('touch it');
    await page.click('button:text("Use security key")');
    await reachesApplication(page);
  });
});

describe('the offer of a passkey in Chromium', () => {
  const typeIn = async (page: Page, loginName: string) => {
    await page.goto(authorizeUrl(stage.scene));
    await signIn(page, { loginName });
  };

  it('comes after the password, and the passkey that is made signs in the next time', async () => {
    const loginName = await newcomer();
    const { page, context } = await withAuthenticator();
    await typeIn(page, loginName);
    expect(await page.title()).toBe('Sign in faster next time? – Acme Boats');
    await page.click('button:text("Create passkey")');
    await reachesApplication(page);
    await context.clearCookies();
    await page.goto(authorizeUrl(stage.scene));
    await reachesApplication(page);
  });

  it('is declined once, and does not come again', async () => {
    const loginName = await newcomer();
    const { page, context } = await withAuthenticator();
    await typeIn(page, loginName);
    await page.click('button:text("Not now")');
    await reachesApplication(page);
    await context.clearCookies();
    await typeIn(page, loginName);
    await reachesApplication(page);
  });

  it('is not made where the device can keep no passkey', async () => {
    const loginName = await newcomer();
    const { page } = await withAuthenticator({ transport: 'usb', hasResidentKey: false, hasUserVerification: false });
    await typeIn(page, loginName);
    await reachesApplication(page);
  });
});

describe('the script of the pages', () => {
  it('shows a password while it is typed, and hides it before it is sent', async () => {
    const { page } = await withAuthenticator();
    await page.goto(authorizeUrl(stage.scene));
    await page.fill('input[name=password]', PASSWORD);
    await page.click('button:has-text("Show password")');
    expect(await page.getAttribute('input[name=password]', 'type')).toBe('text');
    await page.click('button:has-text("Hide password")');
    expect(await page.getAttribute('input[name=password]', 'type')).toBe('password');
    await page.click('button:has-text("Show password")');
    const { loginName } = await stage.scene.addPerson('typist');
    await signIn(page, { loginName });
    await page.click('button:text("Not now")');
    await reachesApplication(page);
  });

  it('is all that runs: nothing inline does', async () => {
    const { page } = await withAuthenticator();
    await page.goto(authorizeUrl(stage.scene));
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'document.title = "owned"';
      document.body.append(script);
    });
    expect(await page.title()).toBe('Sign in – Acme Boats');
    await expect.poll(() => faults.join()).toContain('Content Security Policy');
    faults.length = 0;
  });

  it('is missed by nobody: without it there is no button for passkeys, and the password signs in', async () => {
    const page = await stage.newPage();
    await page.goto(authorizeUrl(stage.scene));
    expect(await page.locator('button:visible').allTextContents()).toEqual(['Sign in']);
    await signIn(page, stage.scene);
    await reachesApplication(page);
  });
});
