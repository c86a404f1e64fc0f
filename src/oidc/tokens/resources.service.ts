// Resource indicators (RFC 8707): the addresses for which clients request tokens, and what these have as their audience.
import { Inject, Injectable } from '@nestjs/common';
import { ADMIN_API, SCIM_API } from '../../common/access/own-resources.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { Clients, type ClientRecord } from '../clients/clients.service.js';
import { canonicalResource, type Resource } from '../clients/resource-uri.js';
import { USERINFO_ENDPOINT } from '../protocol/endpoints.js';
import { OAuthError } from '../protocol/oauth-error.js';
import { apiScope, projectAudienceScope } from '../protocol/scopes.js';

/** Maximum number in one request: every token carries them. */
export const MAX_RESOURCES = 5;

@Injectable()
export class Resources {
  /** The addresses of this service's own APIs. */
  private readonly own: ReadonlyMap<string, string>;
  private readonly userinfo: string;

  constructor(
    private readonly clients: Clients,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {
    const { publicUrl, vendor } = settings;
    this.userinfo = publicUrl + USERINFO_ENDPOINT;
    this.own = new Map([
      [publicUrl, vendor],
      [publicUrl + ADMIN_API, vendor],
      [publicUrl + SCIM_API, vendor],
      [this.userinfo, this.userinfo],
    ]);
  }

  /**
   * The requested resources. The rule is that of the audience scope: a project of the client's organization, or one granted to it; this
   * service's own API only for service users and applications with API access.
   * @param values of the parameter `resource`
   * @throws OAuthError `invalid_target` for the whole request; the same for an unknown address and for an address that the client may not use
   */
  async requested(client: ClientRecord, values: readonly string[], configVersion?: number): Promise<Resource[]> {
    if (values.length > MAX_RESOURCES) throw invalidTarget(`At most ${MAX_RESOURCES} resources can be requested.`);
    const found = new Map<string, Resource>();
    for (const value of values) {
      const uri = canonicalResource(value);
      if (uri === undefined) throw invalidTarget('A resource must be an absolute URI without a fragment (RFC 8707 section 2).');
      const target = await this.targetOf(client, uri, configVersion);
      if (target === undefined) throw unknown();
      found.set(uri, { uri, target });
    }
    return [...found.values()];
  }

  /**
   * The resources of a token that rests on an authorization (RFC 8707 section 2.2): the requested ones, or all of the authorization.
   * @param granted the resources of the authorization; empty if its request named none
   * @param audience of its tokens if no resource is named, whose projects may then be requested alone
   * @throws OAuthError `invalid_target` if one was not granted, or if the client may not use any of them any more
   */
  async narrowed(
    client: ClientRecord,
    { granted, audience }: { granted: readonly Resource[]; audience: readonly string[] },
    values: readonly string[],
    configVersion?: number,
  ): Promise<Resource[]> {
    if (values.length > 0) {
      const isGranted = ({ uri, target }: Resource) =>
        granted.length > 0
          ? granted.some((one) => one.uri === uri && one.target === target)
          : target === this.userinfo || audience.includes(target);
      const wanted = await this.requested(client, values, configVersion);
      if (!wanted.every(isGranted)) throw unknown();
      return wanted;
    }
    const targets = await Promise.all(granted.map(({ uri }) => this.targetOf(client, uri, configVersion)));
    const left = granted.filter(({ target }, at) => targets[at] === target);
    // A token without resources would be valid for everything that the application can use.
    if (granted.length > 0 && left.length === 0) throw unknown();
    return left;
  }

  /** The scopes that a person consents to: the same as those that name the projects. */
  scopesOf(resources: readonly Resource[]): string[] {
    const { vendor } = this.settings;
    return resources.flatMap(({ target }) => {
      if (target === this.userinfo) return [];
      return [target === vendor ? apiScope(vendor) : projectAudienceScope(target, vendor)];
    });
  }

  /** Whether userinfo takes a token: any that was not requested for other resources. */
  isForUserinfo({ byResource, audience }: { byResource?: true; audience: readonly string[] }): boolean {
    return !byResource || audience.includes(this.userinfo);
  }

  private async targetOf(client: ClientRecord, uri: string, configVersion?: number): Promise<string | undefined> {
    const own = this.own.get(uri);
    if (own !== undefined) return own !== this.settings.vendor || mayUseApi(client) ? own : undefined;
    const project = await this.clients.findActiveProjectByResource(uri, configVersion);
    return project && (await this.clients.mayReachProject(client, project.id, configVersion)) ? project.id : undefined;
  }
}

/** What a token for resources has in `aud`: each address, and the id of its project, by which this service knows the project. */
export function audienceOf(resources: readonly Resource[]): string[] {
  return [...new Set(resources.flatMap(({ uri, target }) => [uri, target]))];
}

/** Whether a client may request tokens for this service's own API. */
export function mayUseApi(client: ClientRecord): boolean {
  return client.kind === 'service' || client.config.apiAccess;
}

function unknown(): OAuthError {
  return invalidTarget('A resource is unknown, or this client may not use it.');
}

function invalidTarget(description: string): OAuthError {
  return new OAuthError('invalid_target', description);
}
