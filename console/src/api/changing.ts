// Changes: sent once, with the version that was read, and followed by fresh data.
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { sendRequest, type ApiRequest, type Versioned } from './client.ts';
import { ApiFault } from './fault.ts';
import { queries } from './reading.ts';
import type { paths } from './document.d.ts';

/** A change that was sent, with the version it expects. */
export interface Change<T> {
  request: ApiRequest<T>;
  etag?: string | undefined;
}

/** HTTP 412: another change came first. */
export const CHANGED_MEANWHILE = 412;

export type Changing<T> = UseMutationResult<Versioned<T>, ApiFault, Change<T>>;

/**
 * Sends changes. Afterwards everything below the given routes is read again, whether the change succeeded or not: a refused change often means
 * that the page is out of date.
 * @param stale routes of what the change may alter, as in the document; each stands for every route that begins with it
 */
export function useChange<T>(stale: ReadonlyArray<keyof paths>, onDone?: (answer: Versioned<T>) => void): Changing<T> {
  return useMutation<Versioned<T>, ApiFault, Change<T>>({
    mutationFn: ({ request, etag }) => sendRequest(request, { etag }),
    onSuccess: (answer) => onDone?.(answer),
    onSettled: () => refresh(stale),
  });
}

/** Reads again what is on screen of these routes. */
export function refresh(stale: ReadonlyArray<keyof paths>): Promise<void> {
  return queries.invalidateQueries({
    predicate: ({ queryKey: [route] }) => stale.some((one) => typeof route === 'string' && (route === one || route.startsWith(`${one}/`))),
  });
}
