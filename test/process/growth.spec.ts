// The verdict of the soak: what grows in the second half of a run is found, what stays is not.
import { describe, expect, it } from 'vitest';
import { growthOf, type Sample } from '../../bench/harness/growth.mjs';

const KEPT = new Set(['events']);
const FIGURES = { 'resident MiB': 150, 'heap MiB': 60, handles: 12, descriptors: 40 };

/** Twenty samples. */
const run = (at: (n: number) => { figures?: Record<string, number>; rows?: Record<string, number>; flows?: number }): Sample[] =>
  Array.from({ length: 20 }, (_, n) => ({
    figures: { ...FIGURES, ...at(n).figures },
    rows: { users: 10, events: 50 * n, ...at(n).rows },
    flows: at(n).flows ?? 25 * n,
  }));

describe('the soak', () => {
  it('passes what is flat, with noise, and tables that are kept on purpose', () => {
    expect(
      growthOf(
        run((n) => ({
          figures: { 'resident MiB': n < 8 ? 150 + 10 * n : 225, 'heap MiB': 60 + (n % 5) * 8, descriptors: 40 + (n % 3) },
          rows: { users: 10 + (n % 4) },
        })),
        KEPT,
      ),
    ).toEqual([]);
  });

  it('finds rows that a purge leaves, and passes those that it removes as fast as they come', () => {
    const kept = new Set([...KEPT, 'grants']);
    const growth = (grants: (n: number) => number) =>
      growthOf(
        run((n) => ({ rows: { grants: grants(n) } })),
        kept,
        { purged: new Set(['grants']) },
      );
    expect(growth((n) => 100 * Math.min(n, 8) + 30 * (n % 3))).toEqual([]);
    expect(growth((n) => 100 * n)).toEqual(['rows of grants: 900 at most in the first half, 1900 in the second, where 1225 are allowed']);
  });

  it('passes what is kept of twice as many flows, and finds twice as much of as many', () => {
    const growth = (flows: (n: number) => number) =>
      growthOf(
        run((n) => ({ rows: { events: n < 10 ? 50 * n : 100 * n - 500 }, flows: flows(n) })),
        KEPT,
      );
    expect(growth((n) => (n < 10 ? 25 * n : 50 * n - 250))).toEqual([]);
    expect(growth((n) => 25 * n)).toEqual([
      'rows of events: 450 more in the first half with 225 flows, 900 in the second with 225, where 662.5 are allowed',
    ]);
  });

  it.each<[string, Sample[]]>([
    ['resident MiB', run((n) => ({ figures: { 'resident MiB': 150 + 3 * n } }))],
    ['heap MiB', run((n) => ({ figures: { 'heap MiB': 60 + n + (n % 5) * 8 } }))],
    ['handles', run((n) => ({ figures: { handles: 12 + n } }))],
    ['descriptors', run((n) => ({ figures: { descriptors: 40 + n } }))],
    ['rows of users', run((n) => ({ rows: { users: 10 + 20 * n } }))],
    ['rows of events', run((n) => ({ rows: { events: 5 * n ** 3 } }))],
  ])('finds that %s grow', (what, samples) => {
    expect(growthOf(samples, KEPT).map((fault) => fault.split(':')[0])).toEqual([what]);
  });
});
