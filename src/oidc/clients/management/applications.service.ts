// The applications of projects: what may be added and changed, each change with its event.
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../common/primitives/clock.js';
import { ConfigVersion } from '../../../common/database/config-version.js';
import { Database } from '../../../common/database/database.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import type { Listed, ListQuery } from '../../../common/primitives/list-query.js';
import { mergePatch } from '../../../common/primitives/merge-patch.js';
import type { Precondition } from '../../../common/database/precondition.js';
import type { NameOrigin } from '../../../common/primitives/linked-names.js';
import { newId } from '../../../common/primitives/ids.js';
import { SETTINGS_TOKEN } from '../../../common/settings/settings.module.js';
import type { Settings } from '../../../common/settings/settings.js';
import { ClientSecrets } from '../../../users/authentication/credentials/client-secrets.service.js';
import { EventLog, type NewEvent } from '../../../users/events/events.service.js';
import { assertClientSuppliedId } from '../../../common/identifiers/client-supplied-id.js';
import {
  hasSecrets,
  SERVED_ORGANIZATIONS,
  type ApplicationChange,
  type ApplicationConfig,
  type ApplicationReplacement,
  type ChosenApplication,
  type NewApplication,
  type OwnApplication,
  type RegisteredApplication,
} from '../application.js';
import { applicationConfig } from './application-config.js';
import { PROFILE_DEFAULTS } from '../profiles.js';
import { assertPublicBackchannelUri } from '../application-rules.js';
import { AUDIENCE_IS_FULL, type ApplicationWarning } from './application-warnings.js';
import { ApplicationsRepository, type Application } from '../applications.repository.js';
import { normalizeName, throwIdTaken, type ClientState } from '../name-and-id.js';
import { Projects } from './projects.service.js';
import { isNearEnd } from '../sibling-audience.js';

export { APPLICATION_LIST, type Application } from '../applications.repository.js';

/** A new application. Its secret is shown only once; it is absent if the application does not authenticate with a secret. */
export interface CreatedApplication {
  application: Application;
  clientSecret?: string;
  /** Warnings that depend on the other applications of its project. */
  warnings: readonly ApplicationWarning[];
}

/** Where an application is. */
export type ApplicationPath = Pick<Application, 'orgNo' | 'projectId' | 'id'>;

@Injectable()
export class Applications {
  constructor(
    private readonly repository: ApplicationsRepository,
    private readonly projects: Projects,
    private readonly secrets: ClientSecrets,
    private readonly database: Database,
    private readonly events: EventLog,
    private readonly config: ConfigVersion,
    private readonly clock: Clock,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  findApplication(orgNo: number, projectId: string, id: string, query?: Query): Promise<Application | undefined> {
    return this.repository.findApplication(orgNo, projectId, id, query);
  }

  /** @throws DomainError `notFound` */
  async requireApplication(orgNo: number, projectId: string, id: string, query?: Query): Promise<Application> {
    const application = await this.findApplication(orgNo, projectId, id, query);
    if (application) return application;
    throw new DomainError('notFound', 'application.notFound', 'This application does not exist in this project.');
  }

  /** Whether an organization owns an application with `apiAccess`, in any state. */
  ownsApiAccess(organization: { no: number }, query?: Query): Promise<boolean> {
    return this.repository.hasApiAccess('org_no', organization.no, query);
  }

  /** Does the same for a project. */
  hasApiAccess(project: { no: number }, query?: Query): Promise<boolean> {
    return this.repository.hasApiAccess('project_no', project.no, query);
  }

  /** A page of the applications of one project. @throws DomainError `notFound` */
  async listApplications(orgNo: number, projectId: string, query: ListQuery): Promise<Listed<Application>> {
    const project = await this.projects.requireProject(orgNo, projectId);
    return this.repository.listApplications(orgNo, project.no, query);
  }

  /** Applications of an organization, in all its projects. */
  listOfOrganization(orgNo: number, query: ListQuery): Promise<Listed<Application>> {
    return this.repository.listOfOrganization(orgNo, query);
  }

  /** @throws DomainError `notFound` (project), `invalid`, or `conflict` when the id is taken */
  async createApplication(orgNo: number, projectId: string, input: NewApplication, editor: string): Promise<CreatedApplication> {
    return this.database.write('create application', (tx) => this.createApplicationIn(tx, orgNo, projectId, input, editor));
  }

  /** Does the same as part of a larger unit of work. */
  async createApplicationIn(
    tx: Transaction,
    orgNo: number,
    projectId: string,
    input: NewApplication,
    editor: string,
  ): Promise<CreatedApplication> {
    const application = await this.addApplicationIn(tx, orgNo, projectId, input, editor);
    const warnings = (await this.isAudienceFull(tx, application)) ? [AUDIENCE_IS_FULL] : [];
    if (!hasSecrets(application.config)) return { application, warnings };
    return { application, warnings, clientSecret: (await this.secrets.createSecret(tx, application.no)).secret };
  }

  /** Does the same without a secret. A secret is created later, when a person can see it. */
  async addApplicationIn(
    tx: Transaction,
    orgNo: number,
    projectId: string,
    input: NewApplication | OwnApplication | ChosenApplication | RegisteredApplication,
    editor: string,
    origin?: NameOrigin,
  ): Promise<Application> {
    const project = await this.projects.requireProject(orgNo, projectId, tx);
    const application: Application = {
      no: tx.nextNumber(),
      id: input.id === undefined ? newId() : assertClientSuppliedId(input.id, 'applicationId'),
      orgNo,
      projectNo: project.no,
      projectId: project.id,
      name: normalizeName(input.name, undefined, origin),
      clientId: ('clientId' in input ? input.clientId : undefined) ?? newId(),
      state: 'active',
      tokenGeneration: ('tokenGeneration' in input ? input.tokenGeneration : undefined) ?? 0,
      config: applicationConfig(input),
      createdUs: this.clock.nowUs(),
      logo: undefined,
      registeredBy: 'registeredBy' in input ? input.registeredBy : undefined,
    };
    this.assertDeliverable(application.config);
    await this.repository.insertApplication(tx, application).catch((error: unknown) => throwIdTaken(error, 'An application'));
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
   * Changes the members that `change` names (null resets one to its default); the others stay. An application that changes its
   * authentication method loses its secrets. An application that loses access to this service's own API, serves fewer organizations or gets
   * another profile loses its tokens.
   * @throws DomainError `notFound`, `invalid`
   */
  updateApplication(
    orgNo: number,
    projectId: string,
    id: string,
    change: ApplicationChange,
    editor: string,
    expected?: Precondition<Application>,
  ): Promise<Application> {
    const wish = ({ name, config }: Application) => mergePatch({ ...startOf(config, change), name }, change) as ApplicationReplacement;
    return this.setConfig(orgNo, projectId, id, wish, editor, expected);
  }

  /** Does the same for all members: those that `replacement` does not name get their default. @throws DomainError `notFound`, `invalid` */
  replaceApplication(
    orgNo: number,
    projectId: string,
    id: string,
    replacement: ApplicationReplacement,
    editor: string,
    expected?: Precondition<Application>,
  ): Promise<Application> {
    return this.setConfig(orgNo, projectId, id, () => replacement, editor, expected);
  }

  private async isAudienceFull(tx: Transaction, { orgNo, projectId, projectNo }: Application): Promise<boolean> {
    const { applicationsInAudience } = await this.projects.requireProject(orgNo, projectId, tx);
    return applicationsInAudience && isNearEnd(await this.repository.clientIdsOf(projectNo, tx));
  }

  private setConfig(
    orgNo: number,
    projectId: string,
    id: string,
    wish: (before: Application) => ApplicationReplacement,
    editor: string,
    expected: Precondition<Application> | undefined,
  ): Promise<Application> {
    return this.changeApplication('update application', { orgNo, projectId, id }, expected, (tx, before) =>
      this.replaceApplicationIn(tx, before, wish(before), editor),
    );
  }

  /**
   * Replaces the settings as part of a larger unit of work, which has raised the config version.
   * @param before as read in this unit of work @param editor the application itself if its client changes what it registered
   */
  async replaceApplicationIn(tx: Transaction, before: Application, wished: ApplicationReplacement, editor: string): Promise<Application> {
    const after = changed(before, wished);
    const names = changedNames(before, after);
    if (names.length === 0) return before;
    if (names.includes('backchannelLogoutUri')) this.assertDeliverable(after.config);
    await this.repository.updateApplication(tx, after);
    await this.endOwnChanges(tx, before, editor);
    if (!hasSecrets(after.config)) await this.secrets.removeSecretsOf(tx, after.no);
    await this.appendEvent(tx, after, editor, 'application.config.changed', { changed: names });
    return after;
  }

  /** Whether a replacement would change anything. @throws DomainError `invalid` */
  wouldChange(before: Application, wished: ApplicationReplacement): boolean {
    return changedNames(before, changed(before, wished)).length > 0;
  }

  /** An administrator's change of a registered application ends those of its client. It must not inherit what an administrator decided. */
  async endOwnChanges(tx: Transaction, { no, id, registeredBy }: Application, editor: string): Promise<void> {
    if (registeredBy !== undefined && editor !== id) await this.repository.freezeRegistration(tx, no);
  }

  /** Deactivates or reactivates. Tokens from before a deactivation stay invalid. @throws DomainError `notFound` */
  setApplicationState(
    orgNo: number,
    projectId: string,
    id: string,
    state: ClientState,
    editor: string,
    expected?: Precondition<Application>,
  ): Promise<Application> {
    return this.changeApplication('set application state', { orgNo, projectId, id }, expected, async (tx, before) => {
      if (before.state === state) return before;
      const after = { ...before, state, tokenGeneration: before.tokenGeneration + Number(state === 'inactive') };
      await this.repository.updateApplication(tx, after);
      await this.appendEvent(tx, after, editor, state === 'active' ? 'application.reactivated' : 'application.deactivated');
      return after;
    });
  }

  /**
   * One unit of work on one application. It raises the config version first: the row lock makes concurrent changes run one after the other.
   */
  changeApplication<T>(
    name: string,
    { orgNo, projectId, id }: ApplicationPath,
    expected: Precondition<Application> | undefined,
    work: (tx: Transaction, application: Application) => Promise<T>,
  ): Promise<T> {
    return this.database.write(name, async (tx) => {
      const application = await this.lockApplication(tx, orgNo, projectId, id);
      await expected?.(application, tx);
      return work(tx, application);
    });
  }

  /** The application at the beginning of a unit of work that changes it. @throws DomainError `notFound` */
  async lockApplication(tx: Transaction, orgNo: number, projectId: string, id: string): Promise<Application> {
    await this.config.raise(tx);
    return this.requireApplication(orgNo, projectId, id, tx);
  }

  private assertDeliverable(config: ApplicationConfig): void {
    if (!this.settings.backchannelAllowPrivate) assertPublicBackchannelUri(config);
  }

  /** @param payload the changes, without secrets */
  appendEvent(
    tx: Transaction,
    { id, orgNo }: Pick<Application, 'id' | 'orgNo'>,
    editor: string,
    type: NewEvent['type'],
    payload: Record<string, unknown> = {},
  ): Promise<void> {
    return this.events.appendNext(tx, { type, orgNo, id, editor, payload });
  }
}

/** The application with the requested values. @throws DomainError `invalid` */
function changed(before: Application, wished: ApplicationReplacement): Application {
  const name = normalizeName(wished.name, before.name);
  const config = applicationConfig(
    Object.fromEntries(Object.entries(wished).filter(([, value]) => value !== null)) as unknown as NewApplication,
  );
  const losesTokens =
    (before.config.apiAccess && !config.apiAccess) || servesFewer(before.config, config) || before.config.profile !== config.profile;
  return { ...before, name, config, tokenGeneration: before.tokenGeneration + Number(losesTokens) };
}

/**
 * The settings that a change begins with. With a new profile, what the profile decides gets its default, so that the profile is one switch.
 * The authentication method stays, because secrets or keys belong to it.
 */
function startOf(config: ApplicationConfig, { profile }: ApplicationChange): Partial<ApplicationConfig> {
  if (!profile || profile === config.profile) return config;
  const { authMethod: _kept, idTokenSigningAlg: alg, ...decided } = PROFILE_DEFAULTS[profile] ?? {};
  return { ...config, ...decided, ...(alg && config.idTokenSigningAlg === 'RS256' && { idTokenSigningAlg: alg }) };
}

/** Whether a change may exclude people; their tokens would otherwise stay valid. */
function servesFewer(before: ApplicationConfig, after: ApplicationConfig): boolean {
  return SERVED_ORGANIZATIONS.indexOf(after.servedOrganizations) > SERVED_ORGANIZATIONS.indexOf(before.servedOrganizations);
}

function changedNames(before: Application, after: Application): string[] {
  const names = Object.keys({ ...before.config, ...after.config }) as Array<keyof ApplicationConfig>;
  const different = names.filter((name) => JSON.stringify(before.config[name]) !== JSON.stringify(after.config[name]));
  return [...(before.name === after.name ? [] : ['name']), ...different];
}
