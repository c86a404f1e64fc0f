// The pages that the signed-in person may open, by the route table.
import { useParams, useRouter, type AnyRoute } from '@tanstack/react-router';
import { allows, useOwnAccess, type OwnAccess } from '../api/access.ts';
import type { Navigation } from './static-data.ts';

export interface OfferedPage extends Navigation {
  /** The address, filled in. */
  to: string;
}

/** The organization whose pages are shown: that of the address, else the first one. */
export function useOrgId(): string | undefined {
  const { orgId } = useParams({ strict: false }) as { orgId?: string };
  const access = useOwnAccess();
  return orgId ?? firstOrganization(access);
}

/** The organization that the person manages first: its own, if it has a role there. */
export function firstOrganization({ orgId, service, organizations }: OwnAccess): string | undefined {
  const own = organizations.find((one) => one.orgId === orgId);
  return own?.orgId ?? organizations[0]?.orgId ?? (service.permissions.length > 0 ? orgId : undefined);
}

/** The pages of the navigation and of the palette, in the order of the route table. */
export function useOfferedPages(): OfferedPage[] {
  const router = useRouter();
  const access = useOwnAccess();
  const orgId = useOrgId();
  return routesBelow(router.routeTree as AnyRoute).flatMap((route) => {
    const { needs, navigation } = route.options.staticData ?? {};
    if (navigation === undefined) return [];
    const place = navigation.section === 'organization' ? { orgId } : {};
    if (navigation.section === 'organization' && orgId === undefined) return [];
    if (needs !== undefined && !allows(access, needs, place)) return [];
    return [{ ...navigation, to: String(route.fullPath).replace('$orgId', encodeURIComponent(orgId ?? '')) }];
  });
}

function routesBelow(route: AnyRoute): AnyRoute[] {
  const children = Object.values((route.children ?? []) as Record<string, AnyRoute>);
  return children.flatMap((child) => [child, ...routesBelow(child)]);
}
