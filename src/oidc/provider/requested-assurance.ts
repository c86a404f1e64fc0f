// How much an authorization request asks to be proven: `acr_values`, `max_age`, and an `acr` that must be (OpenID Connect Core sections 3.1.2.1 and 5.5.1.1).
import { levelOfAcr, type Level } from '../../users/assurance/checks.js';
import type { Demand } from '../../users/assurance/still-missing.js';
import type { SentClaims } from '../protocol/claims-request.js';
import { scopeValues } from '../protocol/scopes.js';

/** @param params of the request @param since when the sign-in began, once somebody has signed in by it */
export function demandOf(params: Readonly<Record<string, unknown>>, since?: number): Demand {
  const claims = typeof params.claims === 'string' ? (JSON.parse(params.claims) as { id_token?: SentClaims }) : {};
  const essential = essentialAcrs(claims.id_token);
  const wanted = essential.length > 0 ? essential : scopeValues(typeof params.acr_values === 'string' ? params.acr_values : '');
  const age = params.max_age === undefined ? undefined : Number(params.max_age);
  return {
    levels: levelsOf(wanted),
    isEssential: essential.length > 0,
    ...(age !== undefined && !Number.isNaN(age) && { maxAge: age }),
    ...(since !== undefined && { since }),
  };
}

/** The values of `acr` of which one must be met. */
export function essentialAcrs(idToken: SentClaims | undefined): string[] {
  const acr = idToken?.['acr'];
  if (acr?.essential !== true) return [];
  const values = Array.isArray(acr.values) ? (acr.values as unknown[]) : [acr.value];
  return values.filter((value) => typeof value === 'string');
}

export function levelsOf(acrs: readonly string[]): Level[] {
  return acrs.map(levelOfAcr).filter((level) => level !== undefined);
}
