// Who may manage the credentials of a service user: only callers with all its permissions who may also verify every address that it may verify.
import { Injectable } from '@nestjs/common';
import { judgeOrganization, judgeService } from '../../common/access/permissions.js';
import type { Principal } from '../../common/access/principal.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { Connections } from '../../scim/provisioning/connections.service.js';
import { PrivilegeCheck } from '../../users/roles/memberships/privilege-check.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { ServiceUsers } from '../../users/directory/service-users/service-users.service.js';
import type { ServiceUser } from '../../users/directory/service-users/service-users.repository.js';

@Injectable()
export class CredentialAccess {
  constructor(
    private readonly serviceUsers: ServiceUsers,
    private readonly privileges: PrivilegeCheck,
    private readonly connections: Connections,
  ) {}

  /** The service user, if the caller may manage its credentials. @throws DomainError `notFound`, `forbidden` */
  async requireServiceUser(caller: Principal, organization: Organization, userId: string): Promise<ServiceUser> {
    const user = await this.serviceUsers.requireServiceUser(organization, userId);
    await this.assertMayHave(caller, user.no);
    await this.assertMayEnd(caller, organization, user.no);
    return user;
  }

  /**
   * Whether the caller may do what ends a service user. Where it is that of a provisioning connection, the connection ends with it or its
   * credentials, so it takes what removing the connection does.
   * @throws DomainError `forbidden`
   */
  async assertMayEnd(caller: Principal, organization: Organization, userNo: number): Promise<void> {
    await this.privileges.assertCoversUser(caller, userNo);
    if (judgeOrganization(caller.memberships, 'org.write', organization.id) === 'allowed') return;
    if (await this.connections.isConnection(userNo))
      throw new DomainError(
        'forbidden',
        'connection.serviceUser',
        'This service user belongs to a provisioning connection, which only those may end who may change the organization.',
      );
  }

  /** @throws DomainError `forbidden` */
  async assertMayHave(caller: Principal, userNo: number): Promise<void> {
    await this.privileges.assertCoversUser(caller, userNo);
    if (await this.connections.trustsEveryAddress(userNo)) assertMayTrustEveryAddress(caller);
  }
}

/** To trust addresses of any domain concerns every application of the service, so only its administrators may. @throws DomainError `forbidden` */
export function assertMayTrustEveryAddress({ memberships }: Principal): void {
  if (judgeService(memberships, 'org.write') === 'allowed') return;
  throw new DomainError('forbidden', 'connection.emailTrust', 'Only administrators of the whole service may trust every e-mail address.');
}
