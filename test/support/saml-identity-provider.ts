// A SAML identity provider: keys and certificates of its own, real signatures, and every message that a real one sends or an attacker makes.
import {
  constants,
  createCipheriv,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  publicEncrypt,
  randomBytes,
  randomUUID,
  sign,
  webcrypto,
  type CipherGCM,
  type KeyObject,
} from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { DOMParser, XMLSerializer } from '@xmldom/xmldom';
import * as x509 from '@peculiar/x509';
import { SignedXml } from 'xml-crypto';
import { testRsaKey } from './rsa-keys.js';
import type { OpenedProvider } from '../../src/oidc/upstream/upstream.js';
import { OF_SERVICE } from '../../src/users/authentication/identity-providers/identity-provider.js';
import type { SamlConnection } from '../../src/users/authentication/identity-providers/saml-connection.js';

export const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
export const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';

const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

export interface SamlKey {
  /** PEM. */
  certificate: string;
  privateKey: string;
}

export async function samlKey({
  type = 'rsa',
  bits = 2048,
  notAfter = new Date('2036-01-01'),
}: { type?: 'rsa' | 'ec'; bits?: number; notAfter?: Date } = {}): Promise<SamlKey> {
  const privateKey = type === 'rsa' ? await testRsaKey(bits) : ecKey();
  const algorithm = type === 'rsa' ? RSA : EC;
  const imported = async (format: 'pkcs8' | 'spki', key: KeyObject, use: 'sign' | 'verify') =>
    webcrypto.subtle.importKey(format, key.export({ type: format, format: 'der' }), algorithm, true, [use]);
  const keys = {
    privateKey: await imported('pkcs8', createPrivateKey(privateKey), 'sign'),
    publicKey: await imported('spki', createPublicKey(privateKey), 'verify'),
  };
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    { name: 'CN=idp.example', keys, signingAlgorithm: algorithm, notBefore: new Date('2026-01-01'), notAfter },
    webcrypto as unknown as Crypto,
  );
  return { certificate: certificate.toString('pem'), privateKey };
}

function ecKey(): string {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
}

/** What an answer says. The defaults of a test make one that is accepted. */
export interface SamlAnswer {
  issuer: string;
  destination: string | undefined;
  recipient: string;
  audience: string;
  inResponseTo: string | undefined;
  confirmedRequest: string | undefined;
  notBefore: string;
  notOnOrAfter: string;
  confirmedUntil: string;
  authenticated: string;
  /** XML. */
  nameId: string;
  nameIdFormat: string;
  attributes: Readonly<Record<string, string | readonly string[]>>;
  sessionIndex: string;
  context: string;
  /** XML instead of the conditions. */
  conditions: string;
  /** XML of the status. */
  status: string;
  responseId: string;
  assertionId: string;
  /** XML before the assertion. */
  extensions: string;
}

export function answerXml(answer: SamlAnswer): string {
  const attribute = (name: string, value: string | undefined) => (value === undefined ? '' : ` ${name}="${value}"`);
  return (
    `<samlp:Response xmlns:samlp="${PROTOCOL}" xmlns:saml="${ASSERTION}" ID="${answer.responseId}" Version="2.0" IssueInstant="${answer.notBefore}"` +
    `${attribute('Destination', answer.destination)}${attribute('InResponseTo', answer.inResponseTo)}>` +
    `<saml:Issuer>${answer.issuer}</saml:Issuer>${answer.extensions}<samlp:Status>${answer.status}</samlp:Status>${assertionXml(answer)}</samlp:Response>`
  );
}

function assertionXml(answer: SamlAnswer): string {
  const confirmed = answer.confirmedRequest === undefined ? '' : ` InResponseTo="${answer.confirmedRequest}"`;
  const attributes = Object.entries(answer.attributes).map(
    ([name, values]) =>
      `<saml:Attribute Name="${name}">${[values]
        .flat()
        .map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`)
        .join('')}</saml:Attribute>`,
  );
  return (
    `<saml:Assertion xmlns:saml="${ASSERTION}" ID="${answer.assertionId}" Version="2.0" IssueInstant="${answer.notBefore}">` +
    `<saml:Issuer>${answer.issuer}</saml:Issuer>` +
    `<saml:Subject><saml:NameID Format="${answer.nameIdFormat}">${answer.nameId}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">` +
    `<saml:SubjectConfirmationData NotOnOrAfter="${answer.confirmedUntil}" Recipient="${answer.recipient}"${confirmed}/></saml:SubjectConfirmation></saml:Subject>` +
    answer.conditions +
    `<saml:AuthnStatement AuthnInstant="${answer.authenticated}" SessionIndex="${answer.sessionIndex}"><saml:AuthnContext>` +
    `<saml:AuthnContextClassRef>${answer.context}</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
    (attributes.length > 0 ? `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>` : '') +
    `</saml:Assertion>`
  );
}

export interface SigningOptions {
  algorithm?: string;
  digest?: string;
  canonicalization?: string;
  /** For algorithms that the library does not have. */
  sign?: (text: string) => string;
  /** A hash for a digest that the library does not have. */
  hash?: (text: string) => string;
}

/** Signs the first element of a name; the signature follows its issuer, where the schema has it. */
export function signed(
  xml: string,
  name: 'Response' | 'Assertion' | 'LogoutRequest' | 'LogoutResponse',
  key: SamlKey,
  { algorithm = RSA_SHA256, digest = SHA256, canonicalization = EXCLUSIVE, sign: signText, hash }: SigningOptions = {},
): string {
  const signer = new SignedXml({
    privateKey: key.privateKey,
    signatureAlgorithm: algorithm,
    canonicalizationAlgorithm: canonicalization as typeof EXCLUSIVE,
  });
  if (signText)
    Object.assign(signer.SignatureAlgorithms, {
      [algorithm]: class {
        getAlgorithmName = () => algorithm;
        getSignature = signText;
      },
    });
  if (hash)
    Object.assign(signer.HashAlgorithms, {
      [digest]: class {
        getAlgorithmName = () => digest;
        getHash = hash;
      },
    });
  const element = `//*[local-name(.)='${name}']`;
  signer.addReference({ xpath: element, transforms: [ENVELOPED, canonicalization], digestAlgorithm: digest });
  signer.computeSignature(xml, { prefix: 'ds', location: { reference: `${element}/*[local-name(.)='Issuer']`, action: 'after' } });
  return signer.getSignedXml();
}

export const form = (parameter: 'SAMLResponse' | 'SAMLRequest', xml: string): URLSearchParams =>
  new URLSearchParams({ [parameter]: Buffer.from(xml).toString('base64') });

export const parsed = (xml: string): Document => new DOMParser().parseFromString(xml, 'text/xml');

export const serialized = (node: Node): string => new XMLSerializer().serializeToString(node);

const ENCRYPTION = 'http://www.w3.org/2001/04/xmlenc#';
const ENCRYPTION_11 = 'http://www.w3.org/2009/xmlenc11#';

export interface EncryptionOptions {
  /** The name of the content's algorithm. */
  content?: string;
  cipher?: 'aes-128-gcm' | 'aes-256-gcm' | 'aes-256-cbc';
  /** The name of the key's algorithm, and what stands in its element. */
  wrapping?: string;
  parameters?: string;
  oaepHash?: string;
  padding?: number;
  /** Instead of `oaepHash` and `padding`. */
  wrap?: (key: Buffer, certificate: string) => Buffer;
  /** Beside the data, as Shibboleth has it. */
  isKeyBeside?: boolean;
  /** Changes the bytes of the content. */
  change?: (bytes: Buffer) => Buffer;
  /** Instead of the assertion. */
  text?: (assertion: string) => string;
}

/** A response whose assertion is encrypted by the key of a certificate. What the assertion has of a signature stays in it. */
export function encrypted(
  xml: string,
  certificate: string,
  {
    content = `${ENCRYPTION_11}aes256-gcm`,
    cipher = 'aes-256-gcm',
    wrapping = `${ENCRYPTION}rsa-oaep-mgf1p`,
    parameters = '',
    oaepHash = 'sha1',
    padding = constants.RSA_PKCS1_OAEP_PADDING,
    wrap = (key, by) => publicEncrypt({ key: by, padding, oaepHash }, key),
    isKeyBeside = false,
    change = (bytes) => bytes,
    text = (assertion) => assertion,
  }: EncryptionOptions = {},
): string {
  const from = xml.indexOf('<saml:Assertion');
  const until = xml.lastIndexOf('</saml:Assertion>') + '</saml:Assertion>'.length;
  const key = randomBytes(cipher.includes('128') ? 16 : 32);
  const nonce = randomBytes(cipher.endsWith('gcm') ? 12 : 16);
  const sealing = createCipheriv(cipher, key, nonce);
  const body = Buffer.concat([sealing.update(text(xml.slice(from, until))), sealing.final()]);
  const tag = cipher.endsWith('gcm') ? (sealing as CipherGCM).getAuthTag() : Buffer.alloc(0);
  const wrapped = wrap(key, certificate).toString('base64');
  const cipherData = (value: string) => `<xenc:CipherData><xenc:CipherValue>${value}</xenc:CipherValue></xenc:CipherData>`;
  const sealedKey = `<xenc:EncryptedKey><xenc:EncryptionMethod Algorithm="${wrapping}">${parameters}</xenc:EncryptionMethod>${cipherData(wrapped)}</xenc:EncryptedKey>`;
  return (
    `${xml.slice(0, from)}<saml:EncryptedAssertion xmlns:xenc="${ENCRYPTION}" xmlns:ds="http://www.w3.org/2000/09/xmldsig#">` +
    `<xenc:EncryptedData Type="${ENCRYPTION}Element"><xenc:EncryptionMethod Algorithm="${content}"/>` +
    `${isKeyBeside ? '' : `<ds:KeyInfo>${sealedKey}</ds:KeyInfo>`}` +
    `${cipherData(change(Buffer.concat([nonce, body, tag])).toString('base64'))}</xenc:EncryptedData>${isKeyBeside ? sealedKey : ''}` +
    `</saml:EncryptedAssertion>${xml.slice(until)}`
  );
}

/** The query of a LogoutRequest or its answer in a redirect, signed as it is encoded. */
export function signedQuery(
  xml: string,
  { privateKey }: SamlKey,
  {
    relayState,
    algorithm = RSA_SHA256,
    hash = 'sha256',
    parameter = 'SAMLRequest',
  }: { relayState?: string; algorithm?: string; hash?: string; parameter?: 'SAMLRequest' | 'SAMLResponse' } = {},
): string {
  const encoded = Object.entries({ [parameter]: deflateRawSync(xml).toString('base64'), RelayState: relayState, SigAlg: algorithm })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`)
    .join('&');
  return `${encoded}&Signature=${encodeURIComponent(sign(hash, Buffer.from(encoded), privateKey).toString('base64'))}`;
}

export const newId = (): string => `_${randomUUID()}`;

/** The metadata document of the provider. */
export function providerMetadata({
  entityId = 'https://idp.example/metadata',
  ssoUrl = 'https://idp.example/sso',
  certificates,
  validUntil,
}: {
  entityId?: string;
  ssoUrl?: string;
  certificates: readonly string[];
  validUntil?: string;
}): string {
  const keys = certificates.map(
    (pem) =>
      `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>` +
      `${pem
        .split('\n')
        .filter((line) => !line.startsWith('-----'))
        .join('\n')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
  );
  const endpoint = (name: string, binding: string, url: string) =>
    `<md:${name} Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${url}"/>`;
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<!-- made by the provider -->\n<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata"` +
    ` entityID="${entityId}"${validUntil === undefined ? '' : ` validUntil="${validUntil}"`}>` +
    `<md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys.join('')}` +
    `${endpoint('SingleLogoutService', 'HTTP-Redirect', 'https://idp.example/slo')}` +
    `${endpoint('SingleSignOnService', 'HTTP-POST', 'https://idp.example/post')}${endpoint('SingleSignOnService', 'HTTP-Redirect', ssoUrl)}` +
    `</md:IDPSSODescriptor></md:EntityDescriptor>`
  );
}

/** A provider of the service, as it is stored. */
/** @param secret the keys of the service for the provider */
export const samlProvider = (connection: SamlConnection, secret?: string): OpenedProvider => ({
  kind: 'saml',
  connection,
  ...(secret !== undefined && { secret }),
  no: 1,
  id: 'p1',
  orgNo: OF_SERVICE,
  template: 'generic',
  name: 'Directory',
  enabled: true,
  rules: {
    buttonShown: true,
    buttonOrder: 0,
    domains: [],
    creation: 'off',
    linking: 'off',
    updates: [],
    secondFactorValues: [],
    phishingResistantValues: [],
    groups: [],
  },
  createdUs: 0,
  modifiedUs: 0,
});

export interface SamlLogoutRequest {
  id: string;
  issuer: string;
  destination: string | undefined;
  issued: string;
  notOnOrAfter: string | undefined;
  nameId: string;
  sessionIndexes: readonly string[];
}

export function logoutRequestXml(request: SamlLogoutRequest): string {
  const attribute = (name: string, value: string | undefined) => (value === undefined ? '' : ` ${name}="${value}"`);
  return (
    `<samlp:LogoutRequest xmlns:samlp="${PROTOCOL}" xmlns:saml="${ASSERTION}" ID="${request.id}" Version="2.0" IssueInstant="${request.issued}"` +
    `${attribute('Destination', request.destination)}${attribute('NotOnOrAfter', request.notOnOrAfter)}>` +
    `<saml:Issuer>${request.issuer}</saml:Issuer>${request.nameId}` +
    `${request.sessionIndexes.map((index) => `<samlp:SessionIndex>${index}</samlp:SessionIndex>`).join('')}</samlp:LogoutRequest>`
  );
}
