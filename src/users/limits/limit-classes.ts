// Which requests count together, and against which quotas.
import { routeClass } from '../../common/observation/route-class.js';
import type { Policy } from '../policies/policy-kinds.js';

/** A class of requests that has quotas of its own: a field of the policy of addresses. */
export type LimitClass = keyof Policy<'addressLimits'>;

/** By the classes of routes. What is missing has no limit: balancers ask for health. */
const BY_ROUTE: Readonly<Record<string, LimitClass>> = {
  token: 'token',
  revocation: 'token',
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

/** Classes whose senders are known. Strangers must not use up what an organization's people need to sign in, so `signIn` is none of them. */
export const KNOWN_SENDERS = {
  token: { caller: 'tokenPerClient', organization: 'token', name: 'client' },
  introspection: { caller: 'introspectionPerClient', organization: 'introspection', name: 'client' },
  scim: { caller: 'scimPerCaller', organization: 'scim', name: 'caller' },
  admin: { caller: 'adminPerCaller', organization: 'admin', name: 'caller' },
  import: { caller: 'importPerCaller', organization: 'import', name: 'caller' },
} as const satisfies Partial<Record<LimitClass, { caller: keyof Policy<'limits'>; organization: keyof Policy<'limits'>; name: string }>>;

/** @param path without the query, as it was sent: the router takes it in any case */
export function limitClass(path: string): LimitClass | undefined {
  return BY_ROUTE[routeClass(path.toLowerCase())];
}

export function hasKnownSenders(name: LimitClass | undefined): name is keyof typeof KNOWN_SENDERS {
  return name !== undefined && Object.hasOwn(KNOWN_SENDERS, name);
}
