// Signing out while other requests of the session are under way: it ends once, and none of them brings it back.
import { describe, expect, it } from 'vitest';
import type { NewApplication } from '../../src/oidc/clients/application.js';
import {
  authorizeUrl,
  claimsOf,
  codeIn,
  redeem,
  refresh,
  sessionsOf,
  signInToNewClient,
  userinfo,
  type SignedIn,
} from '../support/oauth.js';
import { eventsOf } from '../support/people.js';
import { service, useWorld, world } from '../support/use-world.js';

useWorld();

const enter = (input: Partial<NewApplication> = {}, scope?: string) => signInToNewClient(service, world, input, scope);
const signOut = ({ browser, tokens }: SignedIn) => browser.open(`${service.url}/oidc/v1/end_session?id_token_hint=${tokens.id_token}`);

it('the log says once of five sign-outs at the same moment that the session ended, and holds no secret of it', async () => {
  const user = await world.addPerson({ userName: 'logged' });
  const loginName = `logged@${world.organization.primaryDomain}`;
  const person = await signInToNewClient(service, { ...world, loginName });
  await Promise.all(Array.from({ length: 5 }, () => signOut(person)));
  const events = (await eventsOf(service, user.id)).filter(({ type }) => type.startsWith('user.session.'));
  expect(events.map(({ type }) => type)).toEqual(['user.session.added', 'user.session.ended']);
  const [added, ended] = events.map(({ payload }) => payload);
  expect(ended).toEqual({ session: added?.['session'], reason: 'signedOut' });
  expect(JSON.stringify(events)).not.toContain(claimsOf(person.tokens.id_token)['sid']);
});

describe('a sign-out among fifty others leaves nothing of the session alive', () => {
  const among = <T>(request: (i: number) => Promise<T>, person: SignedIn) =>
    Promise.all(Array.from({ length: 50 }, (_, i) => (i === 25 ? signOut(person).then(() => undefined) : request(i))));

  it.each(['opaque', 'jwt'] as const)('refreshes (%s)', async (accessTokenType) => {
    const people: SignedIn[] = [];
    const person = await enter({ accessTokenType });
    const { clientId } = person.client;
    people.push(person);
    for (let i = 1; i < 10; i++) {
      const { url } = await person.browser.open(authorizeUrl(service.url, clientId, 'openid offline_access', { prompt: 'none' }));
      people.push({ ...person, tokens: (await redeem(service, person.client, codeIn(url))).body });
    }
    const { body: before } = await refresh(service, person.client, people[0]?.tokens.refresh_token);
    const answers = await among((i) => {
      const token = i % 10 === 0 ? before.refresh_token : people[i % 10]?.tokens.refresh_token;
      return refresh(service, person.client, token);
    }, person);
    for (const { tokens } of people) expect((await userinfo(service, tokens.access_token)).status).toBe(401);
    expect((await userinfo(service, before.access_token)).status).toBe(401);
    // What was refreshed after the sign-out is alive, and belongs to nothing; what was before is dead.
    for (const { body } of answers.flatMap((given) => (given?.status === 200 ? [given] : []))) {
      const alive = (await userinfo(service, body.access_token)).status === 200;
      if (alive) expect(claimsOf(body.id_token)).not.toHaveProperty('sid');
    }
    expect(await sessionsOf(service, person)).toEqual([{ session_uid: null }]);
  });

  it.each(['openid', 'openid offline_access'])('redemptions of codes (%s)', async (scope) => {
    const person = await enter();
    const callbacks: string[] = [];
    for (let i = 0; i < 50; i++)
      callbacks.push((await person.browser.open(authorizeUrl(service.url, person.client.clientId, scope, { prompt: 'none' }))).url);
    const answers = await among((i) => redeem(service, person.client, codeIn(callbacks[i] ?? '')), person);
    for (const { body, status } of answers.flatMap((given) => (given ? [given] : []))) {
      if (status === 200) expect((await userinfo(service, body.access_token)).status).toBe(401);
      else expect(body.error).toBe('invalid_grant');
    }
    expect(await sessionsOf(service, person)).toEqual([{ session_uid: null }]);
  });

  it('authorizations, none of which brings the session back', async () => {
    // A person of its own: the tests above have used up what one account may sign in within the window.
    await world.addPerson({ userName: 'authorizing' });
    const person = await signInToNewClient(service, { ...world, loginName: `authorizing@${world.organization.primaryDomain}` });
    const cookie = person.browser.cookieHeader('/oauth/v2/authorize');
    const url = authorizeUrl(service.url, person.client.clientId, 'openid', { prompt: 'none' });
    const ask = async () => (await fetch(url, { headers: { cookie }, redirect: 'manual' })).headers.get('location') ?? '';
    const locations = (await among(ask, person)).flatMap((location) => (location === undefined ? [] : [location]));
    for (const location of locations) {
      const { searchParams } = new URL(location);
      if (!searchParams.has('code')) expect(searchParams.get('error')).toBe('login_required');
      else expect((await redeem(service, person.client, codeIn(location))).body.error).toBe('invalid_grant');
    }
    expect(new URL(await ask()).searchParams.get('error')).toBe('login_required');
    expect(await sessionsOf(service, person)).toEqual([{ session_uid: null }]);
  });
});
