// The roles of projects in tokens, userinfo and introspection (docs/adr/0027-what-tokens-tell-about-a-user.md).
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import type { RoleBasis } from '../../users/authorizations/role-basis.repository.js';
import { HeldProjectRoles, type HeldProjectRole } from '../../users/authorizations/held-project-roles.service.js';
import { ConfigCache, ConfigVersion } from '../../common/database/config-version.js';
import { Clients } from '../clients/clients.service.js';
import { asksForRoles, reservedPrefix, type ReservedScope, type ReservedScopeKind } from '../protocol/scopes.js';
import type { ClaimQuestion } from './claim-question.js';
import type { LiveSubject } from './subjects.service.js';
import type { TokenContent } from './token-content.js';

/** A project whose roles are told. */
interface AskedProject {
  no: number;
  id: string;
  /** That of the application that asks, so its roles are told without its id as well. */
  isOwn: boolean;
  /** Only these roles; absent: all. */
  keys?: ReadonlySet<string>;
}

/** What of a user's roles is told. */
interface Telling {
  projects: readonly AskedProject[];
  /** Ids of organizations: only what they gave; empty: whoever gave it. */
  givers: ReadonlySet<string>;
}

/** Role key to the organizations that gave it, id to primary domain. */
type RolesClaim = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Finished claims that are kept: a few kilobytes each. */
const MAX_KEPT = 1_000;
/** What follows from more groups and authorizations than that is made anew each time. */
const MAX_SOURCES_KEPT = 64;

@Injectable()
export class RoleClaims {
  /** By everything that they follow from: see {@link keyOf}. */
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
   * Whether a check of the token should read what its user's roles follow from, because they will most likely be told. As of the configuration that
   * was seen last: a wrong guess costs a query, or a few rows, and tells nothing wrong.
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
   * The claims of the role scopes, and of projects that tell their roles unasked. No query where nobody was asked or nobody has ever been
   * given a role of the projects. What the roles follow from is read each time; claims that were made of the same are told again.
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
      // A service user belongs to no project, so its tokens always say which one is meant.
      if (isOwn && subject.kind === 'person') claims[`${prefix}org:project:roles`] = claim;
    }
    return claims;
  }

  /** The own project, and with `projects:roles` those of the audience scopes; to an application of another project, only that one. */
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
    return [...projects.values()];
  }
}

/**
 * Everything that the claims follow from, besides the configuration: what is asked for, and what decides about the roles of the user at this moment.
 * Not the user: whoever has the same gets the same.
 */
function keyOf({ kind, orgNo }: LiveSubject, { projects, givers }: Telling, { own, groupNos, groupsVersion }: RoleBasis): string {
  const asked = projects.map(({ no, isOwn, keys }) => [no, isOwn, keys && [...keys]]);
  const given = own.map(({ authorizationNo, version }) => [authorizationNo, version]);
  // JSON, because clients choose parts of it: no two questions may look the same.
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
