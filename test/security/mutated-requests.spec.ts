// Requests made of the API document and then damaged: whatever comes, the answer is one that the document names, and never a failure of the service.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOrganization } from '../support/people.js';
import { apiOperations, filled, type Operation } from '../support/operations.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

const RUNS = process.env['LONG'] ? 10_000 : 300;
const TIME_MS = process.env['LONG'] ? 1_800_000 : 120_000;

let service: TestService;
let orgId: string;
beforeAll(async () => {
  service = await sharedService();
  orgId = await createOrganization(service);
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
    return fc.oneof({ weight: 2, arbitrary: fc.constant(example) }, { weight: 1, arbitrary: anything });
  if (Array.isArray(example)) return fc.tuple(...example.map(damaged)).map((items) => items);
  const members = Object.entries(example).map(([name, value]) => fc.tuple(fc.constant(name), damaged(value), fc.nat(5)));
  const added = fc.array(fc.tuple(fc.string({ maxLength: 20 }), anything, fc.constant(1)), { maxLength: 1 });
  return fc
    .tuple(fc.tuple(...members), added)
    .map(([kept, more]) => Object.fromEntries([...kept.filter(([, , fate]) => fate > 0), ...more].map(([name, value]) => [name, value])));
};

const request = fc.constantFrom(...apiOperations()).chain((operation: Operation) =>
  fc.record({
    operation: fc.constant(operation),
    own: fc.boolean(),
    parts: fc.array(part, { minLength: 4, maxLength: 4 }),
    query: fc.array(fc.tuple(fc.constantFrom(...operation.query, 'unknown'), fc.string({ maxLength: 30 })), { maxLength: 2 }),
    body: operation.body
      ? fc.oneof({ weight: 4, arbitrary: damaged(operation.body.example) }, { weight: 1, arbitrary: anything })
      : fc.constant(undefined),
  }),
);

it(
  `${RUNS} damaged requests are answered as the document says`,
  async () => {
    await fc.assert(
      fc.asyncProperty(request, async ({ operation: { method, path, body: described }, own, parts, query, body }) => {
        let at = 0;
        const address = filled(path, (name) => (name === 'orgId' && own ? orgId : (parts[at++] ?? 'nothing')));
        const asked = query.length > 0 ? `?${new URLSearchParams(query).toString()}` : '';
        const sent = method === 'GET' || body === undefined ? undefined : JSON.stringify(body);
        const answer = await service.call(method, address + asked, sent, described ? { type: described.type } : {});
        const temporary = answer.status === 503 && answer.headers.get('retry-after') !== null;
        expect(answer.status < 500 || answer.status === 501 || temporary, `${method} ${address}${asked} ${sent}: ${answer.text}`).toBe(
          true,
        );
      }),
      { numRuns: RUNS, ...(process.env['SEED'] ? { seed: Number(process.env['SEED']) } : {}) },
    );
  },
  TIME_MS,
);
