// What administrators do about an account: locks, deactivation, temporary passwords, and what each ends.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Browser } from '../support/browser.js';
import { addClient, type Client } from '../support/clients.js';
import { authorizeUrl, refresh, signIn, userinfo } from '../support/oauth.js';
import { eventsOf, patchOf, usersPath } from '../support/people.js';
import { startService, type TestService } from '../support/service.js';
import { makeWorld, PASSWORD, type World } from '../support/world.js';

const TEMPORARY = 'Only-for-Today-1';
let service: TestService;
let world: World;
let client: Client;
let path: string;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  world = await makeWorld(service);
  client = await addClient(world, { type: 'userAgent' });
  path = `/admin/v1/organizations/${world.organization.id}/people/${world.person.id}`;
});

const act = (action: string, body?: unknown) => service.call('POST', `${path}/${action}`, body);
const typesOf = async () => (await eventsOf(service, world.person.id)).map(({ type }) => type);

/** Where a sign-in with a password ends: at the application, or on a page. */
async function trySignIn(password = PASSWORD) {
  const browser = new Browser(service.url);
  const page = await browser.open(authorizeUrl(service.url, client.clientId, 'openid'));
  return browser.submit(page, world.loginName, password);
}
const isSignedIn = async (password?: string) => (await trySignIn(password)).page === undefined;

describe.each([
  ['_lock', '_unlock', 'user.locked', 'user.unlocked'],
  ['_deactivate', '_reactivate', 'user.deactivated', 'user.reactivated'],
])('%s', (out, back, outEvent, backEvent) => {
  it('ends sessions and tokens for good and keeps the person out until the way back', async () => {
    const { tokens, browser } = await signIn(service, world, client, 'openid offline_access');
    const answer = await act(out);
    expect([answer.status, answer.body]).toEqual([200, (await service.call('GET', path)).body]);
    expect(answer.body).toMatchObject(out === '_lock' ? { locked: true, state: 'active' } : { locked: false, state: 'inactive' });
    expect((await userinfo(service, tokens.access_token)).status).toBe(401);
    expect((await refresh(service, client, tokens.refresh_token)).body.error).toBe('invalid_grant');
    expect(await isSignedIn()).toBe(false);

    expect((await act(back)).body).toMatchObject({ userId: world.person.id, locked: false, state: 'active' });
    expect((await userinfo(service, tokens.access_token)).status).toBe(401);
    expect((await refresh(service, client, tokens.refresh_token)).body.error).toBe('invalid_grant');
    expect((await browser.open(authorizeUrl(service.url, client.clientId, 'openid', { prompt: 'none' }))).url).toContain('login_required');
    expect(await isSignedIn()).toBe(true);
    expect(await typesOf()).toEqual(expect.arrayContaining([outEvent, 'user.session.ended', backEvent]));
  });

  it('done twice is done once', async () => {
    for (const action of [out, out, back, back]) expect((await act(action)).status).toBe(200);
    const types = await typesOf();
    for (const type of [outEvent, backEvent]) expect(types.filter((one) => one === type)).toHaveLength(1);
  });

  it('is refused for the last owner of the organization', async () => {
    const member = { userId: world.person.id, role: 'ORG_OWNER' };
    await service.call('POST', `/admin/v1/organizations/${world.organization.id}/members`, member);
    const answer = await act(out);
    expect([answer.status, answer.body.code]).toEqual([409, 'membership.lastOwner']);
    expect(await isSignedIn()).toBe(true);
    expect(await typesOf()).not.toContain(outEvent);
  });
});

describe('a lock', () => {
  it('is neither seen nor undone by a directory', async () => {
    await act('_lock');
    const scim = `${usersPath(service, world.organization.id)}/${world.person.id}`;
    expect((await service.call('GET', scim)).body.active).toBe(true);
    for (const active of [false, true])
      expect((await service.call('PATCH', scim, patchOf({ op: 'replace', path: 'active', value: active }))).status).toBeLessThan(300);
    expect(await isSignedIn()).toBe(false);
    const { body } = await service.call('GET', path);
    expect(body).toMatchObject({ state: 'active', locked: true, lockedAt: expect.any(String) });
  });

  it('says in its event who set it: an administrator, or wrong passwords', async () => {
    await act('_lock');
    await act('_unlock');
    await service.call('PUT', `/admin/v1/organizations/${world.organization.id}/policies/lockout`, { maxAttempts: 2, lockSeconds: 600 });
    for (let attempt = 0; attempt < 2; attempt++) await trySignIn('Wrong-Password-1');
    const locks = (await eventsOf(service, world.person.id)).filter(({ type }) => type === 'user.locked');
    expect(locks.map(({ payload }) => payload)).toEqual([{ reason: 'administrator' }, { reason: 'wrongPasswords' }]);
    expect((await service.call('GET', `${path}/lock`)).body).toEqual({ locked: false, refusedUntil: expect.any(String) });
    await act('_unlock');
    expect((await service.call('GET', `${path}/lock`)).body).toEqual({ locked: false });
    expect(await isSignedIn()).toBe(true);
  });

  it('is not ended by a new password', async () => {
    await act('_lock');
    expect((await act('_set-temporary-password', { password: TEMPORARY })).status).toBe(204);
    expect(await isSignedIn(TEMPORARY)).toBe(false);
    expect((await service.call('GET', path)).body.locked).toBe(true);
  });

  it('keeps an invitation from being sent', async () => {
    const { body } = await service.call('POST', `/admin/v1/organizations/${world.organization.id}/people`, {
      userName: 'locked',
      givenName: 'Locked',
      familyName: 'Out',
      emails: [{ value: 'locked@elsewhere.example' }],
    });
    const invited = `/admin/v1/organizations/${world.organization.id}/people/${body.userId}`;
    await service.call('POST', `${invited}/_lock`);
    const answer = await service.call('POST', `${invited}/_invite`);
    expect([answer.status, answer.body.code]).toEqual([409, 'person.locked']);
  });
});

describe('a temporary password', () => {
  it('signs the person in once it has been changed; sessions, tokens and the old password are over', async () => {
    const { tokens } = await signIn(service, world, client, 'openid offline_access');
    expect((await act('_set-temporary-password', { password: TEMPORARY })).status).toBe(204);
    expect((await service.call('GET', path)).body.password.changeRequired).toBe(true);
    expect((await userinfo(service, tokens.access_token)).status).toBe(401);
    expect(await isSignedIn(PASSWORD)).toBe(false);
    const page = await trySignIn(TEMPORARY);
    expect(page.html).toContain('name="newPassword"');
    const events = await eventsOf(service, world.person.id);
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['user.human.password.changed', 'user.human.password.change.required']),
    );
  });

  it('ends a lock after wrong passwords', async () => {
    await service.call('PUT', `/admin/v1/organizations/${world.organization.id}/policies/lockout`, { maxAttempts: 2, lockSeconds: 600 });
    for (let attempt = 0; attempt < 2; attempt++) await trySignIn('Wrong-Password-1');
    expect(await isSignedIn()).toBe(false);
    await act('_set-temporary-password', { password: TEMPORARY });
    expect((await trySignIn(TEMPORARY)).html).toContain('name="newPassword"');
  });

  it('follows the password policy', async () => {
    const answer = await act('_set-temporary-password', { password: 'weak' });
    expect([answer.status, answer.body.code, answer.body.field]).toEqual([400, 'password.weak', 'password']);
  });
});
