// Prevents privilege escalation: a caller who assigns a role or a credential, or changes an account, must have every permission of its user.
import { Injectable } from '@nestjs/common';
import { coversRoles, judgeOrganization, type Membership } from '../../../common/access/permissions.js';
import type { Principal } from '../../../common/access/principal.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import { GroupGraph } from '../group-graph/group-graph.repository.js';
import { GroupRolesRepository } from './group-roles.repository.js';
import { Memberships } from './memberships.service.js';

@Injectable()
export class PrivilegeCheck {
  constructor(
    private readonly memberships: Memberships,
    private readonly groupGraph: GroupGraph,
    private readonly groupRoles: GroupRolesRepository,
  ) {}

  /** @param tx the unit of work of a change @throws DomainError `forbidden` unless the caller has every permission of the user */
  async assertCoversUser(caller: Principal, userNo: number, tx?: Transaction): Promise<void> {
    if (caller.userNo === userNo) return;
    this.assertCoversRoles(caller, await (tx ? this.memberships.readRoles(tx, userNo) : this.memberships.rolesOf(userNo)));
  }

  /**
   * Whether the caller may change a person's sign-in data, which needs every permission of the person. Callers can't do that for themselves through
   * the API, because a stolen session has access to it. They use the account page, which asks for a fresh check.
   * @throws DomainError `forbidden`
   */
  async assertMayTakeOver(tx: Transaction, caller: Principal, userNo: number): Promise<void> {
    assertNotOneself(caller, userNo);
    await this.assertCoversUser(caller, userNo, tx);
  }

  /** @throws DomainError `forbidden` unless the caller has every permission of these roles */
  assertCoversRoles(caller: Pick<Principal, 'memberships'>, roles: readonly Membership[]): void {
    if (coversRoles(caller.memberships, roles)) return;
    throw new DomainError('forbidden', 'access.strongerUser', 'This user holds permissions that the caller does not have.');
  }

  /**
   * Whether the caller may add or remove members of these groups of one organization. The caller needs every permission of the member roles of the
   * groups and their ancestors. Wherever roles of projects are assigned to them, `authorization.write` is needed as well.
   * @throws DomainError `forbidden`
   */
  async assertCoversGroups(
    query: Query,
    caller: Pick<Principal, 'memberships'>,
    orgNo: number,
    groupNos: readonly number[],
  ): Promise<void> {
    const carrying = await this.groupGraph.withAncestors(orgNo, groupNos, query);
    const roles = (await this.groupRoles.rolesOfGroups(orgNo, carrying, query)).map(({ membership }) => membership);
    const scopes = await this.groupRoles.authorizationScopes(carrying, query);
    const covers =
      coversRoles(caller.memberships, roles) &&
      scopes.every(({ orgId, ...within }) => judgeOrganization(caller.memberships, 'authorization.write', orgId, within) === 'allowed');
    if (covers) return;
    throw new DomainError('forbidden', 'access.strongerGroup', 'This group carries roles that the caller may not give.');
  }
}

/** @throws DomainError `forbidden` */
function assertNotOneself(caller: Principal, userNo: number): void {
  if (caller.userNo !== userNo) return;
  const text =
    'Users cannot change their own sign-in by the API: the primary e-mail address, the password and factors are changed at /account, anything else by another administrator.';
  throw new DomainError('forbidden', 'access.ownAccount', text);
}
