import fc from 'fast-check';
import { describe, it } from 'vitest';
import { emptyPerson } from '../../users/directory/people/person/person.js';
import { LIST_FIELDS } from '../../users/directory/people/person/person.columns.js';
import { parseFilter } from './query/filter.js';
import { parseListQuery } from './list-query.js';
import { URN } from './wire/messages.js';
import { parsePatch } from './patch.js';
import { ScimError } from './wire/scim-error.js';
import { USER } from './schema/user.schema.js';
import { patchUser, readUser } from '../../../test/scim/user-record.js';

const NAMES = [
  ...USER.attributes.map(({ name }) => name),
  'name.givenName',
  'emails[type eq "work"].value',
  'emails.primary',
  '__proto__',
  'x',
];
const name = fc.constantFrom(...NAMES);
const value = fc.oneof(
  fc.jsonValue(),
  fc.dictionary(fc.oneof(name, fc.constantFrom('value', 'type', 'primary', 'toString')), fc.jsonValue()),
  fc.array(fc.record({ value: fc.constantFrom('a@example.com', '1', null, ''), primary: fc.constantFrom(true, 'False', null) })),
);
const body = fc.dictionary(name, value).map((members) => ({ ...members, schemas: [URN.user] }));
const operation = fc.record(
  { op: fc.constantFrom('add', 'Replace', 'remove'), path: fc.option(name, { nil: undefined }), value },
  { requiredKeys: ['op'] },
);
const words = fc.constantFrom(
  '(',
  ')',
  '[',
  ']',
  '"a"',
  '"',
  'eq',
  'pr',
  'co',
  'not',
  'and',
  'or',
  'emails',
  '.value',
  'active',
  'true',
  '1',
  '\\',
  ' ',
);

/** Runs code that a hostile caller can reach. Any error except a ScimError would be answered with a 5xx. */
function refusesPolitely(run: () => unknown): void {
  try {
    run();
  } catch (error) {
    if (!(error instanceof ScimError)) throw error;
  }
}

describe('fuzzed input', () => {
  it('as a user is read or refused', () => {
    fc.assert(fc.property(fc.oneof(body, fc.jsonValue()), (given) => refusesPolitely(() => readUser(given))));
  });

  it('as a patch is applied or refused, and leaves complete lists behind', () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 5 }), (operations) =>
        refusesPolitely(() => {
          const values = patchUser(emptyPerson(), parsePatch({ schemas: [URN.patchOp], Operations: operations }, USER));
          for (const field of LIST_FIELDS) {
            const primaries = values[field].filter((element) => element.primary === true);
            if (primaries.length > 1) throw new Error(`${field} has ${primaries.length} primary elements`);
            if (field !== 'addresses' && values[field].some((element) => !element.value)) throw new Error(`${field} has a hollow element`);
          }
        }),
      ),
    );
  });

  it('as a filter is read or refused', () => {
    fc.assert(
      fc.property(
        fc.array(words).map((parts) => parts.join(' ')),
        (text) => refusesPolitely(() => parseFilter(text)),
      ),
    );
    fc.assert(fc.property(fc.string(), (text) => refusesPolitely(() => parseFilter(text))));
  });

  it('as a query is read or refused', () => {
    const key = fc.constantFrom('filter', 'sortBy', 'sortOrder', 'count', 'startIndex', 'attributes', 'excludedAttributes', 'COUNT');
    fc.assert(fc.property(fc.dictionary(key, value), (query) => refusesPolitely(() => parseListQuery(query, USER))));
  });
});
