// A SAML identity provider that ends sessions: its LogoutRequests by redirect and by form, and what is refused of them.
import { sign } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { ProviderHttp } from '../../src/oidc/upstream/provider-http.service.js';
import { SamlLogout } from '../../src/oidc/upstream/saml/logout.service.js';
import { SamlMetadataCache } from '../../src/oidc/upstream/saml/saml-metadata.service.js';
import { UpstreamError, type BrowserMessage, type OpenedProvider } from '../../src/oidc/upstream/upstream.js';
import { SAML_DEFAULTS } from '../../src/users/authentication/identity-providers/saml-connection.js';
import {
  form,
  logoutRequestXml,
  parsed,
  samlKey,
  samlProvider,
  signed,
  signedQuery,
  type SamlKey,
  type SamlLogoutRequest,
} from '../support/saml-identity-provider.js';

const PUBLIC_URL = 'https://login.example';
const LOGOUT = `${PUBLIC_URL}/sign-in/providers/p1/logout`;
const IDP = 'https://idp.example/metadata';
const NOW = Date.parse('2026-11-26T08:00:00Z');
const at = (seconds: number): string => new Date(NOW + seconds * 1000).toISOString();

class FixedClock extends Clock {
  override nowSeconds(): number {
    return NOW / 1000;
  }
}
const clock = new FixedClock();
const metadata = new SamlMetadataCache(new ProviderHttp({ backchannelAllowPrivate: false }), clock);
const logout = new SamlLogout(clock, metadata, { publicUrl: PUBLIC_URL });

let key: SamlKey;
let otherKey: SamlKey;
let provider: OpenedProvider;
const connection = () => ({ entityId: IDP, ssoUrl: 'https://idp.example/sso', certificates: [key.certificate], ...SAML_DEFAULTS });
beforeAll(async () => {
  [key, otherKey] = await Promise.all([samlKey(), samlKey()]);
  provider = samlProvider({ ...connection(), sloUrl: 'https://idp.example/slo' });
});

const NAME = '<saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">ada-4711</saml:NameID>';
const request = (changes: Partial<SamlLogoutRequest> = {}): string =>
  logoutRequestXml({
    id: '_logout',
    issuer: IDP,
    destination: LOGOUT,
    issued: at(-1),
    notOnOrAfter: undefined,
    nameId: NAME,
    sessionIndexes: ['session-1', 'session-2'],
    ...changes,
  });

const byForm = (xml: string): BrowserMessage => ({ form: form('SAMLRequest', xml) });
const BINDINGS: ReadonlyArray<[string, (xml: string, by?: SamlKey) => BrowserMessage]> = [
  ['a form', (xml, by = key) => byForm(signed(xml, 'LogoutRequest', by))],
  ['a redirect', (xml, by = key) => ({ query: signedQuery(xml, by) })],
];

async function refusal(message: BrowserMessage): Promise<string> {
  const error = await logout.readLogoutRequest(provider, message).catch((reason: unknown) => reason);
  if (!(error instanceof UpstreamError)) throw new Error('expected an UpstreamError', { cause: error });
  return error.message;
}

describe.each(BINDINGS)('a LogoutRequest by %s', (_, send) => {
  it('names the person and the sessions', async () => {
    expect(await logout.readLogoutRequest(provider, send(request()))).toEqual({
      id: '_logout',
      nameId: 'ada-4711',
      sessionIndexes: ['session-1', 'session-2'],
    });
  });

  it('may name no session', async () => {
    expect((await logout.readLogoutRequest(provider, send(request({ sessionIndexes: [] })))).sessionIndexes).toEqual([]);
  });

  it('is refused with the signature of another key', async () => {
    expect(await refusal(send(request(), otherKey))).toContain('not made by one of the certificates');
  });

  it.each<[string, Partial<SamlLogoutRequest>, string]>([
    ['for another service', { destination: 'https://other.example/logout' }, 'Its Destination is'],
    ['for no service', { destination: undefined }, 'Its Destination is nothing'],
    ['of another issuer', { issuer: 'https://other.example' }, 'Its issuer is'],
    ['that is over', { notOnOrAfter: at(-61) }, 'It was valid until'],
    ['of an hour ago', { issued: at(-3600) }, 'not of the last minutes'],
    ['of the future', { issued: at(61) }, 'not of the last minutes'],
    ['about nobody', { nameId: '' }, 'not exactly one NameID'],
    ['about two people', { nameId: NAME + NAME.replace('ada', 'bob') }, 'not exactly one NameID'],
    ['about somebody encrypted', { nameId: '<saml:EncryptedID/>' }, 'encrypts the NameID'],
  ])('%s is refused', async (_case, changes, words) => {
    expect(await refusal(send(request(changes)))).toContain(words);
  });

  it('is refused if it is another message', async () => {
    const other = request().replaceAll('samlp:LogoutRequest', 'saml:LogoutRequest');
    expect(await refusal(send(other))).toContain('not a LogoutRequest');
  });
});

describe('a LogoutRequest that is not signed', () => {
  it('is refused, by a form and by a redirect', async () => {
    expect(await refusal(byForm(request()))).toContain('It is not signed');
    const query = `SAMLRequest=${encodeURIComponent(deflateRawSync(request()).toString('base64'))}`;
    expect(await refusal({ query })).toContain('It is not signed');
    expect(await refusal({ query: signedQuery(request(), key).split('&Signature')[0] ?? '' })).toContain('It is not signed');
    expect(await refusal({ form: new URLSearchParams() })).toContain('no SAMLRequest');
  });

  it('is refused by a form whose signature is of a part alone', async () => {
    const whole = signed(
      request({
        nameId: `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_part"><saml:Issuer/></saml:Assertion>${NAME}`,
      }),
      'Assertion',
      key,
    );
    expect(await refusal(byForm(whole))).toContain('a signature in an element that is not read');
  });

  it('is refused in a redirect with a signature inside', async () => {
    const query = `SAMLRequest=${encodeURIComponent(deflateRawSync(signed(request(), 'LogoutRequest', key)).toString('base64'))}`;
    expect(await refusal({ query })).toContain('It is not signed');
  });
});

describe('a redirect', () => {
  it('carries its state back', async () => {
    const read = await logout.readLogoutRequest(provider, { query: signedQuery(request(), key, { relayState: 'state 1' }) });
    expect(read.relayState).toBe('state 1');
  });

  it('is verified as it was encoded: ADFS writes hexadecimal digits in lower case', async () => {
    const lower = (text: string) => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
    const [text = ''] = signedQuery(request(), key).split('&Signature=');
    const signature = encodeURIComponent(sign('sha256', Buffer.from(lower(text)), key.privateKey).toString('base64'));
    expect((await logout.readLogoutRequest(provider, { query: `${lower(text)}&Signature=${signature}` })).nameId).toBe('ada-4711');
  });

  it('with another message, state or algorithm than the signed one is refused', async () => {
    const query = signedQuery(request(), key, { relayState: 'one' });
    const other = encodeURIComponent(deflateRawSync(request({ sessionIndexes: [] })).toString('base64'));
    const changes = [
      query.replace(/^SAMLRequest=[^&]*/, `SAMLRequest=${other}`),
      query.replace('RelayState=one', 'RelayState=two'),
      query.replace('&RelayState=one', ''),
      query.replace('rsa-sha256', 'rsa-sha512'),
    ];
    for (const changed of changes) expect(await refusal({ query: changed })).toContain('not made by one of the certificates');
  });

  it('with a parameter twice is refused', async () => {
    const query = signedQuery(request(), key);
    expect(await refusal({ query: `SAMLRequest=x&${query}` })).toContain('there twice');
  });

  it('signed by SHA-1 is refused', async () => {
    const query = signedQuery(request(), key, { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1', hash: 'sha1' });
    expect(await refusal({ query })).toContain('not made by one of the certificates');
  });

  it('that inflates to more than a message may have is refused', async () => {
    expect(await refusal({ query: signedQuery(' '.repeat(10_000_000), key) })).toContain("can't be inflated");
  });
});

describe('the answer to a LogoutRequest', () => {
  it('names the request and carries its state, to the address of the provider alone', async () => {
    const url = new URL(
      (await logout.logoutResponse(provider, { id: '_logout', nameId: 'a', sessionIndexes: [], relayState: 'https://evil.example' })) ?? '',
    );
    expect(url.origin + url.pathname).toBe('https://idp.example/slo');
    expect(url.searchParams.get('RelayState')).toBe('https://evil.example');
    const root = parsed(inflateRawSync(Buffer.from(url.searchParams.get('SAMLResponse') ?? '', 'base64')).toString()).documentElement;
    expect(root.getAttribute('InResponseTo')).toBe('_logout');
    expect(root.getAttribute('Destination')).toBe('https://idp.example/slo');
    expect(root.getElementsByTagNameNS('*', 'StatusCode')[0]?.getAttribute('Value')).toContain('Success');
  });

  it('has no address without one of the provider', async () => {
    expect(await logout.logoutResponse(samlProvider(connection()), { id: '_logout', nameId: 'a', sessionIndexes: [] })).toBeUndefined();
  });
});
