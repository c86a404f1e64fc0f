// A token that was exchanged is a child of what it was made from, and whoever acts must be allowed to with every use
// (docs/adr/0023-exchanged-tokens-have-a-parent.md).
import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { Database } from '../../src/common/database/database.js';
import { EventSearch } from '../../src/users/events/event-search.service.js';
import { Memberships } from '../../src/users/roles/memberships/memberships.service.js';
import { Policies } from '../../src/users/organizations/policies/policies.service.js';
import { ServiceUserCredentials } from '../../src/users/directory/service-users/service-user-credentials.service.js';
import type { ServiceUser } from '../../src/users/directory/service-users/service-users.repository.js';
import { Consents } from '../../src/oidc/consents/consents.service.js';
import { Browser } from '../support/browser.js';
import { addKey, assertionOf, JWT_PROFILE, type Client, type Credentials } from '../support/clients.js';
import {
  authorizeUrl,
  clientToken,
  codeIn,
  introspect,
  post,
  redeem,
  refresh as refreshAt,
  signIn,
  type SignedIn,
} from '../support/oauth.js';
import { addServiceUser } from '../support/service-users.js';
import { addActor, addExchanger, allowImpersonation, exchange, type ActorUser } from '../support/token-exchange.js';
import { service, useWorld, world } from '../support/use-world.js';
import { makeWorld, PASSWORD, type World } from '../support/world.js';
import { startService } from '../support/service.js';

useWorld(startService);

let app: Client;
let count = 0;
beforeAll(async () => {
  app = await addExchanger(world);
  await allowImpersonation(service, world);
});

const ROLE = 'ORG_END_USER_IMPERSONATOR';
const refresh = (token: string, client = app) => refreshAt(service, client, token);
const isActive = async (token: string, client = app) => (await introspect(service, client, token)).body.active as boolean;
const users = () => service.get(ServiceUserCredentials);
const ofProject = () => `openid urn:gatehouse:iam:org:project:id:${world.projectId}:aud`;
const revoke = (token: string, client: Credentials = app) => post(service, '/oauth/v2/revoke', { token }, client);
/** Takes the role away that somebody acts by. */
const dismiss = ({ user }: ActorUser) => service.get(Memberships).removeFromOrganization(world.organization, user, ROLE, 'test');

async function newPerson() {
  const person = await world.addPerson({ userName: `child-${++count}` });
  return { ...person, loginName: world.loginName.replace('bjensen', person.userName) };
}

/** Somebody acts for a person with a refresh token. */
async function delegate(by?: ActorUser) {
  const person = await newPerson();
  const actor = by ?? (await addActor(service, world, ROLE));
  const own = await signIn(service, person, app, 'openid email offline_access');
  const { status, body } = await exchange(service, app, ['access_token', own.tokens.access_token], ['access_token', actor.token]);
  expect([status, typeof body.refresh_token]).toEqual([200, 'string']);
  return { person, actor, own, tokens: body };
}

describe('who acts must be allowed to with every use', () => {
  it.each<[string, (world: World, acting: Awaited<ReturnType<typeof delegate>>) => Promise<unknown>]>([
    ['the role of the actor', (_, { actor }) => dismiss(actor)],
    [
      'the policy of the organization',
      async () => service.get(Policies).set(world.organization.no, 'impersonation', { enabled: false }, 'test'),
    ],
    // The organization still allows it by itself.
    ['the policy of the service', async () => service.get(Policies).set(0, 'impersonation', { enabled: false }, 'test')],
    ['the feature', async () => service.get(Policies).setFeatures({ oidcTokenExchange: false }, 'test')],
    [
      'the weakness of the subject',
      async (_, { person }) =>
        service
          .get(Database)
          .write('test', (tx) =>
            service.get(Memberships).addToOrganization(tx, world.organization, { ...person, kind: 'person' } as never, 'ORG_OWNER', 'test'),
          ),
    ],
    ['the token of the actor', async (_, { actor }) => expect((await revoke(actor.token, actor.user)).status).toBe(200)],
  ])('and loses everything with %s', async (_, takeAway) => {
    const acting = await delegate();
    const again = (await exchange(service, app, ['access_token', acting.tokens.access_token])).body;
    expect([await isActive(acting.tokens.access_token), await isActive(again.access_token)]).toEqual([true, true]);
    await takeAway(world, acting);
    try {
      expect([await isActive(acting.tokens.access_token), await isActive(again.access_token)]).toEqual([false, false]);
      expect((await refresh(acting.tokens.refresh_token)).body.error).toBe('invalid_grant');
      // The subject's own tokens go on.
      expect(await isActive(acting.own.tokens.access_token)).toBe(true);
    } finally {
      await allowImpersonation(service, world);
    }
    // What was lost does not come back with the right.
    expect((await refresh(acting.tokens.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('and an impersonated token cannot be exchanged on once the right is gone', async () => {
    const { actor, tokens } = await delegate();
    await dismiss(actor);
    expect((await exchange(service, app, ['access_token', tokens.access_token])).status).toBe(400);
    expect((await exchange(service, app, ['id_token', tokens.id_token])).status).toBe(400);
  });

  it('and leaves an event with every refresh', async () => {
    const { person, actor, tokens } = await delegate();
    expect((await refresh(tokens.refresh_token)).status).toBe(200);
    const { events } = await service.get(EventSearch).searchEvents({ types: ['user.impersonated'], ascending: false, limit: 2 });
    expect(events.map(({ payload }) => payload['refreshed'])).toEqual([true, undefined]);
    expect(events[0]).toMatchObject({ aggregate: { id: person.id }, editor: actor.user.id });
  });

  it('and a person as the actor loses it by signing out', async () => {
    const agent = await newPerson();
    await service
      .get(Database)
      .write('test', (tx) =>
        service.get(Memberships).addToOrganization(tx, world.organization, { ...agent, kind: 'person' } as never, ROLE, 'test'),
      );
    const signedIn = await signIn(service, agent, app, 'openid offline_access');
    const { tokens } = await delegate({ token: signedIn.tokens.access_token } as ActorUser);
    expect((await refresh(tokens.refresh_token)).status).toBe(200);
    await signedIn.browser.open(`${service.url}/oidc/v1/end_session?id_token_hint=${signedIn.tokens.id_token}`);
    expect(await isActive(tokens.access_token)).toBe(false);
  });

  it('and is listed on the own account, where the person ends it', async () => {
    const { person, actor, tokens } = await delegate();
    const browser = new Browser(service.url);
    await browser.submit(await browser.open(`${service.url}/account`), person.loginName, PASSWORD);
    const account = await browser.open(`${service.url}/account/delegations`);
    expect(account.html).toContain(actor.user.userName);
    const after = await browser.submitButton(account, 'End access');
    expect(after.html).not.toContain(actor.user.userName);
    expect(await isActive(tokens.access_token)).toBe(false);
    expect((await refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
    const { events } = await service.get(EventSearch).searchEvents({ types: ['user.impersonation.ended'], ascending: false, limit: 1 });
    expect(events[0]).toMatchObject({ aggregate: { id: person.id }, editor: person.id });
  });
});

describe('what was exchanged dies with what it was made from', () => {
  it('an access token with the single revocation of the one before it, and a refresh token too', async () => {
    const person = await newPerson();
    const { tokens } = await signIn(service, person, app, 'openid offline_access');
    const child = (await exchange(service, app, ['access_token', tokens.access_token])).body;
    const grandchild = (await exchange(service, app, ['access_token', child.access_token], undefined, { scope: 'openid' })).body;
    await revoke(tokens.access_token);
    expect([await isActive(child.access_token), await isActive(grandchild.access_token)]).toEqual([false, false]);
    expect((await refresh(child.refresh_token)).body.error).toBe('invalid_grant');
    // The authorization itself goes on (RFC 7009 section 2.1).
    expect((await refresh(tokens.refresh_token)).status).toBe(200);
  });

  it('a refresh token with the revocation, the replays and the withdrawn consent of the authorization', async () => {
    const other = await addExchanger(world);
    for (const end of [
      ({ tokens }: SignedIn) => revoke(tokens.refresh_token),
      async ({ tokens }: SignedIn) => {
        await refresh(tokens.refresh_token);
        service.get(Clock).advance(6_000);
        await refresh(tokens.refresh_token);
      },
      async ({ code }: SignedIn) => {
        service.get(Clock).advance(3_000);
        expect((await redeem(service, app, code)).body.error).toBe('invalid_grant');
      },
      async (_: SignedIn, person: { no: number; id: string }) => {
        const who = { userNo: person.no, userId: person.id };
        await service.get(Consents).giveConsent(who, { no: app.application.no, clientId: app.clientId }, 'openid');
        await service.get(Consents).withdrawConsent(who, app.clientId);
      },
    ]) {
      const person = await newPerson();
      const signedIn = await signIn(service, person, app, 'openid offline_access');
      const { access_token: token } = signedIn.tokens;
      const { body } = await exchange(service, other, ['access_token', token]);
      expect((await refresh(body.refresh_token, other)).status).toBe(200);
      const { body: second } = await exchange(service, other, ['access_token', token]);
      await end(signedIn, person);
      expect((await refresh(second.refresh_token, other)).body.error).toBe('invalid_grant');
      expect(await isActive(body.access_token, other)).toBe(false);
    }
  });

  it('a token whose scopes rest on the consent to the client that exchanged, with the withdrawal of that consent', async () => {
    const other = await addExchanger(world);
    const person = await newPerson();
    const who = { userNo: person.no, userId: person.id };
    const { tokens } = await signIn(service, person, app, 'openid');
    await service.get(Consents).giveConsent(who, { no: other.application.no, clientId: other.clientId }, 'openid email');
    const { body } = await exchange(service, other, ['id_token', tokens.id_token], undefined, { scope: 'openid email' });
    const child = (await exchange(service, app, ['access_token', body.access_token])).body;
    expect([body.scope, await isActive(body.access_token), await isActive(child.access_token)]).toEqual(['openid email', true, true]);
    await service.get(Consents).withdrawConsent(who, other.clientId);
    expect([await isActive(body.access_token), await isActive(child.access_token)]).toEqual([false, false]);
    expect(await isActive(tokens.access_token)).toBe(true);
  });

  it.each<[string, (signedIn: SignedIn, person: Pick<World, 'loginName'>) => Promise<unknown>]>([
    ['signs out', ({ browser, tokens }) => browser.open(`${service.url}/oidc/v1/end_session?id_token_hint=${tokens.id_token}`)],
    [
      'signs out everywhere else',
      async (_, person) => {
        const here = new Browser(service.url);
        await here.submit(await here.open(`${service.url}/account`), person.loginName, PASSWORD);
        await here.submitButton(await here.open(`${service.url}/account/sessions`), 'Sign out everywhere else');
      },
    ],
  ])('everything with the session, when the subject %s', async (_, end) => {
    const person = await newPerson();
    const [signedIn, elsewhere] = [await signIn(service, person, app, 'openid offline_access'), await addExchanger(world)];
    const { body: child } = await exchange(service, elsewhere, ['access_token', signedIn.tokens.access_token]);
    expect((await refresh(child.refresh_token, elsewhere)).status).toBe(200);
    const { body: unused } = await exchange(service, elsewhere, ['access_token', signedIn.tokens.access_token]);
    expect(await isActive(unused.access_token, elsewhere)).toBe(true);
    await end(signedIn, person);
    expect([await isActive(child.access_token, elsewhere), await isActive(unused.access_token, elsewhere)]).toEqual([false, false]);
    expect((await refresh(unused.refresh_token, elsewhere)).body.error).toBe('invalid_grant');
  });

  it('a chain of exchanges does not outlive the first token', async () => {
    const { user, token } = await addActor(service, world);
    const first = (await exchange(service, app, ['access_token', token])).body;
    service.get(Clock).advance(1_800_000);
    const second = (await exchange(service, app, ['access_token', first.access_token])).body;
    expect(user.id).toBeTruthy();
    expect(second.expires_in).toBeLessThanOrEqual(1_800);
    service.get(Clock).advance(1_810_000);
    expect(await isActive(second.access_token)).toBe(false);
  });

  it.each<[string, (user: ServiceUser) => Promise<{ token: string; remove: () => Promise<void> }>]>([
    [
      'personal access token',
      async (user) => {
        const { token, id } = await users().addPersonalAccessToken(user, { audience: [world.projectId] }, 'test');
        return { token, remove: () => users().removePersonalAccessToken(user, id, 'test') };
      },
    ],
    [
      'secret',
      async (user) => {
        const secret = await users().addSecret(user, 'test');
        return {
          token: await clientToken(service, secret, ofProject()),
          remove: () => users().removeSecret(user, secret.secretId, 'test'),
        };
      },
    ],
    [
      'key',
      async (user) => {
        const key = await addKey(service, user);
        const form = { grant_type: JWT_PROFILE, scope: ofProject(), assertion: await assertionOf(service, key, user.id) };
        const token = (await post(service, '/oauth/v2/token', form)).body.access_token as string;
        return { token, remove: () => users().removeKey(user, key.kid, 'test') };
      },
    ],
  ])('a token of a service user with the removal of the %s', async (_, obtain) => {
    const { token, remove } = await obtain(await addServiceUser(service, world));
    const { body } = await exchange(service, app, ['access_token', token]);
    expect(await isActive(body.access_token)).toBe(true);
    await remove();
    expect(await isActive(body.access_token)).toBe(false);
  });
});

it('a project that is granted no more is no audience of what was exchanged, nor of what is made of it by another exchange or a refresh', async () => {
  const other = await makeWorld(service);
  const theirs = await addExchanger(other);
  const grants = `/admin/v1/organizations/${other.organization.id}/projects/${other.projectId}/grants`;
  const { grantId } = (await service.call('POST', grants, { grantedOrgId: world.organization.id, roleKeys: [] })).body;
  const scope = `openid offline_access urn:gatehouse:iam:org:project:id:${other.projectId}:aud`;
  const { tokens } = await signIn(service, await newPerson(), app, scope);
  const child = (await exchange(service, app, ['access_token', tokens.access_token])).body;
  expect(await isActive(child.access_token, theirs)).toBe(true);
  expect((await service.call('DELETE', `${grants}/${grantId}`)).status).toBe(204);
  const later = [
    child,
    (await exchange(service, app, ['access_token', child.access_token])).body,
    (await exchange(service, app, ['access_token', tokens.access_token])).body,
    (await refresh(child.refresh_token)).body,
  ];
  for (const { access_token: token } of later) expect([await isActive(token, theirs), await isActive(token)]).toEqual([false, true]);
});

describe('an exchange never holds more than what was granted', () => {
  it('of an ID token the scopes of its authorization, and what the person agreed to', async () => {
    const asking = await addExchanger(world, { consentRequired: true });
    const person = await newPerson();
    const browser = new Browser(service.url);
    const asked = await browser.open(authorizeUrl(service.url, asking.clientId, 'openid'));
    const end = await browser.submitButton(await browser.submit(asked, person.loginName, PASSWORD), 'Allow');
    const { id_token: idToken } = (await redeem(service, asking, codeIn(end.url))).body;
    const more = { scope: 'openid profile email phone address' };
    expect((await exchange(service, asking, ['id_token', idToken], undefined, more)).body.error).toBe('invalid_scope');
    await service
      .get(Consents)
      .giveConsent({ userNo: person.no, userId: person.id }, { no: asking.application.no, clientId: asking.clientId }, 'openid email');
    const { body } = await exchange(service, asking, ['id_token', idToken], undefined, { scope: 'openid email' });
    expect(body.scope).toBe('openid email');
  });

  it('of somebody who is only named what they agreed to, where the application has to ask', async () => {
    const asking = await addExchanger(world, { consentRequired: true });
    const person = await newPerson();
    const actor = await addActor(service, world, ROLE);
    const named: [string, string] = ['user_id', person.id];
    const refused = await exchange(service, asking, named, ['access_token', actor.token], { scope: 'openid email' });
    expect(refused.body.error).toBe('invalid_scope');
  });

  it('and a refresh token only with offline_access', async () => {
    const person = await newPerson();
    const { tokens } = await signIn(service, person, app, 'openid');
    const actor = await addActor(service, world, ROLE);
    const { body } = await exchange(service, app, ['access_token', tokens.access_token], ['access_token', actor.token]);
    expect(body).not.toHaveProperty('refresh_token');
    const asked = await exchange(service, app, ['access_token', tokens.access_token], undefined, { scope: 'openid offline_access' });
    expect(asked.body.error).toBe('invalid_scope');
  });
});

it('an ID token and a JWT show nothing of what is inside of the service', async () => {
  const jwtApp = await addExchanger(world, { accessTokenType: 'jwt' });
  const person = await newPerson();
  const { tokens } = await signIn(service, person, jwtApp, 'openid');
  const [id, access] = [decodeJwt(tokens.id_token), decodeJwt(tokens.access_token)];
  expect(Object.keys(id).toSorted()).toEqual(
    ['acr', 'amr', 'at_hash', 'aud', 'auth_time', 'azp', 'exp', 'iat', 'iss', 'jti', 'sid', 'sub'].toSorted(),
  );
  expect(typeof access['gatehouse']).toBe('string');
  // Caches take it as a key: Memcached up to 250 characters.
  expect(id.jti).toMatch(/^[\w-]{22,63}$/);
  expect(access.jti).toMatch(/^[\w-]{22,63}$/);
  for (const text of [JSON.stringify(id), JSON.stringify(access)]) expect(text).not.toMatch(/userNo|clientNo|generations/);
  const { body } = await service.call('GET', '/.well-known/openid-configuration', undefined, { token: null });
  expect(body.claims_supported).not.toContain('gatehouse');
});
