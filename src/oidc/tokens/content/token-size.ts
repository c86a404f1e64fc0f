// Limits the length of access tokens, so that every issued token is accepted (docs/adr/0055-the-audience-of-a-project.md).
import { USERINFO_ENDPOINT } from '../../protocol/endpoints.js';

/** In characters. All headers of a request have 16 KiB; the rest is for the other headers. */
export const MAX_ACCESS_TOKEN = 12_000;
/** Maximum length of a signed token with claims about its user. Proxies accept a header line of 8 kB, including its name and `Bearer`. */
const MAX_WITH_CLAIMS = 8_000;
/** Characters for the header, the signature (RS256 has the longest) and the dots of a signed token. */
const AROUND_PAYLOAD = 500;
/** Maximum bytes of claims in an ID token, which travels in forms and in the address of a sign-out. */
export const ID_TOKEN_CLAIM_BYTES = 6_000;

type Claims = Readonly<Record<string, unknown>>;

/** Maximum JSON bytes of claims about a user in a signed access token. @param payload the other content of the token */
export function claimBytesBeside(payload: object): number {
  return toBytes(MAX_WITH_CLAIMS - AROUND_PAYLOAD) - bytesOf(payload);
}

/** An upper estimate of the characters of a signed token with this payload. */
export function signedLength(payload: object): number {
  return AROUND_PAYLOAD + Math.ceil((bytesOf(payload) * 4) / 3);
}

/**
 * The claims that fit into this many bytes of JSON. The others are left to userinfo, as distributed claims (OpenID Connect Core
 * section 5.6.2). If not even their names fit, no claim is included.
 */
export function carriedClaims(claims: Claims, bytes: number, publicUrl: string): Claims {
  const all = Object.entries(claims);
  if (bytesOf(claims) <= bytes) return claims;
  const carried: Record<string, unknown> = {};
  const sources = { userinfo: { endpoint: publicUrl + USERINFO_ENDPOINT } };
  const distributed = (left: readonly string[]) => ({
    _claim_names: Object.fromEntries(left.map((name) => [name, 'userinfo'])),
    _claim_sources: sources,
  });
  // Starts as if all claims were left out. A claim then replaces only its own name.
  let size = bytesOf(distributed(Object.keys(claims)));
  if (size > bytes) return {};
  for (const [name, value] of all) {
    const length = bytesOf({ [name]: value });
    if (size + length > bytes) continue;
    carried[name] = value;
    size += length;
  }
  return { ...carried, ...distributed(Object.keys(claims).filter((name) => !(name in carried))) };
}

function bytesOf(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function toBytes(characters: number): number {
  return Math.floor((characters * 3) / 4);
}
