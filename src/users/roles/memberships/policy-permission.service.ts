// Who may change policies and give up domains. Refused if it would weaken the protection of people, or lock out people, with permissions that the
// caller does not have.
import { Injectable } from '@nestjs/common';
import { coversRoles, SERVICE_ROLES } from '../../../common/access/permissions.js';
import type { Principal } from '../../../common/access/principal.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import { WHOLE_SERVICE } from '../../organizations/owners.repository.js';
import type { PolicyKind } from '../../organizations/policies/policy-kinds.js';
import type { PolicyTerms } from '../../organizations/policies/policies.service.js';
import { MembershipsRepository, type RolesPage } from './memberships.repository.js';

/** Counting stops here. */
const MOST_COUNTED = 1_000;

const EVERY_SERVICE_ROLE = Object.keys(SERVICE_ROLES).map((role) => ({ role, orgId: null }));

@Injectable()
export class PolicyPermission {
  constructor(private readonly repository: MembershipsRepository) {}

  /**
   * Checks whether a caller may weaken a policy, by the permissions of the people it protects. Roles through groups count only within the
   * organization of the group, where a caller who may change policies has every permission.
   */
  permits(caller: Principal): NonNullable<PolicyTerms<PolicyKind>['permit']> {
    return async (tx, orgNo, fields) => {
      const count = await this.countStronger(tx, orgNo, caller);
      if (count === 0) return;
      throw new DomainError(
        'forbidden',
        'policy.strongerPeople',
        `This would weaken what protects ${peopleIn(count)} with permissions that the caller does not have, or could shut them out: ${fields.join(', ')}.`,
        fields[0],
      );
    };
  }

  /** The same for giving up a verified domain: people sign in by it, and verified marks of their addresses rest on it. */
  permitsDomainLoss(caller: Principal): (tx: Transaction, orgNo: number) => Promise<void> {
    return async (tx, orgNo) => {
      const count = await this.countStronger(tx, orgNo, caller);
      if (count === 0) return;
      throw new DomainError(
        'forbidden',
        'domain.strongerPeople',
        `By this domain ${peopleIn(count)} with permissions that the caller does not have could no longer sign in.`,
        'domain',
      );
    };
  }

  private async countStronger(tx: Transaction, orgNo: number, caller: Principal): Promise<number> {
    if (coversRoles(caller.memberships, EVERY_SERVICE_ROLE)) return 0;
    const stronger = new Set<number>();
    const few = orgNo === WHOLE_SERVICE ? undefined : await this.repository.rolesOfFew(tx, orgNo);
    for (let after: number | undefined = 0; after !== undefined && stronger.size < MOST_COUNTED;) {
      const page: RolesPage = few
        ? { roles: few }
        : await this.repository.rolesOfPeople(tx, orgNo === WHOLE_SERVICE ? undefined : orgNo, after);
      for (const { userNo, membership } of page.roles)
        if (userNo !== caller.userNo && !coversRoles(caller.memberships, [membership])) stronger.add(userNo);
      after = page.next;
    }
    return stronger.size;
  }
}

function peopleIn(count: number): string {
  if (count >= MOST_COUNTED) return `${MOST_COUNTED} people or more`;
  return count === 1 ? '1 person' : `${count} people`;
}
