// Decrypts assertions (XML Encryption 1.1). Only authenticated encryption is accepted, with a key for this service by RSA-OAEP: CBC and PKCS #1
// v1.5 tell an attacker who sends altered messages what is in them.
//
// Encryption says nothing about the sender, since the key to encrypt with is public. The caller verifies the signature in the assertion, or the
// signature of the response that covers the encrypted bytes.
import { createDecipheriv } from 'node:crypto';
import { unwrappedKey, type OaepHashes } from '../../../common/crypto/rsa-oaep.js';
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

/** Section 5.5.2: its mask generation is by SHA-1, which is no weakness there (RFC 8017 section B.1). */
const OAEP = `${ENCRYPTION}rsa-oaep-mgf1p`;
const OAEP_11 = `${ENCRYPTION_11}rsa-oaep`;
const SHA1 = `${SIGNATURE}sha1`;
const MGF1_SHA1 = `${ENCRYPTION_11}mgf1sha1`;
/** Of the label. With {@link OAEP} and SHA-256, label and mask have different hashes. */
const LABEL_HASHES: Readonly<Record<string, string>> = {
  [SHA1]: 'sha1',
  [`${ENCRYPTION}sha256`]: 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384': 'sha384',
  [`${ENCRYPTION}sha512`]: 'sha512',
};
const MASK_HASHES: Readonly<Record<string, string>> = {
  [MGF1_SHA1]: 'sha1',
  [`${ENCRYPTION_11}mgf1sha256`]: 'sha256',
  [`${ENCRYPTION_11}mgf1sha384`]: 'sha384',
  [`${ENCRYPTION_11}mgf1sha512`]: 'sha512',
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
  const hashes = oaepHashesOf(wrapped);
  const [sealedKey, bytes] = [cipherOf(wrapped), cipherOf(data)];
  try {
    if (bytes.length <= NONCE_BYTES + TAG_BYTES) throw new Error('a length that does not fit');
    const key = unwrappedKey(privateKey, sealedKey, hashes, content.keyBytes);
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

function oaepHashesOf(key: Element): OaepHashes {
  const algorithm = methodOf(key);
  if (algorithm !== OAEP && algorithm !== OAEP_11) throw misconfigured(algorithm, 'RSA-OAEP');
  const parameters = childElements(only(key, ENCRYPTION, 'EncryptionMethod'));
  const parameter = (namespace: string, name: string) => {
    const found = parameters.find((element) => isNamed(element, namespace, name));
    return found && (attributeOf(found, 'Algorithm') ?? '');
  };
  const digest = parameter(SIGNATURE, 'DigestMethod') ?? SHA1;
  const generation = parameter(ENCRYPTION_11, 'MGF');
  const label = LABEL_HASHES[digest];
  const mask = MASK_HASHES[generation ?? MGF1_SHA1];
  if (label === undefined || mask === undefined || (algorithm === OAEP && generation !== undefined))
    throw misconfigured(`${algorithm} with ${digest} and ${generation ?? MGF1_SHA1}`, 'RSA-OAEP with SHA-256');
  return { label, mask };
}

function cipherOf(element: Element): Buffer {
  return Buffer.from(textOf(only(only(element, ENCRYPTION, 'CipherData'), ENCRYPTION, 'CipherValue')), 'base64');
}
