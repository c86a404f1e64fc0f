// Background jobs, as administrators see and start them.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Jobs } from '../../src/common/work/jobs.service.js';
import { createServiceUser } from '../support/service-users.js';
import { eventsOf } from '../support/people.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let fails = false;
let runs = 0;
let finish = () => {};
let finished = Promise.resolve();
beforeAll(async () => {
  service = await startService();
  const runUnderLease = async () => {
    runs++;
    await finished;
    if (fails) throw Object.assign(new Error('Duplicate entry ada@example.com'), { code: 'ER_DUP_ENTRY' });
  };
  service.get(Jobs).register({ name: 'test job', everyMs: 3_600_000, leaseMs: 60_000, runUnderLease });
});
afterAll(() => service.close());

const job = async (id = 'test-job') => (await service.call('GET', `/admin/v1/jobs/${id}`)).body;
const run = (id = 'test-job', token?: string) => service.call('POST', `/admin/v1/jobs/${id}/_run`, undefined, token ? { token } : {});

it('are listed by name, with how often they run', async () => {
  const { status, body } = await service.call('GET', '/admin/v1/jobs');
  expect(status).toBe(200);
  const names = (body.jobs as { name: string }[]).map(({ name }) => name);
  expect(names).toContain('purge');
  expect(names).toEqual(names.toSorted());
  expect(await job()).toEqual({ jobId: 'test-job', name: 'test job', everySeconds: 3_600, heldUntil: null, lastRun: null });
});

it('are started at once, and tell when they ended', async () => {
  expect((await run()).status).toBe(202);
  await expect.poll(async () => (await job()).lastRun).toMatchObject({ error: null });
  expect(runs).toBe(1);
  expect((await job()).heldUntil).toBeNull();
  const events = await eventsOf(service, 'instance');
  expect(events.filter(({ type }) => type === 'instance.job.started').map(({ payload }) => payload)).toEqual([{ name: 'test job' }]);
});

it('are not started again while they run', async () => {
  const before = runs;
  finished = new Promise((resolve) => (finish = resolve));
  await run();
  await expect.poll(() => runs).toBe(before + 1);
  const { heldUntil, lastRun } = await job();
  expect(heldUntil).not.toBeNull();
  expect((await run()).status).toBe(202);
  finish();
  await expect.poll(async () => (await job()).lastRun).not.toEqual(lastRun);
  expect([runs, (await job()).heldUntil]).toEqual([before + 1, null]);
});

it('tell that they failed, without a value of the data, and wait before another process tries', async () => {
  fails = true;
  await run();
  await expect.poll(async () => (await job()).lastRun.error).toBe('ER_DUP_ENTRY. The log has the details.');
  expect((await job()).heldUntil).not.toBeNull();
});

it('are 404 by another name, and for administrators of the service only', async () => {
  expect(await run('no-job')).toMatchObject({ status: 404, body: { code: 'job.notFound' } });
  const { token } = await createServiceUser(service, service.credentials.orgId, 'ORG_OWNER');
  expect((await service.call('GET', '/admin/v1/jobs', undefined, { token })).status).toBe(403);
  expect((await run('test-job', token)).status).toBe(403);
});
