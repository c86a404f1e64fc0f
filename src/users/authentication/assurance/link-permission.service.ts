// Whether a connected identity may sign its person in. The person may have got roles since the account was connected.
import { Injectable } from '@nestjs/common';
import { coversRoles, type Membership } from '../../../common/access/permissions.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { OF_SERVICE } from '../identity-providers/identity-provider.js';
import { Organizations } from '../../organizations/organizations.service.js';
import { Memberships } from '../../roles/memberships/memberships.service.js';

/** The identity of a person at a provider, which belongs to an organization or to the whole service. */
export interface JudgedLink {
  userNo: number;
  /** The organization of the person. */
  orgNo: number;
  provider: { orgNo: number };
  /** The roles that the administrator who connected it had then. Absent: the person or the provider did. */
  givenAs?: readonly Membership[] | undefined;
}

/**
 * `stronger`: the person has roles that the owners of the provider don't have. `weakerGiver`: the person has roles that the administrator who
 * connected the identity did not have.
 */
export type LinkRefusal = 'stronger' | 'weakerGiver';

@Injectable()
export class LinkPermission {
  constructor(
    private readonly memberships: Memberships,
    private readonly organizations: Organizations,
  ) {}

  /** @param tx absent: roles may come from the cache @returns the reason why the identity may not sign the person in */
  async refusalOf(
    { userNo, orgNo, provider, givenAs }: JudgedLink,
    configVersion?: number,
    tx?: Transaction,
  ): Promise<LinkRefusal | undefined> {
    const roles = await (tx ? this.memberships.readRoles(tx, userNo) : this.memberships.rolesOf(userNo, configVersion));
    if (roles.length === 0) return undefined;
    if (provider.orgNo !== OF_SERVICE) {
      const orgId = (await this.organizations.byNo(orgNo, configVersion))?.id ?? null;
      if (orgId === null || !coversRoles([{ role: 'ORG_OWNER', orgId }], roles)) return 'stronger';
    }
    return givenAs === undefined || coversRoles(givenAs, roles) ? undefined : 'weakerGiver';
  }
}
