// Related rows that end with a person: member roles, roles of projects, and memberships of groups. Also keeps the deleted person for a while.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../common/database/transaction.js';
import { Authorizations } from '../../roles/authorizations/authorizations.service.js';
import { GroupMembers } from '../groups/group-members.service.js';
import { Memberships } from '../../roles/memberships/memberships.service.js';
import { RemovedPeople } from './removed-people.service.js';
import type { Person } from './person/person.js';

@Injectable()
export class PersonRelations {
  constructor(
    private readonly memberships: Memberships,
    private readonly authorizations: Authorizations,
    private readonly groupMembers: GroupMembers,
    private readonly removedPeople: RemovedPeople,
  ) {}

  /** Removes all of it as part of `tx`, with an event for each. */
  async removeAll(tx: Transaction, person: Person, editor: string): Promise<void> {
    const { no, id, orgNo } = person;
    await this.removedPeople.keep(tx, person, () => this.memberships.readRoles(tx, no));
    await this.memberships.removeAll(tx, { no, id, orgNo }, editor);
    await this.authorizations.removeOfHolder(tx, no, editor);
    await this.groupMembers.removeEverywhere(tx, { no, id, orgNo, kind: 'user' }, editor);
  }
}
