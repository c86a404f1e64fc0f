import { Injectable } from '@nestjs/common';
import type { Within } from '../../../common/access/permissions.js';
import type { Query } from '../../../common/database/transaction.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import type { Organization } from '../../organizations/organizations.service.js';
import { MembershipsRepository, type ProjectScope } from './memberships.repository.js';

/** Finds the scope of roles: a project of an organization, or a grant that it has. */
@Injectable()
export class ProjectScopes {
  constructor(private readonly repository: MembershipsRepository) {}

  /** @throws DomainError `notFound` */
  async requireScope(organization: Organization, within: Within, query?: Query): Promise<ProjectScope> {
    const scope = await this.repository.findScope(organization.no, within, query);
    if (scope) return scope;
    throw within.grantId === undefined
      ? new DomainError('notFound', 'project.notFound', 'This project does not exist in this organization.')
      : new DomainError('notFound', 'projectGrant.notFound', 'This grant does not exist here.');
  }
}
