// For whom a token is meant, and which scopes a client may be granted.
import { Inject, Injectable } from '@nestjs/common';
import { ConfigVersion } from '../../common/database/config-version.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { ProjectRoles } from '../../users/authorizations/project-roles.service.js';
import { Clients, type ApplicationRecord, type ClientRecord } from '../clients/clients.service.js';
import { RequestedOrganizations } from '../clients/requested-organizations.service.js';
import { isOfOrganization, type NamedOrganization } from '../protocol/requested-organization.js';
import { fixedReservedScopes, KNOWN_SCOPES, OFFLINE_ACCESS, reservedScope, scopeValues, type ReservedScope } from '../protocol/scopes.js';
import type { TokenOrigin } from './token-content.js';

/** What is granted of what was asked, and whom it makes a token good for. */
export interface Granted {
  scope: string;
  audience: string[];
}

@Injectable()
export class Audiences {
  constructor(
    private readonly clients: Clients,
    private readonly requestedOrganizations: RequestedOrganizations,
    private readonly projectRoles: ProjectRoles,
    private readonly config: ConfigVersion,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /** This service's own API as an audience (docs/adr/0005-tokens.md). */
  get api(): string {
    return this.settings.vendor;
  }

  /**
   * Unknown scopes are dropped, not refused, and missing from what is granted (RFC 6749 section 3.3).
   * An audience scope counts when its project is the client's own organization's; the one of this service's own API only for applications
   * marked for it and for service users.
   * @param user whose token it is, so that the scopes of other organizations are dropped; for a service user its own organization counts
   * @param configVersion as it was read since the request came; absent: it is read where something depends on it
   */
  async grant(
    client: ClientRecord,
    requested: string | undefined,
    user: NamedOrganization | undefined = client.kind === 'service' ? client : undefined,
    configVersion?: number,
  ): Promise<Granted> {
    const [scopes, audience] = [[] as string[], new Set(client.audience)];
    for (const scope of scopeValues(requested)) {
      const reserved = reservedScope(scope, this.settings.vendor);
      if (reserved?.kind === 'projectAudience') {
        if (!(await this.mayAsk(client, reserved.value, configVersion))) continue;
        audience.add(reserved.value);
      } else if (!(reserved ? await this.isReservedGrantable(client, reserved, user, configVersion) : isGrantable(client, scope))) continue;
      scopes.push(scope);
    }
    return { scope: scopes.join(' '), audience: [...audience] };
  }

  /**
   * Of the audience that an exchange got from other tokens what is good still: it outlives them, so each project must be one that it, or one
   * of them, may name now. Only what is not the client's own is looked up. An application that is meant by its project does not need its place,
   * unless a token that was issued today to the client, or to one of the others, would name it: `applicationsInAudience` holds in exchanges too.
   */
  async stillNamed(
    client: ApplicationRecord,
    audience: readonly string[],
    origins: readonly TokenOrigin[] = [],
    configVersion?: number,
  ): Promise<string[]> {
    const own = new Set([this.api, ...client.audience]);
    if (audience.every((one) => own.has(one))) return [...audience];
    const version = configVersion ?? (await this.config.current());
    const issuedTo = (await Promise.all(origins.map((origin) => this.clients.findIssuedTo(origin, version)))).filter(
      (one) => one !== undefined,
    );
    const named = new Set([...own, ...issuedTo.flatMap((one) => one.audience)]);
    if (audience.every((one) => named.has(one))) return [...audience];
    const implied = await this.impliedBy(audience, [client, ...issuedTo], version);
    const issued = { clientId: client.clientId, kind: 'person', exchanged: true, origins } as const;
    const needsPlace = async (one: string) =>
      !implied.has(one) && ((await this.clients.mayStillName(issued, one, version)) || (await this.isNotImplied(one, audience, version)));
    const kept = await Promise.all(audience.map(async (one) => named.has(one) || (await needsPlace(one))));
    return audience.filter((_, index) => kept[index]);
  }

  /**
   * The applications that an audience means by the project of one of these clients. Tokens of older builds name all of them, so they are read by the
   * project, not one by one.
   */
  private async impliedBy(audience: readonly string[], clients: readonly ClientRecord[], configVersion: number): Promise<Set<string>> {
    const projects = new Set(
      clients.flatMap((one) => (one.kind === 'application' && audience.includes(one.projectId) ? [one.projectNo] : [])),
    );
    const siblings = await Promise.all([...projects].map((projectNo) => this.clients.siblingIds(projectNo, configVersion)));
    return new Set(siblings.flatMap((ids) => [...ids]));
  }

  /** Whether a client id is that of an active client, and the audience does not mean it by its project. */
  private async isNotImplied(clientId: string, audience: readonly string[], configVersion: number): Promise<boolean> {
    const client = await this.clients.findClient(clientId, configVersion);
    return client !== undefined && (client.kind !== 'application' || !audience.includes(client.projectId));
  }

  /**
   * Whether an audience means an application by its project. Only for applications of a project that one of the presented tokens was issued
   * in: those of another one are meant as long as the project may be named, so the project's id must stay in the token.
   */
  async meansApplication(audience: readonly string[], clientId: string, origins: readonly TokenOrigin[]): Promise<boolean> {
    const version = await this.config.current();
    const named = await this.clients.findClient(clientId, version);
    if (named?.kind !== 'application' || !audience.includes(named.projectId)) return false;
    const siblings = await Promise.all(origins.map((origin) => this.clients.isSibling(named, origin.clientId, version)));
    return siblings.includes(true);
  }

  /**
   * Whether a personal access token of an organization's service user may be stored with these: scopes a service user can have, and
   * projects that its organization may name.
   * @throws DomainError `invalid`, the same for unknown projects and those of others
   */
  async assertStorable(orgNo: number, scope: string | undefined, audience: readonly string[]): Promise<void> {
    const known = [...KNOWN_SCOPES, ...fixedReservedScopes(this.settings.vendor)];
    const unknown = scopeValues(scope).find((value) => value === OFFLINE_ACCESS || !known.includes(value));
    if (unknown !== undefined)
      throw new DomainError(
        'invalid',
        'personalAccessToken.scope',
        `"${unknown.slice(0, 100)}" is not a scope that a personal access token can have.`,
        'scope',
      );
    for (const project of audience) {
      if (await this.clients.mayNameProject(orgNo, project)) continue;
      const text = `"${project.slice(0, 100)}" is not the id of an active project that this organization may use.`;
      throw new DomainError('invalid', 'personalAccessToken.audience', text, 'audience');
    }
  }

  /** Whether scopes name an organization that nobody can be of. */
  async namesUnknownOrganization(scopes: readonly string[]): Promise<boolean> {
    return (await this.requestedOrganizations.findRequested(scopes)) === 'unknown';
  }

  private async isReservedGrantable(
    client: ClientRecord,
    { kind, value }: ReservedScope,
    user: NamedOrganization | undefined,
    configVersion?: number,
  ): Promise<boolean> {
    if (kind !== 'projectRole') return !user || isOfOrganization({ kind, value }, user);
    return client.kind === 'application' && this.projectRoles.hasRole(client.projectNo, value, configVersion);
  }

  private async mayAsk(client: ClientRecord, project: string, configVersion?: number): Promise<boolean> {
    if (project !== this.api) return this.clients.mayNameProject(client.orgNo, project, configVersion);
    return client.kind === 'service' || client.config.apiAccess;
  }
}

function isGrantable(client: ClientRecord, scope: string): boolean {
  if (scope === OFFLINE_ACCESS) return client.kind === 'application' && client.config.grantTypes.includes('refresh_token');
  return KNOWN_SCOPES.includes(scope);
}
