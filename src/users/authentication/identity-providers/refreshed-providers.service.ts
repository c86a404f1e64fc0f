// SAML providers whose addresses and certificates follow a metadata document. What the document says is stored, so that it is known in every
// process, after a restart, and while the document can't be loaded.
import { Injectable } from '@nestjs/common';
import { ConfigVersion } from '../../../common/database/config-version.js';
import { Database } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { Clock } from '../../../common/primitives/clock.js';
import { EventLog, SYSTEM } from '../../events/events.service.js';
import { Organizations } from '../../organizations/organizations.service.js';
import { OF_SERVICE, type IdentityProvider } from './identity-provider.js';
import { IdentityProvidersRepository } from './identity-providers.repository.js';
import { changesOf, providerEvent } from './provider-events.js';
import type { SamlConnection } from './saml-connection.js';

export type SamlProvider = Extract<IdentityProvider, { kind: 'saml' }>;

@Injectable()
export class RefreshedProviders {
  constructor(
    private readonly repository: IdentityProvidersRepository,
    private readonly organizations: Organizations,
    private readonly database: Database,
    private readonly events: EventLog,
    private readonly config: ConfigVersion,
    private readonly clock: Clock,
  ) {}

  /** SAML providers of all owners after the one with the number `after`, by number. */
  async listAfter(after: number, limit: number): Promise<SamlProvider[]> {
    const found = await this.repository.listOfKind('saml', after, limit);
    return found.filter((provider): provider is SamlProvider => provider.kind === 'saml');
  }

  /**
   * Stores what the document says now, unless an administrator has changed the provider since it was read.
   * @param guard called first in the unit of work
   */
  async refresh(provider: SamlProvider, connection: SamlConnection, guard: (tx: Transaction) => Promise<void>): Promise<void> {
    await this.database.write('refresh identity provider', async (tx) => {
      await guard(tx);
      await this.config.raise(tx);
      const before = await this.repository.findProvider(provider.orgNo, provider.id, tx);
      const owner = provider.orgNo === OF_SERVICE ? undefined : await this.organizations.byNo(provider.orgNo);
      if (before?.modifiedUs !== provider.modifiedUs || (provider.orgNo !== OF_SERVICE && !owner)) return;
      const after: SamlProvider = { ...provider, connection, modifiedUs: this.clock.nowUs() };
      await this.repository.updateProvider(tx, after);
      await this.events.appendNext(tx, providerEvent('changed', owner, after, changesOf(provider, after), SYSTEM));
    });
  }
}
