// What projects and applications have in common: a name, a unique id, and a state.
import { DuplicateKeyError } from '../../common/database/database.js';
import type { ListSource } from '../../common/database/list-rows.js';
import { nameFault, type NameOrigin } from '../../common/primitives/linked-names.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { foldKey } from '../../common/identifiers/fold.js';

export const CLIENT_STATES = ['active', 'inactive'] as const;
export type ClientState = (typeof CLIENT_STATES)[number];
/** The state of the row of a removed project while its related rows are being deleted. */
export const REMOVING = 'removing';
/** SQL condition on the state. */
export const LIVE = `state <> '${REMOVING}'`;

/**
 * The sort and filter columns of their lists, with the indexes for them. @param of prefix of the columns: nothing, or the alias of the
 * table with a dot
 */
export function listedByName(table: 'projects' | 'applications', of: '' | 'a.') {
  const [name, state, created] = [`${of}name_key`, `${of}state`, `${of}created_us`] as const;
  return {
    fold: foldKey,
    index: `${table}_by_number`,
    sorts: { name: { column: name, index: `${table}_by_name` }, createdAt: { column: created, index: `${table}_by_creation` } },
    filters: {
      name: { kind: 'startsWith', column: name, sort: 'name' },
      state: { kind: 'is', words: CLIENT_STATES, column: state },
      q: { kind: 'contains', column: name, description: `only ${table} whose name contains this` },
      createdAfter: { kind: 'after', column: created, sort: 'createdAt' },
      createdBefore: { kind: 'before', column: created, sort: 'createdAt' },
    },
    defaultLimit: 1_000,
  } as const satisfies Omit<ListSource, 'table' | 'columns' | 'no'>;
}

/** The name without surrounding blanks. @param before the name it replaces, which is always accepted @throws DomainError `invalid` */
export function normalizeName(name: string, before?: string, origin?: NameOrigin): string {
  const trimmed = name.trim();
  const fault = trimmed === before ? undefined : nameFault(trimmed, origin);
  if (fault !== undefined) throw new DomainError('invalid', 'name.invalid', fault, 'name');
  return trimmed;
}

/** @param what the kind of object with this id, with its article */
export function idTaken(what: string): DomainError {
  return new DomainError('conflict', 'id.taken', `${what} cannot have this id: it is already taken.`, 'id');
}

/** @param error thrown by an INSERT @throws DomainError `conflict` for a duplicate key, otherwise `error` */
export function throwIdTaken(error: unknown, what: string): never {
  throw error instanceof DuplicateKeyError ? idTaken(what) : error;
}
