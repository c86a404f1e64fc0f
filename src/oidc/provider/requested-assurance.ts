// The assurance that an authorization request demands: `acr_values`, `max_age`, and an essential `acr` (OpenID Connect Core sections
// 3.1.2.1 and 5.5.1.1).
import { levelOfAcr, type Level } from '../../users/authentication/assurance/checks.js';
import type { Demand } from '../../users/authentication/assurance/still-missing.js';
import type { SentClaims } from '../protocol/claims-request.js';
import { scopeValues } from '../protocol/scopes.js';

/** A maximum age that no check meets, so that only checks of this sign-in count. */
const ONLY_NOW = -1;

/**
 * @param params of the request
 * @param since when the sign-in began, once there is one. With `prompt=login`, which the library also derives from `max_age=0`, only checks
 * passed since then count (OpenID Connect Core section 3.1.2.1)
 */
export function demandOf(params: Readonly<Record<string, unknown>>, since?: number): Demand {
  const claims = typeof params.claims === 'string' ? (JSON.parse(params.claims) as { id_token?: SentClaims }) : {};
  const essential = essentialAcrs(claims.id_token);
  const wanted = essential.length > 0 ? essential : textValues(params.acr_values);
  const age = since !== undefined && textValues(params.prompt).includes('login') ? ONLY_NOW : maxAgeOf(params);
  return {
    levels: levelsOf(wanted),
    isEssential: essential.length > 0,
    ...(age !== undefined && { maxAge: age }),
    ...(since !== undefined && { since }),
  };
}

function maxAgeOf({ max_age: sent }: Readonly<Record<string, unknown>>): number | undefined {
  const age = sent === undefined ? NaN : Number(sent);
  return Number.isNaN(age) ? undefined : age;
}

function textValues(value: unknown): string[] {
  return scopeValues(typeof value === 'string' ? value : '');
}

/** The `acr` values of which one must be met. */
export function essentialAcrs(idToken: SentClaims | undefined): string[] {
  const acr = idToken?.['acr'];
  if (acr?.essential !== true) return [];
  const values = Array.isArray(acr.values) ? (acr.values as unknown[]) : [acr.value];
  return values.filter((value) => typeof value === 'string');
}

export function levelsOf(acrs: readonly string[]): Level[] {
  return acrs.map(levelOfAcr).filter((level) => level !== undefined);
}
