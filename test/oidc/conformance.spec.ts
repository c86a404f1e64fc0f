// The OpenID conformance plans, module by module (docs/conformance.md): what each asks of a server, in each of its variants.
// It stands in for the suite, which is run outside of this repository, and knows only what the suite is known to look at.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRemoteJWKSet, jwtVerify, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import type { NewApplication, ResponseType } from '../../src/oidc/clients/application.js';
import { answerOf, Browser, type Page } from '../support/browser.js';
import { addClient, type Client } from '../support/clients.js';
import { CHALLENGE, claimsOf, post, redeem, refresh, userinfo } from '../support/oauth.js';
import { startReceiver } from '../support/receiver.js';
import { startService, type Answer, type TestService } from '../support/service.js';
import { makeWorld, PASSWORD, REDIRECT_URI, type World } from '../support/world.js';

let service: TestService;
let world: World;
let discovery: Record<string, string[]>;
beforeAll(async () => {
  service = await startService({ BACKCHANNEL_ALLOW_PRIVATE: 'true' });
  world = await makeWorld(service);
  discovery = (await service.call('GET', '/.well-known/openid-configuration', undefined, { token: null })).body;
});
afterAll(() => service.close());

interface Variant {
  type: ResponseType;
  mode?: 'form_post';
}
type Parameters = Record<string, string | undefined>;

const BYE = 'https://app.example/bye';
const CODE: Variant = { type: 'code' };
const IMPLICIT: Variant[] = [{ type: 'id_token' }, { type: 'id_token token' }];
const HYBRID: Variant[] = [{ type: 'code id_token' }, { type: 'code token' }, { type: 'code id_token token' }];
const byForm = (variants: Variant[]): Variant[] => variants.map(({ type }) => ({ type, mode: 'form_post' }));

/** The claims of the scopes (OpenID Connect Core section 5.4). */
const CLAIMS_OF: Record<string, string[]> = {
  profile: [
    'name',
    'given_name',
    'family_name',
    'middle_name',
    'nickname',
    'profile',
    'picture',
    'website',
    'gender',
    'birthdate',
    'zoneinfo',
    'locale',
    'updated_at',
    'preferred_username',
  ],
  email: ['email', 'email_verified'],
  address: ['address'],
  phone: ['phone_number', 'phone_number_verified'],
};

/** What an ID token may hold without a warning, besides the claims of the scopes. */
const ID_TOKEN_CLAIMS = ['iss', 'sub', 'aud', 'exp', 'iat', 'auth_time', 'nonce', 'acr', 'amr', 'azp', 'at_hash', 'c_hash', 'sid', 'jti'];
const has = ({ type }: Variant, part: 'code' | 'token' | 'id_token') => type.split(' ').includes(part);
/** The left half of the hash that the algorithm names, of SHA-256 here (OpenID Connect Core section 3.3.2.11). */
const halfHash = (value: string) => createHash('sha256').update(value).digest().subarray(0, 16).toString('base64url');

/** A client, a person with every attribute, and a browser of theirs, for one module. */
class Run {
  private count = 0;

  private constructor(
    readonly variant: Variant,
    readonly client: Client,
    readonly userId: string,
    private readonly loginName: string,
    readonly browser = new Browser(service.url),
  ) {}

  static async start(variant: Variant, input: Partial<NewApplication> = {}): Promise<Run> {
    const client = await addClient(world, {
      type: 'web',
      responseTypes: [variant.type],
      grantTypes: [
        ...(has(variant, 'code') ? (['authorization_code', 'refresh_token'] as const) : []),
        ...(variant.type === 'code' ? [] : (['implicit'] as const)),
      ],
      postLogoutRedirectUris: [BYE],
      ...input,
    });
    const userName = `person${persons++}`;
    const domain = world.loginName.split('@')[1];
    const person = await world.addPerson({
      userName,
      givenName: 'Barbara',
      familyName: 'Jensen',
      middleName: 'Jane',
      nickName: 'Babs',
      profileUrl: 'https://people.example/babs',
      photos: [{ value: 'https://people.example/babs.png' }],
      website: 'https://babs.example',
      gender: 'female',
      birthdate: '1987-10-16',
      locale: 'en-US',
      timezone: 'America/Los_Angeles',
      emails: [{ value: `${userName}@${domain}`, primary: true }],
      phoneNumbers: [{ value: '+15555555' }],
      addresses: [{ country: 'USA' }],
    });
    return new Run(variant, client, person.id, `${userName}@${domain}`);
  }

  /** What the suite sends; undefined leaves a parameter out. */
  parameters(more: Parameters = {}): Record<string, string> {
    const { type, mode } = this.variant;
    const all = {
      client_id: this.client.clientId,
      redirect_uri: REDIRECT_URI,
      response_type: type,
      scope: 'openid',
      state: `state-${++this.count}`,
      nonce: `nonce-${this.count}`,
      ...(mode && { response_mode: mode }),
      ...more,
    };
    return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined));
  }

  open(parameters: Record<string, string>): Promise<Page> {
    return this.browser.open(`${service.url}/oauth/v2/authorize?${new URLSearchParams(parameters).toString()}`);
  }

  signIn(page: Page): Promise<Page> {
    return this.browser.submit(page, this.loginName, PASSWORD);
  }

  /** The members of an answer, which comes the way the variant wants it. */
  answer(page: Page): Record<string, string> {
    const { mode, address, members } = answerOf(page);
    expect([mode, address]).toEqual([this.variant.mode ?? (this.variant.type === 'code' ? 'query' : 'fragment'), REDIRECT_URI]);
    expect(members['iss']).toBe(service.url);
    return members;
  }

  /** An error of exactly its members, with the state of the request. */
  refused(page: Page, { state }: Record<string, string>): string | undefined {
    const { error, error_description: description = '', ...rest } = this.answer(page);
    expect(rest).toEqual({ iss: service.url, state });
    expect(description).toMatch(/^[\x20-\x21\x23-\x5B\x5D-\x7E]+$/);
    return error;
  }

  /** Signs in, and checks what every module checks: state, ID token, userinfo. */
  async complete(more: Parameters = {}, expectsPage?: boolean) {
    const parameters = this.parameters(more);
    const first = await this.open(parameters);
    return this.check(parameters, first, expectsPage);
  }

  async check(parameters: Record<string, string>, first: Page, expectsPage?: boolean) {
    const asks = first.html?.includes('name="password"') ?? false;
    if (expectsPage !== undefined) expect(asks, 'whether the password is asked for').toBe(expectsPage);
    const page = asks ? await this.signIn(first) : first;
    const isConsent = parameters['prompt'] === 'consent';
    const members = this.answer(isConsent ? await this.browser.submitButton(page, 'Allow') : page);
    expect([members['state'], members['error']]).toEqual([parameters['state'], undefined]);
    expect(['code', 'access_token', 'id_token'].filter((name) => members[name] !== undefined)).toEqual(this.redirected());
    if (has(this.variant, 'code') && members['id_token'] !== undefined)
      await this.verify(members['id_token'], parameters['nonce'], members);
    if (has(this.variant, 'code') && members['access_token'] !== undefined)
      expect((await userinfo(service, members['access_token'])).body.sub).toBe(this.userId);
    const tokens = has(this.variant, 'code') ? await this.redeem(members['code'] ?? '', parameters) : members;
    const idToken = await this.verify(tokens['id_token'] ?? '', parameters['nonce'], tokens);
    const info = tokens['access_token'] === undefined ? undefined : await userinfo(service, tokens['access_token']);
    if (info) expect([info.status, info.body.sub]).toEqual([200, this.userId]);
    const told = (info?.body ?? idToken) as Record<string, unknown>;
    return { members, tokens, idToken, told };
  }

  /** The parts of a response that come by redirect. */
  private redirected(): string[] {
    const parts = { code: 'code', token: 'access_token', id_token: 'id_token' } as const;
    return (['code', 'token', 'id_token'] as const).filter((part) => has(this.variant, part)).map((part) => parts[part]);
  }

  private async redeem(code: string, { code_challenge: challenge }: Record<string, string>): Promise<Record<string, string>> {
    const { status, body } = await redeem(service, this.client, code, challenge ? {} : NO_VERIFIER);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.expires_in).toBeGreaterThan(0);
    return body as Record<string, string>;
  }

  /** OpenID Connect Core section 3.1.3.7 and 3.2.2.11, and that it holds nothing unknown. */
  private async verify(idToken: string, nonce: string | undefined, beside: Record<string, string>) {
    const keys = createRemoteJWKSet(new URL(`${service.url}/oauth/v2/keys`));
    const currentDate = new Date(service.get(Clock).nowMs());
    const { payload, protectedHeader } = await jwtVerify(idToken, keys, {
      issuer: service.url,
      audience: this.client.clientId,
      currentDate,
    });
    expect([payload.sub, payload['nonce'], typeof protectedHeader.kid]).toEqual([this.userId, nonce, 'string']);
    expect(payload['at_hash']).toBe(beside['access_token'] && halfHash(beside['access_token']));
    expect(payload['c_hash']).toBe(beside['code'] && halfHash(beside['code']));
    const known = [...ID_TOKEN_CLAIMS, ...Object.values(CLAIMS_OF).flat()];
    expect(Object.keys(payload).filter((name) => !known.includes(name))).toEqual([]);
    return payload;
  }
}

let persons = 0;
/** The suite sends no code_verifier unless a module is about it; an empty parameter is none. */
const NO_VERIFIER = { code_verifier: '' };

type Module = (variant: Variant) => Promise<unknown>;

const plain =
  (more: Parameters): Module =>
  async (variant) =>
    (await Run.start(variant)).complete(more);

const withScope =
  (scope: string): Module =>
  async (variant) => {
    const { told } = await (await Run.start(variant)).complete({ scope: `openid ${scope}` });
    const names = scope.split(' ').flatMap((one) => CLAIMS_OF[one] ?? []);
    expect(names.filter((name) => told[name] === undefined || told[name] === '')).toEqual([]);
  };

const asUserinfo =
  (call: (token: string) => Promise<Answer>): Module =>
  async (variant) => {
    const run = await Run.start(variant);
    const { tokens } = await run.complete();
    const { status, body, headers } = await call(tokens['access_token'] ?? '');
    expect([status, body.sub, headers.get('content-type')]).toEqual([200, run.userId, 'application/json; charset=utf-8']);
  };

const withPost = (token: string, inBody: boolean) =>
  service.call('POST', '/oidc/v1/userinfo', inBody ? new URLSearchParams({ access_token: token }).toString() : undefined, {
    token: inBody ? null : token,
    ...(inBody && { type: 'application/x-www-form-urlencoded' }),
  });

const reuse =
  (ms: number): Module =>
  async (variant) => {
    const run = await Run.start(variant);
    const { members, tokens } = await run.complete();
    service.get(Clock).advance(ms);
    const again = await redeem(service, run.client, members['code'] ?? '', NO_VERIFIER);
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
    expect((await userinfo(service, tokens['access_token'] ?? '')).status).toBe(401);
  };

/** Modules that both the basic and the implicit plan have. */
const SHARED: Record<string, Module> = {
  'oidcc-server': plain({}),
  'oidcc-idtoken-signature': plain({}),
  'oidcc-scope-profile': withScope('profile'),
  'oidcc-scope-email': withScope('email'),
  'oidcc-scope-address': withScope('address'),
  'oidcc-scope-phone': withScope('phone'),
  'oidcc-scope-all': withScope('profile email address phone'),
  'oidcc-alternate-happy-flow': async (variant) => {
    const run = await Run.start(variant);
    const parameters = Object.fromEntries(Object.entries(run.parameters({ scope: 'email openid' })).toReversed());
    const { told } = await run.check(parameters, await run.open(parameters));
    expect(told['email']).toBeDefined();
  },
  'oidcc-display-page': plain({ display: 'page' }),
  'oidcc-display-popup': plain({ display: 'popup' }),
  'oidcc-prompt-login': async (variant) => {
    const run = await Run.start(variant);
    const before = (await run.complete({}, true)).idToken;
    service.get(Clock).advance(1_000);
    const after = (await run.complete({ prompt: 'login' }, true)).idToken;
    expect(Number(after['auth_time'])).toBeGreaterThan(Number(before['auth_time']));
  },
  'oidcc-prompt-none-not-logged-in': async (variant) => {
    const run = await Run.start(variant);
    const parameters = run.parameters({ prompt: 'none' });
    expect(run.refused(await run.open(parameters), parameters)).toBe('login_required');
  },
  'oidcc-prompt-none-logged-in': async (variant) => {
    const run = await Run.start(variant);
    const before = (await run.complete({}, true)).idToken;
    const after = (await run.complete({ prompt: 'none' }, false)).idToken;
    expect([after.sub, after['auth_time']]).toEqual([before.sub, before['auth_time']]);
  },
  'oidcc-max-age-1': async (variant) => {
    const run = await Run.start(variant);
    const before = (await run.complete({}, true)).idToken;
    service.get(Clock).advance(2_000);
    const after = (await run.complete({ max_age: '1' }, true)).idToken;
    expect(Number(after['auth_time'])).toBeGreaterThan(Number(before['auth_time']));
  },
  'oidcc-max-age-10000': async (variant) => {
    const run = await Run.start(variant);
    const before = (await run.complete({}, true)).idToken;
    expect((await run.complete({ max_age: '10000' }, false)).idToken['auth_time']).toBe(before['auth_time']);
  },
  'oidcc-ensure-request-with-unknown-parameter-succeeds': plain({ extra: 'foobar' }),
  'oidcc-id-token-hint': async (variant) => {
    const run = await Run.start(variant);
    const { tokens } = await run.complete({}, true);
    await run.complete({ prompt: 'none', id_token_hint: tokens['id_token'] }, false);
  },
  'oidcc-login-hint': plain({ login_hint: 'buffy@op.example' }),
  'oidcc-ui-locales': plain({ ui_locales: 'se' }),
  'oidcc-claims-locales': plain({ claims_locales: 'se' }),
  'oidcc-ensure-request-with-acr-values-succeeds': async (variant) => {
    const { idToken } = await (await Run.start(variant)).complete({ acr_values: '1 2' });
    expect(idToken['acr']).toBe('https://refeds.org/profile/sfa');
  },
  'oidcc-ensure-registered-redirect-uri': async (variant) => {
    const run = await Run.start(variant);
    const { page, url } = await run.open(run.parameters({ redirect_uri: `${REDIRECT_URI}/other` }));
    expect([page?.status, url.startsWith(service.url)]).toEqual([400, true]);
  },
  'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported': async (variant) => {
    const run = await Run.start(variant);
    const parameters = run.parameters({ request_uri: 'https://suite.example/request' });
    expect(discovery['request_uri_parameter_supported']).toBe(false);
    expect(run.refused(await run.open(parameters), parameters)).toBe('request_uri_not_supported');
  },
  // The suite skips it where `none` is not among the algorithms.
  'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported': async (variant) => {
    const run = await Run.start(variant);
    const parameters = run.parameters();
    const request = new UnsecuredJWT(parameters).setIssuer(run.client.clientId).setAudience(service.url).encode();
    expect(discovery['request_object_signing_alg_values_supported']).not.toContain('none');
    const sent = { ...parameters, request };
    expect(run.refused(await run.open(sent), sent)).toBe('invalid_request_object');
  },
  // Skipped likewise.
  'oidcc-ensure-request-object-with-redirect-uri': async (variant) => {
    const run = await Run.start(variant);
    const parameters = run.parameters();
    const request = new UnsecuredJWT(parameters).setIssuer(run.client.clientId).setAudience(service.url).encode();
    const { page, url } = await run.open({ ...parameters, redirect_uri: 'https://suite.example/bad', request });
    expect([page?.status, url.startsWith(service.url)]).toEqual([400, true]);
  },
  'oidcc-claims-essential': async (variant) => {
    const member = variant.type === 'id_token' ? 'id_token' : 'userinfo';
    const { told, idToken } = await (
      await Run.start(variant)
    ).complete({ claims: JSON.stringify({ [member]: { name: { essential: true } } }) });
    expect(told['name']).toBe('Barbara Jensen');
    if (member === 'userinfo') expect(idToken).not.toHaveProperty('name');
  },
};

/** Modules of the basic plan, and of the implicit plan for `id_token token`. */
const WITH_ACCESS_TOKEN: Record<string, Module> = {
  'oidcc-response-type-missing': async (variant) => {
    const run = await Run.start(variant);
    const { members, address } = answerOf(await run.open(run.parameters({ response_type: undefined })));
    expect([address, members['error'], members['code']]).toEqual([REDIRECT_URI, 'invalid_request', undefined]);
  },
  'oidcc-userinfo-get': asUserinfo((token) => userinfo(service, token)),
  'oidcc-userinfo-post-header': asUserinfo((token) => withPost(token, false)),
  'oidcc-userinfo-post-body': asUserinfo((token) => withPost(token, true)),
};

const BASIC: Record<string, Module> = {
  ...SHARED,
  ...WITH_ACCESS_TOKEN,
  // The suite skips it where `none` is not among the algorithms.
  'oidcc-idtoken-unsigned': async () => expect(discovery['id_token_signing_alg_values_supported']).not.toContain('none'),
  'oidcc-ensure-request-without-nonce-succeeds-for-code-flow': plain({ nonce: undefined }),
  'oidcc-codereuse': reuse(0),
  'oidcc-codereuse-30seconds': reuse(30_000),
  'oidcc-ensure-post-request-succeeds': async (variant) => {
    const run = await Run.start(variant);
    const parameters = run.parameters();
    const page = await run.browser.open(`${service.url}/oauth/v2/authorize`, { method: 'POST', body: new URLSearchParams(parameters) });
    await run.check(parameters, page, true);
  },
  'oidcc-server-client-secret-post': async (variant) => {
    const run = await Run.start(variant, { authMethod: 'client_secret_post' });
    const parameters = run.parameters();
    const { code = '' } = run.answer(await run.signIn(await run.open(parameters)));
    const form = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI };
    const { clientId: client_id, clientSecret: client_secret = '' } = run.client;
    const { status, body } = await post(service, '/oauth/v2/token', { ...form, client_id, client_secret });
    expect([status, claimsOf(body.id_token)['nonce']]).toEqual([200, parameters['nonce']]);
  },
  'oidcc-refresh-token': async (variant) => {
    const [run, other] = [await Run.start(variant), await Run.start(variant)];
    const { tokens, idToken } = await run.complete({ scope: 'openid offline_access', prompt: 'consent' });
    const stolen = await refresh(service, other.client, tokens['refresh_token'] ?? '');
    expect([stolen.status, stolen.body.error]).toEqual([400, 'invalid_grant']);
    const { body } = await refresh(service, run.client, tokens['refresh_token'] ?? '');
    const { iss, sub, aud, auth_time: authTime } = claimsOf(body.id_token);
    expect([iss, sub, aud, authTime]).toEqual([idToken.iss, idToken.sub, idToken.aud, idToken['auth_time']]);
    expect(body.access_token).not.toBe(tokens['access_token']);
    expect((await userinfo(service, body.access_token)).status).toBe(200);
  },
  'oidcc-ensure-request-with-valid-pkce-succeeds': plain(CHALLENGE),
};

const IMPLICIT_MODULES: Record<string, Module> = {
  ...SHARED,
  'oidcc-ensure-request-without-nonce-fails': async (variant) => {
    const run = await Run.start(variant);
    const parameters = run.parameters({ nonce: undefined });
    expect(run.refused(await run.open(parameters), parameters)).toBe('invalid_request');
  },
};

/** What the hybrid plan has of the basic one and of the implicit one. */
const HYBRID_MODULES: Record<string, Module> = {
  ...BASIC,
  // Required where an ID token comes by redirect (OpenID Connect Core section 3.3.2.11).
  'oidcc-ensure-request-without-nonce-fails': async (variant) => {
    if (has(variant, 'id_token')) await IMPLICIT_MODULES['oidcc-ensure-request-without-nonce-fails']?.(variant);
  },
  'oidcc-ensure-request-without-nonce-succeeds-for-code-flow': async (variant) => {
    if (!has(variant, 'id_token')) await plain({ nonce: undefined })(variant);
  },
};

/** Signs in and out again. @param hint what is made of the ID token */
async function signOut(variant: Variant, parameters: Parameters, hint = (idToken: string): string | undefined => idToken) {
  const run = await Run.start(variant);
  const { tokens } = await run.complete({}, true);
  const state = 's'.repeat(128);
  const all = { id_token_hint: hint(tokens['id_token'] ?? ''), post_logout_redirect_uri: BYE, state, ...parameters };
  const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const page = await run.browser.open(`${service.url}/oidc/v1/end_session?${new URLSearchParams(sent).toString()}`);
  const next = run.parameters({ prompt: 'none' });
  return { url: page.url, isOut: async () => run.refused(await run.open(next), next) === 'login_required' };
}

/** A page of this service, and nobody is sent to the application. */
const staysHere =
  (parameters: Parameters, hint?: (idToken: string) => string | undefined): Module =>
  async (variant) =>
    expect((await signOut(variant, parameters, hint)).url.startsWith(`${service.url}/`)).toBe(true);

const goesOn =
  (parameters: Parameters, expected: string): Module =>
  async (variant) => {
    const { url, isOut } = await signOut(variant, parameters);
    expect([url, await isOut()]).toEqual([expected, true]);
  };

function withoutSignature(idToken: string): string {
  return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${idToken.split('.')[1]}.`;
}

const LOGOUT: Record<string, Module> = {
  'oidcc-rp-initiated-logout-discovery-endpoint-verification': async () =>
    expect(discovery['end_session_endpoint']).toBe(`${service.url}/oidc/v1/end_session`),
  'oidcc-rp-initiated-logout': goesOn({}, `${BYE}?state=${'s'.repeat(128)}`),
  'oidcc-rp-initiated-logout-bad-post-logout-redirect-uri': staysHere({ post_logout_redirect_uri: `${BYE}/other` }),
  'oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri': staysHere({ post_logout_redirect_uri: `${BYE}?foo=bar` }),
  'oidcc-rp-initiated-logout-bad-id-token-hint': staysHere({}, () => 'bad'),
  'oidcc-rp-initiated-logout-modified-id-token-hint': staysHere({}, withoutSignature),
  'oidcc-rp-initiated-logout-no-id-token-hint': staysHere({ id_token_hint: undefined }),
  'oidcc-rp-initiated-logout-no-params': staysHere({ id_token_hint: undefined, post_logout_redirect_uri: undefined, state: undefined }),
  'oidcc-rp-initiated-logout-no-post-logout-redirect-uri': staysHere({ post_logout_redirect_uri: undefined }),
  'oidcc-rp-initiated-logout-no-state': goesOn({ state: undefined }, BYE),
  'oidcc-rp-initiated-logout-only-state': staysHere({ id_token_hint: undefined, post_logout_redirect_uri: undefined }),
};

const BACKCHANNEL: Record<string, Module> = {
  'oidcc-backchannel-logout-discovery-endpoint-verification': async () =>
    expect([discovery['backchannel_logout_supported'], discovery['backchannel_logout_session_supported']]).toEqual([true, true]),
  'oidcc-backchannel-rp-initiated-logout': async (variant) => {
    const receiver = await startReceiver();
    const run = await Run.start(variant, { backchannelLogoutUri: `${receiver.url}/backchannel_logout` });
    const { tokens, idToken } = await run.complete({}, true);
    const query = new URLSearchParams({ id_token_hint: tokens['id_token'] ?? '', post_logout_redirect_uri: BYE, state: 's' });
    expect((await run.browser.open(`${service.url}/oidc/v1/end_session?${query.toString()}`)).url).toBe(`${BYE}?state=s`);
    const [notice] = await receiver.wait(1);
    await receiver.close();
    expect([...(notice?.form.keys() ?? [])]).toEqual(['logout_token']);
    const keys = createRemoteJWKSet(new URL(`${service.url}/oauth/v2/keys`));
    const checks = { issuer: service.url, audience: run.client.clientId, currentDate: new Date(service.get(Clock).nowMs()) };
    const { payload } = await jwtVerify(notice?.form.get('logout_token') ?? '', keys, checks);
    expect([payload.sub, payload['sid'], payload['nonce']]).toEqual([idToken.sub, idToken['sid'], undefined]);
    expect(payload['events']).toEqual({ 'http://schemas.openid.net/event/backchannel-logout': {} });
    expect([typeof payload.jti, typeof payload.iat]).toEqual(['string', 'number']);
    const next = run.parameters({ prompt: 'none' });
    expect(run.refused(await run.open(next), next)).toBe('login_required');
  },
};

const FRONTCHANNEL: Record<string, Module> = {
  'oidcc-frontchannel-logout-discovery-endpoint-verification': async () =>
    expect([discovery['frontchannel_logout_supported'], discovery['frontchannel_logout_session_supported']]).toEqual([true, true]),
  'oidcc-frontchannel-rp-initiated-logout': async (variant) => {
    const { origin } = new URL(BYE);
    const run = await Run.start(variant, {
      frontchannelLogoutUri: `${origin}/frontchannel_logout`,
      frontchannelLogoutSessionRequired: true,
    });
    const { tokens, idToken } = await run.complete({}, true);
    const query = new URLSearchParams({ id_token_hint: tokens['id_token'] ?? '', post_logout_redirect_uri: BYE, state: 's' });
    const { html = '', page } = await run.browser.open(`${service.url}/oidc/v1/end_session?${query.toString()}`);
    const frames = [...html.matchAll(/<iframe [^>]*src="([^"]*)"/g)].map(([, src = '']) => new URL(src.replaceAll('&amp;', '&')));
    expect(frames.map(({ pathname, searchParams }) => [pathname, Object.fromEntries(searchParams)])).toEqual([
      ['/frontchannel_logout', { iss: service.url, sid: idToken['sid'] }],
    ]);
    expect(page?.headers.get('refresh')).toBe(`3; url=${BYE}?state=s`);
    const next = run.parameters({ prompt: 'none' });
    expect(run.refused(await run.open(next), next)).toBe('login_required');
  },
};

/** Plan to the variants that its modules run in. */
const PLANS: Array<[plan: string, modules: Record<string, Module>, variants: Variant[]]> = [
  ['basic', BASIC, [CODE]],
  ['implicit', IMPLICIT_MODULES, IMPLICIT],
  ['implicit', WITH_ACCESS_TOKEN, [{ type: 'id_token token' }]],
  ['form post basic', BASIC, byForm([CODE])],
  ['form post implicit', IMPLICIT_MODULES, byForm(IMPLICIT)],
  ['form post implicit', WITH_ACCESS_TOKEN, byForm([{ type: 'id_token token' }])],
  ['hybrid', HYBRID_MODULES, HYBRID],
  // How an answer comes has nothing to do with what is in it: one variant shows it, the long check takes all.
  ['form post hybrid', HYBRID_MODULES, byForm(process.env['LONG'] ? HYBRID : HYBRID.slice(-1))],
  ['RP-initiated logout', LOGOUT, [CODE, ...IMPLICIT]],
  ['back-channel logout', BACKCHANNEL, [CODE, ...IMPLICIT]],
  ['front-channel logout', FRONTCHANNEL, [CODE, ...IMPLICIT]],
];

const CASES = PLANS.flatMap(([plan, modules, variants]) =>
  variants.flatMap((variant) =>
    Object.entries(modules).map(([name, run]) => ({
      plan,
      name,
      run,
      variant,
      label: `${variant.type}${variant.mode ? ' by form_post' : ''}`,
    })),
  ),
);

it.each(CASES)('$plan: $name passes for $label', async ({ run, variant }) => {
  await run(variant);
});

describe('config: oidcc-discovery-endpoint-verification passes', () => {
  it('behind https', async () => {
    const behind = await startService({ PUBLIC_URL: 'https://id.example' });
    const at = (path: string) => fetch(`http://127.0.0.1:${behind.settings.port}${path}`);
    const answer = await at('/.well-known/openid-configuration');
    const document = (await answer.json()) as Record<string, string | string[]>;
    expect([answer.status, answer.headers.get('content-type'), document['issuer']]).toEqual([
      200,
      'application/json; charset=utf-8',
      'https://id.example',
    ]);
    const endpoints = Object.entries(document).filter(([name]) => /_endpoint$|_uri$/.test(name));
    expect(endpoints.filter(([, url]) => !String(url).startsWith('https://'))).toEqual([]);
    expect(document['scopes_supported']).toContain('openid');
    expect(document['id_token_signing_alg_values_supported']).toContain('RS256');
    expect(document['request_object_signing_alg_values_supported']).toContain('RS256');
    expect(document['code_challenge_methods_supported']).toEqual(['S256']);
    for (const locale of document['ui_locales_supported'] ?? []) expect(new Intl.Locale(locale).toString()).toBe(locale);
    const { keys } = (await (await at('/oauth/v2/keys')).json()) as { keys: Array<Record<string, unknown>> };
    for (const { kid, kty, d, k } of keys) expect([typeof kid, typeof kty, d, k]).toEqual(['string', 'string', undefined, undefined]);
    expect(new Set(keys.map(({ kid }) => kid)).size).toBe(keys.length);
    await behind.close();
  });
});

it('docs/conformance.md names every module, and no other', () => {
  const document = readFileSync(new URL('../../docs/conformance.md', import.meta.url), 'utf8');
  // The rest is that of dynamic-conformance.spec.ts.
  const [text = ''] = document.split('\n## Plans whose clients register themselves\n');
  const named = [...text.matchAll(/^\| `(oidcc-[a-z0-9-]+)`/gm)].map(([, name = '']) => name);
  const known = new Set(['oidcc-discovery-endpoint-verification', ...CASES.map(({ name }) => name)]);
  expect(named.toSorted()).toEqual([...known].toSorted());
});
