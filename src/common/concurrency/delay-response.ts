// Delays responses to callers over a limit, so that a client in a loop costs little, however many connections it uses.
import { setTimeout } from 'node:timers/promises';

/** Interval between two such responses to one address. */
const APART_MS = 100;
const FIRST_MS = 500;
const LONGEST_MS = 10_000;
const MAX_ADDRESSES = 10_000;

/** When the next response to a network is due, in milliseconds of `performance.now()`. */
const due = new Map<string, number>();

/** Waits for the turn of one more refusal to `network`: at least 0.5 s, at most 10 s. The timer doesn't keep the process alive. */
export async function delayResponse(network: string): Promise<void> {
  const now = performance.now();
  const turn = Math.min(Math.max(now + FIRST_MS, (due.get(network) ?? 0) + APART_MS), now + LONGEST_MS);
  due.delete(network);
  if (due.size >= MAX_ADDRESSES) due.delete(due.keys().next().value ?? '');
  due.set(network, turn);
  await setTimeout(turn - now, undefined, { ref: false });
}
