import type { Answer } from '../../api/operations.ts';

/** How much an organization has. */
export type Statistics = Answer<'get', '/admin/v1/organizations/{orgId}/statistics'>;
