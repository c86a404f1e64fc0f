// Client authentication at the token, introspection and revocation endpoints (RFC 6749 section 2.3, RFC 7523 section 2.2).
// On SQLite alone: it is about the form of requests.
import { beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { Clock } from '../../src/common/primitives/clock.js';
import { ClientFailures, MOST_EVENTS } from '../../src/oidc/clients/client-failures.service.js';
import { EventSearch } from '../../src/users/events/event-search.service.js';
import type { ServiceUser } from '../../src/users/directory/service-users/service-users.repository.js';
import { ServiceUserCredentials } from '../../src/users/directory/service-users/service-user-credentials.service.js';
import { startService, type TestService } from '../support/service.js';
import { addKey, ASSERTION_TYPE, assertionOf, JWT_PROFILE, newKeyPair, type Signer } from '../support/clients.js';
import { eventsOf } from '../support/people.js';
import { addServiceUser } from '../support/service-users.js';
import { service, useWorld, world } from '../support/use-world.js';
import { makeWorld } from '../support/world.js';
import { post } from '../support/oauth.js';

useWorld(startService);

let user: ServiceUser;
let signer: Signer;
beforeAll(async () => {
  user = await addServiceUser(service, world);
  signer = await addKey(service, user);
});

const TOKEN = '/oauth/v2/token';
const INTROSPECT = '/oauth/v2/introspect';
const REVOKE = '/oauth/v2/revoke';

const assertionForm = (assertion: string) => ({ client_assertion: assertion, client_assertion_type: ASSERTION_TYPE });

describe('private_key_jwt', () => {
  it.each(['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'EdDSA'])('with %s authenticates a service user', async (alg) => {
    const key = await addKey(service, user, alg);
    const form = { grant_type: 'client_credentials', ...assertionForm(await assertionOf(service, key, user.clientId)) };
    const { status, body } = await post(service, TOKEN, form);
    expect(status).toBe(200);
    const introspection = await post(service, INTROSPECT, {
      token: body.access_token,
      ...assertionForm(await assertionOf(service, key, user.clientId)),
    });
    expect(introspection.body).toMatchObject({ active: true, client_id: user.clientId });
    const revocation = { token: body.access_token, ...assertionForm(await assertionOf(service, key, user.clientId)) };
    expect((await post(service, REVOKE, revocation)).status).toBe(200);
    expect(
      (await post(service, INTROSPECT, { token: body.access_token, ...assertionForm(await assertionOf(service, key, user.clientId)) }))
        .text,
    ).toBe('{"active":false}');
  });

  it('authenticates an application, which has no secret then', async () => {
    const { application, clientSecret } = await world.addApplication({ authMethod: 'private_key_jwt' });
    expect(clientSecret).toBeUndefined();
    const key = await addKey(service, application);
    const at = async (path: string, form: Record<string, string>) =>
      post(service, path, { ...form, ...assertionForm(await assertionOf(service, key, application.clientId)) });
    expect((await at(INTROSPECT, { token: 'x' })).text).toBe('{"active":false}');
    expect((await at(REVOKE, { token: 'x' })).status).toBe(200);
    const code = await at(TOKEN, { grant_type: 'authorization_code', code: 'x', redirect_uri: 'https://app.example/callback' });
    expect([code.status, code.body.error]).toEqual([400, 'invalid_grant']);
  });

  it('needs neither kid nor jti, and takes the audience as a list of one', async () => {
    const assertion = await assertionOf(service, signer, user.clientId, { jti: undefined, aud: [service.url] }, { kid: undefined });
    expect((await post(service, TOKEN, { grant_type: 'client_credentials', ...assertionForm(assertion) })).status).toBe(200);
  });

  // FAPI 2.0 Security Profile section 5.3.2.1.
  it.each([
    [10, 200],
    [61, 401],
  ])('of a client whose clock is %d s ahead is answered with %d', async (seconds, status) => {
    const now = service.get(Clock).nowSeconds() + seconds;
    for (const claims of [
      { iat: now, exp: now + 60 },
      { nbf: now, exp: now + 60 },
    ]) {
      const assertion = await assertionOf(service, signer, user.clientId, claims);
      expect((await post(service, TOKEN, { grant_type: 'client_credentials', ...assertionForm(assertion) })).status).toBe(status);
    }
  });

  it.each(['JWT', 'application/jwt', 'client-authentication+jwt'])('may say %s in typ', async (typ) => {
    const assertion = await assertionOf(service, signer, user.clientId, {}, { typ });
    expect((await post(service, TOKEN, { grant_type: 'client_credentials', ...assertionForm(assertion) })).status).toBe(200);
  });

  // RFC 8725 section 3.11.
  it.each(['at+jwt', 'logout+jwt', 'dpop+jwt', 'secevent+jwt', 'oauth-authz-req+jwt', 'authorization-grant+jwt', '', 7])(
    'is refused with the typ of something else: %s',
    async (typ) => {
      const assertion = await assertionOf(service, signer, user.clientId, {}, { typ });
      const { status, body } = await post(service, TOKEN, { grant_type: 'client_credentials', ...assertionForm(assertion) });
      expect([status, body.error]).toEqual([401, 'invalid_client']);
    },
  );

  it('takes the address of the token endpoint as its audience only where the setting says so', async () => {
    const at = async (where: TestService) => {
      const owner = await addServiceUser(where, await makeWorld(where));
      const assertion = await assertionOf(where, await addKey(where, owner), owner.clientId, { aud: where.url + TOKEN });
      return (await post(where, TOKEN, { grant_type: 'client_credentials', ...assertionForm(assertion) })).status;
    };
    const lenient = await startService({ ASSERTION_AUDIENCE_TOKEN_ENDPOINT: 'true' });
    expect([await at(service), await at(lenient)]).toEqual([401, 200]);
    await lenient.close();
  });

  it.each([
    ['a single string', true, (endpoint: string) => endpoint, undefined],
    ['a list of one', true, (endpoint: string) => [endpoint], /single string/],
    ['a list of two', true, (endpoint: string) => [endpoint, 'https://evil.example'], /issuer/],
    ['a single string, switched off', false, (endpoint: string) => endpoint, /assertionAudienceTokenEndpoint/],
  ] as const)('takes the token endpoint of an application as %s (switch: %s)', async (_, isOn, audience, refusal) => {
    const { application } = await world.addApplication({
      authMethod: 'private_key_jwt',
      ...(!isOn && { assertionAudienceTokenEndpoint: false }),
    });
    const aud = audience(service.url + TOKEN) as string | string[];
    const assertion = await assertionOf(service, await addKey(service, application), application.clientId, { aud });
    const { body } = await post(service, TOKEN, {
      grant_type: 'authorization_code',
      code: 'x',
      redirect_uri: 'x',
      ...assertionForm(assertion),
    });
    expect(body.error).toBe(refusal ? 'invalid_client' : 'invalid_grant');
    if (refusal) expect(body.error_description).toMatch(refusal);
  });
});

describe('a key', () => {
  const add = (owner: ServiceUser, publicKey: unknown) =>
    service
      .get(Database)
      .write('test', (tx) => service.get(ServiceUserCredentials).addKeyIn(tx, owner, { publicKey, expiresUs: null }, 'test'));

  it('belongs to one owner: it is refused when anybody has registered it', async () => {
    const { publicJwk } = await newKeyPair();
    await add(user, publicJwk);
    await expect(add(await addServiceUser(service, world), publicJwk)).rejects.toMatchObject({
      kind: 'conflict',
      code: 'clientKey.registered',
    });
  });

  it('is listed, leaves events, and opens nothing once it is removed', async () => {
    const owner = await addServiceUser(service, world);
    const key = await addKey(service, owner);
    expect((await service.get(ServiceUserCredentials).listKeys(owner)).map(({ id }) => id)).toEqual([key.kid]);
    await service.get(ServiceUserCredentials).removeKey(owner, key.kid, 'test');
    const form = { grant_type: 'client_credentials', ...assertionForm(await assertionOf(service, key, owner.clientId)) };
    expect((await post(service, TOKEN, form)).status).toBe(401);
    const types = ['user.machine.key.added', 'user.machine.key.removed'];
    const { events } = await service.get(EventSearch).searchEvents({ types, ascending: true, limit: 1_000 });
    const mine = events.filter(({ aggregate }) => aggregate.id === owner.id);
    expect(mine.map(({ type, payload }) => [type, payload])).toEqual(types.map((type) => [type, { keyId: key.kid }]));
  });

  it('of somebody else cannot be removed', async () => {
    const owner = await addServiceUser(service, world);
    const removal = service.get(ServiceUserCredentials).removeKey(owner, signer.kid, 'test');
    await expect(removal).rejects.toMatchObject({ kind: 'notFound' });
  });
});

describe('the way a client authenticates', () => {
  const METHODS = ['client_secret_basic', 'client_secret_post', 'none', 'private_key_jwt'] as const;
  type Method = (typeof METHODS)[number];
  interface Shown {
    form: Record<string, string>;
    authorization?: string;
  }
  const clients = new Map<Method | 'service', { clientId: string; secret: string; key: Signer }>();
  beforeAll(async () => {
    for (const authMethod of METHODS) {
      const { application, clientSecret = 'none' } = await world.addApplication({ authMethod });
      clients.set(authMethod, { clientId: application.clientId, secret: clientSecret, key: await addKey(service, application) });
    }
    const { clientSecret } = await service
      .get(Database)
      .write('test', (tx) => service.get(ServiceUserCredentials).addSecretIn(tx, user, 'test'));
    clients.set('service', { clientId: user.clientId, secret: clientSecret, key: signer });
  });

  async function show(presented: Method, { clientId, secret, key }: { clientId: string; secret: string; key: Signer }): Promise<Shown> {
    switch (presented) {
      case 'client_secret_basic':
        return { form: {}, authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` };
      case 'client_secret_post':
        return { form: { client_id: clientId, client_secret: secret } };
      case 'none':
        return { form: { client_id: clientId } };
      case 'private_key_jwt':
        return { form: assertionForm(await assertionOf(service, key, clientId)) };
    }
  }
  const send = (path: string, { form, authorization }: Shown) =>
    service.call('POST', path, new URLSearchParams({ token: 'x', grant_type: 'refresh_token', refresh_token: 'x', ...form }).toString(), {
      token: null,
      type: 'application/x-www-form-urlencoded',
      headers: authorization === undefined ? {} : { authorization },
    });

  /** Registered method to what opens the door; a secret may travel either way. */
  const FITS: Record<Method | 'service', readonly Method[]> = {
    client_secret_basic: ['client_secret_basic', 'client_secret_post'],
    client_secret_post: ['client_secret_basic', 'client_secret_post'],
    none: ['none'],
    private_key_jwt: ['private_key_jwt'],
    service: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
  };
  const AT: Record<string, readonly Method[]> = {
    [TOKEN]: METHODS,
    [REVOKE]: METHODS,
    [INTROSPECT]: ['client_secret_basic', 'private_key_jwt'],
  };
  const rows = Object.keys(FITS).flatMap((registered) =>
    METHODS.flatMap((presented) => Object.keys(AT).map((path) => [registered as Method | 'service', presented, path] as const)),
  );

  it.each(rows)('registered %s, presented %s at %s', async (registered, presented, path) => {
    const client = clients.get(registered);
    if (!client) throw new Error('There is no such client.');
    const { status, body, headers } = await send(path, await show(presented, client));
    const passes = FITS[registered].includes(presented) && AT[path]?.includes(presented);
    expect([body?.error === 'invalid_client', status === 401]).toEqual([!passes, !passes]);
    if (!passes) expect(headers.get('www-authenticate')).toMatch(/^Basic realm=/);
  });

  it.each<[string, (all: Shown[]) => Shown]>([
    ['header and body', ([basic, inBody]) => ({ ...basic, form: { ...inBody?.form } })],
    ['header and assertion', ([basic, , jwt]) => ({ ...basic, form: { ...jwt?.form } })],
    ['body and assertion', ([, inBody, jwt]) => ({ form: { ...inBody?.form, ...jwt?.form } })],
    ['another client_id beside the header', ([basic]) => ({ ...basic, form: { client_id: 'another' } })],
    ['another client_id beside the assertion', ([, , jwt]) => ({ form: { ...jwt?.form, client_id: 'another' } })],
    ['an assertion without its type', ([, , jwt]) => ({ form: { client_assertion: jwt?.form['client_assertion'] ?? '' } })],
    ['an assertion of another type', ([, , jwt]) => ({ form: { ...jwt?.form, client_assertion_type: 'saml' } })],
    ['a type without an assertion', () => ({ form: { client_assertion_type: ASSERTION_TYPE } })],
  ])('%s: invalid_request', async (_, mix) => {
    const client = clients.get('service');
    if (!client) throw new Error('There is no such client.');
    const shown = [
      await show('client_secret_basic', client),
      await show('client_secret_post', client),
      await show('private_key_jwt', client),
    ];
    const { status, body } = await send(TOKEN, mix(shown));
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });

  it.each([
    ['nothing at all', undefined],
    ['a bearer token', 'Bearer x'],
    ['broken base64', 'Basic %%%'],
    ['no colon', `Basic ${Buffer.from('client').toString('base64')}`],
    ['an empty secret', `Basic ${Buffer.from('client:').toString('base64')}`],
    ['a broken escape', `Basic ${Buffer.from('cl%ient:x').toString('base64')}`],
    ['the word the library is told', `Basic ${Buffer.from('refused:checked').toString('base64')}`],
  ])('%s: 401 invalid_client', async (_, authorization) => {
    for (const path of [TOKEN, INTROSPECT, REVOKE]) {
      const { status, body } = await send(path, { form: {}, ...(authorization === undefined ? {} : { authorization }) });
      expect([status, body.error]).toEqual([401, 'invalid_client']);
    }
  });

  it('the word the library is told opens no client', async () => {
    for (const { clientId } of clients.values()) {
      const authorization = `Basic ${Buffer.from(`${clientId}:checked`).toString('base64')}`;
      expect((await send(TOKEN, { form: {}, authorization })).status).toBe(401);
    }
  });

  it('is the same whatever the case of the path and with a slash behind it', async () => {
    for (const path of ['/oauth/v2/Introspect', '/oauth/v2/introspect/', '/oauth/v2/TOKEN']) {
      const { clientId } = clients.get('client_secret_basic') ?? { clientId: '' };
      expect((await send(path, { form: { client_id: clientId } })).status).toBe(401);
    }
  });
});

describe('a client authentication that fails', () => {
  const failed = async (id: string) => (await eventsOf(service, id)).filter(({ type }) => type.endsWith('.authentication.failed'));

  it('leaves an event with the application or the service user, which leads to the request and has no secret', async () => {
    const { application } = await world.addApplication();
    const { id, clientId } = await addServiceUser(service, world);
    const wrong = 'a-secret-that-is-wrong';
    for (const [client, owner] of [
      [application.clientId, application.id],
      [clientId, id],
    ] as const) {
      const answer = await post(service, TOKEN, { grant_type: 'client_credentials' }, { clientId: client, clientSecret: wrong });
      expect(answer.status).toBe(401);
      await service.get(ClientFailures).settled();
      const events = await failed(owner);
      expect(events).toHaveLength(1);
      expect(events[0]?.payload).toEqual({
        requestId: answer.headers.get('x-request-id'),
        endpoint: TOKEN,
        reason: 'Client authentication failed.',
        passedOver: 0,
      });
    }
  });

  it('by an assertion that is the grant itself leaves the same event with the service user that it names, and a few of them', async () => {
    const owner = await addServiceUser(service, world);
    const key = await addKey(service, owner);
    const { privateKey } = await addKey(service, await addServiceUser(service, world));
    const used = await assertionOf(service, key, owner.clientId);
    const ask = (assertion: string) => post(service, TOKEN, { grant_type: JWT_PROFILE, assertion });
    expect((await ask(used)).status).toBe(200);
    const answers = [
      await ask(used),
      await ask(await assertionOf(service, { ...key, privateKey }, owner.id)),
      // Nobody is meant, so nobody is told.
      await ask(await assertionOf(service, key, 'nobody')),
    ];
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(Array(3).fill([400, 'invalid_grant']));
    await service.get(ClientFailures).settled();
    const about = (index: number, reason: string) => ({
      requestId: answers[index]?.headers.get('x-request-id'),
      endpoint: TOKEN,
      reason,
      passedOver: 0,
    });
    const first = [about(0, 'The assertion was used before.'), about(1, 'The assertion is not signed by a valid key of its issuer.')];
    expect((await failed(owner.id)).map(({ payload }) => payload)).toEqual(first);
    await Promise.all(Array.from({ length: MOST_EVENTS + 5 }, () => ask(used)));
    await service.get(ClientFailures).settled();
    expect(await failed(owner.id)).toHaveLength(MOST_EVENTS);
  });

  it('leaves a few events of one client in ten minutes, and the next one says how many it stands for', async () => {
    const { application } = await world.addApplication();
    const guess = () => post(service, INTROSPECT, { token: 'x' }, { clientId: application.clientId, clientSecret: 'wrong' });
    await Promise.all(Array.from({ length: MOST_EVENTS + 15 }, guess));
    await service.get(ClientFailures).settled();
    expect(await failed(application.id)).toHaveLength(MOST_EVENTS);
    service.get(Clock).advance(600_000);
    await guess();
    await service.get(ClientFailures).settled();
    expect((await failed(application.id)).at(-1)?.payload).toMatchObject({ endpoint: INTROSPECT, passedOver: 15 });
  });
});
