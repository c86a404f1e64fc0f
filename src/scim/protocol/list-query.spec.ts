import { describe, expect, it } from 'vitest';
import { parseListQuery, parseSearchRequest } from './list-query.js';
import { LIMITS } from './wire/limits.js';
import { URN } from './wire/messages.js';
import { USER } from './schema/user.schema.js';
import { parseProjectionQuery } from './serialize.js';

const parse = (query: Record<string, unknown>) => parseListQuery(query, USER);

describe('a list request', () => {
  it('without parameters asks for the first page', () => {
    expect(parse({})).toEqual({ startIndex: 1, count: 100, projection: { except: new Set() } });
  });

  it.each([
    ['5', 5],
    [5, 5],
    ['0', 0],
    ['-3', 0],
    ['100', 100],
    ['101', 100],
    ['99999999999999999999999', 100],
    ['', 100],
    [null, 100],
  ])('count %j is read as %i', (given, count) => {
    expect(parse({ count: given }).count).toBe(count);
  });

  it.each([
    ['5', 5],
    ['0', 1],
    ['-7', 1],
    ['99999999999999999999999', 2_147_483_647],
  ])('startIndex %j is read as %i', (given, startIndex) => {
    expect(parse({ startIndex: given }).startIndex).toBe(startIndex);
  });

  it.each([
    ['userName', { field: 'userName', descending: false }],
    ['USERNAME', { field: 'userName', descending: false }],
    ['name.familyName', { field: 'familyName', descending: false }],
    ['meta.lastModified', { field: 'modifiedUs', descending: false }],
    ['emails', { list: 'emails', field: 'value', descending: false }],
    ['emails.value', { list: 'emails', field: 'value', descending: false }],
  ])('sortBy %s', (sortBy, sort) => {
    expect(parse({ sortBy }).sort).toEqual(sort);
  });

  it.each(['descending', 'Descending'])('sortOrder %s turns the order around', (sortOrder) => {
    expect(parse({ sortBy: 'id', sortOrder }).sort).toEqual({ field: 'id', descending: true });
  });

  it('a filter becomes criteria, a blank one is none', () => {
    expect(parse({ filter: 'userName eq "a"' }).filter).toEqual({
      kind: 'compare',
      field: 'userName',
      op: 'eq',
      value: 'a',
      caseExact: false,
    });
    expect(parse({ filter: ' ' })).not.toHaveProperty('filter');
  });

  it.each([['userName,name.familyName'], [['userName', 'name.familyName']], [['userName, name.familyName', '']]])(
    'attributes may be %j',
    (attributes) => {
      expect(parse({ attributes }).projection.only).toEqual(new Set(['userName', 'name.familyName']));
    },
  );

  it.each([
    [{ count: 'abc' }, 'invalidValue'],
    [{ count: '1.5' }, 'invalidValue'],
    [{ count: 1.5 }, 'invalidValue'],
    [{ count: true }, 'invalidValue'],
    [{ count: ['1', '2'] }, 'invalidValue'],
    [{ startIndex: '1e3' }, 'invalidValue'],
    [{ sortOrder: 'up' }, 'invalidValue'],
    [{ sortBy: 'active' }, 'invalidValue'],
    [{ sortBy: 'nothing' }, 'invalidValue'],
    [{ sortBy: { a: 1 } }, 'invalidValue'],
    [{ filter: ['a pr', 'b pr'] }, 'invalidValue'],
    [{ attributes: [5] }, 'invalidValue'],
    [{ filter: 'userName' }, 'invalidFilter'],
  ])('%j is refused with %s', (query, scimType) => {
    expect(() => parse(query)).toThrow(expect.objectContaining({ status: 400, scimType }));
  });
});

describe('a search request', () => {
  it.each(['attributes', 'excludedAttributes'])('%s has at most 200 names', (name) => {
    const names = (count: number) => ({ [name]: Array.from({ length: count }, () => 'userName') });
    expect(() => parseListQuery(names(LIMITS.attributeNames), USER)).not.toThrow();
    expect(() => parseListQuery(names(LIMITS.attributeNames + 1), USER)).toThrow(
      expect.objectContaining({ status: 400, scimType: 'invalidValue', detail: `${name} must have at most 200 names.` }),
    );
  });

  it('asks the same by its body, whatever the case of its names', () => {
    const body = { schemas: [URN.searchRequest], Count: 3, sortby: 'id', excludedAttributes: ['emails'] };
    expect(parseSearchRequest(body, USER)).toEqual({
      sort: { field: 'id', descending: false },
      startIndex: 1,
      count: 3,
      projection: { except: new Set(['emails']) },
    });
  });

  it.each([[null], [[]], [{}], [{ schemas: [URN.user] }]])('%j is refused with invalidSyntax', (body) => {
    expect(() => parseSearchRequest(body, USER)).toThrow(expect.objectContaining({ scimType: 'invalidSyntax' }));
  });
});

describe('a request for one resource', () => {
  it('may name the attributes it wants', () => {
    expect(parseProjectionQuery({ attributes: 'userType', excludedAttributes: 'x' }, USER)).toEqual({
      only: new Set(['userType']),
      except: new Set(),
    });
  });
});
