// What SQL finds is what the evaluator in memory finds, over random people and random filters, by each way a search can be driven.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toCriteria } from '../../src/scim/protocol/query/criteria.js';
import { type JsonObject, matches } from '../../src/scim/protocol/query/evaluate.js';
import { parseFilter } from '../../src/scim/protocol/query/filter.js';
import { resolveFilter } from '../../src/scim/protocol/query/resolve.js';
import { parseProjection, serializeResource } from '../../src/scim/protocol/serialize.js';
import { shownPerson } from '../../src/scim/protocol/user.record.js';
import { USER } from '../../src/scim/protocol/schema/user.schema.js';
import { type Organization, Organizations } from '../../src/users/organizations/organizations.service.js';
import { People } from '../../src/users/directory/people/people.service.js';
import { PeopleSearch } from '../../src/users/directory/people/search/people-search.service.js';
import type { TestService } from '../support/service.js';
import { freshName } from '../support/people.js';
import { sharedService } from '../support/shared-service.js';
import { filters, personValues } from './people.arbitrary.js';

const LONG = process.env['LONG'] === '1';
const CASES = LONG ? 10_000 : 400;
const PEOPLE = 60;
const EVERYTHING = parseProjection(USER, [
  ...USER.attributes.map(({ name }) => name),
  ...USER.attributes.flatMap((attribute) =>
    attribute.type === 'complex'
      ? attribute.subAttributes.map(({ name }) => `${attribute.name}${attribute.name.startsWith('urn:') ? ':' : '.'}${name}`)
      : [],
  ),
]);

/** What a long run found once. */
const FOUND = [
  'externalId ne "a "',
  'roles[display lt "a"]',
  'title le "~"',
  'addresses.locality ge "a "',
  'userName le "a "',
  'name.familyName gt "a\\t"',
  'addresses.streetAddress sw "a"',
  'addresses[not (formatted eq "a")].streetAddress sw "a"',
];

let service: TestService;
let organization: Organization;
let people: People;
let search: PeopleSearch;
let resources: JsonObject[];
beforeAll(async () => {
  service = await sharedService();
  people = service.get(People);
  search = service.get(PeopleSearch);
  organization = await service
    .get(Organizations)
    .createOrganization({ name: 'Filtered', primaryDomain: `${freshName('filtered')}.example` }, 'test');
  for (let serial = 0; serial < PEOPLE; serial++) {
    const [values] = fc.sample(personValues(serial), { numRuns: 1, seed: serial + 1 });
    if (values) await people.create(organization, values, undefined, 'test');
  }
  const all = await search.searchPeople(organization.no, { offset: 0, limit: 100 });
  expect(all.total).toBe(all.people.length);
  resources = all.people.map((person) => serializeResource(USER, shownPerson(person), 'https://x.example', EVERYTHING));
});
afterAll(() => service.close());

const found = async (filter: string) => {
  const criteria = toCriteria(resolveFilter(parseFilter(filter), USER));
  const page = await search.searchPeople(organization.no, { criteria, offset: 0, limit: 100 });
  expect(page.total, `total of ${filter}`).toBe(page.people.length);
  return page.people.map(({ id }) => id).sort();
};

const expected = (filter: string) => {
  const resolved = resolveFilter(parseFilter(filter), USER);
  return resources
    .filter((resource) => matches(resolved, resource))
    .map(({ id }) => String(id))
    .sort();
};

describe('a filter in SQL', () => {
  it.each([
    ['by numbers that an index gave', 5_000, 4],
    ['put in order by the engine', 0, 4],
    ['along the index of the order', 0, 0],
  ])(
    'finds whom the filter means: %s',
    async (_, maxCandidates, uneven) => {
      Object.assign(search, { maxCandidates, uneven });
      const times = resources.slice(0, 4).map(({ meta }) => String((meta as JsonObject).created));
      const ids = resources.slice(0, 3).map(({ id }) => String(id));
      let fitting = 0;
      await fc.assert(
        fc.asyncProperty(filters({ ids, times }), async (filter) => {
          const wanted = expected(filter);
          if (wanted.length > 0 && wanted.length < resources.length) fitting++;
          expect(await found(filter), filter).toEqual(wanted);
        }),
        { numRuns: CASES, examples: FOUND.map((filter) => [filter]), ...(LONG ? {} : { seed: 20_261_121 }) },
      );
      // A test of filters that fit nobody would prove little.
      expect(fitting).toBeGreaterThan(CASES / 4);
    },
    600_000,
  );

  it('finds an element wherever in a list it stands, and none beyond its end', async () => {
    const entitlements = Array.from({ length: 300 }, (_, index) => ({
      value: `entitlement ${index}`,
      display: `shown ${index}`,
      type: index % 2 ? 'odd' : 'even',
    }));
    const [values] = fc.sample(personValues(PEOPLE), { numRuns: 1, seed: PEOPLE + 1 });
    if (!values) throw new Error('There is no such person.');
    const { id } = await people.create(organization, { ...values, entitlements }, undefined, 'test');
    for (const index of [0, 1, 3, 4, 15, 16, 17, 255, 256, 299]) {
      const [right, wrong] = index % 2 ? ['odd', 'even'] : ['even', 'odd'];
      expect(await found(`entitlements[display eq "shown ${index}" and type eq "${right}"]`), `element ${index}`).toEqual([id]);
      expect(await found(`entitlements[display eq "shown ${index}" and type eq "${wrong}"]`), `element ${index}`).toEqual([]);
    }
    expect(await found('entitlements[display eq "shown 300"]')).toEqual([]);
    expect(await found('entitlements[display gt "shown 98" and display lt "shown 990"]')).toEqual([id]);
    expect(await found('not (entitlements[display gt "shown 99"]) and entitlements.display sw "shown 2"')).toEqual([id]);
    expect(await found(`id eq "${id}" and not (entitlements[not (display sw "shown")])`)).toEqual([id]);
  });
});
