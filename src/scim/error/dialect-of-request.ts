// The dialect of the client behind a request, once it is known. An error may have to be written before any operation has begun.
import { DEFAULT_DIALECT, type Dialect } from '../protocol/schema/dialect.js';

const KNOWN = new WeakMap<object, Dialect>();

export function rememberDialect(request: object, dialect: Dialect): void {
  KNOWN.set(request, dialect);
}

/** The dialect of a request's client; the default one while the client is unknown. */
export function dialectOfRequest(request: object | undefined): Dialect {
  return (request && KNOWN.get(request)) ?? DEFAULT_DIALECT;
}
