import { expect, it } from 'vitest';
import { isNearEnd, namedSiblings } from './sibling-audience.js';

const ids = (count: number, length: number) => Array.from({ length: count }, (_, at) => `${at}`.padEnd(length, '-'));

it('names the oldest as far as they fit, so that a new one takes the place of none', () => {
  expect(namedSiblings([])).toEqual([]);
  expect(namedSiblings(ids(41, 36))).toHaveLength(41);
  expect(namedSiblings(ids(42, 36))).toEqual(ids(41, 36));
  expect(namedSiblings(ids(300, 100))).toEqual(ids(15, 100));
});

it('is near its end for the last five, and after it', () => {
  expect(isNearEnd(ids(36, 36))).toBe(false);
  expect(isNearEnd(ids(37, 36))).toBe(true);
  expect(isNearEnd(ids(300, 36))).toBe(true);
});
