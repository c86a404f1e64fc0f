// Related rows that end with a group: its member roles, its roles of projects, and the memberships in it.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../common/database/transaction.js';
import { Removals } from '../../../common/work/removals.service.js';
import { Authorizations } from '../../roles/authorizations/authorizations.service.js';
import { GroupRoles } from '../../roles/memberships/group-roles.service.js';
import type { Group } from './group.js';
import { GroupMembersRepository } from './group-members.repository.js';

/** The kind of a group's removal in the table of removals. */
const REMOVED_GROUP = 'group';
/** Member rows per unit of work, so that the single writer is free again within about 10 ms. */
const BATCH = 500;
/** Groups of a removed organization per unit of work. */
const GROUPS = 50;

@Injectable()
export class GroupRelations {
  constructor(
    private readonly groupRoles: GroupRoles,
    private readonly authorizations: Authorizations,
    private readonly members: GroupMembersRepository,
    private readonly removals: Removals,
  ) {
    removals.register(REMOVED_GROUP, (tx, { no }) => this.members.deletePortion(tx, no, BATCH));
  }

  /**
   * Removes the related rows as part of `tx`, which removes the group, with an event for each role. If the group has more members than one batch, the
   * other member rows are deleted afterwards.
   */
  async removeAll(tx: Transaction, group: Group, editor: string): Promise<void> {
    await this.groupRoles.removeOfGroup(tx, group, editor);
    await this.authorizations.removeOfHolder(tx, group.no, editor);
    if (await this.members.deletePortion(tx, group.no, BATCH)) await this.removals.begin(tx, REMOVED_GROUP, group.no, editor);
  }

  /** Deletes groups of an organization that is being removed, as part of `tx`. @returns whether there may be more */
  async removeSomeOfOrganization(tx: Transaction, orgNo: number): Promise<boolean> {
    const groupNos = await this.members.someGroupsOf(tx, orgNo, GROUPS);
    for (const groupNo of groupNos) {
      if (await this.members.deletePortion(tx, groupNo, BATCH)) return true;
      await this.members.deleteGroup(tx, groupNo);
    }
    return groupNos.length === GROUPS;
  }
}
