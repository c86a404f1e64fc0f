// What ends with a group: the member roles and roles of projects that it carries, and the memberships in it.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../common/database/database.js';
import { Authorizations } from '../authorizations/authorizations.service.js';
import { GroupRoles } from '../memberships/group-roles.service.js';
import type { Group } from './group.js';
import { GroupRemovals } from './group-removals.service.js';

@Injectable()
export class GroupTies {
  constructor(
    private readonly groupRoles: GroupRoles,
    private readonly authorizations: Authorizations,
    private readonly removals: GroupRemovals,
  ) {}

  /** Ends all of it as part of `tx`, with an event for each role. */
  async removeAll(tx: Transaction, group: Group, editor: string): Promise<void> {
    await this.groupRoles.removeOfGroup(tx, group, editor);
    await this.authorizations.removeOfHolder(tx, group.no, editor);
    await this.removals.removeMembers(tx, group.no);
  }
}
