// Imports at the same time, with the same organization: each person is there once, and no import waits longer than for the other.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ImportRunner } from '../../src/admin/imports/jobs/import-runner.service.js';
import { ended, human } from '../support/imports.js';
import { eventsOf, freshName, usersPath } from '../support/people.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const namesOf = (prefix: string, people: number) => Array.from({ length: people }, (_, i) => `${prefix}-${i}`);
const bodyOf = (orgId: string, ids: string[]) => ({ dataOrgs: { orgs: [{ orgId, humanUsers: ids.map((id) => human(id)) }] } });
const run = (body: object) => service.call('POST', '/admin/v1/import', body);
const submit = (body: object) => service.call('POST', '/admin/v1/imports', body);
const total = async (orgId: string) => (await service.call('GET', `${usersPath(service, orgId)}?count=0`)).body.totalResults;

it('imports that bring the same new organization at once all add their people to it', async () => {
  for (let round = 0; round < 5; round++) {
    const orgId = freshName('org');
    const names = namesOf(orgId, 3);
    const answers = await Promise.all(names.map((id) => run(bodyOf(orgId, [id]))));
    expect(answers.map(({ status, body }) => [status, body.success.orgs])).toEqual(
      names.map((id) => [200, [{ orgId, humanUserIds: [id] }]]),
    );
    expect(answers.flatMap(({ body }) => body.errors)).toEqual(
      Array.from({ length: 2 }, () => ({ type: 'org', id: orgId, message: expect.stringContaining('already exists') })),
    );
    expect(await total(orgId)).toBe(3);
  }
});

it('a job waits for another one with the same organization, so that each person is there once', async () => {
  const orgId = freshName('org');
  const body = bodyOf(orgId, namesOf(orgId, 1_500));
  const jobs = await Promise.all([submit(body), submit(body), run(body)]);
  const ends = await Promise.all(jobs.slice(0, 2).map(({ body: { id } }) => ended(service, id)));
  const synchronous = jobs[2]?.body.success.orgs[0]?.humanUserIds.length ?? 0;
  expect(ends.map(({ state }) => state)).toEqual(['done', 'done']);
  expect(ends.reduce((sum, { added }) => sum + Number(added), synchronous)).toBe(1_500);
  expect(ends.reduce((sum, { failed }) => sum + Number(failed), 0)).toBe(1_500 + synchronous);
  expect(await total(orgId)).toBe(1_500);
  for (const i of [0, 749, 1_499]) expect(await eventsOf(service, `${orgId}-${i}`)).toHaveLength(1);
});

it('a job starts as soon as it is accepted, and goes on as soon as the one that it waited for has ended', async () => {
  const runner = service.get(ImportRunner);
  runner.pollEvery(3_600_000);
  try {
    const orgId = freshName('org');
    const bodies = [400, 401, 402].map((people) => bodyOf(orgId, namesOf(freshName('u'), people)));
    const jobs = await Promise.all(bodies.map(submit));
    for (const { body } of jobs) expect(await ended(service, body.id)).toMatchObject({ state: 'done', failed: 0 });
    expect(await total(orgId)).toBe(1_203);
  } finally {
    runner.pollEvery(1_000);
  }
});
