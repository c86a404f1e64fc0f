// Appends events to the unit of work that makes the change.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/primitives/clock.js';
import { ConfigVersion } from '../../common/database/config-version.js';
import type { Transaction } from '../../common/database/transaction.js';
import { EVENT_TYPES, eventTypeName, type EventTypeName } from './event-types.js';
import { EventsRepository, type StoredEvent } from './events.repository.js';

/** An event to be written. `sequence` is the aggregate's version after it; `editor` is the id of the user who made the change. */
export interface NewEvent {
  type: EventTypeName;
  orgNo: number;
  aggregate: { id: string; sequence: number };
  /** Another object that the event is about, and whose id also finds it: the member of a group. */
  subjectId?: string;
  editor: string;
  payload?: Record<string, unknown>;
}

/** An event about a user. @property editor absent: the user */
export type UserEvent = Omit<NewEvent, 'aggregate' | 'orgNo' | 'editor'> & { editor?: string | undefined };

/** A stored event. Times are microseconds since 1970 UTC. */
export interface LoggedEvent {
  type: EventTypeName;
  aggregate: { type: string; id: string; orgId: string };
  sequence: number;
  createdUs: number;
  editor: string;
  payload: Record<string, unknown>;
}

/** The editor of changes that the service makes by itself. */
export const SYSTEM = 'system';

@Injectable()
export class EventLog {
  constructor(
    private readonly repository: EventsRepository,
    private readonly clock: Clock,
    private readonly config: ConfigVersion,
  ) {}

  /** Appends an event and the unit's commit row to `tx`. The payload must contain no secret. */
  append(tx: Transaction, event: NewEvent): Promise<void> {
    return this.appendAll(tx, [event]);
  }

  /** The same for many events, in few statements. */
  async appendAll(tx: Transaction, events: readonly NewEvent[]): Promise<void> {
    if (events.length === 0) return;
    tx.record();
    const now = this.clock.nowUs();
    const row = ({ type, orgNo, aggregate, subjectId, editor, payload = {} }: NewEvent) => [
      tx.no,
      tx.nextOrdinal(),
      orgNo,
      now,
      EVENT_TYPES[type].no,
      EVENT_TYPES[type].aggregate,
      aggregate.id,
      aggregate.sequence,
      editor,
      JSON.stringify(payload),
      subjectId ?? null,
    ];
    await this.repository.insertEvents(tx, events.map(row));
  }

  /** Appends an event of an aggregate without a version column. Such units of work are serialized, so that no number repeats. */
  async appendNext(tx: Transaction, { id, ...event }: Omit<NewEvent, 'aggregate'> & { id: string }): Promise<void> {
    await this.config.lock(tx);
    const sequence = (await this.repository.lastSequence(tx, id)) + 1;
    await this.append(tx, { ...event, aggregate: { id, sequence } });
  }

  /** Appends events of a user without raising its version, because nothing visible to directories has changed. Does nothing for an unknown user. */
  async appendAboutUser(tx: Transaction, userNo: number, ...events: readonly UserEvent[]): Promise<void> {
    const user = await this.repository.user(tx, userNo);
    if (!user) return;
    const { id, org_no: orgNo, version: sequence } = user;
    await this.appendAll(
      tx,
      events.map(({ editor = id, ...event }) => ({ ...event, editor, orgNo, aggregate: { id, sequence } })),
    );
  }
}

/** Empty for a type that this build does not know. */
export function toEvent(row: StoredEvent): LoggedEvent[] {
  const type = eventTypeName(row.type_no);
  if (!type) return [];
  return [
    {
      type,
      aggregate: { type: row.aggregate_type, id: row.aggregate_id, orgId: row.org_id ?? '' },
      sequence: row.sequence,
      createdUs: row.created_us,
      editor: row.editor,
      payload: JSON.parse(row.payload) as Record<string, unknown>,
    },
  ];
}
