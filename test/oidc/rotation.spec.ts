// Keys that hand over: nothing that is under way breaks, nothing that was issued dies.
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { Database } from '../../src/common/database/database.js';
import { ConfigVersion } from '../../src/common/database/config-version.js';
import { boxKeyId } from '../../src/common/crypto/sealed-box.js';
import { isKeyedProof, keyedDigests, keyedProof } from '../../src/common/crypto/keyed-digest.js';
import { Keyring, PURPOSES, WrongMasterKeyError, type Purpose } from '../../src/common/crypto/keyring.service.js';
import { KeyRotation } from '../../src/oidc/keys/key-rotation.service.js';
import { SigningKeysRepository } from '../../src/oidc/keys/signing-keys.repository.js';
import { SigningKeys } from '../../src/oidc/keys/signing-keys.service.js';
import { EventLog } from '../../src/users/events/events.service.js';
import { openDatabase, type OpenDatabase } from '../support/open-database.js';
import { eventsOf } from '../support/people.js';
import { startService } from '../support/service.js';
import { Browser } from '../support/browser.js';
import { addServiceUserWithSecret } from '../support/service-users.js';
import { authorizeUrl, clientToken, codeIn, redeem, refresh, signInToNewClient, userinfo } from '../support/oauth.js';
import { service, useWorld, world } from '../support/use-world.js';
import { PASSWORD } from '../support/world.js';

const DAY_MS = 86_400_000;

useWorld(startService);

const later = (ms: number) => service.get(Clock).advance(ms);
const keys = () => service.get(SigningKeys).listSigningKeys();
const kids = async (state: string, alg = 'ES256') =>
  (await keys()).filter((key) => key.state === state && key.alg === alg).map(({ kid }) => kid);
const kidOf = (jwt: string) => decodeProtectedHeader(jwt).kid;
const publishedKids = async () => {
  const { body } = await service.call('GET', '/oauth/v2/keys', undefined, { token: null });
  return (body.keys as Array<{ kid: string }>).map(({ kid }) => kid);
};
/** The key set may be kept for 300 s; a key is visible a little longer before it signs. */
const KEY_SET_MS = 311_000;

describe('signing keys', () => {
  it('start with one that signs and the next one, for each algorithm, all published', async () => {
    const states = (await keys()).map(({ alg, state }) => `${alg} ${state}`).toSorted();
    expect(states).toEqual(['ES256 active', 'ES256 published', 'EdDSA active', 'EdDSA published', 'RS256 active', 'RS256 published']);
    expect((await publishedKids()).toSorted()).toEqual((await keys()).map(({ kid }) => kid).toSorted());
  });

  it('hand over on demand, no sooner than everybody can know the next one; old tokens, hints and sign-ins live on', async () => {
    const [[active], [next]] = [await kids('active'), await kids('published')];
    const { client, tokens, browser } = await signInToNewClient(service, world, { accessTokenType: 'jwt', idTokenSigningAlg: 'ES256' });
    const other = new Browser(service.url);
    const login = await other.open(authorizeUrl(service.url, client.clientId, 'openid'));
    const keySet = createRemoteJWKSet(new URL(`${service.url}/oauth/v2/keys`));
    await jwtVerify(tokens.access_token, keySet);

    await service.get(SigningKeys).rotateKey('ES256', 'an-administrator');
    expect(await kids('active')).toEqual([active]);
    later(KEY_SET_MS);
    await service.get(KeyRotation).rotateDueKeys();
    expect([await kids('active'), await kids('retired')]).toEqual([[next], [active]]);
    expect(await kids('published')).toHaveLength(1);
    expect(await kids('retired', 'RS256')).toEqual([]);

    // A sign-in that was under way, and a client that still has the key set from before.
    const callback = await other.submit(login, world.loginName, PASSWORD);
    const { body } = await redeem(service, client, codeIn(callback.url));
    expect([kidOf(body.access_token), kidOf(body.id_token)]).toEqual([next, next]);
    await jwtVerify(body.access_token, keySet);
    for (const token of [tokens.access_token, body.access_token]) expect((await userinfo(service, token)).status).toBe(200);
    const silent = await browser.open(
      authorizeUrl(service.url, client.clientId, 'openid', { prompt: 'none', id_token_hint: tokens.id_token }),
    );
    expect(new URL(silent.url).searchParams.get('error')).toBeNull();
    expect((await refresh(service, client, tokens.refresh_token)).status).toBe(200);
    expect(await eventsOf(service, 'instance')).toContainEqual(
      expect.objectContaining({ type: 'instance.key.activated', payload: { kid: next, alg: 'ES256' } }),
    );
  });

  it('hand over at once when the next one has been visible long enough', async () => {
    later(KEY_SET_MS);
    const [next] = await kids('published', 'EdDSA');
    await service.get(SigningKeys).rotateKey('EdDSA');
    expect(await kids('active', 'EdDSA')).toEqual([next]);
    // The one after that is new, and waits.
    await service.get(SigningKeys).rotateKey('EdDSA');
    expect(await kids('active', 'EdDSA')).toEqual([next]);
  });

  it('hand over by age, all of them, and go when nothing they signed is of use any more', async () => {
    const [before] = await kids('active', 'RS256');
    later(91 * DAY_MS);
    await service.get(KeyRotation).rotateDueKeys();
    for (const alg of ['RS256', 'ES256', 'EdDSA']) expect(await kids('active', alg)).toHaveLength(1);
    expect(await kids('retired', 'RS256')).toEqual([before]);
    // What was retired 91 days ago is gone.
    expect(await kids('retired')).toHaveLength(1);
    expect(await publishedKids()).toContain(before);
    later(12 * DAY_MS);
    await service.get(KeyRotation).rotateDueKeys();
    expect(await kids('retired', 'RS256')).toEqual([]);
    expect(await publishedKids()).not.toContain(before);
    await service.get(KeyRotation).rotateDueKeys();
    expect(await keys()).toHaveLength(6);
  });

  it('that were revoked verify nothing more in another process, also while it looks for others', async () => {
    const [database, config] = [service.get(Database), new ConfigVersion(service.get(Database))];
    const keyring = new Keyring(database, config, service.get(Clock), { current: service.settings.masterKey ?? Buffer.alloc(0) });
    const repository = service.get(SigningKeysRepository);
    const other = new SigningKeys(repository, database, keyring, config, service.get(EventLog), service.get(Clock), service.settings);
    const [kid = ''] = await kids('published');
    expect((await other.currentKeySet()).verifiers.has(kid)).toBe(true);
    await service.get(SigningKeys).revokeSigningKey(kid, 'an-administrator');
    later(1_000);
    const found = await Promise.all([other.recentKeys(), other.recentKeys()]);
    expect(found.map(({ verifiers }) => verifiers.has(kid))).toEqual([false, false]);
  });

  it('hand over once when several ask at the same time', async () => {
    later(KEY_SET_MS);
    await Promise.all(Array.from({ length: 5 }, () => service.get(SigningKeys).rotateKey('RS256')));
    expect([await kids('active', 'RS256'), await kids('published', 'RS256')].map(({ length }) => length)).toEqual([1, 1]);
    expect(await kids('retired', 'RS256')).toHaveLength(1);
  });
});

describe('sealing keys', () => {
  it('hand over a minute after the next one was published; sessions, refresh tokens and opaque tokens live on', async () => {
    const { client, tokens, browser } = await signInToNewClient(service, world);
    const user = await addServiceUserWithSecret(service, world);
    const before = boxKeyId(await clientToken(service, user));
    await service.get(Keyring).rotateDataKey();
    await service.get(KeyRotation).rotateDueKeys();
    expect(boxKeyId(await clientToken(service, user))).toBe(before);
    later(61_000);
    await service.get(KeyRotation).rotateDueKeys();
    expect(boxKeyId(await clientToken(service, user))).not.toBe(before);
    expect((await userinfo(service, tokens.access_token)).status).toBe(200);
    const { status, body } = await refresh(service, client, tokens.refresh_token);
    expect(status).toBe(200);
    expect((await refresh(service, client, body.refresh_token)).status).toBe(200);
    const silent = await browser.open(authorizeUrl(service.url, client.clientId, 'openid', { prompt: 'none' }));
    expect(new URL(silent.url).searchParams.has('code')).toBe(true);
  });

  it('hand over by age', async () => {
    const user = await addServiceUserWithSecret(service, world);
    const before = boxKeyId(await clientToken(service, user));
    later(366 * DAY_MS);
    await service.get(KeyRotation).rotateDueKeys();
    later(61_000);
    await service.get(KeyRotation).rotateDueKeys();
    expect(boxKeyId(await clientToken(service, user))).not.toBe(before);
  });
});

describe('a keyring', () => {
  const [oldKey, newKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const content = Buffer.from('content');
  let opened: OpenDatabase;
  const clock = new Clock();
  const keyring = (current: Buffer, previous?: Buffer, database = opened.database) =>
    new Keyring(database, new ConfigVersion(database), clock, { current, previous });
  const loaded = async (...parameters: Parameters<typeof keyring>) => {
    const made = keyring(...parameters);
    await made.load();
    return made;
  };
  const noGuard = async () => undefined;
  beforeAll(async () => {
    opened = await openDatabase();
  });
  afterAll(() => opened.close());

  it('of another process opens what a new key sealed, and looks for unknown keys once a second at most', async () => {
    const [one, two] = [await loaded(oldKey), await loaded(oldKey)];
    await two.reloadDataKeys();
    await one.rotateDataKey('cursor');
    clock.advance(61_000);
    await one.advanceDataKeys(Number.MAX_SAFE_INTEGER, noGuard);
    const sealed = await one.seal('cursor', content);
    expect(await two.open('cursor', sealed)).toEqual(content);
    clock.advance(2_000);
    const reads = vi.spyOn(opened.database.query, 'rows');
    const unknown = Array.from({ length: 50 }, () => {
      const bytes = Buffer.from(sealed, 'base64url');
      bytes.fill(Math.floor(Math.random() * 256), 1, 7);
      return bytes.toString('base64url');
    });
    for (const text of unknown) expect(await two.open('cursor', text)).toBeUndefined();
    await Promise.all(unknown.map((text) => two.open('cursor', text)));
    expect(reads.mock.calls.length).toBeLessThanOrEqual(1);
    reads.mockRestore();
  });

  it('opens nothing of keys that another process revoked after a second, of none of the purposes; what is in rows opens on', async () => {
    const [one, two] = [await loaded(oldKey), await loaded(oldKey)];
    await two.reloadDataKeys();
    const purposes = Object.keys(PURPOSES) as Purpose[];
    const sealed = await Promise.all(purposes.map(async (purpose) => [purpose, await one.seal(purpose, content)] as const));
    const proof = await keyedProof(one, 'label', 'text');
    const opened = async (keyring: Keyring) => {
      const contents = await Promise.all(sealed.map(async ([purpose, text]) => ((await keyring.open(purpose, text)) ? [purpose] : [])));
      return contents.flat();
    };
    expect([await opened(two), await isKeyedProof(two, 'label', 'text', proof)]).toEqual([Object.keys(PURPOSES), true]);
    await one.removeKeysHeldOutside('access-token', async () => undefined);
    clock.advance(1_000);
    const kept = Object.entries(PURPOSES).flatMap(([purpose, facts]) => ('rows' in facts ? [purpose] : []));
    // The first that asks learns it, whatever it asks for.
    for (const keyring of [two, one])
      expect([await isKeyedProof(keyring, 'label', 'text', proof), await opened(keyring)]).toEqual([false, kept]);
    expect(await two.open('second-step', await one.seal('second-step', content))).toEqual(content);
  });

  it('believes nothing by keys of before while it looks for others', async () => {
    const [one, two] = [await loaded(oldKey), await loaded(oldKey)];
    await two.reloadDataKeys();
    const [proof, cursor] = [await keyedProof(one, 'label', 'text'), await one.seal('cursor', content)];
    await one.removeKeysHeldOutside('access-token', async () => undefined);
    clock.advance(1_000);
    const atOnce = [isKeyedProof(two, 'label', 'text', proof), isKeyedProof(two, 'label', 'text', proof), two.open('cursor', cursor)];
    expect(await Promise.all(atOnce)).toEqual([false, false, undefined]);
  });

  it('proves nothing by keys that another process revoked a second ago', async () => {
    const [one, two] = [await loaded(oldKey), await loaded(oldKey)];
    await two.reloadDataKeys();
    await one.removeKeysHeldOutside('access-token', async () => undefined);
    clock.advance(1_000);
    expect(await isKeyedProof(one, 'label', 'text', await keyedProof(two, 'label', 'text'))).toBe(true);
  });

  it('believes what an older build made with the keys for digests, until those of proofs are revoked', async () => {
    const older = await loaded(oldKey);
    await opened.database.write('as before', (tx) => tx.run("DELETE FROM data_keys WHERE purpose = 'proof'", []));
    const mailed = keyedDigests(older, 'mailed-link', 'handle')[0];
    const newer = await loaded(oldKey);
    expect(await isKeyedProof(newer, 'mailed-link', 'handle', mailed)).toBe(true);
    expect(await keyedProof(newer, 'mailed-link', 'handle')).toBe(mailed);
    await newer.removeKeysHeldOutside('access-token', async () => undefined);
    expect(await isKeyedProof(await loaded(oldKey), 'mailed-link', 'handle', mailed)).toBe(false);
    expect(keyedDigests(newer, 'mailed-link', 'handle')).toContain(mailed);
  });

  it('survives a change of the master key: what was sealed opens, the old key does not start again, who runs goes on', async () => {
    const before = await loaded(oldKey);
    const sealed = await before.seal('access-token', content);
    await expect(loaded(newKey)).rejects.toThrow(WrongMasterKeyError);
    const between = await loaded(newKey, oldKey);
    expect(await between.open('access-token', sealed)).toEqual(content);
    const after = await loaded(newKey);
    expect(await after.open('access-token', sealed)).toEqual(content);
    expect(await after.open('access-token', await between.seal('access-token', content))).toEqual(content);
    await expect(loaded(oldKey)).rejects.toThrow(WrongMasterKeyError);

    await before.reloadDataKeys();
    expect(await before.open('access-token', await after.seal('access-token', content))).toEqual(content);
    expect(await after.open('access-token', await before.seal('access-token', content))).toEqual(content);
    // It must wrap nothing with the key that was replaced.
    await expect(before.rotateDataKey()).rejects.toThrow(WrongMasterKeyError);
    await after.rotateDataKey();
    await expect(loaded(newKey)).resolves.toBeDefined();
  });
});
