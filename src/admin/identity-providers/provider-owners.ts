// Who owns the identity providers of a route: an organization, or the whole service.
import { Access, ServiceAccess } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import type { ProviderOwner } from '../../users/authentication/identity-providers/identity-provider.js';
import type { PrivilegeCheck } from '../../users/roles/memberships/privilege-check.service.js';
import { OrganizationParam, ServiceOwnerParam } from '../organizations/organization-param.js';

/** What differs between the providers of organizations and those of the whole service. */
export interface ProviderRoutes {
  path: string;
  OwnerParam: () => ParameterDecorator;
  MayRead: () => MethodDecorator;
  MayWrite: () => MethodDecorator;
  whose: string;
}

export const PROVIDER_ROUTES: readonly ProviderRoutes[] = [
  {
    path: 'organizations/:orgId/identity-providers',
    OwnerParam: OrganizationParam,
    MayRead: () => Access('org.read'),
    MayWrite: () => Access('org.write'),
    whose: 'an organization',
  },
  {
    path: 'identity-providers',
    OwnerParam: ServiceOwnerParam,
    MayRead: () => ServiceAccess('idp.read'),
    MayWrite: () => ServiceAccess('idp.write'),
    whose: 'the whole service',
  },
];

/** A provider decides who signs in as any person of the organization. @throws DomainError `forbidden` unless the caller has an owner's permissions */
export function assertOwns(privileges: PrivilegeCheck, owner: ProviderOwner, caller: Principal): void {
  // Of the service, the permission of the route is one of its owners alone.
  if (owner) privileges.assertCoversRoles(caller, [{ role: 'ORG_OWNER', orgId: owner.id }]);
}
