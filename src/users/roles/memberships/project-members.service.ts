// Member roles in one project (`PROJECT_OWNER`), or in one grant of a project (`PROJECT_GRANT_OWNER`).
import { Injectable } from '@nestjs/common';
import { judgeService, rolesIn, type Within } from '../../../common/access/permissions.js';
import type { Principal } from '../../../common/access/principal.js';
import { ConfigVersion } from '../../../common/database/config-version.js';
import { Database, DuplicateKeyError } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import { EventLog } from '../../events/events.service.js';
import type { Organization } from '../../organizations/organizations.service.js';
import { UserDirectory } from '../user-directory/user-directory.repository.js';
import { GroupRoles } from './group-roles.service.js';
import type { MemberRole } from './members.service.js';
import { MembershipsRepository, type ProjectScope } from './memberships.repository.js';
import { membersOf, unknownRole, type Member } from './memberships.service.js';
import { PrivilegeCheck } from './privilege-check.service.js';
import { ProjectScopes } from './project-scopes.service.js';
import type { Listed, ListQuery } from '../../../common/primitives/list-query.js';

@Injectable()
export class ProjectMembers {
  constructor(
    private readonly repository: MembershipsRepository,
    private readonly scopes: ProjectScopes,
    private readonly groupRoles: GroupRoles,
    private readonly privileges: PrivilegeCheck,
    private readonly directory: UserDirectory,
    private readonly database: Database,
    private readonly events: EventLog,
    private readonly config: ConfigVersion,
  ) {}

  /** Users with a role there. @throws DomainError `notFound` */
  async listMembers(organization: Organization, within: Within, query: ListQuery): Promise<Listed<Member>> {
    const scope = await this.scopes.requireScope(organization, within);
    return membersOf(this.repository, scope.no, query);
  }

  /**
   * Assigns a role there to a user. Only administrators of the whole service can see users of other organizations.
   * @throws DomainError `forbidden`, `notFound`, `invalid`, `conflict`
   */
  async addMember(organization: Organization, within: Within, { userId, role }: MemberRole, caller: Principal): Promise<void> {
    await this.database.write('add project member', async (tx) => {
      const user = await this.directory.findById(userId, tx);
      const isThere = user !== undefined && (await this.repository.lockUser(tx, user.no));
      await this.config.raise(tx);
      const scope = await this.requireCovered(tx, organization, within, role, caller);
      if (!isThere || (user.orgNo !== organization.no && judgeService(caller.memberships, 'member.write') !== 'allowed'))
        throw new DomainError('notFound', 'user.notFound', 'This user does not exist.');
      await this.repository.insert(tx, user.no, scope.no, role).catch((error: unknown) => {
        if (!(error instanceof DuplicateKeyError)) throw error;
        throw new DomainError('conflict', 'membership.exists', 'The user already has this role.', 'role');
      });
      await this.append(tx, 'project.member.added', scope, { userId, role }, caller.userId);
    });
  }

  /** Removes a role there, effective with the next request. @throws DomainError `forbidden`, `notFound` */
  async removeMember(organization: Organization, within: Within, { userId, role }: MemberRole, caller: Principal): Promise<void> {
    await this.database.write('remove project member', async (tx) => {
      await this.config.raise(tx);
      const scope = await this.requireCovered(tx, organization, within, role, caller);
      const user = await this.directory.findById(userId, tx);
      if (!user || !(await this.repository.delete(tx, user.no, scope.no, role)))
        throw new DomainError('notFound', 'membership.notFound', 'The user does not have this role.');
      await this.append(tx, 'project.member.removed', scope, { userId, role }, caller.userId);
    });
  }

  /**
   * Removes every role, of users and of groups, in a project or grant that is being removed, as part of `tx`. The unit must have raised the config
   * version.
   */
  async removeScope(tx: Transaction, scope: ProjectScope, editor: string): Promise<void> {
    const held = await this.repository.holdersIn(tx, scope.no);
    await this.repository.deleteByScope(tx, scope.no);
    for (const member of held) await this.append(tx, 'project.member.removed', scope, member, editor);
    await this.groupRoles.removeScope(tx, scope, editor);
  }

  private async requireCovered(
    tx: Transaction,
    organization: Organization,
    within: Within,
    role: string,
    caller: Principal,
  ): Promise<ProjectScope> {
    const scope = await this.scopes.requireScope(organization, within, tx);
    const known = Object.keys(rolesIn({ orgId: scope.orgId, ...scope.within }));
    if (!known.includes(role)) throw unknownRole(role, known);
    this.privileges.assertCoversRoles(caller, [{ role, orgId: scope.orgId, ...scope.within }]);
    return scope;
  }

  private append(
    tx: Transaction,
    type: 'project.member.added' | 'project.member.removed',
    { orgNo, projectId, within: { grantId } }: ProjectScope,
    member: MemberRole,
    editor: string,
  ): Promise<void> {
    const payload = { ...member, ...(grantId !== undefined && { grantId }) };
    return this.events.append(tx, { type, orgNo, aggregate: { id: projectId, sequence: 1 }, subjectId: member.userId, editor, payload });
  }
}
