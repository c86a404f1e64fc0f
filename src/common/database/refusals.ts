// The errors that callers see when the database fails.
import { DomainError } from '../primitives/domain-error.js';
import { isTransient } from './dialect.js';

/** The response to a COMMIT was lost and its outcome is unknown. */
export function outcomeUnknown(name: string): DomainError {
  return new DomainError(
    'unavailable',
    'database.outcomeUnknown',
    `The connection to the database was lost while committing "${name}". Check whether the change was made before you repeat it.`,
  );
}

/** `unavailable` if `error` is transient and nothing was done, otherwise `error` itself. */
export function unavailableIfTransient(error: unknown, name: string): unknown {
  if (!isTransient(error)) return error;
  return new DomainError(
    'unavailable',
    'database.unavailable',
    `The database could not complete "${name}". Nothing was changed; try again.`,
  );
}
