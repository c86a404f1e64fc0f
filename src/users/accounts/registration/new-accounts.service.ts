// Adds people for an administrator or a directory. A person without a password is invited at once if the organization's policy says so.
import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/access/principal.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import type { Organization } from '../../organizations/organizations.service.js';
import { People, type ChangeTerms } from '../../directory/people/people.service.js';
import type { Person, PersonValues } from '../../directory/people/person/person.js';
import { Policies } from '../../organizations/policies/policies.service.js';
import { Invitation } from '../invitation.service.js';
import type { InvitationContent } from '../invitations.repository.js';

@Injectable()
export class NewAccounts {
  constructor(
    private readonly people: People,
    private readonly invitation: Invitation,
    private readonly policies: Policies,
  ) {}

  /**
   * @param invited what the person is invited to, whatever the policy says; absent: the policy decides, and the person is invited to the account
   * @throws DomainError as `People.create`, and `invalid` for a password of a person who is invited
   */
  async create(
    organization: Organization,
    values: PersonValues,
    password: string | undefined,
    caller: Principal,
    terms: ChangeTerms,
    invited?: InvitationContent,
  ): Promise<Person> {
    if (invited && password !== undefined)
      throw new DomainError(
        'invalid',
        'invitation.password',
        'A person who is invited chooses the password, so it must be absent.',
        'password',
      );
    const invites = password === undefined && (invited !== undefined || (await this.isWanted(organization, caller.configVersion)));
    return this.people.create(
      organization,
      values,
      password,
      caller.userId,
      invites ? (tx, added) => this.invitation.inviteAdded(tx, organization, added, caller, invited) : undefined,
      terms,
    );
  }

  /** Whether the policy invites people who are provisioned without a password. */
  private async isWanted(organization: Organization, configVersion?: number): Promise<boolean> {
    return (await this.policies.effectivePolicy(organization.no, 'signIn', configVersion)).inviteProvisioned;
  }
}
