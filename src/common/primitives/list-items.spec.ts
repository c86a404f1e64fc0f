import { describe, expect, it } from 'vitest';
import { listItems, type ItemList } from './list-items.js';
import type { ListQuery } from './list-query.js';

interface Item {
  no: number;
  name: string;
  tags: string[];
}

const LIST: ItemList<Item> = {
  no: ({ no }) => no,
  sorts: { name: ({ name }) => name },
  filters: {
    name: { kind: 'startsWith', of: ({ name }) => name },
    q: { kind: 'contains', of: ({ name }) => name },
    tag: { kind: 'is', of: ({ tags }) => tags },
    since: { kind: 'after', of: ({ no }) => no },
  },
};
const ITEMS: Item[] = ['pear', 'Apple', 'apple', 'Fig'].map((name, no) => ({ no, name, tags: no % 2 === 0 ? ['even', 'all'] : ['all'] }));
const ask = (query: Partial<ListQuery>): ListQuery => ({
  limit: 10,
  sort: undefined,
  descending: false,
  filters: {},
  total: false,
  ...query,
});
const numbers = (query: Partial<ListQuery>): number[] => listItems(ITEMS, LIST, ask(query)).entries.map(({ no }) => no);

describe('a list in memory', () => {
  it.each<[Partial<ListQuery>, number[]]>([
    [{}, [0, 1, 2, 3]],
    [{ descending: true }, [3, 2, 1, 0]],
    [{ sort: 'name' }, [1, 2, 3, 0]],
    [{ sort: 'name', descending: true }, [0, 3, 2, 1]],
    [{ filters: { name: 'AP' } }, [1, 2]],
    [{ filters: { q: 'p', tag: 'even' } }, [0, 2]],
    [{ filters: { tag: 'EVEN' } }, []],
    [{ filters: { since: 1 } }, [2, 3]],
  ])('asked for %j has %j, also page by page', (query, expected) => {
    expect(numbers(query)).toEqual(expected);
    const walked: number[] = [];
    for (let position: ListQuery['position']; ;) {
      const page = listItems(ITEMS, LIST, ask({ ...query, limit: 1, total: true, ...(position && { position }) }));
      walked.push(...page.entries.map(({ no }) => no));
      expect(page.total).toBe(expected.length);
      if (!page.next) break;
      position = page.next;
    }
    expect(walked).toEqual(expected);
  });
});
