// Loads the metadata documents of SAML providers in the background. A new certificate is then known before the provider signs with it, and
// the certificate that ends next is shown (`health`). Warns of providers whose last certificate ends soon.
import { Injectable, Logger } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { Database } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { PROVIDER_CERTIFICATES } from '../../../common/observation/topics.js';
import { Clock } from '../../../common/primitives/clock.js';
import { Jobs } from '../../../common/work/jobs.service.js';
import { Leases, type Lease } from '../../../common/work/leases.service.js';
import { ProviderHealth } from '../../../users/authentication/identity-providers/provider-health.service.js';
import { RefreshedProviders, type SamlProvider } from '../../../users/authentication/identity-providers/refreshed-providers.service.js';
import { certificatesEnding } from '../../../users/authentication/identity-providers/saml-certificate.js';
import type { SamlConnection } from '../../../users/authentication/identity-providers/saml-connection.js';
import { UpstreamError } from '../upstream.js';
import { SamlMetadataCache } from './saml-metadata.service.js';

const EVERY_MS = 3_600_000;
/** Longer than all documents of one batch take together: each has 5 s. */
const LEASE_MS = 60_000;
const BATCH = 20;
const DAY_MS = 86_400_000;

@Injectable()
export class SamlMetadataRefresh {
  /** Refreshes all providers now, unless another process does. */
  readonly refreshAll: () => Promise<void>;
  private readonly log = new Logger('identity providers');
  /** The day, since 1970 UTC, on which this process has last logged certificates that end. */
  private loggedDay = 0;

  constructor(
    private readonly providers: RefreshedProviders,
    private readonly metadata: SamlMetadataCache,
    private readonly health: ProviderHealth,
    private readonly database: Database,
    private readonly leases: Leases,
    private readonly clock: Clock,
    jobs: Jobs,
  ) {
    const runUnderLease = (lease: Lease) => this.refreshUnder(lease);
    this.refreshAll = jobs.register({ name: 'provider metadata', everyMs: EVERY_MS, leaseMs: LEASE_MS, runUnderLease });
  }

  private async refreshUnder(lease: Lease): Promise<void> {
    const guard = (tx: Transaction) => this.leases.assertHeld(tx, lease, LEASE_MS);
    const day = Math.floor(this.clock.nowMs() / DAY_MS);
    const logs = day !== this.loggedDay;
    for (let last: number | undefined = 0; last !== undefined;) {
      const batch = await this.providers.listAfter(last, BATCH);
      await this.database.write('hold lease of provider metadata', guard);
      const current = await Promise.all(batch.map((provider) => this.currentOf(provider)));
      for (const [at, provider] of batch.entries()) {
        const connection = current[at];
        if (provider.enabled) this.warnOfEnd(provider, connection ?? provider.connection, logs);
        if (connection && !isDeepStrictEqual(connection, provider.connection)) await this.providers.refresh(provider, connection, guard);
      }
      last = batch.at(-1)?.no;
    }
    this.loggedDay = day;
  }

  /** An expired certificate still verifies, but many providers stop signing with it. */
  private warnOfEnd({ id, name }: SamlProvider, { certificates }: SamlConnection, logs: boolean): void {
    const end = certificatesEnding(certificates, this.clock.nowMs());
    if (!end) return;
    PROVIDER_CERTIFICATES.publish({ state: end.state });
    const message = `the certificates of an identity provider ${end.state === 'ended' ? 'have ended' : 'end soon'}: ask the provider for a new one`;
    if (logs) this.log.warn({ message, identityProviderId: id, name, endsAt: new Date(end.endsMs).toISOString() });
  }

  /** The connection as the document has it. A document that can't be used changes nothing, and the provider's state says why. */
  private async currentOf(provider: SamlProvider): Promise<SamlConnection | undefined> {
    const { connection, enabled } = provider;
    if (!enabled || connection.metadataUrl === undefined) return undefined;
    try {
      return await this.metadata.reload(connection, connection.metadataUrl);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      await this.health.noteFailure(provider, error.message);
      return undefined;
    }
  }
}
