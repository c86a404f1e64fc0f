import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { Database } from '../../src/common/database/database.js';
import { PasswordSignIn, type SignInResult } from '../../src/oidc/sign-in/password-sign-in.service.js';
import { ExpiredRows } from '../../src/common/work/expired-rows.service.js';
import { PasswordChecks } from '../../src/users/accounts/password-checks.service.js';
import { atMost } from '../../src/users/organizations/attempts/attempt-rules.js';
import { Attempts } from '../../src/users/organizations/attempts/attempts.service.js';
import { Policies } from '../../src/users/organizations/policies/policies.service.js';
import { createServiceUser } from '../support/service-users.js';
import { makeWorld, PASSWORD, type World } from '../support/world.js';
import { eventsOf } from '../support/people.js';
import { fillPasswordQueue } from '../support/password-queue.js';
import { startService, type TestService } from '../support/service.js';

const WRONG = 'Wrong-Horse-7';

let service: TestService;
let world: World;
let address: string;
let addresses = 0;
beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  world = await makeWorld(service);
  address = `198.51.${Math.floor(++addresses / 250)}.${addresses % 250}`;
});
afterAll(() => service.close());

interface Attempt {
  name?: string;
  password?: string;
  from?: string;
  browser?: string;
}
const attempt = ({ name = world.loginName, password = WRONG, from = address, browser }: Attempt = {}): Promise<SignInResult> =>
  service.get(PasswordSignIn).checkCredentials({
    loginName: name,
    password,
    clientOrgNo: world.organization.no,
    address: from,
    ...(browser === undefined ? {} : { trustedBrowser: browser }),
  });
const wait = (seconds: number) => service.get(Clock).advance(seconds * 1000);
/** Wrong passwords one after the other, each when its time has come. @returns the waits in between */
async function fail(times: number, how: Attempt = {}): Promise<number[]> {
  const waits: number[] = [];
  for (let done = 0; done < times;) {
    const result = await attempt(how);
    if (result.kind === 'mustWait') {
      waits.push(result.seconds);
      wait(result.seconds);
    } else {
      expect(result).toEqual({ kind: 'refused' });
      done++;
    }
  }
  return waits;
}
const policy = (lockout: { maxAttempts?: number; lockSeconds?: number }) =>
  service.get(Policies).set(world.organization.no, 'lockout', lockout, 'test');
const eventTypes = async () =>
  (await eventsOf(service, world.person.id)).map(({ type }) => type).filter((type) => type !== 'user.human.added');
const unlock = (userId: string, orgId = world.organization.id, token?: string) =>
  service.call('POST', `/admin/v1/organizations/${orgId}/people/${userId}/_unlock`, {}, token === undefined ? {} : { token });

describe('wrong passwords', () => {
  it('make the next attempt wait longer and longer, and lock in the end, for somebody and for nobody alike', async () => {
    const somebody = await fail(10);
    const nobody = await fail(10, { name: 'nobody-at-all', from: '203.0.113.77' });
    expect(somebody).toEqual([1, 2, 4, 8, 16]);
    expect(nobody).toEqual(somebody);
    for (const name of [world.loginName, 'nobody-at-all'])
      expect(await attempt({ name, password: PASSWORD })).toEqual({ kind: 'mustWait', seconds: expect.any(Number) });
    wait(901);
    expect(await attempt({ password: PASSWORD })).toMatchObject({ kind: 'ok' });
  });

  it('are forgotten with the right one', async () => {
    await fail(4);
    expect(await attempt({ password: PASSWORD })).toMatchObject({ kind: 'ok' });
    expect(await fail(4)).toEqual([]);
  });

  it('are forgotten after a quarter of an hour without one', async () => {
    await fail(4);
    wait(901);
    expect(await fail(4)).toEqual([]);
  });

  it('lock as the organization decided, and never with 0, if the service lets it say so', async () => {
    await policy({ maxAttempts: 3, lockSeconds: 60 });
    expect(await fail(3)).toEqual([]);
    expect(await attempt({ password: PASSWORD })).toMatchObject({ kind: 'mustWait', seconds: 60 });
    wait(61);
    await service.get(Policies).set(0, 'lockout', { maxAttempts: 0 }, 'test');
    await policy({ maxAttempts: 0 });
    expect(Math.max(...(await fail(14)))).toBe(30);
    wait(31);
    expect(await attempt({ password: PASSWORD })).toMatchObject({ kind: 'ok' });
    await service.get(Policies).resetPolicy(0, 'lockout', 'test');
  });

  it('count together for all names of one person, without telling that they are one', async () => {
    await policy({ maxAttempts: 4 });
    await fail(2, { name: world.loginName });
    await fail(2, { name: 'bjensen' });
    // Locked, and yet either name is answered as one that nobody has after two wrong passwords.
    expect(await attempt({ name: world.loginName.toUpperCase(), password: PASSWORD })).toEqual({ kind: 'refused' });
    expect((await eventTypes()).filter((type) => type.endsWith('check.failed'))).toHaveLength(4);
  });

  it('in parallel count like one after the other', async () => {
    // Locked before anybody has to wait a second, which would be over while a slow machine still counts.
    await policy({ maxAttempts: 4 });
    const results = await Promise.all(Array.from({ length: 40 }, () => attempt()));
    expect(results.filter(({ kind }) => kind === 'refused')).toHaveLength(4);
    expect(results.filter(({ kind }) => kind === 'mustWait')).toHaveLength(36);
  });

  it('of one address are limited over all names, those of a neighbour are not', async () => {
    const names = Array.from({ length: 105 }, (_, i) => `stranger-${addresses}-${i}`);
    const results: SignInResult[] = [];
    for (const name of names) results.push(await attempt({ name }));
    expect(results.filter(({ kind }) => kind === 'refused')).toHaveLength(100);
    expect(results.at(-1)).toMatchObject({ kind: 'mustWait' });
    expect(await attempt({ password: PASSWORD })).toMatchObject({ kind: 'mustWait' });
    expect(await attempt({ password: PASSWORD, from: '203.0.113.9' })).toMatchObject({ kind: 'ok' });
    wait(600);
    expect(await attempt({ password: PASSWORD })).toMatchObject({ kind: 'ok' });
  });

  it('do not count when nothing was compared', async () => {
    const empty = fillPasswordQueue(service);
    const refused = await Promise.allSettled(Array.from({ length: 4 }, () => attempt()));
    for (const result of refused) expect(result).toMatchObject({ status: 'rejected', reason: { kind: 'busy' } });
    await empty();
    expect(await fail(4)).toEqual([]);
  });

  it('that were not compared lift no lock', async () => {
    await policy({ maxAttempts: 2 });
    await fail(2, { name: 'bjensen' });
    const empty = fillPasswordQueue(service);
    await expect(attempt({ password: PASSWORD })).rejects.toMatchObject({ kind: 'busy' });
    await empty();
    expect(await attempt({ password: PASSWORD })).toEqual({ kind: 'refused' });
  });
});

describe('right passwords', () => {
  it('of many people at once from one address all get in', async () => {
    const names = Array.from({ length: 130 }, (_, i) => `colleague-${i}`);
    for (const userName of names) await world.addPerson({ userName });
    const results = await Promise.all(names.map((name) => attempt({ name, password: PASSWORD })));
    expect(results.filter(({ kind }) => kind === 'ok')).toHaveLength(130);
  });

  it('of one name and address are limited, those of others at that address are not', async () => {
    await world.addPerson({ userName: 'colleague' });
    const results: SignInResult[] = [];
    for (let i = 0; i < 61; i++) results.push(await attempt({ password: PASSWORD }));
    expect(results.filter(({ kind }) => kind === 'ok')).toHaveLength(60);
    expect(results.at(-1)).toMatchObject({ kind: 'mustWait' });
    expect(await attempt({ name: 'colleague', password: PASSWORD })).toMatchObject({ kind: 'ok' });
    expect(await attempt({ password: PASSWORD, from: '203.0.113.61' })).toMatchObject({ kind: 'ok' });
    wait(601);
    expect(await attempt({ password: PASSWORD })).toMatchObject({ kind: 'ok' });
  });
});

describe('a browser that somebody signed in with before', () => {
  it('is not locked out by strangers, and has a limit of its own', async () => {
    const first = await attempt({ password: PASSWORD });
    const browser = first.kind === 'ok' ? first.trustedBrowser : '';
    await fail(10, { from: '203.0.113.50' });
    expect(await attempt({ password: PASSWORD })).toMatchObject({ kind: 'mustWait' });
    expect(await attempt({ password: PASSWORD, browser })).toMatchObject({ kind: 'ok', trustedBrowser: browser });
    await fail(10, { browser });
    expect(await attempt({ password: PASSWORD, browser })).toMatchObject({ kind: 'mustWait' });
  });

  it('proves nothing about anybody else, and nothing when it is forged', async () => {
    const other = await world.addPerson({ userName: 'other' });
    const first = await attempt({ name: 'other', password: PASSWORD });
    const browser = first.kind === 'ok' ? first.trustedBrowser : '';
    await fail(10, { from: '203.0.113.51' });
    const forged = `${'a'.repeat(22)}.${'b'.repeat(43)}`;
    for (const cookie of [browser, forged, `${forged}~`.repeat(1000), '~.~', ''])
      expect(await attempt({ password: PASSWORD, browser: cookie }), cookie.slice(0, 80)).toMatchObject({ kind: 'mustWait' });
    expect(other.userName).toBe('other');
  });

  it('remembers several people', async () => {
    await world.addPerson({ userName: 'other' });
    const first = await attempt({ password: PASSWORD });
    const second = await attempt({ name: 'other', password: PASSWORD, browser: first.kind === 'ok' ? first.trustedBrowser : '' });
    const browser = second.kind === 'ok' ? second.trustedBrowser : '';
    await fail(10, { from: '203.0.113.52' });
    expect(await attempt({ password: PASSWORD, browser })).toMatchObject({ kind: 'ok', trustedBrowser: browser });
  });
});

describe('a person who is signed in and proves the password once more', () => {
  it('has a limit of its own, which strangers do not reach', async () => {
    await fail(10);
    const person = { userNo: world.person.no, userId: world.person.id, orgNo: world.organization.no };
    const check = (password: string) => service.get(PasswordChecks).check({ person, name: undefined, password, address: '203.0.113.60' });
    expect(await check(PASSWORD)).toMatchObject({ kind: 'right' });
    for (let i = 0; i < 5; i++) expect(await check(WRONG)).toEqual({ kind: 'wrong' });
    expect(await check(PASSWORD)).toEqual({ kind: 'mustWait', seconds: 1 });
  });
});

describe('the events of passwords', () => {
  it('tell of right and wrong ones, of the lock and of the unlocking, without a name or a whole address', async () => {
    await fail(2);
    await attempt({ password: PASSWORD });
    await fail(10);
    await service.get(PasswordSignIn).checkCredentials({ loginName: 'who-is-this', password: WRONG, clientOrgNo: undefined, address });
    expect((await unlock(world.person.id)).status).toBe(200);
    const failed = (times: number) => Array.from({ length: times }, () => 'user.human.password.check.failed');
    expect(await eventTypes()).toEqual([
      ...failed(2),
      'user.human.password.check.succeeded',
      ...failed(10),
      'user.locked',
      'user.unlocked',
    ]);
    const { text, body } = await service.call('POST', '/admin/v1/events/_search', {});
    expect(text).not.toContain('who-is-this');
    expect(text).not.toContain(`"${address}"`);
    const event = body.events.find(({ type }: { type: { type: string } }) => type.type === 'user.human.password.check.succeeded');
    expect(event.payload).toEqual({ address: expect.stringMatching(/\.0\/24$/) });
  });

  it('leave the version of the person as it is, so that no directory sees a change', async () => {
    const path = `/scim/v2/${world.organization.id}/Users/${world.person.id}`;
    const before = (await service.call('GET', path)).body.meta;
    await attempt({ password: PASSWORD });
    await fail(1);
    expect((await service.call('GET', path)).body.meta).toEqual(before);
  });
});

describe('unlocking', () => {
  it('lets the person in at once, by any name and browser, and is no event when nothing was locked', async () => {
    const first = await attempt({ password: PASSWORD });
    const browser = first.kind === 'ok' ? first.trustedBrowser : '';
    await fail(10);
    await fail(10, { browser });
    expect((await unlock(world.person.id)).status).toBe(200);
    expect((await unlock(world.person.id)).status).toBe(200);
    for (const cookie of [undefined, browser])
      expect(await attempt({ password: PASSWORD, ...(cookie === undefined ? {} : { browser: cookie }) })).toMatchObject({ kind: 'ok' });
    expect((await eventTypes()).filter((type) => type === 'user.unlocked')).toHaveLength(1);
  });

  it('of a stronger user is refused: whoever may unlock may guess for ever', async () => {
    const { token } = await createServiceUser(service, world.organization.id, 'ORG_USER_MANAGER');
    await service.call('POST', `/admin/v1/organizations/${world.organization.id}/members`, { userId: world.person.id, role: 'ORG_OWNER' });
    await fail(10);
    const refused = await unlock(world.person.id, world.organization.id, token);
    expect([refused.status, refused.body.code]).toEqual([403, 'access.strongerUser']);
    expect(await attempt({ password: PASSWORD })).toMatchObject({ kind: 'mustWait' });
  });

  it('is a matter of the own organization', async () => {
    const other = await makeWorld(service);
    const { token } = await createServiceUser(service, other.organization.id, 'ORG_USER_MANAGER');
    expect((await unlock(world.person.id, other.organization.id, token)).status).toBe(404);
    expect((await unlock(world.person.id, world.organization.id, token)).status).toBe(404);
    expect((await unlock(other.person.id, other.organization.id, token)).status).toBe(200);
  });
});

describe('the rows of attempts', () => {
  it('hold no name and no address, and go when they mean nothing any more', async () => {
    const { query } = service.get(Database);
    await attempt({ name: 'my-password-by-mistake' });
    const rows = await query.rows('SELECT * FROM sign_in_attempts');
    expect(rows.length).toBeGreaterThan(1);
    expect(JSON.stringify(rows)).not.toMatch(/my-password-by-mistake|198\.51/);
    // A day, for the notices to those who were locked.
    wait(90_000);
    await service.get(ExpiredRows).purgeNow();
    expect(await query.rows('SELECT * FROM sign_in_attempts')).toEqual([]);
  });
});

it('attempts of one network that come together are counted in turn with those of others', async () => {
  const attempts = service.get(Attempts);
  const order: string[] = [];
  const count = async (network: string, key: string) => {
    await attempts.countAttempt([{ key, rule: atMost(1_000, 60), userNo: 0 }], network);
    order.push(network);
  };
  const flood = Array.from({ length: 100 }, (_, index) => count('203.0.113.66', `flood ${index}`));
  await Promise.all([...flood, count('198.51.100.1', 'one')]);
  // Four are under way when it comes, and what was counted in the same moment may end before it.
  expect(order.indexOf('198.51.100.1')).toBeLessThan(12);
});
