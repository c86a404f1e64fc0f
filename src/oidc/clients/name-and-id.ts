// What projects and applications have in common: a name, an id that only one of them has, and a state.
import { DuplicateKeyError } from '../../common/database/database.js';
import { DomainError } from '../../common/primitives/domain-error.js';

export type ClientState = 'active' | 'inactive';
/** The state of the row of a project that was removed: what hangs on it is still being deleted. */
export const REMOVING = 'removing';
/** Condition of SQL on the state. */
export const LIVE = `state <> '${REMOVING}'`;

/** The name without blanks around it. @throws DomainError `invalid` */
export function normalizeName(name: string): string {
  const trimmed = name.trim();
  if (trimmed !== '' && trimmed.length <= 200 && !/\p{C}/u.test(trimmed)) return trimmed;
  throw new DomainError('invalid', 'name.invalid', 'The name must have 1 to 200 printable characters.', 'name');
}

/** @param what whose id it is, with its article */
export function idTaken(what: string): DomainError {
  return new DomainError('conflict', 'id.taken', `${what} cannot have this id: it is already taken.`, 'id');
}

/** @param error what an INSERT threw @throws DomainError `conflict` for a duplicate key, otherwise `error` */
export function throwIdTaken(error: unknown, what: string): never {
  throw error instanceof DuplicateKeyError ? idTaken(what) : error;
}
