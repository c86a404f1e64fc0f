import { Body, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ServiceAccess } from '../../common/access/access.js';
import { EventFollower } from '../../users/events/event-follower.service.js';
import { EventSearch } from '../../users/events/event-search.service.js';
import { EVENT_TYPES, type EventTypeName } from '../../users/events/event-types.js';
import type { LoggedEvent } from '../../users/events/events.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { EventCursors } from './event-cursors.service.js';
import { EventNames } from './event-names.service.js';
import { EventSearchBody, readRequest, type EventRequest } from './event-search.body.js';
import { Language } from './event-language.js';
import { AGGREGATE_TYPES, localizedAggregate, localizedEvent } from './event-texts.js';
import { AggregateTypesView, EventPageView, EventTypesView, eventView, type EventView } from './event.view.js';

@ApiTags('events')
@AdminController()
export class EventsController {
  constructor(
    private readonly events: EventSearch,
    private readonly follower: EventFollower,
    private readonly cursors: EventCursors,
    private readonly names: EventNames,
  ) {}

  /** Events, newest first unless `asc`; with `follow`, in commit order without gaps: 409 if some were archived unread. */
  @Post('events/_search')
  @HttpCode(200)
  @ServiceAccess('event.read')
  @ApiOkResponse({ type: EventPageView })
  async search(@Body() body: EventSearchBody, @Language() language: string): Promise<EventPageView> {
    const request = readRequest(body);
    const { events, ...page } = request.follow ? await this.followPage(request) : await this.searchPage(request);
    return { events: await this.views(events, language), ...page };
  }

  /** All event types, in alphabetical order. */
  @Post('events/types/_search')
  @HttpCode(200)
  @ServiceAccess('event.read')
  @ApiOkResponse({ type: EventTypesView })
  types(@Language() language: string): EventTypesView {
    const types = (Object.keys(EVENT_TYPES) as EventTypeName[]).toSorted();
    return { eventTypes: types.map((type) => ({ type, localized: localizedEvent(type, language) })) };
  }

  /** All types of aggregates that events are about. */
  @Post(['events/aggregates/types/_search', 'aggregates/types/_search'])
  @HttpCode(200)
  @ServiceAccess('event.read')
  @ApiOkResponse({ type: AggregateTypesView })
  aggregateTypes(@Language() language: string): AggregateTypesView {
    const types = Object.keys(AGGREGATE_TYPES).toSorted();
    return { aggregateTypes: types.map((type) => ({ type, localized: localizedAggregate(type, language) })) };
  }

  private async searchPage({ ascending, limit, filter, cursor, digest }: EventRequest) {
    const from = await this.cursors.openSearch(cursor, digest);
    const { events, next } = await this.events.searchEvents({ ...filter, ascending, limit, from });
    if (!next) return { events, more: false };
    return { events, more: true, cursor: await this.cursors.seal({ order: 'events by time', key: next, digest }) };
  }

  private async followPage({ limit, filter, cursor }: EventRequest) {
    const { events, position, isNew } = await this.follower.followEvents(await this.cursors.openFollow(cursor), limit, filter);
    return {
      events,
      more: isNew,
      cursor: isNew || cursor === undefined ? await this.cursors.seal({ order: 'events by commit', place: position }) : cursor,
    };
  }

  private async views(events: readonly LoggedEvent[], language: string): Promise<EventView[]> {
    const namesOf = await this.names.ofEvents(events);
    return events.map((event) => eventView(event, namesOf(event), language));
  }
}
