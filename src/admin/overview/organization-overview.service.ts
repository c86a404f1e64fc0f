// How an organization is doing: its contents in numbers, its sign-ins, and what needs attention.
import { Injectable } from '@nestjs/common';
import { Clock, DAY_US } from '../../common/primitives/clock.js';
import type { Permission } from '../../common/access/permissions.js';
import { Connections } from '../../scim/provisioning/connections.service.js';
import { Invitation } from '../../users/accounts/invitation.service.js';
import { IdentityProviders } from '../../users/authentication/identity-providers/identity-providers.service.js';
import type { SignInDay } from '../../users/events/sign-in-counts.repository.js';
import { SignInCounts } from '../../users/events/sign-in-counts.service.js';
import { OrganizationStatistics } from '../../users/organizations/organization-statistics.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { NamesRepository } from '../names/names.repository.js';
import { AttentionRepository } from './attention.repository.js';
import { attentionOf, bounded, foundAll, MOST_TARGETS, type AttentionSources, type Found } from './attention.js';
import { endingProviders } from './ending-providers.js';
import type { OrganizationOverviewView, SignInDayView } from './overview.view.js';

const DAYS = 30;
const DAY_MS = DAY_US / 1_000;
const MONTH_US = 30 * DAY_US;
/** A credential or certificate stays in the list for a week after its end. */
const WEEK_US = 7 * DAY_US;
/** Deactivated people are counted up to here. */
const MOST_DEACTIVATED = 10_000;

@Injectable()
export class OrganizationOverview {
  constructor(
    private readonly statistics: OrganizationStatistics,
    private readonly signIns: SignInCounts,
    private readonly attention: AttentionRepository,
    private readonly invitations: Invitation,
    private readonly connections: Connections,
    private readonly providers: IdentityProviders,
    private readonly names: NamesRepository,
    private readonly clock: Clock,
  ) {}

  /** @param may what the caller may do in the organization */
  async of(organization: Organization, may: (permission: Permission) => boolean): Promise<OrganizationOverviewView> {
    const nowUs = this.clock.nowUs();
    const invited = this.invitations.countOpen(organization);
    const [contents, deactivated, days, open, items] = await Promise.all([
      this.statistics.countContents(organization),
      this.attention.countDeactivated(organization.no, MOST_DEACTIVATED + 1),
      this.signIns.lastDays(organization.no, DAYS),
      invited,
      attentionOf(this.sources(organization, nowUs, invited), may),
    ]);
    const { people, groups, ...others } = contents;
    const out = bounded(deactivated, MOST_DEACTIVATED);
    return {
      counts: {
        people: {
          total: people,
          // The two numbers may be from different moments.
          active: out.atLeast ? null : Math.max(0, people - out.count),
          deactivated: out,
          invited: { count: open.count, atLeast: open.atLeast },
        },
        groups,
        ...(may('org.read') && others),
      },
      signIns: days.map(dayView),
      attention: items,
    };
  }

  private sources(organization: Organization, nowUs: number, invited: Promise<{ expired: number; atLeast: boolean }>): AttentionSources {
    return {
      'connection.refused': () => this.refusedConnections(organization, nowUs - DAY_US),
      'identityProvider.certificateEnding': async () =>
        foundAll(endingProviders(await this.providers.ofOrganization(organization.no), nowUs + MONTH_US)),
      'credential.ending': () => this.endingCredentials(organization, nowUs),
      'person.lockedOut': () => this.lockedPeople(organization, nowUs),
      'invitation.expired': async () => {
        const { expired, atLeast } = await invited;
        return { count: expired, atLeast: atLeast && expired > 0, targets: [] };
      },
    };
  }

  private async refusedConnections(organization: Organization, sinceUs: number): Promise<Found> {
    const callers = new Set(await this.attention.listRefusedCallers(organization.no, sinceUs));
    if (callers.size === 0) return foundAll([]);
    const refused = (await this.connections.allOf(organization)).filter(({ userId }) => callers.has(userId));
    return foundAll(refused.map(({ userId, user }) => ({ type: 'connection', id: userId, name: user.name })));
  }

  private async endingCredentials({ no }: Organization, nowUs: number): Promise<Found> {
    const { found, isCut } = await this.attention.listEndingCredentials(no, nowUs - WEEK_US, nowUs + MONTH_US);
    const owners = new Map(found.map((one) => [`${one.type} ${one.id}`, one]));
    const targets = [...owners.values()].map(({ type, id, name, projectId }) => ({
      type,
      id,
      name,
      ...(projectId !== undefined && { projectId }),
    }));
    return { ...foundAll(targets, found.length), atLeast: isCut };
  }

  private async lockedPeople({ no }: Organization, nowUs: number): Promise<Found> {
    const { ids, isCut } = await this.attention.listLocked(no, nowUs - MONTH_US, nowUs - DAY_US);
    const names = await this.names.findUsers(ids.slice(0, MOST_TARGETS));
    const targets = ids.flatMap((id) => {
      const user = names.get(id);
      return user ? [{ type: 'person' as const, id, name: user.name }] : [];
    });
    return { ...foundAll(targets, ids.length), atLeast: isCut && ids.length > 0 };
  }
}

/** A day of the picture. */
export function dayView({ day, succeeded, failed }: SignInDay): SignInDayView {
  return { day: new Date(day * DAY_MS).toISOString().slice(0, 10), succeeded, failed };
}
