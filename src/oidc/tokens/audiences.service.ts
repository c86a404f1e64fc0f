// For whom a token is meant, and which scopes a client may be granted.
import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '../../common/primitives/domain-error.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { Clients, type ClientRecord } from '../clients/clients.service.js';
import { audienceScopeProject, KNOWN_SCOPES, OFFLINE_ACCESS, scopeValues } from '../protocol/scopes.js';

/** What is granted of what was asked, and whom it makes a token good for. */
export interface Granted {
  scope: string;
  audience: string[];
}

@Injectable()
export class Audiences {
  constructor(
    private readonly clients: Clients,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /** This service's own API as an audience (docs/adr/0005-tokens.md). */
  get api(): string {
    return this.settings.vendor;
  }

  /**
   * Unknown scopes are dropped, not refused, and missing from what is granted (RFC 6749 section 3.3).
   * An audience scope counts when its project exists; the one of this service's own API only for applications marked for it and for service users.
   */
  async grant(client: ClientRecord, requested: string | undefined): Promise<Granted> {
    const [scopes, audience] = [[] as string[], new Set(client.audience)];
    for (const scope of scopeValues(requested)) {
      const project = audienceScopeProject(scope, this.settings.vendor);
      if (project === undefined ? !isGrantable(client, scope) : !(await this.mayAsk(client, project))) continue;
      if (project !== undefined) audience.add(project);
      scopes.push(scope);
    }
    return { scope: scopes.join(' '), audience: [...audience] };
  }

  /**
   * Whether a personal access token may be stored with these: scopes a service user can have, and projects that exist.
   * @throws DomainError `invalid`
   */
  async assertStorable(scope: string | undefined, audience: readonly string[]): Promise<void> {
    const unknown = scopeValues(scope).find((value) => value === OFFLINE_ACCESS || !KNOWN_SCOPES.includes(value));
    if (unknown !== undefined)
      throw new DomainError(
        'invalid',
        'personalAccessToken.scope',
        `"${unknown.slice(0, 100)}" is not a scope that a personal access token can have.`,
        'scope',
      );
    for (const project of audience) {
      if (await this.clients.isAudience(project)) continue;
      const text = `"${project.slice(0, 100)}" is not the id of an active project.`;
      throw new DomainError('invalid', 'personalAccessToken.audience', text, 'audience');
    }
  }

  private async mayAsk(client: ClientRecord, project: string): Promise<boolean> {
    if (project !== this.api) return this.clients.isAudience(project);
    return client.kind === 'service' || client.config.apiAccess;
  }
}

function isGrantable(client: ClientRecord, scope: string): boolean {
  if (scope === OFFLINE_ACCESS) return client.kind === 'application' && client.config.grantTypes.includes('refresh_token');
  return KNOWN_SCOPES.includes(scope);
}
