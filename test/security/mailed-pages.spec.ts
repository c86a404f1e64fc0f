// What pages and mails tell about who is known, where the links in mails lead, and what a new password ends.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AccountMailer } from '../../src/users/accounts/mails/account-mailer.service.js';
import { EmailChange } from '../../src/users/accounts/email-change.service.js';
import { RegistrationMails } from '../../src/users/accounts/registration/registration-mails.service.js';
import { PasswordResetRequest } from '../../src/users/accounts/password-reset-request.service.js';
import { Policies } from '../../src/users/organizations/policies/policies.service.js';
import { Browser, fill, follow, type Page } from '../support/browser.js';
import { CHALLENGE, refresh, signIn, userinfo } from '../support/oauth.js';
import { addClient, type Credentials } from '../support/clients.js';
import { letterTo, startMailedService, type MailedService } from '../support/mailed-service.js';
import { makeWorld, PASSWORD, REDIRECT_URI, type World } from '../support/world.js';
import { freshName } from '../support/people.js';
import { sendRaw } from '../support/raw-http.js';

let service: MailedService;
let world: World;
let client: Credentials;

beforeAll(async () => {
  service = await startMailedService();
});
beforeEach(async () => {
  world = await makeWorld(service);
  client = await addClient(world);
  await service.get(Policies).set(world.organization.no, 'registration', { enabled: true }, 'test');
});
afterAll(() => service.close());

function begin(browser: Browser): Promise<Page> {
  const query = { client_id: client.clientId, redirect_uri: REDIRECT_URI, response_type: 'code', scope: 'openid', ...CHALLENGE };
  return browser.open(`${service.url}/oauth/v2/authorize?${new URLSearchParams(query).toString()}`);
}

it('a mailbox gets few letters about a change of address, however many people name it', async () => {
  const target = `${freshName('target')}@elsewhere.example`;
  const other = await world.addPerson({ userName: 'other' });
  const sent = vi.spyOn(service.get(AccountMailer), 'sendCode');
  const lettersTo = (address: string) => sent.mock.calls.filter(([, to]) => to.toLowerCase() === address).length;
  const ask = (userNo: number, address: string) => service.get(EmailChange).requestChange(userNo, address);
  for (let i = 0; i < 3; i++) for (const { no } of [world.person, other]) await ask(no, i === 2 ? target.toUpperCase() : target);
  await ask(other.no, `second-${target}`);
  expect([lettersTo(target), lettersTo(`second-${target}`)]).toEqual([5, 1]);
  sent.mockRestore();
});

describe('who has an account', () => {
  /** What a page says, without what is random or was typed. */
  const gist = ({ page, html = '' }: Page, typed: string) => [
    page?.status,
    html
      .replaceAll(typed, '')
      .replaceAll(/sign-in\/[\w-]+/g, '')
      .replaceAll(/request=[\w-]+/g, '')
      .replaceAll(/name="(id|state)" value="[^"]+"/g, ''),
    [...(page?.headers.keys() ?? [])].toSorted(),
  ];
  const hiddenLengths = ({ html = '' }: Page) => [...html.matchAll(/name="id" value="([^"]+)"/g)].map(([, value = '']) => value.length);

  it('is not told by signing in, by a forgotten password or by making an account', async () => {
    const known = world.loginName;
    const unknown = `${'x'.repeat(known.indexOf('@'))}${known.slice(known.indexOf('@'))}`;
    const flows: Array<(browser: Browser, name: string) => Promise<Page[]>> = [
      async (browser, name) => [await browser.submit(await begin(browser), name, 'wrong')],
      async (browser, name) => {
        const page = await fill(browser, await follow(browser, await begin(browser), 'Forgot your password?'), { loginName: name });
        await service.get(PasswordResetRequest).settled();
        return [page, await fill(browser, page, { code: 'AAAAA-AAAAA' })];
      },
      async (browser, name) => {
        const page = await fill(browser, await browser.open(`${service.url}/password/forgotten`), { loginName: name });
        await service.get(PasswordResetRequest).settled();
        return [page, await fill(browser, page, { code: 'AAAAA-AAAAA' })];
      },
      async (browser, name) => {
        const form = await follow(browser, await begin(browser), 'Create account');
        const page = await fill(browser, form, { givenName: 'A', familyName: 'B', email: name, newPassword: PASSWORD });
        await service.get(RegistrationMails).settled();
        const tries = [];
        // Also when the tries of the code are used up.
        for (let tried = 0; tried < 6; tried++) tries.push(await fill(browser, page, { code: 'AAAAA-AAAAA' }));
        return [page, ...tries];
      },
    ];
    for (const flow of flows) {
      const [one, other] = [await flow(new Browser(service.url), known), await flow(new Browser(service.url), unknown)];
      expect(one.map((page) => gist(page, known))).toEqual(other.map((page) => gist(page, unknown)));
      expect(one.map(hiddenLengths)).toEqual(other.map(hiddenLengths));
    }
  });
});

describe('links in mails', () => {
  it('lead to PUBLIC_URL, whatever a request says about its host', async () => {
    const body = new URLSearchParams({ loginName: world.loginName }).toString();
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
      'content-type': 'application/x-www-form-urlencoded',
    };
    const answer = await sendRaw(service.url, { method: 'POST', target: '/password/forgotten', headers, body });
    expect([answer.status, answer.text.includes('evil.example')]).toEqual([200, false]);
    const { link, text, html } = await letterTo(service, world.loginName);
    expect(link.startsWith(`${service.url}/password/reset?`)).toBe(true);
    expect(text + html).not.toContain('evil.example');
  });

  it('pass their code on to nobody', async () => {
    await service.get(PasswordResetRequest).requestReset(world.loginName, '203.0.113.9');
    const { link } = await letterTo(service, world.loginName);
    const { page, html } = await new Browser(service.url).open(link);
    expect(page?.headers.get('referrer-policy')).toBe('same-origin');
    expect(page?.headers.get('cache-control')).toBe('no-store');
    expect(html).not.toMatch(/https?:\/\/(?!127\.0\.0\.1)/);
  });
});

describe('a reset password', () => {
  it('ends every session and token from before', async () => {
    const {
      browser,
      tokens: { access_token: token, refresh_token: refreshToken },
    } = await signIn(service, world, client, 'openid offline_access');
    expect((await begin(browser)).url).toContain('code=');
    const reset = new Browser(service.url);
    await fill(reset, await reset.open(`${service.url}/password/forgotten`), { loginName: world.loginName });
    const { link } = await letterTo(service, world.loginName);
    await fill(reset, await reset.open(link), { newPassword: `${freshName('Aa-')}-x9` });
    expect((await begin(browser)).html).toContain('Sign in');
    expect((await browser.open(`${service.url}/account`)).html).toContain('Sign in to manage your account.');
    expect((await userinfo(service, token)).status).toBe(401);
    expect((await refresh(service, client, refreshToken)).status).toBe(400);
  });
});
