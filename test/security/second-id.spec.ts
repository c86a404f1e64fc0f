// Reading across organizations by the second id: every operation of the API document, with an id of organization A in the hands of B's owner.
// Operations and bodies come from the document; only a parameter of a new name must be made known in `test/support/scenes.ts`.
// On SQLite alone: the organization is a parameter of every query, on each engine the same.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { apiOperations, filled, type Operation } from '../support/operations.js';
import { isWord, Scenes, valueAt, type Scene } from '../support/scenes.js';
import { createServiceUser } from '../support/service-users.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let scenes: Scenes;
let a: Scene;
let b: Scene;
/** Of B's owner. */
let token: string;
beforeAll(async () => {
  service = await startService();
  scenes = await Scenes.in(service);
  [a, b] = [await scenes.make(), await scenes.make()];
  token = (await createServiceUser(service, b.orgId, 'ORG_OWNER')).token;
});
afterAll(() => service.close());

/** @param from whose each id is, by its place */
const addressOf = (operation: Operation, orgId: string, from: (place: string) => Scene) =>
  filled(operation.path, (name, place) => (name === 'orgId' ? orgId : valueAt(operation, from(place), name, place)));

/** Places of the ids of a path, besides that of the organization. */
function placesOf(operation: Operation): string[] {
  const places: string[] = [];
  filled(operation.path, (name, place) => {
    if (name !== 'orgId' && !isWord(operation, name, place)) places.push(place);
    return name;
  });
  return places;
}

const callAs = (operation: Operation, path: string) =>
  service.call(operation.method, path, scenes.bodyOf(operation, b), { token, ...(operation.body ? { type: operation.body.type } : {}) });

const nameOf = ({ method, path }: Operation) => `${method} ${path}`;
const operationsOf = (...kinds: string[]) => apiOperations().filter(({ access }) => kinds.includes(access.kind));
const eventCount = async () => (await service.get(Database).query.row<{ count: number }>('SELECT COUNT(*) AS count FROM events'))?.count;

it("finds nothing of organization A below organization B's address, whichever id of the path is A's, and leaves no event", async () => {
  const before = await eventCount();
  const [wrong, walked]: [string[], string[]] = [[], []];
  for (const operation of operationsOf('organization'))
    for (const foreign of placesOf(operation)) {
      walked.push(foreign);
      const { status, text } = await callAs(
        operation,
        addressOf(operation, b.orgId, (place) => (place === foreign ? a : b)),
      );
      if (status !== 404) wrong.push(`${nameOf(operation)} with the id of A at ${foreign}: ${status} ${text}`);
    }
  expect(wrong).toEqual([]);
  expect(walked.length).toBeGreaterThan(150);
  expect(await eventCount()).toBe(before);
});

it("finds organization B's own by ids of the same kinds, so that the ids alone are why nothing is found", async () => {
  const before = await eventCount();
  const wrong: string[] = [];
  for (const operation of operationsOf('organization').filter((one) => placesOf(one).length > 0)) {
    const isRead = operation.method === 'GET';
    if (!isRead && !operation.path.startsWith('/admin/')) continue;
    const { status, text } = await callAs(operation, addressOf(operation, b.orgId, () => b) + (isRead ? '' : '?dryRun=true'));
    if (status === 404) wrong.push(`${nameOf(operation)}: ${text}`);
  }
  expect(wrong).toEqual([]);
  expect(await eventCount()).toBe(before);
});

it("does not let organization B's owner know that organization A exists", async () => {
  const before = await eventCount();
  for (const operation of operationsOf('organization', 'own')) {
    const [real, made] = await Promise.all(
      [a.orgId, 'nowhere'].map((orgId) =>
        callAs(
          operation,
          addressOf(operation, orgId, () => a),
        ),
      ),
    );
    expect([real?.status, made?.status], nameOf(operation)).toEqual([404, 404]);
    expect(real?.body.detail, nameOf(operation)).toBe(made?.body.detail);
  }
  expect(await eventCount()).toBe(before);
});

it('gives the same refusal for a known and an unknown id to whoever may not use a route of the whole service', async () => {
  const before = await eventCount();
  for (const operation of operationsOf('service')) {
    const real = await callAs(
      operation,
      addressOf(operation, a.orgId, () => a),
    );
    const made = await callAs(
      operation,
      filled(operation.path, () => 'nowhere'),
    );
    expect([real.status, real.body.detail], nameOf(operation)).toEqual([403, made.body.detail]);
  }
  expect(await eventCount()).toBe(before);
});

it('takes a user of another organization for unknown as well when a body names it', async () => {
  const body = { userId: a.ids['{userId}'], role: 'ORG_OWNER_VIEWER' };
  const answer = await service.call('POST', `/admin/v1/organizations/${b.orgId}/members`, body, { token });
  expect([answer.status, answer.body.code]).toEqual([404, 'user.notFound']);
});

it('mixes no project with an application of another one, also inside an organization', async () => {
  const { projectId } = (await service.call('POST', `/admin/v1/organizations/${b.orgId}/projects`, { name: 'Other' })).body;
  const ofOther: Scene = { ...b, ids: { ...b.ids, '{projectId}': projectId } };
  const about = operationsOf('organization').filter(({ path }) => path.includes('/applications/{applicationId}'));
  expect(about.length).toBeGreaterThan(10);
  for (const operation of about)
    expect(
      (
        await callAs(
          operation,
          addressOf(operation, b.orgId, () => ofOther),
        )
      ).status,
      nameOf(operation),
    ).toBe(404);
});
