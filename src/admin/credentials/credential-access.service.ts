// Who may manage the credentials of a service user: only callers with all its permissions who may also verify every address that it may verify.
import { Injectable } from '@nestjs/common';
import { judgeOrganization, judgeService } from '../../common/access/permissions.js';
import type { Principal } from '../../common/access/principal.js';
import type { Precondition } from '../../common/database/precondition.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { Connections } from '../../scim/provisioning/connections.service.js';
import { PrivilegeCheck } from '../../users/roles/memberships/privilege-check.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import type { ServiceUser } from '../../users/directory/service-users/service-users.repository.js';

@Injectable()
export class CredentialAccess {
  constructor(
    private readonly privileges: PrivilegeCheck,
    private readonly connections: Connections,
  ) {}

  /** The precondition of a change of a service user's credentials: the caller may have them and end them. */
  mayManage(caller: Principal, organization: Organization): Precondition<ServiceUser> {
    const [mayHave, mayEnd] = [this.mayHave(caller), this.mayEnd(caller, organization)];
    return async (user, tx) => {
      await mayHave(user, tx);
      await mayEnd(user, tx);
    };
  }

  /** The precondition of a new credential. */
  mayHave(caller: Principal): Precondition<ServiceUser> {
    return async ({ no }, tx) => {
      await this.privileges.assertCoversUser(caller, no, tx);
      if (await this.connections.trustsEveryAddress(no, tx)) assertMayTrustEveryAddress(caller);
    };
  }

  /**
   * The precondition of what ends a service user or its tokens. A provisioning connection ends with its service user, so the caller must be
   * allowed to remove the connection.
   * @param more what else must hold
   */
  mayEnd(caller: Principal, organization: Organization, more?: Precondition<ServiceUser>): Precondition<ServiceUser> {
    const changesOrganization = judgeOrganization(caller.memberships, 'org.write', organization.id) === 'allowed';
    return async (user, tx) => {
      await this.privileges.assertCoversUser(caller, user.no, tx);
      if (!changesOrganization && (await this.connections.isConnection(user.no, tx)))
        throw new DomainError(
          'forbidden',
          'connection.serviceUser',
          'This service user belongs to a provisioning connection. Ending it needs permission to change the organization.',
        );
      await more?.(user, tx);
    };
  }
}

/** To trust addresses of any domain concerns every application of the service, so only its administrators may. @throws DomainError `forbidden` */
export function assertMayTrustEveryAddress({ memberships }: Principal): void {
  if (judgeService(memberships, 'org.write') === 'allowed') return;
  throw new DomainError('forbidden', 'connection.emailTrust', 'Only administrators of the whole service may trust every e-mail address.');
}
