// Nobody gets at a stronger account through a weaker one (takeover): who gives, or takes over, a credential or a role must hold as much.
import { Injectable } from '@nestjs/common';
import type { Membership } from '../../common/access/permissions.js';
import { coversPermission, ORGANIZATION_ROLES, SERVICE_ROLES } from '../../common/access/permissions.js';
import type { Principal } from '../../common/access/principal.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { Memberships } from './memberships.service.js';

@Injectable()
export class PrivilegeCheck {
  constructor(private readonly memberships: Memberships) {}

  /** @throws DomainError `forbidden` unless the caller may do everything the user may do. */
  async assertCovers(caller: Principal, userNo: number): Promise<void> {
    if (caller.userNo === userNo) return;
    this.assertCoversRoles(caller, await this.memberships.of(userNo));
  }

  /** @throws DomainError `forbidden` unless the caller may do everything these roles allow. */
  assertCoversRoles(caller: Principal, roles: readonly Membership[]): void {
    if (coversRoles(caller, roles)) return;
    throw new DomainError('forbidden', 'access.strongerUser', 'This user holds permissions that the caller does not have.');
  }
}

/** Whether the caller may do everything these roles allow. */
function coversRoles(caller: Principal, roles: readonly Membership[]): boolean {
  return roles.every((role) => permissionsOf(role).every((permission) => holds(caller.memberships, permission, role.orgId)));
}

function permissionsOf({ role, orgId }: Membership): readonly string[] {
  const table: Readonly<Record<string, readonly string[]>> = orgId === null ? SERVICE_ROLES : ORGANIZATION_ROLES;
  return table[role] ?? [];
}

/** Whether some membership gives `permission` in the scope `orgId` (null: the whole service). */
function holds(memberships: readonly Membership[], permission: string, orgId: string | null): boolean {
  return memberships.some(
    (membership) =>
      (membership.orgId === null || membership.orgId === orgId) &&
      permissionsOf(membership).some((held) => coversPermission(held, permission)),
  );
}
