// Codes by text message: a real receiver for the webhook, the phone of a person, and what thieves and spammers try.
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { Database } from '../../src/common/database/database.js';
import { SmsFailure, SmsSender } from '../../src/common/sms/sms-sender.js';
import { readPhone, SmsFactors } from '../../src/users/accounts/factors/sms-factors.service.js';
import type { Person } from '../../src/users/directory/people/person/person.js';
import { answerOf, Browser, fill, hiddenOf, type Page } from '../support/browser.js';
import { ownerOf } from '../support/factors.js';
import { authorizeUrl, claimsOf, codeIn, redeem } from '../support/oauth.js';
import { eventsOf } from '../support/people.js';
import { post } from '../support/passkeys.js';
import { startReceiver, type Received, type Receiver } from '../support/receiver.js';
import { startService, type TestService } from '../support/service.js';
import { makeWorld, PASSWORD, type World } from '../support/world.js';

const SECRET = 'a secret of thirty-two characters';
let receiver: Receiver;
let service: TestService;
let world: World;
let clientId: string;
const messages = () => receiver.received.map(({ body }) => JSON.parse(body) as { id: string; to: string; text: string });

beforeAll(async () => {
  receiver = await startReceiver();
  service = await startService({ SMS_WEBHOOK: `${receiver.url}/sms`, SMS_WEBHOOK_SECRET: SECRET });
});
beforeEach(async () => {
  receiver.received.length = 0;
  receiver.answer = { status: 204 };
  world = await makeWorld(service);
  clientId = (await world.addApplication({ type: 'userAgent' })).application.clientId;
  await decide({ factors: ['sms', 'totp'] });
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

let numbers = 0;
const newNumber = () => `+4179${String(1_000_000 + ++numbers)}`;
const account = (path: string) => `${service.url}/account/${path}`;
const decide = (body: object) => service.call('PATCH', `/admin/v1/organizations/${world.organization.id}/policies/assurance`, body);
const kindsOf = async ({ id }: Person = world.person) =>
  (await service.call('GET', `/admin/v1/organizations/${world.organization.id}/people/${id}/factors`)).body.factors.map(
    ({ kind }: { kind: string }) => kind,
  );
async function codeTo(number: string, count = 1): Promise<string> {
  const to = () => messages().filter((message) => message.to === number);
  await expect.poll(() => to().length).toBeGreaterThanOrEqual(count);
  return /[0-9A-Z]{5}-[0-9A-Z]{5}/.exec(to().at(-1)?.text ?? '')?.[0] ?? '';
}
async function signedIn(): Promise<Browser> {
  const browser = new Browser(service.url);
  await browser.submit(await browser.open(account('')), world.loginName, PASSWORD);
  return browser;
}
const openSetup = async (browser: Browser) => post(browser, account('phone'), { action: 'add', currentPassword: PASSWORD });
async function setUp(number = newNumber()): Promise<{ browser: Browser; number: string; done: Page }> {
  const browser = await signedIn();
  const asked = await fill(browser, await openSetup(browser), { phone: number });
  return { browser, number, done: await fill(browser, asked, { code: await codeTo(number) }) };
}

describe('a phone for codes', () => {
  it('is proven by a code, after a fresh check, and is asked for beside the password then', async () => {
    const { number, browser, done } = await setUp();
    expect(done.html?.match(/<li><code>/g)).toHaveLength(10);
    expect((await browser.open(account('second-step'))).html).toContain(`ending in …${number.slice(-4)}`);
    expect(await kindsOf()).toEqual(['sms', 'recovery']);
    const other = new Browser(service.url);
    const page = await other.submit(await other.open(authorizeUrl(service.url, clientId, 'openid')), world.loginName, PASSWORD);
    expect(page.html).toContain('We sent a code to your phone');
    expect((await fill(other, page, { code: 'AAAAA-AAAAA' })).page?.status).toBe(401);
    const back = await fill(other, page, { code: await codeTo(number, 2) });
    const { body } = await redeem(service, { clientId }, codeIn(back.url));
    expect(claimsOf(body.id_token)).toMatchObject({ acr: 'https://refeds.org/profile/mfa', amr: ['pwd', 'otp', 'sms', 'mfa'] });
    expect(JSON.stringify(await eventsOf(service, world.person.id))).not.toContain(number);
  });

  it('is set up in a sign-in where a second factor is required', async () => {
    await decide({ factors: ['sms'], passkeys: 'off', secondFactor: 'required', graceDays: 0 });
    const [browser, number] = [new Browser(service.url), newNumber()];
    const page = await browser.submit(await browser.open(authorizeUrl(service.url, clientId, 'openid')), world.loginName, PASSWORD);
    expect((await fill(browser, page, { phone: '12' })).html).toContain('isn’t a phone number');
    const asked = await fill(browser, page, { phone: number.replace('+41', '0041 (') });
    expect((await fill(browser, asked, { code: 'AAAAA-AAAAA' })).page?.status).toBe(401);
    const codes = await fill(browser, asked, { code: await codeTo(number) });
    expect(answerOf(await browser.submitButton(codes, 'saved them')).members.code).toBeDefined();
  });

  it('is set up by a link of an administrator, after the password, and where none is set up yet', async () => {
    const path = `/admin/v1/organizations/${world.organization.id}/people/${world.person.id}/factors/_invite`;
    const linkOf = async () => (await service.call('POST', path, {})).body.link as string;
    const [browser, number, link] = [new Browser(service.url), newNumber(), await linkOf()];
    const begun = await fill(browser, await browser.open(link), { currentPassword: PASSWORD });
    const page = await browser.submitButton(begun, 'Get a code by text message');
    expect((await fill(browser, page, { phone: '12' })).html).toContain('isn’t a phone number');
    const asked = await fill(browser, page, { phone: number });
    expect((await fill(browser, asked, { code: 'AAAAA-AAAAA' })).page?.status).toBe(401);
    const codes = await fill(browser, asked, { code: await codeTo(number) });
    expect([codes.html?.match(/<li><code>/g)?.length, await kindsOf()]).toEqual([10, ['sms', 'recovery']]);
    expect((await browser.open(link)).page?.status).toBe(410);
    const again = await fill(browser, await browser.open(await linkOf()), { currentPassword: PASSWORD });
    expect(again.html).not.toContain('by text message');
  });

  it.each([
    ['of the account', openSetup],
    [
      'of a link',
      async (browser: Browser) => {
        const path = `/admin/v1/organizations/${world.organization.id}/people/${world.person.id}/factors/_invite`;
        const { link } = (await service.call('POST', path, {})).body;
        return browser.submitButton(
          await fill(browser, await browser.open(link), { currentPassword: PASSWORD }),
          'Get a code by text message',
        );
      },
    ],
  ])('is set up within ten minutes after the password, however often the form %s is sent', async (_form, open) => {
    const browser = await signedIn();
    let page = await open(browser);
    service.get(Clock).advance(6 * 60_000);
    page = await fill(browser, page, { phone: '12' });
    expect(page.html).not.toContain('currentPassword');
    service.get(Clock).advance(6 * 60_000);
    expect((await fill(browser, page, { phone: newNumber() })).html).toContain('currentPassword');
    expect([messages(), await kindsOf()]).toEqual([[], []]);
  });

  it('is removed like every factor, and one person has one', async () => {
    const { browser, number: first } = await setUp();
    const number = newNumber();
    const allowed = await fill(browser, await openSetup(browser), { code: await codeTo(first, 2) });
    const second = await fill(browser, allowed, { phone: number });
    expect((await fill(browser, second, { code: await codeTo(number) })).html).toContain('already has a phone');
    const id = /name="id" value="([^"]+)"/.exec((await browser.open(account('second-step'))).html ?? '')?.[1] ?? '';
    const asked = await post(browser, account('second-step'), { action: 'remove', id, currentPassword: PASSWORD });
    const { html } = await fill(browser, asked, { code: await codeTo(first, 3) });
    expect(html).toMatch(/role="status">Your phone has been removed\./);
    expect(await kindsOf()).toEqual([]);
  });
});

describe('a text message', () => {
  it('is signed with the time, says whose code it is, and is sealed while it waits', async () => {
    receiver.answer = { status: 500 };
    const number = newNumber();
    await service.get(SmsFactors).begin(ownerOf(world.person), number);
    await codeTo(number);
    const [{ headers, body }] = (await receiver.wait(1)) as [Received];
    const timestamp = headers['gatehouse-timestamp'] as string;
    expect(headers['gatehouse-signature']).toBe(`sha256=${createHmac('sha256', SECRET).update(`${timestamp}.${body}`).digest('hex')}`);
    expect(Math.abs(Number(timestamp) - service.get(Clock).nowSeconds())).toBeLessThan(60);
    const [message] = messages();
    expect([Object.keys(message ?? {}), message?.text.includes('Example')]).toEqual([['id', 'to', 'text'], true]);
    const rows = await service.get(Database).query.rows<{ sealed_message: string }>('SELECT sealed_message FROM sms_outbox');
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${number.slice(1)}|[0-9A-Z]{5}-[0-9A-Z]{5}"`));
    await service.get(Database).write('empty', (tx) => tx.run('DELETE FROM sms_outbox'));
  });

  it.each([
    [200, undefined],
    ['silence', { permanent: false, reason: 'TIMEOUT' }],
    [302, { permanent: true }],
    [400, { permanent: true }],
    [429, { permanent: false }],
    [503, { permanent: false }],
  ] as const)('that is answered with %s is taken, tried again or given up', async (answer, failure) => {
    receiver.answer = typeof answer === 'number' ? { status: answer, headers: { location: receiver.url } } : 'silence';
    const sent = service
      .get(SmsSender)
      .send(7, { to: newNumber(), text: 'x' })
      .catch((error: unknown) => error);
    if (failure) expect(await sent).toMatchObject(failure);
    else expect(await sent).toBeUndefined();
    expect(receiver.received).toHaveLength(1);
  });

  it('goes to nobody where no webhook is named: it is not offered, and the policy cannot make it', async () => {
    const plain = await startService();
    const own = await makeWorld(plain);
    await plain.call('PATCH', `/admin/v1/organizations/${own.organization.id}/policies/assurance`, { factors: ['sms'] });
    const browser = new Browser(plain.url);
    await browser.submit(await browser.open(`${plain.url}/account`), own.loginName, PASSWORD);
    expect((await post(browser, `${plain.url}/account/phone`, { action: 'add', currentPassword: PASSWORD })).html).not.toContain(
      'name="phone"',
    );
    await expect(plain.get(SmsSender).send(1, { to: '+41790000000', text: 'x' })).rejects.toBeInstanceOf(SmsFailure);
    await plain.close();
  });
});

describe('another', () => {
  it('sets no phone up in a session that was left open', async () => {
    const browser = await signedIn();
    const forms: Array<Record<string, string>> = [
      { action: 'add' },
      { phone: newNumber() },
      { phone: newNumber(), fresh: 'made up' },
      { phone: newNumber(), handle: 'x', code: 'y' },
    ];
    for (const form of forms) expect((await post(browser, account('phone'), form)).html).toContain('currentPassword');
    expect(messages()).toEqual([]);
    const { fresh = '' } = hiddenOf(await openSetup(browser));
    expect((await post(await signedIn(), account('phone'), { phone: newNumber(), fresh })).html).toContain('currentPassword');
    expect(messages()).toEqual([]);
  });

  it('has few guesses, and few messages sent, to one number and for one person', async () => {
    const number = newNumber();
    const handles = [];
    for (let i = 0; i < 7; i++) handles.push(await service.get(SmsFactors).begin(ownerOf(world.person), number));
    await codeTo(number, 5);
    for (const one of ['anna', 'berta']) {
      const person = await world.addPerson({ userName: one });
      for (let i = 0; i < 4; i++) await service.get(SmsFactors).begin(ownerOf(person), number);
    }
    const code = await codeTo(number, 10);
    // Whatever was queued is sent before this.
    await service.get(SmsFactors).begin(ownerOf(await world.addPerson({ userName: 'cleo' })), newNumber());
    await expect.poll(() => messages().length).toBe(11);
    expect(messages().filter(({ to }) => to === number)).toHaveLength(10);
    const outcomes = [];
    for (let i = 0; i < 6; i++)
      outcomes.push(await service.get(SmsFactors).confirm(ownerOf(world.person), handles[4] ?? '', 'AAAAA-AAAAA'));
    expect(new Set(outcomes)).toEqual(new Set(['wrong']));
    expect(await service.get(SmsFactors).confirm(ownerOf(world.person), handles[4] ?? '', code)).toBe('wrong');
    expect(await kindsOf()).toEqual([]);
  });

  it('still brings the codes of its owner when strangers have named it too often', async () => {
    const { number } = await setUp();
    for (const one of ['anna', 'berta']) {
      const person = await world.addPerson({ userName: one });
      for (let i = 0; i < 5; i++) await service.get(SmsFactors).begin(ownerOf(person), number);
    }
    await codeTo(number, 10);
    const handle = await service.get(SmsFactors).send(ownerOf(world.person));
    const code = await codeTo(number, 11);
    expect((await service.get(SmsFactors).check(ownerOf(world.person), handle, code, '203.0.113.9')).kind).toBe('right');
  });

  it('uses no code of another person, nor one a second time', async () => {
    const mary = await world.addPerson({ userName: 'mary' });
    const number = newNumber();
    const handle = await service.get(SmsFactors).begin(ownerOf(world.person), number);
    const code = await codeTo(number);
    expect(await service.get(SmsFactors).confirm(ownerOf(mary), handle, code)).toBe('wrong');
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => service.get(SmsFactors).confirm(ownerOf(world.person), handle, code)));
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect([await kindsOf(), await kindsOf(mary)]).toEqual([['sms'], []]);
    const sent = await service.get(SmsFactors).send(ownerOf(world.person));
    const second = await codeTo(number, 2);
    const verdicts = await Promise.all(
      [1, 2, 3, 4].map((i) => service.get(SmsFactors).check(ownerOf(world.person), sent, second, `203.0.113.${i}`)),
    );
    expect(verdicts.filter(({ kind }) => kind === 'right')).toHaveLength(1);
  });
});

it.each([
  ['+41 79 123 45 67', '+41791234567'],
  ['0041 (79) 123-45-67', '+41791234567'],
  ['079 123 45 67', undefined],
  ['+0123456789', undefined],
  ['+41', undefined],
  ['+4179123456789012', undefined],
  ['+41791234567;+1', undefined],
  ['', undefined],
])('the number %j is read as %s', (typed, number) => {
  expect(readPhone(typed)).toBe(number);
});
