// What somebody is told when the database could not do it.
import { DomainError } from '../primitives/domain-error.js';
import { isTransient } from './dialect.js';

/** The answer to a COMMIT was lost, and nothing tells how it went. */
export function outcomeUnknown(name: string): DomainError {
  return new DomainError(
    'unavailable',
    'database.outcomeUnknown',
    `The connection to the database was lost while committing "${name}". Check whether the change was made before you repeat it.`,
  );
}

/** `error`, or `unavailable` in its place when it passes by itself and nothing was done. */
export function unavailableIfTransient(error: unknown, name: string): unknown {
  if (!isTransient(error)) return error;
  return new DomainError(
    'unavailable',
    'database.unavailable',
    `The database could not complete "${name}". Nothing was changed; try again.`,
  );
}
