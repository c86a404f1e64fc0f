/** The kinds of domain errors, independent of HTTP. Each protocol maps a kind to its own status and code, exhaustively. */
export type ErrorKind =
  | 'invalid' // a value is missing, malformed or not allowed
  | 'unauthenticated' // no credentials, or invalid ones
  | 'forbidden' // known caller, not allowed
  | 'notFound' // does not exist for this caller
  | 'conflict' // already exists, or was changed meanwhile
  | 'precondition' // the state does not allow it
  | 'changed' // it is no longer what the caller expects
  | 'unprocessable' // understood, and contrary to what was sent before
  | 'tooLarge' // over a limit of size
  | 'notAcceptable' // no response in a media type that the caller accepts
  | 'unsupportedMedia' // a body in an unsupported media type
  | 'tooMany' // this caller asks for more than its share; try again later
  | 'busy' // try again later
  | 'unavailable'; // a dependency does not respond

/** One fault of a request that has several. */
export interface Fault {
  /** The offending member of the body or parameter of the query, such as `name` or `config.redirectUris[0]`. */
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

/**
 * An error of the domain.
 * `code` is stable and names the condition (for programs), `message` is an English sentence that says what is wrong and what to do,
 * `field` names the offending value, if there is one. `faults` are all that were found, if it is known to be more than this.
 */
export class DomainError extends Error {
  constructor(
    readonly kind: ErrorKind,
    readonly code: string,
    message: string,
    readonly field?: string,
    readonly faults: readonly Fault[] = field === undefined ? [] : [{ field, code, message }],
  ) {
    super(message);
    this.name = 'DomainError';
  }
}

/** Faults of one request as one error, whose code and field are those of the first; undefined if there are none. */
export function faultsFound(faults: readonly Fault[]): DomainError | undefined {
  const [first] = faults;
  return first && new DomainError('invalid', first.code, faults.map(({ message }) => message).join(' '), first.field, faults);
}

/** Whether the same request may succeed in a moment: the database is busy, or a dependency does not respond. */
export function isTemporary(error: unknown): error is DomainError {
  return error instanceof DomainError && (error.kind === 'busy' || error.kind === 'unavailable');
}

/** Seconds a caller should wait after a `busy` or `unavailable` response (RFC 9110 section 10.2.3). */
export const RETRY_AFTER_SECONDS = 2;
