// Adds people for an administrator or a directory. A person without a password is invited at once if the organization's policy says so.
import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/access/principal.js';
import type { Organization } from '../../organizations/organizations.service.js';
import { People, type ChangeTerms } from '../../directory/people/people.service.js';
import type { Person, PersonValues } from '../../directory/people/person/person.js';
import { Invitation } from '../invitation.service.js';

@Injectable()
export class NewAccounts {
  constructor(
    private readonly people: People,
    private readonly invitation: Invitation,
  ) {}

  /** @throws DomainError as `People.create` */
  async create(
    organization: Organization,
    values: PersonValues,
    password: string | undefined,
    caller: Principal,
    terms: ChangeTerms,
  ): Promise<Person> {
    const invites = password === undefined && (await this.invitation.isWanted(organization, caller.configVersion));
    return this.people.create(
      organization,
      values,
      password,
      caller.userId,
      invites ? (tx, added) => this.invitation.inviteProvisioned(tx, organization, added, caller) : undefined,
      terms,
    );
  }
}
