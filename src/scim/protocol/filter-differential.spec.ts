// Our parser beside another one: what scim2-parse-filter 0.2.10 made of the same texts is in a data file, made by running it.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseFilter, type Filter } from './filter.js';

interface Case {
  filter: string;
  /** Its tree, null where it refuses. */
  tree: unknown;
}

const CASES = JSON.parse(readFileSync('src/scim/protocol/samples/scim2-parse-filter-0.2.10.json', 'utf8')) as Case[];

/** Where we differ, and why. */
const EXPLAINED: Record<string, { reason: string; ours: unknown }> = {
  'a eq "\\"quoted\\" \\\\ \\u00e9"': {
    reason: 'values are JSON (RFC 7644 section 3.4.2.2), so all escapes of RFC 8259 count, not only that of the quotation mark',
    ours: { op: 'eq', attrPath: 'a', compValue: '"quoted" \\ é' },
  },
  'emails[type eq "work"].value eq "x"': {
    reason: 'what stands behind the bracket is asked of the same element, not of any',
    ours: {
      op: '[]',
      attrPath: 'emails',
      valFilter: {
        op: 'and',
        filters: [
          { op: 'eq', attrPath: 'type', compValue: 'work' },
          { op: 'eq', attrPath: 'value', compValue: 'x' },
        ],
      },
    },
  },
  'not a pr': { reason: 'the grammar wants parentheses behind not', ours: null },
  'a eq TRUE': {
    reason: 'literals are taken in any case, because directories send them so',
    ours: { op: 'eq', attrPath: 'a', compValue: true },
  },
};

/** Our tree in its shape. */
function toTheirs(filter: Filter): unknown {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { op: filter.kind, filters: filter.all.map(toTheirs) };
    case 'not':
      return { op: 'not', filter: toTheirs(filter.of) };
    case 'valuePath':
      return { op: '[]', attrPath: filter.attribute, valFilter: toTheirs(filter.of) };
    case 'compare':
      return { op: filter.op, attrPath: filter.attribute, ...(filter.op === 'pr' ? {} : { compValue: filter.value }) };
  }
}

function ours(text: string): unknown {
  try {
    return toTheirs(parseFilter(text));
  } catch {
    return null;
  }
}

describe('a filter is parsed as scim2-parse-filter does', () => {
  it.each(CASES.filter(({ filter }) => !EXPLAINED[filter]))('$filter', ({ filter, tree }) => {
    expect(ours(filter)).toEqual(tree);
  });

  it.each(Object.entries(EXPLAINED))('%s: but not here', (filter, { ours: expected }) => {
    expect(ours(filter)).toEqual(expected);
    expect(CASES.find((one) => one.filter === filter)?.tree).not.toEqual(expected);
  });
});
