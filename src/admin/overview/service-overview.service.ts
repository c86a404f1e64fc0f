// How the whole service is doing. What belongs to an organization is in the overview of that organization.
import { Injectable } from '@nestjs/common';
import type { Permission } from '../../common/access/permissions.js';
import { SchemaState } from '../../common/database/schema-state.js';
import { Clock, DAY_US } from '../../common/primitives/clock.js';
import { Jobs } from '../../common/work/jobs.service.js';
import { OF_SERVICE } from '../../users/authentication/identity-providers/identity-provider.js';
import { IdentityProviders } from '../../users/authentication/identity-providers/identity-providers.service.js';
import { SignInCounts } from '../../users/events/sign-in-counts.service.js';
import { GroupCounts, PeopleCounts } from '../../users/organizations/organization-counts.repository.js';
import { jobIdOf } from '../jobs/job-id.js';
import { attentionOf, bounded, foundAll, type AttentionSources, type Found } from './attention.js';
import { AttentionRepository } from './attention.repository.js';
import { endingProviders } from './ending-providers.js';
import { dayView } from './organization-overview.service.js';
import type { ServiceOverviewView } from './overview.view.js';

const DAYS = 30;
const MONTH_US = 30 * DAY_US;
const MOST_MESSAGES = 1_000;

@Injectable()
export class ServiceOverview {
  constructor(
    private readonly people: PeopleCounts,
    private readonly groups: GroupCounts,
    private readonly signIns: SignInCounts,
    private readonly attention: AttentionRepository,
    private readonly providers: IdentityProviders,
    private readonly jobs: Jobs,
    private readonly schema: SchemaState,
    private readonly clock: Clock,
  ) {}

  /** @param may what the caller may do in the whole service */
  async show(may: (permission: Permission) => boolean): Promise<ServiceOverviewView> {
    const [people, groups, others, days, items] = await Promise.all([
      this.people.countAll(),
      this.groups.countAll(),
      this.attention.countOfService(),
      this.signIns.lastDays(OF_SERVICE, DAYS),
      attentionOf(this.sources(), may),
    ]);
    return { counts: { people, groups, ...(may('org.read') && others) }, signIns: days.map(dayView), attention: items };
  }

  private sources(): AttentionSources {
    return {
      'mail.undelivered': () => this.undelivered('mail_outbox'),
      'sms.undelivered': () => this.undelivered('sms_outbox'),
      'job.failed': async () => {
        const failed = (await this.jobs.listJobs()).filter(({ lastRun }) => lastRun?.failure !== undefined);
        return foundAll(failed.map(({ name }) => ({ type: 'job', id: jobIdOf(name), name })));
      },
      'sharedProvider.certificateEnding': async () =>
        foundAll(endingProviders(await this.providers.ofOrganization(OF_SERVICE), this.clock.nowUs() + MONTH_US)),
      'version.outdated': async () => foundAll([], (await this.schema.isAhead()) ? 1 : 0),
    };
  }

  private async undelivered(outbox: 'mail_outbox' | 'sms_outbox'): Promise<Found> {
    return { ...bounded(await this.attention.countUndelivered(outbox, MOST_MESSAGES + 1), MOST_MESSAGES), targets: [] };
  }
}
