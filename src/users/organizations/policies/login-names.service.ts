// Login names as people and applications see them: `userName@primaryDomain`, or the plain userName if the organization's policy says so.
import { Injectable } from '@nestjs/common';
import { Policies } from './policies.service.js';

@Injectable()
export class LoginNames {
  constructor(private readonly policies: Policies) {}

  /** @param organization of the user @param configVersion as read during this request; absent: it is read */
  async loginNameOf(
    user: { userName: string },
    organization: { no: number; primaryDomain: string },
    configVersion?: number,
  ): Promise<string> {
    return (await this.namerOf(organization, configVersion))(user);
  }

  /** The same for many users of one organization. */
  async namerOf(
    organization: { no: number; primaryDomain: string },
    configVersion?: number,
  ): Promise<(user: { userName: string }) => string> {
    const { userLoginMustBeDomain } = await this.policies.effectivePolicy(organization.no, 'domain', configVersion);
    return ({ userName }) => (userLoginMustBeDomain ? `${userName}@${organization.primaryDomain}` : userName);
  }
}
