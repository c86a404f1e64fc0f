import { describe, expect, it } from 'vitest';
import { formatTimestamp, parseTimestamp } from './timestamp.js';

const US = 1_795_258_800_123_456;

describe('timestamps', () => {
  it('keep their microseconds there and back', () => {
    expect(formatTimestamp(US)).toBe('2026-11-21T11:00:00.123456Z');
    expect(parseTimestamp(formatTimestamp(US))).toBe(US);
  });

  it.each([
    ['2026-11-21T11:00:00Z', US - 123_456],
    ['2026-11-21T11:00:00', US - 123_456],
    ['2026-11-21t11:00:00z', US - 123_456],
    ['2026-11-21T12:30:00.5+01:30', US - 123_456 + 500_000],
    ['2026-11-21T11:00:00.123456789Z', US],
  ])('%s is a time', (text, us) => {
    expect(parseTimestamp(text)).toBe(us);
  });

  it.each(['', '2026-11-21', '2026-02-30T00:00:00Z', '2026-13-01T00:00:00Z', '2026-11-21T25:00:00Z', 'yesterday', '2026-11-21T11:00:00.Z'])(
    '%j is no time',
    (text) => {
      expect(parseTimestamp(text)).toBeUndefined();
    },
  );
});
