// Restricts which callers may choose ids. Ids are unique over all organizations: a caller who chooses them could take ids of others, and
// learn from a refusal which exist.
// So only administrators of the whole service, who move organizations from other systems, may choose them.
import { judgeService, type Permission } from './permissions.js';
import type { Principal } from './principal.js';
import { DomainError } from '../primitives/domain-error.js';

/**
 * @param permission to create the object; the caller must have it in every organization
 * @throws DomainError `forbidden` for an id chosen by any other caller
 */
export function assertMayChooseId(caller: Principal, permission: Permission, id: string | undefined, field: string): void {
  if (id === undefined || judgeService(caller.memberships, permission) === 'allowed') return;
  throw new DomainError('forbidden', 'id.forbidden', `Only administrators of the whole service may choose ids; leave out ${field}.`, field);
}
