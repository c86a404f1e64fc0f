// What differs at Apple: the client secret is signed for each request, and the name arrives once, in the form.
import { createPrivateKey } from 'node:crypto';
import { SignJWT, type JWTPayload } from 'jose';
import type { OidcConnection } from '../../../users/authentication/identity-providers/oidc-connection.js';
import { isObject } from '../provider-http.service.js';
import { UpstreamError } from '../upstream.js';
import { present, text } from './oidc-identity.js';

/** Apple allows six months. A secret is used at once. */
const LIFETIME_SECONDS = 300;
/** Characters. */
const MAX_USER = 2_000;

/** Apple's "client secret". @param privateKey PEM @throws UpstreamError */
export async function appleClientSecret(
  { issuer, clientId, teamId = '', keyId = '' }: OidcConnection,
  privateKey: string,
  nowSeconds: number,
): Promise<string> {
  try {
    return await new SignJWT({ iss: teamId, sub: clientId, aud: issuer, iat: nowSeconds, exp: nowSeconds + LIFETIME_SECONDS })
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .sign(createPrivateKey(privateKey));
  } catch {
    throw new UpstreamError('misconfigured', 'The client secret is not a private key of P-256 (PEM). Set it again.');
  }
}

/**
 * The name in the form, as claims. Apple sends it at the first sign-in alone, beside the ID token: so it is what the person says, as everywhere
 * at Apple. The address there is not read, since only the ID token proves one.
 */
export function appleNames(parameters: URLSearchParams): JWTPayload {
  const { name } = objectIn(parameters.get('user') ?? '');
  if (!isObject(name)) return {};
  return present({ given_name: text(name['firstName']), family_name: text(name['lastName']) });
}

function objectIn(json: string): Record<string, unknown> {
  if (json === '' || json.length > MAX_USER) return {};
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
