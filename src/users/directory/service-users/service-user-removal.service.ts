// Removes a service user with all related rows, in one unit of work.
import { Injectable } from '@nestjs/common';
import { ConfigVersion } from '../../../common/database/config-version.js';
import { Database } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import type { Precondition } from '../../../common/database/precondition.js';
import { Clock } from '../../../common/primitives/clock.js';
import { Authorizations } from '../../roles/authorizations/authorizations.service.js';
import { Memberships } from '../../roles/memberships/memberships.service.js';
import { LastOwnerRule } from '../../organizations/last-owner.service.js';
import type { Organization } from '../../organizations/organizations.service.js';
import { UserRows } from '../../roles/user-directory/user-rows.repository.js';
import { ServiceUsers } from './service-users.service.js';
import type { ServiceUser } from './service-users.repository.js';

/** Ends what another module stores about a service user, as part of the unit of work that removes it. */
export type EndOfServiceUser = (tx: Transaction, organization: Organization, user: ServiceUser, editor: string) => Promise<void>;

@Injectable()
export class ServiceUserRemoval {
  private readonly ends: EndOfServiceUser[] = [];

  constructor(
    private readonly userRows: UserRows,
    private readonly serviceUsers: ServiceUsers,
    private readonly memberships: Memberships,
    private readonly authorizations: Authorizations,
    private readonly lastOwnerRule: LastOwnerRule,
    private readonly database: Database,
    private readonly config: ConfigVersion,
    private readonly clock: Clock,
  ) {}

  /** Called at start by a module that stores something about service users. */
  register(end: EndOfServiceUser): void {
    this.ends.push(end);
  }

  /**
   * Removes a service user with its credentials and roles; its tokens are invalid from then on. Its id stays recorded as used.
   * @throws DomainError `notFound`, `changed` if `expected` throws it, or `precondition` for the last owner
   */
  removeServiceUser(organization: Organization, id: string, editor: string, expected?: Precondition<ServiceUser>): Promise<void> {
    return this.database.write('remove service user', async (tx) => {
      const user = await this.serviceUsers.lock(tx, organization, id);
      await this.config.raise(tx);
      await expected?.(user, tx);
      for (const end of this.ends) await end(tx, organization, user, editor);
      await this.serviceUsers.appendEvent(tx, user, editor, 'user.removed');
      await this.lastOwnerRule.guardLastOwner(tx, user.no, async () => {
        await this.memberships.removeAll(tx, user, editor);
        await this.authorizations.removeOfHolder(tx, user.no, editor);
        await this.userRows.removeUsers(tx, user.orgNo, [user], this.clock.nowUs());
      });
    });
  }
}
