// Which people a caller may change, and how: provisioning must not take over an account with more permissions, but must be able to deactivate
// leavers.
import { Injectable } from '@nestjs/common';
import { coversRoles } from '../../../common/access/permissions.js';
import type { Principal } from '../../../common/access/principal.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { Memberships } from '../../roles/memberships/memberships.service.js';
import { PrivilegeCheck } from '../../roles/memberships/privilege-check.service.js';
import { Domains } from '../../organizations/domains.service.js';
import { domainOf } from '../../../common/identifiers/fold.js';
import type { Organization } from '../../organizations/organizations.service.js';
import type { Covers } from './address-claims.service.js';
import type { ChangeTerms } from './people.service.js';
import type { PersonValues } from './person/person.js';

/** The terms of a caller, the same for every changed person. */
export type CallerTerms = Required<Pick<ChangeTerms, 'trusts' | 'permit' | 'covers'>> &
  Pick<ChangeTerms, 'configVersion' | 'admission' | 'givenBy'>;

@Injectable()
export class ChangePermission {
  constructor(
    private readonly memberships: Memberships,
    private readonly cover: PrivilegeCheck,
    private readonly domains: Domains,
  ) {}

  /**
   * The terms on which a caller changes people of an organization. Addresses in the organization's own domains are always trusted.
   * @param verifiesOthers the caller also verifies other addresses: new ones only, not those that the person had before
   */
  async termsOf(organization: Organization, caller: Principal, verifiesOthers = false): Promise<CallerTerms> {
    const owned = await this.domains.ownedBy(organization, caller.configVersion);
    return {
      trusts: (address, isNew) => (owned.has(domainOf(address)) ? 'domain' : verifiesOthers && isNew ? 'connection' : undefined),
      permit: this.permits(caller),
      covers: this.covers(caller),
      configVersion: caller.configVersion,
      admission: caller.admission,
      givenBy: caller.userNo,
    };
  }

  /**
   * Only a caller with every permission of the person may change the person's sign-in data (userName, e-mail, password, and externalId, by which an
   * identity provider finds the person that its directory has provisioned), and no caller may change its own. Removal needs the same permissions,
   * because it frees roles, name and address for others. Reactivation needs the same as deactivation.
   */
  permits(caller: Principal): NonNullable<ChangeTerms['permit']> {
    return async (tx, before, after, newPassword = false) => {
      const takesOver = after !== undefined && (newPassword || signInNames(before) !== signInNames(after));
      if (takesOver) return this.cover.assertMayTakeOver(tx, caller, before.no);
      if (after === undefined) return this.cover.assertCoversUser(caller, before.no, tx);
      if (before.active !== after.active) await this.assertMayShutOut(caller, before.no, tx);
    };
  }

  /**
   * Deactivating a person with roles in the whole service needs every permission of those roles. All other people can be deactivated; another rule
   * keeps the last owner of an organization.
   * @throws DomainError `forbidden`
   */
  async assertMayShutOut(caller: Principal, userNo: number, tx?: Transaction): Promise<void> {
    if (caller.userNo === userNo) return;
    const roles = await (tx ? this.memberships.readRoles(tx, userNo) : this.memberships.rolesOf(userNo));
    this.cover.assertCoversRoles(
      caller,
      roles.filter(({ orgId }) => orgId === null),
    );
  }

  /** Numbers of the people in an organization that the caller may not deactivate: the same rule for all of them at once. */
  async outOfReach(caller: Principal, organization: Organization): Promise<Set<number>> {
    const stronger = [...(await this.memberships.serviceRolesIn(organization))].filter(
      ([userNo, roles]) => userNo !== caller.userNo && !coversRoles(caller.memberships, roles),
    );
    return new Set(stronger.map(([userNo]) => userNo));
  }

  /** Whether the caller has every permission of a user, or is that user. */
  private covers(caller: Principal): Covers {
    return async (query, userNo, roles) =>
      caller.userNo === userNo || coversRoles(caller.memberships, roles ?? (await this.memberships.readRoles(query, userNo)));
  }
}

function signInNames({ userName, externalId, emails }: PersonValues): string {
  return JSON.stringify([userName, externalId ?? null, ...emails.map(({ value, primary }) => [value, primary ?? false])]);
}
