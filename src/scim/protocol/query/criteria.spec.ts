import { describe, expect, it } from 'vitest';
import { toCriteria } from './criteria.js';
import { parseFilter } from './filter.js';
import { resolveFilter } from './resolve.js';
import { USER } from '../schema/user.schema.js';

const criteria = (text: string) => toCriteria(resolveFilter(parseFilter(text), USER));
const compare = (field: string, op: string, value: unknown, caseExact = false) => ({ kind: 'compare', field, op, value, caseExact });
const present = (field: string) => ({ kind: 'compare', field, op: 'pr' });
const element = (list: string, of: unknown) => ({ kind: 'element', list, of });

describe('criteria', () => {
  it.each([
    ['userName eq "a"', compare('userName', 'eq', 'a')],
    ['externalId eq "A"', compare('externalId', 'eq', 'A', true)],
    ['name.formatted sw "a"', compare('formattedName', 'sw', 'a')],
    ['meta.created gt "1970-01-01T00:00:01Z"', compare('createdUs', 'gt', 1_000_000, true)],
    ['active eq "False"', compare('active', 'eq', false, true)],
    ['title pr', present('title')],
    ['not (title pr)', { kind: 'not', of: present('title') }],
    ['title pr or active eq true', { kind: 'or', all: [present('title'), compare('active', 'eq', true, true)] }],
    ['emails.value eq "a"', element('emails', compare('value', 'eq', 'a'))],
    ['emails pr', element('emails', { kind: 'and', all: [] })],
    [
      'emails[type eq "work" and value co "@x"]',
      element('emails', { kind: 'and', all: [compare('type', 'eq', 'work'), compare('value', 'co', '@x')] }),
    ],
    ['addresses[locality eq "a"]', element('addresses', compare('locality', 'eq', 'a'))],
    [
      'name pr',
      {
        kind: 'or',
        all: ['formattedName', 'familyName', 'givenName', 'middleName', 'honorificPrefix', 'honorificSuffix'].map(present),
      },
    ],
  ])('%s', (text, expected) => {
    expect(criteria(text)).toEqual(expected);
  });
});
