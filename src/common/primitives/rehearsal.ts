// "This request rehearses": its units of work run and are rolled back. The only use of AsyncLocalStorage; docs/adr/0030 says why.
import { AsyncLocalStorage } from 'node:async_hooks';

const rehearsals = new AsyncLocalStorage<{ under: boolean }>();

/**
 * Starts `work` as a rehearsal, which lasts until `end` is called: timers and background work that were started meanwhile, and inherit it,
 * are then free of it.
 */
export function rehearse<Result>(work: (end: () => void) => Result): Result {
  const rehearsal = { under: true };
  return rehearsals.run(rehearsal, () => work(() => void (rehearsal.under = false)));
}

/** Runs `work` for good in a rehearsal too: for what counts how often somebody tries something that a rehearsal does as well. */
export function beyondRehearsal<Result>(work: () => Result): Result {
  return rehearsals.exit(work);
}

/** Whether what runs now belongs to a rehearsal. For `Database`, and for whatever shares a unit of work or acts after an answer. */
export function isRehearsal(): boolean {
  return rehearsals.getStore()?.under === true;
}
