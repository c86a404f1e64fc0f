// The roles of projects in tokens, userinfo and introspection (docs/adr/0027-what-tokens-tell-about-a-user.md).
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { HeldProjectRoles, type HeldProjectRole } from '../../users/authorizations/held-project-roles.service.js';
import { ConfigVersion } from '../../common/database/config-version.js';
import { Clients } from '../clients/clients.service.js';
import { asksForRoles, reservedPrefix, type ReservedScope, type ReservedScopeKind } from '../protocol/scopes.js';
import type { ClaimQuestion } from './claim-question.js';
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

/** Role key to the organizations that gave it, id to primary domain. */
type RolesClaim = Record<string, Record<string, string>>;

@Injectable()
export class RoleClaims {
  constructor(
    private readonly clients: Clients,
    private readonly heldProjectRoles: HeldProjectRoles,
    private readonly config: ConfigVersion,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

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
   * given a role of the projects.
   * @param asked the reserved scopes of the question
   */
  async claimsOf(question: ClaimQuestion, asked: readonly ReservedScope[]): Promise<Record<string, RolesClaim>> {
    const { subject, configVersion, roles } = question;
    const projects = await this.projectsOf(question, asked);
    if (projects.length === 0) return {};
    const held = await this.heldProjectRoles.rolesInProjects(
      subject,
      projects.map(({ no }) => no),
      configVersion,
      roles,
    );
    const givers = valuesOf(asked, 'rolesOfOrganization');
    const prefix = reservedPrefix(this.settings.vendor);
    const claims: Record<string, RolesClaim> = {};
    for (const { no, id, isOwn, keys } of projects) {
      const told = held.filter(
        (role) => role.projectNo === no && (keys?.has(role.key) ?? true) && (givers.size === 0 || givers.has(role.org.id)),
      );
      if (told.length === 0) continue;
      claims[`${prefix}org:project:${id}:roles`] = rolesClaim(told);
      // A service user belongs to no project, so its tokens always say which one is meant.
      if (isOwn && subject.kind === 'person') claims[`${prefix}org:project:roles`] = rolesClaim(told);
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

function valuesOf(asked: readonly ReservedScope[], kind: ReservedScopeKind): ReadonlySet<string> {
  return new Set(asked.filter((scope) => scope.kind === kind).map(({ value }) => value));
}

function rolesClaim(held: readonly HeldProjectRole[]): RolesClaim {
  const byKey = new Map<string, Array<[string, string]>>();
  for (const { key, org } of held) byKey.set(key, [...(byKey.get(key) ?? []), [org.id, org.primaryDomain]]);
  return Object.fromEntries([...byKey].map(([key, organizations]) => [key, Object.fromEntries(organizations)]));
}
