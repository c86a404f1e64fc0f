// The policy that applies to one person: that of the person's organization. For people with roles in the whole service it is never weaker than the
// service's own.
import { Injectable } from '@nestjs/common';
import { ConfigVersion } from '../../../common/database/config-version.js';
import { IdentityLinks } from '../identity-providers/identity-links.service.js';
import { IdentityProviders } from '../identity-providers/identity-providers.service.js';
import { LinkPermission } from './link-permission.service.js';
import { Memberships } from '../../roles/memberships/memberships.service.js';
import { passwordRules, Policies } from '../../organizations/policies/policies.service.js';
import type { AssurancePolicy, PasswordPolicy, Policy, PolicyKind } from '../../organizations/policies/policy-kinds.js';

/** The person whose policy is read. */
export interface Governed {
  userNo: number;
  orgNo: number;
}

/** @returns the domains of the login name and of the addresses of a person, in lower case */
export type DomainsOfPerson = (person: Governed) => Promise<readonly string[]>;

@Injectable()
export class PersonPolicies {
  private domainsOf: DomainsOfPerson = () => Promise.resolve([]);

  constructor(
    private readonly policies: Policies,
    private readonly memberships: Memberships,
    private readonly links: IdentityLinks,
    private readonly linkPermission: LinkPermission,
    private readonly providers: IdentityProviders,
    private readonly config: ConfigVersion,
  ) {}

  /** @param configVersion as read during this request; absent: it is read */
  async of<Kind extends PolicyKind>(kind: Kind, person: Governed, configVersion?: number): Promise<Policy<Kind>> {
    const policy = await this.decided(kind, person, configVersion);
    return kind === 'assurance'
      ? ((await this.withoutWaysBesideProvider(person, policy as AssurancePolicy, configVersion)) as Policy<Kind>)
      : policy;
  }

  /** Called at start by the module that owns people. */
  findDomainsBy(find: DomainsOfPerson): void {
    this.domainsOf = find;
  }

  /**
   * The password of a person with a directory does not count where the policy says so. Where it does not, mail does not either: it would lead around
   * the directory.
   */
  private async withoutWaysBesideProvider(person: Governed, policy: AssurancePolicy, configVersion?: number): Promise<AssurancePolicy> {
    const { passwordAllowed, passwordBesideProvider, mailedSignIn } = policy;
    if (passwordAllowed ? passwordBesideProvider : !mailedSignIn) return policy;
    return (await this.isLinked(person, configVersion)) || (await this.isClaimed(person, configVersion))
      ? { ...policy, passwordAllowed: false, mailedSignIn: false }
      : policy;
  }

  /** Whether a provider can sign the person in. A provider that can't must not take the other ways from the person. */
  private async isLinked({ userNo, orgNo }: Governed, configVersion?: number): Promise<boolean> {
    const links = await this.links.ofPerson(orgNo, userNo);
    if (links.length === 0) return false;
    const enabled = new Set((await this.providers.forSignIn(orgNo, configVersion)).map(({ no }) => no));
    for (const link of links) if (enabled.has(link.providerNo) && !(await this.linkPermission.refusalOf(link, configVersion))) return true;
    return false;
  }

  /**
   * Whether the person belongs to a provider before the first sign-in with it: a name or an address lies in one of its domains. Administrators do not:
   * if the directory is down, or its settings are wrong, they are the ones who come in.
   */
  private async isClaimed({ userNo, orgNo }: Governed, configVersion?: number): Promise<boolean> {
    const providers = (await this.providers.forSignIn(orgNo, configVersion)).filter((provider) => provider.orgNo === orgNo);
    const claimed = new Set(providers.flatMap(({ rules }) => rules.domains));
    if (claimed.size === 0) return false;
    const own = await this.domainsOf({ userNo, orgNo });
    if (!own.some((domain) => claimed.has(domain))) return false;
    return !(await this.memberships.rolesOf(userNo, configVersion)).some(({ role }) => role === 'ORG_OWNER' || role.startsWith('IAM_'));
  }

  private async decided<Kind extends PolicyKind>(kind: Kind, { userNo, orgNo }: Governed, configVersion?: number): Promise<Policy<Kind>> {
    const version = configVersion ?? (await this.config.current());
    const ofOrganization = await this.policies.effectivePolicy(orgNo, kind, version);
    const ofServiceRoles = await this.policies.effectivePolicyOfServiceRoles(orgNo, kind, version);
    if (ofServiceRoles === ofOrganization || !(await this.memberships.holdsServiceRole(userNo, version))) return ofOrganization;
    return ofServiceRoles;
  }

  /** The rules for a new password of the person, or of a new person without a number. `minLength` already considers the second factor. */
  async passwordRulesOf({ userNo, orgNo }: { userNo?: number | undefined; orgNo: number }): Promise<PasswordPolicy> {
    if (userNo === undefined) return this.policies.passwordPolicy(orgNo);
    const person = { userNo, orgNo };
    const version = await this.config.current();
    return passwordRules(await this.of('password', person, version), await this.of('assurance', person, version));
  }
}
