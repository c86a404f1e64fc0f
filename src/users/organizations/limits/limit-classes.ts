// Which requests count together, and against which quotas.
import { routeClass } from '../../../common/observation/route-class.js';
import type { Policy } from '../policies/policy-kinds.js';

/** A class of requests with its own quotas: a field of the policy `addressLimits`. */
export type LimitClass = keyof Policy<'addressLimits'>;

/** By route class. A class that is missing here has no limit: load balancers use the health checks. */
const BY_ROUTE: Readonly<Record<string, LimitClass>> = {
  token: 'token',
  pushed: 'token',
  deviceAuthorization: 'token',
  revocation: 'token',
  registration: 'token',
  introspection: 'introspection',
  userinfo: 'introspection',
  scim: 'scim',
  admin: 'admin',
  import: 'import',
  authorize: 'signIn',
  pages: 'signIn',
  documents: 'documents',
  other: 'documents',
};

/**
 * Classes with authenticated senders. `signIn` is not among them: strangers must not use up the requests that an organization's people need to sign
 * in.
 */
export const KNOWN_SENDERS = {
  token: { caller: 'tokenPerClient', organization: 'token', name: 'client' },
  introspection: { caller: 'introspectionPerClient', organization: 'introspection', name: 'client' },
  scim: { caller: 'scimPerCaller', organization: 'scim', name: 'caller' },
  admin: { caller: 'adminPerCaller', organization: 'admin', name: 'caller' },
  import: { caller: 'importPerCaller', organization: 'import', name: 'caller' },
} as const satisfies Partial<Record<LimitClass, { caller: keyof Policy<'limits'>; organization: keyof Policy<'limits'>; name: string }>>;

/** @param path without the query, as sent by the client: the router ignores case */
export function limitClass(path: string): LimitClass | undefined {
  return BY_ROUTE[routeClass(path.toLowerCase())];
}

export function hasKnownSenders(name: LimitClass | undefined): name is keyof typeof KNOWN_SENDERS {
  return name !== undefined && Object.hasOwn(KNOWN_SENDERS, name);
}
