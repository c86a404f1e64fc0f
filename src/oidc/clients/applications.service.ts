// Projects and their applications: what may be added, and the events it leaves.
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { ConfigVersion } from '../../common/config-version.js';
import { Database, DuplicateKeyError, type Transaction } from '../../common/database/database.js';
import { DomainError } from '../../common/errors.js';
import { newId } from '../../common/ids.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { ClientKeys, type ClientKey, type NewClientKey } from '../../users/credentials/client-keys.js';
import { ClientSecrets } from '../../users/credentials/client-secrets.js';
import { EventLog } from '../../users/events/events.service.js';
import { checkGivenId } from '../../users/given-id.js';
import { ServiceUsers } from '../../users/service-users/service-users.service.js';
import { applicationConfig, type NewApplication } from './application.js';
import { ApplicationsRepository, type Application, type Project } from './applications.repository.js';

export type { Application, Project } from './applications.repository.js';

export interface NewProject {
  name: string;
  id?: string;
}

/** A new application; its secret is shown this once and absent when it does not authenticate by one. */
export interface CreatedApplication {
  application: Application;
  clientSecret?: string;
}

@Injectable()
export class Projects {
  constructor(
    private readonly repository: ApplicationsRepository,
    private readonly serviceUsers: ServiceUsers,
    private readonly database: Database,
    private readonly events: EventLog,
    private readonly config: ConfigVersion,
    private readonly clock: Clock,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  find(orgNo: number, id: string): Promise<Project | undefined> {
    return this.repository.findProject(orgNo, id);
  }

  /** @throws DomainError `notFound` */
  async require(orgNo: number, id: string): Promise<Project> {
    return (await this.repository.findProject(orgNo, id)) ?? refuseUnknownProject();
  }

  list(orgNo: number): Promise<Project[]> {
    return this.repository.listProjects(orgNo);
  }

  /** @throws DomainError `invalid`, or `conflict` when the id is taken */
  async create(orgNo: number, input: NewProject, editor: string): Promise<Project> {
    return this.database.write('create project', (tx) => this.createIn(tx, orgNo, input, editor));
  }

  /** The same as part of a larger unit of work. */
  async createIn(tx: Transaction, orgNo: number, input: NewProject, editor: string): Promise<Project> {
    const id = input.id === undefined ? newId() : checkGivenId(input.id, 'projectId');
    // A project id is an audience: it must mean neither this service's own API nor another client.
    if (id === this.settings.vendor || (await this.isClientId(id))) throw idTaken('A project');
    const project: Project = {
      no: tx.nextNumber(),
      id,
      orgNo,
      name: checkName(input.name),
      state: 'active',
      createdUs: this.clock.nowUs(),
    };
    await this.repository.insertProject(tx, project).catch((error: unknown) => throwConflict(error, 'A project'));
    await this.events.append(tx, { type: 'project.added', orgNo, aggregate: { id, sequence: 1 }, editor, payload: { name: project.name } });
    await this.config.raise(tx);
    return project;
  }

  private async isClientId(id: string): Promise<boolean> {
    return ((await this.repository.findByClientId(id)) ?? (await this.serviceUsers.findByClientId(id))) !== undefined;
  }
}

@Injectable()
export class Applications {
  constructor(
    private readonly repository: ApplicationsRepository,
    private readonly secrets: ClientSecrets,
    private readonly keys: ClientKeys,
    private readonly database: Database,
    private readonly events: EventLog,
    private readonly config: ConfigVersion,
    private readonly clock: Clock,
  ) {}

  find(orgNo: number, id: string): Promise<Application | undefined> {
    return this.repository.find(orgNo, id);
  }

  /** The applications of one project, oldest first. @throws DomainError `notFound` */
  async list(orgNo: number, projectId: string): Promise<Application[]> {
    const project = (await this.repository.findProject(orgNo, projectId)) ?? refuseUnknownProject();
    return this.repository.list(orgNo, project.no);
  }

  /** @throws DomainError `notFound` (project), `invalid`, or `conflict` when the id is taken */
  async create(orgNo: number, projectId: string, input: NewApplication, editor: string): Promise<CreatedApplication> {
    return this.database.write('create application', (tx) => this.createIn(tx, orgNo, projectId, input, editor));
  }

  /** The same as part of a larger unit of work. */
  async createIn(tx: Transaction, orgNo: number, projectId: string, input: NewApplication, editor: string): Promise<CreatedApplication> {
    const project = (await this.repository.findProject(orgNo, projectId, tx)) ?? refuseUnknownProject();
    const application: Application = {
      no: tx.nextNumber(),
      id: input.id === undefined ? newId() : checkGivenId(input.id, 'applicationId'),
      orgNo,
      projectNo: project.no,
      projectId: project.id,
      name: checkName(input.name),
      clientId: newId(),
      state: 'active',
      tokenGeneration: 0,
      config: applicationConfig(input),
      createdUs: this.clock.nowUs(),
    };
    await this.repository.insert(tx, application).catch((error: unknown) => throwConflict(error, 'An application'));
    await this.events.append(tx, {
      type: 'application.added',
      orgNo,
      aggregate: { id: application.id, sequence: 1 },
      editor,
      payload: { name: application.name, clientId: application.clientId, projectId: project.id, type: application.config.type },
    });
    await this.config.raise(tx);
    if (!application.config.authMethod.startsWith('client_secret')) return { application };
    return { application, clientSecret: await this.secrets.create(tx, application.no) };
  }

  /** The public keys of an application, oldest first. */
  listKeys(application: Application): Promise<ClientKey[]> {
    return this.keys.list(application.no);
  }

  /** Registers a public key that the application signs assertions with. @throws DomainError `invalid`, `conflict` */
  async addKey(tx: Transaction, application: Application, key: NewClientKey, editor: string): Promise<ClientKey> {
    const added = await this.keys.add(tx, application.no, key);
    await this.appendKeyEvent(tx, 'application.key.added', application, added.id, editor);
    return added;
  }

  /** @throws DomainError `notFound` */
  async removeKey(tx: Transaction, application: Application, keyId: string, editor: string): Promise<void> {
    await this.keys.remove(tx, application.no, keyId);
    await this.appendKeyEvent(tx, 'application.key.removed', application, keyId, editor);
  }

  private appendKeyEvent(
    tx: Transaction,
    type: 'application.key.added' | 'application.key.removed',
    { id, orgNo }: Application,
    keyId: string,
    editor: string,
  ): Promise<void> {
    return this.events.append(tx, { type, orgNo, aggregate: { id, sequence: 1 }, editor, payload: { keyId } });
  }
}

function checkName(name: string): string {
  const trimmed = name.trim();
  if (trimmed !== '' && trimmed.length <= 200 && !/\p{C}/u.test(trimmed)) return trimmed;
  throw new DomainError('invalid', 'name.invalid', 'The name must have 1 to 200 printable characters.', 'name');
}

function refuseUnknownProject(): never {
  throw new DomainError('notFound', 'project.notFound', 'There is no such project in this organization.');
}

function idTaken(what: string): DomainError {
  return new DomainError('conflict', 'id.taken', `${what} cannot have this id: it is taken.`, 'id');
}

function throwConflict(error: unknown, what: string): never {
  throw error instanceof DuplicateKeyError ? idTaken(what) : error;
}
