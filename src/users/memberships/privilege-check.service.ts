// Prevents privilege escalation: whoever gives a role or a credential, or changes an account, must hold every permission of its user.
import { Injectable } from '@nestjs/common';
import { coversRoles, type Membership } from '../../common/access/permissions.js';
import type { Principal } from '../../common/access/principal.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { Memberships } from './memberships.service.js';

@Injectable()
export class PrivilegeCheck {
  constructor(private readonly memberships: Memberships) {}

  /** @throws DomainError `forbidden` unless the caller has every permission of the user */
  async assertCoversUser(caller: Principal, userNo: number): Promise<void> {
    if (caller.userNo === userNo) return;
    this.assertCoversRoles(caller, await this.memberships.rolesOf(userNo));
  }

  /** @throws DomainError `forbidden` unless the caller has every permission of these roles */
  assertCoversRoles(caller: Principal, roles: readonly Membership[]): void {
    if (coversRoles(caller.memberships, roles)) return;
    throw new DomainError('forbidden', 'access.strongerUser', 'This user holds permissions that the caller does not have.');
  }
}
