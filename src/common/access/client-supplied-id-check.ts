// Who may choose the ids of what is created. Ids are unique over all organizations, so whoever may choose them can take those of others, and learn
// from a refusal which there are. That is for administrators of the whole service, who move organizations from other systems.
import { judgeService, type Permission } from './permissions.js';
import type { Principal } from './principal.js';
import { DomainError } from '../primitives/domain-error.js';

/**
 * @param permission to create such a thing: the caller must have it in every organization
 * @throws DomainError `forbidden` for an id from somebody else
 */
export function assertMayChooseId(caller: Principal, permission: Permission, id: string | undefined, field: string): void {
  if (id === undefined || judgeService(caller.memberships, permission) === 'allowed') return;
  throw new DomainError('forbidden', 'id.forbidden', `Only administrators of the whole service may choose ids; leave out ${field}.`, field);
}
