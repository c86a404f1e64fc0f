// Login names as people and applications see them. See docs/adr/0063-login-names.md.
import { Injectable } from '@nestjs/common';
import { domainOf, foldKey } from '../../common/identifiers/fold.js';
import { Domains } from './domains.service.js';
import { Policies } from './policies/policies.service.js';

/** A user with the folded userName that no other user of the service has as login name, if the user has it. */
interface LoginUser {
  userName: string;
  loginKey?: string | undefined;
}

/** The members of an organization that its login names depend on. */
interface NamingOrganization {
  no: number;
  primaryDomain: string;
}

@Injectable()
export class LoginNames {
  constructor(
    private readonly policies: Policies,
    private readonly domains: Domains,
  ) {}

  /** @param organization of the user @param configVersion as read during this request; absent: it is read */
  async loginNameOf(user: LoginUser, organization: NamingOrganization, configVersion?: number): Promise<string> {
    return (await this.namerOf(organization, [user], configVersion))(user);
  }

  /**
   * The same for many users of one organization: the userName where it is an address that only this user can have as login name, else
   * `userName@primaryDomain`.
   */
  async namerOf(
    organization: NamingOrganization,
    users: readonly LoginUser[],
    configVersion?: number,
  ): Promise<(user: LoginUser) => string> {
    const policy = await this.policies.effectivePolicy(organization.no, 'domain', configVersion);
    if (!policy.userLoginMustBeDomain) return ({ userName }) => userName;
    const suffixed = ({ userName }: LoginUser) => suffixedName(userName, organization);
    if (policy.suffixAddresses || !users.some(({ userName }) => isAddress(userName))) return suffixed;
    const { owned } = await this.domains.holdingsOf(organization.no, configVersion);
    const claimed = users.filter(hasClaim).map(({ userName }) => userName);
    const foreign = await this.domains.foreign(organization.no, claimed, configVersion);
    return (user) => {
      const { userName } = user;
      const isOwn = isAddress(userName) && isDomainOf(organization, owned, domainOf(userName));
      return isOwn || (hasClaim(user) && !foreign.has(userName)) ? userName : suffixed(user);
    };
  }

  /** Whether people of the organization also sign in by `userName@primaryDomain`. */
  async haveSuffix({ no }: NamingOrganization): Promise<boolean> {
    return (await this.policies.effectivePolicy(no, 'domain')).userLoginMustBeDomain;
  }
}

/** `userName@primaryDomain`, by which every person can sign in. */
export function suffixedName(userName: string, { primaryDomain }: { primaryDomain: string }): string {
  return `${userName}@${primaryDomain}`;
}

function isDomainOf({ primaryDomain }: NamingOrganization, owned: ReadonlySet<string>, domain: string): boolean {
  return domain === primaryDomain || owned.has(domain);
}

function isAddress(userName: string): boolean {
  return foldKey(userName).includes('@');
}

/** Older builds keep the key when they change the userName. */
function hasClaim({ userName, loginKey }: LoginUser): boolean {
  return loginKey !== undefined && loginKey === foldKey(userName);
}
