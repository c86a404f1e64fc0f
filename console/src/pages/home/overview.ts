import type { Answer } from '../../api/operations.ts';

/** How an organization is doing. */
export type Overview = Answer<'get', '/admin/v1/organizations/{orgId}/overview'>;
export type Counts = Overview['counts'];
export type AttentionItem = Overview['attention'][number];
export type SignInDay = Overview['signIns'][number];
