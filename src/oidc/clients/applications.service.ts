// Projects and their applications: what may be added, and the events it leaves.
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../common/primitives/clock.js';
import { ConfigVersion } from '../../common/database/config-version.js';
import { Database, DuplicateKeyError, type Query, type Transaction } from '../../common/database/database.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { newId } from '../../common/primitives/ids.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { ClientKeys, type ClientKey, type NewClientKey } from '../../users/credentials/client-keys.service.js';
import { ClientSecrets, type ClientSecret } from '../../users/credentials/client-secrets.service.js';
import { EventLog, type NewEvent } from '../../users/events/events.service.js';
import { assertClientSuppliedId } from '../../users/identifiers/client-supplied-id.js';
import { ServiceUsers } from '../../users/service-users/service-users.service.js';
import {
  applicationConfig,
  assertPublicBackchannelUri,
  hasSecrets,
  SERVED_ORGANIZATIONS,
  type ApplicationChange,
  type ApplicationConfig,
  type ApplicationReplacement,
  type NewApplication,
} from './application.js';
import { ApplicationsRepository, type Application, type ClientState, type Project } from './applications.repository.js';

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
    const id = input.id === undefined ? newId() : assertClientSuppliedId(input.id, 'projectId');
    // A project id is an audience: it must not be that of this service's own API or of another client.
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

  /**
   * Deactivates or reactivates; no effect if that is already the state.
   * A deactivation ends every token of its applications for good.
   * @throws DomainError `notFound`
   */
  setState(orgNo: number, id: string, state: ClientState, editor: string): Promise<Project> {
    return this.database.write('set project state', async (tx) => {
      await this.config.raise(tx);
      const project = (await this.repository.findProject(orgNo, id, tx)) ?? refuseUnknownProject();
      if (project.state === state) return project;
      await this.repository.setProjectState(tx, project.no, state);
      await this.events.appendNext(tx, { type: state === 'active' ? 'project.reactivated' : 'project.deactivated', orgNo, id, editor });
      return { ...project, state };
    });
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
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /** @throws DomainError `notFound` */
  async require(orgNo: number, projectId: string, id: string, query?: Query): Promise<Application> {
    return (await this.repository.findApplication(orgNo, projectId, id, query)) ?? refuseUnknownApplication();
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
    const application = await this.addIn(tx, orgNo, projectId, input, editor);
    if (!hasSecrets(application.config)) return { application };
    return { application, clientSecret: (await this.secrets.create(tx, application.no)).secret };
  }

  /** The same without a secret; one is made when somebody is there to see it. */
  async addIn(tx: Transaction, orgNo: number, projectId: string, input: NewApplication, editor: string): Promise<Application> {
    const project = (await this.repository.findProject(orgNo, projectId, tx)) ?? refuseUnknownProject();
    const application: Application = {
      no: tx.nextNumber(),
      id: input.id === undefined ? newId() : assertClientSuppliedId(input.id, 'applicationId'),
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
    this.assertDeliverable(application.config);
    await this.repository.insert(tx, application).catch((error: unknown) => throwConflict(error, 'An application'));
    await this.events.append(tx, {
      type: 'application.added',
      orgNo,
      aggregate: { id: application.id, sequence: 1 },
      editor,
      payload: { name: application.name, clientId: application.clientId, projectId: project.id, type: application.config.type },
    });
    await this.config.raise(tx);
    return application;
  }

  /**
   * Changes what `change` names, null back to its default; the rest stays. An application that proves itself otherwise from now on loses
   * its secrets; one that may no longer call this service's own API, or serves the people of fewer organizations, loses the
   * tokens it has.
   * @throws DomainError `notFound`, `invalid`
   */
  update(orgNo: number, projectId: string, id: string, change: ApplicationChange, editor: string): Promise<Application> {
    return this.setConfig(orgNo, projectId, id, (before) => ({ ...before.config, name: before.name, ...defined(change) }), editor);
  }

  /** The same for every member at once: what `replacement` does not name gets its default. @throws DomainError `notFound`, `invalid` */
  replace(orgNo: number, projectId: string, id: string, replacement: ApplicationReplacement, editor: string): Promise<Application> {
    return this.setConfig(orgNo, projectId, id, () => replacement, editor);
  }

  private setConfig(
    orgNo: number,
    projectId: string,
    id: string,
    wish: (before: Application) => ApplicationReplacement,
    editor: string,
  ): Promise<Application> {
    return this.change('update application', orgNo, projectId, id, async (tx, before) => {
      const after = changed(before, wish(before));
      const names = changedNames(before, after);
      if (names.length === 0) return before;
      if (names.includes('backchannelLogoutUri')) this.assertDeliverable(after.config);
      await this.repository.update(tx, after);
      if (!hasSecrets(after.config)) await this.secrets.removeAll(tx, after.no);
      await this.append(tx, after, editor, 'application.config.changed', { changed: names });
      return after;
    });
  }

  /** Deactivates or reactivates; tokens from before a deactivation stay dead. @throws DomainError `notFound` */
  setState(orgNo: number, projectId: string, id: string, state: ClientState, editor: string): Promise<Application> {
    return this.change('set application state', orgNo, projectId, id, async (tx, before) => {
      if (before.state === state) return before;
      const after = { ...before, state, tokenGeneration: before.tokenGeneration + Number(state === 'inactive') };
      await this.repository.update(tx, after);
      await this.append(tx, after, editor, state === 'active' ? 'application.reactivated' : 'application.deactivated');
      return after;
    });
  }

  /** An application's secrets, oldest first. @throws DomainError `notFound` */
  async listSecrets(orgNo: number, projectId: string, id: string): Promise<ClientSecret[]> {
    return this.secrets.list((await this.require(orgNo, projectId, id)).no);
  }

  /** Makes one more secret; the ones before stay valid. @throws DomainError `notFound`, `invalid`, `precondition` */
  addSecret(
    orgNo: number,
    projectId: string,
    id: string,
    expiresUs: number | null,
    editor: string,
  ): Promise<{ clientId: string; clientSecret: string; secretId: string }> {
    return this.change('add application secret', orgNo, projectId, id, async (tx, application) => {
      if (!hasSecrets(application.config))
        throw new DomainError('precondition', 'application.noSecrets', 'This application does not authenticate with a secret.');
      const { id: secretId, secret } = await this.secrets.create(tx, application.no, expiresUs);
      await this.append(tx, application, editor, 'application.secret.set', { secretId });
      return { clientId: application.clientId, clientSecret: secret, secretId };
    });
  }

  /** @param expiresUs null for never @throws DomainError `notFound`, `invalid` */
  setSecretExpiry(orgNo: number, projectId: string, id: string, secretId: string, expiresUs: number | null, editor: string): Promise<void> {
    return this.change('set end of application secret', orgNo, projectId, id, async (tx, application) => {
      await this.secrets.setExpiry(tx, application.no, secretId, expiresUs);
      await this.append(tx, application, editor, 'application.secret.changed', { secretId });
    });
  }

  /** Ends a secret at once. @throws DomainError `notFound` */
  removeSecret(orgNo: number, projectId: string, id: string, secretId: string, editor: string): Promise<void> {
    return this.change('remove application secret', orgNo, projectId, id, async (tx, application) => {
      await this.secrets.remove(tx, application.no, secretId);
      await this.append(tx, application, editor, 'application.secret.removed', { secretId });
    });
  }

  /** The public keys of an application, oldest first. */
  listKeys(application: Application): Promise<ClientKey[]> {
    return this.keys.list(application.no);
  }

  /** Registers a public key that the application signs assertions with. @throws DomainError `invalid`, `conflict` */
  addKey(application: Application, key: NewClientKey, editor: string): Promise<ClientKey> {
    return this.database.write('add client key', (tx) => this.addKeyIn(tx, application, key, editor));
  }

  /** The same as part of a larger unit of work. */
  async addKeyIn(tx: Transaction, application: Application, key: NewClientKey, editor: string): Promise<ClientKey> {
    const added = await this.keys.add(tx, application.no, key);
    await this.append(tx, application, editor, 'application.key.added', { keyId: added.id });
    return added;
  }

  /** @throws DomainError `notFound` */
  async removeKey(application: Application, keyId: string, editor: string): Promise<void> {
    await this.database.write('remove client key', async (tx) => {
      await this.keys.remove(tx, application.no, keyId);
      await this.append(tx, application, editor, 'application.key.removed', { keyId });
    });
  }

  /** One unit of work about one application. The config version comes first: its row lock lets one change at a time look and act. */
  private change<T>(
    name: string,
    orgNo: number,
    projectId: string,
    id: string,
    work: (tx: Transaction, application: Application) => Promise<T>,
  ): Promise<T> {
    return this.database.write(name, async (tx) => {
      await this.config.raise(tx);
      return work(tx, (await this.repository.findApplication(orgNo, projectId, id, tx)) ?? refuseUnknownApplication());
    });
  }

  private assertDeliverable(config: ApplicationConfig): void {
    if (!this.settings.backchannelAllowPrivate) assertPublicBackchannelUri(config);
  }

  private append(
    tx: Transaction,
    { id, orgNo }: Application,
    editor: string,
    type: NewEvent['type'],
    payload: Record<string, unknown> = {},
  ): Promise<void> {
    return this.events.appendNext(tx, { type, orgNo, id, editor, payload });
  }
}

/** An application with other values. @throws DomainError `invalid` */
function changed(before: Application, wished: ApplicationReplacement): Application {
  const name = checkName(wished.name);
  const config = applicationConfig(
    Object.fromEntries(Object.entries(wished).filter(([, value]) => value !== null)) as unknown as NewApplication,
  );
  const losesTokens = (before.config.apiAccess && !config.apiAccess) || servesFewer(before.config, config);
  return { ...before, name, config, tokenGeneration: before.tokenGeneration + Number(losesTokens) };
}

/** Whether people may be shut out by a change; what they were given would live on otherwise. */
function servesFewer(before: ApplicationConfig, after: ApplicationConfig): boolean {
  return SERVED_ORGANIZATIONS.indexOf(after.servedOrganizations) > SERVED_ORGANIZATIONS.indexOf(before.servedOrganizations);
}

/** Without what a body did not name. */
function defined(change: ApplicationChange): ApplicationChange {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

function changedNames(before: Application, after: Application): string[] {
  const names = Object.keys({ ...before.config, ...after.config }) as Array<keyof ApplicationConfig>;
  const different = names.filter((name) => JSON.stringify(before.config[name]) !== JSON.stringify(after.config[name]));
  return [...(before.name === after.name ? [] : ['name']), ...different];
}

function checkName(name: string): string {
  const trimmed = name.trim();
  if (trimmed !== '' && trimmed.length <= 200 && !/\p{C}/u.test(trimmed)) return trimmed;
  throw new DomainError('invalid', 'name.invalid', 'The name must have 1 to 200 printable characters.', 'name');
}

function refuseUnknownProject(): never {
  throw new DomainError('notFound', 'project.notFound', 'This project does not exist in this organization.');
}

function refuseUnknownApplication(): never {
  throw new DomainError('notFound', 'application.notFound', 'This application does not exist in this project.');
}

function idTaken(what: string): DomainError {
  return new DomainError('conflict', 'id.taken', `${what} cannot have this id: it is already taken.`, 'id');
}

function throwConflict(error: unknown, what: string): never {
  throw error instanceof DuplicateKeyError ? idTaken(what) : error;
}
