// Who may manage an application with `apiAccess`. A token of such an application acts as the person who signs in, the owner of the whole service
// included, so making one, getting hold of one through its redirect URIs or secrets, and switching one off or on is for its owners.
import { Injectable } from '@nestjs/common';
import { judgeService } from '../../common/access/permissions.js';
import type { Principal } from '../../common/access/principal.js';
import type { Precondition } from '../../common/database/precondition.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { Applications, type Application, type ApplicationPath } from '../../oidc/clients/management/applications.service.js';
import type { Project } from '../../oidc/clients/management/projects.service.js';

@Injectable()
export class ApplicationAccess {
  constructor(private readonly applications: Applications) {}

  /**
   * The application, for work before a change, such as drawing a picture. The change itself still needs {@link mayManage}.
   * @throws DomainError `notFound`, `forbidden`
   */
  async requireManaged(caller: Principal, { orgNo, projectId, id }: ApplicationPath): Promise<Application> {
    const application = await this.applications.requireApplication(orgNo, projectId, id);
    this.assertMayManage(caller, application.config);
    return application;
  }

  /** The precondition of a change of an application: the caller may manage it. @param more what else must hold */
  mayManage(caller: Principal, more?: Precondition<Application>): Precondition<Application> {
    return (application, tx) => {
      this.assertMayManage(caller, application.config);
      return more?.(application, tx);
    };
  }

  /** The precondition of a change of a project: the caller may manage each of its applications. @param more what else must hold */
  mayManageProject(caller: Principal, more?: Precondition<Project>): Precondition<Project> {
    return async (project, tx) => {
      this.assertMayManage(caller, { apiAccess: await this.applications.hasApiAccess(project, tx) });
      await more?.(project, tx);
    };
  }

  /** @param application as it is or as it shall be @throws DomainError `forbidden` */
  assertMayManage(caller: Principal, { apiAccess = false }: { apiAccess?: boolean }): void {
    if (!apiAccess || judgeService(caller.memberships, 'api.grant') === 'allowed') return;
    throw new DomainError('forbidden', 'application.apiAccess', 'Only an IAM_OWNER may manage an application with apiAccess.', 'apiAccess');
  }
}
