// Pages of events: found by time, or followed in commit order.
import { Injectable } from '@nestjs/common';
import { EventFollower } from '../../users/events/event-follower.service.js';
import { EventSearch } from '../../users/events/event-search.service.js';
import { EventCursors } from './event-cursors.service.js';
import { EventNames } from './event-names.service.js';
import { readRequest, type EventRequest, type EventSearchBody } from './event-search.body.js';
import { eventView, type EventPageView } from './event.view.js';

@Injectable()
export class EventPages {
  constructor(
    private readonly events: EventSearch,
    private readonly follower: EventFollower,
    private readonly cursors: EventCursors,
    private readonly names: EventNames,
  ) {}

  /**
   * The page that `body` requests.
   * @param orgNo only names of what belongs to this organization
   */
  async readPage(body: EventSearchBody, language: string, orgNo?: number): Promise<EventPageView> {
    const request = readRequest(body);
    const { events, ...page } = request.follow ? await this.followPage(request) : await this.searchPage(request);
    const namesOf = await this.names.ofEvents(events, orgNo);
    return { events: events.map((event) => eventView(event, namesOf(event), language)), ...page };
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
}
