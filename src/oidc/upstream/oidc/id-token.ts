// The checks of an ID token (OpenID Connect Core section 3.1.3.7), of tenants of Microsoft Entra and of Workspace domains of Google.
import { createHash } from 'node:crypto';
import { errors, jwtVerify, type JWTPayload, type JWTVerifyOptions, type JWTVerifyResult } from 'jose';
import { parsedUrl } from '../../../common/primitives/parsed-url.js';
import type { OidcConnection } from '../../../users/authentication/identity-providers/oidc-connection.js';
import { UpstreamError } from '../upstream.js';
import { shown } from './provider-http.service.js';
import { TENANT, type KeySet, type ProviderMetadata } from './provider-metadata.service.js';

/** Signatures by public keys; each with the hash of `at_hash` (section 3.1.3.6). `none` and HMAC are missing on purpose. */
const HASHES: Readonly<Record<string, string>> = {
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

/** Characters; tokens with hundreds of groups have about half of it. */
const MAX_ID_TOKEN = 32_768;
/** Microsoft Entra and its national clouds. */
const ENTRA_HOSTS = new Set([
  'login.microsoftonline.com',
  'login.microsoftonline.us',
  'login.partner.microsoftonline.cn',
  'sts.windows.net',
]);
/** Seconds by which clocks may differ. */
const TOLERANCE = 60;

export type Claims = Readonly<JWTPayload>;

/** What the ID token must fit. Times are seconds since 1970 UTC. */
export interface ExpectedToken {
  connection: OidcConnection;
  metadata: ProviderMetadata;
  nonce: string;
  accessToken: string;
  now: number;
  /** Set if the request required a recent authentication: the earliest `auth_time`. */
  authenticatedAfter?: number | undefined;
}

/** The key set of the provider, and a newer one for a token whose key it lacks. */
export interface SignatureKeys {
  current: () => Promise<KeySet>;
  newer: () => Promise<KeySet>;
}

/** @returns the claims @throws UpstreamError */
export async function validateIdToken(token: string, expected: ExpectedToken, keys: SignatureKeys): Promise<Claims> {
  if (token.length > MAX_ID_TOKEN) throw invalid(`is longer than ${MAX_ID_TOKEN} characters`);
  try {
    const verified = await verify(token, expected, keys);
    for (const check of CHECKS) check(verified.payload, expected, verified);
    return verified.payload;
  } catch (error) {
    throw worded(error, expected);
  }
}

async function verify(token: string, { connection: { clientId }, now }: ExpectedToken, { current, newer }: SignatureKeys) {
  const options: JWTVerifyOptions = {
    algorithms: Object.keys(HASHES),
    audience: clientId,
    clockTolerance: TOLERANCE,
    currentDate: new Date(now * 1_000),
    requiredClaims: ['sub', 'exp', 'iat'],
  };
  try {
    return await jwtVerify(token, await current(), options);
  } catch (error) {
    if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
    return jwtVerify(token, await newer(), options);
  }
}

type Check = (claims: Claims, expected: ExpectedToken, verified: JWTVerifyResult) => void;

/** What `jwtVerify` leaves to its caller. Each throws an UpstreamError. */
const CHECKS: readonly Check[] = [
  (claims, { nonce }) => {
    if (claims['nonce'] !== nonce) throw invalid('has another nonce than the request: it was issued for another sign-in');
  },
  ({ aud, azp }, { connection: { clientId } }) => {
    const several = Array.isArray(aud) && aud.length > 1;
    if (several && azp === undefined) throw invalid('is for several clients and has no azp');
    if (azp !== undefined && azp !== clientId) throw invalid(`has the azp ${shown(azp)}, expected the client id ${shown(clientId)}`);
  },
  ({ iat = 0 }, { now }) => {
    if (iat > now + TOLERANCE) throw invalid(`was issued ${iat - now} s in the future: the clocks differ`);
  },
  ({ at_hash: hash }, { accessToken }, { protectedHeader: { alg } }) => {
    if (hash === undefined) return;
    const digest = createHash(HASHES[alg] ?? '')
      .update(accessToken)
      .digest();
    if (hash !== digest.subarray(0, digest.length / 2).toString('base64url')) throw invalid('has the at_hash of another access token');
  },
  ({ auth_time: time }, { now, authenticatedAfter }) => {
    if (authenticatedAfter === undefined) return;
    if (typeof time !== 'number')
      throw invalid('has no auth_time, so that a recent sign-in is not proved. Microsoft Entra sends it as an optional claim');
    // Not a number: the request isn't known, so nothing is late enough.
    if (!(time >= authenticatedAfter - TOLERANCE)) throw invalid(`has an auth_time ${authenticatedAfter - time} s too early`);
    if (time > now + TOLERANCE) throw invalid(`has an auth_time ${time - now} s in the future: the clocks differ`);
  },
  ({ tid }, { connection: { tenants } }) => {
    if (tenants.length === 0 || isListed(tid, tenants)) return;
    throw new UpstreamError('notAllowed', `The person's tenant (tid) is ${shown(tid)}, which is not one of tenants.`);
  },
  ({ iss, tid }, { connection, metadata: { issuer } }) => {
    const tenant = typeof tid === 'string' ? tid : '';
    const expected = issuer.replace(TENANT, () => tenant);
    if (iss !== expected) throw invalid(`has the issuer ${shown(iss)}, expected ${shown(expected)}`);
    if (tid !== undefined && isEntra(connection) && !expected.split('/').includes(tenant)) {
      throw invalid(`has the tid ${shown(tid)}, which is not the tenant of its issuer ${shown(iss)}`);
    }
  },
  ({ hd }, { connection: { hostedDomains } }) => {
    if (hostedDomains.length === 0 || isListed(hd, hostedDomains)) return;
    throw new UpstreamError('notAllowed', `The person's Google Workspace domain (hd) is ${shown(hd)}, which is not one of hostedDomains.`);
  },
];

/** Whether a claim is one of these names, in any case. */
function isListed(value: unknown, names: readonly string[]): boolean {
  return typeof value === 'string' && names.some((name) => name.toLowerCase() === value.toLowerCase());
}

/** Whether the provider is Microsoft Entra, where people are identified by tenant and object. */
export function isEntra({ issuer, tenants, subjectClaims }: OidcConnection): boolean {
  return tenants.length > 0 || subjectClaims.includes('tid') || ENTRA_HOSTS.has(parsedUrl(issuer)?.hostname ?? '');
}

function invalid(fault: string, cause?: unknown): UpstreamError {
  return new UpstreamError('invalid', `The ID token ${fault}.`, cause);
}

/** An error of `jose` in words for administrators. */
function worded(error: unknown, { connection: { clientId } }: ExpectedToken): UpstreamError {
  if (error instanceof UpstreamError) return error;
  if (error instanceof errors.JWTExpired) return invalid('has expired', error);
  if (error instanceof errors.JWTClaimValidationFailed) {
    const { claim, payload } = error;
    const rule = claim === 'aud' ? `expected the client id ${shown(clientId)}` : 'which is not accepted';
    return invalid(`has the ${claim} ${shown(payload[claim])}, ${rule}`, error);
  }
  const fault = FAULTS.find(([type]) => error instanceof type)?.[1] ?? 'cannot be verified';
  return invalid(fault, error);
}

const FAULTS: ReadonlyArray<[type: abstract new (...args: never[]) => Error, fault: string]> = [
  [errors.JWSInvalid, 'is not a signed JWT'],
  [errors.JWTInvalid, 'is not a signed JWT'],
  [errors.JOSEAlgNotAllowed, `is not signed with one of ${Object.keys(HASHES).join(', ')}`],
  [errors.JWKSNoMatchingKey, 'is signed with a key that is not in the key set of the provider'],
  [errors.JWKSMultipleMatchingKeys, 'does not name its key, and the key set of the provider has several'],
  [errors.JWSSignatureVerificationFailed, 'has a wrong signature'],
];
