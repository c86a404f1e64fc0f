import { flag, list, text, whole, type Fields, type Row } from './row.js';

/** The filters for events of a search or a follower. */
export const EVENT_FILTER: Fields = {
  eventTypes: list('only this type; one that ends with .* matches by prefix; may be repeated', { option: 'type' }),
  aggregateId: text('only events of this aggregate, for example a user', { option: 'about' }),
  resourceOwner: text('only events of this organization', { option: 'of-org' }),
  editorUserId: text('only events caused by this user', { option: 'by' }),
};

export const EVENT_COLUMNS = ['creationDate', 'type.type', 'aggregate.id', 'editor.displayName'];

export const EVENT_ROWS: readonly Row[] = [
  {
    command: 'events list',
    does: 'Searches what happened, newest first',
    route: 'POST /admin/v1/events/_search',
    list: 'events',
    columns: EVENT_COLUMNS,
    body: {
      ...EVENT_FILTER,
      limit: whole('maximum number of events; absent: 1000'),
      asc: flag('oldest first'),
      from: text('before this time; with --asc after it'),
      cursor: text('from the page before'),
    },
    examples: ['gatehouse events list --limit 20 --type "user.*"'],
  },
];
