import { afterEach, expect, it, vi } from 'vitest';
import { collectGarbage } from '../../../test/support/collect-garbage.js';
import { abortAfter } from './abort-after.js';

afterEach(() => void vi.useRealTimers());

const abortOf = (signal: AbortSignal) => new Promise<unknown>((resolve) => signal.addEventListener('abort', () => resolve(signal.reason)));

it('aborts after the time, also after a collection of garbage', async () => {
  const reason = abortOf(abortAfter(200, new AbortController().signal));
  for (let times = 0; times < 3; times++) {
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
  }
  expect(await reason).toMatchObject({ name: 'TimeoutError' });
});

it('aborts with the other signal, for its reason, and then no more by the time', async () => {
  vi.useFakeTimers();
  const other = new AbortController();
  const signal = abortAfter(1_000, other.signal);
  other.abort(new Error('stopped'));
  expect(signal.reason).toMatchObject({ message: 'stopped' });
  expect(vi.getTimerCount()).toBe(0);
});

it('has aborted if the other signal had', () => {
  expect(abortAfter(1_000, AbortSignal.abort(new Error('before'))).reason).toMatchObject({ message: 'before' });
});
