// Scope values (RFC 6749 section 3.3): the known ones, and the reserved ones with an id inside.
import { CLAIMS_BY_SCOPE } from './claims.js';

/** Requests a refresh token (OpenID Connect Core section 11). */
export const OFFLINE_ACCESS = 'offline_access';

/** Requests the claim `groups`. No standard defines it, but every application that reads groups knows it by this name. */
export const GROUPS = 'groups';

/** Scopes without a prefix of this service (OpenID Connect Core section 5.4 and 11). */
export const KNOWN_SCOPES: readonly string[] = ['openid', ...Object.keys(CLAIMS_BY_SCOPE), GROUPS, OFFLINE_ACCESS];

/** This service's own scopes, by the part after `urn:<vendor>:iam:` (docs/scopes-and-claims.md). */
const RESERVED_SCOPES = {
  /** The id of a project that the token should be valid for. */
  projectAudience: /^org:project:id:(.+):aud$/,
  /** The id of the organization to which the person must belong. */
  organizationId: /^org:id:(.+)$/,
  /** Does the same by the organization's primary domain. */
  primaryDomain: /^org:domain:primary:(.+)$/,
  /** The id of an identity provider: the sign-in goes there at once. */
  identityProvider: /^org:idp:id:(.+)$/,
  /** The id of an organization: only roles that it assigned are returned. */
  rolesOfOrganization: /^org:roles:id:(.+)$/,
  /** The key of a role of the client's project. */
  projectRole: /^org:project:role:(.+)$/,
  /** The roles of every project that the token is valid for. The second form is the name of the claim, which people type as a scope. */
  projectsRoles: /^org:projects?:roles$/,
  resourceOwner: /^user:resourceowner$/,
  userMetadata: /^user:metadata$/,
  organizationMetadata: /^org:metadata$/,
} as const;
export type ReservedScopeKind = keyof typeof RESERVED_SCOPES;
const KINDS = Object.entries(RESERVED_SCOPES) as ReadonlyArray<readonly [ReservedScopeKind, RegExp]>;

/** `value`: the id or domain inside; empty if there is none. */
export interface ReservedScope {
  kind: ReservedScopeKind;
  value: string;
}

/** The meaning of a scope of this service. @returns undefined for every other scope */
export function reservedScope(scope: string, vendor: string): ReservedScope | undefined {
  const prefix = reservedPrefix(vendor);
  if (!scope.startsWith(prefix)) return undefined;
  const own = scope.slice(prefix.length);
  for (const [kind, form] of KINDS) {
    const match = form.exec(own);
    if (match) return { kind, value: match[1] ?? '' };
  }
  return undefined;
}

/** The reserved scopes among `scopes`, in their order. */
export function reservedScopes(scopes: readonly string[], vendor: string): ReservedScope[] {
  const prefix = reservedPrefix(vendor);
  return scopes.filter((scope) => scope.startsWith(prefix)).flatMap((scope) => reservedScope(scope, vendor) ?? []);
}

/** Whether a scope requests roles of projects. Also true for a value that only contains such a scope. */
export function asksForRoles(scope: string, vendor: string): boolean {
  const prefix = reservedPrefix(vendor);
  return ['org:projects:roles', 'org:project:roles', 'org:project:role:'].some((name) => scope.includes(`${prefix}${name}`));
}

/** The prefix of all reserved scopes and claims. */
export function reservedPrefix(vendor: string): string {
  return `urn:${vendor}:iam:`;
}

/** The scope of a token that the APIs of this service accept. */
export function apiScope(vendor: string): string {
  return projectAudienceScope(vendor, vendor);
}

/** The scope of a token that is valid for a project. */
export function projectAudienceScope(projectId: string, vendor: string): string {
  return `${reservedPrefix(vendor)}org:project:id:${projectId}:aud`;
}

/** Reserved scopes without a value inside: those that discovery can list. */
export function fixedReservedScopes(vendor: string): string[] {
  return ['user:resourceowner', 'user:metadata', 'org:metadata', 'org:projects:roles'].map((name) => reservedPrefix(vendor) + name);
}

/** Whether `text` is a valid scope (RFC 6749 section 3.3). */
export function isScope(text: string): boolean {
  return /^[\x21\x23-\x5B\x5D-\x7E]+(?: [\x21\x23-\x5B\x5D-\x7E]+)*$/.test(text);
}

/** The same scope with one space between its values: a list joined with an empty value has more. */
export function singleSpaced(scope: string): string {
  return scope.split(' ').filter(Boolean).join(' ');
}

/** The values of a scope, each once, in the order they were given. */
export function scopeValues(scope: string | undefined): string[] {
  return [...new Set((scope ?? '').split(' ').filter(Boolean))];
}

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
