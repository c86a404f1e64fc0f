import { describe, expect, it } from 'vitest';
import { planRotation } from './rotation-plan.js';
import type { SigningKeyState } from './signing-keys.repository.js';

const SECOND = 1_000_000;
const DAY = 86_400 * SECOND;
const NOW = 1_000 * DAY;
const MAX_AGE = 90 * DAY;

/** A key of some age; `requested` and `retired` are ages too. */
const key = (state: SigningKeyState, age: number, { requested, retired }: { requested?: number; retired?: number } = {}) => ({
  kid: `${state} ${age / DAY}`,
  state,
  createdUs: NOW - age,
  activatedUs: state === 'published' ? (requested === undefined ? null : NOW - requested) : NOW - age,
  retiredUs: retired === undefined ? null : NOW - retired,
});

describe('the plan for the keys of an algorithm', () => {
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
    ['waits although somebody asked', [key('active', DAY), key('published', 309 * SECOND, { requested: 0 })], { remove: [] }],
    [
      'hands over when somebody asked',
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
  ])('%s', (_, keys, plan) => expect(planRotation(keys, NOW, MAX_AGE)).toEqual(plan));
});
