import { describe, expect, it } from 'vitest';
import { parseGoDuration } from './go-duration.js';

describe('a Go duration', () => {
  it.each([
    ['5m', 300_000],
    ['5m30s', 330_000],
    ['1.5h', 5_400_000],
    ['1h2m3.5s', 3_723_500],
    ['.5s', 500],
    ['250ms', 250],
    ['1µs', 0.001],
    ['+2s', 2000],
  ])('%s is %d ms', (text, ms) => expect(parseGoDuration(text)).toBe(ms));

  it.each(['', '5', 'm', '5 m', '-5m', '0s', '5m x', '5M', '1e3s', `${'9'.repeat(200)}h`])('%j is refused', (text) => {
    expect(parseGoDuration(text)).toBeUndefined();
  });
});
