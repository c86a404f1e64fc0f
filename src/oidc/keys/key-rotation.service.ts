// Rotates keys by age, in the background, in one process at a time.
import { Inject, Injectable } from '@nestjs/common';
import { DAY_US } from '../../common/primitives/clock.js';
import { Keyring } from '../../common/crypto/keyring.service.js';
import type { Transaction } from '../../common/database/transaction.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { Jobs } from '../../common/work/jobs.service.js';
import { Leases, type Lease } from '../../common/work/leases.service.js';
import { SigningKeys } from './signing-keys.service.js';

const LEASE_MS = 60_000;

@Injectable()
export class KeyRotation {
  /** Rotates the keys due now, unless another process has the lease. */
  readonly rotateDueKeys: () => Promise<void>;

  constructor(
    private readonly signingKeys: SigningKeys,
    private readonly keyring: Keyring,
    jobs: Jobs,
    private readonly leases: Leases,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {
    this.rotateDueKeys = jobs.register({
      name: 'key rotation',
      everyMs: 60_000,
      leaseMs: LEASE_MS,
      runUnderLease: (lease) => this.advanceKeys(lease),
    });
  }

  private async advanceKeys(lease: Lease): Promise<void> {
    const guard = (tx: Transaction) => this.leases.assertHeld(tx, lease, LEASE_MS);
    await this.keyring.advanceDataKeys(this.settings.keyAges.sealingDays * DAY_US, guard);
    await this.signingKeys.advanceKeys(guard);
  }
}
