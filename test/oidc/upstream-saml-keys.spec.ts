// The keys of this service for a SAML provider: signed messages, metadata, and encrypted assertions with the attacks on them.
import { constants, createPublicKey, verify, X509Certificate } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { ProviderHttp } from '../../src/oidc/upstream/provider-http.service.js';
import { SamlLogout } from '../../src/oidc/upstream/saml/logout.service.js';
import { SamlMetadataCache } from '../../src/oidc/upstream/saml/saml-metadata.service.js';
import { SamlUpstream } from '../../src/oidc/upstream/saml/saml-upstream.service.js';
import { serviceProviderMetadata } from '../../src/oidc/upstream/saml/service-provider.js';
import { UpstreamError } from '../../src/oidc/upstream/upstream.js';
import { SAML_DEFAULTS, type SamlConnection } from '../../src/users/authentication/identity-providers/saml-connection.js';
import { newSamlKeys, samlKeysIn, type SamlKeys } from '../../src/users/authentication/identity-providers/saml-keys.js';
import { readSamlMetadata } from '../../src/users/authentication/identity-providers/saml-metadata.js';
import { wrappedKey } from '../support/rsa-oaep.js';
import { CALLBACK, FixedClock, IDP, NOW, PUBLIC_URL, REQUEST_ID, samlAnswer } from '../support/saml-answers.js';
import {
  answerXml,
  encrypted,
  form,
  parsed,
  providerMetadata,
  RSA_SHA256,
  samlKey,
  samlProvider,
  signed,
  type EncryptionOptions,
  type SamlAnswer,
  type SamlKey,
} from '../support/saml-identity-provider.js';

const ENCRYPTION = 'http://www.w3.org/2001/04/xmlenc#';
const SHA1_ALONE = { label: 'sha1', mask: 'sha1' };
const ENCRYPTION_11 = 'http://www.w3.org/2009/xmlenc11#';
const clock = new FixedClock();
const http = new ProviderHttp({ backchannelAllowPrivate: false });
const metadata = new SamlMetadataCache(http, clock);
const settings = { publicUrl: PUBLIC_URL };
const upstream = new SamlUpstream(clock, metadata, http, settings);

let key: SamlKey;
let otherKey: SamlKey;
let secret: string;
let keys: SamlKeys;
beforeAll(async () => {
  [key, otherKey, secret] = await Promise.all([samlKey(), samlKey(), newSamlKeys(NOW)]);
  keys = samlKeysIn(secret) as SamlKeys;
});

const provider = (changes: Partial<SamlConnection> = {}, sealed: string | undefined = secret) =>
  samlProvider({ entityId: IDP, ssoUrl: 'https://idp.example/sso', certificates: [key.certificate], ...SAML_DEFAULTS, ...changes }, sealed);

/** Whether the query of a redirect is signed by the key of a certificate. */
function isSigned(url: string, certificate: string): boolean {
  const [, query = ''] = url.split('?');
  const [text = '', signature = ''] = query.split('&Signature=');
  expect(new URLSearchParams(query).get('SigAlg')).toBe(RSA_SHA256);
  return verify('sha256', Buffer.from(text), createPublicKey(certificate), Buffer.from(decodeURIComponent(signature), 'base64'));
}

describe('a message to a provider', () => {
  const begin = async (changes: Partial<SamlConnection>, sealed?: string) =>
    (await upstream.begin(provider(changes, sealed), { callbackUrl: CALLBACK, handle: 'handle-1', forceLogin: false })).url;

  it('that requests a sign-in is signed where the settings say so', async () => {
    expect(isSigned(await begin({ signRequests: true }), keys.signing.certificate)).toBe(true);
    expect(await begin({})).not.toContain('Signature=');
  });

  it('that requests a sign-in is not sent without keys if it must be signed', async () => {
    const unkeyed = { ...provider({ signRequests: true }) };
    delete unkeyed.secret;
    const begun = upstream.begin(unkeyed, { callbackUrl: CALLBACK, handle: 'handle-1', forceLogin: false });
    await expect(begun).rejects.toMatchObject({ fault: 'misconfigured', message: expect.stringContaining('renewKeys') as string });
  });

  it('that answers a LogoutRequest is signed', async () => {
    const logout = new SamlLogout(clock, metadata, settings);
    const request = { id: '_logout', nameId: 'ada', sessionIndexes: [] };
    const url = await logout.logoutResponse(provider({ sloUrl: 'https://idp.example/slo' }), request);
    expect(isSigned(url ?? '', keys.signing.certificate)).toBe(true);
    const xml = inflateRawSync(Buffer.from(new URL(url ?? '').searchParams.get('SAMLResponse') ?? '', 'base64')).toString();
    expect(xml).toContain('InResponseTo="_logout"');
  });
});

describe('our metadata', () => {
  const certificateFor = (document: string, use: string) =>
    Array.from(parsed(document).getElementsByTagNameNS('*', 'KeyDescriptor'))
      .find((one) => one.getAttribute('use') === use)
      ?.getElementsByTagNameNS('*', 'X509Certificate')[0]?.textContent;

  it('has both certificates, says whether requests are signed, and names no encryption that is refused', () => {
    const document = serviceProviderMetadata(provider({ signRequests: true }), PUBLIC_URL);
    const raw = (pem: string) => new X509Certificate(pem).raw.toString('base64');
    expect(certificateFor(document, 'signing')).toBe(raw(keys.signing.certificate));
    expect(certificateFor(document, 'encryption')).toBe(raw(keys.encryption.certificate));
    expect(document).toContain('AuthnRequestsSigned="true"');
    expect(serviceProviderMetadata(provider(), PUBLIC_URL)).toContain('AuthnRequestsSigned="false"');
    // Without the certificates: base64 may spell any of these words.
    expect(document.replaceAll(/<(?:\w+:)?X509Certificate>[^<]*/g, '')).not.toMatch(/cbc|rsa-1_5|PRIVATE/);
  });

  it('has two different keys, of RSA with 3072 bits and certificates for 20 years', () => {
    const certificates = [keys.signing, keys.encryption].map(({ certificate }) => new X509Certificate(certificate));
    expect(new Set(certificates.map(({ fingerprint256 }) => fingerprint256)).size).toBe(2);
    for (const { publicKey, validTo } of certificates) {
      expect(publicKey.asymmetricKeyDetails?.modulusLength).toBe(3_072);
      expect(new Date(validTo).getUTCFullYear()).toBe(2046);
    }
  });
});

it('metadata of a provider that wants signed requests says so', async () => {
  const document = providerMetadata({ certificates: [key.certificate] });
  expect((await readSamlMetadata(document)).wantsSignedRequests).toBe(false);
  const wanting = document.replace('<md:IDPSSODescriptor', '<md:IDPSSODescriptor WantAuthnRequestsSigned="true"');
  expect((await readSamlMetadata(wanting)).wantsSignedRequests).toBe(true);
});

const answer = (changes: Partial<SamlAnswer> = {}): string => answerXml(samlAnswer(changes));
const finish = (xml: string, sealed?: string) =>
  upstream.finish(provider({}, sealed), {
    callbackUrl: CALLBACK,
    kept: { requestId: REQUEST_ID, begun: String(NOW / 1000 - 60) },
    parameters: form('SAMLResponse', xml),
    forceLogin: false,
  });

async function refusal(xml: string): Promise<string> {
  const error = await finish(xml).catch((reason: unknown) => reason);
  if (!(error instanceof UpstreamError)) throw new Error('expected an UpstreamError', { cause: error });
  return `${error.fault}: ${error.message}`;
}

const signedThenEncrypted = (options: EncryptionOptions = {}, by = key) =>
  encrypted(signed(answer(), 'Assertion', by), keys.encryption.certificate, options);

describe('an encrypted assertion', () => {
  const hash = (name: string, mask = '') => `<ds:DigestMethod Algorithm="${name}"/>${mask}`;
  const byTwoHashes = (content: Buffer, certificate: string) => wrappedKey(content, certificate, { label: 'sha256', mask: 'sha1' });
  const mask = (name: string) => `<xenc11:MGF xmlns:xenc11="${ENCRYPTION_11}" Algorithm="${ENCRYPTION_11}${name}"/>`;

  it.each<[string, EncryptionOptions]>([
    ['AES-256-GCM', {}],
    ['AES-128-GCM', { content: `${ENCRYPTION_11}aes128-gcm`, cipher: 'aes-128-gcm' }],
    ['a key beside the data', { isKeyBeside: true }],
    [
      'RSA-OAEP with SHA-256',
      { wrapping: `${ENCRYPTION_11}rsa-oaep`, oaepHash: 'sha256', parameters: hash(`${ENCRYPTION}sha256`, mask('mgf1sha256')) },
    ],
    [
      'RSA-OAEP with two hashes',
      { wrapping: `${ENCRYPTION_11}rsa-oaep`, parameters: hash(`${ENCRYPTION}sha256`, mask('mgf1sha1')), wrap: byTwoHashes },
    ],
    ['RSA-OAEP of XML Encryption 1.0 with SHA-256', { parameters: hash(`${ENCRYPTION}sha256`), wrap: byTwoHashes }],
    ['RSA-OAEP with SHA-1 said', { parameters: hash('http://www.w3.org/2000/09/xmldsig#sha1') }],
  ])('is read if it is signed inside: %s', async (_, options) => {
    expect((await finish(signedThenEncrypted(options))).subject).toBe('ada-4711');
  });

  it('is read if the response around it is signed', async () => {
    expect((await finish(signed(encrypted(answer(), keys.encryption.certificate), 'Response', key))).subject).toBe('ada-4711');
    expect((await finish(signed(signedThenEncrypted(), 'Response', key))).subject).toBe('ada-4711');
  });

  it('that nobody has signed is refused: anybody can encrypt', async () => {
    expect(await refusal(encrypted(answer(), keys.encryption.certificate))).toContain('Neither it nor its assertion is signed');
  });

  it('signed by another key is refused, also in a response signed by the right one', async () => {
    expect(await refusal(signedThenEncrypted({}, otherKey))).toContain('not made by one of the certificates');
    expect(await refusal(signed(signedThenEncrypted({}, otherKey), 'Response', key))).toContain('not made by one of the certificates');
  });

  it.each<[string, () => string]>([
    ['for a foreign key', () => encrypted(signed(answer(), 'Assertion', key), otherKey.certificate)],
    ['for the key that signs', () => encrypted(signed(answer(), 'Assertion', key), keys.signing.certificate)],
    ['with wrong padding', () => signedThenEncrypted({ wrap: (content, by) => wrappedKey(content, by, SHA1_ALONE, () => 1) })],
    ['with a key of another length', () => signedThenEncrypted({ wrap: (content, by) => wrappedKey(content.subarray(1), by, SHA1_ALONE) })],
    ['with a key of no RSA key', () => signedThenEncrypted({ wrap: () => Buffer.alloc(384, 0xff) })],
    ['that was changed', () => signedThenEncrypted({ change: (bytes) => (bytes.writeUInt8(bytes.readUInt8(20) ^ 1, 20), bytes) })],
    ['without its tag', () => signedThenEncrypted({ change: (bytes) => bytes.subarray(0, -16) })],
    ['of nothing', () => signedThenEncrypted({ change: (bytes) => bytes.subarray(0, 8) })],
    ['of another algorithm than it says', () => signedThenEncrypted({ content: `${ENCRYPTION_11}aes128-gcm` })],
  ])('%s is refused in one sentence', async (_, xml) => {
    expect(await refusal(xml())).toBe(
      'invalid: The encrypted assertion of the provider is refused. It is not encrypted for this service, or it was changed. Load the metadata of this service at the provider again.',
    );
  });

  it.each<[string, EncryptionOptions, string]>([
    ['CBC', { content: `${ENCRYPTION}aes256-cbc`, cipher: 'aes-256-cbc' }, 'Choose AES-256-GCM there'],
    ['PKCS #1 v1.5', { wrapping: `${ENCRYPTION}rsa-1_5`, padding: constants.RSA_PKCS1_PADDING }, 'Choose RSA-OAEP there'],
    ['an unknown hash', { parameters: hash('urn:md5') }, 'Choose RSA-OAEP with SHA-256 there'],
    ['an unknown mask', { wrapping: `${ENCRYPTION_11}rsa-oaep`, parameters: mask('mgf1sha224') }, 'Choose RSA-OAEP with SHA-256 there'],
    ['the mask of another algorithm', { parameters: mask('mgf1sha256') }, 'Choose RSA-OAEP with SHA-256 there'],
  ])('by %s is refused, and the setting is named', async (_, options, words) => {
    const refused = await refusal(signedThenEncrypted(options));
    expect(refused).toContain('misconfigured: ');
    expect(refused).toContain(words);
  });

  it('is refused without keys', async () => {
    const unkeyed = { ...provider() };
    delete unkeyed.secret;
    const answered = { callbackUrl: CALLBACK, kept: { requestId: REQUEST_ID, begun: '0' }, forceLogin: false };
    const reading = upstream.finish(unkeyed, { ...answered, parameters: form('SAMLResponse', signedThenEncrypted()) });
    await expect(reading).rejects.toThrow('turn the encryption off there');
  });

  it.each<[string, (assertion: string) => string]>([
    [
      'around a signed one',
      (inner) => wrapping(inner, (own) => own.replace('</saml:Assertion>', `<saml:Advice>${inner}</saml:Advice></saml:Assertion>`)),
    ],
    ['beside a signed one', (inner) => `<x>${wrapping(inner, (own) => own)}${inner}</x>`],
    [
      'in its signature',
      (inner) => inner.replace('</ds:Signature>', `<ds:Object>${wrapping(inner, (own) => own)}</ds:Object></ds:Signature>`),
    ],
    [
      'encrypted once more',
      (inner) => `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${inner}</saml:EncryptedAssertion>`,
    ],
    ['with a document type', (inner) => `<!DOCTYPE x [<!ENTITY y "z">]>${inner}`],
    ['with a comment in the name', (inner) => inner.replace('ada-4711', 'ada<!-- -->-4711')],
  ])('that hides another one is refused: %s', async (_, text) => {
    const words = /is not one assertion|a document type, a CDATA section, or a comment/;
    expect(await refusal(signedThenEncrypted({ text }))).toMatch(words);
    // The signature of the response covers what the provider has encrypted, whatever that is.
    expect(await refusal(signed(signedThenEncrypted({ text }), 'Response', key))).toMatch(words);
  });

  it('beside one in clear is refused', async () => {
    const clear = signed(answer({ nameId: 'eve' }), 'Assertion', key);
    const assertion = clear.slice(clear.indexOf('<saml:Assertion'), clear.indexOf('</samlp:Response>'));
    const both = signedThenEncrypted().replace('</samlp:Response>', `${assertion}</samlp:Response>`);
    expect(await refusal(both)).toContain('not exactly one assertion');
  });
});

/** An assertion of an attacker, of the same shape as the signed one. */
function wrapping(inner: string, change: (own: string) => string): string {
  const [from, until] = [inner.indexOf('<ds:Signature '), inner.indexOf('</ds:Signature>') + '</ds:Signature>'.length];
  expect(from).toBeGreaterThan(0);
  const unsigned = inner.slice(0, from) + inner.slice(until);
  return change(unsigned.replace('ada-4711', 'eve').replace(/ ID="[^"]+"/, ' ID="_eve"'));
}
