import { Body, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access, Caller, ServiceAccess } from '../../common/access/access.js';
import { judgeService } from '../../common/access/permissions.js';
import type { Principal } from '../../common/access/principal.js';
import { EVENT_TYPES, type EventTypeName } from '../../users/events/event-types.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { OrganizationParam } from '../organizations/organization-param.js';
import { EventPages } from './event-pages.service.js';
import { EventSearchBody, OrganizationEventSearchBody } from './event-search.body.js';
import { Language } from './event-language.js';
import { AGGREGATE_TYPES, localizedAggregate, localizedEvent } from './event-texts.js';
import { AggregateTypesView, EventPageView, EventTypesView } from './event.view.js';

@ApiTags('events')
@AdminController()
export class EventsController {
  constructor(private readonly pages: EventPages) {}

  /** Events, newest first unless `asc`; with `follow`, in commit order without gaps: 409 if some were archived unread. */
  @Post('events/_search')
  @HttpCode(200)
  @ServiceAccess('event.read')
  @ApiOkResponse({ type: EventPageView })
  search(@Body() body: EventSearchBody, @Language() language: string): Promise<EventPageView> {
    return this.pages.readPage(body, language);
  }

  /** Events of an organization, newest first unless `asc`; with `follow`, in commit order without gaps: 409 if some were archived unread. */
  @Post('organizations/:orgId/events/_search')
  @HttpCode(200)
  @Access('org.read')
  @ApiOkResponse({ type: EventPageView })
  searchOrganization(
    @OrganizationParam() organization: Organization,
    @Body() body: OrganizationEventSearchBody,
    @Language() language: string,
    @Caller() { memberships }: Principal,
  ): Promise<EventPageView> {
    // A manager of one organization does not learn the names of others' administrators.
    const mayReadAll = judgeService(memberships, 'org.read') === 'allowed';
    return this.pages.readPage({ ...body, resourceOwner: organization.id }, language, mayReadAll ? undefined : organization.no);
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
}
