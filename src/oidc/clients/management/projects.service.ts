// Projects: groups of applications that share an audience, each change with its event.
import { Injectable } from '@nestjs/common';
import { ConfigVersion } from '../../../common/database/config-version.js';
import { Database, DuplicateKeyError } from '../../../common/database/database.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import { Clock } from '../../../common/primitives/clock.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import type { Listed, ListQuery } from '../../../common/primitives/list-query.js';
import type { Precondition } from '../../../common/database/precondition.js';
import type { NameOrigin } from '../../../common/primitives/linked-names.js';
import { newId } from '../../../common/primitives/ids.js';
import { EventLog } from '../../../users/events/events.service.js';
import { assertClientSuppliedId } from '../../../common/identifiers/client-supplied-id.js';
import { idTaken, normalizeName, throwIdTaken, type ClientState } from '../name-and-id.js';
import { ProjectAudiences } from './project-audiences.service.js';
import { ProjectsRepository, type Project, type ProjectSettings } from '../projects.repository.js';

export { PROJECT_LIST, type Project } from '../projects.repository.js';

/** A new project; absent settings are off. */
export interface NewProject extends Partial<ProjectSettings> {
  name: string;
  id?: string;
}

/** The changes; absent members stay. */
export type ProjectChange = Partial<Pick<Project, (typeof CHANGEABLE)[number]>>;

const CHANGEABLE = [
  'name',
  'projectRoleAssertion',
  'projectRoleCheck',
  'hasProjectCheck',
  'applicationsInAudience',
  'resourceUri',
] as const satisfies Array<keyof Project>;

@Injectable()
export class Projects {
  constructor(
    private readonly repository: ProjectsRepository,
    private readonly audiences: ProjectAudiences,
    private readonly database: Database,
    private readonly events: EventLog,
    private readonly config: ConfigVersion,
    private readonly clock: Clock,
  ) {}

  findProject(orgNo: number, id: string, query?: Query): Promise<Project | undefined> {
    return this.repository.findProject(orgNo, id, query);
  }

  /** @throws DomainError `notFound` */
  async requireProject(orgNo: number, id: string, query?: Query): Promise<Project> {
    const project = await this.findProject(orgNo, id, query);
    if (project) return project;
    throw new DomainError('notFound', 'project.notFound', 'This project does not exist in this organization.');
  }

  /** The project at the beginning of a unit of work that changes it or what is in it. @throws DomainError `notFound`, or what `expected` throws */
  async lockProject(tx: Transaction, orgNo: number, id: string, expected?: Precondition<Project>): Promise<Project> {
    await this.config.raise(tx);
    const project = await this.requireProject(orgNo, id, tx);
    await expected?.(project, tx);
    return project;
  }

  /** The number of any project of an organization that is being removed, in any state. */
  anyNumberOf(tx: Transaction, orgNo: number): Promise<number | undefined> {
    return this.repository.anyNumberOf(tx, orgNo);
  }

  listProjects(orgNo: number, query: ListQuery): Promise<Listed<Project>> {
    return this.repository.listProjects(orgNo, query);
  }

  /** @throws DomainError `invalid`, or `conflict` when the id is taken */
  async createProject(orgNo: number, input: NewProject, editor: string): Promise<Project> {
    return this.database.write('create project', (tx) => this.createProjectIn(tx, orgNo, input, editor));
  }

  /** Does the same as part of a larger unit of work. */
  async createProjectIn(tx: Transaction, orgNo: number, input: NewProject, editor: string, origin?: NameOrigin): Promise<Project> {
    const id = input.id === undefined ? newId() : assertClientSuppliedId(input.id, 'projectId');
    // First: its row lock keeps an import from choosing the same client id meanwhile.
    await this.config.raise(tx);
    if (await this.audiences.isTaken(tx, id)) throw idTaken('A project');
    const project: Project = {
      no: tx.nextNumber(),
      id,
      orgNo,
      name: normalizeName(input.name, undefined, origin),
      state: 'active',
      createdUs: this.clock.nowUs(),
      projectRoleAssertion: input.projectRoleAssertion ?? false,
      projectRoleCheck: input.projectRoleCheck ?? false,
      hasProjectCheck: input.hasProjectCheck ?? false,
      applicationsInAudience: input.applicationsInAudience ?? false,
      resourceUri: await this.audiences.resourceUri(orgNo, input.resourceUri ?? ''),
    };
    await this.repository.insertProject(tx, project).catch((error: unknown) => throwTaken(error));
    await this.events.append(tx, { type: 'project.added', orgNo, aggregate: { id, sequence: 1 }, editor, payload: { name: project.name } });
    return project;
  }

  /**
   * Changes the name or the settings. The settings apply to sign-ins from the next request on. @throws DomainError `notFound`, `invalid`
   */
  changeProject(orgNo: number, id: string, change: ProjectChange, editor: string, expected?: Precondition<Project>): Promise<Project> {
    return this.database.write('change project', async (tx) => {
      const before = await this.lockProject(tx, orgNo, id, expected);
      const wished = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      const after: Project = { ...before, ...wished, name: normalizeName(change.name ?? before.name, before.name) };
      if (after.resourceUri !== before.resourceUri) after.resourceUri = await this.audiences.resourceUri(orgNo, after.resourceUri);
      const changed = CHANGEABLE.filter((member) => before[member] !== after[member]);
      if (changed.length === 0) return before;
      await this.repository.updateProject(tx, after).catch((error: unknown) => throwTaken(error));
      await this.events.appendNext(tx, { type: 'project.changed', orgNo, id, editor, payload: { changed } });
      return after;
    });
  }

  /**
   * Deactivates or reactivates; no effect if the project is already in that state.
   * A deactivation ends every token of its applications permanently.
   * @throws DomainError `notFound`
   */
  setProjectState(orgNo: number, id: string, state: ClientState, editor: string, expected?: Precondition<Project>): Promise<Project> {
    return this.database.write('set project state', async (tx) => {
      const project = await this.lockProject(tx, orgNo, id, expected);
      if (project.state === state) return project;
      await this.repository.setProjectState(tx, project.no, state);
      await this.events.appendNext(tx, { type: state === 'active' ? 'project.reactivated' : 'project.deactivated', orgNo, id, editor });
      return { ...project, state };
    });
  }
}

/** @param error thrown by a write. @throws DomainError `conflict` for a duplicate key, otherwise `error` */
function throwTaken(error: unknown): never {
  if (error instanceof DuplicateKeyError && error.index === 'u_projects_resource_uri')
    throw new DomainError('conflict', 'project.resourceUriTaken', 'Another project has this address.', 'resourceUri');
  return throwIdTaken(error, 'A project');
}
