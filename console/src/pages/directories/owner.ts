// Who owns the providers of a page: an organization, or the whole service. The pages are the same; their addresses, routes and permissions differ.
import { useParams } from '@tanstack/react-router';
import { useMay } from '../../api/access.ts';

/** Without `orgId` the whole service. */
export interface Owner {
  orgId?: string;
}

export interface ProviderPlace extends Owner {
  identityProviderId: string;
}

function routesBelow<List extends string>(list: List) {
  const one = `${list}/{identityProviderId}` as const;
  return { list, one, health: `${one}/health`, test: `${one}/_test`, logo: `${one}/logo` } as const;
}

const OWNERS = {
  organization: { routes: routesBelow('/admin/v1/organizations/{orgId}/identity-providers'), write: 'org.write' },
  service: { routes: routesBelow('/admin/v1/identity-providers'), write: 'idp.write' },
} as const;

/** Which of the two kinds of owners it is. */
export const kindOf = ({ orgId }: Owner): keyof typeof OWNERS => (orgId === undefined ? 'service' : 'organization');

export function useOwner(): Owner {
  const { orgId } = useParams({ strict: false });
  return orgId === undefined ? {} : { orgId };
}

export const useMayWrite = (owner: Owner): boolean => useMay(owner)(OWNERS[kindOf(owner)].write);

// The routes of both have the same shapes: the types of those of organizations stand for both.
export const routesOf = (owner: Owner) => OWNERS[kindOf(owner)].routes as typeof OWNERS.organization.routes;

/** The values in the path of such a route: without `orgId` for the service, so that a copied command has none. */
export const pathOf = <Place extends Owner>(place: Place) => place as Place & { orgId: string };

/** The addresses of the pages. */
export function pagesOf({ orgId }: Owner): { list: string; add: string; one(id: string): string } {
  const base = orgId === undefined ? '/service' : `/orgs/${encodeURIComponent(orgId)}`;
  const list = `${base}/${orgId === undefined ? 'identity-providers' : 'directories'}`;
  const add = orgId === undefined ? `${list}/new` : `${base}/new-directory`;
  return { list, add, one: (id) => `${list}/${encodeURIComponent(id)}` };
}
