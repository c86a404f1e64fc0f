import { DomainError } from './domain-error.js';

/** More requests than a quota allows (RFC 6585 section 4). Every protocol answers it in its own envelope, with these headers. */
export class OverLimitError extends DomainError {
  /** @param headers by their names, `Retry-After` among them */
  constructor(
    message: string,
    readonly headers: Readonly<Record<string, string>>,
  ) {
    super('tooMany', 'limit.requests', message);
  }
}
