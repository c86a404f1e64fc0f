import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FairQueue } from '../../../common/concurrency/fair-queue.js';
import { claimInLine, type HashClaim } from './password-queue.service.js';

const [SOMEBODY, STRANGER] = ['198.51.100.1', '203.0.113.66'];

/** A queue with two cores and hashes of 40 ms each, and the list of hashes that have started. */
function lineOfHashes() {
  const line = new FairQueue('hash', 2, 100);
  const began: string[] = [];
  const add = (name: string, claim: HashClaim) =>
    line.runInTurn(claimInLine(claim), async () => {
      began.push(name);
      await new Promise((resolve) => setTimeout(resolve, 40));
    });
  return { add, began };
}
const signIn = (address: string, account: number): HashClaim => ({ worth: 'signIn', address, account });

describe('the line of passwords', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('gives a network that registers people a quarter of one place while others sign in, and all but one otherwise', async () => {
    const { add, began } = lineOfHashes();
    void add('sign-in', signIn(SOMEBODY, 1));
    await vi.advanceTimersByTimeAsync(40);
    for (let i = 0; i < 30; i++) void add(`registration ${i}`, { worth: 'selfService', address: STRANGER, account: `${i}@example.net` });
    await vi.advanceTimersByTimeAsync(1_590);
    expect(began.length).toBe(1 + 10);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(began.length).toBe(1 + 30);
    for (let i = 0; i < 10; i++) void add(`later ${i}`, { worth: 'selfService', address: STRANGER, account: `${i}@example.net` });
    await vi.advanceTimersByTimeAsync(400);
    expect(began.length).toBe(1 + 30 + 10);
  });

  it('slows down a network that repeats the right password of an account, not the account elsewhere nor its colleagues', async () => {
    const { add, began } = lineOfHashes();
    void add('sign-in', signIn(SOMEBODY, 1));
    await vi.advanceTimersByTimeAsync(40);
    for (let i = 0; i < 30; i++) void add(`repeated ${i}`, signIn(STRANGER, 2));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(began.length).toBeLessThan(1 + 30);
    const before = began.length;
    void add('elsewhere', signIn('198.51.100.9', 2));
    await vi.advanceTimersByTimeAsync(40);
    void add('colleague', signIn(STRANGER, 3));
    await vi.advanceTimersByTimeAsync(40);
    expect(began.slice(before)).toEqual(expect.arrayContaining(['elsewhere', 'colleague']));
  });
});
