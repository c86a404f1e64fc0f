// Marks a request as a dry run: its units of work run and are rolled back. For why this uses AsyncLocalStorage, see docs/adr/0030.
import { AsyncLocalStorage } from 'node:async_hooks';

const dryRuns = new AsyncLocalStorage<{ under: boolean }>();

/**
 * Starts `work` as a dry run, which lasts until `end` is called. Timers and background work started meanwhile inherit the mark, and are
 * free of it after `end`.
 */
export function asDryRun<Result>(work: (end: () => void) => Result): Result {
  const dryRun = { under: true };
  return dryRuns.run(dryRun, () => work(() => void (dryRun.under = false)));
}

/** Runs `work` for real inside a dry run too, for counters of attempts that a dry run also makes. */
export function beyondDryRun<Result>(work: () => Result): Result {
  return dryRuns.exit(work);
}

/** Whether the current code belongs to a dry run. For `Database`, and for code that shares a unit of work or runs after an answer. */
export function isDryRun(): boolean {
  return dryRuns.getStore()?.under === true;
}
