// What a SAML identity provider sends back: a signed assertion about one person, for the request in an address.
import { randomUUID, webcrypto } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { SignedXml } from 'xml-crypto';

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const CONTEXT = 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
const VALID_MS = 300_000;

/** Both in PEM. @typedef {{ certificate: string, privateKey: string }} SamlKey */

/** @returns {Promise<SamlKey>} */
export async function newSamlKey() {
  // Only here: the load generator loads this file with every row.
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  const keys = await webcrypto.subtle.generateKey(RSA, true, ['sign', 'verify']);
  const own = { name: 'CN=idp.example.com', keys, signingAlgorithm: RSA };
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(own, /** @type {any} */ (webcrypto));
  const bytes = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
  return {
    certificate: certificate.toString('pem'),
    privateKey: `-----BEGIN PRIVATE KEY-----\n${bytes.toString('base64')}\n-----END PRIVATE KEY-----\n`,
  };
}

/**
 * The form that the browser posts.
 * @param {URL} redirect to the provider @param {{ entityId: string, privateKey: string, audience: string, callback: string, name: string }} answer
 */
export function samlAnswer({ searchParams }, { entityId, privateKey, audience, callback, name }) {
  const request = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
  const id = / ID="([^"]+)"/.exec(request)?.[1] ?? '';
  const [now, until] = [new Date(), new Date(Date.now() + VALID_MS)].map((time) => time.toISOString());
  const xml =
    `<samlp:Response xmlns:samlp="${PROTOCOL}" xmlns:saml="${ASSERTION}" ID="_${randomUUID()}" Version="2.0" IssueInstant="${now}" Destination="${callback}" InResponseTo="${id}">` +
    `<saml:Issuer>${entityId}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${SUCCESS}"/></samlp:Status>` +
    `<saml:Assertion ID="_${randomUUID()}" Version="2.0" IssueInstant="${now}"><saml:Issuer>${entityId}</saml:Issuer>` +
    `<saml:Subject><saml:NameID Format="${PERSISTENT}">${name}</saml:NameID><saml:SubjectConfirmation Method="${BEARER}">` +
    `<saml:SubjectConfirmationData NotOnOrAfter="${until}" Recipient="${callback}" InResponseTo="${id}"/></saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${now}" NotOnOrAfter="${until}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${now}" SessionIndex="${id}"><saml:AuthnContext><saml:AuthnContextClassRef>${CONTEXT}</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
    `<saml:AttributeStatement><saml:Attribute Name="uid"><saml:AttributeValue>${name}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement></saml:Assertion></samlp:Response>`;
  const signer = new SignedXml({ privateKey, signatureAlgorithm: RSA_SHA256, canonicalizationAlgorithm: EXCLUSIVE });
  const assertion = "//*[local-name(.)='Assertion']";
  signer.addReference({ xpath: assertion, transforms: [ENVELOPED, EXCLUSIVE], digestAlgorithm: SHA256 });
  signer.computeSignature(xml, { prefix: 'ds', location: { reference: `${assertion}/*[local-name(.)='Issuer']`, action: 'after' } });
  return { SAMLResponse: Buffer.from(signer.getSignedXml()).toString('base64'), RelayState: searchParams.get('RelayState') ?? '' };
}
