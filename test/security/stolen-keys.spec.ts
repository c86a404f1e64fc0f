// Somebody has the master key and a copy of the database, so every data key as of the copy: what they make with them, before and after the sheet
// "Stolen database" of docs/operate.md. Another master key alone changes none of them (test/process/master-key.spec.ts).
import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ImportJobsRepository } from '../../src/admin/imports/jobs/import-jobs.repository.js';
import { isKeyedProof } from '../../src/common/crypto/keyed-digest.js';
import { Keyring, PURPOSES, type Purpose } from '../../src/common/crypto/keyring.service.js';
import { boxKeyId } from '../../src/common/crypto/sealed-box.js';
import { ConfigVersion, LOOK_AGAIN_MS } from '../../src/common/database/config-version.js';
import { Database } from '../../src/common/database/database.js';
import type { Transaction } from '../../src/common/database/transaction.js';
import { MailOutbox } from '../../src/common/mail/mail-outbox.service.js';
import { Clock } from '../../src/common/primitives/clock.js';
import { SmsOutbox } from '../../src/common/sms/sms-outbox.service.js';
import { KeyRotation } from '../../src/oidc/keys/key-rotation.service.js';
import { SigningKeys } from '../../src/oidc/keys/signing-keys.service.js';
import { SigningKeysRepository } from '../../src/oidc/keys/signing-keys.repository.js';
import { Subjects } from '../../src/oidc/tokens/content/subjects.service.js';
import { TotpFactors } from '../../src/users/accounts/factors/totp-factors.service.js';
import { RecoveryCodes } from '../../src/users/accounts/factors/recovery-codes.service.js';
import { Browser, fill, hiddenOf } from '../support/browser.js';
import { addClient, type Credentials } from '../support/clients.js';
import { addApp, addRecoveryCodes, ownerOf } from '../support/factors.js';
import { human } from '../support/imports.js';
import { letterTo, lettersTo, startMailedService, type MailedService } from '../support/mailed-service.js';
import { authorizeUrl, codeIn, refresh, signIn, signInToNewClient, userinfo } from '../support/oauth.js';
import { eventsOf, freshName, usersPath } from '../support/people.js';
import type { Answer } from '../support/service.js';
import { createServiceUser } from '../support/service-users.js';
import { makeWorld, PASSWORD, type World } from '../support/world.js';

const CHOSEN = 'Brand-new-Horse-9';

let service: MailedService;
let world: World;
let client: Credentials;
let stolen: Keyring;
beforeAll(async () => {
  service = await startMailedService();
});
beforeEach(async () => {
  world = await makeWorld(service);
  client = await addClient(world, { type: 'userAgent' });
  stolen = await copiedKeyring();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => service.close());

/** With the keys as of now; time stands still for it, so it looks for no others. */
async function copiedKeyring(): Promise<Keyring> {
  const [database, current] = [service.get(Database), service.settings.masterKey ?? Buffer.alloc(0)];
  const clock = Object.assign(Object.create(service.get(Clock)) as Clock, { nowMs: () => 0, nowUs: () => service.get(Clock).nowUs() });
  const keyring = new Keyring(database, new ConfigVersion(database), clock, { current });
  await keyring.load();
  return keyring;
}

async function followSheet(): Promise<void> {
  const { status, body } = await service.call('POST', '/admin/v1/keys/_revoke-sealing');
  expect(status).toBe(200);
  for (const { kid } of body.keys) expect((await service.call('POST', `/admin/v1/keys/${kid}/_revoke`)).status).toBe(200);
  service.get(Clock).advance(1_000);
}

/** A proof of the thief's own making, by the keys of the copy. */
function forgedProof(label: string, text: string): string {
  const [secret = ''] = stolen.secrets('proof');
  return createHmac('sha256', secret).update(`${label}\0${text}`).digest('base64url');
}

const keysOf = (purpose: Purpose) => service.get(Keyring).listDataKeys(purpose);
const held = (where: 'outside' | 'rows') => (Object.keys(PURPOSES) as Purpose[]).filter((purpose) => where in PURPOSES[purpose]);

describe('whoever has the master key and a copy of the database', () => {
  /** In a sign-in of one's own, as the world's person, without knowing anything of theirs. */
  const takesOver = async (purpose: 'second-step' | 'password-change', form: string, newPassword: string) => {
    const browser = new Browser(service.url);
    const page = await browser.open(authorizeUrl(service.url, client.clientId, 'openid'));
    const place = /\/sign-in\/([^/?]+)/.exec(page.url)?.[1] ?? '';
    const { userNo = 0, generation, organizationGeneration } = (await service.get(Subjects).person(world.person.no)) ?? {};
    const now = service.get(Clock).nowSeconds();
    const proven = { place, userNo, generation, organizationGeneration, checks: [{ method: 'pwd', at: now }], untilUs: (now + 600) * 1e6 };
    const state = await stolen.seal(purpose, Buffer.from(JSON.stringify(proven)));
    const body = new URLSearchParams({ state, newPassword });
    const end = await browser.open(`${service.url}/sign-in/${place}/${form}`, { method: 'POST', body });
    return codeIn(end.url) !== '';
  };

  it.each([
    ['second-step', 'second'],
    ['password-change', 'password'],
  ] as const)('signs in as anybody by a %s of their own making, until the keys are revoked', async (purpose, form) => {
    expect(await takesOver(purpose, form, CHOSEN)).toBe(true);
    await followSheet();
    expect(await takesOver(purpose, form, 'Another-new-Horse-8')).toBe(false);
  });

  it('makes the link of a reset that was mailed to somebody else, until the keys are revoked', async () => {
    const chooses = async (letters: number) => {
      const browser = new Browser(service.url);
      const sent = await fill(browser, await browser.open(`${service.url}/password/forgotten`), { loginName: world.loginName });
      // The page comes before the code is made, and a handle without one proves nothing about keys.
      await lettersTo(service, world.loginName, letters);
      const code = forgedProof('mailed-link', hiddenOf(sent)['id'] ?? '');
      return (await fill(browser, sent, { code })).html?.includes('name="newPassword"');
    };
    expect(await chooses(1)).toBe(true);
    await followSheet();
    expect(await chooses(2)).toBe(false);
  });

  it('proves nothing else with these keys either: codes and links from before, trusted and remembered browsers, cookies, cursors', async () => {
    const [proof, cursor] = [forgedProof('remembered-browser', 'anybody'), await stolen.seal('cursor', Buffer.from('{}'))];
    const [cookies, keyring] = [stolen.secrets('cookie'), service.get(Keyring)];
    expect(await isKeyedProof(keyring, 'remembered-browser', 'anybody', proof)).toBe(true);
    expect(await keyring.open('cursor', cursor)).toBeDefined();
    await followSheet();
    expect(await isKeyedProof(keyring, 'remembered-browser', 'anybody', proof)).toBe(false);
    expect(await keyring.open('cursor', cursor)).toBeUndefined();
    expect(keyring.secrets('cookie')).not.toEqual(expect.arrayContaining(cookies));
  });
});

describe('a revocation of all sealing keys', () => {
  it('ends tokens and what is under way, and nothing that is stored; browser sessions go on', async () => {
    const { tokens, browser } = await signIn(service, world, client, 'openid offline_access');
    const mary = await world.addPerson({ userName: 'mary' });
    const app = await addApp(service, mary);
    const [code = ''] = await addRecoveryCodes(service, mary);
    await followSheet();
    expect((await userinfo(service, tokens.access_token)).status).toBe(401);
    expect((await refresh(service, client, tokens.refresh_token)).body.error).toBe('invalid_grant');
    const silent = await browser.open(authorizeUrl(service.url, client.clientId, 'openid', { prompt: 'none' }));
    expect(codeIn(silent.url)).not.toBe('');

    expect((await service.get(TotpFactors).check(ownerOf(mary), app.code(), '203.0.113.1')).kind).toBe('right');
    expect((await service.get(RecoveryCodes).check(ownerOf(mary), code, '203.0.113.1')).kind).toBe('right');
    const again = await signIn(service, world, client);
    expect((await userinfo(service, again.tokens.access_token)).status).toBe(200);
  });

  it('leaves mailed codes that were asked for afterwards good', async () => {
    await followSheet();
    const browser = new Browser(service.url);
    const sent = await fill(browser, await browser.open(`${service.url}/password/forgotten`), { loginName: world.loginName });
    const { code } = await letterTo(service, world.loginName);
    expect((await fill(browser, sent, { code })).html).toContain('name="newPassword"');
  });

  it('removes every key of what is held outside, with an event each, and has new ones take over from the others a minute later', async () => {
    await service.get(Keyring).rotateDataKey('second-step');
    const before = new Map<Purpose, string[]>();
    for (const purpose of held('outside'))
      before.set(
        purpose,
        (await keysOf(purpose)).map(({ id }) => id),
      );
    const active = async (purpose: Purpose) => (await keysOf(purpose)).find(({ state }) => state === 'active')?.id;
    // The next one of these is in the copy too.
    await service.get(Keyring).rotateDataKey('totp');
    const copied = new Set((await Promise.all(held('rows').map(keysOf))).flat().map(({ id }) => id));
    const rows = held('rows').filter((purpose) => purpose !== 'signing-key');
    const stayed = await Promise.all(rows.map(active));
    await followSheet();
    for (const [purpose, ids] of before) {
      const left = await keysOf(purpose);
      expect([purpose, left.map(({ state }) => state)]).toEqual([purpose, ['active']]);
      expect(ids).not.toContain(left[0]?.id);
    }
    const removed = (await eventsOf(service, 'instance'))
      .filter(({ type }) => type === 'instance.key.removed')
      .map(({ payload }) => payload);
    for (const [purpose, ids] of before) for (const kid of ids) expect(removed).toContainEqual({ kid, purpose });

    expect(await Promise.all(rows.map(active))).toEqual(stayed);
    expect(copied).not.toContain(await active('signing-key'));
    service.get(Clock).advance(61_000);
    await service.get(KeyRotation).rotateDueKeys();
    for (const purpose of held('rows')) {
      const states = (await keysOf(purpose)).map(({ id, state }) => [state, copied.has(id)]);
      expect([purpose, states]).toEqual([
        purpose,
        expect.arrayContaining([
          ['retired', true],
          ['active', false],
        ]),
      ]);
    }
  });

  it('has the keys that sign from then on sealed with none of the copy, in whichever process they are made', async () => {
    const copied = new Set((await keysOf('signing-key')).map(({ id }) => id));
    const signingKeys = service.get(SigningKeys);
    const before = (await signingKeys.listSigningKeys()).map(({ kid }) => kid);
    await stolen.removeKeysHeldOutside('access-token', async () => undefined);
    for (const kid of before) await signingKeys.revokeSigningKey(kid, 'test');
    const stored = await service.get(SigningKeysRepository).listKeys();
    expect(stored).toHaveLength(before.length);
    for (const { sealedPrivateJwk } of stored) expect(copied).not.toContain(boxKeyId(sealedPrivateJwk));
  });

  /** Another process follows the sheet, and this one is idle for two minutes. @returns the keys of the copy */
  const supersededElsewhere = async (): Promise<ReadonlySet<string>> => {
    const copied = new Set((await Promise.all(held('rows').map(keysOf))).flat().map(({ id }) => id));
    await stolen.removeKeysHeldOutside('access-token', async () => undefined);
    service.get(Clock).advance(120_000);
    await stolen.advanceDataKeys(Number.MAX_SAFE_INTEGER, async () => undefined);
    // A job may have looked just before: what a process knows is at most a second old.
    service.get(Clock).advance(LOOK_AGAIN_MS);
    return copied;
  };
  const send = async (...request: Parameters<MailedService['call']>) => expect((await service.call(...request)).status).toBeLessThan(300);
  const rows = (sql: string) => service.get(Database).query.rows(sql);
  const MAIL = { host: 'smtp.example.com', user: 'gate', password: 'Post-Horn-9', fromAddress: 'a@example.com' };
  const queued = (table: string, enqueue: (tx: Transaction) => Promise<void>) =>
    service.get(Database).write('queue', async (tx) => {
      await enqueue(tx);
      const stored = await tx.rows(`SELECT sealed_message FROM ${table} ORDER BY no DESC LIMIT 1`);
      await tx.run(`DELETE FROM ${table}`);
      return stored;
    });
  it.each<[what: string, store: () => Promise<unknown>]>([
    [
      'password of the mail server',
      async () => {
        await send('PATCH', '/admin/v1/mail', MAIL);
        const stored = await rows('SELECT body FROM mail_settings');
        await service.get(Database).write('as before', (tx) => tx.run('DELETE FROM mail_settings'));
        return stored;
      },
    ],
    [
      'answer that shows a secret',
      async () => {
        await send('POST', '/admin/v1/organizations', { name: 'Later' }, { headers: { 'idempotency-key': world.organization.id } });
        return rows('SELECT sealed_answer FROM idempotency_keys');
      },
    ],
    [
      'imported secret of an authenticator app',
      async () => {
        const id = freshName('app');
        const humanUsers = [human(id, { otpCode: 'JBSWY3DPEHPK3PXP' })];
        await send('POST', '/admin/v1/import', { dataOrgs: { orgs: [{ orgId: world.organization.id, humanUsers }] } });
        return rows(`SELECT secret FROM totp_secrets WHERE user_no = (SELECT no FROM users WHERE id = '${id}')`);
      },
    ],
    [
      'chunk of an import that goes on in the background',
      async () => {
        const written = vi.spyOn(service.get(ImportJobsRepository), 'addChunk');
        await send('POST', '/admin/v1/imports', { dataOrgs: { orgs: [{ orgId: freshName('org') }] } });
        return written.mock.calls.map(([, , , content]) => content);
      },
    ],
    [
      'mail that waits',
      () =>
        queued('mail_outbox', (tx) => service.get(MailOutbox).enqueueMail(tx, { to: 'a@example.com', subject: 'Hello', text: 'Hello' })),
    ],
    [
      'text message that waits',
      () => queued('sms_outbox', (tx) => service.get(SmsOutbox).enqueueSms(tx, { to: '+4930123', text: 'Hello' })),
    ],
  ])('has the %s sealed with none of the copy two minutes later, in a process that was idle', async (_, store) => {
    const copied = await supersededElsewhere();
    const sealed = JSON.stringify(await store()).match(/[\w-]{60,}/g) ?? [];
    expect(sealed).toHaveLength(1);
    expect(copied).not.toContain(boxKeyId(sealed[0] ?? ''));
  });

  it.each<[of: string, next: (cursor?: string) => Promise<Answer>]>([
    ['a search of events', (cursor) => service.call('POST', '/admin/v1/events/_search', { limit: 1, cursor })],
    [
      'the events of a person',
      (cursor) => {
        const query = new URLSearchParams({ limit: '1', ...(cursor !== undefined && { cursor }) });
        return service.call('GET', `/admin/v1/organizations/${world.organization.id}/people/${world.person.id}/events?${query.toString()}`);
      },
    ],
    ['a SCIM list', (cursor = '') => service.call('GET', `${usersPath(service, world.organization.id)}?count=1&cursor=${cursor}`)],
  ])('has a cursor of %s go on that an idle process gave out a second later', async (_, next) => {
    await world.addPerson({ userName: freshName() });
    await service.call('POST', `/admin/v1/organizations/${world.organization.id}/people/${world.person.id}/_require-password-change`);
    await supersededElsewhere();
    const { status, body } = await next();
    expect(status).toBe(200);
    expect((await next(body.cursor ?? body.nextCursor)).status).toBe(200);
  });

  it('ends a signed access token although the key that signed it stays, also one that was shown before', async () => {
    const { tokens } = await signInToNewClient(service, world, { accessTokenType: 'jwt' });
    expect((await userinfo(service, tokens.access_token)).status).toBe(200);
    await service.call('POST', '/admin/v1/keys/_revoke-sealing');
    expect((await userinfo(service, tokens.access_token)).status).toBe(401);
  });

  it('leaves a process ready that learns of it by being asked whether it is', async () => {
    await stolen.removeKeysHeldOutside('access-token', async () => undefined);
    service.get(Clock).advance(1_000);
    const { status, body } = await service.call('GET', '/readyz', undefined, { token: null });
    expect([status, body.checks]).toEqual([200, { database: 'ok', keys: 'ok' }]);
  });

  it('is for the owner of the service', async () => {
    const revoke = async (token: string | null) =>
      (await service.call('POST', '/admin/v1/keys/_revoke-sealing', undefined, { token })).status;
    const { token } = await createServiceUser(service, service.credentials.orgId, 'ORG_OWNER');
    expect([await revoke(null), await revoke(token)]).toEqual([401, 403]);
  });
});

describe('whoever has cracked the hash of a password', () => {
  const asPerson = (action: string, body?: object) =>
    service.call('POST', `/admin/v1/organizations/${world.organization.id}/people/${world.person.id}/${action}`, body);
  const enter = async () => {
    const browser = new Browser(service.url);
    return browser.submit(await browser.open(authorizeUrl(service.url, client.clientId, 'openid')), world.loginName, PASSWORD);
  };

  it('chooses the next one where only a change is required, and signs in no more once a random one was set that nobody knows', async () => {
    await asPerson('_require-password-change');
    expect((await enter()).html).toContain('name="newPassword"');
    await asPerson('_set-temporary-password', { password: 'Aa1-nobody-is-told' });
    const refused = await enter();
    expect([refused.page?.status, refused.html?.includes('name="newPassword"')]).toEqual([401, false]);
    const browser = new Browser(service.url);
    const sent = await fill(browser, await browser.open(`${service.url}/password/forgotten`), { loginName: world.loginName });
    const { code } = await letterTo(service, world.loginName);
    expect((await fill(browser, await fill(browser, sent, { code }), { newPassword: CHOSEN })).page?.status).toBe(200);
  });
});
