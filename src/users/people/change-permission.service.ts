// Whom a caller may change, and how far: provisioning must not take over a stronger account, but must still let leavers go.
import { Injectable } from '@nestjs/common';
import { coversRoles } from '../../common/access/permissions.js';
import type { Principal } from '../../common/access/principal.js';
import type { Transaction } from '../../common/database/database.js';
import { Memberships } from '../memberships/memberships.service.js';
import { PrivilegeCheck } from '../memberships/privilege-check.service.js';
import { domainOf, Domains } from '../organizations/domains.service.js';
import type { Organization } from '../organizations/organizations.service.js';
import type { Covers } from './address-claims.service.js';
import type { ChangeTerms } from './people.service.js';
import type { PersonValues } from './person.js';

/** The terms of a caller, whoever is changed. */
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
   * On what terms a caller changes the people of an organization. Addresses in the organization's own domains are always trusted.
   * @param vouches for other addresses too: for those that it adds itself, not for those that somebody had before
   */
  async termsOf(organization: Organization, caller: Principal, vouches = false): Promise<CallerTerms> {
    const owned = await this.domains.ownedBy(organization, caller.configVersion);
    return {
      trusts: (address, isNew) => (owned.has(domainOf(address)) ? 'domain' : vouches && isNew ? 'connection' : undefined),
      permit: this.permits(caller),
      covers: this.covers(caller),
      configVersion: caller.configVersion,
      admission: caller.admission,
      givenBy: caller.userNo,
    };
  }

  /**
   * What signs somebody in (userName, e-mail, password) is changed only by those who may do everything that person may do, and by nobody for
   * oneself. To remove takes the same, because roles, name and address are free for others afterwards. To let in is as to shut out.
   */
  permits(caller: Principal): NonNullable<ChangeTerms['permit']> {
    return async (tx, before, after, newPassword = false) => {
      const takesOver = after !== undefined && (newPassword || signInNames(before) !== signInNames(after));
      if (takesOver) return this.cover.assertMayTakeOver(tx, caller, before.no);
      if (after === undefined) return this.cover.assertCoversUserIn(tx, caller, before.no);
      if (before.active !== after.active) await this.assertMayShutOut(caller, before.no, tx);
    };
  }

  /**
   * To shut out holders of roles in the whole service takes everything that they may do; everybody else can be let go (the last owner of an
   * organization stays by another rule).
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

  /** The numbers of those in an organization whom a caller may not shut out; the same rule for all of them at once. */
  async outOfReach(caller: Principal, organization: Organization): Promise<Set<number>> {
    const stronger = [...(await this.memberships.serviceRolesIn(organization))].filter(
      ([userNo, roles]) => userNo !== caller.userNo && !coversRoles(caller.memberships, roles),
    );
    return new Set(stronger.map(([userNo]) => userNo));
  }

  /** Whether the caller may do everything that a user may do, or is that user. */
  private covers(caller: Principal): Covers {
    return async (query, userNo, roles) =>
      caller.userNo === userNo || coversRoles(caller.memberships, roles ?? (await this.memberships.readRoles(query, userNo)));
  }
}

function signInNames({ userName, emails }: PersonValues): string {
  return JSON.stringify([userName, ...emails.map(({ value, primary }) => [value, primary ?? false])]);
}
