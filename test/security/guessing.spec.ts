// Whoever guesses passwords or mailed codes gets a few tries, however many instances and connections, and learns nothing about whom we know.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { Keyring } from '../../src/common/crypto/keyring.service.js';
import { MailOutbox } from '../../src/common/mail/mail-outbox.service.js';
import type { Mail } from '../../src/common/mail/mail-transport.service.js';
import { MailedCodes } from '../../src/users/accounts/mailed-codes.service.js';
import { Policies } from '../../src/users/organizations/policies/policies.service.js';
import { PasswordChecks } from '../../src/users/accounts/password-checks.service.js';
import { again } from '../../src/users/organizations/attempts/attempts.service.js';
import { Browser } from '../support/browser.js';
import { CHALLENGE } from '../support/oauth.js';
import { makeWorld, PASSWORD, REDIRECT_URI, type World } from '../support/world.js';
import { SERVER_URL } from '../support/database.js';
import { eventsOf } from '../support/people.js';
import { sendRaw } from '../support/raw-http.js';
import { startService, startTwin, type TestService } from '../support/service.js';

const WRONG = 'Wrong-Horse-7';
/** A proxy in front, so that each test comes from an address of its own; and no mail server, so that mail stays where it is looked at. */
const ENV = { TRUST_PROXY: '1', SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'no-reply@example.com' };

let service: TestService;
let world: World;
let clientId: string;
/** Two of them on a database server; SQLite has one process. */
let services: TestService[];
beforeAll(async () => {
  service = await startService(ENV);
  service.get(MailOutbox).deliverMail = async () => undefined;
  const twin = await startTwin(service, ENV);
  services = twin ? [service, twin] : [service];
});
let address: string;
let count = 0;
beforeEach(async () => {
  world = await makeWorld(service);
  clientId = (await world.addApplication()).application.clientId;
  address = `203.0.113.${++count}`;
});
afterEach(() => services[0]?.get(Database).write('empty', (tx) => tx.run('DELETE FROM mail_outbox')));
afterAll(async () => {
  for (const one of services.toReversed()) await one.close();
});

const on = <T>(times: number, work: (service: TestService, i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, (_, i) => work(services[i % services.length] ?? service, i)));
const loginPage = async () => {
  const browser = new Browser(service.url);
  const query = { client_id: clientId, redirect_uri: REDIRECT_URI, response_type: 'code', scope: 'openid', ...CHALLENGE };
  return { browser, page: await browser.open(`${service.url}/oauth/v2/authorize?${new URLSearchParams(query).toString()}`) };
};
/** What a browser gets for a name and a password. */
async function submit(loginName: string, password = WRONG, from = address) {
  const { browser, page } = await loginPage();
  const { page: answer, html = '', url } = await browser.submit(page, loginName, password, { 'x-forwarded-for': from });
  const error = /class="error"[^>]*>([^<]*)</.exec(html)?.[1];
  return { status: answer?.status, retryAfter: answer?.headers.get('retry-after') ?? null, fault: error, url, browser, html };
}

describe('guesses of a password', () => {
  it('by fifty at once, over all instances of the service, are compared as often as the lockout says and not once more', async () => {
    await service.get(Policies).set(world.organization.no, 'lockout', { maxAttempts: 4, lockSeconds: 900 }, 'test');
    const person = { userNo: world.person.no, userId: world.person.id, orgNo: world.organization.no };
    const verdicts = await on(50, (one, i) =>
      one.get(PasswordChecks).check({
        person,
        // The right one comes late; it is not let through either.
        name: { typed: 'bjensen', orgNo: world.organization.no },
        password: i === 49 ? PASSWORD : WRONG,
        address: `198.51.100.${i}`,
      }),
    );
    const compared = verdicts.filter(({ kind }) => kind !== 'mustWait');
    const failed = (await eventsOf(service, world.person.id)).filter(({ type }) => type === 'user.human.password.check.failed');
    const right = compared.filter(({ kind }) => kind === 'right').length;
    expect(compared.length).toBeGreaterThanOrEqual(4);
    // One that was right in time would have set the count back.
    expect(compared.length).toBeLessThanOrEqual(right === 0 ? 4 : 8);
    expect(failed).toHaveLength(compared.length - right);
  });

  it('are answered alike for somebody and for nobody: status, text and waiting time, up to the lock', async () => {
    await service.get(Policies).set(world.organization.no, 'lockout', { maxAttempts: 3, lockSeconds: 600 }, 'test');
    const answers = async (name: string, from: string) => {
      const seen: unknown[] = [];
      for (let i = 0; i < 5; i++) {
        const { status, fault, retryAfter } = await submit(name, i === 4 ? PASSWORD : WRONG, from);
        seen.push({ status, fault, waits: retryAfter === null ? null : Math.round(Number(retryAfter) / 60) });
      }
      return seen;
    };
    const somebody = await answers(world.loginName, '203.0.113.201');
    expect(await answers('nobody@nowhere.example', '203.0.113.202')).toEqual(somebody);
    expect(somebody).toEqual([
      ...Array.from({ length: 3 }, () => ({ status: 401, fault: expect.stringContaining('Wrong login name'), waits: null })),
      ...Array.from({ length: 2 }, () => ({ status: 429, fault: expect.stringMatching(/Wait 10 minutes/), waits: 10 })),
    ]);
  });

  it.each([
    ['203.0.113.204:4711', '203.0.113.0/24'],
    ['[2001:db8::9]:4711', '2001:db8:0::/48'],
  ])('leave the network in the history that a proxy says with a port: %s', async (from, network) => {
    await submit(world.loginName, WRONG, from);
    const failed = (await eventsOf(service, world.person.id)).filter(({ type }) => type === 'user.human.password.check.failed');
    expect(failed).toMatchObject([{ payload: { address: network } }]);
  });

  it('do not lock out the browser that signed in before', async () => {
    await service.get(Policies).set(world.organization.no, 'lockout', { maxAttempts: 3, lockSeconds: 600 }, 'test');
    const { browser } = await submit(world.loginName, PASSWORD);
    for (let i = 0; i < 3; i++) await submit(world.loginName, WRONG, '203.0.113.203');
    expect((await submit(world.loginName, PASSWORD)).status).toBe(429);
    expect(browser.cookieNames()).toContain('gatehouse_known_browser');
    browser.forget(/^gatehouse_session/);
    const query = {
      client_id: clientId,
      redirect_uri: REDIRECT_URI,
      response_type: 'code',
      scope: 'openid',
      prompt: 'login',
      ...CHALLENGE,
    };
    const page = await browser.open(`${service.url}/oauth/v2/authorize?${new URLSearchParams(query).toString()}`);
    expect((await browser.submit(page, world.loginName, PASSWORD)).url).toContain('code=');
  });
});

describe('guesses of a mailed code', () => {
  it('by fifty at once, over all instances of the service, are compared five times; then the right one is worth nothing', async () => {
    const made = await again(() =>
      service
        .get(Database)
        .write('issue', (tx) =>
          service.get(MailedCodes).issueCode(tx, { userNo: world.person.no, purpose: 'resetPassword', address: world.loginName }),
        ),
    );
    const { id, code } = made ?? { id: '', code: '' };
    const found = await on(50, (one, i) => one.get(MailedCodes).verifyCode(id, 'resetPassword', `0000${i}`.padEnd(10, '0')));
    expect(found.filter(Boolean)).toEqual([]);
    const row = await service.get(Database).query.row<{ tries: number }>('SELECT tries FROM mailed_codes WHERE id = ?', [id]);
    expect(row?.tries).toBe(5);
    expect(await service.get(MailedCodes).verifyCode(id, 'resetPassword', code)).toBeUndefined();
  });

  it('right and fifty at once, over all instances of the service, are used once', async () => {
    const made = await again(() =>
      service
        .get(Database)
        .write('issue', (tx) =>
          service.get(MailedCodes).issueCode(tx, { userNo: world.person.no, purpose: 'verifyEmail', address: world.loginName }),
        ),
    );
    const { id, code } = made ?? { id: '', code: '' };
    const used = await on(50, async (one) => {
      const proven = await one.get(MailedCodes).verifyCode(id, 'verifyEmail', code);
      return proven !== undefined && one.get(Database).write('redeem', (tx) => one.get(MailedCodes).redeem(tx, proven));
    });
    expect(used.filter(Boolean)).toHaveLength(1);
  });
});

describe('the link in a mail', () => {
  it.each<Record<string, string>>([
    { host: 'evil.example' },
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    { forwarded: 'host=evil.example;proto=https' },
    { 'x-original-url': 'https://evil.example/', 'x-rewrite-url': 'https://evil.example/' },
  ])('leads to the configured address whatever a request says: %j', async (headers) => {
    const { token, path } = {
      token: service.credentials.serviceUser.personalAccessToken,
      path: `/admin/v1/organizations/${world.organization.id}/people/${world.person.id}/_send-verification`,
    };
    const sent = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers };
    const answer = await sendRaw(service.url, { method: 'POST', target: path, headers: sent, body: '{}' });
    expect(answer.status).toBe(204);
    const row = await service.get(Database).query.row<{ sealed_message: string }>('SELECT sealed_message FROM mail_outbox');
    const { text, html = '' } = JSON.parse(String(await service.get(Keyring).open('mail', row?.sealed_message ?? ''))) as Mail;
    for (const part of [text, html]) {
      expect(part).not.toContain('evil.example');
      for (const [link] of part.matchAll(/https?:\/\/[^\s"<]+/g)) expect(new URL(link).origin).toBe(service.settings.publicUrl);
    }
    expect(text).toContain(`${service.settings.publicUrl}/email/verify?`);
  });
});

it('runs over two instances where the database allows it', () => {
  expect(services).toHaveLength(SERVER_URL ? 2 : 1);
});
