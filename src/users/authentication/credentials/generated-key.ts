// Key pairs generated for clients without their own key. The private key is in one response and is not stored.
import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';

/** Every client library can sign with this (RS256, RFC 7518 section 3.1). */
const RSA_BITS = 2_048;

/** Both halves as PEM: SPKI and PKCS #8 (RFC 7468 sections 13 and 10). */
export interface GeneratedKey {
  publicKey: string;
  privateKey: string;
}

export async function generateKey(): Promise<GeneratedKey> {
  return promisify(generateKeyPair)('rsa', {
    modulusLength: RSA_BITS,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}
