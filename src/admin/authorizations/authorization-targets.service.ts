// Where roles of a project are given: in the project's own organization, or in an organization that the project is granted to.
import { Injectable } from '@nestjs/common';
import { Projects } from '../../oidc/clients/management/projects.service.js';
import { targetOfGrant, targetOfProject, type AuthorizationTarget } from '../../users/roles/authorizations/authorizations.service.js';
import { ProjectGrants } from '../../users/roles/authorizations/project-grants.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';

export type TargetKind = 'project' | 'grant';

@Injectable()
export class AuthorizationTargets {
  constructor(
    private readonly projects: Projects,
    private readonly projectGrants: ProjectGrants,
  ) {}

  /** A project of an organization, or a grant to it. @throws DomainError `notFound` */
  async requirePlace(kind: TargetKind, organization: Organization, id: string): Promise<AuthorizationTarget> {
    return kind === 'project'
      ? targetOfProject(await this.projects.requireProject(organization.no, id))
      : targetOfGrant(await this.projectGrants.requireOfGrantedOrganization(organization, id));
  }
}
