// Whatever is sent to the SCIM addresses, the answer is one of SCIM and never of the 5xx kind.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOrganization, createPerson, usersPath } from '../support/people.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

/** The long counts take minutes. */
const LIMIT_MS = 600_000;

let service: TestService;
let base: string;
let id: string;
beforeAll(async () => {
  service = await sharedService();
  const orgId = await createOrganization(service);
  base = usersPath(service, orgId).replace(/\/Users$/, '');
  id = (await createPerson(service, {}, orgId)).id;
});
afterAll(() => service.close());

const MESSAGES = 'urn:ietf:params:scim:api:messages:2.0';
const names = fc.constantFrom(
  'schemas',
  'userName',
  'name',
  'name.givenName',
  'emails',
  'emails[type eq "work"].value',
  'emails[',
  'active',
  'password',
  'externalId',
  'Operations',
  'op',
  'path',
  'value',
  'method',
  'bulkId',
  'data',
  'failOnErrors',
  'filter',
  'count',
  'startIndex',
  'attributes',
  '__proto__',
  'constructor',
  'id',
  'meta',
);
const leaf = fc.oneof(
  fc.string(),
  fc.constantFrom(
    'a@example.com',
    'True',
    'bulkId:a',
    '/Users',
    `/Users/bulkId:a`,
    'add',
    'replace',
    'remove',
    'POST',
    'PATCH',
    '\u0000',
    '\ud800',
    'x'.repeat(5000),
  ),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom(
    'urn:ietf:params:scim:schemas:core:2.0:User',
    `${MESSAGES}:PatchOp`,
    `${MESSAGES}:BulkRequest`,
    `${MESSAGES}:SearchRequest`,
  ),
);
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 5 },
    leaf,
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(names, fc.string()), tie('json'), { maxKeys: 6 }),
  ),
}));
const target = fc.constantFrom<[string, string, string]>(
  ['POST', '/Users', 'urn:ietf:params:scim:schemas:core:2.0:User'],
  ['PUT', '/Users/', 'urn:ietf:params:scim:schemas:core:2.0:User'],
  ['PATCH', '/Users/', `${MESSAGES}:PatchOp`],
  ['POST', '/Bulk', `${MESSAGES}:BulkRequest`],
  ['POST', '/Users/.search', `${MESSAGES}:SearchRequest`],
  ['POST', '/.search', `${MESSAGES}:SearchRequest`],
);
const operations = fc.array(
  fc.record({ op: leaf, path: fc.oneof(names, leaf), value: json, method: leaf, bulkId: leaf, data: json }, { requiredKeys: [] }),
  { maxLength: 4 },
);
const body = fc.oneof(
  json,
  fc.record({ Operations: operations, filter: leaf, count: leaf, userName: leaf, emails: json, name: json }, { requiredKeys: [] }),
);

it(
  'fuzzed bodies get no 5xx',
  async () => {
    await fc.assert(
      fc.asyncProperty(target, body, fc.boolean(), async ([method, path, urn], sent, named) => {
        const whole = named && typeof sent === 'object' && sent !== null && !Array.isArray(sent) ? { ...sent, schemas: [urn] } : sent;
        const answer = await service.call(method, `${base}${path}${path === '/Users/' ? id : ''}`, JSON.stringify(whole));
        expect(answer.status, answer.text).toBeLessThan(500);
        for (const { status } of (answer.body?.Operations ?? []) as Array<{ status: string }>)
          expect(Number(status), answer.text).toBeLessThan(500);
      }),
      { numRuns: process.env['LONG'] ? 5_000 : 300 },
    );
  },
  LIMIT_MS,
);

it(
  'fuzzed queries get no 5xx',
  async () => {
    const query = fc.dictionary(
      fc.constantFrom('filter', 'count', 'startIndex', 'sortBy', 'sortOrder', 'attributes', 'excludedAttributes'),
      leaf.map(String),
    );
    await fc.assert(
      fc.asyncProperty(query, async (members) => {
        // A lone surrogate has no place in an address.
        const search = new URLSearchParams(members).toString();
        const answer = await service.call('GET', `${base}/Users?${search}`);
        expect(answer.status, answer.text).toBeLessThan(500);
      }),
      { numRuns: process.env['LONG'] ? 2_000 : 150 },
    );
  },
  LIMIT_MS,
);
