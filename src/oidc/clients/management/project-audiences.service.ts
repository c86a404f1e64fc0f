// What a project may be as the audience of tokens: its id, and its address.
import { Inject, Injectable } from '@nestjs/common';
import { ConfigVersion } from '../../../common/database/config-version.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import { SETTINGS_TOKEN } from '../../../common/settings/settings.module.js';
import type { Settings } from '../../../common/settings/settings.js';
import { ServiceUsers } from '../../../users/directory/service-users/service-users.service.js';
import { Domains } from '../../../users/organizations/domains.service.js';
import { OWN_CLIENT_IDS } from '../../protocol/own-clients.js';
import { ApplicationsRepository } from '../applications.repository.js';
import { canonicalResource, resourceUriFault } from '../resource-uri.js';

@Injectable()
export class ProjectAudiences {
  constructor(
    private readonly applications: ApplicationsRepository,
    private readonly serviceUsers: ServiceUsers,
    private readonly domains: Domains,
    private readonly config: ConfigVersion,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /** Whether the id is the audience of this service's own API, or a client id. */
  async isTaken(tx: Transaction, id: string): Promise<boolean> {
    if (id === this.settings.vendor || OWN_CLIENT_IDS.includes(id)) return true;
    return (
      ((await this.applications.findApplicationByClientId(id, tx)) ?? (await this.serviceUsers.findServiceUserByClientId(id))) !== undefined
    );
  }

  /** @returns the canonical form, or an empty text. @throws DomainError `invalid`, or `conflict` in a domain of another organization */
  async resourceUri(orgNo: number, text: string): Promise<string> {
    if (text === '') return '';
    const fault = resourceUriFault(text, this.settings.publicUrl);
    if (fault) throw new DomainError('invalid', 'project.resourceUri', `resourceUri ${fault}.`, 'resourceUri');
    const uri = canonicalResource(text) ?? '';
    if (await this.isElsewhere(orgNo, new URL(uri).hostname))
      throw new DomainError('conflict', 'project.resourceUriForeign', 'resourceUri is in a domain of another organization.', 'resourceUri');
    return uri;
  }

  /** Whether the nearest domain that is verified belongs to another organization, whose server would take tokens of this one for its own. */
  private async isElsewhere(orgNo: number, host: string): Promise<boolean> {
    const version = await this.config.current();
    for (let domain = host; domain.includes('.'); domain = domain.slice(domain.indexOf('.') + 1)) {
      const owner = await this.domains.ownerOf(domain, version);
      if (owner !== undefined) return owner !== orgNo;
    }
    return false;
  }
}
