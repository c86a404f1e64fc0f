// Where the people of an organization are signed in: administrators see it and end it.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { addClient, type Client } from '../support/clients.js';
import { signIn, userinfo, type SignedIn } from '../support/oauth.js';
import { createOrganization, eventsOf } from '../support/people.js';
import { createServiceUser } from '../support/service-users.js';
import { startService, type TestService } from '../support/service.js';
import { makeWorld, type World } from '../support/world.js';

let service: TestService;
let world: World;
let other: World;
let client: Client;
let path: string;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  world = await makeWorld(service);
  other = await makeWorld(service);
  client = await addClient(world, { type: 'userAgent' });
  path = `/admin/v1/organizations/${world.organization.id}/sessions`;
});

const list = async (query = '') => (await service.call('GET', `${path}${query}`)).body;
const idsOf = ({ sessions }: { sessions: Array<{ sessionId: string }> }) => sessions.map(({ sessionId }) => sessionId);
const alive = async ({ tokens }: SignedIn) => (await userinfo(service, tokens.access_token)).status;
const second = async () => {
  const person = await world.addPerson({});
  return {
    person,
    signed: await signIn(service, { loginName: `${person.userName}@${world.organization.primaryDomain}` }, client),
  };
};

describe('the sessions of an organization', () => {
  it('are those of its people, in the order of their use, filtered by person and time, counted and paged', async () => {
    await signIn(service, world, client);
    service.get(Clock).advance(120_000);
    const { person } = await second();
    await signIn(service, other, await addClient(other, { type: 'userAgent' }));
    const all = await list('?total=true');
    expect(all.sessions.map(({ userId }: { userId: string }) => userId)).toEqual([world.person.id, person.id]);
    expect(all.total).toBe(2);
    const [first, last] = idsOf(all);
    expect(idsOf(await list('?sort=-lastUsedAt'))).toEqual([last, first]);
    expect(idsOf(await list(`?userId=${person.id}`))).toEqual([last]);
    const between = new Date((Date.parse(all.sessions[0].lastUsedAt) + Date.parse(all.sessions[1].lastUsedAt)) / 2).toISOString();
    expect(idsOf(await list(`?usedAfter=${between}`))).toEqual([last]);
    expect(idsOf(await list(`?usedBefore=${between}`))).toEqual([first]);
    const page = await list('?limit=1');
    expect(idsOf(page)).toEqual([first]);
    expect(idsOf(await list(`?limit=1&cursor=${page.nextCursor}`))).toEqual([last]);
    const own = (await service.call('GET', path.replace('/sessions', `/people/${person.id}/sessions`))).body.sessions;
    expect(own.map(({ sessionId }: { sessionId: string }) => sessionId)).toEqual([last]);
  });

  it('are read one by one, while they live, in their organization', async () => {
    await signIn(service, world, client);
    const [session] = (await list()).sessions;
    expect(await list(`/${session.sessionId}`)).toEqual(session);
    const theirs = `${path.replace(world.organization.id, other.organization.id)}/${session.sessionId}`;
    for (const wrong of [theirs, `${path}/nowhere`]) expect((await service.call('GET', wrong)).body.code).toBe('session.notFound');
    await service.call('DELETE', `${path}/${session.sessionId}`);
    expect((await service.call('GET', `${path}/${session.sessionId}`)).status).toBe(404);
  });

  it('end one by one, with an event, and what else is signed in stays', async () => {
    const one = await signIn(service, world, client);
    const [sessionId] = idsOf(await list());
    const { signed } = await second();
    expect((await service.call('DELETE', `${path}/${sessionId}`)).status).toBe(204);
    expect([await alive(one), await alive(signed)]).toEqual([401, 200]);
    expect((await service.call('DELETE', `${path}/${sessionId}`)).status).toBe(404);
    expect((await eventsOf(service, world.person.id)).findLast(({ type }) => type === 'user.session.ended')?.payload).toEqual({
      session: sessionId,
      reason: 'endedByAdministrator',
    });
    expect((await list()).sessions).toHaveLength(1);
  });

  it('end all at once; a dry run ends none; those of other organizations stay', async () => {
    const one = await signIn(service, world, client);
    const { signed } = await second();
    const theirs = await signIn(service, other, await addClient(other, { type: 'userAgent' }));
    expect((await service.call('DELETE', `${path}?dryRun=true`)).body).toEqual({ signedOut: 2, kept: 0 });
    expect([await alive(one), await alive(signed)]).toEqual([200, 200]);
    expect((await service.call('DELETE', path)).body).toEqual({ signedOut: 2, kept: 0 });
    expect([await alive(one), await alive(signed), await alive(theirs)]).toEqual([401, 401, 200]);
    expect((await list('?total=true')).total).toBe(0);
  });

  it('of a stronger administrator stay, and no stranger sees or ends any', async () => {
    const one = await signIn(service, world, client);
    await service.call('POST', '/admin/v1/members', { userId: world.person.id, role: 'IAM_OWNER' });
    const manager = await createServiceUser(service, world.organization.id, 'ORG_USER_MANAGER');
    const [sessionId] = idsOf(await list());
    const as = (token: string, method: string, to = path) => service.call(method, to, undefined, { token });
    expect((await as(manager.token, 'DELETE', `${path}/${sessionId}`)).status).toBe(403);
    expect((await as(manager.token, 'DELETE')).body).toEqual({ signedOut: 0, kept: 1 });
    expect(await alive(one)).toBe(200);
    const stranger = await createServiceUser(service, await createOrganization(service), 'ORG_OWNER');
    for (const method of ['GET', 'DELETE']) expect((await as(stranger.token, method)).status).toBe(404);
    const theirs = `/admin/v1/organizations/${other.organization.id}/sessions/${sessionId}`;
    expect((await service.call('DELETE', theirs)).status).toBe(404);
  });

  it('do not show those of people who were deactivated', async () => {
    await signIn(service, world, client);
    await service.call('POST', path.replace('/sessions', `/people/${world.person.id}/_deactivate`));
    expect((await list('?total=true')).total).toBe(0);
  });
});
