// Deletes the users of a removed organization, a batch at a time. They can't sign in any more.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../common/database/transaction.js';
import { Clock } from '../../../common/primitives/clock.js';
import { Authorizations } from '../../roles/authorizations/authorizations.service.js';
import { Memberships } from '../../roles/memberships/memberships.service.js';
import { UserRows } from '../../roles/user-directory/user-rows.repository.js';
import { OrganizationUsersRepository } from './organization-users.repository.js';

const BATCH = 100;

@Injectable()
export class OrganizationUsers {
  constructor(
    private readonly repository: OrganizationUsersRepository,
    private readonly userRows: UserRows,
    private readonly memberships: Memberships,
    private readonly authorizations: Authorizations,
    private readonly clock: Clock,
  ) {}

  /** Deletes some users. Each role they have elsewhere ends with an event. @returns whether there may be more */
  async removeSome(tx: Transaction, orgNo: number, editor: string): Promise<boolean> {
    const users = await this.repository.listSome(tx, orgNo, BATCH);
    for (const user of await this.repository.withRoles(tx, users)) {
      await this.memberships.removeAll(tx, user, editor);
      await this.authorizations.removeOfHolder(tx, user.no, editor);
    }
    await this.userRows.removeUsers(tx, orgNo, users, this.clock.nowUs());
    return users.length === BATCH;
  }
}
