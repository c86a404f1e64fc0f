// Signing in with a SAML identity provider: the way of a sign-in, and the attacks on it, with real keys and signatures.
// On SQLite alone: other specs send what the service sends here to a server too.
import { constants, createHash, createHmac, createPublicKey, createSign, sign as signBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { ProviderHttp } from '../../src/oidc/upstream/provider-http.service.js';
import { certificateSteps } from '../../src/oidc/upstream/saml/probe-steps.js';
import { SamlMetadataCache } from '../../src/oidc/upstream/saml/saml-metadata.service.js';
import { SamlUpstream } from '../../src/oidc/upstream/saml/saml-upstream.service.js';
import { serviceProviderMetadata } from '../../src/oidc/upstream/saml/service-provider.js';
import { UpstreamError, type OpenedProvider, type SentIdentity, type UpstreamFault } from '../../src/oidc/upstream/upstream.js';
import { SAML_DEFAULTS, type SamlConnection } from '../../src/users/authentication/identity-providers/saml-connection.js';
import { at, CALLBACK, ENTITY_ID, FixedClock, IDP, NOW, PUBLIC_URL, REQUEST_ID, samlAnswer } from '../support/saml-answers.js';
import {
  answerXml,
  form,
  parsed,
  PERSISTENT,
  providerMetadata,
  RSA_SHA256,
  samlKey,
  samlProvider,
  serialized,
  signed,
  type SamlAnswer,
  type SamlKey,
  type SigningOptions,
} from '../support/saml-identity-provider.js';

const clock = new FixedClock();
const http = new ProviderHttp({ backchannelAllowPrivate: true });
const upstream = new SamlUpstream(clock, new SamlMetadataCache(http, clock), http, { publicUrl: PUBLIC_URL });

let key: SamlKey;
let otherKey: SamlKey;
let ecKey: SamlKey;
beforeAll(async () => {
  [key, otherKey, ecKey] = await Promise.all([samlKey(), samlKey(), samlKey({ type: 'ec' })]);
});

const connection = (changes: Partial<SamlConnection> = {}): SamlConnection => ({
  entityId: IDP,
  ssoUrl: 'https://idp.example/sso',
  sloUrl: 'https://idp.example/slo',
  certificates: [key.certificate],
  ...SAML_DEFAULTS,
  ...changes,
});

const provider = (changes: Partial<SamlConnection> = {}): OpenedProvider => samlProvider(connection(changes));

interface Finish {
  settings?: Partial<SamlConnection>;
  forceLogin?: boolean;
  maxAge?: number;
  begun?: string;
}

const finish = (
  xml: string,
  { settings = {}, forceLogin = false, maxAge, begun = String(NOW / 1000 - 60) }: Finish = {},
): Promise<SentIdentity> =>
  upstream.finish(provider(settings), {
    callbackUrl: CALLBACK,
    kept: { requestId: REQUEST_ID, begun },
    parameters: form('SAMLResponse', xml),
    forceLogin,
    maxAge,
  });

/** An answer whose assertion is signed. */
const signedAnswer = (changes: Partial<SamlAnswer> = {}, options: SigningOptions = {}, by = key): string =>
  signed(answerXml(samlAnswer(changes)), 'Assertion', by, options);

async function refusal(xml: string, options: Finish = {}): Promise<[UpstreamFault, string]> {
  const error = await finish(xml, options).catch((reason: unknown) => reason);
  if (!(error instanceof UpstreamError)) throw new Error('expected an UpstreamError', { cause: error });
  return [error.fault, error.message];
}

const expectRefused = async (xml: string, words: string, { fault = 'invalid', ...options }: Finish & { fault?: UpstreamFault } = {}) =>
  expect(await refusal(xml, options)).toEqual([fault, expect.stringContaining(words)]);

describe('a request', () => {
  const begin = async (changes: Partial<SamlConnection> = {}, request: { forceLogin?: boolean; maxAge?: number } = {}) => {
    const { url, kept } = await upstream.begin(provider(changes), {
      callbackUrl: CALLBACK,
      handle: 'handle-1',
      forceLogin: false,
      ...request,
    });
    const { searchParams, origin, pathname } = new URL(url);
    const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
    return { to: origin + pathname, searchParams, kept, root: parsed(xml).documentElement, xml };
  };

  it('redirects to the provider and keeps its id', async () => {
    const { to, searchParams, kept, root, xml } = await begin();
    expect([to, searchParams.get('RelayState')]).toEqual(['https://idp.example/sso', 'handle-1']);
    expect(root.getAttribute('ID')).toBe(kept['requestId']);
    expect(kept).toEqual({ requestId: expect.stringMatching(/^_[0-9a-f]{40}$/) as string, begun: String(NOW / 1000) });
    expect(root.getAttribute('AssertionConsumerServiceURL')).toBe(CALLBACK);
    expect(root.getElementsByTagNameNS('*', 'Issuer')[0]?.textContent).toBe(ENTITY_ID);
    expect(root.getElementsByTagNameNS('*', 'NameIDPolicy')[0]?.getAttribute('Format')).toBe(PERSISTENT);
    expect(root.hasAttribute('ForceAuthn')).toBe(false);
    expect(xml).not.toContain('RequestedAuthnContext');
  });

  it('has another id each time', async () => {
    const [first, second] = await Promise.all([begin(), begin()]);
    expect(first.kept['requestId']).not.toBe(second.kept['requestId']);
  });

  it('requests a new authentication where one is required, and where an age is', async () => {
    for (const request of [{ forceLogin: true }, { maxAge: 600 }])
      expect((await begin({}, request)).root.getAttribute('ForceAuthn')).toBe('true');
  });

  it('requests the configured context, and no format of the NameID where an attribute identifies people', async () => {
    const { root } = await begin({ authnContexts: ['urn:mfa'], subjectAttribute: 'objectGUID' });
    expect(root.getElementsByTagNameNS('*', 'AuthnContextClassRef')[0]?.textContent).toBe('urn:mfa');
    expect(root.getElementsByTagNameNS('*', 'NameIDPolicy')[0]?.hasAttribute('Format')).toBe(false);
  });

  it('keeps the query of the sign-on URL', async () => {
    expect((await begin({ ssoUrl: 'https://idp.example/sso?tenant=7' })).searchParams.get('tenant')).toBe('7');
  });
});

describe('an answer', () => {
  it('names the person, the session and how the person has authenticated', async () => {
    expect(await finish(signedAnswer())).toEqual({
      subject: 'ada-4711',
      authenticatedAt: NOW / 1000 - 5,
      authentication: ['urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport'],
      sessionId: 'session-1',
    });
  });

  it.each([
    ['the assertion', (xml: string) => signed(xml, 'Assertion', key)],
    ['the response', (xml: string) => signed(xml, 'Response', key)],
    ['both', (xml: string) => signed(signed(xml, 'Assertion', key), 'Response', key)],
  ])('may be signed by %s', async (_, sign) => {
    expect((await finish(sign(answerXml(samlAnswer())))).subject).toBe('ada-4711');
  });

  const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
  it.each<[string, string, (text: string) => string, 'rsa' | 'ec']>([
    ['RSA-SHA384', `${MORE}rsa-sha384`, (text) => createSign('RSA-SHA384').update(text).sign(key.privateKey, 'base64'), 'rsa'],
    ['RSA-SHA512', `${MORE}rsa-sha512`, (text) => createSign('RSA-SHA512').update(text).sign(key.privateKey, 'base64'), 'rsa'],
    [
      'RSA-PSS',
      'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
      (text) =>
        signBytes('sha256', Buffer.from(text), { key: key.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }).toString(
          'base64',
        ),
      'rsa',
    ],
    [
      'ECDSA',
      `${MORE}ecdsa-sha256`,
      (text) => signBytes('sha256', Buffer.from(text), { key: ecKey.privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64'),
      'ec',
    ],
  ])('may be signed by %s', async (_, algorithm, sign, type) => {
    const by = type === 'ec' ? ecKey : key;
    const xml = signedAnswer({}, { algorithm, sign }, by);
    expect((await finish(xml, { settings: { certificates: [by.certificate] } })).subject).toBe('ada-4711');
  });

  it('may have digests of other lengths', async () => {
    const hash = (text: string) => createHash('sha384').update(text).digest('base64');
    for (const options of [{ digest: `${MORE}sha384`, hash }, { digest: 'http://www.w3.org/2001/04/xmlenc#sha512' }])
      expect((await finish(signedAnswer({}, options))).subject).toBe('ada-4711');
  });

  it('may be signed by any certificate of the provider', async () => {
    expect((await finish(signedAnswer(), { settings: { certificates: [otherKey.certificate, key.certificate] } })).subject).toBe(
      'ada-4711',
    );
  });

  it('has its fields under the names of the common providers, or the configured ones', async () => {
    const attributes = {
      'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress': 'ada@example.com',
      'urn:oid:2.5.4.42': 'Ada',
      lastName: 'Lovelace',
      'http://schemas.microsoft.com/identity/claims/objectidentifier': 'object-1',
      login: 'ada',
      shown: 'Countess',
    };
    expect(await finish(signedAnswer({ attributes }), { settings: { attributes: { displayName: 'shown' } } })).toMatchObject({
      email: 'ada@example.com',
      givenName: 'Ada',
      familyName: 'Lovelace',
      externalId: 'object-1',
      loginName: 'ada',
      displayName: 'Countess',
    });
  });

  it('identifies the person by an attribute, if one is configured', async () => {
    const xml = signedAnswer({ attributes: { objectGUID: 'guid-1' }, nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' });
    expect((await finish(xml, { settings: { subjectAttribute: 'objectGUID' } })).subject).toBe('guid-1');
  });

  it('is accepted within the difference of the clocks', async () => {
    const xml = signedAnswer({ notBefore: at(50), notOnOrAfter: at(300) });
    expect((await finish(xml)).subject).toBe('ada-4711');
    await expectRefused(xml, 'not valid before', { settings: { clockSkewSeconds: 30 } });
  });
});

describe('a signature', () => {
  it('is required', async () => {
    await expectRefused(answerXml(samlAnswer()), 'Neither it nor its assertion is signed');
  });

  it('of another key is refused, also with the certificate of that key in it', async () => {
    const own = signedAnswer({}, {}, otherKey);
    await expectRefused(own, 'not made by one of the certificates');
    const certificate = otherKey.certificate.split('\n').slice(1, -1).join('');
    const info = `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`;
    await expectRefused(own.replace('</ds:Signature>', `${info}</ds:Signature>`), 'not made by one of the certificates');
  });

  it('of a changed assertion is refused', async () => {
    await expectRefused(signedAnswer().replace('ada-4711', 'admin'), 'not made by one of the certificates');
  });

  it('of the response that is broken is refused, whatever the assertion has', async () => {
    const both = signed(signedAnswer({ extensions: '<samlp:Extensions/>' }), 'Response', key);
    await expectRefused(both.replace('<samlp:Extensions/>', ''), 'not made by one of the certificates');
  });

  it.each<[string, SigningOptions]>([
    ['RSA with SHA-1', { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }],
    ['a digest by SHA-1', { digest: 'http://www.w3.org/2000/09/xmldsig#sha1' }],
    ['canonical XML that is not exclusive', { canonicalization: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315' }],
    ['canonical XML with comments', { canonicalization: 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments' }],
  ])('by %s is refused', async (_, options) => {
    await expectRefused(signedAnswer({}, options), 'which is not accepted. Choose RSA-SHA256 there.', { fault: 'misconfigured' });
  });

  it.each(['http://www.w3.org/2000/09/xmldsig#hmac-sha1', 'http://www.w3.org/2001/04/xmldsig-more#hmac-sha256'])(
    'by %s with the public key as the secret is refused',
    async (algorithm) => {
      const secret = createPublicKey(key.certificate).export({ type: 'spki', format: 'pem' });
      const hash = algorithm.endsWith('sha1') ? 'sha1' : 'sha256';
      const sign = (text: string) => createHmac(hash, secret).update(text).digest('base64');
      await expectRefused(signedAnswer({}, { algorithm, sign }), 'which is not accepted', { fault: 'misconfigured' });
    },
  );

  it('by RSA that claims to be ECDSA is refused', async () => {
    const sign = (text: string) => signBytes('sha256', Buffer.from(text), key.privateKey).toString('base64');
    const xml = signedAnswer({}, { algorithm: 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256', sign });
    await expectRefused(xml, 'not made by one of the certificates');
  });

  it('by a key that is too short is refused', async () => {
    const short = await samlKey({ bits: 1024 });
    const settings = { certificates: [short.certificate] };
    await expectRefused(signedAnswer({}, {}, short), 'no certificate that can be used', { settings, fault: 'misconfigured' });
  });

  it('with further transforms, references or parts is refused', async () => {
    const xml = signedAnswer();
    const transform = '<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"/>';
    const shape = 'The parts of a signature are not';
    await expectRefused(xml.replace('</ds:Transforms>', `${transform}</ds:Transforms>`), shape);
    const [reference = ''] = xml.split('<ds:Reference')[1]?.split('</ds:SignedInfo>') ?? [];
    await expectRefused(xml.replace('</ds:SignedInfo>', `<ds:Reference${reference}</ds:SignedInfo>`), shape);
    await expectRefused(xml.replace('</ds:Signature>', '<ds:Object/></ds:Signature>'), shape);
  });

  it('with two SignedInfo is refused', async () => {
    const xml = signedAnswer();
    const [info = ''] = xml.split('<ds:SignedInfo>')[1]?.split('</ds:SignedInfo>') ?? [];
    await expectRefused(
      xml.replace('<ds:SignedInfo>', `<ds:SignedInfo>${info}</ds:SignedInfo><ds:SignedInfo>`),
      'The parts of a signature are not',
    );
  });

  const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
  const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
  const transform = (algorithm: string, parameter?: string) =>
    `<ds:Transform Algorithm="${algorithm}"${parameter === undefined ? '/>' : `>${parameter}</ds:Transform>`}`;
  it.each([
    ['the first transform', transform(ENVELOPED), transform(EXCLUSIVE)],
    ['the second transform', transform(EXCLUSIVE), transform('http://www.w3.org/TR/2001/REC-xml-c14n-20010315')],
    ['its canonicalization', `<ds:CanonicalizationMethod Algorithm="${EXCLUSIVE}"`, '<ds:CanonicalizationMethod Algorithm="urn:none"'],
    ['a parameter of a transform', transform(EXCLUSIVE), transform(EXCLUSIVE, '<ds:XPath>1</ds:XPath>')],
    [
      'a parameter of its method',
      `<ds:SignatureMethod Algorithm="${RSA_SHA256}"/>`,
      `<ds:SignatureMethod Algorithm="${RSA_SHA256}"><ds:HMACOutputLength>1</ds:HMACOutputLength></ds:SignatureMethod>`,
    ],
  ])('with another algorithm for %s is refused', async (_, from, to) => {
    const xml = signedAnswer();
    expect(xml).toContain(from);
    await expectRefused(xml.replace(from, to), 'which is not accepted', { fault: 'misconfigured' });
  });

  it('of the whole document is refused', async () => {
    await expectRefused(signedAnswer().replace(/URI="#[^"]+"/, 'URI=""'), 'covers another element');
  });

  it('with a comment in its digest is refused', async () => {
    await expectRefused(signedAnswer().replace('<ds:DigestValue>', '<ds:DigestValue>AAAA<!-- -->'), 'or a comment');
  });
});

/** Signature wrapping (Somorovsky and others, “On Breaking SAML”): the signed original stays, and what is read should be another element. */
describe('signature wrapping', () => {
  const DS = 'http://www.w3.org/2000/09/xmldsig#';
  const SAML = 'urn:oasis:names:tc:SAML:2.0:assertion';

  interface Wrapped {
    response: Element;
    assertion: Element;
    signature: Element;
    /** An assertion about `admin` with an id of its own, and without a signature. */
    evil: Element;
    document: Document;
  }

  /** The parts of a signed response, for an attacker to rearrange. */
  function parts(xml: string): Wrapped {
    const document = parsed(xml);
    const first = (namespace: string, name: string) => document.getElementsByTagNameNS(namespace, name)[0] as Element;
    const [assertion, signature] = [first(SAML, 'Assertion'), first(DS, 'Signature')];
    const evil = assertion.cloneNode(true) as Element;
    evil.setAttribute('ID', '_evil');
    (evil.getElementsByTagNameNS(SAML, 'NameID')[0] as Element).textContent = 'admin';
    for (const child of Array.from(evil.childNodes)) if ((child as Element).localName === 'Signature') evil.removeChild(child);
    return { document, response: document.documentElement, assertion, signature, evil };
  }

  const inObject = ({ document }: Wrapped, content: Element): Element => {
    const object = document.createElementNS(DS, 'ds:Object');
    object.appendChild(content);
    return object;
  };
  const withoutSignature = (element: Element, signature: Element): Element => {
    element.removeChild(signature);
    return element;
  };
  /** The response about `admin`, with an id of its own; the original signed one is put elsewhere. */
  const evilResponse = ({ response, evil }: Wrapped): Element => {
    const copy = response.cloneNode(true) as Element;
    copy.setAttribute('ID', '_evil-response');
    for (const child of Array.from(copy.childNodes)) {
      if ((child as Element).localName === 'Signature') copy.removeChild(child);
      if ((child as Element).localName === 'Assertion') copy.replaceChild(evil, child);
    }
    return copy;
  };

  const PLACE = 'a signature in an element that is not read';
  const ONE = 'not exactly one assertion';
  const OTHER = 'covers another element';

  it.each<[string, 'Response' | 'Assertion', (found: Wrapped) => Element, string]>([
    [
      '1: the signed response in the signature of another one',
      'Response',
      (found) => {
        const outer = evilResponse(found);
        const original = withoutSignature(found.response, found.signature);
        found.signature.appendChild(original);
        outer.insertBefore(found.signature, outer.childNodes[1] ?? null);
        return outer;
      },
      ONE,
    ],
    [
      '2: the signed response before the signature in another one',
      'Response',
      (found) => {
        const outer = evilResponse(found);
        const original = withoutSignature(found.response, found.signature);
        outer.insertBefore(original, outer.childNodes[1] ?? null);
        outer.insertBefore(found.signature, outer.childNodes[2] ?? null);
        return outer;
      },
      ONE,
    ],
    [
      '3: another assertion before the signed one',
      'Assertion',
      ({ response, assertion, evil }) => {
        response.insertBefore(evil, assertion);
        return response;
      },
      ONE,
    ],
    [
      '4: the signed assertion in another one',
      'Assertion',
      ({ response, assertion, evil }) => {
        response.replaceChild(evil, assertion);
        evil.appendChild(assertion);
        return response;
      },
      ONE,
    ],
    [
      '5: the signature in another assertion, and the original behind it',
      'Assertion',
      ({ response, assertion, signature, evil }) => {
        const original = withoutSignature(assertion, signature);
        response.replaceChild(evil, original);
        evil.insertBefore(signature, evil.childNodes[1] ?? null);
        response.appendChild(original);
        return response;
      },
      ONE,
    ],
    [
      '6: the original in the signature of another assertion',
      'Assertion',
      ({ response, assertion, signature, evil }) => {
        const original = withoutSignature(assertion, signature);
        response.replaceChild(evil, original);
        evil.insertBefore(signature, evil.childNodes[1] ?? null);
        signature.appendChild(original);
        return response;
      },
      ONE,
    ],
    [
      '7: another assertion in the extensions',
      'Assertion',
      ({ document, response, assertion, evil }) => {
        const extensions = document.createElementNS('urn:oasis:names:tc:SAML:2.0:protocol', 'samlp:Extensions');
        extensions.appendChild(evil);
        response.insertBefore(extensions, assertion);
        return response;
      },
      ONE,
    ],
    [
      '8: the original in an object of the signature of another assertion',
      'Assertion',
      (found) => {
        const original = withoutSignature(found.assertion, found.signature);
        found.response.replaceChild(found.evil, original);
        found.evil.insertBefore(found.signature, found.evil.childNodes[1] ?? null);
        found.signature.appendChild(inObject(found, original));
        return found.response;
      },
      ONE,
    ],
  ])('%s', async (_, name, wrap, words) => {
    const xml = signed(answerXml(samlAnswer()), name, key);
    await expectRefused(serialized(wrap(parts(xml))), words);
  });

  it('of a signed element that is no assertion is refused', async () => {
    const note = signed(`<x xmlns:a="${SAML}"><a:Assertion ID="_signed"><a:Issuer/></a:Assertion></x>`, 'Assertion', key);
    const { signature } = parts(note.replace('<a:Issuer/>', `<a:Issuer/><a:NameID/>`));
    const { response, evil } = parts(answerXml(samlAnswer()));
    response.replaceChild(evil, response.lastChild as ChildNode);
    evil.insertBefore(signature, evil.childNodes[1] ?? null);
    await expectRefused(serialized(response), OTHER);
  });

  it('with a signature in another element is refused', async () => {
    const { response, signature } = parts(signedAnswer());
    response.childNodes[1]?.appendChild(signature.cloneNode(true));
    await expectRefused(serialized(response), PLACE);
  });

  it('with two signatures in one element is refused', async () => {
    const { response, assertion, signature } = parts(signedAnswer());
    assertion.insertBefore(signature.cloneNode(true), signature);
    await expectRefused(serialized(response), PLACE);
  });

  it('with one id twice is refused', async () => {
    const xml = signedAnswer({ assertionId: '_same', extensions: '<samlp:Extensions><other id="_same"/></samlp:Extensions>' });
    await expectRefused(xml, 'the same id');
  });

  it('with one id twice, by attributes of other names, is refused', async () => {
    const [before = '', after = ''] = signedAnswer({ assertionId: '_same' }).split('<samlp:Status>');
    for (const id of ['Id="_same"', 'xml:id="_same"', 'xmlns:wsu="urn:wsu" wsu:Id="_same"'])
      await expectRefused(`${before}<samlp:Extensions><other ${id}/></samlp:Extensions><samlp:Status>${after}`, 'the same id');
  });
});

describe('a document', () => {
  it('with a comment in the NameID is refused, never cut', async () => {
    const xml = signedAnswer({ nameId: 'admin@example.com.evil.example' });
    await expectRefused(xml.replace('admin@example.com', 'admin@example.com<!-- -->'), 'or a comment');
  });

  it('reads a text on both sides of a character reference as one', async () => {
    expect((await finish(signedAnswer({ nameId: 'ad&#97;&amp;co' }))).subject).toBe('ada&co');
  });

  it.each([
    ['a document type', '<!DOCTYPE samlp:Response>'],
    ['an external entity', '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>'],
    ['an entity bomb', '<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;">]>'],
  ])('with %s is refused', async (_, declaration) => {
    await expectRefused(declaration + signedAnswer({}), 'document type');
    await expectRefused(`<?xml version="1.0"?>\n${declaration}${signedAnswer({})}`, 'document type');
  });

  it('with an entity that is not declared is refused', async () => {
    await expectRefused(answerXml(samlAnswer({ nameId: '&c;' })), 'not well-formed');
  });

  it('with CDATA or a processing instruction is refused', async () => {
    await expectRefused(answerXml(samlAnswer({ nameId: '<![CDATA[admin]]>' })), 'CDATA');
    await expectRefused(answerXml(samlAnswer({ nameId: '<?php admin ?>' })), 'processing instruction');
  });

  it('that is huge, deep or full of elements or attributes is refused before it is read', async () => {
    const extended = (extension: string) => answerXml(samlAnswer({ extensions: `<samlp:Extensions>${extension}</samlp:Extensions>` }));
    await expectRefused(extended('a'.repeat(256 * 1024)), 'longer than 262144 bytes');
    await expectRefused(extended('ä'.repeat(128 * 1024)), 'longer than 262144 bytes');
    await expectRefused(extended('<x>'.repeat(50) + '</x>'.repeat(50)), 'more than 40 elements inside each other');
    await expectRefused(extended('<x>'.repeat(30_000)), 'more than 4000 tags');
    const attributes = Array.from({ length: 4_000 }, (_, number) => `a${number}=""`).join(' ');
    await expectRefused(extended(`<x ${attributes}/>`), 'too many attributes');
  });

  it('that is not XML, not UTF-8 or has two roots is refused', async () => {
    await expectRefused('no XML', 'not');
    await expectRefused(answerXml(samlAnswer()).slice(0, -10), 'not well-formed');
    await expectRefused(signedAnswer().replace('<samlp:Status>', '<samlp:Status id=1>'), 'not well-formed');
    await expectRefused(`${signedAnswer()}<x/>`, 'not well-formed');
    const parameters = new URLSearchParams({ SAMLResponse: Buffer.from('<a>\u00e9</a>', 'latin1').toString('base64') });
    const answered = { callbackUrl: CALLBACK, kept: { requestId: REQUEST_ID }, parameters, forceLogin: false };
    await expect(upstream.finish(provider(), answered)).rejects.toThrow('not UTF-8');
  });

  it('is one of exactly one SAMLResponse', async () => {
    const parameters = form('SAMLResponse', signedAnswer());
    parameters.append('SAMLResponse', 'x');
    for (const these of [parameters, new URLSearchParams()])
      await expect(
        upstream.finish(provider(), { callbackUrl: CALLBACK, kept: { requestId: REQUEST_ID }, parameters: these, forceLogin: false }),
      ).rejects.toThrow('sent no SAMLResponse, or several');
  });
});

describe('an assertion', () => {
  const unconditional = (inner: string) => `<saml:Conditions NotOnOrAfter="${at(300)}">${inner}</saml:Conditions>`;
  const forUs = `<saml:AudienceRestriction><saml:Audience>${ENTITY_ID}</saml:Audience></saml:AudienceRestriction>`;

  it.each<[string, Partial<SamlAnswer>, string]>([
    ['expired', { notOnOrAfter: at(-61) }, 'It was valid until'],
    ['not yet valid', { notBefore: at(61) }, 'It is not valid before'],
    ['without conditions', { conditions: '' }, 'no Conditions'],
    ['with two lists of conditions', { conditions: unconditional(forUs).repeat(2) }, 'more than one Conditions'],
    ['for another audience', { audience: 'https://other.example' }, 'Its audience is'],
    ['without an audience', { conditions: unconditional('') }, 'no AudienceRestriction'],
    [
      'with one audience of two',
      { conditions: unconditional(forUs + forUs.replace(ENTITY_ID, 'https://other.example')) },
      'Its audience is',
    ],
    ['with an unknown condition', { conditions: unconditional(`${forUs}<saml:Condition/>`) }, 'which is not supported'],
    ['with a time that is none', { notOnOrAfter: 'tomorrow' }, 'is no time'],
    ['for another recipient', { recipient: 'https://other.example/callback' }, 'Its Recipient is'],
    ['for another destination', { destination: 'https://other.example/callback' }, 'Its Destination is'],
    ['whose response answers no request', { inResponseTo: undefined }, 'no InResponseTo'],
    ['whose response answers another request', { inResponseTo: '_other' }, 'answers another request'],
    ['that confirms no request', { confirmedRequest: undefined }, 'Its InResponseTo is'],
    ['that confirms another request', { confirmedRequest: '_other' }, 'Its InResponseTo is'],
    ['whose confirmation is over', { confirmedUntil: at(-61) }, 'It was valid until'],
    ['of another issuer', { issuer: 'https://other.example' }, 'issuer is'],
    ['about an authentication in the future', { authenticated: at(61) }, 'in the future'],
    ['without a name', { nameId: ' ' }, '0 characters'],
    ['with a name that is too long', { nameId: 'x'.repeat(257) }, '257 characters'],
  ])('%s is refused', async (_, changes, words) => {
    await expectRefused(signedAnswer(changes), words);
  });

  it('of another issuer in a response of the right one is refused', async () => {
    const xml = answerXml(samlAnswer());
    const [before, ...after] = xml.split('<saml:Assertion');
    const replaced = [before, ...after.map((part) => part.replace(IDP, 'https://other.example'))].join('<saml:Assertion');
    await expectRefused(signed(replaced, 'Assertion', key), 'Its issuer is');
  });

  it('in a response of another issuer is refused', async () => {
    const xml = answerXml(samlAnswer()).replace(IDP, 'https://other.example');
    await expectRefused(signed(xml, 'Assertion', key), 'The response of the provider is refused. Its issuer is');
  });

  it('that is not a part of the response itself is refused', async () => {
    const [before = '', assertion = ''] = answerXml(samlAnswer()).replace('</samlp:Response>', '').split('</samlp:Status>');
    const xml = `${before.replace('<samlp:Status>', `<samlp:Extensions>${assertion}</samlp:Extensions><samlp:Status>`)}</samlp:Status></samlp:Response>`;
    await expectRefused(signed(xml, 'Assertion', key), 'not exactly one assertion');
    await expectRefused(signed(xml, 'Response', key), 'not exactly one assertion');
  });

  it('whose confirmation is not by bearer, or without an end, is refused', async () => {
    const xml = answerXml(samlAnswer());
    await expectRefused(signed(xml.replace('cm:bearer', 'cm:sender-vouches'), 'Assertion', key), 'of the method bearer');
    await expectRefused(
      signed(xml.replace(`SubjectConfirmationData NotOnOrAfter="${at(300)}"`, 'SubjectConfirmationData'), 'Assertion', key),
      'no NotOnOrAfter',
    );
  });

  it('is refused beside a second one, signed or not, and must be there', async () => {
    const [before = '', assertion = ''] = answerXml(samlAnswer()).replace('</samlp:Response>', '').split('</samlp:Status>');
    const response = (...assertions: string[]) => `${before}</samlp:Status>${assertions.join('')}</samlp:Response>`;
    const second = assertion.replace('ID="_', 'ID="_x');
    await expectRefused(signed(response(assertion, second), 'Assertion', key), 'not exactly one assertion');
    await expectRefused(signed(response(assertion, second), 'Response', key), 'not exactly one assertion');
    await expectRefused(signed(response(), 'Response', key), 'not exactly one assertion');
  });

  it.each([
    ['transient', 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient', 'another one at each sign-in'],
    ['an address', 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress', 'need not identify the same person for ever'],
    ['of no format', '', 'nameid-format:unspecified"'],
  ])('whose NameID is %s is refused, and the setting is named', async (_, nameIdFormat, words) => {
    const refused = await refusal(signedAnswer({ nameIdFormat }));
    expect(refused).toEqual(['misconfigured', expect.stringContaining(words)]);
    expect(refused[1]).toContain('subjectAttribute');
  });

  it('without the attribute that identifies people, or with two values of it, is refused', async () => {
    const settings = { subjectAttribute: 'objectGUID' };
    await expectRefused(signedAnswer(), 'has 0 values', { settings, fault: 'misconfigured' });
    await expectRefused(signedAnswer({ attributes: { objectGUID: ['a', 'b'] } }), 'has 2 values', { settings, fault: 'misconfigured' });
  });

  it('of an older authentication than required is refused', async () => {
    const old = signedAnswer({ authenticated: at(-300) });
    expect((await finish(old)).subject).toBe('ada-4711');
    await expectRefused(old, 'required to authenticate again', { forceLogin: true, begun: String(NOW / 1000 - 100) });
    await expectRefused(old, 'required to authenticate again', { maxAge: 200 });
    expect((await finish(old, { maxAge: 300 })).subject).toBe('ada-4711');
    expect((await finish(old, { forceLogin: true, begun: String(NOW / 1000 - 310) })).subject).toBe('ada-4711');
  });

  it('of a person who took minutes to authenticate again is accepted, whatever the requested age', async () => {
    const slow = signedAnswer({ authenticated: at(-300) });
    for (const maxAge of [-1, 0, 200])
      expect((await finish(slow, { forceLogin: true, maxAge, begun: String(NOW / 1000 - 310) })).subject).toBe('ada-4711');
    await expectRefused(slow, 'required to authenticate again', { forceLogin: true, maxAge: 600, begun: String(NOW / 1000 - 100) });
  });
});

describe('a response without an assertion', () => {
  const failed = (codes: string, message = '') => {
    const xml = answerXml(samlAnswer({ status: codes + message }));
    return `${xml.split('<saml:Assertion')[0]}</samlp:Response>`;
  };
  const code = (name: string, inner = '') =>
    `<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${name}">${inner}</samlp:StatusCode>`;

  it.each(['AuthnFailed', 'RequestDenied'])('says that the person was denied: %s', async (name) => {
    await expectRefused(failed(code('Responder', code(name))), name, { fault: 'denied' });
  });

  it('says known codes, and nothing else of a message that anybody may have written', async () => {
    const message = '<samlp:StatusMessage>Call +1 555 0100</samlp:StatusMessage>';
    const known = failed(code('Requester', code('InvalidNameIDPolicy')), message);
    expect(await refusal(known)).toEqual(['invalid', 'The provider did not sign the person in: Requester, InvalidNameIDPolicy.']);
    const unknown = failed(code('Responder', '<samlp:StatusCode Value="urn:call:+15550100"/>') + code('toString'), message);
    expect(await refusal(unknown)).toEqual(['invalid', 'The provider did not sign the person in: Responder.']);
    expect(await refusal(failed(message))).toEqual(['invalid', 'The provider did not sign the person in: it sent no known status.']);
  });

  it('for another request says nothing', async () => {
    await expectRefused(failed(code('Responder')).replace(REQUEST_ID, '_other'), 'answers another request');
  });
});

/** An address of the provider on this machine, whose document changes. */
interface DocumentHost {
  url: string;
  document: string;
  status: number;
  requests: number;
}

describe('metadata of a provider', () => {
  const host: DocumentHost = { url: '', document: '', status: 200, requests: 0 };
  let server: Server;
  beforeAll(async () => {
    server = createServer((request, response) => {
      host.requests += 1;
      response.writeHead(request.url === '/sso' ? 400 : request.url === '/none' ? 404 : host.status).end(host.document);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    host.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());
  beforeEach(() => Object.assign(host, { status: 200, requests: 0, document: providerMetadata({ certificates: [key.certificate] }) }));

  const fresh = (by: Clock = new FixedClock()) => new SamlUpstream(by, new SamlMetadataCache(http, by), http, { publicUrl: PUBLIC_URL });
  const withDocument = (changes: Partial<SamlConnection> = {}) => provider({ metadataUrl: `${host.url}/metadata`, ...changes });
  const answered = (by: SamlKey) => ({
    callbackUrl: CALLBACK,
    kept: { requestId: REQUEST_ID, begun: '0' },
    parameters: form('SAMLResponse', signedAnswer({}, {}, by)),
    forceLogin: false,
  });

  it('has the sign-on URL and the certificates that count', async () => {
    host.document = providerMetadata({ certificates: [otherKey.certificate], ssoUrl: 'https://idp.example/new' });
    const made = fresh();
    const { url } = await made.begin(withDocument(), { callbackUrl: CALLBACK, handle: 'h', forceLogin: false });
    expect(url).toContain('https://idp.example/new?SAMLRequest=');
    expect((await made.finish(withDocument(), answered(otherKey))).subject).toBe('ada-4711');
    await expect(made.finish(withDocument(), answered(key))).rejects.toThrow('not made by one of the certificates');
    expect(host.requests).toBe(1);
  });

  it('is loaded again, once a minute at most, for a signature by a new certificate', async () => {
    const moved = new FixedClock();
    const made = fresh(moved);
    await made.finish(withDocument(), answered(key));
    host.document = providerMetadata({ certificates: [otherKey.certificate] });
    await expect(made.finish(withDocument(), answered(otherKey))).rejects.toThrow('not made by one of the certificates');
    expect(host.requests).toBe(1);
    moved.advance(61_000);
    expect((await made.finish(withDocument(), answered(otherKey))).subject).toBe('ada-4711');
    expect(host.requests).toBe(2);
  });

  it.each<[string, () => void]>([
    ['that can not be loaded', () => (host.status = 503)],
    [
      'of another provider',
      () => (host.document = providerMetadata({ entityId: 'https://other.example', certificates: [otherKey.certificate] })),
    ],
    ['that is over', () => (host.document = providerMetadata({ certificates: [otherKey.certificate], validUntil: at(-1) }))],
    ['that is none', () => (host.document = '<html/>')],
  ])('%s changes nothing', async (_, change) => {
    change();
    const made = fresh();
    expect((await made.finish(withDocument(), answered(key))).subject).toBe('ada-4711');
    await expect(made.finish(withDocument(), answered(otherKey))).rejects.toThrow('not made by one of the certificates');
  });

  it('is tested, and then the certificates and the sign-on URL that it has', async () => {
    host.document = providerMetadata({ certificates: [otherKey.certificate], ssoUrl: `${host.url}/sso` });
    expect(await fresh().probe(withDocument())).toEqual([
      { step: 'metadata', ok: true, detail: expect.stringContaining('It has certificates that are not among the stored ones') as string },
      { step: 'certificate', ok: true, detail: expect.stringContaining('days left') as string },
      { step: 'sign-on URL', ok: true, detail: `People are redirected to ${host.url}/sso.` },
    ]);
    host.document = providerMetadata({ entityId: 'https://other.example', certificates: [key.certificate] });
    expect(await fresh().probe(withDocument({ ssoUrl: `${host.url}/none` }))).toEqual([
      { step: 'metadata', ok: false, detail: `the metadata document is of "https://other.example", not of "${IDP}"` },
      { step: 'certificate', ok: true, detail: expect.stringContaining('days left') as string },
      { step: 'sign-on URL', ok: false, detail: expect.stringContaining('status 404') as string },
    ]);
  });

  it('is not loaded from a private network', async () => {
    const guarded = new ProviderHttp({ backchannelAllowPrivate: false });
    const made = new SamlUpstream(clock, new SamlMetadataCache(guarded, clock), guarded, { publicUrl: PUBLIC_URL });
    const [metadata, , signOn] = await made.probe(withDocument({ ssoUrl: `${host.url}/sso` }));
    expect(metadata).toEqual({ step: 'metadata', ok: false, detail: expect.stringContaining('BACKCHANNEL_ALLOW_PRIVATE') as string });
    expect(signOn).toMatchObject({ ok: true, detail: expect.stringContaining('only browsers must') as string });
    expect(host.requests).toBe(0);
  });
});

describe('a certificate', () => {
  it('is tested: how long it lasts, and whether its key is strong enough', async () => {
    const over = await samlKey({ notAfter: new Date('2026-11-25T00:00:00Z') });
    const short = await samlKey({ bits: 1024 });
    expect(certificateSteps([key.certificate, over.certificate, short.certificate, 'none'], NOW)).toEqual([
      { step: 'certificate', ok: true, detail: 'CN=idp.example: until 2036-01-01, 3322 days left.' },
      {
        step: 'certificate',
        ok: false,
        detail: 'CN=idp.example: it ended on 2026-11-25. Signatures by it still count. Ask the provider for a new one.',
      },
      { step: 'certificate', ok: false, detail: 'CN=idp.example: its key has 1024 bits; 2048 are required.' },
      { step: 'certificate', ok: false, detail: 'It cannot be read as an X.509 certificate.' },
    ]);
    expect(certificateSteps([], NOW)).toMatchObject([{ ok: false }]);
  });
});

describe('our metadata', () => {
  it('names the addresses of one provider, and is the same each time', () => {
    const document = serviceProviderMetadata(provider(), PUBLIC_URL);
    expect(serviceProviderMetadata(provider(), PUBLIC_URL)).toBe(document);
    const root = parsed(document).documentElement;
    const location = (name: string) => root.getElementsByTagNameNS('*', name)[0]?.getAttribute('Location');
    expect(root.getAttribute('entityID')).toBe(ENTITY_ID);
    expect(location('AssertionConsumerService')).toBe(CALLBACK);
    expect(location('SingleLogoutService')).toBe(`${ENTITY_ID}/logout`);
    expect(root.getElementsByTagNameNS('*', 'NameIDFormat')[0]?.textContent).toBe(PERSISTENT);
    expect(document).toContain('WantAssertionsSigned="true"');
  });
});
