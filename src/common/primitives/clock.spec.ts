import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Clock } from './clock.js';

const HOUR_MS = 3_600_000;

it('no stamp comes twice', () => {
  const clock = new Clock();
  const stamps = Array.from({ length: 10_000 }, () => clock.nowUs());
  expect(new Set(stamps).size).toBe(stamps.length);
  expect(stamps).toEqual(stamps.toSorted((a, b) => a - b));
});

it('after the clock of the machine stepped back, time goes on, slower, from where it was', async () => {
  const clock = new Clock();
  const before = { us: clock.nowUs(), ms: clock.nowMs() };
  clock.advance(-HOUR_MS);
  const stepped = { us: clock.nowUs(), ms: clock.nowMs(), at: performance.now() };
  expect(stepped.us).toBeGreaterThan(before.us);
  expect(stepped.ms).toBeGreaterThanOrEqual(before.ms);
  // Frequent and infrequent reads must advance it alike.
  for (let reading = 0; reading < 1_000; reading++) clock.nowMs();
  await setTimeout(50);
  const [us, passedMs] = [clock.nowUs(), performance.now() - stepped.at];
  expect(us - stepped.us).toBeGreaterThanOrEqual(20_000);
  expect(us - stepped.us).toBeLessThanOrEqual(passedMs * 1_000);
});

it('times that others compare with their own clock follow it', () => {
  const clock = new Clock();
  const before = clock.nowSeconds();
  clock.advance(-HOUR_MS);
  expect(clock.nowSeconds()).toBeLessThan(before - 3_500);
});

it('a step forward is followed at once, and ends the slower time', () => {
  const clock = new Clock();
  const before = clock.nowMs();
  clock.advance(-HOUR_MS);
  clock.advance(2 * HOUR_MS);
  expect(clock.nowMs() - before).toBeGreaterThanOrEqual(HOUR_MS);
});
