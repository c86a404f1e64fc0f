// What ID tokens and logout tokens have in common: signature, audience, times and issuer (OpenID Connect Core section 3.1.3.7).
import { errors, jwtVerify, type JWTPayload, type JWTVerifyResult } from 'jose';
import { parsedUrl } from '../../../common/primitives/parsed-url.js';
import { ENTRA_HOSTS, TENANT, type OidcConnection } from '../../../users/authentication/identity-providers/oidc-connection.js';
import { UpstreamError } from '../upstream.js';
import { shown } from '../provider-http.service.js';
import type { KeySet, ProviderMetadata } from './provider-metadata.service.js';

/** Signatures by public keys; each with the hash of `at_hash` (section 3.1.3.6). `none` and HMAC are missing on purpose. */
export const HASHES: Readonly<Record<string, string>> = {
  RS256: 'sha256',
  RS384: 'sha384',
  RS512: 'sha512',
  PS256: 'sha256',
  PS384: 'sha384',
  PS512: 'sha512',
  ES256: 'sha256',
  ES384: 'sha384',
  ES512: 'sha512',
  EdDSA: 'sha512',
  Ed25519: 'sha512',
};

/** Characters; ID tokens with hundreds of groups have about half of it. */
const MAX_TOKEN = 32_768;
/** Seconds by which clocks may differ. */
export const TOLERANCE = 60;

export type Claims = Readonly<JWTPayload>;

/** Whose token it must be. */
export interface ExpectedSender {
  connection: OidcConnection;
  metadata: ProviderMetadata;
  /** Seconds since 1970 UTC. */
  now: number;
}

/** The key set of the provider, and a newer one for a token whose key it lacks. */
export interface SignatureKeys {
  current: () => Promise<KeySet>;
  newer: () => Promise<KeySet>;
}

/** A kind of token: what it is called in faults, which claims it must have, and what else is checked. Each check throws an UpstreamError. */
export interface TokenRules<Expected extends ExpectedSender> {
  name: 'ID token' | 'logout token';
  requiredClaims: string[];
  checks: ReadonlyArray<(claims: Claims, expected: Expected, verified: JWTVerifyResult) => void>;
}

/** Verifies a token, whose issuer is checked last. @returns the claims @throws UpstreamError */
export async function validateToken<Expected extends ExpectedSender>(
  token: string,
  rules: TokenRules<Expected>,
  expected: Expected,
  keys: SignatureKeys,
): Promise<Claims> {
  const { name, checks } = rules;
  if (token.length > MAX_TOKEN) throw invalidToken(name, `is longer than ${MAX_TOKEN} characters`);
  try {
    const verified = await verify(token, rules, expected, keys);
    for (const check of [...checks, assertIssuer(name)]) check(verified.payload, expected, verified);
    return verified.payload;
  } catch (error) {
    throw worded(name, error, expected);
  }
}

async function verify(
  token: string,
  { name, requiredClaims }: Pick<TokenRules<never>, 'name' | 'requiredClaims'>,
  { connection: { clientId }, now }: ExpectedSender,
  { current, newer }: SignatureKeys,
): Promise<JWTVerifyResult> {
  const options = {
    algorithms: Object.keys(HASHES),
    audience: clientId,
    clockTolerance: TOLERANCE,
    currentDate: new Date(now * 1_000),
    requiredClaims,
  };
  const verified = await jwtVerify(token, await current(), options).catch(async (error: unknown) => {
    if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
    return jwtVerify(token, await newer(), options);
  });
  const { iat = 0 } = verified.payload;
  if (iat > now + TOLERANCE) throw invalidToken(name, `was issued ${iat - now} s in the future: the clocks differ`);
  return verified;
}

/** The tenant of the token, and its issuer, whose template may contain the tenant. */
const assertIssuer =
  (name: TokenRules<never>['name']) =>
  ({ iss, tid }: Claims, { connection, metadata: { issuer } }: ExpectedSender): void => {
    if (connection.tenants.length > 0 && !isListed(tid, connection.tenants))
      throw new UpstreamError('notAllowed', `The person's tenant (tid) is ${shown(tid)}, which is not one of tenants.`);
    const tenant = typeof tid === 'string' ? tid : '';
    const expected = issuer.replace(TENANT, () => tenant);
    if (iss !== expected) throw invalidToken(name, `has the issuer ${shown(iss)}, expected ${shown(expected)}`);
    if (tid !== undefined && isEntra(connection) && !expected.split('/').includes(tenant))
      throw invalidToken(name, `has the tid ${shown(tid)}, which is not the tenant of its issuer ${shown(iss)}`);
  };

/** Whether a claim is one of these names, in any case. */
export function isListed(value: unknown, names: readonly string[]): boolean {
  return typeof value === 'string' && names.some((name) => name.toLowerCase() === value.toLowerCase());
}

/** Whether the provider is Microsoft Entra, where people are identified by tenant and object. */
export function isEntra({ issuer, tenants, subjectClaims }: OidcConnection): boolean {
  return tenants.length > 0 || subjectClaims.includes('tid') || ENTRA_HOSTS.has(parsedUrl(issuer)?.hostname ?? '');
}

/** @param fault the rest of a sentence about the token */
export function invalidToken(name: TokenRules<never>['name'], fault: string, cause?: unknown): UpstreamError {
  return new UpstreamError('invalid', `The ${name} ${fault}.`, cause);
}

/** An error of `jose` in words for administrators. */
function worded(name: TokenRules<never>['name'], error: unknown, { connection: { clientId } }: ExpectedSender): UpstreamError {
  if (error instanceof UpstreamError) return error;
  if (error instanceof errors.JWTExpired) return invalidToken(name, 'has expired', error);
  if (error instanceof errors.JWTClaimValidationFailed) {
    const { claim, payload } = error;
    const rule = claim === 'aud' ? `expected the client id ${shown(clientId)}` : 'which is not accepted';
    return invalidToken(name, `has the ${claim} ${shown(payload[claim])}, ${rule}`, error);
  }
  const fault = FAULTS.find(([type]) => error instanceof type)?.[1] ?? 'cannot be verified';
  return invalidToken(name, fault, error);
}

const FAULTS: ReadonlyArray<[type: abstract new (...args: never[]) => Error, fault: string]> = [
  [errors.JWSInvalid, 'is not a signed JWT'],
  [errors.JWTInvalid, 'is not a signed JWT'],
  [errors.JOSEAlgNotAllowed, `is not signed with one of ${Object.keys(HASHES).join(', ')}`],
  [errors.JWKSNoMatchingKey, 'is signed with a key that is not in the key set of the provider'],
  [errors.JWKSMultipleMatchingKeys, 'does not name its key, and the key set of the provider has several'],
  [errors.JWSSignatureVerificationFailed, 'has a wrong signature'],
];
