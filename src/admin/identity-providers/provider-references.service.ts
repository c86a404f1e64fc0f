// What a provider of an organization names there: its SCIM connection and its groups.
import { Injectable } from '@nestjs/common';
import { DomainError } from '../../common/primitives/domain-error.js';
import { Connections } from '../../scim/provisioning/connections.service.js';
import type { ProviderOwner } from '../../users/authentication/identity-providers/identity-provider.js';
import { ProviderGroups } from '../../users/directory/groups/provider-groups.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import type { GivenMembers } from './provider-members.js';
import type { FilledGroupBody } from './provider.body.js';

@Injectable()
export class ProviderReferences {
  constructor(
    private readonly connections: Connections,
    private readonly groups: ProviderGroups,
  ) {}

  /**
   * The members with the numbers of their groups. A provider of the service has neither a connection nor groups.
   * @throws DomainError `invalid` for a connection or a group that the organization doesn't have, `forbidden` for a group with more roles than owners
   */
  async resolve(owner: ProviderOwner, given: GivenMembers): Promise<GivenMembers> {
    if (!owner) return given;
    const { connectionId, groups } = given as { connectionId?: string | null; groups?: FilledGroupBody[] | null };
    if (typeof connectionId === 'string') await this.requireConnection(owner, connectionId);
    if (!groups) return given;
    const numbers = await this.groups.requireFillable(
      owner,
      groups.map(({ groupId }) => groupId),
    );
    return { ...given, groups: groups.map(({ value, groupId }) => ({ value, groupId, groupNo: numbers.get(groupId) })) };
  }

  private async requireConnection(organization: Organization, connectionId: string): Promise<void> {
    await this.connections.requireConnection(organization, connectionId).catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
      throw new DomainError('invalid', 'identityProvider.rule', 'connectionId must be a connection of this organization.', 'connectionId');
    });
  }
}
