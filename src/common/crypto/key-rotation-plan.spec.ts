import { describe, expect, it } from 'vitest';
import { planRotation, type KeyState, type RotationRules } from './key-rotation-plan.js';

const SECOND = 1_000_000;
const DAY = 86_400 * SECOND;
const NOW = 1_000 * DAY;
const SIGNING: RotationRules = { maxAgeUs: 90 * DAY, leadUs: 310 * SECOND, retiredUs: 11 * DAY, keepsSuccessor: true };
const SEALING: RotationRules = { maxAgeUs: 365 * DAY, leadUs: 60 * SECOND, keepsSuccessor: false };

/** A key of the given age; `requested` and `retired` are ages too. */
const key = (state: KeyState, age: number, { requested, retired }: { requested?: number; retired?: number } = {}) => ({
  id: `${state} ${age / DAY}`,
  state,
  createdUs: NOW - age,
  activatedUs: state === 'published' ? (requested === undefined ? null : NOW - requested) : NOW - age,
  retiredUs: retired === undefined ? null : NOW - retired,
});

describe('the plan for keys that sign', () => {
  it.each([
    ['makes the first one', [], { make: 'active', remove: [] }],
    ['makes the next one', [key('active', DAY)], { make: 'published', remove: [] }],
    ['rests when there is nothing to do', [key('active', 89 * DAY), key('published', 89 * DAY)], { remove: [] }],
    [
      'hands over when the active one is old, and makes the next one',
      [key('active', 90 * DAY), key('published', 90 * DAY)],
      { handOver: { from: 'active 90', to: 'published 90' }, make: 'published', remove: [] },
    ],
    ['waits while the next one is too new', [key('active', 90 * DAY), key('published', 309 * SECOND)], { remove: [] }],
    ['waits although a rotation was requested', [key('active', DAY), key('published', 309 * SECOND, { requested: 0 })], { remove: [] }],
    [
      'hands over when a rotation was requested',
      [key('active', DAY), key('published', DAY, { requested: 0 })],
      { handOver: { from: 'active 1', to: 'published 1' }, make: 'published', remove: [] },
    ],
    [
      'removes what was retired 11 days ago, and no sooner',
      [
        key('retired', 101 * DAY, { retired: 11 * DAY + SECOND }),
        key('retired', 100 * DAY, { retired: 10 * DAY }),
        key('active', DAY),
        key('published', DAY),
      ],
      { remove: ['retired 101'] },
    ],
  ])('%s', (_, keys, plan) => expect(planRotation(keys, NOW, SIGNING)).toEqual(plan));
});

describe('the plan for keys that seal', () => {
  it.each([
    ['makes the first one', [], { make: 'active', remove: [] }],
    ['makes no next one while the active one is young', [key('active', 364 * DAY)], { remove: [] }],
    ['makes the next one when the active one is old', [key('active', 365 * DAY)], { make: 'published', remove: [] }],
    ['waits until every process knows the next one', [key('active', 366 * DAY), key('published', 59 * SECOND)], { remove: [] }],
    [
      'hands over then',
      [key('active', 366 * DAY), key('published', 60 * SECOND)],
      { handOver: { from: 'active 366', to: `published ${60 / 86_400}` }, remove: [] },
    ],
    ['keeps what is retired', [key('retired', 900 * DAY), key('active', DAY)], { remove: [] }],
  ])('%s', (_, keys, plan) => expect(planRotation(keys, NOW, SEALING)).toEqual(plan));
});
