import type { NewEvent } from '../../events/events.service.js';
import type { Authorization } from './authorizations.repository.js';

/** An event of an authorization. It is also found by the owner, and names the owner and, unless the authorization ended, its current roles. */
export function authorizationEvent(
  type: 'authorization.added' | 'authorization.changed' | 'authorization.removed',
  { id, orgNo, version, projectId, grantId, holder, roleKeys }: Authorization,
  editor: string,
): NewEvent {
  const payload = {
    projectId,
    ...(grantId !== undefined && { grantId }),
    holderId: holder.id,
    holderKind: holder.kind,
    ...(type !== 'authorization.removed' && { roleKeys }),
  };
  return { type, orgNo, aggregate: { id, sequence: version }, subjectId: holder.id, editor, payload };
}
