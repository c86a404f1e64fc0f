// Removes a project. The project, its applications, roles and grants have no effect from then on; their rows are deleted afterwards.
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { Precondition } from '../../../common/database/precondition.js';
import { Removals } from '../../../common/work/removals.service.js';
import { EventLog } from '../../../users/events/events.service.js';
import { ProjectMembers } from '../../../users/roles/memberships/project-members.service.js';
import type { Organization } from '../../../users/organizations/organizations.service.js';
import { ApplicationRemoval } from './application-removal.service.js';
import { ProjectsRepository } from '../projects.repository.js';
import { Projects, type Project } from './projects.service.js';

/** The kind of a project's removal in the table of removals. */
export const REMOVED_PROJECT = 'project';
/** Applications removed in the same unit of work as their project. */
const AT_ONCE = 20;

@Injectable()
export class ProjectRemoval {
  constructor(
    private readonly repository: ProjectsRepository,
    private readonly projects: Projects,
    private readonly applications: ApplicationRemoval,
    private readonly members: ProjectMembers,
    private readonly events: EventLog,
    private readonly database: Database,
    private readonly removals: Removals,
  ) {}

  /**
   * Removes a project with everything in it. From then on people can't sign in to its applications, and their tokens are invalid. @throws
   * DomainError `notFound`
   */
  removeProject({ no: orgNo, id: orgId }: Organization, id: string, editor: string, expected?: Precondition<Project>): Promise<void> {
    return this.database.write('remove project', async (tx) => {
      const { no, name } = await this.projects.lockProject(tx, orgNo, id, expected);
      await this.members.removeScope(tx, { no, orgNo, orgId, projectId: id, within: { projectId: id } }, editor);
      await this.applications.removeSomeOf(tx, no, AT_ONCE, editor);
      await this.repository.markRemoving(tx, no);
      await this.events.appendNext(tx, { type: 'project.removed', orgNo, id, editor, payload: { name } });
      await this.removals.begin(tx, REMOVED_PROJECT, no, editor);
    });
  }
}
