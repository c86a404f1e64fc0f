import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { ServiceAccess } from '../../common/access/access.js';
import { Flag, TextList, Whole } from '../../common/http/fields.js';
import { isoInstant } from '../../common/http/instants.js';
import { EVENT_TYPES } from '../../users/events/event-types.js';
import { EventLog, type LoggedEvent } from '../../users/events/events.service.js';

const MAX_LIMIT = 1000;

export class EventSearchBody {
  @Flag({ description: 'oldest first; absent: newest first', optional: true }) asc?: boolean;
  @Whole(0, MAX_LIMIT, { description: 'at most so many events; absent or 0: 1000', optional: true }) limit?: number;
  @TextList(30, 100, { description: 'only these types', example: ['user.human.added'], optional: true }) event_types?: string[];
}

class LocalizedView {
  @ApiProperty({ example: 'EventTypes.user.human.added' }) key: string;
  @ApiProperty() localizedMessage: string;
}
class EventTypeView {
  @ApiProperty({ example: 'user.human.added' }) type: string;
  @ApiProperty() localized: LocalizedView;
}
class AggregateView {
  @ApiProperty() id: string;
  @ApiProperty() type: EventTypeView;
  @ApiProperty({ description: 'id of the organization' }) resourceOwner: string;
}
class EditorView {
  @ApiProperty() userId: string;
}
export class EventView {
  @ApiProperty() type: EventTypeView;
  @ApiProperty({ type: 'object', additionalProperties: true }) payload: Record<string, unknown>;
  @ApiProperty() aggregate: AggregateView;
  @ApiProperty() editor: EditorView;
  @ApiProperty() sequence: string;
  @ApiProperty({ format: 'date-time' }) creationDate: string;
}

@ApiTags('events')
@Controller('admin/v1/events')
export class EventsController {
  constructor(private readonly events: EventLog) {}

  /** What happened, newest first unless `asc`. */
  @Post('_search')
  @HttpCode(200)
  @ServiceAccess('event.read')
  async search(@Body() { asc = false, limit = MAX_LIMIT, event_types }: EventSearchBody): Promise<{ events: EventView[] }> {
    const found = await this.events.search({ ascending: asc, limit: limit || MAX_LIMIT, ...(event_types ? { types: event_types } : {}) });
    return { events: found.map(view) };
  }
}

const AGGREGATES: Readonly<Record<string, string>> = {
  user: 'User',
  org: 'Organization',
  project: 'Project',
  application: 'Application',
  instance: 'Service',
};

function view({ type, aggregate, editor, sequence, createdUs, payload }: LoggedEvent): EventView {
  return {
    type: { type, localized: { key: `EventTypes.${type}`, localizedMessage: EVENT_TYPES[type].message } },
    payload,
    aggregate: {
      id: aggregate.id,
      type: {
        type: aggregate.type,
        localized: { key: `AggregateTypes.${aggregate.type}`, localizedMessage: AGGREGATES[aggregate.type] ?? aggregate.type },
      },
      resourceOwner: aggregate.orgId,
    },
    editor: { userId: editor },
    sequence: String(sequence),
    creationDate: isoInstant(createdUs),
  };
}
