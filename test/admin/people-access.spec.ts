// Where people are signed in and what applications hold of them: administrators see it and end it.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addClient, type Client } from '../support/clients.js';
import { authorizeUrl, refresh, signIn, userinfo, type SignedIn } from '../support/oauth.js';
import { eventsOf } from '../support/people.js';
import { createServiceUser } from '../support/service-users.js';
import { sharedService } from '../support/shared-service.js';
import type { TestService } from '../support/service.js';
import { makeWorld, type World } from '../support/world.js';

const OFFLINE = 'openid email offline_access';
let service: TestService;
let world: World;
let client: Client;
let path: string;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  world = await makeWorld(service);
  client = await addClient(world, { name: 'Portal', type: 'userAgent' });
  path = `/admin/v1/organizations/${world.organization.id}/people/${world.person.id}`;
});

const get = async (what: string) => (await service.call('GET', `${path}/${what}`)).body;
const end = async (what: string) => (await service.call('DELETE', `${path}/${what}`)).status;
const userinfoStatus = async ({ tokens }: SignedIn) => (await userinfo(service, tokens.access_token)).status;
const refreshed = async ({ tokens, client: of }: SignedIn) => (await refresh(service, of, tokens.refresh_token)).status;
const isSignedIn = async ({ browser }: SignedIn) =>
  !(await browser.open(authorizeUrl(service.url, client.clientId, 'openid', { prompt: 'none' }))).url.includes('login_required');
const lastEvent = async (type: string) => (await eventsOf(service, world.person.id)).findLast((event) => event.type === type);

describe('sessions of a person', () => {
  it('are listed with their times, the last used first', async () => {
    expect((await get('sessions')).sessions).toEqual([]);
    for (let i = 0; i < 2; i++) await signIn(service, world, client);
    const { sessions } = await get('sessions');
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
    const session = { sessionId: expect.stringMatching(/^[\w-]{22}$/), startedAt: time, lastUsedAt: time };
    expect(sessions).toEqual([session, session]);
    expect(sessions[0].lastUsedAt >= sessions[1].lastUsedAt).toBe(true);
  });

  it('are read one by one, of that person alone', async () => {
    const signed = await signIn(service, world, client);
    const [session] = (await get('sessions')).sessions;
    expect(await get(`sessions/${session.sessionId}`)).toEqual(session);
    const somebody = path.replace(world.person.id, (await world.addPerson({ userName: 'somebody' })).id);
    const elsewhere = path.replace(world.organization.id, (await makeWorld(service)).organization.id);
    for (const wrong of [
      `${somebody}/sessions/${session.sessionId}`,
      `${elsewhere}/sessions/${session.sessionId}`,
      `${path}/sessions/nowhere`,
    ])
      expect((await service.call('GET', wrong)).status, wrong).toBe(404);
    await end('sessions');
    expect(await isSignedIn(signed)).toBe(false);
    expect((await service.call('GET', `${path}/sessions/${session.sessionId}`)).body.code).toBe('session.notFound');
  });

  it('end one by one, and what else is signed in stays', async () => {
    const one = await signIn(service, world, client, OFFLINE);
    const [{ sessionId }] = (await get('sessions')).sessions;
    const other = await signIn(service, world, client, OFFLINE);
    expect(await end(`sessions/${sessionId}`)).toBe(204);
    expect([await isSignedIn(one), await isSignedIn(other)]).toEqual([false, true]);
    expect([await userinfoStatus(one), await userinfoStatus(other)]).toEqual([401, 200]);
    expect((await get('sessions')).sessions).toHaveLength(1);
    expect(await end(`sessions/${sessionId}`)).toBe(404);
    const event = await lastEvent('user.session.ended');
    expect(event?.payload).toEqual({ session: sessionId, reason: 'endedByAdministrator' });
  });

  it('end all at once, and their events name who did it', async () => {
    const all = [await signIn(service, world, client), await signIn(service, world, client)];
    const { userId, token } = await createServiceUser(service, world.organization.id, 'ORG_USER_MANAGER');
    expect((await service.call('DELETE', `${path}/sessions`, undefined, { token })).status).toBe(204);
    for (const one of all) expect([await isSignedIn(one), await userinfoStatus(one)]).toEqual([false, 401]);
    expect((await get('sessions')).sessions).toEqual([]);
    const { body } = await service.call('POST', '/admin/v1/events/_search', {
      aggregateId: world.person.id,
      eventTypes: ['user.session.ended'],
    });
    expect(body.events.map(({ editor }: { editor: { userId: string } }) => editor.userId)).toEqual([userId, userId]);
  });
});

describe('grants of a person', () => {
  it('are listed by application: since when, with which scopes, and when used', async () => {
    expect((await get('grants')).grants).toEqual([]);
    const { tokens } = await signIn(service, world, client, OFFLINE);
    await signIn(service, world, client, 'openid profile');
    await signIn(service, world, await addClient(world, { name: 'Accounting', type: 'userAgent' }));
    await refresh(service, client, tokens.refresh_token);
    const { grants } = await get('grants');
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
    expect(grants).toEqual([
      { clientId: expect.any(String), application: 'Accounting', scopes: ['openid'], since: time, lastUsedAt: time },
      { clientId: client.clientId, application: 'Portal', scopes: expect.any(Array), since: time, lastUsedAt: time },
    ]);
    expect(grants[1].scopes.toSorted()).toEqual(['email', 'offline_access', 'openid', 'profile']);
    expect(grants[1].lastUsedAt > grants[1].since).toBe(true);
  });

  it('are read one by one, of that person alone', async () => {
    await signIn(service, world, client, OFFLINE);
    await signIn(service, world, await addClient(world, { name: 'Accounting', type: 'userAgent' }));
    const [, grant] = (await get('grants')).grants;
    expect(await get(`grants/${client.clientId}`)).toEqual(grant);
    const somebody = path.replace(world.person.id, (await world.addPerson({ userName: 'somebody' })).id);
    for (const wrong of [`${somebody}/grants/${client.clientId}`, `${path}/grants/nowhere`])
      expect((await service.call('GET', wrong)).body.code, wrong).toBe('grant.notFound');
  });

  it('end one by one: the refresh and access tokens of that application are dead, others live', async () => {
    const one = await signIn(service, world, client, OFFLINE);
    const other = await signIn(service, world, await addClient(world, { name: 'Other', type: 'userAgent' }), OFFLINE);
    expect(await end(`grants/${client.clientId}`)).toBe(204);
    expect([await userinfoStatus(one), await refreshed(one)]).toEqual([401, 400]);
    expect([await userinfoStatus(other), await refreshed(other)]).toEqual([200, 200]);
    expect((await get('grants')).grants).toHaveLength(1);
    expect(await end(`grants/${client.clientId}`)).toBe(404);
    expect((await lastEvent('user.grant.revoked'))?.payload).toEqual({ clientId: client.clientId });
  });

  it('are not ended by a dry run', async () => {
    const session = await signIn(service, world, client, OFFLINE);
    for (const what of ['grants', `grants/${client.clientId}`, 'tokens', 'sessions']) expect(await end(`${what}?dryRun=true`)).toBe(204);
    expect([await userinfoStatus(session), await isSignedIn(session)]).toEqual([200, true]);
  });

  it('end all at once, and the session stays', async () => {
    const one = await signIn(service, world, client, OFFLINE);
    const other = await signIn(service, world, await addClient(world, { type: 'userAgent' }), OFFLINE);
    expect(await end('grants')).toBe(204);
    for (const each of [one, other]) expect([await userinfoStatus(each), await refreshed(each)]).toEqual([401, 400]);
    expect((await get('grants')).grants).toEqual([]);
    expect(await isSignedIn(one)).toBe(true);
    expect(await end('grants')).toBe(204);
  });
});

describe('tokens of a person', () => {
  it('are all revoked at once; the session stays and can get new ones', async () => {
    const before = await signIn(service, world, client, OFFLINE);
    expect(await end('tokens')).toBe(204);
    expect([await userinfoStatus(before), await refreshed(before)]).toEqual([401, 400]);
    expect(await isSignedIn(before)).toBe(true);
    expect(await userinfoStatus(await signIn(service, world, client))).toBe(200);
    expect(await lastEvent('user.tokens.revoked')).toBeDefined();
  });

  it('that there are none of leave no event', async () => {
    expect(await end('tokens')).toBe(204);
    expect(await lastEvent('user.tokens.revoked')).toBeUndefined();
  });
});

describe('access of somebody with a role in the whole service', () => {
  it.each(['sessions', 'grants', 'tokens'])('%s is not ended by a manager of the organization', async (what) => {
    await service.call('POST', '/admin/v1/members', { userId: world.person.id, role: 'IAM_OWNER_VIEWER' });
    const { token } = await createServiceUser(service, world.organization.id, 'ORG_USER_MANAGER');
    const session = await signIn(service, world, client, OFFLINE);
    const answer = await service.call('DELETE', `${path}/${what}`, undefined, { token });
    expect([answer.status, answer.body.code]).toEqual([403, 'access.strongerUser']);
    expect(await userinfoStatus(session)).toBe(200);
  });
});
