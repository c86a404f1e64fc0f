import { expect, it } from 'vitest';
import { Windows, type Claim } from './windows.js';

const NOW_MS = 1_700_000_000_000 - (1_700_000_000_000 % 60_000);
const claim = (owner: string, quota: number, name = 'token-client'): Claim => ({ name, owner, quota });

it('lets as many in as the quota says, and again in the next minute', () => {
  const windows = new Windows();
  const take = (nowMs: number) => windows.take([claim('a', 3)], nowMs);
  expect([1, 2, 3].map(() => take(NOW_MS).quotaStates[0]?.left)).toEqual([2, 1, 0]);
  expect(take(NOW_MS + 18_000)).toMatchObject({ refused: { name: 'token-client', quota: 3, left: 0, seconds: 42 } });
  expect(take(NOW_MS + 59_999).refused?.seconds).toBe(1);
  expect(take(NOW_MS + 60_000)).toEqual({ quotaStates: [{ name: 'token-client', quota: 3, left: 2, seconds: 60 }] });
});

it('counts each owner and each quota for itself, and nothing without a limit', () => {
  const windows = new Windows();
  expect(windows.take([claim('a', 1)], NOW_MS).refused).toBeUndefined();
  expect(windows.take([claim('b', 1)], NOW_MS).refused).toBeUndefined();
  expect(windows.take([claim('a', 1, 'scim-caller')], NOW_MS).refused).toBeUndefined();
  expect(windows.take([claim('c', 0)], NOW_MS)).toEqual({ quotaStates: [] });
  expect(windows.size).toBe(3);
});

it('a request that one quota refuses uses up none of the others', () => {
  const windows = new Windows();
  const both = () => windows.take([claim('caller', 1), claim('organization', 10, 'token-organization')], NOW_MS);
  both();
  for (let again = 0; again < 20; again++) expect(both().refused?.name).toBe('token-client');
  expect(windows.take([claim('organization', 10, 'token-organization')], NOW_MS).quotaStates[0]?.left).toBe(8);
});

it('has something to tell from a tenth of a quota on, and of that only what is new', () => {
  const windows = new Windows();
  const take = () => windows.take([claim('a', 100)], NOW_MS);
  for (let request = 1; request < 10; request++) take();
  expect(windows.hasNews).toBe(false);
  take();
  expect(windows.hasNews).toBe(true);
  const [[, count]] = windows.takeNews(5).counts as [[string, { own: number; shared: number; others: number }]];
  expect(count).toEqual({ own: 10, shared: 0, others: 0 });
  Object.assign(count, { shared: 10, others: 89 });
  expect([windows.hasNews, windows.takeNews(5).counts]).toEqual([false, []]);
  expect([take().refused, take().refused?.left]).toEqual([undefined, 0]);
});

it('tells at most so many at once, and the rest the next time', () => {
  const windows = new Windows();
  for (const owner of ['a', 'b', 'c']) windows.take([claim(owner, 10)], NOW_MS);
  const first = windows.takeNews(2);
  expect([first.counts.length, windows.hasNews]).toEqual([2, true]);
  for (const [, count] of first.counts) count.shared = count.own;
  expect([windows.takeNews(2).counts.length, windows.hasNews]).toEqual([1, false]);
});

it('tells of all in turn, however busy the first ones stay', () => {
  const windows = new Windows();
  const take = (...owners: string[]) => owners.forEach((owner) => windows.take([claim(owner, 100)], NOW_MS));
  const tell = () =>
    windows.takeNews(2).counts.map(([key, count]) => {
      count.shared = count.own;
      return key.at(-1);
    });
  for (let request = 0; request < 10; request++) take('a', 'b', 'c', 'd', 'e');
  const shared: Array<string | undefined> = [];
  for (let turn = 0; turn < 3; turn++) {
    shared.push(...tell());
    take('a', 'b');
  }
  expect(new Set(shared)).toEqual(new Set(['a', 'b', 'c', 'd', 'e']));
});

it('keeps no more owners than it may, and never drops an owner near its quota for a made-up one', () => {
  const windows = new Windows(100);
  for (let request = 0; request < 50; request++) windows.take([claim('busy', 50)], NOW_MS);
  for (let made = 0; made < 10_000; made++) windows.take([claim(`made-up-${made}`, 50)], NOW_MS);
  expect(windows.size).toBe(100);
  expect(windows.take([claim('busy', 50)], NOW_MS).refused).toBeDefined();
});
