// Marks a request as a dry run: its units of work run and are rolled back. For why this uses AsyncLocalStorage, see docs/adr/0030.
import { AsyncLocalStorage } from 'node:async_hooks';

const rehearsals = new AsyncLocalStorage<{ under: boolean }>();

/**
 * Starts `work` as a dry run, which lasts until `end` is called. Timers and background work started meanwhile inherit the mark, and are
 * free of it after `end`.
 */
export function rehearse<Result>(work: (end: () => void) => Result): Result {
  const rehearsal = { under: true };
  return rehearsals.run(rehearsal, () => work(() => void (rehearsal.under = false)));
}

/** Runs `work` for real inside a dry run too, for counters of attempts that a dry run also makes. */
export function beyondRehearsal<Result>(work: () => Result): Result {
  return rehearsals.exit(work);
}

/** Whether the current code belongs to a dry run. For `Database`, and for code that shares a unit of work or runs after an answer. */
export function isRehearsal(): boolean {
  return rehearsals.getStore()?.under === true;
}
