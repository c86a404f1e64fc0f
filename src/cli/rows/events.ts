import { row, type Row } from './row.js';

/** The filters for events of a search or a follower. */
export const EVENT_FILTER = {
  route: 'POST /admin/v1/events/_search',
  body: ['eventTypes --type', 'aggregateId --about', 'resourceOwner --of-org', 'editorUserId --by'],
} as const;

export const EVENT_COLUMNS = ['creationDate', 'type.type', 'aggregate.id', 'editor.displayName'];

export const EVENT_ROWS: readonly Row[] = [
  row('events list', 'Searches what happened, newest first', EVENT_FILTER.route, '--limit 20 --type "user.*"', {
    list: 'events',
    columns: EVENT_COLUMNS,
    body: [...EVENT_FILTER.body, 'limit', 'asc', 'from', 'cursor'],
  }),
];
