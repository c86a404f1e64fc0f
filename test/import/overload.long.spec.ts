// An import that is waited for, while the database has no room for it: what was done is told, what was not is kept.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { ended, human } from '../support/imports.js';
import { freshName, usersPath } from '../support/people.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** In a body that is small enough to stay in memory. */
const PEOPLE = 10_000;
/** More than may wait. */
const LINE = 2_050;
const HELD_MS = 2_000;

const total = async (orgId: string) => Number((await service.call('GET', `${usersPath(service, orgId)}?count=0`)).body.totalResults ?? 0);

/** Fills the line of those who write, for a while. */
async function overload(): Promise<void> {
  const database = service.get(Database);
  const until = Date.now() + HELD_MS;
  const hold = () => new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, until - Date.now())));
  // Who is refused tries again in the next turn, so that a place that becomes free is taken before the import comes for it.
  const fill = async () => {
    while (Date.now() < until) await database.write('fill', hold).catch(() => new Promise((resolve) => setImmediate(resolve)));
  };
  await Promise.all(Array.from({ length: LINE }, fill));
}

it('says what was done and keeps the rest, which is added when it is resumed', async () => {
  const orgId = freshName('org');
  const humanUsers = Array.from({ length: PEOPLE }, (_, n) => human(`${orgId}-${n}`));
  const answer = service.call('POST', '/admin/v1/import', { dataOrgs: { orgs: [{ orgId, humanUsers }] } });
  while ((await total(orgId)) === 0);
  const [{ status, body }] = await Promise.all([answer, overload()]);
  expect(status).toBe(200);
  const added = body.success.orgs[0].humanUserIds.length;
  expect(added).toBeGreaterThan(0);
  expect(added).toBeLessThan(PEOPLE);
  expect(await total(orgId)).toBe(added);
  expect(body.errors).toEqual([{ type: 'timeout', id: body.jobId, message: expect.stringContaining(`${PEOPLE - added}`) }]);
  expect((await service.call('POST', `/admin/v1/imports/${body.jobId}/_resume`)).status).toBe(200);
  expect(await ended(service, body.jobId)).toMatchObject({ state: 'done', added: PEOPLE, failed: 0 });
  expect(await total(orgId)).toBe(PEOPLE);
});
