// Tokens over two processes on one database server: this one, whose clock can be set, and one of its own.
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boxKeyId } from '../../src/common/crypto/sealed-box.js';
import { LOOK_AGAIN_MS } from '../../src/common/database/config-version.js';
import { Clock } from '../../src/common/primitives/clock.js';
import { Keyring } from '../../src/common/crypto/keyring.service.js';
import { KeyRotation } from '../../src/oidc/keys/key-rotation.service.js';
import { SigningKeys } from '../../src/oidc/keys/signing-keys.service.js';
import { Browser } from '../support/browser.js';
import { TOKEN_EXCHANGE, typeUrn } from '../support/token-exchange.js';
import { addKey, ASSERTION_TYPE, assertionOf, JWT_PROFILE, type Credentials } from '../support/clients.js';
import { addServiceUser, addServiceUserWithSecret } from '../support/service-users.js';
import { authorizeUrl, CHALLENGE, clientToken, signInToNewClient, VERIFIER } from '../support/oauth.js';
import { makeWorld, PASSWORD, REDIRECT_URI, type World } from '../support/world.js';
import { addGroup, changeMembers } from '../support/groups.js';
import { clockThatStops } from '../support/clock-ahead.js';
import { SERVER_URL } from '../support/database.js';
import { inOneMoment } from '../support/one-moment.js';
import { Ground } from '../support/processes.js';
import { startService, type TestService } from '../support/service.js';

describe.skipIf(!SERVER_URL)('tokens over two processes', () => {
  let service: TestService;
  let world: World;
  let ground: Ground;
  let urls: [string, string];
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-clock-'));
  const stop = join(folder, 'stopped');

  beforeAll(async () => {
    service = await startService();
    world = await makeWorld(service);
    const { database, masterKey } = service.settings;
    if (database.engine === 'sqlite' || !masterKey) throw new Error('This needs a database server.');
    ground = await Ground.make({ DATABASE_URL: database.url, MASTER_KEY: masterKey.toString('base64') });
    urls = [service.url, (await ground.start({ PUBLIC_URL: service.url, ...clockThatStops(stop) })).url];
  });
  afterAll(async () => {
    await ground.clear();
    await service.close();
    rmSync(folder, { recursive: true });
  });

  const send = async (url: string, path: string, form: Record<string, string>, client: Partial<Credentials> = {}) => {
    const { clientId, clientSecret } = client;
    const basic = clientSecret && `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    const response = await fetch(url + path, {
      method: 'POST',
      headers: basic ? { authorization: basic } : {},
      body: new URLSearchParams({ ...form, ...(basic || clientId === undefined ? {} : { client_id: clientId }) }),
    });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, string> };
  };
  const refresh = (url: string, token: string, client: Credentials) =>
    send(url, '/oauth/v2/token', { grant_type: 'refresh_token', refresh_token: token }, client);
  const userinfo = async (url: string, token: string) =>
    (await fetch(`${url}/oidc/v1/userinfo`, { headers: { authorization: `Bearer ${token}` } })).status;
  const each = <T>(count: number, work: (url: string) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, i) => work(urls[i % 2 ? 1 : 0])));
  /** Like {@link each}, in one moment of both processes: however long the requests take, they arrive together. */
  const atOnce = async <T>(count: number, work: (url: string) => Promise<T>) => {
    let answers: T[] = [];
    await inOneMoment(service, async () => {
      writeFileSync(`${stop}.new`, String(service.get(Clock).nowMs()));
      renameSync(`${stop}.new`, stop);
      answers = await each(count, work).finally(() => rmSync(stop));
    });
    return answers;
  };
  /** Until a process that looked just before a change looks again with its next request. However busy it is, it must not believe longer. */
  const aSecond = () => new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS + 10));

  it.each(['opaque', 'jwt'] as const)(
    '%s: what one issues the other believes, and what one revokes is dead at the other',
    async (format) => {
      const user = await addServiceUserWithSecret(service, world, { accessTokenType: format });
      for (const [one, other] of [urls, urls.toReversed()] as Array<[string, string]>) {
        const { body } = await send(one, '/oauth/v2/token', { grant_type: 'client_credentials', scope: 'openid' }, user);
        const token = body['access_token'] ?? '';
        expect(await userinfo(other, token)).toBe(200);
        expect((await send(one, '/oauth/v2/revoke', { token }, user)).status).toBe(200);
        expect(await userinfo(other, token)).toBe(401);
      }
    },
  );

  it('a role and a group given at one are told by the other at once, and taken again', async () => {
    const role = 'urn:gatehouse:iam:org:project:roles';
    const { tokens } = await signInToNewClient(service, world, {}, `openid groups urn:gatehouse:iam:org:projects:roles`);
    const toldBy = async (url: string) => {
      const response = await fetch(`${url}/oidc/v1/userinfo`, { headers: { authorization: `Bearer ${tokens.access_token}` } });
      const claims = (await response.json()) as Record<string, object>;
      return [claims['groups'], Object.keys(claims[role] ?? {})];
    };
    for (const url of urls) expect(await toldBy(url)).toEqual([[], []]);
    const path = `/admin/v1/organizations/${world.organization.id}/projects/${world.projectId}`;
    await service.call('POST', `${path}/roles`, { key: 'reader' });
    const group = await addGroup(service, world.organization.id, [world.person.id], 'Readers');
    await service.call('POST', `${path}/authorizations`, { holderId: group.id, roleKeys: ['reader'] });
    for (const url of urls) expect(await toldBy(url)).toEqual([['Readers'], ['reader']]);
    await changeMembers(service, world.organization.id, group.id, { dropped: [world.person.id] });
    for (const url of urls) expect(await toldBy(url)).toEqual([[], []]);
  });

  it('one of 50 redemptions of a code wins, and its tokens work at both', async () => {
    const { application } = await world.addApplication({ type: 'userAgent' });
    const browser = new Browser(service.url);
    const url = authorizeUrl(service.url, application.clientId, 'openid', CHALLENGE);
    const end = await browser.submit(await browser.open(url), world.loginName, PASSWORD);
    const code = new URL(end.url).searchParams.get('code') ?? '';
    const form = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, code_verifier: VERIFIER };
    const answers = await atOnce(50, (at) => send(at, '/oauth/v2/token', form, application));
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    for (const at of urls) expect(await userinfo(at, won[0]?.body['access_token'] ?? '')).toBe(200);
  });

  it('50 refreshes of one token give one successor, and it works', async () => {
    const { client, tokens } = await signInToNewClient(service, world);
    const answers = await atOnce(50, (url) => refresh(url, tokens.refresh_token, client));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body['refresh_token'])).size).toBe(1);
    expect((await refresh(urls[1], answers[0]?.body['refresh_token'] ?? '', client)).status).toBe(200);
  });

  it('one of 50 refreshes of a client with a secret and no reuse window wins, and its tokens work at both', async () => {
    const { client, tokens } = await signInToNewClient(service, world, { type: 'web', refreshReuseSeconds: 0 });
    const answers = await atOnce(50, (url) => refresh(url, tokens.refresh_token, client));
    const [won, ...others] = answers.toSorted((a, b) => a.status - b.status);
    expect([won?.status, new Set(others.map(({ body }) => body['error']))]).toEqual([200, new Set(['invalid_grant'])]);
    for (const url of urls) expect(await userinfo(url, won?.body['access_token'] ?? '')).toBe(200);
    expect((await refresh(urls[1], won?.body['refresh_token'] ?? '', client)).status).toBe(200);
  });

  it.each<[string, (assertion: string) => Record<string, string>, string]>([
    [
      'as client authentication',
      (assertion) => ({ grant_type: 'client_credentials', client_assertion_type: ASSERTION_TYPE, client_assertion: assertion }),
      'invalid_client',
    ],
    ['as a grant', (assertion) => ({ grant_type: JWT_PROFILE, assertion }), 'invalid_grant'],
  ])('an assertion that is sent 20 times at once %s gives one token', async (_, form, error) => {
    const user = await addServiceUser(service, world);
    const assertion = await assertionOf(service, await addKey(service, user), user.clientId);
    const answers = await each(20, (url) => send(url, '/oauth/v2/token', form(assertion)));
    const [won, ...others] = answers.toSorted((a, b) => a.status - b.status);
    expect([won?.status, new Set(others.map(({ body }) => body['error']))]).toEqual([200, new Set([error])]);
    for (const url of urls) expect(await userinfo(url, won?.body['access_token'] ?? '')).toBe(200);
  });

  it('a feature that is switched at one acts at the other within a second', async () => {
    const client = { type: 'web' as const, grantTypes: ['authorization_code' as const, TOKEN_EXCHANGE as never] };
    const { client: exchanger, tokens } = await signInToNewClient(service, world, client);
    const form = { grant_type: TOKEN_EXCHANGE, subject_token: tokens.access_token, subject_token_type: typeUrn('access_token') };
    for (const [on, expected] of [
      [true, 200],
      [false, 400],
    ] as const) {
      expect((await service.call('PUT', '/admin/v1/features', { oidcTokenExchange: on })).status).toBe(200);
      const statusAtOther = async () => (await send(urls[1], '/oauth/v2/token', form, exchanger)).status;
      await aSecond();
      expect(await statusAtOther()).toBe(expected);
    }
  });

  it.each(['opaque', 'jwt'] as const)(
    'a key that is revoked at one opens nothing at the other within a second, though that one serves no OAuth request: %s',
    async (accessTokenType) => {
      const user = await addServiceUserWithSecret(service, world, { accessTokenType });
      const token = await clientToken(service, user);
      // Without a role it finds no organization, and with a dead token it is nobody.
      const scimAtOther = async () =>
        (await fetch(`${urls[1]}/scim/v2/${world.organization.id}/Users`, { headers: { authorization: `Bearer ${token}` } })).status;
      expect(await scimAtOther()).toBe(404);
      const { keys, sealingKeys } = (await service.call('GET', '/admin/v1/keys')).body;
      const isActive = ({ state, alg = 'ES256' }: { state: string; alg?: string }) => state === 'active' && alg === 'ES256';
      const { kid } = (accessTokenType === 'jwt' ? keys : sealingKeys).find(isActive);
      expect((await service.call('POST', `/admin/v1/keys/${kid}/_revoke`)).status).toBe(200);
      expect(await userinfo(urls[0], token)).toBe(401);
      await aSecond();
      expect(await scimAtOther()).toBe(401);
      const keySetOfOther = async () => ((await (await fetch(`${urls[1]}/oauth/v2/keys`)).json()) as { keys: unknown[] }).keys;
      await expect.poll(async () => JSON.stringify(await keySetOfOther())).not.toContain(kid);
      const after = await clientToken(service, user);
      for (const url of urls) expect(await userinfo(url, after)).toBe(200);
    },
  );

  it('a revocation at one that races 50 refreshes at both leaves nothing alive', async () => {
    const { client, tokens } = await signInToNewClient(service, world, { accessTokenType: 'jwt' });
    const racing = each(50, (url) => refresh(url, tokens.refresh_token, client));
    const revoked = await send(urls[1], '/oauth/v2/revoke', { token: tokens.refresh_token }, client);
    expect(revoked.status).toBe(200);
    for (const { status, body } of await racing) {
      if (status !== 200) continue;
      for (const url of urls) {
        expect(await userinfo(url, body['access_token'] ?? '')).toBe(401);
        expect((await refresh(url, body['refresh_token'] ?? '', client)).status).toBe(400);
      }
    }
  });

  it('a signing key that took over at one signs at the other within a second, and both believe old and new', async () => {
    const user = await addServiceUserWithSecret(service, world, { accessTokenType: 'jwt' });
    const before = await clientToken(service, user);
    service.get(Clock).advance(311_000);
    await service.get(SigningKeys).rotateKey('ES256');
    const { signers } = await service.get(SigningKeys).currentKeySet();
    const atOther = async () => {
      const { body } = await send(urls[1], '/oauth/v2/token', { grant_type: 'client_credentials', scope: 'openid' }, user);
      return body['access_token'] ?? '';
    };
    const kidOf = (jwt: string) => (JSON.parse(Buffer.from(jwt.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid;
    await expect.poll(async () => kidOf(await atOther())).toBe(signers.get('ES256')?.kid);
    // The clock of this process is ahead by now, so only what it issues itself is alive in it.
    const after = await clientToken(service, user);
    expect([await userinfo(urls[1], before), await userinfo(urls[1], after), await userinfo(urls[0], after)]).toEqual([200, 200, 200]);
  });

  it('a sealing key that took over at one is known to the other within a second, without the minute it has', async () => {
    const user = await addServiceUserWithSecret(service, world);
    const before = await clientToken(service, user);
    await service.get(Keyring).rotateDataKey('access-token');
    service.get(Clock).advance(61_000);
    await service.get(KeyRotation).rotateDueKeys();
    const { client, tokens } = await signInToNewClient(service, world);
    const after = await clientToken(service, user);
    expect(boxKeyId(after)).not.toBe(boxKeyId(before));
    await expect.poll(() => userinfo(urls[1], after)).toBe(200);
    expect(await userinfo(urls[1], before)).toBe(200);
    expect((await refresh(urls[1], tokens.refresh_token, client)).status).toBe(200);
  });
});
