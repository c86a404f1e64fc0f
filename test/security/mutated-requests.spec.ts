// Requests made of the API document and then damaged: whatever comes, the answer is one that the document names, and never a failure of the service.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiOperations, filled, type Operation } from '../support/operations.js';
import { Scenes, valueAt, type Scene } from '../support/scenes.js';
import { startService, type TestService } from '../support/service.js';

const RUNS = Number(process.env['RUNS'] ?? (process.env['LONG'] ? 10_000 : 300));
const TIME_MS = RUNS > 300 ? 1_800_000 : 120_000;

let service: TestService;
let scenes: Scenes;
let scene: Scene;
beforeAll(async () => {
  // One of its own: what is sent may take names that other tests rely on, and change what holds for the whole service.
  service = await startService();
  scenes = await Scenes.in(service);
  scene = await scenes.make();
});
afterAll(() => service.close());

const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom(null, '', 0, -1, 1e308, true, [], {}, '\u0000', 'a'.repeat(5_000), '2030-01-01T00:00:00Z', '__proto__'),
);
const part = fc.oneof(
  fc.constantFrom('nothing', '..', '%', 'ORG_OWNER', '0', '\u0000', 'a'.repeat(500)),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 50 }),
);

/** A body with some of its members exchanged, taken away or added. */
const damaged = (example: unknown): fc.Arbitrary<unknown> => {
  if (typeof example !== 'object' || example === null)
    return fc.oneof({ weight: 8, arbitrary: fc.constant(example) }, { weight: 1, arbitrary: anything });
  if (Array.isArray(example)) return fc.tuple(...example.map(damaged)).map((items) => items);
  const members = Object.entries(example).map(([name, value]) => fc.tuple(fc.constant(name), damaged(value), fc.nat(15)));
  const added = fc.array(fc.tuple(fc.string({ maxLength: 20 }), anything, fc.constant(1)), { maxLength: 1 });
  return fc
    .tuple(fc.tuple(...members), added)
    .map(([kept, more]) => Object.fromEntries([...kept.filter(([, , fate]) => fate > 0), ...more].map(([name, value]) => [name, value])));
};

/** What there is stays for the requests that follow, and so does their way in: the end of either is only rolledBack. */
const endsSomething = ({ method, path }: Operation) =>
  method === 'DELETE' || /\/_(deactivate|revoke|rotate|remove)$/.test(path) || path.endsWith('/read-only-mode/_begin');

const request = (operation: Operation) =>
  fc.record({
    operation: fc.constant(operation),
    // Mostly what is there, so that requests reach what the operation does.
    parts: fc.array(fc.oneof({ weight: 8, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: part }), { minLength: 5, maxLength: 5 }),
    query: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      {
        weight: 1,
        arbitrary: fc.array(fc.tuple(fc.constantFrom(...operation.query, 'unknown'), fc.string({ maxLength: 30 })), { maxLength: 2 }),
      },
    ),
    body: operation.body
      ? fc.oneof({ weight: 6, arbitrary: damaged(scenes.bodyOf(operation, scene)) }, { weight: 1, arbitrary: anything })
      : fc.constant(undefined),
  });

/** A parameter that is not drawn is what is there; SCIM cannot asDryRun its removals, so those find nothing. */
function addressOf(operation: Operation, parts: readonly (string | null)[], query: readonly [string, string][]): string {
  const isGone = operation.method === 'DELETE' && operation.path.startsWith('/scim/');
  let at = 0;
  const address = filled(operation.path, (name, place) => {
    const drawn = parts[at++] ?? undefined;
    return drawn ?? (isGone && name !== 'orgId' ? 'nothing' : valueAt(operation, scene, name, place));
  });
  const rolledBack: [string, string][] = endsSomething(operation) && !isGone ? [['dryRun', 'true']] : [];
  const asked = new URLSearchParams([...rolledBack, ...query]).toString();
  return asked === '' ? address : `${address}?${asked}`;
}

it(
  `${RUNS} damaged requests are answered as the document says, and many of them are served`,
  async () => {
    const tally = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...apiOperations()).chain(request), async ({ operation, parts, query, body }) => {
        const { method, body: described } = operation;
        const address = addressOf(operation, parts, query);
        const sent = method === 'GET' || body === undefined ? undefined : JSON.stringify(body);
        const answer = await service.call(method, address, sent, described ? { type: described.type } : {});
        const temporary = answer.status === 503 && answer.headers.get('retry-after') !== null;
        const unsupported = answer.status === 501 && operation.path.endsWith('/Me');
        expect(answer.status < 500 || unsupported || temporary, `${method} ${address} ${sent}: ${answer.text}`).toBe(true);
        tally.set(answer.status, (tally.get(answer.status) ?? 0) + 1);
      }),
      { numRuns: RUNS, ...(process.env['SEED'] ? { seed: Number(process.env['SEED']) } : {}) },
    );
    const served = [...tally].reduce((sum, [status, count]) => sum + (status < 300 ? count : 0), 0);
    expect(served, JSON.stringify([...tally])).toBeGreaterThan(RUNS / 5);
  },
  TIME_MS,
);
