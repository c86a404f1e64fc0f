// The groups of a person who has just signed in with an identity provider: they become what the directory says.
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { IdentityLinks } from '../../authentication/identity-providers/identity-links.service.js';
import { OF_SERVICE } from '../../authentication/identity-providers/identity-provider.js';
import { ProviderHealth } from '../../authentication/identity-providers/provider-health.service.js';
import { ProviderGroups } from '../../directory/groups/provider-groups.service.js';
import { People } from '../../directory/people/people.service.js';
import type { FederatedSignIn } from './federated-accounts.service.js';

@Injectable()
export class FederatedGroups {
  constructor(
    private readonly people: People,
    private readonly groups: ProviderGroups,
    private readonly links: IdentityLinks,
    private readonly health: ProviderHealth,
    private readonly database: Database,
  ) {}

  /**
   * Sets the memberships of the person in the groups that the provider fills. Nothing changes if the provider has not said which groups the person
   * is in, or has answered again since: an older answer may have waited in another tab. Call it once the provider has signed the person in.
   */
  async assign({ provider, organization, identity, answeredUs }: Omit<FederatedSignIn, 'ip'>, userNo: number): Promise<void> {
    const filled = [...new Set(provider.rules.groups.map(({ groupNo }) => groupNo))];
    const { groups: said } = identity;
    if (said === undefined || filled.length === 0 || provider.orgNo === OF_SERVICE) return;
    const person = await this.people.findByNo(userNo);
    if (!person) return;
    const isLatest = (tx: Transaction) => this.links.noteAnswer(tx, { providerNo: provider.no, orgNo: person.orgNo, userNo }, answeredUs);
    if (!(await this.database.write('note answer of identity provider', isLatest))) return;
    // The settings may have changed since the provider answered.
    const joined = filled.filter((no) => said.includes(no));
    const rolesOfGiver = async (tx: Transaction) => (await this.links.find(provider.no, identity.subject, tx))?.givenAs;
    const answer = { providerId: provider.id, isLatest, rolesOfGiver };
    const refused = await this.groups.assign(organization, person, { filled, joined }, answer);
    if (refused.length > 0)
      await this.health.noteFailure(
        provider,
        `The person didn't join groups with roles that owners of the organization, or the administrator who connected the identity, do not have: ${refused.join(', ')}. Take the roles from the groups, or the groups from the provider, or let an owner connect the identity again.`,
      );
  }
}
