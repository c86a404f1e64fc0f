// The policy that applies to one person: that of the person's organization. For people with roles in the whole service it is never weaker than the
// service's own.
import { Injectable } from '@nestjs/common';
import { ConfigVersion } from '../../../common/database/config-version.js';
import { IdentityLinks } from '../identity-providers/identity-links.service.js';
import { Memberships } from '../../roles/memberships/memberships.service.js';
import { passwordRules, Policies } from '../../organizations/policies/policies.service.js';
import type { AssurancePolicy, PasswordPolicy, Policy, PolicyKind } from '../../organizations/policies/policy-kinds.js';

/** The person whose policy is read. */
export interface Governed {
  userNo: number;
  orgNo: number;
}

@Injectable()
export class PersonPolicies {
  constructor(
    private readonly policies: Policies,
    private readonly memberships: Memberships,
    private readonly links: IdentityLinks,
    private readonly config: ConfigVersion,
  ) {}

  /** @param configVersion as read during this request; absent: it is read */
  async of<Kind extends PolicyKind>(kind: Kind, person: Governed, configVersion?: number): Promise<Policy<Kind>> {
    const policy = await this.decided(kind, person, configVersion);
    return kind === 'assurance' ? ((await this.withoutPasswordIfLinked(person, policy as AssurancePolicy)) as Policy<Kind>) : policy;
  }

  /** The password of a person with a directory does not count where the policy says so. */
  private async withoutPasswordIfLinked({ userNo, orgNo }: Governed, policy: AssurancePolicy): Promise<AssurancePolicy> {
    if (!policy.passwordAllowed || policy.passwordBesideProvider) return policy;
    const isLinked = (await this.links.ofPerson(orgNo, userNo)).length > 0;
    return isLinked ? { ...policy, passwordAllowed: false } : policy;
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
