// The history of one person, for those who manage people.
import { createHash } from 'node:crypto';
import { Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiQuery, ApiTags } from '@nestjs/swagger';
import { Access } from '../../common/access/access.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { QueryNames } from '../../common/http/page-query.js';
import { momentParameter } from '../../common/http/list-request.js';
import { flag, MAX_LIMIT, textParameter, whole } from '../../common/http/paging.js';
import { EventSearch } from '../../users/events/event-search.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { People } from '../../users/directory/people/people.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { EventCursors } from '../events/event-cursors.service.js';
import { EventNames } from '../events/event-names.service.js';
import { Language } from '../events/event-language.js';
import { eventView, EventView } from '../events/event.view.js';
import { OrganizationParam } from '../organizations/organization-param.js';

const DEFAULT_LIMIT = 100;
const MAX_CURSOR = 1_000;
const [OLDEST_FIRST, NEWEST_FIRST] = ['creationDate', '-creationDate'] as const;
const SORTS: readonly string[] = [OLDEST_FIRST, NEWEST_FIRST];

export class PersonEventsView {
  @ApiProperty({ type: [EventView] }) events: EventView[];
  @ApiProperty({ type: String, nullable: true, description: '`cursor` of the next page; null after the last one' }) nextCursor:
    | string
    | null;
  @ApiProperty({ type: 'integer', required: false, description: 'number of events on all pages, with `total=true`' }) total?: number;
}

@ApiTags('people')
@AdminController('organizations/:orgId/people/:userId/events')
export class PersonEventsController {
  constructor(
    private readonly people: People,
    private readonly events: EventSearch,
    private readonly cursors: EventCursors,
    private readonly names: EventNames,
  ) {}

  @Get()
  @Access('user.read')
  @QueryNames('limit', 'cursor', 'sort', 'total', 'createdAfter', 'createdBefore')
  @ApiQuery({ name: 'sort', required: false, schema: { type: 'string', enum: [...SORTS], default: NEWEST_FIRST } })
  @ApiQuery({ name: 'total', required: false, schema: { type: 'boolean', default: false }, description: 'also says how many there are' })
  @ApiQuery({ name: 'limit', required: false, schema: { type: 'integer', minimum: 0, maximum: MAX_LIMIT, default: DEFAULT_LIMIT } })
  @ApiQuery({ name: 'cursor', required: false, schema: { type: 'string' }, description: '`nextCursor` of the page before' })
  @ApiQuery({ name: 'createdAfter', required: false, schema: { type: 'string', format: 'date-time' }, description: 'only later events' })
  @ApiQuery({ name: 'createdBefore', required: false, schema: { type: 'string', format: 'date-time' }, description: 'only earlier events' })
  @ApiOperation({
    summary: 'What happened to a person, usually the newest first: events of the organization about the person, with readable texts',
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
    const sort = sortOf(query['sort']);
    const isCounted = flag(query['total'], 'total');
    const times = {
      afterUs: momentParameter(query['createdAfter'], 'createdAfter'),
      beforeUs: momentParameter(query['createdBefore'], 'createdBefore'),
    };
    const { id } = await this.people.requirePerson(organization, userId);
    const bounds = Object.entries(times).filter(([, us]) => us !== undefined);
    const digest = createHash('sha256')
      .update(['person', id, sort, ...bounds.flat()].join(' '))
      .digest('base64url');
    const from = await this.cursors.openSearch(cursor, digest);
    const { events, next } = await this.events.searchEvents({
      aggregateId: id,
      resourceOwner: organization.id,
      ...times,
      ascending: sort === OLDEST_FIRST,
      limit,
      from,
    });
    // A manager of one organization does not learn the names of others' administrators.
    const namesOf = await this.names.ofEvents(events, organization.no);
    return {
      events: events.map((event) => eventView(event, namesOf(event), language)),
      nextCursor: next ? await this.cursors.seal({ order: 'events by time', key: next, digest }) : null,
      ...(isCounted && { total: await this.events.countAbout(organization.no, id, times) }),
    };
  }
}

/** @throws DomainError `invalid` */
function sortOf(value: unknown): string {
  const sort = textParameter(value, 'sort', MAX_CURSOR) ?? NEWEST_FIRST;
  if (SORTS.includes(sort)) return sort;
  throw new DomainError('invalid', 'query.invalid', `sort must be one of ${SORTS.join(', ')}.`, 'sort');
}
