// Reads and verifies the JWT of a DPoP proof (RFC 9449 sections 4.2 and 4.3): pure functions, without time, nonces or replay.
import { constants, createPublicKey, verify, type JsonWebKey, type KeyObject } from 'node:crypto';
import { parsedUrl } from '../../common/primitives/parsed-url.js';
import { readPublicKey, thumbprint } from '../../users/authentication/credentials/public-key.js';
import { jsonPart } from '../keys/jws.js';

/** Listed by discovery. `EdDSA` is the older name of `Ed25519` (RFC 9864). */
export const PROOF_ALGORITHMS = ['ES256', 'PS256', 'Ed25519', 'EdDSA'] as const;
type ProofAlgorithm = (typeof PROOF_ALGORITHMS)[number];

const MAX_PROOF = 4_096;
const MAX_TEXT = 500;
/** Strangers choose the keys of proofs, and the cost of a signature grows with both. */
const MAX_RSA_BYTES = 512;
const RSA_EXPONENT = 'AQAB';
/** The kind of key of each algorithm, and how it verifies (RFC 7518 section 3.1, RFC 8037 section 3.1). */
const VERIFYING = {
  ES256: { kind: 'P-256', digest: 'sha256', dsaEncoding: 'ieee-p1363' },
  PS256: { kind: 'RSA', digest: 'sha256', padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 },
  Ed25519: { kind: 'Ed25519', digest: null },
  EdDSA: { kind: 'Ed25519', digest: null },
} as const satisfies Record<ProofAlgorithm, object>;

/** The key of a proof. `jkt` is its thumbprint (RFC 7638). */
export interface ProofKey {
  alg: ProofAlgorithm;
  key: KeyObject;
  jkt: string;
}

/** The claims of a proof. Times are seconds since 1970 UTC. */
export interface ProofClaims {
  jti: string;
  htm: string;
  htu: string;
  iat: number;
  ath?: string | undefined;
  nonce?: string | undefined;
}

/** Why a proof is refused, as the end of a sentence. */
export class ProofError extends Error {}

/** The three parts of a proof. @throws ProofError */
export function partsOf(text: string): readonly [header: string, payload: string, signature: string] {
  if (text.length > MAX_PROOF) throw new ProofError(`must have at most ${MAX_PROOF} characters`);
  const [header = '', payload = '', signature = '', ...more] = text.split('.');
  if (signature === '' || more.length > 0) throw new ProofError('must be one signed JWT');
  return [header, payload, signature];
}

/** The key that a header names, and its algorithm. @throws ProofError */
export function readKey(header: string): ProofKey {
  const { typ, alg, jwk, crit } = jsonPart(header) ?? {};
  if (typ !== 'dpop+jwt') throw new ProofError('must have the typ dpop+jwt');
  if (!isAlgorithm(alg)) throw new ProofError(`must be signed with one of ${PROOF_ALGORITHMS.join(', ')}`);
  if (crit !== undefined) throw new ProofError('must not have a header crit');
  try {
    const { alg: _alg, ...members } = readPublicKey(withoutAlgorithm(jwk));
    if ((members.kty === 'RSA' ? 'RSA' : members['crv']) !== VERIFYING[alg].kind || !isAffordable(members)) throw new ProofError('');
    return { alg, key: createPublicKey({ key: members as JsonWebKey, format: 'jwk' }), jkt: thumbprint(members) };
  } catch {
    throw new ProofError('must have a public key that fits its alg in the header jwk, RSA with at most 4096 bits');
  }
}

/** Whether `key` signed the parts. Another encoding of a signature is refused. */
export function isSignedBy({ alg, key }: ProofKey, header: string, payload: string, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64url');
  if (bytes.toString('base64url') !== signature) return false;
  const { kind: _kind, digest, ...options } = VERIFYING[alg];
  return verify(digest, Buffer.from(`${header}.${payload}`), { key, ...options }, bytes);
}

/** @throws ProofError */
export function readClaims(payload: string): ProofClaims {
  const { jti, htm, htu, iat, ath, nonce } = jsonPart(payload) ?? {};
  if (!isText(jti) || typeof htm !== 'string' || typeof htu !== 'string') throw new ProofError('must have the claims jti, htm and htu');
  if (typeof iat !== 'number' || !Number.isFinite(iat)) throw new ProofError('must have the claim iat');
  if (nonce !== undefined && !isText(nonce)) throw new ProofError('must have a text as its nonce');
  return { jti, htm, htu, iat, ath: typeof ath === 'string' ? ath : undefined, nonce };
}

/** RFC 9449 section 4.3: query and fragment are left out, and both addresses are normalized (RFC 3986 section 6.2). */
export function isSameAddress(htu: string, address: string): boolean {
  if (htu === address) return true;
  const [claimed, expected] = [parsedUrl(htu), parsedUrl(address)];
  if (!claimed || !expected || claimed.username || claimed.password) return false;
  return claimed.origin === expected.origin && claimed.pathname === expected.pathname;
}

function isAffordable({ kty, n, e }: JsonWebKey): boolean {
  return kty !== 'RSA' || (e === RSA_EXPONENT && Buffer.from(n ?? '', 'base64url').length <= MAX_RSA_BYTES);
}

function isAlgorithm(alg: unknown): alg is ProofAlgorithm {
  return PROOF_ALGORITHMS.some((known) => known === alg);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_TEXT;
}

/** The `alg` of the JWK itself is optional and may have either name of Ed25519; that of the proof counts. */
function withoutAlgorithm(jwk: unknown): unknown {
  return typeof jwk === 'object' && jwk !== null ? { ...jwk, alg: undefined } : undefined;
}
