// What somebody is told when the database could not do it.
import { DomainError } from '../primitives/domain-error.js';
import { isTransient } from './dialect.js';

/** The answer to a COMMIT was lost, and nothing tells how it went. */
export function outcomeUnknown(name: string): DomainError {
  return new DomainError(
    'unavailable',
    'database.outcomeUnknown',
    `The connection to the database broke at the end of "${name}". Look whether it happened.`,
  );
}

/** `error`, or `unavailable` in its place when it passes by itself and nothing was done. */
export function unavailableIfTransient(error: unknown, name: string): unknown {
  if (!isTransient(error)) return error;
  return new DomainError('unavailable', 'database.unavailable', `The database could not finish "${name}". Nothing was changed; try again.`);
}
