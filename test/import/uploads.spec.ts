// On a server too: whether an import is still there is told by the rows that an UPDATE finds.
// The body of an import may take hours. The import stays while bytes come; once it is gone, nothing more of its body is stored.
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ImportService } from '../../src/admin/imports/import.service.js';
import type { ImportAuthor } from '../../src/admin/imports/jobs/import-authors.service.js';
import { ImportJobs } from '../../src/admin/imports/jobs/import-jobs.service.js';
import { Clock } from '../../src/common/primitives/clock.js';
import { Database } from '../../src/common/database/database.js';
import { DomainError } from '../../src/common/primitives/domain-error.js';
import { ended, human } from '../support/imports.js';
import { freshName } from '../support/people.js';
import { startService, type TestService } from '../support/service.js';

const MINUTE_MS = 60_000;
const OPTIONS = { mode: 'create', dryRun: false, allowReusedIds: false } as const;

let service: TestService;
let author: ImportAuthor;
beforeAll(async () => {
  service = await startService();
  const { userId } = service.credentials.serviceUser;
  const [user] = await rows<{ no: number }>('SELECT no FROM users WHERE id = ?', [userId]);
  author = { userId, userNo: user?.no ?? 0 };
});
afterAll(() => service.close());

const rows = <Row>(sql: string, values: Array<string | number> = []) => service.get(Database).query.rows<Row>(sql, values);
const uploads = () => rows<{ no: number; updated_us: number }>("SELECT no, updated_us FROM import_jobs WHERE state = 'receiving'");
const removeOld = () => service.get(ImportJobs).removeOld();

describe.each(['json', 'ndjson', 'csv'] as const)('an upload (%s)', (format) => {
  const texts = (orgId: string): [begin: string, more: string, end: string] => {
    const { userId, user } = human(`${orgId}-1`);
    if (format === 'json') return ['{"dataOrgs":{"orgs":[{"orgId":', `${JSON.stringify(orgId)},"humanUsers":[`, ']}]}}'];
    if (format === 'csv')
      return ['orgId,userId,user.userName,user.profile.', 'firstName,user.profile.lastName\n', `${orgId},${userId},${userId},A,L\n`];
    return [`{"orgId":"${orgId}",`, `"userId":"${userId}",`, `"user":${JSON.stringify(user)}}`];
  };

  it('that sends slowly is kept, although no chunk is full for hours', async () => {
    const stream = new PassThrough();
    const body = { stream, format, packed: false, maxBytes: 2 ** 20 };
    const submitted = service.get(ImportService).submitJob(body, OPTIONS, author);
    await vi.waitFor(async () => expect(await uploads()).toHaveLength(1));
    const [begin, more, end] = texts(freshName('org'));
    for (const text of [begin, more]) {
      service.get(Clock).advance(40 * MINUTE_MS);
      const sinceUs = service.get(Clock).nowUs();
      stream.write(text);
      await vi.waitFor(async () => expect((await uploads())[0]?.updated_us).toBeGreaterThan(sinceUs));
      await removeOld();
    }
    stream.end(end);
    expect(await ended(service, (await submitted).id)).toMatchObject({ state: 'done', failed: 0 });
  });
});

it('an upload outlives a moment without a writable database', async () => {
  const jobs = service.get(ImportJobs);
  const receiving = await jobs.beginReceiving(OPTIONS, author);
  const outage = new DomainError('unavailable', 'database.unread', 'The database does not answer.');
  vi.spyOn(service.get(Database), 'write').mockRejectedValueOnce(outage);
  for (const [minutes, isKept] of [
    [40, false],
    [1, true],
  ] as const) {
    service.get(Clock).advance(minutes * MINUTE_MS);
    const sinceUs = service.get(Clock).nowUs();
    await jobs.keepReceiving(receiving);
    expect(((await uploads())[0]?.updated_us ?? 0) >= sinceUs).toBe(isKept);
  }
  await jobs.discardReceiving(receiving);
});

/** An upload without a byte for more than an hour, whose import is removed. */
async function removedUpload() {
  const jobs = service.get(ImportJobs);
  const receiving = await jobs.beginReceiving(OPTIONS, author);
  const addRecord = async () => {
    await receiving.chunks.addRecords([{ list: 'org', organization: 0, line: 1, value: { orgId: freshName('org') } }]);
    await receiving.chunks.flushAll();
  };
  await addRecord();
  service.get(Clock).advance(61 * MINUTE_MS);
  await removeOld();
  expect(await uploads()).toEqual([]);
  const chunks = () => rows('SELECT n FROM import_chunks WHERE job_no = ?', [receiving.job.no]);
  return { jobs, receiving, addRecord, chunks };
}

describe('an upload whose import was removed', () => {
  it('is refused with its next chunk, and leaves none', async () => {
    const { jobs, receiving, addRecord, chunks } = await removedUpload();
    await expect(addRecord()).rejects.toMatchObject({ kind: 'precondition', code: 'import.state' });
    await jobs.discardReceiving(receiving);
    expect(await chunks()).toEqual([]);
  });

  it('is refused with its next bytes', async () => {
    const { jobs, receiving } = await removedUpload();
    await expect(jobs.keepReceiving(receiving)).rejects.toMatchObject({ kind: 'precondition', code: 'import.state' });
  });
});
