// Who has which roles: in an organization, or without `orgId` in the whole service.
import { apiRequest } from '../../api/client.ts';
import type { paths } from '../../api/document.d.ts';

export interface Scope {
  orgId?: string | undefined;
}

const ORGANIZATION_ROLES = [
  'ORG_OWNER',
  'ORG_OWNER_VIEWER',
  'ORG_USER_MANAGER',
  'ORG_ADMIN_IMPERSONATOR',
  'ORG_END_USER_IMPERSONATOR',
] as const;
const SERVICE_ROLES = [
  'IAM_OWNER',
  'IAM_OWNER_VIEWER',
  'IAM_ORG_MANAGER',
  'IAM_USER_MANAGER',
  'IAM_ADMIN_IMPERSONATOR',
  'IAM_END_USER_IMPERSONATOR',
] as const;

export const rolesOf = ({ orgId }: Scope): readonly string[] => (orgId === undefined ? SERVICE_ROLES : ORGANIZATION_ROLES);

export const staleRoutes: ReadonlyArray<keyof paths> = [
  '/admin/v1/members',
  '/admin/v1/organizations/{orgId}/members',
  '/admin/v1/organizations/{orgId}/role-holders',
  '/admin/v1/me/permissions',
];

export function giveRole({ orgId }: Scope, userId: string, role: string) {
  if (orgId === undefined)
    return apiRequest('post', '/admin/v1/members', { body: { userId, role: role as (typeof SERVICE_ROLES)[number] } });
  const body = { userId, role: role as (typeof ORGANIZATION_ROLES)[number] };
  return apiRequest('post', '/admin/v1/organizations/{orgId}/members', { path: { orgId }, body });
}

export function takeRole({ orgId }: Scope, userId: string, role: string) {
  return orgId === undefined
    ? apiRequest('delete', '/admin/v1/members/{userId}/{role}', { path: { userId, role } })
    : apiRequest('delete', '/admin/v1/organizations/{orgId}/members/{userId}/{role}', { path: { orgId, userId, role } });
}
