// Counts sign-ins per organization and day from the event log, so that a sign-in writes no counter: docs/adr/0070-the-overview.md.
import { Injectable } from '@nestjs/common';
import { Clock, DAY_US } from '../../common/primitives/clock.js';
import { Database } from '../../common/database/database.js';
import { Jobs } from '../../common/work/jobs.service.js';
import { Leases, type Lease } from '../../common/work/leases.service.js';
import { AuditStreamRepository, type StreamPosition } from './audit-stream.repository.js';
import { EventFollower } from './event-follower.service.js';
import { EventSearchRepository } from './event-search.repository.js';
import { EVENT_TYPES, type EventTypeName } from './event-types.js';
import { SignInCountsRepository, type SignInDay } from './sign-in-counts.repository.js';

/** The events that count, and as what. */
export const COUNTED: Readonly<Partial<Record<EventTypeName, 'succeeded' | 'failed'>>> = {
  'user.session.added': 'succeeded',
  'user.human.password.check.failed': 'failed',
  'user.human.passkey.check.failed': 'failed',
  'user.human.mailed_sign_in.check.failed': 'failed',
  'user.human.factor.check.failed': 'failed',
  'user.human.externalidp.check.failed': 'failed',
};

const BY_NO: ReadonlyMap<number, 'succeeded' | 'failed'> = new Map(
  Object.entries(COUNTED).map(([type, counts]) => [EVENT_TYPES[type as EventTypeName].no, counts] as const),
);

const EVERY_MS = 60_000;
const LEASE_MS = 60_000;
const EVENTS_AT_ONCE = 1_000;
/** The name of the job's position among those of the audit stream, which are digests. */
const READER = 'sign-in counts';
/** Days of events that are counted when the job runs for the first time. */
const FIRST_DAYS = 31;
const KEPT_DAYS = 100;
/** Has the sum over all organizations. */
const WHOLE_SERVICE = 0;

@Injectable()
export class SignInCounts {
  /** Counts the events since the last run, unless another process does. */
  readonly countNow: () => Promise<void>;

  constructor(
    private readonly repository: SignInCountsRepository,
    private readonly positions: AuditStreamRepository,
    private readonly follower: EventFollower,
    private readonly events: EventSearchRepository,
    private readonly database: Database,
    jobs: Jobs,
    private readonly leases: Leases,
    private readonly clock: Clock,
  ) {
    const runUnderLease = (lease: Lease) => this.count(lease);
    this.countNow = jobs.register({ name: READER, everyMs: EVERY_MS, leaseMs: LEASE_MS, runUnderLease });
  }

  /** The last `days` UTC days, the oldest first and today last; days without sign-ins have zeros. @param orgNo 0: the whole service */
  async lastDays(orgNo: number, days: number): Promise<SignInDay[]> {
    const first = dayOf(this.clock.nowUs()) - days + 1;
    const counted = new Map((await this.repository.listDays(orgNo, first)).map((row) => [Number(row.day), row]));
    return Array.from({ length: days }, (_, at) => {
      const { succeeded = 0, failed = 0 } = counted.get(first + at) ?? {};
      return { day: first + at, succeeded: Number(succeeded), failed: Number(failed) };
    });
  }

  private async count(lease: Lease): Promise<void> {
    await this.follower.numberEvents();
    let from = (await this.positions.findPlace(READER)) ?? (await this.begin());
    for (;;) {
      const { rows, position } = await this.events.listAfter(from, EVENTS_AT_ONCE);
      if (rows.length === 0 && position.position === from.position) return;
      const counts = countedIn(rows);
      await this.database.write('count sign-ins', async (tx) => {
        await this.leases.assertHeld(tx, lease, LEASE_MS);
        for (const { orgNo, ...day } of counts) await this.repository.add(tx, orgNo, day, (day.day + KEPT_DAYS) * DAY_US);
        await this.positions.setPlace(tx, READER, position);
      });
      from = position;
    }
  }

  private async begin(): Promise<StreamPosition> {
    const position = await this.repository.positionBefore((dayOf(this.clock.nowUs()) - FIRST_DAYS) * DAY_US);
    return { position, ord: Number.MAX_SAFE_INTEGER };
  }
}

/** Counts in the order of organizations and days, those of the whole service first. */
function countedIn(rows: ReadonlyArray<{ org_no: number; created_us: number; type_no: number }>): Array<SignInDay & { orgNo: number }> {
  const counts = new Map<string, SignInDay & { orgNo: number }>();
  for (const { org_no, created_us, type_no } of rows) {
    const counted = BY_NO.get(type_no);
    if (!counted) continue;
    for (const orgNo of new Set([WHOLE_SERVICE, Number(org_no)])) {
      const day = dayOf(Number(created_us));
      const key = `${orgNo} ${day}`;
      const count = counts.get(key) ?? { orgNo, day, succeeded: 0, failed: 0 };
      counts.set(key, { ...count, [counted]: count[counted] + 1 });
    }
  }
  return [...counts.values()].sort((a, b) => a.orgNo - b.orgNo || a.day - b.day);
}

function dayOf(us: number): number {
  return Math.floor(us / DAY_US);
}
