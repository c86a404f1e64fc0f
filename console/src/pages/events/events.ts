// What the page asks the API for, by its address.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { sendRequest } from '../../api/client.ts';
import { searchRequest, type Event, type EventSearch } from '../../api/event-search.ts';
import { queries } from '../../api/reading.ts';

const SEARCH = 'events';
const PAGE_EVENTS = 50;

/** Event types by what an administrator looks for. */
export const KINDS = {
  all: undefined,
  signIn: [
    'user.session.*',
    'user.human.password.check.*',
    'user.human.factor.check.*',
    'user.human.passkey.check.*',
    'user.human.externalidp.check.*',
    'user.machine.authentication.failed',
    'user.locked',
    'user.unlocked',
    'user.impersonated',
  ],
  roles: ['org.member.*', 'instance.member.*', 'project.member.*', 'authorization.*', 'group.role.*', 'group.member.*'],
  people: ['user.*'],
  applications: ['project.*', 'application.*'],
  settings: ['org.*', 'instance.*'],
} as const;
export type Kind = keyof typeof KINDS;

/** The filters, as they are in the address. */
export interface EventFilters {
  kind?: Kind;
  /** A person, or any thing that events are about. */
  about?: string;
  /** Who did it. */
  by?: string;
  org?: string;
  /** Days, such as 2030-01-31, in the time zone of the browser. */
  since?: string;
  until?: string;
}

const TEXTS = ['about', 'by', 'org'] as const;
const DAYS = ['since', 'until'] as const;

export function readFilters(search: Record<string, unknown>): EventFilters {
  const kind = String(search['kind']);
  // The router reads numbers from the address; ids may look like some.
  const texts = TEXTS.flatMap((name) =>
    ['string', 'number'].includes(typeof search[name]) && search[name] !== '' ? [[name, String(search[name])]] : [],
  );
  const days = DAYS.flatMap((name) => (/^\d{4}-\d\d-\d\d$/.test(String(search[name])) ? [[name, String(search[name])]] : []));
  return { ...(kind in KINDS && kind !== 'all' && { kind: kind as Kind }), ...Object.fromEntries([...texts, ...days]) };
}

/** The search that the filters mean. @param orgId of the page of an organization, which has no filter for organizations */
export function searchOf({ kind = 'all', about, by, org, since, until }: EventFilters, orgId: string | undefined): EventSearch {
  const types = KINDS[kind];
  return {
    ...(orgId !== undefined && { orgId }),
    ...(types && { eventTypes: [...types] }),
    ...(about !== undefined && { aggregateId: about }),
    ...(by !== undefined && { editorUserId: by }),
    ...(org !== undefined && orgId === undefined && { resourceOwner: org }),
    ...((since ?? until) !== undefined && {
      range: { ...(since !== undefined && { since: startOf(since, 0) }), ...(until !== undefined && { until: startOf(until, 1) }) },
    }),
  };
}

function startOf(day: string, daysLater: number): string {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + daysLater);
  return date.toISOString();
}

/** The newest first, page by page. */
export function searchingPages(search: EventSearch) {
  return infiniteQueryOptions({
    queryKey: [SEARCH, search, 'pages'] as const,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const request = searchRequest({ ...search, limit: PAGE_EVENTS, ...(pageParam !== undefined && { cursor: pageParam }) });
      return (await sendRequest(request, { signal })).data;
    },
    getNextPageParam: ({ cursor }) => cursor,
  });
}

/** Then following ends, so that a page that is left open doesn't grow. */
export const MOST_LIVE = 500;

/** What has happened since a time, the newest first; each request adds to what the last one had. */
export function following({ range: _, ...search }: EventSearch, from: string) {
  const queryKey = [SEARCH, search, 'follow', from] as const;
  return queryOptions({
    queryKey,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<{ cursor: string | undefined; events: Event[] }> => {
      const before = queries.getQueryData<{ cursor: string | undefined; events: Event[] }>(queryKey);
      const place = before?.cursor === undefined ? {} : { cursor: before.cursor };
      const { data } = await sendRequest(searchRequest({ ...search, from, follow: true, limit: PAGE_EVENTS, ...place }), { signal });
      return { cursor: data.cursor, events: [...data.events.toReversed(), ...(before?.events ?? [])] };
    },
  });
}

/** One page of a search. */
export function searching(search: EventSearch) {
  return queryOptions({
    queryKey: [SEARCH, search] as const,
    queryFn: ({ signal }) => sendRequest(searchRequest(search), { signal }),
  });
}

/** Unique, and the same in every answer. */
export function keyOf({ aggregate, type, sequence, creationDate }: Event): string {
  return [creationDate, aggregate.type.type, aggregate.id, type.type, sequence].join(' ');
}
