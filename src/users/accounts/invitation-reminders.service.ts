// Sends invitations again that were not accepted, where the policy `signIn` says so: a few times, with a new code each.
import { Injectable } from '@nestjs/common';
import { Clock, DAY_US } from '../../common/primitives/clock.js';
import { Database } from '../../common/database/database.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { Jobs } from '../../common/work/jobs.service.js';
import { Leases, type Lease } from '../../common/work/leases.service.js';
import { SYSTEM } from '../events/events.service.js';
import { Organizations, type Organization } from '../organizations/organizations.service.js';
import { Policies } from '../organizations/policies/policies.service.js';
import { Invitation } from './invitation.service.js';
import { InvitationsRepository, type DueReminder } from './invitations.repository.js';

const EVERY_MS = 3_600_000;
const LEASE_MS = 60_000;
/** People reminded by one run in one organization; the next run goes on. */
const AT_ONCE = 500;

@Injectable()
export class InvitationReminders {
  /** Sends the reminders that are due, unless another process does. */
  readonly remindNow: () => Promise<void>;

  constructor(
    private readonly repository: InvitationsRepository,
    private readonly invitation: Invitation,
    private readonly organizations: Organizations,
    private readonly policies: Policies,
    private readonly database: Database,
    jobs: Jobs,
    private readonly leases: Leases,
    private readonly clock: Clock,
  ) {
    const runUnderLease = (lease: Lease) => this.remindAll(lease);
    this.remindNow = jobs.register({ name: 'invitation reminders', everyMs: EVERY_MS, leaseMs: LEASE_MS, runUnderLease });
  }

  private async remindAll(lease: Lease): Promise<void> {
    for (const orgNo of await this.repository.organizationsWithInvitations()) {
      const organization = await this.organizations.byNo(orgNo);
      if (organization?.state !== 'active') continue;
      const { invitationReminderDays: days, invitationReminders: most } = await this.policies.effectivePolicy(orgNo, 'signIn');
      if (days === 0) continue;
      const due = await this.repository.listDue(orgNo, this.clock.nowUs() - days * DAY_US, most, AT_ONCE);
      for (const one of due) await this.remind(lease, organization, one);
    }
  }

  /** The code stays that of the administrator who invited: it ends if the person gets roles that the administrator does not have. */
  private async remind(lease: Lease, organization: Organization, { userId, givenBy, sentUs }: DueReminder): Promise<void> {
    await this.database.write('keep invitation reminders', (tx) => this.leases.assertHeld(tx, lease, LEASE_MS));
    try {
      await this.invitation.remind(organization, userId, { userNo: givenBy, userId: SYSTEM }, sentUs);
    } catch (error) {
      // The state of the person has changed meanwhile.
      if (!(error instanceof DomainError && (error.kind === 'precondition' || error.kind === 'notFound'))) throw error;
    }
  }
}
