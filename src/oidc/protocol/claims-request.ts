// The `claims` parameter (OpenID Connect Core section 5.5): claims that an application requests individually, beside those of its scopes.
import { isDeepStrictEqual } from 'node:util';
import { claimNamed, type Subject } from './claims.js';

/** The request for a claim: `null`, or only with one of these values (section 5.5.1). `essential` has no effect here and is not kept. */
export type RequestedClaim = null | { value: unknown } | { values: readonly unknown[] };
/** Requested claims by name, as in one member of the parameter. */
export type RequestedClaims = Readonly<Record<string, RequestedClaim>>;
/** `id_token` and `userinfo`: the targets of the claims. */
export type ClaimsRequest = Partial<Record<'id_token' | 'userinfo', RequestedClaims>>;

/** A member of the parameter as it was sent, not validated. */
export type SentClaims = Readonly<Record<string, { essential?: unknown; value?: unknown; values?: unknown } | null>>;

/**
 * The requested claims that this service has, and that the client may get; the rest is ignored, as the section requires.
 * @param scopes those that the client may have @returns undefined if there are none
 */
export function allowedClaims(sent: SentClaims | undefined, scopes: readonly string[] | undefined): RequestedClaims | undefined {
  const isAllowed = (name: string) => {
    const claim = claimNamed(name);
    return claim !== undefined && (scopes === undefined || scopes.includes(claim.scope));
  };
  const known = Object.entries(sent ?? {}).flatMap(([name, request]) => (isAllowed(name) ? [[name, reduced(request)] as const] : []));
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

function reduced(request: SentClaims[string]): RequestedClaim {
  if (request && Array.isArray(request.values)) return { values: request.values as unknown[] };
  return request?.value === undefined ? null : { value: request.value };
}

/** The scopes with the claims of a request; consent is asked for these. */
export function scopesOfClaims({ id_token: idToken, userinfo }: ClaimsRequest): string[] {
  const names = [...Object.keys(idToken ?? {}), ...Object.keys(userinfo ?? {})];
  return [...new Set(names.flatMap((name) => claimNamed(name)?.scope ?? []))];
}

/** The claims requested by name. A claim with another value than requested is left out. */
export function requestedClaims(subject: Subject, requested: RequestedClaims | undefined): Record<string, unknown> {
  const claims: Record<string, unknown> = {};
  for (const [name, request] of Object.entries(requested ?? {})) {
    const value = claimNamed(name)?.claim(subject);
    if (value !== undefined && accepts(request, value)) claims[name] = value;
  }
  return claims;
}

function accepts(request: RequestedClaim, value: unknown): boolean {
  if (request === null) return true;
  if ('values' in request) return request.values.some((one) => isDeepStrictEqual(one, value));
  return !('value' in request) || isDeepStrictEqual(request.value, value);
}
