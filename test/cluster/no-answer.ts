/** A request without an answer to rely on. `none`: it had no effect, as the service says or because it never got there. */
export class NoAnswerError extends Error {
  /** @param isFault whether the service itself failed: no fault of a database or of a network is a reason for that */
  constructor(
    readonly effect: 'none' | 'unknown',
    reason: string,
    readonly isFault = false,
  ) {
    super(reason);
    this.name = 'NoAnswerError';
  }
}
