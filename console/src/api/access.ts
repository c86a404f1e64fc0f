// What the signed-in person may do. Pages and buttons ask; the service checks every request anyway.
import { useSuspenseQuery } from '@tanstack/react-query';
import type { Answer } from './operations.ts';
import { reading } from './reading.ts';

/** Who the signed-in person is, with the roles and permissions of the whole service and of each organization. */
export type OwnAccess = Answer<'get', '/admin/v1/me/permissions'>;

export const ownAccess = () => reading('/admin/v1/me/permissions', {});

/** Suspends until the person is signed in. */
export function useOwnAccess(): OwnAccess {
  return useSuspenseQuery(ownAccess()).data.data;
}

/** Where a permission is needed; without `orgId` in the whole service. */
export interface Place {
  orgId?: string | undefined;
  projectId?: string | undefined;
}

/** Whether `access` includes a permission there. */
export function allows({ service, organizations }: OwnAccess, permission: string, { orgId, projectId }: Place): boolean {
  const includes = ({ permissions }: { permissions: readonly string[] }) => permissions.includes(permission);
  if (includes(service)) return true;
  const organization = organizations.find((one) => one.orgId === orgId);
  if (organization === undefined) return false;
  return includes(organization) || organization.projects.some((project) => project.projectId === projectId && includes(project));
}

/** Asks for the signed-in person: `const may = useMay({ orgId }); may('user.write')`. */
export function useMay(place: Place = {}): (permission: string) => boolean {
  const access = useOwnAccess();
  return (permission) => allows(access, permission, place);
}
