import type { components } from '../../api/document.d.ts';

export type ServiceUser = components['schemas']['ServiceUser'];

export const SERVICE_USERS = '/admin/v1/organizations/{orgId}/service-users';
export const SERVICE_USER = '/admin/v1/organizations/{orgId}/service-users/{userId}';

export interface ServiceUserPlace {
  orgId: string;
  userId: string;
}

export const titleOf = ({ name, userName }: ServiceUser): string => name || userName;
