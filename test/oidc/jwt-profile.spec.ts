// The JWT profile grant (RFC 7523 section 2.1).
import { createPublicKey, verify } from 'node:crypto';
import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { ConfigVersion } from '../../src/common/database/config-version.js';
import { ClientKeysRepository } from '../../src/users/authentication/credentials/client-keys.repository.js';
import type { ServiceUser } from '../../src/users/directory/service-users/service-users.repository.js';
import { ServiceUserCredentials } from '../../src/users/directory/service-users/service-user-credentials.service.js';
import { addKey, assertionOf, JWT_PROFILE, type Signer } from '../support/clients.js';
import { addServiceUser } from '../support/service-users.js';
import { post, userinfo } from '../support/oauth.js';
import { service, useWorld, world } from '../support/use-world.js';

useWorld();

let user: ServiceUser;
let signer: Signer;
beforeAll(async () => {
  user = await addServiceUser(service, world);
  signer = await addKey(service, user, 'RS256');
});

const request = (assertion: string, more: Record<string, string> = {}, as?: Parameters<typeof post>[3]) =>
  post(service, '/oauth/v2/token', { grant_type: JWT_PROFILE, assertion, ...more }, as);

describe('an assertion that a service user signed', () => {
  it.each(['clientId', 'id'] as const)(
    'with its %s as iss and sub gives a token of the service user, without any client authentication',
    async (name) => {
      const { status, body, headers } = await request(await assertionOf(service, signer, user[name]), { scope: 'profile no_such_scope' });
      expect(status).toBe(200);
      expect(body).toEqual({ access_token: expect.any(String), expires_in: expect.any(Number), scope: 'profile', token_type: 'Bearer' });
      expect(headers.get('cache-control')).toBe('no-store');
      expect((await userinfo(service, body.access_token)).body).toMatchObject({ sub: user.id, name: user.name });
    },
  );

  it('gives an ID token of the service user when the scope holds openid', async () => {
    const { body } = await request(await assertionOf(service, signer, user.id), { scope: 'openid profile' });
    expect(Object.keys(body).toSorted()).toEqual(['access_token', 'expires_in', 'id_token', 'scope', 'token_type']);
    expect(decodeJwt(body.id_token)).toMatchObject({
      iss: service.url,
      sub: user.id,
      aud: user.clientId,
      azp: user.clientId,
      at_hash: expect.any(String),
    });
    expect(decodeJwt(body.id_token)).not.toHaveProperty('name');
  });

  it('needs no scope', async () => {
    expect((await request(await assertionOf(service, signer, user.id))).body.scope).toBe('');
  });

  it('counts once, unless the service user may use it again', async () => {
    const assertion = await assertionOf(service, signer, user.id);
    expect((await request(assertion)).status).toBe(200);
    expect((await request(assertion)).body.error).toBe('invalid_grant');
    const reuser = await addServiceUser(service, world, { assertionReuse: true });
    const again = await assertionOf(service, await addKey(service, reuser), reuser.id);
    expect([(await request(again)).status, (await request(again)).status]).toEqual([200, 200]);
    const path = `/admin/v1/organizations/${world.organization.id}/service-users/${reuser.id}`;
    expect((await service.call('PATCH', path, { assertionReuse: false })).body.assertionReuse).toBe(false);
    // It was never used up, so it counts once from now on.
    expect([(await request(again)).status, (await request(again)).status]).toEqual([200, 400]);
  });
});

describe('client authentication beside the assertion', () => {
  it('may be there, and must then be right and the same service user', async () => {
    const { clientSecret } = await service
      .get(Database)
      .write('test', (tx) => service.get(ServiceUserCredentials).addSecretIn(tx, user, 'test'));
    const by = async (as: Parameters<typeof post>[3]) => (await request(await assertionOf(service, signer, user.id), {}, as)).body;
    expect((await by({ clientId: user.clientId, clientSecret })).token_type).toBe('Bearer');
    expect((await by({ clientId: user.clientId })).token_type).toBe('Bearer');
    expect((await by({ clientId: user.clientId, clientSecret: 'wrong' })).error).toBe('invalid_client');
    expect((await by(service.credentials.serviceUser)).error).toBe('invalid_grant');
  });

  it('of an application is refused: the grant is for service users', async () => {
    const { application, clientSecret = '' } = await world.addApplication();
    const by = async (as: Parameters<typeof post>[3]) => (await request(await assertionOf(service, signer, user.id), {}, as)).body.error;
    expect(await by({ clientId: application.clientId, clientSecret })).toBe('unauthorized_client');
    expect(await by({ clientId: (await world.addApplication({ type: 'userAgent' })).application.clientId })).toBe('invalid_grant');
  });
});

describe('a faulty assertion', () => {
  it.each<[string, () => string | Promise<string>]>([
    ['nonsense', () => 'nonsense'],
    ['three empty parts', () => '..'],
    ['no JSON', () => 'e30.YQ.YQ'],
    ['a number as its content', () => 'eyJhbGciOiJSUzI1NiJ9.MQ.YQ'],
    ['an unknown user', () => assertionOf(service, signer, 'nobody')],
    ['a person', () => assertionOf(service, signer, world.person.id)],
    ['an application', async () => assertionOf(service, signer, (await world.addApplication()).application.clientId)],
    ['iss and sub that differ', () => assertionOf(service, signer, user.id, { sub: user.clientId })],
    ['sub missing', () => assertionOf(service, signer, user.id, { sub: undefined })],
    ['iss missing', () => assertionOf(service, signer, user.id, { iss: undefined })],
    ['a very long one', () => 'a'.repeat(40_000)],
  ])('%s: 400 invalid_grant', async (_, make) => {
    const { status, body } = await request(await make());
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
  });

  it('that fits a weak key, which an older build stored: 400 invalid_grant', async () => {
    const owner = await addServiceUser(service, world);
    // The neutral point of Ed25519: one signature fits every text.
    const neutral = Buffer.concat([Buffer.of(1), Buffer.alloc(31)]);
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: neutral.toString('base64url') };
    await service.get(Database).write('test', async (tx) => {
      const key = { thumbprint: 'weak', keyId: null, jwk, createdUs: 1, expiresUs: null };
      await service.get(ClientKeysRepository).insertKey(tx, owner.no, key);
      await service.get(ConfigVersion).raise(tx);
    });
    const usual = await assertionOf(service, { ...(await addKey(service, user, 'EdDSA')), kid: 'weak' }, owner.id);
    const text = usual.slice(0, usual.lastIndexOf('.'));
    const signature = Buffer.concat([neutral, Buffer.alloc(32)]);
    const fits = verify(null, Buffer.from(text), createPublicKey({ key: jwk, format: 'jwk' }), signature);
    // Node 24 refuses such a key by itself, versions before it do not.
    if (Number.parseInt(process.versions.node, 10) < 24) expect(fits).toBe(true);
    expect((await request(`${text}.${signature.toString('base64url')}`)).body.error).toBe('invalid_grant');
  });

  it('missing or repeated: 400 invalid_request', async () => {
    const assertion = await assertionOf(service, signer, user.id);
    for (const pairs of [
      [],
      [['assertion', '']],
      [
        ['assertion', assertion],
        ['assertion', assertion],
      ],
    ]) {
      const { status, body } = await post(service, '/oauth/v2/token', [['grant_type', JWT_PROFILE], ...pairs]);
      expect([status, body.error]).toEqual([400, 'invalid_request']);
    }
  });

  it('is no client authentication for anything else', async () => {
    const assertion = await assertionOf(service, signer, user.id);
    const answers = await Promise.all([
      post(service, '/oauth/v2/introspect', { grant_type: JWT_PROFILE, assertion, token: 'x' }),
      post(service, '/oauth/v2/revoke', { grant_type: JWT_PROFILE, assertion, token: 'x' }),
      post(service, '/oauth/v2/token', { grant_type: 'client_credentials', assertion }),
      post(service, '/oauth/v2/token', [
        ['grant_type', 'client_credentials'],
        ['grant_type', JWT_PROFILE],
        ['assertion', assertion],
      ]),
    ]);
    expect(answers.map(({ body }) => body.error)).toEqual(['invalid_client', 'invalid_client', 'invalid_client', 'invalid_request']);
  });
});
