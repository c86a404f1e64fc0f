// Secrets and personal access tokens through the JSON API: listed without their texts, overlapping, dead at once when they end.
import { randomUUID } from 'node:crypto';
import { exportJWK, exportSPKI, generateKeyPair, importPKCS8, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { LastUse } from '../../src/users/authentication/credentials/last-use.service.js';
import { JWT_PROFILE } from '../support/clients.js';
import { clientToken, introspect, post, userinfo } from '../support/oauth.js';
import { createServiceUser } from '../support/service-users.js';
import { createOrganization, eventsOf, freshName } from '../support/people.js';
import { startService } from '../support/service.js';
import { service, useWorld, world } from '../support/use-world.js';

useWorld(startService);

let base: string;
beforeAll(async () => {
  base = `/admin/v1/organizations/${world.organization.id}`;
});

const SOON = () => new Date(service.get(Clock).nowMs() + 3_600_000).toISOString();

async function addServiceUser() {
  return (await service.call('POST', `${base}/service-users`, { userName: freshName('service') })).body as {
    userId: string;
    clientId: string;
  };
}
const works = async (clientId: string, clientSecret: string) =>
  (await post(service, '/oauth/v2/token', { grant_type: 'client_credentials' }, { clientId, clientSecret })).status === 200;

describe('a personal access token', () => {
  let path: string;
  let userId: string;
  beforeAll(async () => {
    ({ userId } = await addServiceUser());
    path = `${base}/service-users/${userId}/personal-access-tokens`;
  });
  const list = async () => (await service.call('GET', path)).body.personalAccessTokens;

  it('is listed with its times and what it is for, never with its text', async () => {
    const expiresAt = SOON();
    const { status, body } = await service.call('POST', path, { expiresAt, scope: 'openid email', audience: [world.projectId] });
    expect(status).toBe(201);
    const listed = await service.call('GET', path);
    expect(listed.body.personalAccessTokens).toEqual([
      {
        tokenId: body.tokenId,
        scope: 'openid email',
        audience: [world.projectId],
        createdAt: expect.stringMatching(/Z$/),
        expiresAt: expiresAt.replace('Z', '000Z'),
      },
    ]);
    expect(listed.text).not.toContain(body.token);
    expect(listed.text).not.toContain('digest');
  });

  it('is introspected by the applications of its audience, with its scope', async () => {
    const { application, clientSecret = '' } = await world.addApplication();
    const { token } = (await service.call('POST', path, { scope: 'openid', audience: [world.projectId] })).body;
    const { body } = await introspect(service, { clientId: application.clientId, clientSecret }, token);
    expect(body).toMatchObject({ active: true, scope: 'openid', sub: userId });
  });

  it('is dead at once when it is removed, once, and leaves an event', async () => {
    const { token, tokenId } = (await service.call('POST', path, {})).body;
    expect((await userinfo(service, token)).status).toBe(200);
    expect((await service.call('DELETE', `${path}/${tokenId}`)).status).toBe(204);
    expect((await userinfo(service, token)).status).toBe(401);
    expect((await service.call('DELETE', `${path}/${tokenId}`)).body.code).toBe('personalAccessToken.notFound');
    const events = (await eventsOf(service, userId)).filter(({ type }) => type === 'user.pat.removed');
    expect(events).toMatchObject([{ payload: { tokenId } }]);
  });

  it('is dead when its time is up', async () => {
    const { token } = (await service.call('POST', path, { expiresAt: SOON() })).body;
    service.get(Clock).advance(3_601_000);
    expect((await userinfo(service, token)).status).toBe(401);
  });

  it('tells when it was last used, written once an hour and off the path of the request', async () => {
    const { token, tokenId } = (await service.call('POST', path, {})).body;
    const lastUsed = async () => {
      await service.get(LastUse).flushUses();
      return (await list()).find((one: { tokenId: string }) => one.tokenId === tokenId).lastUsedAt as string | undefined;
    };
    expect(await lastUsed()).toBeUndefined();
    await userinfo(service, token);
    const first = await lastUsed();
    expect(first).toMatch(/Z$/);
    service.get(Clock).advance(60_000);
    await userinfo(service, token);
    expect(await lastUsed()).toBe(first);
    service.get(Clock).advance(3_600_000);
    await userinfo(service, token);
    expect(Date.parse((await lastUsed()) ?? '')).toBeGreaterThan(Date.parse(first ?? ''));
  });

  it.each([
    [{ expiresAt: '2001-01-01T00:00:00Z' }, 'expiry.past'],
    [{ expiresAt: '2030-W01' }, 'body.invalid'],
    [{ expiresAt: '2030-02-31T99:00:00Z' }, 'body.invalid'],
    [{ expiresAt: '9999-01-01T00:00:00Z' }, 'body.invalid'],
    [{ expiresAt: null }, 'body.invalid'],
    [{ scope: 'openid offline_access' }, 'personalAccessToken.scope'],
    [{ scope: 'admin' }, 'personalAccessToken.scope'],
    [{ audience: ['nowhere'] }, 'personalAccessToken.audience'],
    [{ audience: ['gatehouse'] }, 'personalAccessToken.audience'],
  ])('is refused with %j', async (input, code) => {
    const answer = await service.call('POST', path, input);
    expect([answer.status, answer.body.code]).toEqual([400, code]);
  });

  it('of somebody stronger is neither made nor removed by somebody weaker', async () => {
    const strong = await createServiceUser(service, world.organization.id, 'ORG_OWNER');
    const weak = await createServiceUser(service, world.organization.id, 'ORG_USER_MANAGER');
    const tokens = `${base}/service-users/${strong.userId}/personal-access-tokens`;
    const [{ tokenId }] = (await service.call('GET', tokens)).body.personalAccessTokens;
    for (const [method, address] of [
      ['POST', tokens],
      ['DELETE', `${tokens}/${tokenId}`],
    ] as const) {
      expect((await service.call(method, address, method === 'POST' ? {} : undefined, { token: weak.token })).body.code).toBe(
        'access.strongerUser',
      );
    }
  });
});

describe('a role that is given to a service user later', () => {
  it('is carried by the credentials that somebody weaker made before, and the events tell the owner who made them', async () => {
    const weak = await createServiceUser(service, world.organization.id, 'ORG_USER_MANAGER');
    const as = { token: weak.token };
    const { userId } = (await service.call('POST', `${base}/service-users`, { userName: freshName('service') }, as)).body;
    const path = `${base}/service-users/${userId}`;
    const { token } = (await service.call('POST', `${path}/personal-access-tokens`, {}, as)).body;
    const { clientId, clientSecret } = (await service.call('POST', `${path}/secrets`, {}, as)).body;
    const manages = async () => (await service.call('GET', `${base}/members`, undefined, { token })).status;
    expect(await manages()).toBe(404);
    await service.call('POST', `${base}/members`, { userId, role: 'ORG_OWNER' });
    // docs/adr/0029 says why: an installation makes the user, its credential and its role in this order, and the token works at once.
    expect([await manages(), await works(clientId, clientSecret)]).toEqual([200, true]);
    const types = ['user.pat.added', 'user.machine.secret.set'];
    const made = (
      await service.call('POST', '/admin/v1/events/_search', { aggregateId: userId, eventTypes: types, editorUserId: weak.userId })
    ).body;
    expect(made.events).toHaveLength(2);
    // From the role on, nobody weaker makes one or puts an end to one.
    for (const kind of ['personal-access-tokens', 'secrets', 'keys']) {
      const { publicKey } = await generateKeyPair('ES256', { extractable: true });
      const input = kind === 'keys' ? { publicKeyJwk: await exportJWK(publicKey) } : {};
      expect((await service.call('POST', `${path}/${kind}`, input, as)).body.code).toBe('access.strongerUser');
    }
  });
});

describe.each(['service user', 'application'] as const)('the secrets of a %s', (kind) => {
  let path: string;
  let owner: string;
  let first: { clientId: string; clientSecret: string; secretId?: string };
  beforeAll(async () => {
    if (kind === 'service user') {
      const { userId } = await addServiceUser();
      [owner, path] = [userId, `${base}/service-users/${userId}/secrets`];
      first = (await service.call('POST', path, {})).body;
    } else {
      const { application, clientSecret = '' } = await world.addApplication();
      [owner, path] = [application.id, `${base}/projects/${world.projectId}/applications/${application.id}/secrets`];
      first = { clientId: application.clientId, clientSecret };
    }
  });
  /** A service user obtains a token with its secret, an application introspects with it. */
  const accepted = async (clientSecret: string) =>
    kind === 'service user'
      ? works(first.clientId, clientSecret)
      : (await introspect(service, { clientId: first.clientId, clientSecret }, 'x')).status === 200;
  const listed = async (): Promise<Array<{ secretId: string; expiresAt?: string }>> => (await service.call('GET', path)).body.secrets;

  it('overlap, are listed without their texts, and end one by one', async () => {
    const { status, body, text } = await service.call('POST', path, {});
    expect(status).toBe(201);
    expect(text).toContain(body.clientSecret);
    expect([await accepted(first.clientSecret), await accepted(body.clientSecret)]).toEqual([true, true]);
    const list = await service.call('GET', path);
    expect(list.body.secrets).toEqual([
      { secretId: expect.any(String), createdAt: expect.any(String) },
      { secretId: body.secretId, createdAt: expect.any(String) },
    ]);
    expect(list.text).not.toContain(body.clientSecret);
    expect((await service.call('DELETE', `${path}/${list.body.secrets[0].secretId}`)).status).toBe(204);
    expect([await accepted(first.clientSecret), await accepted(body.clientSecret)]).toEqual([false, true]);
    expect((await service.call('DELETE', `${path}/${list.body.secrets[0].secretId}`)).status).toBe(404);
    const types = (await eventsOf(service, owner)).map(({ type }) => type);
    // The secret that was tried after its end left one, too.
    expect(types.findLast((type) => !type.endsWith('authentication.failed'))).toMatch(/secret\.removed$/);
  });

  it('end when they were told to', async () => {
    const { body } = await service.call('POST', path, { expiresAt: SOON() });
    const other = (await service.call('POST', path, {})).body;
    expect((await service.call('PUT', `${path}/${other.secretId}`, { expiresAt: SOON() })).status).toBe(204);
    expect((await service.call('PUT', `${path}/${body.secretId}`, {})).status).toBe(204);
    service.get(Clock).advance(3_601_000);
    expect([await accepted(body.clientSecret), await accepted(other.clientSecret)]).toEqual([true, false]);
    expect((await service.call('PUT', `${path}/${body.secretId}`, { expiresAt: '2001-01-01T00:00:00Z' })).body.code).toBe('expiry.past');
  });

  it('belong to one owner: the id of another one is not found', async () => {
    const other = await service.call('POST', `${base}/service-users/${(await addServiceUser()).userId}/secrets`, {});
    expect((await service.call('DELETE', `${path}/${other.body.secretId}`)).status).toBe(404);
    expect(await works(other.body.clientId, other.body.clientSecret)).toBe(true);
  });

  it('are at most ten', async () => {
    for (let count = (await listed()).length; count < 10; count++) expect((await service.call('POST', path, {})).status).toBe(201);
    expect((await service.call('POST', path, {})).body.code).toBe('clientSecret.tooMany');
  });
});

it('a secret of a public application does not exist and is not made', async () => {
  const { application } = await world.addApplication({ type: 'userAgent' });
  const path = `${base}/projects/${world.projectId}/applications/${application.id}/secrets`;
  expect((await service.call('GET', path)).body.secrets).toEqual([]);
  expect((await service.call('POST', path, {})).body.code).toBe('application.noSecrets');
});

it('a removed secret ends no token that it obtained', async () => {
  const { userId } = await addServiceUser();
  const path = `${base}/service-users/${userId}/secrets`;
  const secret = (await service.call('POST', path, {})).body;
  const token = await clientToken(service, secret);
  await service.call('DELETE', `${path}/${secret.secretId}`);
  expect((await userinfo(service, token)).status).toBe(200);
});

describe('a public key', () => {
  const owners = () => [
    ['service user', async () => `${base}/service-users/${(await addServiceUser()).userId}/keys`] as const,
    [
      'application',
      async () => {
        const { projectId } = (await service.call('POST', `${base}/projects`, { name: freshName() })).body;
        const { applicationId } = (
          await service.call('POST', `${base}/projects/${projectId}/applications`, {
            name: 'Signs',
            authMethod: 'private_key_jwt',
            redirectUris: ['https://app.example.com/cb'],
          })
        ).body;
        return `${base}/projects/${projectId}/applications/${applicationId}/keys`;
      },
    ] as const,
  ];

  it.each(owners())('of a %s is registered in either form, listed and removed', async (_, path) => {
    const at = await path();
    const [jwk, pem] = [await generateKeyPair('ES256'), await generateKeyPair('EdDSA')];
    const added = [
      await service.call('POST', at, { publicKeyJwk: await exportJWK(jwk.publicKey), expiresAt: SOON() }),
      await service.call('POST', at, { publicKeyPem: await exportSPKI(pem.publicKey) }),
    ];
    expect(added.map(({ status }) => status)).toEqual([201, 201]);
    expect((await service.call('GET', at)).body.keys).toEqual(added.map(({ body }) => body));
    expect((await service.call('DELETE', `${at}/${added[0]?.body.keyId}`)).status).toBe(204);
    expect((await service.call('GET', at)).body.keys).toEqual([added[1]?.body]);
  });

  it('is refused when it is private, unreadable, both forms at once, or somebody has it', async () => {
    const at = `${base}/service-users/${(await addServiceUser()).userId}/keys`;
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    const publicKeyJwk = await exportJWK(publicKey);
    for (const body of [{ publicKeyJwk: await exportJWK(privateKey) }, { publicKeyPem: 'none' }, { publicKeyJwk, publicKeyPem: 'both' }]) {
      expect((await service.call('POST', at, body)).status, JSON.stringify(Object.keys(body))).toBe(400);
    }
    expect((await service.call('POST', at, { publicKeyJwk })).status).toBe(201);
    const other = `${base}/service-users/${(await addServiceUser()).userId}/keys`;
    expect((await service.call('POST', other, { publicKeyJwk })).status).toBe(409);
  });
});

describe('one credential by its id', () => {
  const addTo = {
    'service user': async () => `${base}/service-users/${(await addServiceUser()).userId}`,
    application: async () => `${base}/projects/${world.projectId}/applications/${(await world.addApplication()).application.id}`,
  };
  it.each([
    ['service user', 'secrets', 'secrets', 'secretId'],
    ['service user', 'keys', 'keys', 'keyId'],
    ['service user', 'personal-access-tokens', 'personalAccessTokens', 'tokenId'],
    ['application', 'secrets', 'secrets', 'secretId'],
    ['application', 'keys', 'keys', 'keyId'],
  ] as const)('(%s, %s) is what the list shows, below its owner alone, until it is removed', async (owner, kind, listed, id) => {
    const [parent, sibling] = [await addTo[owner](), await addTo[owner]()];
    const at = `${parent}/${kind}`;
    const created = (await service.call('POST', at, { expiresAt: SOON() })).body;
    await service.call('POST', at, {});
    const one = `${at}/${created[id]}`;

    const read = await service.call('GET', one);
    const shown = (await service.call('GET', at)).body[listed].find((entry: Record<string, string>) => entry[id] === created[id]);
    expect([read.status, read.body]).toEqual([200, shown]);
    for (const secret of [created.clientSecret, created.token, created.keyFile?.key].filter(Boolean))
      expect(read.text).not.toContain(secret);
    const known = { headers: { 'if-none-match': read.headers.get('etag') ?? '' } };
    expect((await service.call('GET', one, undefined, known)).status).toBe(304);

    const elsewhere = one.replace(world.organization.id, await createOrganization(service));
    for (const wrong of [`${sibling}/${kind}/${created[id]}`, elsewhere, `${at}/nowhere`])
      expect((await service.call('GET', wrong)).status, wrong).toBe(404);

    expect((await service.call('DELETE', one)).status).toBe(204);
    expect((await service.call('GET', one)).status).toBe(404);
  });

  it('is read after its end, too', async () => {
    const at = `${await addTo['service user']()}/personal-access-tokens`;
    const { tokenId } = (await service.call('POST', at, { expiresAt: SOON() })).body;
    service.get(Clock).advance(3_601_000);
    expect((await service.call('GET', `${at}/${tokenId}`)).body).toMatchObject({ tokenId, scope: 'openid profile' });
  });
});

describe('a generated key', () => {
  it('of a service user comes as a key file, once; with it alone a program gets a token by the JWT profile', async () => {
    const { userId, clientId } = await addServiceUser();
    const at = `${base}/service-users/${userId}/keys`;
    const expiresAt = SOON();
    const { status, body } = await service.call('POST', at, { expiresAt });
    expect(status).toBe(201);
    const { keyFile, ...listed } = body;
    expect(keyFile).toEqual({
      type: 'serviceaccount',
      keyId: listed.keyId,
      key: expect.stringContaining('-----BEGIN PRIVATE KEY-----'),
      userId,
      clientId,
      expiresAt: listed.expiresAt,
      issuer: service.url,
      tokenEndpoint: `${service.url}/oauth/v2/token`,
    });
    const answer = await service.call('GET', at);
    expect([answer.body.keys, answer.text.includes('PRIVATE')]).toEqual([[listed], false]);

    const now = service.get(Clock).nowSeconds();
    const assertion = await new SignJWT({ jti: randomUUID() })
      .setProtectedHeader({ alg: 'RS256', kid: keyFile.keyId })
      .setIssuer(keyFile.userId)
      .setSubject(keyFile.userId)
      .setAudience(keyFile.issuer)
      .setIssuedAt(now)
      .setExpirationTime(now + 60)
      .sign(await importPKCS8(keyFile.key, 'RS256'));
    const granted = await post(service, '/oauth/v2/token', { grant_type: JWT_PROFILE, assertion, scope: 'openid' });
    expect([granted.status, granted.body]).toEqual([200, expect.objectContaining({ token_type: 'Bearer' })]);
    expect(JSON.stringify(await eventsOf(service, userId))).not.toContain('PRIVATE');
  });

  it('of an application names the client instead', async () => {
    const { projectId } = (await service.call('POST', `${base}/projects`, { name: freshName() })).body;
    const at = `${base}/projects/${projectId}/applications`;
    const redirectUris = ['https://app.example.com/cb'];
    const created = (await service.call('POST', at, { name: 'Signs', authMethod: 'private_key_jwt', redirectUris })).body;
    const { keyFile } = (await service.call('POST', `${at}/${created.applicationId}/keys`, {})).body;
    expect(keyFile).toMatchObject({ type: 'application', appId: created.applicationId, clientId: created.clientId });
    expect(keyFile).not.toHaveProperty('expiresAt');
  });
});

it('a rotation on demand is asked for over the API and names the editor', async () => {
  const before = (await service.call('GET', '/admin/v1/keys')).body.keys;
  service.get(Clock).advance(400_000);
  const { status, body } = await service.call('POST', '/admin/v1/keys/_rotate', { alg: 'ES256' });
  expect(status).toBe(200);
  const active = (keys: Array<{ alg: string; state: string; kid: string }>, alg: string) =>
    keys.find((key) => key.alg === alg && key.state === 'active')?.kid;
  expect(active(body.keys, 'ES256')).not.toBe(active(before, 'ES256'));
  expect(active(body.keys, 'RS256')).toBe(active(before, 'RS256'));
  expect((await service.call('POST', '/admin/v1/keys/_rotate', { alg: 'none' })).status).toBe(400);
});
