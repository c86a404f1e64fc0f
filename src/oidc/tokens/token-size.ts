// How long an access token may become: whatever is issued is accepted (docs/adr/0055-the-audience-of-a-project.md).
import { USERINFO_ENDPOINT } from '../protocol/endpoints.js';

/** Characters. The headers of a request have 16 KiB here; the rest is for the other ones. */
export const MAX_ACCESS_TOKEN = 12_000;
/** What claims about a user may fill a signed token up to: proxies take a header line of 8 kB, with its name and `Bearer`. */
const MAX_WITH_CLAIMS = 8_000;
/** Header, signature (RS256 has the longest) and the dots of a signed token. */
const AROUND_PAYLOAD = 500;
/** Of an ID token, which travels in forms and in the address of a sign-out. */
export const ID_TOKEN_CLAIM_BYTES = 6_000;

type Claims = Readonly<Record<string, unknown>>;

/** Bytes of JSON that claims about a user may have in a signed access token. @param payload what it holds besides */
export function claimBytesBeside(payload: object): number {
  return toBytes(MAX_WITH_CLAIMS - AROUND_PAYLOAD) - bytesOf(payload);
}

/** Characters of a signed token with this payload, or a few more. */
export function signedLength(payload: object): number {
  return AROUND_PAYLOAD + Math.ceil((bytesOf(payload) * 4) / 3);
}

/**
 * The claims that fit into so many bytes of JSON. The others are left to userinfo, as distributed claims (OpenID Connect Core section 5.6.2);
 * where not even their names fit, none is told.
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
  // As if all were left: a claim then takes the place of its name, and never that of another.
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
