// On a server too: which imports a poll takes up depends on queries and locks.
// Imports that this process can't work on now hold up no others: neither those of other processes nor those that wait for an organization.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ImportJobs } from '../../src/admin/imports/jobs/import-jobs.service.js';
import { ImportRunner } from '../../src/admin/imports/jobs/import-runner.service.js';
import { Clock } from '../../src/common/primitives/clock.js';
import { Database } from '../../src/common/database/database.js';
import { insertRows } from '../../src/common/database/multi-row.js';
import { ended, human } from '../support/imports.js';
import { freshName } from '../support/people.js';
import { startService, type TestService } from '../support/service.js';

const NEVER_MS = 3_600_000;
const HOUR_US = 3_600_000_000;
/** Holds what another process or another import holds. */
const ANOTHER = { owner: 'another', jobNo: 1 };

interface Waiting {
  id: string;
  no: number;
  orgId: string;
}

let service: TestService;
let waiting: Waiting[] = [];
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
afterEach(async () => {
  service.get(ImportRunner).pollEvery(NEVER_MS);
  for (const { id } of waiting) await service.call('POST', `/admin/v1/imports/${id}/_cancel`);
  waiting = [];
});

/** Imports that no request runs, oldest first, as a process leaves them that ended. */
async function leaveImports(count: number): Promise<Waiting[]> {
  const [jobs, { userId }] = [service.get(ImportJobs), service.credentials.serviceUser];
  const user = await service.get(Database).query.row<{ no: number }>('SELECT no FROM users WHERE id = ?', [userId]);
  const author = { userId, userNo: user?.no ?? 0 };
  service.get(ImportRunner).pollEvery(NEVER_MS);
  for (let i = 0; i < count; i++) {
    const orgId = freshName('org');
    const receiving = await jobs.beginReceiving({ mode: 'create', dryRun: false, allowReusedIds: false }, author);
    await receiving.chunks.addRecords([
      { list: 'org', organization: 0, line: 1, value: { orgId } },
      { list: 'humanUsers', organization: 0, line: 2, value: human(`${orgId}-1`) },
    ]);
    await jobs.completeReceiving(receiving, 'waiting', author.userId);
    waiting.push({ ...receiving.job, orgId });
  }
  return waiting;
}

/** Another process works on these imports. */
const leaseToAnother = (jobs: readonly Waiting[]) =>
  service.get(Database).write('lease imports', (tx) =>
    insertRows(
      tx,
      'leases',
      ['name', 'owner', 'until_us', 'fence'],
      jobs.map(({ id }) => [`import:${id}`, ANOTHER.owner, service.get(Clock).nowUs() + HOUR_US, 1]),
    ),
  );

/** Another import has the organizations of these imports. */
const lockForAnother = (jobs: readonly Waiting[]) =>
  service.get(Database).write('lock organizations', (tx) =>
    insertRows(
      tx,
      'import_locks',
      ['org_id', 'job_no'],
      jobs.map(({ orgId }) => [orgId, ANOTHER.jobNo]),
    ),
  );

it.each([
  ['2 imports of another process', 2, leaseToAnother],
  ['25 imports of another process', 25, leaseToAnother],
  ['2 imports that wait for an organization', 2, lockForAnother],
  ['25 imports that wait for an organization', 25, lockForAnother],
])('an import that lost its process is taken over behind %s', async (_, count, hold) => {
  const jobs = await leaveImports(count + 1);
  const [last, held] = [jobs[count] as Waiting, jobs.slice(0, count)];
  await hold(held);
  service.get(ImportRunner).pollEvery(50);
  expect(await ended(service, last.id)).toMatchObject({ state: 'done', added: 1, failed: 0 });
  for (const { id } of held) expect((await service.call('GET', `/admin/v1/imports/${id}`)).body.state).toBe('waiting');
});
