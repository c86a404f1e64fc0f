// Second factors on the page of the own account and for administrators, and the life of sessions that a policy decides.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { Authenticator } from '../support/authenticator.mjs';
import { addApp, addRecoveryCodes, appWith, codesOn } from '../support/factors.js';
import { Browser, fill, hiddenOf, type Page } from '../support/browser.js';
import { authorizeUrl } from '../support/oauth.js';
import { eventsOf } from '../support/people.js';
import { letterTo, lettersTo, startMailedService, type MailedService } from '../support/mailed-service.js';
import { addPasskey, openCreation, optionsOn, post } from '../support/passkeys.js';
import { freePort } from '../support/service.js';
import { makeWorld, PASSWORD, type World } from '../support/world.js';

let service: MailedService;
let world: World;
let clientId: string;
beforeAll(async () => {
  const port = String(await freePort());
  service = await startMailedService({ PORT: port, PUBLIC_URL: `http://localhost:${port}` });
});
beforeEach(async () => {
  world = await makeWorld(service);
  clientId = (await world.addApplication({ type: 'userAgent' })).application.clientId;
});
afterAll(() => service.close());

const advance = (seconds: number) => service.get(Clock).advance(seconds * 1_000);
const page = (path: string) => `${service.url}/account/${path}`;
const policy = () => `/admin/v1/organizations/${world.organization.id}/policies/assurance`;
const factors = (userId = world.person.id) => `/admin/v1/organizations/${world.organization.id}/people/${userId}/factors`;
async function signedIn(): Promise<Browser> {
  const browser = new Browser(service.url);
  await browser.submit(await browser.open(page('')), world.loginName, PASSWORD);
  return browser;
}
const confirm = (browser: Browser, at: Page, password = PASSWORD) => fill(browser, at, { currentPassword: password });

const CHANGED = {
  subject: 'Two-step verification for your account at Example was changed',
  text: expect.stringContaining('were added to your account or removed from it'),
};

/** Sets an app up as a person does. */
async function setUp(browser: Browser) {
  const form = await confirm(browser, await browser.submitButton(await browser.open(page('second-step')), 'Set up'));
  const secret = (/<code>([A-Z2-7 ]+)<\/code>/.exec(form.html ?? '')?.[1] ?? '').replaceAll(' ', '');
  const app = appWith(service, secret);
  return { app, form, done: await fill(browser, form, { code: app.code() }) };
}

describe('the own second factors', () => {
  it('begin with an app, whose secret is a picture and a text, and end in ten codes; the person is told', async () => {
    const browser = await signedIn();
    expect((await browser.open(page('security'))).html).toContain('Not set up');
    const { form, done } = await setUp(browser);
    expect(form.html).toMatch(/<svg[^>]*role="img"[^>]*aria-label="QR code/);
    expect(form.page?.headers.get('content-security-policy')).not.toContain('unsafe');
    expect(codesOn(done)).toHaveLength(10);
    const list = await browser.open(page('second-step'));
    expect(list.html).toContain('You have 10 codes left');
    expect((await browser.open(page('security'))).html).toContain('On, with an authenticator app');
    expect((await lettersTo(service, world.loginName)).map(({ subject }) => subject)[0]).toContain('Two-step verification');
    const events = (await eventsOf(service, world.person.id)).map(({ type }) => type);
    expect(events.filter((type) => type === 'user.human.factor.added')).toHaveLength(2);
  });

  it('take a fresh check for each change: a stolen session sets nothing up, and takes nothing away', async () => {
    const browser = await signedIn();
    const asked = await browser.submitButton(await browser.open(page('second-step')), 'Set up');
    expect(asked.html).toContain('Confirm that it’s you');
    expect((await confirm(browser, asked, 'Wrong-Horse-7')).html).not.toContain('role="img"');
    await setUp(browser);
    for (const button of ['Remove app', 'Make new codes']) {
      const again = await browser.submitButton(await browser.open(page('second-step')), button);
      expect([button, again.html?.includes('Confirm that it’s you'), codesOn(again)]).toEqual([button, true, []]);
    }
    expect((await service.call('GET', factors())).body.factors.map(({ kind }: { kind: string }) => kind)).toEqual(['totp', 'recovery']);
  });

  it('give out no secret to a form that brings none or an old one: it begins with a fresh check', async () => {
    const browser = await signedIn();
    const form = await confirm(browser, await browser.submitButton(await browser.open(page('second-step')), 'Set up'));
    const setup = hiddenOf(form)['setup'] ?? '';
    advance(1_801);
    for (const brought of ['', 'no setup', setup])
      for (const more of ['', 'code=000000', 'pageLanguage=de']) {
        const body = new URLSearchParams(`action=confirm&setup=${encodeURIComponent(brought)}&${more}`);
        const { html } = await browser.open(page('second-step'), { method: 'POST', body });
        expect([brought, more, html?.includes('name="currentPassword"'), html?.includes('role="img"')]).toEqual([
          brought,
          more,
          true,
          false,
        ]);
      }
  });

  it('are set up with nobody else’s form, nor with an old one', async () => {
    const [browser, other] = [await signedIn(), new Browser(service.url)];
    const mary = await world.addPerson({ userName: 'mary' });
    await other.submit(await other.open(page('')), `mary@${world.organization.primaryDomain}`, PASSWORD);
    const form = await confirm(browser, await browser.submitButton(await browser.open(page('second-step')), 'Set up'));
    const setup = /name="setup" value="([^"]+)"/.exec(form.html ?? '')?.[1] ?? '';
    const secret = (/<code>([A-Z2-7 ]+)<\/code>/.exec(form.html ?? '')?.[1] ?? '').replaceAll(' ', '');
    const post = (from: Browser) =>
      from.open(page('second-step'), {
        method: 'POST',
        body: new URLSearchParams({ action: 'confirm', setup, code: appWith(service, secret).code() }),
      });
    await post(other);
    expect((await service.call('GET', factors(mary.id))).body.factors).toEqual([]);
    advance(1_801);
    await post(browser);
    expect((await service.call('GET', factors())).body.factors).toEqual([]);
  });

  it('are removed, but not the last one that a policy requires; recovery codes go with the last one', async () => {
    const browser = await signedIn();
    const { app } = await setUp(browser);
    const remove = async () => {
      const asked = await confirm(browser, await browser.submitButton(await browser.open(page('second-step')), 'Remove app'));
      advance(30);
      return fill(browser, asked, { code: app.code() });
    };
    await service.call('PATCH', policy(), { secondFactor: 'required' }, { type: 'application/merge-patch+json' });
    expect((await remove()).html).toContain('this is your only way to do it');
    await service.call('PATCH', policy(), { secondFactor: 'optional' }, { type: 'application/merge-patch+json' });
    expect((await remove()).html).toContain('has been removed');
    expect((await service.call('GET', factors())).body.factors).toEqual([]);
  });

  it('are told of to the person when they are passkeys, added and removed', async () => {
    const [browser, key] = [await signedIn(), new Authenticator(service.url)];
    const added = await addPasskey(service, browser, key);
    expect(added.html).toContain('Your passkey has been added.');
    expect(await lettersTo(service, world.loginName)).toMatchObject([CHANGED]);
    const list = await browser.open(page('passkeys'));
    const removal = { action: 'remove', id: /name="id" value="([^"]+)"/.exec(list.html ?? '')?.[1] ?? '' };
    const asked = await post(browser, page('passkeys'), removal);
    const removed = await post(browser, page('passkeys'), { ...removal, credential: key.get(optionsOn(asked)) });
    expect(removed.html).toContain('You don’t have a passkey yet.');
    expect(await lettersTo(service, world.loginName, 2)).toMatchObject([CHANGED, CHANGED]);
  });

  it.each<[string, 'add' | 'addKey', object, number]>([
    ['ten codes with a security key', 'addKey', {}, 10],
    ['ten codes with a passkey where two factors are asked for', 'add', { secondFactor: 'required' }, 10],
    ['none with a passkey where the password signs in without it', 'add', {}, 0],
    ['none with a passkey that everybody must have, which no code stands in for', 'add', { passkeys: 'required' }, 0],
  ])('begin with %s, and the session goes on', async (_what, action, decided, count) => {
    const browser = await signedIn();
    expect((await service.call('PUT', policy(), decided)).status).toBe(200);
    const key = new Authenticator(service.url);
    const first = await addPasskey(service, browser, key, { action });
    expect(codesOn(first)).toHaveLength(count);
    const list = count > 0 ? await browser.submitButton(first, 'saved them') : first;
    expect(list.html).toContain('<h1>Passkeys</h1>');
    const left = count > 0 ? `You have ${count} codes left` : 'You have no recovery codes.';
    expect((await browser.open(page('second-step'))).html).toContain(left);
    const asked = await openCreation(service, browser, action);
    const shown = asked.html?.includes('One more step') ? await fill(browser, asked, { credential: key.get(optionsOn(asked)) }) : asked;
    const credential = new Authenticator(service.url).create(optionsOn(shown));
    const second = await post(browser, page('new-passkey'), { ...hiddenOf(shown), credential });
    expect([codesOn(second), second.html?.includes('has been added')]).toEqual([[], true]);
  });

  it('take a recovery code in the place of a lost key, which is shown with it alone', async () => {
    const [code = ''] = codesOn(await addPasskey(service, await signedIn(), new Authenticator(service.url), { action: 'addKey' }));
    const browser = new Browser(service.url);
    const asked = await browser.submit(await browser.open(page('')), world.loginName, PASSWORD);
    expect((await fill(browser, await browser.submitButton(asked, 'Use a recovery code'), { code })).html).toContain('Sign out');
  });

  it('made new codes in place of the old ones', async () => {
    const app = await addApp(service, world.person);
    const old = await addRecoveryCodes(service, world.person);
    const browser = new Browser(service.url);
    await fill(browser, await browser.submit(await browser.open(page('')), world.loginName, PASSWORD), { code: app.code() });
    advance(30);
    const asked = await confirm(browser, await browser.submitButton(await browser.open(page('second-step')), 'Make new codes'));
    const fresh = codesOn(await fill(browser, asked, { code: app.code() }));
    const use = async (code: string) => {
      const next = new Browser(service.url);
      const step = await next.submit(await next.open(page('')), world.loginName, PASSWORD);
      return (await fill(next, await next.submitButton(step, 'Use a recovery code'), { code })).html?.includes('One more step') === false;
    };
    expect([await use(old[0] ?? ''), await use(fresh[0] ?? '')]).toEqual([false, true]);
  });
});

describe('an administrator', () => {
  it('lists the factors of a person and removes a lost one, of whom the person is told', async () => {
    await addApp(service, world.person);
    await addRecoveryCodes(service, world.person);
    await letterTo(service, world.loginName);
    const { body } = await service.call('GET', factors());
    expect(body.factors).toMatchObject([{ kind: 'totp' }, { kind: 'recovery', left: 10 }]);
    expect(JSON.stringify(body)).not.toMatch(/secret/i);
    for (const factor of body.factors) expect((await service.call('GET', `${factors()}/${factor.factorId}`)).body).toEqual(factor);
    const { id } = await world.addPerson({ userName: 'somebody' });
    expect((await service.call('GET', `${factors(id)}/${body.factors[0].factorId}`)).body.code).toBe('factors.unknown');
    expect((await service.call('DELETE', `${factors()}/${body.factors[0].factorId}`)).status).toBe(204);
    expect((await service.call('GET', factors())).body.factors).toEqual([]);
    expect(await letterTo(service, world.loginName, 2)).toMatchObject(CHANGED);
    expect((await service.call('DELETE', `${factors()}/${body.factors[0].factorId}`)).status).toBe(404);
    expect((await signedIn()).cookieNames()).toContain('gatehouse_session');
  });

  it('decides what people sign in with, but nothing by which nobody could', async () => {
    const { body } = await service.call('GET', policy());
    expect(body.effective).toMatchObject({
      secondFactor: 'requiredForRoles',
      secondFactorRoles: ['IAM_*'],
      graceDays: 30,
      idleSeconds: 43_200,
    });
    for (const wrong of [
      { passwordAllowed: false, passkeys: 'off' },
      { secondFactor: 'required', factors: [], passkeys: 'off' },
    ])
      expect((await service.call('PUT', policy(), wrong)).body).toMatchObject({ code: 'policy.contradiction' });
    expect((await service.call('PUT', policy(), { sessionSeconds: 864_001 })).status).toBe(400);
  });
});

describe('a session', () => {
  const open = (browser: Browser) => browser.open(authorizeUrl(service.url, clientId, 'openid'));
  const isSignedIn = async (browser: Browser) => (await open(browser)).html === undefined;
  async function started(): Promise<Browser> {
    const browser = new Browser(service.url);
    await browser.submit(await open(browser), world.loginName, PASSWORD);
    return browser;
  }

  it('that is not used for twelve hours ends, and one that is used goes on', async () => {
    const browser = await started();
    for (let hours = 0; hours < 24; hours += 11) {
      expect(await isSignedIn(browser)).toBe(true);
      advance(11 * 3_600);
    }
    expect(await isSignedIn(browser)).toBe(true);
    advance(12 * 3_600 + 60);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('ends after the life that the policy gives it, however much it is used', async () => {
    await service.call('PUT', policy(), { sessionSeconds: 3_600 });
    const browser = await started();
    advance(3_500);
    expect(await isSignedIn(browser)).toBe(true);
    advance(101);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('is forgotten with the browser where the policy says so', async () => {
    for (const staySignedIn of [true, false]) {
      await service.call('PUT', policy(), { staySignedIn });
      const browser = new Browser(service.url);
      const login = await open(browser);
      let expires = '';
      const { fetch } = browser;
      browser.fetch = async (url, init) => {
        const response = await fetch.call(browser, url, init);
        expires = response.headers.getSetCookie().find((line) => line.startsWith('gatehouse_session=')) ?? expires;
        return response;
      };
      await browser.submit(login, world.loginName, PASSWORD);
      expect(/expires=/i.test(expires)).toBe(staySignedIn);
    }
  });
});
