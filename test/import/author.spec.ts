// An import goes on for as long as who started it may import: role taken away, deactivated, removed; and who resumes it answers for the rest.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ImportRunner } from '../../src/admin/imports/jobs/import-runner.service.js';
import { ImportChunks } from '../../src/admin/imports/jobs/import-chunks.service.js';
import { Database } from '../../src/common/database/database.js';
import { bulkLoad, type Engine } from '../../src/common/database/dialect.js';
import { UserDirectory } from '../../src/users/roles/user-directory/user-directory.repository.js';
import { ENGINE } from '../support/database.js';
import { ended, holdImports, human } from '../support/imports.js';
import { createServiceUser } from '../support/service-users.js';
import { createOrganization, createPerson, freshName, usersPath } from '../support/people.js';
import { startService, type TestService } from '../support/service.js';

const { rows, concurrency } = bulkLoad(ENGINE as Engine);
/** Three times the units of work that may begin before the author is lost, and several chunks. */
const PEOPLE = 3 * rows * concurrency;
const CHUNK_CHARACTERS = 2 ** 15;

let service: TestService;
beforeAll(async () => {
  service = await startService();
  service.get(ImportChunks).characters = CHUNK_CHARACTERS;
});
afterAll(() => service.close());

/** Starts an import, holds it once so many records are written, and lets it go on when the author is lost. */
async function losingAfter<Answer>(records: number, start: () => Promise<Answer>, lose: () => Promise<unknown>): Promise<Answer> {
  const imports = holdImports(service, records);
  try {
    const running = start();
    await imports.reached;
    await lose();
    imports.release();
    return await running;
  } finally {
    imports.release();
  }
}

const people = (orgId: string, more?: object) => Array.from({ length: PEOPLE }, (_, i) => human(`${orgId}-${i}`, more));
const total = async (orgId: string) => (await service.call('GET', `${usersPath(service, orgId)}?count=0`)).body.totalResults as number;

interface Author {
  userId: string;
  token: string;
  orgId: string;
}

/** What ends somebody's right to import. */
const LOSSES: ReadonlyArray<[name: string, lose: (author: Author) => Promise<{ status: number }>]> = [
  ['the role is taken away', ({ userId }) => service.call('DELETE', `/admin/v1/members/${userId}/IAM_OWNER`)],
  [
    'the author is deactivated',
    ({ orgId, userId }) => service.call('POST', `/admin/v1/organizations/${orgId}/service-users/${userId}/_deactivate`),
  ],
  ["the author's organization is deactivated", ({ orgId }) => service.call('POST', `/admin/v1/organizations/${orgId}/_deactivate`)],
];

async function author(): Promise<Author> {
  const orgId = await createOrganization(service);
  return { orgId, ...(await createServiceUser(service, orgId, 'IAM_OWNER')) };
}

describe('a job', () => {
  it.each(LOSSES)('stops in the middle when %s, and somebody else may finish it', async (_, lose) => {
    const who = await author();
    const orgId = freshName('org');
    const body = { dataOrgs: { orgs: [{ orgId, humanUsers: people(orgId) }] } };
    const start = async () => (await service.call('POST', '/admin/v1/imports', body, { token: who.token })).body.id as string;
    // The organization, and the first of its people.
    const id = await losingAfter(2, start, async () => expect((await lose(who)).status).toBeLessThan(300));
    const stopped = await ended(service, id);
    expect(stopped).toMatchObject({ state: 'failed', failed: 0, reason: expect.stringContaining('is no longer allowed to import') });
    expect(stopped['added']).toBeGreaterThan(0);
    expect(stopped['added']).toBeLessThan(PEOPLE);
    // What is there is what the job says, to the person.
    expect(await total(orgId)).toBe(stopped['added']);
    const before = (await service.call('GET', `/admin/v1/imports/${id}`)).body;
    for (const _ of ['the run that may still be on', 'another']) await service.get(ImportRunner).runJob(id);
    expect((await service.call('GET', `/admin/v1/imports/${id}`)).body).toEqual(before);
    expect((await service.call('POST', `/admin/v1/imports/${id}/_resume`)).status).toBe(200);
    expect(await ended(service, id)).toMatchObject({ state: 'done', added: PEOPLE, failed: 0 });
    const { body: found } = await service.call('POST', '/admin/v1/events/_search', { aggregateId: `${orgId}-${PEOPLE - 1}` });
    expect(found.events).toMatchObject([{ editor: { userId: service.credentials.serviceUser.userId } }]);
  });

  it('stops when the author is a person who is removed', async () => {
    const { id: userId } = await createPerson(service);
    await service.call('POST', '/admin/v1/members', { userId, role: 'IAM_OWNER' });
    const orgId = freshName('org');
    const sent = await service.call('POST', '/admin/v1/import', {
      dataOrgs: { orgs: [{ orgId, humanUsers: people(orgId).slice(0, 500) }] },
      timeout: '1ns',
    });
    const { jobId } = sent.body;
    const job = (assignments: string, value: number | string) =>
      service.get(Database).write('change job', (tx) => tx.run(`UPDATE import_jobs SET ${assignments} WHERE id = ?`, [value, jobId]));
    await job('editor_no = ?', (await service.get(UserDirectory).findById(userId))?.no ?? 0);
    await service.call('DELETE', `${usersPath(service)}/${userId}`);
    await job('state = ?', 'waiting');
    expect(await ended(service, jobId)).toMatchObject({ state: 'failed', added: 0 });
    expect((await service.call('GET', `/admin/v1/organizations/${orgId}`)).status).toBe(404);
  });
});

it('an import that is waited for stops as well, says why, and keeps what is left', async () => {
  const who = await author();
  const orgId = freshName('org');
  const body = { dataOrgs: { orgs: [{ orgId, humanUsers: people(orgId) }] } };
  const { status, body: answer } = await losingAfter(
    2,
    () => service.call('POST', '/admin/v1/import', body, { token: who.token }),
    () => service.call('DELETE', `/admin/v1/members/${who.userId}/IAM_OWNER`),
  );
  expect(status).toBe(200);
  expect(answer.errors).toMatchObject([{ type: 'timeout', message: expect.stringContaining('is no longer allowed to import') }]);
  expect(answer.success.orgs[0].humanUserIds.length).toBeLessThan(PEOPLE);
  expect((await service.call('POST', `/admin/v1/imports/${answer.jobId}/_resume`)).status).toBe(200);
  expect(await ended(service, answer.jobId)).toMatchObject({ state: 'done', added: PEOPLE, failed: 0 });
  expect(await total(orgId)).toBe(PEOPLE);
});

it('and goes on at the right organization, however many chunks they fill', async () => {
  service.get(ImportChunks).characters = 2_000;
  const [who, name] = [await author(), freshName('org')];
  const orgs = Array.from({ length: 200 }, (_, i) => ({ orgId: `${name}-${i}`, humanUsers: [human(`${name}-${i}-ada`)] }));
  const { body: answer } = await losingAfter(
    51,
    () => service.call('POST', '/admin/v1/import', { dataOrgs: { orgs } }, { token: who.token }),
    () => service.call('DELETE', `/admin/v1/members/${who.userId}/IAM_OWNER`),
  );
  const { jobId } = answer;
  const stopped = (await service.call('GET', `/admin/v1/imports/${jobId}`)).body;
  expect(stopped.done).toBeGreaterThan(50);
  expect((await service.call('POST', `/admin/v1/imports/${jobId}/_resume`)).status).toBe(200);
  expect(await ended(service, jobId)).toMatchObject({ state: 'done', done: stopped.records, added: 200, failed: 0, errors: {} });
  for (const i of [0, 49, 51, 100, 199]) expect(await total(`${name}-${i}`)).toBe(1);
});
