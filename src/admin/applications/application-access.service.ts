// Who may manage an application with `apiAccess`. A token of such an application acts as the person who signs in, the owner of the whole service
// included, so making one, getting hold of one through its redirect URIs or secrets, and switching one off or on is for its owners.
import { Injectable } from '@nestjs/common';
import { judgeService } from '../../common/access/permissions.js';
import type { Principal } from '../../common/access/principal.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { Applications, type Application } from '../../oidc/clients/management/applications.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';

@Injectable()
export class ApplicationAccess {
  constructor(private readonly applications: Applications) {}

  /** The application, if the caller may manage it. @throws DomainError `notFound`, `forbidden` */
  async requireManaged(caller: Principal, { no }: Organization, projectId: string, applicationId: string): Promise<Application> {
    const application = await this.applications.requireApplication(no, projectId, applicationId);
    this.assertMayManage(caller, application.config);
    return application;
  }

  /** Whether the caller may manage every application of the project. @throws DomainError `notFound`, `forbidden` */
  async assertMayManageProject(caller: Principal, { no }: Organization, projectId: string): Promise<void> {
    this.assertMayManage(caller, { apiAccess: await this.applications.hasApiAccess(no, projectId) });
  }

  /** @param application as it is or as it shall be @throws DomainError `forbidden` */
  assertMayManage(caller: Principal, { apiAccess = false }: { apiAccess?: boolean }): void {
    if (!apiAccess || judgeService(caller.memberships, 'api.grant') === 'allowed') return;
    throw new DomainError('forbidden', 'application.apiAccess', 'Only an IAM_OWNER may manage an application with apiAccess.', 'apiAccess');
  }
}
