// What ends with a group: the member roles and roles of projects that it carries, and the memberships in it.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../common/database/database.js';
import { Removals } from '../../common/work/removals.service.js';
import { Authorizations } from '../authorizations/authorizations.service.js';
import { GroupRoles } from '../memberships/group-roles.service.js';
import type { Group } from './group.js';
import { GroupMembersRepository } from './group-members.repository.js';

/** What a removal of a group is called in the table of removals. */
const REMOVED_GROUP = 'group';
/** Rows of members per unit of work, so that a single writer is free again within about ten milliseconds. */
const BATCH = 500;
/** Groups of a removed organization per unit of work. */
const GROUPS = 50;

@Injectable()
export class GroupTies {
  constructor(
    private readonly groupRoles: GroupRoles,
    private readonly authorizations: Authorizations,
    private readonly members: GroupMembersRepository,
    private readonly removals: Removals,
  ) {
    removals.register(REMOVED_GROUP, (tx, { no }) => this.members.deletePortion(tx, no, BATCH));
  }

  /** Ends all of it as part of `tx`, which removes the group, with an event for each role. Rows of more than a few members are deleted afterwards. */
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
