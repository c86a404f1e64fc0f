// The body of an event search, in either spelling of its members.
import { createHash } from 'node:crypto';
import { ApiProperty, OmitType } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { DomainError } from '../../common/primitives/domain-error.js';
import { expecting, Flag, Instant, Nested, Text, TextList, Whole } from '../../common/http/fields.js';
import { usOfIso } from '../../common/http/instants.js';
import type { EventFilter } from '../../users/events/event-search.service.js';

const MAX_LIMIT = 1_000;
const MAX_UINT32 = 2 ** 32 - 1;
const MAX_CURSOR = 1_000;
const MAX_TYPES = 30;
const MAX_AGGREGATE_TYPES = 10;

const same = (name: string) => ({ description: `the same as ${name}`, optional: true });

/** An integer, also as a string: other languages write long ones like that in JSON. */
const Sequence = () => (target: object, name: string) => {
  ApiProperty({ description: 'only versions of the aggregate above this one; needs aggregateId', required: false, type: String })(
    target,
    name,
  );
  const validate = (value: unknown) =>
    value === undefined || ((typeof value === 'string' || typeof value === 'number') && /^\d{1,15}$/.test(String(value)));
  ValidateBy({ name: 'sequence', validator: { validate } }, expecting('a whole number'))(target, name);
};

export class EventRange {
  @Instant({ description: 'only events after this time', optional: true }) since?: string;
  @Instant({ description: 'only events before this time', optional: true }) until?: string;
}

export class EventSearchBody {
  @Flag({ description: 'oldest first; absent: newest first', optional: true }) asc?: boolean;
  @Whole(0, MAX_UINT32, { description: 'maximum number of events; absent, 0 or more than 1000: 1000', optional: true }) limit?: number;
  @TextList(MAX_TYPES, 100, {
    description: 'only these types; a type that ends with .* matches by prefix',
    example: ['user.human.*'],
    optional: true,
  })
  eventTypes?: string[];
  @TextList(MAX_TYPES, 100, same('eventTypes')) event_types?: string[];
  @Text(200, { description: 'only events of this aggregate, for example a user', optional: true }) aggregateId?: string;
  @Text(200, same('aggregateId')) aggregate_id?: string;
  @TextList(MAX_AGGREGATE_TYPES, 30, { description: 'only aggregates of these types', example: ['user'], optional: true })
  aggregateTypes?: string[];
  @TextList(MAX_AGGREGATE_TYPES, 30, same('aggregateTypes')) aggregate_types?: string[];
  @Text(200, { description: 'only events of this organization', optional: true }) resourceOwner?: string;
  @Text(200, same('resourceOwner')) resource_owner?: string;
  @Text(200, { description: 'only events caused by this user', optional: true }) editorUserId?: string;
  @Text(200, same('editorUserId')) editor_user_id?: string;
  @Sequence() sequence?: string | number;
  @Instant({ description: 'with asc, only events after this time; otherwise only events before it', optional: true }) from?: string;
  @Instant(same('from')) creationDate?: string;
  @Instant(same('from')) creation_date?: string;
  @Nested(() => EventRange, { description: 'a time range, instead of from', optional: true }) range?: EventRange;
  @Flag({
    description: 'returns events in commit order, from the beginning or after the cursor, without gaps',
    optional: true,
  })
  follow?: boolean;
  @Text(MAX_CURSOR, { description: 'from an answer to the same request: go on there', optional: true }) cursor?: string;
}

/** The search of one organization, which its path names. */
export class OrganizationEventSearchBody extends OmitType(EventSearchBody, ['resourceOwner', 'resource_owner'] as const) {}

/** A request in one spelling. */
export interface EventRequest {
  ascending: boolean;
  limit: number;
  follow: boolean;
  cursor: string | undefined;
  filter: EventFilter;
  /** A key that differs for requests with another filter or order. */
  digest: string;
}

/** @throws DomainError `invalid` for contradictory members */
export function readRequest(body: EventSearchBody): EventRequest {
  const { asc = false, limit = 0, follow = false, cursor, sequence, range } = body;
  const aggregateId = body.aggregateId ?? body.aggregate_id;
  if (sequence !== undefined && aggregateId === undefined)
    throw new DomainError('invalid', 'event.sequence', 'sequence is the version of one aggregate: send aggregateId too.', 'sequence');
  if (follow && body.asc === false) throw new DomainError('invalid', 'event.follow', 'Commits can only be followed forward.', 'asc');
  const from = body.from ?? body.creationDate ?? body.creation_date;
  const after = range ? range.since : asc || follow ? from : undefined;
  const before = range ? range.until : asc || follow ? undefined : from;
  const filter: EventFilter = {
    types: body.eventTypes ?? body.event_types,
    aggregateTypes: body.aggregateTypes ?? body.aggregate_types,
    aggregateId,
    resourceOwner: body.resourceOwner ?? body.resource_owner,
    editor: body.editorUserId ?? body.editor_user_id,
    afterSequence: sequence === undefined ? undefined : Number(sequence),
    afterUs: after === undefined ? undefined : usOfIso(after),
    beforeUs: before === undefined ? undefined : usOfIso(before),
  };
  const digest = createHash('sha256')
    .update(JSON.stringify([asc, filter]))
    .digest('base64url')
    .slice(0, 22);
  return { ascending: asc, limit: Math.min(limit || MAX_LIMIT, MAX_LIMIT), follow, cursor, filter, digest };
}
