// Sign-ins on devices (RFC 8628): what a device asks, what a person sees and answers, what the device gets, once; and the attacks on it.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { secretDigest } from '../../src/common/crypto/digest.js';
import { Database } from '../../src/common/database/database.js';
import { DEVICE_SIGN_INS } from '../../src/common/observation/topics.js';
import { DEVICE_CODE } from '../../src/oidc/clients/application.js';
import { DeviceGuesses } from '../../src/oidc/devices/device-guesses.service.js';
import { readUserCode } from '../../src/oidc/devices/user-code.js';
import { PendingSignInsRepository } from '../../src/oidc/provider/adapters/pending-sign-ins.repository.js';
import { Browser, fill, follow, type Page } from '../support/browser.js';
import { addClient, type Client } from '../support/clients.js';
import { callWithProof, postWithProof, proofMaker } from '../support/dpop.js';
import { post, refresh, userinfo } from '../support/oauth.js';
import { advanceClocks, startService, startTwin, type TestService } from '../support/service.js';
import { makeWorld, PASSWORD, type World } from '../support/world.js';

const ASK = '/oauth/v2/device_authorization';
const TOKEN = '/oauth/v2/token';

interface Asked {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete: string;
  expires_in: number;
  interval: number;
}

let service: TestService;
let twin: TestService | undefined;
let world: World;
let client: Client;
beforeAll(async () => {
  service = await startService();
  twin = await startTwin(service);
  world = await makeWorld(service);
});
afterAll(async () => {
  await twin?.close();
  await service.close();
});
beforeEach(async () => {
  client = await addDevice();
});

/** A television: it has no redirect URI and no secret. */
const addDevice = (more: Parameters<typeof addClient>[1] = {}) =>
  addClient(world, {
    name: 'Living room',
    type: 'native',
    authMethod: 'none',
    responseTypes: [],
    grantTypes: [DEVICE_CODE, 'refresh_token'],
    ...more,
  });

const ask = (more: Record<string, string> = {}, as: Client = client, to = service) =>
  post(to, ASK, { scope: 'openid profile offline_access', ...more }, as);

async function asked(more: Record<string, string> = {}, as: Client = client): Promise<Asked> {
  const { status, body } = await ask(more, as);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as Asked;
}

const poll = ({ device_code }: Pick<Asked, 'device_code'>, as: Client = client, to = service) =>
  post(to, TOKEN, { grant_type: DEVICE_CODE, device_code }, as);

const outcome = async (answer: ReturnType<typeof poll>): Promise<string> =>
  answer.then(({ status, body }) => (status === 200 ? 'tokens' : String(body.error)));

/** Waits as a polite device does. */
const wait = (seconds = 5) => advanceClocks(twin ? [service, twin] : [service], seconds * 1_000);

const enter = async (browser: Browser, code: string): Promise<Page> =>
  fill(browser, await browser.open(`${service.url}/device`), { user_code: code });

/** Enters the code and signs in, up to the page that asks for approval. */
async function reach(browser: Browser, { user_code: code }: Pick<Asked, 'user_code'>, loginName = world.loginName): Promise<Page> {
  const page = await enter(browser, code);
  return page.html?.includes('name="loginName"') ? browser.submit(page, loginName, PASSWORD) : page;
}

async function approve(device: Asked, browser = new Browser(service.url)): Promise<Page> {
  return browser.submitButton(await reach(browser, device), 'Allow');
}

const eventsOf = async (type: string): Promise<Array<Record<string, unknown>>> => {
  const { body } = await service.call('POST', '/admin/v1/events/_search', { eventTypes: [type], limit: 5 });
  return body.events;
};

/** Runs a task. @returns the published steps of sign-ins for devices */
async function countedDuring(task: () => Promise<unknown>): Promise<string[]> {
  const counted: string[] = [];
  const end = DEVICE_SIGN_INS.listen(({ result }) => counted.push(result));
  await task();
  end();
  return counted;
}

describe('a device', () => {
  it('gets two codes and the address of the page; a person enters the code, signs in and approves; the device gets its tokens', async () => {
    const answer = await ask();
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const device = answer.body as Asked;
    expect(device.user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect(device.device_code).toMatch(/^[\w-]{43}$/);
    expect(device).toMatchObject({
      verification_uri: `${service.url}/device`,
      verification_uri_complete: `${service.url}/device?user_code=${device.user_code}`,
      expires_in: 600,
      interval: 5,
    });
    expect(await outcome(poll(device))).toBe('authorization_pending');

    const browser = new Browser(service.url, { 'user-agent': 'Mozilla/5.0 (Linux) Firefox/140.0' });
    const page = await reach(browser, device);
    expect(page.html).toContain('Approve this device?');
    for (const shown of [
      device.user_code,
      'Living room',
      world.loginName,
      '127.0.0.1',
      'Continue only if you started this on a device in front of you',
      'see your name and profile',
    ])
      expect(page.html).toContain(shown);
    const done = await browser.submitButton(page, 'Allow');
    expect(done.html).toContain('go back to your device');

    wait();
    const { status, body } = await poll(device);
    expect([status, body.token_type, body.scope.split(' ').toSorted()]).toEqual([200, 'Bearer', ['offline_access', 'openid', 'profile']]);
    expect((await userinfo(service, body.access_token)).body.sub).toBe(world.person.id);
    expect(body.id_token).toBeDefined();
    expect((await refresh(service, client, body.refresh_token)).status).toBe(200);
    expect((await eventsOf('user.device.approved'))[0]).toMatchObject({ payload: { clientId: client.clientId, network: '127.0.0.0/24' } });
  });

  it('that is confidential authenticates for both requests', async () => {
    const web = await addDevice({ type: 'web', authMethod: 'client_secret_basic' });
    expect((await ask({}, { ...web, clientSecret: 'wrong' })).body.error).toBe('invalid_client');
    const device = await asked({}, web);
    await approve(device);
    expect(await outcome(poll(device, { ...web, clientSecret: 'wrong' }))).toBe('invalid_client');
    expect(await outcome(poll(device, web))).toBe('tokens');
  });

  it('that sends proofs gets tokens that are bound to its key, and must if the application says so', async () => {
    const bound = await addDevice({ requireDpop: true });
    const device = await asked({}, bound);
    await approve(device);
    expect(await outcome(poll(device, bound))).toBe('invalid_dpop_proof');
    const maker = proofMaker();
    const { status, body } = await postWithProof(
      service,
      maker,
      TOKEN,
      { grant_type: DEVICE_CODE, device_code: device.device_code },
      bound,
    );
    expect([status, body.token_type]).toEqual([200, 'DPoP']);
    expect((await userinfo(service, body.access_token)).status).toBe(401);
    expect((await callWithProof(service, maker, 'GET', '/oidc/v1/userinfo', { token: body.access_token })).status).toBe(200);
  });

  it('that names a key when it asks gets its tokens with a proof by this key only', async () => {
    const key = proofMaker();
    expect((await ask({ dpop_jkt: 'x' })).body.error).toBe('invalid_request');
    const device = await asked({ dpop_jkt: key.jkt });
    await approve(device);
    const form = { grant_type: DEVICE_CODE, device_code: device.device_code };
    expect(await outcome(poll(device))).toBe('invalid_grant');
    expect(await outcome(postWithProof(service, proofMaker(), TOKEN, form, client))).toBe('invalid_grant');
    const { status, body } = await postWithProof(service, key, TOKEN, form, client);
    expect([status, body.token_type]).toEqual([200, 'DPoP']);
  });

  it('gets no tokens if the policy requires more, since the approval, than the sign-in had', async () => {
    const policy = `/admin/v1/organizations/${world.organization.id}/policies/assurance`;
    const device = await asked();
    await approve(device);
    expect((await service.call('PATCH', policy, { secondFactor: 'required', graceDays: 0 })).status).toBe(200);
    try {
      expect(await outcome(poll(device))).toBe('invalid_grant');
    } finally {
      await service.call('DELETE', policy);
    }
    expect(await outcome(poll(device))).toBe('tokens');
  });

  it('is refused unless the application has the grant, names openid, and sends parameters as such', async () => {
    const other = await addClient(world);
    expect([(await ask({}, other)).status, (await ask({}, other)).body.error]).toEqual([400, 'unauthorized_client']);
    expect((await ask({ scope: 'profile' })).body.error).toBe('invalid_scope');
    expect((await ask({ request: 'a.b.c' })).body.error).toBe('request_not_supported');
    expect((await ask({ scope: 'openid', acr_values: 'x'.repeat(12_000) })).body.error).toBe('invalid_request');
    expect((await post(service, ASK, { scope: 'openid' })).status).toBe(401);
    expect((await post(service, TOKEN, { grant_type: DEVICE_CODE }, client)).body.error).toBe('invalid_request');
    expect((await service.call('GET', ASK, undefined, { token: null })).status).toBe(405);
    for (const path of ['/oauth/v2/device', '/OAuth/v2/Device/'])
      expect((await service.call('GET', path, undefined, { token: null })).status).toBe(404);
  });

  it('is shown on the account page, and loses its tokens when the person withdraws the consent or signs out', async () => {
    const browser = new Browser(service.url);
    const give = async () => {
      const device = await asked({ scope: 'openid' });
      await approve(device, browser);
      const { access_token: token } = (await poll(device)).body;
      expect((await userinfo(service, token)).status).toBe(200);
      return token as string;
    };
    const first = await give();
    const page = await browser.open(`${service.url}/account/applications`);
    expect(page.html).toContain(client.clientId);
    await browser.open(page.url, { method: 'POST', body: new URLSearchParams({ client: client.clientId }) });
    expect((await userinfo(service, first)).status).toBe(401);

    const second = await give();
    await browser.submitButton(await browser.open(`${service.url}/oidc/v1/end_session`), 'Sign out');
    expect((await userinfo(service, second)).status).toBe(401);
  });

  it('is approved by a person who is signed in without another password, but never without the page', async () => {
    const browser = new Browser(service.url);
    await approve(await asked(), browser);
    const second = await asked();
    const page = await enter(browser, second.user_code);
    expect(page.html).toContain('Approve this device?');
    expect(await outcome(poll(second))).toBe('authorization_pending');
  });

  it('gets what a scope with an id asks for, although its sign-in has several steps', async () => {
    const scope = `openid urn:gatehouse:iam:org:project:id:${world.projectId}:aud`;
    const device = await asked({ scope });
    await approve(device);
    expect((await poll(device)).body.scope).toBe(scope);
  });

  it('is asked for once: the page that approves it takes the place of the consent, and stores it', async () => {
    const asking = await addDevice({ consentRequired: true });
    const device = await asked({}, asking);
    const browser = new Browser(service.url);
    const page = await reach(browser, device);
    expect(page.html).toContain('Approve this device?');
    await browser.submitButton(page, 'Allow');
    expect(await outcome(poll(device, asking))).toBe('tokens');
    const consent = (await eventsOf('user.consent.granted'))[0];
    expect(JSON.stringify(consent)).toContain(asking.clientId);
  });

  it('is approved by the account that the person chooses on the page, or adds', async () => {
    const other = await world.addPerson({ userName: `other-${client.clientId}` });
    const otherName = `other-${client.clientId}${world.loginName.slice(world.loginName.indexOf('@'))}`;
    const browser = new Browser(service.url);
    const device = await asked();
    const login = await follow(browser, await reach(browser, device), 'Not you? Use another account');
    const page = await browser.submit(login, otherName, PASSWORD);
    expect(page.html).toContain(otherName);
    await browser.submitButton(page, 'Allow');
    expect((await userinfo(service, (await poll(device)).body.access_token)).body.sub).toBe(other.id);
    const chooser = await enter(browser, (await asked()).user_code);
    expect(chooser.html).toContain('Choose an account');
    expect((await browser.submitButton(chooser, world.loginName)).html).toContain('Approve this device?');
  });

  it('has a sign-in that begins again at the page for the code once it is over', async () => {
    const browser = new Browser(service.url);
    const page = await reach(browser, await asked());
    await browser.submitButton(page, 'Allow');
    expect((await browser.open(page.url)).url).toBe(`${service.url}/device`);
  });

  it('asks for a sign-in that is as new as it says', async () => {
    const browser = new Browser(service.url);
    await approve(await asked(), browser);
    wait(60);
    const page = await enter(browser, (await asked({ max_age: '30' })).user_code);
    expect(page.html).toContain('type="password"');
  });

  it.each([
    ['lower case', (code: string) => code.toLowerCase()],
    ['without the hyphen', (code: string) => code.replace('-', '')],
    ['with spaces and another hyphen', (code: string) => ` ${code.slice(0, 2)} ${code.slice(2).replace('-', '–')} `],
  ])('has a code that may be typed in %s', async (_how, typed) => {
    const device = await asked();
    expect((await enter(new Browser(service.url), typed(device.user_code))).url).toContain('/sign-in/');
  });

  it('shows a code in no other form', () => {
    expect([
      readUserCode('BCDF-GHJK'),
      readUserCode('BCDF-GHJ'),
      readUserCode('BCDF-GHJA'),
      readUserCode('BCDF-GHJKL'),
      readUserCode(''),
    ]).toEqual(['BCDFGHJK', undefined, undefined, undefined, undefined]);
  });
});

describe('a metric', () => {
  it('counts requests, answers, wrong codes, and tries beyond the limit', async () => {
    const counted = await countedDuring(async () => {
      await approve(await asked());
      const [denied, browser] = [await asked(), new Browser(service.url)];
      await browser.submitButton(await reach(browser, denied), 'Deny');
      await poll(denied);
    });
    expect(counted).toEqual(['requested', 'approved', 'requested', 'denied']);
    const guesses = service.get(DeviceGuesses);
    const guess = () => guesses.tryCode('2001:db8:8::1', () => Promise.resolve(undefined));
    const limited = await countedDuring(async () => {
      for (let at = 0; at < 31; at++) await guess();
    });
    expect(limited).toEqual([...Array.from({ length: 30 }, () => 'wrongCode'), 'limited']);
  });
});

describe('a poll', () => {
  it('that comes too early makes the interval five seconds longer, in all processes', async () => {
    const device = await asked();
    expect(await outcome(poll(device))).toBe('authorization_pending');
    wait(1);
    expect(await outcome(poll(device, client, twin ?? service))).toBe('slow_down');
    wait(6);
    expect(await outcome(poll(device))).toBe('slow_down');
    wait(15);
    expect(await outcome(poll(device, client, twin ?? service))).toBe('authorization_pending');
    wait(10);
    expect(await outcome(poll(device))).toBe('slow_down');
  });

  it('is one of many at the same time: one is in time', async () => {
    const device = await asked();
    const outcomes = await Promise.all(Array.from({ length: 6 }, (_, at) => outcome(poll(device, client, at % 2 ? twin : service))));
    expect(outcomes.filter((one) => one === 'authorization_pending')).toHaveLength(1);
    expect(outcomes.filter((one) => one === 'slow_down')).toHaveLength(5);
  });

  it('gets expired_token when nobody has answered in time, and the code is over for the person too', async () => {
    const device = await asked();
    wait(601);
    expect(await outcome(poll(device))).toBe('expired_token');
    expect((await enter(new Browser(service.url), device.user_code)).html).toContain('it has expired');
  });

  it('finds an approval of the last moment', async () => {
    const device = await asked();
    wait(598);
    await approve(device);
    wait(10);
    expect(await outcome(poll(device))).toBe('tokens');
  });

  it('finds an approval that nobody fetches expired', async () => {
    const device = await asked();
    await approve(device);
    wait(601);
    expect(await outcome(poll(device))).toBe('expired_token');
  });

  it('gets access_denied after the person said no, and nobody can approve it any more', async () => {
    const device = await asked();
    const [browser, other] = [new Browser(service.url), new Browser(service.url)];
    const [page, open] = [await reach(browser, device), await reach(other, device)];
    expect((await browser.submitButton(page, 'Deny')).html).toContain('Request denied');
    expect((await other.submitButton(open, 'Allow')).html).toContain('no longer valid');
    expect(await outcome(poll(device))).toBe('access_denied');
    wait();
    expect(await outcome(poll(device))).toBe('access_denied');
    expect((await enter(new Browser(service.url), device.user_code)).html).toContain('isn’t right');
    expect((await eventsOf('user.device.denied'))[0]).toMatchObject({ payload: { clientId: client.clientId } });
  });
});

describe('an attacker', () => {
  it('who guesses codes is stopped, whichever browser sends them; the codes of others stay valid', async () => {
    wait(600);
    const answers: number[] = [];
    for (let at = 0; at < 31; at++) answers.push((await enter(new Browser(service.url), 'BBBB-BBBB')).page?.status ?? 0);
    expect([answers.slice(0, 30).every((status) => status === 400), answers[30]]).toEqual([true, 429]);
    const device = await asked();
    const refused = await enter(new Browser(service.url), device.user_code);
    expect([refused.page?.status, refused.html?.includes('Too many wrong codes')]).toEqual([429, true]);
    expect(Number(refused.page?.headers.get('retry-after'))).toBeGreaterThan(500);
    wait(600);
    expect((await enter(new Browser(service.url), (await asked()).user_code)).url).toContain('/sign-in/');
  });

  it('who guesses from many networks stops each of them, and no other one', async () => {
    const guesses = service.get(DeviceGuesses);
    const guess = (address: string) => guesses.tryCode(address, () => Promise.resolve(undefined));
    const networks = Array.from({ length: 67 }, (_, at) => `2001:db8:7:${at.toString(16)}::1`);
    await Promise.all(networks.map(async (address) => Promise.all(Array.from({ length: 30 }, () => guess(address)))));
    expect(await guess('2001:db8:7:0::2')).toHaveProperty('wait');
    expect((await enter(new Browser(service.url), (await asked()).user_code)).url).toContain('/sign-in/');
  });

  it('who enters a right code again and again stores as few sign-ins as other strangers, and pushes out no newer device', async () => {
    const limits = service.get(PendingSignInsRepository);
    const { mostOfNetwork } = limits;
    const uids: string[] = [];
    // Requests of a client with a secret don't count as those of strangers do.
    const device = await asked({}, await addDevice({ type: 'web', authMethod: 'client_secret_basic' }));
    try {
      limits.mostOfNetwork = 3;
      for (let at = 0; at < 6; at++) {
        wait(1);
        const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: service.url };
        const body = new URLSearchParams({ user_code: device.user_code });
        const answer = await fetch(`${service.url}/device`, { method: 'POST', headers, body, redirect: 'manual' });
        uids.push(answer.headers.get('location')?.split('/').at(-1) ?? `none: ${answer.status}`);
      }
      wait(1);
      expect(await outcome(poll(await asked()))).toBe('authorization_pending');
    } finally {
      limits.mostOfNetwork = mostOfNetwork;
    }
    const sql = "SELECT id FROM oidc_artifacts WHERE kind = 'Interaction'";
    const stored = new Set((await service.get(Database).query.rows<{ id: string }>(sql)).map(({ id }) => id));
    expect(uids.map((uid) => stored.has(secretDigest(uid)))).toEqual([false, false, false, false, true, true]);
  });

  it('learns nothing from a link: the code in it is shown in the field, right or wrong', async () => {
    const device = await asked();
    const shown = (code: string) =>
      new Browser(service.url).open(`${service.url}/device?user_code=${code}`).then(({ html = '' }) => html.replaceAll(code, 'CODE'));
    expect(await shown(device.user_code)).toBe(await shown('BBBB-BBBB'));
    expect(await shown(device.user_code)).toContain('value="CODE"');
  });

  it('who fixes the code can send neither it nor the approval from another site', async () => {
    const device = await asked();
    const browser = new Browser(service.url);
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const typed = await fill(browser, await browser.open(device.verification_uri_complete), {}, 0, foreign);
    expect(typed.page?.status).toBe(403);
    const page = await reach(browser, device);
    expect((await browser.submitButton(page, 'Allow', foreign)).page?.status).toBe(403);
    expect(await outcome(poll(device))).toBe('authorization_pending');
    const half = await browser.open(page.url, { method: 'POST', body: new URLSearchParams({}) });
    expect([half.page?.status, half.html?.includes('Approve this device?')]).toEqual([400, true]);
  });

  it('cannot skip the page: the sign-in alone approves nothing, and the answer belongs to the browser that was asked', async () => {
    const device = await asked();
    const [victim, attacker] = [new Browser(service.url), new Browser(service.url)];
    const page = await reach(victim, device);
    const own = await reach(attacker, await asked());
    attacker.plant(victim, /gatehouse_(sign_in|resume)/);
    const answer = new URLSearchParams({ answer: 'yes' });
    for (const url of [page.url, own.url.replace(/\/sign-in\/[^/]+/, new URL(page.url).pathname.replace(/\/device$/, ''))])
      await attacker.open(url, { method: 'POST', body: answer });
    expect(await outcome(poll(device))).toBe('authorization_pending');
    wait();
    const [uid] = /(?<=\/sign-in\/)[^/]+/.exec(page.url) ?? [];
    await victim.open(`${service.url}/oauth/v2/device/${uid}`);
    expect(await outcome(poll(device))).toBe('authorization_pending');
    await victim.open(page.url.replace('/device?', '/consent?'), { method: 'POST', body: answer });
    wait();
    expect(await outcome(poll(device))).toBe('authorization_pending');
  });

  it('who polls as another client learns nothing, and slows nobody down', async () => {
    const device = await asked();
    const other = await addDevice();
    for (let at = 0; at < 3; at++) expect(await outcome(poll(device, other))).toBe('invalid_grant');
    expect(await outcome(poll(device))).toBe('authorization_pending');
    await approve(device);
    expect(await outcome(poll(device, other))).toBe('invalid_grant');
    wait();
    expect(await outcome(poll(device))).toBe('tokens');
  });

  it('who uses a device code beside the device gets nothing: of many at the same time in several processes one gets tokens', async () => {
    const device = await asked();
    await approve(device);
    const outcomes = await Promise.all(Array.from({ length: 6 }, (_, at) => outcome(poll(device, client, at % 2 ? twin : service))));
    expect(outcomes.toSorted()).toEqual([...Array.from({ length: 5 }, () => 'invalid_grant'), 'tokens']);
  });

  it('who sends a used device code later ends what it gave', async () => {
    const device = await asked();
    await approve(device);
    const { body } = await poll(device);
    expect(await outcome(poll(device))).toBe('invalid_grant');
    expect((await userinfo(service, body.access_token)).status).toBe(200);
    wait(3);
    expect(await outcome(poll(device))).toBe('invalid_grant');
    expect((await userinfo(service, body.access_token)).status).toBe(401);
  });

  it('who approves at the same time as the person gets one authorization for both', async () => {
    const device = await asked();
    const browsers = [new Browser(service.url), new Browser(service.url), new Browser(service.url)];
    const pages = await Promise.all(browsers.map((browser) => reach(browser, device)));
    const ends = await Promise.all(browsers.map((browser, at) => browser.submitButton(pages[at] as Page, 'Allow')));
    expect(ends.filter(({ html }) => html?.includes('Device approved'))).toHaveLength(1);
    expect(ends.filter(({ html }) => html?.includes('no longer valid'))).toHaveLength(2);
    expect(await outcome(poll(device))).toBe('tokens');
  });

  it('who reads the database finds no code in it, and what is there cannot be redeemed', async () => {
    const device = await asked();
    await reach(new Browser(service.url), device);
    const rows = await service.get(Database).query.rows<Record<string, unknown>>('SELECT * FROM device_requests', []);
    const artifacts = await service.get(Database).query.rows<Record<string, unknown>>('SELECT * FROM oidc_artifacts', []);
    const text = JSON.stringify([rows, artifacts]);
    for (const secret of [device.device_code, device.user_code, device.user_code.replace('-', '')]) expect(text).not.toContain(secret);
    await Promise.all(rows.map(async ({ id }) => expect(await outcome(poll({ device_code: String(id) }))).toBe('invalid_grant')));
  });
});
