import { expect, it } from 'vitest';
import { ConfigCache, ConfigVersion } from './config-version.js';
import type { Database } from './database.js';

/** Every caller passes the version, so the cache never queries the database. */
const cacheOf = (maxEntries?: number, database = { moves: 0 }) =>
  new ConfigCache<string, string>(new ConfigVersion(database as unknown as Database), maxEntries);
const fresh = (value: string) => async () => value;
const never = async (): Promise<string> => {
  throw new Error('This is remembered, and must not be loaded.');
};

it('what was loaded is kept until a later version is seen', async () => {
  const cache = cacheOf();
  expect(await cache.get('a', fresh('one'), 1)).toBe('one');
  expect(await cache.get('a', never, 1)).toBe('one');
  expect(await cache.get('a', fresh('two'), 2)).toBe('two');
  expect(await cache.get('a', never, 1)).toBe('two');
});

it('what a caller with an older version makes of what it remembers is not remembered for later ones', async () => {
  const [inner, outer] = [cacheOf(), cacheOf()];
  const made = (value: string, version: number) => outer.get('sum', () => inner.get('part', fresh(value), version), version);
  await inner.get('part', fresh('old'), 1);
  await outer.get('other', fresh('x'), 2);
  expect(await made('unused', 1)).toBe('old');
  expect(await made('new', 2)).toBe('new');
});

it('what is on its way when a later version is seen is not remembered either', async () => {
  const cache = cacheOf();
  let arrive: (value: string) => void = () => undefined;
  const slow = cache.get('a', () => new Promise((resolve) => (arrive = resolve)), 1);
  await cache.get('b', fresh('b'), 2);
  arrive('old');
  expect(await slow).toBe('old');
  expect(await cache.get('a', fresh('new'), 2)).toBe('new');
});

it('nothing is remembered of another database server, whose version may even be older', async () => {
  const database = { moves: 0 };
  const cache = cacheOf(undefined, database);
  expect(await cache.get('a', fresh('there'), 5)).toBe('there');
  database.moves++;
  expect(await cache.get('a', fresh('here'), 4)).toBe('here');
  expect(await cache.get('a', never, 4)).toBe('here');
});

it('no more is remembered than the bound says', async () => {
  const cache = cacheOf(2);
  for (const key of ['a', 'b', 'c']) await cache.get(key, fresh(key), 1);
  expect(await cache.get('a', fresh('again'), 1)).toBe('again');
});
