// The audience of a token, and the scopes that a client may be granted.
import { Inject, Injectable } from '@nestjs/common';
import { ConfigVersion } from '../../common/database/config-version.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { ProjectRoles } from '../../users/roles/authorizations/project-roles.service.js';
import { allowedScopesOf, type ApplicationRecord, type ClientRecord, Clients } from '../clients/clients.service.js';
import type { Resource } from '../clients/resource-uri.js';
import { RequestedOrganizations } from '../clients/requested-organizations.service.js';
import {
  fixedReservedScopes,
  isOfOrganization,
  KNOWN_SCOPES,
  type NamedOrganization,
  OFFLINE_ACCESS,
  reservedScope,
  type ReservedScope,
  scopeValues,
} from '../protocol/scopes.js';
import type { TokenOrigin } from './content/token-content.js';
import { audienceOf, mayUseApi } from './resources.service.js';

/** The granted part of a requested scope, and the audience it gives a token. */
export interface Granted {
  scope: string;
  audience: string[];
  /** Set if the audience is that of resources. */
  byResource?: true;
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
   * Unknown scopes are not refused but left out of the granted scope (RFC 6749 section 3.3).
   * An audience scope counts if its project belongs to the client's own organization. The scope of this service's own API counts only for
   * applications with API access and for service users.
   * @param user the token's user, so that the scopes of other organizations are dropped; for a service user its own organization counts
   * @param configVersion as read since the request arrived; if absent, it is read where it is needed
   * @param resources that the token is for: it is then for no other API, unless a scope names one
   */
  async grant(
    client: ClientRecord,
    requested: string | undefined,
    user: NamedOrganization | undefined = client.kind === 'service' ? client : undefined,
    configVersion?: number,
    resources: readonly Resource[] = [],
  ): Promise<Granted> {
    const byResource = resources.length > 0;
    const [scopes, audience] = [[] as string[], new Set(byResource ? audienceOf(resources) : client.audience)];
    const allowed = allowedScopesOf(client);
    for (const scope of scopeValues(requested)) {
      if (allowed && !allowed.includes(scope)) continue;
      const reserved = reservedScope(scope, this.settings.vendor);
      if (reserved?.kind === 'projectAudience') {
        if (!(await this.mayAsk(client, reserved.value, configVersion))) continue;
        audience.add(reserved.value);
      } else if (!(reserved ? await this.isReservedGrantable(client, reserved, user, configVersion) : isGrantable(client, scope))) continue;
      scopes.push(scope);
    }
    return { scope: scopes.join(' '), audience: [...audience], ...(byResource && { byResource }) };
  }

  /**
   * The part of an exchanged audience that is still valid. The exchanged token outlives the tokens presented for it, so its client, or one
   * of their clients, must still be allowed to name each project. Only audiences beyond the client's own are looked up.
   * An application that the audience implies by its project needs no entry of its own. It keeps its entry only if a token issued now to one
   * of these clients would name it: `applicationsInAudience` applies to exchanges too.
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
   * The applications that an audience implies by the project of one of these clients. Tokens of older builds name all of them, so they are
   * read by project, not one by one.
   */
  private async impliedBy(audience: readonly string[], clients: readonly ClientRecord[], configVersion: number): Promise<Set<string>> {
    const projects = new Set(
      clients.flatMap((one) => (one.kind === 'application' && audience.includes(one.projectId) ? [one.projectNo] : [])),
    );
    const siblings = await Promise.all([...projects].map((projectNo) => this.clients.siblingIds(projectNo, configVersion)));
    return new Set(siblings.flatMap((ids) => [...ids]));
  }

  /** Whether a client id belongs to an active client that the audience does not imply by its project. */
  private async isNotImplied(clientId: string, audience: readonly string[], configVersion: number): Promise<boolean> {
    const client = await this.clients.findClient(clientId, configVersion);
    return client !== undefined && (client.kind !== 'application' || !audience.includes(client.projectId));
  }

  /**
   * Whether an audience implies an application by its project. This holds only for applications of a project in which one of the presented
   * tokens was issued. Applications of another project are implied as long as that project may be named, so its id must stay in the token.
   */
  async meansApplication(audience: readonly string[], clientId: string, origins: readonly TokenOrigin[]): Promise<boolean> {
    const version = await this.config.current();
    const named = await this.clients.findClient(clientId, version);
    if (named?.kind !== 'application' || !audience.includes(named.projectId)) return false;
    const siblings = await Promise.all(origins.map((origin) => this.clients.isSibling(named, origin.clientId, version)));
    return siblings.includes(true);
  }

  /**
   * Checks that a personal access token of an organization's service user may have this scope and audience. Scopes must be available to
   * service users, and the organization must be allowed to name each project.
   * @throws DomainError `invalid`, the same for unknown projects and for those of other organizations
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

  /** Whether the scopes name an organization that does not exist. */
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
    if (project !== this.api) return this.clients.mayReachProject(client, project, configVersion);
    return mayUseApi(client);
  }
}

function isGrantable(client: ClientRecord, scope: string): boolean {
  if (scope === OFFLINE_ACCESS) return client.kind === 'application' && client.config.grantTypes.includes('refresh_token');
  return KNOWN_SCOPES.includes(scope);
}
