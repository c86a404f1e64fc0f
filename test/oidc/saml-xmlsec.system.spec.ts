// Signatures by xmlsec, the library of many SAML providers: another maker of canonical XML than the one that verifies.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readResponse } from '../../src/oidc/upstream/saml/saml-response.js';
import { SAML_DEFAULTS } from '../../src/users/authentication/identity-providers/saml-connection.js';
import { requirePrograms } from '../support/programs.js';
import { CALLBACK, ENTITY_ID, IDP, NOW, REQUEST_ID, samlAnswer } from '../support/saml-answers.js';
import { answerXml, samlKey, type SamlKey } from '../support/saml-identity-provider.js';

const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const XS = 'http://www.w3.org/2001/XMLSchema';
const RSA = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const ECDSA = 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256';
const CHANGED = 'or the message was changed';

let folder: string;
let keys: Record<string, SamlKey>;
beforeAll(async () => {
  requirePrograms('xmlsec1');
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-xmlsec-'));
  keys = { [RSA]: await samlKey(), [ECDSA]: await samlKey({ type: 'ec' }) };
  for (const [algorithm, { privateKey }] of Object.entries(keys)) writeFileSync(join(folder, fileOf(algorithm)), privateKey);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fileOf = (algorithm: string): string => (algorithm === RSA ? 'rsa.pem' : 'ec.pem');

/** As OpenSAML writes it: the namespaces stand on the response, and one of them is used in the value of an attribute alone. */
function openSamlAnswer(email = 'ada@example.com', more = ''): string {
  return answerXml(samlAnswer({ attributes: { email } }))
    .replace(`<saml:Assertion xmlns:saml="${ASSERTION}"`, '<saml:Assertion')
    .replace('<samlp:Response ', `<samlp:Response xmlns:xs="${XS}" xmlns:xsi="${XS}-instance" ${more}`)
    .replace('<saml:AttributeValue>', '<saml:AttributeValue xsi:type="xs:string">');
}

interface Signing {
  of?: 'Response' | 'Assertion';
  algorithm?: string;
  /** The prefixes of the signed element, and those of the signature. */
  prefixes?: string;
  ownPrefixes?: string;
}

const listOf = (prefixes: string | undefined): string =>
  prefixes === undefined ? '' : `<ec:InclusiveNamespaces xmlns:ec="${EXCLUSIVE}" PrefixList="${prefixes}"/>`;

/** Signs by xmlsec, which fills the empty parts of a signature. */
function signed(xml: string, { of = 'Assertion', algorithm = RSA, prefixes, ownPrefixes }: Signing = {}): string {
  const from = xml.indexOf(of === 'Response' ? '<samlp:Response' : '<saml:Assertion');
  const [, id = ''] = /\sID="([^"]+)"/.exec(xml.slice(from)) ?? [];
  const at = xml.indexOf('</saml:Issuer>', from) + '</saml:Issuer>'.length;
  const template =
    `<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#">\n<ds:SignedInfo>\n` +
    `<ds:CanonicalizationMethod Algorithm="${EXCLUSIVE}">${listOf(ownPrefixes)}</ds:CanonicalizationMethod>\n` +
    `<ds:SignatureMethod Algorithm="${algorithm}"/>\n<ds:Reference URI="#${id}"><ds:Transforms>` +
    `<ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/>` +
    `<ds:Transform Algorithm="${EXCLUSIVE}">${listOf(prefixes)}</ds:Transform></ds:Transforms>` +
    `<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><ds:DigestValue/></ds:Reference></ds:SignedInfo>\n` +
    `<ds:SignatureValue/></ds:Signature>`;
  const file = join(folder, 'message.xml');
  writeFileSync(file, xml.slice(0, at) + template + xml.slice(at));
  const name = of === 'Response' ? 'urn:oasis:names:tc:SAML:2.0:protocol:Response' : `${ASSERTION}:Assertion`;
  const options = ['--sign', '--privkey-pem', join(folder, fileOf(algorithm)), '--id-attr:ID', name];
  return execFileSync('xmlsec1', [...options, file], { encoding: 'utf8' });
}

const read = (xml: string, algorithm = RSA) =>
  readResponse(Buffer.from(xml).toString('base64'), {
    connection: { entityId: IDP, ssoUrl: '', certificates: [keys[algorithm]?.certificate ?? ''], ...SAML_DEFAULTS },
    audience: ENTITY_ID,
    callbackUrl: CALLBACK,
    requestId: REQUEST_ID,
    nowMs: NOW,
    keepsSignOut: false,
  });

describe.each([RSA, ECDSA])('a signature by xmlsec with %s', (algorithm) => {
  it.each<[string, Signing]>([
    ['of the assertion', {}],
    ['of the assertion, with prefixes', { prefixes: 'xs' }],
    ['of the assertion, with prefixes that are not declared', { prefixes: 'xs  saml\txsi none' }],
    ['of the assertion, with an empty list', { prefixes: '', ownPrefixes: '' }],
    ['of the assertion, with prefixes of the signature', { prefixes: 'xs', ownPrefixes: 'xs samlp' }],
    ['of the assertion, with prefixes of the signature alone', { ownPrefixes: 'xs' }],
    ['of the response', { of: 'Response' }],
    ['of the response, with prefixes', { of: 'Response', prefixes: 'xs', ownPrefixes: 'xs' }],
  ])('%s is accepted', async (_, signing) => {
    const xml = signed(openSamlAnswer(), { ...signing, algorithm });
    expect(await read(xml, algorithm)).toMatchObject({ subject: 'ada-4711', email: 'ada@example.com' });
  });
});

describe('canonical XML as xmlsec makes it', () => {
  it.each<[string, string, Signing]>([
    ['a default namespace that nothing uses, in the list', 'Ada', { prefixes: '#default xs', ownPrefixes: '#default' }],
    ['a default namespace that an element leaves', '<a xmlns=""><b/><c xmlns="urn:c"><d xmlns=""/></c></a>Ada', { prefixes: '#default' }],
    ['a default namespace that nothing uses, beside an empty list', 'Ada', { prefixes: '', ownPrefixes: '' }],
    ['a default namespace that is not in the list', '<a><b xmlns=""><c/></b></a>Ada', {}],
    ['a prefix that is bound again and back', '<p:a xmlns:p="urn:1"><p:b xmlns:p="urn:2"><p:c xmlns:p="urn:1"/></p:b></p:a>Ada', {}],
    [
      'prefixes in the list that inner elements declare',
      '<a xmlns:p="urn:1"><b xmlns:p="urn:2" xmlns:xs="urn:x"/></a>Ada',
      { prefixes: 'p xs' },
    ],
    ['a prefix in the list that is also the name of an attribute', '<a xsi:type="xs:string" xsi:nil="1"/>Ada', { prefixes: 'type xs' }],
    [
      'prefixes and attributes in the order of their characters',
      '<a:x xmlns:a="urn:2" xmlns:B="urn:1" xmlns:b-c="urn:3" xmlns:b1="urn:0" B:z="" a:y="" b-c:x="" b1:w="" xml:lang="en" z="" Y=""/>Ada',
      {},
    ],
    [
      'texts and values with characters that are escaped',
      '<a b="&lt;&gt;&amp;&quot;\'&#9;&#10;&#13;" c=\'"\td\ne\'>&lt;&gt;&amp;"&#13;\r\n</a>Ada',
      {},
    ],
    ['characters of four bytes', '<a b="\u{1f600}">\u{1f600}</a>Ada', {}],
  ])('has %s', async (_, value, signing) => {
    const xml = openSamlAnswer('ada@example.com', 'xmlns="urn:default" ').replace(
      '</saml:AttributeStatement>',
      `<saml:Attribute Name="givenName"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>`,
    );
    for (const of of ['Assertion', 'Response'] as const) expect((await read(signed(xml, { of, ...signing }))).givenName).toContain('Ada');
  });
});

describe('an answer that is changed after xmlsec has signed it', () => {
  const refused = async (xml: string, from: string, to: string) => {
    expect(xml).toContain(from);
    await expect(read(xml.replace(from, to))).rejects.toThrow(CHANGED);
  };

  it('is refused for another value or type', async () => {
    for (const signing of [{}, { prefixes: 'xs' }, { of: 'Response' }] as const) {
      const xml = signed(openSamlAnswer(), signing);
      await refused(xml, 'ada@example.com', 'eve@example.com');
      await refused(xml, 'xsi:type="xs:string"', 'xsi:type="xs:anyURI"');
    }
  });

  it('is refused for another namespace of a prefix that the signature covers', async () => {
    const xml = signed(openSamlAnswer(), { prefixes: 'xs', ownPrefixes: 'samlp' });
    await refused(xml, `xmlns:xs="${XS}"`, 'xmlns:xs="urn:other"');
    await refused(xml, `xmlns:xsi="${XS}-instance"`, 'xmlns:xsi="urn:other"');
    const own = signed(openSamlAnswer(), { ownPrefixes: 'xs' });
    await refused(own, `xmlns:xs="${XS}"`, 'xmlns:xs="urn:other"');
    const byDefault = signed(openSamlAnswer('ada@example.com', 'xmlns="urn:default" '), { prefixes: '#default' });
    await refused(byDefault, 'xmlns="urn:default"', 'xmlns="urn:other"');
    await refused(byDefault, ' xmlns="urn:default"', '');
  });

  it('is refused for other prefixes', async () => {
    const xml = signed(openSamlAnswer(), { prefixes: 'xs', ownPrefixes: 'xs' });
    await refused(xml, `<ds:Transform Algorithm="${EXCLUSIVE}">${listOf('xs')}`, `<ds:Transform Algorithm="${EXCLUSIVE}">`);
    await refused(
      xml,
      `<ds:CanonicalizationMethod Algorithm="${EXCLUSIVE}">${listOf('xs')}`,
      `<ds:CanonicalizationMethod Algorithm="${EXCLUSIVE}">`,
    );
  });
});
