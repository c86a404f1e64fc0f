// The errors that callers get when the database fails.
import { DomainError } from '../../primitives/domain-error.js';
import { faultOf } from './faults.js';
import { DATABASE_LIMITS } from './limits.js';

/** The response to a COMMIT was lost and its outcome is unknown. */
export function outcomeUnknown(name: string, cause?: unknown): DomainError {
  return because(
    cause,
    new DomainError(
      'unavailable',
      'database.outcomeUnknown',
      `The connection to the database was lost while committing "${name}". Check whether the change was made before you repeat it.`,
    ),
  );
}

/** A time limit was reached. */
export function tooSlow(name: string, limitMs: number, cause?: unknown): DomainError {
  return because(
    cause,
    new DomainError('unavailable', 'database.slow', `"${name}" took longer than ${limitMs / 1000} s and was rolled back. Try again.`),
  );
}

/**
 * `unavailable` if the database failed and nothing was done, otherwise `error` itself. For statements of units of work, the only place
 * where a driver's error becomes a domain error.
 */
export function asRefusal(error: unknown, name: string): unknown {
  const fault = faultOf(error);
  if (fault === undefined) return error;
  if (fault === 'slow') return tooSlow(name, DATABASE_LIMITS.statementMs, error);
  return because(error, notDone(name));
}

/** Nothing was sent to the database, or all of it was undone. */
export function notDone(name: string): DomainError {
  return new DomainError(
    'unavailable',
    'database.unavailable',
    `The database could not complete "${name}". Nothing was changed; try again.`,
  );
}

/**
 * Like {@link asRefusal}, for a query outside units of work. Earlier changes of the request stay, so the message doesn't say that nothing
 * was changed.
 */
export function asUnread(error: unknown): unknown {
  if (faultOf(error) === undefined) return error;
  const message =
    'The database did not answer a query. Check whether the change was made before you repeat a request that changes something.';
  return because(error, new DomainError('unavailable', 'database.unread', message));
}

/**
 * For the second unit of work of a request that may be repeated: the first one stays, so the message doesn't say that nothing was changed.
 */
export function asUnfinished(error: unknown): unknown {
  if (!(error instanceof DomainError) || error.kind !== 'unavailable') return error;
  return because(
    error.cause ?? error,
    new DomainError('unavailable', 'database.unread', 'A part of the change was made. Repeat the request.'),
  );
}

/** A query may have failed after the change, such as that for the answer. */
const UNCERTAIN: ReadonlySet<string> = new Set(['database.outcomeUnknown', 'database.unread']);

/** Whether the unit of work that failed with this error is known to have changed nothing. Earlier units of the same request stay. */
export function isUndone(error: unknown): boolean {
  return error instanceof DomainError && !UNCERTAIN.has(error.code);
}

/** The log shows the cause; the caller doesn't see it. */
function because(cause: unknown, error: DomainError): DomainError {
  if (cause !== undefined) error.cause = cause;
  return error;
}
