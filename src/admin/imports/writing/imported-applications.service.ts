// Projects and applications that an import brings.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../common/database/transaction.js';
import { ChosenClients } from '../../../oidc/clients/management/chosen-clients.service.js';
import { Projects } from '../../../oidc/clients/management/projects.service.js';
import { PROJECT_FLAGS } from '../../../oidc/clients/projects.repository.js';
import { MAX_RESOURCE_URI } from '../../../oidc/clients/resource-uri.js';
import type { Organization } from '../../../users/organizations/organizations.service.js';
import { applicationConfigOf } from '../records/application-record.js';
import { flagAt, idAt, partAt, textAt } from '../records/entry-members.js';
import type { Members } from '../records/import-record.js';

@Injectable()
export class ImportedApplications {
  constructor(
    private readonly projects: Projects,
    private readonly clients: ChosenClients,
  ) {}

  /** @throws DomainError `invalid`, `conflict` */
  async addProject(tx: Transaction, { no }: Organization, entry: Members, editor: string): Promise<void> {
    const project = partAt(entry, 'project');
    const name = textAt(project, 'name', 'project', 200, true) as string;
    const flags = Object.fromEntries(PROJECT_FLAGS.map((flag) => [flag, flagAt(project, flag, 'project')]));
    const resourceUri = textAt(project, 'resourceUri', 'project', MAX_RESOURCE_URI) ?? '';
    await this.projects.createProjectIn(tx, no, { id: idAt(entry, 'projectId'), name, ...flags, resourceUri }, editor, 'imported');
  }

  /** Without `clientSecret` no secret is made: it would never be shown. An administrator makes one later. @throws DomainError `notFound`, `invalid`, `conflict` */
  async addApplication(tx: Transaction, { no }: Organization, entry: Members, editor: string, kind: 'oidc' | 'api'): Promise<void> {
    const app = partAt(entry, 'app');
    const name = textAt(app, 'name', 'app', 200, true) as string;
    const input = { ...applicationConfigOf(app, kind), id: idAt(entry, 'appId'), name };
    const [clientId, clientSecret] = [textAt(app, 'clientId', 'app', 100), textAt(app, 'clientSecret', 'app', 512)];
    await this.clients.addIn(tx, no, idAt(app, 'projectId'), input, { clientId, clientSecret }, editor);
  }
}
