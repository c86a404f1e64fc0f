import { row, type Row } from './row.js';

const FILTERS = ['eventTypes --type', 'aggregateId --about', 'editorUserId --by'] as const;
const PAGING = ['limit', 'asc', 'from', 'cursor'] as const;

/** The filters for events of a search or a follower. */
export const EVENT_FILTER = {
  route: 'POST /admin/v1/events/_search',
  body: [...FILTERS, 'resourceOwner --of-org'],
} as const;

export const EVENT_ROWS: readonly Row[] = [
  row('events list', 'Searches events, newest first', EVENT_FILTER.route, ['--limit 20 --type "user.*"', '--about ada@example.com'], {
    list: 'events',
    shows: 'events',
    body: [...EVENT_FILTER.body, ...PAGING],
  }),
  row(
    'orgs events',
    'Searches the events of an organization, newest first',
    'POST /admin/v1/organizations/{orgId}/events/_search',
    ['acme --limit 20', 'acme --type "user.session.*"'],
    { list: 'events', shows: 'events', body: [...FILTERS, ...PAGING] },
  ),
];
