// How long documents of providers stay in memory.
import { expect, it } from 'vitest';
import { StillClock } from '../support/still-clock.js';
import { DocumentCache } from '../../src/oidc/upstream/document-cache.js';

it('at most a thousand documents are in memory; the one used least recently goes first', async () => {
  const loaded: string[] = [];
  const cache = new DocumentCache(new StillClock(), (key) => {
    loaded.push(key);
    return Promise.resolve(key);
  });
  for (let count = 0; count < 1_000; count++) await cache.get(`document ${count}`);
  await cache.get('document 0');
  await cache.get('document 1000');
  expect(loaded).toHaveLength(1_001);
  await cache.get('document 0');
  expect(loaded).toHaveLength(1_001);
  await cache.get('document 1');
  expect(loaded.slice(1_000)).toEqual(['document 1000', 'document 1']);
});

it('a document that is used all the time is renewed before it is an hour old, and no caller waits', async () => {
  const clock = new StillClock();
  let version = 0;
  const cache = new DocumentCache(clock, () => Promise.resolve(++version));
  expect(await cache.get('key')).toBe(1);
  clock.advance(45 * 60_000);
  expect(await cache.get('key')).toBe(1);
  clock.advance(1);
  expect(await cache.get('key')).toBe(1);
  expect(await cache.get('key')).toBe(2);
});

it('a document that was not used for an hour is loaded before it is used', async () => {
  const clock = new StillClock();
  let version = 0;
  const cache = new DocumentCache(clock, () => Promise.resolve(++version));
  await cache.get('key');
  clock.advance(60 * 60_000 + 1);
  expect(await cache.get('key')).toBe(2);
});
