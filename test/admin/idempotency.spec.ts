// Idempotency-Key: a request that is sent twice is done once, and both get the same answer.
// On a server too: keys are taken by an insert that fails.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IdempotencyKeys } from '../../src/admin/idempotency/idempotency-keys.service.js';
import { Database } from '../../src/common/database/database.js';
import { Clock } from '../../src/common/primitives/clock.js';
import { ExpiredRows } from '../../src/common/work/expired-rows.service.js';
import { createServiceUser } from '../support/service-users.js';
import { routeMarks } from '../support/routes.js';
import { startService, type CallOptions, type TestService } from '../support/service.js';

const LIST = '/admin/v1/organizations';

let service: TestService;
let base: string;
beforeAll(async () => {
  service = await startService();
  base = `${LIST}/${service.credentials.orgId}`;
});
afterAll(() => service.close());

let count = 0;
const freshKey = () => `key ${++count}`;
const post = (path: string, body: unknown, key: string, { headers, ...options }: CallOptions = {}) =>
  service.call('POST', path, body, { ...options, headers: { ...headers, 'idempotency-key': key } });
const named = async (name: string): Promise<number> =>
  (await service.call('GET', `${LIST}?limit=0&total=true&name=${encodeURIComponent(name)}`)).body.total;

describe('a request with a key', () => {
  it('is done once, and answered alike each time', async () => {
    const key = freshKey();
    const first = await post(LIST, { name: 'Once' }, key);
    const second = await post(LIST, { name: 'Once' }, key);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect([first, second].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true']);
    expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect(await named('Once')).toBe(1);
  });

  it('shows a secret again that is shown once, and keeps it sealed', async () => {
    const { userId } = await createServiceUser(service, service.credentials.orgId);
    const key = freshKey();
    const [first, second] = [
      await post(`${base}/service-users/${userId}/secrets`, {}, key),
      await post(`${base}/service-users/${userId}/secrets`, {}, key),
    ];
    expect(second.body.clientSecret).toBe(first.body.clientSecret);
    expect((await service.call('GET', `${base}/service-users/${userId}/secrets`)).body.secrets).toHaveLength(1);
    const rows = await service.get(Database).query.rows('SELECT * FROM idempotency_keys');
    expect(JSON.stringify(rows)).not.toContain(first.body.clientSecret);
  });

  it('that comes many times at once is done once', async () => {
    const key = freshKey();
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(LIST, { name: 'Raced' }, key)));
    for (const { status, body } of answers) expect(status === 201 || body.code === 'idempotency.running', String(status)).toBe(true);
    expect(new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.orgId)).size).toBe(1);
    expect(await named('Raced')).toBe(1);
  });

  it('is 422 for another body or another route', async () => {
    const key = freshKey();
    await post(LIST, { name: 'First' }, key);
    for (const [path, body] of [
      [LIST, { name: 'Second' }],
      [`${base}/projects`, { name: 'First' }],
    ] as const) {
      const answer = await post(path, body, key);
      expect([answer.status, answer.body.code]).toEqual([422, 'idempotency.mismatch']);
    }
  });

  it('concerns its caller only', async () => {
    const other = await createServiceUser(service, service.credentials.orgId, 'IAM_OWNER');
    const key = freshKey();
    const mine = await post(LIST, { name: 'Each' }, key);
    const theirs = await post(LIST, { name: 'Each' }, key, { token: other.token });
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(theirs.body.orgId).not.toBe(mine.body.orgId);
  });

  it('that was refused changed nothing, and its key is free', async () => {
    const key = freshKey();
    expect((await post(LIST, { name: '' }, key)).status).toBe(400);
    expect((await post(LIST, { name: 'Corrected' }, key)).status).toBe(201);
  });

  it('is 409 while the first is running, and 409 for good when the first was cut off', async () => {
    const clock = service.get(Clock);
    const own = { callerNo: await callerNo(), key: freshKey() };
    const request = JSON.stringify(['POST', LIST, { name: 'Cut off' }]);
    // What a process leaves behind that dies in between.
    expect(await service.get(IdempotencyKeys).begin(own, request)).toBeUndefined();
    const running = await post(LIST, { name: 'Cut off' }, own.key);
    expect([running.status, running.body.code]).toEqual([409, 'idempotency.running']);
    clock.advance(61_000);
    const unknown = await post(LIST, { name: 'Cut off' }, own.key);
    expect([unknown.status, unknown.body.code]).toEqual([409, 'idempotency.unknown']);
    expect(await named('Cut off')).toBe(0);
  });

  it('is kept for a day, and then swept', async () => {
    const key = freshKey();
    await post(LIST, { name: 'Daily' }, key);
    service.get(Clock).advance(23 * 3_600_000);
    expect((await post(LIST, { name: 'Daily' }, key)).headers.get('idempotent-replayed')).toBe('true');
    service.get(Clock).advance(2 * 3_600_000);
    expect((await post(LIST, { name: 'Daily' }, key)).headers.get('idempotent-replayed')).toBeNull();
    service.get(Clock).advance(25 * 3_600_000);
    await service.get(ExpiredRows).purgeNow();
    expect(await service.get(Database).query.rows('SELECT * FROM idempotency_keys')).toEqual([]);
  });

  it('needs 1 to 255 printable characters', async () => {
    for (const key of ['', 'x'.repeat(256), '\u00fc']) {
      const { status, body } = await post(LIST, { name: 'x' }, key);
      expect([status, body.code]).toEqual([400, 'idempotency.key']);
    }
    expect((await post(LIST, { name: 'x' }, 'x'.repeat(255))).status).toBe(201);
  });

  it('is not used up by a dry run', async () => {
    const key = freshKey();
    expect((await post(`${LIST}?dryRun=true`, { name: 'Rehearsed' }, key)).status).toBe(201);
    expect((await post(LIST, { name: 'Rehearsed' }, key)).headers.get('idempotent-replayed')).toBeNull();
  });

  it('does not keep what a search finds', async () => {
    const { token } = await createServiceUser(service, service.credentials.orgId, 'ORG_OWNER_VIEWER');
    const kept = async () => (await service.get(Database).query.rows('SELECT 1 FROM idempotency_keys')).length;
    const before = await kept();
    const key = freshKey();
    for (const path of [`${base}/provisioning/_search`, `${base}/provisioning/_SEARCH/`]) {
      const answers = [await post(path, {}, key, { token }), await post(path, {}, key, { token })];
      expect(answers.map(({ status, headers }) => [status, headers.get('idempotent-replayed')])).toEqual([
        [200, null],
        [200, null],
      ]);
    }
    expect(await kept()).toBe(before);
  });

  it('is refused by routes that read their body as a stream', async () => {
    for (const path of ['/admin/v1/import', '/admin/v1/imports']) {
      const { status, body } = await post(path, { dataOrgs: { orgs: [] } }, freshKey());
      expect([status, body.code]).toEqual([400, 'idempotency.unsupported']);
    }
  });
});

async function callerNo(): Promise<number> {
  const { userId } = service.credentials.serviceUser;
  const row = await service.get(Database).query.row<{ no: number }>('SELECT no FROM users WHERE id = ?', [userId]);
  return Number(row?.no);
}

it('every POST of the admin API knows keys', async () => {
  const posts = Object.keys(routeMarks(service)).filter((route) => route.startsWith('POST /admin/v1/'));
  expect(posts.length).toBeGreaterThan(30);
  for (const route of posts) {
    const path = route.slice('POST '.length).replace(':orgId', service.credentials.orgId).replaceAll(/:\w+/g, 'nobody');
    const { body } = await post(path, {}, '\u00fc');
    expect(['idempotency.key', 'idempotency.unsupported'], route).toContain(body.code);
  }
});
