// How long the next attempt has to wait, by the number of earlier ones. Times are microseconds.
import type { LockoutPolicy } from '../policies/policy-kinds.js';

const SECOND_US = 1_000_000;

/** From this many consecutive failures on, each makes the next attempt wait: 1 s, 2 s, 4 s, … */
const SLOW_FROM = 5;
const LONGEST_WAIT_S = 30;
/** Failures are forgotten this long after the last one. */
const MEMORY_S = 900;

/** The state of a counter after an attempt was counted. */
export interface CounterState {
  /** The earliest time of the next attempt; 0 for no wait. */
  notBeforeUs: number;
  /** The counter restarts at this time. */
  expiresUs: number;
}

/**
 * @param attempts the number of attempts, including the current one
 * @param since when the counter would expire without it; undefined for the first attempt
 */
export type Rule = (attempts: number, nowUs: number, since: number | undefined) => CounterState;

/** Increasing waits, then a lock: for counters whose state is disclosed. */
export function slowThenLocked(policy: LockoutPolicy): Rule {
  return (attempts, now) => {
    if (isOver(policy, attempts)) return until(now + policy.lockSeconds * SECOND_US);
    const expiresUs = now + MEMORY_S * SECOND_US;
    if (attempts < SLOW_FROM) return { notBeforeUs: 0, expiresUs };
    return { notBeforeUs: now + Math.min(2 ** (attempts - SLOW_FROM), LONGEST_WAIT_S) * SECOND_US, expiresUs };
  };
}

/** Locked at the limit, without waits before. */
export function lockedAtLimit(policy: LockoutPolicy): Rule {
  return (attempts, now) =>
    isOver(policy, attempts) ? until(now + policy.lockSeconds * SECOND_US) : { notBeforeUs: 0, expiresUs: now + MEMORY_S * SECOND_US };
}

/** At most `limit` in `seconds`, counted from the first attempt. */
export function atMost(limit: number, seconds: number): Rule {
  return (attempts, now, since) => {
    const end = since ?? now + seconds * SECOND_US;
    return { notBeforeUs: attempts >= limit ? end : 0, expiresUs: end };
  };
}

function isOver({ maxAttempts }: LockoutPolicy, attempts: number): boolean {
  return maxAttempts > 0 && attempts >= maxAttempts;
}

function until(us: number): CounterState {
  return { notBeforeUs: us, expiresUs: us };
}
