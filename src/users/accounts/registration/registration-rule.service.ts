// Whether people may register in an organization, and how often one address may try.
import { Injectable } from '@nestjs/common';
import { Organizations, type Organization } from '../../organizations/organizations.service.js';
import { Policies } from '../../organizations/policies/policies.service.js';
import { RequestLimits } from '../../organizations/attempts/request-limits.service.js';

@Injectable()
export class RegistrationRule {
  constructor(
    private readonly organizations: Organizations,
    private readonly policies: Policies,
    private readonly limits: RequestLimits,
  ) {}

  /** Whether the policy of the organization allows registration. @param configVersion as read during this request; absent: it is read */
  async isOpen(orgNo: number, configVersion?: number): Promise<boolean> {
    return (await this.policies.effectivePolicy(orgNo, 'registration', configVersion)).enabled;
  }

  /** The organization, if it is active and allows registration. */
  async openOrganization(orgNo: number): Promise<Organization | undefined> {
    const organization = await this.organizations.byNo(orgNo);
    return organization?.state === 'active' && (await this.isOpen(orgNo)) ? organization : undefined;
  }

  /** Counts a registration from an IP address. @returns whether it is within the limit */
  admits(address: string): Promise<boolean> {
    return this.limits.admits('registration', address);
  }
}
