// Members: assigns and removes roles by the rules of the admin API, each in its own unit of work.
import { Injectable } from '@nestjs/common';
import { judgeService, type OrganizationRole, type ServiceRole } from '../../../common/access/permissions.js';
import type { Principal } from '../../../common/access/principal.js';
import { Database } from '../../../common/database/database.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import type { Organization } from '../../organizations/organizations.service.js';
import { UserDirectory, type AnyUser } from '../user-directory/user-directory.repository.js';
import { Memberships } from './memberships.service.js';
import { PrivilegeCheck } from './privilege-check.service.js';

/** A number that no user has; users' numbers start above it. */
const NO_USER = 0;

/** A user's role, as in the JSON API. */
export interface MemberRole<Role extends string = string> {
  userId: string;
  role: Role;
}

@Injectable()
export class Members {
  constructor(
    private readonly database: Database,
    private readonly memberships: Memberships,
    private readonly directory: UserDirectory,
    private readonly privileges: PrivilegeCheck,
  ) {}

  /**
   * Assigns a role in one organization to a user. Only administrators of the whole service can see users of other organizations.
   * @throws DomainError `forbidden`, `notFound`, `conflict`
   */
  async addToOrganization(organization: Organization, { userId, role }: MemberRole<OrganizationRole>, caller: Principal): Promise<void> {
    this.privileges.assertCoversRoles(caller, [{ role, orgId: organization.id }]);
    const user = await this.requireUser(userId);
    if (user.orgNo !== organization.no && judgeService(caller.memberships, 'member.write') !== 'allowed') throw unknownUser();
    await this.database.write('add member', (tx) => this.memberships.addToOrganization(tx, organization, user, role, caller.userId));
  }

  /** Assigns a role in the whole service to a user. @throws DomainError `forbidden`, `notFound`, `conflict` */
  async addToService({ userId, role }: MemberRole<ServiceRole>, caller: Principal): Promise<void> {
    this.privileges.assertCoversRoles(caller, [{ role, orgId: null }]);
    const user = await this.requireUser(userId);
    await this.database.write('add member', (tx) => this.memberships.addToService(tx, user.orgNo, user, role, caller.userId));
  }

  /** Removes a role in one organization. @throws DomainError `forbidden`, `notFound`, or `precondition` for the last owner */
  async removeFromOrganization(organization: Organization, { userId, role }: MemberRole, caller: Principal): Promise<void> {
    this.privileges.assertCoversRoles(caller, [{ role, orgId: organization.id }]);
    // An unknown user has no role, like a user of another organization: neither the answer nor its time distinguishes them.
    const user = (await this.directory.findById(userId)) ?? { no: NO_USER, id: userId };
    await this.memberships.removeFromOrganization(organization, user, role, caller.userId);
  }

  /** Removes a role in the whole service. @throws DomainError `forbidden`, `notFound`, or `precondition` for the last owner */
  async removeFromService({ userId, role }: MemberRole, caller: Principal): Promise<void> {
    this.privileges.assertCoversRoles(caller, [{ role, orgId: null }]);
    const user = await this.requireUser(userId);
    await this.memberships.removeFromService(user.orgNo, user, role, caller.userId);
  }

  private async requireUser(userId: string): Promise<AnyUser> {
    const user = await this.directory.findById(userId);
    if (!user) throw unknownUser();
    return user;
  }
}

function unknownUser(): DomainError {
  return new DomainError('notFound', 'user.notFound', 'This user does not exist.');
}
