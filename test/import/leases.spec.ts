// On a server too: the lease goes in the unit of work that ends the import, with locks.
// The lease of an import that never runs again is removed with its end, wherever that comes. Old imports are removed under a lease of their own.
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { ImportJobsRepository } from '../../src/admin/imports/jobs/import-jobs.repository.js';
import { ImportJobs } from '../../src/admin/imports/jobs/import-jobs.service.js';
import { ImportRunner } from '../../src/admin/imports/jobs/import-runner.service.js';
import { LIMITS } from '../../src/admin/imports/records/import-record.js';
import { Clock } from '../../src/common/primitives/clock.js';
import { Database } from '../../src/common/database/database.js';
import { Removals } from '../../src/common/work/removals.service.js';
import { ended, holdImports, human } from '../support/imports.js';
import { freshName } from '../support/people.js';
import { startService, type TestService } from '../support/service.js';

const DAY_MS = 86_400_000;

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
afterEach(() => (service.get(ImportRunner).mostFailed = LIMITS.failed));

const leasesOf = (id: string) => service.get(Database).query.rows('SELECT name FROM leases WHERE name = ?', [`import:${id}`]);
const cancel = (id: string) => service.call('POST', `/admin/v1/imports/${id}/_cancel`);
const submit = async (people: object[]) => {
  const body = { dataOrgs: { orgs: [{ orgId: freshName('org'), humanUsers: people }] } };
  return (await service.call('POST', '/admin/v1/imports', body)).body.id as string;
};

/** An import that can be resumed, so that its lease stays. */
async function failedImport(): Promise<string> {
  service.get(ImportRunner).mostFailed = 0;
  const id = await submit([human(freshName(), { hashedPassword: { value: 'no hash' } })]);
  expect((await ended(service, id))['state']).toBe('failed');
  await service.get(ImportRunner).runJob(id);
  expect(await leasesOf(id)).toHaveLength(1);
  return id;
}

/** Until an import is old enough to be removed, and the related rows of those that have ended before are deleted. */
async function passTime(): Promise<void> {
  service.get(Clock).advance(31 * DAY_MS);
  await service.get(Removals).deleteRelatedRows();
}

it('a failed import that is canceled leaves no lease', async () => {
  const id = await failedImport();
  expect((await cancel(id)).body.state).toBe('canceled');
  expect(await leasesOf(id)).toEqual([]);
});

it('a failed import that is removed for its age leaves no lease', async () => {
  const id = await failedImport();
  await passTime();
  await service.get(ImportJobs).removeOld();
  expect((await service.call('GET', `/admin/v1/imports/${id}`)).status).toBe(404);
  expect(await leasesOf(id)).toEqual([]);
});

/** Runs the removal of old imports, and does something when it has found those that it removes. */
async function removeOldMeanwhile(act: () => Promise<unknown>): Promise<void> {
  const repository = service.get(ImportJobsRepository);
  const list = repository.listStaleJobs.bind(repository);
  const spy = vi.spyOn(repository, 'listStaleJobs').mockImplementationOnce(async (...limits) => {
    const jobs = await list(...limits);
    await act();
    return jobs;
  });
  await service.get(ImportJobs).removeOld();
  spy.mockRestore();
}

it('an old import that is resumed a moment before its removal stays', async () => {
  const id = await failedImport();
  await passTime();
  await removeOldMeanwhile(() => service.call('POST', `/admin/v1/imports/${id}/_resume`));
  expect(await ended(service, id)).toMatchObject({ state: 'done' });
});

it('the removal of old imports ends when another process has its lease', async () => {
  const id = await failedImport();
  await passTime();
  const owned = (change: string) =>
    service
      .get(Database)
      .write('take lease', (tx) => tx.run(`UPDATE leases SET fence = fence + 1, ${change} WHERE name = 'remove old imports'`));
  await removeOldMeanwhile(() => owned("owner = 'another'"));
  expect((await service.call('GET', `/admin/v1/imports/${id}`)).status).toBe(200);
  await owned('until_us = 0');
  await service.get(ImportJobs).removeOld();
  expect((await service.call('GET', `/admin/v1/imports/${id}`)).status).toBe(404);
});

it('every old import is removed in one run', async () => {
  const jobs = service.get(ImportJobs);
  const author = { userId: service.credentials.serviceUser.userId, userNo: 1 };
  for (let n = 0; n < 45; n++) await jobs.beginReceiving({ mode: 'create', dryRun: false, allowReusedIds: false }, author);
  await passTime();
  await jobs.removeOld();
  expect(await service.get(Database).query.rows("SELECT no FROM import_jobs WHERE state = 'receiving'")).toEqual([]);
});

it('an import that is canceled while it runs stays canceled, and leaves no lease', async () => {
  const held = holdImports(service, 0);
  const id = await submit([human(freshName())]);
  await held.reached;
  const run = service.get(ImportRunner).runJob(id);
  const canceled = await cancel(id).finally(held.release);
  expect([canceled.body.state, await leasesOf(id)]).toEqual(['canceled', []]);
  await run;
  expect((await service.call('GET', `/admin/v1/imports/${id}`)).body.state).toBe('canceled');
  expect(await leasesOf(id)).toEqual([]);
});
