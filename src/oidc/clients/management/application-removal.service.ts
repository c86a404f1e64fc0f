// Removes an application. Its tokens, secrets and keys end at once; people's consents are deleted afterwards.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../common/database/transaction.js';
import type { Precondition } from '../../../common/database/precondition.js';
import { Removals } from '../../../common/work/removals.service.js';
import { ApplicationsRepository, type ApplicationName } from '../applications.repository.js';
import { Applications, type Application } from './applications.service.js';

/** The kind of an application's removal in the table of removals. */
export const REMOVED_APPLICATION = 'application';

@Injectable()
export class ApplicationRemoval {
  constructor(
    private readonly repository: ApplicationsRepository,
    private readonly applications: Applications,
    private readonly removals: Removals,
  ) {}

  /** Removes an application. From then on people can't sign in to it, and its tokens are invalid. @throws DomainError `notFound` */
  removeApplication(orgNo: number, projectId: string, id: string, editor: string, expected?: Precondition<Application>): Promise<void> {
    return this.applications.changeApplication('remove application', { orgNo, projectId, id }, expected, (tx, application) =>
      this.removeIn(tx, application, editor),
    );
  }

  /** Does the same as part of a larger unit of work, which has raised the config version. */
  async removeApplicationIn(tx: Transaction, orgNo: number, projectId: string, id: string, editor: string): Promise<void> {
    await this.removeIn(tx, await this.applications.requireApplication(orgNo, projectId, id, tx), editor);
  }

  /** Removes applications of a project, at most `limit`, as part of `tx`. @returns the number removed */
  removeSomeOf(tx: Transaction, projectNo: number, limit: number, editor: string): Promise<number> {
    return this.removeSome(tx, 'project_no', projectNo, limit, editor);
  }

  /** Does the same for an organization. */
  removeSomeOfOrganization(tx: Transaction, orgNo: number, limit: number, editor: string): Promise<number> {
    return this.removeSome(tx, 'org_no', orgNo, limit, editor);
  }

  private async removeSome(tx: Transaction, owner: 'project_no' | 'org_no', no: number, limit: number, editor: string): Promise<number> {
    const some = await this.repository.listSomeOf(tx, owner, no, limit);
    for (const application of some) await this.removeIn(tx, application, editor);
    return some.length;
  }

  private async removeIn(tx: Transaction, application: ApplicationName, editor: string): Promise<void> {
    await this.applications.appendEvent(tx, application, editor, 'application.removed', {
      name: application.name,
      clientId: application.clientId,
    });
    await this.repository.removeApplication(tx, application.no);
    await this.removals.begin(tx, REMOVED_APPLICATION, application.no, editor);
  }
}
