// The organization that an authorization request names by its scope. It determines the look of the pages, and which organization's people
// are searched first.
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { type Organization, Organizations } from '../../users/organizations/organizations.service.js';
import { isOfRequestedOrganization, reservedScopes } from '../protocol/scopes.js';

@Injectable()
export class RequestedOrganizations {
  constructor(
    private readonly organizations: Organizations,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /** @returns undefined if the scopes name none; `unknown` if they name an organization that does not exist, is not active, or is not the only one */
  async findRequested(scopes: readonly string[]): Promise<Organization | 'unknown' | undefined> {
    const { vendor } = this.settings;
    const [named] = reservedScopes(scopes, vendor).filter(({ kind }) => kind === 'organizationId' || kind === 'primaryDomain');
    if (!named) return undefined;
    const found =
      named.kind === 'organizationId'
        ? await this.organizations.findOrganization(named.value)
        : await this.organizations.byDomain(named.value.toLowerCase());
    if (found?.state !== 'active') return 'unknown';
    return isOfRequestedOrganization(scopes, { orgId: found.id, primaryDomain: found.primaryDomain }, vendor) ? found : 'unknown';
  }
}
