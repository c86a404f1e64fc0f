// Token exchange as a way to more: scope, audience, tokens of other clients, stronger users, actors that ended.
import { SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import type { OrganizationRole, ServiceRole } from '../../src/common/access/permissions.js';
import { Database } from '../../src/common/database/database.js';
import { Clock } from '../../src/common/primitives/clock.js';
import { Applications } from '../../src/oidc/clients/management/applications.service.js';
import { Memberships } from '../../src/users/roles/memberships/memberships.service.js';
import { Policies } from '../../src/users/organizations/policies/policies.service.js';
import { addActor, addExchanger, allowImpersonation, exchange, typeUrn, type ActorUser } from '../support/token-exchange.js';
import { addKey, assertionOf, newKeyPair, type Client } from '../support/clients.js';
import { introspect, post, signIn, signInElsewhere, type SignedIn } from '../support/oauth.js';
import { service, useWorld, world } from '../support/use-world.js';
import { makeWorld, type World } from '../support/world.js';
import { startService } from '../support/service.js';

useWorld(startService);

let app: Client;
let person: SignedIn;
let actor: ActorUser;
beforeAll(async () => {
  app = await addExchanger(world);
  await allowImpersonation(service, world);
  person = await signIn(service, world, app, 'openid email');
  actor = await addActor(service, world, 'ORG_END_USER_IMPERSONATOR');
});

const subject = (): [string, string] => ['access_token', person.tokens.access_token];
const acting = (by = actor): [string, string] => ['access_token', by.token];
const API_SCOPE = 'urn:gatehouse:iam:org:project:id:gatehouse:aud';
/** Gives a world's person a role. */
const giveRole = ({ organization, person: holder }: World, role: OrganizationRole | ServiceRole) =>
  service.get(Database).write('test', (tx) => {
    const memberships = service.get(Memberships);
    return role.startsWith('ORG_')
      ? memberships.addToOrganization(tx, organization, holder, role as OrganizationRole, 'test')
      : memberships.addToService(tx, organization.no, holder, role as ServiceRole, 'test');
  });
const outcome = ({ status, body }: { status: number; body: { error?: string } }) => [status, body.error];

describe('scope and audience never grow', () => {
  it.each(['openid profile', 'offline_access', API_SCOPE, 'no_such_scope'])('scope %s is refused', async (scope) => {
    expect(outcome(await exchange(service, app, subject(), undefined, { scope }))).toEqual([400, 'invalid_scope']);
    expect(outcome(await exchange(service, app, subject(), acting(), { scope }))).toEqual([400, 'invalid_scope']);
  });

  it.each(['offline_access', API_SCOPE])('scope %s is refused for somebody who is only named', async (scope) => {
    expect(outcome(await exchange(service, app, ['user_id', world.person.id], acting(), { scope }))).toEqual([400, 'invalid_scope']);
  });

  it('an audience that neither token had is refused, also beside others', async () => {
    const elsewhere = await makeWorld(service);
    for (const audience of ['gatehouse', 'nonsense', elsewhere.projectId, [world.projectId, elsewhere.projectId]])
      expect(outcome(await exchange(service, app, subject(), acting(), { audience }))).toEqual([400, 'invalid_target']);
  });

  it('what was narrowed cannot be widened again', async () => {
    const { body } = await exchange(service, app, subject(), undefined, { scope: 'openid', audience: app.clientId });
    const narrow: [string, string] = ['access_token', body.access_token];
    expect((await exchange(service, app, narrow, undefined, { scope: 'openid email' })).body.error).toBe('invalid_scope');
    expect((await exchange(service, app, narrow, undefined, { audience: world.projectId })).body.error).toBe('invalid_target');
  });

  it('this service as an audience does not reach an application that may not ask for it', async () => {
    const console_ = await addExchanger(world, { apiAccess: true });
    const { tokens } = await signIn(service, world, console_, `openid ${API_SCOPE}`);
    const { body } = await exchange(service, app, ['access_token', tokens.access_token], undefined, { scope: 'openid' });
    expect((await introspect(service, app, body.access_token)).body.aud).not.toContain('gatehouse');
    const asked = await exchange(service, app, ['access_token', tokens.access_token], undefined, { audience: 'gatehouse' });
    expect(outcome(asked)).toEqual([400, 'invalid_target']);
  });
});

describe('an application that serves its own organization only', () => {
  it('exchanges nothing of others: neither for them, nor by them, nor where they act already', async () => {
    const stranger = await makeWorld(service);
    await allowImpersonation(service, stranger);
    await giveRole(stranger, 'IAM_END_USER_IMPERSONATOR');
    const [own, open] = [await addExchanger(world, { servedOrganizations: 'own' }), app];
    const theirs = (await signInElsewhere(service, stranger, open)).access_token as string;
    const acted = await exchange(service, open, subject(), ['access_token', theirs]);
    const service_ = await addActor(service, stranger);
    const attempts = (client: Client) => [
      exchange(service, client, ['user_id', stranger.person.id], acting(worldWide)),
      exchange(service, client, ['user_id', service_.user.id], acting(worldWide)),
      exchange(service, client, ['user_id', world.person.id], ['access_token', theirs]),
      exchange(service, client, ['access_token', acted.body.access_token]),
    ];
    const worldWide = await addActor(service, world, 'IAM_ADMIN_IMPERSONATOR');
    for (const answer of await Promise.all(attempts(open))) expect(answer.status, answer.text).toBe(200);
    for (const answer of await Promise.all(attempts(own))) expect(outcome(answer)).toEqual([400, 'invalid_request']);
    expect((await exchange(service, own, subject(), acting())).status).toBe(200);
  });
});

describe('a token of somebody else', () => {
  it('that is not meant for the client is refused, as subject and as actor', async () => {
    const stranger = await makeWorld(service);
    const other = await addExchanger(stranger);
    const foreign = await addActor(service, stranger, 'IAM_END_USER_IMPERSONATOR');
    expect(outcome(await exchange(service, other, subject()))).toEqual([400, 'invalid_request']);
    expect(outcome(await exchange(service, other, ['id_token', person.tokens.id_token]))).toEqual([400, 'invalid_request']);
    expect(outcome(await exchange(service, app, subject(), acting(foreign)))).toEqual([400, 'invalid_request']);
    expect(outcome(await exchange(service, app, ['access_token', service.credentials.serviceUser.personalAccessToken]))).toEqual([
      400,
      'invalid_request',
    ]);
  });

  it('whose code or refresh token another client sends is refused', async () => {
    const other = await addExchanger(world);
    const { tokens } = await signIn(service, world, app, 'openid offline_access');
    expect(
      (await post(service, '/oauth/v2/token', { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }, other)).body.error,
    ).toBe('invalid_grant');
    const { body } = await exchange(service, app, ['access_token', tokens.access_token]);
    expect(
      (await post(service, '/oauth/v2/token', { grant_type: 'refresh_token', refresh_token: body.refresh_token }, other)).body.error,
    ).toBe('invalid_grant');
  });

  it('under another name is refused: each kind only as what it is', async () => {
    const kinds = { access_token: person.tokens.access_token, id_token: person.tokens.id_token, user_id: world.person.id };
    for (const [type, as] of [
      ['access_token', 'id_token'],
      ['id_token', 'access_token'],
      ['access_token', 'user_id'],
      ['id_token', 'jwt'],
      ['user_id', 'access_token'],
    ] as const)
      expect(outcome(await exchange(service, app, [as, kinds[type]], acting()))).toEqual([400, 'invalid_request']);
  });

  it('that the client did not sign with its own key is refused as a jwt subject', async () => {
    const other = await addExchanger(world);
    const [mine, theirs] = [await addKey(service, app.application), await addKey(service, other.application)];
    const sub = world.person.id;
    const good = await assertionOf(service, mine, app.clientId, { sub });
    expect((await exchange(service, app, ['jwt', good], acting())).status).toBe(200);
    for (const token of [
      good,
      await assertionOf(service, theirs, other.clientId, { sub }),
      await assertionOf(service, theirs, app.clientId, { sub }),
      await assertionOf(service, mine, other.clientId, { sub }),
      await assertionOf(service, mine, app.clientId, { sub, exp: undefined }),
      await assertionOf(service, mine, app.clientId, { sub: 'nobody' }),
    ])
      expect(outcome(await exchange(service, app, ['jwt', token], acting()))).toEqual([400, 'invalid_request']);
  });

  it('that was forged as an ID token is refused', async () => {
    const { privateKey } = await newKeyPair('RS256');
    const { keys } = (await service.call('GET', '/oauth/v2/keys', undefined, { token: null })).body;
    const now = service.get(Clock).nowSeconds();
    const forged = await new SignJWT({ iss: service.url, sub: world.person.id, aud: app.clientId, iat: now, exp: now + 60 })
      .setProtectedHeader({ alg: 'RS256', kid: keys[0].kid })
      .sign(privateKey);
    expect(outcome(await exchange(service, app, ['id_token', forged]))).toEqual([400, 'invalid_request']);
  });
});

describe('impersonation', () => {
  it('needs the permission, in the organization of the subject', async () => {
    const elsewhere = await makeWorld(service);
    await giveRole(elsewhere, 'ORG_ADMIN_IMPERSONATOR');
    const tokens = [(await signInElsewhere(service, elsewhere, app)).access_token as string];
    for (const role of [undefined, 'ORG_OWNER', 'IAM_OWNER', 'ORG_USER_MANAGER'] as const)
      tokens.push((await addActor(service, world, role)).token);
    for (const token of tokens) {
      const { status, body } = await exchange(service, app, subject(), ['access_token', token]);
      expect([status, body.error]).toEqual([400, 'invalid_request']);
      expect(body.error_description).toContain('"impersonation.endUser"');
    }
    for (const role of [
      'ORG_END_USER_IMPERSONATOR',
      'ORG_ADMIN_IMPERSONATOR',
      'IAM_END_USER_IMPERSONATOR',
      'IAM_ADMIN_IMPERSONATOR',
    ] as const)
      expect((await exchange(service, app, subject(), acting(await addActor(service, world, role)))).status).toBe(200);
  });

  it('of an administrator needs the stronger permission, wherever the role counts', async () => {
    const admins = [await addActor(service, world, 'ORG_OWNER_VIEWER'), await addActor(service, world, 'IAM_OWNER')];
    const table = [
      ['ORG_END_USER_IMPERSONATOR', [400, 400]],
      ['IAM_END_USER_IMPERSONATOR', [400, 400]],
      ['ORG_ADMIN_IMPERSONATOR', [200, 400]],
      ['IAM_ADMIN_IMPERSONATOR', [200, 200]],
    ] as const;
    for (const [role, expected] of table) {
      const by = await addActor(service, world, role);
      const answers = await Promise.all(
        admins.map(({ user }) => exchange(service, app, ['user_id', user.id], acting(by), { scope: 'openid' })),
      );
      expect([role, ...answers.map(({ status }) => status)]).toEqual([role, ...expected]);
    }
  });

  it.each([
    // What the service decides, what the organization does, and whether anybody may act for its users.
    [null, null, false],
    [null, true, false],
    [false, null, false],
    [false, true, false],
    [true, false, false],
    [true, null, true],
    [true, true, true],
  ])('is allowed by the service and not forbidden by the organization: %s, %s: %s', async (ofService, ofOrganization, allowed) => {
    const strict = await makeWorld(service);
    const there = await addExchanger(strict);
    const { tokens } = await signIn(service, strict, there, 'openid email');
    const by = await addActor(service, strict, 'IAM_ADMIN_IMPERSONATOR');
    const decide = (orgNo: number, enabled: boolean | null) => service.get(Policies).set(orgNo, 'impersonation', { enabled }, 'test');
    await decide(0, true);
    await decide(strict.organization.no, ofOrganization);
    await decide(0, ofService);
    try {
      const { status, body } = await exchange(service, there, ['access_token', tokens.access_token], acting(by));
      expect([status, body.error]).toEqual(allowed ? [200, undefined] : [400, 'invalid_request']);
      if (!allowed) expect(body.error_description).toContain('does not allow impersonation');
      expect((await exchange(service, there, ['access_token', tokens.access_token])).status).toBe(200);
    } finally {
      await decide(0, true);
    }
  });

  it('gives a token that opens neither SCIM nor the admin API', async () => {
    const console_ = await addExchanger(world, { apiAccess: true });
    const { tokens } = await signIn(service, world, console_, `openid ${API_SCOPE}`);
    const { body } = await exchange(service, console_, ['access_token', tokens.access_token], acting());
    expect((await introspect(service, console_, body.access_token)).body.aud).toContain('gatehouse');
    for (const path of [`/scim/v2/${world.organization.id}/Users`, '/admin/v1/organizations'])
      expect((await service.call('GET', path, undefined, { token: body.access_token })).status).toBe(401);
  });

  it('cannot loop, and ends after five', async () => {
    expect(outcome(await exchange(service, app, ['user_id', actor.user.id], acting()))).toEqual([400, 'invalid_request']);
    const actors = await Promise.all(Array.from({ length: 6 }, () => addActor(service, world, 'ORG_END_USER_IMPERSONATOR')));
    let token = person.tokens.access_token as string;
    for (const by of actors.slice(0, 5)) {
      const { status, body } = await exchange(service, app, ['access_token', token], acting(by));
      expect(status).toBe(200);
      token = body.access_token;
      expect(outcome(await exchange(service, app, ['access_token', token], acting(by)))).toEqual([400, 'invalid_request']);
    }
    expect(outcome(await exchange(service, app, ['access_token', token], acting(actors[5])))).toEqual([400, 'invalid_request']);
    let { act } = (await introspect(service, app, token)).body;
    const subs = [];
    for (; act; act = act.act) subs.push(act.sub);
    expect(subs).toEqual(
      actors
        .slice(0, 5)
        .map(({ user }) => user.id)
        .toReversed(),
    );
  });

  it('is not shaken off by exchanging again without an actor', async () => {
    const first = await exchange(service, app, subject(), acting());
    const again = await exchange(service, app, ['access_token', first.body.access_token]);
    const viaIdToken = await exchange(service, app, ['id_token', first.body.id_token]);
    for (const { body } of [again, viaIdToken])
      expect((await introspect(service, app, body.access_token)).body.act).toEqual({ iss: service.url, sub: actor.user.id });
  });
});

describe('what ended stays ended', () => {
  it.each(['subject', 'actor'] as const)(
    'a deactivated %s is refused, and ends tokens, ID tokens and refresh tokens; reactivation revives none',
    async (who) => {
      const by = await addActor(service, world, 'ORG_END_USER_IMPERSONATOR');
      const { id, userName } = await world.addPerson({ userName: `p-${who}` });
      const own = await signIn(service, { loginName: world.loginName.replace('bjensen', userName) }, app, 'openid offline_access');
      const of: [string, string] = ['access_token', own.tokens.access_token];
      const { body } = await exchange(service, app, of, acting(by));
      expect((await introspect(service, app, body.access_token)).body).toMatchObject({ active: true, sub: id });
      const ended = who === 'subject' ? `people/${id}` : `service-users/${by.user.id}`;
      for (const step of ['_deactivate', '_reactivate']) {
        expect((await service.call('POST', `/admin/v1/organizations/${world.organization.id}/${ended}/${step}`)).status).toBe(200);
        expect((await introspect(service, app, body.access_token)).body.active).toBe(false);
        expect((await exchange(service, app, of, acting(by))).body.error).toBe('invalid_request');
        expect((await exchange(service, app, ['id_token', body.id_token])).body.error).toBe('invalid_request');
        const refreshed = await post(service, '/oauth/v2/token', { grant_type: 'refresh_token', refresh_token: body.refresh_token }, app);
        expect(outcome(refreshed)).toEqual([400, 'invalid_grant']);
      }
    },
  );

  it('a revoked, an expired and a signed-out subject are refused', async () => {
    const own = await signIn(service, world, app, 'openid email');
    await post(service, '/oauth/v2/revoke', { token: own.tokens.access_token }, app);
    expect(outcome(await exchange(service, app, ['access_token', own.tokens.access_token]))).toEqual([400, 'invalid_request']);
    const query = new URLSearchParams({ id_token_hint: own.tokens.id_token });
    await own.browser.open(`${service.url}/oidc/v1/end_session?${query.toString()}`);
    expect(outcome(await exchange(service, app, ['id_token', own.tokens.id_token]))).toEqual([400, 'invalid_request']);
    service.get(Clock).advance(3_606_000);
    expect(outcome(await exchange(service, app, subject()))).toEqual([400, 'invalid_request']);
    expect(outcome(await exchange(service, app, ['id_token', person.tokens.id_token]))).toEqual([400, 'invalid_request']);
  });

  it('a deactivated application gets nothing, and its exchanged tokens of service users end', async () => {
    const gone = await addExchanger(world);
    const fresh = await addActor(service, world);
    const { body } = await exchange(service, gone, acting(fresh));
    await service.get(Applications).setApplicationState(world.organization.no, world.projectId, gone.application.id, 'inactive', 'test');
    expect((await introspect(service, app, body.access_token)).body.active).toBe(false);
    expect(outcome(await exchange(service, gone, acting(fresh)))).toEqual([401, 'invalid_client']);
  });
});

it('a refresh token is neither taken nor given as what is asked for', async () => {
  const { tokens } = await signIn(service, world, app, 'openid offline_access');
  expect(outcome(await exchange(service, app, ['refresh_token', tokens.refresh_token], acting()))).toEqual([400, 'invalid_request']);
  expect(outcome(await exchange(service, app, ['access_token', tokens.refresh_token]))).toEqual([400, 'invalid_request']);
  const asked = await exchange(service, app, ['access_token', tokens.access_token], undefined, {
    requested_token_type: typeUrn('refresh_token'),
  });
  expect(outcome(asked)).toEqual([400, 'invalid_request']);
});
