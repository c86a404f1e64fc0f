import { judgeService } from '../../common/access/permissions.js';
import type { Principal } from '../../common/access/principal.js';
import { DomainError } from '../../common/primitives/domain-error.js';

/**
 * A token of an application with `apiAccess` speaks for whoever signs in, the owner of the whole service included. So making one,
 * or getting hold of one through its redirect URIs or its secrets, is for its owners.
 * @param apiAccess whether the application has it, before or after what is asked for
 * @throws DomainError `forbidden`
 */
export function assertMayGiveApiAccess(caller: Principal, apiAccess: boolean): void {
  if (!apiAccess || judgeService(caller.memberships, 'api.grant') === 'allowed') return;
  throw new DomainError('forbidden', 'application.apiAccess', 'Only an IAM_OWNER may manage an application with apiAccess.', 'apiAccess');
}
