// What a job says about itself is exact also when it did not end well: too many faults, canceled, resumed. What waits for it rests sealed.
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ImportJobs } from '../../src/admin/imports/jobs/import-jobs.service.js';
import { ImportRunner } from '../../src/admin/imports/jobs/import-runner.service.js';
import { LIMITS } from '../../src/admin/imports/records/import-record.js';
import { Database } from '../../src/common/database/database.js';
import { ended, faultsOf, HASH, holdImports, human } from '../support/imports.js';
import { freshName, usersPath } from '../support/people.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const total = async (orgId: string) => (await service.call('GET', `${usersPath(service, orgId)}?count=0`)).body.totalResults as number;
const submit = async (body: unknown, query = '') => (await service.call('POST', `/admin/v1/imports${query}`, body)).body.id as string;
const database = () => service.get(Database);
/** More than the units of work that begin before a job is held. */
const PEOPLE = 3_000;
/** Submits a job, and does something while it is held in the middle: the organization is there, and the first of its people. */
async function meanwhile<Answer>(body: unknown, act: (id: string) => Promise<Answer>): Promise<{ id: string; answer: Answer }> {
  const imports = holdImports(service, 2);
  try {
    const id = await submit(body);
    await imports.reached;
    return { id, answer: await act(id) };
  } finally {
    imports.release();
  }
}
const resume = (id: string) => service.call('POST', `/admin/v1/imports/${id}/_resume`);

it.each(['', '?dryRun=true'])('everything in an organization that is refused is at fault, by its line (%s)', async (query) => {
  const id = await submit(
    {
      dataOrgs: {
        orgs: [{ orgId: 'a/b', humanUsers: [human('lost-1'), human('lost-2')], machineUsers: [{ userId: 'm', user: { userName: 'm' } }] }],
      },
    },
    query,
  );
  expect(await ended(service, id)).toMatchObject({ state: 'done', records: 4, done: 4, added: 0, failed: 4 });
  const told = await faultsOf(service, id);
  expect(told.map(({ type, kind, id: entry }) => [type, kind, entry]).toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
    ['human_user', 'org.refused', 'lost-1'],
    ['human_user', 'org.refused', 'lost-2'],
    ['machine_user', 'org.refused', 'm'],
    ['org', 'id.invalid', 'a/b'],
  ]);
  expect(new Set(told.map(({ line }) => line)).size).toBe(4);
});

it('who waits for the answer is told of a refused organization once', async () => {
  const people = Array.from({ length: 3 }, (_, i) => human(`lost-${i}`));
  const orgs = [{ orgId: 'a/b', humanUsers: people }];
  const { body } = await service.call('POST', '/admin/v1/import', { dataOrgs: { orgs } });
  expect(body).toEqual({ success: { orgs: [] }, errors: [{ type: 'org', id: 'a/b', message: expect.any(String) }] });
});

it('a job that is canceled in the middle still says how far it came, and how fast', async () => {
  const orgId = freshName('org');
  const people = Array.from({ length: PEOPLE }, (_, i) => human(`${orgId}-${i}`));
  const { id, answer: body } = await meanwhile({ dataOrgs: { orgs: [{ orgId, humanUsers: people }] } }, async (id) => {
    return (await service.call('POST', `/admin/v1/imports/${id}/_cancel`)).body;
  });
  expect(body).toMatchObject({ state: 'canceled', added: await total(orgId), done: body.added + 1 });
  expect(body.added).toBeGreaterThan(0);
  expect(body.added).toBeLessThan(PEOPLE);
  expect(body.rate).toBeGreaterThan(0);
  // Nothing comes after the end.
  for (const _ of ['the run that may still be on', 'another']) await service.get(ImportRunner).runJob(id);
  expect(await total(orgId)).toBe(body.added);
});

it('a job that is canceled while its body comes stays canceled, and keeps nothing of it', async () => {
  const orgId = freshName('org');
  const [jobs, author] = [service.get(ImportJobs), { userId: service.credentials.serviceUser.userId, userNo: 1 }];
  const receiving = await jobs.beginReceiving({ mode: 'create', dryRun: false, allowReusedIds: false }, author);
  const { id, no } = receiving.job;
  expect((await service.call('POST', `/admin/v1/imports/${id}/_cancel`)).body.state).toBe('canceled');
  await receiving.chunks.addRecords([{ list: 'humanUsers', organization: 0, line: 1, value: human(`${orgId}-1`) }]);
  await expect(jobs.completeReceiving(receiving, 'waiting', author.userId)).rejects.toMatchObject({ code: 'import.state' });
  await jobs.discardReceiving(receiving);
  expect((await service.call('GET', `/admin/v1/imports/${id}`)).body).toMatchObject({ state: 'canceled', added: 0 });
  expect(await database().query.rows('SELECT n FROM import_chunks WHERE job_no = ?', [no])).toEqual([]);
});

it('what waits to be worked on rests sealed, because there are passwords and hashes in it', async () => {
  const [orgId, PASSWORD] = [freshName('org'), 'Rests-nowhere-in-clear-7!'];
  const [jobs, author] = [service.get(ImportJobs), { userId: service.credentials.serviceUser.userId, userNo: 1 }];
  const receiving = await jobs.beginReceiving({ mode: 'create', dryRun: false, allowReusedIds: false }, author);
  const people = [human(`${orgId}-1`, { hashedPassword: undefined, password: PASSWORD }), human(`${orgId}-2`)];
  await receiving.chunks.addRecords(people.map((value, line) => ({ list: 'humanUsers', organization: 0, line, value })));
  await receiving.chunks.flushAll();
  const query = 'SELECT content FROM import_chunks WHERE job_no = ?';
  const chunks = await database().query.rows<{ content: string }>(query, [receiving.job.no]);
  expect(chunks).toHaveLength(1);
  for (const { content } of chunks) {
    for (const bytes of [Buffer.from(content, 'latin1'), Buffer.from(content, 'base64')]) {
      expect(() => gunzipSync(bytes)).toThrow();
      for (const secret of [PASSWORD, HASH]) expect(bytes.includes(secret)).toBe(false);
    }
  }
  await service.call('POST', `/admin/v1/imports/${receiving.job.id}/_cancel`);
  await jobs.discardReceiving(receiving);
});

it('a process that lost its job leaves it to who has it now', async () => {
  const orgId = freshName('org');
  const people = Array.from({ length: PEOPLE }, (_, i) => human(`${orgId}-${i}`));
  const { id } = await meanwhile({ dataOrgs: { orgs: [{ orgId, humanUsers: people }] } }, (id) =>
    database().write('take job', (tx) =>
      tx.run("UPDATE leases SET owner = 'another', fence = fence + 1, until_us = until_us + 3600000000 WHERE name = ?", [`import:${id}`]),
    ),
  );
  const read = async () => (await service.call('GET', `/admin/v1/imports/${id}`)).body;
  // The service goes down: this process stops at the next unit of work.
  service.get(ImportRunner).stopping = true;
  await service.get(ImportRunner).runJob(id);
  service.get(ImportRunner).stopping = false;
  expect((await read()).state).toBe('running');
  expect(await database().query.rows('SELECT job_no FROM import_locks WHERE org_id = ?', [orgId])).toHaveLength(1);
});

describe('too many entries at fault', () => {
  const runner = () => service.get(ImportRunner);
  afterEach(() => (runner().mostFailed = LIMITS.failed));

  it('end the job with exact counts, and a resume adds exactly the rest', async () => {
    runner().mostFailed = 20;
    const orgId = freshName('org');
    const [GOOD, BAD] = [6_000, 60];
    const people = Array.from({ length: GOOD + BAD }, (_, i) =>
      human(`${orgId}-${i}`, i % ((GOOD + BAD) / BAD) === 50 ? { hashedPassword: { value: 'no hash' } } : {}),
    );
    const id = await submit({ dataOrgs: { orgs: [{ orgId, humanUsers: people }] } });
    const failed = await ended(service, id);
    expect(failed).toMatchObject({ state: 'failed', reason: 'More than 20 entries of this import failed; fix the file.' });
    expect(failed['failed']).toBeGreaterThan(20);
    expect(failed['failed']).toBeLessThan(BAD);
    expect(await total(orgId)).toBe(failed['added']);
    expect(failed['rate']).toBeGreaterThan(0);
    expect(failed['done']).toBe(1 + Number(failed['added']) + Number(failed['failed']));
    expect(await faultsOf(service, id)).toHaveLength(Number(failed['failed']));
    runner().mostFailed = BAD;
    expect((await resume(id)).status).toBe(200);
    expect(await ended(service, id)).toMatchObject({ state: 'done', added: GOOD, failed: BAD, errors: { 'import.hash': BAD } });
    expect(await total(orgId)).toBe(GOOD);
  });

  it('are those that were refused; remarks are not counted', async () => {
    runner().mostFailed = 20;
    const orgId = freshName('org');
    const people = Array.from({ length: 50 }, (_, i) => human(`${orgId}-${i}`, { nick: 'x' }));
    const id = await submit({ dataOrgs: { orgs: [{ orgId, humanUsers: people }] } });
    expect(await ended(service, id)).toMatchObject({ state: 'done', added: 50, failed: 0, errors: { 'member.unsupported': 50 } });
  });
});
