// The applications included with the service, in a project of the organization that runs it: administrators sign in to them.
import { Injectable } from '@nestjs/common';
import { ConfigVersion } from '../../../common/database/config-version.js';
import { Database } from '../../../common/database/database.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import { SYSTEM } from '../../../users/events/events.service.js';
import { Organizations } from '../../../users/organizations/organizations.service.js';
import { COMMAND_LINE_CLIENT_ID, COMMAND_LINE_REDIRECT_URI } from '../../protocol/own-clients.js';
import type { OwnApplication } from '../application.js';
import { ApplicationsRepository } from '../applications.repository.js';
import { Applications } from './applications.service.js';
import { Projects } from './projects.service.js';

const PROJECT_NAME = 'Gatehouse';

const OWN_APPLICATIONS: readonly OwnApplication[] = [
  {
    clientId: COMMAND_LINE_CLIENT_ID,
    name: 'Gatehouse command line',
    type: 'native',
    redirectUris: [COMMAND_LINE_REDIRECT_URI],
    grantTypes: ['authorization_code', 'refresh_token'],
    apiAccess: true,
    // It also asks for consent each time, like every native application that can access the APIs (src/oidc/provider/sign-in-policy.ts).
    consentRequired: true,
  },
];

@Injectable()
export class OwnApplications {
  constructor(
    private readonly repository: ApplicationsRepository,
    private readonly applications: Applications,
    private readonly projects: Projects,
    private readonly organizations: Organizations,
    private readonly database: Database,
    private readonly config: ConfigVersion,
  ) {}

  /**
   * Adds the missing applications at every start, so that services upgraded from an earlier version get them too. Administrators can
   * deactivate them.
   */
  async addMissing(): Promise<void> {
    const orgNo = await this.organizations.operatorNo();
    if (orgNo === undefined || (await this.look(this.database.query)).missing.length === 0) return;
    await this.database.write('add own applications', async (tx) => {
      // The row lock lets one process at a time continue.
      await this.config.lock(tx);
      const { missing, projectId } = await this.look(tx);
      if (missing.length === 0) return;
      const project = projectId ?? (await this.addProject(tx, orgNo));
      for (const application of missing) await this.applications.addApplicationIn(tx, orgNo, project, application, SYSTEM);
    });
  }

  private async look(query: Query): Promise<{ missing: OwnApplication[]; projectId: string | undefined }> {
    const missing: OwnApplication[] = [];
    let projectId: string | undefined;
    for (const application of OWN_APPLICATIONS) {
      const found = await this.repository.findApplicationByClientId(application.clientId, query);
      if (found) projectId = found.projectId;
      else missing.push(application);
    }
    return { missing, projectId };
  }

  private async addProject(tx: Transaction, orgNo: number): Promise<string> {
    return (await this.projects.createProjectIn(tx, orgNo, { name: PROJECT_NAME }, SYSTEM)).id;
  }
}
