import { describe, expect, it } from 'vitest';
import { listResponse } from './messages.js';

describe('a list response', () => {
  it('has no startIndex where it is reached by a cursor', () => {
    expect(listResponse([], 0, null)).not.toHaveProperty('startIndex');
  });

  it('has five members otherwise', () => {
    expect(Object.keys(listResponse([])).sort()).toEqual(['Resources', 'itemsPerPage', 'schemas', 'startIndex', 'totalResults']);
  });

  it('counts the resources it carries as itemsPerPage', () => {
    expect(listResponse(['a', 'b'], 12, 5)).toMatchObject({ itemsPerPage: 2, totalResults: 12, startIndex: 5 });
  });
});
