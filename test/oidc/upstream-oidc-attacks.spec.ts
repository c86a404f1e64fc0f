// Providers that lie, fail or answer too much, and answers that are of another sign-in: the sign-in fails, and the administrator reads why.
// On SQLite alone: there is no database.
import { Logger } from '@nestjs/common';
import { CompactSign, UnsecuredJWT, SignJWT, type JWTPayload } from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import type { Clock } from '../../src/common/primitives/clock.js';
import { identityOf } from '../../src/oidc/upstream/oidc/oidc-identity.js';
import { OidcUpstream } from '../../src/oidc/upstream/oidc/oidc-upstream.service.js';
import { ProviderHttp } from '../../src/oidc/upstream/provider-http.service.js';
import { ProviderMetadataCache } from '../../src/oidc/upstream/oidc/provider-metadata.service.js';
import { UpstreamError, type SentIdentity, type UpstreamFault } from '../../src/oidc/upstream/upstream.js';
import type { OidcConnection } from '../../src/users/authentication/identity-providers/oidc-connection.js';
import { CLIENT_ID, CLIENT_SECRET, json, newSigner, startHostileProvider, type HostileProvider } from '../support/hostile-provider.js';
import { StillClock } from '../support/still-clock.js';
import { oidcProvider } from '../support/upstream-provider.js';

const CALLBACK = 'https://gatehouse.example/sign-in/callback/1';
const [MINUTE, HOUR] = [60_000, 3_600_000];
const TENANT = '11111111-2222-4333-8444-555555555555';
const OTHER_TENANT = '99999999-2222-4333-8444-555555555555';

let clock: Clock;
let settings: { backchannelAllowPrivate: boolean };
let http: ProviderHttp;
let upstream: OidcUpstream;
let provider: HostileProvider;
let warn: MockInstance<Logger['warn']>;
beforeEach(async () => {
  clock = new StillClock();
  settings = { backchannelAllowPrivate: true };
  http = new ProviderHttp(settings);
  upstream = new OidcUpstream(new ProviderMetadataCache(http, clock), http, clock);
  provider = await startHostileProvider(() => clock.nowSeconds());
  warn = vi.spyOn(Logger.prototype, 'warn').mockReturnValue();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await provider.close();
});

interface Attempt {
  connection?: Partial<OidcConnection>;
  secret?: string;
  forceLogin?: boolean;
  maxAge?: number;
  /** Of the callback, besides the usual ones. */
  parameters?: Record<string, string>;
  /** Between the redirect and the callback. */
  meanwhile?: () => void;
}

/** One sign-in from the redirect to the identity. */
async function signIn({ connection, secret, forceLogin = false, maxAge, parameters, meanwhile }: Attempt = {}): Promise<SentIdentity> {
  const opened = oidcProvider({ issuer: provider.origin, clientId: CLIENT_ID, ...connection }, secret ?? CLIENT_SECRET);
  const request = { callbackUrl: CALLBACK, forceLogin, maxAge };
  const { url, kept } = await upstream.begin(opened, { ...request, handle: 'handle-1' });
  provider.authorization = new URL(url).searchParams;
  meanwhile?.();
  const answer = new URLSearchParams({ code: 'code-1', state: 'handle-1', ...parameters });
  return upstream.finish(opened, { ...request, kept, parameters: answer });
}

const refused = (fault: UpstreamFault, message: string | RegExp) => {
  return typeof message === 'string' ? { fault, message } : { fault, message: expect.stringMatching(message) };
};

it('a provider that keeps to the rules signs people in', async () => {
  expect(await signIn()).toEqual({
    subject: 'person-1',
    externalId: 'person-1',
    loginName: 'barbara@directory.example',
    email: 'barbara@directory.example',
    displayName: 'Barbara Jensen',
    authentication: [],
  });
  expect(provider.requested).toEqual(['/.well-known/openid-configuration', '/token', '/keys']);
});

it('an address in a claim, such as that of a picture, is neither loaded nor passed on', async () => {
  claim({ picture: `${provider.origin}/picture`, profile: `${provider.origin}/profile` });
  expect(JSON.stringify(await signIn())).not.toContain(provider.origin);
  expect(provider.requested).toEqual(['/.well-known/openid-configuration', '/token', '/keys']);
});

it('a website, a birth date and a gender are taken where a person can have them, and the website is not loaded', async () => {
  const told = async (claims: object) => {
    claim({ website: undefined, birthdate: undefined, gender: undefined, ...claims });
    const { website, birthdate, gender } = await signIn();
    return { website, birthdate, gender };
  };
  const usual = { website: `${provider.origin}/website`, birthdate: '1990-02-28', gender: 'female' };
  expect(await told(usual)).toEqual(usual);
  expect(provider.requested).toEqual(['/.well-known/openid-configuration', '/token', '/keys']);
  const none = { website: undefined, birthdate: undefined, gender: undefined };
  for (const wrong of [
    { website: 'javascript:alert(1)', birthdate: '1990-02-30', gender: 'a\u0007' },
    { website: 7, birthdate: 19_900_228, gender: ' ' },
    { website: `https://${'a'.repeat(500)}.example`, birthdate: '28.02.1990', gender: '\u{fdfa}'.repeat(100) },
    { website: ['https://a.example'], birthdate: {}, gender: 'x'.repeat(101) },
  ])
    expect(await told(wrong), JSON.stringify(wrong)).toEqual(none);
});

describe('an ID token is refused', () => {
  const seconds = (offset: number) => clock.nowSeconds() + offset;
  const FORGED: Record<string, [forge: () => Promise<void> | void, message: string | RegExp]> = {
    'without a signature': [
      () => void (provider.makeToken = (claims) => new UnsecuredJWT(claims).encode()),
      /^The ID token is not signed with one of RS256, /,
    ],
    'signed with the public key as a shared secret': [
      () => {
        const secret = new TextEncoder().encode(JSON.stringify(provider.signer.publicJwk));
        provider.makeToken = (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'key-1' }).sign(secret);
      },
      /^The ID token is not signed with one of RS256, /,
    ],
    'signed with a shared secret of the key set': [
      () => {
        const secret = Buffer.from('a shared secret of 32 characters');
        provider.keys = [...provider.keys, { kty: 'oct', kid: 'key-2', alg: 'HS256', k: secret.toString('base64url') }];
        provider.makeToken = (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'key-2' }).sign(secret);
      },
      /^The ID token is not signed with one of RS256, /,
    ],
    'signed with another key of the same name': [
      async () => void (provider.signer = await newSigner('key-1')),
      'The ID token has a wrong signature.',
    ],
    'signed with the key that its header brings': [
      async () => {
        provider.signer = await newSigner('key-1');
        provider.header = { jwk: provider.signer.publicJwk };
      },
      'The ID token has a wrong signature.',
    ],
    'signed with an unknown key': [
      () => void (provider.header = { kid: 'key-9' }),
      'The ID token is signed with a key that is not in the key set of the provider.',
    ],
    'whose content was changed': [
      () => {
        const { signer } = provider;
        provider.makeToken = async (claims) => {
          const token = await new SignJWT(claims).setProtectedHeader({ alg: signer.alg, kid: signer.kid }).sign(signer.privateKey);
          const [header, , signature] = token.split('.');
          const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'person-2' })).toString('base64url');
          return `${header}.${changed}.${signature}`;
        };
      },
      'The ID token has a wrong signature.',
    ],
    'that is no JWT': [() => void (provider.makeToken = () => 'nothing'), 'The ID token is not a signed JWT.'],
    'of another issuer': [
      () => claim({ iss: 'https://other.example' }),
      /^The ID token has the issuer "https:\/\/other\.example", expected "http:\/\/127/,
    ],
    'for another client': [() => claim({ aud: 'other' }), 'The ID token has the aud "other", expected the client id "gatehouse".'],
    'for several clients without azp': [() => claim({ aud: [CLIENT_ID, 'other'] }), 'The ID token is for several clients and has no azp.'],
    'whose azp is another client': [
      () => claim({ aud: [CLIENT_ID, 'other'], azp: 'other' }),
      'The ID token has the azp "other", expected the client id "gatehouse".',
    ],
    'of another sign-in': [
      () => claim({ nonce: 'another' }),
      'The ID token has another nonce than the request: it was issued for another sign-in.',
    ],
    'without a nonce': [
      () => claim({ nonce: undefined }),
      'The ID token has another nonce than the request: it was issued for another sign-in.',
    ],
    'that has expired': [() => claim({ exp: seconds(-60) }), 'The ID token has expired.'],
    'that never expires': [() => claim({ exp: undefined }), /^The ID token has the exp nothing, which is not accepted/],
    'that is not valid yet': [() => claim({ nbf: seconds(61) }), /^The ID token has the nbf \d+, which is not accepted/],
    'of the future': [() => claim({ iat: seconds(61) }), 'The ID token was issued 61 s in the future: the clocks differ.'],
    'without the time of its issue': [() => claim({ iat: undefined }), /^The ID token has the iat nothing/],
    'without a subject': [() => claim({ sub: undefined }), /^The ID token has the sub nothing/],
    'with an empty subject': [() => claim({ sub: '' }), /^The ID token has no usable sub, which identifies people/],
    'with a subject that is too long': [() => claim({ sub: 'x'.repeat(257) }), /^The ID token has no usable sub/],
    'of another access token': [
      () => claim({ at_hash: 'AAAAAAAAAAAAAAAAAAAAAA' }),
      'The ID token has the at_hash of another access token.',
    ],
    'with claims of great depth': [
      () => void (provider.makeToken = () => deepToken()),
      'The ID token has the aud a list of objects, expected the client id "gatehouse".',
    ],
    'that is huge': [() => claim({ groups: 'x'.repeat(30_000) }), 'The ID token is longer than 32768 characters.'],
    'that is missing': [
      () => void (provider.tokenResponse = { id_token: undefined }),
      'The token endpoint sends no ID token. The scopes must contain openid.',
    ],
  };
  it.each(Object.entries(FORGED))('%s', async (_, [forge, message]) => {
    await forge();
    await expect(signIn()).rejects.toMatchObject(refused('invalid', message));
  });

  it('not for clocks that differ by a minute', async () => {
    claim({ iat: seconds(60), nbf: seconds(60), exp: seconds(-59) });
    expect((await signIn()).subject).toBe('person-1');
  });

  it('not for the at_hash of its access token', async () => {
    // The left half of SHA-256 of "access-token".
    claim({ at_hash: 'Pxa-1wifRlPl7yG_0oJNfw' });
    expect((await signIn()).subject).toBe('person-1');
  });

  it.each(['PS256', 'ES256', 'EdDSA'])('not for a signature with %s', async (alg) => {
    provider.signer = await newSigner('key-1', alg);
    provider.keys = [provider.signer.publicJwk];
    expect((await signIn()).subject).toBe('person-1');
  });
});

/** A token whose `aud` is a list in a list, ten thousand times. */
async function deepToken(): Promise<string> {
  const content = `{"aud":${'['.repeat(10_000)}${']'.repeat(10_000)},"sub":"person-1","iat":1,"exp":9999999999}`;
  const { alg, kid, privateKey } = provider.signer;
  return new CompactSign(new TextEncoder().encode(content)).setProtectedHeader({ alg, kid }).sign(privateKey);
}

function claim(claims: JWTPayload): void {
  provider.claims = { ...provider.claims, ...claims };
}

describe('a recent sign-in at the provider', () => {
  const MISSING =
    'The ID token has no auth_time, so that a recent sign-in is not proved. Microsoft Entra sends it as an optional claim; for a provider that never does, set sendsAuthTime to false.';
  const OLD = /^The ID token has an auth_time 61 s too early\.$/;
  it.each<[name: string, Attempt, authTime: number | undefined | 'text', message: string | RegExp]>([
    ['is not proved by silence', { maxAge: 300 }, undefined, MISSING],
    ['is not proved by silence, if the person must authenticate again', { forceLogin: true }, undefined, MISSING],
    ['is not proved by a text', { maxAge: 300 }, 'text', MISSING],
    ['is not proved by an old one', { maxAge: 300 }, -361, OLD],
    ['is not proved by one before the request, if the person must authenticate again', { forceLogin: true }, -61, OLD],
    ['is not proved by one before the request, whatever max_age is', { forceLogin: true, maxAge: 300 }, -61, OLD],
    ['is not of the future', { maxAge: 300 }, 61, /^The ID token has an auth_time 61 s in the future: the clocks differ\.$/],
  ])('%s', async (_, attempt, authTime, message) => {
    claim({ auth_time: typeof authTime === 'number' ? clock.nowSeconds() + authTime : authTime });
    await expect(signIn(attempt)).rejects.toMatchObject(refused('invalid', message));
  });

  it('is proved by one in time, however long the person then takes at the provider', async () => {
    const authTime = clock.nowSeconds() - 360;
    claim({ auth_time: authTime });
    const meanwhile = () => clock.advance(10 * MINUTE);
    expect((await signIn({ maxAge: 300, meanwhile })).authenticatedAt).toBe(authTime);
    expect(provider.authorization.get('max_age')).toBe('300');
    expect(provider.authorization.has('prompt')).toBe(false);
  });

  it('is requested of no provider that never proves it, and other sign-ins go on', async () => {
    const never = { connection: { sendsAuthTime: false } };
    for (const attempt of [{ maxAge: 300 }, { forceLogin: true }])
      await expect(signIn({ ...never, ...attempt })).rejects.toMatchObject(refused('notAllowed', /^The provider sends no auth_time/));
    expect(provider.requested).toEqual([]);
    expect((await signIn(never)).subject).toBe('person-1');
  });

  it('is requested', async () => {
    claim({ auth_time: clock.nowSeconds() });
    await signIn({ forceLogin: true });
    expect(Object.fromEntries(provider.authorization)).toMatchObject({ prompt: 'login', max_age: '0', response_mode: 'query' });
  });
});

describe('an answer by the browser is refused', () => {
  it.each<[name: string, parameters: Record<string, string>, discovery: Record<string, unknown>, fault: UpstreamFault, message: RegExp]>([
    [
      'with the iss parameter of another provider (RFC 9207)',
      { iss: 'https://other.example' },
      { authorization_response_iss_parameter_supported: true },
      'invalid',
      /unexpected "iss" \(issuer\) response parameter value\.$/,
    ],
    [
      'with the iss parameter of another provider, even if this one does not announce it',
      { iss: 'https://other.example' },
      {},
      'invalid',
      /unexpected "iss" \(issuer\) response parameter value\.$/,
    ],
    [
      'without the iss parameter that the provider announces',
      {},
      { authorization_response_iss_parameter_supported: true },
      'invalid',
      /response parameter "iss" \(issuer\) missing\.$/,
    ],
    ['as denied by the person', { error: 'access_denied' }, {}, 'denied', /^The provider reports "access_denied"\.$/],
    [
      'as an error of the settings there',
      { error: 'unauthorized_client', error_description: 'AADSTS700016: not found' },
      {},
      'misconfigured',
      /^The provider reports "unauthorized_client"\.$/,
    ],
    ['as a failure there', { error: 'server_error' }, {}, 'unreachable', /^The provider reports "server_error"\.$/],
    [
      'as an unknown error',
      { error: 'Call +1 555 0100', error_description: 'x'.repeat(5_000) },
      {},
      'invalid',
      /^The provider reports an unknown error\.$/,
    ],
    ['with an ID token in place of a code', { id_token: 'a.b.c' }, {}, 'invalid', /^The answer of the provider is not valid/],
    ['with a signed response', { response: 'a.b.c' }, {}, 'invalid', /^The answer of the provider is not valid/],
  ])('%s, before its code is sent anywhere', async (_, parameters, discovery, fault, message) => {
    provider.discovery = discovery;
    await expect(signIn({ parameters })).rejects.toMatchObject(refused(fault, message));
    expect(provider.requested).toEqual(['/.well-known/openid-configuration']);
  });

  it('with a code that was obtained for another verifier', async () => {
    const meanwhile = () => provider.authorization.set('code_challenge', 'another');
    const message = 'The token endpoint reports "invalid_grant": "the verifier is of another challenge".';
    await expect(signIn({ meanwhile })).rejects.toMatchObject(refused('invalid', message));
  });

  it('not with the iss parameter of its provider', async () => {
    provider.discovery = { authorization_response_iss_parameter_supported: true };
    expect((await signIn({ parameters: { iss: provider.origin } })).subject).toBe('person-1');
  });
});

describe('the token endpoint', () => {
  const encoded = new URLSearchParams([['', CLIENT_SECRET]]).toString().slice(1);
  it.each<[method: OidcConnection['clientAuthentication'], authorization: string | undefined, form: Record<string, string | null>]>([
    ['client_secret_basic', `Basic ${Buffer.from(`${CLIENT_ID}:${encoded}`).toString('base64')}`, { client_id: null, client_secret: null }],
    ['client_secret_post', undefined, { client_id: CLIENT_ID, client_secret: CLIENT_SECRET }],
    ['none', undefined, { client_id: CLIENT_ID, client_secret: null }],
  ])('is asked with %s', async (clientAuthentication, authorization, form) => {
    await signIn({ connection: { clientAuthentication } });
    const [request] = provider.tokenRequests;
    expect(request?.authorization).toBe(authorization);
    expect(Object.fromEntries(Object.keys(form).map((name) => [name, request?.form.get(name)]))).toEqual(form);
    expect(Object.fromEntries(request?.form ?? [])).toMatchObject({
      grant_type: 'authorization_code',
      redirect_uri: CALLBACK,
      code: 'code-1',
    });
  });

  it('is not asked without the secret that it needs', async () => {
    const message = 'The provider has no client secret here, which client_secret_basic needs.';
    await expect(signIn({ secret: '' })).rejects.toMatchObject(refused('misconfigured', message));
    expect(provider.tokenRequests).toEqual([]);
  });

  it.each<[name: string, status: number, body: unknown, fault: UpstreamFault, message: string]>([
    [
      'refuses the client',
      401,
      { error: 'invalid_client', error_description: `not "${CLIENT_SECRET}"` },
      'misconfigured',
      String.raw`The token endpoint reports "invalid_client": "not \"…\"".`,
    ],
    ['fails', 503, {}, 'unreachable', 'The token endpoint answers with status 503, not 200.'],
    ['does not exist', 404, {}, 'misconfigured', 'The token endpoint answers with status 404, not 200.'],
    ['sends a list', 200, [], 'invalid', 'The token endpoint does not answer with a JSON object.'],
  ])('%s', async (_, status, body, fault, message) => {
    provider.answers['/token'] = json(body, status);
    await expect(signIn()).rejects.toMatchObject(refused(fault, message));
  });

  it('sends a token that no header can have, and the message does not repeat it', async () => {
    claim({ email: undefined });
    provider.tokenResponse = { access_token: 'access-token\r\nHost: other' };
    const message = 'The token endpoint sends an access token with forbidden characters.';
    await expect(signIn()).rejects.toMatchObject(refused('invalid', message));
  });

  it.each([{ access_token: undefined }, { access_token: 1 }, { token_type: undefined }, { token_type: 'mac' }])(
    'sends %j',
    async (members) => {
      provider.tokenResponse = members;
      await expect(signIn()).rejects.toMatchObject(refused('invalid', /^The answer of the provider is not valid/));
    },
  );
});

describe('userinfo', () => {
  beforeEach(() => claim({ email: undefined, name: undefined }));

  it('adds what the ID token lacks', async () => {
    provider.userinfo = { sub: 'person-1', email: 'barbara@directory.example', email_verified: 'true', name: 'Barbara', locale: 'de_AT' };
    claim({ name: 'Barbara Jensen', sid: 'session-1', amr: ['pwd', 'mfa'], acr: 'level-2' });
    expect(await signIn()).toMatchObject({
      email: 'barbara@directory.example',
      emailVerified: true,
      displayName: 'Barbara Jensen',
      language: 'de-AT',
      sessionId: 'session-1',
      authentication: ['pwd', 'mfa', 'level-2'],
    });
    expect(provider.requested).toEqual(['/.well-known/openid-configuration', '/token', '/keys', '/userinfo']);
  });

  it('does not verify the address of the ID token', async () => {
    provider.userinfo = { sub: 'person-1', email: 'mallory@directory.example', email_verified: true };
    claim({ email: 'barbara@directory.example' });
    const identity = await signIn();
    expect(identity.email).toBe('barbara@directory.example');
    expect(identity).not.toHaveProperty('emailVerified');
  });

  it.each([{ sub: 'person-2' }, {}])('of another person is refused: %j', async (members) => {
    provider.userinfo = { ...members, email: 'barbara@directory.example' };
    await expect(signIn()).rejects.toMatchObject(refused('invalid', /^The answer of the provider is not valid: .*"sub"/));
  });

  it('is not read when the ID token says all, or the scopes ask for nothing else', async () => {
    expect((await signIn({ connection: { scopes: ['openid'] } })).subject).toBe('person-1');
    claim({ email: 'barbara@directory.example', given_name: 'Barbara' });
    await signIn();
    expect(provider.requested).not.toContain('/userinfo');
  });

  it('may be missing', async () => {
    provider.discovery = { userinfo_endpoint: undefined };
    expect((await signIn()).email).toBeUndefined();
  });
});

describe('Microsoft Entra', () => {
  const template = () => `${provider.origin}/{tenantid}/v2.0`;
  const ENTRA = { subjectClaims: ['tid', 'oid'], externalIdClaim: 'oid' };
  const multiTenant = (): Partial<OidcConnection> => ({ ...ENTRA, issuer: template(), tenants: [TENANT] });
  const of = (tid: string | undefined, iss = `${provider.origin}/${tid}/v2.0`) => claim({ tid, iss, oid: 'object-1' });
  beforeEach(() => void (provider.discovery = { issuer: template() }));

  it.each(['{tenantid}', 'common', 'organizations'])('people of a listed tenant sign in with the issuer of /%s/', async (segment) => {
    of(TENANT);
    const issuer = `${provider.origin}/${segment}/v2.0`;
    expect(await signIn({ connection: { ...multiTenant(), issuer } })).toMatchObject({
      subject: JSON.stringify([TENANT, 'object-1']),
      externalId: 'object-1',
    });
  });

  it.each<[name: string, tid: string | undefined, iss: string | undefined, fault: UpstreamFault, message: RegExp]>([
    [
      'a tenant that is not listed',
      OTHER_TENANT,
      undefined,
      'notAllowed',
      /^The person's tenant \(tid\) is "9.*", which is not one of tenants\.$/,
    ],
    ['no tenant', undefined, undefined, 'notAllowed', /^The person's tenant \(tid\) is nothing/],
    [
      'a listed tenant by the issuer of another one',
      TENANT,
      OTHER_TENANT,
      'invalid',
      /^The ID token has the issuer ".*\/9.*", expected ".*\/1/,
    ],
    ['a listed tenant by the issuer of the template', TENANT, '{tenantid}', 'invalid', /^The ID token has the issuer ".*\{tenantid\}/],
  ])('refuses people of %s', async (_, tid, iss, fault, message) => {
    of(tid, iss && `${provider.origin}/${iss}/v2.0`);
    await expect(signIn({ connection: multiTenant() })).rejects.toMatchObject(refused(fault, message));
  });

  it('needs its tenants', async () => {
    const message = /stands for every tenant, so tenants must list those whose people may sign in\.$/;
    await expect(signIn({ connection: { ...multiTenant(), tenants: [] } })).rejects.toMatchObject(refused('misconfigured', message));
  });

  it('of a single tenant refuses the tid of another one', async () => {
    const issuer = `${provider.origin}/${TENANT}/v2.0`;
    provider.discovery = {};
    of(OTHER_TENANT, issuer);
    const message = /^The ID token has the tid "9.*", which is not the tenant of its issuer/;
    await expect(signIn({ connection: { ...ENTRA, issuer } })).rejects.toMatchObject(refused('invalid', message));
    of(TENANT, issuer);
    expect((await signIn({ connection: { ...ENTRA, issuer } })).externalId).toBe('object-1');
  });

  it('of a single tenant does not publish the issuer of every tenant', async () => {
    const issuer = `${provider.origin}/${TENANT}/v2.0`;
    await expect(signIn({ connection: { ...ENTRA, issuer } })).rejects.toMatchObject(
      refused('misconfigured', /^The discovery document names/),
    );
  });

  it.each([
    [{ email_verified: true }, undefined],
    [{ email_verified: 'true', xms_edov: false }, false],
    [{ xms_edov: '0' }, false],
    [{ xms_edov: true }, true],
    [{ xms_edov: 1 }, true],
    [{ xms_edov: '1' }, true],
  ])('says of an address by %j that it is proven: %s', async (claims, verified) => {
    of(TENANT);
    claim(claims);
    expect((await signIn({ connection: multiTenant() })).emailVerified).toBe(verified);
  });

  it.each(['tid', 'oid'])('does not identify people without %s', async (name) => {
    const issuer = `${provider.origin}/${TENANT}/v2.0`;
    provider.discovery = {};
    of(TENANT, issuer);
    claim({ [name]: undefined });
    const message = `The ID token has no usable ${name}, which identifies people (subjectClaims).`;
    await expect(signIn({ connection: { ...ENTRA, issuer } })).rejects.toMatchObject(refused('invalid', message));
  });
});

it.each(['login.microsoftonline.com', 'login.microsoftonline.us', 'login.partner.microsoftonline.cn', 'sts.windows.net'])(
  'an address is not proven by email_verified at %s, whatever identifies people',
  (host) => {
    const { connection } = oidcProvider({ issuer: `https://${host}/${TENANT}/v2.0`, subjectClaims: ['sub'] });
    const claims = { sub: 'person-1', email: 'barbara@directory.example', email_verified: true };
    const identity = identityOf(claims, {}, connection as OidcConnection);
    expect(identity.subject).toBe('person-1');
    expect(identity).not.toHaveProperty('emailVerified');
  },
);

it('people are not all one person where no claim identifies them', async () => {
  const message = 'subjectClaims names no claim that identifies people.';
  await expect(signIn({ connection: { subjectClaims: [] } })).rejects.toMatchObject(refused('misconfigured', message));
});

describe('elsewhere', () => {
  it.each([
    [{ email_verified: true }, true],
    [{ email_verified: 'true' }, true],
    [{ email_verified: 'false' }, false],
    [{ email_verified: 1 }, false],
    [{ email_verified: ['true'] }, false],
    [{ xms_edov: true }, undefined],
  ])('%j says of an address that it is proven: %s', async (claims, verified) => {
    claim(claims);
    expect((await signIn()).emailVerified).toBe(verified);
  });
});

describe('Google with Workspace domains', () => {
  it.each([undefined, 'other.example', ['directory.example'], ''])('refuses people whose hd is %j', async (hd) => {
    claim({ hd });
    provider.userinfo = { sub: 'person-1', hd: 'directory.example', email: 'barbara@directory.example' };
    const message = /^The person's Google Workspace domain \(hd\) is .*, which is not one of hostedDomains\.$/;
    await expect(signIn({ connection: { hostedDomains: ['directory.example'] } })).rejects.toMatchObject(refused('notAllowed', message));
  });

  it('accepts people of a listed one', async () => {
    claim({ hd: 'directory.example' });
    expect((await signIn({ connection: { hostedDomains: ['directory.example'] } })).subject).toBe('person-1');
    expect(provider.authorization.get('hd')).toBe('directory.example');
    await signIn({ connection: { hostedDomains: ['directory.example', 'other.example'] } });
    expect(provider.authorization.get('hd')).toBe('*');
  });
});

describe('a discovery document is refused', () => {
  it.each<[name: string, members: Record<string, unknown>, fault: UpstreamFault, message: RegExp]>([
    [
      'of another issuer',
      { issuer: 'https://other.example' },
      'misconfigured',
      /^The discovery document names the issuer "https:\/\/other/,
    ],
    ['without an issuer', { issuer: undefined }, 'misconfigured', /^The discovery document names the issuer nothing/],
    ['without a key set', { jwks_uri: undefined }, 'invalid', /^The discovery document has no usable jwks_uri: nothing\.$/],
    ['with a relative endpoint', { token_endpoint: '/token' }, 'invalid', /^The discovery document has no usable token_endpoint/],
    [
      'with an endpoint in clear',
      { token_endpoint: 'http://directory.example/token' },
      'misconfigured',
      /^The token_endpoint of the discovery document \(http:\/\/directory\.example\/token\) is not an https URL\.$/,
    ],
    [
      'with a page that runs script',
      { authorization_endpoint: 'javascript:alert(1)' },
      'misconfigured',
      /^The authorization_endpoint of the discovery document .* is not an https URL\.$/,
    ],
  ])('%s', async (_, members, fault, message) => {
    provider.discovery = members;
    await expect(signIn()).rejects.toMatchObject(refused(fault, message));
  });

  it('of great depth', async () => {
    const text = `{"issuer":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    provider.answers['/.well-known/openid-configuration'] = (_, response) => response.end(text);
    const message = /^The discovery document names the issuer a list of objects, expected/;
    await expect(signIn()).rejects.toMatchObject(refused('misconfigured', message));
  });

  it('that redirects, wherever that is', async () => {
    provider.answers['/.well-known/openid-configuration'] = (_, response) =>
      response.writeHead(302, { location: `${provider.origin}/internal` }).end();
    await expect(signIn()).rejects.toMatchObject(refused('misconfigured', /answers with status 302, not 200\.$/));
    expect(provider.requested).toEqual(['/.well-known/openid-configuration']);
  });

  it('of an issuer with a query', async () => {
    const message = /is not a URL without query and fragment\.$/;
    await expect(signIn({ connection: { issuer: `${provider.origin}/?a=b` } })).rejects.toMatchObject(refused('misconfigured', message));
    expect(provider.requested).toEqual([]);
  });
});

describe('a private address', () => {
  // What comes before the endpoint is answered; from then on private addresses are not allowed.
  describe.each([
    ['token_endpoint', undefined],
    ['jwks_uri', '/token'],
    ['userinfo_endpoint', '/keys'],
  ])('as %s is not connected to', (member, last) => {
    it.each(['127.0.0.1', 'localhost', '[::1]', '2130706433'])('https://%s', async (host) => {
      const { port } = new URL(provider.origin);
      provider.discovery = { [member]: `https://${host}:${port}/endpoint` };
      claim({ email: undefined });
      const forbid = (isNow: boolean) => void (settings.backchannelAllowPrivate &&= !isNow);
      provider.onRequest = (path) => forbid(path === last);
      await expect(signIn({ meanwhile: () => forbid(last === undefined) })).rejects.toMatchObject(
        refused(
          'misconfigured',
          /^The .* \(https:.*\) is not at a public address\. Private networks are used only if BACKCHANNEL_ALLOW_PRIVATE is set\.$/,
        ),
      );
      // That of its documents, which stays open.
      expect(provider.connections).toBe(1);
    });
  });

  it('is not asked for its discovery document', async () => {
    settings.backchannelAllowPrivate = false;
    for (const issuer of [provider.origin, provider.origin.replace('http:', 'https:')]) {
      await expect(signIn({ connection: { issuer } })).rejects.toMatchObject(
        refused('misconfigured', /is not at a public address\. .* BACKCHANNEL_ALLOW_PRIVATE/),
      );
    }
    expect(provider.connections).toBe(0);
  });
});

it('the address of a name is not said, whether or not it may be connected to', async () => {
  const message = async () => {
    const error: unknown = await http.send('https://localhost:1/x', {}, { what: 'It', maxBytes: 1 }).catch((reason: unknown) => reason);
    return error instanceof UpstreamError ? error.message : 'no failure';
  };
  expect(await message()).toBe('It (https://localhost:1/x) cannot be read: ECONNREFUSED.');
  settings.backchannelAllowPrivate = false;
  expect(await message()).toMatch(/^It \(https:\/\/localhost:1\/x\) is not at a public address\./);
});

it('an issuer in clear is not asked for its discovery document', async () => {
  const message = /^The discovery document \(http:\/\/directory\.example\/.*\) is not an https URL\.$/;
  await expect(signIn({ connection: { issuer: 'http://directory.example' } })).rejects.toMatchObject(refused('misconfigured', message));
});

describe('an answer without end is refused', () => {
  it.each([
    ['The discovery document', '/.well-known/openid-configuration', 262_144],
    ['The key set', '/keys', 262_144],
    ['The token endpoint', '/token', 65_536],
    ['The userinfo endpoint', '/userinfo', 65_536],
  ])('%s', async (what, path, limit) => {
    claim({ email: undefined });
    provider.answers[path] = (_, response) => {
      const more = setInterval(() => response.write(' '.repeat(65_536)), 1);
      response.on('close', () => clearInterval(more));
    };
    const message = new RegExp(`^${what} \\(http:.*\\) cannot be read: its response is longer than ${limit} bytes\\.$`);
    await expect(signIn()).rejects.toMatchObject(refused('invalid', message));
  });
});

describe('a provider that does not answer', () => {
  const silence = () => undefined;

  it.each(['/.well-known/openid-configuration', '/keys', '/token', '/userinfo'])(
    'at %s ends a sign-in after the time limit',
    async (path) => {
      claim({ email: undefined });
      provider.answers[path] = silence;
      http.timeoutMs = 50;
      await expect(signIn()).rejects.toMatchObject(refused('unreachable', /cannot be read: no response within 50 ms\.$/));
    },
  );

  it('is asked once for all who wait, and a few seconds later again', async () => {
    provider.answers['/.well-known/openid-configuration'] = silence;
    http.timeoutMs = 50;
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => signIn()));
    expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 'rejected'));
    await expect(signIn()).rejects.toMatchObject({ fault: 'unreachable' });
    expect(provider.requested).toHaveLength(1);
    clock.advance(5_000);
    http.timeoutMs = 60_000;
    provider.answers = {};
    expect((await signIn()).subject).toBe('person-1');
  });

  it('delays one sign-in once an hour has passed, and the next ones not at all', async () => {
    await signIn();
    provider.answers = { '/.well-known/openid-configuration': json({}, 500), '/keys': json({}, 500) };
    clock.advance(HOUR + 1);
    expect((await signIn()).subject).toBe('person-1');
    // A sign-in that waits for one of these does not end.
    provider.answers = { '/.well-known/openid-configuration': silence, '/keys': silence };
    http.timeoutMs = 600_000;
    clock.advance(MINUTE);
    expect((await signIn()).subject).toBe('person-1');
  });

  it('is not needed for a day, because its documents are cached', async () => {
    await signIn();
    provider.answers = { '/.well-known/openid-configuration': json({}, 500), '/keys': json({}, 500) };
    clock.advance(23 * HOUR);
    for (let count = 0; count < 3; count++) {
      clock.advance(MINUTE);
      expect((await signIn()).subject).toBe('person-1');
    }
    expect(warn.mock.calls.map(([line]) => (line as { failure: string }).failure)).toEqual([
      expect.stringMatching(/^The discovery document \(.*\) answers with status 500, not 200\.$/),
      expect.stringMatching(/^The key set \(.*\) answers with status 500, not 200\.$/),
    ]);
    clock.advance(HOUR);
    await expect(signIn()).rejects.toMatchObject(refused('unreachable', /^The discovery document/));
  });

  it('whose key set alone fails is not needed for a day', async () => {
    await signIn();
    provider.answers = { '/keys': json({}, 500) };
    clock.advance(24 * HOUR - MINUTE);
    expect((await signIn()).subject).toBe('person-1');
    clock.advance(2 * MINUTE);
    await expect(signIn()).rejects.toMatchObject(refused('unreachable', /^The key set/));
  });
});

describe('the keys of a provider', () => {
  const loads = () => provider.requested.filter((path) => path === '/keys').length;

  it('are loaded anew for an unknown one, at most once a minute', async () => {
    await signIn();
    provider.signer = await newSigner('key-2');
    provider.keys = [provider.signer.publicJwk];
    clock.advance(MINUTE - 5_000);
    const message = 'The ID token is signed with a key that is not in the key set of the provider.';
    await expect(signIn()).rejects.toMatchObject(refused('invalid', message));
    expect(loads()).toBe(1);
    clock.advance(5_000);
    expect((await signIn()).subject).toBe('person-1');
    expect(loads()).toBe(2);
    provider.header = { kid: 'key-9' };
    for (let count = 0; count < 5; count++) await expect(signIn()).rejects.toMatchObject(refused('invalid', message));
    expect(loads()).toBe(2);
  });

  it('are loaded anew within an hour, and one that is gone counts no longer', async () => {
    await signIn();
    provider.keys = [(await newSigner('key-2')).publicJwk];
    clock.advance(HOUR + 1);
    await expect(signIn()).rejects.toMatchObject(refused('invalid', /is signed with a key that is not in the key set/));
  });

  it.each([[{ keys: 'none' }], [{ keys: [] }], [{ keys: [null] }], [{ keys: Array.from({ length: 101 }, () => ({ kty: 'RSA' })) }], [[]]])(
    'are refused as %j',
    async (keys) => {
      provider.answers['/keys'] = json(keys);
      await expect(signIn()).rejects.toMatchObject(refused('invalid', /^The key set /));
    },
  );
});

describe('the test of a provider', () => {
  const probe = () => upstream.probe(oidcProvider({ issuer: provider.origin, clientId: CLIENT_ID }, CLIENT_SECRET));

  it('ends with the first step that the others need', async () => {
    provider.discovery = { issuer: 'https://other.example' };
    expect(await probe()).toEqual([
      {
        step: 'discovery',
        ok: false,
        detail: `The discovery document names the issuer "https://other.example", expected "${provider.origin}".`,
      },
    ]);
  });

  it('reads what is there now, not what was', async () => {
    await signIn();
    provider.answers = { '/keys': json({ keys: [] }), '/authorize': json({}, 404) };
    expect(await probe()).toEqual([
      { step: 'discovery', ok: true, detail: `The issuer is ${provider.origin}.` },
      { step: 'keys', ok: false, detail: 'The key set has no public key for signatures.' },
      {
        step: 'authorization endpoint',
        ok: false,
        detail: `The authorization endpoint (${provider.origin}/authorize) answers with status 404.`,
      },
    ]);
  });
});
