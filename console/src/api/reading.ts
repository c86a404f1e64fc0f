// Reading through the query cache: an address is requested once, however many components show it.
import { infiniteQueryOptions, keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query';
import { apiRequest, sendRequest, type Versioned } from './client.ts';
import { ApiFault, UNREACHED } from './fault.ts';
import type { Answer, Input, PathOf } from './operations.ts';

const STALE_MS = 10_000;
const RETRIES = 2;
/** Answers that another attempt may change. */
const PASSING = [UNREACHED, 502, 503, 504];

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      retry: (count, error) => count < RETRIES && error instanceof ApiFault && PASSING.includes(error.status),
    },
  },
});

/** Options for `useQuery` and for loaders. `data` has the answer with its version. */
export function reading<P extends PathOf<'get'>>(route: P, input: Input<'get', P>) {
  return queryOptions({
    queryKey: [route, input] as const,
    queryFn: ({ signal }): Promise<Versioned<Answer<'get', P>>> => sendRequest(apiRequest('get', route, input), { signal }),
  });
}

/** Options for `useInfiniteQuery` over a list with `nextCursor`. While filters change, the rows before stay. */
export function readingPages<P extends PathOf<'get'>>(route: P, input: Input<'get', P>) {
  return infiniteQueryOptions({
    queryKey: [route, input, 'pages'] as const,
    initialPageParam: undefined as string | undefined,
    placeholderData: keepPreviousData,
    queryFn: async ({ pageParam, signal }): Promise<Answer<'get', P>> => {
      const { path, query } = input as { path?: object; query?: object };
      const page = { path, query: { ...query, ...(pageParam !== undefined && { cursor: pageParam }) } };
      return (await sendRequest(apiRequest('get', route, page as unknown as Input<'get', P>), { signal })).data;
    },
    getNextPageParam: (last) => (last as { nextCursor?: string | null }).nextCursor ?? undefined,
  });
}
