import type { components } from '../../api/document.d.ts';

export const ORGANIZATIONS = '/admin/v1/organizations';
export const ORGANIZATION = '/admin/v1/organizations/{orgId}';

export type Organization = components['schemas']['Organization'];
