// Searches events: chooses the index, and tests the remaining conditions on each event.
import { Injectable } from '@nestjs/common';
import { EVENT_TYPES, type EventTypeName } from './event-types.js';
import { EventSearchRepository, type EventAccessPath, type EventKey, type EventTimes } from './event-search.repository.js';
import { toEvent, type LoggedEvent } from './events.service.js';
import type { StoredEvent } from './events.repository.js';

/** The conditions of a search; an absent condition matches every event. */
export interface EventFilter {
  /** Names of types, or prefixes that end in `.*`. An unknown one matches nothing. */
  types?: readonly string[] | undefined;
  aggregateTypes?: readonly string[] | undefined;
  /** Events of this aggregate, and other events about it: for a person, also the person's group memberships. */
  aggregateId?: string | undefined;
  /** Id of the organization. */
  resourceOwner?: string | undefined;
  editor?: string | undefined;
  /** Only versions of the aggregate above this one. */
  afterSequence?: number | undefined;
  /** Microseconds since 1970 UTC, exclusive. */
  afterUs?: number | undefined;
  beforeUs?: number | undefined;
}

export interface EventQuery extends EventFilter {
  ascending: boolean;
  limit: number;
  /** Only events after this key in the requested order. */
  from?: EventKey | undefined;
}

/** Events in chronological order. `next` is the key to continue from; absent at the end. */
export interface EventPage {
  events: LoggedEvent[];
  next: EventKey | undefined;
}

/** For more types than this, one scan by time that tests each event is cheaper than one range per type. */
const MAX_WALKS = 12;
/** Events a search reads before it returns its matches so far. */
const MAX_LOOKED_AT = 50_000;
/** Events per query; other requests run in between. */
const WINDOW = 1_000;

@Injectable()
export class EventSearch {
  constructor(private readonly repository: EventSearchRepository) {}

  /**
   * The newest (or, ascending, the oldest) events that match, at most `limit`. Acknowledged changes are found at once. If very few of many events
   * match, a page may have fewer than `limit` events, even none, and still a `next`.
   */
  async searchEvents({ limit, ascending, from, ...filter }: EventQuery): Promise<EventPage> {
    const typeNos = typeNosOf(filter);
    if (limit === 0 || typeNos?.size === 0) return { events: [], next: undefined };
    const driver = driverOf(filter, typeNos);
    const fits = matcher(filter, driver.by === 'type' ? undefined : typeNos);
    const { afterUs, beforeUs } = filter;
    const found: LoggedEvent[] = [];
    let next = from;
    for (let looked = 0; looked < MAX_LOOKED_AT;) {
      const size = Math.max(limit - found.length, looked === 0 ? 0 : WINDOW);
      const rows = await this.repository.window({ driver, afterUs, beforeUs, ascending, from: next, limit: size });
      looked += rows.length;
      for (const row of rows) {
        next = { createdUs: row.created_us, txNo: row.tx_no, ord: row.ord };
        if (fits(row)) found.push(...toEvent(row));
        if (found.length === limit) return { events: found, next };
      }
      if (rows.length < size) return { events: found, next: undefined };
    }
    return { events: found, next };
  }

  /** The number of events of an organization that {@link searchEvents} finds about an aggregate. */
  countAbout(orgNo: number, aggregateId: string, times: EventTimes): Promise<number> {
    return this.repository.countAbout(orgNo, aggregateId, times);
  }
}

/** Whether an event matches; for callers that read in another order. */
export function eventMatcher(filter: EventFilter): (row: StoredEvent) => boolean {
  const fits = matcher(filter, typeNosOf(filter));
  const { afterUs = -Infinity, beforeUs = Infinity, aggregateId, resourceOwner } = filter;
  return (row) =>
    fits(row) &&
    row.created_us > afterUs &&
    row.created_us < beforeUs &&
    (aggregateId === undefined || row.aggregate_id === aggregateId || row.subject_id === aggregateId) &&
    (resourceOwner === undefined || row.org_id === resourceOwner);
}

/** The types requested by name, prefix or aggregate; undefined for all. */
function typeNosOf({ types, aggregateTypes }: EventFilter): Set<number> | undefined {
  if (!types?.length && !aggregateTypes?.length) return undefined;
  const asked = (name: string) =>
    !types?.length || types.some((type) => type === name || (type.endsWith('.*') && name.startsWith(type.slice(0, -1))));
  const ofAggregate = (aggregate: string) => !aggregateTypes?.length || aggregateTypes.includes(aggregate);
  const names = Object.keys(EVENT_TYPES) as EventTypeName[];
  return new Set(names.filter((name) => asked(name) && ofAggregate(EVENT_TYPES[name].aggregate)).map((name) => EVENT_TYPES[name].no));
}

function driverOf({ aggregateId, resourceOwner }: EventFilter, typeNos: ReadonlySet<number> | undefined): EventAccessPath {
  if (aggregateId !== undefined) return { by: 'aggregate', id: aggregateId };
  if (typeNos && typeNos.size <= MAX_WALKS) return { by: 'type', typeNos: [...typeNos] };
  return resourceOwner === undefined ? { by: 'time' } : { by: 'org', id: resourceOwner };
}

/** The conditions that no index answers. */
function matcher(filter: EventFilter, typeNos: ReadonlySet<number> | undefined): (row: StoredEvent) => boolean {
  const { resourceOwner, editor, afterSequence } = filter;
  return (row) =>
    (!typeNos || typeNos.has(row.type_no)) &&
    (resourceOwner === undefined || row.org_id === resourceOwner) &&
    (editor === undefined || row.editor === editor) &&
    (afterSequence === undefined || row.sequence > afterSequence);
}
