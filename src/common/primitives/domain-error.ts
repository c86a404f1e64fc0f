import type { ErrorCode } from './error-codes.js';
/** The kinds of domain errors, independent of HTTP. Each protocol maps a kind to its own status and code, exhaustively. */
export type ErrorKind =
  | 'invalid' // a value is missing, malformed or not allowed
  | 'unauthenticated' // no credentials, or invalid ones
  | 'forbidden' // known caller, not allowed
  | 'notFound' // does not exist for this caller
  | 'conflict' // already exists, or was changed meanwhile
  | 'precondition' // the state does not allow it
  | 'changed' // the resource is no longer in the state that the caller expects
  | 'unprocessable' // understood, but contradicts an earlier request
  | 'tooLarge' // over a size limit
  | 'notAcceptable' // no response in a media type that the caller accepts
  | 'unsupportedMedia' // a body in an unsupported media type
  | 'tooMany' // the caller sends more than its share; try again later
  | 'busy' // try again later
  | 'unavailable'; // a dependency does not respond

/** One fault of a request that has several. */
export interface Fault {
  /** The offending member of the body or parameter of the query, such as `name` or `config.redirectUris[0]`. */
  readonly field: string;
  readonly code: ErrorCode;
  readonly message: string;
}

/**
 * An error of the domain.
 * `code` is stable and names the condition for programs. `message` is an English sentence that says what is wrong and what to do.
 * `field` names the offending value, if there is one. `faults` has all faults, if more than this one are known.
 */
export class DomainError extends Error {
  constructor(
    readonly kind: ErrorKind,
    readonly code: ErrorCode,
    message: string,
    readonly field?: string,
    readonly faults: readonly Fault[] = field === undefined ? [] : [{ field, code, message }],
  ) {
    super(message);
    this.name = 'DomainError';
  }
}

/** Several faults of one request as one error, with the code and field of the first; undefined if there are none. */
export function faultsFound(faults: readonly Fault[]): DomainError | undefined {
  const [first] = faults;
  return first && new DomainError('invalid', first.code, faults.map(({ message }) => message).join(' '), first.field, faults);
}

/**
 * The errors of several checks of one request as one: the first error, with the faults of all. An error of any other kind takes precedence.
 */
export function refusedTogether(errors: readonly unknown[]): unknown {
  const [first, ...others] = errors;
  const other = errors.find((error) => !(error instanceof DomainError) || error.kind !== 'invalid');
  if (other !== undefined || others.length === 0 || !(first instanceof DomainError)) return other ?? first;
  const faults = (errors as DomainError[]).flatMap((error) => error.faults);
  return new DomainError('invalid', first.code, first.message, first.field, faults);
}

/** Combines the faults in a request's form with those from further rules. Members with a fault in their form aren't reported again. */
export function refusedWithForm(form: DomainError, errors: readonly unknown[]): DomainError {
  const memberOf = ({ field }: Fault) => field.split('.', 1)[0];
  const named = new Set(form.faults.map(memberOf));
  const ruled = errors.flatMap((error) => (error instanceof DomainError && error.kind === 'invalid' ? error.faults : []));
  const more = ruled.filter((fault) => !named.has(memberOf(fault)));
  return new DomainError('invalid', form.code, [form.message, ...more.map(({ message }) => message)].join('; '), form.field, [
    ...form.faults,
    ...more,
  ]);
}

/** Whether the same request may soon succeed: the database is busy, or a dependency doesn't respond. */
export function isTemporary(error: unknown): error is DomainError {
  return error instanceof DomainError && (error.kind === 'busy' || error.kind === 'unavailable');
}

/** Whether this process may not write at all, now or from now on. This isn't a failure of the refused work. */
export function isWriteBan(error: unknown): error is DomainError {
  return error instanceof DomainError && (error.code === 'service.readOnly' || error.code === 'service.outdated');
}

/** The caller exceeds its share, and it is known for how long. `seconds` is a whole number. */
export class TooManyError extends DomainError {
  constructor(
    code: ErrorCode,
    message: string,
    readonly seconds: number,
  ) {
    super('tooMany', code, message);
  }
}

/** Seconds after which a caller may retry when capacity was exhausted. */
export const SOON_SECONDS = 2;
const MAINTENANCE_SECONDS = 60;

/** Seconds a caller should wait after a `tooMany`, `busy` or `unavailable` response (RFC 9110 section 10.2.3, RFC 6585 section 4). */
export function retryAfterSeconds(error: unknown): number {
  if (error instanceof TooManyError) return error.seconds;
  return error instanceof DomainError && error.code === 'service.readOnly' ? MAINTENANCE_SECONDS : SOON_SECONDS;
}
