// The roles of projects in tokens, userinfo and introspection (docs/adr/0027-what-tokens-tell-about-a-user.md).
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS_TOKEN } from '../../../common/settings/settings.module.js';
import type { Settings } from '../../../common/settings/settings.js';
import type { RoleBasis } from '../../../users/roles/authorizations/role-basis.repository.js';
import { HeldProjectRoles, type HeldProjectRole } from '../../../users/roles/authorizations/held-project-roles.service.js';
import { ConfigCache, ConfigVersion } from '../../../common/database/config-version.js';
import { Clients } from '../../clients/clients.service.js';
import { asksForRoles, reservedPrefix, type ReservedScope, type ReservedScopeKind } from '../../protocol/scopes.js';
import type { ClaimQuestion } from './claim-question.js';
import type { LiveSubject } from './subjects.service.js';
import type { TokenContent } from './token-content.js';

/** A project whose roles are returned. */
interface AskedProject {
  no: number;
  id: string;
  /**
   * Its roles are also returned without its id, in the claim that programs read: it is the project of the application that asks. A service
   * user has no project, and means the one that it names.
   */
  isOwn: boolean;
  /** Only these roles; if absent, all. */
  keys?: ReadonlySet<string>;
}

/** The part of a user's roles that is returned. */
interface Telling {
  projects: readonly AskedProject[];
  /** Ids of organizations: only roles they assigned; if empty, roles of all organizations. */
  givers: ReadonlySet<string>;
}

/** Maps a role key to the organizations that assigned it, each by id with its primary domain. */
type RolesClaim = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Maximum number of cached claims, a few kilobytes each. */
const MAX_KEPT = 1_000;
/** Claims derived from more groups and authorizations than this are not cached. */
const MAX_SOURCES_KEPT = 64;

@Injectable()
export class RoleClaims {
  /** Keyed by everything the claims are derived from: see {@link keyOf}. */
  private readonly finished: ConfigCache<string, Readonly<Record<string, RolesClaim>>>;

  constructor(
    private readonly clients: Clients,
    private readonly heldProjectRoles: HeldProjectRoles,
    private readonly config: ConfigVersion,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {
    this.finished = new ConfigCache(config, MAX_KEPT);
  }

  /**
   * Whether a check of the token should read what its user's roles are derived from, because they will probably be returned. It uses the
   * configuration read last. A wrong guess costs a query or a few rows, but never returns wrong roles.
   */
  areExpected({ scope, clientId }: Pick<TokenContent, 'scope' | 'clientId'>): Promise<boolean> | false {
    const version = this.config.lastSeen;
    return version !== undefined && asksForRoles(scope, this.settings.vendor) && this.areInUse(clientId, version);
  }

  private async areInUse(clientId: string, version: number): Promise<boolean> {
    const application = await this.clients.findApplication(clientId, version);
    return application !== undefined && this.heldProjectRoles.isInUse(application.projectNo, version);
  }

  /**
   * The claims of the role scopes, and of projects that return their roles without a scope. Makes no query if no roles are requested or the
   * projects have no role assigned. The basis of the roles is read each time; claims derived from the same basis come from the cache.
   * @param asked the reserved scopes of the question
   */
  async claimsOf(question: ClaimQuestion, asked: readonly ReservedScope[]): Promise<Readonly<Record<string, RolesClaim>>> {
    const { subject } = question;
    const projects = await this.projectsOf(question, asked);
    if (projects.length === 0) return {};
    const version = question.configVersion ?? (await this.config.current());
    const used = await Promise.all(projects.map(({ no }) => this.heldProjectRoles.isInUse(no, version)));
    if (!used.includes(true)) return {};
    const basis = question.roles ?? (await this.heldProjectRoles.basisOf(subject, version));
    const telling = { projects, givers: valuesOf(asked, 'rolesOfOrganization') };
    const make = () => this.makeClaims(subject, telling, version, basis);
    if (basis.own.length + basis.groupNos.length > MAX_SOURCES_KEPT) return make();
    return this.finished.get(keyOf(subject, telling, basis), make, version);
  }

  private async makeClaims(
    subject: LiveSubject,
    { projects, givers }: Telling,
    configVersion: number,
    basis: RoleBasis,
  ): Promise<Record<string, RolesClaim>> {
    const held = await this.heldProjectRoles.rolesInProjects(
      subject,
      projects.map(({ no }) => no),
      configVersion,
      basis,
    );
    const prefix = reservedPrefix(this.settings.vendor);
    const claims: Record<string, RolesClaim> = {};
    for (const { no, id, isOwn, keys } of projects) {
      const told = held.filter(
        (role) => role.projectNo === no && (keys?.has(role.key) ?? true) && (givers.size === 0 || givers.has(role.org.id)),
      );
      if (told.length === 0) continue;
      const claim = rolesClaim(told);
      claims[`${prefix}org:project:${id}:roles`] = claim;
      if (isOwn) claims[`${prefix}org:project:roles`] = claim;
    }
    return claims;
  }

  /**
   * The application's own project and, with `projects:roles`, those of the audience scopes. An application of another project gets only its
   * own.
   */
  private async projectsOf({ client, reader, configVersion }: ClaimQuestion, asked: readonly ReservedScope[]): Promise<AskedProject[]> {
    const own = reader ?? (client.kind === 'application' ? client : undefined);
    if (asked.length === 0 && !own?.projectRoleAssertion) return [];
    const isElsewhere = reader !== undefined && !(client.kind === 'application' && client.projectNo === reader.projectNo);
    const keys = isElsewhere ? new Set<string>() : valuesOf(asked, 'projectRole');
    const asksAll = asked.some(({ kind }) => kind === 'projectsRoles');
    const projects = new Map<number, AskedProject>();
    if (own && (own.projectRoleAssertion || asksAll || keys.size > 0))
      projects.set(own.projectNo, { no: own.projectNo, id: own.projectId, isOwn: true, ...(keys.size > 0 && { keys }) });
    if (!asksAll || isElsewhere) return [...projects.values()];
    for (const id of valuesOf(asked, 'projectAudience')) {
      const project = await this.clients.findActiveProject(id, configVersion);
      if (project && !projects.has(project.no)) projects.set(project.no, { no: project.no, id, isOwn: false });
    }
    const [only, ...others] = projects.values();
    if (client.kind === 'service' && only && others.length === 0) return [{ ...only, isOwn: true }];
    return [...projects.values()];
  }
}

/**
 * The key has everything the claims are derived from besides the configuration: what is requested, and what decides about the user's roles
 * now. It leaves out the user: users with the same basis get the same claims.
 */
function keyOf({ kind, orgNo }: LiveSubject, { projects, givers }: Telling, { own, groupNos, groupsVersion }: RoleBasis): string {
  const asked = projects.map(({ no, isOwn, keys }) => [no, isOwn, keys && [...keys]]);
  const given = own.map(({ authorizationNo, version }) => [authorizationNo, version]);
  // JSON, because clients choose parts of the key: two different questions must not have the same key.
  return JSON.stringify([kind, orgNo, asked, [...givers], given, groupNos, groupsVersion]);
}

function valuesOf(asked: readonly ReservedScope[], kind: ReservedScopeKind): ReadonlySet<string> {
  return new Set(asked.filter((scope) => scope.kind === kind).map(({ value }) => value));
}

function rolesClaim(held: readonly HeldProjectRole[]): RolesClaim {
  const byKey = new Map<string, Array<[string, string]>>();
  for (const { key, org } of held) byKey.set(key, [...(byKey.get(key) ?? []), [org.id, org.primaryDomain]]);
  return Object.fromEntries([...byKey].map(([key, organizations]) => [key, Object.fromEntries(organizations)]));
}
