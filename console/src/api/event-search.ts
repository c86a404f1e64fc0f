// The search for events, in one organization or in the whole service.
import { apiRequest } from './client.ts';
import type { components } from './document.d.ts';

export type Event = components['schemas']['Event'];

/** `orgId`: where the events are searched; without it in the whole service. */
export type EventSearch = components['schemas']['EventSearchBody'] & { orgId?: string | undefined };

/** Both searches have the same answers. */
export function searchRequest({ orgId, ...body }: EventSearch) {
  const ofService = apiRequest('post', '/admin/v1/events/_search', { body });
  if (orgId === undefined) return ofService;
  return apiRequest('post', '/admin/v1/organizations/{orgId}/events/_search', { path: { orgId }, body }) as unknown as typeof ofService;
}
