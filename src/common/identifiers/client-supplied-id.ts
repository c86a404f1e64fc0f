import { DomainError } from '../primitives/domain-error.js';

/** Safe in a URL path, even behind proxies that rewrite it. */
const GIVEN_ID = /^[A-Za-z0-9._~:@-]{1,200}$/;

/** Path segments that routes use where ids may stand; the router ignores case. test/access/reserved-ids.spec.ts compares them with the routes. */
export const RESERVED_IDS: ReadonlySet<string> = new Set([
  '.search',
  '_invite',
  '_remove',
  '_removed',
  '_revoke-sealing',
  '_rotate',
  '_uninvite',
  'providers',
]);

/** Checks an id that a caller chose. @throws DomainError `invalid` */
export function assertClientSuppliedId(id: string, field: string): string {
  if (RESERVED_IDS.has(id.toLowerCase()))
    throw new DomainError('invalid', 'id.invalid', `${field} must not be "${id}": that word is part of an address of this service.`, field);
  if (GIVEN_ID.test(id) && id !== '.' && id !== '..') return id;
  throw new DomainError(
    'invalid',
    'id.invalid',
    `${field} must have 1 to 200 of the characters A-Z a-z 0-9 . _ ~ : @ - and not be "." or "..".`,
    field,
  );
}
