// The history of one person, for those who manage people.
import { createHash } from 'node:crypto';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiQuery, ApiTags } from '@nestjs/swagger';
import { Access } from '../../common/access/access.js';
import { QueryNames } from '../../common/http/page-query.js';
import { MAX_LIMIT, textParameter, whole } from '../../common/http/paging.js';
import { EventSearch } from '../../users/events/event-search.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { People } from '../../users/people/people.service.js';
import { EventCursors } from '../events/event-cursors.service.js';
import { Language } from '../events/event-language.js';
import { eventView, EventView } from '../events/event.view.js';
import { OrganizationParam } from '../organizations/organization-param.js';

const DEFAULT_LIMIT = 100;
const MAX_CURSOR = 1_000;

export class PersonEventsView {
  @ApiProperty({ type: [EventView] }) events: EventView[];
  @ApiProperty({ type: String, nullable: true, description: '`cursor` of the next page; null after the last one' }) nextCursor:
    string | null;
}

@ApiTags('people')
@Controller('admin/v1/organizations/:orgId/people/:userId/events')
export class PersonEventsController {
  constructor(
    private readonly people: People,
    private readonly events: EventSearch,
    private readonly cursors: EventCursors,
  ) {}

  @Get()
  @Access('user.read')
  @QueryNames('limit', 'cursor')
  @ApiQuery({ name: 'limit', required: false, schema: { type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT } })
  @ApiQuery({ name: 'cursor', required: false, schema: { type: 'string' }, description: '`nextCursor` of the page before' })
  @ApiOperation({
    summary: 'What happened to a person, the newest first: events of the organization about the person, with readable texts',
  })
  @ApiOkResponse({ type: PersonEventsView })
  async list(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Query() query: Record<string, unknown>,
    @Language() language: string,
  ): Promise<PersonEventsView> {
    const limit = whole(query['limit'], 'limit', DEFAULT_LIMIT, MAX_LIMIT);
    const cursor = textParameter(query['cursor'], 'cursor', MAX_CURSOR);
    const { id } = await this.people.requirePerson(organization, userId);
    const digest = createHash('sha256').update(`person ${id}`).digest('base64url');
    const from = await this.cursors.openSearch(cursor, digest);
    const { events, next } = await this.events.searchEvents({
      aggregateId: id,
      resourceOwner: organization.id,
      ascending: false,
      limit,
      from,
    });
    // Whoever manages one organization does not learn the names of others' administrators.
    const names = await this.events.resolveNames(
      events.map(({ editor }) => editor),
      organization.no,
    );
    return {
      events: events.map((event) => eventView(event, names, language)),
      nextCursor: next ? this.cursors.seal({ order: 'events by time', key: next, digest }) : null,
    };
  }
}
