// Ceremonies of WebAuthn as the pages run them, with an authenticator made of node:crypto in the place of a browser's.
import { Database } from '../../src/common/database/database.js';
import { PasskeysRepository } from '../../src/users/authentication/passkeys/passkeys.repository.js';
import { freshName } from './people.js';
import { startService, freePort, type TestService } from './service.js';
import { hiddenOf, type Browser, type Page } from './browser.js';
import { Authenticator, type Lies } from './authenticator.mjs';
import { authorizeUrl } from './oauth.js';
import { PASSWORD } from './world.js';

/** A service at a name: at an IP address, where tests usually are, browsers have no WebAuthn. */
export async function startPasskeyService(env: Record<string, string> = {}): Promise<TestService> {
  const port = String(await freePort());
  return startService({ PORT: port, PUBLIC_URL: `http://localhost:${port}`, ...env });
}

/** The options that stand in a page for its script. */
export function optionsOn({ html = '' }: Page): { challenge: string; rp: { id: string }; user: { id: string }; rpId: string } {
  const options = /data-options="([^"]+)"/.exec(html)?.[1];
  if (options === undefined) throw new Error(`There are no options on the page: ${html}`);
  return JSON.parse(options.replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
}

export const post = (browser: Browser, url: string, form: Record<string, string>): Promise<Page> =>
  browser.open(url, { method: 'POST', body: new URLSearchParams(form) });

/** The address of the sign-in that a page belongs to, with one of its steps. */
export const stepOf = (page: Page, step: string): string => page.url.replace(/(\/sign-in\/[^/?]+)[^?]*/, `$1/${step}`);

export async function signInOptions(browser: Browser, page: Page): Promise<{ challenge: string; rpId: string }> {
  return JSON.parse((await post(browser, stepOf(page, 'passkey-options'), {})).html ?? '{}');
}

/** Presses the button for passkeys on a login page. */
export async function signInByPasskey(browser: Browser, page: Page, key: Authenticator, lies: Lies = {}): Promise<Page> {
  return post(browser, stepOf(page, 'passkey'), { credential: key.get(await signInOptions(browser, page), lies) });
}

export const openLogin = (service: TestService, browser: Browser, clientId: string, more: Record<string, string> = {}): Promise<Page> =>
  browser.open(authorizeUrl(service.url, clientId, 'openid', more));

/** Goes to where the authenticator is asked for a new key: the button, then the password. */
export async function openCreation(service: TestService, browser: Browser, action: 'add' | 'addKey' = 'add'): Promise<Page> {
  return post(browser, `${service.url}/account/passkeys`, { action, currentPassword: PASSWORD });
}

/** Adds a passkey to the account of whoever is signed in. @returns the page that follows */
export async function addPasskey(
  service: TestService,
  browser: Browser,
  key: Authenticator,
  { action = 'add', lies = {} }: { action?: 'add' | 'addKey'; lies?: Lies } = {},
): Promise<Page> {
  const page = await openCreation(service, browser, action);
  return post(browser, `${service.url}/account/new-passkey`, { ...hiddenOf(page), credential: key.create(optionsOn(page), lies) });
}

/** A row of a passkey without a key behind it, which signs in alone if it is `passwordless`. */
export const addStoredPasskey = (service: TestService, userNo: number, passwordless = true): Promise<void> =>
  service.get(Database).write('add key', (tx) =>
    service.get(PasskeysRepository).insertPasskeys(tx, [
      {
        id: freshName('key'),
        userNo,
        credentialId: freshName('credential'),
        publicKey: 'pQ',
        counter: 0,
        aaguid: '',
        transports: [],
        synced: false,
        backedUp: false,
        passwordless,
        name: 'Key',
        createdUs: 1,
        lastUsedUs: undefined,
      },
    ]),
  );
