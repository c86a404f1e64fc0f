import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseFilter, parsePathText, type Filter } from './filter.js';
import { LIMITS } from '../wire/limits.js';

const RFC_FILTERS = JSON.parse(readFileSync(new URL('../samples/rfc7644-3.4.2.2-filters.json', import.meta.url), 'utf8')) as string[];

/** The tree as a fully bracketed text, so that a test shows its shape in one line. */
function shape(filter: Filter): string {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return `(${filter.all.map(shape).join(` ${filter.kind} `)})`;
    case 'not':
      return `not ${shape(filter.of)}`;
    case 'valuePath':
      return `${filter.attribute}[${shape(filter.of)}]`;
    case 'compare':
      return [filter.attribute, filter.op, ...('value' in filter ? [JSON.stringify(filter.value)] : [])].join(' ');
  }
}

describe('the filter grammar', () => {
  it.each([
    ['userName eq "a"', 'userName eq "a"'],
    ['  userName   EQ "a"  ', 'userName eq "a"'],
    ['a pr AND b PR Or c pr', '((a pr and b pr) or c pr)'],
    ['a pr or b pr and c pr', '(a pr or (b pr and c pr))'],
    ['(a pr or b pr) and c pr', '((a pr or b pr) and c pr)'],
    ['not (a pr)', 'not a pr'],
    ['NOT(a pr) and b pr', '(not a pr and b pr)'],
    ['not pr', 'not pr'],
    ['a eq true and b eq FALSE and c eq null', '(a eq true and b eq false and c eq null)'],
    ['a gt 1 and b le -2.5e3', '(a gt 1 and b le -2500)'],
    ['a eq "q\\"u\\\\o\\u00e9\\n"', 'a eq "q\\"u\\\\oé\\n"'],
    ['a eq "(b or [c])"', 'a eq "(b or [c])"'],
    ['emails[type eq "work" and not (value co "@x")]', 'emails[(type eq "work" and not value co "@x")]'],
    ['emails[type eq "work"].value eq "x"', 'emails[(type eq "work" and value eq "x")]'],
    ['urn:x:User:name.familyName sw "J"', 'urn:x:User:name.familyName sw "J"'],
    ['((((a pr))))', 'a pr'],
  ])('%s', (text, expected) => {
    expect(shape(parseFilter(text))).toBe(expected);
  });

  it.each(RFC_FILTERS)('accepts the RFC example %s', (text) => {
    expect(() => parseFilter(text)).not.toThrow();
  });

  it.each([
    ['', 1],
    ['   ', 4],
    ['userName', 9],
    ['userName eq', 12],
    ['userName eq bjensen', 13],
    ['userName is "a"', 10],
    ['userName eq "a', 13],
    ['userName eq "\\x"', 13],
    ['userName eq "a" and', 20],
    ['userName eq "a" userName', 17],
    ['(userName pr', 13],
    ['userName pr)', 12],
    ['emails[type pr', 15],
    ['emails[]', 8],
    ['not userName pr', 5],
    ['and pr and', 11],
    ['"a" eq "b"', 1],
    ['a eq 01', 6],
    ['a eq nullish', 6],
    ['a eq toString', 6],
    ['a eq "x"].b', 9],
    ['1a pr', 1],
  ])('%j is refused with invalidFilter at character %i', (text, at) => {
    expect(() => parseFilter(text)).toThrow(
      expect.objectContaining({ status: 400, scimType: 'invalidFilter', detail: expect.stringContaining(`at character ${at} `) }),
    );
  });

  it('a filter of the allowed length is read, one more character is refused', () => {
    const text = (length: number) => `a eq "${'x'.repeat(length - 7)}"`;
    expect(() => parseFilter(text(LIMITS.filterLength))).not.toThrow();
    expect(() => parseFilter(text(LIMITS.filterLength + 1))).toThrow(expect.objectContaining({ id: 'SCIM-FILTER-SIZE' }));
  });

  it('the allowed nesting is read, one more level is refused', () => {
    const text = (depth: number) => `${'('.repeat(depth)}a pr${')'.repeat(depth)}`;
    expect(() => parseFilter(text(LIMITS.filterDepth))).not.toThrow();
    expect(() => parseFilter(text(LIMITS.filterDepth + 1))).toThrow(expect.objectContaining({ id: 'SCIM-FILTER-SIZE' }));
  });

  it('the allowed number of comparisons is read, one more is refused', () => {
    const text = (leaves: number) => Array(leaves).fill('a pr').join(' or ');
    expect(() => parseFilter(text(LIMITS.filterLeaves))).not.toThrow();
    expect(() => parseFilter(text(LIMITS.filterLeaves + 1))).toThrow(expect.objectContaining({ id: 'SCIM-FILTER-SIZE' }));
  });
});

describe('the path grammar', () => {
  it.each([
    ['active', { attribute: 'active' }],
    ['name.familyName', { attribute: 'name.familyName' }],
    ['urn:x:2.0:User:emails[type pr].value', { attribute: 'urn:x:2.0:User:emails', sub: 'value' }],
    ['emails[type eq "]"]', { attribute: 'emails' }],
  ])('%s', (text, expected) => {
    expect(parsePathText(text)).toMatchObject(expected);
  });

  it.each([
    ['a b', 'invalidPath'],
    ['.a', 'invalidPath'],
    ['emails[type pr]value', 'invalidPath'],
    ['emails[type pr].', 'invalidPath'],
    ['emails[type]', 'invalidFilter'],
    ['emails[type eq', 'invalidFilter'],
    ['x'.repeat(1001), 'invalidPath'],
  ])('%s is refused with %s', (text, scimType) => {
    expect(() => parsePathText(text)).toThrow(expect.objectContaining({ status: 400, scimType }));
  });
});
