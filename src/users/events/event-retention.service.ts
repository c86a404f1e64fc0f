// Retention of events: archives and deletes old ones, and blanks the personal data of deleted people.
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Clock, DAY_US } from '../../common/primitives/clock.js';
import { Database } from '../../common/database/database.js';
import type { Transaction } from '../../common/database/transaction.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { Jobs } from '../../common/work/jobs.service.js';
import { Leases, type Lease } from '../../common/work/leases.service.js';
import { archiveEvents, blankArchive } from './event-archive.js';
import type { EventKey } from './event-search.repository.js';
import { EventFollower } from './event-follower.service.js';
import { blankPersonalData, eventTypeName } from './event-types.js';
import { EventRetentionRepository, type Removal } from './event-retention.repository.js';
import { EventLog, SYSTEM } from './events.service.js';
import type { StoredEvent } from './events.repository.js';

const EVERY_MS = 600_000;
const LEASE_MS = 120_000;
/** Events per file; all of them are in memory at once. */
const FILE_EVENTS = 10_000;
/** Events per unit of work, so that the single writer is free again within about 10 ms. */
const BATCH = 200;
/** People per pass over the archive files. */
const REMOVALS_AT_ONCE = 10_000;

/** Deletes, as part of a unit of work, the remaining rows of users who were removed long ago; some of them may have been restored. */
export type SweepOfRemoved = (tx: Transaction, userNos: readonly number[]) => Promise<void>;

@Injectable()
export class EventRetention {
  private readonly log = new Logger(EventRetention.name);
  /** Archives and blanks all events that are old enough, unless another process holds the lease. */
  readonly applyRetention: () => Promise<void>;

  private readonly sweeps: SweepOfRemoved[] = [];

  constructor(
    private readonly repository: EventRetentionRepository,
    private readonly follower: EventFollower,
    private readonly events: EventLog,
    private readonly database: Database,
    jobs: Jobs,
    private readonly leases: Leases,
    private readonly clock: Clock,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {
    this.applyRetention = jobs.register({
      name: 'event upkeep',
      everyMs: EVERY_MS,
      leaseMs: LEASE_MS,
      runUnderLease: (lease) => this.blankAndArchive(lease),
    });
  }

  /** Called at start by the module that owns the rows of users. */
  register(sweep: SweepOfRemoved): void {
    this.sweeps.push(sweep);
  }

  private async blankAndArchive(lease: Lease): Promise<void> {
    const { retentionDays, personalDays } = this.settings.events;
    // Blanks first, so that files archived in the same run contain no expired personal data.
    await this.blank(lease, this.clock.nowUs() - personalDays * DAY_US);
    if (retentionDays === undefined) return;
    // Whole days (UTC), so that there is usually one file per day, not one per run.
    const today = Math.floor(this.clock.nowUs() / DAY_US);
    await this.archive(lease, (today - retentionDays) * DAY_US);
  }

  private async archive(lease: Lease, beforeUs: number): Promise<void> {
    // Followers would silently miss an event that was archived before it had a position.
    await this.follower.numberEvents();
    let from: EventKey | undefined = { createdUs: 0, txNo: 0, ord: -1 };
    while (from) {
      const { rows, last } = await this.repository.listOldEvents(from, beforeUs, FILE_EVENTS);
      if (rows.length > 0) await this.archiveAndDelete(lease, rows);
      from = last;
    }
  }

  /**
   * The file is durable before anything is deleted. After a crash in between, events are in both the file and the table, and later in a second file
   * too.
   */
  private async archiveAndDelete(lease: Lease, rows: readonly StoredEvent[]): Promise<void> {
    await this.database.write('archive events', (tx) => this.leases.assertHeld(tx, lease, LEASE_MS));
    const file = await archiveEvents(this.settings.dataDir, rows);
    for (let from = 0; from < rows.length; from += BATCH) {
      await this.database.write('delete archived events', async (tx) => {
        await this.leases.extendLease(tx, lease, LEASE_MS);
        await this.repository.deleteEvents(tx, rows.slice(from, from + BATCH));
        const payload = { file, count: rows.length };
        if (from + BATCH >= rows.length)
          await this.events.appendNext(tx, { type: 'instance.events.archived', orgNo: 0, id: 'event-archive', editor: SYSTEM, payload });
      });
    }
    this.log.log({ message: 'old events were archived', file, count: rows.length });
  }

  /** Completed removals are deleted only after every file was read, so that an interrupted pass is repeated. */
  private async blank(lease: Lease, beforeUs: number): Promise<void> {
    const held = () => this.database.write('blank archived events', (tx) => this.leases.assertHeld(tx, lease, LEASE_MS));
    await this.noteUnnoted(lease, beforeUs);
    let from: Pick<Removal, 'removedUs' | 'userNo'> = { removedUs: 0, userNo: 0 };
    for (;;) {
      const due = await this.repository.listDue(from, beforeUs, REMOVALS_AT_ONCE);
      const last = due.at(-1);
      if (!last) return;
      const removals = due.filter(({ isBack }) => !isBack);
      // Of several removals of the same id, the last one counts.
      const removed = new Map(removals.map(({ id, removedUs }) => [id, removedUs]));
      const { damaged, unread } = await blankArchive(this.settings.dataDir, removed, held);
      // One broken file must not keep the others from being blanked.
      if (damaged.length > 0) this.log.error({ message: 'files of the event archive are damaged, and were not blanked', damaged });
      if (unread.length > 0)
        this.log.error({ message: 'the event archive could not be read; its personal data will be blanked once it can be', unread });
      for (const removal of removals) await this.blankOne(lease, removal);
      if (unread.length === 0) await this.forget(lease, due, last.removedUs);
      from = last;
    }
  }

  /** Builds without the table of blankings write only a tombstone, also during a rolling update. */
  private async noteUnnoted(lease: Lease, beforeUs: number): Promise<void> {
    const afterUs = await this.repository.blankedUntil();
    for (;;) {
      const removals = await this.repository.listUnnoted(afterUs, beforeUs, BATCH);
      if (removals.length === 0) return;
      await this.database.write('note blankings', async (tx) => {
        await this.leases.assertHeld(tx, lease, LEASE_MS);
        await this.repository.noteBlankings(tx, removals);
      });
    }
  }

  private async forget(lease: Lease, done: readonly Removal[], untilUs: number): Promise<void> {
    for (let from = 0; from < done.length; from += BATCH) {
      await this.database.write('forget blankings', async (tx) => {
        await this.leases.assertHeld(tx, lease, LEASE_MS);
        // The mark comes first: with neither row nor mark, the job would find the tombstone again.
        await this.repository.setBlankedUntil(tx, untilUs);
        const batch = done.slice(from, from + BATCH);
        const userNos = batch.map(({ userNo }) => userNo);
        for (const sweep of this.sweeps) await sweep(tx, userNos);
        await this.repository.deleteBlankings(tx, batch);
      });
    }
  }

  private async blankOne(lease: Lease, removal: Removal): Promise<void> {
    const open = (await this.repository.listEventsBefore(removal)).flatMap((event) => {
      const before = JSON.parse(event.payload) as Record<string, unknown>;
      const after = blankPersonalData(eventTypeName(event.type_no) ?? '', before);
      return after === before ? [] : [{ ...event, payload: JSON.stringify(after) }];
    });
    for (let from = 0; from < open.length; from += BATCH) {
      await this.database.write('blank personal data in events', async (tx) => {
        await this.leases.assertHeld(tx, lease, LEASE_MS);
        for (const event of open.slice(from, from + BATCH)) await this.repository.setPayload(tx, event, event.payload);
      });
    }
  }
}
