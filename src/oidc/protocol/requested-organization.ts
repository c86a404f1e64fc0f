// The organization that a request names by its scope: only its people may sign in (docs/adr/0024-who-may-sign-in-where.md).
import { reservedScopes, type ReservedScope } from './scopes.js';

/** The part of an organization that scopes can name. */
export interface NamedOrganization {
  orgId: string;
  primaryDomain: string;
}

/** Whether a scope names this organization, or no organization. */
export function isOfOrganization({ kind, value }: ReservedScope, { orgId, primaryDomain }: NamedOrganization): boolean {
  if (kind === 'organizationId') return value === orgId;
  return kind !== 'primaryDomain' || value.toLowerCase() === primaryDomain;
}

/** Whether every organization named by the scopes is this one. */
export function isOfRequestedOrganization(scopes: readonly string[], organization: NamedOrganization, vendor: string): boolean {
  return reservedScopes(scopes, vendor).every((scope) => isOfOrganization(scope, organization));
}
