// Signing in with an OAuth 2.0 provider without ID tokens, which answers as GitHub documents it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OauthUpstream } from '../../src/oidc/upstream/oidc/oauth-upstream.service.js';
import { ProviderHttp } from '../../src/oidc/upstream/provider-http.service.js';
import type { SentIdentity, UpstreamFault } from '../../src/oidc/upstream/upstream.js';
import type { OauthConnection } from '../../src/users/authentication/identity-providers/oidc-connection.js';
import { CLIENT_ID, CLIENT_SECRET, json, startHostileProvider, type HostileProvider } from '../support/hostile-provider.js';
import { openedProvider } from '../support/upstream-provider.js';

const CALLBACK = 'https://gatehouse.example/sign-in/callback/1';
const PERSON = { id: 583_231, login: 'octocat', name: 'Barbara Jensen', email: 'public@directory.example' };
const ADDRESSES = [
  { email: 'private@directory.example', primary: false, verified: true },
  { email: 'octocat@directory.example', primary: true, verified: true },
];

let settings: { backchannelAllowPrivate: boolean };
let http: ProviderHttp;
let upstream: OauthUpstream;
let provider: HostileProvider;
let bearers: Array<string | undefined>;
beforeEach(async () => {
  settings = { backchannelAllowPrivate: true };
  http = new ProviderHttp(settings);
  upstream = new OauthUpstream(http);
  provider = await startHostileProvider(() => 0);
  bearers = [];
  provider.tokenResponse = { id_token: undefined };
  answer('/user', PERSON);
  answer('/emails', ADDRESSES);
});
afterEach(() => provider.close());

/** Answers at a path, and notes the token. */
function answer(path: string, value: unknown): void {
  provider.answers[path] = (request, response) => {
    bearers.push(request.headers.authorization);
    json(value)(request, response);
  };
}

interface Attempt {
  connection?: Partial<OauthConnection>;
  parameters?: Record<string, string>;
  forceLogin?: boolean;
  maxAge?: number;
}

function opened(connection: Partial<OauthConnection> = {}) {
  const usual: OauthConnection = {
    clientId: CLIENT_ID,
    clientAuthentication: 'client_secret_post',
    scopes: ['read:user', 'user:email'],
    authorizationUrl: `${provider.origin}/authorize?from=gatehouse`,
    tokenUrl: `${provider.origin}/token`,
    userinfoUrl: `${provider.origin}/user`,
    emailsUrl: `${provider.origin}/emails`,
    subjectMember: 'id',
    loginNameMember: 'login',
    nameMember: 'name',
    emailMember: 'email',
  };
  return openedProvider({ kind: 'oauth', connection: { ...usual, ...connection } }, CLIENT_SECRET);
}

async function signIn({ connection, parameters, forceLogin = false, maxAge }: Attempt = {}): Promise<SentIdentity> {
  const request = { callbackUrl: CALLBACK, forceLogin, maxAge };
  const { url, kept } = await upstream.begin(opened(connection), { ...request, handle: 'handle-1', loginHint: 'octocat' });
  provider.authorization = new URL(url).searchParams;
  const answered = new URLSearchParams({ code: 'code-1', state: 'handle-1', ...parameters });
  return upstream.finish(opened(connection), { ...request, kept, parameters: answered });
}

const refused = (fault: UpstreamFault, message: RegExp) => ({ fault, message: expect.stringMatching(message) });

it('the API identifies the person', async () => {
  expect(await signIn()).toEqual({
    subject: '583231',
    loginName: 'octocat',
    displayName: 'Barbara Jensen',
    email: 'octocat@directory.example',
    emailVerified: true,
    authentication: [],
  });
  expect(provider.requested.toSorted()).toEqual(['/emails', '/token', '/user']);
  expect(bearers).toEqual(['Bearer access-token', 'Bearer access-token']);
  expect(Object.fromEntries(provider.authorization)).toMatchObject({
    from: 'gatehouse',
    response_type: 'code',
    scope: 'read:user user:email',
    state: 'handle-1',
    login_hint: 'octocat',
    code_challenge_method: 'S256',
  });
});

it('no scope is requested where none is configured', async () => {
  await signIn({ connection: { scopes: [] } });
  expect(provider.authorization.has('scope')).toBe(false);
});

it('the token response may be a form', async () => {
  provider.answers['/token'] = (_, response) =>
    response
      .writeHead(200, { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' })
      .end('access_token=gho_1&scope=user&token_type=bearer');
  expect((await signIn()).subject).toBe('583231');
  expect(bearers).toEqual(['Bearer gho_1', 'Bearer gho_1']);
});

describe('an address', () => {
  it.each<[name: string, addresses: unknown]>([
    ['that is not verified', [{ email: 'octocat@directory.example', primary: true, verified: false }]],
    ['whose mark is a text', [{ email: 'octocat@directory.example', primary: true, verified: 'false' }]],
    ['that is not the primary one', [{ email: 'octocat@directory.example', primary: false, verified: true }]],
    ['that is no text', [{ email: ['octocat@directory.example'], primary: true, verified: true }]],
    ['that is not listed', []],
  ])('%s is not proven', async (_, addresses) => {
    answer('/emails', addresses);
    const identity = await signIn();
    expect(identity.email).toBe('public@directory.example');
    // A domain of the provider must not make it count: the list says that it isn't verified.
    expect(identity.emailVerified).toBe(false);
  });

  it('of the public profile alone is not proven', async () => {
    answer('/user', { ...PERSON, verified: true, email_verified: true });
    const identity = await signIn({ connection: { emailsUrl: undefined } });
    expect(identity.email).toBe('public@directory.example');
    expect(identity).not.toHaveProperty('emailVerified');
    expect(provider.requested).toEqual(['/token', '/user']);
  });
});

describe('is refused', () => {
  it.each<[name: string, attempt: Attempt, set: () => unknown, fault: UpstreamFault, message: RegExp]>([
    ['a denial', { parameters: { error: 'access_denied' } }, () => 0, 'denied', /^The provider reports "access_denied"\.$/],
    [
      'an error with status 200',
      {},
      () => (provider.answers['/token'] = json({ error: 'bad_verification_code', error_description: 'The code is incorrect.' })),
      'invalid',
      /^The token endpoint reports "bad_verification_code": "The code is incorrect\."\.$/,
    ],
    [
      'a wrong secret',
      {},
      () => (provider.answers['/token'] = json({ error: 'incorrect_client_credentials' })),
      'misconfigured',
      /^The token endpoint reports "incorrect_client_credentials"\.$/,
    ],
    [
      'a person without an id',
      {},
      () => answer('/user', { login: 'octocat' }),
      'invalid',
      /^The userinfo endpoint has no usable id, which/,
    ],
    ['a person whose id is an object', {}, () => answer('/user', { id: {} }), 'invalid', /^The userinfo endpoint has no usable id, which/],
    [
      'a person whose id is rounded',
      {},
      () => answer('/user', { id: 2 ** 60 }),
      'invalid',
      /^The userinfo endpoint has no usable id, which/,
    ],
    ['a list of people', {}, () => answer('/user', [PERSON]), 'invalid', /^The userinfo endpoint \(http.*\/user\) is not a JSON object\.$/],
    ['an object of addresses', {}, () => answer('/emails', {}), 'invalid', /^The list of addresses is not a JSON array\.$/],
    [
      'a token that the API refuses',
      {},
      () => (provider.answers['/user'] = json({}, 401)),
      'misconfigured',
      /^The userinfo endpoint \(.*\) answers with status 401, not 200\.$/,
    ],
    [
      'an endless answer',
      {},
      () => {
        provider.answers['/user'] = (_, response) => {
          const more = setInterval(() => response.write(' '.repeat(65_536)), 1);
          response.on('close', () => clearInterval(more));
        };
      },
      'invalid',
      /^The userinfo endpoint \(.*\) cannot be read: its response is longer than 65536 bytes\.$/,
    ],
    [
      'a redirect, which would get the token',
      {},
      () => (provider.answers['/user'] = (_, response) => response.writeHead(302, { location: `${provider.origin}/emails` }).end()),
      'misconfigured',
      /^The userinfo endpoint \(.*\) answers with status 302, not 200\.$/,
    ],
    [
      'a page in clear',
      { connection: { authorizationUrl: 'http://directory.example/' } },
      () => 0,
      'misconfigured',
      /is not an https URL\.$/,
    ],
    ['an endpoint in clear', { connection: { tokenUrl: 'http://directory.example/' } }, () => 0, 'misconfigured', /is not an https URL\.$/],
    [
      'a required age',
      { maxAge: 300 },
      () => 0,
      'notAllowed',
      /^A provider without ID tokens \(kind oauth\) cannot prove a recent sign-in/,
    ],
    ['a required sign-in', { forceLogin: true }, () => 0, 'notAllowed', /^A provider without ID tokens \(kind oauth\) cannot prove/],
  ])('%s', async (_, attempt, set, fault, message) => {
    set();
    await expect(signIn(attempt)).rejects.toMatchObject(refused(fault, message));
  });

  it('a required sign-in before the browser is redirected', async () => {
    const request = { callbackUrl: CALLBACK, handle: 'handle-1', forceLogin: true };
    await expect(upstream.begin(opened(), request)).rejects.toMatchObject(refused('notAllowed', /cannot prove a recent sign-in/));
  });

  it('an answer to a required age, if it was required only later', async () => {
    const answered = { callbackUrl: CALLBACK, kept: {}, parameters: new URLSearchParams({ code: 'code-1' }), forceLogin: true };
    await expect(upstream.finish(opened(), answered)).rejects.toMatchObject(refused('notAllowed', /cannot prove a recent sign-in/));
    expect(provider.requested).toEqual([]);
  });

  it('silence, after the time limit for both requests together', async () => {
    http.timeoutMs = 50;
    provider.answers['/user'] = () => undefined;
    await expect(signIn()).rejects.toMatchObject(refused('unreachable', /cannot be read: no response within 50 ms\.$/));
  });

  it('a private address', async () => {
    const begun = await upstream.begin(opened(), { callbackUrl: CALLBACK, handle: 'handle-1', forceLogin: false });
    settings.backchannelAllowPrivate = false;
    const tokenUrl = provider.origin.replace('http:', 'https:');
    const answered = { ...begun, callbackUrl: CALLBACK, parameters: new URLSearchParams({ code: 'code-1' }), forceLogin: false };
    await expect(upstream.finish(opened({ tokenUrl }), answered)).rejects.toMatchObject(
      refused('misconfigured', /is not at a public address\. .* BACKCHANNEL_ALLOW_PRIVATE/),
    );
    expect(provider.connections).toBe(0);
  });
});

it('the test of a provider opens its page', async () => {
  provider.answers['/authorize'] = json({});
  const { origin } = provider;
  expect(await upstream.probe(opened())).toEqual([
    { step: 'authorization endpoint', ok: true, detail: `People are redirected to ${origin}/authorize?from=gatehouse.` },
  ]);
  await provider.close();
  expect(await upstream.probe(opened())).toEqual([
    {
      step: 'authorization endpoint',
      ok: false,
      detail: expect.stringMatching(/^The authorization endpoint \(.*\) cannot be read: ECONN/),
    },
  ]);
});
