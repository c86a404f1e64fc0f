// What a directory ends, ends here: its logout tokens and its LogoutRequests. A second service plays the directory, with real logout tokens.
import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { Database } from '../../src/common/database/database.js';
import { insertRows } from '../../src/common/database/multi-row.js';
import { signJws } from '../../src/oidc/keys/jws.js';
import { SigningKeys } from '../../src/oidc/keys/signing-keys.service.js';
import { LogoutNotices } from '../../src/oidc/sessions/logout-notices.service.js';
import type { ProviderRules } from '../../src/users/authentication/identity-providers/identity-provider.js';
import { IdentityLinks } from '../../src/users/authentication/identity-providers/identity-links.service.js';
import { IdentityProviders } from '../../src/users/authentication/identity-providers/identity-providers.service.js';
import { Interactions } from '../../src/oidc/provider/interactions.service.js';
import { SessionEnd } from '../../src/oidc/sessions/session-end.service.js';
import { People } from '../../src/users/directory/people/people.service.js';
import type { Person } from '../../src/users/directory/people/person/person.js';
import { BrowserSessionsRepository } from '../../src/oidc/sessions/browser-sessions.repository.js';
import { UpstreamSessionsRepository } from '../../src/oidc/sessions/upstream-sessions.repository.js';
import type { Check } from '../../src/users/authentication/assurance/checks.js';
import { answerOf, fill } from '../support/browser.js';
import { addApp } from '../support/factors.js';
import { connectDirectory, Visitor, type Directory } from '../support/directory.js';
import { redeem } from '../support/oauth.js';
import { startReceiver } from '../support/receiver.js';
import { startService, type TestService } from '../support/service.js';
import { makeWorld, PASSWORD, REDIRECT_URI, type World } from '../support/world.js';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

let service: TestService;
let at: TestService;
beforeAll(async () => {
  const reachable = { BACKCHANNEL_ALLOW_PRIVATE: 'true' };
  [service, at] = [await startService(reachable), await startService(reachable)];
});
afterAll(async () => {
  await service.close();
  await at.close();
});

afterEach(() => void vi.restoreAllMocks());

/** An organization with a directory, one application, and a person who is signed in to both. */
interface Scene extends Directory {
  world: World;
  client: { clientId: string; clientSecret: string };
  logoutUrl: string;
}

async function scene(rules: Partial<ProviderRules> = {}, application: { backchannelLogoutUri?: string } = {}): Promise<Scene> {
  const world = await makeWorld(service);
  const directory = await connectDirectory(service, at, world.organization, { creation: 'automatic', ...rules });
  const created = await world.addApplication(application);
  const client = { clientId: created.application.clientId, clientSecret: created.clientSecret ?? '' };
  const logoutUrl = `${service.url}/sign-in/providers/${directory.providerId}/backchannel-logout`;
  return { ...directory, world, client, logoutUrl };
}

interface SignedIn {
  visitor: Visitor;
  /** What the application gets. */
  code: string;
}

/** A person of the directory signs in, with a browser of its own. */
async function signIn(it: Scene, loginName = it.there.loginName): Promise<SignedIn> {
  const visitor = new Visitor(service, at);
  const redirect = await visitor.follow(await visitor.open(it.client.clientId), `/to/${it.providerId}`);
  const page = await visitor.here.open(await visitor.signInThere(redirect, loginName));
  expect(page.url, page.html).toContain(REDIRECT_URI);
  return { visitor, code: answerOf(page).members.code ?? '' };
}

async function signInByPassword({ client, world }: Scene, visitor = new Visitor(service, at)): Promise<SignedIn> {
  const page = await visitor.here.submit(await visitor.open(client.clientId, { prompt: 'login' }), world.loginName, PASSWORD);
  return { visitor, code: answerOf(page).members.code ?? '' };
}

const isSignedIn = async ({ client }: Scene, { visitor }: SignedIn): Promise<boolean> =>
  (await visitor.open(client.clientId, { prompt: 'none' })).url.includes('code=');

/** The checks of the sessions of a person of the directory, the last used first. */
async function checksOf({ world, providerId }: Scene, subject: string): Promise<Check[][]> {
  const provider = await service.get(IdentityProviders).require(world.organization, providerId);
  const link = await service.get(IdentityLinks).find(provider.no, subject);
  const sessions = await service.get(BrowserSessionsRepository).listOfUser(service.get(Database).query, link?.userNo ?? 0);
  return sessions.map(({ payload }) => (JSON.parse(payload) as { checks: Check[] }).checks);
}
/** The account here of the person of the directory. */
async function personOf({ world, providerId, subject }: Scene): Promise<Person> {
  const provider = await service.get(IdentityProviders).require(world.organization, providerId);
  const link = await service.get(IdentityLinks).find(provider.no, subject);
  const person = link && (await service.get(People).findByNo(link.userNo));
  if (!person) throw new Error('The person has no account.');
  return person;
}
/** How the directory names its last session of the person to this service. */
async function sidThere({ there, clientId }: Scene): Promise<string> {
  const [last] = await at.get(BrowserSessionsRepository).listOfUser(at.get(Database).query, there.person.no);
  const { authorizations } = JSON.parse(last?.payload ?? '{}') as { authorizations: Record<string, { sid: string }> };
  return authorizations[clientId]?.sid ?? '';
}
/** Stores copies of the session of the person, each with changed checks, in a browser of its own and once more in another one. */
async function copySession(it: Scene, name: string, count: number, change: (checks: readonly Check[]) => readonly Check[]): Promise<void> {
  const { no: userNo, orgNo } = await personOf(it);
  const expiresUs = service.get(Clock).nowUs() + 3_600_000_000;
  const [last] = await service.get(BrowserSessionsRepository).listOfUser(service.get(Database).query, userNo);
  const session = JSON.parse(last?.payload ?? '{}') as { checks: Check[] };
  const payload = JSON.stringify({ ...session, checks: change(session.checks) });
  const uids = Array.from({ length: count }, (_, at) => `${name}-${userNo}-${at}`);
  const artifacts = uids.map((uid) => ['Session', `id-${uid}`, uid, payload, expiresUs]);
  const uses = uids.flatMap((uid, at) =>
    ['first', 'second'].map((browser) => [`${browser}-${uid}`, uid, userNo, orgNo, (last?.usedUs ?? 0) + 1 + at, expiresUs]),
  );
  await service.get(Database).write('copy sessions', async (tx) => {
    await insertRows(tx, 'oidc_artifacts', ['kind', 'id', 'uid', 'payload', 'expires_us'], artifacts);
    await insertRows(tx, 'browser_sessions', ['browser', 'session_uid', 'user_no', 'org_no', 'used_us', 'expires_us'], uses);
    for (const uid of uids) await service.get(UpstreamSessionsRepository).record(tx, uid, change(session.checks));
  });
}
/** How many of these copies are live. */
async function liveCopies(it: Scene): Promise<{ here: number; elsewhere: number }> {
  const { no } = await personOf(it);
  const sql = "SELECT uid FROM oidc_artifacts WHERE kind = 'Session' AND uid LIKE ?";
  const count = async (name: string) => (await service.get(Database).query.rows(sql, [`${name}-${no}-%`])).length;
  return { here: await count('here'), elsewhere: await count('elsewhere') };
}
const newVisitor = () => new Visitor(service, at);
const sidOf = async (it: Scene, subject = it.subject): Promise<string> => (await checksOf(it, subject))[0]?.[0]?.upstreamSession ?? '';

/** A token that the directory has signed. Without changes it ends all sessions of the person. */
async function tokenOf({ clientId, subject }: Scene, changes: Record<string, unknown> = {}, type = 'logout+jwt'): Promise<string> {
  const key = (await at.get(SigningKeys).currentKeySet()).signers.get('RS256');
  if (!key) throw new Error('The directory has no key.');
  const iat = at.get(Clock).nowSeconds();
  const claims = { iss: at.url, aud: clientId, iat, exp: iat + 120, jti: randomUUID(), events: { [EVENT]: {} }, sub: subject, ...changes };
  return signJws(key, type, claims);
}

async function send(to: string, token: string): Promise<{ status: number; body: string; cache: string | null }> {
  const response = await fetch(to, { method: 'POST', body: new URLSearchParams({ logout_token: token }) });
  return { status: response.status, body: await response.text(), cache: response.headers.get('cache-control') };
}
const DONE = { status: 200, body: '', cache: 'no-store' };
const REFUSED = { status: 400, body: expect.stringContaining('invalid_request') as string, cache: 'no-store' };

describe('a person who signs out at the directory', () => {
  it('is signed out here, and our applications are told', async () => {
    const receiver = await startReceiver();
    const it = await scene({}, { backchannelLogoutUri: `${receiver.url}/logout` });
    expect((await at.call('PATCH', it.applicationPath, { backchannelLogoutUri: it.logoutUrl })).status).toBe(200);
    const person = await signIn(it);
    const { body: tokens } = await redeem(service, it.client, person.code);
    expect(Object.keys(decodeJwt(String(tokens.id_token)))).not.toContain('provider');
    expect(JSON.stringify([tokens.id_token, tokens.access_token].map((token) => String(token)))).not.toContain(await sidOf(it));
    const page = await person.visitor.there.open(`${at.url}/oidc/v1/end_session`);
    await person.visitor.there.submitButton(page, 'Sign out');
    await expect
      .poll(async () => {
        await at.get(LogoutNotices).deliverDue();
        return isSignedIn(it, person);
      })
      .toBe(false);
    await service.get(LogoutNotices).deliverDue();
    const [notice] = await receiver.wait(1);
    expect(decodeJwt(notice?.form.get('logout_token') ?? '')).toMatchObject({ iss: service.url, aud: it.client.clientId });
    await receiver.close();
  });
});

describe('a logout token', () => {
  it('ends the session that rests on the session it names, with the person or alone', async () => {
    const it = await scene();
    const [first, second] = [await signIn(it), await signIn(it)];
    const secondSid = await sidOf(it);
    expect(await send(it.logoutUrl, await tokenOf(it, { sid: secondSid }))).toEqual(DONE);
    expect([await isSignedIn(it, first), await isSignedIn(it, second)]).toEqual([true, false]);
    expect(await send(it.logoutUrl, await tokenOf(it, { sid: await sidOf(it), sub: undefined }))).toEqual(DONE);
    expect(await isSignedIn(it, first)).toBe(false);
  });

  it('ends every session of the person that rests on the directory, however many the person has, and no other', async () => {
    const it = await scene();
    const person = await signIn(it);
    await copySession(it, 'here', 210, (checks) => checks);
    // Used later than all others, so that they come first where the last used do.
    await copySession(it, 'elsewhere', 210, (checks) => checks.map(({ method, at }) => ({ method, at })));
    expect(await liveCopies(it)).toEqual({ here: 210, elsewhere: 210 });
    const token = await tokenOf(it);
    expect(await send(it.logoutUrl, token)).toEqual(DONE);
    expect(await liveCopies(it)).toEqual({ here: 0, elsewhere: 210 });
    expect(await isSignedIn(it, person)).toBe(false);
    expect(await send(it.logoutUrl, token)).toEqual(REFUSED);
  });

  it('ends every session that rests on the session it names, however many have rested on it before', async () => {
    const it = await scene();
    const person = await signIn(it);
    await copySession(it, 'here', 210, (checks) => checks);
    expect(await send(it.logoutUrl, await tokenOf(it, { sid: await sidOf(it), sub: undefined }))).toEqual(DONE);
    expect(await liveCopies(it)).toEqual({ here: 0, elsewhere: 0 });
    expect(await isSignedIn(it, person)).toBe(false);
  });

  it('that names no session ends all of the person that rest on the directory, and none by password', async () => {
    const it = await scene({ creation: 'off' });
    const visitor = new Visitor(service, at);
    const redirect = await visitor.follow(await visitor.open(it.client.clientId), `/to/${it.providerId}`);
    const connect = await visitor.here.open(await visitor.signInThere(redirect, it.there.loginName));
    await visitor.here.submitButton(await visitor.here.submit(connect, it.world.loginName, PASSWORD), 'Connect');
    const [first, second, byPassword] = [await signIn(it), await signIn(it), await signInByPassword(it)];
    expect(await send(it.logoutUrl, await tokenOf(it))).toEqual(DONE);
    expect(await Promise.all([first, second, byPassword].map((one) => isSignedIn(it, one)))).toEqual([false, false, true]);
  });

  it('ends no session of another person, whatever session it names', async () => {
    const it = await scene();
    const carol = `carol@${it.there.organization.primaryDomain}`;
    const { id } = await it.there.addPerson({ userName: 'carol', emails: [{ value: carol, primary: true }] });
    const [other, person] = [await signIn(it, carol), await signIn(it)];
    expect(await send(it.logoutUrl, await tokenOf(it, { sid: await sidOf(it, id) }))).toEqual(DONE);
    expect(await send(it.logoutUrl, await tokenOf(it))).toEqual(DONE);
    expect([await isSignedIn(it, other), await isSignedIn(it, person)]).toEqual([true, false]);
  });

  it('ends no session with another provider, which names its sessions alike', async () => {
    const [it, other] = [await scene(), await scene()];
    const person = await signIn(it);
    const sid = await sidOf(it);
    expect(await send(other.logoutUrl, await tokenOf(other, { sid, sub: undefined }))).toEqual(DONE);
    expect(await send(other.logoutUrl, await tokenOf(other, { sub: it.subject }))).toEqual(DONE);
    expect(await isSignedIn(it, person)).toBe(true);
  });

  it('ends a sign-in that waits for a further step, whether it names the session or the person', async () => {
    const it = await scene();
    await signIn(it);
    const app = await addApp(service, await personOf(it));
    for (const [at, namesSession] of [false, true].entries()) {
      const visitor = newVisitor();
      const redirect = await visitor.follow(await visitor.open(it.client.clientId), `/to/${it.providerId}`);
      const callback = await visitor.signInThere(redirect, it.there.loginName);
      const waiting = await visitor.here.open(callback);
      expect(waiting.html).toContain('One more step');
      expect(await send(it.logoutUrl, await tokenOf(it, namesSession ? { sid: await sidThere(it) } : {}))).toEqual(DONE);
      // Each code is used once.
      const page = await fill(visitor.here, waiting, { code: app.code(at) });
      expect(page.url).not.toContain(REDIRECT_URI);
      expect(await isSignedIn(it, { visitor, code: '' })).toBe(false);
    }
  });

  it('ends a session that is being stored at the same moment', async () => {
    const it = await scene();
    const interactions = service.get(Interactions);
    const finish = interactions.finish.bind(interactions);
    vi.spyOn(interactions, 'finish').mockImplementationOnce(async (...finished) => {
      // After the last look at what has ended, and before the session is stored.
      expect(await send(it.logoutUrl, await tokenOf(it))).toEqual(DONE);
      return finish(...finished);
    });
    const person = await signIn(it);
    expect((await redeem(service, it.client, person.code)).body).toMatchObject({ error: 'invalid_grant' });
    expect(await isSignedIn(it, person)).toBe(false);
  });

  it('ends no sign-in that the directory confirms after it', async () => {
    const it = await scene();
    await signIn(it);
    expect(await send(it.logoutUrl, await tokenOf(it))).toEqual(DONE);
    expect(await isSignedIn(it, await signIn(it))).toBe(true);
  });

  it('is not lost if this process fails before the sessions have ended', async () => {
    const it = await scene();
    const person = await signIn(it);
    const token = await tokenOf(it);
    vi.spyOn(service.get(SessionEnd), 'endSession').mockRejectedValueOnce(new Error('the database is gone'));
    expect((await send(it.logoutUrl, token)).status).toBe(500);
    expect(await isSignedIn(it, person)).toBe(true);
    expect(await send(it.logoutUrl, token)).toEqual(DONE);
    expect(await isSignedIn(it, person)).toBe(false);
    expect(await send(it.logoutUrl, token)).toEqual(REFUSED);
  });

  it('is used once', async () => {
    const it = await scene();
    const token = await tokenOf(it);
    expect(await send(it.logoutUrl, token)).toEqual(DONE);
    const person = await signIn(it);
    expect(await send(it.logoutUrl, token)).toEqual(REFUSED);
    expect(await isSignedIn(it, person)).toBe(true);
  });

  it('is what the specification says: no ID token, and of this provider for this service, now', async () => {
    const it = await scene();
    const person = await signIn(it);
    const other = await scene();
    const now = at.get(Clock).nowSeconds();
    const refused: Record<string, string> = {
      'an ID token': await tokenOf(it, { events: undefined, nonce: 'n' }, 'JWT'),
      'one without an event': await tokenOf(it, { events: {} }),
      'one with a nonce': await tokenOf(it, { nonce: 'n' }),
      'an access token by its type': await tokenOf(it, {}, 'at+jwt'),
      'for another client': await tokenOf(it, { aud: other.clientId }),
      'of another issuer': await tokenOf(it, { iss: service.url }),
      'without an id': await tokenOf(it, { jti: undefined }),
      'about nobody': await tokenOf(it, { sub: undefined }),
      'without an end': await tokenOf(it, { exp: undefined }),
      'that has expired': await tokenOf(it, { iat: now - 200, exp: now - 100 }),
      'that is old': await tokenOf(it, { iat: now - 1_000 }),
      'from the future': await tokenOf(it, { iat: now + 100, exp: now + 200 }),
      'with a changed signature': `${(await tokenOf(it)).slice(0, -8)}AAAAAAAA`,
      'that is not signed': `${(await tokenOf(it)).split('.').slice(0, 2).join('.')}.`,
      'that is no token': 'x',
    };
    for (const [what, token] of Object.entries(refused)) expect(await send(it.logoutUrl, token), what).toEqual(REFUSED);
    const key = (await service.get(SigningKeys).currentKeySet()).signers.get('RS256');
    const forged = key && signJws(key, 'logout+jwt', decodeJwt(await tokenOf(it)));
    expect(await send(it.logoutUrl, forged ?? ''), 'signed by another').toEqual(REFUSED);
    expect(await isSignedIn(it, person)).toBe(true);
    expect(await send(it.logoutUrl, await tokenOf(it, {}, 'JWT')), 'without a type of its own').toEqual(DONE);
    expect(await isSignedIn(it, person)).toBe(false);
  });

  it('has a provider to go to, and is short', async () => {
    const it = await scene();
    expect(await send(it.logoutUrl.replace(it.providerId, randomUUID()), await tokenOf(it))).toEqual(REFUSED);
    expect((await send(it.logoutUrl, 'x'.repeat(20_000))).status).toBe(413);
  });
});
