// Which users may do what in a project, and why: those who manage it by a member role, and those with roles of the project itself.
import { Injectable } from '@nestjs/common';
import { judgeOrganization } from '../../../common/access/permissions.js';
import type { Principal } from '../../../common/access/principal.js';
import type { Listed, ListQuery } from '../../../common/primitives/list-query.js';
import { ProjectScopes } from '../memberships/project-scopes.service.js';
import { RoleHolders, type RoleHolder } from '../memberships/role-holders.service.js';
import { Organizations, type Organization } from '../../organizations/organizations.service.js';
import { ProjectRoleHoldersRepository, type HeldProjectRoleRow } from './project-role-holders.repository.js';

/** A role of the project that a user has, and why. */
export interface ReasonedProjectRole extends Omit<HeldProjectRoleRow, 'userNo' | 'orgNo'> {
  via: 'direct' | 'group';
  /** The organization that assigned it: the project's own, or one with a grant. */
  orgId: string;
}

export interface ProjectRoleHolder extends RoleHolder {
  projectRoles: ReasonedProjectRole[];
}

@Injectable()
export class ProjectRoleHolders {
  constructor(
    private readonly roleHolders: RoleHolders,
    private readonly repository: ProjectRoleHoldersRepository,
    private readonly projectScopes: ProjectScopes,
    private readonly organizations: Organizations,
  ) {}

  /**
   * All users with a role of either kind, ordered by user. Users of organizations with a grant are shown only by id, without the group.
   * @throws DomainError `notFound` for an unknown project
   */
  async list(organization: Organization, projectId: string, caller: Principal, query: ListQuery): Promise<Listed<ProjectRoleHolder>> {
    const project = await this.projectScopes.requireScope(organization, { projectId });
    const mayRead = judgeOrganization(caller.memberships, 'authorization.read', organization.id, { projectId }) === 'allowed';
    const further = mayRead ? this.repository.holders.bind(this.repository, project.no) : undefined;
    const listed = await this.roleHolders.list(organization, projectId, caller, query, further);
    const roles = mayRead ? await this.rolesOf(project.no, listed.entries) : [];
    const entries = await Promise.all(
      listed.entries.map(async (holder) => ({
        ...holder,
        projectRoles: await Promise.all(
          roles.filter(({ userNo }) => userNo === holder.no).map((role) => this.reasoned(role, holder.orgNo === organization.no)),
        ),
      })),
    );
    return { ...listed, entries };
  }

  /** Groups belong to the organization of their members. */
  private async rolesOf(projectNo: number, holders: readonly RoleHolder[]): Promise<HeldProjectRoleRow[]> {
    const found: HeldProjectRoleRow[] = [];
    for (const orgNo of new Set(holders.map((holder) => holder.orgNo))) {
      const userNos = holders.filter((holder) => holder.orgNo === orgNo).map(({ no }) => no);
      found.push(...(await this.repository.rolesOf(projectNo, orgNo, userNos)));
    }
    return found;
  }

  private async reasoned({ userNo: _, orgNo, group, ...role }: HeldProjectRoleRow, isOwn: boolean): Promise<ReasonedProjectRole> {
    const orgId = (await this.organizations.byNo(orgNo))?.id ?? '';
    return { ...role, orgId, via: group ? 'group' : 'direct', ...(group && isOwn && { group }) };
  }
}
