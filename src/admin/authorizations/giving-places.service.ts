// Where roles of a project are given: in the project's own organization, or in an organization that the project is granted to.
import { Injectable } from '@nestjs/common';
import { Projects } from '../../oidc/clients/management/projects.service.js';
import { placeOfGrant, placeOfProject, type GivingPlace } from '../../users/roles/authorizations/authorizations.service.js';
import { ProjectGrants } from '../../users/roles/authorizations/project-grants.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';

export type PlaceKind = 'project' | 'grant';

@Injectable()
export class GivingPlaces {
  constructor(
    private readonly projects: Projects,
    private readonly projectGrants: ProjectGrants,
  ) {}

  /** A project of an organization, or a grant to it. @throws DomainError `notFound` */
  async requirePlace(kind: PlaceKind, organization: Organization, id: string): Promise<GivingPlace> {
    return kind === 'project'
      ? placeOfProject(await this.projects.requireProject(organization.no, id))
      : placeOfGrant(await this.projectGrants.requireOfGrantedOrganization(organization, id));
  }
}
