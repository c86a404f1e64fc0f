// Every place where what a person signs in with changes, and what it demands: a stolen session, however fresh its checks, changes nothing in any of them.
// A place without a row fails here: the calls that change factors are looked for in the source.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { Policies } from '../../src/users/organizations/policies/policies.service.js';
import type { AssurancePolicy } from '../../src/users/organizations/policies/policy-kinds.js';
import { answerOf, Browser, fill, hiddenOf, type Page } from '../support/browser.js';
import { addApp, type App } from '../support/factors.js';
import { startMailedService, type MailedService } from '../support/mailed-service.js';
import { openLogin, post, stepOf } from '../support/passkeys.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { freePort } from '../support/service.js';
import { makeWorld, PASSWORD, type World } from '../support/world.js';

let receiver: Receiver;
let service: MailedService;
let world: World;
let clientId: string;
beforeAll(async () => {
  receiver = await startReceiver();
  const port = String(await freePort());
  const sms = { SMS_WEBHOOK: `${receiver.url}/sms`, SMS_WEBHOOK_SECRET: 'a secret of thirty-two characters' };
  service = await startMailedService({ PORT: port, PUBLIC_URL: `http://localhost:${port}`, ...sms });
});
beforeEach(async () => {
  world = await makeWorld(service);
  clientId = (await world.addApplication({ type: 'userAgent' })).application.clientId;
  await decide({ factors: ['totp', 'securityKey', 'sms'] });
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

const PHR = { claims: JSON.stringify({ id_token: { acr: { essential: true, value: 'phr' } } }) };
const account = (path = '') => `${service.url}/account${path}`;
const decide = (policy: Partial<AssurancePolicy>) => service.get(Policies).set(world.organization.no, 'assurance', policy, 'test');
const personPath = (rest = '') => `/admin/v1/organizations/${world.organization.id}/people/${world.person.id}${rest}`;

/** A session whose owner has shown everything this very second. */
async function stolen(app?: App): Promise<Browser> {
  const browser = new Browser(service.url);
  const page = await browser.submit(await browser.open(account()), world.loginName, PASSWORD);
  if (app) await fill(browser, page, { code: app.code() });
  return browser;
}

const isLogin = ({ html = '' }: Page) => html.includes('current-password');
const isSecondStep = ({ html = '' }: Page) => html.includes('One more step');
const isSetup = ({ html = '' }: Page) => /data-passkey="create"|name="setup"|autocomplete="(new-password|tel)"|class="codes"/.test(html);

interface Place {
  /** Calls in src/oidc that change what somebody signs in with, as `file: call`. */
  calls: readonly string[];
  /** Changes by a form of the account page: its path and fields. */
  forms?: ReadonlyArray<[path: string, fields: Record<string, string>]>;
  /** A way there by a session alone. @returns the page that the thief gets, which has to be the login page */
  bySession?: Record<string, (thief: Browser) => Promise<Page>>;
  /** Forms that are given out after the demand has been met; without the proof they carry they do nothing. */
  withoutProof?: ReadonlyArray<[address: (page: Page) => string, fields: Record<string, string>]>;
}

/** By what each place demands. */
const PLACES: Readonly<Record<string, Place>> = {
  'a factor set up in a sign-in, which takes all factors there are, in this very sign-in': {
    calls: [
      'second-step/code-factor-pages.service.tsx: totp.confirm',
      'second-step/code-factor-pages.service.tsx: recovery.makeFirst',
      'second-step/passkey-factor-pages.service.tsx: ownPasskeys.add',
      'second-step/passkey-factor-pages.service.tsx: recovery.makeFirst',
      'second-step/sms-factor-pages.service.tsx: sms.confirm',
      'second-step/sms-factor-pages.service.tsx: recovery.makeFirst',
    ],
    bySession: {
      'an acr that must be': (thief) => openLogin(service, thief, clientId, PHR),
      'a policy that became stricter, on the way to an application': async (thief) => {
        await decide({ passkeys: 'required', graceDays: 0 });
        return openLogin(service, thief, clientId);
      },
      'a policy that became stricter, on the way to the account page': async (thief) => {
        await decide({ passkeys: 'required', graceDays: 0 });
        return thief.open(account());
      },
    },
    withoutProof: [
      [(page) => stepOf(page, 'second'), { factor: 'passkey', answer: '1', setUp: '1' }],
      [() => account('/second'), { factor: 'passkey', answer: '1', setUp: '1' }],
    ],
  },
  'the offer of a passkey, which takes the password and what a sign-in takes, in this very sign-in': {
    calls: ['sign-in/passkey-offers.service.ts: ownPasskeys.add', 'sign-in/passkey-offers.service.ts: recovery.makeFirst'],
    withoutProof: [[(page) => stepOf(page, 'offer'), { credential: '{}' }]],
  },
  'a new password in a sign-in, which takes what a sign-in takes, in this very sign-in': {
    calls: ['sign-in/password-pages.service.ts: passwordChange.choose'],
    withoutProof: [
      [(page) => stepOf(page, 'password'), { newPassword: 'Brand-new-Horse-9' }],
      [() => account('/new-password'), { newPassword: 'Brand-new-Horse-9' }],
    ],
  },
  'a browser that is remembered, which takes the first factor in this very sign-in': {
    calls: ['second-step/second-steps.service.ts: this.remember'],
  },
  'an app, recovery codes and the removal of either at the account page, which take a fresh check': {
    calls: [
      'account/account-factors.controller.ts: totp.confirm',
      'account/account-factors.controller.ts: recovery.makeFirst',
      'account/account-factors.controller.ts: factors.removeOwn',
      'account/account-factors.controller.ts: recovery.renew',
    ],
    forms: [
      ['/second-step', { action: 'add' }],
      ['/second-step', { action: 'renew' }],
      ['/second-step', { action: 'remove', id: 'recovery' }],
      ['/second-step', { action: 'confirm', code: '000000' }],
    ],
  },
  'keys at the account page, which take a fresh check': {
    calls: [
      'account/account-passkeys.controller.ts: ownPasskeys.add',
      'account/account-passkeys.controller.ts: recovery.makeFirst',
      'account/account-passkeys.controller.ts: factors.removeOwn',
    ],
    forms: [
      ['/passkeys', { action: 'add' }],
      ['/passkeys', { action: 'addKey' }],
      ['/passkeys', { action: 'remove', id: 'any' }],
    ],
    withoutProof: [[() => account('/new-passkey'), { credential: '{}', use: 'passkey' }]],
  },
  'a phone at the account page, which takes a fresh check': {
    calls: ['account/account-phone.controller.ts: smsPages.setUp'],
    forms: [['/phone', { action: 'add', phone: '+41791234567' }]],
  },
  'a connection to an identity provider at the account page, which takes a fresh check': {
    calls: ['account/account-identities.controller.ts: identities.remove'],
    forms: [['/identities', { provider: 'any' }]],
  },
  'the password at the account page, which takes a fresh check': {
    calls: [
      'account/account-password.controller.ts: ownPassword.change',
      'account/account-password.controller.ts: ownPassword.choose',
      'account/own-password.service.ts: passwordChange.choose',
    ],
    forms: [['/password', { newPassword: 'Brand-new-Horse-9' }]],
  },
  'the address at the account page, which takes a fresh check and a code mailed to the new one': {
    calls: [
      'account/account-email.controller.ts: emailChange.requestChange',
      'account/account-email.controller.ts: emailChange.finishChange',
    ],
    forms: [['/email', { email: 'thief@elsewhere.example' }]],
  },
  'the end of the account, which takes a fresh check': {
    calls: ['account/account-data.controller.ts: ownDeletion.remove'],
    forms: [['/data/delete', {}]],
  },
  'all that is known about somebody, which takes a fresh check': { calls: [], forms: [['/data/download', {}]] },
  'a reset, an invitation and a registration, which take a mailed code, whoever is signed in': {
    calls: [
      'sign-in/password-reset-pages.service.ts: passwordReset.finishReset',
      'invitation/invitation.controller.ts: passwordInvitation.finish',
      'invitation/invitation-ways.service.ts: passkeyInvitation.finish',
      'invitation/invitation-ways.service.ts: recovery.makeFirst',
      'sign-in/register.controller.ts: registration.finishRegistration',
    ],
    withoutProof: [
      [() => `${service.url}/password/forgotten`, { id: 'any', code: 'AAAAA-AAAAA', newPassword: 'Brand-new-Horse-9' }],
      [() => `${service.url}/invitation`, { id: 'any', code: 'AAAAA-AAAAA', newPassword: 'Brand-new-Horse-9' }],
    ],
  },
};

const CHANGING =
  /\b(?:(?:ownPasskeys|totp|sms|smsPages|recovery|factors|passwordChange|ownPassword|emailChange|ownDeletion|passwordReset|passwordInvitation|passkeyInvitation|registration|identities)\.(?:add|addFirst|confirm|renew|makeFirst|remove|removeOwn|choose|change|setUp|requestChange|finish\w*)|this\.remember)(?=\()/g;

it('are all in the table: each call that changes what somebody signs in with has its row', () => {
  const found = readdirSync('src/oidc', { recursive: true, encoding: 'utf8' })
    // A protocol of a provider changes nothing here.
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('upstream/'))
    .flatMap((file) => [...readFileSync(join('src/oidc', file), 'utf8').matchAll(CHANGING)].map(([call]) => `${file}: ${call}`));
  const listed = Object.values(PLACES).flatMap(({ calls }) => calls);
  expect([...new Set(found)].toSorted()).toEqual(listed.toSorted());
});

const factors = async () => (await service.call('GET', personPath('/factors'))).body.factors.map(({ kind }: { kind: string }) => kind);
async function expectUnchanged(expected: readonly string[]): Promise<void> {
  expect(await factors()).toEqual(expected);
  const login = await new Browser(service.url).open(account());
  expect(isLogin(login)).toBe(true);
  const owner = new Browser(service.url);
  expect(isLogin(await owner.submit(await owner.open(account()), world.loginName, PASSWORD))).toBe(false);
}

const rows = Object.entries(PLACES);
const formsOf = rows.flatMap(([demand, { forms = [] }]) => forms.map(([path, fields]) => [demand, path, fields] as const));
const waysOf = rows.flatMap(([demand, { bySession = {} }]) => Object.entries(bySession).map(([way, go]) => [demand, way, go] as const));
const proofsOf = rows.flatMap(([demand, { withoutProof = [] }]) => withoutProof.map(([at, fields]) => [demand, at, fields] as const));

describe('a thief of a session whose owner has shown everything this very second', () => {
  it.each(formsOf)('%s: POST /account%s %j asks for the password, and then for the second factor', async (_demand, path, fields) => {
    await service.get(Policies).set(world.organization.no, 'account', { deleteAccount: true }, 'test');
    const thief = await stolen(await addApp(service, world.person));
    const alone = await post(thief, account(path), fields);
    expect([alone.html?.includes('name="currentPassword"'), isSetup(alone)]).toEqual([true, false]);
    const withPassword = await post(thief, account(path), { ...fields, currentPassword: PASSWORD });
    expect([isSecondStep(withPassword), isSetup(withPassword)]).toEqual([true, false]);
    await expectUnchanged(['totp']);
  });

  it.each(waysOf)('%s: %s', async (_demand, _way, go) => {
    const thief = await stolen();
    const page = await go(thief);
    expect([isLogin(page), isSetup(page), answerOf(page).members.code]).toEqual([true, false, undefined]);
    // The owner goes on with the password, and is not sent in circles.
    expect(isSetup(await thief.submit(page, world.loginName, PASSWORD))).toBe(true);
    await expectUnchanged([]);
  });

  it.each(proofsOf)('%s: %s with %j and no proof changes nothing', async (_demand, at, fields) => {
    const thief = await stolen();
    const page = await post(thief, at(await openLogin(service, thief, clientId, { prompt: 'login' })), fields);
    expect(isSetup(page)).toBe(false);
    await expectUnchanged([]);
  });
});

describe('a session that lacks the second factor alone, in the hands of somebody who has it', () => {
  /** The page that asks for the second factor. */
  async function stepUp(): Promise<{ thief: Browser; page: Page; code: string }> {
    await decide({ factors: ['totp'], secondFactorSeconds: 600, rememberBrowserDays: 30 });
    const app = await addApp(service, world.person);
    const thief = await stolen(app);
    service.get(Clock).advance(660_000);
    return { thief, page: await openLogin(service, thief, clientId), code: app.code() };
  }

  it('is no browser to be remembered: its first factor is not of this sign-in', async () => {
    const { thief, page, code } = await stepUp();
    expect([isSecondStep(page), page.html?.includes('name="remember"')]).toEqual([true, false]);
    expect(answerOf(await fill(thief, page, { code, remember: '1' })).members.code).toBeDefined();
    expect(thief.cookieNames().filter((name) => name.includes('remembered'))).toEqual([]);
  });

  it('chooses no new password that is due without the old one', async () => {
    const { thief, page, code } = await stepUp();
    expect((await service.call('POST', personPath('/_require-password-change'))).status).toBe(204);
    const next = await fill(thief, page, { code });
    expect([isLogin(next), next.html?.includes('new-password')]).toEqual([true, false]);
    expect(hiddenOf(next)['state']).toBeUndefined();
  });
});
