import { DomainError } from '../../common/primitives/domain-error.js';

/** Safe in a URL path, even behind proxies that rewrite it. */
const GIVEN_ID = /^[A-Za-z0-9._~:@-]{1,200}$/;

/** Checks an id that a caller chose. @throws DomainError `invalid` */
export function assertClientSuppliedId(id: string, field: string): string {
  if (GIVEN_ID.test(id) && id !== '.' && id !== '..') return id;
  throw new DomainError(
    'invalid',
    'id.invalid',
    `${field} must have 1 to 200 of the characters A-Z a-z 0-9 . _ ~ : @ - and not be "." or "..".`,
    field,
  );
}
