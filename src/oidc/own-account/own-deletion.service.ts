// Deletes an account at its owner's request.
import { Injectable } from '@nestjs/common';
import { DomainError } from '../../common/primitives/domain-error.js';
import { AccountNotices } from '../../users/accounts/mails/account-notices.service.js';
import { Organizations } from '../../users/organizations/organizations.service.js';
import { People } from '../../users/directory/people/people.service.js';
import { unknownPerson } from '../../users/directory/people/person/person-refusals.js';
import { Policies } from '../../users/organizations/policies/policies.service.js';
import type { LiveSubject } from '../tokens/content/subjects.service.js';

@Injectable()
export class OwnDeletion {
  constructor(
    private readonly people: People,
    private readonly organizations: Organizations,
    private readonly policies: Policies,
    private readonly notices: AccountNotices,
  ) {}

  async mayDelete({ orgNo }: Pick<LiveSubject, 'orgNo'>): Promise<boolean> {
    return (await this.policies.effectivePolicy(orgNo, 'account')).deleteAccount;
  }

  /**
   * Removes the account as an administrator would; the caller has required a fresh check. If the account changes in the meantime, nothing
   * is removed.
   * @returns `lastOwner` if the organization would be left without an owner
   */
  async remove(subject: LiveSubject): Promise<'done' | 'lastOwner' | 'refused'> {
    const organization = await this.organizations.byNo(subject.orgNo);
    if (!organization || !(await this.mayDelete(subject))) return 'refused';
    try {
      await this.people.remove(organization, subject.userId, subject.userId, {
        expected: ({ tokenGeneration }) => {
          if (tokenGeneration !== subject.generation) throw unknownPerson();
        },
        also: (tx, person) => this.notices.accountDeleted(tx, person, organization),
      });
      return 'done';
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (error.kind === 'precondition') return 'lastOwner';
      if (error.kind === 'notFound') return 'refused';
      throw error;
    }
  }
}
