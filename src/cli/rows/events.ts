import { row, type Row } from './row.js';

/** The filters for events of a search or a follower. */
export const EVENT_FILTER = {
  route: 'POST /admin/v1/events/_search',
  body: ['eventTypes --type', 'aggregateId --about', 'resourceOwner --of-org', 'editorUserId --by'],
} as const;

export const EVENT_ROWS: readonly Row[] = [
  row('events list', 'Searches events, newest first', EVENT_FILTER.route, ['--limit 20 --type "user.*"', '--about ada@example.com'], {
    list: 'events',
    shows: 'events',
    body: [...EVENT_FILTER.body, 'limit', 'asc', 'from', 'cursor'],
  }),
];
