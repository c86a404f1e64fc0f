// Removes registered applications that no person uses, where the policy of their registration says so.
import { Injectable } from '@nestjs/common';
import { ConfigVersion } from '../../common/database/config-version.js';
import { Database } from '../../common/database/database.js';
import { Clock, DAY_US } from '../../common/primitives/clock.js';
import { Jobs } from '../../common/work/jobs.service.js';
import { Leases, type Lease } from '../../common/work/leases.service.js';
import { SYSTEM } from '../../users/events/events.service.js';
import { ApplicationRemoval } from '../clients/management/application-removal.service.js';
import { RegistrationsRepository } from './registrations.repository.js';

const EVERY_MS = 3_600_000;
const LEASE_MS = 60_000;
const BATCH = 20;

@Injectable()
export class RegistrationReviews {
  /** Reviews now, unless another process does. */
  readonly reviewNow: () => Promise<void>;

  constructor(
    private readonly repository: RegistrationsRepository,
    private readonly removal: ApplicationRemoval,
    private readonly database: Database,
    private readonly config: ConfigVersion,
    jobs: Jobs,
    private readonly leases: Leases,
    private readonly clock: Clock,
  ) {
    const runUnderLease = (lease: Lease) => this.reviewAll(lease);
    this.reviewNow = jobs.register({ name: 'registrations', everyMs: EVERY_MS, leaseMs: LEASE_MS, runUnderLease });
  }

  private async reviewAll(lease: Lease): Promise<void> {
    while ((await this.reviewSome(lease)) === BATCH);
  }

  /** An application that is used gets another period; any other is removed. @returns the number of reviewed applications */
  private reviewSome(lease: Lease): Promise<number> {
    return this.database.write('review registrations', async (tx) => {
      await this.leases.assertHeld(tx, lease, LEASE_MS);
      const nowUs = this.clock.nowUs();
      const due = await this.repository.findDue(nowUs, BATCH, tx);
      if (due.length > 0) await this.config.raise(tx);
      for (const { applicationNo, orgNo, projectId, applicationId, policy } of due) {
        if (policy.unusedDays > 0 && !(await this.repository.isUsed(tx, applicationNo, nowUs)))
          await this.removal.removeApplicationIn(tx, orgNo, projectId, applicationId, SYSTEM);
        else await this.repository.setReview(tx, applicationNo, nowUs + Math.max(policy.unusedDays, 1) * DAY_US);
      }
      return due.length;
    });
  }
}
