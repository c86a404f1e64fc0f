// The end of an application: its tokens, secrets and keys end with it at once; what people had agreed to is deleted afterwards.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../common/database/database.js';
import type { Precondition } from '../../common/primitives/precondition.js';
import { Removals } from '../../common/work/removals.service.js';
import { ApplicationsRepository, type ApplicationName } from './applications.repository.js';
import { Applications, type Application } from './applications.service.js';

/** What a removal of an application is called in the table of removals. */
export const REMOVED_APPLICATION = 'application';

@Injectable()
export class ApplicationRemoval {
  constructor(
    private readonly repository: ApplicationsRepository,
    private readonly applications: Applications,
    private readonly removals: Removals,
  ) {}

  /** Removes an application. Nobody can sign in to it from then on, and its tokens are dead. @throws DomainError `notFound` */
  removeApplication(orgNo: number, projectId: string, id: string, editor: string, expected?: Precondition<Application>): Promise<void> {
    return this.applications.changeApplication('remove application', orgNo, projectId, id, (tx, application) => {
      expected?.(application);
      return this.removeIn(tx, application, editor);
    });
  }

  /** Removes applications of a project, `limit` at most, as part of `tx`. @returns how many there were */
  removeSomeOf(tx: Transaction, projectNo: number, limit: number, editor: string): Promise<number> {
    return this.removeSome(tx, 'project_no', projectNo, limit, editor);
  }

  /** The same of an organization. */
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
