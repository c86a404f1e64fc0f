// A sign-in with a second factor: which is asked for, when it counts, and what applications are told of it.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { Assurances } from '../../src/users/authentication/assurance/assurance.service.js';
import type { AssurancePolicy } from '../../src/users/organizations/policies/policy-kinds.js';
import { Policies } from '../../src/users/organizations/policies/policies.service.js';
import { addApp, addRecoveryCodes, appWith, beginStep, type App } from '../support/factors.js';
import { answerOf, Browser, fill, type Page } from '../support/browser.js';
import { eventsOf } from '../support/people.js';
import { authorizeUrl, claimsOf, codeIn, redeem, refresh } from '../support/oauth.js';
import { lettersTo, letterTo, startMailedService, withTwin, type MailedService } from '../support/mailed-service.js';
import { createServiceUser } from '../support/service-users.js';
import { advanceClocks, type TestService } from '../support/service.js';
import { makeWorld, PASSWORD, type World } from '../support/world.js';

const [SFA, MFA, PHR] = ['https://refeds.org/profile/sfa', 'https://refeds.org/profile/mfa', 'phr'];
let service: MailedService;
/** Two of them on a database server; SQLite has one process. */
let services: TestService[];
let world: World;
let clientId: string;
beforeAll(async () => {
  service = await startMailedService();
  services = await withTwin(service);
});
beforeEach(async () => {
  world = await makeWorld(service);
  clientId = (await world.addApplication({ type: 'userAgent', grantTypes: ['authorization_code', 'refresh_token'] })).application.clientId;
});
afterAll(async () => {
  for (const one of services.toReversed()) await one.close();
});

const advance = (seconds: number) => advanceClocks(services, seconds * 1_000);
const decide = (policy: Partial<AssurancePolicy>) => service.get(Policies).set(world.organization.no, 'assurance', policy, 'test');
const url = (more: Record<string, string> = {}) =>
  authorizeUrl(service.url, clientId, 'openid offline_access', { state: 's', nonce: 'n', ...more });
/** Only where the service says so is nobody asked for a factor that is there. */
async function whileOff<T>(work: () => Promise<T>): Promise<T> {
  await service.get(Policies).set(0, 'assurance', { secondFactor: 'off' }, 'test');
  await decide({ secondFactor: 'off' });
  const result = await work();
  await service.get(Policies).resetPolicy(0, 'assurance', 'test');
  return result;
}
/** The page after the password. */
const afterPassword = async (browser: Browser, more: Record<string, string> = {}, loginName = world.loginName) =>
  browser.submit(await browser.open(url(more)), loginName, PASSWORD);
const enter = (browser: Browser, page: Page, code: string, more: Record<string, string> = {}) => fill(browser, page, { code, ...more });
async function tokensOf(page: Page) {
  const { status, body } = await redeem(service, { clientId }, codeIn(page.url));
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
}
const idTokenOf = async (page: Page) => claimsOf((await tokensOf(page)).id_token);
const errorOf = (page: Page) => answerOf(page).members.error;

describe('somebody with an authenticator app', () => {
  let app: App;
  beforeEach(async () => {
    app = await addApp(service, world.person);
  });

  it('is asked for its code after the password, and applications are told of both', async () => {
    const browser = new Browser(service.url);
    const page = await afterPassword(browser);
    expect(page.html).toContain('One more step');
    expect(await idTokenOf(await enter(browser, page, app.code()))).toMatchObject({ amr: ['pwd', 'otp', 'mfa'], acr: MFA });
    const events = (await eventsOf(service, world.person.id)).map(({ type }) => type);
    expect(events).toContain('user.human.factor.check.succeeded');
  });

  it('goes on with a wrong code as little as without one, by whatever address', async () => {
    const browser = new Browser(service.url);
    const login = await browser.open(url());
    const page = await browser.submit(login, world.loginName, PASSWORD);
    const again = await enter(browser, page, '000000');
    expect([again.page?.status, again.html]).toEqual([401, expect.stringContaining('This code is wrong')]);
    const uid = /\/sign-in\/([^/?"]+)/.exec(login.html ?? '')?.[1];
    for (const step of ['', '/second', '/consent', '/password', '/accounts']) {
      const reached = await browser.open(`${service.url}/sign-in/${uid}${step}`);
      expect(answerOf(reached).members.code).toBeUndefined();
    }
    expect(errorOf(await browser.open(url({ prompt: 'none' })))).toBe('login_required');
    expect((await browser.open(`${service.url}/account`)).html).toContain('Sign in to manage');
    expect(answerOf(await enter(browser, again, app.code())).members.code).toBeDefined();
  });

  it('uses each code once, and those of one step before or after the present one', async () => {
    const use = async (code: string) => {
      const browser = new Browser(service.url);
      return answerOf(await enter(browser, await afterPassword(browser), code)).members.code !== undefined;
    };
    beginStep(service);
    const now = app.code();
    expect(await use(now)).toBe(true);
    expect(await use(now)).toBe(false);
    expect(await use(app.code(-1))).toBe(false);
    advance(90);
    expect(await use(app.code(-2))).toBe(false);
    expect(await use(app.code(2))).toBe(false);
    expect(await use(app.code(-1))).toBe(true);
    expect(await use(app.code(1))).toBe(true);
    expect(await use(app.code())).toBe(false);
  });

  it('carries what was proven to no other sign-in, no other browser, and not beyond ten minutes or a new password', async () => {
    const browser = new Browser(service.url);
    const page = await afterPassword(browser);
    const other = await afterPassword(browser);
    const stolen = new Browser(service.url);
    const login = await stolen.open(url());
    const state = /name="state" value="([^"]+)"/.exec(page.html ?? '')?.[1] ?? '';
    const action = (of: Page) =>
      new URL(/<form method="post" action="([^"]+)"/.exec(of.html ?? '')?.[1]?.replaceAll('&amp;', '&') ?? '', service.url);
    const post = (from: Browser, at: URL) =>
      from.open(at.href, { method: 'POST', body: new URLSearchParams({ state, factor: 'totp', answer: '1', code: app.code() }) });
    expect((await post(browser, action(other))).page?.status).toBe(410);
    const elsewhere = action(login);
    elsewhere.pathname += '/second';
    expect((await post(stolen, elsewhere)).page?.status).toBe(410);
    advance(601);
    expect((await post(browser, action(page))).page?.status).toBe(410);
  });

  it('is not asked again in a browser that was remembered, for as long as the policy says, unless an application insists', async () => {
    await decide({ rememberBrowserDays: 2, secondFactorSeconds: 3_600, passwordSeconds: 3_600 });
    const browser = new Browser(service.url);
    await enter(browser, await afterPassword(browser), app.code(), { remember: '1' });
    advance(86_400);
    const token = await idTokenOf(await afterPassword(browser));
    expect(token).toMatchObject({ amr: ['pwd'], acr: SFA });
    expect((await browser.open(url({ acr_values: MFA ?? '' }))).html).toContain('One more step');
    advance(86_401);
    expect((await afterPassword(browser)).html).toContain('One more step');
  });

  it('is asked again in a remembered browser once the factors are others', async () => {
    await decide({ secondFactorSeconds: 3_600, passwordSeconds: 3_600 });
    const browser = new Browser(service.url);
    await enter(browser, await afterPassword(browser), app.code(), { remember: '1' });
    advance(3_601);
    await addRecoveryCodes(service, world.person);
    expect((await afterPassword(browser)).html).toContain('One more step');
  });

  it('may use a recovery code instead, once', async () => {
    const [code = ''] = await addRecoveryCodes(service, world.person);
    for (const [times, reached] of [1, undefined].entries()) {
      const browser = new Browser(service.url);
      const page = await browser.submitButton(await afterPassword(browser), 'Use a recovery code');
      const after = await enter(browser, page, code.toLowerCase());
      expect(answerOf(after).members.code !== undefined, `use ${times}`).toBe(reached !== undefined);
    }
  });

  it('is asked before a new password is chosen that is due, and both count', async () => {
    const browser = new Browser(service.url);
    await service.call('POST', `/admin/v1/organizations/${world.organization.id}/people/${world.person.id}/_require-password-change`);
    const page = await afterPassword(browser);
    expect(page.html).toContain('One more step');
    const change = await enter(browser, page, app.code());
    expect(change.html).toContain('You need to choose a new password');
    const done = await fill(browser, change, { newPassword: 'Another-Horse-8' });
    expect(await idTokenOf(done)).toMatchObject({ acr: MFA });
  });
});

describe('a policy', () => {
  it('that requires a second factor has people set one up after the grace, and shows ten recovery codes', async () => {
    await decide({ secondFactor: 'required', graceDays: 1 });
    const browser = new Browser(service.url);
    expect(answerOf(await browser.submitButton(await afterPassword(browser), 'Not now')).members.code).toBeDefined();
    advance(86_401);
    const page = await afterPassword(new Browser(service.url));
    expect(page.html).toContain('Set up two-step verification');
    const fresh = new Browser(service.url);
    const setup = await afterPassword(fresh);
    const secret = (/<code>([A-Z2-7 ]+)<\/code>/.exec(setup.html ?? '')?.[1] ?? '').replaceAll(' ', '');
    const wrong = await enter(fresh, setup, '000000');
    expect(wrong.html).toContain(/<code>([A-Z2-7 ]+)<\/code>/.exec(setup.html ?? '')?.[0]);
    const codes = await enter(fresh, wrong, appWith(service, secret).code());
    expect([...(codes.html ?? '').matchAll(/<code>[0-9A-Z]{5}-[0-9A-Z]{5}<\/code>/g)]).toHaveLength(10);
    const done = await fresh.submitButton(codes, 'saved them');
    expect(await idTokenOf(done)).toMatchObject({ acr: MFA });
    expect((await letterTo(service, world.loginName, 2)).subject).toContain('was changed');
  });

  it('is told before it holds: by a mail, and once a day by a page with the date and a way to set one up', async () => {
    await decide({ secondFactor: 'required', graceDays: 30 });
    const until = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(
      (service.get(Clock).nowSeconds() + 30 * 86_400) * 1_000,
    );
    const browser = new Browser(service.url);
    const told = await afterPassword(browser);
    expect([told.page?.status, told.html?.includes(`From ${until} on`)]).toEqual([200, true]);
    expect((await letterTo(service, world.loginName)).text).toContain(`until ${until}`);
    const later = await browser.submitButton(told, 'Not now');
    expect(await idTokenOf(later)).toMatchObject({ amr: ['pwd'] });
    for (const again of [new Browser(service.url), browser])
      expect(answerOf(await afterPassword(again, { prompt: 'login' })).members.code).toBeDefined();
    advance(86_401);
    const next = new Browser(service.url);
    const setup = await next.submitButton(await afterPassword(next), 'Set up now');
    expect(answerOf(await next.submitButton(setup, 'Not now')).members.code).toBeDefined();
    advance(86_401);
    const last = new Browser(service.url);
    const form = await last.submitButton(await afterPassword(last), 'Set up now');
    const secret = (/<code>([A-Z2-7 ]+)<\/code>/.exec(form.html ?? '')?.[1] ?? '').replaceAll(' ', '');
    const wrong = await enter(last, form, '000000');
    expect([wrong.page?.status, wrong.html?.includes('Not now')]).toEqual([401, true]);
    const codes = await enter(last, wrong, appWith(service, secret).code());
    expect(await idTokenOf(await last.submitButton(codes, 'saved them'))).toMatchObject({ acr: MFA });
    expect((await lettersTo(service, world.loginName, 2)).filter(({ subject }) => subject.includes('soon'))).toHaveLength(1);
  });

  it('is told on the way to the account page too, and not to whoever has a factor or need have none', async () => {
    await decide({ secondFactor: 'required', graceDays: 30 });
    const browser = new Browser(service.url);
    const told = await browser.submit(await browser.open(`${service.url}/account`), world.loginName, PASSWORD);
    expect((await browser.submitButton(told, 'Not now')).html).toContain('Sign out');
    await decide({ secondFactor: 'optional' });
    advance(86_401);
    expect(answerOf(await afterPassword(new Browser(service.url))).members.code).toBeDefined();
    await decide({ secondFactor: 'required' });
    await addApp(service, world.person);
    expect((await afterPassword(new Browser(service.url))).html).toContain('One more step');
  });

  it('begins its grace once, however many requests of two processes find that it does', async () => {
    await decide({ secondFactor: 'required', graceDays: 30 });
    const { no: userNo, orgNo } = world.person;
    const onEach = <T>(work: (assurances: Assurances) => Promise<T>) =>
      Promise.all(Array.from({ length: 6 }, (_, i) => work((services[i % services.length] ?? service).get(Assurances))));
    await onEach((assurances) => assurances.termsOf({ userNo, orgNo }));
    await letterTo(service, world.loginName);
    expect((await onEach((assurances) => assurances.mayTellGrace(userNo))).filter(Boolean)).toHaveLength(1);
    expect(await lettersTo(service, world.loginName)).toHaveLength(1);
  });

  it('that became stricter counts at the next authorization, and at the next refresh unless it says otherwise', async () => {
    const browser = new Browser(service.url);
    const tokens = await tokensOf(await afterPassword(browser));
    await decide({ secondFactor: 'required', graceDays: 0 });
    expect(errorOf(await browser.open(url({ prompt: 'none' })))).toBe('login_required');
    const entry = await browser.open(`${service.url}/account`);
    expect(entry.html).toContain('Sign in to manage');
    expect((await browser.submit(entry, world.loginName, PASSWORD)).html).toContain('Set up two-step verification');
    const client = { clientId };
    expect((await refresh(service, client, tokens.refresh_token)).body.error).toBe('invalid_grant');
    await decide({ checkedAtRefresh: false });
    expect((await refresh(service, client, tokens.refresh_token)).status).toBe(200);
  });

  it('for holders of roles asks them alone', async () => {
    await decide({ secondFactor: 'requiredForRoles', secondFactorRoles: ['ORG_*'], graceDays: 0 });
    expect(answerOf(await afterPassword(new Browser(service.url))).members.code).toBeDefined();
    const owner = await world.addPerson({ userName: 'owner' });
    await service.call('POST', `/admin/v1/organizations/${world.organization.id}/members`, { userId: owner.id, role: 'ORG_OWNER' });
    const page = await afterPassword(new Browser(service.url), {}, `owner@${world.organization.primaryDomain}`);
    expect(page.html).toContain('Set up two-step verification');
  });

  it('that nobody decided asks holders of a role of the whole service after 30 days, and leaves programs with one alone', async () => {
    const machine = await createServiceUser(service, world.organization.id, 'IAM_OWNER');
    const program = async () => (await service.call('GET', '/admin/v1/members', undefined, { token: machine.token })).status;
    const { status } = await service.call('POST', '/admin/v1/members', { userId: world.person.id, role: 'IAM_OWNER' });
    expect([status, await program()]).toEqual([201, 200]);
    const enterOnce = async () => {
      const browser = new Browser(service.url);
      return { browser, page: await afterPassword(browser) };
    };
    for (const days of [0, 29]) {
      advance(days * 86_400);
      const { browser, page } = await enterOnce();
      expect(page.html).toContain('Two-step verification will be required');
      expect(await idTokenOf(await browser.submitButton(page, 'Not now'))).toMatchObject({ amr: ['pwd'] });
    }
    advance(86_401);
    const { page } = await enterOnce();
    expect(page.html).toContain('Set up two-step verification');
    expect(page.html).not.toContain('Not now');
    expect(await program()).toBe(200);
  });

  it('with mail lets people use a code that is mailed to a verified address, which is told as one factor: a reset goes there too', async () => {
    await decide({ secondFactor: 'required', factors: ['mail'], graceDays: 0 });
    const person = await world.addPerson({
      userName: 'mary',
      emails: [{ value: `mary@${world.organization.primaryDomain}`, primary: true, verifiedBy: 'code' }],
    });
    const browser = new Browser(service.url);
    const page = await afterPassword(browser, {}, person.emails[0]?.value);
    const { code } = await letterTo(service, person.emails[0]?.value ?? '');
    const wrong = await enter(browser, page, 'AAAAA-AAAAA');
    expect(await idTokenOf(await enter(browser, wrong, code))).toEqual(expect.objectContaining({ amr: ['pwd', 'otp'], acr: SFA }));
    const asked = await browser.open(url({ acr_values: MFA ?? '' }));
    expect(await idTokenOf(asked)).toMatchObject({ acr: SFA });
  });
});

describe('an application', () => {
  it('steps up: only what is missing is asked for, and the time tells of the oldest check that counts', async () => {
    const app = await addApp(service, world.person);
    await decide({ secondFactor: 'optional', secondFactorSeconds: 60 });
    const browser = new Browser(service.url);
    await enter(browser, await afterPassword(browser), app.code());
    advance(3_000);
    expect((await whileOff(async () => idTokenOf(await browser.open(url()))))['acr']).toBe(SFA);
    await decide({ secondFactor: 'optional' });
    const step = await browser.open(url({ acr_values: MFA ?? '', max_age: '3600' }));
    expect(step.html).not.toContain('current-password');
    const token = await idTokenOf(await enter(browser, step, app.code()));
    expect(token).toMatchObject({ acr: MFA, amr: ['pwd', 'otp', 'mfa'] });
    expect(service.get(Clock).nowSeconds() - Number(token['auth_time'])).toBeGreaterThanOrEqual(3_000);
    const all = await browser.open(url({ acr_values: MFA ?? '', max_age: '60' }));
    expect(all.html).toContain('current-password');
  });

  it.each<Record<string, string>>([{ prompt: 'login' }, { max_age: '0' }])(
    'that asks for a sign-in by %j is told of that one alone',
    async (asked) => {
      const app = await addApp(service, world.person);
      await decide({ secondFactorSeconds: 86_400 });
      const browser = new Browser(service.url);
      await enter(browser, await afterPassword(browser), app.code());
      advance(3_600);
      await whileOff(async () => {
        const began = service.get(Clock).nowSeconds();
        const token = await idTokenOf(await afterPassword(browser, asked));
        expect(token).toMatchObject({ amr: ['pwd'], acr: SFA });
        expect(Number(token['auth_time'])).toBeGreaterThanOrEqual(began);
        // For whoever asks for less, what was proven before still counts.
        expect(await idTokenOf(await browser.open(url({ prompt: 'none' })))).toMatchObject({ amr: ['otp', 'pwd', 'mfa'], acr: MFA });
      });
    },
  );

  it('learns by prompt none what is missing', async () => {
    const app = await addApp(service, world.person);
    await decide({ secondFactor: 'optional' });
    const browser = new Browser(service.url);
    const essential = (value: string | undefined) => ({ claims: JSON.stringify({ id_token: { acr: { essential: true, value } } }) });
    expect(errorOf(await browser.open(url({ prompt: 'none' })))).toBe('login_required');
    await enter(browser, await afterPassword(browser), app.code());
    expect(await idTokenOf(await browser.open(url({ prompt: 'none', acr_values: MFA ?? '' })))).toMatchObject({ acr: MFA });
    expect(await idTokenOf(await browser.open(url({ prompt: 'none', ...essential(SFA) })))).toMatchObject({ acr: SFA });
    expect(await idTokenOf(await browser.open(url({ prompt: 'none', acr_values: `${PHR} ${MFA}` })))).toMatchObject({ acr: MFA });
    expect(errorOf(await browser.open(url({ prompt: 'none', ...essential(PHR) })))).toBe('login_required');
    await decide({ passkeys: 'off', factors: ['totp'] });
    expect(errorOf(await browser.open(url({ prompt: 'none', ...essential(PHR) })))).toBe('unmet_authentication_requirements');
    expect(errorOf(await browser.open(url(essential(PHR))))).toBe('unmet_authentication_requirements');
    expect(errorOf(await browser.open(url(essential('gold'))))).toBe('unmet_authentication_requirements');
  });

  it('reads the values of acr in discovery', async () => {
    const { body } = await service.call('GET', '/.well-known/openid-configuration', undefined, { token: null });
    expect(body.acr_values_supported).toEqual([SFA, MFA, PHR]);
  });
});
