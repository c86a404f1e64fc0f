// The address without a page: leads to the organization that the person manages.
import { Navigate } from '@tanstack/react-router';
import { useOwnAccess } from '../api/access.ts';
import { NoAccess } from './no-access.tsx';
import { firstOrganization } from './pages.ts';

export function StartPlace() {
  const orgId = firstOrganization(useOwnAccess());
  return orgId === undefined ? <NoAccess /> : <Navigate to="/orgs/$orgId" params={{ orgId }} replace />;
}
