// The audit stream: delivers every event, in commit order and at least once, to the file or the web address in AUDIT_STREAM.
import { createHash } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { isoInstant } from '../../common/http/instants.js';
import { Clock } from '../../common/primitives/clock.js';
import { Database } from '../../common/database/database.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { AuditTarget, Settings } from '../../common/settings/settings.js';
import { Jobs } from '../../common/work/jobs.service.js';
import { Leases, type Lease } from '../../common/work/leases.service.js';
import { deliverLines } from './audit-delivery.js';
import { AuditStreamRepository, type StreamPosition } from './audit-stream.repository.js';
import { EventFollower } from './event-follower.service.js';
import { EventSearchRepository } from './event-search.repository.js';
import type { StoredEvent } from './events.repository.js';
import { toEvent } from './events.service.js';

const EVERY_MS = 2_000;
/** Longer than a delivery may take. After a failed delivery, the next attempt starts when the lease expires. */
const LEASE_MS = 15_000;
const EVENTS_AT_ONCE = 500;
const THE_START: StreamPosition = { position: 0, ord: -1 };

@Injectable()
export class AuditStream {
  private readonly log = new Logger(AuditStream.name);

  constructor(
    private readonly repository: AuditStreamRepository,
    private readonly follower: EventFollower,
    private readonly events: EventSearchRepository,
    private readonly database: Database,
    jobs: Jobs,
    private readonly leases: Leases,
    private readonly clock: Clock,
    @Inject(SETTINGS_TOKEN) { auditStream }: Settings,
  ) {
    if (!auditStream) return;
    jobs.register({
      name: 'audit stream',
      everyMs: EVERY_MS,
      leaseMs: LEASE_MS,
      runUnderLease: (lease) => this.stream(auditStream, lease),
    });
  }

  private async stream(target: AuditTarget, lease: Lease): Promise<void> {
    // A new target starts with the first event.
    const key = createHash('sha256')
      .update('file' in target ? target.file : target.url)
      .digest('hex');
    let position = await this.firstPlace(key);
    for (;;) {
      await this.follower.numberEvents();
      const { rows, position: next } = await this.events.listAfter(position, EVENTS_AT_ONCE);
      if (next.position === position.position && rows.length === 0) return;
      // Before anything is sent: a process that lost the lease would otherwise send the same events as its successor.
      await this.database.write('keep audit stream', (tx) => this.leases.assertHeld(tx, lease, LEASE_MS));
      if (rows.length > 0) await deliverLines(target, rows.flatMap(lineOf), this.clock.nowMs(), this.leases.stopSignal);
      await this.database.write('move audit stream', async (tx) => {
        await this.leases.extendLease(tx, lease, LEASE_MS);
        await this.repository.setPlace(tx, key, next);
      });
      position = next;
    }
  }

  private async firstPlace(key: string): Promise<StreamPosition> {
    const stored = await this.repository.findPlace(key);
    const archived = stored ? await this.events.archivedPosition() : 0;
    if (stored && archived > stored.position)
      this.log.error({
        message: 'events were archived before the audit stream had told of them; they are in the archive files',
        ...stored,
      });
    return stored ?? THE_START;
  }
}

/** `id` is the same each time an event is sent again. */
function lineOf(row: StoredEvent & { position: number }): string[] {
  return toEvent(row).map(({ createdUs, aggregate: { id, type, orgId }, ...event }) =>
    JSON.stringify({
      id: `${row.tx_no}-${row.ord}`,
      position: row.position,
      creationDate: isoInstant(createdUs),
      type: event.type,
      aggregate: { id, type, resourceOwner: orgId },
      sequence: event.sequence,
      editor: event.editor,
      payload: event.payload,
    }),
  );
}
