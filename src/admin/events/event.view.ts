// How events are shown.
import { ApiProperty } from '@nestjs/swagger';
import { isoInstant } from '../../common/http/instants.js';
import type { LoggedEvent } from '../../users/events/events.service.js';
import type { NamesOfEvent } from './event-names.service.js';
import { localizedAggregate, localizedEvent } from './event-texts.js';

/** This service writes all events itself, on behalf of each caller. */
const SERVICE = 'gatehouse';

class LocalizedView {
  @ApiProperty({ example: 'EventTypes.user.human.added' }) key: string;
  @ApiProperty() localizedMessage: string;
}
export class TypeView {
  @ApiProperty({ example: 'user.human.added' }) type: string;
  @ApiProperty() localized: LocalizedView;
}
class AggregateView {
  @ApiProperty() id: string;
  @ApiProperty({ description: 'current name; absent for what was removed or has none', required: false, example: 'Ada Lovelace' })
  displayName?: string;
  @ApiProperty() type: TypeView;
  @ApiProperty({ description: 'id of the organization' }) resourceOwner: string;
}
class EditorView {
  @ApiProperty() userId: string;
  @ApiProperty({ description: 'current name of the user; absent for the service itself and for removed users', required: false })
  displayName?: string;
  @ApiProperty({ description: 'which service wrote the event: this one', example: SERVICE }) service: string;
}
export class EventView {
  @ApiProperty() type: TypeView;
  @ApiProperty({ type: 'object', additionalProperties: true }) payload: Record<string, unknown>;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'current names of what ids in the payload identify, by the member with the id',
    example: { userId: 'Ada Lovelace' },
  })
  names: Record<string, string>;
  @ApiProperty() aggregate: AggregateView;
  @ApiProperty() editor: EditorView;
  @ApiProperty() sequence: string;
  @ApiProperty({ format: 'date-time' }) creationDate: string;
}
export class EventPageView {
  @ApiProperty({ type: [EventView] }) events: EventView[];
  @ApiProperty({ description: 'send it with the same request for the next page; absent at the end of a search', required: false })
  cursor?: string;
  @ApiProperty({ description: 'whether there are more events, even when this page has few or none' }) more: boolean;
}
export class EventTypesView {
  @ApiProperty({ type: [TypeView] }) eventTypes: TypeView[];
}
export class AggregateTypesView {
  @ApiProperty({ type: [TypeView] }) aggregateTypes: TypeView[];
}

export function eventView(event: LoggedEvent, names: NamesOfEvent, language: string): EventView {
  const { type, aggregate, editor, sequence, createdUs, payload } = event;
  return {
    type: { type, localized: localizedEvent(type, language) },
    payload,
    names: { ...names.payload },
    aggregate: {
      id: aggregate.id,
      ...(names.aggregate !== undefined && { displayName: names.aggregate }),
      type: { type: aggregate.type, localized: localizedAggregate(aggregate.type, language) },
      resourceOwner: aggregate.orgId,
    },
    editor: { userId: editor, ...(names.editor !== undefined && { displayName: names.editor }), service: SERVICE },
    sequence: String(sequence),
    creationDate: isoInstant(createdUs),
  };
}
