import { TooManyError } from './domain-error.js';

/** More requests than a quota allows (RFC 6585 section 4). Every protocol answers it in its own envelope, with these headers. */
export class OverLimitError extends TooManyError {
  readonly headers: Readonly<Record<string, string>>;

  /** @param fields header fields of the response by name, besides `Retry-After` */
  constructor(message: string, seconds: number, fields: Readonly<Record<string, string>>) {
    super('limit.requests', message, seconds);
    this.headers = { 'Retry-After': String(seconds), ...fields };
  }
}
