// Public keys that clients may sign assertions with: the accepted kinds, their parsing, and the algorithms of each.
import { createHash, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { DomainError } from '../../../common/primitives/domain-error.js';

/** The JWS algorithms (RFC 7518 section 3.1, RFC 8037) of each kind of key. */
export const ALGORITHMS_BY_KIND = {
  RSA: ['RS256', 'RS384', 'RS512', 'PS256'],
  'P-256': ['ES256'],
  'P-384': ['ES384'],
  Ed25519: ['EdDSA'],
} as const satisfies Record<string, readonly string[]>;

type KeyKind = keyof typeof ALGORITHMS_BY_KIND;

/** Only the members of a public key, and `alg` if its owner pinned one. */
export type PublicJwk = { kty: string; alg?: string } & Record<string, string>;

/** RFC 7518 section 3.3; above the upper bound a verification costs too much. */
const RSA_BITS = { min: 2_048, max: 8_192 };
/**
 * RFC 8017 section 3.1 requires an odd exponent of at least 3; with 1, every signature could be forged. Above the upper bound a verification costs
 * too much.
 */
const RSA_EXPONENT = { min: 3n, max: 2n ** 32n - 1n };
/**
 * Points of Ed25519 of small order, as y without the sign bit of x (RFC 8032 section 5.1.2): for them, one signature can be made that verifies for
 * every text. Some have a second encoding, y + p.
 */
const SMALL_ORDER_Y = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
]);
const MAX_TEXT = 16_384;
/** Members of private and symmetric keys (RFC 7518 section 6). */
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

/**
 * Reads a JWK (an object or its JSON text) or a PEM SPKI.
 * @throws DomainError `invalid` for anything but a public key of a kind in {@link ALGORITHMS_BY_KIND}
 */
export function readPublicKey(input: unknown): PublicJwk {
  const { key, alg } =
    typeof input === 'string' && input.trimStart().startsWith('-----') ? { key: fromPem(input), alg: undefined } : fromJwk(input);
  const kind = kindOf(key);
  const algorithms: readonly string[] = ALGORITHMS_BY_KIND[kind];
  if (alg !== undefined && !algorithms.includes(alg)) throw refuse(`alg must be one of ${algorithms.join(', ')} for this key`);
  return { ...(key.export({ format: 'jwk' }) as PublicJwk), ...(alg === undefined ? {} : { alg }) };
}

/** The algorithms that an assertion signed with this key may use. */
export function algorithmsOf({ kty, crv, alg }: PublicJwk): readonly string[] {
  return alg === undefined ? ALGORITHMS_BY_KIND[(kty === 'RSA' ? kty : crv) as KeyKind] : [alg];
}

/** RFC 7638: the required members in the order of their names, as SHA-256. */
export function thumbprint({ alg: _alg, ...members }: PublicJwk): string {
  const required = Object.fromEntries(Object.entries(members).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return createHash('sha256').update(JSON.stringify(required)).digest('base64url');
}

function fromPem(text: string): KeyObject {
  // Node silently derives the public half of a private key; a caller who sends one must learn that it is compromised.
  if (!/^\s*-----BEGIN PUBLIC KEY-----/.test(text)) throw refuse('a PEM must be a PUBLIC KEY block; never send a private key');
  return parse(() => createPublicKey(text));
}

function fromJwk(input: unknown): { key: KeyObject; alg: string | undefined } {
  const jwk = typeof input === 'string' ? parse(() => JSON.parse(input.slice(0, MAX_TEXT)) as unknown) : input;
  if (typeof jwk !== 'object' || jwk === null || Array.isArray(jwk)) throw refuse('it must be a JWK or a PEM');
  const members = jwk as Record<string, unknown>;
  if (PRIVATE_MEMBERS.some((name) => name in members)) throw refuse('it contains a private key; never send one');
  const { use, key_ops: operations, alg } = members;
  const verifies = Array.isArray(operations) ? operations.includes('verify') : operations === undefined;
  if ((use !== undefined && use !== 'sig') || !verifies) throw refuse('it is not a signing key');
  if (alg !== undefined && typeof alg !== 'string') throw refuse('alg must be a string');
  return { key: parse(() => createPublicKey({ key: members as JsonWebKey, format: 'jwk' })), alg };
}

function kindOf(key: KeyObject): KeyKind {
  const { modulusLength = 0, publicExponent = 0n, namedCurve } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === 'ed25519') {
    if (!hasSmallOrder(key)) return 'Ed25519';
    throw refuse('anybody could sign for this point of Ed25519');
  }
  if (key.asymmetricKeyType === 'ec' && namedCurve === 'prime256v1') return 'P-256';
  if (key.asymmetricKeyType === 'ec' && namedCurve === 'secp384r1') return 'P-384';
  if (key.asymmetricKeyType !== 'rsa') throw refuse(`it must be one of ${Object.keys(ALGORITHMS_BY_KIND).join(', ')}`);
  if (modulusLength < RSA_BITS.min || modulusLength > RSA_BITS.max)
    throw refuse(`an RSA key must have ${RSA_BITS.min} to ${RSA_BITS.max} bits`);
  if (publicExponent < RSA_EXPONENT.min || publicExponent > RSA_EXPONENT.max || publicExponent % 2n === 0n)
    throw refuse('the exponent of an RSA key must be odd, at least 3 and below 2^32');
  if ((bytesOf(key, 'n').at(-1) ?? 0) % 2 === 0) throw refuse('the modulus of an RSA key must be odd');
  return 'RSA';
}

function hasSmallOrder(key: KeyObject): boolean {
  const y = bytesOf(key, 'x');
  y[31] = (y[31] ?? 0) & 0x7f;
  return SMALL_ORDER_Y.has(y.toString('hex'));
}

function bytesOf(key: KeyObject, member: 'n' | 'x'): Buffer {
  return Buffer.from(key.export({ format: 'jwk' })[member] ?? '', 'base64url');
}

function parse<T>(read: () => T): T {
  try {
    return read();
  } catch {
    throw refuse('it cannot be read');
  }
}

function refuse(why: string): DomainError {
  return new DomainError('invalid', 'clientKey.invalid', `The public key was refused: ${why}.`, 'publicKey');
}
