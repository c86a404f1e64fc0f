// Member roles of groups: all members of a group have its roles, also members of nested groups. Never roles in the whole service.
import { Injectable } from '@nestjs/common';
import { rolesIn, type Membership, type Within } from '../../../common/access/permissions.js';
import type { Principal } from '../../../common/access/principal.js';
import { ConfigVersion } from '../../../common/database/config-version.js';
import { Database, DuplicateKeyError } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import { EventLog, type NewEvent } from '../../events/events.service.js';
import type { Organization } from '../../organizations/organizations.service.js';
import { GroupRolesRepository, type RoleGroup } from './group-roles.repository.js';
import type { ProjectScope } from './memberships.repository.js';
import { unknownRole } from './memberships.service.js';
import { PrivilegeCheck } from './privilege-check.service.js';
import { ProjectScopes } from './project-scopes.service.js';

/** A role in an organization, or in one project or grant of it. */
export interface ScopedRole extends Within {
  role: string;
}

@Injectable()
export class GroupRoles {
  constructor(
    private readonly repository: GroupRolesRepository,
    private readonly scopes: ProjectScopes,
    private readonly privileges: PrivilegeCheck,
    private readonly database: Database,
    private readonly events: EventLog,
    private readonly config: ConfigVersion,
  ) {}

  /** The roles assigned to a group itself. @throws DomainError `notFound` */
  async listRoles(organization: Organization, groupId: string): Promise<Membership[]> {
    const group = await this.requireGroup(organization, groupId);
    return (await this.repository.rolesOfGroups(organization.no, [group.no])).map(({ membership }) => membership);
  }

  /** Takes effect with the next request of each member. @throws DomainError `forbidden`, `notFound`, `invalid`, `conflict` */
  async addRole(organization: Organization, groupId: string, { role, ...within }: ScopedRole, caller: Principal): Promise<void> {
    await this.database.write('add group role', async (tx) => {
      await this.config.raise(tx);
      const group = await this.requireGroup(organization, groupId, tx);
      const scopeNo = await this.requireCovered(tx, organization, role, within, caller);
      await this.repository.insertRole(tx, group, scopeNo, role).catch((error: unknown) => {
        if (!(error instanceof DuplicateKeyError)) throw error;
        throw new DomainError('conflict', 'groupRole.exists', 'The group already has this role.', 'role');
      });
      await this.events.append(tx, groupEvent('group.role.added', group, { role, ...within }, caller.userId));
    });
  }

  /** Takes effect with the next request of each member. @throws DomainError `forbidden`, `notFound` */
  async removeRole(organization: Organization, groupId: string, { role, ...within }: ScopedRole, caller: Principal): Promise<void> {
    await this.database.write('remove group role', async (tx) => {
      await this.config.raise(tx);
      const group = await this.requireGroup(organization, groupId, tx);
      const scopeNo = await this.requireCovered(tx, organization, role, within, caller);
      if (!(await this.repository.deleteRole(tx, group.no, scopeNo, role)))
        throw new DomainError('notFound', 'groupRole.notFound', 'The group does not have this role.');
      await this.events.append(tx, groupEvent('group.role.removed', group, { role, ...within }, caller.userId));
    });
  }

  /** Removes every role of a group that is being removed, with an event for each, as part of `tx`. */
  async removeOfGroup(tx: Transaction, group: RoleGroup, editor: string): Promise<void> {
    const held = await this.repository.rolesOfGroups(group.orgNo, [group.no], tx);
    if (held.length === 0) return;
    await this.config.raise(tx);
    await this.repository.deleteRoles(tx, group.no);
    await this.events.appendAll(
      tx,
      held.map(({ membership: { orgId: _, ...role } }) => groupEvent('group.role.removed', group, role, editor)),
    );
  }

  /** The same for every role in a project or grant that is being removed; the unit has raised the config version. */
  async removeScope(tx: Transaction, scope: ProjectScope, editor: string): Promise<void> {
    const held = await this.repository.holdersIn(tx, scope.no);
    await this.repository.deleteByScope(tx, scope.no);
    await this.events.appendAll(
      tx,
      held.map(({ group, role }) => groupEvent('group.role.removed', group, { role, ...scope.within }, editor)),
    );
  }

  private async requireGroup(organization: Organization, id: string, tx?: Transaction): Promise<RoleGroup> {
    const group = await this.repository.findGroup(organization.no, id, tx, tx?.forUpdate);
    if (group) return group;
    throw new DomainError('notFound', 'group.notFound', 'This group does not exist in this organization.');
  }

  /** @returns the number of the scope, as in `group_roles.scope_no` */
  private async requireCovered(
    tx: Transaction,
    organization: Organization,
    role: string,
    within: Within,
    caller: Principal,
  ): Promise<number> {
    const isOrganization = within.projectId === undefined && within.grantId === undefined;
    const scopeNo = isOrganization ? organization.no : (await this.scopes.requireScope(organization, within, tx)).no;
    const known = Object.keys(rolesIn({ orgId: organization.id, ...within }));
    if (!known.includes(role)) throw unknownRole(role, known);
    this.privileges.assertCoversRoles(caller, [{ role, orgId: organization.id, ...within }]);
    return scopeNo;
  }
}

/** Roles do not raise the group's version: it tells directories of changes, and they can't see roles. */
function groupEvent(type: 'group.role.added' | 'group.role.removed', group: RoleGroup, role: ScopedRole, editor: string): NewEvent {
  return { type, orgNo: group.orgNo, aggregate: { id: group.id, sequence: group.version }, editor, payload: { ...role } };
}
