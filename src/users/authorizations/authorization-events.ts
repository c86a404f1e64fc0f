import type { NewEvent } from '../events/events.service.js';
import type { Authorization } from './authorizations.repository.js';

/** An event of an authorization, which is found by its holder too and names the holder and, unless it ended, the roles it has from then on. */
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
