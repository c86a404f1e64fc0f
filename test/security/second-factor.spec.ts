// Attacks on second factors by whoever knows the password: the same code twice at once, guesses over many requests and two instances, and questions.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { MailedCodes } from '../../src/users/accounts/mailed-codes.service.js';
import { PasswordRecovery } from '../../src/users/accounts/password-recovery.service.js';
import { PasswordReset } from '../../src/users/accounts/password-reset.service.js';
import { again } from '../../src/users/organizations/attempts/attempts.service.js';
import { MailFactors } from '../../src/users/accounts/factors/mail-factors.service.js';
import { RecoveryCodes } from '../../src/users/accounts/factors/recovery-codes.service.js';
import { TotpFactors } from '../../src/users/accounts/factors/totp-factors.service.js';
import { addApp, addRecoveryCodes, ownerOf, type App } from '../support/factors.js';
import { answerOf, Browser, fill, follow, hiddenOf, type Page } from '../support/browser.js';
import { letterTo, startMailedService, withTwin, type MailedService } from '../support/mailed-service.js';
import { authorizeUrl, refresh, signIn } from '../support/oauth.js';
import { createServiceUser } from '../support/service-users.js';
import { addExchanger, allowImpersonation, exchange } from '../support/token-exchange.js';
import type { Person } from '../../src/users/directory/people/person/person.js';
import type { AssurancePolicy } from '../../src/users/organizations/policies/policy-kinds.js';
import { Policies } from '../../src/users/organizations/policies/policies.service.js';
import { advanceClocks, type TestService } from '../support/service.js';
import { makeWorld, PASSWORD, type World } from '../support/world.js';

let service: MailedService;
/** Two of them on a database server; SQLite has one process. */
let services: TestService[];
let world: World;
let app: App;
beforeAll(async () => {
  service = await startMailedService();
  services = await withTwin(service);
});
beforeEach(async () => {
  world = await makeWorld(service);
  app = await addApp(service, world.person);
});
afterAll(async () => {
  for (const one of services.toReversed()) await one.close();
});

const on = <T>(times: number, work: (service: TestService, i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, (_, i) => work(services[i % services.length] ?? service, i)));
const kindsOf = (verdicts: ReadonlyArray<{ kind: string }>, kind: string) => verdicts.filter((one) => one.kind === kind).length;

describe('whoever knows the password', () => {
  it('uses a code of the app once, however many requests bring it at the same moment', async () => {
    const code = app.code();
    const verdicts = await on(4, (one) => one.get(TotpFactors).check(ownerOf(world.person), code, '203.0.113.1'));
    expect(kindsOf(verdicts, 'right')).toBe(1);
  });

  it('uses a recovery code once, however many requests bring it at the same moment', async () => {
    const [code = ''] = await addRecoveryCodes(service, world.person);
    const verdicts = await on(4, (one) => one.get(RecoveryCodes).check(ownerOf(world.person), code, '203.0.113.2'));
    expect(kindsOf(verdicts, 'right')).toBe(1);
  });

  it('has a few guesses over all kinds, many at once or not, and the right code is not compared then', async () => {
    const guess = (one: TestService, i: number) =>
      i % 2 === 0
        ? one.get(TotpFactors).check(ownerOf(world.person), String(100_000 + i), `203.0.113.${i}`)
        : one.get(RecoveryCodes).check(ownerOf(world.person), 'AAAAA-AAAAA', `203.0.113.${i}`);
    const verdicts = await on(40, guess);
    expect(kindsOf(verdicts, 'wrong')).toBeLessThanOrEqual(5);
    expect(kindsOf(verdicts, 'mustWait')).toBe(40 - kindsOf(verdicts, 'wrong'));
    const right = await service.get(TotpFactors).check(ownerOf(world.person), app.code(), '203.0.113.99');
    expect(right.kind).toBe('mustWait');
    advanceClocks(services, 60_000);
    expect((await service.get(TotpFactors).check(ownerOf(world.person), app.code(), '203.0.113.99')).kind).toBe('right');
  });

  it('gets no new guesses by a new password, which whoever reads the mail can have, but by an administrator', async () => {
    const wrong = () => service.get(TotpFactors).check(ownerOf(world.person), '000000', '203.0.113.50');
    await service.get(Policies).set(world.organization.no, 'lockout', { maxAttempts: 3, lockSeconds: 3_600 }, 'test');
    for (let i = 0; i < 3; i++) expect((await wrong()).kind).toBe('wrong');
    const code = await again(() =>
      service
        .get(Database)
        .write('mail reset', (tx) =>
          service
            .get(MailedCodes)
            .issueCode(tx, { userNo: world.person.no, purpose: 'resetPassword', address: world.person.emails[0]?.value ?? '' }),
        ),
    );
    const done = await service.get(PasswordReset).finishReset(code?.id ?? '', code?.code ?? '', 'Brand-new-Horse-9');
    expect([done.kind, (await wrong()).kind]).toEqual(['done', 'mustWait']);
    const path = `/admin/v1/organizations/${world.organization.id}/people/${world.person.id}/_unlock`;
    expect((await service.call('POST', path)).status).toBeLessThan(300);
    expect((await wrong()).kind).toBe('wrong');
  });

  it('still needs the second one after an administrator has removed the person and taken that back', async () => {
    const path = `/admin/v1/organizations/${world.organization.id}`;
    await service.call('PUT', `${path}/policies/removedPeople`, { days: 7 });
    expect((await service.call('DELETE', `${path}/people/${world.person.id}`)).status).toBe(204);
    expect((await service.call('POST', `${path}/people/${world.person.id}/_restore`)).status).toBe(200);
    const browser = new Browser(service.url);
    const asked = await browser.submit(await browser.open(`${service.url}/account`), world.loginName, PASSWORD);
    expect(asked.html).toContain('One more step');
    expect((await fill(browser, asked, { code: '000000' })).page?.status).toBe(401);
    expect((await fill(browser, asked, { code: app.code() })).url).toContain('/account');
  });

  it('opens no secret of somebody else by having it in the own row', async () => {
    const mary = await world.addPerson({ userName: 'mary' });
    const copy = (userNo: number) => `SELECT ${userNo}, 'copied', secret, 0, created_us, NULL FROM totp_secrets WHERE user_no = ?`;
    await service
      .get(Database)
      .write('copy row', (tx) =>
        tx.run(`INSERT INTO totp_secrets (user_no, id, secret, last_step, created_us, used_us) ${copy(mary.no)}`, [world.person.no]),
      );
    const verdict = await service.get(TotpFactors).check(ownerOf(mary), app.code(), '203.0.113.3');
    expect(verdict.kind).toBe('wrong');
  });
});

describe('a thief of a session who knows the password', () => {
  const account = (path = '') => `${service.url}/account${path}`;
  const press = async (browser: Browser, label: string) => browser.submitButton(await browser.open(account('/second-step')), label);
  const confirmed = async (browser: Browser, label: string) => fill(browser, await press(browser, label), { currentPassword: PASSWORD });
  const kinds = async () => {
    const { body } = await service.call('GET', `/admin/v1/organizations/${world.organization.id}/people/${world.person.id}/factors`);
    return body.factors.map(({ kind }: { kind: string }) => kind);
  };
  /** As the owner left it, eleven minutes ago. */
  async function stolen(): Promise<Browser> {
    const browser = new Browser(service.url);
    await fill(browser, await browser.submit(await browser.open(account()), world.loginName, PASSWORD), { code: app.code() });
    await addRecoveryCodes(service, world.person);
    advanceClocks(services, 660_000);
    return browser;
  }

  it('takes no factor away and adds none: the second one is asked for too, each time', async () => {
    const browser = await stolen();
    for (const label of ['Remove app', 'Make new codes']) {
      const asked = await confirmed(browser, label);
      expect([label, asked.html?.includes('One more step'), asked.html?.includes('<li><code>')]).toEqual([label, true, false]);
      expect((await fill(browser, asked, { code: '000000' })).page?.status).toBe(401);
      expect(await kinds()).toEqual(['totp', 'recovery']);
    }
    const added = await browser.open(account('/passkeys'), {
      method: 'POST',
      body: new URLSearchParams({ action: 'add', currentPassword: PASSWORD }),
    });
    expect(added.html).not.toContain('data-passkey="create"');
    const owner = await fill(browser, await confirmed(browser, 'Make new codes'), { code: app.code() });
    expect(owner.html).toMatch(/<code>[0-9A-Z]{5}-[0-9A-Z]{5}<\/code>/);
    const again = await confirmed(browser, 'Remove app');
    expect(again.html).toContain('One more step');
    advanceClocks(services, 30_000);
    expect((await fill(browser, again, { code: app.code() })).html).toContain('has been removed');
    expect(await kinds()).toEqual([]);
  });

  it('is asked for the second one in whatever way the owner has: a recovery code stands in for a lost app', async () => {
    const browser = await stolen();
    const [code = ''] = await addRecoveryCodes(service, world.person);
    const asked = await browser.submitButton(await confirmed(browser, 'Remove app'), 'Use a recovery code');
    expect((await fill(browser, asked, { code })).html).toContain('has been removed');
  });

  it('has the second step of one change, or of the way in, answer for no other', async () => {
    const browser = await stolen();
    const asked = await confirmed(browser, 'Make new codes');
    const { state = '' } = hiddenOf(asked);
    const { id = '' } = hiddenOf(await press(browser, 'Remove app'));
    const body = new URLSearchParams({ action: 'remove', id, state, factor: 'totp', answer: '1', code: app.code() });
    const page = await browser.open(account('/second-step'), { method: 'POST', body });
    expect([page.page?.status, await kinds()]).toEqual([401, ['totp', 'recovery']]);
    const other = new Browser(service.url);
    const entry = hiddenOf(await other.submit(await other.open(account()), world.loginName, PASSWORD));
    body.set('state', entry['state'] ?? '');
    expect((await browser.open(account('/second-step'), { method: 'POST', body })).page?.status).toBe(401);
    expect(await kinds()).toEqual(['totp', 'recovery']);
  });
});

describe('whoever has the password alone', () => {
  const decide = (policy: Partial<AssurancePolicy>) => service.get(Policies).set(world.organization.no, 'assurance', policy, 'test');
  const addressOf = (clientId: string, more: Record<string, string> = {}) =>
    authorizeUrl(service.url, clientId, 'openid', { state: 's', ...more });
  const passwordTo = async (browser: Browser, address: string, loginName = world.loginName) =>
    browser.submit(await browser.open(address), loginName, PASSWORD);

  it('gets nowhere where passwords are not allowed, neither anew nor by the session that a password began', async () => {
    const { clientId } = (await world.addApplication({ type: 'userAgent' })).application;
    await world.addPerson({ userName: 'mary' });
    const mary = `mary@${world.organization.primaryDomain}`;
    const [before, after] = [new Browser(service.url), new Browser(service.url)];
    expect(answerOf(await passwordTo(before, addressOf(clientId), mary)).members.code).toBeDefined();
    await decide({ passwordAllowed: false });
    expect(answerOf(await before.open(addressOf(clientId))).members.code).toBeUndefined();
    expect(answerOf(await before.open(addressOf(clientId, { prompt: 'none' }))).members).toMatchObject({ error: 'login_required' });
    expect((await before.open(`${service.url}/account`)).html).toContain('Sign in to manage');
    const page = await passwordTo(after, addressOf(clientId), mary);
    expect([page.url.startsWith(service.url), answerOf(page).members.code]).toEqual([true, undefined]);
    expect(answerOf(await after.open(addressOf(clientId, { prompt: 'none' }))).members).toMatchObject({ error: 'login_required' });
    expect((await passwordTo(after, `${service.url}/account`, mary)).html).not.toContain('Sign out');
  });

  it('asks for less than the policy in vain: no value of acr, no age and no scope is a way down', async () => {
    const { clientId } = (await world.addApplication({ type: 'userAgent' })).application;
    await decide({ secondFactor: 'required', graceDays: 0 });
    const sfa = 'https://refeds.org/profile/sfa';
    const claims = JSON.stringify({ id_token: { acr: { essential: true, value: sfa } } });
    const ways: Array<Record<string, string>> = [
      { acr_values: sfa },
      { claims },
      { max_age: '999999' },
      { scope: 'openid offline_access' },
      { prompt: 'login' },
    ];
    for (const less of ways) {
      const browser = new Browser(service.url);
      const page = await passwordTo(browser, addressOf(clientId, less));
      expect([less, page.html?.includes('One more step'), answerOf(page).members.code]).toEqual([less, true, undefined]);
      expect(answerOf(await browser.open(addressOf(clientId, { ...less, prompt: 'none' }))).members.error).toBe('login_required');
    }
  });

  it('makes no refresh token by an exchange of a token from before the policy became stricter', async () => {
    const plain = await makeWorld(service);
    await allowImpersonation(service, plain);
    const client = await addExchanger(plain);
    const { tokens } = await signIn(service, plain, client, 'openid offline_access');
    const exchanged = () => exchange(service, client, ['access_token', tokens.access_token], undefined, { scope: 'openid offline_access' });
    const { status, body } = await exchanged();
    expect([status, typeof body.refresh_token]).toEqual([200, 'string']);
    await service.get(Policies).set(plain.organization.no, 'assurance', { secondFactor: 'required', graceDays: 0 }, 'test');
    // RFC 8693 section 2.2.2: a subject token that is not good enough.
    expect((await exchanged()).body).toMatchObject({ error: 'invalid_request' });
    expect((await refresh(service, client, body.refresh_token)).body).toMatchObject({ error: 'invalid_grant' });
  });

  it('refreshes no exchange of an authorization from before checks were kept, once the policy became stricter', async () => {
    const plain = await makeWorld(service);
    await allowImpersonation(service, plain);
    const client = await addExchanger(plain);
    const { tokens } = await signIn(service, plain, client, 'openid offline_access');
    const sql = "UPDATE grants SET payload = JSON_REMOVE(payload, '$.code.checks') WHERE user_no = ?";
    await service.get(Database).write('as it was stored before', (tx) => tx.run(sql, [plain.person.no]));
    const { body } = await exchange(service, client, ['access_token', tokens.access_token], undefined, { scope: 'openid offline_access' });
    expect(typeof body.refresh_token).toBe('string');
    await service.get(Policies).set(plain.organization.no, 'assurance', { secondFactor: 'required', graceDays: 0 }, 'test');
    expect((await refresh(service, client, body.refresh_token)).body).toMatchObject({ error: 'invalid_grant' });
  });
});

describe('a thief with a remembered browser', () => {
  const CHOSEN = 'Brand-new-Horse-9';
  const account = (path = '') => `${service.url}/account${path}`;
  const personPath = (rest = '') => `/admin/v1/organizations/${world.organization.id}/people/${world.person.id}${rest}`;
  /** The page after the password. */
  const enter = async (browser: Browser, password: string) => browser.submit(await browser.open(account()), world.loginName, password);
  let owner: Browser;
  beforeEach(async () => {
    owner = new Browser(service.url);
    await fill(owner, await enter(owner, PASSWORD), { code: app.code(), remember: '1' });
  });
  /** With the cookie alone. */
  const isAsked = async (password: string) => {
    const thief = new Browser(service.url);
    thief.plant(owner, /remembered/);
    const page = await enter(thief, password);
    return [page.html?.includes('One more step'), page.html?.includes('Sign out')];
  };

  it.each<[string, () => Promise<unknown>]>([
    [
      'the person changes it',
      async () => {
        advanceClocks(services, 30_000);
        const asked = await fill(owner, await owner.open(account('/password')), { currentPassword: PASSWORD });
        await fill(owner, await fill(owner, asked, { code: app.code() }), { newPassword: CHOSEN });
      },
    ],
    [
      'it is reset by mail',
      async () => {
        const browser = new Browser(service.url);
        const sent = await fill(browser, await browser.open(`${service.url}/password/forgotten`), { loginName: world.loginName });
        const { code } = await letterTo(service, world.loginName);
        await fill(browser, await fill(browser, sent, { code }), { newPassword: CHOSEN });
      },
    ],
    ['an administrator sets a temporary one', () => service.call('POST', personPath('/_set-temporary-password'), { password: CHOSEN })],
    [
      'the old one has to be changed',
      async () => {
        await service.call('POST', personPath('/_require-password-change'));
        advanceClocks(services, 30_000);
        const browser = new Browser(service.url);
        const change = await fill(browser, await enter(browser, PASSWORD), { code: app.code(), remember: '1' });
        await fill(browser, change, { newPassword: CHOSEN });
        owner = browser;
      },
    ],
    [
      'a directory sets it',
      () =>
        service.call('PATCH', `/scim/v2/${world.organization.id}/Users/${world.person.id}`, {
          schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
          Operations: [{ op: 'replace', path: 'password', value: CHOSEN }],
        }),
    ],
    ['it is set on the host', () => service.get(PasswordRecovery).setPassword(world.organization, world.loginName, CHOSEN)],
    [
      'it is the first one, by an invitation',
      async () => {
        const { no } = world.person;
        await service.get(Database).write('lose password', (tx) => tx.run('DELETE FROM passwords WHERE user_no = ?', [no]));
        await service.call('POST', personPath('/_invite'));
        const browser = new Browser(service.url);
        await fill(browser, await browser.open((await letterTo(service, world.loginName)).link), { newPassword: CHOSEN });
      },
    ],
  ])('is asked for the second factor once there is a new password: %s', async (_way, change) => {
    expect(await isAsked(PASSWORD)).toEqual([false, true]);
    await change();
    expect(await isAsked(CHOSEN)).toEqual([true, false]);
  });

  it('goes on in the session of the browser as long as the factor that was shown counts, and no longer', async () => {
    await service.get(Policies).set(world.organization.no, 'assurance', { secondFactorSeconds: 600, rememberBrowserDays: 30 }, 'test');
    advanceClocks(services, 30_000);
    const browser = new Browser(service.url);
    browser.plant(owner, /remembered/);
    await enter(browser, PASSWORD);
    const asked = await fill(browser, await browser.open(account('/password')), { currentPassword: PASSWORD });
    await fill(browser, await fill(browser, asked, { code: app.code() }), { newPassword: CHOSEN });
    expect((await browser.open(account())).html).toContain('Sign out');
    advanceClocks(services, 601_000);
    expect((await browser.open(account())).html).toContain('One more step');
  });

  it('is asked after a lock too, which leaves the password as it is', async () => {
    for (const action of ['/_lock', '/_unlock']) expect((await service.call('POST', personPath(action))).status).toBeLessThan(300);
    expect(await isAsked(PASSWORD)).toEqual([true, false]);
  });
});

describe('whoever reads a mailbox that was the person’s', () => {
  // Verified too, so that codes can be mailed afterwards as well.
  const KEPT = 'mary@kept.example';
  let mary: Person;
  let old: string;
  beforeEach(async () => {
    const policy = { secondFactor: 'required', factors: ['mail'], graceDays: 0 } as const;
    await service.get(Policies).set(world.organization.no, 'assurance', policy, 'test');
    old = `mary@old-${world.organization.no}.example`;
    const kept = { value: KEPT, verifiedBy: 'code' as const };
    mary = await world.addPerson({ userName: 'mary', emails: [{ value: old, primary: true, verifiedBy: 'code' }, kept] });
  });
  const takeAddressAway = async () => {
    const path = `/admin/v1/organizations/${world.organization.id}/people/${mary.id}`;
    expect((await service.call('PATCH', path, { emails: [{ value: KEPT, primary: true }] })).status).toBe(200);
  };

  it('has no use of a code once an administrator has taken the address away', async () => {
    const browser = new Browser(service.url);
    const step = await browser.submit(await browser.open(`${service.url}/account`), `mary@${world.organization.primaryDomain}`, PASSWORD);
    expect(step.html).toContain('One more step');
    const { code } = await letterTo(service, old);
    await takeAddressAway();
    const page = await fill(browser, step, { code });
    expect([page.page?.status, page.html?.includes('Sign out')]).toEqual([401, false]);
    expect((await browser.open(`${service.url}/account`)).html).toContain('Sign in to manage');
  });

  it('has no use of a code that was on its way when the address was taken away', async () => {
    const issue = { userNo: mary.no, purpose: 'secondFactor', address: old } as const;
    const check = async () => {
      const code = await again(() => service.get(Database).write('mail code', (tx) => service.get(MailedCodes).issueCode(tx, issue)));
      return service.get(MailFactors).check(ownerOf(mary), code?.id ?? '', code?.code ?? '', '203.0.113.4');
    };
    expect((await check()).kind).toBe('right');
    await takeAddressAway();
    expect((await check()).kind).toBe('wrong');
  });
});

describe('no way leads around the second factor', () => {
  const CHOSEN = 'Brand-new-Horse-9';
  const decide = (policy: Partial<AssurancePolicy>) => service.get(Policies).set(world.organization.no, 'assurance', policy, 'test');
  let clientId: string;
  beforeEach(async () => {
    clientId = (await world.addApplication({ type: 'userAgent' })).application.clientId;
  });
  const addressOf = (more: Record<string, string> = {}) => authorizeUrl(service.url, clientId, 'openid', more);
  const quietly = async (browser: Browser) => answerOf(await browser.open(addressOf({ prompt: 'none' }))).members;
  /** That a page asks for more, and that the browser got nowhere yet, in this tab or another. */
  async function expectHeld(browser: Browser, page: Page, title: string): Promise<void> {
    expect([page.html?.includes(title), answerOf(page).members.code]).toEqual([true, undefined]);
    expect(await quietly(browser)).toMatchObject({ error: 'login_required' });
    expect((await browser.open(addressOf())).html).toContain('current-password');
    expect((await browser.open(`${service.url}/account`)).html).toContain('Sign in to manage');
  }

  it('not a new password by mail, with the sign-in that it was asked for in', async () => {
    const browser = new Browser(service.url);
    const asked = await follow(browser, await browser.open(addressOf()), 'Forgot your password?');
    const sent = await fill(browser, asked, { loginName: world.loginName });
    const { code } = await letterTo(service, world.loginName);
    const login = await fill(browser, await fill(browser, sent, { code }), { newPassword: CHOSEN });
    const page = await browser.submit(login, world.loginName, CHOSEN);
    await expectHeld(browser, page, 'One more step');
    expect(answerOf(await fill(browser, page, { code: app.code() })).members.code).toBeDefined();
  });

  it('not the code of a new password, typed where another factor is asked for', async () => {
    await decide({ secondFactor: 'required', factors: ['totp', 'mail'], graceDays: 0 });
    const browser = new Browser(service.url);
    const asked = await follow(browser, await browser.open(addressOf()), 'Forgot your password?');
    const sent = await fill(browser, asked, { loginName: world.loginName });
    const { code } = await letterTo(service, world.loginName);
    const login = await fill(browser, await fill(browser, sent, { code }), { newPassword: CHOSEN });
    const page = await browser.submit(login, world.loginName, CHOSEN);
    const { state = '' } = hiddenOf(page);
    const action = page.url.replace(/(\/sign-in\/[^/?]+).*/, '$1/second');
    for (const factor of ['mail', 'recovery', 'totp']) {
      const body = new URLSearchParams({ state, factor, answer: '1', code, handle: hiddenOf(sent)['id'] ?? '' });
      expect(answerOf(await browser.open(action, { method: 'POST', body })).members.code).toBeUndefined();
    }
    expect(await quietly(browser)).toMatchObject({ error: 'login_required' });
  });

  it('not an account that is made where everybody needs one', async () => {
    await service.get(Policies).set(world.organization.no, 'registration', { enabled: true }, 'test');
    await decide({ secondFactor: 'required', graceDays: 0 });
    const email = `new@elsewhere-${world.organization.no}.example`;
    const browser = new Browser(service.url);
    const form = await browser.open(addressOf({ prompt: 'create' }));
    const waiting = await fill(browser, form, { givenName: 'New', familyName: 'Person', email, newPassword: CHOSEN });
    const page = await fill(browser, waiting, { code: (await letterTo(service, email)).code });
    await expectHeld(browser, page, 'Set up two-step verification');
  });

  it('not a second tab, nor a page of another application', async () => {
    const other = (await world.addApplication({ type: 'userAgent' })).application.clientId;
    const browser = new Browser(service.url);
    const page = await browser.submit(await browser.open(addressOf()), world.loginName, PASSWORD);
    await expectHeld(browser, page, 'One more step');
    const tab = await browser.open(authorizeUrl(service.url, other, 'openid'));
    expect([tab.html?.includes('current-password'), answerOf(tab).members.code]).toEqual([true, undefined]);
    expect(answerOf(await fill(browser, page, { code: app.code() })).members.code).toBeDefined();
    expect(answerOf(await browser.open(authorizeUrl(service.url, other, 'openid'))).members.code).toBeDefined();
  });

  it('not a session from before sessions kept what was proven, wherever it comes from', async () => {
    await service.get(Policies).set(0, 'assurance', { secondFactor: 'off' }, 'test');
    await decide({ secondFactor: 'off' });
    const browser = new Browser(service.url);
    const page = await browser.submit(await browser.open(addressOf()), world.loginName, PASSWORD);
    expect(answerOf(page).members.code).toBeDefined();
    const { query } = service.get(Database);
    const stored = await query.rows<{ id: string; payload: string }>("SELECT id, payload FROM oidc_artifacts WHERE kind = 'Session'");
    const own = stored.filter(({ payload }) => JSON.parse(payload).accountId === world.person.id);
    expect(own).toHaveLength(1);
    for (const { id, payload } of own) {
      const { checks: _checks, acr: _acr, amr: _amr, ...before } = JSON.parse(payload);
      await service
        .get(Database)
        .write('session of before', (tx) =>
          tx.run("UPDATE oidc_artifacts SET payload = ? WHERE kind = 'Session' AND id = ?", [JSON.stringify(before), id]),
        );
    }
    expect(answerOf(await browser.open(addressOf())).members.code).toBeDefined();
    await service.get(Policies).resetPolicy(0, 'assurance', 'test');
    await decide({ secondFactor: 'optional' });
    const step = await browser.open(addressOf());
    expect([step.html?.includes('One more step'), answerOf(step).members.code]).toEqual([true, undefined]);
    expect(await quietly(browser)).toMatchObject({ error: 'interaction_required' });
    expect((await browser.open(`${service.url}/account/security`)).html).toContain('One more step');
    expect(answerOf(await fill(browser, step, { code: app.code() })).members.code).toBeDefined();
  });
});

describe('a manager who is weaker than the person', () => {
  it('removes no factor of that person, and the API says why', async () => {
    const organization = `/admin/v1/organizations/${world.organization.id}`;
    const { token } = await createServiceUser(service, world.organization.id, 'ORG_USER_MANAGER');
    const [strong, plain] = [world.person, await world.addPerson({ userName: 'mary' })];
    await addApp(service, plain);
    await service.call('POST', `${organization}/members`, { userId: strong.id, role: 'ORG_OWNER' });
    const factorsOf = async ({ id }: Person) => (await service.call('GET', `${organization}/people/${id}/factors`)).body.factors;
    const remove = async (person: Person, as: string) => {
      const [{ factorId }] = await factorsOf(person);
      return service.call('DELETE', `${organization}/people/${person.id}/factors/${factorId}`, undefined, { token: as });
    };
    expect((await remove(strong, token)).body).toMatchObject({ status: 403, code: 'access.strongerUser' });
    expect(await factorsOf(strong)).toHaveLength(1);
    expect((await remove(plain, token)).status).toBe(204);
    const elsewhere = await makeWorld(service);
    const stranger = await createServiceUser(service, elsewhere.organization.id, 'ORG_OWNER');
    expect((await remove(strong, stranger.token)).status).toBeGreaterThanOrEqual(403);
    expect(await factorsOf(strong)).toHaveLength(1);
  });
});

describe('whoever does not', () => {
  it('learns nothing about who has a second factor', async () => {
    const plain = await makeWorld(service);
    const { clientId } = (await world.addApplication({ type: 'userAgent' })).application;
    const pages = await Promise.all(
      [world.loginName, plain.loginName, 'nobody@nowhere.example'].map(async (loginName) => {
        const browser = new Browser(service.url);
        const page = await browser.submit(await browser.open(authorizeUrl(service.url, clientId, 'openid')), loginName, 'Wrong-Horse-7');
        return [
          page.page?.status,
          /class="error"[^>]*>(?:<svg.*?<\/svg>)?([^<]*)/.exec(page.html ?? '')?.[1],
          page.html?.includes('One more step'),
        ];
      }),
    );
    expect(pages[1]).toEqual(pages[0]);
    expect(pages[2]).toEqual(pages[0]);
  });

  it('gets nowhere by the forms of the second step alone', async () => {
    const { clientId } = (await world.addApplication({ type: 'userAgent' })).application;
    const browser = new Browser(service.url);
    const login = await browser.open(authorizeUrl(service.url, clientId, 'openid'));
    const uid = /\/sign-in\/([^/?"]+)/.exec(login.html ?? '')?.[1];
    for (const state of ['', 'x', 'eyJhbGciOiJub25lIn0']) {
      const body = new URLSearchParams({ state, factor: 'totp', answer: '1', code: app.code() });
      const page = await browser.open(`${service.url}/sign-in/${uid}/second`, { method: 'POST', body });
      expect([page.page?.status, page.html?.includes('current-password')]).toEqual([410, true]);
    }
    const account = await browser.open(`${service.url}/account/second`, { method: 'POST', body: new URLSearchParams({ state: 'x' }) });
    expect(account.html).toContain('Sign in to manage');
    const page = await browser.submit(login, world.loginName, PASSWORD);
    expect((await fill(browser, page, { code: app.code() })).url).toContain('code=');
  });
});

it('two second factors that are set up at the same moment bring one set of recovery codes, and it stays good', async () => {
  const owner = ownerOf(world.person);
  const shown = await on(2, (one) => one.get(RecoveryCodes).makeFirst(owner));
  expect(shown.map(({ length }) => length).toSorted((a, b) => a - b)).toEqual([0, 10]);
  expect(await service.get(RecoveryCodes).check(owner, shown.flat()[0] ?? '', '127.0.0.1')).toMatchObject({ kind: 'right' });
});
