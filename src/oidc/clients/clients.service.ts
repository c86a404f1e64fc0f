// OAuth clients: applications and service users, as one type of record.
import { Injectable } from '@nestjs/common';
import { ConfigCache, ConfigVersion } from '../../common/database/config-version.js';
import { ProjectGrants } from '../../users/roles/authorizations/project-grants.service.js';
import { Organizations } from '../../users/organizations/organizations.service.js';
import { ServiceUsers } from '../../users/directory/service-users/service-users.service.js';
import type { ServiceUser } from '../../users/directory/service-users/service-users.repository.js';
import type { SigningAlgorithm } from '../keys/jws.js';
import { LATER_DEFAULTS, type ApplicationConfig } from './application.js';
import { DEFAULT_LOGIN_PAGE, type LoginPageChoices } from './login-page-choices.js';
import { isFapi } from './profiles.js';
import { ApplicationsRepository } from './applications.repository.js';
import { ProjectsRepository, type Project } from './projects.repository.js';
import { reservedScope } from '../protocol/scopes.js';
import { namedSiblings } from './sibling-audience.js';

/**
 * An active client. `no` owns its secrets. `audience` is the audience of every token it requests, the client itself first. The id of the
 * project stands for the other applications of its project.
 */
export type ClientRecord = {
  no: number;
  clientId: string;
  name: string;
  orgNo: number;
  orgId: string;
  generation: number;
  audience: readonly string[];
} & (Application | ServiceClient);

/** `ofOperator`: it belongs to the organization that runs the service. */
type Application = {
  kind: 'application';
  projectNo: number;
  projectId: string;
  /** Whether its project includes the roles of users in tokens even if not requested. */
  projectRoleAssertion: boolean;
  /** Only people with a role of its project may sign in. */
  projectRoleCheck: boolean;
  /** Only people of its own organization, and of organizations its project is granted to, may sign in. */
  hasProjectCheck: boolean;
  config: ApplicationConfig;
  /** The digest of its logo. */
  logo: string | undefined;
  ofOperator: boolean;
  /** Whether its client registered it. */
  isRegistered: boolean;
};

/** A service user is its own client, so its record has everything that its tokens need. */
type ServiceClient = {
  kind: 'service';
  serviceUser: ServiceUser;
  primaryDomain: string;
  organizationGeneration: number;
};

/** The part of a token that shows which client it was issued to, and the tokens it was exchanged from. */
interface IssuedToken {
  clientId: string;
  kind: 'person' | 'service';
  exchanged?: true;
  origins?: readonly IssuedToken[];
}

export type ApplicationRecord = Extract<ClientRecord, { kind: 'application' }>;

const MAX_CLIENT_ID = 100;
const MAX_PROJECT_ID = 200;

/** RFC 7523 section 2.1. */
export const JWT_PROFILE = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const SERVICE_USER_GRANT_TYPES: readonly string[] = ['client_credentials', JWT_PROFILE];
/** FAPI 2.0 Security Profile section 5.3.2.1: the client authenticates, which the JWT profile leaves out. */
const FAPI_GRANT_TYPES: readonly string[] = ['client_credentials'];

/** The values of `grant_type` that a client may use at the token endpoint. */
export function allowedGrantTypes(client: ClientRecord): readonly string[] {
  if (client.kind === 'application') return client.config.grantTypes;
  return isFapi(client) ? FAPI_GRANT_TYPES : SERVICE_USER_GRANT_TYPES;
}

/** Whether every token of a client must be bound to a key (RFC 9449 section 5.2). */
export function requiresDpop(client: ClientRecord): boolean {
  return client.kind === 'application' ? client.config.requireDpop : isFapi(client);
}

/** The scopes that a client may have at most; undefined: no limit of its own. */
export function allowedScopesOf(client: ClientRecord): readonly string[] | undefined {
  return client.kind === 'application' && client.config.allowedScopes.length > 0 ? client.config.allowedScopes : undefined;
}

/**
 * The algorithm of what is signed for a client besides access tokens. Service users can't choose one; every client can verify RS256 (OpenID
 * Connect Core section 15.1).
 */
export function signingAlgorithmOf(client: ClientRecord): SigningAlgorithm {
  return client.kind === 'application' ? client.config.idTokenSigningAlg : LATER_DEFAULTS.idTokenSigningAlg;
}

/** The options of its sign-in page. */
export function loginPageOf(client: ClientRecord): Readonly<LoginPageChoices> {
  return client.kind === 'application' ? client.config.loginPage : DEFAULT_LOGIN_PAGE;
}

@Injectable()
export class Clients {
  private readonly applications: ConfigCache<string, ApplicationRecord | undefined>;
  private readonly services: ConfigCache<string, ClientRecord | undefined>;
  private readonly projects: ConfigCache<string, Project | undefined>;
  private readonly resources: ConfigCache<string, Project | undefined>;
  private readonly siblings: ConfigCache<number, ReadonlySet<string>>;

  constructor(
    private readonly applicationsRepository: ApplicationsRepository,
    private readonly projectsRepository: ProjectsRepository,
    private readonly serviceUsers: ServiceUsers,
    private readonly organizations: Organizations,
    private readonly projectGrants: ProjectGrants,
    private readonly config: ConfigVersion,
  ) {
    this.applications = new ConfigCache(config);
    this.services = new ConfigCache(config);
    this.projects = new ConfigCache(config);
    this.resources = new ConfigCache(config);
    this.siblings = new ConfigCache(config);
  }

  /** The client with this id, if it, its project and its organization are active. */
  async findClient(clientId: string, configVersion?: number): Promise<ClientRecord | undefined> {
    // Unknown ids are cached too, so their length must be limited.
    if (clientId.length > MAX_CLIENT_ID) return undefined;
    const version = configVersion ?? (await this.config.current());
    return (
      (await this.findApplication(clientId, version)) ?? this.services.get(clientId, () => this.loadServiceUser(clientId, version), version)
    );
  }

  /** Does the same for applications only. */
  findApplication(clientId: string, configVersion: number): Promise<ApplicationRecord | undefined> {
    return this.applications.get(clientId, () => this.loadApplication(clientId, configVersion), configVersion);
  }

  /**
   * Whether clients of an organization may name a project as an audience: an active project of their own organization, or one granted to
   * it. An unknown project and another organization's project give the same result (docs/adr/0024-who-may-sign-in-where.md).
   */
  async mayNameProject(orgNo: number, id: string, configVersion?: number): Promise<boolean> {
    const project = await this.findActiveProject(id, configVersion);
    return project !== undefined && (project.orgNo === orgNo || this.projectGrants.isGranted(project.no, orgNo, configVersion));
  }

  /** Whether a client may name it. A client that registered itself reaches the project of its registration, and no other. */
  async mayReachProject(client: ClientRecord, id: string, configVersion?: number): Promise<boolean> {
    if (client.kind === 'application' && client.isRegistered && client.projectId !== id) return false;
    return this.mayNameProject(client.orgNo, id, configVersion);
  }

  /**
   * Whether the client that a token was issued to may still name a project, by its id or its address. An exchanged token has its audience
   * from other tokens, so it is enough if the client of one of those tokens may name it.
   */
  async mayStillName(token: IssuedToken, name: string, configVersion: number): Promise<boolean> {
    // Ids have no slash.
    const id = name.includes('/') ? (await this.findActiveProjectByResource(name, configVersion))?.id : name;
    if (id === undefined) return false;
    for (const issued of [token, ...(token.origins ?? [])]) {
      const client = await this.findIssuedTo(issued, configVersion);
      if (client && (await this.mayReachProject(client, id, configVersion))) return true;
    }
    return false;
  }

  /** The active project of an audience scope, of any organization. */
  async findActiveProject(id: string, configVersion?: number): Promise<Project | undefined> {
    if (id.length > MAX_PROJECT_ID) return undefined;
    const project = await this.projects.get(id, () => this.projectsRepository.findProjectAnywhere(id), configVersion);
    return project?.state === 'active' ? project : undefined;
  }

  /** Does the same by its address. @param resourceUri in canonical form */
  async findActiveProjectByResource(resourceUri: string, configVersion?: number): Promise<Project | undefined> {
    const project = await this.resources.get(resourceUri, () => this.projectsRepository.findProjectByResource(resourceUri), configVersion);
    return project?.state === 'active' ? project : undefined;
  }

  /** The names of the projects that scopes name as an audience, by the scope. */
  async projectNames(scopes: readonly string[], vendor: string): Promise<Map<string, string>> {
    const names = new Map<string, string>();
    for (const scope of scopes) {
      const reserved = reservedScope(scope, vendor);
      const project = reserved?.kind === 'projectAudience' ? await this.findActiveProject(reserved.value) : undefined;
      if (project) names.set(scope, project.name);
    }
    return names;
  }

  /** Whether a client id belongs to the application, or to another one of its project. An application that its client registered has no siblings. */
  async isSibling(application: ApplicationRecord, clientId: string, configVersion: number): Promise<boolean> {
    if (clientId === application.clientId) return true;
    if (application.isRegistered || clientId.length > MAX_CLIENT_ID) return false;
    const other = await this.findApplication(clientId, configVersion);
    return other?.projectNo === application.projectNo && !other.isRegistered;
  }

  /** The client ids of the applications of a project that administrators added, the oldest first. */
  siblingIds(projectNo: number, configVersion: number): Promise<ReadonlySet<string>> {
    return this.siblings.get(projectNo, async () => new Set(await this.applicationsRepository.clientIdsOf(projectNo)), configVersion);
  }

  /**
   * The client that a token was issued to: an application, or the service user that is its subject. @returns undefined if it is no longer
   * active
   */
  findIssuedTo({ clientId, kind, exchanged }: IssuedToken, configVersion: number): Promise<ClientRecord | undefined> {
    return kind === 'service' && !exchanged ? this.findClient(clientId, configVersion) : this.findApplication(clientId, configVersion);
  }

  private async loadApplication(clientId: string, configVersion: number): Promise<ApplicationRecord | undefined> {
    const application = await this.applicationsRepository.findApplicationByClientId(clientId);
    if (application?.state !== 'active') return undefined;
    const [project, organization] = await Promise.all([
      this.projectsRepository.findProjectByNo(application.projectNo),
      this.organizations.byNo(application.orgNo, configVersion),
    ]);
    if (project?.state !== 'active' || organization?.state !== 'active') return undefined;
    const hasSiblings = project.applicationsInAudience && application.registeredBy === undefined;
    const siblings = hasSiblings ? [...(await this.siblingIds(project.no, configVersion))] : [];
    return {
      kind: 'application',
      no: application.no,
      clientId,
      name: application.name,
      orgNo: application.orgNo,
      orgId: organization.id,
      generation: application.tokenGeneration,
      audience: [...new Set([clientId, ...namedSiblings(siblings), project.id])],
      projectNo: project.no,
      projectId: project.id,
      projectRoleAssertion: project.projectRoleAssertion,
      projectRoleCheck: project.projectRoleCheck,
      hasProjectCheck: project.hasProjectCheck,
      config: application.config,
      logo: application.logo,
      ofOperator: application.orgNo === (await this.organizations.operatorNo()),
      isRegistered: application.registeredBy !== undefined,
    };
  }

  private async loadServiceUser(clientId: string, configVersion: number): Promise<ClientRecord | undefined> {
    const serviceUser = await this.serviceUsers.findServiceUserByClientId(clientId, configVersion);
    if (!serviceUser?.active) return undefined;
    const organization = await this.organizations.byNo(serviceUser.orgNo, configVersion);
    if (organization?.state !== 'active') return undefined;
    const { no, orgNo, name, tokenGeneration } = serviceUser;
    const organizationGeneration = organization.tokenGeneration;
    return {
      kind: 'service',
      no,
      clientId,
      name,
      orgNo,
      orgId: organization.id,
      generation: tokenGeneration,
      audience: [clientId],
      serviceUser,
      primaryDomain: organization.primaryDomain,
      organizationGeneration,
    };
  }
}
