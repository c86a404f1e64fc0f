// Applications are told that a session has ended (OpenID Connect Back-Channel Logout 1.0), by a notice that outlives failures.
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { Database } from '../../src/common/database/database.js';
import { ExpiredRows } from '../../src/common/work/expired-rows.service.js';
import type { NewApplication } from '../../src/oidc/clients/application.js';
import { Applications } from '../../src/oidc/clients/management/applications.service.js';
import { LogoutNotices } from '../../src/oidc/sessions/logout-notices.service.js';
import { SessionEnd } from '../../src/oidc/sessions/session-end.service.js';
import { GrantsRepository } from '../../src/oidc/tokens/stored/grants.repository.js';
import { People } from '../../src/users/directory/people/people.service.js';
import { PersonWriter } from '../../src/users/directory/people/person-writer.service.js';
import { patchOf } from '../support/people.js';
import { startReceiver, type Received, type Receiver } from '../support/receiver.js';
import { startService, type TestService } from '../support/service.js';
import { applicationIdOf, type Credentials } from '../support/clients.js';
import { authorize, authorizeUrl, claimsOf, codeIn, redeem, signInToNewClient, type SignedIn } from '../support/oauth.js';
import { makeWorld, PASSWORD, type World } from '../support/world.js';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

let service: TestService;
let world: World;
let receiver: Receiver;
beforeAll(async () => {
  service = await startService({ BACKCHANNEL_ALLOW_PRIVATE: 'true' });
  world = await makeWorld(service);
});
afterAll(() => service.close());
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await receiver.close();
  await service.get(Database).write('test', (tx) => tx.run('DELETE FROM logout_notices'));
});

const enter = (input: Partial<NewApplication> = {}, scope?: string) =>
  signInToNewClient(service, world, { backchannelLogoutUri: `${receiver.url}/logout?tenant=1`, ...input }, scope);

const signOut = ({ browser, tokens }: Pick<SignedIn, 'browser' | 'tokens'>) =>
  browser.open(`${service.url}/oidc/v1/end_session?id_token_hint=${tokens.id_token}`);

/** Signs in to one more application in the same browser. */
async function enterToo({ browser }: SignedIn, input: Partial<NewApplication> = {}, scope = 'openid') {
  const { application } = await world.addApplication({ type: 'userAgent', grantTypes: ['authorization_code', 'refresh_token'], ...input });
  const { url } = await browser.open(authorizeUrl(service.url, application.clientId, scope, { prompt: 'none' }));
  return { client: application as Credentials, tokens: (await redeem(service, application, codeIn(url))).body };
}

const rows = () => service.get(Database).query.rows<{ tries: number }>('SELECT * FROM logout_notices');
/** Nothing waits any more. */
const settled = () =>
  expect
    .poll(async () => {
      await service.get(LogoutNotices).deliverDue();
      return (await rows()).length;
    })
    .toBe(0);
/** The one notice there is has been tried so often. */
const tried = (times: number) =>
  expect
    .poll(async () => {
      await service.get(LogoutNotices).deliverDue();
      return [receiver.received.length, (await rows())[0]?.tries];
    })
    .toEqual([times, times]);

/** Checks the notice as an application must (section 2.6). */
async function verified({ form }: Received, clientId: string) {
  const keys = createRemoteJWKSet(new URL(`${service.url}/oauth/v2/keys`));
  const token = form.get('logout_token') ?? '';
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    issuer: service.url,
    audience: clientId,
    typ: 'logout+jwt',
    currentDate: new Date(service.get(Clock).nowMs()),
    requiredClaims: ['iat', 'exp', 'jti', 'events', 'sub', 'sid'],
  });
  return { payload, protectedHeader };
}

describe('a notice of a sign-out', () => {
  it.each(['RS256', 'ES256', 'EdDSA'] as const)(
    'is a logout token signed with %s, the algorithm of the application’s ID tokens',
    async (alg) => {
      const person = await enter({ idTokenSigningAlg: alg });
      await signOut(person);
      const [notice] = (await receiver.wait(1)) as [Received];
      expect([notice.method, notice.url]).toEqual(['POST', '/logout?tenant=1']);
      expect(notice.headers['content-type']).toBe('application/x-www-form-urlencoded');
      expect([...notice.form.keys()]).toEqual(['logout_token']);
      const { payload, protectedHeader } = await verified(notice, person.client.clientId);
      expect(protectedHeader).toEqual({ alg, typ: 'logout+jwt', kid: expect.any(String) });
      expect(protectedHeader['kid']).toBe(decodeProtectedHeader(person.tokens.id_token).kid);
      expect(payload).toEqual({
        iss: service.url,
        sub: world.person.id,
        aud: person.client.clientId,
        iat: expect.any(Number),
        exp: (payload.iat ?? 0) + 120,
        jti: expect.any(String),
        events: { [EVENT]: {} },
        sid: claimsOf(person.tokens.id_token)['sid'],
      });
      await settled();
    },
  );

  it('goes to every application that got tokens in the session, each with the session’s name it knows, and to no other', async () => {
    const first = await enter();
    const second = await enterToo(
      first,
      { backchannelLogoutUri: `${receiver.url}/second`, backchannelLogoutSessionRequired: true },
      'openid offline_access',
    );
    await enterToo(first);
    const stranger = await world.addApplication({ backchannelLogoutUri: `${receiver.url}/stranger` });
    const unredeemed = await world.addApplication({ type: 'userAgent', backchannelLogoutUri: `${receiver.url}/unredeemed` });
    await first.browser.open(authorizeUrl(service.url, unredeemed.application.clientId, 'openid', { prompt: 'none' }));
    const elsewhere = await enter();
    // Signed in to twice: told once.
    const { url } = await first.browser.open(authorizeUrl(service.url, first.client.clientId, 'openid', { prompt: 'none' }));
    await redeem(service, first.client, codeIn(url));
    await signOut(first);
    await settled();
    const told = Object.fromEntries(
      receiver.received.map(({ form }) => [
        claimsOf(form.get('logout_token') ?? '')['aud'],
        claimsOf(form.get('logout_token') ?? '')['sid'],
      ]),
    );
    expect(told).toEqual({
      [first.client.clientId]: claimsOf(first.tokens.id_token)['sid'],
      [second.client.clientId]: claimsOf(second.tokens.id_token)['sid'],
    });
    expect(receiver.received).toHaveLength(2);
    expect(Object.keys(told)).not.toContain(stranger.application.clientId);
    expect(claimsOf(elsewhere.tokens.id_token)['sid']).not.toBe(told[first.client.clientId]);
  });

  it.each(['code', 'id_token'] as const)('goes to an application whose tokens from %s expired long before', async (response_type) => {
    const { application: client } = await world.addApplication({
      type: 'userAgent',
      responseTypes: [response_type],
      backchannelLogoutUri: `${receiver.url}/logout`,
    });
    const { code, callback, browser } = await authorize(service, world, client.clientId, { response_type, nonce: 'n' });
    const tokens = code
      ? (await redeem(service, client, code)).body
      : { id_token: new URLSearchParams(callback.hash.slice(1)).get('id_token') };
    const refused = await world.addApplication({ consentRequired: true, backchannelLogoutUri: `${receiver.url}/refused` });
    await browser.submitButton(await browser.open(authorizeUrl(service.url, refused.application.clientId, 'openid')), 'Not now');
    service.get(Clock).advance(7_200_000);
    await service.get(ExpiredRows).purgeNow();
    const ofClient = 'SELECT no FROM grants WHERE client_no = (SELECT no FROM applications WHERE client_id = ?)';
    expect(await service.get(Database).query.rows(ofClient, [client.clientId])).toEqual([]);
    await signOut({ browser, tokens });
    await settled();
    expect(receiver.received.map(({ url }) => url)).toEqual(['/logout']);
    const { payload } = await verified(receiver.received[0] as Received, client.clientId);
    expect([payload.sub, payload.sid]).toEqual([world.person.id, claimsOf(tokens.id_token)['sid']]);
  });

  it('goes to an application whose tokens expired long before, though nobody redeemed its last code, and not to one that redeemed none', async () => {
    const add = (name: string) => world.addApplication({ type: 'userAgent', backchannelLogoutUri: `${receiver.url}/${name}` });
    const [{ application: client }, { application: unredeemed }] = [await add('given'), await add('unredeemed')];
    const { code, browser } = await authorize(service, world, client.clientId);
    const tokens = (await redeem(service, client, code)).body;
    service.get(Clock).advance(7_200_000);
    await service.get(ExpiredRows).purgeNow();
    for (const { clientId } of [client, unredeemed, unredeemed])
      codeIn((await browser.open(authorizeUrl(service.url, clientId, 'openid', { prompt: 'none' }))).url);
    await signOut({ browser, tokens });
    await settled();
    expect(receiver.received.map(({ url }) => url)).toEqual(['/given']);
    expect((await verified(receiver.received[0] as Received, client.clientId)).payload.sid).toBe(claimsOf(tokens.id_token)['sid']);
  });

  it('goes to applications that were entered at the very same time, and whose tokens expired long before', async () => {
    const { browser, tokens } = await enter({ backchannelLogoutUri: '' });
    const names = ['one', 'two', 'three'];
    const clients = await Promise.all(
      names.map(
        async (name) => (await world.addApplication({ type: 'userAgent', backchannelLogoutUri: `${receiver.url}/${name}` })).application,
      ),
    );
    const open = ({ clientId }: Credentials) => browser.open(authorizeUrl(service.url, clientId, 'openid', { prompt: 'none' }));
    const given = await Promise.all(clients.map(async (client) => redeem(service, client, codeIn((await open(client)).url))));
    service.get(Clock).advance(7_200_000);
    await service.get(ExpiredRows).purgeNow();
    await signOut({ browser, tokens });
    await settled();
    const told = receiver.received.map(({ url, form }) => [url, claimsOf(form.get('logout_token') ?? '')['sid']]);
    expect(Object.fromEntries(told)).toEqual(
      Object.fromEntries(given.map(({ body }, i) => [`/${names[i]}`, claimsOf(body.id_token)['sid']])),
    );
    expect(told).toHaveLength(names.length);
  });

  it('goes to an application that was entered while the person signed in again in another tab, and whose tokens expired long before', async () => {
    const first = await enter({ backchannelLogoutUri: '' });
    const login = await first.browser.open(authorizeUrl(service.url, first.client.clientId, 'openid', { prompt: 'login' }));
    const grants = service.get(GrantsRepository);
    let beside: Awaited<ReturnType<typeof enterToo>> | undefined;
    vi.spyOn(grants, 'insert').mockImplementationOnce(async (grant) => {
      beside = await enterToo(first, { grantTypes: ['authorization_code'], backchannelLogoutUri: `${receiver.url}/beside` });
      return grants.insert(grant);
    });
    codeIn((await first.browser.submit(login, world.loginName, PASSWORD)).url);
    service.get(Clock).advance(7_200_000);
    await service.get(ExpiredRows).purgeNow();
    await signOut(first);
    await settled();
    const told = receiver.received.map(({ url, form }) => [url, claimsOf(form.get('logout_token') ?? '')['sid']]);
    expect(told).toEqual([['/beside', claimsOf(beside?.tokens.id_token)['sid']]]);
  });

  it('is no ID token and no access token of this service', async () => {
    const person = await enter();
    await signOut(person);
    const [notice] = await receiver.wait(1);
    const token = notice?.form.get('logout_token') ?? '';
    expect((await service.call('GET', '/oidc/v1/userinfo', undefined, { token })).status).toBe(401);
    expect((await service.call('GET', `/oidc/v1/end_session?id_token_hint=${token}`, undefined, { token: null })).status).toBe(400);
  });

  it('is sent once, however often and from wherever the session is ended', async () => {
    const person = await enter();
    const [session] = await service
      .get(Database)
      .query.rows<{ session_uid: string }>('SELECT session_uid FROM grants ORDER BY no DESC LIMIT 1');
    const end = () => service.get(SessionEnd).endSession(session?.session_uid ?? '', 'removed');
    const ended = await Promise.all([
      ...Array.from({ length: 10 }, end),
      signOut(person).then(() => false),
      signOut(person).then(() => false),
    ]);
    expect(ended.filter(Boolean).length).toBeLessThanOrEqual(1);
    await settled();
    expect(receiver.received).toHaveLength(1);
  });

  it('is sent when the account is signed out in the account chooser', async () => {
    const person = await enter();
    const chooser = await person.browser.open(authorizeUrl(service.url, person.client.clientId, 'openid', { prompt: 'select_account' }));
    await person.browser.submitButton(chooser, 'Sign out of all accounts');
    const [notice] = (await receiver.wait(1)) as [Received];
    expect((await verified(notice, person.client.clientId)).payload.sid).toBe(claimsOf(person.tokens.id_token)['sid']);
  });
});

describe('a notice is sent as well, in the unit of work that ends every session of a person,', () => {
  const NEXT = 'Another-Horse-8';
  const people = () => service.get(People);
  const writer = () => service.get(PersonWriter);
  const form = (browser: SignedIn['browser'], path: string, body: Record<string, string>) =>
    browser.open(`${service.url}${path}`, { method: 'POST', body: new URLSearchParams(body) });
  const CAUSES: Array<[string, (own: World, person: SignedIn) => Promise<unknown>]> = [
    [
      'when SCIM deactivates the person',
      (own) =>
        service.call(
          'PATCH',
          `/scim/v2/${own.organization.id}/Users/${own.person.id}`,
          patchOf({ op: 'replace', path: 'active', value: false }),
        ),
    ],
    ['when the person is removed', (own) => service.call('DELETE', `/scim/v2/${own.organization.id}/Users/${own.person.id}`)],
    [
      'when somebody else sets the password',
      (own) => people().update(own.organization, own.person.id, (values) => ({ values, password: NEXT }), 'test'),
    ],
    [
      'when the person changes the password',
      (_, { browser }) => form(browser, '/account/password', { currentPassword: PASSWORD, newPassword: NEXT }),
    ],
  ];

  it.each(CAUSES)('%s', async (_, cause) => {
    const own = await makeWorld(service);
    const input = { backchannelLogoutUri: `${receiver.url}/logout` };
    const [one, two] = [await signInToNewClient(service, own, input), await signInToNewClient(service, own, input)];
    await cause(own, one);
    const notices = (await receiver.wait(2)).map(({ form }) => claimsOf(form.get('logout_token') ?? ''));
    const sids = (claims: Array<Record<string, unknown>>) => claims.map(({ sid }) => String(sid)).toSorted((a, b) => a.localeCompare(b));
    expect(sids(notices)).toEqual(sids([one, two].map(({ tokens }) => claimsOf(tokens.id_token))));
    expect(notices.map(({ sub }) => sub)).toEqual([own.person.id, own.person.id]);
    await settled();
  });

  it('and not when that is undone', async () => {
    const own = await makeWorld(service);
    const person = await signInToNewClient(service, own, { backchannelLogoutUri: `${receiver.url}/logout` });
    const undone = service.get(Database).write('test', async (tx) => {
      const locked = await writer().lock(tx, own.organization.no, own.person.id);
      if (locked) await writer().setPassword(tx, locked, 'no hash', 'test');
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await rows()).toEqual([]);
    const { url } = await person.browser.open(authorizeUrl(service.url, person.client.clientId, 'openid', { prompt: 'none' }));
    expect(new URL(url).searchParams.has('code')).toBe(true);
  });
});

describe('an application that does not take a notice', () => {
  const BACKOFF_SECONDS = [30, 60, 120, 240, 480, 960, 1_920];

  it.each([
    ['answers 500', { status: 500 }],
    ['refuses it', { status: 400 }],
    ['wants to send it elsewhere', { status: 302, headers: { location: '/elsewhere' } }],
  ] as const)('and %s gets it again, later and later, and with a new token each time', async (_, answer) => {
    receiver.answer = answer;
    const person = await enter();
    await signOut(person);
    await tried(1);
    for (const [i, seconds] of BACKOFF_SECONDS.slice(0, 2).entries()) {
      service.get(Clock).advance(seconds * 400);
      await service.get(LogoutNotices).deliverDue();
      expect(receiver.received).toHaveLength(i + 1);
      service.get(Clock).advance(seconds * 600);
      await tried(i + 2);
    }
    expect(receiver.received.map(({ url }) => url)).not.toContain('/elsewhere');
    const tokens = receiver.received.map(({ form }) => claimsOf(form.get('logout_token') ?? ''));
    expect(new Set(tokens.map(({ jti }) => jti)).size).toBe(3);
    receiver.answer = { status: 204 };
    service.get(Clock).advance(121_000);
    await settled();
    expect((await verified(receiver.received[3] as Received, person.client.clientId)).payload.exp).toBeGreaterThan(
      service.get(Clock).nowSeconds(),
    );
  });

  it('is left alone after eight tries in a good hour', async () => {
    receiver.answer = { status: 503 };
    await signOut(await enter());
    await tried(1);
    for (const [i, seconds] of BACKOFF_SECONDS.entries()) {
      service.get(Clock).advance(seconds * 1_000);
      if (i + 2 < 8) await tried(i + 2);
    }
    await settled();
    expect(receiver.received).toHaveLength(8);
  });

  it('and says nothing holds up neither the person nor another application, and is left alone after five seconds', async () => {
    const limits: AbortController[] = [];
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      if (ms !== 5_000) return timeout(ms);
      const limit = new AbortController();
      limits.push(limit);
      return limit.signal;
    });
    const posts = vi.spyOn(service.get(LogoutNotices) as unknown as { postNotice(): Promise<void> }, 'postNotice');
    const dead = await startReceiver();
    dead.answer = 'silence';
    const first = await enter({ backchannelLogoutUri: `${dead.url}/dead` });
    await enterToo(first, { backchannelLogoutUri: `${receiver.url}/living` });
    await signOut(first);
    await Promise.all([dead.wait(1), receiver.wait(1)]);
    await expect.poll(() => posts.mock.settledResults.map(({ type }) => type).toSorted()).toEqual(['fulfilled', 'incomplete']);
    // Five seconds have passed.
    for (const limit of limits) limit.abort();
    await service.get(LogoutNotices).deliverDue();
    expect((await rows()).map(({ tries }) => tries)).toEqual([1]);
    await dead.close();
  });

  it('and never stops answering is believed for its status', async () => {
    receiver.answer = 'endless';
    await signOut(await enter());
    await receiver.wait(1);
    await settled();
  });

  it('is not asked any more when its address was taken away, or it was deactivated', async () => {
    receiver.answer = { status: 500 };
    const applications = service.get(Applications);
    for (const change of ['take', 'deactivate'] as const) {
      const person = await enter();
      await signOut(person);
      await service.get(LogoutNotices).deliverDue();
      expect((await rows())[0]?.tries).toBe(1);
      const seen = receiver.received.length;
      const id = await applicationIdOf(service, world, person.client.clientId);
      const [orgNo, projectId] = [world.organization.no, world.projectId];
      if (change === 'take') await applications.updateApplication(orgNo, projectId, id, { backchannelLogoutUri: '' }, 'test');
      else await applications.setApplicationState(orgNo, projectId, id, 'inactive', 'test');
      service.get(Clock).advance(31_000);
      await settled();
      expect(receiver.received).toHaveLength(seen);
    }
  });
});

describe('the address of an application', () => {
  const path = () => `/admin/v1/organizations/${world.organization.id}/projects/${world.projectId}/applications`;
  const register = (backchannelLogoutUri: string) =>
    service.call('POST', path(), { name: 'Told', type: 'userAgent', redirectUris: ['https://app.example/callback'], backchannelLogoutUri });

  it.each([
    'https://app.example/logout',
    'https://app.example:8443/logout?a=b',
    'http://127.0.0.1:9000/x',
    'http://localhost/x',
    'http://[::1]/',
  ])('%s may be registered, and taken away', async (uri) => {
    const made = await register(uri);
    expect([made.status, made.body.config.backchannelLogoutUri]).toEqual([201, uri]);
    const one = `${path()}/${made.body.applicationId}`;
    const changed = await service.call('PATCH', one, { backchannelLogoutUri: '', backchannelLogoutSessionRequired: true });
    expect(changed.body.config).toMatchObject({ backchannelLogoutUri: '', backchannelLogoutSessionRequired: true });
    expect((await service.call('GET', one)).body.config.backchannelLogoutUri).toBe('');
  });

  it.each([
    'http://app.example/logout',
    'http://10.0.0.1/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'ftp://app.example/',
    'com.example.app:/logout',
    'https://app.example/#fragment',
    'https://user:password@app.example/',
    '/logout',
    'https://',
    `https://app.example/${'x'.repeat(2_000)}`,
  ])('%s may not', async (uri) => {
    const { status, body } = await register(uri);
    expect([status, body.field ?? body.errors?.[0]?.field ?? JSON.stringify(body)]).toEqual([
      400,
      expect.stringContaining('backchannelLogoutUri'),
    ]);
  });
});

describe('a service that sends nothing to private addresses', () => {
  let guarded: TestService;
  let there: World;
  beforeAll(async () => {
    guarded = await startService();
    there = await makeWorld(guarded);
  });
  afterAll(() => guarded.close());

  it.each([
    'http://localhost/x',
    'https://app.localhost/x',
    'http://127.0.0.1:9000/x',
    'http://[::1]/',
    'https://10.0.0.1/x',
    'https://192.168.1.9/',
  ])('refuses to register %s, and says which setting allows it', async (backchannelLogoutUri) => {
    const path = `/admin/v1/organizations/${there.organization.id}/projects/${there.projectId}/applications`;
    const application = { name: 'Told', type: 'userAgent', redirectUris: ['https://app.example/callback'] };
    const refused = await guarded.call('POST', path, { ...application, backchannelLogoutUri });
    expect(refused).toMatchObject({ status: 400, body: { field: 'backchannelLogoutUri' } });
    expect(refused.body.detail).toContain('BACKCHANNEL_ALLOW_PRIVATE');
    const made = await guarded.call('POST', path, application);
    const changed = await guarded.call('PATCH', `${path}/${made.body.applicationId}`, { backchannelLogoutUri });
    expect(changed).toMatchObject({ status: 400, body: { field: 'backchannelLogoutUri' } });
  });
});

describe('a notice that cannot be delivered', () => {
  it('leaves one event of the application, which says coarsely why', async () => {
    receiver.answer = { status: 500 };
    const person = await enter();
    await signOut(person);
    await service.get(LogoutNotices).deliverDue();
    await tried(1);
    service.get(Clock).advance(31_000);
    await service.get(LogoutNotices).deliverDue();
    await tried(2);
    const { body } = await service.call('POST', '/admin/v1/events/_search', {
      asc: true,
      limit: 100,
      event_types: ['application.logout.failed'],
    });
    const id = await applicationIdOf(service, world, person.client.clientId);
    const own = body.events.filter(({ aggregate }: { aggregate: { id: string } }) => aggregate.id === id);
    expect(own.map(({ payload }: { payload: object }) => payload)).toEqual([{ reason: 'refused' }]);
  });
});
