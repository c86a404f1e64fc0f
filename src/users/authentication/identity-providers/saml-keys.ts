// The keys of this service for one SAML provider: one signs messages to it, the other decrypts assertions. They are made with the provider, and
// sealed as its secret.
import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { selfSignedCertificate } from '../../../common/crypto/self-signed-certificate.js';

/** PEM. */
export interface SamlKey {
  privateKey: string;
  certificate: string;
}

export interface SamlKeys {
  signing: SamlKey;
  encryption: SamlKey;
}

const RSA_BITS = 3_072;
/** Providers compare the key and not the time, but some warn of an end that is near. */
const LIFETIME_MS = 20 * 365 * 86_400_000;
/** The provider's clock may be behind. */
const EARLIER_MS = 86_400_000;

/** @returns the keys as they are sealed */
export async function newSamlKeys(nowMs: number): Promise<string> {
  const [signing, encryption] = await Promise.all([newKey('signing', nowMs), newKey('encryption', nowMs)]);
  const keys: SamlKeys = { signing, encryption };
  return JSON.stringify(keys);
}

/** @param secret absent at providers from before there were keys */
export function samlKeysIn(secret: string | undefined): SamlKeys | undefined {
  return secret === undefined ? undefined : (JSON.parse(secret) as SamlKeys);
}

async function newKey(use: string, nowMs: number): Promise<SamlKey> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: RSA_BITS,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const certificate = selfSignedCertificate(privateKey, `SAML ${use}`, { fromMs: nowMs - EARLIER_MS, untilMs: nowMs + LIFETIME_MS });
  return { privateKey, certificate };
}
