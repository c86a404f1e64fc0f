// The algorithms of signatures that are accepted, by their names in XML signatures (RFC 9231). Signatures of redirects have the same names
// (SAML Bindings section 3.4.4.1). HMAC and SHA-1 are not among them.
import { constants, createHash, verify, type KeyObject } from 'node:crypto';

interface Algorithm {
  hash: 'sha256' | 'sha384' | 'sha512';
  keyType: 'rsa' | 'ec';
  pss?: true;
}

const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const MORE_2007 = 'http://www.w3.org/2007/05/xmldsig-more#';

export const SIGNATURE_ALGORITHMS: Readonly<Record<string, Algorithm>> = {
  [`${MORE}rsa-sha256`]: { keyType: 'rsa', hash: 'sha256' },
  [`${MORE}rsa-sha384`]: { keyType: 'rsa', hash: 'sha384' },
  [`${MORE}rsa-sha512`]: { keyType: 'rsa', hash: 'sha512' },
  [`${MORE_2007}sha256-rsa-MGF1`]: { keyType: 'rsa', hash: 'sha256', pss: true },
  [`${MORE_2007}sha384-rsa-MGF1`]: { keyType: 'rsa', hash: 'sha384', pss: true },
  [`${MORE_2007}sha512-rsa-MGF1`]: { keyType: 'rsa', hash: 'sha512', pss: true },
  [`${MORE}ecdsa-sha256`]: { keyType: 'ec', hash: 'sha256' },
  [`${MORE}ecdsa-sha384`]: { keyType: 'ec', hash: 'sha384' },
  [`${MORE}ecdsa-sha512`]: { keyType: 'ec', hash: 'sha512' },
};

/** What this service signs by. */
export const SENT_ALGORITHM = `${MORE}rsa-sha256`;

export const DIGEST_ALGORITHMS: Readonly<Record<string, Algorithm['hash']>> = {
  'http://www.w3.org/2001/04/xmlenc#sha256': 'sha256',
  [`${MORE}sha384`]: 'sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'sha512',
};

/** Exclusive canonical XML without comments: the only one whose result does not depend on the elements around it. */
export const CANONICAL = 'http://www.w3.org/2001/10/xml-exc-c14n#';
export const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

/** Whether `signature` (base64) is one of `text` by the key. A key of another type than the algorithm's has signed nothing. */
export function isSignedBy(key: KeyObject, algorithm: string, text: string, signature: string): boolean {
  const known = SIGNATURE_ALGORITHMS[algorithm];
  if (!known || key.asymmetricKeyType !== known.keyType) return false;
  const padding = known.pss ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING;
  const how = known.keyType === 'ec' ? { dsaEncoding: 'ieee-p1363' as const } : { padding };
  return verify(known.hash, Buffer.from(text), { key, ...how }, Buffer.from(signature, 'base64'));
}

/** @returns base64; undefined for an algorithm that is not accepted */
export function digestOf(algorithm: string, text: string): string | undefined {
  const hash = DIGEST_ALGORITHMS[algorithm];
  return hash && createHash(hash).update(text).digest('base64');
}
