// Rotates keys by age, in the background, in one process at a time.
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DAY_US } from '../../common/primitives/clock.js';
import { Keyring } from '../../common/crypto/keyring.service.js';
import type { Transaction } from '../../common/database/database.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { Jobs, type Job } from '../../common/work/jobs.service.js';
import { Leases, type Lease } from '../../common/work/leases.service.js';
import { SigningKeys } from './signing-keys.service.js';

const LEASE_MS = 60_000;

@Injectable()
export class KeyRotation implements OnApplicationBootstrap {
  private readonly job: Job = { name: 'key rotation', everyMs: 60_000, leaseMs: LEASE_MS, run: (lease) => this.work(lease) };

  constructor(
    private readonly signingKeys: SigningKeys,
    private readonly keyring: Keyring,
    private readonly jobs: Jobs,
    private readonly leases: Leases,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.schedule(this.job);
  }

  /** Runs now, unless another process holds the lease. */
  run(): Promise<void> {
    return this.jobs.runNow(this.job);
  }

  private async work(lease: Lease): Promise<void> {
    const guard = (tx: Transaction) => this.leases.assertHeld(tx, lease, LEASE_MS);
    await this.keyring.advance(this.settings.keyAges.sealingDays * DAY_US, guard);
    await this.signingKeys.advance(guard);
  }
}
