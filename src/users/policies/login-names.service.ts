// Login names as people and applications see them: `userName@primaryDomain`, or the userName as it is where an organization decides so.
import { Injectable } from '@nestjs/common';
import { Policies } from './policies.service.js';

@Injectable()
export class LoginNames {
  constructor(private readonly policies: Policies) {}

  /** @param organization of the user @param configVersion as it was read since the request came; absent: it is read */
  async loginNameOf(
    { userName }: { userName: string },
    organization: { no: number; primaryDomain: string },
    configVersion?: number,
  ): Promise<string> {
    const { userLoginMustBeDomain } = await this.policies.effectivePolicy(organization.no, 'domain', configVersion);
    return userLoginMustBeDomain ? `${userName}@${organization.primaryDomain}` : userName;
  }
}
