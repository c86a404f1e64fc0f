// Decrypts assertions (XML Encryption 1.1). Only authenticated encryption is accepted, with a key for this service by RSA-OAEP: CBC and PKCS #1
// v1.5 tell an attacker who sends altered messages what is in them.
//
// Encryption says nothing about the sender, since the key to encrypt with is public. The caller verifies the signature in the assertion, or the
// signature of the response that covers the encrypted bytes.
import { constants, createDecipheriv, privateDecrypt } from 'node:crypto';
import { attributeOf, childElements, childrenNamed, isNamed, textOf } from '../../../common/xml/bounded-xml.js';
import { shown } from '../provider-http.service.js';
import { UpstreamError } from '../upstream.js';
import { SIGNATURE } from './saml-names.js';

const ENCRYPTION = 'http://www.w3.org/2001/04/xmlenc#';
const ENCRYPTION_11 = 'http://www.w3.org/2009/xmlenc11#';
const ELEMENT = `${ENCRYPTION}Element`;

/** The bytes of the key. */
const CONTENT: Readonly<Record<string, { name: 'aes-128-gcm' | 'aes-192-gcm' | 'aes-256-gcm'; keyBytes: number }>> = {
  [`${ENCRYPTION_11}aes128-gcm`]: { name: 'aes-128-gcm', keyBytes: 16 },
  [`${ENCRYPTION_11}aes192-gcm`]: { name: 'aes-192-gcm', keyBytes: 24 },
  [`${ENCRYPTION_11}aes256-gcm`]: { name: 'aes-256-gcm', keyBytes: 32 },
};
/** Section 5.2.4: the nonce comes first, the tag last. */
const [NONCE_BYTES, TAG_BYTES] = [12, 16];

/** Its mask generation is by SHA-1, which is no weakness there (RFC 8017 section B.1). */
const OAEP = `${ENCRYPTION}rsa-oaep-mgf1p`;
const OAEP_11 = `${ENCRYPTION_11}rsa-oaep`;
const SHA1 = `${SIGNATURE}sha1`;
/** Hashes of OAEP, with the mask generation of each. OpenSSL takes the same hash for both. */
const OAEP_HASHES: Readonly<Record<string, { hash: string; mask: string }>> = {
  [SHA1]: { hash: 'sha1', mask: `${ENCRYPTION_11}mgf1sha1` },
  [`${ENCRYPTION}sha256`]: { hash: 'sha256', mask: `${ENCRYPTION_11}mgf1sha256` },
  'http://www.w3.org/2001/04/xmldsig-more#sha384': { hash: 'sha384', mask: `${ENCRYPTION_11}mgf1sha384` },
  [`${ENCRYPTION}sha512`]: { hash: 'sha512', mask: `${ENCRYPTION_11}mgf1sha512` },
};

/** The algorithms that the metadata of this service names. */
export const ENCRYPTION_METHODS = [`${ENCRYPTION_11}aes256-gcm`, `${ENCRYPTION_11}aes128-gcm`, OAEP_11, OAEP];

/** @param encrypted an `EncryptedAssertion` @param privateKey PEM @returns the bytes of the assertion @throws UpstreamError */
export function decrypted(encrypted: Element, privateKey: string): Buffer {
  const data = only(encrypted, ENCRYPTION, 'EncryptedData');
  const type = attributeOf(data, 'Type');
  if (type !== undefined && type !== ELEMENT) throw refused(`Its type is ${shown(type)}.`);
  const method = methodOf(data);
  const content = CONTENT[method];
  if (!content) throw misconfigured(method, 'AES-256-GCM');
  const wrapped = keyIn(encrypted, data);
  const oaepHash = oaepHashOf(wrapped);
  const [sealedKey, bytes] = [cipherOf(wrapped), cipherOf(data)];
  try {
    const key = privateDecrypt({ key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash }, sealedKey);
    if (key.length !== content.keyBytes || bytes.length <= NONCE_BYTES + TAG_BYTES) throw new Error('a length that does not fit');
    const decipher = createDecipheriv(content.name, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch (error) {
    // One sentence for every cause, so that answers to altered messages tell nothing.
    throw refused(
      'It is not encrypted for this service, or it was changed. Load the metadata of this service at the provider again.',
      error,
    );
  }
}

const refused = (sentence: string, cause?: unknown): UpstreamError =>
  new UpstreamError('invalid', `The encrypted assertion of the provider is refused. ${sentence}`, cause);

const misconfigured = (found: string, expected: string): UpstreamError =>
  new UpstreamError('misconfigured', `The provider encrypts by ${shown(found)}, which is not accepted. Choose ${expected} there.`);

function only(parent: Element, namespace: string, name: string): Element {
  const [found, ...others] = childrenNamed(parent, namespace, name);
  if (!found || others.length > 0) throw refused(`It has not exactly one ${name}.`);
  return found;
}

const methodOf = (of: Element): string => attributeOf(only(of, ENCRYPTION, 'EncryptionMethod'), 'Algorithm') ?? '';

/** The key stands in the data (XML Encryption section 3.5.1), or beside it, as Shibboleth has it. One for another recipient isn't tried. */
function keyIn(encrypted: Element, data: Element): Element {
  const inside = childrenNamed(data, SIGNATURE, 'KeyInfo').flatMap((info) => childrenNamed(info, ENCRYPTION, 'EncryptedKey'));
  const [key, ...others] = [...inside, ...childrenNamed(encrypted, ENCRYPTION, 'EncryptedKey')];
  if (!key || others.length > 0) throw refused('It has not exactly one EncryptedKey.');
  return key;
}

/** Section 5.5.2. */
function oaepHashOf(key: Element): string {
  const algorithm = methodOf(key);
  if (algorithm !== OAEP && algorithm !== OAEP_11) throw misconfigured(algorithm, 'RSA-OAEP');
  const method = only(key, ENCRYPTION, 'EncryptionMethod');
  const parameters = childElements(method);
  const parameter = (namespace: string, name: string) => {
    const found = parameters.find((element) => isNamed(element, namespace, name));
    return found && (attributeOf(found, 'Algorithm') ?? '');
  };
  const digest = parameter(SIGNATURE, 'DigestMethod') ?? SHA1;
  const mask = parameter(ENCRYPTION_11, 'MGF') ?? `${ENCRYPTION_11}mgf1sha1`;
  const known = OAEP_HASHES[digest];
  if (known?.mask !== mask || (algorithm === OAEP && parameters.some((element) => isNamed(element, ENCRYPTION_11, 'MGF'))))
    throw misconfigured(`RSA-OAEP with ${digest} and ${mask}`, 'RSA-OAEP with one hash for both');
  return known.hash;
}

function cipherOf(element: Element): Buffer {
  return Buffer.from(textOf(only(only(element, ENCRYPTION, 'CipherData'), ENCRYPTION, 'CipherValue')), 'base64');
}
